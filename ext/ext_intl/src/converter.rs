//! `UConverter`: texts from one encoding to another, with a say for child classes where that cannot be done.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use loxo_icu_sys::{self as icu, Converter, status};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, RefArg, Thrown, Value, class_of};

use crate::errors;
use crate::object::{self, Obj, Part, fail};
use crate::text::cstring;

/// The two encodings; those that ICU does not know are not there.
#[derive(Default)]
pub(crate) struct Pair {
    source: Option<Converter>,
    destination: Option<Converter>,
}

impl Part for Pair {
    fn copy(&self, status: &mut i32) -> Option<Pair> {
        let mut copied = |converter: &Option<Converter>| converter.as_ref().and_then(|converter| converter.try_clone(status));
        Some(Pair { source: copied(&self.source), destination: copied(&self.destination) })
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj { part: Some(Pair::default()), ..Obj::default() })),
        after_clone: Some(after_clone),
        destroy: Some(close),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// Why a callback is called.
mod reason {
    pub const IRREGULAR: i64 = 2;
    pub const RESET: i64 = 3;
    pub const CLOSE: i64 = 4;
    pub const CLONE: i64 = 5;
}

fn after_clone(cx: &mut Cx, original: &PhpObject, copy: &PhpObject) -> PhpResult<()> {
    let whole = |object: &PhpObject| {
        let pair = object.native::<Obj<Pair>>().and_then(|own| own.part.as_ref());
        pair.is_some_and(|pair| pair.source.is_some() && pair.destination.is_some())
    };
    if !whole(original) || !whole(copy) {
        return Err(cx.throw_error("Failed to clone UConverter"));
    }
    if has_callbacks(cx, copy) {
        for _ in 0..2 {
            to_callback(cx, original, reason::CLONE, &[], &[], &mut 0)?;
            from_callback(cx, original, reason::CLONE, &[], 0, &mut 0)?;
        }
    }
    Ok(())
}

/// Callbacks hear of the end of each converter.
fn close(cx: &mut Cx, this: &PhpObject) {
    let Some(pair) = this.native_mut::<Obj<Pair>>().and_then(|own| own.part.take()) else { return };
    if cx.exception.is_some() || !has_callbacks(cx, this) {
        return;
    }
    for _ in [pair.source, pair.destination].into_iter().flatten() {
        let told = to_callback(cx, this, reason::CLOSE, &[], &[], &mut 0)
            .and_then(|_| from_callback(cx, this, reason::CLOSE, &[], 0, &mut 0).map(drop));
        if told.is_err() {
            break;
        }
    }
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Pair> {
    object::reset::<Pair>(cx, this);
    object::part(cx, this, "Internal converters not initialized")
}

object::error_methods!(Pair, keeping);

/// Only child classes have callbacks of their own.
fn has_callbacks(cx: &Cx, this: &PhpObject) -> bool {
    !class_of(this).same(cx.builtin_class("UConverter"))
}

/// Notes a failure at the object, if there is one, and at the extension.
fn failed(cx: &mut Cx, this: Option<&PhpObject>, code: i32, message: impl Into<Vec<u8>>) -> PhpResult<()> {
    match this {
        Some(this) => fail::<Pair>(cx, this, code, message),
        None => errors::set(cx, code, message),
    }
}

fn failed_call(cx: &mut Cx, this: Option<&PhpObject>, call: &str, code: i32) -> PhpResult<()> {
    failed(cx, this, code, format!("{call}() returned error {code}: {}", icu::error_name(code)))
}

fn open(cx: &mut Cx, this: Option<&PhpObject>, name: &[u8]) -> PhpResult<Option<Converter>> {
    const AMBIGUOUS_ALIAS: i32 = -122;
    let mut code = 0;
    let converter = Converter::open(&cstring(name), &mut code);
    match converter {
        Some(converter) if !icu::failed(code) => {
            if code == AMBIGUOUS_ALIAS {
                let actual = converter.name(&mut 0).unwrap_or_else(|| "(unknown)".into());
                cx.builtin_warning(format!("Ambiguous encoding specified, using {actual}"));
                cx.check()?;
            }
            Ok(Some(converter))
        }
        _ => {
            match this {
                Some(_) => failed_call(cx, this, "ucnv_open", code)?,
                None => errors::set(cx, code, format!("Error setting encoding: {code} - {}", icu::error_name(code)))?,
            }
            Ok(None)
        }
    }
}

/// `UConverter::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, destination: Option<&PhpStr>, source: Option<&PhpStr>) -> PhpResult<()> {
    const UTF8: &[u8] = b"utf-8";
    errors::reset(cx);
    let source = open(cx, Some(this), source.map_or(UTF8, |name| name.as_bytes()))?;
    let destination = open(cx, Some(this), destination.map_or(UTF8, |name| name.as_bytes()))?;
    object::fill(this, Pair { source, destination });
    Ok(())
}

