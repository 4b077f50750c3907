//! Errors of calls, with PHP's texts.

use loxo_value::Value;

use crate::{Class, Cx, Func, ParamDefault, PhpResult, Thrown, Type, convert, link};

/// Bytes as a part of a message.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The name of a function as messages show it.
pub fn name_of(func: &Func) -> String {
    text(&func.display_name())
}

/// A declared type as messages show it: `static` is the class that was called.
pub fn type_text(ty: &Type, called: Option<&'static Class>) -> String {
    text(&link::shown_type(ty, called))
}

/// The name where PHP's text breaks off at the NUL byte of an anonymous class.
fn broken_off_name(func: &Func) -> String {
    let anonymous = func.class.filter(|c| c.name.as_bytes().contains(&0));
    anonymous.map_or_else(|| name_of(func), |c| text(convert::shown_name(c.name.as_bytes())))
}

/// `f(): Argument #1 ($x)`. What a variadic parameter takes has no name.
pub fn argument_place(func: &Func, position: usize) -> String {
    let name = broken_off_name(func);
    match func.params.get(position).filter(|p| !p.variadic) {
        Some(param) => format!("{name}(): Argument #{} (${})", position + 1, text(param.name.as_bytes())),
        None => format!("{name}(): Argument #{}", position + 1),
    }
}

/// A literal or expression where the callee wants a variable.
pub fn not_by_reference(cx: &mut Cx, func: &Func, index: usize) -> Thrown {
    cx.throw_error(format!("{} could not be passed by reference", argument_place(func, index)))
}

/// A builtin whose variadic parameter has no use for names got some.
pub fn no_named_rest(cx: &mut Cx, func: &Func) -> Thrown {
    cx.throw("ArgumentCountError", format!("{}() does not accept unknown named parameters", name_of(func)))
}

/// Callbacks: a by-reference parameter got a plain value.
pub fn warn_by_value(cx: &mut Cx, func: &Func, index: usize) {
    cx.warning(format!("{} must be passed by reference, value given", argument_place(func, index)));
}

/// Arguments by name left out a required parameter.
pub fn not_passed(cx: &mut Cx, func: &Func, index: usize) -> Thrown {
    let name = text(func.params[index].name.as_bytes());
    cx.throw("ArgumentCountError", format!("{}(): Argument #{} (${name}) not passed", name_of(func), index + 1))
}

/// Gives skipped optional parameters of a builtin their defaults.
pub fn fill_skipped(cx: &mut Cx, func: &'static Func, args: &mut [Value]) -> PhpResult<()> {
    for (i, arg) in args.iter_mut().enumerate() {
        if !arg.is_undef() {
            continue;
        }
        let Some(param) = func.params.get(i) else { continue };
        match &param.default {
            ParamDefault::None if i < func.required as usize => return Err(not_passed(cx, func, i)),
            ParamDefault::Value(value) => *arg = value.get().clone(),
            ParamDefault::Thunk(_) | ParamDefault::Text(_) | ParamDefault::None => {
                let message = format!(
                    "{}(): Argument #{} (${}) must be passed explicitly, because the default value is not known",
                    name_of(func),
                    i + 1,
                    text(param.name.as_bytes())
                );
                return Err(cx.throw("ArgumentCountError", message));
            }
        }
    }
    Ok(())
}

/// TypeError for a return value of a function that was called for a class.
pub fn bad_return(cx: &mut Cx, func: &Func, called: Option<&'static Class>, value: &Value) -> Thrown {
    let ty = func.return_type.as_ref().map_or(String::new(), |ty| type_text(ty, called));
    let given = convert::value_name(value);
    cx.type_error(format!("{}(): Return value must be of type {ty}, {given} returned", name_of(func)))
}

/// The end of a function that should have returned something, or never.
pub fn missing_return(cx: &mut Cx, func: &Func, called: Option<&'static Class>) -> Thrown {
    let ty = func.return_type.as_ref().map_or(String::new(), |ty| type_text(ty, called));
    if ty == "never" {
        let kind = if func.class.is_some() { "method" } else { "function" };
        return cx.type_error(format!("{}(): never-returning {kind} must not implicitly return", broken_off_name(func)));
    }
    cx.type_error(format!("{}(): Return value must be of type {ty}, none returned", name_of(func)))
}
