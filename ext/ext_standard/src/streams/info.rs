//! What is known about streams, and their settings.

use loxo_runtime::PhpResource;
use loxo_streams::{OpenOptions, OptionResult, StreamOption, state};

use crate::files::stream;
use crate::prelude::*;

/// `stream_get_meta_data()`
pub(crate) fn stream_get_meta_data(cx: &mut Cx, resource: &PhpResource) -> PhpResult<PhpArray> {
    let stream = stream(cx, resource)?;
    let mut out = PhpArray::new();
    if stream.set_option(cx, StreamOption::MetaData(&mut out)) != OptionResult::Ok {
        out.set_bytes(b"timed_out", Value::FALSE);
        out.set_bytes(b"blocked", Value::TRUE);
        let eof = stream.eof(cx);
        out.set_bytes(b"eof", Value::bool(eof));
    }
    let data = stream.wrapper_data.borrow().clone();
    if !data.is_undef() {
        out.set_bytes(b"wrapper_data", data);
    }
    if let Some(wrapper) = stream.wrapper.borrow().as_ref() {
        out.set_bytes(b"wrapper_type", Value::from(wrapper.label()));
    }
    out.set_bytes(b"stream_type", Value::from(stream.label()));
    out.set_bytes(b"mode", Value::bytes(&stream.mode.borrow()));
    out.set_bytes(b"unread_bytes", Value::from(stream.buffered()));
    out.set_bytes(b"seekable", Value::bool(stream.can_seek()));
    if let Some(path) = stream.path.borrow().as_ref() {
        out.set_bytes(b"uri", Value::string(path.clone()));
    }
    cx.check()?;
    Ok(out)
}

/// `stream_supports_lock()`
pub(crate) fn stream_supports_lock(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    let result = stream.set_option(cx, StreamOption::LockSupported);
    cx.check()?;
    Ok(result == OptionResult::Ok)
}

/// `stream_set_write_buffer()`
pub(crate) fn stream_set_write_buffer(cx: &mut Cx, resource: &PhpResource, size: i64) -> PhpResult<i64> {
    let stream = stream(cx, resource)?;
    let (mode, bytes) = buffer_mode(size);
    let result = stream.set_option(cx, StreamOption::WriteBuffer(mode, bytes));
    cx.check()?;
    Ok(if result == OptionResult::Ok { 0 } else { -1 })
}

/// `stream_set_read_buffer()`
pub(crate) fn stream_set_read_buffer(cx: &mut Cx, resource: &PhpResource, size: i64) -> PhpResult<i64> {
    let stream = stream(cx, resource)?;
    let (mode, bytes) = buffer_mode(size);
    let result = stream.set_option(cx, StreamOption::ReadBuffer(mode, bytes));
    cx.check()?;
    Ok(if result == OptionResult::Ok { 0 } else { -1 })
}

/// Size 0 is "not at all".
fn buffer_mode(size: i64) -> (i64, Option<usize>) {
    match usize::try_from(size) {
        Ok(0) => (0, None),
        Ok(size) => (2, Some(size)),
        Err(_) => (2, None),
    }
}

/// `stream_set_blocking()`
pub(crate) fn stream_set_blocking(cx: &mut Cx, resource: &PhpResource, enable: bool) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    let result = stream.set_option(cx, StreamOption::Blocking(enable));
    cx.check()?;
    // What never waits does not wait from now on either.
    Ok(matches!(result, OptionResult::Ok | OptionResult::Value(_) | OptionResult::NotImplemented))
}

/// `stream_set_timeout()`
pub(crate) fn stream_set_timeout(cx: &mut Cx, resource: &PhpResource, seconds: i64, microseconds: i64) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    let (more, micros) = (microseconds / 1_000_000, microseconds % 1_000_000);
    let result = stream.set_option(cx, StreamOption::ReadTimeout(seconds.saturating_add(more), micros));
    cx.check()?;
    Ok(result == OptionResult::Ok)
}

/// `stream_set_chunk_size()`
pub(crate) fn stream_set_chunk_size(cx: &mut Cx, resource: &PhpResource, size: i64) -> PhpResult<i64> {
    if size <= 0 {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    }
    if size > i64::from(i32::MAX) {
        return Err(cx.argument_value_error(2, "is too large"));
    }
    let stream = stream(cx, resource)?;
    match stream.set_option(cx, StreamOption::ChunkSize(size)) {
        OptionResult::Value(old) if old > 0 => Ok(old),
        _ => Ok(-1),
    }
}

/// `stream_is_local()`
pub(crate) fn stream_is_local(cx: &mut Cx, value: &Value) -> PhpResult<bool> {
    let wrapper = match value.deref().as_resource() {
        Some(resource) => stream(cx, resource)?.wrapper.borrow().clone(),
        None => {
            let path = cx.str_of(value)?;
            let found = loxo_streams::locate(cx, &path, OpenOptions::default()).map(|(wrapper, _)| wrapper);
            cx.check()?;
            found
        }
    };
    Ok(wrapper.is_some_and(|wrapper| !wrapper.is_url()))
}

/// `stream_isatty()`
pub(crate) fn stream_isatty(cx: &mut Cx, resource: &PhpResource) -> PhpResult<bool> {
    let stream = stream(cx, resource)?;
    // A stream in memory would have to become a file to say no.
    let fd = if stream.kind() == loxo_streams::Kind::Temp { None } else { stream.fd(cx, false) };
    Ok(fd.is_some_and(|fd| rustix::termios::isatty(&*fd)))
}

/// `stream_resolve_include_path()`
pub(crate) fn stream_resolve_include_path(cx: &mut Cx, filename: &PhpStr) -> PhpResult<Value> {
    let found = loxo_streams::include_path::resolve_include_path(cx, filename)?;
    Ok(found.map_or(Value::FALSE, Value::from))
}

/// `stream_get_wrappers()`
pub(crate) fn stream_get_wrappers(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(state(cx).wrapper_names()))
}

/// `stream_get_transports()`
pub(crate) fn stream_get_transports(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(state(cx).transport_names()))
}

/// Finding out how lines end is on its way out.
pub(crate) fn line_endings_changed(cx: &mut Cx, value: &[u8]) -> bool {
    if loxo_runtime::ini::parse_bool(value) {
        cx.deprecated("auto_detect_line_endings is deprecated");
        return true;
    }
    cx.ini.settles(true)
}
