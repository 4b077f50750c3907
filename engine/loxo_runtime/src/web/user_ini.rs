//! `.user.ini`: settings that a folder brings along.

/// The files that count for a script's folder: from the document root down to it; for a folder outside, its own alone.
pub fn user_ini_files(root: &[u8], directory: &[u8], name: &[u8]) -> Vec<Vec<u8>> {
    let root = root.strip_suffix(b"/").unwrap_or(root);
    let directory = directory.strip_suffix(b"/").unwrap_or(directory);
    let file = |dir: &[u8]| [dir, b"/", name].concat();
    let Some(below) = directory.strip_prefix(root).filter(|below| below.is_empty() || below.starts_with(b"/")) else {
        return vec![file(directory)];
    };
    let ends = (1..=below.len()).filter(|end| *end == below.len() || below[*end] == b'/');
    std::iter::once(root.len()).chain(ends.map(|end| root.len() + end)).map(|end| file(&directory[..end])).collect()
}

#[cfg(test)]
mod tests {
    use super::user_ini_files;

    #[test]
    fn from_the_root_down() {
        let files = |root: &str, dir: &str| {
            let files = user_ini_files(root.as_bytes(), dir.as_bytes(), b"x");
            files.into_iter().map(|file| String::from_utf8_lossy(&file).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(files("/w/", "/w/a/b"), ["/w/x", "/w/a/x", "/w/a/b/x"]);
        assert_eq!(files("/w", "/w"), ["/w/x"]);
        assert_eq!(files("/w", "/wa/b"), ["/wa/b/x"]);
    }
}
