//! Sessions in files, one each, locked while they are in use.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use loxo_observer::counters::{self, Counter};
use loxo_runtime::paths::{absolute, check_open_basedir, path_of};
use loxo_runtime::{Cx, ErrorLevel, PhpStr, web};
use rustix::fs::{FlockOperation, OFlags};

use crate::id;
use crate::state::Short;

const PREFIX: &str = "sess_";
/// `MAXPATHLEN`
const LONGEST_PATH: usize = 4096;

/// A folder of sessions, and the one that is open.
pub(crate) struct Files {
    /// As the setting says it.
    folder: Vec<u8>,
    /// Files lie that many folders deep, which are named by the first letters of ids.
    depth: usize,
    mode: u32,
    open: Option<Open>,
}

struct Open {
    id: PhpStr,
    file: File,
    /// When it was read.
    size: u64,
}

/// `depth;mode;path`
pub(crate) fn open(cx: &mut Cx, save_path: &[u8]) -> bool {
    let mut path = save_path.to_vec();
    if path.is_empty() {
        path = web::temporary_dir(cx).as_os_str().as_bytes().to_vec();
        if !check_open_basedir(cx, &path, true) {
            return false;
        }
    }
    let parts: Vec<&[u8]> = path.splitn(3, |b| *b == b';').collect();
    let (mut depth, mut mode) = (0, 0o600);
    if parts.len() > 1 {
        match leading_number(parts[0], 10) {
            Some(number) => depth = number,
            None => {
                cx.warning("The first parameter in session.save_path is invalid");
                return false;
            }
        }
    }
    if parts.len() > 2 {
        match leading_number(parts[1], 8).and_then(|mode| u32::try_from(mode).ok()).filter(|mode| *mode <= 0o7777) {
            Some(number) => mode = number,
            None => {
                cx.warning("The second parameter in session.save_path is invalid");
                return false;
            }
        }
    }
    let folder = parts.last().copied().unwrap_or_default().to_vec();
    cx.session().files = Some(Files { folder, depth: usize::try_from(depth).unwrap_or(usize::MAX), mode, open: None });
    true
}

/// C's `strtol()`; `None`: it does not fit.
fn leading_number(text: &[u8], radix: u32) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let mut digits = digits.iter().map_while(|b| char::from(*b).to_digit(radix));
    let number = digits.try_fold(0i64, |n, digit| n.checked_mul(i64::from(radix))?.checked_add(i64::from(digit)))?;
    Some(if negative { -number } else { number })
}

impl Files {
    /// The file of a session as messages name it.
    fn name_of(&self, id: &[u8]) -> Option<Vec<u8>> {
        let length = self.folder.len() + 2 * self.depth.min(LONGEST_PATH) + id.len() + 5 + PREFIX.len() + 1;
        if id.len() <= self.depth || length > LONGEST_PATH {
            return None;
        }
        let mut name = self.folder.clone();
        name.push(b'/');
        for letter in &id[..self.depth] {
            name.extend([*letter, b'/']);
        }
        name.extend(PREFIX.as_bytes());
        name.extend(id);
        Some(name)
    }
}

fn file_of(cx: &mut Cx, id: &[u8]) -> Option<PathBuf> {
    let name = cx.session().files.as_ref()?.name_of(id)?;
    Some(path_of(&absolute(cx, &name)).to_path_buf())
}

/// Opens and locks the file of a session, if it is not open. False: that failed, with a warning.
fn ensure_open(cx: &mut Cx, id: &PhpStr) -> bool {
    let Some(files) = cx.session().files.as_mut() else { return false };
    if files.open.as_ref().is_some_and(|open| open.id == *id) {
        return true;
    }
    files.open = None;
    if !id::is_valid(id) {
        cx.builtin_warning(
            "Session ID is too long or contains illegal characters. Only the A-Z, a-z, 0-9, \"-\", and \",\" characters are allowed",
        );
        return false;
    }
    let Some(name) = files.name_of(id) else {
        cx.builtin_warning(format!(
            "Failed to create session data file path. Too short session ID, invalid save_path or path length exceeds {LONGEST_PATH} characters"
        ));
        return false;
    };
    let mode = files.mode;
    match open_file(path_of(&absolute(cx, &name)), mode) {
        Ok(Some(file)) => {
            if let Some(files) = cx.session().files.as_mut() {
                files.open = Some(Open { id: id.clone(), file, size: 0 });
            }
            true
        }
        Ok(None) => {
            cx.builtin_warning("Session data file is not created by your uid");
            false
        }
        Err(error) => {
            let message = [b"open(", &name[..], b", O_RDWR) failed: ", described(&error).as_bytes()].concat();
            cx.builtin_warning(message);
            false
        }
    }
}

/// `No such file or directory (2)`
fn described(error: &io::Error) -> String {
    let code = error.raw_os_error().unwrap_or(0);
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    format!("{text} ({code})")
}

