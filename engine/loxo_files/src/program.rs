//! The file of the running program: a tree of files may lie behind the engine in it, and it has a build id.
//!
//! A mark in the engine's own data says where the tree begins. It is filled in by [`write_program`] in the copy that it makes, so that an engine
//! without a tree need not look at its file to know that there is none.

use std::ffi::OsStr;
use std::fs::File;
use std::hint::black_box;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

use crate::tree::{Damaged, Tree};

/// A text that the engine has once only, and behind it the offset and length of the tree, 0 if there is none.
const MARK: usize = 16;
static PLACE: [u8; MARK + 16] = *b"\x7floxo-tree-here:\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// The mark as it is in memory; the compiler must not think it knows what is there.
fn place() -> &'static [u8; MARK + 16] {
    black_box(&PLACE)
}

/// The file that runs. Where `/proc` is missing, the path that the system was given for it.
fn own_file() -> io::Result<File> {
    File::open("/proc/self/exe").or_else(|_| File::open(OsStr::from_bytes(rustix::param::linux_execfn().to_bytes())))
}

/// The tree that this program carries; `None`: it is a plain engine.
pub fn carried() -> Option<Result<Tree, Damaged>> {
    let mut numbers = place()[MARK..].chunks_exact(8).map(|bytes| bytes.try_into().map_or(0, u64::from_le_bytes));
    let (start, length) = (numbers.next()?, numbers.next()?);
    if start == 0 {
        return None;
    }
    let Ok(file) = own_file() else { return Some(Err(Damaged("its own file cannot be read"))) };
    // Tools that remove symbols also remove what stands behind them.
    if file.metadata().is_ok_and(|meta| start.checked_add(length).is_none_or(|end| meta.len() < end)) {
        return Some(Err(Damaged("a part of the file is missing")));
    }
    Some(Tree::open(Box::new(file), start))
}

/// Why no program could be made.
#[derive(Debug)]
pub enum BuildError {
    /// The engine's file cannot be read.
    Engine(io::Error),
    /// It has no mark, or more than one, or carries a tree already.
    NoPlace,
    /// The program cannot be written.
    Output(io::Error),
}

/// Writes a copy of this engine that carries a tree. The program appears under its name when it is whole.
pub fn write_program(tree: &[u8], output: &std::path::Path) -> Result<(), BuildError> {
    let mut program = Vec::new();
    own_file().and_then(|mut file| io::Read::read_to_end(&mut file, &mut program)).map_err(BuildError::Engine)?;
    let mark = &place()[..MARK];
    let mut found = find_all(&program, mark);
    let (Some(at), None) = (found.next(), found.next()) else { return Err(BuildError::NoPlace) };
    drop(found);
    let numbers = at + MARK..at + MARK + 16;
    if program.get(numbers.clone()).is_none_or(|numbers| numbers.iter().any(|byte| *byte != 0)) {
        return Err(BuildError::NoPlace);
    }
    // Pages of the tree are pages of the file.
    program.resize(program.len().next_multiple_of(4096), 0);
    let start = program.len() as u64;
    program[numbers].copy_from_slice(&[start.to_le_bytes(), (tree.len() as u64).to_le_bytes()].concat());
    program.extend_from_slice(tree);
    replace(output, &program).map_err(BuildError::Output)
}

fn find_all<'a>(bytes: &'a [u8], mark: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let first = mark[0];
    let starts = bytes.iter().enumerate().filter(move |(_, byte)| **byte == first).map(|(at, _)| at);
    starts.filter(move |at| bytes[*at..].starts_with(mark))
}

/// Under its name the file is whole, and an older one that runs goes on.
fn replace(output: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let name = output.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    // A device, for one, is not replaced.
    if output.symlink_metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_symlink() && !meta.is_dir()) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "this is no file"));
    }
    let hidden = [b".", name.as_bytes(), format!(".{}", std::process::id()).as_bytes()].concat();
    let temporary = output.with_file_name(OsStr::from_bytes(&hidden));
    let written = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o755).open(&temporary).and_then(|mut file| {
        io::Write::write_all(&mut file, bytes)?;
        file.sync_all()?;
        std::fs::rename(&temporary, output)
    });
    if written.is_err() {
        // What is left of it is of no use to anybody.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// The linker's hash of this engine (an ELF note): what one build stores, no other reads. `None`: it was linked without.
pub fn build_id() -> Option<&'static [u8]> {
    static ID: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    ID.get_or_init(|| own_file().ok().and_then(|file| read_build_id(&|bytes, offset| file.read_exact_at(bytes, offset).ok()))).as_deref()
}

/// By way of the program headers to the notes (System V ABI, chapter 5; 64 bits, little-endian).
fn read_build_id(read: &dyn Fn(&mut [u8], u64) -> Option<()>) -> Option<Vec<u8>> {
    const NOTES: u32 = 4;
    const BUILD_ID: u32 = 3;
    let mut head = [0; 64];
    read(&mut head, 0)?;
    let word = |bytes: &[u8], at: usize| bytes.get(at..at + 4).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
    let long = |bytes: &[u8], at: usize| bytes.get(at..at + 8).and_then(|long| long.try_into().ok()).map(u64::from_le_bytes);
    if !head.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (table, size) = (long(&head, 32)?, u64::from(word(&head, 54)? & 0xffff));
    let count = u64::from(word(&head, 56)? & 0xffff);
    for index in 0..count {
        let mut row = [0; 56];
        read(&mut row, table.checked_add(index.checked_mul(size)?)?)?;
        if word(&row, 0)? != NOTES {
            continue;
        }
        let mut notes = vec![0; usize::try_from(long(&row, 32)?).ok().filter(|length| *length <= 1 << 16)?];
        read(&mut notes, long(&row, 8)?)?;
        let mut at = 0;
        while let (Some(name), Some(length), Some(kind)) = (word(&notes, at), word(&notes, at + 4), word(&notes, at + 8)) {
            let start = at + 12 + (name as usize).next_multiple_of(4);
            let end = start + length as usize;
            if kind == BUILD_ID && notes.get(at + 12..at + 16) == Some(b"GNU\0") {
                return notes.get(start..end).map(<[u8]>::to_vec);
            }
            at = end.next_multiple_of(4);
        }
    }
    None
}
