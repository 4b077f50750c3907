//! Finding strings in strings.

use memchr::memmem;

use crate::prelude::*;
pub(crate) use loxo_runtime::find::{find, find_no_case, rfind};

const OUTSIDE: &str = "must be contained in argument #1 ($haystack)";

/// A position as functions return it.
fn found(position: Option<usize>) -> Value {
    position.map_or(Value::FALSE, Value::from)
}

/// A non-negative start, counting from the end for negative `offset`.
fn start_of(cx: &mut Cx, len: usize, offset: i64) -> PhpResult<usize> {
    let start = if offset < 0 { offset.saturating_add(len as i64) } else { offset };
    match usize::try_from(start) {
        Ok(start) if start <= len => Ok(start),
        _ => Err(cx.argument_value_error(3, OUTSIDE)),
    }
}

/// `strpos()`
pub(crate) fn strpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<Value> {
    let start = start_of(cx, haystack.len(), offset)?;
    Ok(found(find(&haystack[start..], needle).map(|at| at + start)))
}

/// `stripos()`
pub(crate) fn stripos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<Value> {
    let start = start_of(cx, haystack.len(), offset)?;
    Ok(found(find_no_case(&haystack[start..], needle).map(|at| at + start)))
}

/// The part of the haystack in which the last occurrence is looked for: a negative offset bounds where it may start, from the end.
fn reverse_window(cx: &mut Cx, len: usize, needle: usize, offset: i64) -> PhpResult<(usize, usize)> {
    if offset >= 0 {
        return match usize::try_from(offset) {
            Ok(start) if start <= len => Ok((start, len)),
            _ => Err(cx.argument_value_error(3, OUTSIDE)),
        };
    }
    match usize::try_from(offset.unsigned_abs()) {
        Ok(back) if back <= len && offset != i64::MIN => {
            let end = if back < needle { len } else { len - back + needle };
            Ok((0, end))
        }
        _ => Err(cx.argument_value_error(3, OUTSIDE)),
    }
}

/// `strrpos()`
pub(crate) fn strrpos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<Value> {
    let (start, end) = reverse_window(cx, haystack.len(), needle.len(), offset)?;
    Ok(found(rfind(&haystack[start..end], needle).map(|at| at + start)))
}

/// `strripos()`
pub(crate) fn strripos(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64) -> PhpResult<Value> {
    let (start, end) = reverse_window(cx, haystack.len(), needle.len(), offset)?;
    let lower = haystack[start..end].to_ascii_lowercase();
    Ok(found(rfind(&lower, &needle.to_ascii_lowercase()).map(|at| at + start)))
}

fn around(haystack: &PhpStr, at: Option<usize>, before: bool) -> Value {
    match at {
        Some(at) if before => haystack.slice(0..at).into(),
        Some(at) => haystack.slice(at..haystack.len()).into(),
        None => Value::FALSE,
    }
}

/// `strstr()`
pub(crate) fn strstr(_cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, before_needle: bool) -> PhpResult<Value> {
    Ok(around(haystack, find(haystack, needle), before_needle))
}

/// `stristr()`
pub(crate) fn stristr(_cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, before_needle: bool) -> PhpResult<Value> {
    Ok(around(haystack, find_no_case(haystack, needle), before_needle))
}

/// `strrchr()`: looks for the first byte of `needle` only.
pub(crate) fn strrchr(_cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, before_needle: bool) -> PhpResult<Value> {
    let byte = needle.first().copied().unwrap_or(0);
    Ok(around(haystack, memchr::memrchr(byte, haystack), before_needle))
}

/// `strpbrk()`
pub(crate) fn strpbrk(cx: &mut Cx, string: &PhpStr, characters: &PhpStr) -> PhpResult<Value> {
    if characters.is_empty() {
        return Err(cx.argument_value_error(2, "must be a non-empty string"));
    }
    let set = byte_set(characters);
    Ok(around(string, string.iter().position(|b| set[*b as usize]), false))
}

/// `str_contains()`
pub(crate) fn str_contains(_cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr) -> PhpResult<bool> {
    Ok(find(haystack, needle).is_some())
}

/// `str_starts_with()`
pub(crate) fn str_starts_with(_cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr) -> PhpResult<bool> {
    Ok(haystack.starts_with(needle))
}

/// `str_ends_with()`
pub(crate) fn str_ends_with(_cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr) -> PhpResult<bool> {
    Ok(haystack.ends_with(needle))
}

/// `substr_count()`
pub(crate) fn substr_count(cx: &mut Cx, haystack: &PhpStr, needle: &PhpStr, offset: i64, length: Option<i64>) -> PhpResult<i64> {
    if needle.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let start = start_of(cx, haystack.len(), offset)?;
    let rest = &haystack[start..];
    let window = match length {
        None => rest,
        Some(length) => {
            let length = if length < 0 { length.saturating_add(rest.len() as i64) } else { length };
            match usize::try_from(length) {
                Ok(length) if length <= rest.len() => &rest[..length],
                _ => return Err(cx.argument_value_error(4, OUTSIDE)),
            }
        }
    };
    Ok(match needle.as_bytes() {
        [one] => memchr::memchr_iter(*one, window).count() as i64,
        needle => memmem::find_iter(window, needle).count() as i64,
    })
}

/// Which bytes occur in a string.
pub(crate) fn byte_set(bytes: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    for b in bytes {
        set[*b as usize] = true;
    }
    set
}

/// `strspn()`
pub(crate) fn strspn(_cx: &mut Cx, string: &PhpStr, characters: &PhpStr, offset: i64, length: Option<i64>) -> PhpResult<i64> {
    let set = byte_set(characters);
    let part = window(string, offset, length);
    Ok(part.iter().position(|b| !set[*b as usize]).unwrap_or(part.len()) as i64)
}

/// `strcspn()`
pub(crate) fn strcspn(_cx: &mut Cx, string: &PhpStr, characters: &PhpStr, offset: i64, length: Option<i64>) -> PhpResult<i64> {
    let set = byte_set(characters);
    let part = window(string, offset, length);
    Ok(part.iter().position(|b| set[*b as usize]).unwrap_or(part.len()) as i64)
}

/// The bytes that `substr()` would cut out.
pub(crate) fn window(string: &[u8], offset: i64, length: Option<i64>) -> &[u8] {
    let (start, end) = bounds(string.len(), offset, length);
    &string[start..end]
}

/// Start and end of what offset and length mean for `len` bytes: both may count from the end, and nothing is out of range.
#[inline]
pub(crate) fn bounds(len: usize, offset: i64, length: Option<i64>) -> (usize, usize) {
    let len = len as i64;
    let start = if offset < 0 { offset.saturating_add(len).max(0) } else { offset.min(len) };
    let left = len - start;
    let count = match length {
        None => left,
        Some(n) if n < 0 => left.saturating_add(n).max(0),
        Some(n) => n.min(left),
    };
    (start as usize, (start + count) as usize)
}
