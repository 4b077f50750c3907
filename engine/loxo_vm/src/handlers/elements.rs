//! Elements that are there or not: reading, `isset()` and `empty()`.
//!
//! The loader chooses a handler by where the key comes from and by what the next op does with the result ([`choose`]). These look at the array
//! without calling anything; what they cannot tell is for the handlers that the table of ops names.

use loxo_bytecode::{Const, Function, Op, OpCode, flag};
use loxo_fast_paths::elements::probe_key;
use loxo_runtime::elements::{self, Fetch};
use loxo_value::{Probe, Value};

use super::array_access::{offset_exists, offset_get};
use super::jumps::truth;
use super::slow_path::{cold_path, go_cold, settle};
use crate::Vm;
use crate::code::instruction::{Handler, Pc, go, konst, slot, target};
use crate::frame::slot;

/// The key is in a slot.
pub(super) const KEY_IN_SLOT: u8 = 0;
/// The key is a constant string that means no int.
pub(super) const KEY_STRING: u8 = 1;
/// The key is a constant int.
pub(super) const KEY_INT: u8 = 2;

/// The key is a constant of either kind.
pub(super) const KEY_CONSTANT: u8 = 3;

/// The result goes to its slot.
pub(super) const THEN_NEXT: u8 = 0;
/// The next op is a `JumpIf` on the result, and jumps forward.
pub(super) const THEN_JUMP_IF: u8 = 1;
/// The same with `JumpIfNot`.
pub(super) const THEN_JUMP_IF_NOT: u8 = 2;
/// The next op is a `JumpIfNotNull` on the result.
pub(super) const THEN_COALESCE: u8 = 3;

/// What is found under the key of the op at `pc` without calling anything. An array's element may be a reference.
///
/// # Safety
/// `base` is live and no reference; the op's key is what `KEY` says, and not consumed if it has a count.
#[inline(always)]
pub(super) unsafe fn probe<'a, const KEY: u8>(pc: Pc, fp: *mut Value, base: *const Value) -> Probe<'a> {
    // SAFETY: as the caller promises; tags say what values are.
    unsafe {
        if slot::tag(base) != slot::ARRAY {
            return Probe::Unknown;
        }
        let array = (*base).as_array().unwrap_unchecked();
        match KEY {
            KEY_STRING => array.probe_immortal((*konst!(pc, c)).as_str().unwrap_unchecked()),
            KEY_INT => array.probe_int(slot::int(konst!(pc, c))),
            KEY_CONSTANT if slot::tag(konst!(pc, c)) == slot::INT => array.probe_int(slot::int(konst!(pc, c))),
            KEY_CONSTANT => array.probe_immortal((*konst!(pc, c)).as_str().unwrap_unchecked()),
            _ => probe_key(array, slot::deref(slot!(pc, fp, c))),
        }
    }
}

/// Puts what a fetch found (null: nothing, and no warning) where the next op wants it, and goes on. `$at` is the last fetch.
macro_rules! deliver {
    ($at:expr, $fp:expr, $vm:expr, $then:ident, $value:expr) => {{
        let value: *const Value = $value;
        if $then == THEN_COALESCE {
            let jump = $at.add(1);
            if !value.is_null() && slot::tag(value) > slot::NULL {
                slot::copy(slot!(jump, $fp, a), value);
                go!(target!(jump), $fp, $vm)
            }
            go!(jump.add(1), $fp, $vm)
        }
        if value.is_null() {
            slot::set_tag(slot!($at, $fp, a), slot::NULL);
        } else {
            slot::copy(slot!($at, $fp, a), value);
        }
        go!($at.add(1), $fp, $vm)
    }};
}
pub(super) use deliver;

/// Goes on with a truth as the next op wants it. `$at` is the op that gives it.
macro_rules! answer {
    ($at:expr, $fp:expr, $vm:expr, $then:ident, $truth:expr) => {{
        let truth: bool = $truth;
        if $then == THEN_NEXT {
            slot::set_bool(slot!($at, $fp, a), truth);
            go!($at.add(1), $fp, $vm)
        }
        let jump = $at.add(1);
        if truth == ($then == THEN_JUMP_IF) {
            go!(target!(jump), $fp, $vm)
        }
        go!(jump.add(1), $fp, $vm)
    }};
}
pub(super) use answer;

