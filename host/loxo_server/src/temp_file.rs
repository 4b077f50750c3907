//! Temporary files for bodies that are too long for memory. They have no name, so that nothing is left behind when the process ends; how many bytes
//! lie in all of them has a limit, so that clients cannot fill the disk.

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use loxo_runtime::web::create_temporary;

/// Bytes in the temporary files of this process, and how many there may be.
static USED: AtomicU64 = AtomicU64::new(0);
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Sets how many bytes there may be. 0: half of what is free now.
pub(crate) fn set_limit(bytes: u64) {
    let free = || rustix::fs::statvfs(std::env::temp_dir()).map_or(u64::MAX, |about| about.f_bavail.saturating_mul(about.f_frsize) / 2);
    LIMIT.store(if bytes == 0 { free() } else { bytes }, Ordering::Relaxed);
}

/// Why something could not be stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// There are as many bytes as may be; later there may be space.
    Full,
    /// The disk is full, or broken.
    Disk,
}

/// A temporary file that is gone when nobody has it, and its bytes with it.
#[derive(Debug)]
pub(crate) struct TempFile {
    pub(crate) file: File,
    counted: u64,
}

impl TempFile {
    pub(crate) fn new() -> io::Result<TempFile> {
        let (file, path) = create_temporary(&std::env::temp_dir(), "loxo")?;
        std::fs::remove_file(path)?;
        Ok(TempFile { file, counted: 0 })
    }

    /// A file of somebody else's, which does not count.
    pub(crate) fn foreign(file: File) -> TempFile {
        TempFile { file, counted: 0 }
    }

    /// Writes at the end.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let length = bytes.len() as u64;
        let step = |used: u64| used.checked_add(length).filter(|used| *used <= LIMIT.load(Ordering::Relaxed));
        USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).map_err(|_| Failure::Full)?;
        self.counted += length;
        self.file.write_all(bytes).map_err(|_| Failure::Disk)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        USED.fetch_sub(self.counted, Ordering::Relaxed);
    }
}
