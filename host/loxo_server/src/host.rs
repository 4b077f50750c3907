//! The host that a request is for: one, well formed, from the target or the `Host` field (RFC 9112, 3.2; RFC 9113, 8.3.1).

use hyper::header::HOST;
use hyper::{HeaderMap, Uri, Version};

/// The request does not say for which host it is, or not in a way that all who pass it on would understand alike.
#[derive(Debug, PartialEq)]
pub(crate) struct BadHost;

/// The host with its port; `None`: an HTTP/1.0 client names none.
pub(crate) fn host(version: Version, target: &Uri, fields: &HeaderMap) -> Result<Option<Vec<u8>>, BadHost> {
    let mut all = fields.get_all(HOST).iter();
    let field = all.next().map(|value| value.as_bytes());
    if all.next().is_some() || field.is_some_and(|field| !is_host(field)) {
        return Err(BadHost);
    }
    match (target.authority(), field) {
        // `GET name`: only CONNECT means a host by that.
        (Some(_), _) if target.scheme().is_none() => Err(BadHost),
        (Some(authority), _) if version == Version::HTTP_2 => {
            let authority = authority.as_str().as_bytes();
            let agree = field.is_none_or(|field| field.eq_ignore_ascii_case(authority));
            if agree && is_host(authority) { Ok(Some(authority.to_vec())) } else { Err(BadHost) }
        }
        // Whoever asks in the absolute form means that host, whatever the field says.
        (Some(authority), Some(_)) if is_host(authority.as_str().as_bytes()) => Ok(Some(authority.as_str().into())),
        (None, Some(field)) => Ok(Some(field.to_vec())),
        (None, None) if version == Version::HTTP_10 => Ok(None),
        (Some(authority), None) if version == Version::HTTP_10 && is_host(authority.as_str().as_bytes()) => {
            Ok(Some(authority.as_str().into()))
        }
        _ => Err(BadHost),
    }
}

/// A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port.
fn is_host(text: &[u8]) -> bool {
    let (name, port) = match text.first() {
        Some(b'[') => match text.iter().position(|b| *b == b']') {
            Some(end) => (&text[1..end], &text[end + 1..]),
            None => return false,
        },
        _ => text.split_at(text.iter().position(|b| *b == b':').unwrap_or(text.len())),
    };
    let in_brackets = text.first() == Some(&b'[');
    let allowed = |b: &u8| match b {
        b':' => in_brackets,
        b'%' | b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => {
            !in_brackets || *b == b'.'
        }
        _ => b.is_ascii_alphanumeric(),
    };
    let is_port = port.is_empty() || port[0] == b':' && port.len() <= 6 && port[1..].iter().all(u8::is_ascii_digit);
    !name.is_empty() && name.iter().all(allowed) && is_port
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(version: Version, target: &str, fields: &[&str]) -> Result<Option<String>, BadHost> {
        let mut map = HeaderMap::new();
        for field in fields {
            map.append(HOST, field.parse().expect("a value"));
        }
        host(version, &target.parse().expect("a target"), &map).map(|host| host.map(|host| String::from_utf8_lossy(&host).into_owned()))
    }

    #[test]
    fn one_well_formed_host_is_wanted() {
        let (old, new) = (Version::HTTP_10, Version::HTTP_11);
        let name = |name: &str| Ok(Some(name.to_string()));
        assert_eq!(asked(new, "/", &["a.example:80"]), name("a.example:80"));
        assert_eq!(asked(new, "/", &["[::1]:8080"]), name("[::1]:8080"));
        assert_eq!(asked(new, "http://b.example/x", &["a.example"]), name("b.example"));
        assert_eq!(asked(old, "/", &[]), Ok(None));
        assert_eq!(asked(old, "/", &["a_b.example"]), name("a_b.example"));
        for bad in [
            &[][..],
            &["a", "a"],
            &[""],
            &["a b"],
            &["a/b"],
            &["a@b"],
            &["a:b"],
            &["a:123456"],
            &["[::1"],
            &["[a b]"],
            &[":80"],
            &["a,b\u{e9}"],
        ] {
            assert_eq!(asked(new, "/", bad), Err(BadHost), "{bad:?}");
        }
        assert_eq!(asked(old, "/", &["a", "b"]), Err(BadHost));
        assert_eq!(asked(new, "http://u@b.example/", &["a"]), Err(BadHost));
    }
}
