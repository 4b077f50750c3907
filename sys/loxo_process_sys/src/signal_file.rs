//! Signals that are read from a descriptor, beside others in one `poll`, by a process that holds them back.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

/// Where signals are read.
pub struct SignalFile(OwnedFd);

impl SignalFile {
    /// For these signals, which must be held back ([`crate::mask`]): others are not read here.
    pub fn new(signals: &[i32]) -> io::Result<SignalFile> {
        let set = crate::set_of(signals)?;
        // SAFETY: an initialised set; -1 asks for a new descriptor.
        let fd = crate::check(unsafe { libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) })?;
        // SAFETY: the system has just made it.
        Ok(SignalFile(unsafe { OwnedFd::from_raw_fd(fd) }))
    }

    /// The next signal that has come; does not wait.
    pub fn take(&self) -> Option<i32> {
        let mut raw = MaybeUninit::<libc::signalfd_siginfo>::zeroed();
        let size = size_of::<libc::signalfd_siginfo>();
        // SAFETY: a buffer of that size.
        let got = unsafe { libc::read(self.0.as_raw_fd(), raw.as_mut_ptr().cast(), size) };
        // SAFETY: zeroes are valid, and so is what the system has written.
        let info = unsafe { raw.assume_init() };
        (usize::try_from(got) == Ok(size)).then(|| info.ssi_signo.cast_signed())
    }
}

impl AsFd for SignalFile {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
