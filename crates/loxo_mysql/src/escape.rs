//! Texts as they stand between quotes in SQL.

/// Is a byte at the start of a character of that set which goes on? Its length, if so.
fn wide(charset: &str, text: &[u8]) -> Option<usize> {
    let (first, second) = (*text.first()?, text.get(1).copied());
    let two = |lead: bool, trail: bool| (lead && trail).then_some(2);
    let second = second?;
    match charset {
        "gbk" => two((0x81..=0xfe).contains(&first), (0x40..=0x7e).contains(&second) || (0x80..=0xfe).contains(&second)),
        "big5" => two((0xa1..=0xf9).contains(&first), (0x40..=0x7e).contains(&second) || (0xa1..=0xfe).contains(&second)),
        "sjis" | "cp932" => {
            let lead = (0x81..=0x9f).contains(&first) || (0xe0..=0xfc).contains(&first);
            two(lead, (0x40..=0x7e).contains(&second) || (0x80..=0xfc).contains(&second))
        }
        "gb18030" => {
            let lead = (0x81..=0xfe).contains(&first);
            let four = lead && (0x30..=0x39).contains(&second) && text.len() >= 4;
            if four { Some(4) } else { two(lead, (0x40..=0x7e).contains(&second) || (0x80..=0xfe).contains(&second)) }
        }
        _ => None,
    }
}

/// Sets whose later bytes of a character may look like quotes or backslashes.
pub fn is_multibyte(charset: &str) -> bool {
    matches!(charset, "gbk" | "big5" | "sjis" | "cp932" | "gb18030")
}

/// Escapes with backslashes, or by doubling quotes where the server knows no backslashes.
pub fn escape(charset: &str, text: &[u8], no_backslashes: bool) -> Vec<u8> {
    let multibyte = is_multibyte(charset);
    let mut out = Vec::with_capacity(text.len() + text.len() / 8 + 2);
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        if let Some(length) = multibyte.then(|| wide(charset, &text[at..])).flatten() {
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
    }
}
