//! Reporting of errors, handlers, backtraces.

use loxo_runtime::error::trace::{IGNORE_ARGS, PROVIDE_OBJECT, backtrace};
use loxo_runtime::{Cx, ErrorLevel, PhpArray, PhpResult, PhpStr, Value, trace_to_string};

/// `error_reporting()`
pub(crate) fn error_reporting(cx: &mut Cx, error_level: Option<i64>) -> PhpResult<i64> {
    let before = cx.errors.reporting;
    if let Some(level) = error_level {
        cx.set_error_reporting(level as u32);
    }
    Ok(i64::from(before as i32))
}

/// `trigger_error()`
pub(crate) fn trigger_error(cx: &mut Cx, message: &PhpStr, error_level: i64) -> PhpResult<bool> {
    let level = match error_level {
        256 => ErrorLevel::UserError,
        512 => ErrorLevel::UserWarning,
        1024 => ErrorLevel::UserNotice,
        16384 => ErrorLevel::UserDeprecated,
        _ => {
            let message = "must be one of E_USER_ERROR, E_USER_WARNING, E_USER_NOTICE, or E_USER_DEPRECATED";
            return Err(cx.argument_value_error(2, message));
        }
    };
    if level == ErrorLevel::UserError {
        cx.deprecated(
            "Passing E_USER_ERROR to trigger_error() is deprecated since 8.4, throw an exception or call exit with a string message instead",
        );
        cx.check()?;
    }
    cx.raise(level, message);
    cx.check()?;
    Ok(true)
}

/// `set_error_handler()`
pub(crate) fn set_error_handler(cx: &mut Cx, callback: &Value, error_levels: i64) -> PhpResult<Value> {
    let new = (!callback.is_null()).then(|| (callback.clone(), error_levels as u32));
    let old = std::mem::replace(&mut cx.errors.handler, new);
    cx.errors.handler_stack.push(old.clone());
    Ok(old.map_or(Value::NULL, |(handler, _)| handler))
}

/// `restore_error_handler()`
pub(crate) fn restore_error_handler(cx: &mut Cx) -> PhpResult<bool> {
    let before = cx.errors.handler_stack.pop().flatten();
    drop(std::mem::replace(&mut cx.errors.handler, before));
    Ok(true)
}

/// `get_error_handler()`
pub(crate) fn get_error_handler(cx: &mut Cx) -> PhpResult<Value> {
    Ok(cx.errors.handler.as_ref().map_or(Value::NULL, |(handler, _)| handler.clone()))
}

/// `set_exception_handler()`
pub(crate) fn set_exception_handler(cx: &mut Cx, callback: &Value) -> PhpResult<Value> {
    let new = (!callback.is_null()).then(|| callback.clone());
    let old = std::mem::replace(&mut cx.errors.exception_handler, new);
    cx.errors.exception_handler_stack.push(old.clone());
    Ok(old.unwrap_or(Value::NULL))
}

/// `restore_exception_handler()`
pub(crate) fn restore_exception_handler(cx: &mut Cx) -> PhpResult<bool> {
    let before = cx.errors.exception_handler_stack.pop().flatten();
    drop(std::mem::replace(&mut cx.errors.exception_handler, before));
    Ok(true)
}

/// `get_exception_handler()`
pub(crate) fn get_exception_handler(cx: &mut Cx) -> PhpResult<Value> {
    Ok(cx.errors.exception_handler.clone().unwrap_or(Value::NULL))
}

/// `debug_backtrace()`
pub(crate) fn debug_backtrace(cx: &mut Cx, options: i64, limit: i64) -> PhpResult<PhpArray> {
    Ok(trace(cx, options as u32, limit))
}

/// `debug_print_backtrace()`
pub(crate) fn debug_print_backtrace(cx: &mut Cx, options: i64, limit: i64) -> PhpResult<()> {
    let options = options as u32 & IGNORE_ARGS & !PROVIDE_OBJECT;
    let frames = trace(cx, options, limit);
    let text = trace_to_string(cx, &frames, false);
    cx.check()?;
    cx.echo(&text);
    cx.check()
}

/// The running calls, this builtin's own not among them. A limit that is not positive is none.
fn trace(cx: &mut Cx, options: u32, limit: i64) -> PhpArray {
    backtrace(cx, options, usize::try_from(limit).unwrap_or(0), 1)
}
