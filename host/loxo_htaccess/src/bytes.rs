//! What several modules do with bytes: comparing, escaping, numbers.

/// `atoi`: the number that a text begins with, or 0.
pub(crate) fn number(text: &[u8]) -> i64 {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let digits = digits.iter().take_while(|b| b.is_ascii_digit());
    let number = digits.fold(0i64, |number, digit| number.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    if negative { -number } else { number }
}

pub(crate) fn is(text: &[u8], name: &str) -> bool {
    text.eq_ignore_ascii_case(name.as_bytes())
}

pub(crate) fn strip_prefix_any_case<'t>(text: &'t [u8], prefix: &str) -> Option<&'t [u8]> {
    (text.len() >= prefix.len() && is(&text[..prefix.len()], prefix)).then(|| &text[prefix.len()..])
}

pub(crate) fn find(text: &[u8], byte: u8) -> Option<usize> {
    text.iter().position(|b| *b == byte)
}

/// The text before and behind the first such byte.
pub(crate) fn split_at_byte(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    find(text, byte).map(|at| (&text[..at], &text[at + 1..]))
}

pub(crate) fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|window| window == part)
}

/// Text for a log: other bytes than printable ASCII are shown by number.
pub(crate) fn shown(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text {
        match byte {
            b' '..=b'~' => out.push(char::from(*byte)),
            byte => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out
}

/// Characters that Apache leaves as they are in a path.
fn is_plain_in_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'$' | b'-' | b'_' | b'.' | b'+' | b'!' | b'*' | b'\'' | b'(' | b')' | b',' | b':' | b'@' | b'&' | b'=' | b'/' | b'~' | b';'
        )
}

fn push_escaped(out: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

/// Escapes a path for an address, as Apache does: reserved characters stay.
pub(crate) fn escape_path(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    for byte in path {
        match is_plain_in_path(*byte) {
            true => out.push(*byte),
            false => push_escaped(&mut out, *byte),
        }
    }
    out
}

/// The same for a whole path that stands alone: one whose first segment has a colon could pass for a scheme.
pub(crate) fn escape_whole_path(path: &[u8]) -> Vec<u8> {
    let first = path.split(|b| *b == b'/').next().unwrap_or_default();
    let escaped = escape_path(path);
    if first.contains(&b':') { [b"./", &escaped[..]].concat() } else { escaped }
}

/// How a group of a match is escaped by flag `B` and its kin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GroupEscape {
    /// These alone.
    pub(crate) only: Option<Vec<u8>>,
    /// Not these.
    pub(crate) not: Vec<u8>,
    /// Blanks do not become `+`.
    pub(crate) no_plus: bool,
    /// Control characters and blanks, whatever `only` says.
    pub(crate) controls: bool,
}

impl GroupEscape {
    pub(crate) fn apply(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        for byte in text.iter().copied() {
            let by_kind = if self.controls { byte <= b' ' || byte == 0x7f } else { self.only.is_none() };
            let is_meant = by_kind || self.only.as_ref().is_some_and(|only| only.contains(&byte));
            match byte {
                byte if !is_meant || self.not.contains(&byte) || byte.is_ascii_alphanumeric() || byte == b'_' => out.push(byte),
                b' ' if !self.no_plus => out.push(b'+'),
                byte => push_escaped(&mut out, byte),
            }
        }
        out
    }
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Decodes `%xx`. `None`: a code is malformed, or stands for NUL or a slash.
pub(crate) fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some((byte, more)) = rest.split_first() {
        if *byte != b'%' {
            out.push(*byte);
            rest = more;
            continue;
        }
        let [high, low, more @ ..] = more else { return None };
        let byte = hex(*high)? << 4 | hex(*low)?;
        if byte == 0 || byte == b'/' {
            return None;
        }
        out.push(byte);
        rest = more;
    }
    Some(out)
}

/// A path leads above where it begins.
pub(crate) fn climbs_out(path: &[u8]) -> bool {
    let mut depth = 0i32;
    path.split(|b| *b == b'/').any(|part| {
        depth += match part {
            b"" | b"." => 0,
            b".." => -1,
            _ => 1,
        };
        depth < 0
    })
}

/// Takes `.` and `..` out of a path, and slashes that follow each other. Nothing climbs above the root.
pub(crate) fn normal_path(path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let mut is_folder = true;
    for part in path.split(|b| *b == b'/') {
        is_folder = matches!(part, b"" | b"." | b"..");
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let mut clean = vec![b'/'];
    clean.extend(parts.join(&b'/'));
    if is_folder && clean.len() > 1 {
        clean.push(b'/');
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_and_made_normal() {
        assert_eq!(escape_path(b"/a b?c/\xe4;%"), b"/a%20b%3fc/%e4;%25");
        assert_eq!(normal_path(b"//a/./b/../../../c/"), b"/c/");
        assert_eq!(unescape(b"a%20b").as_deref(), Some(&b"a b"[..]));
        assert_eq!((unescape(b"a%2fb"), unescape(b"%0"), unescape(b"%00")), (None, None, None));
    }

    #[test]
    fn groups_are_escaped() {
        assert_eq!(GroupEscape::default().apply(b"a b/c&"), b"a+b%2fc%26");
        let only = GroupEscape { only: Some(b"&".to_vec()), ..GroupEscape::default() };
        assert_eq!(only.apply(b"a b/c&"), b"a b/c%26");
        let controls = GroupEscape { controls: true, no_plus: true, ..GroupEscape::default() };
        assert_eq!(controls.apply(b"a b/\n"), b"a%20b/%0a");
    }

    #[test]
    fn numbers_begin_texts() {
        assert_eq!((number(b" -12x"), number(b"x"), number(b"99999999999999999999")), (-12, 0, i64::MAX));
    }
}
