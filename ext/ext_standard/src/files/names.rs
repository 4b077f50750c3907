//! Names of files: renamed, deleted, resolved; temporary ones.

use loxo_runtime::paths;

use loxo_runtime::web::Uploads;
use loxo_streams::{OpenOptions, context, glob, plain, state};

use crate::prelude::*;

/// `rename()`
pub(crate) fn rename(cx: &mut Cx, from: &PhpStr, to: &PhpStr, context: &Value) -> PhpResult<bool> {
    let Some((wrapper, _)) = loxo_streams::locate(cx, from, OpenOptions::default()) else {
        cx.warn("Unable to locate stream wrapper")?;
        return Ok(false);
    };
    let target = loxo_streams::locate(cx, to, OpenOptions::default());
    let same = target
        .is_some_and(|(target, _)| target.label() == wrapper.label() && (!target.is_user() || std::rc::Rc::ptr_eq(&target, &wrapper)));
    let context = context::from_arg(cx, 3, context, false)?;
    if !same {
        cx.warn("Cannot rename a file across wrapper types")?;
        return Ok(false);
    }
    let done = wrapper.rename(cx, from, to, context.as_ref());
    if done == Some(true) {
        state(cx).forget_names();
    }
    if done.is_none() {
        cx.warn(&format!("{} wrapper does not support renaming", wrapper.label()))?;
    }
    cx.check()?;
    Ok(done.unwrap_or(false))
}

/// `unlink()`
pub(crate) fn unlink(cx: &mut Cx, filename: &PhpStr, context: &Value) -> PhpResult<bool> {
    let context = context::from_arg(cx, 2, context, false)?;
    let Some((wrapper, _)) = loxo_streams::locate(cx, filename, OpenOptions::default()) else {
        cx.warn("Unable to locate stream wrapper")?;
        return Ok(false);
    };
    let done = wrapper.unlink(cx, filename, context.as_ref());
    if done == Some(true) {
        state(cx).forget_names();
    }
    if done.is_none() {
        cx.warn(&format!("{} does not allow unlinking", wrapper.label()))?;
    }
    cx.check()?;
    Ok(done.unwrap_or(false))
}

/// `mkdir()`
pub(crate) fn mkdir(cx: &mut Cx, directory: &PhpStr, permissions: i64, recursive: bool, context: &Value) -> PhpResult<bool> {
    let context = context::from_arg(cx, 4, context, false)?;
    let Some((wrapper, _)) = loxo_streams::locate(cx, directory, OpenOptions::default()) else { return Ok(false) };
    let done = wrapper.mkdir(cx, directory, permissions, recursive, context.as_ref());
    cx.check()?;
    Ok(done.unwrap_or(false))
}

/// `rmdir()`
pub(crate) fn rmdir(cx: &mut Cx, directory: &PhpStr, context: &Value) -> PhpResult<bool> {
    let context = context::from_arg(cx, 2, context, false)?;
    let Some((wrapper, _)) = loxo_streams::locate(cx, directory, OpenOptions::default()) else { return Ok(false) };
    let done = wrapper.rmdir(cx, directory, context.as_ref());
    if done == Some(true) {
        state(cx).forget_names();
    }
    cx.check()?;
    Ok(done.unwrap_or(false))
}

/// `umask()`
pub(crate) fn umask(cx: &mut Cx, mask: Option<i64>) -> PhpResult<i64> {
    use rustix::fs::Mode;
    let set = |mask: u32| rustix::process::umask(Mode::from_bits_truncate(mask & 0o777)).bits();
    let old = set(0o77);
    if state(cx).saved_umask.is_none() {
        state(cx).saved_umask = Some(old);
    }
    set(mask.map_or(old, |mask| mask as u32));
    Ok(i64::from(old))
}

/// `realpath()`
pub(crate) fn realpath(cx: &mut Cx, path: &PhpStr) -> PhpResult<Value> {
    let Some(found) = paths::real_remembered(cx, path) else { return Ok(Value::FALSE) };
    let allowed = paths::check_open_basedir(cx, &found, true);
    cx.check()?;
    Ok(if allowed { Value::from(found) } else { Value::FALSE })
}

/// `realpath_cache_get()`: the operating system remembers.
pub(crate) fn realpath_cache_get(_cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::new())
}

/// `realpath_cache_size()`
pub(crate) fn realpath_cache_size(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(0)
}

