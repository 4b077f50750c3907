//! Properties: slots through inline caches, the rest through `loxo_runtime::object`.

use loxo_bytecode::{BinaryOp, flag};
use loxo_runtime::object::{self, Access, Fetch, PropLookup};
use loxo_runtime::{Class, PhpResult, Property, convert, operators};
use loxo_value::{PhpObject, PhpStr, Value};

use super::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::insn::{Pc, go, konst, slot};
use crate::lvalues::Step;
use crate::raw;

/// Byte offset of slot 0 in an object.
pub(crate) const SLOTS: usize = 32;

/// `$object->name` where the class is the one seen last and the property a plain slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; a cache entry pairs a class with the offset of one of its slots.
    unsafe {
        let base = raw::deref(slot!(pc, fp, b));
        if raw::tag(base) == raw::OBJECT && !(*pc).has(flag::CONSUME_B) {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let object = raw::object(base);
            if entry.key == (*object).class as usize {
                let value = raw::deref(object.cast::<u8>().add(entry.value & OFFSET).cast::<Value>());
                if raw::tag(value) != raw::UNDEF {
                    raw::copy(slot!(pc, fp, a), value);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(fetch_prop_slow, pc, fp, vm)
    }
}

/// Cache values: offset of the slot, and whether writes must go the long way.
const OFFSET: usize = 0x7fff_ffff;
const READ_ONLY: usize = 1 << 32;

cold_path!(fetch_prop_slow, |vm, fp, pc| {
    let quiet = (*pc).has(flag::QUIET);
    let base = slot!(pc, fp, b);
    let object = if quiet && raw::tag(base) == raw::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let name = (*konst!(pc, c)).as_str().expect("property names are strings").clone();
    if let Some(object) = object.as_object() {
        vm.cache_property(fp, object, &name, (*pc).x());
    }
    let value = vm.read_property(fp, &object, &name, quiet)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchPropDyn, |vm, fp, pc| {
    let quiet = (*pc).has(flag::QUIET);
    let base = slot!(pc, fp, b);
    let object = if quiet && raw::tag(base) == raw::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let name = vm.operand_c(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let value = vm.read_property(fp, &object, &name, quiet)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

macro_rules! isset_prop {
    ($name:ident, |$vm:ident, $fp:ident, $pc:ident| $text:expr) => {
        slow_op!($name, |vm, fp, pc| {
            let ($vm, $fp, $pc) = (&mut *vm, fp, pc);
            let base = slot!($pc, $fp, b);
            let object = if raw::tag(base) == raw::UNDEF { Value::NULL } else { $vm.operand_b($fp, $pc) };
            let name: PhpStr = $text;
            let empty = (*$pc).has(flag::EMPTY);
            let result = $vm.isset_property($fp, &object, &name, empty)?;
            slot!($pc, $fp, a).write(Value::bool(result));
            Ok(())
        });
    };
}

isset_prop!(IssetProp, |vm, fp, pc| (*konst!(pc, c)).as_str().expect("property names are strings").clone());
isset_prop!(IssetPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    convert::to_string(&mut vm.cx, &name)?
});

/// `$object->name = value` on a plain slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = raw::deref(slot!(pc, fp, a));
        let src = slot!(pc, fp, c);
        if raw::tag(base) == raw::OBJECT && (*pc).flags() & (flag::CONSUME_A | flag::KEEP) == 0 {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let object = raw::object(base);
            if entry.key == (*object).class as usize && entry.value & READ_ONLY == 0 {
                let place = object.cast::<u8>().add(entry.value & OFFSET).cast::<Value>();
                let tag = raw::tag(src);
                if !raw::counted(place) && raw::tag(place) != raw::UNDEF && tag != raw::UNDEF && tag != raw::REFERENCE {
                    if (*pc).has(flag::CONSUME_C) {
                        raw::copy_bits(place, src);
                    } else {
                        raw::copy(place, src);
                    }
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(assign_prop_slow, pc, fp, vm)
    }
}

cold_path!(assign_prop_slow, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let value = vm.operand_c(fp, pc);
    let object = vm.operand_a(fp, pc);
    if let Some(object) = object.as_object() {
        vm.cache_property(fp, object, &name, (*pc).x());
    }
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write(written);
    }
    Ok(())
});

slow_op!(AssignPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    let object = vm.operand_a(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write(written);
    }
    Ok(())
});

slow_op!(LvAssignProp, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let value = vm.operand_c(fp, pc);
    let object = (*vm.lv).clone_deref();
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write(written);
    }
    Ok(())
});

slow_op!(LvAssignPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    let object = (*vm.lv).clone_deref();
    let name = convert::to_string(&mut vm.cx, &name)?;
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write(written);
    }
    Ok(())
});

