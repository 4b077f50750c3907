//! `ReflectionParameter`: the type, default, position and attributes of a parameter.

use loxo_runtime::{ConstId, ParamDefault, ParamInfo, Registry};

use crate::prelude::*;
use crate::subject::{self, FunctionRef};
use crate::types::Shape;
use crate::{attribute, export, function, invoke, method, types};

/// The object for a parameter.
pub(crate) fn of(cx: &mut Cx, function: &FunctionRef, index: usize) -> PhpResult<PhpObject> {
    let name = function.func.params[index].name.to_value();
    subject::make(cx, "ReflectionParameter", Subject::Parameter { function: function.clone(), index }, &[name])
}

/// A parameter and the function that it is of.
pub(crate) struct Parameter {
    pub function: FunctionRef,
    pub index: usize,
}

impl Parameter {
    pub fn info(&self) -> &'static ParamInfo {
        &self.function.func.params[self.index]
    }

    pub fn is_optional(&self) -> bool {
        self.index >= self.function.func.required as usize
    }

    /// The default as a text, if it is an expression; builtins have texts for all defaults.
    pub fn default_text(&self) -> Option<&'static [u8]> {
        if let Some(row) = self.function.func.builtin {
            return row.params.get(self.index)?.default.map(str::as_bytes).filter(|text| *text != b"UNKNOWN");
        }
        match self.info().default {
            ParamDefault::Thunk(_) => self.info().default_text.as_deref(),
            _ => None,
        }
    }

    pub fn has_default(&self) -> bool {
        match self.function.func.builtin {
            Some(_) => self.default_text().is_some(),
            None => !matches!(self.info().default, ParamDefault::None),
        }
    }
}

fn parameter(cx: &mut Cx, this: &PhpObject) -> PhpResult<Parameter> {
    match subject::subject(this) {
        Subject::Parameter { function, index } => Ok(Parameter { function: function.clone(), index: *index }),
        _ => Err(subject::unfinished(cx)),
    }
}

fn info(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static ParamInfo> {
    Ok(parameter(cx, this)?.info())
}

/// `ReflectionParameter::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, function: &Value, param: &Value) -> PhpResult<()> {
    let function = function.clone_deref();
    let found = find_function(cx, &function)?;
    let index = find_parameter(cx, found.func, param)?;
    let name = found.func.params[index].name.to_value();
    subject::name(this, Subject::Parameter { function: found, index }, &[name]);
    Ok(())
}

fn find_function(cx: &mut Cx, function: &Value) -> PhpResult<FunctionRef> {
    if let Some(name) = function.as_str() {
        let func = function::find(cx, name)?;
        return Ok(FunctionRef { func, class: None, closure: None });
    }
    if let Some(pair) = function.as_array() {
        let (Some(target), Some(name)) = (pair.get_int(0), pair.get_int(1)) else {
            return Err(exception(cx, "Expected array($object, $method) or array($classname, $method)"));
        };
        let (target, name) = (target.clone_deref(), name.clone_deref());
        let class = subject::class_argument(cx, &target, 0)?;
        let name = convert::to_string(cx, &name)?;
        return method::find(cx, class, target.as_object(), &name);
    }
    let Some(object) = function.as_object() else {
        let given = convert::value_name(function);
        let message = format!("must be a string, an array(class, method), or a callable object, {given} given");
        return Err(cx.argument_error("ReflectionException", 1, message));
    };
    let class = class_of(object);
    if invoke::is_closure_class(cx, class) {
        let func = invoke::func_of_closure(cx, object)?;
        return Ok(FunctionRef { func, class: None, closure: Some(object.clone()) });
    }
    method::find(cx, class, None, &PhpStr::from("__invoke"))
}

