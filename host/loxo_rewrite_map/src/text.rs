//! Maps that are text files (`txt:` and `rnd:`): a key and a value in a line.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a file that is read.
const FILE_LIMIT: u64 = 64 << 20;
/// Bytes that Apache reads as a line; what is longer goes on as another one.
const LINE_LIMIT: usize = 1024;

/// The pairs of a file.
#[derive(Debug, Default)]
pub struct Entries {
    pairs: HashMap<Vec<u8>, Vec<u8>>,
}

impl Entries {
    /// Lines that begin with `#` or a blank say nothing, nor do those without a value; a value ends at a blank. The first of several lines for a
    /// key counts.
    pub fn parse(text: &[u8]) -> Entries {
        let mut pairs = HashMap::new();
        let lines = text.split_inclusive(|b| *b == b'\n').flat_map(|line| line.chunks(LINE_LIMIT));
        for line in lines {
            // C's strings end at a NUL.
            let line = line.split(|b| *b == 0).next().unwrap_or_default();
            if line.first().is_none_or(|b| *b == b'#' || is_blank(*b)) {
                continue;
            }
            let mut words = line.split(|b| is_blank(*b)).filter(|word| !word.is_empty());
            if let (Some(key), Some(value)) = (words.next(), words.next()) {
                pairs.entry(key.to_vec()).or_insert_with(|| value.to_vec());
            }
        }
        Entries { pairs }
    }

    pub fn get(&self, key: &[u8]) -> Option<&[u8]> {
        self.pairs.get(key).map(Vec::as_slice)
    }
}

/// C's `isspace`
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// What a file was when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: (i64, i64),
    size: u64,
    file: u64,
}

impl Stamp {
    fn of(meta: &Metadata) -> Stamp {
        Stamp { modified: (meta.mtime(), meta.mtime_nsec()), size: meta.size(), file: meta.ino() }
    }
}

/// A file as it is at the moment: each lookup sees whether it was changed.
#[derive(Debug)]
pub(crate) struct TextMap {
    path: PathBuf,
    read: Mutex<Option<(Stamp, Arc<Entries>)>>,
}

impl TextMap {
    pub(crate) fn new(path: PathBuf) -> TextMap {
        TextMap { path, read: Mutex::default() }
    }

    pub(crate) fn lookup(&self, key: &[u8]) -> Result<Option<Vec<u8>>, String> {
        let entries = self.entries().map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(entries.get(key).map(<[u8]>::to_vec))
    }

    fn entries(&self) -> std::io::Result<Arc<Entries>> {
        let stamp = Stamp::of(&std::fs::metadata(&self.path)?);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, entries)) = &*read
            && *known == stamp
        {
            return Ok(entries.clone());
        }
        let file = File::open(&self.path)?;
        // What is read is what this says, also if the name leads elsewhere by then.
        let meta = file.metadata()?;
        if !meta.is_file() || meta.size() > FILE_LIMIT {
            return Err(std::io::Error::other(format!("is no file of at most {} MiB", FILE_LIMIT >> 20)));
        }
        let mut text = Vec::new();
        file.take(FILE_LIMIT).read_to_end(&mut text)?;
        let entries = Arc::new(Entries::parse(&text));
        *read = Some((Stamp::of(&meta), entries.clone()));
        Ok(entries)
    }
}

/// One of the alternatives of a value, `a|b|c`, by chance.
pub(crate) fn alternative(value: &[u8]) -> &[u8] {
    let count = value.iter().filter(|b| **b == b'|').count() + 1;
    let mut bytes = [0; 8];
    // The system's random numbers are there once it has started; until then the first one will do.
    let _ = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::NONBLOCK);
    let index = (u64::from_ne_bytes(bytes) % count as u64) as usize;
    value.split(|b| *b == b'|').nth(index).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Apache 2.4.71 answers.
    #[test]
    fn as_apache() {
        let long = "y".repeat(1024);
        let text = format!(
            "a 1\na 2\nb  two words\n# c 3\n c 4\nd\t5\r\ne\nf 6 # x\n%20 8\n\"q q\" 9\n=k 10\n{long}yy 11\nlong {}\nlast 12",
            "v".repeat(1500)
        );
        let entries = Entries::parse(text.as_bytes());
        let get = |key: &str| entries.get(key.as_bytes()).map(|value| String::from_utf8_lossy(value).into_owned());
        for (key, value) in [
            ("a", Some("1")),
            ("b", Some("two")),
            ("c", None),
            ("d", Some("5")),
            ("e", None),
            ("f", Some("6")),
            ("%20", Some("8")),
            ("\"q", Some("q\"")),
            ("\"q q\"", None),
            ("=k", Some("10")),
            (long.as_str(), None),
            // The rest of a line that is too long is a line.
            ("yy", Some("11")),
            ("", None),
            ("A", None),
            ("last", Some("12")),
        ] {
            assert_eq!(get(key).as_deref(), value, "{key}");
        }
        assert_eq!(get("long").map(|value| value.len()), Some(1024 - "long ".len()));
    }

    #[test]
    fn each_alternative_comes() {
        let mut seen: Vec<&[u8]> = (0..1000).map(|_| alternative(b"a|b||c")).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [&b""[..], b"a", b"b", b"c"]);
        assert_eq!(alternative(b"x"), b"x");
    }
}
