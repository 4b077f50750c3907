//! `ReflectionConstant`: the name, value and deprecation of a global constant.

use loxo_runtime::{ConstId, Registry};

use crate::prelude::*;
use crate::{export, origin, subject};

fn constant(cx: &mut Cx, this: &PhpObject) -> PhpResult<(ConstId, PhpStr)> {
    match subject::subject(this) {
        Subject::Constant { id, name } => Ok((*id, name.clone())),
        _ => Err(subject::unfinished(cx)),
    }
}

fn is_deprecated_id(id: ConstId) -> bool {
    Registry::get().is_some_and(|registry| registry.deprecated_constant(id).is_some())
}

fn value(cx: &Cx, id: ConstId) -> Option<Value> {
    let deprecated = || Registry::get().and_then(|registry| registry.deprecated_constant(id)).map(|value| value.get().clone());
    cx.constant(id).cloned().or_else(deprecated)
}

/// `ReflectionConstant::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    let plain = name.strip_prefix(b"\\").unwrap_or(name);
    // The three words are constants in any spelling.
    let word = [&b"TRUE"[..], b"FALSE", b"NULL"].into_iter().find(|word| plain.eq_ignore_ascii_case(word));
    let id = match word {
        Some(word) => Some(ConstId::of(word)),
        None => ConstId::find(plain).filter(|id| value(cx, *id).is_some()),
    };
    let Some(id) = id else {
        return Err(exception(cx, message(&[b"Constant \"", name, b"\" does not exist"])));
    };
    let shown = PhpStr::new(word.unwrap_or(plain));
    subject::name(this, Subject::Constant { id, name: shown }, &[Value::string(name.clone())]);
    Ok(())
}

/// `ReflectionConstant::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(constant(cx, this)?.1)
}

/// `ReflectionConstant::getNamespaceName()`
pub(crate) fn get_namespace_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let (_, name) = constant(cx, this)?;
    Ok(PhpStr::new(origin::split_name(&name).0))
}

/// `ReflectionConstant::getShortName()`
pub(crate) fn get_short_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let (_, name) = constant(cx, this)?;
    Ok(PhpStr::new(origin::split_name(&name).1))
}

/// `ReflectionConstant::getValue()`
pub(crate) fn get_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let (id, name) = constant(cx, this)?;
    Ok(match name.as_bytes() {
        b"TRUE" => Value::TRUE,
        b"FALSE" => Value::FALSE,
        b"NULL" => Value::NULL,
        _ => value(cx, id).unwrap_or(Value::NULL),
    })
}

/// `ReflectionConstant::isDeprecated()`
pub(crate) fn is_deprecated(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(is_deprecated_id(constant(cx, this)?.0))
}

/// `ReflectionConstant::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let (id, name) = constant(cx, this)?;
    let value = get_value(cx, this)?;
    let persistent = Registry::get().is_some_and(|registry| registry.constant(id).is_some())
        || is_deprecated_id(id)
        || matches!(name.as_bytes(), b"TRUE" | b"FALSE" | b"NULL");
    let mut out = Vec::new();
    export::members::write_global_constant(cx, &mut out, &name, &value, persistent, is_deprecated_id(id), "")?;
    Ok(out)
}
