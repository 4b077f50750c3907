//! What machine code of whole functions calls when it returns, calls or must leave. How it runs single ops: `loxo_vm::for_machine_code::machine_code`.
//!
//! # Leaving
//!
//! Machine code returns the instruction to go on with, in whatever frame `Vm::fp` then is: behind the call when the function has returned, one of its
//! own when the interpreter takes over. Whoever entered it from the interpreter goes there. Machine code that called it says so by a flag in the header
//! and gets the result itself if the function has returned ([`Exit`]); otherwise it asks [`resume`], which runs the interpreter until the frame goes on.

use loxo_bytecode::{NONE, OpCode, flag};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::unwound;
use loxo_vm::for_machine_code::slot::{self, release};
use loxo_vm::for_machine_code::{Code, Handler, Header, Insn, Pc, code_of, finish, flags, header};

/// Machine code of a function: takes a frame, its machine, and 0 for a call or the number of an entry from 1 on.
pub type Compiled = unsafe extern "C-unwind" fn(*mut Value, *mut Vm, u64) -> Exit;

/// What machine code gives back: a result, or where the interpreter goes on.
#[repr(C)]
pub struct Exit {
    /// The first word of the result, or an instruction.
    content: u64,
    /// The second word of the result. With [`LEFT`]: the handler to go on with, or 0 for that of the instruction, which may lead back to where it came
    /// from.
    word: u64,
}

/// A bit of [`Exit`]'s second word: there is no result.
pub const LEFT: u64 = 1 << 63;

impl Exit {
    fn at(pc: Pc) -> Exit {
        Exit { content: pc as u64, word: LEFT }
    }

    /// The instruction that the interpreter goes on with, and the handler.
    ///
    /// # Safety
    /// The code was entered by the interpreter.
    #[inline(always)]
    pub(crate) unsafe fn next(&self) -> (Pc, Handler) {
        let pc = self.content as Pc;
        // SAFETY: as the caller promises: it is an instruction, and the handler 0 or a handler.
        unsafe { (pc, handler_of(self.word).unwrap_or_else(|| (*pc).handler())) }
    }
}

/// # Safety
/// The second word of an [`Exit`] without a result.
unsafe fn handler_of(word: u64) -> Option<Handler> {
    // SAFETY: as the caller promises; 0 is `None`.
    unsafe { std::mem::transmute::<usize, Option<Handler>>((word & !LEFT) as usize) }
}

/// The copy of an instruction that machine code runs.
pub(crate) fn step(code: &Code, op: u32) -> Pc {
    (code.whole.steps() as *const Insn).wrapping_add(op as usize)
}

/// The instruction that one stands for that machine code runs.
fn real(code: &Code, pc: Pc) -> Pc {
    code.at(code.index_of(pc) as u32)
}

/// The interpreter takes over a frame that machine code has called: its header owns `$this` from now on.
///
/// # Safety
/// The frame is live.
pub unsafe extern "C-unwind" fn own_this(fp: *mut Value) {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(fp);
        if head.flags & flags::BARE != 0 {
            head.flags &= !flags::BARE;
            slot::count_up(&raw const head.this);
        }
    }
}

/// Writes the variables that the closure in a window has captured.
///
/// # Safety
/// The window is that of a closure's function, whose stack reaches far enough.
pub unsafe extern "C-unwind" fn bind_captured(callee: *mut Value) {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(callee);
        let func = &*head.func;
        let first = callee.add(func.num_params as usize);
        for captured in 0..code_of(func).function().uses.len() {
            slot::set_tag(first.add(captured), slot::UNDEF);
        }
        loxo_vm::for_machine_code::bind_captured(head, first);
    }
}

/// Writes the constant defaults of parameters that nothing was passed for. 0: there are too many arguments, or too few.
///
/// # Safety
/// The window is that of a user function with so many arguments, and its stack reaches far enough.
pub unsafe extern "C-unwind" fn write_defaults(callee: *mut Value, count: u64) -> u64 {
    // SAFETY: as the caller promises; there are as many defaults as the function says.
    unsafe {
        let func = &*header(callee).func;
        let (count, params) = (count as usize, func.num_params as usize);
        if count > params || count < func.required as usize {
            return 0;
        }
        for param in count..params {
            let default = (func.direct.defaults as *const Value).wrapping_add(param);
            let place = callee.add(param);
            if param < func.direct.count as usize { slot::copy_bits(place, default) } else { slot::set_tag(place, slot::UNDEF) }
        }
        1
    }
}

