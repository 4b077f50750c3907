//! A plain archive, for systems without a package manager that is known here.

use std::path::PathBuf;

use super::compress::{compress, plain_tar};
use super::contents::{ARCHITECTURE, Package};
use crate::Result;

/// `loxo-VERSION-linux-MACHINE.tar.gz`: one folder to unpack anywhere, with the names of the program as links.
pub(super) fn make(package: &Package) -> Result<PathBuf> {
    let name = format!("loxo-{}-linux-{}", package.version, ARCHITECTURE.rpm);
    let staged = package.tree("archive")?;
    package.fill(&staged, "nobody")?;
    let tree = package.tree(&name)?;
    let inner = |path: &str| staged.root.join(path);
    for (from, to) in [("usr/bin", "bin"), ("usr/share", "share"), ("usr/lib/systemd", "systemd"), ("etc/loxo", "etc")] {
        std::fs::rename(inner(from), tree.root.join(to))?;
    }
    std::fs::remove_dir_all(&staged.root)?;
    for program in ["php", "php-cgi", "php-fpm"] {
        tree.link(&format!("bin/{program}"), "loxo")?;
    }
    tree.set_times()?;
    let file = package.out.join(format!("{name}.tar.gz"));
    let folder = tree.root.parent().ok_or("the tree lies nowhere")?;
    let tar = package.out.join("plain.tar");
    plain_tar(folder, &name, &tar, package.time)?;
    compress(&tar, &file, package.quick)?;
    std::fs::remove_file(tar)?;
    Ok(file)
}
