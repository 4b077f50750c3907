//! `Transliterator`: rules that turn texts into others.

use loxo_icu_sys::{self as icu, ParseError, Transliterator, status};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::errors;
use crate::object::{self, Obj, Part, argument16, fail, finish};
use crate::text::{parse_error_text, utf8_lossy, utf16};

impl Part for Transliterator {
    fn copy(&self, status: &mut i32) -> Option<Transliterator> {
        self.try_clone(status)
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Transliterator>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<Transliterator>(cx, original, "Transliterator")),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Transliterator> {
    object::reset::<Transliterator>(cx, this);
    object::part(cx, this, "Found unconstructed transliterator")
}

object::error_methods!(Transliterator);

/// A new object, its name shown.
fn object_of(cx: &mut Cx, transliterator: Transliterator) -> PhpResult<PhpObject> {
    let id = utf8_lossy(&transliterator.id());
    let object = object::create(cx, "Transliterator", transliterator)?;
    if let Some(slot) = object.slots_mut().first_mut() {
        *slot = Value::from(id);
    }
    Ok(object)
}

fn direction(cx: &mut Cx, direction: i64) -> PhpResult<i32> {
    if matches!(direction, 0 | 1) {
        return Ok(direction as i32);
    }
    Err(cx.argument_value_error(2, "must be either Transliterator::FORWARD or Transliterator::REVERSE"))
}

fn named(cx: &mut Cx, id: &PhpStr, direction: i32) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let name = match utf16(id) {
        Ok(name) => name,
        Err(code) => {
            errors::set(cx, code, "String conversion of id to UTF-16 failed")?;
            return Ok(None);
        }
    };
    let mut code = 0;
    match Transliterator::open(&name, None, direction, &mut ParseError::default(), &mut code) {
        Some(transliterator) if !icu::failed(code) => object_of(cx, transliterator).map(Some),
        _ => {
            let id = crate::text::until_nul(id);
            errors::set(cx, code, [b"transliterator_create: unable to open ICU transliterator with id \"", id, b"\""].concat())?;
            Ok(None)
        }
    }
}

/// `Transliterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_exception("An object of this type cannot be created with the new operator."))
}

/// `Transliterator::create()`
pub(crate) fn create(cx: &mut Cx, id: &PhpStr, way: i64) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let way = direction(cx, way)?;
    named(cx, id, way)
}

/// `Transliterator::createFromRules()`
pub(crate) fn create_from_rules(cx: &mut Cx, rules: &PhpStr, way: i64) -> PhpResult<Option<PhpObject>> {
    errors::reset(cx);
    let way = direction(cx, way)?;
    let rules = match utf16(rules) {
        Ok(rules) => rules,
        Err(code) => {
            errors::set(cx, code, "String conversion of rules to UTF-16 failed")?;
            return Ok(None);
        }
    };
    let id: Vec<u16> = "RulesTransPHP".encode_utf16().collect();
    let (mut place, mut code) = (ParseError::default(), 0);
    match Transliterator::open(&id, Some(&rules), way, &mut place, &mut code) {
        Some(transliterator) if !icu::failed(code) => {
            errors::set_code(cx, code);
            object_of(cx, transliterator).map(Some)
        }
        _ => {
            let why = parse_error_text(&place);
            let message = format!("transliterator_create_from_rules: unable to create ICU transliterator from rules ({why})");
            errors::set(cx, code, message)?;
            Ok(None)
        }
    }
}

/// `Transliterator::createInverse()`
pub(crate) fn create_inverse(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let (transliterator, mut code) = (part(cx, this)?, 0);
    match transliterator.inverse(&mut code) {
        Some(inverse) if !icu::failed(code) => object_of(cx, inverse).map(Some),
        _ => {
            errors::set(cx, code, "transliterator_create_inverse: could not create inverse ICU transliterator")?;
            Ok(None)
        }
    }
}

/// `Transliterator::listIDs()`
pub(crate) fn list_i_ds(cx: &mut Cx) -> PhpResult<OrFalse<PhpArray>> {
    errors::reset(cx);
    let mut code = 0;
    let ids = Transliterator::ids(&mut code);
    if icu::failed(code) {
        errors::set(cx, code, "transliterator_list_ids: Failed to obtain registered transliterators")?;
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse::some(PhpArray::from_values(ids.iter().map(|id| Value::from(utf8_lossy(id))))))
}

fn replaced(cx: &mut Cx, this: &PhpObject, string: &PhpStr, start: i64, end: i64, first: usize) -> PhpResult<OrFalse<String>> {
    if end < -1 {
        return Err(cx.argument_value_error(first + 1, "must be greater than or equal to -1"));
    }
    if start < 0 {
        return Err(cx.argument_value_error(first, "must be greater than or equal to 0"));
    }
    if end != -1 && start > end {
        let message = format!("must be less than or equal to argument #{} ($end)", first + 1);
        return Err(cx.argument_value_error(first, message));
    }
    let transliterator = part(cx, this)?;
    let Some(text) = argument16::<Transliterator>(cx, this, string, "String conversion of string to UTF-16 failed")? else {
        return Ok(OrFalse::FALSE);
    };
    let length = text.len() as i64;
    if start > length || end > length {
        let message = format!(
            "transliterator_transliterate: Neither \"start\" nor the \"end\" arguments can exceed the number of UTF-16 code units \
             (in this case, {length})"
        );
        fail::<Transliterator>(cx, this, status::ILLEGAL_ARGUMENT, message)?;
        return Ok(OrFalse::FALSE);
    }
    let (end, mut code) = (if end == -1 { length } else { end }, 0);
    let result = transliterator.transliterate(&text, start as i32, end as i32, &mut code);
    if code < 0 {
        code = 0;
    }
    finish::<Transliterator>(cx, this, code, &result, "transliterator_transliterate: transliteration failed")
}

/// `Transliterator::transliterate()`
pub(crate) fn transliterate(cx: &mut Cx, this: &PhpObject, string: &PhpStr, start: i64, end: i64) -> PhpResult<OrFalse<String>> {
    replaced(cx, this, string, start, end, 2)
}

/// `transliterator_transliterate()`
pub(crate) fn transliterate_with(cx: &mut Cx, with: &Value, string: &PhpStr, start: i64, end: i64) -> PhpResult<OrFalse<String>> {
    let object = match (with.as_object(), with.as_str()) {
        (Some(object), _) => object.clone(),
        (_, id) => {
            let id = id.cloned().unwrap_or_default();
            match named(cx, &id, 0)? {
                Some(object) => object,
                None => {
                    let (reason, _) = errors::last(cx);
                    cx.builtin_warning(
                        [b"Could not create transliterator with ID \"", crate::text::until_nul(&id), b"\" (", &reason[..], b")"].concat(),
                    );
                    cx.check()?;
                    return Ok(OrFalse::FALSE);
                }
            }
        }
    };
    replaced(cx, &object, string, start, end, 3)
}
