//! Machine code of whole functions: how it runs single ops by the interpreter's handlers, calls, returns, and what happens when it must leave.
//!
//! # Steps
//!
//! A handler ends in a jump to the next instruction's handler. Machine code that wants one op run calls its handler with the address of a *copy* of
//! the instruction. The copies of a function's instructions, with the constants behind them, lie at the same distances as the instructions themselves;
//! every copy has the handler [`step`], which returns the address that it was reached at. So whatever the op does, control comes back to the machine
//! code when the frame goes on: behind the op, at its jump target, or behind a call when the callee has returned. A frame whose header has the address
//! of a copy is run by machine code: unwinding stops there ([`unwound`]), since native frames must be left first.
//!
//! # Leaving
//!
//! Machine code returns the instruction to go on with, in whatever frame `Vm::fp` then is: behind the call when the function has returned, one of its
//! own when the interpreter takes over. Whoever entered it from the interpreter goes there. Machine code that called it says so by a flag in the header
//! and gets the result itself if the function has returned ([`Exit`]); otherwise it asks [`resume`], which runs the interpreter until the frame goes on.

pub mod places;

use std::alloc::Layout;
use std::mem::offset_of;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use loxo_bytecode::NONE;
use loxo_runtime::{EntryKind, Func};
use loxo_value::Value;

use crate::Vm;
use crate::access::lookup_cache::InlineCache;
use crate::code::functions::FunctionCode;
use crate::code::instruction::{Handler, Insn, Pc, slot_x};
use crate::code::{Code, code_of};
use crate::frame::slot::{self, release};
use crate::frame::{HEADER_BYTES, Header, flags, header};
use crate::handlers::slow_path::finish;

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

/// What belongs to the machine code of a whole function.
#[derive(Default)]
pub(crate) struct Whole {
    /// Copies of the instructions and of what lies behind them; null before there is machine code.
    steps: AtomicPtr<u8>,
    pub(crate) code: AtomicPtr<FunctionCode>,
    /// How often the function was called.
    pub(crate) calls: AtomicU32,
    /// How often it was compiled.
    pub(crate) tries: AtomicU32,
}

impl Whole {
    /// Address of the copies, or 0.
    pub(crate) fn steps(&self) -> usize {
        self.steps.load(Ordering::Acquire) as usize
    }

    /// Makes the copies, if there are none.
    pub(crate) fn make_steps(&self, code: &Code) {
        if self.steps() != 0 {
            return;
        }
        // SAFETY: the block is as large as its layout says; what is copied of it is not written meanwhile but for handlers, which are not kept. All
        // values in it are immortal.
        unsafe {
            let copy = std::alloc::alloc(code.layout);
            if copy.is_null() {
                std::alloc::handle_alloc_error(code.layout);
            }
            std::ptr::copy_nonoverlapping(code.block, copy, code.layout.size());
            for at in 0..code.len {
                (*copy.cast::<Insn>().add(at)).set_handler(step);
            }
            if self.steps.compare_exchange(std::ptr::null_mut(), copy, Ordering::AcqRel, Ordering::Acquire).is_err() {
                std::alloc::dealloc(copy, code.layout);
            }
        }
    }

    /// # Safety
    /// Nobody runs the code any more, whose block has this layout.
    pub(crate) unsafe fn free_steps(&mut self, layout: Layout) {
        let steps = *self.steps.get_mut();
        if !steps.is_null() {
            // SAFETY: allocated with this layout in `make_steps`.
            unsafe { std::alloc::dealloc(steps, layout) };
        }
    }
}

impl Code {
    /// The copy of an instruction that machine code runs.
    pub(crate) fn step(&self, op: u32) -> Pc {
        (self.whole.steps() as *const Insn).wrapping_add(op as usize)
    }

    /// The instruction that one stands for that machine code runs.
    fn real(&self, pc: Pc) -> Pc {
        self.at(self.index_of(pc) as u32)
    }
}

/// The handler of copies: back to machine code.
unsafe extern "C-unwind" fn step(pc: Pc, _fp: *mut Value, _vm: *mut Vm) -> u64 {
    pc as u64
}

/// Machine code runs the op.
pub(crate) fn is_step_handler(handler: *const ()) -> bool {
    std::ptr::eq(handler, step as *const ())
}

/// Where unwinding stops that has reached a frame which machine code runs.
static UNWOUND: Insn = Insn::new(step, [0; 3], 0);

pub(crate) fn unwound() -> Pc {
    &raw const UNWOUND
}

