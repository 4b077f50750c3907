//! Takes data source names of MySQL (`host=...;dbname=...`) apart, in which two semicolons stand for one.

/// Names and values. White space is left out between a semicolon and the next name, and a NUL ends the text. A semicolon that comes before
/// the equals sign belongs to the name.
pub(crate) fn parse(text: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut rest = text.split(|byte| *byte == 0).next().unwrap_or_default();
    while let Some(at) = rest.iter().position(|byte| *byte == b'=') {
        let name = rest[..at].to_vec();
        let mut value = Vec::new();
        rest = &rest[at + 1..];
        while let [byte, after @ ..] = rest {
            rest = after;
            match (byte, after.first()) {
                (b';', Some(b';')) => {
                    value.push(b';');
                    rest = &rest[1..];
                }
                (b';', _) => break,
                (byte, _) => value.push(*byte),
            }
        }
        // What C's `isspace` takes for white space: also a vertical tab.
        let space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
        rest = &rest[rest.iter().take_while(|byte| space(byte)).count()..];
        parts.push((name, value));
    }
    parts
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

    #[test]
    fn names_are_what_stands_before_the_equals_sign() {
        let parts = parse(b" host=a;charset =x;nothing;port=1;\x0buser=me;password=\0;dbname=d");
        let names: Vec<String> = parts.iter().map(|(name, _)| String::from_utf8_lossy(name).into_owned()).collect();
        assert_eq!(names, [" host", "charset ", "nothing;port", "user", "password"]);
    }
}
