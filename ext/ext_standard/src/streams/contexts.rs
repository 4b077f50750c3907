//! Stream contexts.

use loxo_runtime::PhpResource;
use loxo_streams::context::{self, Context};
use loxo_streams::of_resource;

use crate::prelude::*;

/// The context of an argument that is one, or a stream that has one (or gets one now).
fn context_of(cx: &mut Cx, resource: &PhpResource) -> PhpResult<PhpResource> {
    if resource.data::<Context>().is_some() {
        return Ok(resource.clone());
    }
    let Some(stream) = of_resource(resource) else {
        return Err(cx.argument_type_error(1, "must be a valid stream/context"));
    };
    if let Some(context) = stream.context.borrow().as_ref() {
        return Ok(context.clone());
    }
    let context = Context::new_resource();
    *stream.context.borrow_mut() = Some(context.clone());
    Ok(context)
}

/// `[wrapper][option] = value`
fn add_options(cx: &mut Cx, context: &PhpResource, options: &PhpArray) -> PhpResult<()> {
    for (wrapper, values) in options.clone().iter() {
        let (KeyRef::Str(wrapper), Some(values)) = (wrapper, values.deref().as_array()) else {
            return Err(cx.value_error("Options should have the form [\"wrappername\"][\"optionname\"] = $value"));
        };
        for (name, value) in values.iter() {
            if let (KeyRef::Str(name), Some(context)) = (name, context.data_mut::<Context>()) {
                context.set_option(wrapper, name, value.clone_deref());
            }
        }
    }
    Ok(())
}

fn set_params(cx: &mut Cx, context: &PhpResource, params: &PhpArray) -> PhpResult<()> {
    if let (Some(notification), Some(context)) = (params.get_bytes(b"notification"), context.data_mut::<Context>()) {
        context.notification = Some(notification.clone_deref());
    }
    match params.get_bytes(b"options").map(|v| v.deref().as_array().cloned()) {
        None => Ok(()),
        Some(Some(options)) => add_options(cx, context, &options),
        Some(None) => Err(cx.type_error("Invalid stream/context parameter")),
    }
}

/// `stream_context_create()`
pub(crate) fn stream_context_create(cx: &mut Cx, options: Option<&PhpArray>, params: Option<&PhpArray>) -> PhpResult<Value> {
    let context = Context::new_resource();
    if let Some(options) = options {
        add_options(cx, &context, options)?;
    }
    if let Some(params) = params {
        set_params(cx, &context, params)?;
    }
    Ok(Value::resource(context))
}

/// `stream_context_set_params()`
pub(crate) fn stream_context_set_params(cx: &mut Cx, context: &PhpResource, params: &PhpArray) -> PhpResult<bool> {
    let context = context_of(cx, context)?;
    set_params(cx, &context, params)?;
    Ok(true)
}

/// `stream_context_get_params()`
pub(crate) fn stream_context_get_params(cx: &mut Cx, context: &PhpResource) -> PhpResult<PhpArray> {
    let context = context_of(cx, context)?;
    let mut out = PhpArray::new();
    if let Some(context) = context.data::<Context>() {
        if let Some(notification) = &context.notification {
            out.set_bytes(b"notification", notification.clone());
        }
        out.set_bytes(b"options", Value::array(context.options.clone()));
    }
    Ok(out)
}

/// `stream_context_set_option()`
pub(crate) fn stream_context_set_option(
    cx: &mut Cx,
    context: &PhpResource,
    wrapper_or_options: &Value,
    option_name: Option<&PhpStr>,
    value: Option<&Value>,
) -> PhpResult<bool> {
    let context = context_of(cx, context)?;
    if option_name.is_none() && value.is_none() {
        cx.deprecated("Calling stream_context_set_option() with 2 arguments is deprecated, use stream_context_set_options() instead");
        cx.check()?;
    }
    if let Some(options) = wrapper_or_options.deref().as_array() {
        if option_name.is_some() {
            return Err(cx.argument_value_error(3, "must be null when argument #2 ($wrapper_or_options) is an array"));
        }
        if value.is_some() {
            return Err(cx.argument_value_error(4, "cannot be provided when argument #2 ($wrapper_or_options) is an array"));
        }
        add_options(cx, &context, options)?;
        return Ok(true);
    }
    let Some(name) = option_name else {
        return Err(cx.argument_value_error(3, "cannot be null when argument #2 ($wrapper_or_options) is a string"));
    };
    let Some(value) = value else {
        return Err(cx.argument_value_error(4, "must be provided when argument #2 ($wrapper_or_options) is a string"));
    };
    let wrapper = cx.str_of(wrapper_or_options)?;
    if let Some(context) = context.data_mut::<Context>() {
        context.set_option(&wrapper, name, value.clone_deref());
    }
    Ok(true)
}

/// `stream_context_set_options()`
pub(crate) fn stream_context_set_options(cx: &mut Cx, context: &PhpResource, options: &PhpArray) -> PhpResult<bool> {
    let context = context_of(cx, context)?;
    add_options(cx, &context, options)?;
    Ok(true)
}

/// `stream_context_get_options()`
pub(crate) fn stream_context_get_options(cx: &mut Cx, stream_or_context: &PhpResource) -> PhpResult<PhpArray> {
    let context = context_of(cx, stream_or_context)?;
    Ok(context.data::<Context>().map_or_else(PhpArray::new, |context| context.options.clone()))
}

/// `stream_context_get_default()`
pub(crate) fn stream_context_get_default(cx: &mut Cx, options: Option<&PhpArray>) -> PhpResult<Value> {
    let context = context::default_context(cx);
    if let Some(options) = options {
        add_options(cx, &context, options)?;
    }
    Ok(Value::resource(context))
}

/// `stream_context_set_default()`
pub(crate) fn stream_context_set_default(cx: &mut Cx, options: &PhpArray) -> PhpResult<Value> {
    stream_context_get_default(cx, Some(options))
}
