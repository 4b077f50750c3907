//! `session_set_save_handler()`: lets an object or functions of the program keep the sessions.

use loxo_runtime::{Callable, Cx, FnId, PhpArray, PhpObject, PhpResult, Value, convert};

use crate::functions::may_change;
use crate::state::{Short, Storage};

const SHUTDOWN: &str = "session_register_shutdown";

/// `session_set_save_handler()`: an object, or a function for each thing to do.
pub(crate) fn session_set_save_handler(cx: &mut Cx, values: &mut [Value]) -> PhpResult<bool> {
    if values.len() <= 2 { object(cx, values) } else { functions(cx, values) }
}

fn object(cx: &mut Cx, values: &mut [Value]) -> PhpResult<bool> {
    let interface = cx.builtin_class("SessionHandlerInterface");
    let given = values[0].deref().clone();
    let Some(handler) = given.as_object().filter(|object| cx.class_of(object).is_subclass_of(interface)).cloned() else {
        let given = convert::value_name(&given);
        return Err(cx.argument_type_error(1, format!("must be of type SessionHandlerInterface, {given} given")));
    };
    let register = match values.get_mut(1) {
        // The parameter is declared as a callable, so that its type is reported in another way.
        Some(value) => flag(cx, value)?,
        None => true,
    };
    if !may_change(cx, "Session save handler", true)? {
        return Ok(false);
    }
    set_object(cx, &handler);
    match register {
        true if !has_shutdown(cx) => add_shutdown(cx, SHUTDOWN),
        true => {}
        false => remove_shutdown(cx),
    }
    use_program(cx);
    cx.check()?;
    Ok(true)
}

fn flag(cx: &mut Cx, value: &mut Value) -> PhpResult<bool> {
    match value.deref().as_bool() {
        Some(flag) => Ok(flag),
        None if value.deref().is_scalar() => convert::to_bool(cx, value.deref()),
        None => {
            let given = convert::value_name(value.deref());
            Err(cx.argument_type_error(2, format!("must be of type bool, {given} given")))
        }
    }
}

fn set_object(cx: &mut Cx, handler: &PhpObject) {
    let class = cx.class_of(handler);
    let method = |name: &str| Some(Value::array(PhpArray::from_values([Value::from(handler.clone()), Value::from(name)])));
    // Methods of the two other interfaces count also where these are not implemented.
    let optional = |name: &str| class.method(name.as_bytes()).and_then(|_| method(name));
    let session = cx.session();
    session.handler_class = Some(class.name.to_php());
    session.hooks = [
        method("open"),
        method("close"),
        method("read"),
        method("write"),
        method("destroy"),
        method("gc"),
        optional("create_sid"),
        optional("validateid"),
        optional("updatetimestamp"),
    ];
}

/// The setting says `user` from now on.
fn use_program(cx: &mut Cx) {
    if cx.is_active() || cx.session().storage == Some(Storage::User) {
        return;
    }
    cx.session().setting_handler = true;
    let _ = cx.ini_set(b"session.save_handler", b"user");
    cx.session().setting_handler = false;
}

fn functions(cx: &mut Cx, values: &mut [Value]) -> PhpResult<bool> {
    cx.builtin_deprecated("Providing individual callbacks instead of an object implementing SessionHandlerInterface is deprecated");
    cx.check()?;
    if values.len() < 6 {
        let given = values.len();
        let message = format!("session_set_save_handler() expects at least 6 arguments, {given} given");
        return Err(cx.throw("ArgumentCountError", message));
    }
    for (index, value) in values.iter_mut().enumerate() {
        if index >= 6 && value.deref().is_null() {
            continue;
        }
        if let Err(reason) = (cx.hooks.callable)(cx, value.deref())? {
            let or_null = if index >= 6 { " or null" } else { "" };
            return Err(cx.argument_type_error(index + 1, format!("must be a valid callback{or_null}, {reason}")));
        }
    }
    if !may_change(cx, "Session save handler", true)? {
        return Ok(false);
    }
    cx.session().handler_class = None;
    remove_shutdown(cx);
    use_program(cx);
    cx.check()?;
    let session = cx.session();
    for (hook, value) in session.hooks.iter_mut().zip(values.iter()) {
        if !value.deref().is_null() {
            *hook = Some(value.clone_deref());
        }
    }
    Ok(true)
}

/// Adds a function of this extension to those that run at the end.
pub(crate) fn add_shutdown(cx: &mut Cx, name: &str) {
    if let Some(func) = FnId::find(name.as_bytes()).and_then(|id| cx.func(id)) {
        cx.shutdown.push((Callable { func, this: None, called_class: None, closure: None, magic_name: None }, Vec::new()));
    }
}

fn has_shutdown(cx: &Cx) -> bool {
    cx.shutdown.iter().any(|(callable, _)| callable.func.name.as_bytes() == SHUTDOWN.as_bytes())
}

fn remove_shutdown(cx: &mut Cx) {
    cx.shutdown.retain(|(callable, _)| callable.func.name.as_bytes() != SHUTDOWN.as_bytes());
}