/// `None`: it belongs to somebody else.
fn open_file(path: &Path, mode: u32) -> io::Result<Option<File>> {
    // No links: somebody else may have laid them.
    let flags = OFlags::NOFOLLOW.bits() as i32;
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(mode).custom_flags(flags).open(path)?;
    let owner = file.metadata()?.uid();
    let (me, effective) = (rustix::process::getuid().as_raw(), rustix::process::geteuid().as_raw());
    if owner != 0 && owner != me && owner != effective && me != 0 {
        return Ok(None);
    }
    let started = counters::start();
    while let Err(error @ rustix::io::Errno::INTR) = rustix::fs::flock(&file, FlockOperation::LockExclusive) {
        if loxo_process_sys::is_interrupted() {
            return Err(error.into());
        }
    }
    started.waited(Counter::SessionWait);
    Ok(Some(file))
}

pub(crate) fn read(cx: &mut Cx, id: &PhpStr) -> Option<PhpStr> {
    if !ensure_open(cx, id) {
        return None;
    }
    let open = cx.session().files.as_mut()?.open.as_mut()?;
    open.size = open.file.metadata().ok()?.len();
    let mut data = vec![0; usize::try_from(open.size).ok()?];
    match open.file.read_at(&mut data, 0) {
        Ok(length) if length == data.len() => Some(PhpStr::from_vec(data)),
        Ok(_) => {
            cx.builtin_warning("Read returned less bytes than requested");
            None
        }
        Err(error) => {
            cx.builtin_warning(format!("Read failed: {}", described(&error)));
            None
        }
    }
}

pub(crate) fn write(cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> bool {
    if !ensure_open(cx, id) {
        return false;
    }
    let Some(open) = cx.session().files.as_mut().and_then(|files| files.open.as_mut()) else { return false };
    if (data.len() as u64) < open.size {
        // What remains would be read again.
        let _ = open.file.set_len(0);
    }
    match open.file.write_at(data, 0) {
        Ok(length) if length == data.len() => true,
        Ok(_) => {
            cx.builtin_warning("Write wrote less bytes than requested");
            false
        }
        Err(error) => {
            cx.builtin_warning(format!("Write failed: {}", described(&error)));
            false
        }
    }
}

pub(crate) fn touch(cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> bool {
    let Some(path) = file_of(cx, id) else { return false };
    let touched = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
    touched.is_ok() || write(cx, id, data)
}

pub(crate) fn destroy(cx: &mut Cx, id: &PhpStr) -> bool {
    let Some(path) = file_of(cx, id) else { return false };
    let Some(files) = cx.session().files.as_mut() else { return false };
    // A session that was never read has no file.
    if files.open.take().is_some() && std::fs::remove_file(&path).is_err() {
        return !path.exists();
    }
    true
}

pub(crate) fn exists(cx: &mut Cx, id: &PhpStr) -> bool {
    file_of(cx, id).is_some_and(|path| path.metadata().is_ok())
}

pub(crate) fn create_sid(cx: &mut Cx) -> Option<PhpStr> {
    for _ in 0..4 {
        let id = id::create(cx)?;
        if cx.session().files.is_none() || !exists(cx, &id) {
            return Some(id);
        }
    }
    None
}

pub(crate) fn gc(cx: &mut Cx, lifetime: i64) -> i64 {
    let Some(files) = cx.session().files.as_ref() else { return -1 };
    // Folders in folders are somebody else's work.
    if files.depth > 0 {
        return -1;
    }
    let folder = files.folder.clone();
    let place = path_of(&absolute(cx, &folder)).to_path_buf();
    let entries = match std::fs::read_dir(&place) {
        Ok(entries) => entries,
        Err(error) => {
            let message = [b"ps_files_cleanup_dir: opendir(", &folder[..], b") failed: ", described(&error).as_bytes()].concat();
            cx.builtin_raise(ErrorLevel::Notice, message);
            return -1;
        }
    };
    let now = SystemTime::now();
    let mut removed = 0;
    for entry in entries.flatten() {
        if !entry.file_name().as_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        // Gone meanwhile: another request does the same.
        let Ok(modified) = std::fs::metadata(entry.path()).and_then(|about| about.modified()) else { continue };
        let age = now.duration_since(modified).map_or(0, |age| i64::try_from(age.as_secs()).unwrap_or(i64::MAX));
        if age > lifetime {
            let _ = std::fs::remove_file(entry.path());
            removed += 1;
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let files = Files { folder: b"/s".to_vec(), depth: 2, mode: 0o600, open: None };
        assert_eq!(files.name_of(b"abc").as_deref(), Some(&b"/s/a/b/sess_abc"[..]));
        assert_eq!(files.name_of(b"ab"), None);
        assert_eq!(leading_number(b"0644x", 8), Some(0o644));
        assert_eq!(leading_number(b"99999999999999999999", 10), None);
    }
}
