//! The disk and the tree as one: the functions of the system on paths, asked of the tree for what lies below its place.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{Access, FileType, Mode, OFlags, RawDir, Stat};
use rustix::io::Errno;

use crate::tree::{Damaged, Entry, Tree};

static TREE: OnceLock<Tree> = OnceLock::new();

/// From now on the process sees a tree. Only the first one counts.
pub fn install(tree: Tree) -> &'static Tree {
    TREE.get_or_init(|| tree)
}

/// The tree that the process sees.
#[inline]
fn tree() -> Option<&'static Tree> {
    TREE.get()
}

/// What the tree has for a path; `None`: the disk is asked.
fn found(path: &Path, follow: bool) -> Option<Result<(&'static Tree, Entry), Errno>> {
    let tree = tree()?;
    let full = path.as_os_str().as_bytes();
    let below = tree.below(full)?;
    let is_folder = full.ends_with(b"/") || full.ends_with(b"/.");
    Some(match tree.find(&below, follow || is_folder) {
        Ok(entry) if is_folder && !entry.is_folder() => Err(Errno::NOTDIR),
        Ok(entry) => Ok((tree, entry)),
        Err(error) => Err(error),
    })
}

/// The file of the tree that a path leads to.
pub fn entry(path: &Path) -> Option<(&'static Tree, Entry)> {
    found(path, true)?.ok()
}

impl Entry {
    /// As `stat()` has it: of a device that no disk is.
    pub fn stat(&self) -> Result<Stat, Errno> {
        stat_of(self)
    }
}

fn stat_of(entry: &Entry) -> Result<Stat, Errno> {
    static ANY: OnceLock<Result<Stat, Errno>> = OnceLock::new();
    // The root is there wherever a program runs; all that tells it from the entry is replaced.
    let mut stat = (*ANY.get_or_init(|| rustix::fs::stat("/")))?;
    stat.st_dev = 0;
    stat.st_ino = entry.index as u64 + 1;
    stat.st_mode = entry.mode;
    stat.st_nlink = 1;
    (stat.st_uid, stat.st_gid) = (0, 0);
    stat.st_rdev = 0;
    stat.st_size = entry.size as i64;
    stat.st_blocks = entry.size.div_ceil(512) as i64;
    (stat.st_atime, stat.st_mtime, stat.st_ctime) = (entry.mtime, entry.mtime, entry.mtime);
    (stat.st_atime_nsec, stat.st_mtime_nsec, stat.st_ctime_nsec) = (0, 0, 0);
    Ok(stat)
}

/// `stat()`
pub fn stat(path: &Path) -> Result<Stat, Errno> {
    match found(path, true) {
        None => rustix::fs::stat(path),
        Some(found) => stat_of(&found?.1),
    }
}

/// `lstat()`
pub fn lstat(path: &Path) -> Result<Stat, Errno> {
    match found(path, false) {
        None => rustix::fs::lstat(path),
        Some(found) => stat_of(&found?.1),
    }
}

/// What is mostly asked of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    pub kind: FileType,
    pub size: u64,
    pub modified: SystemTime,
    /// When its contents, its name or its rights were changed last.
    pub changed: SystemTime,
    pub device: u64,
    pub inode: u64,
    pub owner: u32,
}

fn time(seconds: i64, nanoseconds: u64) -> SystemTime {
    let since = Duration::from_secs(seconds.unsigned_abs());
    let whole = if seconds < 0 { UNIX_EPOCH.checked_sub(since) } else { UNIX_EPOCH.checked_add(since) };
    whole.unwrap_or(UNIX_EPOCH) + Duration::from_nanos(nanoseconds)
}

impl About {
    /// Of a `stat()`.
    pub fn of(stat: &Stat) -> About {
        About {
            kind: FileType::from_raw_mode(stat.st_mode),
            size: stat.st_size.cast_unsigned(),
            modified: time(stat.st_mtime, stat.st_mtime_nsec),
            changed: time(stat.st_ctime, stat.st_ctime_nsec),
            device: stat.st_dev,
            inode: stat.st_ino,
            owner: stat.st_uid,
        }
    }

