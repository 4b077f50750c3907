//! Handlers that stand for an op where the loader knows more than the op says, or for several ops at once. The ops behind the first stay where
//! they are: whoever jumps to them, and a handler that gives up, finds them there.

use std::cell::Cell;

use loxo_bytecode::{ClassOperand, FnFlags, Function, NONE, Op, OpCode, THIS, Unit, flag};
use loxo_fast_paths::entry_kind;
use loxo_runtime::{EntryKind, Func};
use loxo_value::{Probe, Value};

use super::calls::{bind_captured, call_fn_slow, enter};
use super::constants::fetch_known_constant;
use super::elements::{
    self, KEY_CONSTANT, KEY_IN_SLOT, THEN_COALESCE, THEN_JUMP_IF, THEN_JUMP_IF_NOT, THEN_NEXT, answer, deliver, probe, verdict,
};
use super::generators;
use super::init_calls::{PARENT, SELF, STATIC, init_method_on_this, init_relative_static};
use super::intrinsics::{is_type_jump, key_exists};
use super::iterate;
use super::lent_arguments;
use super::moves::isset_var;
use super::props::property_cached;
use super::slow_path::go_cold;
use super::{BeginArgs, CallFn, CheckReturn, FetchDim, FetchDimK, FetchProp, HANDLERS, InitStaticCall, Return, arith, jumps, returns};
use crate::Vm;
use crate::code::constant_calls;
use crate::code::instruction::{Handler, Pc, go, konst, slot, slot_x, target};
use crate::frame::slot::{self, release};
use crate::frame::{HEADER, header, open_window};

/// The handler for the op at an index of a function.
pub(crate) fn choose(unit: &Unit, function: &Function, at: usize) -> Handler {
    let op = &function.code[at];
    let next = function.code.get(at + 1);
    let callee = || &unit.functions[op.b as usize];
    let special = match op.code {
        OpCode::CheckReturn => next.filter(|next| next.code == OpCode::Return && next.a == op.a).map(|_| check_and_return as Handler),
        OpCode::Copy | OpCode::LoadK => lent_arguments::choose(function, at),
        OpCode::Return => Some(returns::choose(function, at)),
        OpCode::BeginArgs if spreads_one_array(&function.code[at..]) => Some(spread_and_call as Handler),
        OpCode::InitMethod if op.b == THIS && op.flags & flag::CONSUME_B == 0 => Some(init_method_on_this as Handler),
        OpCode::InitStaticCall => match ClassOperand::decode(op.b) {
            ClassOperand::Name(_) => Some(init_named_static as Handler),
            ClassOperand::SelfClass => Some(init_relative_static::<SELF> as Handler),
            ClassOperand::Parent => Some(init_relative_static::<PARENT> as Handler),
            ClassOperand::Static => Some(init_relative_static::<STATIC> as Handler),
            ClassOperand::Slot(_) => None,
        },
        OpCode::CallFn if is_constant_without_arguments(callee(), op.c) => Some(constant_calls::choose(CONSTANT_CALL.0, CONSTANT_CALL.1)),
        OpCode::CallFn if may_be_called_plainly(callee(), op.c) => Some(call_plain as Handler),
        OpCode::FetchDim | OpCode::FetchDimK | OpCode::FetchProp | OpCode::IssetDim | OpCode::IssetDimK => {
            pair_of(function, at).or_else(|| elements::choose(function, at))
        }
        OpCode::FetchClassConst => match ClassOperand::decode(op.b) {
            ClassOperand::Name(_) => Some(fetch_known_constant::<true> as Handler),
            ClassOperand::SelfClass => Some(fetch_known_constant::<false> as Handler),
            _ => None,
        },
        OpCode::IterNext => Some(iterate::choose(function, at)),
        OpCode::Yield => generators::choose(op),
        OpCode::JumpIdenticalK => jumps::identical_to(&function.consts[op.b as usize], false),
        OpCode::JumpNotIdenticalK => jumps::identical_to(&function.consts[op.b as usize], true),
        OpCode::ArrayKeyExists => match elements::then_jump(function, at) {
            THEN_JUMP_IF => Some(key_exists::<THEN_JUMP_IF> as Handler),
            THEN_JUMP_IF_NOT => Some(key_exists::<THEN_JUMP_IF_NOT> as Handler),
            _ => Some(key_exists::<THEN_NEXT> as Handler),
        },
        OpCode::IsType => match elements::then_jump(function, at) {
            THEN_JUMP_IF => Some(is_type_jump::<THEN_JUMP_IF> as Handler),
            THEN_JUMP_IF_NOT => Some(is_type_jump::<THEN_JUMP_IF_NOT> as Handler),
            _ => None,
        },
        OpCode::IssetVar => match elements::then_jump(function, at) {
            THEN_JUMP_IF => Some(isset_var::<THEN_JUMP_IF> as Handler),
            THEN_JUMP_IF_NOT => Some(isset_var::<THEN_JUMP_IF_NOT> as Handler),
            _ => None,
        },
        code if op.flags & flag::FLOATS != 0 => arith::floats_first(code).or_else(|| jumps::floats_first(code)),
        _ => None,
    };
    special.unwrap_or(HANDLERS[op.code as usize])
}

