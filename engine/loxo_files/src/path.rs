//! What can be said of a path by its text alone.

/// An absolute path without `.`, `..` and doubled slashes; the file system is not asked.
pub fn normalize(path: &[u8]) -> Vec<u8> {
    if is_normal(path) {
        return path.to_vec();
    }
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|&b| b == b'/') {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    let mut out = Vec::with_capacity(path.len());
    for part in parts {
        out.push(b'/');
        out.extend_from_slice(part);
    }
    if out.is_empty() {
        out.push(b'/');
    }
    out
}

/// The path is as [`normalize`] would make it. Of those with names that begin with a dot this does not say so.
fn is_normal(path: &[u8]) -> bool {
    let is_part = |pair: &[u8]| pair[0] != b'/' || !matches!(pair[1], b'/' | b'.');
    path.first() == Some(&b'/') && path.last() != Some(&b'/') && path.windows(2).all(is_part)
}

/// A path as the folder and the name in it; the root is the empty name in the empty folder.
pub(crate) fn split(path: &[u8]) -> (&[u8], &[u8]) {
    match path.iter().rposition(|&b| b == b'/') {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => (b"", path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_paths() {
        for (path, expected) in
            [("/a/./b/../c//d", "/a/c/d"), ("/..", "/"), ("//", "/"), ("/a/", "/a"), ("/a/.b/c", "/a/.b/c"), ("a/b", "/a/b")]
        {
            assert_eq!(normalize(path.as_bytes()), expected.as_bytes());
        }
    }
}
