//! What can be said of a path by its text alone.

/// An absolute path without `.`, `..` and doubled slashes; the file system is not asked.
pub fn normalize(path: &[u8]) -> Vec<u8> {
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
        for (path, expected) in [("/a/./b/../c//d", "/a/c/d"), ("/..", "/"), ("//", "/"), ("/a/", "/a")] {
            assert_eq!(normalize(path.as_bytes()), expected.as_bytes());
        }
    }
}
