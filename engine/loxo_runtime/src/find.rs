//! Looks for bytes in bytes, as the string functions do.

use memchr::memmem;

/// Up to this length preparing a search costs more than it saves.
const SHORT: usize = 512;

/// First occurrence of `needle`; an empty one is found at once.
#[inline]
pub fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [one] => memchr::memchr(*one, haystack),
        _ if needle.len() > haystack.len() => None,
        _ if haystack.len() <= SHORT => find_in_short(haystack, needle),
        _ => find_in_long(haystack, needle),
    }
}

/// What is near the beginning is found before a search is prepared.
fn find_in_long(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.len() > SHORT / 2 {
        return memmem::find(haystack, needle);
    }
    let next = SHORT + 1 - needle.len();
    find_in_short(&haystack[..SHORT], needle).or_else(|| memmem::find(&haystack[next..], needle).map(|at| next + at))
}

/// First occurrence of a needle of at least two bytes that is no longer than the haystack.
fn find_in_short(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    // Where the needle may begin, and what its last byte would be there.
    let firsts = &haystack[..=haystack.len() - needle.len()];
    let lasts = &haystack[needle.len() - 1..];
    match firsts.len() {
        16.. => find_by_blocks(haystack, needle, firsts, lasts),
        8.. => find_by_words(haystack, needle, firsts, lasts),
        _ => {
            let [first, .., last] = needle else { return None };
            firsts
                .iter()
                .zip(lasts)
                .enumerate()
                .find(|(at, (a, b))| *a == first && *b == last && is_at(haystack, needle, *at))
                .map(|(at, _)| at)
        }
    }
}

/// The needle's bytes but for its first and last are there.
#[inline(always)]
fn is_at(haystack: &[u8], needle: &[u8], at: usize) -> bool {
    let inner = needle.get(1..needle.len() - 1).unwrap_or_default();
    // A call for a few bytes takes longer than they do.
    inner.iter().zip(&haystack[at + 1..]).all(|(a, b)| a == b)
}

/// The same by sixteen places at once.
#[inline(always)]
fn find_by_blocks(haystack: &[u8], needle: &[u8], firsts: &[u8], lasts: &[u8]) -> Option<usize> {
    const N: usize = 16;
    let [first, .., last] = needle else { return None };
    // No way out of the loop over the block, so that it becomes vector instructions.
    let any = |a: &[u8; N], b: &[u8; N]| a.iter().zip(b).fold(false, |any, (a, b)| any | ((*a == *first) & (*b == *last)));
    let blocks = firsts.as_chunks::<N>().0.iter().zip(lasts.as_chunks::<N>().0);
    for (block, (a, b)) in blocks.enumerate() {
        if any(a, b)
            && let Some(at) = find_in_block(haystack, needle, block * N, firsts, lasts)
        {
            return Some(at);
        }
    }
    if firsts.len().is_multiple_of(N) {
        return None;
    }
    // What is left over, with places before it that are known not to be it.
    let (a, b) = (firsts.last_chunk::<N>()?, lasts.last_chunk::<N>()?);
    if any(a, b) { find_in_block(haystack, needle, firsts.len() - N, firsts, lasts) } else { None }
}

/// The first of sixteen places where the needle is.
#[inline(never)]
fn find_in_block(haystack: &[u8], needle: &[u8], start: usize, firsts: &[u8], lasts: &[u8]) -> Option<usize> {
    [start, start + WORD].into_iter().find_map(|at| find_in_word(haystack, needle, at, firsts, lasts))
}

/// The same by eight places at once; what is left over with places before it that are known not to be it.
#[inline(always)]
fn find_by_words(haystack: &[u8], needle: &[u8], firsts: &[u8], lasts: &[u8]) -> Option<usize> {
    [0, firsts.len() - WORD].into_iter().find_map(|at| find_in_word(haystack, needle, at, firsts, lasts))
}

const WORD: usize = size_of::<u64>();

/// The first of eight places where the needle is.
#[inline(always)]
fn find_in_word(haystack: &[u8], needle: &[u8], start: usize, firsts: &[u8], lasts: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let [first, .., last] = needle else { return None };
    let word = |bytes: &[u8]| bytes.get(start..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
    let wrong = (word(firsts)? ^ (ONES * u64::from(*first))) | (word(lasts)? ^ (ONES * u64::from(*last)));
    // The top bit of each byte that is zero, and of some behind the first of them that are not.
    let mut places = wrong.wrapping_sub(ONES) & !wrong & (ONES << 7);
    while places != 0 {
        let place = places.trailing_zeros() / 8;
        if (wrong >> (8 * place)) as u8 == 0 && is_at(haystack, needle, start + place as usize) {
            return Some(start + place as usize);
        }
        places &= places - 1;
    }
    None
}

/// First occurrence, ASCII letters compared without case; an empty needle is found at once.
pub fn find_no_case(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let Some((first, rest)) = needle.split_first() else { return Some(0) };
    if needle.len() > haystack.len() {
        return None;
    }
    if haystack.len() > SHORT {
        return find(&haystack.to_ascii_lowercase(), &needle.to_ascii_lowercase());
    }
    let starts = &haystack[..=haystack.len() - needle.len()];
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, starts).find(|at| haystack[at + 1..at + needle.len()].eq_ignore_ascii_case(rest))
}

/// Last occurrence of `needle`; an empty one is found at the end.
#[inline]
pub fn rfind(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(haystack.len()),
        [one] => memchr::memrchr(*one, haystack),
        _ if needle.len() > haystack.len() => None,
        [first, rest @ ..] if haystack.len() <= SHORT => {
            let starts = &haystack[..=haystack.len() - needle.len()];
            memchr::memrchr_iter(*first, starts).find(|at| &haystack[at + 1..at + needle.len()] == rest)
        }
        _ => memmem::rfind(haystack, needle),
    }
}

#[cfg(test)]
mod tests {
    use super::{find, rfind};

    /// Haystacks around the sizes of blocks, with needles at every place.
    #[test]
    fn needles_are_found_wherever_they_are() {
        for length in (0..70).chain(505..530) {
            for needle in [&b"xy"[..], b"xay", b"xaaay", b"xaaaaaaaaaaaaaaaaaay"] {
                for at in 0..=length {
                    let mut haystack = vec![b'a'; length];
                    let place = at.min(length.saturating_sub(needle.len()));
                    if needle.len() <= length {
                        haystack[place..place + needle.len()].copy_from_slice(needle);
                    }
                    let expected = (needle.len() <= length).then_some(place);
                    assert_eq!((find(&haystack, needle), rfind(&haystack, needle)), (expected, expected), "{needle:?} at {at} of {length}");
                    // Its beginning alone is not it.
                    haystack.push(needle[0]);
                    assert_eq!(find(&haystack, needle), expected, "{needle:?} at {at} of {length}, and its first byte");
                }
            }
        }
    }
}
