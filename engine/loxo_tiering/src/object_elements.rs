//! Elements of objects, and how many there are: machine code asks the handlers of builtin classes itself, and enters the methods of `ArrayAccess` and
//! `Countable`, without the handlers of the ops.

use loxo_bytecode::{TypeMask, flag};
use loxo_runtime::object::{self, Fetch};
use loxo_runtime::{Class, ObjectHandlers, PhpResult, class_of};
use loxo_value::{PhpObject, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Handler, Pc, finish, gives, header, slot};

use crate::calls::{Exit, go_on, run_step};
use crate::method_calls::{BEHIND, Window};

/// The slot, or the constant, at an operand's distance.
#[inline(always)]
unsafe fn at(base: *const u8, distance: i32) -> *mut Value {
    base.wrapping_offset(distance as isize).cast::<Value>().cast_mut()
}

/// The object in a place whose class has some handler. It is counted, as the handler may run PHP code.
#[inline(always)]
unsafe fn handled(place: *mut Value, has: impl FnOnce(&ObjectHandlers) -> bool) -> Option<PhpObject> {
    // SAFETY: the caller passes an operand of the running op.
    unsafe {
        let base = slot::deref(place);
        if slot::tag(base) != slot::OBJECT {
            return None;
        }
        let object = (*base).as_object().unwrap_unchecked();
        has(&class_of(object).object_handlers).then(|| object.clone())
    }
}

/// The class of the object in a place that an op may take it from; `None`: there is none.
#[inline(always)]
unsafe fn class_in(place: *mut Value, is_temporary: bool) -> Option<&'static Class> {
    // SAFETY: the caller passes an operand of the running op.
    unsafe {
        let base = slot::deref(place);
        if slot::tag(base) != slot::OBJECT || is_temporary && !std::ptr::eq(base, place) {
            return None;
        }
        Some(class_of((*base).as_object().unwrap_unchecked()))
    }
}

/// A key or a value that is not undef; a temporary is taken out of its slot.
#[inline(always)]
unsafe fn taken(place: *mut Value, consumed: bool) -> Value {
    // SAFETY: the caller passes an operand of the running op.
    unsafe { if consumed && slot::tag(place) != slot::REFERENCE { (*place).take_undef() } else { (*slot::deref(place)).clone() } }
}

/// Goes on behind the op if that has thrown nothing, and nothing is pending.
#[inline(always)]
unsafe fn behind(result: PhpResult<()>, pc: Pc, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        if result.is_ok() && *(*vm).pending == 0 && (*vm).cx.exception.is_none() {
            return BEHIND;
        }
        settled(result, pc, fp, vm)
    }
}

#[cold]
#[inline(never)]
unsafe fn settled(result: PhpResult<()>, pc: Pc, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let expected = pc.add(1);
        let reached = finish(result.map(|()| expected), pc, fp, vm);
        if reached == expected { BEHIND } else { go_on(fp, vm, reached, expected) }
    }
}

/// `object[key]`, or what else the op reads. `CONSTANT`: the key is one. The content is 0 where the frame goes on behind the op, else where the interpreter goes
/// on.
///
/// # Safety
/// For machine code that runs frame `fp`: `pc` is the copy of the op's instruction, which has this handler.
pub unsafe extern "C-unwind" fn fetch<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as the caller promises; the result's slot owns nothing.
    unsafe {
        let insn = &*pc;
        let base = at(fp.cast(), insn.b);
        let key = if CONSTANT { at(pc.cast(), insn.c) } else { at(fp.cast(), insn.c) };
        let is_usual = insn.flags() & (flag::CONSUME_B | flag::NO_OBJECT | flag::LIST) == 0 && slot::tag(key) != slot::UNDEF;
        let Some(object) = (if is_usual { handled(base, |handlers| handlers.read_dim.is_some()) } else { None }) else {
            return fetch_by_method::<CONSTANT>(pc, fp, vm, handler);
        };
        let is_temporary = !CONSTANT && insn.has(flag::CONSUME_C);
        if is_temporary && slot::tag(key) == slot::REFERENCE {
            return run_step(pc, fp, vm, handler);
        }
        header(fp).pc = pc;
        let key = taken(key, is_temporary);
        let mode = if insn.has(flag::QUIET) { Fetch::Quiet } else { Fetch::Read };
        let read = object::read_dim(&mut (*vm).cx, &object, Some(&key), mode);
        let result = read.map(|value| at(fp.cast(), insn.a).write(value));
        drop((object, key));
        behind(result, pc, fp, vm)
    }
}

