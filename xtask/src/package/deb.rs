//! The package for Debian and what is made of it, by `dpkg-deb`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::contents::{ARCHITECTURE, CONFIGURATION, DESCRIPTION, Package, SUMMARY, source};
use super::run::output;
use crate::Result;

/// Requests run as this user, which every such system has.
const USER: &str = "www-data";

pub(super) fn make(package: &Package) -> Result<PathBuf> {
    let tree = package.tree("deb")?;
    package.fill(&tree, USER)?;
    // Where Debian's zsh looks.
    tree.folder("usr/share/zsh/vendor-completions", 0o755)?;
    fs::rename(tree.root.join("usr/share/zsh/site-functions/_loxo"), tree.root.join("usr/share/zsh/vendor-completions/_loxo"))?;
    fs::remove_dir(tree.root.join("usr/share/zsh/site-functions"))?;
    // In KiB, as the package manager shows it.
    let size = tree.size()?.div_ceil(1024);
    let sums = output(Command::new("sh").args(["-c", "find usr -type f | LC_ALL=C sort | xargs -d '\\n' md5sum"]).current_dir(&tree.root))?;
    tree.file("DEBIAN/md5sums", sums.as_bytes(), 0o644)?;
    tree.file("DEBIAN/control", control(package, size)?.as_bytes(), 0o644)?;
    let listed: String = CONFIGURATION.iter().map(|file| format!("/etc/loxo/{file}\n")).collect();
    tree.file("DEBIAN/conffiles", listed.as_bytes(), 0o644)?;
    for script in ["postinst", "prerm", "postrm"] {
        tree.file(&format!("DEBIAN/{script}"), &fs::read(source("deb").join(script))?, 0o755)?;
    }
    tree.set_times()?;
    let file = package.out.join(format!("loxo_{}-{}_{}.deb", package.version, package.revision, ARCHITECTURE.deb));
    let mut build = Command::new("dpkg-deb");
    build.env("SOURCE_DATE_EPOCH", package.time.to_string()).args(["--root-owner-group", "--threads-max=1"]);
    build.args(if package.quick { ["-Zgzip", "-z1"] } else { ["-Zxz", "-z6"] });
    output(build.arg("--build").arg(&tree.root).arg(&file))?;
    Ok(file)
}

fn control(package: &Package, size: u64) -> Result<String> {
    let (major, minor) = package.needs.glibc;
    let mut depends = vec![format!("libc6 (>= {major}.{minor})")];
    for library in &package.needs.libraries {
        match library.as_str() {
            "libgcc_s.so.1" => depends.push("libgcc-s1".into()),
            "libc.so.6" | "libm.so.6" => {}
            name if name.starts_with("ld-linux") => {}
            other => return Err(format!("which package of Debian has {other}, is not known in xtask/src/package/deb.rs").into()),
        }
    }
    let description: String = DESCRIPTION.lines().map(|line| format!(" {line}\n")).collect();
    Ok(format!(
        "Package: loxo\nVersion: {}-{}\nArchitecture: {}\nMaintainer: Loxo's developers <loxo@example.invalid>\nInstalled-Size: {size}\n\
         Depends: {}\nSuggests: ca-certificates, nginx | apache2\nSection: php\nPriority: optional\n\
         Description: {SUMMARY}\n{description}",
        package.version,
        package.revision,
        ARCHITECTURE.deb,
        depends.join(", "),
    ))
}