    pub fn is_file(&self) -> bool {
        self.kind.is_file()
    }
    pub fn is_dir(&self) -> bool {
        self.kind.is_dir()
    }
}

/// What is known of the file that a path leads to.
pub fn about(path: &Path) -> Result<About, Errno> {
    stat(path).map(|stat| About::of(&stat))
}

pub fn exists(path: &Path) -> bool {
    stat(path).is_ok()
}

pub fn is_file(path: &Path) -> bool {
    stat(path).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
}

pub fn is_dir(path: &Path) -> bool {
    stat(path).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir())
}

/// `access()`: all of a tree can be read, nothing be written.
pub fn access(path: &Path, wanted: Access) -> Result<(), Errno> {
    match found(path, true) {
        None => rustix::fs::access(path, wanted),
        Some(found) => {
            let (_, entry) = found?;
            if wanted.contains(Access::WRITE_OK) {
                return Err(Errno::ROFS);
            }
            if wanted.contains(Access::EXEC_OK) && entry.mode & 0o111 == 0 { Err(Errno::ACCESS) } else { Ok(()) }
        }
    }
}

/// Opens a file. One of the tree is a copy in memory, which cannot be changed.
pub fn open(path: &Path, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    let Some(found) = found(path, true) else { return rustix::fs::open(path, flags, mode) };
    let writes = flags.intersects(OFlags::WRONLY | OFlags::RDWR | OFlags::TRUNC);
    let (tree, entry) = match found {
        Err(Errno::NOENT) if flags.contains(OFlags::CREATE) => return Err(may_create(path).err().unwrap_or(Errno::ROFS)),
        found => found?,
    };
    match () {
        () if flags.contains(OFlags::CREATE | OFlags::EXCL) => Err(Errno::EXIST),
        () if entry.is_folder() && writes => Err(Errno::ISDIR),
        () if writes => Err(Errno::ROFS),
        // A folder that says so to who reads it, as any does.
        () if entry.is_folder() => rustix::fs::open("/", flags - OFlags::CREATE, mode),
        () if flags.contains(OFlags::DIRECTORY) => Err(Errno::NOTDIR),
        () => in_memory(&content(tree, &entry)?),
    }
}

/// The same as a file to be read.
pub fn open_file(path: &Path) -> io::Result<std::fs::File> {
    Ok(open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?.into())
}

/// A path by which libraries that open files themselves reach the same file; one of the tree is then in memory until the process ends.
pub fn system_path(path: &Path) -> Cow<'_, Path> {
    static KEPT: Mutex<BTreeMap<usize, OwnedFd>> = Mutex::new(BTreeMap::new());
    let Some(Ok((tree, entry))) = found(path, true) else { return Cow::Borrowed(path) };
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if entry.is_file()
        && !kept.contains_key(&entry.index)
        && let Ok(copy) = content(tree, &entry).and_then(|content| in_memory(&content))
    {
        kept.insert(entry.index, copy);
    }
    match kept.get(&entry.index) {
        Some(copy) => Cow::Owned(PathBuf::from(format!("/proc/self/fd/{}", copy.as_raw_fd()))),
        None => Cow::Borrowed(path),
    }
}

