//! The tree of files in a program: its format, and finding things in it.
//!
//! All numbers are little-endian. A head names sections; the manifest, the entries and their names are read when the program starts and have
//! hashes in the head. Contents and units are read when they are asked for, and have hashes in their entries. So every byte is checked before it
//! is used, and none that is not.
//!
//! | section | what |
//! | --- | --- |
//! | manifest | `key=value` lines, each ended by a NUL byte |
//! | entries | [`RECORD`] bytes each, ascending by folder and name, so that a folder's names stand together |
//! | names | what the entries' paths and targets of links point into |
//! | data | contents, as they are or as a zlib stream, and units (what `loxo_engine` stores) |
//! | machine code | reserved: nothing is written there |

use std::io;

use rustix::io::Errno;
use xxhash_rust::xxh3::xxh3_128;

use crate::path::split;

pub(crate) const MAGIC: &[u8; 8] = b"loxotree";
pub(crate) const VERSION: u32 = 1;
/// Magic, version, number of sections, hash of the sections' table.
pub(crate) const HEAD: usize = 8 + 4 + 4 + 16;
/// Kind, nothing, offset from the head, length, hash.
pub(crate) const SECTION: usize = 4 + 4 + 8 + 8 + 16;
const MOST_SECTIONS: usize = 16;
pub(crate) const RECORD: usize = 120;
/// A file of an application is no longer than this: what is asked for is in memory as a whole.
pub const LONGEST: u64 = 1 << 31;
/// So many links are followed for one path.
const MOST_LINKS: usize = 40;

/// Kinds of sections.
pub(crate) mod section {
    pub(crate) const MANIFEST: u32 = 1;
    pub(crate) const ENTRIES: u32 = 2;
    pub(crate) const NAMES: u32 = 3;
    pub(crate) const DATA: u32 = 4;
    /// Reserved for machine code of the units.
    #[expect(dead_code, reason = "a number that no other kind may get")]
    pub(crate) const CODE: u32 = 5;
}

/// The flag of an entry whose content is a zlib stream.
pub(crate) const COMPRESSED: u32 = 1;

/// The tree cannot be used; says why, for a line that people read.
#[derive(Debug, PartialEq)]
pub struct Damaged(pub &'static str);

/// Where a tree is read from.
pub trait ReadAt: Send + Sync {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

impl ReadAt for Vec<u8> {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let start = usize::try_from(offset).ok();
        let part = start.and_then(|start| self.get(start..start.checked_add(bytes.len())?));
        bytes.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl ReadAt for std::fs::File {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, offset)
    }
}

/// What a tree says of itself to the program that carries it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// The tree's place: an absolute path.
    pub root: Vec<u8>,
    /// The script that runs, below the root.
    pub entry: Vec<u8>,
    /// The application server starts, with this folder below the root.
    pub serve: Option<Vec<u8>>,
    /// Settings, as after `-d`.
    pub defines: Vec<Vec<u8>>,
}

impl Manifest {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let serve = self.serve.iter().map(|folder| (&b"serve"[..], folder));
        let defines = self.defines.iter().map(|define| (&b"define"[..], define));
        let lines = [(&b"root"[..], &self.root), (b"entry", &self.entry)].into_iter().chain(serve).chain(defines);
        lines.flat_map(|(key, value)| [key, b"=", value, b"\0"].concat()).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Manifest> {
        let mut manifest = Manifest::default();
        for line in bytes.strip_suffix(b"\0")?.split(|b| *b == 0) {
            let at = line.iter().position(|b| *b == b'=')?;
            let value = line[at + 1..].to_vec();
            match &line[..at] {
                b"root" => manifest.root = value,
                b"entry" => manifest.entry = value,
                b"serve" => manifest.serve = Some(value),
                b"define" => manifest.defines.push(value),
                _ => return None,
            }
        }
        manifest.root.starts_with(b"/").then_some(manifest)
    }
}

/// A part of the data section.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) hash: u128,
}

/// A file, folder or link of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its number in the tree.
    pub index: usize,
    /// Type and permissions, as `stat()` has them.
    pub mode: u32,
    /// Seconds of Unix time.
    pub mtime: i64,
    pub size: u64,
    flags: u32,
    folder: (u32, u32),
    name: (u32, u32),
    content: Part,
    unit: Part,
}

impl Entry {
    pub(crate) const FOLDER: u32 = 0o040_000;
    pub(crate) const FILE: u32 = 0o100_000;
    pub(crate) const LINK: u32 = 0o120_000;

