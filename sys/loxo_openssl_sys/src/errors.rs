//! The library's queue of errors, which every thread has one of.

use std::ffi::c_ulong;

use crate::ffi;

/// Takes the oldest error out; `None`: there is none.
pub fn take() -> Option<u64> {
    // SAFETY: the function has no conditions.
    let code = unsafe { openssl_sys::ERR_get_error() };
    (code != 0).then_some(code as u64)
}

/// Forgets all of them.
pub fn clear() {
    while take().is_some() {}
}

/// `error:0480006C:PEM routines::no start line`
pub fn text(code: u64) -> String {
    let mut buffer = [0u8; 256];
    // SAFETY: the buffer is as long as is said; the library ends the text with NUL.
    unsafe { ffi::ERR_error_string_n(code as c_ulong, buffer.as_mut_ptr().cast(), buffer.len()) };
    let end = buffer.iter().position(|byte| *byte == 0).unwrap_or(buffer.len());
    String::from_utf8_lossy(&buffer[..end]).into_owned()
}

/// Runs something whose errors do not count.
pub fn ignoring<T>(work: impl FnOnce() -> T) -> T {
    let mut before = Vec::new();
    while let Some(error) = openssl::error::Error::get() {
        before.push(error);
    }
    let result = work();
    clear();
    before.iter().for_each(openssl::error::Error::put);
    result
}
