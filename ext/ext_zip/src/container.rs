//! A zip file: its directory, and what a program wants changed of it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use loxo_runtime::PhpStr;

use crate::error::{CHANGED, DELETED, EXISTS, INVAL, NOENT, NOT_ALLOWED, RDONLY, Try, ZipError, fail};
use crate::flags::{archive_flag, flag};
use crate::{dos_time, names};

pub(crate) const LOCAL: usize = 30;
/// The extra field of AES.
pub(crate) const AES_FIELD: u16 = 0x9901;
/// The method that stands for AES in a directory.
pub(crate) const AES_METHOD: u16 = 99;
pub(crate) const ENCRYPTED: u16 = 1;
pub(crate) const UTF8: u16 = 1 << 11;
/// `ZipArchive::EM_*`
pub(crate) const TRADITIONAL: u16 = 1;
pub(crate) const AES_128: u16 = 0x101;
pub(crate) const AES_256: u16 = 0x103;

/// A file as the directory has it.
#[derive(Clone, Default)]
pub(crate) struct Record {
    pub(crate) name: Vec<u8>,
    pub(crate) made_by: u16,
    /// The version that it needs, times ten.
    pub(crate) needs: u16,
    pub(crate) bits: u16,
    pub(crate) method: u16,
    pub(crate) time: u16,
    pub(crate) date: u16,
    pub(crate) crc: u32,
    pub(crate) packed: u64,
    pub(crate) size: u64,
    pub(crate) comment: Vec<u8>,
    pub(crate) attributes: u32,
    pub(crate) at: u64,
    /// Extra fields other than those that are made anew.
    pub(crate) extra: Vec<u8>,
    /// `ZipArchive::EM_*`
    pub(crate) encryption: u16,
}

impl Record {
    pub(crate) fn mtime(&self) -> i64 {
        dos_time::to_unix(self.time, self.date)
    }
}

/// Content that a program gives.
#[derive(Clone)]
pub(crate) enum Content {
    Text(PhpStr),
    /// A part of a file, by its path or already open.
    File {
        path: Vec<u8>,
        open: Option<Rc<File>>,
        start: u64,
        len: Option<u64>,
    },
    Directory,
}

/// What is to become of a file.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    pub(crate) original: Option<Record>,
    pub(crate) content: Option<Content>,
    pub(crate) deleted: bool,
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) comment: Option<Vec<u8>>,
    pub(crate) method: Option<(i64, i64)>,
    pub(crate) mtime: Option<i64>,
    pub(crate) attributes: Option<(u8, u32)>,
    /// Method and password.
    pub(crate) encryption: Option<(u16, Option<Vec<u8>>)>,
}

impl Entry {
    pub(crate) fn is_changed(&self) -> bool {
        self.deleted
            || self.content.is_some()
            || self.name.is_some()
            || self.comment.is_some()
            || self.method.is_some()
            || self.mtime.is_some()
            || self.attributes.is_some()
            || self.encryption.is_some()
    }

    /// The name as it is stored.
    pub(crate) fn raw_name(&self, unchanged: bool) -> Option<&[u8]> {
        let own = self.name.as_deref().filter(|_| !unchanged);
        own.or_else(|| self.original.as_ref().map(|record| &record.name[..]))
    }
}

/// An open archive.
pub(crate) struct Container {
    pub(crate) path: Vec<u8>,
    pub(crate) file: Option<Rc<File>>,
    pub(crate) entries: Vec<Entry>,
    /// Files that it had when it was opened.
    pub(crate) originals: usize,
    pub(crate) comment: Vec<u8>,
    pub(crate) new_comment: Option<Vec<u8>>,
    pub(crate) flags: i64,
    pub(crate) original_flags: i64,
    pub(crate) password: Option<Vec<u8>>,
    pub(crate) error: ZipError,
    /// Whether it was closed, which its readers must know.
    pub(crate) closed: Rc<Cell<bool>>,
    /// Numbers by names, once somebody has asked.
    numbers: RefCell<Option<Numbers>>,
}

/// The first file of each name, as names are without flags. Others of the name are not found, not even when the first is gone.
type Numbers = HashMap<Vec<u8>, i64>;

pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

pub(crate) fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |meta| meta.len())
}

/// Exactly so many bytes, which must be there.
pub(crate) fn read_exact(file: &File, at: u64, len: usize) -> Option<Vec<u8>> {
    if length(file) < at.checked_add(len as u64)? {
        return None;
    }
    loxo_runtime::memory_limit::ensure_room(len);
    let mut out = vec![0; len];
    file.read_exact_at(&mut out, at).ok().map(|()| out)
}

/// Extra fields one by one: tag, and content.
pub(crate) fn fields(extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    let mut rest = extra;
    std::iter::from_fn(move || {
        let len = usize::from(u16_at(rest, 2));
        let tag = u16_at(rest, 0);
        let field = rest.get(4..4 + len)?;
        rest = &rest[4 + len..];
        Some((tag, field))
    })
}

