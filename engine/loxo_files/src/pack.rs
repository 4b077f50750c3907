//! Making a tree: the same entries give the same bytes, in whatever order they come.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use xxhash_rust::xxh3::xxh3_128;

use crate::path::split;
use crate::tree::{COMPRESSED, Entry, HEAD, MAGIC, Manifest, Part, RECORD, SECTION, VERSION, section};

/// Shorter contents are not worth a stream of their own.
const WORTH: usize = 128;

#[derive(Default)]
struct New {
    mode: u32,
    mtime: i64,
    size: u64,
    compressed: bool,
    content: Vec<u8>,
    unit: Vec<u8>,
    target: Option<Vec<u8>>,
}

/// A tree that is being made.
#[derive(Default)]
pub struct Packer {
    /// By folder and name.
    entries: BTreeMap<(Vec<u8>, Vec<u8>), New>,
}

impl Packer {
    fn add(&mut self, path: &[u8], entry: New) {
        let (folder, name) = split(path);
        self.entries.insert((folder.to_vec(), name.to_vec()), entry);
    }

    /// A folder; the root is the empty path. Times are seconds of Unix time.
    pub fn folder(&mut self, path: &[u8], mtime: i64) {
        self.add(path, New { mode: Entry::FOLDER | 0o755, mtime, ..New::default() });
    }

    /// A file, with what is stored of its unit.
    pub fn file(&mut self, path: &[u8], executable: bool, mtime: i64, content: Vec<u8>, unit: Option<Vec<u8>>) {
        let size = content.len() as u64;
        let shorter = if content.len() > WORTH { deflate(&content).filter(|shorter| shorter.len() < content.len() / 10 * 9) } else { None };
        let (compressed, content) = (shorter.is_some(), shorter.unwrap_or(content));
        let mode = Entry::FILE | if executable { 0o755 } else { 0o644 };
        self.add(path, New { mode, mtime, size, compressed, content, unit: unit.unwrap_or_default(), target: None });
    }

    /// A link to another path of the tree, without `.` and `..`.
    pub fn link(&mut self, path: &[u8], mtime: i64, target: &[u8]) {
        self.add(
            path,
            New { mode: Entry::LINK | 0o777, mtime, size: target.len() as u64, target: Some(target.to_vec()), ..New::default() },
        );
    }

    /// The tree's bytes.
    pub fn finish(self, manifest: &Manifest) -> Vec<u8> {
        let (mut names, mut known) = (Vec::new(), HashMap::new());
        let mut name = |text: Vec<u8>| -> u64 {
            let place = known.entry(text).or_insert_with_key(|text| {
                let start = names.len() as u64;
                names.extend_from_slice(text);
                start | (text.len() as u64) << 32
            });
            *place
        };
        let (mut entries, mut data) = (Vec::with_capacity(self.entries.len() * RECORD), Vec::new());
        for ((folder, own), entry) in self.entries {
            let mut store = |bytes: Vec<u8>| {
                let part = Part { offset: data.len() as u64, length: bytes.len() as u64, hash: xxh3_128(&bytes) };
                data.extend_from_slice(&bytes);
                part
            };
            let content = match entry.target {
                Some(target) => {
                    let place = name(target);
                    Part { offset: place & 0xffff_ffff, length: place >> 32, hash: 0 }
                }
                None => store(entry.content),
            };
            let unit = store(entry.unit);
            let flags = if entry.compressed { COMPRESSED } else { 0 };
            let head = [name(folder), name(own), u64::from(entry.mode) | u64::from(flags) << 32, entry.mtime.cast_unsigned(), entry.size];
            entries.extend(head.into_iter().flat_map(u64::to_le_bytes));
            for part in [content, unit] {
                entries.extend(part.offset.to_le_bytes());
                entries.extend(part.length.to_le_bytes());
                entries.extend(part.hash.to_le_bytes());
                entries.extend([0; 8]);
            }
        }
        sealed(manifest, entries, names, data)
    }
}

/// A tree of sections that are made already, with their hashes: for tools that look at how a tree is read.
pub fn sealed(manifest: &Manifest, entries: Vec<u8>, names: Vec<u8>, data: Vec<u8>) -> Vec<u8> {
    whole(&[(section::MANIFEST, manifest.to_bytes()), (section::ENTRIES, entries), (section::NAMES, names), (section::DATA, data)])
}

/// Head, table and sections.
fn whole(sections: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut offset = (HEAD + sections.len() * SECTION) as u64;
    let mut table = Vec::new();
    for (kind, bytes) in sections {
        table.extend(u64::from(*kind).to_le_bytes());
        table.extend(offset.to_le_bytes());
        table.extend((bytes.len() as u64).to_le_bytes());
        table.extend(xxh3_128(bytes).to_le_bytes());
        offset += bytes.len() as u64;
    }
    let mut out = Vec::with_capacity(offset as usize);
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend((sections.len() as u32).to_le_bytes());
    out.extend(xxh3_128(&table).to_le_bytes());
    out.extend(table);
    sections.iter().for_each(|(_, bytes)| out.extend_from_slice(bytes));
    out
}

fn deflate(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(content).ok()?;
    encoder.finish().ok()
}
