//! The line that each reply begins with.

/// What a line says of the reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header<'a> {
    /// `+OK`
    Status(&'a [u8]),
    /// `-ERR no`
    Error(&'a [u8]),
    /// `:1`; the digits may be more than a number holds.
    Int(&'a [u8]),
    /// So many bytes and an end of line follow; `None`: there is no value.
    Bulk(Option<usize>),
    /// So many replies follow; `None`: there is no list.
    Array(Option<usize>),
}

/// A line that is no reply's; its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed(pub u8);

impl<'a> Header<'a> {
    /// Reads a line without its end.
    pub fn parse(line: &'a [u8]) -> Result<Header<'a>, Malformed> {
        let Some((kind, rest)) = line.split_first() else { return Err(Malformed(0)) };
        let wrong = Malformed(*kind);
        Ok(match kind {
            b'+' => Header::Status(rest),
            b'-' => Header::Error(rest),
            b':' if is_number(rest) => Header::Int(rest),
            b'$' => Header::Bulk(length(rest).ok_or(wrong)?),
            b'*' => Header::Array(length(rest).ok_or(wrong)?),
            _ => return Err(wrong),
        })
    }
}

fn is_number(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// A length; `Some(None)`: below zero, which means nothing is there.
fn length(text: &[u8]) -> Option<Option<usize>> {
    if !is_number(text) {
        return None;
    }
    if text.starts_with(b"-") {
        return Some(None);
    }
    // Redis itself stops at 512 MB; what does not fit is no length.
    std::str::from_utf8(text).ok()?.parse::<u32>().ok().and_then(|n| usize::try_from(n).ok()).map(Some)
}

#[cfg(test)]
mod tests {
    use super::{Header, Malformed};

    #[test]
    fn lines() {
        assert_eq!(Header::parse(b"+OK"), Ok(Header::Status(b"OK")));
        assert_eq!(Header::parse(b":-12"), Ok(Header::Int(b"-12")));
        assert_eq!(Header::parse(b"$-1"), Ok(Header::Bulk(None)));
        assert_eq!(Header::parse(b"*3"), Ok(Header::Array(Some(3))));
        assert_eq!(Header::parse(b"$99999999999"), Err(Malformed(b'$')));
        assert_eq!(Header::parse(b"%2"), Err(Malformed(b'%')));
        assert_eq!(Header::parse(b""), Err(Malformed(0)));
        assert_eq!(Header::parse(b":"), Err(Malformed(b':')));
    }
}
