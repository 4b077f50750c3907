//! Names and values: two lengths of one or four bytes each, then both texts.

/// Lengths that go beyond the bytes that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// The pairs in some bytes, in their order. Ends after the first that is malformed.
pub struct Pairs<'a>(&'a [u8]);

impl<'a> Pairs<'a> {
    pub fn new(bytes: &'a [u8]) -> Pairs<'a> {
        Pairs(bytes)
    }

    fn length(&mut self) -> Option<usize> {
        let (first, rest) = self.0.split_first()?;
        if *first < 0x80 {
            self.0 = rest;
            return Some(usize::from(*first));
        }
        let (four, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        usize::try_from(u32::from_be_bytes(*four) & 0x7fff_ffff).ok()
    }

    fn pair(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let (name, value) = (self.length()?, self.length()?);
        let (name, rest) = self.0.split_at_checked(name)?;
        let (value, rest) = rest.split_at_checked(value)?;
        self.0 = rest;
        Some((name, value))
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Result<(&'a [u8], &'a [u8]), Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let pair = self.pair();
        if pair.is_none() {
            self.0 = &[];
        }
        Some(pair.ok_or(Malformed))
    }
}

fn push_length(out: &mut Vec<u8>, length: usize) {
    match u8::try_from(length) {
        Ok(short @ ..0x80) => out.push(short),
        _ => out.extend_from_slice(&(length as u32 | 0x8000_0000).to_be_bytes()),
    }
}

/// Appends a pair. Texts are shorter than 2 GiB.
pub fn push_pair(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    push_length(out, name.len());
    push_length(out, value.len());
    out.extend_from_slice(name);
    out.extend_from_slice(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_back() {
        let long = vec![b'x'; 200];
        let pairs: [(&[u8], &[u8]); 4] = [(b"A", b""), (b"", b"b"), (b"LONG", &long), (&long, &long)];
        let mut bytes = Vec::new();
        pairs.iter().for_each(|(name, value)| push_pair(&mut bytes, name, value));
        let read: Result<Vec<_>, _> = Pairs::new(&bytes).collect();
        assert_eq!(read.expect("well-formed"), pairs);
    }

    #[test]
    fn what_is_cut_off_is_malformed() {
        for bytes in [&b"\x01"[..], b"\x01\x01a", b"\x80\x00\x00", b"\xff\xff\xff\xff\xff\xff\xff\xff", b"\x01\x00"] {
            assert_eq!(Pairs::new(bytes).last(), Some(Err(Malformed)), "{bytes:?}");
        }
        let mut cut = Pairs::new(b"\x01\x01ab\x05");
        assert_eq!(cut.next(), Some(Ok((&b"a"[..], &b"b"[..]))));
        assert_eq!((cut.next(), cut.next()), (Some(Err(Malformed)), None));
    }
}
