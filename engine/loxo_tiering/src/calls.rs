//! What machine code of whole functions calls when it returns, calls or must leave. How it runs single ops: `loxo_vm::for_machine_code::machine_code`.
//!
//! # Leaving
//!
//! Machine code returns the instruction to go on with, in whatever frame `Vm::fp` then is: behind the call when the function has returned, one of its
//! own when the interpreter takes over. Whoever entered it from the interpreter goes there. Machine code that called it says so by a flag in the header
//! and gets the result itself if the function has returned ([`Exit`]); otherwise it asks [`resume`], which runs the interpreter until the frame goes on.

use std::sync::atomic::{AtomicUsize, Ordering};

use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, OpCode, flag};
use loxo_runtime::{EntryKind, Func};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::unwound;
use loxo_vm::for_machine_code::slot::{self, release};
use loxo_vm::for_machine_code::{self as interpreter, ArgList, Code, Handler, Header, Insn, Pc, code_of, finish, flags, header};

use crate::exits::handler_of;
use crate::function_code::was_left;

pub use crate::exits::{Compiled, Exit, LEFT};

/// The copy of an instruction that machine code runs.
pub(crate) fn step(code: &Code, op: u32) -> Pc {
    (code.whole.steps() as *const Insn).wrapping_add(op as usize)
}

/// The instruction that one stands for that machine code runs.
fn real(code: &Code, pc: Pc) -> Pc {
    code.at(code.index_of(pc) as u32)
}

/// The interpreter takes over a frame that machine code has called: its header owns `$this` and the closure from now on.
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
            slot::count_up(&raw const head.closure);
        }
    }
}

/// The result of a call that lies in a slot, or in none ([`NONE`]).
///
/// # Safety
/// The frame has it.
#[inline(always)]
pub(crate) unsafe fn result_in(fp: *mut Value, at: u32) -> Exit {
    if at == NONE {
        return Exit { content: 0, word: 0 };
    }
    // SAFETY: a slot of the frame; what lies behind the tag and flags is not the value's.
    unsafe {
        let place = fp.add(at as usize).cast::<u64>();
        Exit { content: *place, word: *place.add(1) & 0xffff_ffff }
    }
}

/// Writes the header of a window for a function.
#[inline(always)]
pub(crate) fn open(head: &mut Header, func: &'static Func) {
    head.func = func;
    head.class = std::ptr::null();
    head.extra = std::ptr::null_mut();
    // SAFETY: slots of a window own nothing before it is started.
    unsafe {
        slot::set_tag(&raw mut head.this, slot::UNDEF);
        slot::set_tag(&raw mut head.closure, slot::UNDEF);
    }
    (head.nargs, head.flags) = (0, 0);
}

/// The native code of a callee, with the count of its arguments and in the upper half the flags of its frame; 0: the interpreter has to enter it.
#[repr(C)]
pub struct Prepared(pub(crate) usize, pub(crate) u64);

impl Prepared {
    pub(crate) const NOT: Prepared = Prepared(0, 0);
}

/// Completes a window with so many arguments for native code.
///
/// # Safety
/// The window is started, holds the arguments, and lies in a frame that machine code runs.
pub unsafe extern "C-unwind" fn prepare(callee: *mut Value, count: u64, vm: *mut Vm) -> Prepared {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(callee);
        let func = &*head.func;
        if func.entry_kind.is_builtin() {
            return Prepared::NOT;
        }
        let (given, params) = (count as usize, func.num_params as usize);
        let most = if func.entry_kind == EntryKind::Variadic { usize::MAX } else { params };
        let end = callee.wrapping_add(func.frame_slots.max(count as u32) as usize + FRAME_HEADER_SLOTS as usize);
        if given > most || given < func.required as usize || end > (*vm).stack.limit || !is_ordinary(func, callee, given) {
            return Prepared::NOT;
        }
        let native = native_of(func);
        if native == 0 {
            return Prepared::NOT;
        }
        let mut its = head.flags;
        if func.entry_kind == EntryKind::Variadic && given >= params {
            interpreter::collect(callee.add(params - 1), given + 1 - params);
            its |= flags::COLLECTED;
        }
        complete(callee, func, given);
        Prepared(native, count | u64::from(its) << 32)
    }
}