/// `UConverter::setSourceEncoding()`
pub(crate) fn set_source_encoding(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let pair = part(cx, this)?;
    let Some(converter) = open(cx, Some(this), name)? else { return Ok(false) };
    pair.source = Some(converter);
    Ok(true)
}

/// `UConverter::setDestinationEncoding()`
pub(crate) fn set_destination_encoding(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let pair = part(cx, this)?;
    let Some(converter) = open(cx, Some(this), name)? else { return Ok(false) };
    pair.destination = Some(converter);
    Ok(true)
}

fn name_of(cx: &mut Cx, this: &PhpObject, converter: Option<&Converter>) -> PhpResult<Value> {
    let Some(converter) = converter else { return Ok(Value::NULL) };
    let mut code = 0;
    let name = converter.name(&mut code);
    if icu::failed(code) {
        failed_call(cx, Some(this), "ucnv_getName()", code)?;
        return Ok(Value::FALSE);
    }
    Ok(name.map_or(Value::NULL, Value::from))
}

/// `UConverter::getSourceEncoding()`
pub(crate) fn get_source_encoding(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let pair = part(cx, this)?;
    name_of(cx, this, pair.source.as_ref())
}

/// `UConverter::getDestinationEncoding()`
pub(crate) fn get_destination_encoding(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let pair = part(cx, this)?;
    name_of(cx, this, pair.destination.as_ref())
}

/// `UConverter::getSourceType()`
pub(crate) fn get_source_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<i64>> {
    Ok(part(cx, this)?.source.as_ref().map(|converter| i64::from(converter.kind())))
}

/// `UConverter::getDestinationType()`
pub(crate) fn get_destination_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<i64>> {
    Ok(part(cx, this)?.destination.as_ref().map(|converter| i64::from(converter.kind())))
}

/// `UConverter::setSubstChars()`
pub(crate) fn set_subst_chars(cx: &mut Cx, this: &PhpObject, chars: &PhpStr) -> PhpResult<bool> {
    let pair = part(cx, this)?;
    let mut fine = true;
    for (name, converter) in [("Source", &mut pair.source), ("Destination", &mut pair.destination)] {
        let mut code = 0;
        match converter {
            Some(converter) => {
                converter.set_substitute(chars, &mut code);
                if icu::failed(code) {
                    failed_call(cx, Some(this), "ucnv_setSubstChars", code)?;
                    fine = false;
                }
            }
            None => {
                failed(cx, Some(this), status::INVALID_STATE, format!("{name} Converter has not been initialized yet"))?;
                fine = false;
            }
        }
    }
    Ok(fine)
}

/// `UConverter::getSubstChars()`
pub(crate) fn get_subst_chars(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let (pair, mut code) = (part(cx, this)?, 0);
    let Some(converter) = &pair.source else { return Ok(Value::NULL) };
    let chars = converter.substitute(&mut code);
    if icu::failed(code) {
        failed_call(cx, Some(this), "ucnv_getSubstChars", code)?;
        return Ok(Value::FALSE);
    }
    Ok(Value::bytes(&chars))
}

