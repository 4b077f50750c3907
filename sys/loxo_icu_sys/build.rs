//! Finds the system's ICU, compiles the shim for what only C++ can reach, and links both statically.

use std::path::PathBuf;

const HEADER: &str = "unicode/uchar.h";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/shim.cpp");
    let compiler = cc::Build::new().cpp(true).get_compiler();
    let version = definition(&compiler, "U_ICU_VERSION");
    println!("cargo:rustc-env=LOXO_ICU_DATA_VERSION={}", definition(&compiler, "U_ICU_DATA_VERSION"));
    println!("cargo:rustc-env=LOXO_UNICODE_VERSION={}", definition(&compiler, "U_UNICODE_VERSION"));
    println!("cargo:rustc-env=LOXO_ICU_VERSION={}", version.trim_end_matches(".0"));
    // ICU's names end in the major version.
    println!("cargo:rustc-env=LOXO_ICU_SUFFIX=_{}", version.split('.').next().unwrap_or_default());
    cc::Build::new()
        .cpp(true)
        .file("src/shim.cpp")
        .std("c++17")
        .define("U_USING_ICU_NAMESPACE", "0")
        // Nothing in the shim throws; what does not compile so would.
        .flag("-fno-exceptions")
        .cpp_link_stdlib(None)
        .compile("loxo_icu_shim");
    for library in ["icui18n", "icuuc", "icudata", "stdc++"] {
        let file = format!("lib{library}.a");
        let output = compiler.to_command().arg(format!("-print-file-name={file}")).output();
        let path = output.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim())).unwrap_or_default();
        let Some(folder) = path.parent().filter(|_| path.is_absolute()) else { missing(&file) };
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static={library}");
    }
}

/// What a header defines a name as, without quotes.
fn definition(compiler: &cc::Tool, name: &str) -> String {
    let mut command = compiler.to_command();
    command.args(["-E", "-dM", "-include", HEADER, "-x", "c", "/dev/null"]);
    let output = command.stderr(std::process::Stdio::null()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
    line.map_or_else(|| missing(HEADER), |version| version.trim().trim_matches('"').to_string())
}

fn missing(what: &str) -> ! {
    eprintln!("{what} is missing: apt-get install libicu-dev");
    std::process::exit(1)
}
