//! Where a string is in another.

use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr, Thrown};

use crate::case::folded;
use crate::codec;
use crate::encoding::Encoding;
use crate::settings::{encoding, illegal};
use crate::strings::{count_utf8, is_utf8, substring};

/// Why there is no position.
enum Miss {
    Offset,
    NotFound,
}

/// The string in UTF-8; what is wrong becomes a byte that is never in UTF-8, so that it is not found by chance.
fn as_utf8(bytes: &[u8], encoding: &Encoding) -> Vec<u8> {
    if encoding.is_utf8() { bytes.to_vec() } else { marked_utf8(&codec::decode(encoding.codec, bytes)) }
}

pub(crate) fn marked_utf8(codes: &[u32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(codes.len());
    for cp in codes {
        match char::from_u32(*cp) {
            Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => out.push(0xff),
        }
    }
    out
}

fn lead(byte: u8) -> usize {
    match byte {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    }
}

/// The place in UTF-8 of a number of characters from the beginning or the end.
fn place(bytes: &[u8], offset: i64) -> Option<usize> {
    if offset < 0 {
        let mut at = bytes.len();
        for _ in 0..offset.unsigned_abs() {
            at = bytes[..at].iter().rposition(|byte| *byte as i8 >= -64)?;
        }
        return Some(at);
    }
    let mut at = 0;
    for _ in 0..offset {
        at += lead(*bytes.get(at)?);
    }
    Some(at.min(bytes.len()))
}

fn find(haystack: &[u8], needle: &[u8], offset: i64, reverse: bool) -> Result<usize, Miss> {
    let start = place(haystack, offset).ok_or(Miss::Offset)?;
    if haystack.len() < needle.len() {
        return Err(Miss::NotFound);
    }
    let found = if !reverse {
        loxo_runtime::find::find(&haystack[start..], needle).map(|at| start + at)
    } else if offset >= 0 {
        loxo_runtime::find::rfind(&haystack[start..], needle).map(|at| start + at)
    } else {
        // The match may begin at the offset.
        let mut end = start;
        for _ in 0..count_utf8(needle) {
            match haystack.get(end) {
                Some(byte) => end += lead(*byte),
                None => break,
            }
        }
        loxo_runtime::find::rfind(&haystack[..end.min(haystack.len())], needle)
    };
    found.map(|at| count_utf8(&haystack[..at])).ok_or(Miss::NotFound)
}

fn search(haystack: &PhpStr, needle: &PhpStr, offset: i64, reverse: bool, fold: bool, encoding: &Encoding) -> Result<usize, Miss> {
    if fold {
        return find(&folded(haystack, encoding), &folded(needle, encoding), offset, reverse);
    }
    if encoding.is_utf8() {
        return find(haystack, needle, offset, reverse);
    }
    find(&as_utf8(haystack, encoding), &as_utf8(needle, encoding), offset, reverse)
}

fn position(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    offset: i64,
    name: Option<&PhpStr>,
    reverse: bool,
    fold: bool,
) -> PhpResult<OrFalse<i64>> {
    let encoding = encoding(cx, name, 4)?;
    match search(haystack, needle, offset, reverse, fold, encoding) {
        Ok(at) => Ok((at as i64).into()),
        Err(Miss::NotFound) => Ok(OrFalse::FALSE),
        Err(Miss::Offset) => Err(cx.argument_value_error(3, "must be contained in argument #1 ($haystack)")),
    }
}

/// `mb_strpos()`
pub(crate) fn mb_strpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, name: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, name, false, false)
}

/// `mb_strrpos()`
pub(crate) fn mb_strrpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, name: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, name, true, false)
}

/// `mb_stripos()`
pub(crate) fn mb_stripos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, name: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, name, false, true)
}

/// `mb_strripos()`
pub(crate) fn mb_strripos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, name: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    position(cx, haystack, needle, offset, name, true, true)
}

fn part(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    before: bool,
    name: Option<&PhpStr>,
    reverse: bool,
    fold: bool,
) -> PhpResult<OrFalse<PhpStr>> {
    let encoding = encoding(cx, name, 4)?;
    let illegal = illegal(cx);
    Ok(match search(haystack, needle, 0, reverse, fold, encoding) {
        Ok(at) if before => substring(haystack, 0, at, encoding, illegal).into(),
        Ok(at) => substring(haystack, at, usize::MAX, encoding, illegal).into(),
        Err(_) => OrFalse::FALSE,
    })
}

/// `mb_strstr()`
pub(crate) fn mb_strstr(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    before: bool,
    name: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpStr>> {
    part(cx, haystack, needle, before, name, false, false)
}

/// `mb_strrchr()`
pub(crate) fn mb_strrchr(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    before: bool,
    name: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpStr>> {
    part(cx, haystack, needle, before, name, true, false)
}

/// `mb_stristr()`
pub(crate) fn mb_stristr(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    before: bool,
    name: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpStr>> {
    part(cx, haystack, needle, before, name, false, true)
}

/// `mb_strrichr()`
pub(crate) fn mb_strrichr(
    cx: &mut Cx,
    haystack: &PhpStr,
    needle: &PhpStr,
    before: bool,
    name: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpStr>> {
    part(cx, haystack, needle, before, name, true, true)
}

fn empty_needle(cx: &mut Cx) -> Thrown {
    cx.argument_value_error(2, "must not be empty")
}

fn count(haystack: &[u8], needle: &[u8]) -> i64 {
    let count = match needle {
        [one] => memchr::memchr_iter(*one, haystack).count(),
        _ => memchr::memmem::find_iter(haystack, needle).count(),
    };
    count as i64
}

/// `mb_substr_count()`
pub(crate) fn mb_substr_count(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, name: Option<&PhpStr>) -> PhpResult<i64> {
    if needle.is_empty() {
        return Err(empty_needle(cx));
    }
    let encoding = encoding(cx, name, 3)?;
    if encoding.is_utf8() && is_utf8(haystack) && is_utf8(needle) {
        return Ok(count(haystack, needle));
    }
    let convert = |string: &PhpStr| {
        let valid = encoding.is_utf8() && is_utf8(string);
        if valid { string.to_vec() } else { marked_utf8(&codec::decode(encoding.codec, string)) }
    };
    let (haystack, needle) = (convert(haystack), convert(needle));
    if needle.is_empty() {
        return Err(empty_needle(cx));
    }
    Ok(count(&haystack, &needle))
}
