//! The media types of files, by their names' extensions.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The type of a file; `application/octet-stream` if its name says nothing.
pub(crate) fn of_name(name: &[u8]) -> &'static str {
    of_extension(name).unwrap_or("application/octet-stream")
}

/// The type that a name's extension stands for.
pub(crate) fn of_extension(name: &[u8]) -> Option<&'static str> {
    let base = name.rsplit(|b| *b == b'/').next().unwrap_or(name);
    let dot = base.iter().rposition(|b| *b == b'.')?;
    of_one_extension(&base[dot + 1..])
}

/// The type that an extension stands for.
pub(crate) fn of_one_extension(extension: &[u8]) -> Option<&'static str> {
    TYPES.get(extension.to_ascii_lowercase().as_slice()).copied()
}

/// Types by extension.
static TYPES: LazyLock<HashMap<&'static [u8], &'static str>> =
    LazyLock::new(|| entries().map(|(extension, kind)| (extension.as_bytes(), kind)).collect());

/// Extensions with their types. A line of the list is a type and its extensions; `#` starts a comment.
fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("mime.types").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        words.map(move |extension| (extension, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_name() {
        assert_eq!(of_name(b"/a.b/X.PNG"), "image/png");
        assert_eq!(of_name(b"/a.png/x"), "application/octet-stream");
        assert_eq!(of_name(b"a.tar.gz"), "application/gzip");
    }

    #[test]
    fn list() {
        assert_eq!(entries().count(), TYPES.len(), "an extension is listed twice");
        assert!(entries().all(|(extension, kind)| !extension.is_empty() && kind.split('/').count() == 2));
    }
}
