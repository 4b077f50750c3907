//! BLOBs that are read and written in place.

use std::ffi::c_int;
use std::rc::Rc;

use libsqlite3_sys as ffi;

use super::{Handle, status};

/// An open BLOB of a row. Its size never changes.
pub struct Blob {
    raw: *mut ffi::sqlite3_blob,
    size: usize,
    _database: Rc<Handle>,
}

impl Drop for Blob {
    fn drop(&mut self) {
        // SAFETY: opened by `sqlite3_blob_open`, closed here alone.
        unsafe { ffi::sqlite3_blob_close(self.raw) };
    }
}

impl Blob {
    pub(crate) fn new(raw: *mut ffi::sqlite3_blob, database: Rc<Handle>) -> Blob {
        // SAFETY: just opened.
        let size = usize::try_from(unsafe { ffi::sqlite3_blob_bytes(raw) }).unwrap_or(0);
        Blob { raw, size, _database: database }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// Fills the buffer from a place; the library refuses what lies behind the end.
    pub fn read(&self, at: usize, buffer: &mut [u8]) -> bool {
        let (Ok(at), Ok(length)) = (c_int::try_from(at), c_int::try_from(buffer.len())) else { return false };
        // SAFETY: open; the buffer has `length` bytes.
        unsafe { ffi::sqlite3_blob_read(self.raw, buffer.as_mut_ptr().cast(), length, at) == status::OK }
    }

    /// Writes at a place; the library refuses what does not fit.
    pub fn write(&self, at: usize, data: &[u8]) -> bool {
        let (Ok(at), Ok(length)) = (c_int::try_from(at), c_int::try_from(data.len())) else { return false };
        // SAFETY: open; the data has `length` bytes.
        unsafe { ffi::sqlite3_blob_write(self.raw, data.as_ptr().cast(), length, at) == status::OK }
    }
}