/// `fnmatch()`
pub(crate) fn fnmatch(cx: &mut Cx, pattern: &PhpStr, filename: &PhpStr, flags: i64) -> PhpResult<bool> {
    for (name, text) in [("Filename", filename), ("Pattern", pattern)] {
        if text.len() >= paths::MAX_PATH {
            cx.warn(&format!("{name} exceeds the maximum allowed length of {} characters", paths::MAX_PATH))?;
            return Ok(false);
        }
    }
    Ok(glob::fnmatch(pattern, filename, flags))
}

/// `sys_get_temp_dir()`
pub(crate) fn sys_get_temp_dir(cx: &mut Cx) -> PhpResult<Vec<u8>> {
    Ok(plain::temp_dir(cx))
}

/// `tempnam()`
pub(crate) fn tempnam(cx: &mut Cx, directory: &PhpStr, prefix: &PhpStr) -> PhpResult<Value> {
    const LONGEST_PREFIX: usize = 63;
    let name = prefix.rsplit(|&b| b == b'/').find(|part| !part.is_empty()).unwrap_or_default();
    let name = &name[..name.len().min(LONGEST_PREFIX)];
    let wanted = paths::expand(cx, directory);
    let usable = !directory.is_empty() && !directory.contains(&0);
    if usable {
        if !paths::check_open_basedir(cx, directory, true) {
            cx.check()?;
            return Ok(Value::FALSE);
        }
        let real = paths::real(cx, directory).unwrap_or(wanted);
        if let Some((path, _)) = plain::create_temporary(&real, name) {
            return Ok(Value::from(path));
        }
    }
    let fallback = plain::temp_dir(cx);
    if usable {
        cx.note("file created in the system's temporary directory")?;
    }
    if !paths::check_open_basedir(cx, &fallback, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    Ok(plain::create_temporary(&fallback, name).map_or(Value::FALSE, |(path, _)| Value::from(path)))
}

/// `is_uploaded_file()`
pub(crate) fn is_uploaded_file(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    Ok(cx.ext::<Uploads>().files.iter().any(|name| name == filename.as_bytes()))
}

/// `move_uploaded_file()`
pub(crate) fn move_uploaded_file(cx: &mut Cx, from: &PhpStr, to: &PhpStr) -> PhpResult<bool> {
    let Some(at) = cx.ext::<Uploads>().files.iter().position(|name| name == from.as_bytes()) else { return Ok(false) };
    if !paths::check_open_basedir(cx, to, true) {
        cx.check()?;
        return Ok(false);
    }
    let (source, target) = (paths::absolute(cx, from), paths::absolute(cx, to));
    let (source, target) = (paths::path_of(&source), paths::path_of(&target));
    state(cx).forget_names();
    let moved = std::fs::rename(source, target).or_else(|_| std::fs::copy(source, target).and_then(|_| std::fs::remove_file(source)));
    if moved.is_err() {
        let message = [b"Unable to move \"", from.as_bytes(), b"\" to \"", to.as_bytes(), b"\""].concat();
        cx.builtin_warning(message);
        cx.check()?;
        return Ok(false);
    }
    cx.ext::<Uploads>().files.remove(at);
    // The file was made for its owner only; it becomes like any other.
    let _ = rustix::fs::chmod(target, rustix::fs::Mode::from_bits_truncate(0o666 & !loxo_streams::file_mask()));
    Ok(true)
}

/// `ftok()`
pub(crate) fn ftok(cx: &mut Cx, filename: &PhpStr, project_id: &PhpStr) -> PhpResult<i64> {
    if filename.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let [project] = *project_id.as_bytes() else { return Err(cx.argument_value_error(2, "must be a single character")) };
    if !paths::check_open_basedir(cx, filename, true) {
        cx.check()?;
        return Ok(-1);
    }
    let full = paths::absolute(cx, filename);
    match loxo_files::stat(paths::path_of(&full)) {
        Ok(st) => {
            let key = (i64::from(project) << 24 | (st.st_dev as i64 & 0xff) << 16 | (st.st_ino as i64 & 0xffff)) as i32;
            Ok(i64::from(key))
        }
        Err(error) => {
            cx.warn(&format!("ftok() failed - {}", loxo_streams::error_text(error)))?;
            Ok(-1)
        }
    }
}
