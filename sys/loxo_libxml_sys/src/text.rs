//! Texts on their way in and out.

use std::ffi::{CStr, CString, c_char};

use crate::raw::{XmlStr, xmlFree};

/// A text for libxml2, which takes it to end at the first NUL byte.
pub(crate) fn c_text(text: &[u8]) -> CString {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

pub(crate) fn ptr(text: &CString) -> XmlStr {
    text.as_ptr().cast()
}

/// The pointer, or null.
pub(crate) fn opt_ptr(text: Option<&CString>) -> XmlStr {
    text.map_or(std::ptr::null(), ptr)
}

/// What libxml2 keeps; nothing of null.
///
/// # Safety
/// `text` is null or a string that ends in a NUL byte and stays for as long as the result is used.
pub(crate) unsafe fn bytes_of<'a>(text: XmlStr) -> &'a [u8] {
    // SAFETY: by the contract.
    if text.is_null() { &[] } else { unsafe { CStr::from_ptr(text.cast::<c_char>()) }.to_bytes() }
}

/// A copy of what libxml2 keeps.
///
/// # Safety
/// `text` is null or a string that ends in a NUL byte.
pub(crate) unsafe fn copied(text: XmlStr) -> Option<Vec<u8>> {
    // SAFETY: by the contract.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text.cast::<c_char>()) }.to_bytes().to_vec())
}

/// A copy of what libxml2 gives away; its own is freed.
///
/// # Safety
/// `text` is null or a string that ends in a NUL byte, allocated by libxml2 and owned by the caller.
pub(crate) unsafe fn owned(text: *mut u8) -> Option<Vec<u8>> {
    // SAFETY: by the contract.
    unsafe {
        let copy = copied(text);
        if !text.is_null() {
            xmlFree(text.cast());
        }
        copy
    }
}

/// Does a string of libxml2's equal this text? Null equals none.
///
/// # Safety
/// As [`copied`].
pub(crate) unsafe fn equals(text: XmlStr, other: Option<&[u8]>) -> bool {
    // SAFETY: by the contract.
    match (text.is_null(), other) {
        (true, other) => other.is_none(),
        (false, None) => false,
        // SAFETY: by the contract.
        (false, Some(other)) => unsafe { CStr::from_ptr(text.cast::<c_char>()) }.to_bytes() == other,
    }
}
