//! The history's file: a first line that says what it is, then lines in which white space and control characters are octal numbers.

/// The first line.
const COOKIE: &[u8] = b"_HiStOrY_V2_\n";

pub(crate) fn encode(lines: &[Vec<u8>]) -> Vec<u8> {
    let mut out = COOKIE.to_vec();
    for line in lines {
        for &byte in line {
            match byte {
                0..=b' ' | b'\\' | 0x7f => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
                _ => out.push(byte),
            }
        }
        out.push(b'\n');
    }
    out
}

/// `None`: this is no such file.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let body = text.strip_prefix(COOKIE)?;
    let body = body.strip_suffix(b"\n").unwrap_or(body);
    if body.is_empty() {
        return Some(Vec::new());
    }
    Some(body.split(|b| *b == b'\n').map(unescape).collect())
}

fn unescape(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    let mut rest = line;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', tail @ ..]) => {
                out.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = tail;
            }
            (b'\\', [b'\\', tail @ ..]) => {
                out.push(b'\\');
                rest = tail;
            }
            _ => out.push(*first),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back() {
        let lines = vec![b"a b\\c\t\xc3\xa9".to_vec(), Vec::new(), b"1".to_vec()];
        let text = encode(&lines);
        assert_eq!(text, b"_HiStOrY_V2_\na\\040b\\134c\\011\xc3\xa9\n\n1\n");
        assert_eq!(decode(&text), Some(lines));
        assert_eq!(decode(b"_HiStOrY_V2_\n\\9\\"), Some(vec![b"\\9\\".to_vec()]));
        assert!(decode(b"a\nb\n").is_none());
    }
}
