//! Files as a whole: read, written, printed, by lines.

use loxo_streams::{OpenOptions, OptionResult, Stream, StreamOption, Whence, context, copy};

use super::{open_options, stream, with_open};
use crate::prelude::*;

const USE_INCLUDE_PATH: i64 = 1;
const IGNORE_NEW_LINES: i64 = 2;
const SKIP_EMPTY_LINES: i64 = 4;
const APPEND: i64 = 8;
const NO_DEFAULT_CONTEXT: i64 = 16;
const LOCK_EX: i64 = 2;

/// `file_get_contents()`
pub(crate) fn file_get_contents(
    cx: &mut Cx,
    filename: &PhpStr,
    use_include_path: bool,
    context: &Value,
    offset: i64,
    length: Option<i64>,
) -> PhpResult<Value> {
    let max = match length.map(usize::try_from) {
        None => None,
        Some(Ok(max)) => Some(max),
        Some(Err(_)) => return Err(cx.argument_value_error(5, "must be greater than or equal to 0")),
    };
    let context = context::from_arg(cx, 3, context, false)?;
    let read = with_open(cx, filename, b"rb", open_options(use_include_path), context.as_ref(), |cx, stream| {
        let whence = if offset > 0 { Whence::Set } else { Whence::End };
        if offset != 0 && !stream.seek(cx, offset, whence) {
            cx.warn(&format!("Failed to seek to position {offset} in the stream"))?;
            return Ok(None);
        }
        Ok(Some(stream.read_all(cx, max)))
    })?;
    Ok(read.flatten().map_or(Value::FALSE, Value::string))
}

/// `file_put_contents()`
pub(crate) fn file_put_contents(cx: &mut Cx, filename: &PhpStr, data: &Value, flags: i64, context: &Value) -> PhpResult<Value> {
    let source = match data.deref().as_resource() {
        Some(resource) => Some(stream(cx, resource)?),
        None => None,
    };
    let context = context::from_arg(cx, 4, context, flags & NO_DEFAULT_CONTEXT != 0)?;
    let lock = flags & LOCK_EX != 0;
    let mode: &[u8] = match (flags & APPEND != 0, lock) {
        (true, _) => b"ab",
        (false, true) => {
            let is_url = memchr::memmem::find(filename, b"://").is_some();
            if is_url && !filename.get(..7).is_some_and(|start| start.eq_ignore_ascii_case(b"file://")) {
                cx.warn("Exclusive locks may only be set for regular files")?;
                return Ok(Value::FALSE);
            }
            b"cb"
        }
        (false, false) => b"wb",
    };
    let options = open_options(flags & USE_INCLUDE_PATH != 0);
    let written = with_open(cx, filename, mode, options, context.as_ref(), |cx, target| {
        if lock && !lock_exclusively(cx, target) {
            cx.warn("Exclusive locks are not supported for this stream")?;
            return Ok(None);
        }
        if mode[0] == b'c' {
            target.set_option(cx, StreamOption::Truncate(0));
        }
        match &source {
            Some(source) => {
                let (n, ok) = copy::copy(cx, source, target, None);
                Ok(ok.then_some(n))
            }
            None => put(cx, filename, target, data.deref()),
        }
    })?;
    Ok(written.flatten().map_or(Value::FALSE, Value::from))
}

fn lock_exclusively(cx: &mut Cx, target: &Stream) -> bool {
    target.set_option(cx, StreamOption::LockSupported) == OptionResult::Ok
        && target.set_option(cx, StreamOption::Lock(LOCK_EX)) == OptionResult::Ok
}

/// Writes a value: arrays item by item. `None`: failed.
fn put(cx: &mut Cx, filename: &PhpStr, target: &Stream, data: &Value) -> PhpResult<Option<usize>> {
    let Some(items) = data.as_array() else {
        let text = match data.as_object() {
            Some(object) => match convert::object_to_string(cx, object)? {
                Some(text) => text,
                None => return Ok(None),
            },
            None => cx.str_of(data)?,
        };
        if text.is_empty() {
            return Ok(Some(0));
        }
        return match target.write(cx, &text) {
            Some(n) if n != text.len() => {
                cx.warn(&format!("Only {n} of {} bytes written, possibly out of free disk space", text.len()))?;
                Ok(None)
            }
            other => Ok(other),
        };
    };
    let mut done = 0;
    for item in items.clone().values() {
        let text = cx.str_of(item)?;
        if !text.is_empty() && target.write(cx, &text) != Some(text.len()) {
            cx.builtin_warning([format!("Failed to write {} bytes to ", text.len()).as_bytes(), filename].concat());
            cx.check()?;
            return Ok(None);
        }
        done += text.len();
    }
    Ok(Some(done))
}

