//! Mail addresses that can be routed: what RFC 5321 allows, without comments and folding white space, but only at domains of two labels and more
//! or at literal addresses.

/// `FILTER_FLAG_EMAIL_UNICODE`
pub(crate) const UNICODE: i64 = 0x10_0000;

/// RFC 2821
const LONGEST: usize = 320;

/// Is it one? `unicode`: letters and digits of any script may stand in front of the `@`.
pub(crate) fn is_address(text: &[u8], unicode: bool) -> bool {
    if text.len() > LONGEST || unicode && std::str::from_utf8(text).is_err() || is_too_long(text) {
        return false;
    }
    let Some(at) = local_part(text, unicode) else { return false };
    text.get(at) == Some(&b'@') && (is_domain(&text[at + 1..]) || is_literal(&text[at + 1..]))
}

/// More than 254 characters in all or 64 in front of an `@`. Quotes do not count, nor does a backslash.
fn is_too_long(text: &[u8]) -> bool {
    let (mut at, mut count, mut quotes) = (0, 0, 0);
    while let Some(b) = text.get(at) {
        match b {
            b'"' => {
                quotes += 1;
                // Each character has at most one on either side.
                if quotes > if count == 0 { 1 } else { 2 } {
                    return false;
                }
                at += 1;
                continue;
            }
            b'\\' if text.get(at + 1).is_some_and(|next| *next <= 0x7e) => at += 2,
            b'\\' => return false,
            b'@' if count >= 65 && quotes <= 1 => return true,
            _ => at += 1,
        }
        quotes = 0;
        count += 1;
        if count >= 255 {
            return true;
        }
    }
    false
}

/// Where the words with dots between them end that `text` begins with.
fn local_part(text: &[u8], unicode: bool) -> Option<usize> {
    let mut at = 0;
    loop {
        at = if text.get(at) == Some(&b'"') { quoted(text, at + 1, unicode)? } else { atom(text, at, unicode)? };
        if text.get(at) != Some(&b'.') {
            return Some(at);
        }
        at += 1;
    }
}

/// A letter or digit of any script.
fn foreign(text: &[u8], at: usize, unicode: bool) -> Option<usize> {
    if !unicode || text.get(at)?.is_ascii() {
        return None;
    }
    // The whole text is UTF-8.
    let letter = std::str::from_utf8(&text[at..]).ok()?.chars().next()?;
    letter.is_alphanumeric().then(|| letter.len_utf8())
}

fn atom(text: &[u8], start: usize, unicode: bool) -> Option<usize> {
    let mut at = start;
    while let Some(b) = text.get(at) {
        at += match b {
            b if b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(b) => 1,
            _ => match foreign(text, at, unicode) {
                Some(length) => length,
                None => break,
            },
        };
    }
    (at > start).then_some(at)
}

/// Behind the closing quote.
fn quoted(text: &[u8], mut at: usize, unicode: bool) -> Option<usize> {
    loop {
        at += match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' if text.get(at + 1)?.is_ascii() => 2,
            0x01..=0x08 | 0x0b | 0x0c | 0x0e..=0x1f | 0x21 | 0x23..=0x5b | 0x5d..=0x7f => 1,
            _ => foreign(text, at, unicode)?,
        };
    }
}

/// Labels of letters, digits and hyphens between them; the last one begins with a letter.
fn is_domain(text: &[u8]) -> bool {
    let label = |label: &[u8]| {
        let (Some(first), Some(last)) = (label.first(), label.last()) else { return false };
        let sound = label.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-');
        sound && label.len() <= 63 && first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric()
    };
    let Some(dot) = text.iter().rposition(|b| *b == b'.') else { return false };
    text.split(|b| *b == b'.').all(label) && text.get(dot + 1).is_some_and(u8::is_ascii_alphabetic)
}

/// `[1.2.3.4]`, `[IPv6:::1]`
fn is_literal(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) else { return false };
    if is_v4(inner) {
        return true;
    }
    let Some((_, rest)) = inner.split_at_checked(5).filter(|(start, _)| start.eq_ignore_ascii_case(b"ipv6:")) else { return false };
    // IPv4 may stand in the place of the last two groups.
    let four = rest.iter().rposition(|b| *b == b':').map(|colon| colon + 1).filter(|start| is_v4(&rest[*start..]));
    match four {
        Some(start) => {
            let groups = &rest[..start];
            let full = groups.strip_suffix(b":").is_some_and(|groups| count_groups(groups) == Some(6));
            full || is_compressed(groups, 5, 4, true)
        }
        None => count_groups(rest) == Some(8) || is_compressed(rest, 7, 6, false),
    }
}

fn is_v4(text: &[u8]) -> bool {
    let number = |part: &[u8]| {
        let plain = (1..=3).contains(&part.len()) && part.iter().all(u8::is_ascii_digit) && (part.len() == 1 || part[0] != b'0');
        plain && std::str::from_utf8(part).is_ok_and(|part| part.parse::<u8>().is_ok())
    };
    text.split(|b| *b == b'.').count() == 4 && text.split(|b| *b == b'.').all(number)
}

/// How many groups of up to four hexadecimal digits there are; `None`: there is something else.
fn count_groups(text: &[u8]) -> Option<usize> {
    let group = |group: &[u8]| (1..=4).contains(&group.len()) && group.iter().all(u8::is_ascii_hexdigit);
    text.split(|b| *b == b':').all(group).then(|| text.split(|b| *b == b':').count())
}

/// Groups with `::` among them: fewer than `limit`, and at most `most` on each side. `trailing`: a colon ends those behind it.
fn is_compressed(text: &[u8], limit: usize, most: usize, trailing: bool) -> bool {
    let Some(gap) = memchr::memmem::find(text, b"::") else { return false };
    let (left, mut right) = (&text[..gap], &text[gap + 2..]);
    if trailing && !right.is_empty() {
        match right.strip_suffix(b":") {
            Some(groups) if !groups.is_empty() => right = groups,
            _ => return false,
        }
    }
    let count = |part: &[u8]| if part.is_empty() { Some(0) } else { count_groups(part) };
    match (count(left), count(right)) {
        (Some(left), Some(right)) => left <= most && right <= most && left + right < limit,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in [
            "a@b.cc",
            "a.b+c@x-y.example.org",
            "\"a b\"@c.de".replace(' ', "").as_str(),
            "\"\\\"\"@b.c",
            "a@[1.2.3.4]",
            "a@[IPv6:::1]",
            "a@[IPv6:1:2:3:4:5:6:7:8]",
            "a@[ipv6:::1.2.3.4]",
        ] {
            assert!(is_address(good.as_bytes(), false), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@b",
            "a@b.1",
            ".a@b.c",
            "a.@b.c",
            "a..b@c.d",
            "a@-b.c",
            "a@b-.c",
            "a b@c.d",
            "a@[1.2.3]",
            "a@[::1]",
            "a@[IPv6:1:2]",
            "a@[IPv6::::1.2.3.4]",
            "a@[IPv6:a1:::1.2.3.4]",
            "a@b.c\n",
            "\"a@b.c",
        ] {
            assert!(!is_address(bad.as_bytes(), false), "{bad}");
        }
        assert!(is_address("ü@b.cc".as_bytes(), true) && !is_address("ü@b.cc".as_bytes(), false));
        assert!(is_address(&[&[b'a'; 64][..], b"@b.cc"].concat(), false) && !is_address(&[&[b'a'; 65][..], b"@b.cc"].concat(), false));
    }
}