/// Machine code, running frame `fp`, was brought to `pc` and not to `expected`: something was thrown, or a callee goes on in the interpreter. Runs that
/// until the frame goes on; gives `expected`, or where the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp`, whose header says where it stands.
pub unsafe extern "C-unwind" fn resume(fp: *mut Value, vm: *mut Vm, pc: Pc, word: u64, expected: Pc) -> Exit {
    // SAFETY: as the caller promises; every handler that it has called comes back at a copy of an instruction of this frame, or unwound.
    unsafe {
        let code = code_of(&*header(fp).func);
        let (mut pc, mut handler) = (pc, handler_of(word));
        loop {
            if std::ptr::eq(pc, unwound()) {
                let head = header(fp);
                head.pc = code.real(head.pc);
                return Exit::at((*vm).unwind());
            }
            if (*vm).fp == fp && code.is_step(pc) {
                return Exit::at(if pc == expected { pc } else { code.real(pc) });
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
            drop(value);
            if *(*vm).pending != 0 {
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
            slot::copy_bits(slot_x!(call, caller), &raw const value);
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

/// Where machine code finds things: offsets in bytes.
pub struct Offsets {
    /// Of the machine.
    pub fp: i32,
    pub pending: i32,
    pub stack_limit: i32,
    pub native_limit: i32,
    /// From a frame's address.
    pub closure: i32,
    pub func: i32,
    pub pc: i32,
    pub prev: i32,
    pub extra: i32,
    pub class: i32,
    /// Followed by the flags.
    pub nargs: i32,
    pub flags: i32,
    pub this: i32,
    /// Of a function.
    pub entry: i32,
    pub num_params: i32,
    pub frame_slots: i32,
    pub entry_kind: i32,
    /// From a function's first instruction.
    pub native: i32,
    /// Of an instruction.
    pub x: i32,
    pub instruction: i64,
    /// Of the machine, of an object, of an inline cache's two words.
    pub caches: i32,
    pub object_class: i32,
    pub cache_key: i32,
    pub cache_value: i32,
    /// Bytes of an inline cache.
    pub cache: i32,
    /// The kind of functions that take nothing but their arguments.
    pub plain: u8,
    /// Flags of a frame that a result may be given back from as it is, and those that say that compiled code has called it.
    pub ordinary: u32,
    pub called_natively: u32,
    pub bare: u32,
    pub unwanted: u32,
    /// Of a function.
    pub func_flags: i32,
}

pub const OFFSETS: Offsets = Offsets {
    fp: offset_of!(Vm, fp) as i32,
    pending: offset_of!(Vm, pending) as i32,
    stack_limit: (offset_of!(Vm, stack) + offset_of!(crate::frame::stack::FrameStack, limit)) as i32,
    native_limit: (offset_of!(Vm, stack) + offset_of!(crate::frame::stack::FrameStack, native_limit)) as i32,
    closure: of_header(offset_of!(Header, closure)),
    func: of_header(offset_of!(Header, func)),
    pc: of_header(offset_of!(Header, pc)),
    prev: of_header(offset_of!(Header, prev)),
    extra: of_header(offset_of!(Header, extra)),
    class: of_header(offset_of!(Header, class)),
    nargs: of_header(offset_of!(Header, nargs)),
    flags: of_header(offset_of!(Header, flags)),
    this: of_header(offset_of!(Header, this)),
    entry: offset_of!(Func, entry) as i32,
    num_params: offset_of!(Func, num_params) as i32,
    frame_slots: offset_of!(Func, frame_slots) as i32,
    entry_kind: offset_of!(Func, entry_kind) as i32,
    native: -(size_of::<usize>() as i32),
    x: offset_of!(Insn, xf) as i32,
    instruction: size_of::<Insn>() as i64,
    plain: EntryKind::Plain as u8,
    caches: offset_of!(Vm, caches) as i32,
    object_class: offset_of!(loxo_value::ObjHeader, class) as i32,
    cache_key: offset_of!(InlineCache, key) as i32,
    cache_value: offset_of!(InlineCache, value) as i32,
    cache: size_of::<InlineCache>() as i32,
    ordinary: flags::ORDINARY,
    called_natively: flags::NATIVE,
    bare: flags::BARE,
    unwanted: flags::UNWANTED,
    func_flags: offset_of!(Func, flags) as i32,
};

const fn of_header(offset: usize) -> i32 {
    offset as i32 - HEADER_BYTES as i32
}
