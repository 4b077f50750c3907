//! Directories opened as streams, whose reads give the names in them.

use loxo_value::PhpStr;

use super::{Failures, Stream, StreamOps, StreamRef};
use loxo_runtime::Cx;
use loxo_runtime::paths::{absolute, path_of};

/// What stands in a directory.
#[derive(Clone)]
pub struct DirEntry {
    pub name: PhpStr,
    /// Whether it is a directory; `None`: it is a link, or the listing does not say.
    pub is_dir: Option<bool>,
}

impl From<PhpStr> for DirEntry {
    fn from(name: PhpStr) -> DirEntry {
        DirEntry { name, is_dir: None }
    }
}

/// Entries that are known when the directory is opened: they are given one by one.
pub struct ListOps {
    label: &'static str,
    entries: Vec<DirEntry>,
    next: usize,
    /// Where to look again when it is rewound.
    path: Option<Vec<u8>>,
}

impl ListOps {
    pub fn new(label: &'static str, names: Vec<PhpStr>) -> ListOps {
        ListOps { label, entries: names.into_iter().map(DirEntry::from).collect(), next: 0, path: None }
    }
}

/// A stream of names.
pub fn stream_of(ops: ListOps) -> StreamRef {
    StreamRef::new(Stream::new(Box::new(ops), b"r"))
}

/// Opens a directory of the file system.
pub fn open(cx: &mut Cx, path: &[u8], failures: &mut Failures) -> Option<StreamRef> {
    if path.contains(&0) {
        return None;
    }
    let full = absolute(cx, path);
    match entries_of(&full) {
        Ok(entries) => Some(stream_of(ListOps { label: "dir", entries, next: 0, path: Some(full) })),
        Err(error) => {
            failures.set_error(error);
            None
        }
    }
}

/// All entries in the order of the file system, `.` and `..` among them.
fn entries_of(full: &[u8]) -> Result<Vec<DirEntry>, rustix::io::Errno> {
    let mut entries = Vec::new();
    loxo_files::each_name(path_of(full), |name, kind| {
        let is_dir = (kind.is_dir() || kind.is_file()).then(|| kind.is_dir());
        entries.push(DirEntry { name: PhpStr::new(name), is_dir });
    })?;
    Ok(entries)
}

impl StreamOps for ListOps {
    fn label(&self) -> &'static str {
        self.label
    }

    fn can_write(&self) -> bool {
        false
    }

    fn can_seek(&self) -> bool {
        true
    }

    fn seek(&mut self, cx: &mut Cx, _: &Stream, _: i64, _: super::Whence) -> Result<i64, super::SeekFailed> {
        self.rewind_dir(cx);
        Ok(0)
    }

    fn read_dir(&mut self, _: &mut Cx, _: &Stream) -> Option<DirEntry> {
        let entry = self.entries.get(self.next).cloned();
        self.next += usize::from(entry.is_some());
        entry
    }

    fn rewind_dir(&mut self, _: &mut Cx) -> bool {
        self.next = 0;
        if let Some(path) = &self.path
            && let Ok(entries) = entries_of(path)
        {
            self.entries = entries;
        }
        true
    }
}

impl Stream {
    /// `readdir()`
    pub fn read_dir(&self, cx: &mut Cx) -> Option<DirEntry> {
        self.call(|ops| ops.read_dir(cx, self)).flatten()
    }

    /// `rewinddir()`
    pub fn rewind_dir(&self, cx: &mut Cx) -> bool {
        self.call(|ops| ops.rewind_dir(cx)).unwrap_or(false)
    }

    /// The file descriptor behind it, for children and `select()`.
    pub fn fd(&self, cx: &mut Cx, select: bool) -> Option<std::rc::Rc<std::os::fd::OwnedFd>> {
        self.call(|ops| ops.fd(cx, self, select)).flatten()
    }
}
