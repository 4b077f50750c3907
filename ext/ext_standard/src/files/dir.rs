//! `opendir()` and its like, and the class `Directory`.

use loxo_runtime::PhpResource;
use loxo_runtime::paths;
use loxo_streams::{OpenOptions, StreamRef, context, flags, glob as globbing, state};

use crate::prelude::*;

fn open_dir(cx: &mut Cx, directory: &PhpStr, context: &Value) -> PhpResult<Option<PhpResource>> {
    let context = context::from_arg(cx, 2, context, false)?;
    let Some(stream) = loxo_streams::opendir(cx, directory, OpenOptions::REPORT_ERRORS, context.as_ref())? else { return Ok(None) };
    stream.set_flag(flags::NO_FCLOSE);
    let resource = loxo_streams::into_resource(stream);
    state(cx).default_dir = Some(resource.clone());
    Ok(Some(resource))
}

/// `opendir()`
pub(crate) fn opendir(cx: &mut Cx, directory: &PhpStr, context: &Value) -> PhpResult<Value> {
    open_dir(cx, directory, context).map(|opened| opened.map_or(Value::FALSE, Value::resource))
}

/// `dir()`
pub(crate) fn dir(cx: &mut Cx, directory: &PhpStr, context: &Value) -> PhpResult<Value> {
    let Some(resource) = open_dir(cx, directory, context)? else { return Ok(Value::FALSE) };
    let class = cx.builtin_class("Directory");
    let object = cx.new_object_raw(class);
    // Read-only for programs: `path`, `handle`.
    *object.slot_mut(0) = Value::string(directory.clone());
    *object.slot_mut(1) = Value::resource(resource);
    Ok(Value::object(object))
}

/// The directory of an argument, or the one that was opened last.
fn handle(cx: &mut Cx, argument: &Value) -> PhpResult<(PhpResource, StreamRef)> {
    let argument = argument.deref();
    let resource = match (argument.is_null(), argument.as_resource()) {
        (true, _) => match state(cx).default_dir.clone() {
            Some(resource) => resource,
            None => return Err(cx.type_error("No resource supplied")),
        },
        (false, Some(resource)) => resource.clone(),
        (false, None) => {
            let given = cx.value_name(argument);
            return Err(cx.argument_type_error(1, format!("must be of type resource or null, {given} given")));
        }
    };
    listing(cx, resource)
}

fn listing(cx: &mut Cx, resource: PhpResource) -> PhpResult<(PhpResource, StreamRef)> {
    let Some(stream) = loxo_streams::of_resource(&resource) else { return Err(context::not_valid(cx, "Directory")) };
    if !stream.has_flag(flags::IS_DIR) {
        return Err(cx.argument_type_error(1, "must be a valid Directory resource"));
    }
    Ok((resource, stream))
}

/// The directory of an object.
fn own_handle(cx: &mut Cx, this: &PhpObject) -> PhpResult<(PhpResource, StreamRef)> {
    match this.slots().get(1).and_then(|v| v.deref().as_resource().cloned()) {
        Some(resource) => listing(cx, resource),
        None => Err(cx.throw_error("Unable to find my handle property")),
    }
}

fn close_handle(cx: &mut Cx, resource: &PhpResource) -> PhpResult<()> {
    loxo_streams::close_resource(cx, resource);
    if state(cx).default_dir.as_ref().is_some_and(|default| default.ptr_eq(resource)) {
        state(cx).default_dir = None;
    }
    cx.check()
}

fn next_name(cx: &mut Cx, stream: &StreamRef) -> PhpResult<Value> {
    let entry = stream.read_dir(cx);
    cx.check()?;
    Ok(entry.map_or(Value::FALSE, |entry| Value::string(entry.name)))
}

/// `closedir()`
pub(crate) fn closedir(cx: &mut Cx, dir_handle: &Value) -> PhpResult<()> {
    let (resource, _) = handle(cx, dir_handle)?;
    close_handle(cx, &resource)
}

/// `rewinddir()`
pub(crate) fn rewinddir(cx: &mut Cx, dir_handle: &Value) -> PhpResult<()> {
    let (_, stream) = handle(cx, dir_handle)?;
    stream.rewind_dir(cx);
    cx.check()
}

/// `readdir()`
pub(crate) fn readdir(cx: &mut Cx, dir_handle: &Value) -> PhpResult<Value> {
    let (_, stream) = handle(cx, dir_handle)?;
    next_name(cx, &stream)
}

/// `Directory::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let (resource, _) = own_handle(cx, this)?;
    close_handle(cx, &resource)
}

/// `Directory::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let (_, stream) = own_handle(cx, this)?;
    stream.rewind_dir(cx);
    cx.check()
}

/// `Directory::read()`
pub(crate) fn read(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let (_, stream) = own_handle(cx, this)?;
    next_name(cx, &stream)
}