impl Container {
    pub(crate) fn empty(path: &[u8]) -> Container {
        Container {
            path: path.to_vec(),
            file: None,
            entries: Vec::new(),
            originals: 0,
            comment: Vec::new(),
            new_comment: None,
            flags: 0,
            original_flags: 0,
            password: None,
            error: ZipError::default(),
            closed: Rc::default(),
            numbers: RefCell::default(),
        }
    }

    /// A file by its number; that is an error if there is none, or no more.
    pub(crate) fn entry(&self, index: i64, unchanged: bool) -> Try<&Entry> {
        let Some(entry) = usize::try_from(index).ok().and_then(|index| self.entries.get(index)) else { return fail(INVAL) };
        if unchanged && entry.original.is_none() {
            return fail(INVAL);
        }
        if entry.deleted && !unchanged {
            return fail(DELETED);
        }
        Ok(entry)
    }

    /// The same, to be changed.
    pub(crate) fn change(&mut self, index: i64) -> Try<&mut Entry> {
        self.entry(index, false)?;
        if self.is_readonly() {
            return fail(RDONLY);
        }
        usize::try_from(index).ok().and_then(|index| self.entries.get_mut(index)).ok_or(ZipError { zip: INVAL, system: 0 })
    }

    /// The same, for what the torrentzip format has no choice in.
    pub(crate) fn change_detail(&mut self, index: i64) -> Try<&mut Entry> {
        let settled = self.is_torrentzip_wanted();
        let entry = self.change(index)?;
        if settled { fail(NOT_ALLOWED) } else { Ok(entry) }
    }

    pub(crate) fn is_torrentzip_wanted(&self) -> bool {
        self.flags & archive_flag::WANT_TORRENTZIP != 0
    }

    pub(crate) fn is_readonly(&self) -> bool {
        self.flags & archive_flag::RDONLY != 0
    }

    /// The name of a file, in the encoding that is asked for.
    pub(crate) fn name(&self, index: i64, flags: i64) -> Try<Vec<u8>> {
        let unchanged = flags & flag::UNCHANGED != 0;
        let entry = self.entry(index, unchanged)?;
        let Some(raw) = entry.raw_name(unchanged) else { return fail(INVAL) };
        let declared = entry.name.is_some() && !unchanged || entry.original.as_ref().is_some_and(|record| record.bits & UTF8 != 0);
        Ok(names::decode_text(raw, declared, flags))
    }

    /// The comment of a file.
    pub(crate) fn entry_comment(&self, index: i64, flags: i64) -> Try<Vec<u8>> {
        let unchanged = flags & flag::UNCHANGED != 0;
        let entry = self.entry(index, unchanged)?;
        let own = entry.comment.as_deref().filter(|_| !unchanged);
        let declared = own.is_some() || entry.original.as_ref().is_some_and(|record| record.bits & UTF8 != 0);
        let raw = own.or_else(|| entry.original.as_ref().map(|record| &record.comment[..])).unwrap_or_default();
        Ok(names::decode_text(raw, declared, flags))
    }

    /// The number of a file.
    pub(crate) fn locate(&self, name: &[u8], flags: i64) -> Try<i64> {
        let unchanged = flags & flag::UNCHANGED != 0;
        let name_flags = flags & (flag::UNCHANGED | flag::RAW | flag::STRICT);
        let wanted = if flags & flag::CP437 != 0 { names::from_cp437(name) } else { name.to_vec() };
        if flags & (flag::NOCASE | flag::NODIR) | name_flags == 0 {
            let mut numbers = self.numbers.borrow_mut();
            let number = numbers.get_or_insert_with(|| self.count_names()).get(&wanted);
            return number.copied().ok_or(ZipError { zip: NOENT, system: 0 });
        }
        for (index, entry) in self.entries.iter().enumerate() {
            if (entry.deleted && !unchanged) || (unchanged && entry.original.is_none()) {
                continue;
            }
            let Ok(own) = self.name(index as i64, name_flags) else { continue };
            let own = match flags & flag::NODIR {
                0 => &own[..],
                _ => own.iter().rposition(|&b| b == b'/').map_or(&own[..], |slash| &own[slash + 1..]),
            };
            let same = if flags & flag::NOCASE != 0 { own.eq_ignore_ascii_case(&wanted) } else { own == wanted };
            if same {
                return Ok(index as i64);
            }
        }
        fail(NOENT)
    }

    fn count_names(&self) -> Numbers {
        let mut numbers = Numbers::with_capacity(self.entries.len());
        for index in 0..self.entries.len() as i64 {
            if let Ok(name) = self.name(index, 0) {
                numbers.entry(name).or_insert(index);
            }
        }
        numbers
    }