/// Reading an element of what is not consumed.
unsafe extern "C-unwind" fn fetch<const KEY: u8, const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame and constants; the found element is copied before anything can change the array.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        if KEY != KEY_IN_SLOT || !((*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c))) {
            match probe::<KEY>(pc, fp, base) {
                Probe::Found(value) => deliver!(pc, fp, vm, THEN, slot::deref(value)),
                Probe::Missing if THEN == THEN_COALESCE || (*pc).has(flag::QUIET) => deliver!(pc, fp, vm, THEN, std::ptr::null()),
                Probe::Missing | Probe::Alike(..) | Probe::Unknown => {}
            }
        }
        fetch_by_text::<KEY, THEN>(pc, fp, vm)
    }
}

/// The same where strings have to be compared, or hashed.
#[inline(never)]
unsafe extern "C-unwind" fn fetch_by_text<const KEY: u8, const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`.
    unsafe {
        if KEY != KEY_INT
            && let Some(found) = element_by_text::<KEY>(pc, fp, slot::deref(slot!(pc, fp, b)))
        {
            match found {
                Some(value) => deliver!(pc, fp, vm, THEN, slot::deref(value)),
                None if THEN == THEN_COALESCE || (*pc).has(flag::QUIET) => deliver!(pc, fp, vm, THEN, std::ptr::null()),
                None => {}
            }
        }
        if KEY == KEY_IN_SLOT { FetchDim(pc, fp, vm) } else { FetchDimK(pc, fp, vm) }
    }
}

/// What an array has under the op's string key; `None`: it is no array, or no string, or one that is consumed.
#[inline(always)]
unsafe fn element_by_text<'a, const KEY: u8>(pc: Pc, fp: *mut Value, base: *const Value) -> Option<Option<&'a Value>> {
    // SAFETY: as for `probe`.
    unsafe {
        if slot::tag(base) != slot::ARRAY || (KEY == KEY_IN_SLOT && (*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c))) {
            return None;
        }
        let array = (*base).as_array().unwrap_unchecked();
        if KEY != KEY_IN_SLOT {
            return Some(array.get_str_here((*konst!(pc, c)).as_str().unwrap_unchecked()));
        }
        let key = slot::deref(slot!(pc, fp, c));
        if slot::tag(key) != slot::STRING {
            return None;
        }
        Some(array.get_sym_str_here((*key).as_str().unwrap_unchecked()))
    }
}

/// Reading an element of a temporary that has other owners.
unsafe extern "C-unwind" fn fetch_from_temporary<const KEY: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`; the other owners keep the element until it is copied.
    unsafe {
        let base = slot!(pc, fp, b);
        if (KEY != KEY_IN_SLOT || !((*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c))))
            && let Probe::Found(value) = probe::<KEY>(pc, fp, base)
            && slot::give_up_temporary(base)
        {
            slot::copy(slot!(pc, fp, a), slot::deref(value));
            go!(pc.add(1), fp, vm)
        }
        if KEY == KEY_IN_SLOT { FetchDim(pc, fp, vm) } else { FetchDimK(pc, fp, vm) }
    }
}

/// Reading an element by a key in a slot, in any way.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`.
    unsafe {
        let base_slot = slot!(pc, fp, b);
        let base = slot::deref(base_slot);
        let key_slot = slot!(pc, fp, c);
        let key = slot::deref(key_slot);
        if slot::tag(base) == slot::ARRAY {
            let found = loxo_fast_paths::element((*base).as_array().unwrap_unchecked(), key);
            if found.is_some() || ((*pc).has(flag::QUIET) && matches!(slot::tag(key), slot::INT | slot::STRING)) {
                let mut result = std::mem::MaybeUninit::<Value>::uninit();
                match found {
                    Some(value) => slot::copy(result.as_mut_ptr(), slot::deref(value)),
                    None => slot::set_tag(result.as_mut_ptr(), slot::NULL),
                }
                if (*pc).has(flag::CONSUME_C) && slot::counted(key_slot) {
                    drop((*key_slot).take_undef());
                }
                if (*pc).has(flag::CONSUME_B) && !slot::give_up_temporary(base_slot) {
                    drop((*base_slot).take_undef());
                }
                slot::copy_bits(slot!(pc, fp, a), result.as_ptr());
                if *(*vm).pending == 0 {
                    go!(pc.add(1), fp, vm)
                }
                go_cold!(settle, pc, fp, vm)
            }
        } else if is_byte_of_text(pc, base, key) && put_byte(slot!(pc, fp, a), base, key) {
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(base) == slot::OBJECT {
            return offset_get::<false>(pc, fp, vm, fetch_dim_slow);
        }
        go_cold!(fetch_dim_slow, pc, fp, vm)
    }
}

