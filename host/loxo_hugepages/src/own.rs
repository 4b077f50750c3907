//! The text of this program on huge pages, by the first way that works: pages of its file, a copy that processes share, pages that are set aside, a
//! copy of this process's own.

use std::fmt;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, PoisonError};

use loxo_hugepages_sys::{Advice, HUGE, Range, Text, advise};
use rustix::fs::{MemfdFlags, SealFlags};

use crate::kernel::Kernel;
use crate::{maps, symbols};

/// How much text a huge page must hold at least, bytes.
pub const DEFAULT_PAD: usize = 64 << 10;

/// Where the text lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Huge pages of the program's file, in the system's cache.
    File,
    /// A copy in shared memory.
    Shared,
    /// A copy on pages that are set aside.
    Reserved,
    /// A copy in anonymous memory.
    Copy,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::File => "the program's file",
            Way::Shared => "shared memory",
            Way::Reserved => "reserved pages",
            Way::Copy => "a copy of its own",
        })
    }
}

/// What has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub way: Way,
    pub part: Range,
    /// Bytes of the text's addresses that lie on huge pages.
    pub huge: usize,
}

/// What this process has done, so that it can be undone.
static PLACED: Mutex<Option<Placed>> = Mutex::new(None);

/// The huge pages of a text: its first and last ones if they hold at least `pad` bytes of it.
pub fn part_of(text: Range, pad: usize) -> Range {
    let whole = text.whole_pages();
    let before = text.start / HUGE * HUGE;
    let behind = text.end.next_multiple_of(HUGE);
    Range {
        start: if before < text.start && (before + HUGE).min(text.end) - text.start >= pad.max(1) { before } else { whole.start },
        end: if behind > text.end && text.end - (behind - HUGE).max(text.start) >= pad.max(1) { behind } else { whole.end },
    }
}

/// A copy of the text that other processes of this program can take ([`enable`]): a file in memory that nobody can change.
pub fn share(pad: usize) -> io::Result<OwnedFd> {
    let text = Text::find().ok_or(io::ErrorKind::NotFound)?;
    let part = part_of(text.range(), pad);
    let file = rustix::fs::memfd_create("loxo-text", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    let file = std::fs::File::from(file);
    file.write_all_at(&text.copy(part), text.place_in_copy(part) as u64)?;
    rustix::fs::fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
    Ok(file.into())
}

/// Puts the text on huge pages. `shared`: what [`share`] has made in another process. An error says in one line why it stays as it is.
pub fn enable(shared: Option<OwnedFd>, pad: usize) -> Result<Placed, String> {
    let mut placed = PLACED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(placed) = *placed {
        return Ok(placed);
    }
    let text = Text::find().ok_or("the linker does not say where the text lies")?;
    let part = part_of(text.range(), pad);
    let kernel = Kernel::here();
    let mut reasons = Vec::new();
    let done = on_file(&text, &mut reasons)
        .or_else(|| shared.and_then(|file| on_shared(&text, part, &file, &mut reasons)))
        .or_else(|| on_copy(&text, part, &kernel, &mut reasons));
    *placed = done;
    done.ok_or_else(|| format!("the text stays on pages of the usual size: {}", reasons.join("; ")))
}

/// Puts the program's file back.
pub fn disable() -> Result<(), String> {
    let mut placed = PLACED.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(done) = *placed else { return Ok(()) };
    let text = Text::find().ok_or("the linker does not say where the text lies")?;
    text.restore(done.part).map_err(|error| format!("the text stays on huge pages: {error}"))?;
    *placed = None;
    Ok(())
}

/// Bytes of `part` that lie on huge pages.
fn huge_in(part: Range) -> usize {
    let all = maps::of("self").unwrap_or_default();
    all.iter().filter(|mapping| mapping.range.start >= part.start && mapping.range.end <= part.end).map(maps::Mapping::huge).sum()
}

fn on_file(text: &Text, reasons: &mut Vec<String>) -> Option<Placed> {
    let whole = text.range().whole_pages();
    if text.range().start % HUGE != text.offset() % HUGE {
        reasons.push("file: the program was not linked with -z max-page-size=2097152".into());
        return None;
    }
    // With the first advice, what is not in the cache is read in huge pages where the file system can; the second one makes them of what is there.
    _ = advise(whole, Advice::Huge);
    let collapsed = advise(whole, Advice::Collapse);
    _ = advise(whole, Advice::Read);
    let range = text.range();
    let huge = huge_in(range);
    if huge >= whole.len() && !whole.is_empty() {
        return Some(Placed { way: Way::File, part: whole, huge });
    }
    reasons.push(match collapsed {
        Err(error) => format!("file: the kernel does not collapse it ({error}); one with CONFIG_READ_ONLY_THP_FOR_FS does"),
        Ok(()) => "file: the kernel has no huge pages for it at the moment".into(),
    });
    None
}

fn on_shared(text: &Text, part: Range, file: &OwnedFd, reasons: &mut Vec<String>) -> Option<Placed> {
    if let Err(error) = text.replace_by_file(part, file.as_fd()) {
        reasons.push(format!("shared memory: {error}"));
        return None;
    }
    let collapsed = advise(part, Advice::Collapse);
    _ = advise(part, Advice::Read);
    keep(text, Way::Shared, part, collapsed.err(), reasons)
}

fn on_copy(text: &Text, part: Range, kernel: &Kernel, reasons: &mut Vec<String>) -> Option<Placed> {
    let enough = kernel.reserved >= part.len() / HUGE && !part.is_empty();
    let way = if enough && text.replace_by_copy(part, true).is_ok() { Way::Reserved } else { Way::Copy };
    if way == Way::Copy
        && let Err(error) = text.replace_by_copy(part, false)
    {
        reasons.push(format!("copy: {error}"));
        return None;
    }
    let placed = keep(text, way, part, None, reasons)?;
    // Names of functions come from the file elsewhere: to perf, this is memory without one.
    symbols::write_perf_map(text, part);
    Some(placed)
}

/// A copy without huge pages is of no use: the file comes back.
fn keep(text: &Text, way: Way, part: Range, error: Option<io::Error>, reasons: &mut Vec<String>) -> Option<Placed> {
    let huge = huge_in(part);
    if huge > 0 {
        return Some(Placed { way, part, huge });
    }
    let why = error.map_or_else(|| "no huge page is free".into(), |error| error.to_string());
    reasons.push(format!("{way}: {why}"));
    _ = text.restore(part);
    None
}
