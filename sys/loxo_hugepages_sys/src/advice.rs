//! `madvise` and `process_madvise`, as far as they leave what memory holds as it is.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use crate::{Range, check};

/// `MADV_COLLAPSE`, since Linux 6.1; not in all headers.
const MADV_COLLAPSE: libc::c_int = 25;

/// What is wanted of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Huge pages where the system has them at hand: `MADV_HUGEPAGE`.
    Huge,
    /// None: `MADV_NOHUGEPAGE`.
    NoHuge,
    /// Huge pages at once: `MADV_COLLAPSE`.
    Collapse,
    /// Read it in: `MADV_POPULATE_READ`.
    Read,
    /// Give the memory back; what is needed again is read again: `MADV_PAGEOUT`.
    PageOut,
}

impl Advice {
    fn number(self) -> libc::c_int {
        match self {
            Advice::Huge => libc::MADV_HUGEPAGE,
            Advice::NoHuge => libc::MADV_NOHUGEPAGE,
            Advice::Collapse => MADV_COLLAPSE,
            Advice::Read => libc::MADV_POPULATE_READ,
            Advice::PageOut => libc::MADV_PAGEOUT,
        }
    }
}

/// Advises about memory of this process.
pub fn advise(range: Range, advice: Advice) -> io::Result<()> {
    // SAFETY: none of these advices changes what a byte is or whether it can be reached; addresses without memory give an error.
    check(libc::c_long::from(unsafe { libc::madvise(range.start as *mut libc::c_void, range.len(), advice.number()) }))
}

/// Advises about memory of another process. The system takes `Collapse` and `PageOut` there, from who may trace the process and has CAP_SYS_NICE.
pub fn advise_process(pid: u32, range: Range, advice: Advice) -> io::Result<()> {
    // SAFETY: integers; gives a descriptor or -1.
    let file = unsafe { libc::syscall(libc::SYS_pidfd_open, libc::c_long::from(pid), 0) };
    check(file)?;
    // SAFETY: the system has just made it; descriptors fit.
    let file = unsafe { OwnedFd::from_raw_fd(file as libc::c_int) };
    let piece = libc::iovec { iov_base: range.start as *mut libc::c_void, iov_len: range.len() };
    let advice = libc::c_long::from(advice.number());
    // SAFETY: one piece, which lives until the call returns; its addresses are the other process's, and these advices change no byte there.
    let done =
        unsafe { libc::syscall(libc::SYS_process_madvise, libc::c_long::from(file.as_raw_fd()), &raw const piece, 1usize, advice, 0) };
    check(done)?;
    // The system stops at the first piece of memory that it can't advise about.
    if (done as usize) < range.len() { Err(io::Error::from_raw_os_error(libc::ENOMEM)) } else { Ok(()) }
}