slow_op!(AssignPropOp, |vm, fp, pc| {
    if let Some(place) = vm.plain_place(fp, slot!(pc, fp, a), slot!(pc, fp, b)) {
        if !(*pc).has(flag::CONSUME_A) {
            // The slot stays where it is: the object is held by the variable or the frame, and kept besides.
            let kept = (*raw::deref(slot!(pc, fp, a))).clone();
            let rhs = vm.operand_c(fp, pc);
            vm.lv_property = None;
            vm.assign_op_place(fp, place, (*pc).x(), &rhs)?;
            if (*pc).has(flag::KEEP) {
                slot!(pc, fp, c).write((*place).clone_deref());
            }
            drop(kept);
            return Ok(());
        }
    }
    let name = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    let object = vm.operand_a(fp, pc);
    let result = vm.assign_property_op(fp, &object, &name, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write(result);
    }
    Ok(())
});

slow_op!(LvAssignPropOp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    let object = (*vm.lv).clone_deref();
    let result = vm.assign_property_op(fp, &object, &name, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write(result);
    }
    Ok(())
});

slow_op!(IncDecProp, |vm, fp, pc| {
    if let Some(place) = vm.plain_place(fp, slot!(pc, fp, b), slot!(pc, fp, c)) {
        let step = Step::of_flags((*pc).flags());
        let by = if step.dec { -1 } else { 1 };
        if raw::tag(place) == raw::INT && !(*pc).has(flag::CONSUME_B) {
            let old = raw::int(place);
            if let Some(new) = old.checked_add(by) {
                raw::set_int(place, new);
                if (*pc).has(flag::KEEP) {
                    raw::set_int(slot!(pc, fp, a), if step.post { old } else { new });
                }
                return Ok(());
            }
        }
    }
    let name = vm.operand_c(fp, pc);
    let object = vm.operand_b(fp, pc);
    let result = vm.step_property(fp, &object, &name, Step::of_flags((*pc).flags()))?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(result);
    }
    Ok(())
});

slow_op!(LvIncDecProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let object = (*vm.lv).clone_deref();
    let result = vm.step_property(fp, &object, &name, Step::of_flags((*pc).flags()))?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(result);
    }
    Ok(())
});

slow_op!(BindRefProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let reference = vm.take_c(fp, pc);
    let object = vm.operand_a(fp, pc);
    vm.bind_property(fp, &object, &name, reference)
});

slow_op!(LvBindRefProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let reference = vm.take_c(fp, pc);
    let object = (*vm.lv).clone_deref();
    vm.bind_property(fp, &object, &name, reference)
});

slow_op!(UnsetProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let object = vm.operand_a(fp, pc);
    vm.unset_property(fp, &object, &name)
});

slow_op!(LvUnsetProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    if vm.lv.is_null() {
        return Ok(());
    }
    let object = (*vm.lv).clone_deref();
    vm.unset_property(fp, &object, &name)
});

slow_op!(LvProp, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let base = slot!(pc, fp, a);
    let object = vm.container_object(fp, base, (*pc).has(flag::CONSUME_A), (*pc).flags())?;
    vm.walk_property(fp, &object, &name, (*pc).flags())
});

slow_op!(LvPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let base = slot!(pc, fp, a);
    let object = vm.container_object(fp, base, (*pc).has(flag::CONSUME_A), (*pc).flags())?;
    vm.walk_property(fp, &object, &name, (*pc).flags())
});

slow_op!(LvLvProp, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    if vm.lv.is_null() {
        return Ok(());
    }
    let object = (*vm.lv).clone_deref();
    vm.walk_property(fp, &object, &name, (*pc).flags())
});

slow_op!(LvLvPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    if vm.lv.is_null() {
        return Ok(());
    }
    let object = (*vm.lv).clone_deref();
    vm.walk_property(fp, &object, &name, (*pc).flags())
});

// ------------------------------------------------------------------------------------------------------ static ones

slow_op!(FetchStaticProp, |vm, fp, pc| {
    let name = (*konst!(pc, c)).as_str().expect("property names are strings").clone();
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let value = vm.read_static(fp, class, &name, (*pc).has(flag::QUIET))?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let value = vm.read_static(fp, class, &name, (*pc).has(flag::QUIET))?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

macro_rules! isset_static {
    ($name:ident, |$vm:ident, $fp:ident, $pc:ident| $text:expr) => {
        slow_op!($name, |vm, fp, pc| {
            let ($vm, $fp, $pc) = (&mut *vm, fp, pc);
            let name: PhpStr = $text;
            let class = $vm.class_operand($fp, (*$pc).b as u32)?;
            let value = $vm.read_static($fp, class, &name, true)?;
            let result = if (*$pc).has(flag::EMPTY) { !$vm.truthy(&value)? } else { !value.is_null() };
            slot!($pc, $fp, a).write(Value::bool(result));
            Ok(())
        });
    };
}

isset_static!(IssetStaticProp, |vm, fp, pc| (*konst!(pc, c)).as_str().expect("property names are strings").clone());
isset_static!(IssetStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    convert::to_string(&mut vm.cx, &name)?
});

slow_op!(LvStaticProp, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.walk_static(fp, class, &name)
});

