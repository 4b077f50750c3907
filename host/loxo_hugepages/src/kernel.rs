//! What the kernel can do with huge pages, by `/sys/kernel/mm`.

use std::fs;
use std::path::Path;

/// What it says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    /// `transparent_hugepage/enabled`: `always`, `madvise` or `never`; empty: the kernel has none.
    pub anonymous: String,
    /// `transparent_hugepage/shmem_enabled`.
    pub shared: String,
    /// Huge pages that are set aside and free.
    pub reserved: usize,
}

/// The word in brackets.
fn chosen(text: &str) -> &str {
    text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |(word, _)| word)
}

impl Kernel {
    /// `folder`: `/sys/kernel/mm`.
    pub fn read(folder: &Path) -> Kernel {
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        Kernel {
            anonymous: chosen(&text("transparent_hugepage/enabled")).into(),
            shared: chosen(&text("transparent_hugepage/shmem_enabled")).into(),
            reserved: text("hugepages/hugepages-2048kB/free_hugepages").trim().parse().unwrap_or(0),
        }
    }

    /// This machine's.
    pub fn here() -> Kernel {
        Kernel::read(Path::new("/sys/kernel/mm"))
    }
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn the_word_in_brackets() {
        assert_eq!(chosen("always [madvise] never\n"), "madvise");
        assert_eq!((chosen(""), chosen("["), chosen("always ]x[")), ("", "", ""));
    }
}
