//! Functions of the program that keep sessions.

use loxo_runtime::{Cx, ErrorLevel, PhpResult, PhpStr, Value, convert};

use crate::lifecycle;
use crate::state::{Short, Status};

/// What handlers can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hook {
    Open,
    Close,
    Read,
    Write,
    Destroy,
    Gc,
    CreateSid,
    ValidateSid,
    UpdateTimestamp,
}

impl Hook {
    pub(crate) const COUNT: usize = 9;
}

pub(crate) fn has(cx: &mut Cx, hook: Hook) -> bool {
    cx.session().hooks[hook as usize].is_some()
}

/// Calls one. `None`: it could not be called; null: it threw.
fn call(cx: &mut Cx, hook: Hook, args: Vec<Value>) -> PhpResult<Option<Value>> {
    if std::mem::take(&mut cx.session().in_handler) {
        cx.builtin_warning("Cannot call session save handler in a recursive manner");
        return Ok(None);
    }
    if cx.unwinds() {
        return Ok(Some(Value::NULL));
    }
    let Some(callee) = cx.session().hooks[hook as usize].clone() else { return Ok(None) };
    cx.session().in_handler = true;
    let result = match (cx.hooks.callable)(cx, &callee) {
        Ok(Ok(callable)) => cx.call_vec(&callable, args).map(|value| Some(value.clone_deref())),
        Ok(Err(_)) => Ok(None),
        Err(thrown) => Err(thrown),
    };
    let result = match result {
        Ok(value) => value,
        // The end of the request leaves the handler as it is.
        Err(_) => lifecycle::survive(cx, Some(Value::NULL))?,
    };
    cx.session().in_handler = false;
    Ok(result)
}

/// Success is true, or 0 in old programs.
fn truth(cx: &mut Cx, value: Option<Value>) -> bool {
    let Some(value) = value else { return false };
    if let Some(answer) = value.as_bool() {
        return answer;
    }
    if cx.unwinds() {
        return matches!(value.as_int(), Some(0));
    }
    let message = format!("Session callback must have a return value of type bool, {} returned", convert::value_name(&value));
    if let Some(number @ (0 | -1)) = value.as_int() {
        cx.builtin_raise(ErrorLevel::Deprecated, message);
        return number == 0;
    }
    cx.type_error(message);
    false
}

pub(crate) fn open(cx: &mut Cx, path: &[u8], name: &[u8]) -> PhpResult<bool> {
    let called = call(cx, Hook::Open, vec![Value::bytes(path), Value::bytes(name)]);
    if called.is_err() {
        cx.session().status = Status::None;
    }
    let value = called?;
    cx.session().user_open = true;
    Ok(truth(cx, value))
}

pub(crate) fn close(cx: &mut Cx) -> PhpResult<bool> {
    if !cx.session().user_open {
        return Ok(true);
    }
    let called = call(cx, Hook::Close, Vec::new());
    cx.session().user_open = false;
    let value = called?;
    Ok(truth(cx, value))
}

pub(crate) fn read(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<PhpStr>> {
    let value = call(cx, Hook::Read, vec![id.into()])?;
    Ok(value.and_then(|value| value.as_str().cloned()))
}

pub(crate) fn write(cx: &mut Cx, hook: Hook, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
    let hook = if has(cx, hook) { hook } else { Hook::Write };
    let value = call(cx, hook, vec![id.into(), data.into()])?;
    Ok(truth(cx, value))
}

pub(crate) fn destroy(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    let value = call(cx, Hook::Destroy, vec![id.into()])?;
    Ok(truth(cx, value))
}

/// How many sessions were removed; -1: it failed.
pub(crate) fn gc(cx: &mut Cx, lifetime: i64) -> PhpResult<i64> {
    let value = call(cx, Hook::Gc, vec![Value::int(lifetime)])?;
    Ok(match value {
        Some(value) if value.is_true() => 1,
        Some(value) => value.as_int().unwrap_or(-1),
        None => -1,
    })
}

pub(crate) fn create_sid(cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
    if !has(cx, Hook::CreateSid) {
        return Ok(crate::id::create(cx));
    }
    let value = call(cx, Hook::CreateSid, Vec::new())?;
    let id = value.as_ref().and_then(|value| value.as_str().cloned());
    if id.is_none() && !cx.unwinds() {
        let message = if value.is_none() { "No session id returned by function" } else { "Session id must be a string" };
        cx.throw_error(message);
    }
    Ok(id)
}

pub(crate) fn validate_sid(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    if !has(cx, Hook::ValidateSid) {
        return Ok(true);
    }
    let value = call(cx, Hook::ValidateSid, vec![id.into()])?;
    Ok(truth(cx, value))
}
