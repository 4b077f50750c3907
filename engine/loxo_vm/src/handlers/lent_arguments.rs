//! Calls of builtins whose last arguments are variables and constants: one handler stands for the ops that place them and for the call, and
//! lends the variables' values, which then need not be counted up and down.
//!
//! A value may be lent where nobody but the running op can write to the variable, so that it owns the value until the builtin is done: a variable
//! of a function whose variables are not reached by name, and no reference. And the builtin must leave the value where it lies, which it does if its
//! type is one that the parameter has: [`loxo_runtime::Func::kept_tags`].

use std::cell::Cell;

use loxo_bytecode::{FRAME_HEADER_SLOTS, FnFlags, Function, NONE, OpCode};
use loxo_runtime::{Body, Func, LENDABLE_ARGUMENTS};
use loxo_value::Value;

use super::builtin_calls::{builtin_threw, release_args};
use super::slow_path::{go_cold, settle};
use super::{Copy, LoadK};
use crate::Vm;
use crate::call::builtin;
use crate::code::instruction::{Handler, Pc, go, konst, slot, slot_x};
use crate::frame::header;
use crate::frame::slot;

/// The most arguments that one handler places.
const MOST: usize = 3;

/// The handler that stands for the op at an index, which places an argument, and for all that follow until a builtin is called whose result is wanted.
pub(super) fn choose(function: &Function, at: usize) -> Option<Handler> {
    let placing =
        function.code[at..].iter().take_while(|op| op.flags == 0 && matches!(op.code, OpCode::Copy | OpCode::LoadK)).take(MOST + 1);
    let placing: Vec<_> = placing.collect();
    let call = function.code.get(at + placing.len()).filter(|op| op.code == OpCode::CallBuiltin && op.x != NONE)?;
    let count = call.c as usize;
    let first = count.checked_sub(placing.len())?;
    let in_order = placing.iter().zip(first..).all(|(op, index)| op.a == call.a + FRAME_HEADER_SLOTS + index as u32);
    if count > LENDABLE_ARGUMENTS || !in_order {
        return None;
    }
    let constants = placing.iter().enumerate().map(|(i, op)| usize::from(op.code == OpCode::LoadK) << i).sum::<usize>();
    let all_constant = constants + 1 == 1 << placing.len();
    if !all_constant && function.flags.any(FnFlags::MAIN.with(FnFlags::GENERATOR).with(FnFlags::DYNAMIC_VARS)) {
        return None;
    }
    let handlers = if first == 0 { handlers::<true>(placing.len()) } else { handlers::<false>(placing.len()) };
    handlers.get(constants).copied()
}

/// By which arguments are constants: the first one's bit is the lowest.
fn handlers<const ALL: bool>(count: usize) -> &'static [Handler] {
    match count {
        1 => &[place::<1, 0, ALL>, place::<1, 1, ALL>],
        2 => &[place::<2, 0, ALL>, place::<2, 1, ALL>, place::<2, 2, ALL>, place::<2, 3, ALL>],
        3 => &[
            place::<3, 0, ALL>,
            place::<3, 1, ALL>,
            place::<3, 2, ALL>,
            place::<3, 3, ALL>,
            place::<3, 4, ALL>,
            place::<3, 5, ALL>,
            place::<3, 6, ALL>,
            place::<3, 7, ALL>,
        ],
        _ => &[],
    }
}

/// Whether argument `i` of those that a handler places is a constant.
const fn is_constant(constants: u8, i: usize) -> bool {
    constants >> i & 1 != 0
}

/// Stands for the ops that place the last `N` arguments, and for the call behind them. Bits of `CONSTANTS`: which of them are constants. `ALL`: the call
/// has no others. Calls nothing itself, so that giving up costs little.
unsafe extern "C-unwind" fn place<const N: usize, const CONSTANTS: u8, const ALL: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the ops behind this one are as `choose` saw them: they fill the end of the window of the call, where nobody looks before it, and which has
    // no more arguments than tags are kept of. Operands are slots of this frame.
    unsafe {
        let call = pc.add(N);
        if let Some(func) = (&(*vm).cx.fns).get((*call).b as usize).and_then(Cell::get)
            && func.entry_kind.is_builtin()
            && !(*vm).stack.is_watched()
        {
            let first = if ALL { 0 } else { (*call).c as usize - N };
            let args = slot!(call, fp, a).add(first);
            for i in 0..N {
                let op = pc.add(i);
                if is_constant(CONSTANTS, i) {
                    slot::copy_bits(args.add(i), konst!(op, b));
                    continue;
                }
                let variable = slot!(op, fp, b);
                let kept = u32::from(*func.kept_tags.get_unchecked(first + i));
                if kept >> (slot::tag(variable) & 31) & 1 == 0 {
                    // What was placed so far is placed again.
                    return first_alone::<CONSTANTS>(pc, fp, vm);
                }
                slot::copy_bits(args.add(i), variable);
            }
            return call_lent::<N, ALL>(call, fp, vm, func);
        }
        first_alone::<CONSTANTS>(pc, fp, vm)
    }
}

#[inline(always)]
unsafe extern "C-unwind" fn first_alone<const CONSTANTS: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `place`.
    unsafe { if is_constant(CONSTANTS, 0) { LoadK(pc, fp, vm) } else { Copy(pc, fp, vm) } }
}

/// Runs a builtin whose last `N` arguments are not the window's own.
#[inline(never)]
unsafe extern "C-unwind" fn call_lent<const N: usize, const ALL: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, func: &'static Func) -> u64 {
    // SAFETY: `place` filled the window, and saw that the function is a builtin.
    unsafe {
        let Body::Builtin(thunk) = func.body else { std::hint::unreachable_unchecked() };
        header(fp).pc = pc;
        let count = if ALL { N as u32 } else { (*pc).c as u32 };
        let result = builtin::run_function(vm, thunk, func, slot!(pc, fp, a), count);
        if !ALL {
            release_owned(slot!(pc, fp, a), (*pc).c as u32 - N as u32);
        }
        let Ok(value) = result else {
            forget_lent::<N>(pc, fp);
            go_cold!(builtin_threw, pc, fp, vm)
        };
        slot_x!(pc, fp).write(value);
        if (*vm).cx.exception.is_none() && *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        forget_lent::<N>(pc, fp);
        go_cold!(settle, pc, fp, vm)
    }
}

#[inline(never)]
unsafe fn release_owned(args: *mut Value, count: u32) {
    // SAFETY: as for `release_args`.
    unsafe { release_args(args, count) }
}

/// What was lent is the variables' still: destructors that run while the frame stands at the call look for arguments.
#[cold]
#[inline(never)]
unsafe fn forget_lent<const N: usize>(pc: Pc, fp: *mut Value) {
    // SAFETY: as for `call_lent`.
    unsafe {
        let end = slot!(pc, fp, a).add((*pc).c as usize);
        for i in 1..=N {
            slot::set_tag(end.sub(i), slot::UNDEF);
        }
    }
}
