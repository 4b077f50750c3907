//! Handlers of `foreach`: beginning an iteration, taking a step, ending it.

use loxo_bytecode::{Function, NONE, Op, OpCode, flag};
use loxo_value::{Bucket, KeyRef, Value};

use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::foreach::ForeachState;
use crate::access::references::{bind, untyped};
use crate::code::instruction::{Handler, Pc, go, slot, slot_x, target};
use crate::frame::slot;
use crate::objects::generator::Taker;

/// What the instruction of an `IterInit` has where its function has nothing: the next op takes the first step, on the same line. Traces do not show then
/// which of the two begins a generator.
pub const STEP_ON_LINE: u32 = 1;

/// What an instruction has: [`STEP_ON_LINE`], or 0.
pub fn step_on_line(function: &Function, at: usize) -> u32 {
    let is_step = |next: &Op| matches!(next.code, OpCode::IterNext | OpCode::IterNextTmp) && next.a == function.code[at].a;
    if function.code.get(at + 1).is_some_and(is_step) && function.line_of(at) == function.line_of(at + 1) { STEP_ON_LINE } else { 0 }
}

/// Begins a loop over an array.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IterInit(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the loop's two slots own nothing.
    unsafe {
        let src = slot!(pc, fp, b);
        let subject = slot::deref(src);
        let owned = (*pc).has(flag::CONSUME_B) && slot::counted(src);
        if slot::tag(subject) == slot::ARRAY && !(owned && subject != src) {
            let iter = slot!(pc, fp, a);
            if !(*subject).as_array().unwrap_unchecked().is_empty() {
                if owned {
                    slot::copy_bits(iter, subject);
                } else {
                    slot::copy(iter, subject);
                }
                slot::set_int(iter.add(1), 0);
                go!(pc.add(1), fp, vm)
            }
            if !owned {
                slot::set_tag(iter, slot::UNDEF);
                go!(target!(pc), fp, vm)
            }
        }
        go_cold!(iter_init_slow, pc, fp, vm)
    }
}

cold_path!(iter_init_slow => jump, |vm, fp, pc| {
    let mut subject = vm.operand_b(fp, pc);
    let iter = slot!(pc, fp, a);
    if (*pc).x() == STEP_ON_LINE {
        match Vm::foreach_init_fresh(iter, subject) {
            Ok(()) => return Ok(pc.add(1)),
            Err(other) => subject = other,
        }
    }
    if vm.foreach_init(iter, subject)? {
        return Ok(pc.add(1));
    }
    iter.write(Value::UNDEF);
    Ok(target!(pc))
});

slow_op!(IterInitRef => jump, |vm, fp, pc| {
    let place = slot!(pc, fp, b);
    if slot::tag(place) == slot::UNDEF {
        vm.undefined_variable(fp, place);
        slot::set_tag(place, slot::NULL);
    }
    let iter = slot!(pc, fp, a);
    if vm.foreach_init_ref(iter, place)? {
        return Ok(pc.add(1));
    }
    iter.write(Value::UNDEF);
    Ok(target!(pc))
});

slow_op!(LvIterInitRef => jump, |vm, fp, pc| {
    let iter = slot!(pc, fp, a);
    let place = vm.lv.place;
    let entered = vm.foreach_init_ref(iter, place)?;
    // The loop has a reference of its own.
    vm.lv.end();
    if entered {
        return Ok(pc.add(1));
    }
    iter.write(Value::UNDEF);
    Ok(target!(pc))
});