fn in_memory(content: &[u8]) -> Result<OwnedFd, Errno> {
    use rustix::fs::{MemfdFlags, SealFlags};
    let fd = rustix::fs::memfd_create("loxo", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    let mut rest = content;
    while !rest.is_empty() {
        let written = rustix::io::write(&fd, rest)?;
        rest = &rest[written..];
    }
    rustix::fs::fcntl_add_seals(&fd, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
    rustix::fs::seek(&fd, rustix::fs::SeekFrom::Start(0))?;
    Ok(fd)
}

fn content(tree: &Tree, entry: &Entry) -> Result<Vec<u8>, Errno> {
    tree.content(entry).map_err(|damaged| report(tree, entry, &damaged))
}

/// Says once in a process that a file of the tree is damaged, and what reading it fails with.
fn report(tree: &Tree, entry: &Entry, damaged: &Damaged) -> Errno {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        let path = tree.path(entry);
        // There may be nobody to hear it.
        let _ = writeln!(io::stderr(), "loxo: this program is damaged: {}: {}; copy it anew", String::from_utf8_lossy(&path), damaged.0);
    }
    Errno::IO
}

/// What is stored of a script's unit in the tree.
pub fn unit(tree: &Tree, entry: &Entry) -> Option<Vec<u8>> {
    tree.unit(entry).unwrap_or_else(|damaged| {
        report(tree, entry, &damaged);
        None
    })
}

/// What a file holds.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    match found(path, true) {
        None => std::fs::read(path),
        Some(found) => {
            let (tree, entry) = found?;
            if entry.is_folder() { Err(Errno::ISDIR.into()) } else { Ok(content(tree, &entry)?) }
        }
    }
}

/// The path without links.
pub fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    match found(path, true) {
        None => std::fs::canonicalize(path),
        Some(found) => {
            let (tree, entry) = found?;
            let below = tree.path(&entry);
            let full = if below.is_empty() { tree.manifest.root.clone() } else { [&tree.manifest.root[..], b"/", &below].concat() };
            Ok(PathBuf::from(OsString::from_vec(full)))
        }
    }
}

/// `readlink()`
pub fn read_link(path: &Path) -> io::Result<PathBuf> {
    match found(path, false) {
        None => std::fs::read_link(path),
        Some(found) => {
            let (tree, entry) = found?;
            if !entry.is_link() {
                return Err(Errno::INVAL.into());
            }
            Ok(PathBuf::from(OsString::from_vec([&tree.manifest.root[..], b"/", tree.target(&entry)].concat())))
        }
    }
}

/// So many bytes of a folder's listing are asked of the system at once, as libc does.
const LISTED_AT_ONCE: usize = 32 << 10;

/// Gives each name in a folder, `.` and `..` among them, in the order of the file system.
pub fn each_name(path: &Path, mut each: impl FnMut(&[u8], FileType)) -> Result<(), Errno> {
    let Some(found) = found(path, true) else {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let fd = rustix::fs::open(path, flags, Mode::empty())?;
        let mut space = Vec::with_capacity(LISTED_AT_ONCE);
        let mut entries = RawDir::new(fd, space.spare_capacity_mut());
        // What could be read until something fails is the listing.
        while let Some(Ok(entry)) = entries.next() {
            each(entry.file_name().to_bytes(), entry.file_type());
        }
        return Ok(());
    };
    let (tree, folder) = found?;
    if !folder.is_folder() {
        return Err(Errno::NOTDIR);
    }
    each(b".", FileType::Directory);
    each(b"..", FileType::Directory);
    tree.names(&folder).for_each(|(name, entry)| each(name, FileType::from_raw_mode(entry.mode)));
    Ok(())
}

/// May something that is there be changed or deleted? Nothing of a tree may. What the disk says is not asked.
pub fn may_change(path: &Path) -> Result<(), Errno> {
    match found(path, false) {
        None => Ok(()),
        Some(found) => found.and(Err(Errno::ROFS)),
    }
}

/// May something new be made?
pub fn may_create(path: &Path) -> Result<(), Errno> {
    match found(path, false) {
        None => Ok(()),
        Some(Ok(_)) => Err(Errno::EXIST),
        Some(Err(Errno::NOENT)) => {
            // The folder must be there.
            let above = path.parent().and_then(|above| found(above, true)).unwrap_or(Err(Errno::ROFS));
            above.and(Err(Errno::ROFS))
        }
        Some(Err(error)) => Err(error),
    }
}
