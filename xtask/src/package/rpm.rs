//! The package for Fedora, openSUSE and their kin, by `rpmbuild`, which Debian has in its package `rpm`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::contents::{ARCHITECTURE, CONFIGURATION, DESCRIPTION, Package, SUMMARY, source};
use super::run::output;
use crate::Result;

/// Requests run as this user, which the package makes.
const USER: &str = "loxo";
/// Folders that are the system's: others are there, and go, with the package.
const FOLDERS: [&str; 12] = [
    "/",
    "/etc",
    "/usr",
    "/usr/bin",
    "/usr/lib",
    "/usr/lib/systemd",
    "/usr/lib/systemd/system",
    "/usr/share",
    "/usr/share/doc",
    "/usr/share/man",
    "/usr/share/man/man1",
    "/usr/share/man/man8",
];

pub(super) fn make(package: &Package) -> Result<PathBuf> {
    let tree = package.tree("rpm")?;
    package.fill(&tree, USER)?;
    tree.set_times()?;
    let work = package.out.join("tree/rpmbuild");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let spec = work.join("loxo.spec");
    fs::write(&spec, text(package, &tree.root)?)?;
    let mut build = Command::new("rpmbuild");
    build.env("SOURCE_DATE_EPOCH", package.time.to_string()).arg("-bb").arg("--quiet");
    build.arg("--define").arg(format!("_topdir {}", work.display())).arg("--target").arg(ARCHITECTURE.rpm);
    output(build.arg(&spec)).map_err(|error| format!("{error} (Debian has rpmbuild in its package rpm)"))?;
    let name = format!("loxo-{}-{}.{}.rpm", package.version, package.revision, ARCHITECTURE.rpm);
    let file = package.out.join(&name);
    fs::rename(work.join("RPMS").join(ARCHITECTURE.rpm).join(&name), &file)?;
    Ok(file)
}

/// Signs a package in its place, by a key of gpg.
pub(super) fn sign(file: &Path, key: &str) -> Result<()> {
    let gpg = output(Command::new("sh").args(["-c", "command -v gpg"]))?;
    let mut sign = Command::new("rpmsign");
    // Debian's rpm looks for gpg where Fedora has it.
    sign.arg("--define").arg(format!("_gpg_name {key}")).arg("--define").arg(format!("__gpg {}", gpg.trim()));
    output(sign.arg("--addsign").arg(file))?;
    Ok(())
}

fn text(package: &Package, tree: &Path) -> Result<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in output(Command::new("find").args([".", "-printf", "%y /%P\\n"]).current_dir(tree))?.lines() {
        let (kind, path) = line.split_once(' ').unwrap_or_default();
        let is_setting = path.strip_prefix("/etc/loxo/").is_some_and(|name| CONFIGURATION.contains(&name));
        match kind {
            "d" if FOLDERS.contains(&path) => {}
            "d" => lines.push(format!("%dir {path}")),
            _ if is_setting => lines.push(format!("%config(noreplace) {path}")),
            _ if path.starts_with("/usr/share/doc/") => lines.push(format!("%doc {path}")),
            _ => lines.push(path.to_string()),
        }
    }
    lines.sort_unstable_by(|a, b| a.rsplit(' ').next().cmp(&b.rsplit(' ').next()));
    let script = |name: &str| -> Result<String> { Ok(format!("%{name}\n{}\n", fs::read_to_string(source("rpm").join(name))?)) };
    Ok(format!(
        "%global debug_package %{{nil}}\n%global __os_install_post %{{nil}}\n%global _build_id_links none\n%global _buildhost loxo\n\
         %global use_source_date_epoch_as_buildtime 1\n%global clamp_mtime_to_source_date_epoch 1\n%global _binary_payload {}\n\
         Name: loxo\nVersion: {}\nRelease: {}\nSummary: {SUMMARY}\nLicense: Apache-2.0 OR MIT\nURL: https://example.invalid/loxo\n\
         Requires(pre): /usr/sbin/useradd, /usr/sbin/groupadd\nRequires(post): /usr/sbin/update-alternatives\n\n\
         %description\n{DESCRIPTION}\n\n%install\ncp -a {}/. %{{buildroot}}\n\n{}{}{}{}%files\n{}\n",
        if package.quick { "w1.gzdio" } else { "w19.zstdio" },
        package.version,
        package.revision,
        tree.display(),
        script("pre")?,
        script("post")?,
        script("preun")?,
        script("postun")?,
        lines.join("\n"),
    ))
}