/// Nothing but the arguments in a window, and what a closure has captured, is needed for entering its function.
///
/// # Safety
/// As for [`prepare`].
#[inline(always)]
unsafe fn is_ordinary(func: &Func, callee: *mut Value, count: usize) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(callee);
        let no_flags = head.flags == 0;
        match func.entry_kind {
            EntryKind::Plain | EntryKind::Constant => true,
            EntryKind::Closure => no_flags,
            EntryKind::References => {
                let passed = func.params.iter().take(count).enumerate();
                no_flags && passed.filter(|(_, param)| param.by_ref).all(|(i, _)| slot::tag(callee.add(i)) == slot::REFERENCE)
            }
            EntryKind::Variadic => no_flags && head.extra.is_null() && interpreter::is_collected(func, callee, count),
            _ => false,
        }
    }
}

/// Address of the code that calls of a function enter, or 0.
///
/// # Safety
/// It is a user function.
#[inline(always)]
pub(crate) unsafe fn native_of(func: &Func) -> usize {
    // SAFETY: the word lies in front of the first instruction, also in front of the one of functions without code.
    unsafe { (*(func.entry.get() as *const AtomicUsize).sub(1)).load(Ordering::Acquire) }
}

/// Writes the constant defaults of parameters that nothing was passed for, and what a closure has captured.
///
/// # Safety
/// The window is that of a user function with so many arguments, and its stack reaches far enough.
unsafe fn complete(callee: *mut Value, func: &Func, count: usize) {
    // SAFETY: as the caller promises; there are as many defaults as the function says.
    unsafe {
        let params = func.num_params as usize;
        for param in count..params {
            let default = (func.direct.defaults as *const Value).wrapping_add(param);
            let place = callee.add(param);
            if param < func.direct.count as usize { slot::copy_bits(place, default) } else { slot::set_tag(place, slot::UNDEF) }
        }
        if func.entry_kind == EntryKind::Closure {
            let first = callee.add(params);
            let bound = interpreter::bind_captured(header(callee), first);
            for rest in bound..code_of(func).function().uses.len() {
                slot::set_tag(first.add(rest), slot::UNDEF);
            }
        }
    }
}

/// Moves so many arguments from a slot on into an array, which takes the place of the first.
///
/// # Safety
/// The arguments are the last ones of a window.
pub unsafe extern "C-unwind" fn collect(first: *mut Value, count: u64) {
    // SAFETY: as the caller promises.
    unsafe { interpreter::collect(first, count as usize) }
}

/// Passes the elements of the array in a slot as arguments of the call in a window, and completes that; where not, nothing was done. `consumed`: the slot
/// is a temporary that goes.
///
/// # Safety
/// The window is started, has no arguments, and lies in a frame that machine code runs, as does the slot.
pub unsafe extern "C-unwind" fn spread(callee: *mut Value, source: *mut Value, consumed: u64, vm: *mut Vm) -> Prepared {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(callee);
        let func = &*head.func;
        let list = (*slot::deref(source)).as_array().and_then(|array| array.packed_data());
        let Some(list) = list.filter(|list| (func.required as usize..=func.num_params as usize).contains(&list.len())) else {
            return Prepared::NOT;
        };
        let end = callee.wrapping_add((func.frame_slots + FRAME_HEADER_SLOTS) as usize);
        if !func.entry_kind.is_plain_or_closure() || head.flags & !flags::CONSTRUCTOR != 0 || end > (*vm).stack.limit {
            return Prepared::NOT;
        }
        let native = native_of(func);
        if native == 0 || list.iter().any(|value| slot::tag(value) == slot::UNDEF) {
            return Prepared::NOT;
        }
        // A temporary may lie where the arguments go: it is moved behind the parameters before they are written.
        let held = callee.add(func.num_locals as usize);
        if consumed != 0 {
            slot::copy_bits(held, source);
        }
        for (i, value) in list.iter().enumerate() {
            slot::copy(callee.add(i), slot::deref(value));
        }
        if consumed != 0 {
            release(held);
        }
        let count = list.len();
        complete(callee, func, count);
        Prepared(native, count as u64 | u64::from(head.flags) << 32)
    }
}

