//! Domains, URLs, hardware addresses.

use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr, Value};

use crate::functions::{Rules, call_function, value_error};
use crate::numbers::unsigned;
use crate::{ip, sanitize};

pub(crate) const HOSTNAME: i64 = 0x10_0000;
const PATH_REQUIRED: i64 = 0x4_0000;
const QUERY_REQUIRED: i64 = 0x8_0000;

/// Labels of at most 63 bytes, 253 in all; `hostname`: of letters, digits, and hyphens between them.
pub(crate) fn is_domain(text: &[u8], hostname: bool) -> bool {
    let domain = text.strip_suffix(b".").unwrap_or(text);
    // A dot alone has nothing in front of it.
    let first = text.first().copied().unwrap_or(0);
    if domain.len() > 253 || first == b'.' || hostname && !first.is_ascii_alphanumeric() {
        return false;
    }
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let mut length = 0;
    for (at, b) in domain.iter().copied().enumerate() {
        if b == b'.' {
            let bare = hostname && !(byte(at - 1).is_ascii_alphanumeric() && byte(at + 1).is_ascii_alphanumeric());
            if byte(at + 1) == b'.' || bare {
                return false;
            }
            length = 0;
            continue;
        }
        let foreign = hostname && !b.is_ascii_alphanumeric() && (b != b'-' || byte(at + 1) == 0);
        if length >= 63 || foreign {
            return false;
        }
        length += 1;
    }
    true
}

pub(crate) fn is_url(cx: &mut Cx, text: &PhpStr, rules: Rules<'_>) -> PhpResult<bool> {
    if sanitize::url(text).len() != text.len() {
        return Ok(false);
    }
    let parts = call_function(cx, "parse_url", vec![text.into()])?;
    let Some(parts) = parts.as_array() else { return Ok(false) };
    let Some(scheme) = part(parts, "scheme") else { return Ok(false) };
    let host = part(parts, "host");
    if scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https") {
        let named = |host: &[u8]| {
            let address = host.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
            address.is_some_and(|address| ip::v6(address).is_some()) || is_domain(host, true)
        };
        if !host.is_some_and(named) {
            return Ok(false);
        }
    }
    let needs_no_host = matches!(scheme, b"mailto" | b"news" | b"file");
    if host.is_none() && !needs_no_host
        || rules.has(PATH_REQUIRED) && part(parts, "path").is_none()
        || rules.has(QUERY_REQUIRED) && part(parts, "query").is_none()
    {
        return Ok(false);
    }
    Ok(["user", "pass"].iter().all(|name| part(parts, name).is_none_or(is_user_info)))
}

fn part<'a>(parts: &'a PhpArray, name: &str) -> Option<&'a [u8]> {
    parts.get_bytes(name.as_bytes()).and_then(Value::as_bytes)
}

fn is_user_info(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(b) = text.get(at) {
        at += match b {
            b'%' if matches!(text.get(at + 1..at + 3), Some([high, low]) if high.is_ascii_digit() && low.is_ascii_hexdigit()) => 3,
            b if b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(b) => 1,
            _ => return false,
        };
    }
    true
}

/// `01-23-45-67-89-ab`, the same with colons, or `0123.4567.89ab`.
pub(crate) fn is_hardware_address(cx: &mut Cx, text: &[u8], rules: Rules<'_>) -> PhpResult<bool> {
    let wanted = rules.text_option("separator").map(|option| option.as_bytes());
    if wanted.is_some_and(|wanted| wanted.len() != 1) {
        return value_error(cx, "\"separator\" option must be one character long");
    }
    let (digits, separator) = match (text.len(), text.get(2)) {
        (14, _) => (4, b'.'),
        (17, Some(b'-')) => (2, b'-'),
        (17, Some(b':')) => (2, b':'),
        _ => return Ok(false),
    };
    let fits = wanted.is_none_or(|wanted| wanted == [separator]);
    let sound = |group: &[u8]| unsigned(&group[..digits], 16).is_some() && group.get(digits).is_none_or(|b| *b == separator);
    Ok(fits && text.chunks(digits + 1).all(sound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains() {
        assert!(is_domain(b"example.com.", true) && is_domain(b"a-b.c", true) && is_domain(b"a_b", false));
        assert!(!is_domain(b"a_b", true) && !is_domain(b"-a.b", true) && !is_domain(b"a-.b", true) && !is_domain(b".", false));
        assert!(!is_domain(&[b'a'; 64], false) && is_domain(&[b'a'; 63], false));
    }
}
