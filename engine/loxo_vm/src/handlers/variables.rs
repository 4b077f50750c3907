//! Handlers of variables by name, global variables, static variables and `$this`.

use loxo_bytecode::flag;
use loxo_runtime::{PhpResult, convert};
use loxo_value::{PhpStr, Value};

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::references::{bind, make_ref};
use crate::code::instruction::{Pc, go, konst, slot, target};
use crate::frame::{header, slot};
use crate::objects::closure::Closure;

slow_op!(FetchVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, false)?;
    let value = match vm.find_variable(fp, &name) {
        Some(place) if !(*place).is_undef() => (*place).clone_deref(),
        _ => {
            if !(*pc).has(flag::QUIET) {
                vm.cx.warning([b"Undefined variable $", name.as_bytes()].concat());
            }
            Value::NULL
        }
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(LvVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, true)?;
    vm.lv.property = None;
    if (*pc).has(flag::UNSET) {
        vm.lv.place = vm.find_variable(fp, &name).unwrap_or(std::ptr::null_mut());
        vm.lv.forget_owner();
        return Ok(());
    }
    if name.as_bytes() == b"this" {
        return Err(vm.cx.throw_error("Cannot re-assign $this"));
    }
    let is_new = vm.find_variable(fp, &name).is_none_or(|place| (*place).is_undef());
    if is_new && (*pc).has(flag::RW) {
        vm.cx.warning([b"Undefined variable $", name.as_bytes()].concat());
    }
    vm.walk_to_variable(fp, &name);
    if (*vm.lv.place).is_undef() {
        *vm.lv.place = Value::NULL;
    }
    Ok(())
});

slow_op!(IssetVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, false)?;
    let value = vm.find_variable(fp, &name).map_or(Value::UNDEF, |place| (*place).clone_deref());
    let result = if (*pc).has(flag::EMPTY) { !vm.truthy(&value)? } else { !value.is_null() };
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

slow_op!(UnsetVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, true)?;
    if name.as_bytes() == b"this" {
        return Err(vm.cx.throw_error("Cannot unset $this"));
    }
    vm.unset_variable(fp, &name);
    Ok(())
});