/// The same by the class's `offsetGet()`.
#[inline(always)]
unsafe fn fetch_by_method<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let base = at(fp.cast(), insn.b);
        let key = if CONSTANT { at(pc.cast(), insn.c) } else { at(fp.cast(), insn.c) };
        let is_temporary = insn.has(flag::CONSUME_B);
        if insn.flags() & (flag::QUIET | flag::NO_OBJECT) == 0
            && slot::tag(key) != slot::UNDEF
            && let Some(class) = class_in(base, is_temporary)
            && let Some(get) = class.array_access.get.filter(|_| class.object_handlers.read_dim.is_none())
            && let Some(window) = Window::open(base, is_temporary, get, 1, fp, vm)
        {
            window.pass(0, key, !CONSTANT && insn.has(flag::CONSUME_C));
            return window.call(pc, fp, vm, handler);
        }
        run_step(pc, fp, vm, handler)
    }
}

/// `isset(object[key])` by the class's `offsetExists()`. `CONSTANT`: the key is one.
///
/// # Safety
/// As for [`fetch`].
pub unsafe extern "C-unwind" fn isset<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let base = at(fp.cast(), insn.b);
        let key = if CONSTANT { at(pc.cast(), insn.c) } else { at(fp.cast(), insn.c) };
        let is_temporary = insn.has(flag::CONSUME_B);
        if !insn.has(flag::EMPTY)
            && slot::tag(key) != slot::UNDEF
            && let Some(class) = class_in(base, is_temporary)
            && let Some(exists) = class.array_access.exists.filter(|_| class.object_handlers.has_dim.is_none())
            && gives(exists, TypeMask::BOOL)
            && let Some(window) = Window::open(base, is_temporary, exists, 1, fp, vm)
        {
            window.pass(0, key, !CONSTANT && insn.has(flag::CONSUME_C));
            return window.call(pc, fp, vm, handler);
        }
        run_step(pc, fp, vm, handler)
    }
}

/// `unset(object[key])` by the class's `offsetUnset()`.
///
/// # Safety
/// As for [`fetch`].
pub unsafe extern "C-unwind" fn unset(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let (base, key) = (at(fp.cast(), insn.a), at(fp.cast(), insn.b));
        if slot::tag(key) != slot::UNDEF
            && let Some(class) = class_in(base, false)
            && let Some(unset) = class.array_access.unset.filter(|_| class.object_handlers.unset_dim.is_none())
            && let Some(window) = Window::open(base, false, unset, 1, fp, vm)
        {
            window.pass(0, key, insn.has(flag::CONSUME_B));
            return window.call(pc, fp, vm, handler);
        }
        run_step(pc, fp, vm, handler)
    }
}

/// The key is in a slot, a constant, or there is none.
pub const IN_SLOT: u8 = 0;
pub const CONSTANT: u8 = 1;
pub const APPENDED: u8 = 2;

