//! OpenSSL, safe to call, beyond what the `openssl` crate has: files and memory as one kind of thing to read from, keys made of parameters,
//! certificates as text, S/MIME, requests made by configuration files.
//!
//! The library is built from source and linked statically. Functions answer `None` or false when the library refuses; what it has to say
//! about it is in its queue ([`errors`]). It knows nothing of PHP.

pub mod bio;
pub mod cert;
pub mod cipher;
pub mod conf;
pub mod errors;
mod ffi;
pub mod key;
pub mod message;
pub mod names;
pub mod request;
pub mod spki;
pub mod store;

pub use openssl;

use openssl::pkey::{PKey, Private};

/// A key of a pair. It may lack its private part: the library then refuses what needs it.
pub type Key = PKey<Private>;

/// A result of the `openssl` crate, with its errors back in the library's queue.
pub fn keep<T>(result: Result<T, openssl::error::ErrorStack>) -> Option<T> {
    result.map_err(|errors| errors.put()).ok()
}

/// Text as a C string; what follows a NUL byte is cut off.
fn c_string(text: &[u8]) -> std::ffi::CString {
    std::ffi::CString::new(text.split(|byte| *byte == 0).next().unwrap_or_default()).unwrap_or_default()
}

/// The bytes of a C string that the library holds.
///
/// # Safety
///
/// `text` is null or ends with NUL, and lives until this returns.
unsafe fn bytes_of(text: *const std::ffi::c_char) -> Option<Vec<u8>> {
    // SAFETY: the caller's promise.
    (!text.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(text) }.to_bytes().to_vec())
}