    fn kind(&self) -> u32 {
        self.mode & 0o170_000
    }
    pub fn is_folder(&self) -> bool {
        self.kind() == Self::FOLDER
    }
    pub fn is_file(&self) -> bool {
        self.kind() == Self::FILE
    }
    pub fn is_link(&self) -> bool {
        self.kind() == Self::LINK
    }
}

/// A tree that is there.
pub struct Tree {
    source: Box<dyn ReadAt>,
    /// Where its head and its data section are in the source.
    start: u64,
    data: (u64, u64),
    entries: Vec<u8>,
    names: Vec<u8>,
    pub manifest: Manifest,
}

impl Tree {
    /// Reads head and entries of a tree that begins at an offset.
    pub fn open(source: Box<dyn ReadAt>, start: u64) -> Result<Tree, Damaged> {
        const CUT: Damaged = Damaged("a part of the file is missing");
        let read = |offset: u64, length: usize| {
            let mut bytes = vec![0; length];
            let at = start.checked_add(offset).ok_or(CUT)?;
            source.read_exact_at(&mut bytes, at).map_err(|_| CUT).map(|()| bytes)
        };
        let head = read(0, HEAD)?;
        if !head.starts_with(MAGIC) || number(&head, 8) as u32 != VERSION {
            return Err(Damaged("what follows the engine is no application"));
        }
        let count = (number(&head, 8) >> 32) as usize;
        if count > MOST_SECTIONS {
            return Err(Damaged("its table of sections is damaged"));
        }
        let table = read(HEAD as u64, count * SECTION)?;
        if xxh3_128(&table) != hash(&head, 16) {
            return Err(Damaged("its table of sections is damaged"));
        }
        let find = |kind: u32| table.chunks_exact(SECTION).find(|row| number(row, 0) as u32 == kind).ok_or(Damaged("a section is missing"));
        let load = |kind: u32| {
            let row = find(kind)?;
            let length = usize::try_from(number(row, 16)).ok().filter(|length| *length as u64 <= LONGEST).ok_or(CUT)?;
            let bytes = read(number(row, 8), length)?;
            if xxh3_128(&bytes) == hash(row, 24) { Ok(bytes) } else { Err(Damaged("its table of files is damaged")) }
        };
        let manifest = Manifest::from_bytes(&load(section::MANIFEST)?).ok_or(Damaged("its manifest is damaged"))?;
        let (entries, names) = (load(section::ENTRIES)?, load(section::NAMES)?);
        let data = find(section::DATA)?;
        let data = (number(data, 8), number(data, 16));
        if data.1 > 0 {
            // The last byte must be there.
            read(data.0.checked_add(data.1 - 1).ok_or(CUT)?, 1)?;
        }
        Ok(Tree { source, start, data, entries, names, manifest })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len() / RECORD
    }

    pub fn is_empty(&self) -> bool {
        self.entries.len() < RECORD
    }

    /// An entry by its number.
    pub fn entry(&self, index: usize) -> Option<Entry> {
        let start = index.checked_mul(RECORD)?;
        let row = self.entries.get(start..start.checked_add(RECORD)?)?;
        let pair = |at: usize| (number(row, at) as u32, (number(row, at) >> 32) as u32);
        let part = |at: usize| Part { offset: number(row, at), length: number(row, at + 8), hash: hash(row, at + 16) };
        let (mode, flags) = pair(16);
        Some(Entry {
            index,
            mode,
            flags,
            folder: pair(0),
            name: pair(8),
            mtime: number(row, 24).cast_signed(),
            size: number(row, 32),
            content: part(40),
            unit: part(80),
        })
    }

    fn text(&self, (start, length): (u32, u32)) -> &[u8] {
        let start = start as usize;
        self.names.get(start..start.saturating_add(length as usize)).unwrap_or_default()
    }

    /// An entry's path below the root.
    pub fn path(&self, entry: &Entry) -> Vec<u8> {
        match self.text(entry.folder) {
            b"" => self.text(entry.name).to_vec(),
            folder => [folder, b"/", self.text(entry.name)].concat(),
        }
    }

