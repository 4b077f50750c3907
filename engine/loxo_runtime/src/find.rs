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
    let [first, inner @ .., last] = needle else { return None };
    let firsts = &haystack[..=haystack.len() - needle.len()];
    let lasts = &haystack[needle.len() - 1..];
    let ends = (*first, *last);
    let (firsts_by, lasts_by) = (firsts.as_chunks::<16>(), lasts.as_chunks::<16>());
    for (block, (a, b)) in firsts_by.0.iter().zip(lasts_by.0).enumerate() {
        if let Some(at) = find_in_block(haystack, block * 16, (a, b), ends, inner) {
            return Some(at);
        }
    }
    if firsts_by.1.is_empty() {
        return None;
    }
    // What is left over, with places before it that are known not to be it.
    match (firsts.last_chunk(), lasts.last_chunk()) {
        (Some(a), Some(b)) => find_in_block(haystack, firsts.len() - 16, (a, b), ends, inner),
        _ => (0..firsts.len()).find(|at| firsts[*at] == *first && lasts[*at] == *last && haystack[at + 1..].starts_with(inner)),
    }
}

/// Looks at sixteen places at once: where both the first and the last byte are right, the rest is worth a look.
#[inline(always)]
fn find_in_block(haystack: &[u8], start: usize, (a, b): (&[u8; 16], &[u8; 16]), (first, last): (u8, u8), inner: &[u8]) -> Option<usize> {
    let hits: [u8; 16] = std::array::from_fn(|i| if (a[i] == first) & (b[i] == last) { 0xff } else { 0 });
    let mut hits = u128::from_le_bytes(hits);
    while hits != 0 {
        let at = (hits.trailing_zeros() / 8) as usize;
        // A call for a few bytes takes longer than they do.
        if inner.iter().zip(&haystack[start + at + 1..]).all(|(a, b)| a == b) {
            return Some(start + at);
        }
        hits &= !(0xff << (at * 8));
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
