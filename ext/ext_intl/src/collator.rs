//! `Collator`: texts in the order of a language.

use std::cmp::Ordering;

use loxo_icu_sys::Collator;
use loxo_runtime::value::number;
use loxo_runtime::{Cx, Key, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Value, compare as values, convert};

use crate::errors;
use crate::object::{self, Obj, Part, argument16, check, constructing, fail, locale_fits};
use crate::text::{locale_or_default, utf16};

impl Part for Collator {
    fn copy(&self, status: &mut i32) -> Option<Collator> {
        self.try_clone(status)
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Collator>::default())),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Collator> {
    object::reset::<Collator>(cx, this);
    object::part(cx, this, "Object not initialized")
}

/// The same where nothing is wrong with an object that was never constructed.
fn part_if_any<'a>(cx: &mut Cx, this: &'a PhpObject) -> Option<&'a mut Collator> {
    object::reset::<Collator>(cx, this);
    this.native_mut::<Obj<Collator>>()?.part.as_mut()
}

object::error_methods!(Collator);

fn open(cx: &mut Cx, this: &PhpObject, locale: &PhpStr) -> PhpResult<bool> {
    errors::reset(cx);
    if !locale_fits(cx, locale)? {
        return Ok(false);
    }
    if this.native::<Obj<Collator>>().is_some_and(|own| own.part.is_some()) {
        return Err(cx.throw_error("Collator object is already constructed"));
    }
    let (locale, mut status) = (locale_or_default(cx, Some(locale)), 0);
    let collator = Collator::open(&locale, &mut status);
    if !check::<Collator>(cx, this, status, "collator_create: unable to open ICU collator")? {
        return Ok(false);
    }
    if let Some(collator) = collator {
        object::fill(this, collator);
    }
    Ok(true)
}

/// `Collator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, locale: &PhpStr) -> PhpResult<()> {
    constructing(cx, |cx| open(cx, this, locale))
}

/// `Collator::create()`
pub(crate) fn create(cx: &mut Cx, locale: &PhpStr) -> PhpResult<Option<PhpObject>> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("Collator"))?;
    Ok(open(cx, &object, locale)?.then_some(object))
}

fn number_of(order: Ordering) -> i64 {
    order as i64
}

/// `Collator::compare()`
pub(crate) fn compare(cx: &mut Cx, this: &PhpObject, a: &PhpStr, b: &PhpStr) -> PhpResult<OrFalse<i64>> {
    let collator = part(cx, this)?;
    let Some(a) = argument16::<Collator>(cx, this, a, "Error converting first argument to UTF-16")? else { return Ok(OrFalse::FALSE) };
    let Some(b) = argument16::<Collator>(cx, this, b, "Error converting second argument to UTF-16")? else { return Ok(OrFalse::FALSE) };
    Ok(number_of(collator.compare(&a, &b)).into())
}

/// How elements are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flags {
    Regular,
    String,
    Numeric,
}

/// An element on its way through a sort.
struct Element {
    key: Key,
    value: Value,
    text: Option<Vec<u16>>,
    /// What it is compared as where texts are not.
    plain: Value,
}

/// A numeric string as a number, anything else as it is.
fn number_if_possible(value: &Value) -> Value {
    let parsed = value.as_str().filter(|text| number::is_numeric(text)).map(|text| text.as_bytes());
    match parsed.and_then(number::parse_numeric) {
        Some(parsed) => convert::numeric_value(parsed.number),
        None => value.clone(),
    }
}

fn element(cx: &mut Cx, key: Key, value: &Value, flags: Flags) -> PhpResult<Result<Element, i32>> {
    let inner = value.deref();
    let mut plain = inner.clone();
    if flags == Flags::String && !inner.is_string() {
        plain = Value::string(convert::to_string(cx, inner)?);
    } else if let (Some(object), Flags::Regular) = (inner.as_object(), flags)
        && let Some(text) = convert::object_to_string(cx, object)?
    {
        plain = Value::string(text);
    }
    let text = match plain.as_str() {
        Some(text) => match utf16(text) {
            Ok(text) => Some(text),
            Err(code) => return Ok(Err(code)),
        },
        None => None,
    };
    plain = match (flags, plain.as_str()) {
        (Flags::Numeric, Some(text)) => Value::float(number::str_to_float(text)),
        (Flags::Regular, Some(_)) => number_if_possible(&plain),
        _ => plain,
    };
    Ok(Ok(Element { key, value: value.clone(), text, plain }))
}

fn order(cx: &mut Cx, collator: &Collator, flags: Flags, a: &Element, b: &Element) -> PhpResult<Ordering> {
    match (flags, &a.text, &b.text) {
        (Flags::String, Some(x), Some(y)) => return Ok(collator.compare(x, y)),
        (Flags::Regular, Some(x), Some(y)) if a.plain.is_string() || b.plain.is_string() => return Ok(collator.compare(x, y)),
        (Flags::Numeric, ..) => {
            let (x, y) = (convert::to_float(cx, &a.plain)?, convert::to_float(cx, &b.plain)?);
            return Ok(x.partial_cmp(&y).unwrap_or(Ordering::Greater));
        }
        _ => {}
    }
    Ok(values::compare(cx, &a.plain, &b.plain)?.cmp(&0))
}