/// The element of a by-value loop's array at or behind its position, and the position behind it; null at the end.
#[inline(always)]
unsafe fn next_element(iter: *mut Value, key: *mut Value, want_key: bool) -> *const Value {
    // SAFETY: the loop's array is held by its first slot; the second is the position.
    unsafe {
        let array = (*iter).as_array().unwrap_unchecked();
        let mut at = slot::int(iter.add(1)) as usize;
        if let Some(elements) = array.packed_data() {
            while at < elements.len() {
                let value = elements.as_ptr().add(at);
                if slot::tag(value) != slot::UNDEF {
                    if want_key {
                        slot::set_int(key, at as i64);
                    }
                    slot::set_int(iter.add(1), at as i64 + 1);
                    return slot::deref(value);
                }
                at += 1;
            }
            return std::ptr::null();
        }
        let buckets = array.bucket_data();
        while at < buckets.len() {
            let bucket = &*buckets.as_ptr().add(at);
            if slot::tag(&raw const bucket.value) != slot::UNDEF {
                if want_key {
                    match bucket.key() {
                        KeyRef::Int(index) => slot::set_int(key, index),
                        KeyRef::Str(name) => key.write(Value::string(name.clone())),
                    }
                }
                slot::set_int(iter.add(1), at as i64 + 1);
                return slot::deref(&raw const bucket.value);
            }
            at += 1;
        }
        std::ptr::null()
    }
}

/// The next element goes to a variable.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IterNext(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `iter_next`.
    unsafe { if (*pc).x() == NONE { iter_next::<NO_KEY>(pc, fp, vm) } else { iter_next::<KEY_IN_TEMPORARY>(pc, fp, vm) } }
}

/// The loop has no key.
pub(super) const NO_KEY: u8 = 0;
/// The key goes to its temporary.
pub(super) const KEY_IN_TEMPORARY: u8 = 1;
/// The next op moves the key from its temporary to a variable.
pub(super) const KEY_IN_VARIABLE: u8 = 2;
/// The value goes to a temporary, and the key to another one, if the loop has any.
const IN_TEMPORARY: u8 = 3;

/// The handler for the `IterNext` at an index of a function.
pub(super) fn choose(function: &Function, at: usize) -> Handler {
    let step = &function.code[at];
    let assigns = |next: &&Op| next.code == OpCode::Assign && next.b == step.x && next.flags & flag::CONSUME_B != 0;
    match function.code.get(at + 1).filter(assigns) {
        _ if step.x == NONE => iter_next::<NO_KEY>,
        Some(assign) if assign.a != step.b => iter_next::<KEY_IN_VARIABLE>,
        _ => iter_next::<KEY_IN_TEMPORARY>,
    }
}

/// A handler of an `IterNext`.
#[inline(always)]
pub(crate) fn is_iter_next(handler: *const ()) -> bool {
    [iter_next::<NO_KEY> as *const (), iter_next::<KEY_IN_TEMPORARY> as *const (), iter_next::<KEY_IN_VARIABLE> as *const ()]
        .iter()
        .any(|step| std::ptr::eq(handler, *step))
}

/// The place of the element at a loop's position, a value or a bucket; null at the array's end. `None`: a hole is there.
#[inline(always)]
unsafe fn place_at(iter: *mut Value) -> Option<*const Value> {
    // SAFETY: the loop's array is held by its first slot; the second is the position, and slots below `used` are initialised.
    unsafe {
        let array = (*iter).as_array().unwrap_unchecked().header_ptr();
        let at = slot::int(iter.add(1)) as usize;
        if at >= (*array).used as usize {
            return Some(std::ptr::null());
        }
        let place = if (*array).flags & loxo_value::FLAG_HASH == 0 {
            (*array).data.cast::<Value>().add(at)
        } else {
            (*array).data.cast::<Bucket>().add(at).cast()
        };
        if slot::tag(place) == slot::UNDEF { None } else { Some(place) }
    }
}

/// Moves a loop behind the element whose place was found, and writes its key if that is wanted.
#[inline(always)]
unsafe fn step_over(iter: *mut Value, place: *const Value, key: *mut Value, want_key: bool) {
    // SAFETY: as for `place_at`; a temporary that owns nothing takes the key.
    unsafe {
        let at = slot::int(iter.add(1));
        if want_key {
            let array = (*iter).as_array().unwrap_unchecked().header_ptr();
            if (*array).flags & loxo_value::FLAG_HASH == 0 {
                slot::set_int(key, at);
            } else {
                match (*place.cast::<Bucket>()).key() {
                    KeyRef::Int(index) => slot::set_int(key, index),
                    KeyRef::Str(name) => key.write(Value::string(name.clone())),
                }
            }
        }
        *iter.add(1).cast::<i64>() = at + 1;
    }
}

