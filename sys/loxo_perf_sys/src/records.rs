//! The kernel's records of samples, as words of 64 bits.

const SAMPLE: u64 = 9;
/// Addresses from here on are marks between the kernel's and the program's part.
const MARKS: u64 = (-4096i64).cast_unsigned();

/// Calls `each` with the addresses of each sample. What is no sample is passed over; what is cut off ends it.
pub(crate) fn samples(words: &[u64], each: &mut impl FnMut(&[u64])) {
    let mut rest = words;
    while let Some(head) = rest.first() {
        // The head: kind, mode, and the size in bytes with the head, from the lowest bits on, as processors of the supported kinds store it.
        let (kind, size) = (head & 0xffff_ffff, usize::try_from(head >> 48).unwrap_or(0) / 8);
        let Some(record) = rest.get(1..size).filter(|_| size > 0) else { return };
        rest = &rest[size..];
        if kind != SAMPLE {
            continue;
        }
        let Some((count, addresses)) = record.split_first() else { continue };
        let count = usize::try_from(*count).unwrap_or(usize::MAX).min(addresses.len());
        let own: Vec<u64> = addresses[..count].iter().copied().filter(|address| *address < MARKS).collect();
        each(&own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_and_broken_ones_end_it() {
        let head = |kind: u64, words: u64| kind | (words * 8) << 48;
        let kernel = (-128i64).cast_unsigned();
        let read = |words: &[u64]| {
            let mut all = Vec::new();
            samples(words, &mut |sample| all.push(sample.to_vec()));
            all
        };
        let two = [head(9, 5), 3, kernel, 0x10, 0x20, head(2, 2), 7, head(9, 2), 0];
        assert_eq!(read(&two), [vec![0x10, 0x20], vec![]]);
        assert_eq!(read(&two[..4]), Vec::<Vec<u64>>::new());
        assert_eq!(read(&[head(9, 2), u64::MAX]), [Vec::<u64>::new()]);
        assert_eq!(read(&[head(9, 0), 1]), Vec::<Vec<u64>>::new());
    }
}
