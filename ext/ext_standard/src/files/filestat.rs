//! What is known about files, and changes of it.

use loxo_observer::counters;
use loxo_runtime::paths;

use loxo_streams::{MetaChange, OpenOptions, Stat, StatFlags, Wrapper, state};
use rustix::fs::Access;

use crate::prelude::*;

use std::borrow::Cow;
use std::rc::Rc;

/// A usable path and its wrapper; `None`: the answer is false (a NUL byte is reported unless `quiet`).
fn located<'p>(cx: &mut Cx, filename: &'p [u8], quiet: bool) -> PhpResult<Option<(Rc<dyn Wrapper>, &'p [u8])>> {
    if filename.is_empty() || has_nul(filename) {
        if !filename.is_empty() && !quiet {
            cx.warn("Filename contains null byte")?;
        }
        return Ok(None);
    }
    let found = loxo_streams::locate(cx, filename, OpenOptions::default());
    let forbidden = match &found {
        Some((wrapper, inner)) => wrapper.label() == "plainfile" && !paths::check_open_basedir(cx, inner, true),
        None => false,
    };
    cx.check()?;
    Ok(found.filter(|_| !forbidden))
}

fn has_nul(filename: &[u8]) -> bool {
    memchr::memchr(0, filename).is_some()
}

/// All that is known; `None` is false, reported unless `quiet`.
fn stat_of(cx: &mut Cx, filename: &PhpStr, link: bool, quiet: bool) -> PhpResult<Option<Stat>> {
    if filename.is_empty() || has_nul(filename) {
        if !filename.is_empty() && !quiet {
            cx.warn("Filename contains null byte")?;
        }
        return Ok(None);
    }
    let mapped = loxo_streams::intercepted(cx, filename, false, false);
    let state_now = state(cx);
    let known = if link { &state_now.last_lstat } else { &state_now.last_stat };
    if let Some((_, stat)) = known.as_ref().filter(|(path, _)| mapped.is_none() && path == filename) {
        return Ok(Some(*stat));
    }
    let stat = match located(cx, mapped.as_deref().unwrap_or(filename), quiet)? {
        Some((wrapper, inner)) if wrapper.label() == "plainfile" => counters::lookup(|| loxo_streams::plain::stat_file(cx, inner, link)),
        Some((wrapper, inner)) => {
            counters::lookup(|| wrapper.url_stat(cx, inner, StatFlags::of(link, quiet).with(StatFlags::IGNORE_OPEN_BASEDIR), None))
        }
        None if paths_forbidden(cx, filename) => return Ok(None),
        None => None,
    };
    cx.check()?;
    if let (Some(stat), None) = (stat, &mapped) {
        let state = state(cx);
        if link {
            state.last_lstat = Some((filename.clone(), stat));
        }
        if !link || stat.file_type() != Stat::LINK {
            state.last_stat = Some((filename.clone(), stat));
        }
    }
    if stat.is_none() && !quiet {
        let kind: &[u8] = if link { b"Lstat failed for " } else { b"stat failed for " };
        cx.builtin_warning([kind, filename].concat());
        cx.check()?;
    }
    Ok(stat)
}

/// What open_basedir forbids was reported as such.
fn paths_forbidden(cx: &mut Cx, filename: &[u8]) -> bool {
    loxo_streams::locate(cx, filename, OpenOptions::default()).is_some()
}

/// One number of it.
fn field(cx: &mut Cx, filename: &PhpStr, pick: fn(&Stat) -> i64) -> PhpResult<Value> {
    let stat = stat_of(cx, filename, false, false)?;
    Ok(stat.map_or(Value::FALSE, |stat| Value::int(pick(&stat))))
}

/// `fileatime()`
pub(crate) fn fileatime(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.atime)
}

/// `filectime()`
pub(crate) fn filectime(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.ctime)
}

/// `filemtime()`
pub(crate) fn filemtime(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.mtime)
}

