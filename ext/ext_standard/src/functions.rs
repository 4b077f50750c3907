//! Functions about functions and constants.

use loxo_runtime::ConstId;

use crate::prelude::*;

/// `call_user_func()`
pub(crate) fn call_user_func(cx: &mut Cx, callback: &Callable, args: &[Value]) -> PhpResult<Value> {
    let named = cx.named.take();
    (cx.hooks.call)(cx, callback, &mut args.to_vec(), named.as_ref()).map(|v| v.clone_deref())
}

/// `call_user_func_array()`
pub(crate) fn call_user_func_array(cx: &mut Cx, callback: &Callable, args: &PhpArray) -> PhpResult<Value> {
    call_with(cx, callback, args)
}

/// Integer keys are positions, string keys names.
fn call_with(cx: &mut Cx, callback: &Callable, args: &PhpArray) -> PhpResult<Value> {
    let mut positional = Vec::with_capacity(args.len());
    let mut named = PhpArray::new();
    for (key, v) in args {
        match key {
            KeyRef::Str(name) => named.set_str(name, v.clone()),
            KeyRef::Int(_) if named.is_empty() => positional.push(v.clone()),
            KeyRef::Int(_) => return Err(cx.throw_error("Cannot use positional argument after named argument")),
        }
    }
    let named = (!named.is_empty()).then_some(&named);
    (cx.hooks.call)(cx, callback, &mut positional, named).map(|v| v.clone_deref())
}

/// The callback with the calling code's late static binding class, where that is a descendant of the callback's.
fn forwarded(cx: &mut Cx, callback: &Callable) -> PhpResult<Callable> {
    if (cx.hooks.scope)(cx).is_none() {
        return Err(cx.throw_error("Cannot call forward_static_call() when no class scope is active"));
    }
    let mut callback = callback.clone();
    let called = (cx.hooks.called_class)(cx);
    if let (Some(called), Some(own)) = (called, callback.called_class)
        && called.is_subclass_of(own)
    {
        callback.called_class = Some(called);
    }
    Ok(callback)
}

/// `forward_static_call()`
pub(crate) fn forward_static_call(cx: &mut Cx, callback: &Callable, args: &[Value]) -> PhpResult<Value> {
    let callback = forwarded(cx, callback)?;
    cx.call(&callback, args)
}

/// `forward_static_call_array()`
pub(crate) fn forward_static_call_array(cx: &mut Cx, callback: &Callable, args: &PhpArray) -> PhpResult<Value> {
    let callback = forwarded(cx, callback)?;
    call_with(cx, &callback, args)
}

/// `register_shutdown_function()`
pub(crate) fn register_shutdown_function(cx: &mut Cx, callback: &Callable, args: &[Value]) -> PhpResult<()> {
    cx.shutdown.push((callback.clone(), args.to_vec()));
    Ok(())
}

/// `constant()`
pub(crate) fn constant(cx: &mut Cx, name: &PhpStr) -> PhpResult<Value> {
    let plain = name.strip_prefix(b"\\").unwrap_or(name);
    if plain.contains(&b':')
        && let Some(split) = plain.windows(2).rposition(|pair| pair == b"::")
    {
        return class_constant(cx, &plain[..split], &plain[split + 2..]);
    }
    for (word, value) in [(&b"true"[..], Value::TRUE), (b"false", Value::FALSE), (b"null", Value::NULL)] {
        if plain.eq_ignore_ascii_case(word) {
            return Ok(value);
        }
    }
    let id = ConstId::find(plain);
    if let Some(v) = id.and_then(|id| cx.load_constant(id)) {
        return Ok(v.clone());
    }
    match id.and_then(|id| cx.deprecated_constant(id)).cloned() {
        Some(v) => {
            cx.deprecated(format!("Constant {} is deprecated", String::from_utf8_lossy(plain)));
            cx.check()?;
            Ok(v)
        }
        None => Err(cx.throw_error([b"Undefined constant \"", convert::shown_name(plain), b"\""].concat())),
    }
}

fn class_constant(cx: &mut Cx, class: &[u8], constant: &[u8]) -> PhpResult<Value> {
    let scope = (cx.hooks.scope)(cx);
    let found = match class.to_ascii_lowercase().as_slice() {
        b"parent" if scope.is_some_and(|scope| scope.parent.is_none()) => {
            return Err(cx.throw_error("Cannot access \"parent\" when current class scope has no parent"));
        }
        b"self" => scope,
        b"parent" => scope.and_then(|scope| scope.parent),
        b"static" => (cx.hooks.called_class)(cx),
        _ => cx.class(class)?,
    };
    match found {
        None if [&b"self"[..], b"parent", b"static"].iter().any(|word| class.eq_ignore_ascii_case(word)) => {
            let word = String::from_utf8_lossy(class).to_ascii_lowercase();
            Err(cx.throw_error(format!("Cannot access \"{word}\" when no class scope is active")))
        }
        Some(found) => object::class_constant_spelled(cx, found, constant, scope, Some(class)),
        None => {
            let class = String::from_utf8_lossy(convert::shown_name(class)).into_owned();
            Err(cx.throw_error(format!("Class \"{class}\" not found")))
        }
    }
}

/// `register_tick_function()`
pub(crate) fn register_tick_function(cx: &mut Cx, callback: &Callable, args: &[Value]) -> PhpResult<bool> {
    cx.tick_functions.push((callback.clone(), args.to_vec()));
    Ok(true)
}

/// `unregister_tick_function()`
pub(crate) fn unregister_tick_function(cx: &mut Cx, callback: &Callable) -> PhpResult<()> {
    let same =
        |other: &Callable| std::ptr::eq(other.func, callback.func) && other.this == callback.this && other.closure == callback.closure;
    cx.tick_functions.retain(|(other, _)| !same(other));
    Ok(())
}
