//! URLs taken apart as `parse_url()` does it, which accepts more than the standards do.

/// The parts of a URL, as far as they are there.
#[derive(Default)]
pub struct Url<'a> {
    pub scheme: Option<&'a [u8]>,
    pub host: Option<&'a [u8]>,
    pub port: Option<u16>,
    pub user: Option<&'a [u8]>,
    pub pass: Option<&'a [u8]>,
    pub path: Option<&'a [u8]>,
    pub query: Option<&'a [u8]>,
    pub fragment: Option<&'a [u8]>,
}

/// What is known once scheme and "//" have been looked at.
enum Rest<'a> {
    /// Host, then path.
    Host(&'a [u8]),
    /// No host.
    Path(&'a [u8]),
    Done,
}

impl<'a> Url<'a> {
    /// `None` for what is seriously malformed.
    pub fn parse(text: &'a [u8]) -> Option<Url<'a>> {
        let mut url = Url::default();
        let path = match url.scheme(text)? {
            Rest::Done => return Some(url),
            Rest::Path(path) => path,
            Rest::Host(rest) => {
                let end = rest.iter().position(|b| matches!(b, b'/' | b'?' | b'#')).unwrap_or(rest.len());
                url.authority(&rest[..end])?;
                if end == rest.len() {
                    return Some(url);
                }
                &rest[end..]
            }
        };
        url.path(path);
        Some(url)
    }

    fn scheme(&mut self, text: &'a [u8]) -> Option<Rest<'a>> {
        let Some(colon) = memchr::memchr(b':', text) else { return Some(after_slashes(text)) };
        if colon == 0 {
            return self.leading_port(text, colon);
        }
        let scheme = &text[..colon];
        if !scheme.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-')) {
            let query = text.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(text.len());
            if colon + 1 < text.len() && colon < query {
                return self.leading_port(text, colon);
            }
            return Some(after_slashes(text));
        }
        let rest = &text[colon + 1..];
        if rest.is_empty() {
            self.scheme = Some(scheme);
            return Some(Rest::Done);
        }
        if rest[0] != b'/' {
            // `host:80` and `host:80/` are no schemes.
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            if (digits == rest.len() || rest[digits] == b'/') && digits < 6 {
                return self.leading_port(text, colon);
            }
            self.scheme = Some(scheme);
            return Some(Rest::Path(rest));
        }
        self.scheme = Some(scheme);
        let Some(after) = rest.strip_prefix(b"//") else { return Some(Rest::Path(rest)) };
        if scheme.eq_ignore_ascii_case(b"file") && after.first() == Some(&b'/') {
            // `file:///c:/...`: the drive follows the third slash.
            return Some(Rest::Path(if after.get(2) == Some(&b':') { &after[1..] } else { after }));
        }
        Some(Rest::Host(after))
    }

    /// `host:port` without a scheme.
    fn leading_port(&mut self, text: &'a [u8], colon: usize) -> Option<Rest<'a>> {
        let rest = &text[colon + 1..];
        let digits = rest.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
        if (1..6).contains(&digits) && (digits == rest.len() || rest[digits] == b'/') {
            self.port = Some(port_number(&rest[..digits])?);
            return Some(Rest::Host(text.strip_prefix(b"//").unwrap_or(text)));
        }
        if rest.is_empty() {
            return None;
        }
        Some(after_slashes(text))
    }

    fn authority(&mut self, mut text: &'a [u8]) -> Option<()> {
        if let Some(at) = memchr::memrchr(b'@', text) {
            let login = &text[..at];
            match memchr::memchr(b':', login) {
                Some(colon) => {
                    self.user = Some(&login[..colon]);
                    self.pass = Some(&login[colon + 1..]);
                }
                None => self.user = Some(login),
            }
            text = &text[at + 1..];
        }
        let bracketed = text.first() == Some(&b'[') && text.last() == Some(&b']');
        let colon = if bracketed { None } else { memchr::memrchr(b':', text) };
        let host = match colon {
            None => text,
            Some(colon) => {
                let port = &text[colon + 1..];
                if self.port.is_none_or(|p| p == 0) {
                    match port.len() {
                        0 => {}
                        1..=5 => self.port = Some(port_number(port)?),
                        _ => return None,
                    }
                }
                &text[..colon]
            }
        };
        if host.is_empty() {
            return None;
        }
        self.host = Some(host);
        Some(())
    }

    fn path(&mut self, text: &'a [u8]) {
        let mut path = text;
        let mut whole = true;
        for (mark, part) in [(b'#', &mut self.fragment), (b'?', &mut self.query)] {
            if let Some(at) = memchr::memchr(mark, path) {
                *part = Some(&path[at + 1..]);
                path = &path[..at];
                whole = false;
            }
        }
        if !path.is_empty() || (whole && text.is_empty()) {
            self.path = Some(path);
        }
    }
}

/// A URL without scheme: with a host only behind two slashes.
fn after_slashes(text: &[u8]) -> Rest<'_> {
    match text.strip_prefix(b"//") {
        Some(rest) => Rest::Host(rest),
        None => Rest::Path(text),
    }
}

/// As C's `strtol` reads it: spaces and a sign in front, anything behind.
fn port_number(text: &[u8]) -> Option<u16> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = digits[..count].iter().fold(0u32, |n, d| n * 10 + u32::from(d - b'0'));
    if count == 0 || (negative && number != 0) {
        return None;
    }
    u16::try_from(number).ok()
}