/// `filegroup()`
pub(crate) fn filegroup(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.gid)
}

/// `fileowner()`
pub(crate) fn fileowner(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.uid)
}

/// `fileinode()`
pub(crate) fn fileinode(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.ino)
}

/// `fileperms()`
pub(crate) fn fileperms(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| i64::from(stat.mode))
}

/// `filesize()`
pub(crate) fn filesize(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    field(cx, filename, |stat| stat.size)
}

/// `filetype()`
pub(crate) fn filetype(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    let Some(stat) = stat_of(cx, filename, true, false)? else { return Ok(Value::FALSE) };
    Ok(Value::from(match stat.file_type() {
        Stat::LINK => "link",
        Stat::FIFO => "fifo",
        Stat::CHAR => "char",
        Stat::DIR => "dir",
        Stat::BLOCK => "block",
        Stat::FILE => "file",
        Stat::SOCKET => "socket",
        other => {
            cx.note(&format!("Unknown file type ({other})"))?;
            "unknown"
        }
    }))
}

/// `stat()`
pub(crate) fn stat(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    let stat = stat_of(cx, filename, false, false)?;
    Ok(stat.map_or(Value::FALSE, |stat| Value::array(stat.to_array())))
}

/// `lstat()`
pub(crate) fn lstat(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    let stat = stat_of(cx, filename, true, false)?;
    Ok(stat.map_or(Value::FALSE, |stat| Value::array(stat.to_array())))
}

/// `is_file()`
pub(crate) fn is_file(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    Ok(stat_of(cx, filename, false, true)?.is_some_and(|stat| stat.is_file()))
}

/// `is_dir()`
pub(crate) fn is_dir(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    Ok(stat_of(cx, filename, false, true)?.is_some_and(|stat| stat.is_dir()))
}

/// `is_link()`
pub(crate) fn is_link(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    Ok(stat_of(cx, filename, true, true)?.is_some_and(|stat| stat.file_type() == Stat::LINK))
}

/// `file_exists()`
pub(crate) fn file_exists(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    accessible(cx, filename, Access::EXISTS)
}

/// `is_writable()`
pub(crate) fn is_writable(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    accessible(cx, filename, Access::WRITE_OK)
}

/// `is_readable()`
pub(crate) fn is_readable(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    accessible(cx, filename, Access::READ_OK)
}

/// `is_executable()`
pub(crate) fn is_executable(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    accessible(cx, filename, Access::EXEC_OK)
}

fn accessible(cx: &mut Cx, filename: &PhpStr, access: Access) -> PhpResult<bool> {
    // Programs in archives reach their files by all of these functions but one, which is another name.
    let mapped = loxo_streams::intercepted(cx, filename, false, false);
    let mapped = mapped.filter(|_| access != Access::WRITE_OK || &*cx.active_name() != "is_writeable");
    let Some((wrapper, inner)) = located(cx, mapped.as_deref().unwrap_or(filename), true)? else { return Ok(false) };
    if wrapper.label() == "plainfile" {
        // A path that looks like a URL is cleaned first, as opening it does.
        let looks_like_url = memchr::memchr_iter(b':', inner).any(|colon| inner[colon..].starts_with(b"://"));
        let full = match inner.first() {
            _ if looks_like_url => Cow::Owned(paths::expand(cx, inner)),
            Some(b'/') => Cow::Borrowed(inner),
            _ => Cow::Owned(paths::absolute(cx, inner)),
        };
        return Ok(counters::lookup(|| loxo_files::access(paths::path_of(&full), access).ok()).is_some());
    }
    let stat = counters::lookup(|| wrapper.url_stat(cx, inner, StatFlags::QUIET.with(StatFlags::IGNORE_OPEN_BASEDIR), None));
    cx.check()?;
    let Some(stat) = stat else { return Ok(false) };
    Ok(access == Access::EXISTS || stat.mode & permission_bit(&stat, access) != 0)
}

