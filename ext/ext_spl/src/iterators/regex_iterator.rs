//! `RegexIterator`: filters elements by a regular expression, or replaces them by what it finds.

use loxo_runtime::{Func, IntoValue, args};

use super::{Kind, checked, dual};
use crate::prelude::*;
use crate::support::throwing;

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
    throwing(cx, "InvalidArgumentException", None, |cx| ext_pcre::is_pattern(cx, pattern)).map(drop)
}

fn regex<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Regex> {
    match &mut checked(cx, this)?.kind {
        Kind::Regex(regex) => Ok(regex),
        _ => Err(super::unset(cx)),
    }
}

/// What this method says, if it is `RegexIterator::accept()`, runs no PHP code and gives no message: then nobody can see a call of it.
pub(super) fn accepted_unseen(cx: &mut Cx, this: &PhpObject, method: &Func) -> PhpResult<Option<bool>> {
    let own = dual(this);
    let Kind::Regex(regex) = &own.kind else { return Ok(None) };
    let is_own = || method.builtin.is_some() && method.class.is_some_and(|class| class.name.as_bytes() == b"RegexIterator");
    if regex.mode > 1 || regex.preg_flags != 0 || own.current.is_undef() || !is_own() {
        return Ok(None);
    }
    let Some(subject) = (if regex.flags & USE_KEY != 0 { &own.key } else { &own.current }).as_str() else { return Ok(None) };
    let accepted = if regex.mode == 0 {
        ext_pcre::matches(cx, &regex.pattern, subject)?
    } else {
        let Some(found) = ext_pcre::first_groups(cx, &regex.pattern, subject) else { return Ok(None) };
        let is_found = found.is_some();
        set(&mut own.current, Value::array(found.unwrap_or_default()));
        is_found
    };
    Ok(Some(accepted != (regex.flags & INVERT_MATCH != 0)))
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
    let subject = convert::to_string(cx, &subject)?;
    let accepted = apply(cx, this, &regex, &subject)?;
    Ok(accepted != (regex.flags & INVERT_MATCH != 0))
}

fn apply(cx: &mut Cx, this: &PhpObject, regex: &Regex, subject: &PhpStr) -> PhpResult<bool> {
    let Regex { pattern, preg_flags, .. } = regex;
    match regex.mode {
        0 => ext_pcre::matches(cx, pattern, subject),
        1 | 2 => {
            let search = if regex.mode == 1 { ext_pcre::preg_match } else { ext_pcre::preg_match_all };
            let mut matches = Value::NULL;
            let matches = args::reference(cx, 3, &mut matches)?;
            let count = search(cx, pattern, subject, Some(&matches), *preg_flags, 0)?.into_value();
            set(&mut dual(this).current, matches.get());
            Ok(count.as_int().is_some_and(|count| count > 0))
        }
        3 => {
            let parts = ext_pcre::preg_split(cx, pattern, subject, -1, *preg_flags)?.into_value();
            let count = parts.as_array().map_or(0, PhpArray::len);
            set(&mut dual(this).current, parts);
            Ok(count > 1)
        }
        _ => {
            let replacement = cx.read_property(this, "replacement")?;
            let replacement = Value::string(convert::to_string(cx, replacement.deref())?);
            let mut count = Value::NULL;
            let count = args::reference(cx, 5, &mut count)?;
            let [pattern, subject] = [pattern, subject].map(|text| Value::string(text.clone()));
            let result = ext_pcre::preg_replace(cx, &pattern, &replacement, &subject, -1, Some(&count))?;
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
