//! Huge pages for code, with a safe interface: advice to the system about the memory of this process and of others, and the text of this program
//! moved to other memory with the same bytes at the same addresses.
//!
//! Nothing here changes what any byte of memory is. A piece of text is replaced by one system call, which other threads see before or after, and
//! the code that makes the call finds the same instructions behind it.

mod advice;
mod text;

use std::io;

pub use advice::{Advice, advise, advise_process};
pub use text::{FILLING, Text};

/// Bytes of a huge page.
pub const HUGE: usize = 2 << 20;

/// Addresses from `start` to before `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub start: usize,
    pub end: usize,
}

impl Range {
    /// Bytes.
    pub fn len(&self) -> usize {
        self.end.saturating_sub(self.start)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole huge pages in it.
    pub fn whole_pages(&self) -> Range {
        let start = self.start.checked_next_multiple_of(HUGE).unwrap_or(usize::MAX);
        Range { start, end: (self.end / HUGE * HUGE).max(start) }
    }
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
