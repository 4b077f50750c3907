//! Calls that `__call()` and `__callStatic()` answer: the name that was asked for waits in the window.

use loxo_runtime::Func;
use loxo_value::Value;

use crate::frame::{extra, flags, header};

/// Makes the call in a window one of `__call()` or `__callStatic()` (its function so far) with the name that was asked for. Until the call
/// runs its function is a stand-in that takes anything.
///
/// # Safety
/// `callee` is the frame address of a started window.
pub unsafe fn set_magic(callee: *mut Value, name: loxo_value::PhpStr) {
    // SAFETY: as the caller promises; a window has no frame below it yet.
    unsafe {
        let head = header(callee);
        if let Ok(closure) = head.closure.take_undef().into_object() {
            extra(callee).closure = Some(closure);
        }
        head.flags |= flags::MAGIC;
        head.prev = head.func.cast_mut().cast();
        head.func = loxo_fast_paths::stand_ins::any_method();
        (&raw mut head.closure).write(Value::string(name));
    }
}

/// The function and the name of a call that [`set_magic`] made; the window is that function's from now on.
///
/// # Safety
/// As for [`set_magic`].
pub unsafe fn take_magic(callee: *mut Value) -> Option<(&'static Func, loxo_value::PhpStr)> {
    // SAFETY: as the caller promises; functions are never freed.
    unsafe {
        let head = header(callee);
        if head.flags & flags::MAGIC == 0 {
            return None;
        }
        head.flags &= !flags::MAGIC;
        head.func = head.prev.cast_const().cast();
        head.prev = std::ptr::null_mut();
        let name = head.closure.take_undef().into_str().ok()?;
        if let Some(closure) = head.extra.as_mut().and_then(|extra| extra.closure.take()) {
            head.closure = Value::object(closure);
        }
        Some((&*head.func, name))
    }
}
