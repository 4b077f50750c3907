//! The C library's mathematics, in front of Rust's own: those are what is there on every target, and several times slower here (`fmod`, `floor`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-lib=m");
}
