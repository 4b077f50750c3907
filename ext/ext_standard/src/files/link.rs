//! The functions that make and read links in the file system.

use loxo_runtime::paths;

use loxo_streams::OpenOptions;

use crate::prelude::*;

/// `readlink()`
pub(crate) fn readlink(cx: &mut Cx, path: &PhpStr) -> PhpResult<Value> {
    if !paths::check_open_basedir(cx, path, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    // Which no link has, and not the current directory.
    let full = if path.is_empty() { path.to_vec() } else { paths::absolute(cx, path) };
    match loxo_files::read_link(paths::path_of(&full)) {
        Ok(target) => Ok(Value::from(paths::bytes_of(target))),
        Err(error) => {
            cx.warn(&loxo_streams::error_text(error))?;
            Ok(Value::FALSE)
        }
    }
}

/// `linkinfo()`
pub(crate) fn linkinfo(cx: &mut Cx, path: &PhpStr) -> PhpResult<Value> {
    let full = paths::absolute(cx, path);
    let directory = full.iter().rposition(|&b| b == b'/').map_or(&b"/"[..], |at| &full[..at.max(1)]);
    if !paths::check_open_basedir(cx, directory, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    match loxo_files::lstat(paths::path_of(&full)) {
        Ok(st) if !path.is_empty() => Ok(Value::int(st.st_dev as i64)),
        result => {
            let error = result.err().unwrap_or(rustix::io::Errno::NOENT);
            cx.warn(&loxo_streams::error_text(error))?;
            Ok(Value::int(-1))
        }
    }
}

/// What both kinds of links check first; false: refused (reported).
fn may_link(cx: &mut Cx, target: &PhpStr, link: &PhpStr, what: &str) -> PhpResult<bool> {
    let is_url = |cx: &mut Cx, path: &[u8]| {
        loxo_streams::locate(cx, path, OpenOptions::default()).is_some_and(|(wrapper, _)| wrapper.label() != "plainfile")
    };
    if is_url(cx, target) || is_url(cx, link) {
        cx.warn(&format!("Unable to {what} to a URL"))?;
        return Ok(false);
    }
    if target.is_empty() || link.is_empty() {
        cx.warn("No such file or directory")?;
        return Ok(false);
    }
    let link = paths::real_as_far_as_possible(cx, link);
    // What a symbolic link says counts from where it is.
    let target = match link.iter().rposition(|&b| b == b'/').filter(|_| what == "symlink" && !target.starts_with(b"/")) {
        Some(at) => paths::normalize(&[&link[..=at], target.as_bytes()].concat()),
        None => paths::normalize(&paths::absolute(cx, target)),
    };
    let allowed = paths::check_open_basedir(cx, &target, true) && paths::check_open_basedir(cx, &link, true);
    cx.check()?;
    Ok(allowed)
}

/// `symlink()`
pub(crate) fn symlink(cx: &mut Cx, target: &PhpStr, link: &PhpStr) -> PhpResult<bool> {
    if !may_link(cx, target, link, "symlink")? {
        return Ok(false);
    }
    let full = paths::absolute(cx, link);
    // The target is written as it was given: it counts from where the link is.
    let link = paths::path_of(&full);
    finish(cx, loxo_files::may_create(link).and_then(|()| rustix::fs::symlink(paths::path_of(target), link)))
}

/// `link()`
pub(crate) fn link(cx: &mut Cx, target: &PhpStr, link: &PhpStr) -> PhpResult<bool> {
    if !may_link(cx, target, link, "link")? {
        return Ok(false);
    }
    let (target, link) = (paths::absolute(cx, target), paths::absolute(cx, link));
    let (target, link) = (paths::path_of(&target), paths::path_of(&link));
    let may = loxo_files::may_change(target).and_then(|()| loxo_files::may_create(link));
    finish(cx, may.and_then(|()| rustix::fs::link(target, link)))
}

fn finish(cx: &mut Cx, result: Result<(), rustix::io::Errno>) -> PhpResult<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(error) => {
            cx.warn(&loxo_streams::error_text(error))?;
            Ok(false)
        }
    }
}
