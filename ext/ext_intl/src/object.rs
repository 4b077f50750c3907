//! What the classes have in common: a part that is ICU's, and the last error of the object.

use loxo_runtime::{Cx, Native, OrFalse, PhpObject, PhpResult, PhpStr, Thrown, class_of};

use crate::errors::{self, LastError};
use crate::text::{utf8, utf16};

/// A part that can be copied with its object.
pub(crate) trait Part: Sized + 'static {
    fn copy(&self, status: &mut i32) -> Option<Self>;
}

/// The native part of an object. Empty until a constructor has run.
pub(crate) struct Obj<T> {
    pub(crate) error: LastError,
    pub(crate) part: Option<T>,
}

impl<T> Default for Obj<T> {
    fn default() -> Obj<T> {
        Obj { error: LastError::default(), part: None }
    }
}

impl<T: Part> Native for Obj<T> {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        let mut status = 0;
        let part = self.part.as_ref().and_then(|part| part.copy(&mut status));
        Some(Box::new(Obj { error: LastError { code: status, message: None }, part }))
    }
}

/// Forgets the errors, the object's and the extension's.
pub(crate) fn reset<T: Part>(cx: &mut Cx, this: &PhpObject) {
    if let Some(own) = this.native_mut::<Obj<T>>() {
        own.error = LastError::default();
    }
    errors::reset(cx);
}

/// Notes an error at the object and at the extension.
pub(crate) fn fail<T: Part>(cx: &mut Cx, this: &PhpObject, code: i32, message: impl Into<Vec<u8>>) -> PhpResult<()> {
    let message = message.into();
    if let Some(own) = this.native_mut::<Obj<T>>() {
        own.error = LastError { code, message: Some(message.clone()) };
    }
    errors::set(cx, code, message)
}

/// Notes a failure whose code only the object learns: PHP tells the extension the message alone.
pub(crate) fn fail_here<T: Part>(cx: &mut Cx, this: &PhpObject, code: i32, message: String) -> PhpResult<()> {
    if let Some(own) = this.native_mut::<Obj<T>>() {
        own.error = LastError { code, message: Some(message.clone().into()) };
    }
    let (_, before) = errors::last(cx);
    errors::set(cx, before, message)
}

/// Notes a code at both, as PHP does even where nothing is wrong; with a message if it is a failure. True: it is none.
pub(crate) fn check<T: Part>(cx: &mut Cx, this: &PhpObject, code: i32, message: &str) -> PhpResult<bool> {
    if let Some(own) = this.native_mut::<Obj<T>>() {
        own.error.code = code;
    }
    errors::set_code(cx, code);
    if loxo_icu_sys::failed(code) {
        fail::<T>(cx, this, code, message)?;
        return Ok(false);
    }
    Ok(true)
}

/// ICU's part; an error without one.
pub(crate) fn part<'a, T: Part>(cx: &mut Cx, this: &'a PhpObject, missing: &str) -> PhpResult<&'a mut T> {
    match this.native_mut::<Obj<T>>().and_then(|own| own.part.as_mut()) {
        Some(part) => Ok(part),
        None => Err(unconstructed::<T>(cx, this, missing)),
    }
}

#[cold]
fn unconstructed<T: Part>(cx: &mut Cx, this: &PhpObject, missing: &str) -> Thrown {
    if let Err(thrown) = fail::<T>(cx, this, errors::ILLEGAL_ARGUMENT, missing) {
        return thrown;
    }
    cx.throw_error(missing)
}

/// Gives an object its part.
pub(crate) fn fill<T: Part>(this: &PhpObject, part: T) {
    if let Some(own) = this.native_mut::<Obj<T>>() {
        own.part = Some(part);
    }
}

/// A new object of a builtin class with its part.
pub(crate) fn create<T: Part>(cx: &mut Cx, class: &str, part: T) -> PhpResult<PhpObject> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class(class))?;
    fill(&object, part);
    Ok(object)
}

/// The number of an argument of a method: one more in the function that takes the object first.
pub(crate) fn argument(cx: &Cx, number: usize) -> usize {
    if cx.active.is_some_and(|func| func.class.is_none()) { number + 1 } else { number }
}

/// `getErrorCode()`
pub(crate) fn error_code<T: Part>(this: &PhpObject) -> i64 {
    this.native::<Obj<T>>().map_or(0, |own| i64::from(own.error.code))
}

