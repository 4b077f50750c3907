//! Functions, methods, closures and their parameters.

use loxo_runtime::ParamDefault;

use super::{put, value};
use crate::parameter::Parameter;
use crate::prelude::*;
use crate::subject::FunctionRef;
use crate::{invoke, origin, types};

/// `Function [ <user> function f ] {...}`; `scope` is the class through which a method is looked at.
pub(crate) fn write(cx: &mut Cx, out: &mut Vec<u8>, function: &FunctionRef, scope: Option<&'static Class>, indent: &str) -> PhpResult<()> {
    let func = function.func;
    let position = origin::of_func(cx, func)?;
    if let Some(doc) = position.as_ref().and_then(|position| position.doc.as_ref()) {
        put!(out, indent, doc.as_bytes(), "\n");
    }
    let is_closure = func.flags.has(FnFlags::CLOSURE) || function.closure.is_some();
    let kind = match (is_closure, func.class) {
        (true, _) => "Closure [ ",
        (false, Some(_)) => "Method [ ",
        (false, None) => "Function [ ",
    };
    put!(out, indent, kind, if position.is_some() { "<user" } else { "<internal" });
    if func.flags.has(FnFlags::DEPRECATED) {
        put!(out, ", deprecated");
    }
    if let Some(extension) = origin::extension_of_func(func) {
        put!(out, ":", extension.name);
    }
    if let Some(scope) = scope {
        write_relation(out, func, scope);
    }
    if let Some(class) = func.prototype.and_then(|prototype| prototype.class) {
        put!(out, ", prototype ", class.name.as_bytes());
    }
    if func.flags.has(FnFlags::CTOR) {
        put!(out, ", ctor");
    }
    put!(out, "> ");
    write_modifiers(out, func);
    put!(out, func.name.as_bytes(), " ] {\n");
    if let Some(position) = &position {
        put!(out, indent, "  @@ ", position.file.as_bytes(), format!(" {} - {}\n", position.start, position.end));
    }
    let inner = format!("{indent}  ");
    if is_closure {
        write_bound(cx, out, function, &inner)?;
    }
    write_parameters(cx, out, function, &inner);
    if let Some(ty) = &func.return_type {
        let kind = if invoke::has_tentative_type(func) { "Tentative return" } else { "Return" };
        put!(out, "  ", indent, "- ", kind, " [ ", types::text(ty), " ]\n");
    }
    put!(out, indent, "}\n");
    Ok(())
}

/// Inherited from, or put in place of another's.
fn write_relation(out: &mut Vec<u8>, func: &Func, scope: &'static Class) {
    let Some(own) = func.class else { return };
    if !own.same(scope) {
        put!(out, ", inherits ", own.name.as_bytes());
        return;
    }
    let lower = func.name.as_bytes().to_ascii_lowercase();
    let Some(overwritten) = own.parent.and_then(|parent| parent.method(&lower)) else { return };
    if let Some(class) = overwritten.class
        && !class.same(own)
        && !overwritten.flags.has(FnFlags::PRIVATE)
    {
        put!(out, ", overwrites ", class.name.as_bytes());
    }
}

fn write_modifiers(out: &mut Vec<u8>, func: &Func) {
    let words = [(FnFlags::ABSTRACT, "abstract "), (FnFlags::FINAL, "final "), (FnFlags::STATIC, "static ")];
    words.iter().filter(|(flag, _)| func.flags.has(*flag)).for_each(|(_, word)| put!(out, word));
    if func.class.is_some() {
        let visibility = match () {
            () if func.flags.has(FnFlags::PRIVATE) => "private ",
            () if func.flags.has(FnFlags::PROTECTED) => "protected ",
            () => "public ",
        };
        put!(out, visibility, "method ");
    } else {
        put!(out, "function ");
    }
    if func.flags.has(FnFlags::RETURNS_REF) {
        put!(out, "&");
    }
}

fn write_bound(cx: &mut Cx, out: &mut Vec<u8>, function: &FunctionRef, indent: &str) -> PhpResult<()> {
    let bound = (cx.hooks.reflect)(cx, Reflect::StaticVariables(function.func, function.closure.as_ref()))?;
    let Some(bound) = bound.as_array().filter(|bound| !bound.is_empty()) else { return Ok(()) };
    put!(out, "\n", indent, format!("- Bound Variables [{}] {{\n", bound.len()));
    for (index, (name, _)) in bound.iter().enumerate() {
        put!(out, indent, format!("    Variable #{index} [ $"), origin::key_text(name).as_bytes(), " ]\n");
    }
    put!(out, indent, "}\n");
    Ok(())
}

fn write_parameters(cx: &mut Cx, out: &mut Vec<u8>, function: &FunctionRef, indent: &str) {
    let func = function.func;
    let internal = !origin::is_user(func) && !invoke::is_invoke_of_closure(cx, func);
    let declares = !func.params.is_empty() || func.return_type.is_some() || internal;
    if !declares {
        return;
    }
    put!(out, "\n", indent, format!("- Parameters [{}] {{\n", func.params.len()));
    for index in 0..func.params.len() {
        put!(out, indent, "  ");
        write_parameter(cx, out, &Parameter { function: function.clone(), index });
        put!(out, "\n");
    }
    put!(out, indent, "}\n");
}

/// `Parameter #0 [ <required> int $x ]`
pub(crate) fn write_parameter(cx: &mut Cx, out: &mut Vec<u8>, parameter: &Parameter) {
    let info = parameter.info();
    let kind = if parameter.is_optional() { "<optional> " } else { "<required> " };
    put!(out, format!("Parameter #{} [ {kind}", parameter.index));
    if let Some(ty) = &info.ty {
        put!(out, types::text(ty), " ");
    }
    if info.by_ref || info.prefer_ref {
        put!(out, "&");
    }
    if info.variadic {
        put!(out, "...");
    }
    put!(out, "$", info.name.as_bytes());
    if parameter.is_optional() && !info.variadic {
        write_default(cx, out, parameter);
    }
    put!(out, " ]");
}

fn write_default(cx: &mut Cx, out: &mut Vec<u8>, parameter: &Parameter) {
    if let Some(text) = parameter.default_text() {
        put!(out, " = ", text);
    } else if !origin::is_user(parameter.function.func) {
        put!(out, " = <default>");
    } else if let ParamDefault::Value(shared) = &parameter.info().default {
        put!(out, " = ");
        value::write(cx, out, shared.get());
    }
}