/// `object[key] = value`, or `object[] = value`, by the class's `offsetSet()`. `LV`: the lvalue register points to the object.
///
/// # Safety
/// As for [`fetch`].
#[inline(always)]
pub unsafe extern "C-unwind" fn set<const KEY: u8, const LV: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`; a nested write stands at a live place.
    unsafe {
        let insn = &*pc;
        let (base, source) = (if LV { (*vm).lv.place } else { at(fp.cast(), insn.a) }, at(fp.cast(), insn.c));
        let is_plain = !insn.has(flag::KEEP) && slot::tag(source) != slot::UNDEF && (!LV || !base.is_null() && (*vm).lv.holds_nothing());
        if is_plain
            && (KEY != IN_SLOT || slot::tag(at(fp.cast(), insn.b)) != slot::UNDEF)
            && let Some(class) = class_in(base, false)
            && let Some(set) = class.array_access.set.filter(|_| class.object_handlers.write_dim.is_none())
            && let Some(window) = Window::open(base, false, set, 2, fp, vm)
        {
            match KEY {
                APPENDED => window.pass_null(0),
                CONSTANT => window.pass(0, at(pc.cast(), insn.b), false),
                _ => window.pass(0, at(fp.cast(), insn.b), insn.has(flag::CONSUME_B)),
            }
            window.pass(1, source, insn.has(flag::CONSUME_C));
            return window.call(pc, fp, vm, handler);
        }
        run_step(pc, fp, vm, handler)
    }
}

/// `object[key] = value` by what the class has for it.
///
/// # Safety
/// As for [`fetch`].
pub unsafe extern "C-unwind" fn assign<const IS_CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let (base, source) = (at(fp.cast(), insn.a), at(fp.cast(), insn.c));
        let key = if IS_CONSTANT { at(pc.cast(), insn.b) } else { at(fp.cast(), insn.b) };
        let [moves_key, moves] = [!IS_CONSTANT && insn.has(flag::CONSUME_B), insn.has(flag::CONSUME_C)];
        let is_taken =
            |place: *mut Value, moves: bool| !matches!(slot::tag(place), slot::UNDEF) && !(moves && slot::tag(place) == slot::REFERENCE);
        let is_usual = !insn.has(flag::KEEP) && is_taken(key, moves_key) && is_taken(source, moves);
        let Some(object) = (if is_usual { handled(base, |handlers| handlers.write_dim.is_some()) } else { None }) else {
            return if IS_CONSTANT { set::<CONSTANT, false>(pc, fp, vm, handler) } else { set::<IN_SLOT, false>(pc, fp, vm, handler) };
        };
        header(fp).pc = pc;
        let (key, value) = (taken(key, moves_key), taken(source, moves));
        let result = object::write_dim(&mut (*vm).cx, &object, Some(&key), value);
        drop((object, key));
        behind(result, pc, fp, vm)
    }
}

/// `count(object)` in the same way.
///
/// # Safety
/// As for [`fetch`].
pub unsafe extern "C-unwind" fn count(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let base = at(fp.cast(), insn.b);
        let object = if insn.has(flag::CONSUME_B) { None } else { handled(base, |handlers| handlers.count.is_some()) };
        let counts = object.as_ref().and_then(|object| class_of(object).object_handlers.count);
        let (Some(object), Some(count)) = (object, counts) else { return count_by_method(pc, fp, vm, handler) };
        header(fp).pc = pc;
        let counted = count(&mut (*vm).cx, &object);
        let result = counted.map(|count| slot::set_int(at(fp.cast(), insn.a), count));
        drop(object);
        behind(result, pc, fp, vm)
    }
}

/// The same by the class's `count()`.
#[inline(always)]
unsafe fn count_by_method(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let (base, is_temporary) = (at(fp.cast(), insn.b), insn.has(flag::CONSUME_B));
        if let Some(class) = class_in(base, is_temporary)
            && let Some(count) = class.count.filter(|_| class.object_handlers.count.is_none())
            && gives(count, TypeMask::INT)
            && let Some(window) = Window::open(base, is_temporary, count, 0, fp, vm)
        {
            return window.call(pc, fp, vm, handler);
        }
        run_step(pc, fp, vm, handler)
    }
}
