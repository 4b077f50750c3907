//! Handlers that stand for an op where the loader knows more than the op says, or for several ops at once. The ops behind the first stay where
//! they are: whoever jumps to them, and a handler that gives up, finds them there.

use std::cell::Cell;

use loxo_bytecode::{ClassOperand, FnFlags, Function, NONE, Op, OpCode, Unit, flag};
use loxo_runtime::{EntryKind, Func};
use loxo_value::Value;

use super::calls::{bind_captured, call_fn_slow, enter};
use super::dims::element_direct;
use super::props::property_cached;
use super::slow_path::go_cold;
use super::{BeginArgs, CheckReturn, FetchDim, FetchDimK, FetchProp, HANDLERS, InitStaticCall, Return, arith, jumps};
use crate::Vm;
use crate::call::entry_kind;
use crate::code::instruction::{Handler, Pc, go, konst, slot, slot_x};
use crate::frame::slot::{self, release};
use crate::frame::{HEADER, header, open_window};

/// The handler for the op at an index of a function.
pub(crate) fn choose(unit: &Unit, function: &Function, at: usize) -> Handler {
    let op = &function.code[at];
    let next = function.code.get(at + 1);
    let callee = || &unit.functions[op.b as usize];
    let special = match op.code {
        OpCode::CheckReturn => next.filter(|next| next.code == OpCode::Return && next.a == op.a).map(|_| check_and_return as Handler),
        OpCode::BeginArgs if spreads_one_array(&function.code[at..]) => Some(spread_and_call as Handler),
        OpCode::InitStaticCall if matches!(ClassOperand::decode(op.b), ClassOperand::Name(_)) => Some(init_named_static as Handler),
        OpCode::CallFn if is_constant_without_arguments(callee(), op.c) => Some(call_constant as Handler),
        OpCode::CallFn if may_be_called_plainly(callee(), op.c) => Some(call_plain as Handler),
        OpCode::FetchDim | OpCode::FetchDimK | OpCode::FetchProp => {
            let consumes = |next: &&Op| next.b == op.a && next.flags & flag::CONSUME_B != 0;
            let then = next.filter(consumes).filter(|next| is_plain_fetch(op, 0) && is_plain_fetch(next, flag::CONSUME_B));
            then.and_then(|next| fetch_pair(op.code, next.code))
        }
        code if op.flags & flag::FLOATS != 0 => arith::floats_first(code).or_else(|| jumps::floats_first(code)),
        _ => None,
    };
    special.unwrap_or(HANDLERS[op.code as usize])
}

/// The ops fill an argument list with one array, and call.
fn spreads_one_array(code: &[Op]) -> bool {
    let [list, spread, call, ..] = code else { return false };
    spread.code == OpCode::ArgsSpread && spread.a == list.a && call.code == OpCode::CallArgs && call.b == list.a
}

/// The function takes `count` arguments, and needs nothing but them.
fn may_be_called_plainly(function: &Function, count: u32) -> bool {
    (function.required..=function.params.len() as u32).contains(&count) && EntryKind::of_user(function.flags) == EntryKind::Plain
}

/// A fetch without flags but these, and those that mean nothing where something is found.
fn is_plain_fetch(op: &Op, but: u8) -> bool {
    op.flags & !(flag::CONSUME_C | flag::QUIET | but) == 0
}

/// Stands for a `CallFn` without arguments of a function that only returns a constant.
unsafe extern "C-unwind" fn call_constant(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CallFn; the function's first instruction is a `ReturnK`.
    unsafe {
        if (*pc).x() != NONE {
            let func: &Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
            let entry = func.entry as Pc;
            slot::copy_bits(slot_x!(pc, fp), konst!(entry, a));
        }
        go!(pc.add(1), fp, vm)
    }
}

/// The function takes no arguments and its result is known without entering it.
fn is_constant_without_arguments(function: &Function, count: u32) -> bool {
    count == 0 && function.required == 0 && EntryKind::of_user(function.flags) == EntryKind::Constant
}

/// Stands for a `CallFn` whose callee is known to need nothing at entry.
unsafe extern "C-unwind" fn call_plain(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CallFn.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func: &Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
        open_window(callee, func, std::ptr::null());
        let count = (*pc).c as u32;
        if callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        go_cold!(call_fn_slow, pc, fp, vm)
    }
}

