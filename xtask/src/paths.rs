//! Where things are: the repository, the build output, the reference.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}

/// The folders that hold crates, highest layer first.
pub const CRATES: [&str; 5] = ["host", "ext", "engine", "clients", "sys"];

/// Cargo's target folder: the binary under test is found there and every result is written there.
pub fn target() -> &'static Path {
    static TARGET: OnceLock<PathBuf> = OnceLock::new();
    TARGET.get_or_init(|| match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => std::path::absolute(&dir).unwrap_or_else(|_| dir.into()),
        None => root().join("target"),
    })
}

/// The target that cargo builds for when none is named.
pub fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc does not name its host")?;
    Ok(host.to_string())
}

/// The engine, as `cargo build --release` leaves it.
pub fn engine() -> PathBuf {
    target().join("release/loxo")
}

/// Where the reference is installed. `LOXO_REFERENCE_DIR` moves it.
pub fn reference_dir() -> PathBuf {
    if let Some(dir) = std::env::var_os("LOXO_REFERENCE_DIR") {
        return dir.into();
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).unwrap_or_else(|| home().join(".cache"));
    cache.join("loxo-reference")
}

/// The reference's command line. `LOXO_REFERENCE` names another binary.
pub fn reference_php() -> PathBuf {
    std::env::var_os("LOXO_REFERENCE").map(PathBuf::from).unwrap_or_else(|| reference_dir().join("bin/php84"))
}

/// The unpacked source package with the `.phpt` files. `LOXO_PHP_SRC` names another tree.
pub fn php_src() -> PathBuf {
    std::env::var_os("LOXO_PHP_SRC").map(PathBuf::from).unwrap_or_else(|| reference_dir().join("php-src"))
}

fn home() -> PathBuf {
    std::env::var_os("HOME").map(PathBuf::from).unwrap_or_else(|| "/root".into())
}