/// `file()`
pub(crate) fn file(cx: &mut Cx, filename: &PhpStr, flags: i64, context: &Value) -> PhpResult<Value> {
    if flags & !(USE_INCLUDE_PATH | IGNORE_NEW_LINES | SKIP_EMPTY_LINES | NO_DEFAULT_CONTEXT) != 0 {
        return Err(cx.argument_value_error(2, "must be a valid flag value"));
    }
    let context = context::from_arg(cx, 3, context, flags & NO_DEFAULT_CONTEXT != 0)?;
    let options = open_options(flags & USE_INCLUDE_PATH != 0);
    let detect = cx.ini_bool("auto_detect_line_endings");
    let text = with_open(cx, filename, b"rb", options, context.as_ref(), |cx, stream| Ok(stream.read_all(cx, None)))?;
    Ok(text.map_or(Value::FALSE, |text| Value::array(lines(&text, flags, detect))))
}

fn lines(text: &[u8], flags: i64, detect: bool) -> PhpArray {
    let mac = detect && memchr::memchr(b'\n', text).is_none() && memchr::memchr(b'\r', text).is_some();
    let end = if mac { b'\r' } else { b'\n' };
    let keep_ends = flags & IGNORE_NEW_LINES == 0;
    let mut out = PhpArray::new();
    let mut start = 0;
    let mut add = |line: &[u8]| {
        // Lists grow from 0 and never reach the largest key.
        let _ = out.push(Value::bytes(line));
    };
    for at in memchr::memchr_iter(end, text) {
        if keep_ends {
            add(&text[start..=at]);
        } else {
            let line = &text[start..at];
            let line = if mac { line } else { line.strip_suffix(b"\r").unwrap_or(line) };
            if flags & SKIP_EMPTY_LINES == 0 || !line.is_empty() {
                add(line);
            }
        }
        start = at + 1;
    }
    if start < text.len() {
        add(&text[start..]);
    }
    out
}

/// `readfile()`
pub(crate) fn readfile(cx: &mut Cx, filename: &PhpStr, use_include_path: bool, context: &Value) -> PhpResult<Value> {
    let context = context::from_arg(cx, 3, context, false)?;
    let printed = with_open(cx, filename, b"rb", open_options(use_include_path), context.as_ref(), |cx, stream| {
        Ok(copy::passthru(cx, stream).map_or(-1, |n| n as i64))
    })?;
    Ok(printed.map_or(Value::FALSE, Value::int))
}

/// `md5_file()`
pub(crate) fn md5_file(cx: &mut Cx, filename: &PhpStr, binary: bool) -> PhpResult<Value> {
    let data = contents(cx, filename)?;
    match data {
        Some(data) => crate::encoding::md5(cx, &data, binary).map(Value::string),
        None => Ok(Value::FALSE),
    }
}

/// `sha1_file()`
pub(crate) fn sha1_file(cx: &mut Cx, filename: &PhpStr, binary: bool) -> PhpResult<Value> {
    let data = contents(cx, filename)?;
    match data {
        Some(data) => crate::encoding::sha1(cx, &data, binary).map(Value::string),
        None => Ok(Value::FALSE),
    }
}

fn contents(cx: &mut Cx, filename: &[u8]) -> PhpResult<Option<PhpStr>> {
    with_open(cx, filename, b"rb", OpenOptions::REPORT_ERRORS, None, |cx, stream| Ok(stream.read_all(cx, None)))
}

/// `copy()`
pub(crate) fn copy(cx: &mut Cx, from: &PhpStr, to: &PhpStr, context: &Value) -> PhpResult<bool> {
    let located = loxo_streams::locate(cx, from, OpenOptions::default());
    if located.is_some_and(|(wrapper, _)| wrapper.label() == "plainfile") && !loxo_runtime::paths::check_open_basedir(cx, from, true) {
        cx.check()?;
        return Ok(false);
    }
    let context = context::from_arg(cx, 3, context, false)?;
    let context = context.as_ref();
    let source_stat = loxo_streams::stat_path(cx, from, false, false, context);
    if source_stat.is_some_and(|stat| stat.is_dir()) {
        cx.warn("The first argument to copy() function cannot be a directory")?;
        return Ok(false);
    }
    let target_stat = loxo_streams::stat_path(cx, to, false, true, context);
    if target_stat.is_some_and(|stat| stat.is_dir()) {
        cx.warn("The second argument to copy() function cannot be a directory")?;
        return Ok(false);
    }
    // A file is not copied over itself, which would empty it.
    if let (Some(source), Some(target)) = (source_stat, target_stat)
        && source.ino != 0
        && (source.dev, source.ino) == (target.dev, target.ino)
    {
        return Ok(false);
    }
    let copied = with_open(cx, from, b"rb", OpenOptions::REPORT_ERRORS, context, |cx, source| {
        let target =
            with_open(cx, to, b"wb", OpenOptions::REPORT_ERRORS, context, |cx, target| Ok(copy::copy(cx, source, target, None).1))?;
        Ok(target.unwrap_or(false))
    })?;
    Ok(copied.unwrap_or(false))
}
