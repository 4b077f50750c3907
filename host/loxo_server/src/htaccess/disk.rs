//! The files of the disk, as rules see them while a request is decided.

use std::cell::RefCell;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use loxo_htaccess::view::{About, Files, Kind};
use rustix::fs::OFlags;

/// The disk. What was looked at once is not looked at again: rules ask for the same path some times.
#[derive(Default)]
pub(super) struct Disk {
    seen: RefCell<Vec<(Vec<u8>, Option<About>)>>,
}

pub(super) fn as_path(path: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(path))
}

/// Looks that are kept.
const MOST: usize = 32;

fn kind(of: std::fs::FileType) -> Kind {
    match of {
        of if of.is_file() => Kind::File,
        of if of.is_dir() => Kind::Folder,
        of if of.is_symlink() => Kind::Link,
        _ => Kind::Other,
    }
}

fn about(meta: &std::fs::Metadata) -> About {
    About {
        kind: kind(meta.file_type()),
        size: meta.len(),
        owner: meta.uid(),
        is_executable: meta.mode() & 0o111 != 0,
        modified: meta.modified().unwrap_or(std::time::UNIX_EPOCH),
    }
}

impl Files for Disk {
    fn about(&self, path: &[u8]) -> Option<About> {
        if path.contains(&0) {
            return None;
        }
        if let Some((_, about)) = self.seen.borrow().iter().find(|(seen, _)| seen == path) {
            return *about;
        }
        let found = std::fs::metadata(as_path(path)).ok().map(|meta| about(&meta));
        let mut seen = self.seen.borrow_mut();
        if seen.len() < MOST {
            seen.push((path.to_vec(), found));
        }
        found
    }

    fn about_link(&self, path: &[u8]) -> Option<About> {
        std::fs::symlink_metadata(as_path(path)).ok().map(|meta| about(&meta))
    }

    fn read(&self, path: &[u8], limit: u64) -> Option<Vec<u8>> {
        read(path, limit).ok()
    }
}

/// The bytes of a file that is one: a pipe in its place is not waited for.
pub(super) fn read(path: &[u8], limit: u64) -> std::io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = std::fs::File::from(rustix::fs::open(as_path(path), flags, rustix::fs::Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(std::io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(std::io::Error::other(format!("longer than {limit} bytes"))),
        false => Ok(bytes),
    }
}
