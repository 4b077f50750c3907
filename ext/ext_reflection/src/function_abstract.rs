//! `ReflectionFunctionAbstract`: what functions and methods have in common, from parameters and types to static variables.

use loxo_runtime::OrFalse;

use crate::prelude::*;
use crate::subject::{self, FunctionRef, func, function};
use crate::{attribute, extension, invoke, origin, parameter, types};

/// Written as `function () {}` or `fn`, and not a name's first-class callable.
fn is_anonymous(func: &Func) -> bool {
    func.flags.has(FnFlags::CLOSURE)
}

/// `ReflectionFunctionAbstract::inNamespace()`
pub(crate) fn in_namespace(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let func = func(cx, this)?;
    Ok(!is_anonymous(func) && func.name.as_bytes().contains(&b'\\'))
}

/// `ReflectionFunctionAbstract::isClosure()`
pub(crate) fn is_closure(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let function = function(cx, this)?;
    Ok(is_anonymous(function.func) || function.closure.is_some())
}

/// `ReflectionFunctionAbstract::isDeprecated()`
pub(crate) fn is_deprecated(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.flags.has(FnFlags::DEPRECATED))
}

/// `ReflectionFunctionAbstract::isInternal()`
pub(crate) fn is_internal(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(!origin::is_user(func(cx, this)?))
}

/// `ReflectionFunctionAbstract::isUserDefined()`
pub(crate) fn is_user_defined(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(origin::is_user(func(cx, this)?))
}

/// `ReflectionFunctionAbstract::isGenerator()`
pub(crate) fn is_generator(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.flags.has(FnFlags::GENERATOR))
}

/// `ReflectionFunctionAbstract::isVariadic()`
pub(crate) fn is_variadic(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.is_variadic())
}

/// `ReflectionFunctionAbstract::isStatic()`
pub(crate) fn is_static(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.is_static())
}

/// `ReflectionFunctionAbstract::getClosureThis()`
pub(crate) fn get_closure_this(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    match function(cx, this)?.closure {
        Some(closure) => Ok(invoke::callable_of_closure(cx, &closure)?.this),
        None => Ok(None),
    }
}

/// `ReflectionFunctionAbstract::getClosureScopeClass()`
pub(crate) fn get_closure_scope_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let Some(closure) = function(cx, this)?.closure else { return Ok(None) };
    match invoke::callable_of_closure(cx, &closure)?.func.class {
        Some(class) => subject::of_class(cx, class).map(Some),
        None => Ok(None),
    }
}

/// `ReflectionFunctionAbstract::getClosureCalledClass()`
pub(crate) fn get_closure_called_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let Some(closure) = function(cx, this)?.closure else { return Ok(None) };
    let callable = invoke::callable_of_closure(cx, &closure)?;
    let called = callable.this.as_ref().map(class_of).or(callable.called_class).or(callable.func.class);
    match called {
        Some(class) => subject::of_class(cx, class).map(Some),
        None => Ok(None),
    }
}

/// `ReflectionFunctionAbstract::getClosureUsedVariables()`
pub(crate) fn get_closure_used_variables(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let Some(closure) = function(cx, this)?.closure else { return Ok(PhpArray::new()) };
    let parts = (cx.hooks.reflect)(cx, Reflect::Closure(&closure))?;
    Ok(parts.as_array().and_then(|parts| parts.get_int(2)).and_then(Value::as_array).cloned().unwrap_or_default())
}

/// `ReflectionFunctionAbstract::getDocComment()`
pub(crate) fn get_doc_comment(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    let func = func(cx, this)?;
    Ok(OrFalse(origin::of_func(cx, func)?.and_then(|position| position.doc)))
}

/// `ReflectionFunctionAbstract::getStartLine()`
pub(crate) fn get_start_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    let func = func(cx, this)?;
    Ok(OrFalse(origin::of_func(cx, func)?.map(|position| position.start)))
}

/// `ReflectionFunctionAbstract::getEndLine()`
pub(crate) fn get_end_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    let func = func(cx, this)?;
    Ok(OrFalse(origin::of_func(cx, func)?.map(|position| position.end)))
}