    /// The first entry that does not stand before a name in a folder.
    fn lower_bound(&self, folder: &[u8], name: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let before = self.entry(middle).is_some_and(|entry| (self.text(entry.folder), self.text(entry.name)) < (folder, name));
            if before { low = middle + 1 } else { high = middle }
        }
        low
    }

    fn get(&self, path: &[u8]) -> Option<Entry> {
        let (folder, name) = split(path);
        let entry = self.entry(self.lower_bound(folder, name))?;
        (self.text(entry.folder) == folder && self.text(entry.name) == name).then_some(entry)
    }

    /// What a path below the root, without `.` and `..`, leads to. `follow`: a link at its end is followed too.
    pub fn find(&self, path: &[u8], follow: bool) -> Result<Entry, Errno> {
        let mut path = path.to_vec();
        for _ in 0..MOST_LINKS {
            match self.get(&path) {
                Some(entry) if follow && entry.is_link() => path = self.target(&entry).to_vec(),
                Some(entry) => return Ok(entry),
                None => path = self.through_link(&path)?,
            }
        }
        Err(Errno::LOOP)
    }

    /// The same path by way of the nearest folder above it that is there, if that is a link.
    fn through_link(&self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let mut end = path.len();
        loop {
            let above = split(&path[..end]).0;
            let rest = &path[above.len()..];
            match self.get(above) {
                Some(entry) if entry.is_link() => return Ok([self.target(&entry), rest].concat()),
                Some(entry) if entry.is_folder() => return Err(Errno::NOENT),
                Some(_) => return Err(Errno::NOTDIR),
                None if above.is_empty() => return Err(Errno::NOENT),
                None => end = above.len(),
            }
        }
    }

    /// Where a link leads, below the root.
    pub fn target(&self, entry: &Entry) -> &[u8] {
        let part = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        self.text((part(entry.content.offset), part(entry.content.length)))
    }

    /// The names in a folder, with their entries.
    pub fn names(&self, folder: &Entry) -> impl Iterator<Item = (&[u8], Entry)> {
        let path = self.path(folder);
        let first = self.lower_bound(&path, b"");
        let all = (first..self.len()).map_while(|index| self.entry(index));
        let own = all.take_while(move |entry| self.text(entry.folder) == path);
        own.map(|entry| (self.text(entry.name), entry)).filter(|(name, _)| !name.is_empty())
    }

    /// What a file holds. The error is for a line that people read.
    pub fn content(&self, entry: &Entry) -> Result<Vec<u8>, Damaged> {
        let stored = self.part(&entry.content)?;
        if entry.flags & COMPRESSED == 0 {
            return Ok(stored);
        }
        const BROKEN: Damaged = Damaged("it cannot be unpacked");
        let size = usize::try_from(entry.size).ok().filter(|size| *size as u64 <= LONGEST).ok_or(BROKEN)?;
        // What deflate makes of a byte is at most 1032 bytes.
        let mut content = Vec::with_capacity(size.min(stored.len().saturating_mul(1032)));
        let mut inflate = flate2::Decompress::new(true);
        let end = inflate.decompress_vec(&stored, &mut content, flate2::FlushDecompress::Finish);
        if matches!(end, Ok(flate2::Status::StreamEnd)) && content.len() == size { Ok(content) } else { Err(BROKEN) }
    }

    /// What is stored of a script's unit; `None`: nothing.
    pub fn unit(&self, entry: &Entry) -> Result<Option<Vec<u8>>, Damaged> {
        if entry.unit.length == 0 { Ok(None) } else { self.part(&entry.unit).map(Some) }
    }

    fn part(&self, part: &Part) -> Result<Vec<u8>, Damaged> {
        const OUTSIDE: Damaged = Damaged("it is not where it should be");
        if part.offset.checked_add(part.length).is_none_or(|end| end > self.data.1) || part.length > LONGEST {
            return Err(OUTSIDE);
        }
        let start = self.start.checked_add(self.data.0).and_then(|data| data.checked_add(part.offset)).ok_or(OUTSIDE)?;
        let mut bytes = vec![0; part.length as usize];
        self.source.read_exact_at(&mut bytes, start).map_err(|_| OUTSIDE)?;
        if xxh3_128(&bytes) == part.hash { Ok(bytes) } else { Err(Damaged("its bytes have changed")) }
    }

    /// Where a path of the process lies below the root; `None`: elsewhere.
    pub(crate) fn below(&self, full: &[u8]) -> Option<Vec<u8>> {
        let root = &self.manifest.root[..];
        // Most paths are as they should be, and most are not below the root.
        let path = if full.starts_with(root) || full.windows(2).any(|pair| matches!(pair, b"//" | b"/.")) {
            crate::normalize(full)
        } else {
            return None;
        };
        match path.strip_prefix(root)? {
            b"" => Some(Vec::new()),
            [b'/', rest @ ..] => Some(rest.to_vec()),
            _ => None,
        }
    }
}

/// Eight bytes of a row that is long enough.
fn number(row: &[u8], at: usize) -> u64 {
    row.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

fn hash(row: &[u8], at: usize) -> u128 {
    row.get(at..at + 16).and_then(|bytes| bytes.try_into().ok()).map_or(0, u128::from_le_bytes)
}
