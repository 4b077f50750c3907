//! Taking characters off the ends.

use crate::prelude::*;

const WHITESPACE: &[u8] = b" \n\r\t\x0b\0";

/// `trim()`
pub(crate) fn trim(cx: &mut Cx, string: &PhpStr, characters: &PhpStr) -> PhpResult<PhpStr> {
    trimmed(cx, string, characters, true, true)
}

/// `ltrim()`
pub(crate) fn ltrim(cx: &mut Cx, string: &PhpStr, characters: &PhpStr) -> PhpResult<PhpStr> {
    trimmed(cx, string, characters, true, false)
}

/// `rtrim()`
pub(crate) fn rtrim(cx: &mut Cx, string: &PhpStr, characters: &PhpStr) -> PhpResult<PhpStr> {
    trimmed(cx, string, characters, false, true)
}

fn trimmed(cx: &mut Cx, string: &PhpStr, characters: &PhpStr, left: bool, right: bool) -> PhpResult<PhpStr> {
    Ok(match characters.as_bytes() {
        WHITESPACE => cut(string, left, right, |b| matches!(b, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0)),
        [one] => cut(string, left, right, |b| b == *one),
        _ => {
            let mask = char_mask(cx, characters)?;
            cut(string, left, right, |b| mask[b as usize])
        }
    })
}

#[inline]
fn cut(string: &PhpStr, left: bool, right: bool, hit: impl Fn(u8) -> bool) -> PhpStr {
    let bytes = string.as_bytes();
    let mut start = 0;
    let mut end = bytes.len();
    if left {
        while start < end && hit(bytes[start]) {
            start += 1;
        }
    }
    if right {
        while end > start && hit(bytes[end - 1]) {
            end -= 1;
        }
    }
    string.slice(start..end)
}

/// A set of bytes.
pub(crate) type Mask = [bool; 256];

/// The set that a character list with `..` ranges means; bad ranges warn and stand for their characters.
pub(crate) fn char_mask(cx: &mut Cx, list: &[u8]) -> PhpResult<Mask> {
    let mut mask = [false; 256];
    let mut at = 0;
    while at < list.len() {
        let c = list[at];
        match list.get(at + 1..) {
            Some([b'.', b'.', last, ..]) if *last >= c => {
                mask[c as usize..=*last as usize].fill(true);
                at += 3;
            }
            Some([b'.', rest @ ..]) if c == b'.' => {
                let text = match (at.checked_sub(1).map(|i| list[i]), rest.first()) {
                    (None, _) => "Invalid '..'-range, no character to the left of '..'",
                    (_, None) => "Invalid '..'-range, no character to the right of '..'",
                    (Some(first), Some(last)) if first > *last => "Invalid '..'-range, '..'-range needs to be incrementing",
                    _ => "Invalid '..'-range",
                };
                cx.warn(text)?;
            }
            _ => mask[c as usize] = true,
        }
        at += 1;
    }
    Ok(mask)
}
