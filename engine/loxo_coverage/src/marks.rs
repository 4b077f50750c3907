//! Puts the handler of a mark in front of ops, and takes it away.

use std::sync::atomic::Ordering;

use loxo_bytecode::OpCode;
use loxo_vm::for_machine_code::{Code, Handler, machine_code, single};

use crate::executable::{is_covered, ops};

/// A handler stands for no more ops than this.
const LONGEST: usize = 4;

/// Marks every op of a function that counts; others do not pass over it. Machine code of the function is not entered any more.
pub(crate) fn mark_all(code: &Code, mark: Handler) {
    machine_code::COVERAGE.store(mark as *mut (), Ordering::Relaxed);
    if is_covered(code.function()) {
        (0..code.len).for_each(|at| put(code, at, single(&code.unit.unit, code.function(), at)));
        ops(code.function()).for_each(|(at, _)| put(code, at, mark));
        code.native().store(std::ptr::null_mut(), Ordering::Release);
    }
}

pub(crate) fn put(code: &Code, at: usize, handler: Handler) {
    // SAFETY: an instruction of this code.
    unsafe { (*code.at(at as u32)).set_handler(handler) };
}

/// Takes the mark in front of an op away. No mark behind it is passed over but such of the same line.
pub(crate) fn take_away(code: &Code, at: usize) {
    let lines = &code.function().lines;
    let next = lines.partition_point(|&(start, _)| start as usize <= at);
    let alone = lines.get(next).is_some_and(|&(start, _)| (start as usize) < at + LONGEST);
    // Generators know the loops that resume them by their handlers.
    let is_loop = code.function().code[at].code == OpCode::IterNext;
    let plain = || code.plain_handler(at as u32);
    put(code, at, if alone && !is_loop { single(&code.unit.unit, code.function(), at) } else { plain() });
}

/// Takes all marks of a function away.
pub(crate) fn unmark_all(code: &Code) {
    if is_covered(code.function()) {
        (0..code.len).for_each(|at| put(code, at, code.plain_handler(at as u32)));
    }
}
