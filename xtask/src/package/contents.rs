//! What packages of all kinds are made of.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::compress::gzip;
use super::elf::Needs;
use super::help::{self, Topic};
use super::run::{date, name, output};
use super::tree::Tree;
use super::{completions, licences, man, sbom};
use crate::{Result, paths};

/// The oldest C library that packages are for: that of Debian 12.
const GLIBC_FLOOR: (u32, u32) = (2, 36);

/// What all kinds of packages are made of.
pub(super) struct Package {
    pub(super) version: String,
    /// The time of the commit as digits: a later one is a newer package.
    pub(super) revision: String,
    /// Seconds since 1970 that all files are said to be of.
    pub(super) time: u64,
    pub(super) binary: PathBuf,
    pub(super) needs: Needs,
    pub(super) topics: Vec<Topic>,
    pub(super) sbom: String,
    pub(super) licences: String,
    pub(super) out: PathBuf,
    pub(super) quick: bool,
}

/// What the machine is called by those who make packages.
pub(super) struct Architecture {
    pub(super) deb: &'static str,
    /// Also the kernel's word.
    pub(super) rpm: &'static str,
}

pub(super) const ARCHITECTURE: Architecture = if cfg!(target_arch = "aarch64") {
    Architecture { deb: "arm64", rpm: "aarch64" }
} else {
    Architecture { deb: "amd64", rpm: "x86_64" }
};

impl Package {
    pub(super) fn new(binary: PathBuf, out: PathBuf, quick: bool) -> Result<Package> {
        let needs = Needs::of(&binary)?;
        if needs.glibc > GLIBC_FLOOR {
            let ((major, minor), (floor_major, floor_minor)) = (needs.glibc, GLIBC_FLOOR);
            return Err(
                format!("the binary needs glibc {major}.{minor}; build it where glibc is {floor_major}.{floor_minor} or older").into()
            );
        }
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(text) => text,
            Err(_) => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(paths::root()))?,
        };
        let time: u64 = time.trim().parse().map_err(|_| format!("{time} is no number of seconds"))?;
        let said = output(Command::new(&binary).arg("version"))?;
        let version = said.split_whitespace().nth(1).ok_or("`loxo version` does not say a version")?.to_string();
        fs::create_dir_all(&out)?;
        let topics = help::topics(&binary)?;
        let linked = licences::Linked::find()?;
        let (sbom, licences) = (sbom::text(&version, time, &linked)?, licences::text(&linked)?);
        let revision = date(time, "%Y%m%d%H%M%S")?;
        Ok(Package { version, revision, time, binary, needs, topics, sbom, licences, out, quick })
    }

    /// An empty folder for what a kind of package is made of.
    pub(super) fn tree(&self, kind: &str) -> Result<Tree> {
        Tree::new(self.out.join("tree").join(kind), self.time)
    }

    /// What every package has, each file where Debian and Fedora have such files. `user`: as whom scripts run.
    pub(super) fn fill(&self, tree: &Tree, user: &str) -> Result<()> {
        tree.file("usr/bin/loxo", &fs::read(&self.binary)?, 0o755)?;
        self.fill_documents(tree)?;
        for topic in &self.topics {
            let page = man::page(topic, &self.version, &date(self.time, "%Y-%m-%d")?);
            let path = format!("usr/share/man/man{0}/{1}.{0}.gz", topic.section, topic.name);
            tree.file(&path, &gzip(page.as_bytes())?, 0o644)?;
        }
        let shells = completions::Completions::of(&self.topics);
        tree.file("usr/share/bash-completion/completions/loxo", shells.bash().as_bytes(), 0o644)?;
        tree.file("usr/share/zsh/site-functions/_loxo", shells.zsh().as_bytes(), 0o644)?;
        tree.file("usr/share/fish/vendor_completions.d/loxo.fish", shells.fish().as_bytes(), 0o644)?;
        for unit in ["loxo.service", "loxo-fpm.service"] {
            let text = fs::read(source("systemd").join(unit))?;
            tree.file(&format!("usr/lib/systemd/system/{unit}"), &text, 0o644)?;
        }
        for file in CONFIGURATION {
            let text = fs::read_to_string(source("etc").join(file))?.replace("@user@", user);
            tree.file(&format!("etc/loxo/{file}"), text.as_bytes(), 0o644)?;
        }
        tree.file("usr/share/loxo/www/index.php", &fs::read(source("www/index.php"))?, 0o644)
    }

    pub(super) fn fill_documents(&self, tree: &Tree) -> Result<()> {
        let folder = "usr/share/doc/loxo";
        for file in fs::read_dir(paths::root().join("docs"))? {
            let path = file?.path();
            if path.extension().is_some_and(|end| end == "md") {
                tree.file(&format!("{folder}/{}", name(&path)), &fs::read(&path)?, 0o644)?;
            }
        }
        tree.file(&format!("{folder}/README.md"), &fs::read(paths::root().join("README.md"))?, 0o644)?;
        tree.file(&format!("{folder}/copyright"), licences::own()?.as_bytes(), 0o644)?;
        tree.file(&format!("{folder}/third-party-licences.txt.gz"), &gzip(self.licences.as_bytes())?, 0o644)?;
        tree.file(&format!("{folder}/loxo.cdx.json.gz"), &gzip(self.sbom.as_bytes())?, 0o644)
    }
}

/// Files below `/etc/loxo`, which administrators change.
pub(super) const CONFIGURATION: [&str; 3] = ["loxo.toml", "php-fpm.conf", "pool.d/www.conf"];
pub(super) const SUMMARY: &str = "PHP engine and application server";
pub(super) const DESCRIPTION: &str = "\
Runs PHP programs from the command line, and serves PHP applications over HTTP
or FastCGI: one program in the place of php, php-fpm and a web server.";

/// A file or folder of `packaging/`.
pub(super) fn source(name: &str) -> PathBuf {
    paths::root().join("packaging").join(name)
}