cold_path!(fetch_dim_slow, |vm, fp, pc| {
    let mode = Fetch::of_flags((*pc).flags());
    if mode == Fetch::Quiet && slot::tag(slot::deref(slot!(pc, fp, b))) == slot::UNDEF {
        drop(vm.operand_c(fp, pc));
        slot!(pc, fp, a).write(Value::NULL);
        return Ok(());
    }
    let base = vm.operand_b(fp, pc);
    let key = vm.operand_c(fp, pc);
    vm.cx.check()?;
    if (*pc).has(flag::NO_OBJECT) && base.deref().is_object() {
        return Err(vm.cx.throw_error("Cannot use [] on objects in constant expression"));
    }
    let result = elements::read_dim(&mut vm.cx, &base, &key, mode)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

/// Reading an element by a constant key, in any way.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchDimK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`.
    unsafe {
        let base_slot = slot!(pc, fp, b);
        let base = slot::deref(base_slot);
        let key = konst!(pc, c);
        if slot::tag(base) == slot::ARRAY {
            let found = loxo_fast_paths::element_k((*base).as_array().unwrap_unchecked(), key);
            if found.is_some() || (*pc).has(flag::QUIET) {
                let mut result = std::mem::MaybeUninit::<Value>::uninit();
                match found {
                    Some(value) => slot::copy(result.as_mut_ptr(), slot::deref(value)),
                    None => slot::set_tag(result.as_mut_ptr(), slot::NULL),
                }
                if (*pc).has(flag::CONSUME_B) && !slot::give_up_temporary(base_slot) {
                    drop((*base_slot).take_undef());
                }
                slot::copy_bits(slot!(pc, fp, a), result.as_ptr());
                if *(*vm).pending == 0 {
                    go!(pc.add(1), fp, vm)
                }
                go_cold!(settle, pc, fp, vm)
            }
        } else if is_byte_of_text(pc, base, key) && put_byte(slot!(pc, fp, a), base, key) {
            go!(pc.add(1), fp, vm)
        } else if (*pc).has(flag::QUIET) && slot::tag(base) < slot::STRING && base == base_slot {
            // Scalars have no elements.
            slot::set_tag(slot!(pc, fp, a), slot::NULL);
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(base) == slot::OBJECT {
            return offset_get::<true>(pc, fp, vm, fetch_dim_k_slow);
        }
        go_cold!(fetch_dim_k_slow, pc, fp, vm)
    }
}

cold_path!(fetch_dim_k_slow, |vm, fp, pc| {
    let mode = Fetch::of_flags((*pc).flags());
    if mode == Fetch::Quiet && slot::tag(slot!(pc, fp, b)) == slot::UNDEF {
        slot!(pc, fp, a).write(Value::NULL);
        return Ok(());
    }
    let base = vm.operand_b(fp, pc);
    vm.cx.check()?;
    let result = elements::read_dim(&mut vm.cx, &base, &*konst!(pc, c), mode)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

/// The op reads a byte of a variable's string by its offset.
#[inline(always)]
unsafe fn is_byte_of_text(pc: Pc, base: *const Value, key: *const Value) -> bool {
    // SAFETY: the caller passes the running op and live values.
    unsafe { slot::tag(base) == slot::STRING && slot::tag(key) == slot::INT && (*pc).flags() & (flag::CONSUME_B | flag::LIST) == 0 }
}

/// Writes the byte of a string at an offset as a string; false: there is none.
#[inline(always)]
unsafe fn put_byte(dst: *mut Value, text: *const Value, offset: *const Value) -> bool {
    // SAFETY: the caller passes a temporary, a live string and a live int.
    unsafe {
        let text = (*text).as_str().unwrap_unchecked().as_bytes();
        let offset = slot::int(offset);
        let offset = if offset < 0 { offset.wrapping_add(text.len() as i64) } else { offset };
        match usize::try_from(offset).ok().and_then(|i| text.get(i)) {
            Some(byte) => {
                let byte = std::mem::ManuallyDrop::new(Value::string(loxo_value::PhpStr::byte(*byte)));
                slot::copy_bits(dst, &raw const *byte);
            }
            None => return false,
        }
        true
    }
}

/// What `isset()` or `empty()` says of what was found, which may be a reference; `None`: an object has to be asked.
///
/// # Safety
/// `pc` is an op of the `isset` family.
#[inline(always)]
pub(super) unsafe fn verdict(pc: Pc, found: Option<&Value>) -> Option<bool> {
    // SAFETY: as the caller promises.
    unsafe {
        let empty = (*pc).has(flag::EMPTY);
        let Some(value) = found else { return Some(empty) };
        let value = slot::deref(value);
        if !empty {
            return Some(slot::tag(value) > slot::NULL);
        }
        truth(value).map(|truth| !truth)
    }
}

/// `isset(base[key])`. `TEMPORARY`: of a temporary that has other owners; else of what is not consumed.
unsafe extern "C-unwind" fn isset<const KEY: u8, const THEN: u8, const TEMPORARY: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`, and `fetch_from_temporary`.
    unsafe {
        let place = slot!(pc, fp, b);
        let base = if TEMPORARY { place } else { slot::deref(place) };
        if KEY != KEY_IN_SLOT || !((*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c))) {
            match probe::<KEY>(pc, fp, base) {
                Probe::Found(value) => {
                    if let Some(truth) = verdict(pc, Some(value))
                        && (!TEMPORARY || slot::give_up_temporary(place))
                    {
                        answer!(pc, fp, vm, THEN, truth)
                    }
                }
                Probe::Missing if !TEMPORARY || slot::give_up_temporary(place) => answer!(pc, fp, vm, THEN, (*pc).has(flag::EMPTY)),
                Probe::Missing | Probe::Alike(..) | Probe::Unknown => {}
            }
        }
        if TEMPORARY {
            // Scalars have no elements.
            if KEY != KEY_IN_SLOT && slot::tag(base) < slot::STRING {
                answer!(pc, fp, vm, THEN, (*pc).has(flag::EMPTY))
            }
            return if KEY == KEY_IN_SLOT { IssetDim(pc, fp, vm) } else { IssetDimK(pc, fp, vm) };
        }
        isset_by_text::<KEY, THEN>(pc, fp, vm)
    }
}

/// The same where strings have to be compared, or hashed.
#[inline(never)]
unsafe extern "C-unwind" fn isset_by_text<const KEY: u8, const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`.
    unsafe {
        if KEY != KEY_INT
            && let Some(found) = element_by_text::<KEY>(pc, fp, slot::deref(slot!(pc, fp, b)))
            && let Some(truth) = verdict(pc, found)
        {
            answer!(pc, fp, vm, THEN, truth)
        }
        if KEY == KEY_IN_SLOT { IssetDim(pc, fp, vm) } else { IssetDimK(pc, fp, vm) }
    }
}

/// `isset(base[key])` by a key in a slot, in any way.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`.
    unsafe {
        let key_slot = slot!(pc, fp, c);
        let key = slot::deref(key_slot);
        let base = slot::deref(slot!(pc, fp, b));
        if matches!(slot::tag(key), slot::INT | slot::STRING)
            && let Some(truth) = isset_quietly(pc, base, key, |array, key| loxo_fast_paths::element(array, key))
        {
            if (*pc).has(flag::CONSUME_C) && slot::counted(key_slot) {
                drop((*key_slot).take_undef());
            }
            return isset_done(pc, fp, vm, truth);
        }
        if slot::tag(base) == slot::OBJECT {
            return offset_exists::<false>(pc, fp, vm, isset_dim_slow);
        }
        go_cold!(isset_dim_slow, pc, fp, vm)
    }
}

/// `isset(base[key])` by a constant key, in any way.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetDimK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `fetch`.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        if let Some(truth) = isset_quietly(pc, base, konst!(pc, c), |array, key| loxo_fast_paths::element_k(array, key)) {
            return isset_done(pc, fp, vm, truth);
        }
        if slot::tag(base) == slot::OBJECT {
            return offset_exists::<true>(pc, fp, vm, isset_dim_k_slow);
        }
        go_cold!(isset_dim_k_slow, pc, fp, vm)
    }
}