/// The next element goes to a variable that is no reference, and whose old value is given up without calling anything.
pub(super) unsafe extern "C-unwind" fn iter_next<const KEY: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the loop's array is held by its slot, and holds the element after the old value is gone.
    unsafe {
        let iter = slot!(pc, fp, a);
        let var = slot!(pc, fp, b);
        if slot::tag(iter) != slot::ARRAY {
            return iter_next_object::<KEY>(pc, fp, vm);
        }
        if let Some(place) = place_at(iter) {
            if place.is_null() {
                go!(target!(pc), fp, vm)
            }
            if slot::give_up(var) {
                slot::copy(var, slot::deref(place));
                if KEY == KEY_IN_VARIABLE {
                    let assign = pc.add(1);
                    let key = slot!(assign, fp, a);
                    if slot::give_up(key) {
                        step_over(iter, place, key, true);
                        go!(assign.add(1), fp, vm)
                    }
                }
                step_over(iter, place, if KEY == NO_KEY { std::ptr::null_mut() } else { slot_x!(pc, fp) }, KEY != NO_KEY);
                go!(pc.add(1), fp, vm)
            }
        }
        iter_next_general(pc, fp, vm)
    }
}

/// The same for any variable without a type.
#[inline(never)]
unsafe extern "C-unwind" fn iter_next_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for IterNext.
    unsafe {
        let iter = slot!(pc, fp, a);
        if let Some(var) = untyped(slot!(pc, fp, b)) {
            let value = next_element(iter, slot_x!(pc, fp), (*pc).x() != NONE);
            if value.is_null() {
                go!(target!(pc), fp, vm)
            }
            loxo_fast_paths::overwrite(var, value, false);
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(iter_next_slow, pc, fp, vm)
    }
}

/// The next value of a generator, or of another object.
#[inline(never)]
unsafe extern "C-unwind" fn iter_next_object<const KEY: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for IterNext.
    unsafe {
        let resumed = (*vm).resume_plain_in_loop(pc, fp, slot!(pc, fp, a), taker::<KEY>());
        if !resumed.frame.is_null() {
            go!(resumed.at.add(1), resumed.frame, vm)
        }
        resume_object::<KEY>(pc, fp, vm)
    }
}

/// What takes a generator's value in such a loop.
#[inline(always)]
const fn taker<const KEY: u8>() -> Taker {
    match KEY {
        IN_TEMPORARY => Taker::Temporary,
        KEY_IN_VARIABLE => Taker::VariableAndKey,
        _ => Taker::Variable,
    }
}

/// The same where a generator begins, or more is to be done for it than to copy.
#[inline(never)]
unsafe extern "C-unwind" fn resume_object<const KEY: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for IterNext.
    unsafe {
        let iter = slot!(pc, fp, a);
        let is_iterator = || matches!(ForeachState::by_address(iter).as_ref(), Some(ForeachState::Iterator { .. }));
        if slot::tag(iter.add(1)) == slot::INT && is_iterator() {
            return if KEY == IN_TEMPORARY { iter_next_tmp_slow(pc, fp, vm) } else { iter_next_slow(pc, fp, vm) };
        }
        let begun = (*vm).begin_in_loop(pc, fp, iter, taker::<KEY>());
        if !begun.frame.is_null() {
            go!(begun.at.add(1), begun.frame, vm)
        }
        let resumed = (*vm).resume_in_loop(pc, fp, taker::<KEY>());
        if !resumed.is_null() {
            go!(resumed, (*vm).fp, vm)
        }
        if KEY == IN_TEMPORARY { iter_next_tmp_slow(pc, fp, vm) } else { iter_next_slow(pc, fp, vm) }
    }
}

