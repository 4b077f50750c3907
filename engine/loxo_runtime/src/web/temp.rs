//! The temporary files that a request makes, and the folder for them.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::Cx;

/// `sys_get_temp_dir()`
pub fn temporary_dir(cx: &Cx) -> PathBuf {
    let configured = cx.ini_str("sys_temp_dir");
    if !configured.is_empty() {
        return as_dir(&configured);
    }
    match std::env::var_os("TMPDIR").filter(|dir| !dir.is_empty()) {
        Some(dir) => as_dir(dir.as_bytes()),
        None => "/tmp".into(),
    }
}

fn as_dir(text: &[u8]) -> PathBuf {
    let text = if text.len() > 1 { text.strip_suffix(b"/").unwrap_or(text) } else { text };
    PathBuf::from(std::ffi::OsStr::from_bytes(text))
}

/// A new file that only its owner may read, with a name that starts with the prefix.
pub fn create_temporary(dir: &Path, prefix: &str) -> io::Result<(File, PathBuf)> {
    for _ in 0..100 {
        let path = dir.join(OsString::from_vec(temporary_name(prefix.as_bytes())));
        match OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((file, path)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A name that is likely to be new, as long as PHP's: the prefix, the thirteen digits of a random number in base 32 from the last one on, and six more
/// letters.
pub fn temporary_name(prefix: &[u8]) -> Vec<u8> {
    const LETTERS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    // A fresh `RandomState` is seeded from the system's randomness.
    let random = || RandomState::new().hash_one(0u8);
    let mut name = prefix.to_vec();
    for (base, digits) in [(32, 13), (62, 6)] {
        let mut number = random();
        for _ in 0..digits {
            name.push(LETTERS[(number % base) as usize]);
            number /= base;
        }
    }
    name
}
