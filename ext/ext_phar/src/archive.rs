//! What is known of an archive and of the files in it.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::fs::File;
use std::rc::{Rc, Weak};

use indexmap::{IndexMap, IndexSet};
use loxo_runtime::Value;

use crate::registry;

/// Compression of a file in an archive, as its flags have it.
pub(crate) mod flag {
    pub(crate) const PERMISSIONS: u32 = 0o777;
    pub(crate) const DEFAULT_FILE: u32 = 0o666;
    pub(crate) const DEFAULT_DIR: u32 = 0o777;
    pub(crate) const PACKED: u32 = 0xF000;
    pub(crate) const GZ: u32 = 0x1000;
    pub(crate) const BZ2: u32 = 0x2000;
    /// Compression of a whole archive.
    pub(crate) const WHOLE: u32 = 0x00F0_0000;
    pub(crate) const WHOLE_GZ: u32 = 0x0010_0000;
    pub(crate) const WHOLE_BZ2: u32 = 0x0020_0000;
    /// The manifest says that a signature follows the files.
    pub(crate) const SIGNED: u32 = 0x0001_0000;
}

/// The script that an archive in a foreign format begins with.
pub(crate) const STUB: &[u8] = b".phar/stub.php";
pub(crate) const ALIAS: &[u8] = b".phar/alias.txt";
pub(crate) const SIGNATURE: &[u8] = b".phar/signature.bin";
/// What every stub ends with.
pub(crate) const HALT: &[u8] = b"__HALT_COMPILER();";

/// A message, or a failure that has none.
pub(crate) type Why = Option<Vec<u8>>;
pub(crate) type Try<T> = Result<T, Why>;

/// A message: `{}` stands for the arguments in turn.
pub(crate) fn text(pattern: &str, args: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::with_capacity(pattern.len() + 64);
    let mut args = args.iter();
    for (index, piece) in pattern.split("{}").enumerate() {
        if index > 0 {
            out.extend_from_slice(args.next().copied().unwrap_or_default());
        }
        out.extend_from_slice(piece.as_bytes());
    }
    out
}

/// The same as a failure.
pub(crate) fn fail<T>(pattern: &str, args: &[&[u8]]) -> Try<T> {
    Err(Some(text(pattern, args)))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Phar,
    Tar,
    Zip,
}

/// What is noted of an archive or file: the value, its text, or both.
#[derive(Clone, Default)]
pub(crate) struct Metadata {
    pub(crate) value: Option<Value>,
    pub(crate) text: Option<Vec<u8>>,
}

impl Metadata {
    pub(crate) fn of_text(text: &[u8]) -> Metadata {
        Metadata { value: None, text: (!text.is_empty()).then(|| text.to_vec()) }
    }

    pub(crate) fn is_set(&self) -> bool {
        self.value.is_some() || self.text.is_some()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.text.as_deref().unwrap_or_default()
    }
}

/// Where the content of a file is.
#[derive(Clone, Default)]
pub(crate) enum Source {
    /// In the archive, at [`Entry::at`], perhaps compressed.
    #[default]
    Archive,
    /// In the archive's scratch file, at [`Entry::at`], as it is.
    Scratch,
    /// In a file of its own, from the start: it was changed.
    Own(Rc<File>),
    /// Outside of the archive (`Phar::mount()`).
    Outside(Option<Rc<File>>),
}

/// A file or directory in an archive.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    pub(crate) name: Vec<u8>,
    pub(crate) size: u32,
    pub(crate) packed: u32,
    pub(crate) crc: u32,
    pub(crate) flags: u32,
    /// As they were when the content was compressed.
    pub(crate) old_flags: u32,
    pub(crate) time: u32,
    pub(crate) metadata: Metadata,
    pub(crate) source: Source,
    pub(crate) at: u64,
    /// In the archive, whatever [`Entry::at`] is about now.
    pub(crate) at_in_archive: u64,
    /// Of the file's header, in zip archives.
    pub(crate) header_at: u64,
    /// Path outside of the archive of what is mounted.
    pub(crate) outside: Option<Vec<u8>>,
    pub(crate) link: Option<Vec<u8>>,
    pub(crate) tar_type: u8,
    pub(crate) inode: u16,
    pub(crate) is_dir: bool,
    /// A directory that is there only because files are in it.
    pub(crate) is_implied: bool,
    pub(crate) is_mounted: bool,
    pub(crate) is_deleted: bool,
    pub(crate) is_modified: bool,
    pub(crate) is_checked: bool,
}

impl Entry {
    /// Link targets are files of their own from the moment they are written.
    pub(crate) fn unlink(&mut self, format: Format) {
        if self.link.take().is_some() {
            self.tar_type = if format == Format::Tar { b'0' } else { 0 };
        }
    }
}

/// An [`Entry`] that handles and objects share.
#[derive(Default)]
pub(crate) struct EntryCell {
    /// Open handles.
    pub(crate) readers: Cell<i32>,
    /// `PharFileInfo` objects.
    pub(crate) locks: Cell<i32>,
    data: RefCell<Entry>,
}