/// The bit that says whether this process may, of a file that only a wrapper knows.
fn permission_bit(stat: &Stat, access: Access) -> u32 {
    let other = match access {
        Access::READ_OK => 4,
        Access::WRITE_OK => 2,
        _ => 1,
    };
    let gid = i64::from(rustix::process::getgid().as_raw());
    if stat.uid == i64::from(rustix::process::getuid().as_raw()) {
        return other << 6;
    }
    let member = || rustix::process::getgroups().is_ok_and(|all| all.iter().any(|group| i64::from(group.as_raw()) == stat.gid));
    if stat.gid == gid || member() { other << 3 } else { other }
}

/// Changes metadata through the path's wrapper; "Cannot call ... for a non-standard stream" if it has no way.
fn change(cx: &mut Cx, filename: &PhpStr, function: &str, change: MetaChange) -> PhpResult<bool> {
    state(cx).forget_stat();
    let Some((wrapper, inner)) = loxo_streams::locate(cx, filename, OpenOptions::default()) else {
        cx.check()?;
        return Ok(false);
    };
    if wrapper.label() == "plainfile" {
        return change_file(cx, inner, change);
    }
    let done = wrapper.metadata(cx, filename, &change);
    if done.is_none() {
        cx.warn(&format!("Cannot call {function}() for a non-standard stream"))?;
    }
    cx.check()?;
    Ok(done.unwrap_or(false))
}

/// The functions say what went wrong in words of their own, without the file's name.
fn change_file(cx: &mut Cx, path: &[u8], change: MetaChange) -> PhpResult<bool> {
    if let MetaChange::OwnerName(_) | MetaChange::GroupName(_) | MetaChange::Owner(_) | MetaChange::Group(_) = change {
        return change_owner(cx, path, &change, false);
    }
    if !paths::check_open_basedir(cx, path, true) {
        cx.check()?;
        return Ok(false);
    }
    let full = paths::absolute(cx, path);
    let result = match change {
        MetaChange::Access(mode) => loxo_files::may_change(paths::path_of(&full))
            .and_then(|()| rustix::fs::chmod(paths::path_of(&full), rustix::fs::Mode::from_raw_mode(mode as u32 & 0o7777)))
            .map_err(loxo_streams::error_text),
        MetaChange::Touch(times) => loxo_streams::touch_file(&full, times).map_err(|error| match error {
            loxo_streams::TouchError::Create(why) => format!("Unable to create file {} because {why}", String::from_utf8_lossy(path)),
            loxo_streams::TouchError::Times(why) => format!("Utime failed: {why}"),
        }),
        MetaChange::OwnerName(_) | MetaChange::Owner(_) | MetaChange::GroupName(_) | MetaChange::Group(_) => Ok(()),
    };
    match result {
        Ok(()) => Ok(true),
        Err(message) => {
            cx.warn(&message)?;
            Ok(false)
        }
    }
}

fn change_owner(cx: &mut Cx, path: &[u8], change: &MetaChange, link: bool) -> PhpResult<bool> {
    let owner = match loxo_streams::find_owner(change) {
        Some(owner) => owner,
        None => {
            let (kind, name) = match change {
                MetaChange::GroupName(name) => ("gid", name.clone()),
                MetaChange::OwnerName(name) => ("uid", name.clone()),
                _ => return Ok(false),
            };
            cx.builtin_warning([b"Unable to find ", kind.as_bytes(), b" for ", name.as_bytes()].concat());
            cx.check()?;
            return Ok(false);
        }
    };
    if !paths::check_open_basedir(cx, path, true) {
        cx.check()?;
        return Ok(false);
    }
    let full = paths::absolute(cx, path);
    let flags = if link { rustix::fs::AtFlags::SYMLINK_NOFOLLOW } else { rustix::fs::AtFlags::empty() };
    let target = paths::path_of(&full);
    match loxo_files::may_change(target).and_then(|()| rustix::fs::chownat(rustix::fs::CWD, target, owner.0, owner.1, flags)) {
        Ok(()) => Ok(true),
        Err(error) => {
            cx.warn(&loxo_streams::error_text(error))?;
            Ok(false)
        }
    }
}

