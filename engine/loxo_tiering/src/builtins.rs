//! Builtin functions as machine code calls them: without a handler, on the window in the caller's frame.

use std::mem::{ManuallyDrop, MaybeUninit, offset_of};

use loxo_bytecode::{FnFlags, Op, OpCode, TypeMask};
use loxo_runtime::{Body, FnId, Func, PhpResult};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::unwound;
use loxo_vm::for_machine_code::slot;
use loxo_vm::for_machine_code::{Code, Handler, Pc, finish};

use crate::calls::{Exit, go_on};

/// A builtin that an op calls.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// Its number in a request's table of functions, and the address of the function that was found there.
    pub id: u32,
    pub func: usize,
    /// The tags that its declared type gives its results, one bit a tag; 0: the type says more than that, or nothing.
    pub result: u16,
}

/// For each op of some code that calls a builtin which has nothing to it but its arguments, what that is.
///
/// # Safety
/// The code's instructions were made, and the machine runs it.
pub(crate) unsafe fn seen(code: &Code, vm: *mut Vm) -> Vec<Option<Builtin>> {
    // SAFETY: as the caller promises.
    code.function().code.iter().zip(0..).map(|(op, at)| unsafe { called(code, op, at, vm) }).collect()
}

/// What the op at an index calls.
///
/// # Safety
/// As for [`seen`].
pub(crate) unsafe fn called(code: &Code, op: &Op, at: u32, vm: *mut Vm) -> Option<Builtin> {
    if op.code != OpCode::CallBuiltin {
        return None;
    }
    // SAFETY: an instruction of the code, on the machine that runs it.
    let (id, cx) = unsafe { ((*code.at(at)).b as u32, &(*vm).cx) };
    let func = cx.func(FnId(id)).filter(|func| FnId(id).is_builtin() && !func.flags.has(FnFlags::DEPRECATED))?;
    let result = func.return_type.as_ref().filter(|ty| ty.spec.classes.is_empty() && TypeMask::MIXED.has(ty.spec.mask));
    let result = result.map_or(0, |ty| ty.spec.mask.0 as u16);
    matches!(func.body, Body::Builtin(_)).then_some(Builtin { id, func: std::ptr::from_ref(func) as usize, result })
}

/// Where the machine has the address of the first entry of a table of its request, and their number. The table lies so far in what builtins get.
pub fn table(in_cx: usize) -> [i32; 2] {
    let probe: Vec<usize> = Vec::with_capacity(1);
    // SAFETY: a vector is made of three words.
    let words = unsafe { (&raw const probe).cast::<[usize; 3]>().read() };
    // The length is 0; neither the address nor the capacity is.
    [probe.as_ptr() as usize, 0].map(|wanted| {
        let at = words.iter().position(|word| *word == wanted).unwrap_or(0);
        (offset_of!(Vm, cx) + in_cx + at * size_of::<usize>()) as i32
    })
}

/// The result of a builtin as it lies in two registers. The second is 0 where the frame does not simply go on: the first then says why, for
/// [`settle_behind`].
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Outcome(MaybeUninit<u64>, u64);

const _: () = assert!(size_of::<PhpResult<Value>>() == size_of::<Outcome>() && size_of::<Vec<usize>>() == 3 * size_of::<usize>());

/// Why the frame does not simply go on: the builtin has thrown, something is pending behind it, or it was not called.
pub const THREW: u64 = 0;
pub const PENDING: u64 = 1;
const NOT_CALLED: u64 = 2;

/// Calls a builtin, gives its arguments up, and writes the result to a slot; null: nobody wants it. `which`: how many arguments there are, and from bit 8
/// on the number that the function had.
///
/// # Safety
/// For machine code whose frame's header says where it stands; the arguments lie in its window.
pub unsafe extern "C-unwind" fn call(vm: *mut Vm, arguments: *mut Value, which: u64, place: *mut Value, func: &'static Func) -> Outcome {
    // SAFETY: as the caller promises. The second word of a value is never 0; that of the other variant is.
    unsafe {
        let (count, id) = (which & 0xff, FnId((which >> 8) as u32));
        let is_same = (*vm).cx.func(id).is_some_and(|found| std::ptr::eq(found, func));
        let (Body::Builtin(thunk), true) = (&func.body, is_same && !(*vm).stack.is_watched()) else {
            return Outcome(MaybeUninit::new(NOT_CALLED), 0);
        };
        let outer = (*vm).cx.active.replace(func);
        let result = thunk(&mut (*vm).cx, std::slice::from_raw_parts_mut(arguments, count as usize));
        let Outcome(payload, word) = (&raw const *ManuallyDrop::new(result)).cast::<Outcome>().read();
        (*vm).cx.active = outer;
        for argument in (0..count as usize).map(|index| arguments.add(index)) {
            if slot::counted(argument) {
                drop_argument(argument);
            }
        }
        if word == 0 {
            return Outcome(MaybeUninit::new(THREW), 0);
        }
        // What lies behind the tag and flags is not the value's.
        let mut value = Outcome(payload, word & 0xffff_ffff);
        if place.is_null() {
            slot::release((&raw mut value).cast());
        } else {
            place.cast::<Outcome>().write(value);
        }
        if *(*vm).pending != 0 || (*vm).cx.exception.is_some() {
            return Outcome(MaybeUninit::new(PENDING), 0);
        }
        value
    }
}

/// Gives up an argument of a builtin that is done, which is counted.
///
/// # Safety
/// The slot is one of the window's.
#[inline(always)]
unsafe fn drop_argument(place: *mut Value) {
    // SAFETY: as the caller promises. Destructors that run while the frame still stands here look for arguments.
    unsafe {
        if !slot::count_down_temporary(place) {
            drop_last(place);
        }
        slot::set_tag(place, slot::UNDEF);
    }
}

#[inline(never)]
unsafe fn drop_last(place: *mut Value) {
    // SAFETY: as for `drop_argument`.
    unsafe { slot::release(place) }
}

/// Drops a result that nobody wants.
///
/// # Safety
/// The words are a value that belongs to the caller.
pub unsafe extern "C-unwind" fn drop_words(payload: u64, word: u64) {
    let mut words = [payload, word];
    // SAFETY: as the caller promises; it is dropped once.
    unsafe { slot::release((&raw mut words).cast()) }
}

/// The builtin that the op at `pc` calls has thrown, or something is pending behind it, or was thrown by who looked at a warning: sees to it. Or it was not
/// called: has that done by the op's handler. The content is 0 where the frame goes on behind the op, else where the interpreter goes on.
///
/// # Safety
/// For machine code that runs frame `fp` and has said so in the header; `why` is [`call`]'s.
pub unsafe extern "C-unwind" fn settle_behind(fp: *mut Value, vm: *mut Vm, pc: Pc, why: u64, handler: Handler) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let next = pc.add(1);
        let reached = match why {
            PENDING => finish(Ok(next), pc, fp, vm) as Pc,
            NOT_CALLED => handler(pc, fp, vm) as Pc,
            _ => unwound(),
        };
        go_on(fp, vm, reached, next)
    }
}
