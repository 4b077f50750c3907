//! Which files a program carries: all of a folder but what is excluded, with times that a build can repeat.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use loxo_streams::glob::{FNM_PATHNAME, fnmatch};

/// Folders of version control are no part of an application.
const NEVER: [&[u8]; 3] = [b".git", b".hg", b".svn"];

/// A file, folder or link.
pub struct Collected {
    /// Below the root; the root itself is the empty path.
    pub path: Vec<u8>,
    /// Seconds of Unix time.
    pub mtime: i64,
    pub kind: Kind,
}

pub enum Kind {
    Folder,
    File {
        from: PathBuf,
        executable: bool,
    },
    /// To a path below the root.
    Link(Vec<u8>),
}

/// All that lies in a folder, or one file. `output`, if it lies there, is left out: it is the program of the last time.
pub fn collect(source: &Path, output: &Path, exclude: &[Vec<u8>]) -> Result<Vec<Collected>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", source.display());
    let root = source.canonicalize().map_err(failed)?;
    let output = output.canonicalize().ok();
    if let Some(output) = output.as_deref().filter(|output| output.starts_with(&root) && !is_program(output)) {
        return Err(format!("{}: this is a file of the application; -o needs another name", output.display()));
    }
    let mut walk = Walk { root, output, exclude, latest: latest()?, found: Vec::new(), within: Vec::new() };
    if walk.root.is_dir() {
        let start = walk.root.clone();
        walk.folder(&start, b"")?;
        return Ok(without_dangling_links(walk.found));
    }
    let name = walk.root.file_name().unwrap_or_default().as_bytes().to_vec();
    let file = walk.root.clone();
    walk.add(&file, b"".to_vec(), Some(Kind::Folder))?;
    walk.add(&file, name, None)?;
    Ok(walk.found)
}

/// What was built before is an executable file of this system.
fn is_program(file: &Path) -> bool {
    let mut magic = [0; 4];
    File::open(file).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *b"\x7fELF"
}

/// Links to what was left out are left out too.
fn without_dangling_links(mut found: Vec<Collected>) -> Vec<Collected> {
    loop {
        let paths: HashSet<Vec<u8>> = found.iter().map(|file| file.path.clone()).collect();
        let count = found.len();
        found.retain(|file| !matches!(&file.kind, Kind::Link(target) if !paths.contains(target)));
        if found.len() == count {
            return found;
        }
    }
}

/// `SOURCE_DATE_EPOCH`: no file is shown as younger (https://reproducible-builds.org/specs/source-date-epoch/).
fn latest() -> Result<i64, String> {
    let Some(given) = std::env::var_os("SOURCE_DATE_EPOCH") else { return Ok(i64::MAX) };
    let seconds = given.to_str().and_then(|text| text.parse().ok());
    seconds.ok_or_else(|| format!("SOURCE_DATE_EPOCH {}: a number of seconds is needed", given.display()))
}

struct Walk<'a> {
    root: PathBuf,
    output: Option<PathBuf>,
    exclude: &'a [Vec<u8>],
    latest: i64,
    found: Vec<Collected>,
    /// Folders that are being read, without links.
    within: Vec<PathBuf>,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, path: &[u8]) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        let real = folder.canonicalize().map_err(failed)?;
        if self.within.contains(&real) {
            return Err(format!("{}: this link leads to a folder that it lies in; --exclude it", folder.display()));
        }
        self.within.push(real);
        let place = self.found.len();
        self.add(folder, path.to_vec(), Some(Kind::Folder))?;
        let mut names: Vec<_> = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(failed)?;
        names.sort_by_key(std::fs::DirEntry::file_name);
        for entry in names {
            let name = entry.file_name().as_bytes().to_vec();
            let below = if path.is_empty() { name.clone() } else { [path, b"/", &name].concat() };
            if !self.is_excluded(&below, &name) {
                self.entry(&entry.path(), below)?;
            }
        }
        self.within.pop();
        // Its own time changes with every file that is made and deleted in it.
        self.found[place].mtime = self.found[place + 1..].iter().map(|below| below.mtime).max().unwrap_or(0);
        Ok(())
    }

    /// What stands in a folder. Links within the tree stay links; others are what they lead to.
    fn entry(&mut self, at: &Path, path: Vec<u8>) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", at.display());
        let meta = at.symlink_metadata().map_err(failed)?;
        if meta.is_symlink() {
            // A dangling symbolic link is left out: nothing can be read through it.
            let Ok(target) = at.canonicalize() else { return Ok(()) };
            if let Ok(inside) = target.strip_prefix(&self.root) {
                let inside = inside.as_os_str().as_bytes().to_vec();
                return self.add(at, path, Some(Kind::Link(inside)));
            }
        }
        let meta = at.metadata().map_err(failed)?;
        if meta.is_dir() { self.folder(at, &path) } else { self.add(at, path, None) }
    }

    /// Without a kind, it is a file. Sockets and devices are left out.
    fn add(&mut self, at: &Path, path: Vec<u8>, kind: Option<Kind>) -> Result<(), String> {
        let meta = at.metadata().map_err(|error| format!("{}: {error}", at.display()))?;
        let is_output = || self.output.as_ref().is_some_and(|output| at.canonicalize().is_ok_and(|at| at == *output));
        let kind = match kind {
            Some(kind) => kind,
            None if !meta.is_file() || is_output() => return Ok(()),
            None => Kind::File { from: at.to_path_buf(), executable: meta.permissions().mode() & 0o111 != 0 },
        };
        if matches!(kind, Kind::File { .. }) && meta.len() > loxo_files::LONGEST {
            return Err(format!("{}: a file of a program has at most 2 GiB; --exclude it", at.display()));
        }
        self.found.push(Collected { path, mtime: meta.mtime().min(self.latest), kind });
        Ok(())
    }

    /// Patterns with a slash are about paths below the root, others about names.
    fn is_excluded(&self, path: &[u8], name: &[u8]) -> bool {
        let matches = |pattern: &Vec<u8>| {
            let plain = pattern.strip_suffix(b"/").unwrap_or(pattern);
            match plain.contains(&b'/') {
                true => fnmatch(plain.strip_prefix(b"/").unwrap_or(plain), path, FNM_PATHNAME),
                false => fnmatch(plain, name, 0),
            }
        };
        NEVER.contains(&name) || self.exclude.iter().any(matches)
    }
}
