//! `IntlBreakIterator`: where characters, words, lines and sentences end.

use loxo_icu_sys::{self as icu, Breaks, DONE, status};
use loxo_runtime::{
    Cx, ForeachIterator, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, TypeMask, Value, convert,
    internal_iterator, types,
};

use crate::calendar::int32;
use crate::code_point_breaks::CodePoints;
use crate::errors;
use crate::iterator::{self, Keys};
use crate::object::{self, Obj, Part, check};
use crate::text::{cstring, default_locale};

/// ICU's, or PHP's own.
pub(crate) enum Walker {
    Icu(Breaks),
    CodePoints(CodePoints),
}

/// The walker, and the text as it was given.
pub(crate) struct Iter {
    pub(crate) walker: Walker,
    text: Option<PhpStr>,
}

impl Iter {
    pub(crate) fn new(walker: Walker) -> Iter {
        Iter { walker, text: None }
    }
}

impl Part for Iter {
    fn copy(&self, status: &mut i32) -> Option<Iter> {
        let walker = match &self.walker {
            Walker::Icu(breaks) => Walker::Icu(breaks.try_clone(status)?),
            Walker::CodePoints(walker) => Walker::CodePoints(walker.clone()),
        };
        Some(Iter { walker, text: self.text.clone() })
    }
}

const MISSING: &str = "Found unconstructed BreakIterator";

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Iter>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<Iter>(cx, original, "BreakIterator")),
        compare: Some(compare),
        debug_info: Some(debug_info),
        iterate: Some(iterate),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    fn own(value: &Value) -> Option<Option<&Iter>> {
        Some(value.deref().as_object()?.native::<Obj<Iter>>()?.part.as_ref())
    }
    let (Some(a), Some(b)) = (own(a), own(b)) else { return loxo_runtime::compare::compare_standard(cx, a, b) };
    let same = match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let texts = match (&a.text, &b.text) {
                (Some(a), Some(b)) => a.ptr_eq(b),
                (None, None) => true,
                _ => false,
            };
            texts
                && match (&a.walker, &b.walker) {
                    (Walker::Icu(a), Walker::Icu(b)) => a.current() == b.current() && a.rules() == b.rules(),
                    (Walker::CodePoints(a), Walker::CodePoints(b)) => a.is_same(b),
                    _ => false,
                }
        }
        _ => false,
    };
    Ok(i32::from(!same))
}

fn debug_info(_cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut array = PhpArray::new();
    let Some(own) = this.native::<Obj<Iter>>().and_then(|own| own.part.as_ref()) else {
        array.set_bytes(b"valid", Value::FALSE);
        return Ok(array);
    };
    array.set_bytes(b"valid", Value::TRUE);
    array.set_bytes(b"text", own.text.clone().map_or(Value::NULL, Value::string));
    // What C++ calls the classes.
    let kind = match &own.walker {
        Walker::Icu(_) => {
            let namespace = format!("icu_{}", icu::VERSION.split('.').next().unwrap_or_default());
            format!("N{}{namespace}22RuleBasedBreakIteratorE", namespace.len())
        }
        Walker::CodePoints(_) => "N3PHP22CodePointBreakIteratorE".into(),
    };
    array.set_bytes(b"type", Value::from(kind));
    Ok(array)
}

pub(crate) fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Iter> {
    object::reset::<Iter>(cx, this);
    object::part(cx, this, MISSING)
}

object::error_methods!(Iter);

fn own(object: &PhpObject) -> Option<&mut Iter> {
    object.native_mut::<Obj<Iter>>()?.part.as_mut()
}

/// Goes to the start of the text.
pub(crate) fn restart(object: &PhpObject) {
    if let Some(own) = own(object) {
        own.first();
    }
}

/// Goes to the next boundary: where it was, where it is, and what lies between.
pub(crate) fn next_part(object: &PhpObject) -> Option<(i64, i64, PhpStr)> {
    let own = own(object)?;
    let left = own.current();
    let right = own.next();
    if left == DONE || right == DONE {
        return None;
    }
    let (from, to) = (usize::try_from(left).ok()?, usize::try_from(right).ok()?);
    let part = own.text.as_ref()?.get(from..to).map(PhpStr::new)?;
    Some((i64::from(left), i64::from(right), part))
}