/// Stands for an `InitStaticCall` of a class that is named: a static method that was called here before.
unsafe extern "C-unwind" fn init_named_static(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; a cache entry pairs a class with a method of it that this scope may call.
    unsafe {
        if let Some(class) = (&(*vm).cx.classes).get((*pc).b as usize).and_then(Cell::get) {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            if entry.key == std::ptr::from_ref(class) as usize {
                let func = &*(entry.value as *const Func);
                if func.is_static() {
                    open_window(slot!(pc, fp, a), func, class);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        InitStaticCall(pc, fp, vm)
    }
}

/// Stands for a `BeginArgs` in front of an `ArgsSpread` and the `CallArgs`: a list of nothing but positional arguments needs no copy
/// between array and window.
unsafe extern "C-unwind" fn spread_and_call(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window was started.
    unsafe {
        let (spread, call) = (pc.add(1), pc.add(2));
        let source = slot!(spread, fp, b);
        let callee = slot!(call, fp, a);
        let head = header(callee);
        let func = &*head.func;
        let list = (*slot::deref(source)).as_array().and_then(|array| array.packed_data());
        let Some(list) = list.filter(|list| list.len() <= func.num_params as usize) else { return BeginArgs(pc, fp, vm) };
        let count = list.len() as u32;
        let ordinary = entry_kind::is_plain_or_closure(func, count) && head.flags == 0;
        if !ordinary || callee.add(func.frame_slots as usize + HEADER) > (*vm).stack.limit {
            return BeginArgs(pc, fp, vm);
        }
        if list.iter().any(|value| slot::tag(value) == slot::UNDEF) {
            return BeginArgs(pc, fp, vm);
        }
        // A temporary may lie where the arguments go: it is moved behind the parameters before they are written.
        let held = callee.add(func.num_locals as usize);
        let consumed = (*spread).has(flag::CONSUME_B);
        if consumed {
            slot::copy_bits(held, source);
        }
        for (i, value) in list.iter().enumerate() {
            slot::copy(callee.add(i), slot::deref(value));
        }
        if consumed {
            release(held);
        }
        header(fp).pc = call;
        enter!(func, callee, count, fp, vm, {
            if func.flags.has(FnFlags::CLOSURE) {
                bind_captured(head, callee.add(func.num_params as usize));
            }
        })
    }
}

/// A return value of a builtin type is checked on the way out. Stands for a `CheckReturn` in front of a `Return` of the same slot.
unsafe extern "C-unwind" fn check_and_return(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return, which is the next instruction.
    unsafe {
        if (*pc).x() >> slot::tag(slot!(pc, fp, a)) & 1 != 0 {
            return Return(pc.add(1), fp, vm);
        }
        CheckReturn(pc, fp, vm)
    }
}

const DIM: u8 = 0;
const DIM_K: u8 = 1;
const PROP: u8 = 2;

/// What a fetch from `base` finds without calling anything. Nothing with a count is consumed.
#[inline(always)]
unsafe fn fetch_cached<const KIND: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm, base: *const Value) -> Option<*const Value> {
    // SAFETY: as for the handler of the fetch.
    unsafe {
        match KIND {
            PROP => property_cached(pc, vm, base),
            DIM_K => element_direct(base, konst!(pc, c)),
            _ if (*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c)) => None,
            _ => element_direct(base, slot!(pc, fp, c)),
        }
    }
}

/// Two fetches as one, the second from what the first one finds: the value between them is not counted up and down again.
unsafe extern "C-unwind" fn pair<const FIRST: u8, const SECOND: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; what is found is copied before anything can change.
    unsafe {
        let second = pc.add(1);
        if let Some(middle) = fetch_cached::<FIRST>(pc, fp, vm, slot::deref(slot!(pc, fp, b)))
            && let Some(value) = fetch_cached::<SECOND>(second, fp, vm, middle)
        {
            slot::copy(slot!(second, fp, a), value);
            go!(second.add(1), fp, vm)
        }
        match FIRST {
            DIM => FetchDim(pc, fp, vm),
            DIM_K => FetchDimK(pc, fp, vm),
            _ => FetchProp(pc, fp, vm),
        }
    }
}

/// The handler that stands for a fetch and the fetch behind it, which consumes its result.
fn fetch_pair(first: OpCode, second: OpCode) -> Option<Handler> {
    Some(match (first, second) {
        (OpCode::FetchDim, OpCode::FetchDim) => pair::<DIM, DIM>,
        (OpCode::FetchDim, OpCode::FetchDimK) => pair::<DIM, DIM_K>,
        (OpCode::FetchDim, OpCode::FetchProp) => pair::<DIM, PROP>,
        (OpCode::FetchDimK, OpCode::FetchDim) => pair::<DIM_K, DIM>,
        (OpCode::FetchDimK, OpCode::FetchDimK) => pair::<DIM_K, DIM_K>,
        (OpCode::FetchDimK, OpCode::FetchProp) => pair::<DIM_K, PROP>,
        (OpCode::FetchProp, OpCode::FetchDim) => pair::<PROP, DIM>,
        (OpCode::FetchProp, OpCode::FetchDimK) => pair::<PROP, DIM_K>,
        (OpCode::FetchProp, OpCode::FetchProp) => pair::<PROP, PROP>,
        _ => return None,
    })
}
