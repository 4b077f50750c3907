//! Query strings as `parse_str()` reads them. Not quite what [`super::parse_query`] does to the query string of a request: names that browsers
//! treat specially may come about, and 0 for `max_input_vars` is no limit.

use loxo_value::{Key, PhpArray, PhpStr, Value};

use super::percent::percent_decode;
use crate::{Cx, PhpResult};

/// Adds the variables of a query string to an array; too many are left out with a warning.
pub fn read_query(cx: &mut Cx, text: &[u8], out: &mut PhpArray) -> PhpResult<()> {
    let text = text.split(|b| *b == 0).next().unwrap_or_default();
    let separators = cx.ini_str("arg_separator.input");
    let separators = if separators.is_empty() { b"&".to_vec() } else { separators.to_vec() };
    let most = cx.ini_int("max_input_vars");
    let nesting = cx.ini_int("max_input_nesting_level").max(0) as usize;
    let pairs = text.split(|b| separators.contains(b)).filter(|pair| !pair.is_empty());
    for (count, pair) in pairs.enumerate() {
        if count as i64 >= most && most > 0 {
            let text = format!("Input variables exceeded {most}. To increase the limit change max_input_vars in php.ini.");
            cx.builtin_warning(&text);
            return cx.check();
        }
        let (name, v) = match memchr::memchr(b'=', pair) {
            Some(at) => (&pair[..at], &pair[at + 1..]),
            None => (pair, &b""[..]),
        };
        register(out, &percent_decode(name, true), percent_decode(v, true).into(), nesting);
    }
    Ok(())
}

/// Sets a variable by the name a form gives it. Dots and spaces become underscores, brackets nest. Too deep ones are dropped.
fn register(out: &mut PhpArray, name: &[u8], v: Value, nesting: usize) {
    let name = name.split(|b| *b == 0).next().unwrap_or_default();
    let name = &name[name.iter().take_while(|b| **b == b' ').count()..];
    let Some((name, indices)) = path_of(name) else { return };
    if indices.len() > nesting {
        out.remove(&Key::from_str(PhpStr::new(&name)));
        return;
    }
    let mut slot = out.entry(&Key::from_str(PhpStr::new(&name)));
    for index in indices {
        if !slot.is_array() {
            *slot = PhpArray::new().into();
        }
        let Some(table) = slot.as_array_mut() else { return };
        slot = match index {
            Some(key) => table.entry(&Key::from_str(PhpStr::new(key))),
            None => match table.push_slot() {
                Some(slot) => slot,
                None => return,
            },
        };
    }
    *slot = v;
}

/// Variable and indices of `a[b][]`; `None` in the list is an empty pair of brackets.
fn path_of(name: &[u8]) -> Option<(Vec<u8>, Vec<Option<&[u8]>>)> {
    let plain = |part: &[u8], also: &[u8]| -> Vec<u8> {
        part.iter().map(|b| if matches!(b, b' ' | b'.') || also.contains(b) { b'_' } else { *b }).collect()
    };
    let Some(open) = memchr::memchr(b'[', name) else {
        return (!name.is_empty()).then(|| (plain(name, b""), Vec::new()));
    };
    if open == 0 {
        return None;
    }
    let mut indices = Vec::new();
    let mut rest = &name[open..];
    while let Some(inner) = rest.strip_prefix(b"[") {
        let skip = usize::from(matches!(inner.first(), Some(b' ' | 9..=13)));
        if inner.get(skip) == Some(&b']') {
            indices.push(None);
            rest = &inner[skip + 1..];
        } else if let Some(close) = memchr::memchr(b']', inner) {
            indices.push(Some(&inner[..close]));
            rest = &inner[close + 1..];
        } else if indices.is_empty() {
            // A bracket that is never closed is a character like others.
            return Some((plain(name, b"["), Vec::new()));
        } else {
            break;
        }
    }
    Some((plain(&name[..open], b""), indices))
}