macro_rules! moves {
    ($($name:ident($($arg:ident)?);)*) => {
        impl Iter {
            $(
                fn $name(&mut self $(, $arg: i32)?) -> i32 {
                    match &mut self.walker {
                        Walker::Icu(breaks) => breaks.$name($($arg)?),
                        Walker::CodePoints(walker) => walker.$name($($arg)?),
                    }
                }
            )*
        }
    };
}

moves! {
    current();
    first();
    last();
    next();
    previous();
    following(at);
    preceding(at);
    move_by(n);
}

/// A foreach over the boundaries; the object is moved by it.
struct BoundaryForeach {
    object: PhpObject,
    current: i32,
    index: i64,
}

impl ForeachIterator for BoundaryForeach {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.index = 0;
        self.current = part(cx, &self.object)?.first();
        Ok(())
    }

    fn valid(&mut self, _cx: &mut Cx) -> PhpResult<bool> {
        Ok(self.current != DONE)
    }

    fn current(&mut self, _cx: &mut Cx) -> PhpResult<Value> {
        Ok(if self.current == DONE { Value::NULL } else { Value::int(i64::from(self.current)) })
    }

    fn key(&mut self, _cx: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(self.index))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.index += 1;
        self.current = part(cx, &self.object)?.next();
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(&self.object);
    }
}

fn iterate(cx: &mut Cx, object: &PhpObject, by_ref: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_exception("Iteration by reference is not supported"));
    }
    if own(object).is_none() {
        return Err(cx.throw_exception("The BreakIterator is not properly constructed"));
    }
    Ok(Box::new(BoundaryForeach { object: object.clone(), current: DONE, index: 0 }))
}

/// `IntlBreakIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_exception("An object of this type cannot be created with the new operator"))
}

fn instance(cx: &mut Cx, kind: i32, name: &str, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let locale = locale.map_or_else(|| cstring(&default_locale(cx)), |locale| cstring(locale));
    let mut code = 0;
    let breaks = Breaks::open(kind, Some(&locale), &mut code);
    errors::set_code(cx, code);
    match breaks {
        Some(breaks) if !icu::failed(code) => {
            let class = if breaks.is_rule_based() { "IntlRuleBasedBreakIterator" } else { "IntlBreakIterator" };
            object::create(cx, class, Iter::new(Walker::Icu(breaks))).map(Some)
        }
        _ => {
            errors::set(cx, code, format!("breakiter_create_{name}_instance: error creating BreakIterator"))?;
            Ok(None)
        }
    }
}

/// `IntlBreakIterator::createCharacterInstance()`
pub(crate) fn create_character_instance(cx: &mut Cx, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    instance(cx, 0, "character", locale)
}

/// `IntlBreakIterator::createWordInstance()`
pub(crate) fn create_word_instance(cx: &mut Cx, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    instance(cx, 1, "word", locale)
}

/// `IntlBreakIterator::createLineInstance()`
pub(crate) fn create_line_instance(cx: &mut Cx, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    instance(cx, 2, "line", locale)
}

/// `IntlBreakIterator::createSentenceInstance()`
pub(crate) fn create_sentence_instance(cx: &mut Cx, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    instance(cx, 3, "sentence", locale)
}

/// `IntlBreakIterator::createTitleInstance()`
pub(crate) fn create_title_instance(cx: &mut Cx, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    instance(cx, 4, "title", locale)
}

/// `IntlBreakIterator::createCodePointInstance()`
pub(crate) fn create_code_point_instance(cx: &mut Cx) -> PhpResult<PhpObject> {
    errors::reset(cx);
    object::create(cx, "IntlCodePointBreakIterator", Iter::new(Walker::CodePoints(CodePoints::new())))
}

/// `IntlBreakIterator::getText()`
pub(crate) fn get_text(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpStr>> {
    Ok(part(cx, this)?.text.clone())
}

/// `IntlBreakIterator::setText()`
pub(crate) fn set_text(cx: &mut Cx, this: &PhpObject, text: &PhpStr) -> PhpResult<bool> {
    let (own, mut code) = (part(cx, this)?, 0);
    match &mut own.walker {
        Walker::Icu(breaks) => breaks.set_text(text, &mut code),
        Walker::CodePoints(walker) => walker.set_text(text),
    }
    if !check::<Iter>(cx, this, code, "breakiter_set_text: error calling BreakIterator::setText()")? {
        return Ok(false);
    }
    own.text = Some(text.clone());
    Ok(true)
}

/// `IntlBreakIterator::first()`
pub(crate) fn first(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.first())
}

