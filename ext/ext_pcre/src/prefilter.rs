//! Finds subjects in which no match can begin, without the library.

use loxo_pcre_sys::{Code, flag};

use crate::plain::first_in;

/// In subjects longer than that the library searches faster.
const LONG: usize = 128;

/// What matches of a pattern begin with.
pub(crate) struct Prefilter {
    /// By byte: 1 if a match may begin with it.
    begins: Box<[u8; 256]>,
    /// Only at the start of the subject.
    from_start: bool,
}

impl Prefilter {
    /// `pattern` is without its delimiters.
    pub(crate) fn of(code: &Code, pattern: &[u8], options: u32) -> Option<Prefilter> {
        // Marks are found on the way to no match as well.
        if pattern.windows(2).any(|pair| pair == b"(*") {
            return None;
        }
        if let Some(byte) = anchored_first(pattern, options) {
            let mut begins = Box::new([0; 256]);
            begins[usize::from(byte)] = 1;
            return Some(Prefilter { begins, from_start: true });
        }
        let begins = Box::new(code.first_bytes()?.map(u8::from));
        Some(Prefilter { begins, from_start: false })
    }

    /// May there be a match from `start` on?
    #[inline]
    pub(crate) fn lets_pass(&self, subject: &[u8], start: usize) -> bool {
        if self.from_start {
            return start == 0 && subject.first().is_some_and(|byte| self.begins[usize::from(*byte)] != 0);
        }
        subject.len() - start > LONG || first_in(&self.begins, 1, &subject[start..]).is_some()
    }
}

/// The byte that every match of an anchored pattern begins with: that after its `^`. `None`: it has none, or is not surely anchored.
fn anchored_first(pattern: &[u8], options: u32) -> Option<u8> {
    if options & !(flag::DOTALL | flag::DOLLAR_ENDONLY | flag::UNGREEDY) != 0 {
        return None;
    }
    let [b'^', byte, rest @ ..] = pattern else { return None };
    let is_literal = byte.is_ascii_alphanumeric() || b"<>-_/#&;:,=!~@%\"' ".contains(byte);
    if !is_literal || matches!(rest.first(), Some(b'*' | b'?' | b'{')) {
        return None;
    }
    // Another alternative of the whole pattern could begin with anything.
    let (mut depth, mut at) = (0u32, 0);
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' if rest.get(at + 1) == Some(&b'Q') => return None,
            b'\\' => at += 1,
            b'[' => at += class_length(&rest[at..])? - 1,
            // Comments are not read as the rest is.
            b'(' if rest[at..].starts_with(b"(?#") => return None,
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            b'|' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    Some(*byte)
}

/// Bytes of a class from its bracket on, if no names are in it.
fn class_length(text: &[u8]) -> Option<usize> {
    let mut at = if text.get(1) == Some(&b'^') { 2 } else { 1 };
    let first = at;
    loop {
        match (text.get(at)?, text.get(at + 1)) {
            (b']', _) if at > first => return Some(at + 1),
            (b'[', Some(b':' | b'.' | b'=')) | (b'\\', Some(b'Q')) => return None,
            (b'\\', _) => at += 1,
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Prefilter, anchored_first};
    use loxo_pcre_sys::{Code, flag};

    #[test]
    fn anchored_patterns() {
        for pattern in ["^<(code|pre)[^>|]*>", "^a:[0-9]+", r"^-\|[(]", "^x[]|]y"] {
            assert_eq!(anchored_first(pattern.as_bytes(), 0), Some(pattern.as_bytes()[1]), "{pattern}");
        }
        for pattern in ["a", "^a|b", "^a?b", "^(a)", r"^\d", "^a(?#()|b", "^a[[:alpha:](]|b", r"^a\Q(\E|b", "^a[b", "^a)|b"] {
            assert_eq!(anchored_first(pattern.as_bytes(), 0), None, "{pattern}");
        }
        assert_eq!(anchored_first(b"^a", flag::MULTILINE), None);
    }

    #[test]
    fn what_passes() {
        let passes = |pattern: &str, options, subject: &str, start| {
            let code = Code::compile(pattern.as_bytes(), options, 0).expect("compiles");
            Prefilter::of(&code, pattern.as_bytes(), options).is_none_or(|filter| filter.lets_pass(subject.as_bytes(), start))
        };
        assert!(!passes("&(?!#)", 0, "abc", 0));
        assert!(passes("&(?!#)", 0, "ab&c", 2));
        assert!(!passes("&(?!#)", 0, "ab&c", 3));
        assert!(passes("(k)x", flag::CASELESS, "Kx", 0));
        assert!(!passes("(a|b)+", 0, "xyz", 0));
        assert!(passes("(a|b)*", 0, "xyz", 0));
        assert!(passes("(?<=x)(a|b)", 0, "xa", 1));
        assert!(!passes("^<(a|b)", 0, "<a", 1));
    }
}
