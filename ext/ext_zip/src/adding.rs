//! Methods of `ZipArchive` that add or replace files: from strings, from files, and by patterns.

use std::rc::Rc;

use loxo_runtime::paths;

use loxo_runtime::{Callable, Cx, FnId, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};
use loxo_streams::glob;

use crate::archive::{opened, state};
use crate::changing::encryption;
use crate::container::Content;
use crate::error::{Try, ZipError};
use crate::flags::flag;

/// Opens the file at once.
const OPEN_NOW: i64 = 1 << 30;
/// `ZipArchive::LENGTH_UNCHECKED`
const UNCHECKED: i64 = -2;

/// Adds or replaces; what came of it is noted.
fn put(cx: &mut Cx, this: &PhpObject, name: &[u8], content: Content, flags: i64) -> PhpResult<bool> {
    let container = opened(cx, this)?;
    let outcome = container.add(name, content, flags);
    Ok(settle(this, outcome))
}

fn settle(this: &PhpObject, outcome: Try<i64>) -> bool {
    let own = state(this);
    let (id, error) = match outcome {
        Ok(id) => (id, ZipError::default()),
        Err(error) => (-1, error),
    };
    own.last_id = id;
    if let Some(container) = &mut own.container {
        container.error = error;
    }
    id >= 0
}

/// `ZipArchive::addEmptyDir()`
pub(crate) fn add_empty_dir(cx: &mut Cx, this: &PhpObject, name: &PhpStr, flags: i64) -> PhpResult<bool> {
    opened(cx, this)?;
    if name.is_empty() {
        return Ok(false);
    }
    let name = if name.ends_with(b"/") { name.to_vec() } else { [name.as_bytes(), b"/"].concat() };
    put(cx, this, &name, Content::Directory, flags)
}

/// `ZipArchive::addFromString()`
pub(crate) fn add_from_string(cx: &mut Cx, this: &PhpObject, name: &PhpStr, content: &PhpStr, flags: i64) -> PhpResult<bool> {
    put(cx, this, name, Content::Text(content.clone()), flags)
}

/// A part of a file as content; the failure is reported.
fn file_content(cx: &mut Cx, path: &[u8], start: i64, length: i64, flags: i64) -> PhpResult<Option<Content>> {
    if !paths::check_open_basedir(cx, path, true) {
        cx.check()?;
        return Ok(None);
    }
    let full = paths::real(cx, path).unwrap_or_else(|| paths::expand(cx, path));
    if length != UNCHECKED && std::fs::metadata(paths::path_of(&full)).is_err() {
        cx.builtin_warning("No such file or directory");
        cx.check()?;
        return Ok(None);
    }
    let open = match flags & OPEN_NOW {
        0 => None,
        _ => match loxo_files::open_file(paths::path_of(&full)) {
            Ok(file) => Some(Rc::new(file)),
            Err(_) => return Ok(None),
        },
    };
    let Ok(start) = u64::try_from(start) else { return Ok(None) };
    // Without a check all is taken that can be read, whatever the file's size is said to be.
    let len = if length == UNCHECKED { Some(u64::MAX) } else { u64::try_from(length).ok().filter(|&len| len > 0) };
    Ok(Some(Content::File { path: full, open, start, len }))
}

/// `ZipArchive::addFile()`
pub(crate) fn add_file(
    cx: &mut Cx,
    this: &PhpObject,
    path: &PhpStr,
    name: &PhpStr,
    start: i64,
    length: i64,
    flags: i64,
) -> PhpResult<bool> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    opened(cx, this)?;
    let name = if name.is_empty() { path } else { name };
    match file_content(cx, path, start, length, flags)? {
        Some(content) => put(cx, this, name, content, flags & !OPEN_NOW),
        None => Ok(false),
    }
}

/// `ZipArchive::replaceFile()`
pub(crate) fn replace_file(
    cx: &mut Cx,
    this: &PhpObject,
    path: &PhpStr,
    index: i64,
    start: i64,
    length: i64,
    flags: i64,
) -> PhpResult<bool> {
    if path.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if index < 0 {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    }
    opened(cx, this)?;
    let Some(content) = file_content(cx, path, start, length, flags)? else { return Ok(false) };
    let container = opened(cx, this)?;
    let outcome = container.replace(index, content);
    container.error = outcome.err().unwrap_or_default();
    Ok(outcome.is_ok())
}