    /// Before a file loses its name.
    fn forget_name(&mut self, index: i64) {
        let Ok(name) = self.name(index, 0) else { return };
        if self.locate(&name, 0) == Ok(index)
            && let Some(numbers) = self.numbers.get_mut()
        {
            numbers.remove(&name);
        }
    }

    /// A file has got a name. Another one that has it keeps it.
    fn learn_name(&mut self, index: i64) {
        if let (Ok(name), Some(numbers)) = (self.name(index, 0), self.numbers.borrow_mut().as_mut()) {
            numbers.entry(name).or_insert(index);
        }
    }

    /// Adds a file, or replaces it if the flags say so. Answers its number.
    pub(crate) fn add(&mut self, name: &[u8], content: Content, flags: i64) -> Try<i64> {
        if self.is_readonly() {
            return fail(RDONLY);
        }
        let stored = names::stored(name, flags)?;
        if let Ok(index) = self.locate(&names::decode_text(&stored, true, 0), 0) {
            if flags & flag::OVERWRITE == 0 {
                return fail(EXISTS);
            }
            return self.replace(index, content);
        }
        let is_dir = matches!(content, Content::Directory);
        self.entries.push(Entry {
            name: Some(stored),
            content: Some(content),
            // A directory says that it is one.
            attributes: is_dir.then_some((3, 0o040_777 << 16)),
            ..Entry::default()
        });
        let index = self.entries.len() as i64 - 1;
        self.learn_name(index);
        Ok(index)
    }

    pub(crate) fn replace(&mut self, index: i64, content: Content) -> Try<i64> {
        let entry = self.change(index)?;
        entry.content = Some(content);
        Ok(index)
    }

    pub(crate) fn delete(&mut self, index: i64) -> Try<()> {
        self.change(index)?;
        self.forget_name(index);
        let entry = self.change(index)?;
        let original = entry.original.take();
        *entry = Entry { original, deleted: true, ..Entry::default() };
        Ok(())
    }

    pub(crate) fn rename(&mut self, index: i64, name: &[u8]) -> Try<()> {
        let old = self.name(index, 0)?;
        if self.is_readonly() {
            return fail(RDONLY);
        }
        if old.ends_with(b"/") != name.ends_with(b"/") {
            return fail(INVAL);
        }
        let stored = names::stored(name, 0)?;
        match self.locate(name, 0) {
            Ok(other) if other == index => return Ok(()),
            Ok(_) => return fail(EXISTS),
            Err(_) => {}
        }
        self.change(index)?;
        self.forget_name(index);
        self.change(index)?.name = Some(stored);
        self.learn_name(index);
        Ok(())
    }

    /// Forgets what was to become of a file.
    pub(crate) fn unchange(&mut self, index: i64) -> Try<()> {
        let Some(at) = usize::try_from(index).ok().filter(|&at| at < self.entries.len()) else { return fail(INVAL) };
        let renamed = self.entries[at].name.is_some() && self.entries[at].original.is_some();
        if renamed && let Ok(old) = self.name(index, flag::UNCHANGED) {
            match self.locate(&old, 0) {
                Ok(other) if other != index => return fail(EXISTS),
                _ => {}
            }
        }
        self.forget_name(index);
        let original = self.entries[at].original.take();
        let deleted = original.is_none();
        self.entries[at] = Entry { original, deleted, ..Entry::default() };
        self.learn_name(index);
        Ok(())
    }

    pub(crate) fn unchange_all(&mut self) {
        self.entries.truncate(self.originals);
        *self.numbers.get_mut() = None;
        for entry in &mut self.entries {
            *entry = Entry { original: entry.original.take(), ..Entry::default() };
        }
        self.unchange_archive();
    }

    pub(crate) fn unchange_archive(&mut self) {
        self.new_comment = None;
        self.flags = self.original_flags;
    }

    pub(crate) fn is_changed(&self) -> bool {
        self.new_comment.is_some() || self.entries.iter().any(Entry::is_changed)
    }

    /// Changes one of the archive's flags.
    pub(crate) fn set_flag(&mut self, which: i64, on: bool) -> Try<()> {
        use archive_flag::{IS_TORRENTZIP, KEEP_EMPTY, WANT_TORRENTZIP};
        if which == IS_TORRENTZIP || which & !(archive_flag::RDONLY | KEEP_EMPTY | WANT_TORRENTZIP) != 0 {
            return fail(INVAL);
        }
        let new = if on { self.flags | which } else { self.flags & !which };
        if new == self.flags {
            return Ok(());
        }
        // What was opened to be read stays so.
        if self.original_flags & archive_flag::RDONLY != 0 || (self.is_readonly() && which != archive_flag::RDONLY) {
            return fail(RDONLY);
        }
        if which == archive_flag::RDONLY && on && self.is_changed() {
            return fail(CHANGED);
        }
        self.flags = new;
        Ok(())
    }
}