/// `$GLOBALS['name']`, `$_GET`
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchGlobal(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; a remembered place is that of the variable.
    unsafe {
        if let Some(place) = (*vm).cached_global((*pc).x()) {
            let value = slot::deref(place);
            if slot::tag(value) != slot::UNDEF {
                slot::copy(slot!(pc, fp, a), value);
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(fetch_global_slow, pc, fp, vm)
    }
}

cold_path!(fetch_global_slow, |vm, fp, pc| {
    if let Some(place) = vm.find_global((*pc).x(), konst!(pc, b)) {
        let value = slot::deref(place);
        if slot::tag(value) != slot::UNDEF {
            slot::copy(slot!(pc, fp, a), value);
            return Ok(());
        }
    }
    let name = (*konst!(pc, b)).as_str().expect("variable names are strings");
    let value = vm.read_global(name, (*pc).has(flag::QUIET));
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchGlobalDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let value = vm.read_global(&name, (*pc).has(flag::QUIET));
    slot!(pc, fp, a).write(value);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvGlobal(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchGlobal.
    unsafe {
        if let Some(place) = (*vm).cached_global((*pc).x()) {
            // What the table itself holds moves: that is for the slow path, which makes a reference of it.
            if slot::tag(place) != slot::UNDEF && (*vm).stack.contains(place) {
                (*vm).lv.point_to(place);
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(lv_global_slow, pc, fp, vm)
    }
}

cold_path!(lv_global_slow, |vm, fp, pc| {
    let found = vm.find_global((*pc).x(), konst!(pc, a));
    if let Some(place) = found.filter(|place| slot::tag(*place) != slot::UNDEF && vm.stack.contains(*place)) {
        vm.lv.point_to(place);
        return Ok(());
    }
    vm.move_to_global((*konst!(pc, a)).as_str().expect("variable names are strings"), (*pc).flags());
    Ok(())
});

slow_op!(LvGlobalDyn, |vm, fp, pc| {
    let name = vm.operand_a(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    vm.move_to_global(&name, (*pc).flags());
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetGlobal(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchGlobal.
    unsafe {
        if let Some(place) = (*vm).cached_global((*pc).x())
            && !(*pc).has(flag::EMPTY)
        {
            let tag = slot::tag(slot::deref(place));
            slot::set_bool(slot!(pc, fp, a), tag != slot::UNDEF && tag != slot::NULL);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(isset_global_slow, pc, fp, vm)
    }
}

cold_path!(isset_global_slow, |vm, fp, pc| {
    let _ = vm.find_global((*pc).x(), konst!(pc, b));
    let result = vm.isset_global((*konst!(pc, b)).as_str().expect("variable names are strings"), (*pc).has(flag::EMPTY))?;
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

slow_op!(IssetGlobalDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let result = vm.isset_global(&name, (*pc).has(flag::EMPTY))?;
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

impl Vm {
    /// The place of a global variable that the op with this cache has met before; nothing was added or removed since. Calls nothing.
    #[inline(always)]
    unsafe fn cached_global(&mut self, cache: u32) -> Option<*mut Value> {
        // SAFETY: the index lies in the table; the address holds while the table's generation does. The caller passes a string.
        unsafe {
            let entry = &*self.caches.add(cache as usize);
            if entry.key == self.globals.generation() { Some(entry.value as *mut Value) } else { None }
        }
    }

    /// The same, found by name if the op has not met it; that is remembered.
    #[inline(never)]
    unsafe fn find_global(&mut self, cache: u32, name: *const Value) -> Option<*mut Value> {
        // SAFETY: as for `cached_global`.
        unsafe {
            let place = self.globals.find((*name).as_str()?.as_bytes())?;
            if cache != 0 {
                *self.caches.add(cache as usize) =
                    crate::access::lookup_cache::InlineCache { key: self.globals.generation(), value: place as usize };
            }
            Some(place)
        }
    }

    fn read_global(&mut self, name: &PhpStr, quiet: bool) -> Value {
        // SAFETY: the table gives live places.
        let found = self.globals.find(name.as_bytes()).map(|place| unsafe { (*place).clone_deref() });
        if let Some(value) = found.filter(|v| !v.is_undef()) {
            return value;
        }
        if !quiet {
            self.cx.warning([b"Undefined global variable $", name.as_bytes()].concat());
        }
        Value::NULL
    }

    fn move_to_global(&mut self, name: &PhpStr, flags: u8) {
        self.lv.property = None;
        self.lv.forget_owner();
        if flags & flag::UNSET != 0 {
            self.lv.place = self.globals.find(name.as_bytes()).unwrap_or(std::ptr::null_mut());
            return;
        }
        let place = self.globals.place(name);
        // SAFETY: the table gives live places; it is asked again behind the handler of the warning.
        unsafe {
            if (*place).is_undef() && flags & flag::RW != 0 {
                self.cx.warning([b"Undefined variable $", name.as_bytes()].concat());
            }
            let (place, owner) = self.globals.place_for_write(name, self.walks_on());
            if (*place).is_undef() {
                *place = Value::NULL;
            }
            self.lv.point_into(owner, place);
        }
    }

    fn isset_global(&mut self, name: &PhpStr, empty: bool) -> PhpResult<bool> {
        // SAFETY: the table gives live places.
        let value = self.globals.find(name.as_bytes()).map_or(Value::UNDEF, |place| unsafe { (*place).clone_deref() });
        if empty { Ok(!self.truthy(&value)?) } else { Ok(!value.is_null()) }
    }
}

slow_op!(UnsetGlobal, |vm, fp, pc| {
    let name = vm.operand_a(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    vm.globals.remove(name.as_bytes());
    Ok(())
});

/// `global $var;` where the global is a reference already, as it is from the second time on, and the local owns nothing.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn BindGlobal(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchGlobal.
    unsafe {
        let entry = &*(*vm).caches.add((*pc).x() as usize);
        let var = slot!(pc, fp, a);
        if entry.key == (*vm).globals.generation() && !slot::counted(var) {
            let place = entry.value as *const Value;
            if slot::tag(place) == slot::REFERENCE {
                slot::copy(var, place);
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(bind_global_slow, pc, fp, vm)
    }
}

cold_path!(bind_global_slow, |vm, fp, pc| {
    let place = match vm.find_global((*pc).x(), konst!(pc, b)) {
        Some(place) => place,
        None => vm.globals.place((*konst!(pc, b)).as_str().expect("variable names are strings")),
    };
    let reference = make_ref(place);
    bind(slot!(pc, fp, a), Value::reference(reference));
    Ok(())
});

slow_op!(BindGlobalDyn, |vm, fp, pc| {
    let name = vm.operand_a(fp, pc);
    let name: PhpStr = convert::to_string(&mut vm.cx, &name)?;
    if name.as_bytes() == b"this" {
        return Err(vm.cx.throw_error("Cannot use $this as global variable"));
    }
    let reference = make_ref(vm.globals.place(&name));
    let place = vm.variable_place(fp, &name);
    bind(place, Value::reference(reference));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfStatic(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; static variables are references.
    unsafe {
        let head = header(fp);
        let var = slot!(pc, fp, a);
        if !slot::counted(var) {
            if slot::tag(&raw const head.closure) == slot::UNDEF {
                let statics: &[Vec<Value>] = &(*vm).statics;
                let known = statics.get((*head.func).statics as usize).and_then(|all| all.get((*pc).b as usize));
                if let Some(reference) = known.filter(|v| !v.is_undef()) {
                    slot::copy(var, reference);
                    go!(target!(pc), fp, vm)
                }
            } else if copy_static(var, &head.closure, (*pc).b as usize) {
                go!(target!(pc), fp, vm)
            }
        }
        go_cold!(jump_if_static_slow, pc, fp, vm)
    }
}

/// Binds a variable, which is not counted, to a static variable that a closure object has by now; false: it has not, or its function has them.
#[inline(never)]
unsafe fn copy_static(var: *mut Value, closure: &Value, index: usize) -> bool {
    let Some(closure) = closure.as_object().and_then(|object| object.native::<Closure>()).filter(|closure| !closure.of_callable) else {
        return false;
    };
    let Ok(statics) = closure.statics.try_borrow() else { return false };
    let Some(reference) = statics.get(index).filter(|v| !v.is_undef()) else { return false };
    // SAFETY: the caller passes a slot whose value needs no release; static variables are references.
    unsafe { slot::copy(var, reference) }
    true
}

cold_path!(jump_if_static_slow => jump, |vm, fp, pc| {
    let index = (*pc).b as usize;
    let found = vm.with_statics(fp, |statics| statics.get(index).filter(|v| !v.is_undef()).cloned());
    match found {
        Some(reference) => {
            bind(slot!(pc, fp, a), reference);
            Ok(target!(pc))
        }
        None => Ok(pc.add(1)),
    }
});

slow_op!(InitStatic, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    let index = (*pc).b as usize;
    let mut value = value;
    let reference = Value::reference(value.make_ref());
    let reference = vm.with_statics(fp, |statics| {
        if statics.len() <= index {
            statics.resize(index + 1, Value::UNDEF);
        }
        // The initialiser may have run the function again: what that set stays.
        if statics[index].is_undef() {
            statics[index] = reference;
        }
        statics[index].clone()
    });
    bind(slot!(pc, fp, a), reference);
    Ok(())
});

slow_op!(CheckThis, |vm, fp, pc| {
    if slot::tag(&raw const header(fp).this) == slot::OBJECT {
        return Ok(());
    }
    Err(vm.cx.throw_error("Using $this when not in object context"))
});

slow_op!(FetchThisOrNull, |vm, fp, pc| {
    let this = &header(fp).this;
    slot!(pc, fp, a).write(if this.is_undef() { Value::NULL } else { this.clone() });
    Ok(())
});
