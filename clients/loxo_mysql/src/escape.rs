//! Texts as they stand between quotes in SQL.

/// The length of a character of several bytes that begins a text in a set, if there is one.
fn wide(charset: &str, text: &[u8]) -> Option<usize> {
    let (first, second) = (*text.first()?, *text.get(1)?);
    let third = text.get(2).copied();
    let high = |byte: u8| (0xa1..=0xfe).contains(&byte);
    let two = |is_character: bool| is_character.then_some(2);
    match charset {
        "gbk" => two(begins(charset, first) && matches!(second, 0x40..=0x7e | 0x80..=0xfe)),
        "big5" => two(begins(charset, first) && matches!(second, 0x40..=0x7e | 0xa1..=0xfe)),
        "sjis" | "cp932" => two(begins(charset, first) && matches!(second, 0x40..=0x7e | 0x80..=0xfc)),
        "gb2312" => two(begins(charset, first) && high(second)),
        "euckr" => two(first >= 0x80 && high(second)),
        "ujis" | "eucjpms" => match first {
            0x8e => two(matches!(second, 0xa1..=0xdf)),
            0x8f => (high(second) && third.is_some_and(high)).then_some(3),
            _ => two(high(first) && high(second)),
        },
        "gb18030" => {
            let lead = matches!(first, 0x81..=0xfe);
            let four = lead
                && matches!(second, 0x30..=0x39)
                && third.is_some_and(|third| matches!(third, 0x81..=0xfe))
                && text.get(3).is_some_and(u8::is_ascii_digit);
            if four { Some(4) } else { two(lead && matches!(second, 0x40..=0x7e | 0x80..=0xfe)) }
        }
        _ => None,
    }
}

/// Might a byte begin a character of several in that set? If what follows is none, a backslash before it keeps the next byte to itself.
fn begins(charset: &str, byte: u8) -> bool {
    match charset {
        "gbk" => matches!(byte, 0x81..=0xfe),
        "big5" => matches!(byte, 0xa1..=0xf9),
        "sjis" | "cp932" => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        "gb2312" => matches!(byte, 0xa1..=0xf7),
        "euckr" => matches!(byte, 0xa1..=0xfe),
        "ujis" | "eucjpms" => matches!(byte, 0x8e | 0x8f | 0xa1..=0xfe),
        _ => false,
    }
}

/// Sets whose later bytes of a character may look like quotes or backslashes.
pub fn is_multibyte(charset: &str) -> bool {
    matches!(charset, "gbk" | "big5" | "sjis" | "cp932" | "gb18030")
}

/// Escapes with backslashes, or by doubling quotes where the server knows no backslashes.
pub fn escape(charset: &str, text: &[u8], no_backslashes: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8 + 2);
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        if *byte >= 0x80
            && let Some(length) = wide(charset, &text[at..])
        {
            out.extend_from_slice(&text[at..at + length]);
            at += length;
            continue;
        }
        at += 1;
        let marked = match byte {
            b'\'' if no_backslashes => {
                out.extend_from_slice(b"''");
                continue;
            }
            _ if no_backslashes => {
                out.push(*byte);
                continue;
            }
            _ if begins(charset, *byte) => *byte,
            0 => b'0',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\x1a' => b'Z',
            b'\\' | b'\'' | b'"' => *byte,
            _ => {
                out.push(*byte);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', marked]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn both_ways() {
        assert_eq!(escape("utf8mb4", b"a'\"\\\n\0", false), b"a\\'\\\"\\\\\\n\\0");
        assert_eq!(escape("utf8mb4", b"a'\"\\", true), b"a''\"\\");
        assert_eq!(escape("gbk", b"\xbf\x5c'", false), b"\xbf\x5c\\'");
        assert_eq!(escape("gbk", b"\xbf'", false), b"\\\xbf\\'");
    }
}