slow_op!(LvStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.walk_static(fp, class, &name)
});

slow_op!(AssignStaticProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let value = vm.operand_c(fp, pc);
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.walk_static(fp, class, &name)?;
    let place = vm.lv;
    vm.assign_lv(place, value)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write((*place).clone_deref());
    }
    Ok(())
});

slow_op!(AssignStaticPropOp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let rhs = vm.operand_c(fp, pc);
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.walk_static(fp, class, &name)?;
    let place = vm.lv;
    vm.assign_op_place(fp, place, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write((*place).clone_deref());
    }
    Ok(())
});

slow_op!(IncDecStaticProp, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    vm.walk_static(fp, class, &name)?;
    let place = vm.lv;
    let step = Step::of_flags((*pc).flags());
    let old = vm.inc_dec_place(fp, place, step.function())?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(if step.post { old } else { (*place).clone_deref() });
    }
    Ok(())
});

slow_op!(BindRefStaticProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let reference = vm.take_c(fp, pc);
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.walk_static(fp, class, &name)?;
    vm.bind_static(reference)
});

slow_op!(UnsetStaticProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    let text = [b"Attempt to unset static property ", class.name.as_bytes(), b"::$", name.as_bytes()].concat();
    Err(vm.cx.error(text))
});

/// One place of the machine's property cache.
#[derive(Clone, Copy, Default)]
pub(crate) struct PropEntry {
    class: usize,
    name: usize,
    scope: usize,
    offset: usize,
}

/// Entries of the property cache; a power of two.
pub(crate) const PROP_CACHE: usize = 512;

impl Vm {
    /// The slot of `$object->name` where that is an ordinary untyped property that anybody here may read and write, and set; for ops without
    /// an inline cache. Only interned names are looked up.
    ///
    /// # Safety
    /// `object` and `name` are slots of the running frame `fp`.
    #[inline]
    unsafe fn plain_place(&mut self, fp: *mut Value, object: *mut Value, name: *mut Value) -> Option<*mut Value> {
        // SAFETY: as the caller promises; an entry pairs a class with the offset of one of its slots.
        unsafe {
            let object = raw::deref(object);
            if raw::tag(object) != raw::OBJECT || raw::tag(name) != raw::STRING || raw::counted(name) {
                return None;
            }
            let object = raw::object(object);
            let class = (*object).class as usize;
            let key = raw::int(name) as usize;
            let scope = self.scope_of(fp).map_or(0, |c| std::ptr::from_ref(c) as usize);
            let at = (class >> 6 ^ key >> 4 ^ scope >> 8) & (PROP_CACHE - 1);
            let entry = self.prop_cache[at];
            if entry.class != class || entry.name != key || entry.scope != scope {
                return self.find_plain_place(at, &*(class as *const Class), &*name, scope);
            }
            let place = object.cast::<u8>().add(entry.offset).cast::<Value>();
            if entry.offset == 0 || raw::tag(place) == raw::UNDEF || raw::tag(place) == raw::REFERENCE { None } else { Some(place) }
        }
    }

    /// Fills the cache; what is found counts from the next time on.
    #[cold]
    fn find_plain_place(&mut self, at: usize, class: &'static Class, name: &Value, scope: usize) -> Option<*mut Value> {
        let text = name.as_str()?;
        // SAFETY: the address of a linked class, or 0.
        let seen_from = unsafe { (scope as *const Class).as_ref() };
        let offset = match object::lookup_prop(class, text.as_bytes(), seen_from) {
            PropLookup::Slot(property)
                if property.is_plain() && class.behaviour.read_property.is_none() && class.behaviour.write_property.is_none() =>
            {
                SLOTS + property.slot as usize * 16
            }
            _ => 0,
        };
        let class = std::ptr::from_ref(class) as usize;
        // SAFETY: the payload of a string is its address.
        let key = unsafe { raw::int(name) } as usize;
        self.prop_cache[at] = PropEntry { class, name: key, scope, offset };
        None
    }

    /// Remembers where a property of this class is, if it can be reached without looking at anything else.
    ///
    /// # Safety
    /// `fp` is the running frame, `cache` an index into the table or 0.
    unsafe fn cache_property(&mut self, fp: *mut Value, object: &PhpObject, name: &PhpStr, cache: u32) {
        if cache == 0 {
            return;
        }
        let class: &'static Class = self.cx.class_of(object);
        if class.behaviour.read_property.is_some() || class.behaviour.write_property.is_some() {
            return;
        }
        // SAFETY: as the caller promises.
        let scope = unsafe { self.scope_of(fp) };
        if let PropLookup::Slot(property) = object::lookup_prop(class, name.as_bytes(), scope) {
            let property: &'static Property = property;
            let writable = property.is_plain();
            // SAFETY: as the caller promises.
            let entry = unsafe { &mut *self.caches.add(cache as usize) };
            entry.key = std::ptr::from_ref(class) as usize;
            entry.value = (SLOTS + property.slot as usize * 16) | if writable { 0 } else { READ_ONLY };
        }
    }

