//! `RegexIterator`: filters elements by a regular expression, or replaces them by what it finds.

use loxo_runtime::Func;
use loxo_runtime::value::PhpRef;

use super::{Kind, checked, dual};
use crate::prelude::*;
use crate::support::{active_name, call_function, throwing};

const USE_KEY: i64 = 1;
const INVERT_MATCH: i64 = 2;

/// What a regex iterator knows besides.
#[derive(Clone)]
pub(super) struct Regex {
    pub(super) pattern: PhpStr,
    pub(super) mode: i64,
    pub(super) flags: i64,
    /// Flags of the `preg_` function.
    pub(super) preg_flags: i64,
}

const MODES: &str = "must be RegexIterator::MATCH, RegexIterator::GET_MATCH, RegexIterator::ALL_MATCHES, RegexIterator::SPLIT, \
                     or RegexIterator::REPLACE";

/// `RegexIterator::__construct()`
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    iterator: &PhpObject,
    pattern: &PhpStr,
    mode: i64,
    flags: i64,
    preg_flags: i64,
) -> PhpResult<()> {
    super::check_unset(cx, this)?;
    if !(0..=4).contains(&mode) {
        return Err(cx.argument_value_error(3, MODES));
    }
    check_pattern(cx, pattern)?;
    let regex = Regex { pattern: pattern.clone(), mode, flags, preg_flags };
    super::construct(cx, this, Some(iterator), Kind::Regex(regex))
}

/// A pattern that cannot be compiled is an exception.
fn check_pattern(cx: &mut Cx, pattern: &PhpStr) -> PhpResult<()> {
    let origin = active_name(cx);
    let args = vec![Value::string(pattern.clone()), Value::EMPTY_STRING];
    throwing(cx, "InvalidArgumentException", origin, |cx| call_function(cx, "preg_match", args)).map(drop)
}

fn regex<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Regex> {
    match &mut checked(cx, this)?.kind {
        Kind::Regex(regex) => Ok(regex),
        _ => Err(super::unset(cx)),
    }
}

/// What this method says, if it is `RegexIterator::accept()`, runs no PHP code and gives no message: then nobody can see a call of it.
pub(super) fn accepted_unseen(cx: &mut Cx, this: &PhpObject, method: &Func) -> Option<bool> {
    let own = dual(this);
    let Kind::Regex(regex) = &own.kind else { return None };
    let is_own = || method.builtin.is_some() && method.class.is_some_and(|class| class.name.as_bytes() == b"RegexIterator");
    if regex.mode > 1 || regex.preg_flags != 0 || own.current.is_undef() || !is_own() {
        return None;
    }
    let subject = if regex.flags & USE_KEY != 0 { &own.key } else { &own.current };
    let found = ext_pcre::first_groups(cx, &regex.pattern, subject.as_str()?)?;
    let accepted = found.is_some() != (regex.flags & INVERT_MATCH != 0);
    if regex.mode == 1 {
        set(&mut own.current, Value::array(found.unwrap_or_default()));
    }
    Some(accepted)
}

/// `RegexIterator::accept()`
pub(crate) fn accept(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let regex = regex(cx, this)?.clone();
    if dual(this).current.is_undef() {
        return Ok(false);
    }
    let subject = if regex.flags & USE_KEY != 0 { dual(this).key.clone() } else { dual(this).current.clone() };
    if subject.is_array() {
        return Ok(false);
    }
    let subject = Value::string(convert::to_string(cx, &subject)?);
    let accepted = apply(cx, this, &regex, subject)?;
    Ok(accepted != (regex.flags & INVERT_MATCH != 0))
}

fn apply(cx: &mut Cx, this: &PhpObject, regex: &Regex, subject: Value) -> PhpResult<bool> {
    let pattern = Value::string(regex.pattern.clone());
    let flags = Value::int(regex.preg_flags);
    match regex.mode {
        0 => Ok(call_function(cx, "preg_match", vec![pattern, subject])?.as_int().is_some_and(|count| count > 0)),
        1 | 2 => {
            let function = if regex.mode == 1 { "preg_match" } else { "preg_match_all" };
            let matches = PhpRef::new(Value::NULL);
            let count = call_function(cx, function, vec![pattern, subject, Value::reference(matches.clone()), flags])?;
            set(&mut dual(this).current, matches.get());
            Ok(count.as_int().is_some_and(|count| count > 0))
        }
        3 => {
            let parts = call_function(cx, "preg_split", vec![pattern, subject, Value::int(-1), flags])?;
            let count = parts.as_array().map_or(0, PhpArray::len);
            set(&mut dual(this).current, parts);
            Ok(count > 1)
        }
        _ => {
            let replacement = cx.read_property(this, "replacement")?;
            let replacement = Value::string(convert::to_string(cx, replacement.deref())?);
            let count = PhpRef::new(Value::int(0));
            let args = vec![pattern, replacement, subject, Value::int(-1), Value::reference(count.clone())];
            let result = call_function(cx, "preg_replace", args)?;
            let own = dual(this);
            set(if regex.flags & USE_KEY != 0 { &mut own.key } else { &mut own.current }, result);
            Ok(count.get().as_int().is_some_and(|count| count > 0))
        }
    }
}

fn set(place: &mut Value, value: Value) {
    let old = std::mem::replace(place, value);
    drop(old);
}

/// `RegexIterator::getMode()`
pub(crate) fn get_mode(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(regex(cx, this)?.mode)
}

/// `RegexIterator::setMode()`
pub(crate) fn set_mode(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<()> {
    if !(0..=4).contains(&mode) {
        return Err(cx.argument_value_error(1, MODES));
    }
    regex(cx, this)?.mode = mode;
    Ok(())
}

/// `RegexIterator::getFlags()`
pub(crate) fn get_flags(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(regex(cx, this)?.flags)
}

/// `RegexIterator::setFlags()`
pub(crate) fn set_flags(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    regex(cx, this)?.flags = flags;
    Ok(())
}

/// `RegexIterator::getRegex()`
pub(crate) fn get_regex(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(regex(cx, this)?.pattern.clone())
}

/// `RegexIterator::getPregFlags()`
pub(crate) fn get_preg_flags(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(regex(cx, this)?.preg_flags)
}

/// `RegexIterator::setPregFlags()`
pub(crate) fn set_preg_flags(cx: &mut Cx, this: &PhpObject, preg_flags: i64) -> PhpResult<()> {
    regex(cx, this)?.preg_flags = preg_flags;
    Ok(())
}

/// What the constructor of the iterator over children gets behind these.
pub(super) fn for_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<[Value; 4]> {
    let regex = regex(cx, this)?;
    let numbers = [regex.mode, regex.flags, regex.preg_flags].map(Value::int);
    let [mode, flags, preg_flags] = numbers;
    Ok([Value::string(regex.pattern.clone()), mode, flags, preg_flags])
}