/// Machine code, running frame `fp`, was brought to `pc` and not to `expected`: something was thrown, or a callee goes on in the interpreter. Runs that
/// until the frame goes on; gives `expected`, or where the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp`, whose header says where it stands.
pub unsafe extern "C-unwind" fn resume(fp: *mut Value, vm: *mut Vm, pc: Pc, word: u64, expected: Pc) -> Exit {
    // SAFETY: as the caller promises; every handler that it has called comes back at a copy of an instruction of this frame, or unwound.
    unsafe {
        own_this(fp);
        let code = code_of(&*header(fp).func);
        let (mut pc, mut handler) = (pc, handler_of(word));
        loop {
            if std::ptr::eq(pc, unwound()) {
                let head = header(fp);
                head.pc = real(code, head.pc);
                return Exit::at((*vm).unwind());
            }
            if (*vm).fp == fp && code.is_step(pc) {
                return Exit::at(if pc == expected { pc } else { real(code, pc) });
            }
            let next = handler.take().unwrap_or_else(|| (*pc).handler());
            pc = next(pc, (*vm).fp, vm) as Pc;
        }
    }
}

/// Something is pending behind the op at `pc`: does it, before the interpreter goes on at `next`.
///
/// # Safety
/// For machine code that runs frame `fp`.
pub unsafe extern "C-unwind" fn settle(fp: *mut Value, vm: *mut Vm, pc: Pc, next: Pc) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        own_this(fp);
        header(fp).pc = pc;
        Exit::at(finish(Ok(next), pc, fp, vm))
    }
}

/// Drops what a slot holds.
///
/// # Safety
/// The slot is the caller's, and is written before anybody looks.
pub unsafe extern "C-unwind" fn drop_slot(place: *mut Value) {
    // SAFETY: as the caller promises.
    unsafe {
        if !slot::count_down(place) {
            release(place);
        }
    }
}

/// The local variable that the op at `pc` returns; null if it returns something else.
///
/// # Safety
/// The frame runs the function, and stands there.
unsafe fn returned_local(head: &Header, fp: *mut Value, pc: Pc) -> *mut Value {
    // SAFETY: as the caller promises.
    unsafe {
        let code = code_of(&*head.func);
        let op = code.op_at(pc);
        let local = op.code == OpCode::Return && op.flags & flag::CONSUME_A == 0 && (op.a as usize) < code.function().locals.len();
        if local { fp.add(op.a as usize) } else { std::ptr::null_mut() }
    }
}

/// Leaves the frame with a result where something must be dropped: what it owns, or the result that nobody wants.
///
/// # Safety
/// For machine code that runs frame `fp`, standing at the op `pc`, which returns; the two words are a value that belongs to the caller.
pub unsafe extern "C-unwind" fn give_back(fp: *mut Value, vm: *mut Vm, payload: u64, word: u64, pc: Pc) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let mut value = Value::NULL;
        (&raw mut value).cast::<u64>().write(payload);
        (&raw mut value).cast::<u64>().add(1).write(word);
        own_this(fp);
        let head = header(fp);
        if head.flags & !flags::ORDINARY != 0 || value.is_ref() {
            head.pc = pc;
            let next = (*vm).return_value(fp, value);
            return Exit::at(finish(next, pc, fp, vm));
        }
        let caller = head.prev;
        let call = header(caller).pc;
        if (*call).x() == NONE {
            head.pc = pc;
            let place = returned_local(head, fp, pc);
            if !place.is_null() && !slot::counted(place) {
                // It was moved out; the locals go in their order, when nothing runs in this frame any more.
                slot::copy_bits(place, &raw const value);
                std::mem::forget(value);
            } else {
                drop(value);
            }
            if place.is_null() && *(*vm).pending != 0 {
                // Its destructor runs in this frame; what that throws is thrown by the call.
                (*vm).run_pending();
                (*vm).fp = caller;
                (*vm).release_frame(fp);
                let result = (*vm).cx.check().map(|()| call.add(1));
                return Exit::at(finish(result, call, caller, vm));
            }
            value = Value::UNDEF;
        }
        for i in 0..(*head.func).num_locals as usize {
            release(fp.add(i));
        }
        release(&raw mut head.this);
        release(&raw mut head.closure);
        (*vm).fp = caller;
        if (*call).x() != NONE {
            slot::copy_bits(caller.add((*call).x() as usize), &raw const value);
            std::mem::forget(value);
        }
        let next = call.add(1);
        if *(*vm).pending == 0 {
            return Exit::at(next);
        }
        header(caller).pc = call;
        Exit::at(finish(Ok(next), call, caller, vm))
    }
}
