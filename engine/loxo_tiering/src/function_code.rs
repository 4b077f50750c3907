//! What is kept of a function's machine code, and when it is made anew.

use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU32, Ordering};

use loxo_value::Value;
use loxo_vm::for_machine_code::machine_code;
use loxo_vm::for_machine_code::{Code, code_of, header};

use crate::exits::Compiled;
use crate::handlers::{has_plain_handler, set_handlers};
use crate::observed;

/// Counts that something was other than expected: in all, and at the op.
pub type Guesses = [Option<&'static AtomicU32>; 2];

/// Machine code of a function.
pub(crate) struct FunctionCode {
    pub code: Compiled,
    /// What it was made of, which lives as long.
    pub owner: *const Code,
    /// The ops of which it is.
    pub ops: Range<u32>,
    /// So many other loops of a file were compiled before.
    pub loops: u32,
    /// For each op the number of the entry there, or 0.
    pub numbers: Vec<u32>,
    /// How often it was left because a type was other than expected: in all, then at each op. The machine code counts.
    pub guard_failures: &'static [AtomicU32],
    /// By op the tag of the number that it read from a property when somebody looked, or 0.
    pub likely: Vec<u16>,
    pub frameless: Option<Frameless>,
}

/// Machine code of a function that needs no frame. Its signature is said in `loxo_lower`.
pub struct Frameless {
    pub code: usize,
    /// Address of the function: its code may be that of others too.
    pub func: usize,
    /// Sets of tags: of each parameter, and of what it gives back.
    pub params: Vec<u16>,
    pub result: u16,
}

impl FunctionCode {
    /// It may be entered at one of these ops.
    pub fn has_entry_in(&self, mut ops: RangeInclusive<u32>) -> bool {
        ops.any(|op| self.numbers[op as usize] != 0)
    }
}

/// What is kept of a function's machine code, if it has any.
///
/// # Safety
/// For code that lives: it is never freed, and nobody else stores anything there.
pub(crate) unsafe fn made(code: &Code) -> Option<&FunctionCode> {
    // SAFETY: as the caller promises.
    unsafe { code.whole.code.load(Ordering::Acquire).cast::<FunctionCode>().as_ref() }
}

/// So many times machine code may be left because a type was other than expected, before it is made anew.
pub(crate) const MOST_GUARD_FAILURES: u32 = 100;
/// So many times a function is compiled: the last time without guesses, the time before without those that have failed even once.
pub(crate) const TRIES: u32 = 6;
/// So many loops of a file are compiled alone, one after the other: a file that runs again and again could go on like that for ever.
pub(crate) const MOST_LOOPS: u32 = 40;

/// Machine code has left a frame to the interpreter: what was left too often is made anew.
///
/// # Safety
/// The frame is the running one.
pub(crate) unsafe fn was_left(fp: *mut Value) {
    // SAFETY: as the caller promises; machine code is never freed.
    unsafe {
        let code = code_of(&*header(fp).func);
        if let Some(whole) = made(code).filter(|whole| whole.guard_failures[0].load(Ordering::Relaxed) >= MOST_GUARD_FAILURES) {
            retire(code, whole);
        }
    }
}

/// What a function was compiled for is not what it meets: it is counted and compiled again, unless that was tried often enough.
#[cold]
#[inline(never)]
pub(crate) fn retire(code: &Code, whole: &FunctionCode) {
    // Threads that are still in it begin to count anew.
    if whole.guard_failures[0].swap(0, Ordering::Relaxed) < MOST_GUARD_FAILURES {
        return;
    }
    // Calls that were deep in older code when it was made anew may leave that one after the other: it says nothing of the new one.
    // SAFETY: code of functions is never freed.
    if !unsafe { made(code) }.is_some_and(|newest| std::ptr::eq(newest, whole)) {
        return;
    }
    code.native().store(std::ptr::null_mut(), Ordering::Release);
    if code.whole.tries.load(Ordering::Relaxed) < TRIES {
        count_again(code, whole);
    } else {
        leave_plain(code, whole);
    }
}

/// Nothing enters machine code any more.
fn leave_plain(code: &Code, whole: &FunctionCode) {
    let its = (0..code.len as u32).filter(|&op| whole.numbers[op as usize] != 0);
    set_handlers(code, its, |at| code.plain_handler(at));
}

/// The same, and the loops that it was entered in are counted as calls are. Those that were compiled by themselves stay so.
pub(crate) fn count_again(code: &Code, whole: &FunctionCode) {
    observed::end(code);
    leave_plain(code, whole);
    let function = code.function();
    let is_its = |jump: u32| function.backward_jump(jump).is_some_and(|first| whole.has_entry_in(first..=jump));
    let start = function.skipped_defaults() as u32;
    let counted = (0..code.len as u32).filter(|&at| (at == start || is_its(at)) && has_plain_handler(code, at));
    set_handlers(code, counted, |at| machine_code::counting_handler(function, at as usize).unwrap_or_else(|| code.plain_handler(at)));
}