/// Moves an argument list to the window of a call and completes that; where not, nothing was done.
///
/// # Safety
/// As for [`spread`]; the slot is the temporary of the list.
#[inline(always)]
pub(crate) unsafe fn place_list(callee: *mut Value, list: *mut Value, vm: *mut Vm) -> Prepared {
    // SAFETY: as the caller promises.
    unsafe {
        let head = header(callee);
        let func = &*head.func;
        let end = callee.wrapping_add((func.frame_slots + FRAME_HEADER_SLOTS) as usize);
        let is_ordinary = head.flags & !flags::CONSTRUCTOR == 0 && head.extra.is_null();
        let collects = func.entry_kind == EntryKind::Variadic;
        if !(func.entry_kind.is_plain_or_closure() || collects) || !is_ordinary || end > (*vm).stack.limit {
            return Prepared::NOT;
        }
        let native = native_of(func);
        if native == 0 {
            return Prepared::NOT;
        }
        let args = ArgList::in_temporary(list);
        let placed = if collects { args.collect_to(func, callee) } else { args.move_to(func, callee) };
        let Some(count) = placed else { return Prepared::NOT };
        ArgList::give_back(list, &raw mut (*vm).spare_list);
        let (passed, its) = if collects { (func.num_params, flags::COLLECTED) } else { (count, 0) };
        complete(callee, func, passed as usize);
        Prepared(native, u64::from(count) | u64::from(head.flags | its) << 32)
    }
}

/// Drops what a slot of a frame that returns holds, which is counted, and leaves it undefined. Not 0: something is pending then, or nothing was done,
/// because nobody may want the result, which has this word and goes first.
///
/// # Safety
/// For machine code that runs frame `fp`.
pub unsafe extern "C-unwind" fn release_slot(place: *mut Value, fp: *mut Value, vm: *mut Vm, word: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe {
        if slot::count_down(place) {
            slot::set_tag(place, slot::UNDEF);
            return 0;
        }
        free_slot(place, fp, vm, word)
    }
}

/// The same for some slots, whatever they hold: not 0 where one of them could not be released, and those behind it were not looked at.
///
/// # Safety
/// As for it; the list has the distances of so many slots from the frame, in bytes.
pub unsafe extern "C-unwind" fn release_slots(fp: *mut Value, vm: *mut Vm, list: *const u32, count: usize, word: u64) -> u64 {
    // SAFETY: as the caller promises.
    unsafe {
        for index in 0..count {
            let place = fp.byte_add(*list.add(index) as usize);
            if slot::counted(place) && release_slot(place, fp, vm, word) != 0 {
                return 1;
            }
        }
        0
    }
}

/// [`release_slot`] where a lower count is not enough.
///
/// # Safety
/// As for it.
#[inline(never)]
pub unsafe extern "C-unwind" fn free_slot(place: *mut Value, fp: *mut Value, vm: *mut Vm, word: u64) -> u64 {
    // SAFETY: as for `release_slot`.
    unsafe {
        let is_counted = word & u64::from(loxo_value::REFCOUNTED) << 8 != 0;
        if is_counted && header(fp).flags & flags::UNWANTED != 0 {
            return 1;
        }
        release(place);
        slot::set_tag(place, slot::UNDEF);
        u64::from(*(*vm).pending)
    }
}

