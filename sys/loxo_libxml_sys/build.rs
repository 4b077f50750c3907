//! Builds libxml2 from the source that `xml2-src` carries, against the zlib that `libz-sys` carries.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut flags = std::env::var("CFLAGS").unwrap_or_default();
    if let Ok(include) = std::env::var("DEP_Z_INCLUDE") {
        flags.push_str(" -I");
        flags.push_str(&include);
    }
    flags.push_str(" -w");
    // SAFETY: a build script has one thread.
    unsafe { std::env::set_var("CFLAGS", flags) };
    xml2_src::build_lib();
}
