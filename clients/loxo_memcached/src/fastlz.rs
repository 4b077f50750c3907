//! FastLZ, by which values are compressed. What is written is of its first level; both levels are read.

const LONGEST_MATCH: usize = 264;
const LONGEST_LITERAL: usize = 32;
const FARTHEST: usize = 8192;
const FARTHEST_SECOND: usize = 8191;
const HASH_BITS: u32 = 13;

fn hash(bytes: [u8; 3]) -> usize {
    let [a, b, c] = bytes.map(u32::from);
    ((a | b << 8 | c << 16).wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}

fn put_literals(out: &mut Vec<u8>, literals: &[u8]) {
    for run in literals.chunks(LONGEST_LITERAL) {
        // A run has at most 32 bytes.
        out.push((run.len() - 1) as u8);
        out.extend_from_slice(run);
    }
}

/// Compresses. Empty input gives nothing.
pub fn compress(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(input.len() / 2);
    // Positions, one more than they are; 0 is none.
    let mut seen = vec![0usize; 1 << HASH_BITS];
    let three = |at: usize| input.get(at..).and_then(|rest| rest.first_chunk::<3>().copied());
    let (mut at, mut literals) = (0, 0);
    while let Some(bytes) = three(at) {
        let slot = hash(bytes);
        let before = seen.get(slot).copied().unwrap_or(0);
        if let Some(place) = seen.get_mut(slot) {
            *place = at + 1;
        }
        let candidate = before.checked_sub(1).filter(|from| at - from <= FARTHEST && three(*from) == Some(bytes));
        let Some(from) = candidate else {
            at += 1;
            continue;
        };
        let ahead = input.iter().skip(at).zip(input.iter().skip(from)).take(LONGEST_MATCH);
        let length = ahead.take_while(|(a, b)| a == b).count();
        put_literals(&mut out, input.get(literals..at).unwrap_or_default());
        let (distance, code) = (at - from - 1, length - 2);
        if code < 7 {
            out.extend([(code << 5 | distance >> 8) as u8, distance as u8]);
        } else {
            out.extend([(7 << 5 | distance >> 8) as u8, (code - 7) as u8, distance as u8]);
        }
        at += length;
        literals = at;
    }
    put_literals(&mut out, input.get(literals..).unwrap_or_default());
    out
}

/// Decompresses to exactly so many bytes.
pub fn decompress(input: &[u8], length: usize) -> Option<Vec<u8>> {
    let second = match input.first()? >> 5 {
        0 => false,
        1 => true,
        _ => return None,
    };
    let mut out: Vec<u8> = Vec::with_capacity(length);
    let mut bytes = input.iter().map(|byte| usize::from(*byte));
    let mut control = bytes.next()? & 31;
    loop {
        if control < 32 {
            for _ in 0..=control {
                out.push(bytes.next()? as u8);
            }
        } else {
            let (mut count, mut distance) = (control >> 5, (control & 31) << 8);
            if count == 7 {
                loop {
                    let more = bytes.next()?;
                    count += more;
                    if !second || more != 255 || count > length {
                        break;
                    }
                }
            }
            let low = bytes.next()?;
            if second && low == 255 && distance == 31 << 8 {
                distance = (bytes.next()? << 8) + bytes.next()? + FARTHEST_SECOND;
            } else {
                distance += low;
            }
            let from = out.len().checked_sub(distance + 1)?;
            for at in from..from + count + 2 {
                // Matches may overlap what they make.
                let byte = *out.get(at)?;
                out.push(byte);
                if out.len() > length {
                    return None;
                }
            }
        }
        if out.len() > length {
            return None;
        }
        match bytes.next() {
            Some(next) => control = next,
            None => break,
        }
    }
    (out.len() == length).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let long: Vec<u8> = (0..70_000u32).map(|n| (n / 7 % 251) as u8).collect();
        for text in [&b"a"[..], b"abcabcabcabcabcabcabc", &[0; 5000], &long] {
            let packed = compress(text);
            assert_eq!(decompress(&packed, text.len()).as_deref(), Some(text));
            assert_eq!(decompress(&packed, text.len() + 1), None);
        }
        assert!(compress(&[0; 5000]).len() < 100);
    }

    #[test]
    fn garbage_is_refused() {
        assert_eq!(decompress(&[], 0), None);
        assert_eq!(decompress(&[0, b'a', 0xff, 0xff, 0xff], 300), None);
        assert_eq!(decompress(&[5, b'a'], 6), None);
    }
}