pub(crate) type EntryRef = Rc<EntryCell>;

impl EntryCell {
    pub(crate) fn new(entry: Entry) -> EntryRef {
        Rc::new(EntryCell { readers: Cell::new(0), locks: Cell::new(0), data: RefCell::new(entry) })
    }

    pub(crate) fn get(&self) -> Ref<'_, Entry> {
        self.data.borrow()
    }

    pub(crate) fn edit(&self) -> RefMut<'_, Entry> {
        self.data.borrow_mut()
    }
}

pub(crate) type Manifest = IndexMap<Vec<u8>, EntryRef>;

/// An archive.
pub(crate) struct Archive {
    /// Its path, or what stands for it until it is written.
    pub(crate) name: Vec<u8>,
    /// Length of the part of the name that says what it is (`.phar.tar`).
    pub(crate) ext_len: usize,
    pub(crate) alias: Option<Vec<u8>>,
    /// The alias is not written into it.
    pub(crate) temporary_alias: bool,
    pub(crate) format: Format,
    /// Nothing to run is in it.
    pub(crate) is_data: bool,
    pub(crate) writeable: bool,
    /// It is in no file yet.
    pub(crate) brand_new: bool,
    pub(crate) modified: bool,
    /// Changes are not written to its file.
    pub(crate) buffering: bool,
    pub(crate) flags: u32,
    pub(crate) signature_kind: u32,
    /// In hexadecimal.
    pub(crate) signature: Option<Vec<u8>>,
    /// Where its stub ends.
    pub(crate) halt: u64,
    pub(crate) version: Vec<u8>,
    pub(crate) manifest: Manifest,
    /// Directories that files are in.
    pub(crate) implied_dirs: IndexSet<Vec<u8>>,
    pub(crate) mounted_dirs: IndexSet<Vec<u8>>,
    pub(crate) metadata: Metadata,
    /// Its content, uncompressed as a whole.
    pub(crate) file: Option<Rc<File>>,
    /// Decompressed content of files.
    pub(crate) scratch: Option<Rc<File>>,
    /// Of the newest file in it.
    pub(crate) newest: u32,
}

impl Archive {
    pub(crate) fn new(name: &[u8], format: Format) -> Archive {
        Archive {
            name: name.to_vec(),
            ext_len: extension_of(name),
            alias: None,
            temporary_alias: false,
            format,
            is_data: false,
            writeable: false,
            brand_new: false,
            modified: false,
            buffering: false,
            flags: 0,
            signature_kind: 0,
            signature: None,
            halt: 0,
            version: Vec::new(),
            manifest: Manifest::default(),
            implied_dirs: IndexSet::default(),
            mounted_dirs: IndexSet::default(),
            metadata: Metadata::default(),
            file: None,
            scratch: None,
            newest: 0,
        }
    }

    /// Adds the directories that a file's name implies.
    pub(crate) fn imply_dirs(&mut self, name: &[u8]) {
        let mut rest = name;
        while let Some(slash) = rest.iter().rposition(|&b| b == b'/') {
            rest = &rest[..slash];
            if rest.is_empty() || !self.implied_dirs.insert(rest.to_vec()) {
                break;
            }
        }
    }

    pub(crate) fn entry(&self, name: &[u8]) -> Option<EntryRef> {
        self.manifest.get(name).cloned()
    }

    pub(crate) fn is_tar(&self) -> bool {
        self.format == Format::Tar
    }

    pub(crate) fn is_zip(&self) -> bool {
        self.format == Format::Zip
    }

    /// The number that `stat()` shows for a file: made of names.
    pub(crate) fn inode(&self, name: &[u8]) -> u16 {
        let hash = self.name.iter().chain(name).fold(5381u64, |hash, &b| hash.wrapping_mul(33).wrapping_add(u64::from(b)));
        (hash | 1 << 63) as u16
    }

    /// The alias, if it is one and not just the name.
    pub(crate) fn alias_bytes(&self) -> &[u8] {
        self.alias.as_deref().unwrap_or_default()
    }
}

/// Length of the extension of a path: from the first dot of its last part that it does not begin with.
pub(crate) fn extension_of(path: &[u8]) -> usize {
    let Some(slash) = path.iter().rposition(|&b| b == b'/') else { return 0 };
    let last = &path[slash + 1..];
    let start = usize::from(last.starts_with(b".")) & usize::from(last.len() > 1);
    memchr::memchr(b'.', &last[start..]).map_or(0, |dot| last.len() - start - dot)
}

/// An [`Archive`] that objects, streams and the registry share.
pub(crate) struct ArchiveCell {
    /// Objects and handles.
    pub(crate) refs: Cell<i32>,
    /// It stays known when the last use of it ends.
    pub(crate) stays: Cell<bool>,
    data: RefCell<Archive>,
}

pub(crate) type ArchiveRef = Rc<ArchiveCell>;