/// `ReflectionFunctionAbstract::getFileName()`
pub(crate) fn get_file_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    let func = func(cx, this)?;
    Ok(OrFalse(origin::of_func(cx, func)?.map(|position| position.file)))
}

/// `ReflectionFunctionAbstract::getExtension()`
pub(crate) fn get_extension(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let func = func(cx, this)?;
    extension::of(cx, origin::extension_of_func(func))
}

/// `ReflectionFunctionAbstract::getExtensionName()`
pub(crate) fn get_extension_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<&'static str>> {
    let func = func(cx, this)?;
    Ok(OrFalse(origin::extension_of_func(func).map(|extension| extension.name)))
}

/// `ReflectionFunctionAbstract::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(func(cx, this)?.name.to_php())
}

/// `ReflectionFunctionAbstract::getNamespaceName()`
pub(crate) fn get_namespace_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static [u8]> {
    let func = func(cx, this)?;
    Ok(if is_anonymous(func) { b"" } else { origin::split_name(func.name.as_bytes()).0 })
}

/// `ReflectionFunctionAbstract::getShortName()`
pub(crate) fn get_short_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static [u8]> {
    let func = func(cx, this)?;
    Ok(if is_anonymous(func) { func.name.as_bytes() } else { origin::split_name(func.name.as_bytes()).1 })
}

/// `ReflectionFunctionAbstract::getNumberOfParameters()`
pub(crate) fn get_number_of_parameters(cx: &mut Cx, this: &PhpObject) -> PhpResult<usize> {
    Ok(func(cx, this)?.params.len())
}

/// `ReflectionFunctionAbstract::getNumberOfRequiredParameters()`
pub(crate) fn get_number_of_required_parameters(cx: &mut Cx, this: &PhpObject) -> PhpResult<u32> {
    Ok(func(cx, this)?.required)
}

/// `ReflectionFunctionAbstract::getParameters()`
pub(crate) fn get_parameters(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let function = function(cx, this)?;
    let mut all = PhpArray::new();
    for index in 0..function.func.params.len() {
        let parameter = parameter::of(cx, &function, index)?;
        let _ = all.push(Value::object(parameter));
    }
    Ok(all)
}

/// `ReflectionFunctionAbstract::getStaticVariables()`
pub(crate) fn get_static_variables(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let FunctionRef { func, closure, .. } = function(cx, this)?;
    (cx.hooks.reflect)(cx, Reflect::StaticVariables(func, closure.as_ref()))
}

/// `ReflectionFunctionAbstract::returnsReference()`
pub(crate) fn returns_reference(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.flags.has(FnFlags::RETURNS_REF))
}

/// `ReflectionFunctionAbstract::hasReturnType()`
pub(crate) fn has_return_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let func = func(cx, this)?;
    Ok(func.return_type.is_some() && !invoke::has_tentative_type(func))
}

/// `ReflectionFunctionAbstract::getReturnType()`
pub(crate) fn get_return_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let func = func(cx, this)?;
    types::of_type(cx, func.return_type.as_ref().filter(|_| !invoke::has_tentative_type(func)), true)
}

/// `ReflectionFunctionAbstract::hasTentativeReturnType()`
pub(crate) fn has_tentative_return_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(invoke::has_tentative_type(func(cx, this)?))
}

/// `ReflectionFunctionAbstract::getTentativeReturnType()`
pub(crate) fn get_tentative_return_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let func = func(cx, this)?;
    types::of_type(cx, func.return_type.as_ref().filter(|_| invoke::has_tentative_type(func)), true)
}

/// `ReflectionFunctionAbstract::getAttributes()`
pub(crate) fn get_attributes(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>, flags: i64) -> PhpResult<PhpArray> {
    let func = func(cx, this)?;
    let target = if func.class.is_some() && !is_anonymous(func) { attribute::METHOD } else { attribute::FUNCTION };
    attribute::list(cx, attribute::AttributeTarget::Function(func), target, name, flags)
}
