//! The C library's mathematics, in front of Rust's own: those are what is there on every target, and several times slower here (`fmod`, `floor`).
//! And a hash of what was linked, in the program: what one build of the engine has stored no other reads (`loxo_files::build_id`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-lib=m");
    link_unwinder();
    println!("cargo:rustc-link-arg-bins=-Wl,--build-id=sha1");
    // At a place of its own. Wherever else it could be loaded, the 140,000 addresses in the tables of what extensions declare would have to be written at each start,
    // which takes as long as all the rest of it. Stacks, heaps and libraries lie where chance has it, and so does compiled code.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // Text lies at the same place in a huge page of the file and of memory, and nothing else lies in its first and last ones.
    println!("cargo:rustc-link-arg-bins=-Wl,-z,max-page-size=2097152");
    order_functions();
    if std::env::var_os("CARGO_CFG_TARGET_ENV").is_some_and(|env| env == "gnu") {
        // The program has no section that runs before all else: a name that nothing has takes its place. What OpenSSL has there asks the processor what it can do,
        // which it does again when it is used for the first time; each question stops a virtual machine.
        println!("cargo:rustc-link-arg-bins=-Wl,-init=nothing_runs_before_main");
    }
}

/// What runs lies together: a start touches a tenth of the places in the file, each of which the kernel maps by itself. In release builds: to look for the names
/// takes the linker a quarter of a minute.
fn order_functions() {
    println!("cargo:rerun-if-changed=functions.ld");
    let folder = std::env::var_os("OUT_DIR").map(std::path::PathBuf::from).unwrap_or_default();
    // target/PROFILE/build/PACKAGE/out
    if folder.ancestors().nth(3).is_some_and(|profile| profile.ends_with("release")) {
        let script = std::path::absolute("functions.ld").expect("there is a working directory");
        println!("cargo:rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
}

/// Puts the unwinder into the program where the C compiler has it as an archive: a library more is mapped, read
/// and bound at each start, and this one asks the processor what it can do, which takes long in a virtual machine.
fn link_unwinder() {
    // That compiler's archive is for its own machine.
    if std::env::var_os("HOST") != std::env::var_os("TARGET") {
        return;
    }
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let asked = std::process::Command::new(compiler).arg("-print-file-name=libgcc_eh.a").output();
    let Ok(found) = asked.map(|asked| String::from_utf8_lossy(&asked.stdout).trim().to_owned()) else { return };
    // What it does not have it gives back as it was asked for.
    if let Some(folder) = std::path::Path::new(&found).parent().filter(|folder| folder.is_absolute()) {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
    }
}
