//! `SessionHandler`: the storage that was in use before the program set a handler of its own.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Thrown, Value};

use crate::state::{Short, Status, Storage};

/// The storage behind the object; an error if there is no session.
fn parent(cx: &mut Cx) -> PhpResult<Storage> {
    if !cx.is_active() {
        return Err(cx.throw_error("Session is not active"));
    }
    match cx.session().default_storage {
        Some(storage) => Ok(storage),
        None => Err(cx.throw_error("Cannot call default session handler")),
    }
}

/// The same if it is open; `None`, and a warning, if not.
fn open_parent(cx: &mut Cx) -> PhpResult<Option<Storage>> {
    let storage = parent(cx)?;
    if cx.session().parent_open {
        return Ok(Some(storage));
    }
    cx.builtin_warning("Parent session handler is not open");
    cx.check()?;
    Ok(None)
}

/// An end of the request in the storage leaves no session behind.
fn or_no_session<T>(cx: &mut Cx, result: PhpResult<T>) -> PhpResult<T> {
    if result.is_err() {
        cx.session().status = Status::None;
    }
    let value = result?;
    cx.check()?;
    Ok(value)
}

pub(crate) fn open(cx: &mut Cx, _this: &PhpObject, path: &PhpStr, name: &PhpStr) -> PhpResult<bool> {
    let storage = parent(cx)?;
    let opened = storage.open(cx, path, name);
    let opened = or_no_session(cx, opened)?;
    if opened {
        cx.session().parent_open = true;
    }
    Ok(opened)
}

pub(crate) fn close(cx: &mut Cx, _this: &PhpObject) -> PhpResult<bool> {
    let Some(storage) = open_parent(cx)? else { return Ok(false) };
    cx.session().parent_open = false;
    let closed = storage.close(cx);
    or_no_session(cx, closed)
}

pub(crate) fn read(cx: &mut Cx, _this: &PhpObject, id: &PhpStr) -> PhpResult<Value> {
    let Some(storage) = open_parent(cx)? else { return Ok(Value::FALSE) };
    let data = storage.read(cx, id)?;
    cx.check()?;
    Ok(data.map_or(Value::FALSE, Value::from))
}

pub(crate) fn write(cx: &mut Cx, _this: &PhpObject, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
    let Some(storage) = open_parent(cx)? else { return Ok(false) };
    let written = storage.write(cx, id, data)?;
    cx.check()?;
    Ok(written)
}

pub(crate) fn destroy(cx: &mut Cx, _this: &PhpObject, id: &PhpStr) -> PhpResult<bool> {
    let Some(storage) = open_parent(cx)? else { return Ok(false) };
    let destroyed = storage.destroy(cx, id)?;
    cx.check()?;
    Ok(destroyed)
}

pub(crate) fn gc(cx: &mut Cx, _this: &PhpObject, max_lifetime: i64) -> PhpResult<Value> {
    let Some(storage) = open_parent(cx)? else { return Ok(Value::FALSE) };
    let removed = storage.gc(cx, max_lifetime)?;
    cx.check()?;
    Ok(if removed < 0 { Value::FALSE } else { Value::int(removed) })
}

pub(crate) fn create_sid(cx: &mut Cx, _this: &PhpObject) -> PhpResult<PhpStr> {
    let storage = parent(cx)?;
    let id = storage.create_sid(cx)?;
    cx.check()?;
    id.ok_or(Thrown)
}