fn find_parameter(cx: &mut Cx, func: &'static Func, param: &Value) -> PhpResult<usize> {
    let Some(position) = param.as_int() else {
        let name = convert::to_string(cx, param)?;
        return match func.params.iter().position(|known| known.name.as_bytes() == name.as_bytes()) {
            Some(index) => Ok(index),
            None => Err(exception(cx, "The parameter specified by its name could not be found")),
        };
    };
    match usize::try_from(position) {
        Err(_) => Err(cx.argument_value_error(2, "must be greater than or equal to 0")),
        Ok(index) if index < func.params.len() => Ok(index),
        Ok(_) => Err(exception(cx, "The parameter specified by its offset could not be found")),
    }
}

/// `ReflectionParameter::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let parameter = parameter(cx, this)?;
    let mut out = Vec::new();
    export::function::write_parameter(cx, &mut out, &parameter);
    Ok(out)
}

/// `ReflectionParameter::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(info(cx, this)?.name.to_php())
}

/// `ReflectionParameter::isPassedByReference()`
pub(crate) fn is_passed_by_reference(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let info = info(cx, this)?;
    Ok(info.by_ref || info.prefer_ref)
}

/// `ReflectionParameter::canBePassedByValue()`
pub(crate) fn can_be_passed_by_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let info = info(cx, this)?;
    Ok(!info.by_ref || info.prefer_ref)
}

/// `ReflectionParameter::getDeclaringFunction()`
pub(crate) fn get_declaring_function(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let FunctionRef { func, closure, .. } = parameter(cx, this)?.function;
    match func.class {
        Some(class) => subject::of_method_ref(cx, FunctionRef { func, class: Some(class), closure }),
        None => subject::of_function(cx, func, closure),
    }
}

/// `ReflectionParameter::getDeclaringClass()`
pub(crate) fn get_declaring_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    match parameter(cx, this)?.function.func.class {
        Some(class) => subject::of_class(cx, class).map(Some),
        None => Ok(None),
    }
}

/// `ReflectionParameter::getClass()`
pub(crate) fn get_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let parameter = parameter(cx, this)?;
    let Some(shape) = parameter.info().ty.as_ref().map(Shape::of) else { return Ok(None) };
    // `iterable` is a class and a builtin type to PHP.
    let name = match shape.is_iterable_alone() {
        true => Some(&b"Traversable"[..]),
        false => shape.class_name(),
    };
    let Some(name) = name else { return Ok(None) };
    let scope = parameter.function.func.class;
    let class = match name.to_ascii_lowercase().as_slice() {
        b"self" => match scope {
            Some(class) => class,
            None => return Err(exception(cx, "Parameter uses \"self\" as type but function is not a class member")),
        },
        b"parent" => match scope.map(|class| class.parent) {
            None => return Err(exception(cx, "Parameter uses \"parent\" as type but function is not a class member")),
            Some(None) => return Err(exception(cx, "Parameter uses \"parent\" as type although class does not have a parent")),
            Some(Some(parent)) => parent,
        },
        _ => subject::class_argument(cx, &Value::bytes(name), 0)?,
    };
    subject::of_class(cx, class).map(Some)
}

/// `ReflectionParameter::hasType()`
pub(crate) fn has_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(info(cx, this)?.ty.is_some())
}

/// `ReflectionParameter::getType()`
pub(crate) fn get_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let info = info(cx, this)?;
    types::of_type(cx, info.ty.as_ref(), true)
}

/// Is it the one type besides null?
fn is_only(cx: &mut Cx, this: &PhpObject, mask: loxo_runtime::TypeMask) -> PhpResult<bool> {
    let shape = info(cx, this)?.ty.as_ref().map(Shape::of);
    Ok(shape.is_some_and(|shape| !shape.is_iterable_alone() && shape.mask.without(loxo_runtime::TypeMask::NULL) == mask))
}

/// `ReflectionParameter::isArray()`
pub(crate) fn is_array(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    is_only(cx, this, loxo_runtime::TypeMask::ARRAY)
}

/// `ReflectionParameter::isCallable()`
pub(crate) fn is_callable(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    is_only(cx, this, loxo_runtime::TypeMask::CALLABLE)
}

/// `ReflectionParameter::allowsNull()`
pub(crate) fn allows_null(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(info(cx, this)?.ty.as_ref().is_none_or(|ty| Shape::of(ty).allows_null()))
}

