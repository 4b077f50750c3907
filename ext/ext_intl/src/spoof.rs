//! `Spoofchecker`: texts that look like others.

use loxo_icu_sys::{self as icu, SpoofChecker};
use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, PhpStr, RefArg, Value};

use crate::object::{self, Obj, Part, check};
use crate::text::{cstring, utf16};

impl Part for SpoofChecker {
    fn copy(&self, status: &mut i32) -> Option<SpoofChecker> {
        self.try_clone(status)
    }
}

const HIGHLY_RESTRICTIVE: i32 = 0x3000_0000;

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<SpoofChecker>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<SpoofChecker>(cx, original, "SpoofChecker")),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut SpoofChecker> {
    object::reset::<SpoofChecker>(cx, this);
    object::part(cx, this, "Found unconstructed Spoofchecker")
}

/// Warns of a failure, and notes it. True: there was none.
fn noted(cx: &mut Cx, this: &PhpObject, code: i32) -> PhpResult<bool> {
    if let Some(own) = this.native_mut::<Obj<SpoofChecker>>() {
        own.error.code = code;
    }
    if !icu::failed(code) {
        return Ok(true);
    }
    cx.builtin_warning(format!("({code}) {}", icu::error_name(code)));
    cx.check()?;
    Ok(false)
}

/// `Spoofchecker::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if this.native::<Obj<SpoofChecker>>().is_some_and(|own| own.part.is_some()) {
        return Err(cx.throw_error("Spoofchecker object is already constructed"));
    }
    let mut code = 0;
    let checker = SpoofChecker::open(&mut code);
    if !check::<SpoofChecker>(cx, this, code, "spoofchecker: unable to open ICU Spoof Checker")? {
        return Ok(());
    }
    if let Some(mut checker) = checker {
        checker.set_restriction_level(HIGHLY_RESTRICTIVE);
        object::fill(this, checker);
    }
    Ok(())
}

/// `Spoofchecker::isSuspicious()`
pub(crate) fn is_suspicious(cx: &mut Cx, this: &PhpObject, string: &PhpStr, found: Option<&RefArg>) -> PhpResult<bool> {
    let (checker, mut code) = (part(cx, this)?, 0);
    // What is no UTF-8 is checked as ICU reads it.
    let text: Vec<u16> = string.to_str_lossy().encode_utf16().collect();
    let (result, checks) = checker.check(&text, &mut code);
    if !noted(cx, this, code)? {
        if checks != result {
            let message = format!("unexpected error ({result}), does not relate to the flags passed to setChecks ({checks})");
            cx.builtin_warning(message);
            cx.check()?;
        }
        return Ok(true);
    }
    if let Some(found) = found {
        found.set(cx, Value::int(i64::from(result)))?;
    }
    Ok(result != 0)
}

/// `Spoofchecker::areConfusable()`
pub(crate) fn are_confusable(cx: &mut Cx, this: &PhpObject, a: &PhpStr, b: &PhpStr, found: Option<&RefArg>) -> PhpResult<bool> {
    let (checker, mut code) = (part(cx, this)?, 0);
    let units = |text: &PhpStr| -> Vec<u16> { text.to_str_lossy().encode_utf16().collect() };
    let result = checker.are_confusable(&units(a), &units(b), &mut code);
    if !noted(cx, this, code)? {
        return Ok(true);
    }
    if let Some(found) = found {
        found.set(cx, Value::int(i64::from(result)))?;
    }
    Ok(result != 0)
}

/// `Spoofchecker::setAllowedLocales()`
pub(crate) fn set_allowed_locales(cx: &mut Cx, this: &PhpObject, locales: &PhpStr) -> PhpResult<()> {
    let (checker, mut code) = (part(cx, this)?, 0);
    checker.set_allowed_locales(&cstring(locales), &mut code);
    noted(cx, this, code).map(drop)
}

/// `Spoofchecker::setChecks()`
pub(crate) fn set_checks(cx: &mut Cx, this: &PhpObject, checks: i64) -> PhpResult<()> {
    let (checker, mut code) = (part(cx, this)?, 0);
    checker.set_checks(checks as i32, &mut code);
    noted(cx, this, code).map(drop)
}

/// `Spoofchecker::setRestrictionLevel()`
pub(crate) fn set_restriction_level(cx: &mut Cx, this: &PhpObject, level: i64) -> PhpResult<()> {
    let checker = part(cx, this)?;
    let levels = 1..=6;
    if level & 0x0FFF_FFFF != 0 || !levels.contains(&(level >> 28)) {
        let message = "must be one of Spoofchecker::ASCII, Spoofchecker::SINGLE_SCRIPT_RESTRICTIVE, Spoofchecker::HIGHLY_RESTRICTIVE, \
                       Spoofchecker::MODERATELY_RESTRICTIVE, Spoofchecker::MINIMALLY_RESTRICTIVE, or Spoofchecker::UNRESTRICTIVE";
        return Err(cx.argument_value_error(1, message));
    }
    checker.set_restriction_level(level as i32);
    Ok(())
}

/// `Spoofchecker::setAllowedChars()`
pub(crate) fn set_allowed_chars(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr, options: i64) -> PhpResult<()> {
    const IGNORE_SPACE: i64 = 1;
    const CASE_INSENSITIVE: i64 = 2;
    const ADD_CASE_MAPPINGS: i64 = 4;
    const SIMPLE_CASE_INSENSITIVE: i64 = 6;
    let checker = part(cx, this)?;
    if pattern.len() > i32::MAX as usize {
        return Err(cx.argument_value_error(1, "must be less than or equal to 2147483647 bytes long"));
    }
    if pattern.first() != Some(&b'[') || pattern.last() != Some(&b']') {
        return Err(cx.argument_value_error(1, "must be a valid regular expression character set pattern"));
    }
    let units = match utf16(pattern) {
        Ok(units) => units,
        Err(code) => {
            let name = icu::error_name(code);
            return Err(cx.argument_value_error(1, format!("string conversion to unicode encoding failed ({code}) {name}")));
        }
    };
    let extra = options & !IGNORE_SPACE;
    let known = matches!(extra, 0 | CASE_INSENSITIVE | ADD_CASE_MAPPINGS | SIMPLE_CASE_INSENSITIVE);
    if options != 0 && (options & IGNORE_SPACE == 0 || !known) {
        let message = "must be a valid pattern option, 0 or (SpoofChecker::IGNORE_SPACE|(<none> or SpoofChecker::CASE_INSENSITIVE or \
                       SpoofChecker::ADD_CASE_MAPPINGS or SpoofChecker::SIMPLE_CASE_INSENSITIVE))";
        return Err(cx.argument_value_error(2, message));
    }
    let mut code = 0;
    let applied = checker.set_allowed_chars(&units, options as u32, &mut code);
    if !applied && icu::failed(code) {
        let name = icu::error_name(code);
        let message = format!("must be a valid regular expression character set pattern ({code}) {name}");
        return Err(cx.argument_value_error(1, message));
    }
    noted(cx, this, code).map(drop)
}
