//! `ReflectionClassConstant`: the value, type, visibility, comment and attributes of a constant of a class.

use loxo_runtime::{ClassConst, OrFalse};

use crate::prelude::*;
use crate::reflection::{modifier, of_member};
use crate::{attribute, class, export, subject, types};

pub(crate) fn constant(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static ClassConst> {
    match subject::subject(this) {
        Subject::ClassConstant(constant) => Ok(constant),
        _ => Err(subject::unfinished(cx)),
    }
}

/// `ReflectionClassConstant::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, class: &Value, constant: &PhpStr) -> PhpResult<()> {
    let class = subject::class_argument(cx, class, 0)?;
    let Some(found) = class.constants.get(constant.as_bytes()) else {
        return Err(exception(cx, message(&[b"Constant ", convert::class_name(class), b"::", constant, b" does not exist"])));
    };
    let names = [Value::string(constant.clone()), found.class.name.to_value()];
    subject::name(this, Subject::ClassConstant(found), &names);
    Ok(())
}

/// The name in the object's property, which a program may have unset.
fn shown_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let name = this.slot(0).clone_deref();
    if name.is_undef() {
        return Err(cx.throw_error("Typed property ReflectionClassConstant::$name must not be accessed before initialization"));
    }
    Ok(name)
}

/// `ReflectionClassConstant::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let constant = constant(cx, this)?;
    shown_name(cx, this)?;
    let mut out = Vec::new();
    export::members::write_constant(cx, &mut out, constant, "")?;
    Ok(out)
}

/// `ReflectionClassConstant::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    shown_name(cx, this)
}

/// `ReflectionClassConstant::getValue()`
pub(crate) fn get_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let constant = constant(cx, this)?;
    shown_name(cx, this)?;
    class::constant_value(cx, constant)
}

fn has(cx: &mut Cx, this: &PhpObject, bit: i64) -> PhpResult<bool> {
    Ok(of_member(constant(cx, this)?.flags) & bit != 0)
}

/// `ReflectionClassConstant::isPublic()`
pub(crate) fn is_public(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PUBLIC)
}

/// `ReflectionClassConstant::isPrivate()`
pub(crate) fn is_private(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PRIVATE)
}

/// `ReflectionClassConstant::isProtected()`
pub(crate) fn is_protected(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PROTECTED)
}

/// `ReflectionClassConstant::isFinal()`
pub(crate) fn is_final(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::FINAL)
}

/// `ReflectionClassConstant::getModifiers()`
pub(crate) fn get_modifiers(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(of_member(constant(cx, this)?.flags) & (modifier::FINAL | modifier::VISIBILITY))
}

/// `ReflectionClassConstant::getDeclaringClass()`
pub(crate) fn get_declaring_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let constant = constant(cx, this)?;
    subject::of_class(cx, constant.class)
}

/// The comment in front of a constant.
pub(crate) fn doc_comment(cx: &mut Cx, constant: &'static ClassConst) -> PhpResult<Option<PhpStr>> {
    let doc = (cx.hooks.reflect)(cx, Reflect::ConstantDoc(constant.origin.unwrap_or(constant.class), constant.decl))?;
    Ok(doc.as_str().cloned())
}

/// `ReflectionClassConstant::getDocComment()`
pub(crate) fn get_doc_comment(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    let constant = constant(cx, this)?;
    Ok(OrFalse(doc_comment(cx, constant)?))
}

/// `ReflectionClassConstant::getAttributes()`
pub(crate) fn get_attributes(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>, flags: i64) -> PhpResult<PhpArray> {
    let constant = constant(cx, this)?;
    attribute::list(cx, attribute::AttributeTarget::ClassConstant(constant), attribute::CLASS_CONSTANT, name, flags)
}

/// `ReflectionClassConstant::isEnumCase()`
pub(crate) fn is_enum_case(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(constant(cx, this)?.flags.has(MemberFlags::CASE))
}

/// `ReflectionClassConstant::isDeprecated()`
pub(crate) fn is_deprecated(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(constant(cx, this)?.flags.has(MemberFlags::DEPRECATED))
}

/// `ReflectionClassConstant::hasType()`
pub(crate) fn has_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(constant(cx, this)?.ty.is_some())
}

/// `ReflectionClassConstant::getType()`
pub(crate) fn get_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let constant = constant(cx, this)?;
    types::of_type(cx, constant.ty.as_ref(), true)
}