/// Gives up an object that machine code has kept for a frame that it has called, or nothing (0); gives whether something is pending then.
///
/// # Safety
/// The object is the caller's, and the call is over.
pub unsafe extern "C-unwind" fn drop_object(object: u64, vm: *mut Vm) -> u64 {
    // SAFETY: as the caller promises.
    unsafe {
        if object != 0 {
            let mut words = object_words(object);
            drop_slot((&raw mut words).cast());
        }
        u64::from(*(*vm).pending)
    }
}

/// The interpreter has entered machine code of a frame: it takes the result itself, whoever has called the frame. Says in the flags if it will not.
///
/// # Safety
/// The frame is live.
pub(crate) unsafe fn entered(head: &mut Header) {
    // SAFETY: an ordinary frame was called by the op that its caller stands at.
    unsafe {
        let its = head.flags & !(flags::NATIVE | flags::BARE | flags::UNWANTED);
        let is_wanted = its & !flags::ORDINARY == 0 && (*header(head.prev).pc).x() != NONE;
        head.flags = if is_wanted { its } else { its | flags::UNWANTED };
    }
}

/// The object or the closure that the caller of machine code can keep for a header while the call lasts, or 0; `None`: there are both, or it is no
/// ordinary call.
///
/// # Safety
/// The frame is complete.
#[inline(always)]
pub(crate) unsafe fn kept_for(head: &Header) -> Option<u64> {
    // SAFETY: as the caller promises.
    unsafe {
        let (closure, this) = (&raw const head.closure, &raw const head.this);
        match (slot::counted(closure), slot::counted(this)) {
            _ if head.flags != 0 => None,
            (true, true) => None,
            // The name that a magic method is asked for lies there too.
            (true, false) => (slot::tag(closure) == slot::OBJECT).then(|| *closure.cast::<u64>()),
            (false, true) => Some(*this.cast::<u64>()),
            (false, false) => Some(0),
        }
    }
}

/// The words of an object's value.
fn object_words(object: u64) -> [u64; 2] {
    let flags = loxo_value::REFCOUNTED | loxo_value::COLLECTABLE;
    [object, u64::from(slot::OBJECT) | u64::from(flags) << 8 | loxo_value::PRESENT]
}

/// Gives up the count of an object that was kept; `false`: that takes more than a lower count, and nothing was done.
///
/// # Safety
/// It is the caller's.
#[inline(always)]
pub(crate) unsafe fn gives_up_object(object: u64) -> bool {
    let words = object_words(object);
    // SAFETY: as the caller promises.
    unsafe { slot::count_down((&raw const words).cast()) }
}