    /// Who the code of frame `fp` is, for property access.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn access<'a>(&self, fp: *mut Value) -> Access<'a> {
        // SAFETY: as the caller promises; `$this` lives as long as the frame.
        unsafe {
            let head = crate::frame::header(fp);
            let func: &'static loxo_runtime::Func = &*head.func;
            let hook = if func.flags.has(loxo_bytecode::FnFlags::HOOK) {
                let this: Option<&'a PhpObject> = (*(&raw const head.this)).as_object();
                this.map(|this| (func, this))
            } else {
                None
            };
            Access { scope: func.class, strict: func.flags.has(loxo_bytecode::FnFlags::STRICT_TYPES), hook }
        }
    }

    unsafe fn read_property(&mut self, fp: *mut Value, object: &Value, name: &PhpStr, quiet: bool) -> PhpResult<Value> {
        let Some(object) = object.as_object() else {
            if !quiet {
                let kind = crate::kind(object);
                self.cx.warning([b"Attempt to read property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat());
            }
            return Ok(Value::NULL);
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        let fetch = if quiet { Fetch::Quiet } else { Fetch::Read };
        let value = object::read_prop(&mut self.cx, object, name, &access, fetch)?;
        Ok(if value.is_ref() {
            value.clone_deref()
        } else if value.is_undef() {
            Value::NULL
        } else {
            value
        })
    }

    unsafe fn isset_property(&mut self, fp: *mut Value, object: &Value, name: &PhpStr, empty: bool) -> PhpResult<bool> {
        let Some(object) = object.as_object() else { return Ok(empty) };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        let probe = if empty { object::Probe::NotEmpty } else { object::Probe::Isset };
        let found = object::isset_prop(&mut self.cx, object, name, &access, probe)?;
        Ok(found != empty)
    }

    unsafe fn assign_property(&mut self, fp: *mut Value, target: &Value, name: &PhpStr, value: Value) -> PhpResult<Value> {
        let Some(object) = target.as_object() else {
            let kind = crate::kind(target);
            let text = [b"Attempt to assign property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat();
            return Err(self.cx.error(text));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        object::write_prop(&mut self.cx, object, name, value, &access)
    }

    unsafe fn assign_property_op(&mut self, fp: *mut Value, target: &Value, name: &Value, op: u32, rhs: &Value) -> PhpResult<Value> {
        let name = convert::to_string(&mut self.cx, name)?;
        let Some(object) = target.as_object() else {
            let kind = crate::kind(target);
            let text = [b"Attempt to assign property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat();
            return Err(self.cx.error(text));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        let old = object::read_prop(&mut self.cx, object, &name, &access, Fetch::Read)?.clone_deref();
        let new = operators::binary(&mut self.cx, BinaryOp::ALL[op as usize], &old, rhs)?;
        drop(old);
        object::write_prop(&mut self.cx, object, &name, new, &access)
    }

    unsafe fn step_property(&mut self, fp: *mut Value, target: &Value, name: &Value, step: Step) -> PhpResult<Value> {
        let name = convert::to_string(&mut self.cx, name)?;
        let Some(object) = target.as_object() else {
            let kind = crate::kind(target);
            let text = [b"Attempt to increment/decrement property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat();
            return Err(self.cx.error(text));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        let old = object::read_prop(&mut self.cx, object, &name, &access, Fetch::Read)?.clone_deref();
        let mut new = old.clone();
        step.function()(&mut self.cx, &mut new)?;
        crate::typed_refs::check_step(&mut self.cx, object, &name, &access, &old, &new)?;
        let written = object::write_prop(&mut self.cx, object, &name, new, &access)?;
        Ok(if step.post { old } else { written })
    }

    unsafe fn unset_property(&mut self, fp: *mut Value, target: &Value, name: &Value) -> PhpResult<()> {
        let name = convert::to_string(&mut self.cx, name)?;
        let Some(object) = target.as_object() else {
            if target.is_null() || target.is_false() {
                return Ok(());
            }
            return Err(self.cx.error(
                "Attempt to unset property \"{}\" on {}".replacen("{}", &String::from_utf8_lossy(name.as_bytes()), 1).replacen(
                    "{}",
                    crate::kind(target),
                    1,
                ),
            ));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        object::unset_prop(&mut self.cx, object, &name, &access)
    }
}
