//! The lines by which `__toString()` shows properties and constants, alone or within their class.

use loxo_runtime::{ClassConst, Init, Property};

use super::{put, value};
use crate::prelude::*;
use crate::{class, class_constant, property, types};

fn visibility(flags: MemberFlags) -> &'static str {
    match () {
        () if flags.has(MemberFlags::PRIVATE) => "private",
        () if flags.has(MemberFlags::PROTECTED) => "protected",
        () => "public",
    }
}

/// `Property [ public int $x = 1 ]`; without a property, a dynamic one.
pub(crate) fn write_property(
    cx: &mut Cx,
    out: &mut Vec<u8>,
    property: Option<&'static Property>,
    name: &[u8],
    indent: &str,
) -> PhpResult<()> {
    let Some(property) = property else {
        put!(out, indent, "Property [ <dynamic> public $", name, " ]\n");
        return Ok(());
    };
    if let Some(doc) = property::doc_comment(cx, property)? {
        put!(out, indent, doc.as_bytes(), "\n");
    }
    put!(out, indent, "Property [ ");
    let words = [
        (property.flags.has(MemberFlags::ABSTRACT), "abstract "),
        (property.flags.has(MemberFlags::FINAL), "final "),
        (true, visibility(property.flags)),
        (true, " "),
        (property.flags.has(MemberFlags::PRIVATE_SET), "private(set) "),
        (property.flags.has(MemberFlags::PROTECTED_SET), "protected(set) "),
        (property.is_static(), "static "),
        (property.is_readonly(), "readonly "),
    ];
    words.iter().filter(|(holds, _)| *holds).for_each(|(_, word)| put!(out, word));
    if let Some(ty) = &property.ty {
        put!(out, types::text(ty), " ");
    }
    put!(out, "$", property.name.as_bytes());
    write_default(cx, out, property)?;
    put!(out, " ]\n");
    Ok(())
}

fn write_default(cx: &mut Cx, out: &mut Vec<u8>, property: &'static Property) -> PhpResult<()> {
    match property::initial(property) {
        None | Some(Init::Uninit) => {}
        Some(Init::Value(shared)) => {
            put!(out, " = ");
            value::write(cx, out, shared.get());
        }
        Some(Init::Thunk(_)) => {
            put!(out, " = ");
            let evaluated =
                match property.is_static() {
                    true => cx.class_states.get(property.class.uid as usize).and_then(Option::as_ref).and_then(|state| {
                        state.statics.get(property.slot as usize).map(Value::clone_deref).filter(|value| !value.is_undef())
                    }),
                    false => cx
                        .class_states
                        .get(property.class.uid as usize)
                        .and_then(Option::as_ref)
                        .and_then(|state| state.defaults.as_ref()?.get(property.slot as usize).cloned()),
                };
            if let Some(evaluated) = evaluated {
                value::write(cx, out, &evaluated);
                return Ok(());
            }
            let class = property.origin.unwrap_or(property.class);
            let text = (cx.hooks.reflect)(cx, Reflect::PropertyDefaultText(class, property.decl))?;
            put!(out, text.as_bytes().unwrap_or_default());
        }
    }
    Ok(())
}

/// `int`, `string`..., as exports of constants name types.
fn type_name(value: &Value) -> &'static str {
    match value.as_bool() {
        Some(_) => "bool",
        None => value.type_name(),
    }
}

fn write_value(cx: &mut Cx, out: &mut Vec<u8>, value: &Value) -> PhpResult<()> {
    if value.is_array() {
        put!(out, "Array");
    } else {
        put!(out, convert::to_string(cx, value)?.as_bytes());
    }
    Ok(())
}

/// `Constant [ public int X ] { 1 }`
pub(crate) fn write_constant(cx: &mut Cx, out: &mut Vec<u8>, constant: &'static ClassConst, indent: &str) -> PhpResult<()> {
    let value = class::constant_value(cx, constant)?;
    if let Some(doc) = class_constant::doc_comment(cx, constant)? {
        put!(out, indent, doc.as_bytes(), "\n");
    }
    let ty = match (&constant.ty, value.as_object()) {
        (Some(ty), _) => types::text(ty),
        (None, Some(object)) => class_of(object).name.as_bytes().to_vec(),
        (None, None) => type_name(&value).into(),
    };
    let is_final = if constant.flags.has(MemberFlags::FINAL) { "final " } else { "" };
    put!(out, indent, "Constant [ ", is_final, visibility(constant.flags), " ", ty, " ", constant.name.as_bytes(), " ] { ");
    if value.is_object() {
        put!(out, "Object");
    } else {
        write_value(cx, out, &value)?;
    }
    put!(out, " }\n");
    Ok(())
}

/// `Constant [ int X ] { 1 }`
pub(crate) fn write_global_constant(
    cx: &mut Cx,
    out: &mut Vec<u8>,
    name: &[u8],
    value: &Value,
    persistent: bool,
    deprecated: bool,
    indent: &str,
) -> PhpResult<()> {
    let flags = match (persistent, deprecated) {
        (true, true) => "<persistent, deprecated> ",
        (true, false) => "<persistent> ",
        (false, true) => "<deprecated> ",
        (false, false) => "",
    };
    let ty = if value.is_object() { class_name_text(value) } else { type_name(value).into() };
    put!(out, indent, "Constant [ ", flags, ty, " ", name, " ] { ");
    write_value(cx, out, value)?;
    put!(out, " }\n");
    Ok(())
}

fn class_name_text(value: &Value) -> String {
    value.as_object().map_or_else(String::new, |object| convert::class_text(class_of(object)).into())
}
