//! The error log, the last error, and assertions.

use loxo_runtime::Ending;
use loxo_streams::OpenOptions;

use crate::file::with_open;
use crate::prelude::*;

/// `error_log()`
pub(crate) fn error_log(
    cx: &mut Cx,
    message: &PhpStr,
    message_type: i64,
    destination: Option<&PhpStr>,
    additional_headers: Option<&PhpStr>,
) -> PhpResult<bool> {
    match message_type {
        1 => {
            let (to, headers) = (destination.map_or(b"".as_slice(), |to| to), additional_headers.map_or(b"".as_slice(), |headers| headers));
            crate::network::deliver(cx, to, b"PHP error_log message", message, headers, &PhpStr::empty())
        }
        2 => Err(cx.value_error("TCP/IP option is not available for error logging")),
        3 => append_to_file(cx, destination.map_or(b"", |d| d.as_bytes()), message),
        4 => {
            cx.flush_pending();
            cx.sapi.log(message);
            Ok(true)
        }
        _ => {
            cx.log_error(message);
            Ok(true)
        }
    }
}

pub(crate) fn append_to_file(cx: &mut Cx, path: &[u8], text: &[u8]) -> PhpResult<bool> {
    let written = with_open(cx, path, b"a", OpenOptions::REPORT_ERRORS, None, |cx, stream| Ok(stream.write(cx, text) == Some(text.len())))?;
    cx.check()?;
    Ok(written == Some(true))
}

/// `error_get_last()`
pub(crate) fn error_get_last(cx: &mut Cx) -> PhpResult<Option<PhpArray>> {
    let Some(last) = &cx.errors.last else { return Ok(None) };
    let mut out = PhpArray::new();
    out.set_bytes(b"type", Value::int(i64::from(last.level as u32)));
    out.set_bytes(b"message", (&last.message).into());
    out.set_bytes(b"file", (&last.file).into());
    out.set_bytes(b"line", Value::int(i64::from(last.line)));
    Ok(Some(out))
}

/// `error_clear_last()`
pub(crate) fn error_clear_last(cx: &mut Cx) -> PhpResult<()> {
    cx.errors.last = None;
    Ok(())
}

/// A callback set by `assert_options()`; the setting can only name functions.
#[derive(Default)]
struct AssertState {
    callback: Option<Value>,
    /// `assert_options()` is changing a setting.
    changing: bool,
}

impl ExtSlot for AssertState {}

/// `assert()`
pub(crate) fn assert(cx: &mut Cx, assertion: &Value, description: Option<&Value>) -> PhpResult<bool> {
    if !cx.ini_bool("assert.active") || convert::to_bool(cx, assertion)? {
        return Ok(true);
    }
    let text = description.and_then(|d| d.as_str().cloned());
    let callback = cx.ext::<AssertState>().callback.clone().or_else(|| {
        let name = cx.ini_str("assert.callback");
        (!name.is_empty()).then(|| Value::bytes(&name))
    });
    if let Some(callback) = callback {
        call_back(cx, &callback, text.as_ref())?;
    }
    if cx.ini_bool("assert.exception") {
        return Err(match description.and_then(Value::as_object) {
            Some(exception) => cx.throw_object(exception.clone()),
            None => cx.throw_with_code("AssertionError", text.unwrap_or_default(), 1),
        });
    }
    if cx.ini_bool("assert.warning") {
        let text = text.map_or_else(|| "Assertion".into(), |t| t.to_string());
        cx.warn(&format!("{text} failed"))?;
    }
    if cx.ini_bool("assert.bail") {
        cx.ending = Some(Ending::Exit);
        return Err(Thrown);
    }
    Ok(false)
}

fn call_back(cx: &mut Cx, callback: &Value, text: Option<&PhpStr>) -> PhpResult<()> {
    let Ok(callable) = (cx.hooks.callable)(cx, callback)? else { return Ok(()) };
    let (file, line) = (cx.hooks.location)(cx);
    let mut args = vec![file.into(), Value::int(i64::from(line)), Value::NULL];
    args.extend(text.map(Value::from));
    cx.call_vec(&callable, args).map(drop)
}

/// `assert_options()`
pub(crate) fn assert_options(cx: &mut Cx, option: i64, value: Option<&Value>) -> PhpResult<Value> {
    let setting = match option {
        1 => "assert.active",
        2 => return assert_callback(cx, value),
        3 => "assert.bail",
        4 => "assert.warning",
        5 => "assert.exception",
        _ => return Err(cx.argument_value_error(1, "must be an ASSERT_* constant")),
    };
    let old = i64::from(cx.ini_bool(setting));
    if let Some(value) = value {
        let text = cx.str_of(value)?;
        cx.ext::<AssertState>().changing = true;
        // The setting exists and may be changed.
        let _ = cx.ini_set(setting.as_bytes(), &text);
        cx.ext::<AssertState>().changing = false;
        cx.check()?;
    }
    Ok(Value::int(old))
}

/// A setting of assertions changes because `assert_options()` says so.
pub(crate) fn changes_by_function(cx: &mut Cx) -> bool {
    cx.ext::<AssertState>().changing
}

fn assert_callback(cx: &mut Cx, value: Option<&Value>) -> PhpResult<Value> {
    let setting = cx.ini_str("assert.callback");
    let old = cx.ext::<AssertState>().callback.clone();
    let old = old.unwrap_or_else(|| if setting.is_empty() { Value::NULL } else { Value::bytes(&setting) });
    if let Some(value) = value {
        cx.ext::<AssertState>().callback = (!value.is_null()).then(|| value.clone_deref());
    }
    Ok(old)
}
