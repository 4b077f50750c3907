//! The builtins `libxml_*`: the errors that the library has collected, and the program's loader for external entities.

use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, Value, streams};

use crate::errors::{State, object, report};

/// `libxml_set_streams_context()`
pub(crate) fn libxml_set_streams_context(cx: &mut Cx, context: &Value) -> PhpResult<()> {
    let Some(resource) = context.deref().as_resource().cloned() else {
        let given = loxo_runtime::convert::value_name(context.deref());
        return Err(cx.argument_type_error(1, format!("must be of type resource, {given} given")));
    };
    streams::context::check(cx, &resource)?;
    cx.ext::<State>().context = Some(resource);
    Ok(())
}

/// `libxml_use_internal_errors()`
pub(crate) fn libxml_use_internal_errors(cx: &mut Cx, use_errors: Option<bool>) -> PhpResult<bool> {
    let state = cx.ext::<State>();
    let old = state.internal;
    if let Some(on) = use_errors {
        state.internal = on;
        if !on {
            state.errors = Vec::new();
        }
    }
    Ok(old)
}

/// `libxml_get_last_error()`
pub(crate) fn libxml_get_last_error(cx: &mut Cx) -> PhpResult<OrFalse<PhpObject>> {
    match cx.ext::<State>().last.clone() {
        Some(error) => object(cx, &error).map(OrFalse::some),
        None => Ok(OrFalse::FALSE),
    }
}

/// `libxml_get_errors()`
pub(crate) fn libxml_get_errors(cx: &mut Cx) -> PhpResult<PhpArray> {
    report(cx)?;
    let errors = cx.ext::<State>().errors.clone();
    let mut list = PhpArray::new();
    for error in &errors {
        let error = object(cx, error)?;
        let _ = list.push(Value::object(error));
    }
    Ok(list)
}

/// `libxml_clear_errors()`
pub(crate) fn libxml_clear_errors(cx: &mut Cx) -> PhpResult<()> {
    let state = cx.ext::<State>();
    state.errors = Vec::new();
    state.last = None;
    Ok(())
}

/// `libxml_disable_entity_loader()`
pub(crate) fn libxml_disable_entity_loader(cx: &mut Cx, disable: bool) -> PhpResult<bool> {
    Ok(std::mem::replace(&mut cx.ext::<State>().disabled, disable))
}

/// `libxml_set_external_entity_loader()`
pub(crate) fn libxml_set_external_entity_loader(cx: &mut Cx, resolver_function: &Value) -> PhpResult<bool> {
    let loader = match resolver_function.deref() {
        value if value.is_null() => None,
        value => match (cx.hooks.callable)(cx, value)? {
            Ok(callable) => Some((callable, value.clone())),
            Err(why) => return Err(cx.argument_type_error(1, format!("must be a valid callback or null, {why}"))),
        },
    };
    let old = std::mem::replace(&mut cx.ext::<State>().loader, loader);
    drop(old);
    Ok(true)
}

/// `libxml_get_external_entity_loader()`
pub(crate) fn libxml_get_external_entity_loader(cx: &mut Cx) -> PhpResult<Value> {
    Ok(cx.ext::<State>().loader.as_ref().map_or(Value::NULL, |(_, value)| value.clone()))
}
