//! Addresses that rules make: which texts are whole addresses, and how they are cut, reduced and escaped.

use crate::bytes::{escape_path, find, is, split_at_byte};
use crate::rewrite::Flags;
use crate::state::State;

/// Schemes of whole addresses with what stands behind them, and whether they have queries.
const SCHEMES: &[(&str, bool)] = &[
    ("ajp://", true),
    ("balancer://", true),
    ("ftp://", false),
    ("fcgi://", true),
    ("gopher://", false),
    ("http://", true),
    ("https://", true),
    ("h2://", true),
    ("h2c://", true),
    ("ldap://", false),
    ("mailto:", true),
    ("news:", false),
    ("nntp://", false),
    ("scgi://", true),
    ("ws://", true),
    ("wss://", true),
    ("unix://", false),
    ("unix:", false),
];

/// How long the scheme of a whole address is, and whether it has a query. `None`: it is no whole address.
pub(crate) fn scheme(text: &[u8]) -> Option<(usize, bool)> {
    if text.starts_with(b"/") || text.len() <= 5 {
        return None;
    }
    let known = SCHEMES.iter().find(|(scheme, _)| text.len() >= scheme.len() && is(&text[..scheme.len()], scheme))?;
    Some((known.0.len(), known.1))
}

/// Takes the query out of the path.
pub(crate) fn split_query(state: &mut State<'_>, flags: &Flags) {
    if flags.query_none {
        state.args = None;
        return;
    }
    let skip = match scheme(&state.filename) {
        Some((_, false)) => {
            state.args = None;
            return;
        }
        Some((length, true)) => length,
        None => 0,
    };
    if flags.query_discard {
        state.args = None;
    }
    let rest = &state.filename[skip..];
    let mark = if flags.query_last { rest.iter().rposition(|b| *b == b'?') } else { find(rest, b'?') };
    let Some(mark) = mark else { return };
    let query = state.filename[skip + mark + 1..].to_vec();
    let whole = state.filename.clone();
    state.filename.truncate(skip + mark);
    if !flags.query_append {
        state.args = Some(query);
    } else if !query.is_empty() {
        state.args = Some([&query[..], b"&", state.args.as_deref().unwrap_or_default()].concat());
    }
    if let Some(args) = &mut state.args {
        if args.ends_with(b"&") {
            args.pop();
        } else if args.is_empty() {
            state.args = None;
        }
    }
    state.trace(3, || {
        let [whole, path, args] = [&whole, &state.filename, state.args.as_deref().unwrap_or(b"<none>")].map(crate::bytes::shown);
        format!("split uri={whole} -> uri={path}, args={args}")
    });
}

/// Puts this server before a path.
pub(crate) fn qualify(state: &mut State<'_>) {
    if scheme(&state.filename).is_none() {
        let slash: &[u8] = if state.filename.starts_with(b"/") { b"" } else { b"/" };
        state.filename = [&state.authority(), slash, &state.filename].concat();
    }
}

/// An address of this server becomes a path. True: it has.
pub(crate) fn reduce(state: &mut State<'_>) -> bool {
    let scheme = state.scheme();
    let Some(rest) = state
        .filename
        .get(..scheme.len())
        .filter(|start| is(start, scheme))
        .and_then(|_| state.filename[scheme.len()..].strip_prefix(b"://"))
    else {
        return false;
    };
    let end = find(rest, b'/').unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let usual = if state.world.request.secure { 443 } else { 80 };
    let (name, port) = match split_at_byte(host, b':') {
        Some((name, port)) => (name, std::str::from_utf8(port).ok().and_then(|port| port.parse().ok()).unwrap_or(0)),
        None => (host, usual),
    };
    if !name.eq_ignore_ascii_case(&state.host_name()) || port != state.port() {
        return false;
    }
    let path = if path.is_empty() { b"/".to_vec() } else { path.to_vec() };
    state.trace(3, || format!("reduce {} -> {}", crate::bytes::shown(&state.filename), crate::bytes::shown(&path)));
    state.filename = path;
    true
}

/// Escapes the path of a whole address.
pub(crate) fn escape(text: &[u8], scheme: usize) -> Vec<u8> {
    let (start, rest) = text.split_at(scheme);
    if !start.ends_with(b"/") {
        return [start, &escape_path(rest)].concat();
    }
    match find(rest, b'/') {
        None => text.to_vec(),
        Some(slash) => [start, &rest[..=slash], &escape_path(&rest[slash + 1..])].concat(),
    }
}

/// Puts another beginning in place of a folder.
pub(crate) fn replace_folder(path: &[u8], folder: &[u8], with: &[u8]) -> Option<Vec<u8>> {
    let folder = folder.strip_suffix(b"/").unwrap_or(folder);
    let rest = path.strip_prefix(folder)?.strip_prefix(b"/")?;
    let slash: &[u8] = if with.is_empty() || with.ends_with(b"/") { b"" } else { b"/" };
    Some([with, slash, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes() {
        for (text, length) in [
            ("http://a", Some(7)),
            ("HTTPS://a", Some(8)),
            ("mailto:a@b", Some(7)),
            ("/http://", None),
            ("x://abc", None),
            ("http:/", None),
        ] {
            assert_eq!(scheme(text.as_bytes()).map(|(length, _)| length), length, "{text}");
        }
        assert_eq!(escape(b"http://h/a b", 7), b"http://h/a%20b");
        assert_eq!(escape(b"http://h a", 7), b"http://h a");
        assert_eq!(replace_folder(b"/w/a/b", b"/w/a/", b"/x"), Some(b"/x/b".to_vec()));
        assert_eq!(replace_folder(b"/w/ab", b"/w/a/", b"/x"), None);
    }
}