fn owner_change(user: &Value) -> MetaChange {
    match user.deref().as_str() {
        Some(name) => MetaChange::OwnerName(name.clone()),
        None => MetaChange::Owner(convert::scalar_to_int(user)),
    }
}

fn group_change(group: &Value) -> MetaChange {
    match group.deref().as_str() {
        Some(name) => MetaChange::GroupName(name.clone()),
        None => MetaChange::Group(convert::scalar_to_int(group)),
    }
}

/// `chown()`
pub(crate) fn chown(cx: &mut Cx, filename: &PhpStr, user: &Value) -> PhpResult<bool> {
    change(cx, filename, "chown", owner_change(user))
}

/// `chgrp()`
pub(crate) fn chgrp(cx: &mut Cx, filename: &PhpStr, group: &Value) -> PhpResult<bool> {
    change(cx, filename, "chgrp", group_change(group))
}

/// `lchown()`
pub(crate) fn lchown(cx: &mut Cx, filename: &PhpStr, user: &Value) -> PhpResult<bool> {
    change_owner(cx, filename, &owner_change(user), true)
}

/// `lchgrp()`
pub(crate) fn lchgrp(cx: &mut Cx, filename: &PhpStr, group: &Value) -> PhpResult<bool> {
    change_owner(cx, filename, &group_change(group), true)
}

/// `chmod()`
pub(crate) fn chmod(cx: &mut Cx, filename: &PhpStr, permissions: i64) -> PhpResult<bool> {
    change(cx, filename, "chmod", MetaChange::Access(permissions))
}

/// `touch()`
pub(crate) fn touch(cx: &mut Cx, filename: &PhpStr, mtime: Option<i64>, atime: Option<i64>) -> PhpResult<bool> {
    if filename.is_empty() {
        return Ok(false);
    }
    let times = match (mtime, atime) {
        (None, Some(_)) => {
            return Err(cx.argument_value_error(2, "cannot be null when argument #3 ($atime) is an integer"));
        }
        (None, None) => None,
        (Some(mtime), atime) => Some((mtime, atime.unwrap_or(mtime))),
    };
    change(cx, filename, "touch", MetaChange::Touch(times))
}

/// `clearstatcache()`
pub(crate) fn clearstatcache(cx: &mut Cx, clear_realpath_cache: bool, _filename: &PhpStr) -> PhpResult<()> {
    if clear_realpath_cache {
        state(cx).forget_names();
    } else {
        state(cx).forget_stat();
    }
    Ok(())
}

/// `disk_total_space()`
pub(crate) fn disk_total_space(cx: &mut Cx, directory: &PhpStr) -> PhpResult<Value> {
    disk_space(cx, directory, |info| info.f_blocks)
}

/// `disk_free_space()`
pub(crate) fn disk_free_space(cx: &mut Cx, directory: &PhpStr) -> PhpResult<Value> {
    disk_space(cx, directory, |info| info.f_bavail)
}

fn disk_space(cx: &mut Cx, directory: &PhpStr, pick: fn(&rustix::fs::StatVfs) -> u64) -> PhpResult<Value> {
    if directory.is_empty() {
        return Ok(Value::FALSE);
    }
    if !paths::check_open_basedir(cx, directory, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let full = paths::absolute(cx, directory);
    match rustix::fs::statvfs(paths::path_of(&full)) {
        Ok(info) => {
            let unit = if info.f_frsize > 0 { info.f_frsize } else { info.f_bsize };
            Ok(Value::float(pick(&info) as f64 * unit as f64))
        }
        Err(error) => {
            cx.warn(&loxo_streams::error_text(error))?;
            Ok(Value::FALSE)
        }
    }
}
