//! libcurl, behind an interface that is safe to call.
//!
//! Modules: `easy` (a transfer), `multi` (several), `share` (what they have together), `form` (what is posted), `events` (what a transfer tells
//! while it runs), `options` (which option takes what), `ffi`. libcurl keeps pointers to some of what it is given: the handle that was given
//! it owns it. It uses the OpenSSL and the zlib that the rest of the program does.

mod easy;
mod events;
mod ffi;
mod form;
mod multi;
pub mod options;
mod share;

use std::ffi::{CStr, c_char, c_int};
use std::sync::Once;

// The TLS library that libcurl is linked with.
use openssl_sys as _;

pub use easy::{Easy, Hook, OK};
pub use events::{Events, READ_ABORT};
pub use form::{Content, Form, Part};
pub use multi::{Message, Multi};
pub use share::Share;

fn start() {
    static START: Once = Once::new();
    // SAFETY: once, before anything else of libcurl; 3 is `CURL_GLOBAL_ALL`.
    START.call_once(|| unsafe {
        curl_sys::curl_global_init(3);
    });
}

/// # Safety
/// `text` is null or a C string that lives for ever.
unsafe fn fixed(text: *const c_char) -> Option<&'static str> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

/// What a status of a transfer means.
pub fn easy_text(code: i32) -> &'static str {
    // SAFETY: any number has a text, which is a literal.
    unsafe { fixed(curl_sys::curl_easy_strerror(code as curl_sys::CURLcode)) }.unwrap_or("")
}

/// What a status of a stack means.
pub fn multi_text(code: i32) -> &'static str {
    // SAFETY: as above.
    unsafe { fixed(curl_sys::curl_multi_strerror(code)) }.unwrap_or("")
}

/// What a status of a share means.
pub fn share_text(code: i32) -> &'static str {
    // SAFETY: as above.
    unsafe { fixed(curl_sys::curl_share_strerror(code as curl_sys::CURLSHcode)) }.unwrap_or("")
}

/// Text for a URL.
pub fn escape(text: &[u8]) -> Option<Vec<u8>> {
    let len = c_int::try_from(text.len()).ok().filter(|len| *len > 0)?;
    // SAFETY: as many bytes as it says; a handle is not needed.
    unsafe {
        let out = curl_sys::curl_easy_escape(std::ptr::null_mut(), text.as_ptr().cast(), len);
        if out.is_null() {
            return None;
        }
        let copy = CStr::from_ptr(out).to_bytes().to_vec();
        curl_sys::curl_free(out.cast());
        Some(copy)
    }
}

/// Text of a URL.
pub fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let len = c_int::try_from(text.len()).ok().filter(|len| *len > 0)?;
    let mut size: c_int = 0;
    // SAFETY: as many bytes as it says, and as many come back.
    unsafe {
        let out = curl_sys::curl_easy_unescape(std::ptr::null_mut(), text.as_ptr().cast(), len, &raw mut size);
        if out.is_null() {
            return None;
        }
        let copy = std::slice::from_raw_parts(out.cast::<u8>(), usize::try_from(size).unwrap_or(0)).to_vec();
        curl_sys::curl_free(out.cast());
        Some(copy)
    }
}

/// What libcurl is.
pub struct Version {
    pub age: i64,
    pub text: &'static str,
    pub number: i64,
    pub host: &'static str,
    pub features: i64,
    pub ssl: Option<&'static str>,
    pub zlib: Option<&'static str>,
    pub protocols: Vec<&'static str>,
}

/// `curl_version_info()`
pub fn version() -> Version {
    start();
    // SAFETY: the answer is static, and so are its texts; the list of protocols ends with a null pointer. An age of 3 is the oldest that
    // the fields below are of.
    unsafe {
        let info = &*curl_sys::curl_version_info(3);
        let mut protocols = Vec::new();
        let mut at = info.protocols;
        while let Some(name) = fixed(*at) {
            protocols.push(name);
            at = at.add(1);
        }
        Version {
            age: i64::from(info.age),
            text: fixed(info.version).unwrap_or(""),
            number: i64::from(info.version_num),
            host: fixed(info.host).unwrap_or(""),
            features: i64::from(info.features),
            ssl: fixed(info.ssl_version),
            zlib: fixed(info.libz_version),
            protocols,
        }
    }
}
