//! Headers of messages: a version with perhaps a status, then names and values.

/// The bytes before a message's payload; empty where it has no headers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Headers<'a>(pub &'a [u8]);

impl<'a> Headers<'a> {
    /// The number of the first line, `NATS/1.0 404 No Messages`: the message says something about the service itself.
    pub fn status(&self) -> Option<u16> {
        let first = self.lines().next()?.strip_prefix(b"NATS/1.0")?.trim_ascii_start();
        std::str::from_utf8(first.get(..3)?).ok()?.parse().ok()
    }

    /// What the first line says behind the number.
    pub fn description(&self) -> &'a [u8] {
        let first = self.lines().next().and_then(|line| line.strip_prefix(b"NATS/1.0")).unwrap_or_default();
        first.trim_ascii_start().get(3..).unwrap_or_default().trim_ascii()
    }

    /// The first value of a name.
    pub fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.lines().skip(1).find_map(|line| {
            let colon = line.iter().position(|byte| *byte == b':')?;
            line[..colon].eq_ignore_ascii_case(name.as_bytes()).then(|| line[colon + 1..].trim_ascii())
        })
    }

    fn lines(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.0.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::Headers;

    #[test]
    fn status_and_values() {
        let headers = Headers(b"NATS/1.0 404 No Messages\r\nA: 1\r\nb:2\r\na: 3\r\n\r\n");
        assert_eq!((headers.status(), headers.description()), (Some(404), &b"No Messages"[..]));
        assert_eq!((headers.get("a"), headers.get("B"), headers.get("c")), (Some(&b"1"[..]), Some(&b"2"[..]), None));
        assert_eq!((Headers(b"NATS/1.0\r\nA: 1\r\n\r\n").status(), Headers(b"").status()), (None, None));
        assert_eq!(Headers(b"NATS/1.0 503\r\n\r\n").status(), Some(503));
    }
}
