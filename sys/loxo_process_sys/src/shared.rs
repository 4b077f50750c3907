//! Memory that several processes see: a row of atomic words, so that nobody reads what another is writing otherwise than word by word.

use std::io;
use std::ops::Deref;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

const WORD: usize = size_of::<AtomicU64>();

/// A row of words. Who gets its descriptor can map it too.
pub struct SharedWords {
    file: OwnedFd,
    start: NonNull<AtomicU64>,
    count: usize,
}

// SAFETY: the memory belongs to this value until it is dropped, whichever thread that is on; all access is by atomic operations.
unsafe impl Send for SharedWords {}
// SAFETY: as above.
unsafe impl Sync for SharedWords {}

impl SharedWords {
    /// New words, all 0. Their number never changes.
    pub fn create(count: usize) -> io::Result<SharedWords> {
        let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
        // SAFETY: a name that ends with null, and flags.
        let fd = super::check(unsafe { libc::memfd_create(c"scoreboard".as_ptr(), flags) })?;
        // SAFETY: the system has just made it.
        let file = unsafe { OwnedFd::from_raw_fd(fd) };
        let length = libc::off_t::try_from(count * WORD).map_err(|_| io::Error::from_raw_os_error(libc::EFBIG))?;
        // SAFETY: an open file and integers.
        super::check(unsafe { libc::ftruncate(file.as_raw_fd(), length) })?;
        let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
        // SAFETY: an open file and integers.
        super::check(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals) })?;
        SharedWords::open(file)
    }

    /// The words of a descriptor that came from [`SharedWords::create`].
    pub fn open(file: OwnedFd) -> io::Result<SharedWords> {
        let invalid = || io::Error::from_raw_os_error(libc::EINVAL);
        // SAFETY: an open descriptor.
        let seals = super::check(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) })?;
        if seals & libc::F_SEAL_SHRINK == 0 {
            return Err(invalid());
        }
        // SAFETY: zeroes are a valid `stat`.
        let mut stat: libc::stat = unsafe { std::mem::zeroed() };
        // SAFETY: an open descriptor and a place of the right type.
        super::check(unsafe { libc::fstat(file.as_raw_fd(), &raw mut stat) })?;
        let length = usize::try_from(stat.st_size).map_err(|_| invalid())?;
        if length < WORD {
            return Err(invalid());
        }
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping of a file of that length, at an address that the system chooses.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), length, access, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast()).ok_or_else(invalid)?;
        Ok(SharedWords { file, start, count: length / WORD })
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: so many words are mapped until this value is dropped; the file is sealed against getting shorter. A page is aligned
        // for them, and any bytes are a valid word.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl AsFd for SharedWords {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Drop for SharedWords {
    fn drop(&mut self) {
        // SAFETY: the whole mapping, which nobody can refer to any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.count * WORD) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn two_mappings_are_one() {
        let words = SharedWords::create(1000).expect("memory");
        let again = SharedWords::open(words.as_fd().try_clone_to_owned().expect("a descriptor")).expect("a mapping");
        words[999].store(7, Ordering::Relaxed);
        assert_eq!((again.len(), again[999].load(Ordering::Relaxed)), (1000, 7));
    }
}
