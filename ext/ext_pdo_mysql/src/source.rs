//! Takes data source names of MySQL (`host=...;dbname=...`) apart, in which two semicolons stand for one.

/// The parts of a name; two semicolons stand for one. A NUL ends it.
pub(crate) fn parse(text: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut parts = vec![Vec::new()];
    let mut bytes = text.iter().take_while(|byte| **byte != 0).peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b';' if bytes.peek() == Some(&&b';') => {
                bytes.next();
                if let Some(part) = parts.last_mut() {
                    part.push(b';');
                }
            }
            b';' => parts.push(Vec::new()),
            byte => {
                if let Some(part) = parts.last_mut() {
                    part.push(*byte);
                }
            }
        }
    }
    let split = |part: &Vec<u8>| {
        let at = part.iter().position(|byte| *byte == b'=')?;
        Some((part[..at].trim_ascii().to_vec(), part[at + 1..].to_vec()))
    };
    parts.iter().filter_map(split).collect()
}

/// A part by its name; the last one counts.
pub(crate) fn find<'a>(parts: &'a [(Vec<u8>, Vec<u8>)], name: &str) -> Option<&'a [u8]> {
    parts.iter().rfind(|(known, _)| known == name.as_bytes()).map(|(_, value)| &value[..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons() {
        let parts = parse(b"host=a;dbname=b;;c; charset=utf8mb4");
        assert_eq!(find(&parts, "dbname"), Some(&b"b;c"[..]));
        assert_eq!(find(&parts, "charset"), Some(&b"utf8mb4"[..]));
        assert_eq!(find(&parts, "port"), None);
    }
}