impl ArchiveCell {
    pub(crate) fn new(archive: Archive) -> ArchiveRef {
        Rc::new(ArchiveCell { refs: Cell::new(0), stays: Cell::new(false), data: RefCell::new(archive) })
    }

    pub(crate) fn get(&self) -> Ref<'_, Archive> {
        self.data.borrow()
    }

    pub(crate) fn edit(&self) -> RefMut<'_, Archive> {
        self.data.borrow_mut()
    }

    pub(crate) fn name(&self) -> Vec<u8> {
        self.get().name.clone()
    }

    /// A file of it. Nothing stays borrowed, here and below.
    pub(crate) fn entry(&self, name: &[u8]) -> Option<EntryRef> {
        self.get().manifest.get(name).cloned()
    }

    pub(crate) fn entries(&self) -> Vec<EntryRef> {
        self.get().manifest.values().cloned().collect()
    }
}

/// A use of an archive that counts.
pub(crate) struct Hold(ArchiveRef);

impl Hold {
    pub(crate) fn new(archive: &ArchiveRef) -> Hold {
        archive.refs.set(archive.refs.get() + 1);
        Hold(archive.clone())
    }

    pub(crate) fn archive(&self) -> &ArchiveRef {
        &self.0
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let left = self.0.refs.get() - 1;
        self.0.refs.set(left);
        if left == 0 {
            registry::note_unused(Rc::downgrade(&self.0));
        }
    }
}

/// An archive nobody uses any more, perhaps.
pub(crate) type Unused = Weak<ArchiveCell>;

/// A file of an archive that is open.
pub(crate) struct Handle {
    pub(crate) hold: Hold,
    pub(crate) entry: EntryRef,
}

impl Handle {
    pub(crate) fn new(archive: &ArchiveRef, entry: &EntryRef) -> Handle {
        entry.readers.set(entry.readers.get() + 1);
        Handle { hold: Hold::new(archive), entry: entry.clone() }
    }

    pub(crate) fn archive(&self) -> &ArchiveRef {
        self.hold.archive()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.entry.readers.set((self.entry.readers.get() - 1).max(0));
    }
}

/// Aliases are plain words.
pub(crate) fn is_alias(alias: &[u8]) -> bool {
    !alias.iter().any(|b| matches!(b, b'/' | b'\\' | b':' | b';' | b'\n' | b'\r'))
}

/// The directory that holds what is no file of the archive.
pub(crate) fn is_magic(path: &[u8]) -> bool {
    let path = path.strip_prefix(b"/").unwrap_or(path);
    path.strip_prefix(b".phar").is_some_and(|rest| matches!(rest.first(), None | Some(b'/' | b'\\')))
}

/// A name that is fit for a file in an archive: without a slash in front, and what follows a question mark. The error is the reason.
pub(crate) fn check_path(path: &[u8]) -> Result<&[u8], &'static str> {
    match path {
        b"." => return Err("current directory reference"),
        b".." => return Err("upper directory reference"),
        _ => {}
    }
    let strip = |path| <[u8]>::strip_prefix(path, b"/").unwrap_or(path);
    let mut at = 0;
    while let Some(&byte) = path.get(at) {
        let rest = &path[at..];
        let ends = |n: usize| matches!(rest.get(n), None | Some(b'/' | 0));
        match byte {
            b'/' if rest.starts_with(b"//") => return Err("double slash"),
            b'/' if rest.starts_with(b"/..") && ends(3) => return Err("upper directory reference"),
            b'/' if rest.starts_with(b"/.") && ends(2) => return Err("current directory reference"),
            b'\\' => return Err("back-slash"),
            b'*' => return Err("star"),
            b'?' => return Ok(strip(&path[..at])),
            0x1A..=0x7F => at += 1,
            0x80.. => match std::str::from_utf8(&rest[..rest.len().min(4)]) {
                Ok(valid) => at += valid.chars().next().map_or(1, char::len_utf8),
                Err(error) if error.valid_up_to() > 0 => {
                    let first = std::str::from_utf8(&rest[..error.valid_up_to()]).ok().and_then(|valid| valid.chars().next());
                    at += first.map_or(1, char::len_utf8);
                }
                Err(_) => return Err("illegal character"),
            },
            _ => return Err("illegal character"),
        }
    }
    Ok(strip(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(check_path(b"/a/b.php?x=1"), Ok(&b"a/b.php"[..]));
        assert_eq!(check_path(b"a/../b"), Err("upper directory reference"));
        assert_eq!(check_path(b"a/.b"), Ok(&b"a/.b"[..]));
        assert_eq!(check_path(b"a//b"), Err("double slash"));
        assert_eq!(check_path("ä/x".as_bytes()), Ok("ä/x".as_bytes()));
        assert_eq!(check_path(b"\xFFx"), Err("illegal character"));
        assert!(is_magic(b".phar/x") && is_magic(b"/.phar") && !is_magic(b".pharx"));
        assert_eq!(extension_of(b"/a.b/c.phar.tar"), 9);
    }
}
