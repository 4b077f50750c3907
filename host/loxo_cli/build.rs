//! The C library's mathematics, in front of Rust's own: those are what is there on every target, and several times slower here (`fmod`, `floor`).
//! And a hash of what was linked, in the program: what one build of the engine has stored no other reads (`loxo_files::build_id`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-lib=m");
    println!("cargo:rustc-link-arg-bins=-Wl,--build-id=sha1");
    // Text lies at the same place in a huge page of the file and of memory, and nothing else lies in its first and last ones.
    println!("cargo:rustc-link-arg-bins=-Wl,-z,max-page-size=2097152");
}
