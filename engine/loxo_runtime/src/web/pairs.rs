//! Names with values, in one piece of memory.

/// Pairs of a name and a value in their order. A name may be there more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    text: Vec<u8>,
    /// Where each name, and the value behind it, end in the text.
    ends: Vec<(usize, usize)>,
}

impl Pairs {
    /// With space for so many pairs, and so many bytes in all of them.
    pub fn with_capacity(pairs: usize, bytes: usize) -> Pairs {
        Pairs { text: Vec::with_capacity(bytes), ends: Vec::with_capacity(pairs) }
    }

    pub fn push(&mut self, name: &[u8], value: &[u8]) {
        self.text.extend_from_slice(name);
        let end_of_name = self.text.len();
        self.text.extend_from_slice(value);
        self.ends.push((end_of_name, self.text.len()));
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |(end_of_name, end)| {
            let name = &self.text[start..*end_of_name];
            start = *end;
            (name, &self.text[*end_of_name..*end])
        })
    }

    /// The first value of that name.
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl<N: AsRef<[u8]>, V: AsRef<[u8]>> FromIterator<(N, V)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(all: I) -> Pairs {
        let mut pairs = Pairs::default();
        all.into_iter().for_each(|(name, value)| pairs.push(name.as_ref(), value.as_ref()));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_keep_their_order() {
        let all = [("A", "1"), ("", ""), ("B", ""), ("A", "2")];
        let pairs: Pairs = all.into_iter().collect();
        let shown: Vec<_> = pairs.iter().collect();
        assert_eq!(shown, all.map(|(name, value)| (name.as_bytes(), value.as_bytes())));
        assert_eq!((pairs.get(b"A"), pairs.get(b"B"), pairs.get(b"C")), (Some(&b"1"[..]), Some(&b""[..]), None));
        assert!(pairs.len() == 4 && !pairs.is_empty() && Pairs::default().iter().next().is_none());
    }
}
