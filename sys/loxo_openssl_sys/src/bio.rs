//! What the library reads from and writes to: files, and memory.

use std::ffi::CStr;
use std::ptr::NonNull;

use openssl_sys::BIO;

use crate::{c_string, ffi};

/// A file or memory.
pub struct Bio(NonNull<BIO>);

impl Bio {
    /// Empty memory.
    pub fn memory() -> Option<Bio> {
        // SAFETY: the method lives for ever.
        NonNull::new(unsafe { openssl_sys::BIO_new(ffi::BIO_s_mem()) }).map(Bio)
    }

    /// Memory with a copy of these bytes. Empty memory is at its end, not waiting for more.
    pub fn of_bytes(bytes: &[u8]) -> Option<Bio> {
        let bio = Bio::memory()?;
        bio.write(bytes);
        bio.end_when_empty();
        Some(bio)
    }

    /// Reading what is not there is the end, and no reason to try again.
    fn end_when_empty(&self) {
        const SET_MEM_EOF_RETURN: i32 = 130;
        // SAFETY: the thing is open; the command takes a number and no pointer.
        unsafe { openssl_sys::BIO_ctrl(self.as_ptr(), SET_MEM_EOF_RETURN, 0, std::ptr::null_mut()) };
    }

    /// Opens a file for reading.
    pub fn open(path: &[u8], binary: bool) -> Option<Bio> {
        Bio::file(path, if binary { c"rb" } else { c"r" })
    }

    /// Opens a file for writing; it is empty then.
    pub fn create(path: &[u8], binary: bool) -> Option<Bio> {
        Bio::file(path, if binary { c"wb" } else { c"w" })
    }

    fn file(path: &[u8], mode: &CStr) -> Option<Bio> {
        let path = c_string(path);
        // SAFETY: both are C strings that outlive the call.
        NonNull::new(unsafe { ffi::BIO_new_file(path.as_ptr(), mode.as_ptr()) }).map(Bio)
    }

    /// Takes over what the library made.
    ///
    /// # Safety
    ///
    /// `bio` is null, or open and nobody else's.
    pub(crate) unsafe fn from_raw(bio: *mut BIO) -> Option<Bio> {
        NonNull::new(bio).map(Bio)
    }

    pub(crate) fn as_ptr(&self) -> *mut BIO {
        self.0.as_ptr()
    }

    /// Appends; false: not all of it was taken.
    pub fn write(&self, bytes: &[u8]) -> bool {
        bytes.chunks(1 << 30).all(|piece| {
            // SAFETY: the thing is open, the slice is as long as is said.
            let written = unsafe { openssl_sys::BIO_write(self.as_ptr(), piece.as_ptr().cast(), piece.len() as i32) };
            written == piece.len() as i32
        })
    }

    /// What is left to read.
    pub fn rest(&self) -> Vec<u8> {
        let mut all = Vec::new();
        let mut piece = [0u8; 4096];
        loop {
            // SAFETY: the thing is open, the buffer is as long as is said.
            let read = unsafe { openssl_sys::BIO_read(self.as_ptr(), piece.as_mut_ptr().cast(), piece.len() as i32) };
            match usize::try_from(read) {
                Ok(read) if read > 0 => all.extend_from_slice(&piece[..read.min(piece.len())]),
                _ => return all,
            }
        }
    }

    /// Back to the start; false: that failed.
    pub fn reset(&self) -> bool {
        const RESET: i32 = 1;
        // SAFETY: the thing is open; the command takes no arguments.
        unsafe { openssl_sys::BIO_ctrl(self.as_ptr(), RESET, 0, std::ptr::null_mut()) == 0 }
    }
}

impl Drop for Bio {
    fn drop(&mut self) {
        // SAFETY: the thing is open, and is not used after this.
        unsafe { openssl_sys::BIO_free_all(self.as_ptr()) };
    }
}

/// What `write` writes; `None` if it says that it failed.
pub(crate) fn written(write: impl FnOnce(*mut BIO) -> bool) -> Option<Vec<u8>> {
    let bio = Bio::memory()?;
    write(bio.as_ptr()).then(|| bio.rest())
}