/// `ReflectionParameter::getPosition()`
pub(crate) fn get_position(cx: &mut Cx, this: &PhpObject) -> PhpResult<usize> {
    Ok(parameter(cx, this)?.index)
}

/// `ReflectionParameter::isOptional()`
pub(crate) fn is_optional(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(parameter(cx, this)?.is_optional())
}

/// `ReflectionParameter::isDefaultValueAvailable()`
pub(crate) fn is_default_value_available(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(parameter(cx, this)?.has_default())
}

fn with_default(cx: &mut Cx, this: &PhpObject) -> PhpResult<Parameter> {
    let parameter = parameter(cx, this)?;
    if parameter.has_default() { Ok(parameter) } else { Err(exception(cx, "Internal error: Failed to retrieve the default value")) }
}

/// `ReflectionParameter::getDefaultValue()`
pub(crate) fn get_default_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let parameter = with_default(cx, this)?;
    if parameter.function.func.builtin.is_some() {
        announce(cx, parameter.default_text().unwrap_or_default())?;
    }
    match &parameter.info().default {
        ParamDefault::Value(value) => Ok(value.get().clone()),
        ParamDefault::Text(text) => evaluate(cx, text.as_bytes()),
        _ => (cx.hooks.reflect)(cx, Reflect::ParamDefault(parameter.function.func, parameter.index)),
    }
}

/// The deprecation of a constant that a builtin's default is.
fn announce(cx: &mut Cx, text: &[u8]) -> PhpResult<()> {
    let constant = ConstId::find(text).and_then(|id| Registry::get()?.deprecated_constant(id));
    if constant.is_none() {
        return Ok(());
    }
    cx.deprecated(message(&[b"Constant ", text, b" is deprecated"]));
    cx.check()
}

/// A builtin's default that is no plain value: a constant of a class.
fn evaluate(cx: &mut Cx, text: &[u8]) -> PhpResult<Value> {
    if let Some(split) = text.windows(2).position(|pair| pair == b"::")
        && let Some(class) = cx.class(text[..split].strip_prefix(b"\\").unwrap_or(&text[..split]))?
        && let Some(value) = (cx.hooks.class_constant)(cx, class, &text[split + 2..])?
    {
        return Ok(value);
    }
    Err(exception(cx, "Internal error: Failed to retrieve the default value"))
}

/// The name of the constant that the default is.
fn constant_name(parameter: &Parameter) -> Option<&'static [u8]> {
    let text = parameter.default_text()?;
    let is_name = |text: &[u8]| {
        text.first().is_some_and(|b| !b.is_ascii_digit())
            && text.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\\' | b':') || b >= 0x80)
    };
    let is_value = [&b"true"[..], b"false", b"null"].iter().any(|word| text.eq_ignore_ascii_case(word));
    (is_name(text) && !is_value).then_some(text)
}

/// `ReflectionParameter::isDefaultValueConstant()`
pub(crate) fn is_default_value_constant(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(constant_name(&with_default(cx, this)?).is_some())
}

/// `ReflectionParameter::getDefaultValueConstantName()`
pub(crate) fn get_default_value_constant_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<&'static [u8]>> {
    let name = constant_name(&with_default(cx, this)?);
    Ok(name.map(|name| name.strip_prefix(b"\\").unwrap_or(name)))
}

/// `ReflectionParameter::isVariadic()`
pub(crate) fn is_variadic(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(info(cx, this)?.variadic)
}

/// `ReflectionParameter::isPromoted()`
pub(crate) fn is_promoted(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(info(cx, this)?.promoted)
}

/// `ReflectionParameter::getAttributes()`
pub(crate) fn get_attributes(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>, flags: i64) -> PhpResult<PhpArray> {
    let Parameter { function, index } = parameter(cx, this)?;
    attribute::list(cx, attribute::AttributeTarget::Parameter(function.func, index), attribute::PARAMETER, name, flags)
}
