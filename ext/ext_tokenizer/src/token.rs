//! `PhpToken`: a token of a PHP program as an object, and `tokenize()`, which makes them of source code.

use loxo_runtime::{Class, Cx, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Value, convert};

use crate::names;
use crate::tokenizer::walk;

/// Slots of the properties.
mod slot {
    pub const ID: usize = 0;
    pub const TEXT: usize = 1;
    pub const LINE: usize = 2;
    pub const POS: usize = 3;
}

fn fill(token: &PhpObject, id: i64, text: PhpStr, line: i64, pos: i64) {
    *token.slot_mut(slot::ID) = Value::int(id);
    *token.slot_mut(slot::TEXT) = Value::string(text);
    *token.slot_mut(slot::LINE) = Value::int(line);
    *token.slot_mut(slot::POS) = Value::int(pos);
}

/// `PhpToken::tokenize()`: of the class that is called, whose constructor is not.
pub(crate) fn tokenize(cx: &mut Cx, code: &PhpStr, flags: i64) -> PhpResult<PhpArray> {
    let class: &'static Class = match (cx.hooks.called_class)(cx) {
        Some(class) => class,
        None => cx.builtin_class("PhpToken"),
    };
    if class.is_abstract {
        return Err(cx.throw_error(format!("Cannot instantiate abstract class {}", convert::class_text(class))));
    }
    let mut tokens = PhpArray::new();
    walk(cx, code, flags, |cx, piece| {
        let token = loxo_runtime::object::instantiate_raw(cx, class)?;
        fill(&token, piece.id, PhpStr::new(piece.text), i64::from(piece.line), piece.pos as i64);
        let _ = tokens.push(Value::object(token));
        Ok(())
    })?;
    Ok(tokens)
}

/// `PhpToken::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, id: i64, text: &PhpStr, line: i64, pos: i64) -> PhpResult<()> {
    fill(this, id, text.clone(), line, pos);
    Ok(())
}

#[cold]
fn uninitialized(cx: &mut Cx, name: &str) -> Thrown {
    cx.throw_error(format!("Typed property PhpToken::${name} must not be accessed before initialization"))
}

fn id(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    this.slot(slot::ID).deref().as_int().ok_or_else(|| uninitialized(cx, "id"))
}

fn text(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    this.slot(slot::TEXT).deref().as_str().cloned().ok_or_else(|| uninitialized(cx, "text"))
}

/// Is it a token of that number or that text? Something else is neither.
fn matches(cx: &mut Cx, this: &PhpObject, kind: &Value) -> PhpResult<Option<bool>> {
    if let Some(number) = kind.as_int() {
        return Ok(Some(id(cx, this)? == number));
    }
    match kind.as_bytes() {
        Some(wanted) => Ok(Some(text(cx, this)?.as_bytes() == wanted)),
        None => Ok(None),
    }
}

/// `PhpToken::is()`
pub(crate) fn is(cx: &mut Cx, this: &PhpObject, kind: &Value) -> PhpResult<bool> {
    let kind = kind.clone_deref();
    let Some(kinds) = kind.as_array() else {
        return match matches(cx, this, &kind)? {
            Some(found) => Ok(found),
            None => Err(cx.argument_type_error(1, format!("must be of type string|int|array, {} given", convert::value_name(&kind)))),
        };
    };
    for kind in kinds.values() {
        let kind = kind.deref();
        match matches(cx, this, kind)? {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => {
                let given = convert::value_name(kind);
                return Err(cx.argument_type_error(1, format!("must only have elements of type string|int, {given} given")));
            }
        }
    }
    Ok(false)
}

/// `PhpToken::isIgnorable()`
pub(crate) fn is_ignorable(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let name = names::name(id(cx, this)?);
    Ok(matches!(name, Some("T_WHITESPACE" | "T_COMMENT" | "T_DOC_COMMENT" | "T_OPEN_TAG")))
}

/// `PhpToken::getTokenName()`
pub(crate) fn get_token_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpStr>> {
    let id = id(cx, this)?;
    if id < 256 {
        return Ok(Some(PhpStr::byte(id as u8)));
    }
    Ok(names::name(id).map(PhpStr::from))
}

/// `PhpToken::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    text(cx, this)
}
