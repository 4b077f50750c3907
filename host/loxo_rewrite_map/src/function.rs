//! Functions as maps (`int:`), as Apache's to the byte.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    ToUpper,
    ToLower,
    Escape,
    Unescape,
}

impl Function {
    pub(crate) fn named(name: &str) -> Option<Function> {
        Some(match name {
            "toupper" => Function::ToUpper,
            "tolower" => Function::ToLower,
            "escape" => Function::Escape,
            "unescape" => Function::Unescape,
            _ => return None,
        })
    }

    pub(crate) fn apply(self, key: &[u8]) -> Vec<u8> {
        match self {
            Function::ToUpper => key.to_ascii_uppercase(),
            Function::ToLower => key.to_ascii_lowercase(),
            Function::Escape => escape(key),
            Function::Unescape => unescape(key),
        }
    }
}

/// Escapes what cannot stand in a path. `&`, `=` and `+` can, so the result is no value for a query.
fn escape(text: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        if byte.is_ascii_alphanumeric() || b"$-_.+!*'(),:;@&=/~".contains(byte) {
            out.push(*byte);
        } else {
            out.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
    }
    out
}

/// Decodes `%xx` once. What is no code stays; the text ends at a NUL.
fn unescape(text: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some((byte, more)) = rest.split_first() {
        let code = match (byte, more) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        match code {
            Some(0) => break,
            Some(code) => {
                out.push(code);
                rest = &more[2..];
            }
            None => {
                out.push(*byte);
                rest = more;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Apache 2.4.71 answers.
    #[test]
    fn as_apache() {
        for (name, key, expected) in [
            ("tolower", "aBc\u{c4}", "abc\u{c4}"),
            ("toupper", "aBc\u{e4}", "ABC\u{e4}"),
            ("escape", "a b?c#d&e=f+g/h%~", "a%20b%3fc%23d&e=f+g/h%25~"),
            ("escape", "\u{e4}\u{7f}\"<>[]\\^`{|}", "%c3%a4%7f%22%3c%3e%5b%5d%5c%5e%60%7b%7c%7d"),
            ("escape", "", ""),
            ("unescape", "%41%zz%4", "A%zz%4"),
            ("unescape", "%2541", "%41"),
            ("unescape", "a%2fb%5c+", "a/b\\+"),
            ("unescape", "a%00x", "a"),
            ("unescape", "%%41%", "%A%"),
        ] {
            let function = Function::named(name).expect("is known");
            assert_eq!(String::from_utf8_lossy(&function.apply(key.as_bytes())), expected, "{name} {key}");
        }
        assert_eq!(Function::named("nothing"), None);
    }
}
