//! `IntlDatePatternGenerator`: patterns of dates from what shall be in them.

use loxo_icu_sys::{PatternGenerator, status};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpObject, PhpResult, PhpStr};

use crate::errors;
use crate::object::{self, Obj, Part, argument16, check, fail, finish, locale_fits};
use crate::text::locale_or_default;

impl Part for PatternGenerator {
    fn copy(&self, status: &mut i32) -> Option<PatternGenerator> {
        self.try_clone(status)
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<PatternGenerator>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<PatternGenerator>(cx, original, "IntlDatePatternGenerator")),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn open(cx: &mut Cx, this: &PhpObject, locale: Option<&PhpStr>) -> PhpResult<bool> {
    errors::reset(cx);
    if this.native::<Obj<PatternGenerator>>().is_some_and(|own| own.part.is_some()) {
        fail::<PatternGenerator>(cx, this, status::ILLEGAL_ARGUMENT, "Cannot call constructor twice")?;
        return Ok(false);
    }
    if let Some(locale) = locale
        && !locale_fits(cx, locale)?
    {
        return Ok(false);
    }
    let (locale, mut code) = (locale_or_default(cx, locale), 0);
    let generator = PatternGenerator::open(&locale, &mut code);
    if !check::<PatternGenerator>(cx, this, code, "Error creating DateTimePatternGenerator")? {
        return Ok(false);
    }
    if let Some(generator) = generator {
        object::fill(this, generator);
    }
    Ok(true)
}

/// `IntlDatePatternGenerator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, locale: Option<&PhpStr>) -> PhpResult<()> {
    object::constructing_with_reason(cx, |cx| open(cx, this, locale))
}

/// `IntlDatePatternGenerator::create()`
pub(crate) fn create(cx: &mut Cx, locale: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("IntlDatePatternGenerator"))?;
    Ok(open(cx, &object, locale)?.then_some(object))
}

/// `IntlDatePatternGenerator::getBestPattern()`
pub(crate) fn get_best_pattern(cx: &mut Cx, this: &PhpObject, skeleton: &PhpStr) -> PhpResult<OrFalse<String>> {
    object::reset::<PatternGenerator>(cx, this);
    let generator = object::part::<PatternGenerator>(cx, this, "Found unconstructed IntlDatePatternGenerator")?;
    let Some(skeleton) = argument16::<PatternGenerator>(cx, this, skeleton, "Skeleton is not a valid UTF-8 string")? else {
        return Ok(OrFalse::FALSE);
    };
    let mut code = 0;
    let cleaned = generator.skeleton(&skeleton, &mut code);
    if !check::<PatternGenerator>(cx, this, code, "Error getting cleaned skeleton")? {
        return Ok(OrFalse::FALSE);
    }
    let pattern = generator.best_pattern(&cleaned, &mut code);
    finish::<PatternGenerator>(cx, this, code, &pattern, "Error retrieving pattern")
}