/// What the callbacks of the class itself do.
fn substitute(cx: &mut Cx, this: &PhpObject, why: i64, error: &RefArg) -> PhpResult<Value> {
    const SUBSTITUTE: &[u8] = &[0x1A];
    if !(0..=reason::IRREGULAR).contains(&why) {
        return Ok(Value::NULL);
    }
    let source = this.native::<Obj<Pair>>().and_then(|own| own.part.as_ref()?.source.as_ref());
    let Some(source) = source else {
        failed(cx, Some(this), status::INVALID_STATE, "Source Converter has not been initialized yet")?;
        error.set(cx, Value::int(i64::from(status::INVALID_STATE)))?;
        return Ok(Value::bytes(SUBSTITUTE));
    };
    let mut code = 0;
    let mut chars = source.substitute(&mut code);
    if icu::failed(code) {
        failed_call(cx, Some(this), "ucnv_getSubstChars", code)?;
        chars = SUBSTITUTE.to_vec();
    }
    error.set(cx, Value::int(i64::from(code)))?;
    Ok(Value::bytes(&chars))
}

/// `UConverter::toUCallback()`
pub(crate) fn to_u_callback(
    cx: &mut Cx,
    this: &PhpObject,
    why: i64,
    _source: &PhpStr,
    _units: &PhpStr,
    error: &RefArg,
) -> PhpResult<Value> {
    substitute(cx, this, why, error)
}

/// `UConverter::fromUCallback()`
pub(crate) fn from_u_callback(cx: &mut Cx, this: &PhpObject, why: i64, _source: &PhpArray, _c: i64, error: &RefArg) -> PhpResult<Value> {
    substitute(cx, this, why, error)
}

/// Calls a callback of the object with its arguments and the status, which it may change.
fn call(cx: &mut Cx, this: &PhpObject, name: &str, mut arguments: Vec<Value>, code: &mut i32) -> PhpResult<Value> {
    let error = PhpRef::new(Value::int(i64::from(*code)));
    arguments.push(Value::reference(error.clone()));
    let result = cx.call_method_named(this, name, &arguments)?.unwrap_or(Value::NULL);
    if let Some(new) = error.get().as_int() {
        *code = new as i32;
    }
    Ok(result)
}

fn to_callback(cx: &mut Cx, this: &PhpObject, why: i64, rest: &[u8], bytes: &[u8], code: &mut i32) -> PhpResult<Vec<u16>> {
    let arguments = vec![Value::int(why), Value::bytes(rest), Value::bytes(bytes)];
    let result = call(cx, this, "toUCallback", arguments, code)?;
    let mut units = Vec::new();
    append_units(cx, this, result.deref(), &mut units)?;
    Ok(units)
}