/// `IntlBreakIterator::last()`
pub(crate) fn last(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.last())
}

/// `IntlBreakIterator::previous()`
pub(crate) fn previous(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.previous())
}

/// An integer, whatever the parameter declares.
fn int_argument(cx: &mut Cx, value: &Value) -> PhpResult<i64> {
    let value = value.deref();
    let strict = (cx.hooks.strict)(cx);
    match types::coerce_scalar(cx, TypeMask::INT, value, strict)?.and_then(|value| value.as_int()).or_else(|| value.as_int()) {
        Some(number) => Ok(number),
        None => Err(cx.argument_type_error(1, format!("must be of type int, {} given", convert::value_name(value)))),
    }
}

/// `IntlBreakIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject, by: &Value) -> PhpResult<i32> {
    if by.deref().is_null() {
        return Ok(part(cx, this)?.next());
    }
    let by = int_argument(cx, by)?;
    let own = part(cx, this)?;
    Ok(own.move_by(int32(cx, 1, by)?))
}

/// `IntlBreakIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(part(cx, this)?.current())
}

/// `IntlBreakIterator::following()`
pub(crate) fn following(cx: &mut Cx, this: &PhpObject, at: i64) -> PhpResult<i32> {
    let own = part(cx, this)?;
    Ok(own.following(int32(cx, 1, at)?))
}

/// `IntlBreakIterator::preceding()`
pub(crate) fn preceding(cx: &mut Cx, this: &PhpObject, at: i64) -> PhpResult<i32> {
    let own = part(cx, this)?;
    Ok(own.preceding(int32(cx, 1, at)?))
}

/// `IntlBreakIterator::isBoundary()`
pub(crate) fn is_boundary(cx: &mut Cx, this: &PhpObject, at: i64) -> PhpResult<bool> {
    let own = part(cx, this)?;
    let at = int32(cx, 1, at)?;
    Ok(match &mut own.walker {
        Walker::Icu(breaks) => breaks.is_boundary(at),
        Walker::CodePoints(walker) => walker.is_boundary(at),
    })
}

/// `IntlBreakIterator::getLocale()`
pub(crate) fn get_locale(cx: &mut Cx, this: &PhpObject, kind: i64) -> PhpResult<OrFalse<String>> {
    let (own, mut code) = (part(cx, this)?, 0);
    if !matches!(kind, 0 | 1) {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "breakiter_get_locale: invalid locale type")?;
        return Ok(OrFalse::FALSE);
    }
    let locale = match &own.walker {
        Walker::Icu(breaks) => breaks.locale(kind as i32, &mut code),
        Walker::CodePoints(_) => Some(String::new()),
    };
    let fine = check::<Iter>(cx, this, code, "breakiter_get_locale: Call to ICU method has failed")?;
    // C++ calls the root nothing.
    let locale = locale.map(|name| if name == "root" { String::new() } else { name });
    Ok(OrFalse(locale.filter(|_| fine)))
}

/// `IntlBreakIterator::getPartsIterator()`
pub(crate) fn get_parts_iterator(cx: &mut Cx, this: &PhpObject, keys: &Value) -> PhpResult<PhpObject> {
    // PHP declares a string and takes a number.
    let keys = int_argument(cx, keys)?;
    part(cx, this)?;
    let keys = match keys {
        0 => Keys::Sequential,
        1 => Keys::Left,
        2 => Keys::Right,
        _ => {
            let message = "must be one of IntlPartsIterator::KEY_SEQUENTIAL, IntlPartsIterator::KEY_LEFT, or IntlPartsIterator::KEY_RIGHT";
            return Err(cx.argument_value_error(1, message));
        }
    };
    iterator::create_parts(cx, this, keys)
}

/// `IntlBreakIterator::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let walk = iterate(cx, this, false)?;
    internal_iterator::create(cx, walk)
}