slow_op!(iter_next_slow => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    let Some((key, value)) = vm.foreach_next(slot!(pc, fp, a), want_key)? else { return Ok(target!(pc)) };
    match untyped(slot!(pc, fp, b)) {
        Some(var) if !value.is_ref() && !value.is_undef() => {
            let value = std::mem::ManuallyDrop::new(value);
            loxo_fast_paths::overwrite(var, &raw const *value, true);
        }
        _ => vm.assign(slot!(pc, fp, b), if value.is_ref() { value.clone_deref() } else { value })?,
    }
    if want_key {
        slot_x!(pc, fp).write(key);
    }
    Ok(pc.add(1))
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IterNextTmp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for IterNext.
    unsafe {
        let iter = slot!(pc, fp, a);
        if slot::tag(iter) == slot::ARRAY {
            if let Some(place) = place_at(iter) {
                if place.is_null() {
                    go!(target!(pc), fp, vm)
                }
                step_over(iter, place, slot_x!(pc, fp), (*pc).x() != NONE);
                slot::copy(slot!(pc, fp, b), slot::deref(place));
                go!(pc.add(1), fp, vm)
            }
            let value = next_element(iter, slot_x!(pc, fp), (*pc).x() != NONE);
            if value.is_null() {
                go!(target!(pc), fp, vm)
            }
            slot::copy(slot!(pc, fp, b), value);
            go!(pc.add(1), fp, vm)
        }
        iter_next_object::<IN_TEMPORARY>(pc, fp, vm)
    }
}

slow_op!(iter_next_tmp_slow => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    let Some((key, value)) = vm.foreach_next(slot!(pc, fp, a), want_key)? else { return Ok(target!(pc)) };
    slot!(pc, fp, b).write(if value.is_ref() { value.clone_deref() } else { value });
    if want_key {
        slot_x!(pc, fp).write(key);
    }
    Ok(pc.add(1))
});

/// The next element by reference.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IterNextRef(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; a temporary that owns nothing takes the key.
    unsafe {
        let key = if (*pc).x() == NONE { std::ptr::null_mut() } else { slot_x!(pc, fp) };
        if bind_next(slot!(pc, fp, a), slot!(pc, fp, b), key) != 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(iter_next_ref_slow, pc, fp, vm)
    }
}

/// Binds a variable to the next element of a by-reference loop, where that takes no more than counts: 1, or 0: nothing was done.
///
/// # Safety
/// The first two are the slots of a running loop, then a variable; the key goes to a place that owns nothing, unless that is null.
#[inline(never)]
pub unsafe extern "C-unwind" fn bind_next(iter: *mut Value, var: *mut Value, key: *mut Value) -> u64 {
    // SAFETY: as the caller promises.
    unsafe { u64::from(Vm::bind_next(iter, var, key)) }
}

cold_path!(iter_next_ref_slow => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    let key = if want_key { slot_x!(pc, fp) } else { std::ptr::null_mut() };
    if let Some(reference) = Vm::next_reference(slot!(pc, fp, a), key) {
        bind(slot!(pc, fp, b), Value::reference(reference));
        return Ok(pc.add(1));
    }
    match vm.foreach_next(slot!(pc, fp, a), want_key)? {
        None => Ok(target!(pc)),
        Some((key, value)) => {
            bind(slot!(pc, fp, b), value);
            if want_key {
                slot_x!(pc, fp).write(key);
            }
            Ok(pc.add(1))
        }
    }
});

slow_op!(IterNextRefTmp => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    match vm.foreach_next(slot!(pc, fp, a), want_key)? {
        None => Ok(target!(pc)),
        Some((key, mut value)) => {
            if !value.is_ref() {
                let _ = value.make_ref();
            }
            slot!(pc, fp, b).write(value);
            if want_key {
                slot_x!(pc, fp).write(key);
            }
            Ok(pc.add(1))
        }
    }
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IterFree(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the operand is the first slot of a loop.
    unsafe {
        let iter = slot!(pc, fp, a);
        if slot::tag(iter) == slot::ARRAY {
            if !slot::counted(iter) || slot::count_down_temporary(iter) {
                slot::set_tag(iter, slot::UNDEF);
                go!(pc.add(1), fp, vm)
            }
            drop((*iter).take_undef());
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(iter_free_slow, pc, fp, vm)
    }
}

cold_path!(iter_free_slow, |vm, fp, pc| {
    crate::access::foreach::free(vm, slot!(pc, fp, a));
    if *vm.pending == 0 { Ok(()) } else { vm.destruct_at(fp, pc) }
});