fn append_units(cx: &mut Cx, this: &PhpObject, value: &Value, units: &mut Vec<u16>) -> PhpResult<()> {
    match (value.as_int(), value.as_str(), value.as_array()) {
        _ if value.is_null() => {}
        (Some(c), ..) => match u32::try_from(c).ok().filter(|c| *c <= 0x10_FFFF) {
            Some(c) => match char::from_u32(c) {
                Some(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                None => units.push(c as u16),
            },
            None => failed(cx, Some(this), status::ILLEGAL_ARGUMENT, format!("Invalid codepoint U+{c:04x}"))?,
        },
        // PHP cuts characters to their lower half.
        (_, Some(text), _) => units.extend(text.to_str_lossy().chars().map(|c| u32::from(c) as u16)),
        (_, _, Some(list)) => {
            for value in list.values() {
                nested(cx, value, |cx, value| append_units(cx, this, value, units))?;
            }
        }
        _ => failed(cx, Some(this), status::ILLEGAL_ARGUMENT, "toUCallback() specified illegal type for substitution character")?,
    }
    Ok(())
}

/// Arrays of arrays go as deep as there is stack.
fn nested(cx: &mut Cx, value: &Value, work: impl FnOnce(&mut Cx, &Value) -> PhpResult<()>) -> PhpResult<()> {
    if loxo_runtime::stack::exhausted() {
        return Err(cx.throw_error("Maximum call stack size reached. Infinite recursion?"));
    }
    work(cx, value.deref())
}

fn from_callback(cx: &mut Cx, this: &PhpObject, why: i64, units: &[u16], c: i32, code: &mut i32) -> PhpResult<Vec<u8>> {
    let characters = char::decode_utf16(units.iter().copied())
        .map(|c| Value::int(c.map_or_else(|lone| i64::from(lone.unpaired_surrogate()), |c| i64::from(u32::from(c)))));
    let arguments = vec![Value::int(why), Value::array(PhpArray::from_values(characters)), Value::int(i64::from(c))];
    let result = call(cx, this, "fromUCallback", arguments, code)?;
    let mut bytes = Vec::new();
    append_bytes(cx, this, result.deref(), &mut bytes)?;
    Ok(bytes)
}

fn append_bytes(cx: &mut Cx, this: &PhpObject, value: &Value, bytes: &mut Vec<u8>) -> PhpResult<()> {
    match (value.as_int(), value.as_str(), value.as_array()) {
        _ if value.is_null() => {}
        (Some(byte), ..) => bytes.push(byte as u8),
        (_, Some(text), _) => bytes.extend_from_slice(text),
        (_, _, Some(list)) => {
            for value in list.values() {
                nested(cx, value, |cx, value| append_bytes(cx, this, value, bytes))?;
            }
        }
        _ => failed(cx, Some(this), status::ILLEGAL_ARGUMENT, "fromUCallback() specified illegal type for substitution character")?,
    }
    Ok(())
}

/// What ended a callback early, kept while ICU's frames are on the stack: nothing may unwind through them.
enum Ended {
    Thrown,
    Unwound(Box<dyn std::any::Any + Send>),
}

impl Ended {
    /// Goes on where the callback has ended.
    fn go_on(self) -> Thrown {
        match self {
            Ended::Thrown => Thrown,
            Ended::Unwound(payload) => resume_unwind(payload),
        }
    }
}

/// Runs a callback and keeps what ends it.
fn kept<T>(ended: &mut Option<Ended>, code: &mut i32, work: impl FnOnce(&mut i32) -> PhpResult<Vec<T>>) -> Vec<T> {
    if ended.is_some() {
        *code = status::INTERNAL_PROGRAM;
        return Vec::new();
    }
    match catch_unwind(AssertUnwindSafe(|| work(code))) {
        Ok(Ok(written)) => return written,
        Ok(Err(Thrown)) => *ended = Some(Ended::Thrown),
        Err(payload) => *ended = Some(Ended::Unwound(payload)),
    }
    *code = status::INTERNAL_PROGRAM;
    Vec::new()
}

fn units_of(cx: &mut Cx, this: Option<&PhpObject>, converter: &mut Converter, bytes: &[u8], code: &mut i32) -> PhpResult<Vec<u16>> {
    let Some(this) = this else { return Ok(converter.to_unicode(bytes, code, None)) };
    let mut units = Vec::new();
    // ICU is asked for the length first, so callbacks run twice.
    for _ in 0..2 {
        to_callback(cx, this, reason::RESET, &[], &[], &mut 0)?;
        *code = 0;
        let mut ended = None;
        let mut callback = |why: i32, rest: &[u8], bytes: &[u8], code: &mut i32| {
            kept(&mut ended, code, |code| to_callback(cx, this, i64::from(why), rest, bytes, code))
        };
        units = converter.to_unicode(bytes, code, Some(&mut callback));
        if let Some(ended) = ended {
            return Err(ended.go_on());
        }
        if icu::failed(*code) {
            break;
        }
    }
    Ok(units)
}

fn bytes_of(cx: &mut Cx, this: Option<&PhpObject>, converter: &mut Converter, units: &[u16], code: &mut i32) -> PhpResult<Vec<u8>> {
    let Some(this) = this else { return Ok(converter.from_unicode(units, code, None)) };
    let mut bytes = Vec::new();
    for _ in 0..2 {
        from_callback(cx, this, reason::RESET, &[], 0, &mut 0)?;
        *code = 0;
        let mut ended = None;
        let mut callback = |why: i32, units: &[u16], c: i32, code: &mut i32| {
            kept(&mut ended, code, |code| from_callback(cx, this, i64::from(why), units, c, code))
        };
        bytes = converter.from_unicode(units, code, Some(&mut callback));
        if let Some(ended) = ended {
            return Err(ended.go_on());
        }
        if icu::failed(*code) {
            break;
        }
    }
    Ok(bytes)
}

/// Converts with copies, so that a callback may do what it likes to the object.
fn converted(
    cx: &mut Cx,
    this: Option<&PhpObject>,
    source: Option<&Converter>,
    destination: Option<&Converter>,
    text: &[u8],
) -> PhpResult<Option<Vec<u8>>> {
    let mut code = 0;
    let copies = source.and_then(|source| source.try_clone(&mut code)).zip(destination.and_then(|to| to.try_clone(&mut code)));
    let Some((mut source, mut destination)) = copies else {
        failed(cx, this, status::INVALID_STATE, "Internal converters not initialized")?;
        return Ok(None);
    };
    let with = this.filter(|this| has_callbacks(cx, this));
    code = 0;
    let units = units_of(cx, with, &mut source, text, &mut code)?;
    if icu::failed(code) {
        failed_call(cx, this, "ucnv_toUChars", code)?;
        return Ok(None);
    }
    let bytes = bytes_of(cx, with, &mut destination, &units, &mut code)?;
    if icu::failed(code) {
        failed_call(cx, this, "ucnv_fromUChars", code)?;
        return Ok(None);
    }
    Ok(Some(bytes))
}

/// `UConverter::convert()`
pub(crate) fn convert(cx: &mut Cx, this: &PhpObject, text: &PhpStr, reverse: bool) -> PhpResult<OrFalse<Vec<u8>>> {
    let pair = part(cx, this)?;
    let (source, destination) = (pair.source.as_ref(), pair.destination.as_ref());
    let (source, destination) = if reverse { (destination, source) } else { (source, destination) };
    let copied = |converter: Option<&Converter>| converter.and_then(|converter| converter.try_clone(&mut 0));
    let (source, destination) = (copied(source), copied(destination));
    Ok(OrFalse(converted(cx, Some(this), source.as_ref(), destination.as_ref(), text)?))
}

/// `UConverter::transcode()`
pub(crate) fn transcode(cx: &mut Cx, text: &PhpStr, to: &PhpStr, from: &PhpStr, options: Option<&PhpArray>) -> PhpResult<OrFalse<Vec<u8>>> {
    errors::reset(cx);
    let Some(mut source) = open(cx, None, from)? else { return Ok(OrFalse::FALSE) };
    let Some(mut destination) = open(cx, None, to)? else { return Ok(OrFalse::FALSE) };
    let mut code = 0;
    for (key, converter) in [("from_subst", &mut source), ("to_subst", &mut destination)] {
        let chars = options.and_then(|options| options.get_bytes(key.as_bytes())).and_then(|value| value.deref().as_str());
        if let (Some(chars), false) = (chars, icu::failed(code)) {
            converter.set_substitute(&chars[..chars.len() & 0x7F], &mut code);
        }
    }
    if icu::failed(code) {
        failed_call(cx, None, "transcode", code)?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse(converted(cx, None, Some(&source), Some(&destination), text)?))
}

/// `UConverter::reasonText()`
pub(crate) fn reason_text(cx: &mut Cx, why: i64) -> PhpResult<&'static str> {
    errors::reset(cx);
    Ok(match why {
        0 => "REASON_UNASSIGNED",
        1 => "REASON_ILLEGAL",
        2 => "REASON_IRREGULAR",
        3 => "REASON_RESET",
        4 => "REASON_CLOSE",
        5 => "REASON_CLONE",
        _ => return Err(cx.argument_value_error(1, "must be a UConverter::REASON_* constant")),
    })
}

fn list(names: Vec<String>) -> PhpArray {
    PhpArray::from_values(names.into_iter().map(Value::from))
}

/// `UConverter::getAvailable()`
pub(crate) fn get_available(cx: &mut Cx) -> PhpResult<PhpArray> {
    errors::reset(cx);
    Ok(list(icu::available_converters()))
}

/// `UConverter::getAliases()`
pub(crate) fn get_aliases(cx: &mut Cx, name: &PhpStr) -> PhpResult<OrFalse<PhpArray>> {
    errors::reset(cx);
    let mut code = 0;
    let names = icu::aliases(&cstring(name), &mut code);
    if icu::failed(code) {
        failed_call(cx, None, "ucnv_countAliases", code)?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse::some(list(names)))
}

/// `UConverter::getStandards()`
pub(crate) fn get_standards(cx: &mut Cx) -> PhpResult<Option<PhpArray>> {
    errors::reset(cx);
    let mut code = 0;
    let names = icu::standards(&mut code);
    if icu::failed(code) {
        failed_call(cx, None, "ucnv_getStandard", code)?;
        return Ok(None);
    }
    Ok(Some(list(names)))
}
