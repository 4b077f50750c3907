//! The string functions that PHP counts among its core: length and comparison.

use loxo_runtime::{Cx, PhpResult, PhpStr};

/// `strlen()`
pub(crate) fn strlen(_: &mut Cx, string: &PhpStr) -> PhpResult<i64> {
    Ok(string.len() as i64)
}

/// `strcmp()`
pub(crate) fn strcmp(_: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(compare(string1, string2))
}

/// `strncmp()`
pub(crate) fn strncmp(cx: &mut Cx, string1: &PhpStr, string2: &PhpStr, length: i64) -> PhpResult<i64> {
    let length = checked_length(cx, length)?;
    Ok(compare(prefix(string1, length), prefix(string2, length)))
}

/// `strcasecmp()`
pub(crate) fn strcasecmp(_: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(compare_folded(string1, string2))
}

/// `strncasecmp()`
pub(crate) fn strncasecmp(cx: &mut Cx, string1: &PhpStr, string2: &PhpStr, length: i64) -> PhpResult<i64> {
    let length = checked_length(cx, length)?;
    Ok(compare_folded(prefix(string1, length), prefix(string2, length)))
}

fn checked_length(cx: &mut Cx, length: i64) -> PhpResult<usize> {
    usize::try_from(length).map_err(|_| cx.argument_value_error(3, "must be greater than or equal to 0"))
}

fn prefix(string: &[u8], length: usize) -> &[u8] {
    &string[..string.len().min(length)]
}

/// The difference of the first bytes that differ, as the C library's `memcmp` gives it; else -1, 0 or 1 by length.
fn compare(a: &[u8], b: &[u8]) -> i64 {
    difference(a, b, |b| b)
}

fn compare_folded(a: &[u8], b: &[u8]) -> i64 {
    difference(a, b, |b| b.to_ascii_lowercase())
}

#[inline(always)]
fn difference(a: &[u8], b: &[u8], fold: impl Fn(u8) -> u8) -> i64 {
    // Whole blocks are compared at once while they are the same.
    let (blocks_a, blocks_b) = (a.as_chunks::<16>().0, b.as_chunks::<16>().0);
    let same = blocks_a.iter().zip(blocks_b).take_while(|(a, b)| a.map(&fold) == b.map(&fold)).count() * 16;
    let folded = |(x, y): (&u8, &u8)| (fold(*x), fold(*y));
    match a[same..].iter().zip(&b[same..]).map(folded).find(|(x, y)| x != y) {
        Some((x, y)) => i64::from(x) - i64::from(y),
        None => a.len().cmp(&b.len()) as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::{compare, compare_folded};

    #[test]
    fn differences_are_of_bytes_or_of_lengths() {
        assert_eq!(compare(b"a", b"c"), -2);
        assert_eq!(compare(b"abc", b"a"), 1);
        assert_eq!(compare_folded(b"ABC", b"abX"), -21);
        assert_eq!(compare_folded(b"a", b"ABC"), -1);
    }
}
