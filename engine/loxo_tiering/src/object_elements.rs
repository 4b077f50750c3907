//! Elements of objects of builtin classes, and how many there are: machine code asks the class's handlers itself, without the handlers of the ops.

use loxo_bytecode::flag;
use loxo_runtime::object::{self, Fetch};
use loxo_runtime::{ObjectHandlers, PhpResult, class_of};
use loxo_value::{PhpObject, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::{Handler, Pc, finish, header, slot};

use crate::calls::{Exit, go_on, run_step};

const BEHIND: Exit = Exit { content: 0, word: 0 };

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
            return run_step(pc, fp, vm, handler);
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

/// `object[key] = value` in the same way.
///
/// # Safety
/// As for [`fetch`].
pub unsafe extern "C-unwind" fn assign<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as for `fetch`.
    unsafe {
        let insn = &*pc;
        let (base, source) = (at(fp.cast(), insn.a), at(fp.cast(), insn.c));
        let key = if CONSTANT { at(pc.cast(), insn.b) } else { at(fp.cast(), insn.b) };
        let [moves_key, moves] = [!CONSTANT && insn.has(flag::CONSUME_B), insn.has(flag::CONSUME_C)];
        let is_taken =
            |place: *mut Value, moves: bool| !matches!(slot::tag(place), slot::UNDEF) && !(moves && slot::tag(place) == slot::REFERENCE);
        let is_usual = !insn.has(flag::KEEP) && is_taken(key, moves_key) && is_taken(source, moves);
        let Some(object) = (if is_usual { handled(base, |handlers| handlers.write_dim.is_some()) } else { None }) else {
            return run_step(pc, fp, vm, handler);
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
        let (Some(object), Some(count)) = (object, counts) else { return run_step(pc, fp, vm, handler) };
        header(fp).pc = pc;
        let counted = count(&mut (*vm).cx, &object);
        let result = counted.map(|count| slot::set_int(at(fp.cast(), insn.a), count));
        drop(object);
        behind(result, pc, fp, vm)
    }
}
