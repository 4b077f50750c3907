//! What single ops have met: shortly before a function or a loop is hot, a handler of this file stands in front of its ops for a while and writes down the
//! tags of what they read and write.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use loxo_bytecode::{NONE, Op, OperandKind, THIS};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Code, Handler, Pc, code_of, header, single, slot};

use crate::handlers::{has_plain_handler, set_handlers};

/// So many calls before the one that a function is compiled at, or runs of a loop's jump, ops begin to be looked at.
const RUNS: u32 = 50;
/// So many times on average each op is looked at, and so many times all of them at most.
const LOOKS: u32 = 40;
const MOST_LOOKS: u32 = 2_000;

/// What was seen of a function's ops.
pub(crate) struct Observed {
    /// By op sets of tags, one bit a tag: of what its operands `a`, `b` and `c` held, and of what its result was; 16 bits each.
    ops: Box<[AtomicU64]>,
    /// So many ops are looked at still.
    left: AtomicU32,
    /// How often the function had been compiled when it was looked at last, and one more.
    at_try: AtomicU32,
}

/// The call, or run of a jump, from which on ops are looked at of what is compiled at the one with this number.
pub(crate) fn first_run(hot: u32) -> u32 {
    hot - RUNS.min(hot / 2)
}

thread_local! {
    /// The frame and the instruction that were looked at last.
    static LAST: Cell<(*const Value, Pc)> = const { Cell::new((std::ptr::null(), std::ptr::null())) };
}

/// What is kept of a function; null before it was looked at.
fn of(code: &Code) -> Option<&Observed> {
    // SAFETY: what `begin` has put there, which is never freed.
    unsafe { code.whole.seen.load(Ordering::Acquire).cast::<Observed>().as_ref() }
}

/// Looks at the ops of a function for a while, if that was not done since it was compiled last.
#[cold]
#[inline(never)]
pub(crate) fn begin(code: &Code) {
    if code.is_transient() {
        return;
    }
    let tries = code.whole.tries.load(Ordering::Relaxed) + 1;
    let seen = of(code).unwrap_or_else(|| {
        let ops = (0..code.len).map(|_| AtomicU64::new(0)).collect();
        let new = Box::into_raw(Box::new(Observed { ops, left: AtomicU32::new(0), at_try: AtomicU32::new(0) }));
        let before = code.whole.seen.compare_exchange(std::ptr::null_mut(), new.cast(), Ordering::AcqRel, Ordering::Acquire);
        // SAFETY: what another thread has put there is never freed, and is used; else nobody else has this one, or it is kept.
        unsafe {
            match before {
                Ok(_) => &*new,
                Err(other) => {
                    drop(Box::from_raw(new));
                    &*other.cast::<Observed>()
                }
            }
        }
    });
    if seen.at_try.swap(tries, Ordering::Relaxed) == tries {
        return;
    }
    seen.left.store((LOOKS * code.len as u32).min(MOST_LOOKS), Ordering::Relaxed);
    set_handlers(code, (0..code.len as u32).filter(|at| has_plain_handler(code, *at)), |_| observe);
}

/// Gives the ops their handlers back.
pub(crate) fn end(code: &Code) {
    if of(code).is_some_and(|seen| seen.left.swap(0, Ordering::Relaxed) != 0) {
        restore(code);
    }
}

fn restore(code: &Code) {
    // SAFETY: instructions of this code.
    let looked_at = (0..code.len as u32).filter(|at| unsafe { is_observing((*code.at(*at)).handler() as *const ()) });
    set_handlers(code, looked_at, |at| code.plain_handler(at));
}

/// The handler is the one of this file.
pub(crate) fn is_observing(handler: *const ()) -> bool {
    std::ptr::eq(handler, observe as *const ())
}

/// Stands for an op that is looked at.
unsafe extern "C-unwind" fn observe(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the op.
    unsafe {
        let handler = observed(pc, fp);
        handler(pc, fp, vm)
    }
}

/// Looks at what an op is about to read, and at what the one before has written; gives the handler of the op alone.
#[inline(never)]
unsafe fn observed(pc: Pc, fp: *mut Value) -> Handler {
    // SAFETY: the frame runs the function that `pc` is an instruction of, as it did when the last one was looked at if that is of the same function; the
    // stack is memory that the system has cleared, so any slot of the frame may be read.
    unsafe {
        let code = code_of(&*header(fp).func);
        let (function, at) = (code.function(), code.index_of(pc));
        if let Some(seen) = of(code) {
            let (frame, last) = LAST.replace((fp, pc));
            let before = (last as usize).wrapping_sub(code.at(0) as usize) / size_of_val(&*pc);
            if std::ptr::eq(frame, fp)
                && let Some(written) = function.code.get(before).and_then(result_slot)
            {
                note(&seen.ops[before], tag_bit(fp.add(written as usize)) << 48);
            }
            let mut tags = 0;
            for (operand, shift) in read_slots(&function.code[at]) {
                tags |= tag_bit(fp.add(operand as usize)) << shift;
            }
            note(&seen.ops[at], tags);
            let left = seen.left.load(Ordering::Relaxed);
            // Another thread may have put this handler here when all was over.
            if left <= 1 {
                restore(code);
            }
            seen.left.store(left.saturating_sub(1), Ordering::Relaxed);
        }
        single(&code.unit.unit, function, at)
    }
}

/// # Safety
/// A slot of a frame. What the engine keeps there that is no value has any tag.
unsafe fn tag_bit(slot: *const Value) -> u64 {
    // SAFETY: as the caller promises.
    1 << unsafe { slot::tag(slot.cast_mut()) & 15 }
}

fn note(place: &AtomicU64, tags: u64) {
    let before = place.load(Ordering::Relaxed);
    if before | tags != before {
        place.fetch_or(tags, Ordering::Relaxed);
    }
}

/// The slots that an op reads, and where the bits of their tags begin.
fn read_slots(op: &Op) -> impl Iterator<Item = (u32, u8)> {
    let kinds = op.code.info().operands;
    let is_read = |kind: OperandKind| matches!(kind, OperandKind::Var | OperandKind::Src | OperandKind::Tmp);
    let operands = [(op.a, 0), (op.b, 16), (op.c, 32)];
    operands
        .into_iter()
        .zip(kinds)
        .filter(move |((slot, _), kind)| is_read(*kind) && *slot != NONE && *slot != THIS)
        .map(|(operand, _)| operand)
}

/// The slot that an op writes.
fn result_slot(op: &Op) -> Option<u32> {
    let kinds = op.code.info().operands;
    let of_kind = |wanted: OperandKind| [op.a, op.b, op.c].into_iter().zip(kinds).find(|(_, kind)| *kind == wanted).map(|(slot, _)| slot);
    of_kind(OperandKind::Dst).or_else(|| of_kind(OperandKind::Var)).filter(|slot| *slot != NONE && *slot != THIS)
}

/// Sets of tags that the operands `a`, `b` and `c` of an op had, and its result; 0: nothing was seen.
pub(crate) fn seen_at(code: &Code, at: u32) -> [u16; 4] {
    let tags = of(code).and_then(|seen| Some(seen.ops.get(at as usize)?.load(Ordering::Relaxed))).unwrap_or(0);
    [0, 16, 32, 48].map(|shift| (tags >> shift) as u16)
}