/// Machine code, running frame `fp`, was brought to `pc` and not to `expected`: something was thrown, or a callee goes on in the interpreter. Runs that
/// until the frame goes on; gives `expected`, or where the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp`, whose header says where it stands.
unsafe fn resume(fp: *mut Value, vm: *mut Vm, pc: Pc, word: u64, expected: Pc) -> Exit {
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

/// Runs a single op by a handler: `pc` is the copy of its instruction. The content is 0 where the frame goes on behind it, else where the interpreter
/// goes on.
///
/// # Safety
/// For machine code that runs frame `fp`.
pub unsafe extern "C-unwind" fn run_step(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as the caller promises; the handler comes back at a copy of an instruction.
    unsafe {
        let expected = pc.add(1);
        let reached = handler(pc, fp, vm) as Pc;
        if reached == expected { Exit { content: 0, word: 0 } } else { go_on(fp, vm, reached, expected) }
    }
}

/// What [`resume`] does, with 0 as the content where it gives `expected`.
///
/// # Safety
/// As for it.
#[cold]
#[inline(never)]
pub unsafe extern "C-unwind" fn go_on(fp: *mut Value, vm: *mut Vm, pc: Pc, expected: Pc) -> Exit {
    // SAFETY: as the caller promises.
    unsafe { resume(fp, vm, pc, LEFT, expected).unless_at(expected) }
}

/// A function that machine code has called gave no result: runs the interpreter until the frame goes on behind the call. The content is 0 then, else where
/// the interpreter goes on.
///
/// # Safety
/// As for [`resume`]; the header says that the frame stands at the call.
pub unsafe extern "C-unwind" fn returned(fp: *mut Value, vm: *mut Vm, pc: Pc, word: u64) -> Exit {
    // SAFETY: as the caller promises; there is an op behind a call.
    unsafe {
        let expected = header(fp).pc.add(1);
        if std::ptr::eq(pc, expected) {
            return Exit::at(pc).unless_at(expected);
        }
        if (*vm).fp != fp {
            was_left((*vm).fp);
        }
        resume(fp, vm, pc, word, expected).unless_at(expected)
    }
}

/// Leaves the frame, whose variables are given up, with a result. The word is 0 where nothing was done: [`give_back`] can.
///
/// # Safety
/// For machine code that runs frame `fp`; the two words are a value that belongs to the caller.
pub unsafe extern "C-unwind" fn leave(fp: *mut Value, vm: *mut Vm, payload: u64, word: u64) -> Exit {
    const NOT: Exit = Exit { content: 0, word: 0 };
    // SAFETY: as the caller promises. What is counted down is not the header's any more.
    unsafe {
        let head = header(fp);
        let (its, caller) = (head.flags, head.prev);
        let call = if its & flags::NATIVE == 0 { header(caller).pc } else { std::ptr::null() };
        let is_wanted = if call.is_null() { its & flags::UNWANTED == 0 } else { (*call).x() != NONE };
        let is_counted = word & u64::from(loxo_value::REFCOUNTED) << 8 != 0;
        if its & !flags::ORDINARY != 0 || is_counted && !is_wanted || its & flags::BARE == 0 && !gives_up(head) {
            return NOT;
        }
        if call.is_null() {
            return Exit { content: payload, word };
        }
        (*vm).fp = caller;
        if is_wanted {
            let place = caller.add((*call).x() as usize).cast::<u64>();
            place.write(payload);
            place.add(1).write(word);
        }
        Exit::at(call.add(1))
    }
}

/// Gives up the closure and the object of a header, if that takes no more than lower counts.
///
/// # Safety
/// The frame's function returns.
#[inline(always)]
unsafe fn gives_up(head: &mut Header) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let closure = &raw mut head.closure;
        if slot::counted(closure) {
            if !slot::count_down(closure) {
                return false;
            }
            slot::set_tag(closure, slot::UNDEF);
        }
        let this = &raw const head.this;
        !slot::counted(this) || slot::count_down(this)
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
            let is_counted = value.is_refcounted();
            if !place.is_null() && !slot::counted(place) {
                // It was moved out; the locals go in their order, when nothing runs in this frame any more.
                slot::copy_bits(place, &raw const value);
                std::mem::forget(value);
            } else {
                drop(value);
            }
            if place.is_null() && is_counted && *(*vm).pending != 0 {
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

/// [`leave`], or [`give_back`] where that has done nothing.
///
/// # Safety
/// As for them. The frame's variables own nothing.
pub unsafe extern "C-unwind" fn leave_or_give_back(fp: *mut Value, vm: *mut Vm, payload: u64, word: u64, pc: Pc) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let exit = leave(fp, vm, payload, word);
        if exit.word == 0 { give_back(fp, vm, payload, word, pc) } else { exit }
    }
}

/// The same where the function's variables but its parameters were not written.
///
/// # Safety
/// As for it, but for that.
pub unsafe extern "C-unwind" fn leave_adapter(fp: *mut Value, vm: *mut Vm, payload: u64, word: u64, pc: Pc) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let func = &*header(fp).func;
        for local in func.num_params..func.num_locals {
            slot::set_tag(fp.add(local as usize), slot::UNDEF);
        }
        leave_or_give_back(fp, vm, payload, word, pc)
    }
}
