//! What PHP and the system call themselves, and `version_compare()`.

use std::cmp::Ordering;

use loxo_runtime::Registry;

use crate::prelude::*;

/// The version of PHP that is implemented.
pub(crate) const PHP_VERSION: &str = "8.4.24";

/// `phpversion()`
pub(crate) fn phpversion(_cx: &mut Cx, extension: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = extension else { return Ok(PHP_VERSION.into()) };
    let found = Registry::get().and_then(|registry| registry.extensions_named(name).next());
    Ok(found.map_or(Value::FALSE, |extension| extension.version.into()))
}

/// `version_compare()`
pub(crate) fn version_compare(cx: &mut Cx, version1: &PhpStr, version2: &PhpStr, operator: Option<&PhpStr>) -> PhpResult<Value> {
    let order = compare_versions(version1, version2);
    let Some(operator) = operator else { return Ok(Value::int(order as i64)) };
    Ok(Value::bool(match operator.as_bytes() {
        b"<" | b"lt" => order.is_lt(),
        b"<=" | b"le" => order.is_le(),
        b">" | b"gt" => order.is_gt(),
        b">=" | b"ge" => order.is_ge(),
        b"==" | b"=" | b"eq" => order.is_eq(),
        b"!=" | b"<>" | b"ne" => order.is_ne(),
        _ => return Err(cx.argument_value_error(3, "must be a valid comparison operator")),
    }))
}

/// Stands for a number where a name is compared with one.
const NUMBER: &[u8] = b"#N#";

fn compare_versions(a: &[u8], b: &[u8]) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return (!a.is_empty()).cmp(&!b.is_empty());
    }
    let (a, b) = (dotted(a), dotted(b));
    let (mut left, mut right) = (Some(&a[..]), Some(&b[..]));
    // What goes on is later if a number follows, and what the name says otherwise.
    let tail = |rest: &[u8]| if is_number(rest) { Ordering::Greater } else { compare_versions(rest, NUMBER) };
    loop {
        match (left, right) {
            (Some(a), Some(b)) => {
                let ((a, behind_a), (b, behind_b)) = (first_part(a), first_part(b));
                let order = compare_parts(a, b);
                if order.is_ne() {
                    return order;
                }
                (left, right) = (behind_a, behind_b);
            }
            (Some(rest), None) => return tail(rest),
            (None, Some(rest)) => return tail(rest).reverse(),
            (None, None) => return Ordering::Equal,
        }
    }
}

/// The part up to a dot, and what is behind that. What begins with `#` is no list of parts.
fn first_part(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(b'.', text) {
        Some(dot) if text[0] != b'#' => (&text[..dot], Some(&text[dot + 1..])),
        _ => (text, None),
    }
}

fn is_number(part: &[u8]) -> bool {
    part.first().is_some_and(u8::is_ascii_digit)
}

fn compare_parts(a: &[u8], b: &[u8]) -> Ordering {
    match (is_number(a), is_number(b)) {
        (true, true) => number(a).cmp(&number(b)),
        (false, false) => form(a).cmp(&form(b)),
        (true, false) => form(NUMBER).cmp(&form(b)),
        (false, true) => form(a).cmp(&form(NUMBER)),
    }
}

fn number(part: &[u8]) -> u64 {
    part.iter().take_while(|b| b.is_ascii_digit()).fold(0, |n: u64, d| n.saturating_mul(10).saturating_add(u64::from(d - b'0')))
}

/// Where a name stands in the life of a version: any < dev < alpha < beta < RC < number < pl.
fn form(part: &[u8]) -> i32 {
    const FORMS: [(&[u8], i32); 10] =
        [(b"dev", 0), (b"alpha", 1), (b"a", 1), (b"beta", 2), (b"b", 2), (b"RC", 3), (b"rc", 3), (b"#", 4), (b"pl", 5), (b"p", 5)];
    FORMS.iter().find(|(name, _)| part.starts_with(name)).map_or(-1, |(_, order)| *order)
}

/// `1.0RC-2` → `1.0.RC.2`
fn dotted(version: &[u8]) -> Vec<u8> {
    if version[0] == b'#' {
        return version.to_vec();
    }
    let mut dotted: Vec<u8> = Vec::with_capacity(version.len() * 2);
    dotted.push(version[0]);
    let digit_end = |x: u8, y: u8| x.is_ascii_digit() && !y.is_ascii_digit();
    let special = |x: u8| matches!(x, b'-' | b'_' | b'+');
    for pair in version.windows(2) {
        let (before, c) = (pair[0], pair[1]);
        let last = dotted.last().copied().unwrap_or(0);
        if special(c) {
            if last != b'.' {
                dotted.push(b'.');
            }
        } else if digit_end(before, c) && c != b'.' || digit_end(c, before) && before != b'.' {
            if last != b'.' {
                dotted.push(b'.');
            }
            dotted.push(c);
        } else if !c.is_ascii_alphanumeric() {
            if last != b'.' {
                dotted.push(b'.');
            }
        } else {
            dotted.push(c);
        }
    }
    if dotted.last() == Some(&b'.') {
        dotted.pop();
    }
    dotted
}
