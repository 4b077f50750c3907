//! What all functions share: arguments of fixed lengths, results that are written in place, SodiumException.

use loxo_runtime::error::hide_arguments;
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpRef, PhpResult, PhpStr, StrBuilder, Thrown, Value, throwable_slot};
use loxo_sodium_sys::Done;

const CLASS: &str = "SodiumException";

pub(crate) fn object_handlers() -> ObjectHandlers {
    let created = |cx: &mut Cx, object: &PhpObject| {
        cx.exception_init(object);
        without_arguments(object);
    };
    ObjectHandlers { created: Some(created), no_clone: true, ..ObjectHandlers::default() }
}

/// Backtraces must not tell keys and passwords.
fn without_arguments(exception: &PhpObject) {
    let Some(place) = exception.get_slot_mut(throwable_slot::TRACE) else { return };
    let Ok(mut trace) = place.deref_mut().take().into_array() else { return };
    hide_arguments(&mut trace);
    *place.deref_mut() = Value::array(trace);
}

/// Throws a SodiumException.
#[cold]
pub(crate) fn fail(cx: &mut Cx, message: &str) -> Thrown {
    cx.throw(CLASS, message)
}

/// Throws a SodiumException about an argument.
#[cold]
pub(crate) fn argument(cx: &mut Cx, number: usize, message: impl AsRef<[u8]>) -> Thrown {
    cx.argument_error(CLASS, number, message)
}

/// What the library refused without a reason that anybody could act on.
pub(crate) fn checked(cx: &mut Cx, done: Done) -> PhpResult<()> {
    done.map_err(|_| fail(cx, "internal error"))
}

/// The bytes of an argument that has a length of its own: that of a constant, whose name without `SODIUM_` is given.
pub(crate) fn sized<'a, const N: usize>(cx: &mut Cx, text: &'a PhpStr, number: usize, constant: &str) -> PhpResult<&'a [u8; N]> {
    text.as_bytes().try_into().map_err(|_| argument(cx, number, format!("must be SODIUM_{constant} bytes long")))
}

/// A key pair: the secret half, then the public one.
pub(crate) fn pair<'a, const N: usize>(
    cx: &mut Cx,
    text: &'a PhpStr,
    number: usize,
    constant: &str,
) -> PhpResult<(&'a [u8; N], &'a [u8; 32])> {
    let halves = text.split_at_checked(N).and_then(|(secret, public)| Some((secret.try_into().ok()?, public.try_into().ok()?)));
    halves.ok_or_else(|| argument(cx, number, format!("must be SODIUM_{constant} bytes long")))
}

/// A string that is filled in place.
pub(crate) fn written(length: usize, write: impl FnOnce(&mut [u8]) -> Done) -> Result<PhpStr, loxo_sodium_sys::Failed> {
    ensure_room(length);
    let mut out = StrBuilder::with_capacity(length);
    out.push_n(0, length);
    write(out.as_mut_bytes())?;
    Ok(out.finish())
}

/// The same where failure is a matter of the library.
pub(crate) fn filled(cx: &mut Cx, length: usize, write: impl FnOnce(&mut [u8]) -> Done) -> PhpResult<PhpStr> {
    written(length, write).map_err(|_| fail(cx, "internal error"))
}

/// The same for results of a fixed length.
pub(crate) fn array<const N: usize>(cx: &mut Cx, write: impl FnOnce(&mut [u8; N]) -> Done) -> PhpResult<PhpStr> {
    let mut out = [0; N];
    let done = write(&mut out);
    checked(cx, done)?;
    let text = PhpStr::new(&out);
    loxo_sodium_sys::wipe(&mut out);
    Ok(text)
}

/// A new random key.
pub(crate) fn key(cx: &mut Cx, length: usize) -> PhpResult<PhpStr> {
    filled(cx, length, loxo_sodium_sys::random)
}

/// The length of a message and what is added to it.
pub(crate) fn longer(cx: &mut Cx, message: &PhpStr, added: usize) -> PhpResult<usize> {
    message.len().checked_add(added).ok_or_else(|| fail(cx, "arithmetic overflow"))
}

/// A variable passed by reference that holds a string. It is looked at as it is: nothing becomes a string for it.
pub(crate) fn string_in(value: &Value) -> Option<PhpStr> {
    value.deref().as_str().cloned()
}

/// Changes the string in a variable; other holders of the string keep theirs.
pub(crate) fn change<R>(value: &Value, work: impl FnOnce(&mut [u8]) -> R) -> Option<R> {
    let reference = value.as_ref()?;
    let mut text = reference.replace(Value::NULL).into_str().ok()?;
    let result = work(text.as_mut_bytes());
    reference.set(Value::string(text));
    Some(result)
}

/// Makes a variable null. Its string is overwritten if nobody else has it.
pub(crate) fn forget(value: &Value) {
    let Some(reference) = value.as_ref() else { return };
    wipe_out(reference);
}

fn wipe_out(reference: &PhpRef) {
    let old = reference.replace(Value::NULL);
    if let Some(mut text) = old.into_str().ok()
        && !text.is_interned()
        && text.refcount() == 1
    {
        loxo_sodium_sys::wipe(text.as_mut_bytes());
    }
}
