//! LZF: literals and short references to what was there before.
//!
//! A byte below 32 says how many literals follow, less one. Others are references: three bits of length less two (seven: another byte is added), five
//! bits of distance, then eight more of it, less one.

const HASH_BITS: u32 = 14;
const MOST_LITERALS: usize = 32;
const FARTHEST: usize = 1 << 13;
const LONGEST: usize = 264;
const SHORTEST: usize = 3;

/// Packs bytes; `None`: it would not become shorter than `room`.
pub fn compress(input: &[u8], room: usize) -> Option<Vec<u8>> {
    let mut last = vec![usize::MAX; 1 << HASH_BITS];
    let mut out = Vec::with_capacity(room.min(input.len()));
    let mut literals = 0;
    let mut at = 0;
    while at < input.len() {
        let reference = find(input, at, &mut last);
        match reference {
            Some((distance, length)) => {
                flush(&mut out, input.get(literals..at)?);
                let (offset, extra) = (distance - 1, length - 2);
                let high = (offset >> 8) as u8;
                if extra < 7 {
                    out.push((extra as u8) << 5 | high);
                } else {
                    out.extend([7 << 5 | high, (extra - 7) as u8]);
                }
                out.push(offset as u8);
                for inner in at + 1..at + length {
                    remember(input, inner, &mut last);
                }
                at += length;
                literals = at;
            }
            None => at += 1,
        }
    }
    flush(&mut out, input.get(literals..)?);
    (!out.is_empty() && out.len() <= room).then_some(out)
}

fn hash(input: &[u8], at: usize) -> Option<usize> {
    let [a, b, c] = *input.get(at..at + SHORTEST)?.first_chunk::<3>()?;
    let key = u32::from(a) << 16 | u32::from(b) << 8 | u32::from(c);
    Some((key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize)
}

fn remember(input: &[u8], at: usize, last: &mut [usize]) {
    if let Some(place) = hash(input, at).and_then(|hash| last.get_mut(hash)) {
        *place = at;
    }
}

/// Distance and length of what was there before, if it is worth a reference.
fn find(input: &[u8], at: usize, last: &mut [usize]) -> Option<(usize, usize)> {
    let place = last.get_mut(hash(input, at)?)?;
    let before = std::mem::replace(place, at);
    let distance = at.checked_sub(before).filter(|distance| (1..=FARTHEST).contains(distance))?;
    let (old, new) = (input.get(before..)?, input.get(at..)?);
    let length = old.iter().zip(new).take(LONGEST).take_while(|(a, b)| a == b).count();
    (length >= SHORTEST).then_some((distance, length))
}

fn flush(out: &mut Vec<u8>, literals: &[u8]) {
    for piece in literals.chunks(MOST_LITERALS) {
        out.push((piece.len() - 1) as u8);
        out.extend_from_slice(piece);
    }
}

/// Unpacks bytes. `None`: they are not LZF's.
pub fn decompress(input: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(input.len().saturating_mul(2));
    let mut bytes = input.iter().copied();
    let mut taken = 0;
    while let Some(control) = bytes.next() {
        taken += 1;
        if usize::from(control) < MOST_LITERALS {
            let count = usize::from(control) + 1;
            out.extend_from_slice(input.get(taken..taken + count)?);
            taken += count;
            bytes = input.get(taken..)?.iter().copied();
            continue;
        }
        let mut length = usize::from(control >> 5);
        if length == 7 {
            length += usize::from(bytes.next()?);
            taken += 1;
        }
        let distance = (usize::from(control & 31) << 8 | usize::from(bytes.next()?)) + 1;
        taken += 1;
        let start = out.len().checked_sub(distance)?;
        // It may overlap what it writes.
        for at in start..start + length + 2 {
            out.push(*out.get(at)?);
        }
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::{compress, decompress};

    #[test]
    fn there_and_back() {
        let long: Vec<u8> = (0..5000u32).flat_map(|n| (n % 97).to_string().into_bytes()).collect();
        for text in [&b"a"[..], b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", b"abcabcabcabcabcabc0123456789", &long] {
            let packed = compress(text, text.len() + 128).expect("there is room");
            assert_eq!(decompress(&packed).as_deref(), Some(text));
        }
        assert!(compress(&long, long.len()).is_some_and(|packed| packed.len() < long.len() / 4));
    }

    #[test]
    fn rubbish_is_refused() {
        assert_eq!(decompress(b"\xff"), None);
        assert_eq!(decompress(b"\x20\x00"), None);
        assert_eq!(decompress(b"\x05ab"), None);
        assert_eq!(decompress(b""), None);
    }
}
