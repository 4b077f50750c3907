//! opcache's blacklist: files that match one of its patterns are compiled anew for each request.

use std::sync::OnceLock;

use loxo_runtime::Cx;
use loxo_runtime::codecache::LogLevel;
use loxo_runtime::paths::{normalize, path_of};

/// The patterns of `opcache.blacklist_filename`; read once in a process.
pub(crate) fn patterns(cx: &Cx) -> &'static [Vec<u8>] {
    static LIST: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    LIST.get_or_init(|| {
        let setting = cx.ini_str("opcache.blacklist_filename");
        if setting.is_empty() { Vec::new() } else { read_blacklists(cx, &setting) }
    })
}

/// All files that the setting's pattern names, each with a path pattern per line.
fn read_blacklists(cx: &Cx, setting: &[u8]) -> Vec<Vec<u8>> {
    let mut files = loxo_streams::glob::glob(cx, setting, 0).unwrap_or_default();
    if files.is_empty() {
        files.push(setting.to_vec());
    }
    let mut list = Vec::new();
    for file in files {
        let Ok(text) = std::fs::read(path_of(&file)) else {
            cx.opcache_log(LogLevel::Warning, &[b"No blacklist file found matching: ", &file[..]].concat());
            continue;
        };
        let home = file.iter().rposition(|b| *b == b'/').map_or(&b""[..], |at| &file[..at]);
        for line in text.split(|b| *b == b'\n') {
            let line = line.trim_ascii();
            let line = line.strip_prefix(b"\"").map_or(line, |inner| inner.strip_suffix(b"\"").unwrap_or(inner));
            if line.is_empty() || line.starts_with(b";") {
                continue;
            }
            let full = if line.starts_with(b"/") { line.to_vec() } else { [home, b"/", line].concat() };
            list.push(normalize(&full));
        }
    }
    list
}

/// Does a pattern match the path's beginning? `*` is any run of bytes within a folder, `**` any at all, `?` one byte that is no slash.
pub(crate) fn blacklisted(patterns: &[Vec<u8>], path: &[u8]) -> bool {
    patterns.iter().any(|pattern| matches_start(pattern, path))
}

fn matches_start(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => true,
        [b'*', b'*', rest @ ..] => (0..=path.len()).any(|skip| matches_start(rest, &path[skip..])),
        [b'*', rest @ ..] => {
            let within = path.iter().position(|b| *b == b'/').unwrap_or(path.len());
            (0..=within).any(|skip| matches_start(rest, &path[skip..]))
        }
        [b'?', rest @ ..] => path.first().is_some_and(|b| *b != b'/') && matches_start(rest, &path[1..]),
        [literal, rest @ ..] => path.first() == Some(literal) && matches_start(rest, &path[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_beginnings() {
        let list = vec![b"/a/*/c".to_vec(), b"/x/?.inc".to_vec()];
        assert!(blacklisted(&list, b"/a/b/c/d") && blacklisted(&list, b"/x/y.inc"));
        assert!(!blacklisted(&list, b"/a/b/b/c") && !blacklisted(&list, b"/x//.inc"));
    }
}
