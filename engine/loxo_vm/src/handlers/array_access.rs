//! `[...]` and `count()` on objects of classes that implement `ArrayAccess` and `Countable` in PHP. Where the method can be entered like a function in a window,
//! the op pushes its frame as a call does; the loader has given the op operand `x` for the result. What remains goes to the op's slow half.

use loxo_bytecode::{FnFlags, TypeMask, flag};
use loxo_fast_paths::entry_kind::{self, gives};
use loxo_runtime::object::{self, Fetch};
use loxo_runtime::{Class, Func, ObjectHandlers, class_of};
use loxo_value::Value;

use super::calls::enter;
use super::slow_path::slow_op;
use crate::Vm;
use crate::code::instruction::{Handler, Pc, go, konst, slot};
use crate::frame::{HEADER, header, open_window, slot};

/// Opens a window above all that the running frame uses, for a method of the object in `place`. Null: the method takes more than to be entered, or there is none.
#[inline(always)]
unsafe fn open(
    pc: Pc,
    vm: *mut Vm,
    place: *mut Value,
    consumed: bool,
    count: u32,
    find: impl FnOnce(&Class) -> Option<&'static Func>,
) -> *mut Value {
    // SAFETY: the caller passes an operand of the running op; the window lies below the limit of the stack.
    unsafe {
        let base = slot::deref(place);
        if slot::tag(base) != slot::OBJECT || (consumed && base != place) {
            return std::ptr::null_mut();
        }
        let class = class_of((*base).as_object().unwrap_unchecked());
        let Some(func) = find(class).filter(|func| entry_kind::is_plain(func, count) && !func.flags.has(FnFlags::RETURNS_REF)) else {
            return std::ptr::null_mut();
        };
        let callee = (*vm).stack_top().add(HEADER);
        // A method that calls itself without end is to meet the Error of calls from Rust: from some depth on these are made.
        let is_deep = callee.offset_from((*vm).stack.base()) > 1 << 16;
        if is_deep || callee.add(func.frame_slots as usize + HEADER) > (*vm).stack.limit {
            return std::ptr::null_mut();
        }
        (*vm).met.note(pc as usize, class);
        open_window(callee, func, class);
        slot::take(&raw mut header(callee).this, base, consumed);
        if consumed {
            slot::set_tag(place, slot::UNDEF);
        }
        callee
    }
}

/// Writes an argument, without its reference.
#[inline(always)]
unsafe fn pass(argument: *mut Value, src: *mut Value, consumed: bool) {
    // SAFETY: the caller passes a slot of a window and an operand that is not undef.
    unsafe {
        let value = slot::deref(src);
        slot::take(argument, value, consumed && value == src);
        if consumed {
            if value != src {
                slot::release(src);
            }
            slot::set_tag(src, slot::UNDEF);
        }
    }
}

/// Enters the method in the window, which has all its arguments.
#[inline(always)]
unsafe extern "C-unwind" fn call(pc: Pc, fp: *mut Value, vm: *mut Vm, callee: *mut Value, count: u32) -> u64 {
    // SAFETY: as for `Call`.
    unsafe {
        header(fp).pc = pc;
        enter!(&*header(callee).func, callee, count, fp, vm)
    }
}

/// The object in a place has this handler, which goes before methods.
#[inline(always)]
unsafe fn has_handler(place: *const Value, has: impl FnOnce(&ObjectHandlers) -> bool) -> bool {
    // SAFETY: the caller passes an operand of the running op.
    unsafe { (*slot::deref(place)).as_object().is_some_and(|object| has(&class_of(object).object_handlers)) }
}

/// `object[key]`
#[inline(never)]
pub(super) unsafe extern "C-unwind" fn offset_get<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, slow: Handler) -> u64 {
    // SAFETY: as for `FetchDim` and `FetchDimK`.
    unsafe {
        let key = if CONSTANT { konst!(pc, c).cast_mut() } else { slot!(pc, fp, c) };
        let is_handled = has_handler(slot!(pc, fp, b), |handlers| handlers.read_dim.is_some());
        if !is_handled && (*pc).flags() & (flag::QUIET | flag::NO_OBJECT) == 0 && slot::tag(key) != slot::UNDEF {
            let find = |class: &Class| class.array_access.get;
            let callee = open(pc, vm, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B), 1, find);
            if !callee.is_null() {
                pass(callee, key, !CONSTANT && (*pc).has(flag::CONSUME_C));
                return call(pc, fp, vm, callee, 1);
            }
        }
        let is_usual = !CONSTANT && slot::tag(key) != slot::UNDEF && !(*pc).has(flag::NO_OBJECT);
        if is_usual { read_object(pc, fp, vm) } else { slow(pc, fp, vm) }
    }
}