/// `chdir()`
pub(crate) fn chdir(cx: &mut Cx, directory: &PhpStr) -> PhpResult<bool> {
    if !paths::check_open_basedir(cx, directory, true) {
        cx.check()?;
        return Ok(false);
    }
    let full = if directory.is_empty() { Vec::new() } else { paths::absolute(cx, directory) };
    let path = paths::path_of(&full);
    // The directory must be one that could be gone to.
    let usable = loxo_files::stat(path).and_then(|st| {
        let is_dir = loxo_streams::Stat::from(st).is_dir();
        if is_dir { loxo_files::access(path, rustix::fs::Access::EXEC_OK) } else { Err(rustix::io::Errno::NOTDIR) }
    });
    match usable {
        Ok(()) => {
            cx.info.cwd = paths::real(cx, &full).unwrap_or(full);
            loxo_streams::state(cx).forget_relative_stat();
            Ok(true)
        }
        Err(error) => {
            cx.warn(&format!("{} (errno {})", loxo_streams::error_text(error), error.raw_os_error()))?;
            Ok(false)
        }
    }
}

/// `chroot()`
pub(crate) fn chroot(cx: &mut Cx, directory: &PhpStr) -> PhpResult<bool> {
    let full = paths::absolute(cx, directory);
    let changed = match cx.sapi.shares_process() {
        // The root would be that of the thread's later requests, too.
        true => Err(rustix::io::Errno::PERM),
        false => rustix::process::chroot(paths::path_of(&full)),
    };
    match changed {
        Ok(()) => {
            cx.info.cwd = b"/".to_vec();
            loxo_streams::state(cx).forget_names();
            Ok(true)
        }
        Err(error) => {
            cx.warn(&format!("{} (errno {})", loxo_streams::error_text(error), error.raw_os_error()))?;
            Ok(false)
        }
    }
}

/// `getcwd()`
pub(crate) fn getcwd(cx: &mut Cx) -> PhpResult<Value> {
    let cwd = paths::cwd(cx);
    Ok(if loxo_files::is_dir(paths::path_of(&cwd)) { Value::from(cwd) } else { Value::FALSE })
}

/// `scandir()`
pub(crate) fn scandir(cx: &mut Cx, directory: &PhpStr, sorting_order: i64, context: &Value) -> PhpResult<Value> {
    if directory.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let context = match context.deref().is_null() {
        true => None,
        false => context::from_arg(cx, 3, context, false)?,
    };
    let stream = loxo_streams::opendir(cx, directory, OpenOptions::REPORT_ERRORS, context.as_ref())?;
    let Some(stream) = stream else {
        let error = match paths::check_open_basedir(cx, directory, false) {
            true => std::io::Error::last_os_error(),
            false => rustix::io::Errno::PERM.into(),
        };
        let (code, text) = (error.raw_os_error().unwrap_or(0), loxo_streams::error_text(error));
        cx.warn(&format!("(errno {code}): {text}"))?;
        return Ok(Value::FALSE);
    };
    let resource = loxo_streams::into_resource(stream.clone());
    let mut names = Vec::new();
    while let Some(entry) = stream.read_dir(cx) {
        names.push(entry.name);
    }
    loxo_streams::close_resource(cx, &resource);
    cx.check()?;
    match sorting_order {
        0 => names.sort(),
        2 => {}
        _ => names.sort_by(|a, b| b.cmp(a)),
    }
    Ok(Value::array(PhpArray::from_values(names)))
}

/// `glob()`
pub(crate) fn glob(cx: &mut Cx, pattern: &PhpStr, flags: i64) -> PhpResult<Value> {
    const KNOWN: i64 = globbing::GLOB_ERR
        | globbing::GLOB_MARK
        | globbing::GLOB_NOSORT
        | globbing::GLOB_NOCHECK
        | globbing::GLOB_NOESCAPE
        | globbing::GLOB_BRACE
        | globbing::GLOB_ONLYDIR;
    if pattern.len() >= paths::MAX_PATH {
        cx.warn(&format!("Pattern exceeds the maximum allowed length of {} characters", paths::MAX_PATH))?;
        return Ok(Value::FALSE);
    }
    if flags & !KNOWN != 0 {
        cx.warn("At least one of the passed flags is invalid or not supported on this platform")?;
        return Ok(Value::FALSE);
    }
    let found = match globbing::glob(cx, pattern, flags) {
        Ok(found) => found,
        Err(globbing::GlobError::NoMatch) => Vec::new(),
        Err(globbing::GlobError::Aborted) => return Ok(Value::FALSE),
    };
    // Nothing found is an empty array, nothing of it allowed is not.
    let some = !found.is_empty();
    let mut out = PhpArray::new();
    for path in found {
        if paths::check_open_basedir(cx, &path, false) {
            let _ = out.push(Value::from(path));
        }
    }
    Ok(if some && out.is_empty() { Value::FALSE } else { Value::array(out) })
}
