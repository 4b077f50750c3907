//! The half of an op that is not fast: macros that define it as a handler of its own, and what all of them do at their end.

use loxo_runtime::{PhpResult, Thrown};
use loxo_value::Value;

use crate::Vm;
use crate::code::instruction::{Pc, slot};
use crate::frame::header;

/// Defines a handler that is all slow path: `slow_op!(Name, |vm, fp, pc| body)`, where the body gives `PhpResult<()>` and control goes on
/// with the next instruction; `=> jump` bodies give `PhpResult<Pc>`.
macro_rules! slow_op {
    ($(#[$meta:meta])* $name:ident, |$vm:ident, $fp:ident, $pc:ident| $body:block) => {
        $crate::handlers::slow_path::slow_op!($(#[$meta])* $name => jump, |$vm, $fp, $pc| {
            (|| -> loxo_runtime::PhpResult<()> { $body })().map(|()| $pc.add(1))
        });
    };
    ($(#[$meta:meta])* $name:ident => jump, |$vm:ident, $fp:ident, $pc:ident| $body:block) => {
        $(#[$meta])*
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name(
            pc: $crate::code::instruction::Pc, fp: *mut loxo_value::Value, vm: *mut $crate::Vm,
        ) -> u64 {
            #[inline(never)]
            #[allow(unused_variables, unused_unsafe, clippy::redundant_closure_call)]
            unsafe fn outlined(pc: $crate::code::instruction::Pc, fp: *mut loxo_value::Value, vm: *mut $crate::Vm) -> $crate::code::instruction::Pc {
                // SAFETY: a handler is called with the frame and VM it runs in; the verifier vouches for the operands.
                unsafe {
                    $crate::frame::header(fp).pc = pc;
                    let $vm = &mut *vm;
                    let $fp = fp;
                    let $pc = pc;
                    let result: loxo_runtime::PhpResult<$crate::code::instruction::Pc> = (|| $body)();
                    $crate::handlers::slow_path::finish(result, pc, fp, vm)
                }
            }
            // SAFETY: as above.
            unsafe {
                let next = outlined(pc, fp, vm);
                $crate::code::instruction::go!(next, (*vm).fp, vm)
            }
        }
    };
}
pub(crate) use slow_op;

/// Defines the cold half of a handler with a fast path, as `slow_op!` defines a whole one.
macro_rules! cold_path {
    ($(#[$meta:meta])* $name:ident, |$vm:ident, $fp:ident, $pc:ident| $body:block) => {
        $crate::handlers::slow_path::slow_op!($(#[$meta])* #[cold] #[inline(never)] $name, |$vm, $fp, $pc| $body);
    };
    ($name:ident => jump, |$vm:ident, $fp:ident, $pc:ident| $body:block) => {
        $crate::handlers::slow_path::slow_op!(#[cold] #[inline(never)] $name => jump, |$vm, $fp, $pc| $body);
    };
}
pub(crate) use cold_path;

/// Leaves the rest of an instruction to another handler. That is a jump too: whatever is called in any other way makes the handler save
/// registers before it knows whether it needs them.
macro_rules! go_cold {
    ($f:ident, $pc:expr, $fp:expr, $vm:expr) => {
        return $f($pc, $fp, $vm)
    };
}
pub(crate) use go_cold;

// What an op does last when something was freed on a fast path.
cold_path!(settle, |vm, fp, pc| { Ok(()) });

/// What every cold path does last: unwind if something was thrown, run waiting destructors, else go on.
#[inline(always)]
pub unsafe fn finish(result: PhpResult<Pc>, pc: Pc, fp: *mut Value, vm: *mut Vm) -> Pc {
    // SAFETY: called by handlers with their own arguments.
    unsafe {
        match result {
            Ok(next) if (*vm).cx.exception.is_none() && *(*vm).pending == 0 => next,
            other => finish_slow(other, pc, fp, vm),
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn finish_slow(result: PhpResult<Pc>, pc: Pc, fp: *mut Value, vm: *mut Vm) -> Pc {
    // SAFETY: as for `finish`.
    unsafe {
        match result {
            Err(Thrown) => (*vm).unwind(),
            Ok(next) => {
                // A handler of a warning threw although the op went on; its result must not be left behind.
                if (*vm).cx.exception.is_some() && (*vm).fp == fp {
                    drop_result(pc, fp);
                    return (*vm).unwind();
                }
                if (*vm).fp == fp {
                    if let Some(result) = assigned_result(pc, next, fp) {
                        return finish_assigned(result, next, fp, vm);
                    }
                    (*vm).beside_call(fp, Vm::run_pending);
                } else {
                    (*vm).run_pending();
                }
                if (*vm).cx.exception.is_some() || (*vm).cx.ending.is_some() {
                    if (*vm).fp == fp {
                        drop_result(pc, fp);
                    } else {
                        header((*vm).fp).pc = next;
                    }
                    return (*vm).unwind();
                }
                next
            }
        }
    }
}

/// What the expression `$a = …` at `pc` is worth, if the next instruction takes it: the value assigned, whatever the destructor of the old
/// value is about to do to the variable.
unsafe fn assigned_result(pc: Pc, next: Pc, fp: *mut Value) -> Option<Value> {
    use loxo_bytecode::OpCode;
    // SAFETY: the frame is a user frame standing at `pc`, or one that stands for Rust code.
    unsafe {
        if header(fp).flags & crate::frame::flags::REENTRY != 0 || next != pc.add(1) {
            return None;
        }
        let code = crate::code::code_of(&*header(fp).func);
        let op = code.op_at(pc);
        if !matches!(op.code, OpCode::Assign | OpCode::AssignK) {
            return None;
        }
        let after = code.op_at(next);
        (after.code == OpCode::CopyQuiet && after.b == op.a && after.flags & loxo_bytecode::flag::CONSUME_B == 0)
            .then(|| (*crate::frame::slot::deref(fp.add(op.a as usize))).clone())
    }
}

/// Runs what is waiting, then does the copy at `next` with the value from before.
unsafe fn finish_assigned(result: Value, next: Pc, fp: *mut Value, vm: *mut Vm) -> Pc {
    // SAFETY: as for `finish`; `next` is a `CopyQuiet` of this frame.
    unsafe {
        (*vm).beside_call(fp, Vm::run_pending);
        if (*vm).cx.exception.is_some() || (*vm).cx.ending.is_some() {
            drop(result);
            return (*vm).unwind();
        }
        slot!(next, fp, a).write(if result.is_undef() { Value::NULL } else { result });
        next.add(1)
    }
}

/// Drops what the instruction at `pc` has written to its result slot.
unsafe fn drop_result(pc: Pc, fp: *mut Value) {
    // SAFETY: the frame is a user frame standing at `pc`, or one that stands for Rust code and drops its result itself.
    unsafe {
        if header(fp).flags & crate::frame::flags::REENTRY != 0 {
            return;
        }
        let code = crate::code::code_of(&*header(fp).func);
        let op = code.op_at(pc);
        let kinds = op.code.info().operands;
        let slot = match kinds {
            [loxo_bytecode::OperandKind::Dst, ..] => op.a,
            [_, _, _, loxo_bytecode::OperandKind::Dst] => op.x,
            _ => return,
        };
        if slot != loxo_bytecode::NONE && (slot as usize) < code.function().frame_slots as usize {
            *fp.add(slot as usize) = Value::UNDEF;
        }
    }
}
