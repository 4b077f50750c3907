//! The C library's mathematics, in front of Rust's own: those are what is there on every target, and several times slower here (`fmod`, `floor`).
//! And a hash of what was linked, in the program: what one build of the engine has stored no other reads (`loxo_files::build_id`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-lib=m");
    println!("cargo:rustc-link-arg-bins=-Wl,--build-id=sha1");
    // At a place of its own. Wherever else it could be loaded, the 140,000 addresses in the tables of what extensions declare would have to be written at each start,
    // which takes as long as all the rest of it. Stacks, heaps and libraries lie where chance has it, and so does compiled code.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // Text lies at the same place in a huge page of the file and of memory, and nothing else lies in its first and last ones.
    println!("cargo:rustc-link-arg-bins=-Wl,-z,max-page-size=2097152");
}