fn sort_by(cx: &mut Cx, this: &PhpObject, array: &RefArg, flags: i64, keep: bool) -> PhpResult<bool> {
    let collator = part(cx, this)?;
    let flags = match flags {
        1 => Flags::String,
        2 => Flags::Numeric,
        _ => Flags::Regular,
    };
    let mut elements = Vec::new();
    for (key, value) in &array.array() {
        match element(cx, key.to_key(), value, flags)? {
            Ok(element) => elements.push(element),
            Err(code) => {
                fail::<Collator>(cx, this, code, "Error converting hash from UTF-8 to UTF-16")?;
                return Ok(false);
            }
        }
    }
    // Places are sorted, by what stands there: comparing need not be consistent.
    let mut places = PhpArray::from_values((0..elements.len()).map(|at| at as i64));
    let at = |place: &Value| place.as_int().and_then(|at| elements.get(usize::try_from(at).ok()?));
    places.try_sort_by(
        |a, b| match (at(&a.value), at(&b.value)) {
            (Some(a), Some(b)) => order(cx, collator, flags, a, b),
            _ => Ok(Ordering::Equal),
        },
        true,
    )?;
    let mut sorted = PhpArray::with_capacity(elements.len());
    for element in places.values().filter_map(at) {
        if keep {
            sorted.set(&element.key, element.value.clone());
        } else {
            let _ = sorted.push(element.value.clone());
        }
    }
    array.set(cx, Value::array(sorted))?;
    Ok(true)
}

/// `Collator::sort()`
pub(crate) fn sort(cx: &mut Cx, this: &PhpObject, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_by(cx, this, array, flags, false)
}

/// `Collator::asort()`
pub(crate) fn asort(cx: &mut Cx, this: &PhpObject, array: &RefArg, flags: i64) -> PhpResult<bool> {
    sort_by(cx, this, array, flags, true)
}

/// `Collator::sortWithSortKeys()`
pub(crate) fn sort_with_sort_keys(cx: &mut Cx, this: &PhpObject, array: &RefArg) -> PhpResult<bool> {
    let collator = part(cx, this)?;
    let mut keyed = Vec::new();
    for value in array.array().values() {
        let text = match value.deref().as_str() {
            Some(text) => match argument16::<Collator>(cx, this, text, "Sort with sort keys failed")? {
                Some(text) => text,
                None => return Ok(false),
            },
            None => Vec::new(),
        };
        keyed.push((collator.sort_key(&text), value.clone()));
        cx.check_interrupt()?;
    }
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    array.set(cx, Value::array(PhpArray::from_values(keyed.into_iter().map(|(_, value)| value))))?;
    Ok(true)
}

/// `Collator::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64) -> PhpResult<OrFalse<i64>> {
    let Some(collator) = part_if_any(cx, this) else { return Ok(OrFalse::some(-1)) };
    let mut status = 0;
    let value = collator.attribute(attribute as i32, &mut status);
    Ok(OrFalse(check::<Collator>(cx, this, status, "Error getting attribute value")?.then_some(i64::from(value))))
}

/// `Collator::setAttribute()`
pub(crate) fn set_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64, value: i64) -> PhpResult<bool> {
    let Some(collator) = part_if_any(cx, this) else { return Ok(true) };
    let mut status = 0;
    collator.set_attribute(attribute as i32, value as i32, &mut status);
    check::<Collator>(cx, this, status, "Error setting attribute value")
}

/// `Collator::getStrength()`
pub(crate) fn get_strength(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(part_if_any(cx, this).map_or(-1, |collator| i64::from(collator.strength())))
}

/// `Collator::setStrength()`
pub(crate) fn set_strength(cx: &mut Cx, this: &PhpObject, strength: i64) -> PhpResult<bool> {
    if let Some(collator) = part_if_any(cx, this) {
        collator.set_strength(strength as i32);
    }
    Ok(true)
}

/// `Collator::getLocale()`
pub(crate) fn get_locale(cx: &mut Cx, this: &PhpObject, kind: i64) -> PhpResult<OrFalse<String>> {
    let (collator, mut status) = (part(cx, this)?, 0);
    let locale = collator.locale(kind as i32, &mut status);
    let fine = check::<Collator>(cx, this, status, "Error getting locale by type")?;
    Ok(OrFalse(locale.filter(|_| fine)))
}

/// `Collator::getSortKey()`
pub(crate) fn get_sort_key(cx: &mut Cx, this: &PhpObject, string: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    let collator = part(cx, this)?;
    let Some(text) = argument16::<Collator>(cx, this, string, "Error converting first argument to UTF-16")? else {
        return Ok(OrFalse::FALSE);
    };
    let mut key = collator.sort_key(&text);
    // ICU's key ends in a NUL, PHP's does not.
    Ok(OrFalse(key.pop().map(|_| key)))
}
