//! The path of a request, decoded and without dot segments.

/// Decodes a path and takes its dot segments out. `None`: it is malformed, or climbs above the root.
pub(crate) fn clean_path(path: &str) -> Option<Vec<u8>> {
    let is_code = |rest: &str| rest.as_bytes().first_chunk::<2>().is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    if path == "*" || !path.split('%').skip(1).all(is_code) {
        return None;
    }
    let decoded = loxo_runtime::web::raw_url_decode(path.as_bytes());
    if decoded.contains(&0) { None } else { without_dots(&decoded, false) }
}

fn without_dots(decoded: &[u8], lenient: bool) -> Option<Vec<u8>> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let mut folder = true;
    for part in decoded.split(|b| *b == b'/') {
        folder = matches!(part, b"" | b"." | b"..");
        match part {
            b"" | b"." => {}
            b".." if parts.pop().is_none() && !lenient => return None,
            b".." => {}
            part => parts.push(part),
        }
    }
    let mut clean = vec![b'/'];
    clean.extend(parts.join(&b'/'));
    if folder && clean.len() > 1 {
        clean.push(b'/');
    }
    Some(clean)
}

/// The same as the built-in server does it: what climbs above the root stays there, and NUL is left for later.
pub(crate) fn lenient_path(path: &str) -> Vec<u8> {
    without_dots(&loxo_runtime::web::raw_url_decode(path.as_bytes()), true).unwrap_or_else(|| b"/".to_vec())
}

#[cfg(test)]
mod tests {
    use super::clean_path;

    #[test]
    fn paths() {
        let cases: [(&str, Option<&str>); 16] = [
            ("/", Some("/")),
            ("", Some("/")),
            ("/a/b", Some("/a/b")),
            ("/a//b/", Some("/a/b/")),
            ("/a/./b/../c", Some("/a/c")),
            ("/a/..", Some("/")),
            ("/a/b/..", Some("/a/")),
            ("/%61%20b", Some("/a b")),
            ("/..", None),
            ("/a/%2e%2e/../b", None),
            ("/a%00b", None),
            ("/a%2Fb", Some("/a/b")),
            ("/a%2", None),
            ("/a%zz", None),
            ("/%%41", None),
            ("*", None),
        ];
        for (path, expected) in cases {
            assert_eq!(clean_path(path).as_deref(), expected.map(str::as_bytes), "{path}");
        }
    }
}