/// The handler that runs the op at an index and no other.
pub fn single(unit: &Unit, function: &Function, at: usize) -> Handler {
    let op = &function.code[at];
    let chosen = match op.code {
        OpCode::InitMethod | OpCode::InitStaticCall | OpCode::CallFn | OpCode::FetchClassConst => true,
        OpCode::JumpIdenticalK | OpCode::JumpNotIdenticalK => true,
        _ => op.flags & flag::FLOATS != 0 && op.code.info().floats,
    };
    if chosen { choose(unit, function, at) } else { HANDLERS[op.code as usize] }
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

/// The handler that leaves the call of a function out which only returns a constant, and the one that makes it.
pub(crate) const CONSTANT_CALL: (Handler, Handler) = (call_constant, CallFn);

/// Stands for a `CallFn` without arguments of a function that only returns a constant.
unsafe extern "C-unwind" fn call_constant(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CallFn; the function's first instruction is a `ReturnK`.
    unsafe {
        if (*pc).x() != NONE {
            let func: &Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
            let entry = func.entry.get() as Pc;
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
            if func.flags.has(FnFlags::CAPTURES) {
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

/// A fetch of an element whose key is in a slot, of one whose key is a constant, of a property.
const DIM: u8 = KEY_IN_SLOT;
const DIM_K: u8 = KEY_CONSTANT;
const PROP: u8 = 4;

/// What a fetch from `base` finds without calling anything. Nothing with a count is consumed.
#[inline(always)]
unsafe fn fetch_quietly<'a, const KIND: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm, base: *const Value) -> Probe<'a> {
    // SAFETY: as for the handler of the fetch.
    unsafe {
        match KIND {
            PROP => property_cached(pc, vm, base).map_or(Probe::Unknown, |value| Probe::Found(&*value)),
            DIM_K => probe::<KEY_CONSTANT>(pc, fp, base),
            _ if (*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c)) => Probe::Unknown,
            _ => probe::<KEY_IN_SLOT>(pc, fp, base),
        }
    }
}

/// What the first of two fetches does alone.
#[inline(always)]
unsafe extern "C-unwind" fn alone<const FIRST: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for the handler of the fetch.
    unsafe {
        match FIRST {
            DIM => FetchDim(pc, fp, vm),
            DIM_K => FetchDimK(pc, fp, vm),
            _ => FetchProp(pc, fp, vm),
        }
    }
}

/// Two fetches as one, the second from what the first one finds: the value between them is not counted up and down again.
unsafe extern "C-unwind" fn pair<const FIRST: u8, const SECOND: u8, const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; what is found is copied before anything can change.
    unsafe {
        let second = pc.add(1);
        match fetch_quietly::<FIRST>(pc, fp, vm, slot::deref(slot!(pc, fp, b))) {
            Probe::Found(middle) => match fetch_quietly::<SECOND>(second, fp, vm, slot::deref(middle)) {
                Probe::Found(value) => deliver!(second, fp, vm, THEN, slot::deref(value)),
                Probe::Missing if THEN == THEN_COALESCE || (*second).has(flag::QUIET) => deliver!(second, fp, vm, THEN, std::ptr::null()),
                Probe::Missing | Probe::Alike(..) | Probe::Unknown => {}
            },
            Probe::Missing if THEN == THEN_COALESCE => deliver!(second, fp, vm, THEN, std::ptr::null()),
            Probe::Missing | Probe::Alike(..) | Probe::Unknown => {}
        }
        alone::<FIRST>(pc, fp, vm)
    }
}

/// A fetch, and `isset()` of an element of what it finds.
unsafe extern "C-unwind" fn isset_in<const FIRST: u8, const KEY: u8, const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; nothing is changed.
    unsafe {
        let second = pc.add(1);
        match fetch_quietly::<FIRST>(pc, fp, vm, slot::deref(slot!(pc, fp, b))) {
            Probe::Found(middle) => match fetch_quietly::<KEY>(second, fp, vm, slot::deref(middle)) {
                Probe::Found(value) => {
                    if let Some(truth) = verdict(second, Some(value)) {
                        answer!(second, fp, vm, THEN, truth)
                    }
                }
                Probe::Missing => answer!(second, fp, vm, THEN, (*second).has(flag::EMPTY)),
                Probe::Alike(..) | Probe::Unknown => {}
            },
            Probe::Missing => answer!(second, fp, vm, THEN, (*second).has(flag::EMPTY)),
            Probe::Alike(..) | Probe::Unknown => {}
        }
        alone::<FIRST>(pc, fp, vm)
    }
}

/// The handler that stands for the fetch at an index and the op behind it, which consumes its result as what it looks into.
fn pair_of(function: &Function, at: usize) -> Option<Handler> {
    let first = &function.code[at];
    let second = function.code.get(at + 1).filter(|next| next.b == first.a && next.flags & flag::CONSUME_B != 0)?;
    if !is_plain_fetch(first, 0) {
        return None;
    }
    let handlers = match first.code {
        OpCode::FetchDim => handlers_of_pairs::<DIM>(),
        OpCode::FetchDimK => handlers_of_pairs::<DIM_K>(),
        OpCode::FetchProp => handlers_of_pairs::<PROP>(),
        _ => return None,
    };
    match second.code {
        OpCode::IssetDim => Some(handlers.isset_dim[usize::from(elements::then_jump(function, at + 1))]),
        OpCode::IssetDimK => Some(handlers.isset_dim_k[usize::from(elements::then_jump(function, at + 1))]),
        _ if !is_plain_fetch(second, flag::CONSUME_B) => None,
        code => {
            let coalesces = elements::then_coalesce(function, at + 1) == THEN_COALESCE;
            let fetches = match code {
                OpCode::FetchDim => handlers.dim,
                OpCode::FetchDimK => handlers.dim_k,
                OpCode::FetchProp => handlers.prop,
                _ => return None,
            };
            Some(fetches[usize::from(coalesces)])
        }
    }
}

/// Handlers for a fetch of one kind and what comes behind it: fetches by whether a `??` is next, `isset()` by the jump that is next.
struct Pairs {
    dim: [Handler; 2],
    dim_k: [Handler; 2],
    prop: [Handler; 2],
    isset_dim: [Handler; 3],
    isset_dim_k: [Handler; 3],
}

fn handlers_of_pairs<const FIRST: u8>() -> Pairs {
    Pairs {
        dim: [pair::<FIRST, DIM, THEN_NEXT>, pair::<FIRST, DIM, THEN_COALESCE>],
        dim_k: [pair::<FIRST, DIM_K, THEN_NEXT>, pair::<FIRST, DIM_K, THEN_COALESCE>],
        prop: [pair::<FIRST, PROP, THEN_NEXT>, pair::<FIRST, PROP, THEN_COALESCE>],
        isset_dim: [isset_in::<FIRST, DIM, THEN_NEXT>, isset_in::<FIRST, DIM, THEN_JUMP_IF>, isset_in::<FIRST, DIM, THEN_JUMP_IF_NOT>],
        isset_dim_k: [
            isset_in::<FIRST, DIM_K, THEN_NEXT>,
            isset_in::<FIRST, DIM_K, THEN_JUMP_IF>,
            isset_in::<FIRST, DIM_K, THEN_JUMP_IF_NOT>,
        ],
    }
}