slow_op!(
    #[inline(never)]
    read_object,
    |vm, fp, pc| {
        // Handlers of builtin classes, and what `??` asks first.
        let (base, key) = (vm.operand_b(fp, pc), vm.operand_c(fp, pc));
        let fetch = if (*pc).has(flag::QUIET) { Fetch::Quiet } else { Fetch::Read };
        let value = object::read_dim(&mut vm.cx, base.as_object().unwrap_unchecked(), Some(&key), fetch)?;
        slot!(pc, fp, a).write(value);
        Ok(())
    }
);

/// `isset(object[key])`
#[inline(never)]
pub(super) unsafe extern "C-unwind" fn offset_exists<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, slow: Handler) -> u64 {
    // SAFETY: as for `IssetDim` and `IssetDimK`.
    unsafe {
        let key = if CONSTANT { konst!(pc, c).cast_mut() } else { slot!(pc, fp, c) };
        if !(*pc).has(flag::EMPTY) && slot::tag(key) != slot::UNDEF {
            let method = |class: &Class| class.array_access.exists.filter(|_| class.object_handlers.has_dim.is_none());
            let find = |class: &Class| method(class).filter(|func| gives(func, TypeMask::BOOL));
            let callee = open(pc, vm, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B), 1, find);
            if !callee.is_null() {
                pass(callee, key, !CONSTANT && (*pc).has(flag::CONSUME_C));
                return call(pc, fp, vm, callee, 1);
            }
        }
        slow(pc, fp, vm)
    }
}

/// The key is in a slot, a constant, or there is none.
pub(super) const IN_SLOT: u8 = 0;
pub(super) const CONSTANT: u8 = 1;
pub(super) const APPENDED: u8 = 2;

/// `object[key] = value`, or `object[] = value`. `LV`: the lvalue register points to the object.
#[inline(never)]
pub(super) unsafe extern "C-unwind" fn offset_set<const KEY: u8, const LV: bool>(
    pc: Pc,
    fp: *mut Value,
    vm: *mut Vm,
    slow: Handler,
) -> u64 {
    // SAFETY: as for `AssignDim` and the like.
    unsafe {
        let (base, src) = (if LV { (*vm).lv.place } else { slot!(pc, fp, a) }, slot!(pc, fp, c));
        let is_plain = !(*pc).has(flag::KEEP) && slot::tag(src) != slot::UNDEF && (!LV || (*vm).lv.holds_nothing());
        let is_handled = has_handler(base, |handlers| handlers.write_dim.is_some());
        if !is_handled && is_plain && (KEY != IN_SLOT || slot::tag(slot!(pc, fp, b)) != slot::UNDEF) {
            let find = |class: &Class| class.array_access.set;
            let callee = open(pc, vm, base, false, 2, find);
            if !callee.is_null() {
                match KEY {
                    APPENDED => slot::set_tag(callee, slot::NULL),
                    CONSTANT => slot::copy(callee, konst!(pc, b)),
                    _ => pass(callee, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)),
                }
                pass(callee.add(1), src, (*pc).has(flag::CONSUME_C));
                return call(pc, fp, vm, callee, 2);
            }
        }
        let is_usual = KEY == IN_SLOT && !LV && is_plain && slot::tag(slot!(pc, fp, b)) != slot::UNDEF;
        if is_usual { write_object(pc, fp, vm) } else { slow(pc, fp, vm) }
    }
}

slow_op!(
    #[inline(never)]
    write_object,
    |vm, fp, pc| {
        let object = (*slot::deref(slot!(pc, fp, a))).as_object().unwrap_unchecked().clone();
        let (key, value) = (vm.operand_b(fp, pc), vm.operand_c(fp, pc));
        object::write_dim(&mut vm.cx, &object, Some(&key), value)
    }
);

/// `unset(object[key])`
#[inline(never)]
pub(super) unsafe extern "C-unwind" fn offset_unset(pc: Pc, fp: *mut Value, vm: *mut Vm, slow: Handler) -> u64 {
    // SAFETY: as for `UnsetDim`.
    unsafe {
        let key = slot!(pc, fp, b);
        if slot::tag(key) != slot::UNDEF {
            let find = |class: &Class| class.array_access.unset.filter(|_| class.object_handlers.unset_dim.is_none());
            let callee = open(pc, vm, slot!(pc, fp, a), false, 1, find);
            if !callee.is_null() {
                pass(callee, key, (*pc).has(flag::CONSUME_B));
                return call(pc, fp, vm, callee, 1);
            }
        }
        slow(pc, fp, vm)
    }
}

/// `count(object)`
#[inline(never)]
pub(super) unsafe extern "C-unwind" fn count(pc: Pc, fp: *mut Value, vm: *mut Vm, slow: Handler) -> u64 {
    // SAFETY: as for `Count`.
    unsafe {
        let find = |class: &Class| class.count.filter(|func| class.object_handlers.count.is_none() && gives(func, TypeMask::INT));
        let callee = open(pc, vm, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B), 0, find);
        if callee.is_null() { slow(pc, fp, vm) } else { call(pc, fp, vm, callee, 0) }
    }
}
