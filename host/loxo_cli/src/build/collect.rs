//! Which files a program carries: all of a folder but what is excluded, with times that a build can repeat.

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

/// All that lies in a folder, or one file. `output`, if it lies there, is left out.
pub fn collect(source: &Path, output: &Path, exclude: &[Vec<u8>]) -> Result<Vec<Collected>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", source.display());
    let root = source.canonicalize().map_err(failed)?;
    let mut walk = Walk { root, output: output.canonicalize().ok(), exclude, latest: latest(), found: Vec::new(), within: Vec::new() };
    if walk.root.is_dir() {
        let start = walk.root.clone();
        walk.folder(&start, b"")?;
        return Ok(walk.found);
    }
    let name = walk.root.file_name().unwrap_or_default().as_bytes().to_vec();
    let file = walk.root.clone();
    walk.add(&file, b"".to_vec(), Some(Kind::Folder))?;
    walk.add(&file, name, None)?;
    Ok(walk.found)
}

/// `SOURCE_DATE_EPOCH`: no file is shown as younger (https://reproducible-builds.org/specs/source-date-epoch/).
fn latest() -> i64 {
    std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok()).unwrap_or(i64::MAX)
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