/// `getErrorMessage()`
pub(crate) fn error_message<T: Part>(this: &PhpObject) -> Vec<u8> {
    this.native::<Obj<T>>().map_or_else(Vec::new, |own| own.error.text())
}

/// Is the object of a child of a builtin class?
pub(crate) fn is_instance(cx: &Cx, object: &PhpObject, class: &str) -> bool {
    class_of(object).is_subclass_of(cx.builtin_class(class))
}

/// `getErrorCode()` and `getErrorMessage()` of a class. Most forget the extension's last error, as their other methods do; some keep it.
macro_rules! error_methods {
    ($part:ty) => {
        crate::object::error_methods!($part, crate::errors::reset);
    };
    ($part:ty, keeping) => {
        crate::object::error_methods!($part, |_: &mut loxo_runtime::Cx| {});
    };
    ($part:ty, $before:expr) => {
        /// `getErrorCode()`
        pub(crate) fn get_error_code(cx: &mut loxo_runtime::Cx, this: &loxo_runtime::PhpObject) -> loxo_runtime::PhpResult<i64> {
            $before(cx);
            Ok(crate::object::error_code::<$part>(this))
        }

        /// `getErrorMessage()`
        pub(crate) fn get_error_message(cx: &mut loxo_runtime::Cx, this: &loxo_runtime::PhpObject) -> loxo_runtime::PhpResult<Vec<u8>> {
            $before(cx);
            Ok(crate::object::error_message::<$part>(this))
        }
    };
}
pub(crate) use error_methods;

/// Runs a constructor: what it warns of is thrown, and so is that it failed (false).
pub(crate) fn constructing(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> PhpResult<bool>) -> PhpResult<()> {
    if throwing(cx, work)? { Ok(()) } else { Err(cx.throw("IntlException", "Constructor failed")) }
}

/// The same where the exception says why.
pub(crate) fn constructing_with_reason(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> PhpResult<bool>) -> PhpResult<()> {
    if throwing(cx, work)? {
        return Ok(());
    }
    let (text, code) = errors::last(cx);
    Err(cx.throw_with_code("IntlException", text, i64::from(code)))
}

/// What is warned of meanwhile is thrown.
fn throwing(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> PhpResult<bool>) -> PhpResult<bool> {
    let class = Some(cx.builtin_class("IntlException"));
    let outer = cx.errors.warnings_throw.replace(loxo_runtime::WarningsThrow { class, origin: None });
    let done = work(cx);
    cx.errors.warnings_throw = outer;
    done
}

/// Checks the length of a locale's name.
pub(crate) fn locale_fits(cx: &mut Cx, locale: &PhpStr) -> PhpResult<bool> {
    if locale.len() <= 156 {
        return Ok(true);
    }
    errors::set(cx, errors::ILLEGAL_ARGUMENT, "Locale string too long, should be no longer than 156 characters")?;
    Ok(false)
}

/// A text that ICU made, as the result of a method.
pub(crate) fn finish<T: Part>(cx: &mut Cx, this: &PhpObject, code: i32, text: &[u16], message: &str) -> PhpResult<OrFalse<String>> {
    if !check::<T>(cx, this, code, message)? {
        return Ok(OrFalse::FALSE);
    }
    match utf8(text) {
        Ok(text) => {
            // Converting is the last step, and what it has to say replaces warnings of before.
            check::<T>(cx, this, 0, "")?;
            Ok(OrFalse::some(text))
        }
        Err(code) => {
            fail::<T>(cx, this, code, "Error converting output to UTF-8")?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// An argument as UTF-16; `None`: it is no UTF-8, which is noted.
pub(crate) fn argument16<T: Part>(cx: &mut Cx, this: &PhpObject, text: &[u8], message: &str) -> PhpResult<Option<Vec<u16>>> {
    match utf16(text) {
        Ok(text) => Ok(Some(text)),
        Err(code) => {
            fail::<T>(cx, this, code, message)?;
            Ok(None)
        }
    }
}

/// After a clone: objects that were never constructed cannot be cloned.
pub(crate) fn cloned<T: Part>(cx: &mut Cx, original: &PhpObject, class: &str) -> PhpResult<()> {
    if original.native::<Obj<T>>().is_some_and(|own| own.part.is_some()) {
        return Ok(());
    }
    Err(cx.throw_error(format!("Cannot clone uninitialized {class}")))
}
