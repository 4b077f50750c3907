//! Paths as a request sees them: against its current directory, with links followed and remembered, within `open_basedir`.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::LocalKey;
use std::time::Instant;

pub use loxo_files::normalize;
use rustc_hash::FxHashMap;

use crate::Cx;

/// Longest path of the system.
pub const MAX_PATH: usize = 4096;

/// Bytes as a path.
pub fn path_of(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

/// A path as bytes.
pub fn bytes_of(path: PathBuf) -> Vec<u8> {
    path.into_os_string().into_vec()
}

/// The current directory of the request.
pub fn cwd(cx: &Cx) -> Vec<u8> {
    if !cx.info.cwd.is_empty() {
        return cx.info.cwd.clone();
    }
    std::env::current_dir().map_or_else(|_| b"/".to_vec(), bytes_of)
}

/// Absolute, but otherwise as it is written: for system calls.
pub fn absolute(cx: &Cx, path: &[u8]) -> Vec<u8> {
    if path.starts_with(b"/") {
        return path.to_vec();
    }
    let mut full = cwd(cx);
    if !full.ends_with(b"/") {
        full.push(b'/');
    }
    full.extend_from_slice(path);
    full
}

/// Absolute, without `.`, `..` and doubled slashes; the file system is not asked.
pub fn expand(cx: &Cx, path: &[u8]) -> Vec<u8> {
    normalize(&absolute(cx, path))
}

/// `realpath()`: all links followed; `None` if there is no such file.
pub fn real(cx: &Cx, path: &[u8]) -> Option<Vec<u8>> {
    if path.contains(&0) {
        return None;
    }
    let full = if path.is_empty() { cwd(cx) } else { absolute(cx, path) };
    loxo_files::canonicalize(path_of(&full)).ok().map(bytes_of)
}

/// Where absolute paths lead, and when that was found out.
type RealPaths = FxHashMap<Vec<u8>, (Vec<u8>, Instant)>;

/// So many paths are remembered.
const REMEMBERED: usize = 1 << 14;

thread_local! {
    /// PHP's realpath cache, from request to request: what `realpath()` found, and where folders of files lead.
    static REAL_PATHS: RefCell<RealPaths> = RefCell::default();
    static REAL_FOLDERS: RefCell<RealPaths> = RefCell::default();
}

/// Names have changed.
pub fn forget_real_paths() {
    REAL_PATHS.take();
    REAL_FOLDERS.take();
}

/// As [`real`], remembered for as long as `realpath_cache_ttl` says.
pub fn real_remembered(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    if path.contains(&0) {
        return None;
    }
    let full = if path.is_empty() { cwd(cx) } else { absolute(cx, path) };
    let limit = remembered_for(cx);
    if let Some(target) = recall(&REAL_PATHS, &full, limit) {
        return Some(target);
    }
    let target = real_below(cx, &full);
    remember(&REAL_PATHS, full, target.as_ref().filter(|_| limit > 0));
    target
}

/// Where an absolute path leads. What its folder leads to is remembered as in [`real_remembered`], so that of long paths only the end is
/// looked at.
pub fn real_below(cx: &mut Cx, full: &[u8]) -> Option<Vec<u8>> {
    let canonical = |path: &[u8]| loxo_files::canonicalize(path_of(path)).ok().map(bytes_of);
    let limit = remembered_for(cx);
    let slash = full.iter().rposition(|&b| b == b'/').filter(|slash| *slash > 0 && limit > 0);
    let Some((folder, name)) = slash.map(|slash| (&full[..slash], &full[slash + 1..])) else { return canonical(full) };
    if matches!(name, b"" | b"." | b"..") {
        return canonical(full);
    }
    // Many are asked for along an include path that are not there: one look tells that, where the way would need one for each folder.
    let is_there = |path: &[u8]| loxo_files::lstat(path_of(path)).is_ok();
    let mut target = match recall(&REAL_FOLDERS, folder, limit) {
        Some(target) => target,
        None if !is_there(full) => return None,
        None => {
            let target = canonical(folder)?;
            remember(&REAL_FOLDERS, folder.to_vec(), Some(&target));
            target
        }
    };
    if target.last() != Some(&b'/') {
        target.push(b'/');
    }
    target.extend_from_slice(name);
    match loxo_files::lstat(path_of(&target)) {
        Ok(found) if !rustix::fs::FileType::from_raw_mode(found.st_mode).is_symlink() => Some(target),
        // The remembered way may be an old one: unless it is as written, the file is looked for once more.
        Err(_) if target == full || !is_there(full) => None,
        _ => canonical(full),
    }
}

/// Seconds that paths are remembered: not at all where `open_basedir` must see every link.
pub fn remembered_for(cx: &Cx) -> u64 {
    cx.settings().paths_remembered
}

fn recall(known: &'static LocalKey<RefCell<RealPaths>>, path: &[u8], limit: u64) -> Option<Vec<u8>> {
    known.with_borrow(|known| {
        let (target, since) = known.get(path)?;
        (since.elapsed().as_secs() < limit).then(|| target.clone())
    })
}

fn remember(known: &'static LocalKey<RefCell<RealPaths>>, path: Vec<u8>, target: Option<&Vec<u8>>) {
    known.with_borrow_mut(|known| {
        let Some(target) = target else {
            known.remove(&path);
            return;
        };
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(path, (target.clone(), Instant::now()));
    });
}

/// As far as the path exists, links are followed; the rest is taken as it is written.
pub fn real_as_far_as_possible(cx: &Cx, path: &[u8]) -> Vec<u8> {
    let full = expand(cx, path);
    let mut existing = full.as_slice();
    loop {
        if let Ok(found) = loxo_files::canonicalize(path_of(if existing.is_empty() { b"/" } else { existing })) {
            let mut found = bytes_of(found);
            let rest = &full[existing.len()..];
            if found == b"/" && rest.starts_with(b"/") {
                found.clear();
            }
            found.extend_from_slice(rest);
            return found;
        }
        match existing.iter().rposition(|&b| b == b'/') {
            Some(at) if !existing.is_empty() => existing = &existing[..at],
            _ => return full,
        }
    }
}

/// The directories that `open_basedir` allows; empty: all.
pub fn basedir(cx: &Cx) -> Arc<[u8]> {
    cx.info.basedir.clone().unwrap_or_else(|| cx.ini_str("open_basedir"))
}

/// `ini_set('open_basedir')`: it can only become tighter. Gives what it then is.
pub fn narrow_basedir(cx: &mut Cx, value: &[u8]) -> Option<Vec<u8>> {
    if basedir(cx).is_empty() {
        return Some(value.to_vec());
    }
    let mut dirs: Vec<Vec<u8>> = Vec::new();
    for dir in value.split(|&b| b == b':') {
        let full = normalize(&absolute(cx, dir));
        if dir.is_empty() || !check_open_basedir(cx, &full, false) {
            return None;
        }
        dirs.push(full);
    }
    Some(dirs.join(&b':'))
}

/// Is a path within `open_basedir`? Warns if it is not and `warn` is set.
pub fn check_open_basedir(cx: &mut Cx, path: &[u8], warn: bool) -> bool {
    if !cx.settings().is_confined {
        return true;
    }
    let setting = basedir(cx);
    if path.len() > MAX_PATH - 1 {
        let shown = String::from_utf8_lossy(path).into_owned();
        cx.builtin_warning(format!("File name is longer than the maximum allowed path length on this platform ({MAX_PATH}): {shown}"));
        return false;
    }
    let resolved = real_as_far_as_possible(cx, path);
    let allowed = setting.split(|&b| b == b':').any(|dir| is_within(cx, &resolved, path, dir));
    if !allowed && warn {
        let message = [b"open_basedir restriction in effect. File(", path, b") is not within the allowed path(s): (", &setting[..], b")"];
        cx.builtin_warning(message.concat());
    }
    allowed
}

fn is_within(cx: &Cx, resolved: &[u8], path: &[u8], dir: &[u8]) -> bool {
    if dir.is_empty() {
        return false;
    }
    let mut base = real_as_far_as_possible(cx, dir);
    let mut file = resolved.to_vec();
    if path.ends_with(b"/") && !file.ends_with(b"/") {
        file.push(b'/');
    }
    let slash = dir.ends_with(b"/");
    if !base.ends_with(b"/") && (slash || loxo_files::is_dir(path_of(&base))) {
        base.push(b'/');
    }
    file.starts_with(&base) || (base.ends_with(b"/") && file == base[..base.len() - 1])
}