/// The options of `addGlob()` and `addPattern()`.
struct Options {
    remove_all_path: bool,
    remove_path: Option<Vec<u8>>,
    add_path: Option<Vec<u8>>,
    flags: i64,
    method: Option<(i64, i64)>,
    encryption: Option<(i64, Option<Vec<u8>>)>,
}

fn number(cx: &mut Cx, options: &PhpArray, name: &str, strict: bool) -> PhpResult<Option<i64>> {
    let Some(value) = options.get_bytes(name.as_bytes()).map(Value::clone_deref) else { return Ok(None) };
    if !value.is_int() {
        let text = format!("Option \"{name}\" must be of type int, {} given", convert::value_name(&value));
        if strict {
            return Err(cx.type_error(text));
        }
        cx.builtin_warning(text);
        cx.check()?;
    }
    convert::to_int(cx, &value).map(Some)
}

fn path_option(cx: &mut Cx, options: &PhpArray, name: &str) -> PhpResult<Option<Vec<u8>>> {
    let Some(value) = options.get_bytes(name.as_bytes()).map(Value::clone_deref) else { return Ok(None) };
    let Some(text) = value.as_bytes() else {
        return Err(cx.type_error(format!("Option \"{name}\" must be of type string, {} given", convert::value_name(&value))));
    };
    if text.is_empty() {
        return Err(cx.value_error(format!("Option \"{name}\" must not be empty")));
    }
    if text.len() >= paths::MAX_PATH {
        return Err(cx.value_error(format!("Option \"{name}\" must be less than {} bytes", paths::MAX_PATH - 1)));
    }
    Ok(Some(text.to_vec()))
}

fn options_of(cx: &mut Cx, options: &PhpArray) -> PhpResult<Options> {
    let mut out =
        Options { remove_all_path: false, remove_path: None, add_path: None, flags: flag::OVERWRITE, method: None, encryption: None };
    if options.is_empty() {
        out.flags = 0;
        return Ok(out);
    }
    if let Some(value) = options.get_bytes(b"remove_all_path").map(Value::clone_deref) {
        if !value.is_bool() {
            let text = format!("Option \"remove_all_path\" must be of type bool, {} given", convert::value_name(&value));
            cx.builtin_warning(text);
            cx.check()?;
        }
        out.remove_all_path = convert::to_int(cx, &value)? != 0;
    }
    if let Some(method) = number(cx, options, "comp_method", false)? {
        out.method = Some((method, number(cx, options, "comp_flags", false)?.unwrap_or(0)));
    }
    if let Some(method) = number(cx, options, "enc_method", false)? {
        let password = options.get_bytes(b"enc_password").map(Value::clone_deref);
        let password = match password {
            Some(value) => match value.as_bytes() {
                Some(password) => Some(password.to_vec()),
                None => {
                    let text = format!("Option \"enc_password\" must be of type string, {} given", convert::value_name(&value));
                    return Err(cx.type_error(text));
                }
            },
            None => None,
        };
        out.encryption = Some((method, password));
    }
    out.remove_path = path_option(cx, options, "remove_path")?;
    out.add_path = path_option(cx, options, "add_path")?;
    if let Some(flags) = number(cx, options, "flags", true)? {
        out.flags = flags;
    }
    Ok(out)
}