/// The answer where no PHP code has to be asked for it.
#[inline(always)]
unsafe fn isset_quietly(
    pc: Pc,
    base: *const Value,
    key: *const Value,
    find: impl FnOnce(&loxo_value::PhpArray, *const Value) -> Option<&Value>,
) -> Option<bool> {
    // SAFETY: the caller passes the running op and live values; tags say what they are.
    unsafe {
        match slot::tag(base) {
            slot::ARRAY => verdict(pc, find((*base).as_array().unwrap_unchecked(), key)),
            // Scalars have no elements.
            tag if tag < slot::STRING => Some((*pc).has(flag::EMPTY)),
            _ => None,
        }
    }
}

/// Gives up a consumed base, and goes on with the answer.
#[inline(always)]
unsafe extern "C-unwind" fn isset_done(pc: Pc, fp: *mut Value, vm: *mut Vm, truth: bool) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let base_slot = slot!(pc, fp, b);
        if (*pc).has(flag::CONSUME_B) && !slot::give_up_temporary(base_slot) {
            drop((*base_slot).take_undef());
        }
        slot::set_bool(slot!(pc, fp, a), truth);
        if *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

cold_path!(isset_dim_slow, |vm, fp, pc| {
    let base_slot = slot!(pc, fp, b);
    let empty = (*pc).has(flag::EMPTY);
    let base = if slot::tag(base_slot) == slot::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let key = vm.operand_c(fp, pc);
    let result = elements::isset_dim(&mut vm.cx, &base, &key, empty)?;
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

cold_path!(isset_dim_k_slow, |vm, fp, pc| {
    let base_slot = slot!(pc, fp, b);
    let base = if slot::tag(base_slot) == slot::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let result = elements::isset_dim(&mut vm.cx, &base, &*konst!(pc, c), (*pc).has(flag::EMPTY))?;
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

/// Where the op gets its key.
pub(super) fn key_kind(function: &Function, op: &Op) -> u8 {
    match op.code {
        OpCode::FetchDimK | OpCode::IssetDimK if matches!(function.consts[op.c as usize], Const::Int(_)) => KEY_INT,
        OpCode::FetchDimK | OpCode::IssetDimK => KEY_STRING,
        _ => KEY_IN_SLOT,
    }
}

/// What the op behind the one at `at`, which gives a truth, does with it. A jump backward stays an op of its own: it counts, and is interrupted.
pub(super) fn then_jump(function: &Function, at: usize) -> u8 {
    let result = function.code[at].a;
    match function.code.get(at + 1) {
        Some(next) if next.a == result && next.flags & flag::CONSUME_A != 0 && next.c as usize > at + 1 => match next.code {
            OpCode::JumpIf => THEN_JUMP_IF,
            OpCode::JumpIfNot => THEN_JUMP_IF_NOT,
            _ => THEN_NEXT,
        },
        _ => THEN_NEXT,
    }
}

/// What the op behind the one at `at`, a fetch, does with what it finds.
pub(super) fn then_coalesce(function: &Function, at: usize) -> u8 {
    let fetch = &function.code[at];
    let coalesces = |next: &&Op| next.code == OpCode::JumpIfNotNull && next.b == fetch.a && next.flags & flag::CONSUME_B != 0;
    let next = function.code.get(at + 1).filter(coalesces).filter(|next| next.c as usize > at + 1 && fetch.flags & flag::QUIET != 0);
    if next.is_some() { THEN_COALESCE } else { THEN_NEXT }
}

/// The handler for a fetch or `isset` at an index of a function; `None`: the one in the table.
pub(super) fn choose(function: &Function, at: usize) -> Option<Handler> {
    let op = &function.code[at];
    let handlers = match key_kind(function, op) {
        KEY_IN_SLOT => handlers_by_key::<KEY_IN_SLOT>(),
        KEY_STRING => handlers_by_key::<KEY_STRING>(),
        _ => handlers_by_key::<KEY_INT>(),
    };
    Some(match (op.code, op.flags & flag::CONSUME_B != 0) {
        (OpCode::FetchDim | OpCode::FetchDimK, true) => handlers.fetch_from_temporary,
        (OpCode::FetchDim | OpCode::FetchDimK, false) => handlers.fetch[usize::from(then_coalesce(function, at) == THEN_COALESCE)],
        (OpCode::IssetDim | OpCode::IssetDimK, temporary) => handlers.isset[usize::from(temporary)][usize::from(then_jump(function, at))],
        _ => return None,
    })
}

/// Handlers for a kind of key: of fetches by whether a `??` is next, of `isset()` by whether the base is a temporary and by the jump that is next.
struct Handlers {
    fetch: [Handler; 2],
    fetch_from_temporary: Handler,
    isset: [[Handler; 3]; 2],
}

fn handlers_by_key<const KEY: u8>() -> Handlers {
    Handlers {
        fetch: [fetch::<KEY, THEN_NEXT>, fetch::<KEY, THEN_COALESCE>],
        fetch_from_temporary: fetch_from_temporary::<KEY>,
        isset: [
            [isset::<KEY, THEN_NEXT, false>, isset::<KEY, THEN_JUMP_IF, false>, isset::<KEY, THEN_JUMP_IF_NOT, false>],
            [isset::<KEY, THEN_NEXT, true>, isset::<KEY, THEN_JUMP_IF, true>, isset::<KEY, THEN_JUMP_IF_NOT, true>],
        ],
    }
}
