//! Windows of calls that native code makes: what it passes, and objects that it keeps while the callee runs.

use std::mem::ManuallyDrop;

use loxo_runtime::Func;
use loxo_value::{PhpObject, Value, slot};

/// Moves the arguments of a direct call into its window.
///
/// # Safety
/// The window owns nothing, and the stack reaches as far as the frame.
#[inline(always)]
pub unsafe fn pass(callee: *mut Value, func: &Func, args: &mut [Value]) {
    for (i, arg) in args.iter_mut().enumerate() {
        // SAFETY: as the caller promises; what was moved is the window's.
        unsafe {
            let place = callee.add(i);
            slot::copy_bits(place, arg);
            std::ptr::write(arg, Value::UNDEF);
            if slot::tag(place) == slot::REFERENCE && !func.by_ref(i) {
                *place = (*place).clone_deref();
            }
        }
    }
}

/// Writes an object to a slot that does not own it.
///
/// # Safety
/// The slot owns nothing.
#[inline(always)]
pub unsafe fn lend(place: *mut Value, object: Option<&PhpObject>) {
    if let Some(object) = object {
        // SAFETY: as the caller promises; the copy of the handle is not dropped.
        unsafe { slot::copy_bits(place, &raw const *ManuallyDrop::new(Value::object(std::ptr::read(object)))) };
    }
}
