//! Bytes as text, padding, comparison: all in time that depends on lengths alone.

use std::ffi::{CString, c_char};
use std::ptr;

use libsodium_sys as ffi;

use crate::{Done, Failed, done, fits};

/// Characters that are passed over; those after a NUL byte are not seen.
fn ignored(characters: Option<&[u8]>) -> Option<CString> {
    let characters = characters?;
    let end = characters.iter().position(|byte| *byte == 0).unwrap_or(characters.len());
    CString::new(&characters[..end]).ok()
}

fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(ptr::null(), |text| text.as_ptr())
}

/// Two digits for each byte; `out` is twice as long.
pub fn hex_encode(out: &mut [u8], bytes: &[u8]) -> Done {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    fits(bytes.len().checked_mul(2) == Some(out.len()))?;
    for (pair, byte) in out.chunks_exact_mut(2).zip(bytes) {
        // Arithmetic instead of a table keeps the bytes out of addresses.
        let digit = |n: u8| n + b'0' + (((9i32 - i32::from(n)) >> 31) as u8 & (DIGITS[10] - b'0' - 10));
        pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
    }
    Ok(())
}

/// The bytes of digits, and how many they are. All of the text must be digits or ignored.
pub fn hex_decode(out: &mut [u8], text: &[u8], ignore: Option<&[u8]>) -> Result<usize, Failed> {
    fits(true)?;
    let ignore = ignored(ignore);
    let (mut length, mut end) = (0, ptr::null());
    let from: *const c_char = text.as_ptr().cast();
    let (to, room) = (out.as_mut_ptr(), out.len());
    // SAFETY: the slices are as long as is said; what is ignored is null or ends with a NUL byte; the results are places of their types.
    done(unsafe { ffi::sodium_hex2bin(to, room, from, text.len(), pointer(&ignore), &mut length, &mut end) })?;
    whole(text, end)?;
    Ok(length)
}

/// Did the library read all of the text?
fn whole(text: &[u8], end: *const c_char) -> Done {
    if ptr::eq(end.cast(), text.as_ptr_range().end) { Ok(()) } else { Err(Failed) }
}

fn is_variant(variant: i32) -> bool {
    matches!(variant, 1 | 3 | 5 | 7)
}

/// The length of bytes as base64, without the NUL byte at its end.
pub fn base64_encoded_len(bytes: usize, variant: i32) -> usize {
    if !is_variant(variant) {
        return 0;
    }
    // SAFETY: the variant is one that the function knows.
    unsafe { ffi::sodium_base64_encoded_len(bytes, variant) }.saturating_sub(1)
}

/// `out` has the length that [`base64_encoded_len`] says, and one byte more, which becomes NUL.
pub fn base64_encode(out: &mut [u8], bytes: &[u8], variant: i32) -> Done {
    fits(is_variant(variant) && out.len() > base64_encoded_len(bytes.len(), variant))?;
    let (to, room) = (out.as_mut_ptr().cast(), out.len());
    // SAFETY: `out` has space for the text and its end, the bytes are as many as is said, the variant is known.
    unsafe { ffi::sodium_bin2base64(to, room, bytes.as_ptr(), bytes.len(), variant) };
    Ok(())
}

/// The bytes of base64, and how many they are. All of the text must belong to it or be ignored.
pub fn base64_decode(out: &mut [u8], text: &[u8], ignore: Option<&[u8]>, variant: i32) -> Result<usize, Failed> {
    fits(is_variant(variant))?;
    let ignore = ignored(ignore);
    let (mut length, mut end) = (0, ptr::null());
    let from: *const c_char = text.as_ptr().cast();
    let (to, room) = (out.as_mut_ptr(), out.len());
    // SAFETY: the slices are as long as is said; what is ignored is null or ends with a NUL byte; the results are places of their types.
    done(unsafe { ffi::sodium_base642bin(to, room, from, text.len(), pointer(&ignore), &mut length, &mut end, variant) })?;
    whole(text, end)?;
    Ok(length)
}

/// The length without padding.
pub fn unpad(bytes: &[u8], block: usize) -> Result<usize, Failed> {
    fits(block > 0 && bytes.len() >= block)?;
    let mut length = 0;
    // SAFETY: the bytes are as many as is said, and the block is not longer.
    done(unsafe { ffi::sodium_unpad(&mut length, bytes.as_ptr(), bytes.len(), block) })?;
    Ok(length)
}

/// Are the bytes the same? Both have one length.
pub fn same(a: &[u8], b: &[u8]) -> bool {
    // SAFETY: both slices have that many bytes.
    a.len() == b.len() && unsafe { ffi::sodium_memcmp(a.as_ptr().cast(), b.as_ptr().cast(), a.len()) } == 0
}

/// -1, 0 or 1 for numbers of the same length whose lowest bytes are first.
pub fn compare(a: &[u8], b: &[u8]) -> Result<i32, Failed> {
    fits(a.len() == b.len())?;
    // SAFETY: both slices have that many bytes.
    Ok(unsafe { ffi::sodium_compare(a.as_ptr(), b.as_ptr(), a.len()) })
}
