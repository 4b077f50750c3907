//! Windows of calls: what native code passes, objects that it keeps while the callee runs, and locals that nothing was passed for.

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

/// Moves arguments into a window, if all are values: neither undefined nor references. `false`: all are where they were.
///
/// # Safety
/// The window owns nothing, and its function has as many parameters.
#[inline(always)]
pub unsafe fn pass_values(callee: *mut Value, args: &mut [Value]) -> bool {
    // SAFETY: as the caller promises; what was moved is the window's.
    unsafe {
        let (count, source) = (args.len(), args.as_mut_ptr());
        let mut i = 0;
        while i < count {
            let arg = source.add(i);
            if matches!(slot::tag(arg), slot::UNDEF | slot::REFERENCE) {
                (0..i).for_each(|moved| slot::copy_bits(source.add(moved), callee.add(moved)));
                return false;
            }
            slot::place_bits(callee.add(i), arg);
            slot::clear(arg);
            i += 1;
        }
        true
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

/// Completes the parameters of a frame of which the first `passed` are there: machine code knows that its other variables are undef.
///
/// # Safety
/// As for [`write_defaults`].
#[inline(always)]
pub unsafe fn complete_parameters(callee: *mut Value, func: &Func, passed: usize) {
    // SAFETY: as the caller promises.
    unsafe { clear_locals(write_defaults(callee, func, passed), callee.add(func.num_params as usize)) };
}

/// Writes the constant defaults of parameters that nothing was passed for; gives the place behind.
///
/// # Safety
/// `callee` is the frame address of a started window, and the stack reaches beyond the frame. What was passed is enough.
#[inline(always)]
pub unsafe fn write_defaults(callee: *mut Value, func: &Func, passed: usize) -> *mut Value {
    // SAFETY: as the caller promises; there are as many defaults as the function says, all of them constants.
    unsafe {
        let mut local = callee.add(passed);
        let defaulted = callee.add(func.direct.count as usize);
        let mut default = (func.direct.defaults as *const Value).wrapping_add(passed);
        while local < defaulted {
            slot::place_bits(local, default);
            local = local.add(1);
            default = default.add(1);
        }
        local
    }
}

/// Makes the locals of a new frame undef.
///
/// # Safety
/// Nothing of anybody else's lies there, nor in the slot behind.
#[inline(always)]
pub unsafe fn clear_locals(mut local: *mut Value, end: *mut Value) {
    // SAFETY: the caller builds a frame, whose locals end there, and below the limit of the stack.
    unsafe {
        // Two at a time, so perhaps one slot behind the locals as well, which holds nothing yet. As volatile writes, which are not made into a loop
        // over vectors: that costs more than the few locals that there are.
        while local < end {
            slot::clear(local);
            slot::clear(local.add(1));
            local = local.add(2);
        }
    }
}