/// Adds files that were found; the answer is their names, or false.
fn add_all(cx: &mut Cx, this: &PhpObject, found: Vec<Vec<u8>>, options: &Options) -> PhpResult<Value> {
    for path in &found {
        let mut name = &path[..];
        if options.remove_all_path {
            name = path.iter().rposition(|&b| b == b'/').map_or(&path[..], |slash| &path[slash + 1..]);
        } else if let Some(prefix) = &options.remove_path
            && let Some(rest) = path.strip_prefix(&prefix[..]).filter(|rest| !rest.is_empty())
        {
            name = rest.strip_prefix(b"/").unwrap_or(rest);
        }
        let full = [options.add_path.as_deref().unwrap_or_default(), name].concat();
        if full.len() > paths::MAX_PATH {
            cx.builtin_warning(format!("Entry name too long (max: {}, {} given)", paths::MAX_PATH - 1, full.len()));
            cx.check()?;
            return Ok(Value::FALSE);
        }
        let Some(content) = file_content(cx, path, 0, 0, options.flags)? else { return Ok(Value::FALSE) };
        if !put(cx, this, &full, content, options.flags & !OPEN_NOW)? {
            return Ok(Value::FALSE);
        }
        let index = state(this).last_id;
        let container = opened(cx, this)?;
        let mut outcome = Ok(());
        if let Some((method, flags)) = options.method {
            outcome = match method {
                -1 | 0 | 8 | 12 => container.change_detail(index).map(|entry| entry.method = Some((method, flags))),
                _ => crate::error::fail(crate::error::COMPNOTSUPP),
            };
        }
        if let (Ok(()), Some((method, password))) = (&outcome, &options.encryption) {
            outcome = encryption(container, index, *method, password.as_deref());
        }
        if let Err(error) = outcome {
            container.error = error;
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::array(PhpArray::from_values(found)))
}

/// `ZipArchive::addGlob()`
pub(crate) fn add_glob(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr, flags: i64, options: &PhpArray) -> PhpResult<Value> {
    /// `GLOB_BRACE | GLOB_MARK | GLOB_NOSORT | GLOB_NOCHECK | GLOB_NOESCAPE | GLOB_ERR | GLOB_ONLYDIR`
    const KNOWN: i64 = 1 << 10 | 2 | 4 | 16 | 64 | 1 | 1 << 30;
    opened(cx, this)?;
    if pattern.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let options = options_of(cx, options)?;
    if pattern.len() >= paths::MAX_PATH {
        cx.builtin_warning(format!("Pattern exceeds the maximum allowed length of {} characters", paths::MAX_PATH));
        cx.check()?;
        return Ok(Value::FALSE);
    }
    if flags & KNOWN != flags {
        cx.builtin_warning("At least one of the passed flags is invalid or not supported on this platform");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let found = glob::glob(cx, pattern, flags).unwrap_or_default();
    if found.first().is_some_and(|first| !paths::check_open_basedir(cx, first, true)) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    add_all(cx, this, found, &options)
}

/// `ZipArchive::addPattern()`
pub(crate) fn add_pattern(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr, path: &PhpStr, options: &PhpArray) -> PhpResult<Value> {
    opened(cx, this)?;
    if pattern.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let options = options_of(cx, options)?;
    if !paths::check_open_basedir(cx, path, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let mut names: Vec<Vec<u8>> = match std::fs::read_dir(paths::path_of(&paths::absolute(cx, path))) {
        Ok(entries) => entries.flatten().map(|entry| paths::bytes_of(entry.file_name().into())).collect(),
        Err(_) => return Ok(Value::FALSE),
    };
    names.sort();
    let mut found = Vec::new();
    for name in names {
        let Some(func) = FnId::find(b"preg_match").and_then(|id| cx.func(id)) else { return Ok(Value::FALSE) };
        let callable = Callable { func, this: None, called_class: None, closure: None, magic_name: None };
        let answer = cx.call(&callable, &[Value::string(pattern.clone()), Value::bytes(&name)])?;
        match answer.as_int() {
            Some(1) => {}
            Some(_) => continue,
            None => {
                cx.builtin_warning("Invalid expression");
                cx.check()?;
                return Ok(Value::FALSE);
            }
        }
        let full = [path.as_bytes(), b"/", &name].concat();
        if full.len() >= paths::MAX_PATH {
            cx.builtin_warning(format!("add_path string too long (max: {}, {} given)", paths::MAX_PATH - 1, full.len()));
            cx.check()?;
            break;
        }
        if !std::fs::metadata(paths::path_of(&paths::absolute(cx, &full))).is_ok_and(|meta| meta.is_dir()) {
            found.push(full);
        }
    }
    add_all(cx, this, found, &options)
}
