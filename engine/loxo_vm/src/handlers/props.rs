//! Properties: slots through inline caches, the rest through `loxo_runtime::object`.

use loxo_bytecode::{FnFlags, flag};
use loxo_runtime::object::{self, Access, Fetch};
use loxo_runtime::{Class, Func, PhpResult, convert};
use loxo_value::{PhpObject, PhpStr, Value};

use super::jumps::truth;
use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::lookup_cache::{self, PropertySlot};
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

/// `$object->name` where the class is the one seen last and the property in a slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; a cache entry pairs a class with the place of one of its slots.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        if !(*pc).has(flag::CONSUME_B)
            && let Some(value) = property_cached(pc, vm, base)
        {
            slot::copy(slot!(pc, fp, a), value);
            go!(pc.add(1), fp, vm)
        }
        fetch_prop_uncached(pc, fp, vm)
    }
}

/// The property that a `FetchProp` found before in an object of this class, if it is set.
#[inline(always)]
pub(super) unsafe fn property_cached(pc: Pc, vm: *mut Vm, base: *const Value) -> Option<*const Value> {
    // SAFETY: the caller passes the running op and a live value; a cache entry pairs a class with the place of one of its slots.
    unsafe {
        if slot::tag(base) != slot::OBJECT {
            return None;
        }
        let entry = &*(*vm).caches.add((*pc).x() as usize);
        let object = slot::object(base);
        if entry.key != (*object).class as usize {
            return None;
        }
        let value = slot::deref(lookup_cache::place(entry.value, object));
        if slot::tag(value) == slot::UNDEF { None } else { Some(value) }
    }
}

/// The same for a class that was not the last one here, and for objects that only this op holds.
#[inline(never)]
unsafe extern "C-unwind" fn fetch_prop_uncached(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        if slot::tag(base) == slot::OBJECT {
            let object = slot::object(base);
            let entry = &mut *(*vm).caches.add((*pc).x() as usize);
            if entry.key == (*object).class as usize | UNDECLARED
                && !(*pc).has(flag::CONSUME_B)
                && let Dynamic::Value(at, value) = dynamic_value(base, konst!(pc, c), entry.value as u32)
            {
                entry.value = at as usize;
                slot::copy(slot!(pc, fp, a), slot::deref(value));
                go!(pc.add(1), fp, vm)
            }
            if entry.key == (*object).class as usize | HOOKED && (*pc).flags() & (flag::CONSUME_B | flag::QUIET) == 0 {
                go_cold!(fetch_prop_by_known_hook, pc, fp, vm)
            }
            let seen = if (*pc).has(flag::CONSUME_B) { 0 } else { (*vm).seen_inline((*pc).x(), (*object).class as usize) };
            if seen != 0 {
                let value = slot::deref(lookup_cache::place(seen, object));
                if slot::tag(value) != slot::UNDEF {
                    slot::copy(slot!(pc, fp, a), value);
                    go!(pc.add(1), fp, vm)
                }
            }
            let class = &*(*object).class.cast::<Class>();
            if class.object_handlers.read_property.is_some() && !(*pc).has(flag::QUIET) {
                go_cold!(fetch_prop_made_up, pc, fp, vm)
            }
            let found = (*vm).prop_slot(fp, (*object).class as usize, konst!(pc, c));
            if found.is_some() {
                (*vm).fill_cache(fp, (*pc).x(), base, found, found.bits());
                let value = slot::deref(found.place(object));
                if slot::tag(value) != slot::UNDEF {
                    if !(*pc).has(flag::CONSUME_B) {
                        slot::copy(slot!(pc, fp, a), value);
                        go!(pc.add(1), fp, vm)
                    }
                    // The result may go where the object was.
                    let value = (*value).clone();
                    let held = (*slot!(pc, fp, b)).take_undef();
                    slot!(pc, fp, a).write(value);
                    drop(held);
                    if *(*vm).pending == 0 {
                        go!(pc.add(1), fp, vm)
                    }
                    go_cold!(settle, pc, fp, vm)
                }
            }
            if found.is_dynamic() && !(*pc).has(flag::CONSUME_B) {
                match dynamic_value(base, konst!(pc, c), 0) {
                    Dynamic::Value(at, value) => {
                        if (*pc).x() != 0 && (found.is_open() || lookup_cache::has_one_scope(&*crate::frame::header(fp).func)) {
                            let entry = &mut *(*vm).caches.add((*pc).x() as usize);
                            (entry.key, entry.value) = ((*object).class as usize | UNDECLARED, at as usize);
                        }
                        slot::copy(slot!(pc, fp, a), slot::deref(value));
                        go!(pc.add(1), fp, vm)
                    }
                    Dynamic::Missing if (*pc).has(flag::QUIET) => {
                        slot::set_tag(slot!(pc, fp, a), slot::NULL);
                        go!(pc.add(1), fp, vm)
                    }
                    _ => {}
                }
            }
            if !found.is_dynamic() {
                go_cold!(fetch_prop_by_hook, pc, fp, vm)
            }
        }
        go_cold!(fetch_prop_slow, pc, fp, vm)
    }
}

// The property of an object whose class makes up its own.
slow_op!(fetch_prop_made_up, |vm, fp, pc| {
    let base = vm.operand_b(fp, pc);
    let name = &*konst!(pc, c);
    let made = match (base.as_object(), name.as_str()) {
        (Some(object), Some(name)) => match vm.cx.class_of(object).object_handlers.read_property {
            Some(read) => read(&mut vm.cx, object, name)?,
            None => None,
        },
        _ => None,
    };
    let value = match made {
        Some(value) if value.is_ref() => value.clone_deref(),
        Some(value) if value.is_undef() => Value::NULL,
        Some(value) => value,
        None => match vm.read_by_hook(fp, &base, name, false) {
            Some(read) => read?,
            None => {
                let name = name.as_str().expect("property names are strings").clone();
                vm.read_property(fp, &base, &name, false)?
            }
        },
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

/// Marks the class in the inline cache of a read whose property is not declared; the entry's value is where in the object's table it was last.
const UNDECLARED: usize = 1;

/// Marks the class where a `get` hook answers: the entry's value is its address.
const HOOKED: usize = 2;

/// What an object knows of an undeclared property.
enum Dynamic<'a> {
    /// Its place in the object's table, and the value.
    Value(u32, &'a Value),
    /// It is not there, and nobody makes it up.
    Missing,
    /// The object must be asked the long way.
    Unknown,
}

/// The undeclared property of an object that has it itself, perhaps at this place of its table.
#[inline(always)]
unsafe fn dynamic_value<'a>(object: *const Value, name: *const Value, hint: u32) -> Dynamic<'a> {
    // SAFETY: the caller passes an object and a string; the result is read before anything is written.
    unsafe {
        let (Some(object), Some(name)) = ((*object).as_object(), (*name).as_str()) else { return Dynamic::Unknown };
        if object::is_lazy(object) {
            return Dynamic::Unknown;
        }
        if let Some((at, value)) = object.dynamic().and_then(|table| table.get_str_near(hint, name)) {
            return if value.is_undef() { Dynamic::Unknown } else { Dynamic::Value(at, value) };
        }
        let magic = &loxo_runtime::class_of(object).magic;
        if magic.get.is_none() && magic.isset.is_none() { Dynamic::Missing } else { Dynamic::Unknown }
    }
}

cold_path!(fetch_prop_slow, |vm, fp, pc| {
    let quiet = (*pc).has(flag::QUIET);
    let base = slot!(pc, fp, b);
    let object = if quiet && slot::tag(base) == slot::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let name = &*konst!(pc, c);
    let value = if vm.is_undeclared(fp, &object, name) {
        let (Some(object), Some(name)) = (object.as_object(), name.as_str()) else { return Ok(()) };
        let (access, fetch) = (vm.access(fp), if quiet { Fetch::Quiet } else { Fetch::Read });
        Some(object::read_undeclared(&mut vm.cx, object, name, &access, fetch)?).filter(|value| !value.is_undef()).unwrap_or(Value::NULL)
    } else {
        let name = name.as_str().expect("property names are strings").clone();
        vm.read_property(fp, &object, &name, quiet)?
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

// The property of an object that has no place of its own for it, and is declared.
cold_path!(fetch_prop_by_hook, |vm, fp, pc| {
    let quiet = (*pc).has(flag::QUIET);
    let object = vm.operand_b(fp, pc);
    let name = &*konst!(pc, c);
    let value = match vm.hook_for(fp, &object, name, quiet) {
        Some((object, get)) => {
            if (*pc).x() != 0 && lookup_cache::has_one_scope(&*crate::frame::header(fp).func) {
                let entry = &mut *vm.caches.add((*pc).x() as usize);
                (entry.key, entry.value) = (object.class() as usize | HOOKED, std::ptr::from_ref(get) as usize);
            }
            vm.call_getter(object, get)?
        }
        None => {
            let name = name.as_str().expect("property names are strings").clone();
            vm.read_property(fp, &object, &name, quiet)?
        }
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

// The same of a hook that was found before for objects of this class.
cold_path!(fetch_prop_by_known_hook, |vm, fp, pc| {
    let object = vm.operand_b(fp, pc);
    let get: &'static Func = &*((*vm.caches.add((*pc).x() as usize)).value as *const Func);
    if let Some(object) = object.as_object() {
        slot!(pc, fp, a).write(vm.call_getter(object, get)?);
    }
    Ok(())
});

/// The value of a property whose name is computed, if it is there; `None`: the object must be asked the long way.
///
/// # Safety
/// `pc` is an op of frame `fp` with an object in `b` and a name in `c`.
#[inline(always)]
unsafe fn named_slot(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Option<*const Value> {
    // SAFETY: as the caller promises; the class is that of a live object.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        let name = slot::deref(slot!(pc, fp, c));
        if slot::tag(base) != slot::OBJECT || slot::tag(name) != slot::STRING || (*pc).has(flag::CONSUME_B) {
            return None;
        }
        let object = slot::object(base);
        let found = (*vm).prop_slot(fp, (*object).class as usize, name);
        let place: *const Value = if found.is_some() {
            found.place(object)
        } else if found.is_dynamic()
            && let Dynamic::Value(_, value) = dynamic_value(base, name, 0)
        {
            value
        } else {
            return None;
        };
        let value = slot::deref(place);
        if slot::tag(value) == slot::UNDEF { None } else { Some(value) }
    }
}

/// `$object->{$name}` of one that is set.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchPropDyn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        if !(*pc).has(flag::ENUM_ONLY)
            && let Some(value) = named_slot(pc, fp, vm)
        {
            // The result may go where the name was.
            let name = if (*pc).has(flag::CONSUME_C) { (*slot!(pc, fp, c)).take_undef() } else { Value::UNDEF };
            slot::copy(slot!(pc, fp, a), value);
            drop(name);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(fetch_prop_dyn_slow, pc, fp, vm)
    }
}

cold_path!(fetch_prop_dyn_slow, |vm, fp, pc| {
    let quiet = (*pc).has(flag::QUIET);
    let base = slot!(pc, fp, b);
    let object = if quiet && slot::tag(base) == slot::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let name = vm.operand_c(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    if (*pc).has(flag::ENUM_ONLY) && object.as_object().is_some_and(|o| !vm.cx.class_of(o).is_enum()) {
        return Err(vm.cx.throw_error("Fetching properties on non-enums in constant expressions is not allowed"));
    }
    let value = vm.read_property(fp, &object, &name, quiet)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

macro_rules! isset_prop {
    ($name:ident, |$vm:ident, $fp:ident, $pc:ident| $text:expr) => {
        slow_op!($name, |vm, fp, pc| {
            let ($vm, $fp, $pc) = (&mut *vm, fp, pc);
            let base = slot!($pc, $fp, b);
            let object = if slot::tag(base) == slot::UNDEF { Value::NULL } else { $vm.operand_b($fp, $pc) };
            let name: PhpStr = $text;
            let empty = (*$pc).has(flag::EMPTY);
            let result = $vm.isset_property($fp, &object, &name, empty)?;
            slot!($pc, $fp, a).write(Value::bool(result));
            Ok(())
        });
    };
}

isset_prop!(isset_prop_slow, |vm, fp, pc| (*konst!(pc, c)).as_str().expect("property names are strings").clone());

/// `isset($object->name)` of a slot that holds something.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        if slot::tag(base) == slot::OBJECT && !(*pc).has(flag::CONSUME_B) {
            let object = slot::object(base);
            let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, c));
            if found != 0 {
                let value = slot::deref(lookup_cache::place(found, object));
                let tag = slot::tag(value);
                if tag != slot::UNDEF && (!(*pc).has(flag::EMPTY) || tag < slot::OBJECT) {
                    let result = if (*pc).has(flag::EMPTY) { truth(value) == Some(false) } else { tag != slot::NULL };
                    slot::set_bool(slot!(pc, fp, a), result);
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        isset_undeclared::<true>(pc, fp, vm)
    }
}

/// `isset($object->name)` of an undeclared one. The name is a constant, or else in a slot.
#[inline(never)]
unsafe extern "C-unwind" fn isset_undeclared<const CONSTANT: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        let name_slot: *const Value = if CONSTANT { konst!(pc, c) } else { slot!(pc, fp, c) };
        let name = slot::deref(name_slot);
        let owned = !CONSTANT && (*pc).has(flag::CONSUME_C) && slot::counted(name_slot);
        if slot::tag(base) == slot::OBJECT
            && slot::tag(name) == slot::STRING
            && !owned
            && (*pc).flags() & (flag::CONSUME_B | flag::EMPTY) == 0
            && (*vm).prop_slot(fp, (*slot::object(base)).class as usize, name).is_dynamic()
        {
            let found = match dynamic_value(base, name, 0) {
                Dynamic::Value(_, value) => Some(slot::tag(slot::deref(value)) != slot::NULL),
                Dynamic::Missing => Some(false),
                Dynamic::Unknown => None,
            };
            if let Some(found) = found {
                slot::set_bool(slot!(pc, fp, a), found);
                go!(pc.add(1), fp, vm)
            }
        }
        if CONSTANT { isset_prop_slow(pc, fp, vm) } else { isset_prop_dyn_slow(pc, fp, vm) }
    }
}

/// `isset($object->{$name})` of one that holds something.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetPropDyn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let owned = (*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c));
        if !owned
            && let Some(value) = named_slot(pc, fp, vm)
            && let Some(result) = super::elements::verdict(pc, Some(&*value))
        {
            slot::set_bool(slot!(pc, fp, a), result);
            go!(pc.add(1), fp, vm)
        }
        isset_undeclared::<false>(pc, fp, vm)
    }
}

isset_prop!(isset_prop_dyn_slow, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    convert::to_string(&mut vm.cx, &name)?
});

/// The address of the class of an object that is found here.
#[inline(always)]
unsafe fn class_of(base: *const Value) -> usize {
    // SAFETY: the caller passes a live object.
    unsafe { (*slot::object(base)).class as usize }
}

/// What of a property an inline cache keeps.
type Bits = fn(PropertySlot) -> usize;

impl Vm {
    /// Where a property of the object is, as an inline cache keeps it; 0: not in a slot.
    ///
    /// # Safety
    /// `fp` is the running frame, `cache` the op's, `base` where an object is found.
    #[inline(always)]
    pub(super) unsafe fn cached_slot(&mut self, fp: *mut Value, cache: u32, base: *const Value, name: *const Value) -> usize {
        // SAFETY: as the caller promises.
        unsafe { self.cached(fp, cache, base, name, PropertySlot::bits) }
    }

    /// The same for [`PropertySlot::first_bits`].
    ///
    /// # Safety
    /// As for it.
    #[inline(always)]
    pub(super) unsafe fn cached_first(&mut self, fp: *mut Value, cache: u32, base: *const Value, name: *const Value) -> usize {
        // SAFETY: as the caller promises.
        unsafe { self.cached(fp, cache, base, name, PropertySlot::first_bits) }
    }

    /// # Safety
    /// As for [`Vm::cached_slot`]; an op's cache keeps the same bits each time.
    #[inline(always)]
    unsafe fn cached(&mut self, fp: *mut Value, cache: u32, base: *const Value, name: *const Value, bits: Bits) -> usize {
        // SAFETY: as the caller promises.
        unsafe {
            let entry = &*self.caches.add(cache as usize);
            if entry.key == class_of(base) { entry.value } else { self.find_slot(fp, cache, base, name, bits) }
        }
    }

    /// # Safety
    /// As for [`Vm::cached`].
    #[inline(never)]
    unsafe fn find_slot(&mut self, fp: *mut Value, cache: u32, base: *const Value, name: *const Value, bits: Bits) -> usize {
        // SAFETY: as the caller promises.
        unsafe {
            let found = self.prop_slot(fp, class_of(base), name);
            if !found.is_some() {
                return 0;
            }
            self.fill_cache(fp, cache, base, found, bits(found));
            bits(found)
        }
    }

    /// Remembers where a property of this object's class is in an inline cache, if the code means the same in all scopes that it runs in.
    #[inline(always)]
    pub(super) unsafe fn fill_cache(&mut self, fp: *mut Value, cache: u32, base: *const Value, found: PropertySlot, bits: usize) {
        // SAFETY: `fp` is the running frame, the index lies in the table; the object is live.
        unsafe {
            let head = crate::frame::header(fp);
            let is_clear = found.is_open() || lookup_cache::has_one_scope(&*head.func);
            if cache != 0
                && (is_clear
                    || std::ptr::eq(base, &raw const head.this)
                        && lookup_cache::has_one_scope_on(&*head.func, &*(class_of(base) as *const Class)))
            {
                self.fill_inline(cache, class_of(base), bits);
            }
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
                let this: Option<&'a PhpObject> = head.this.as_object();
                this.map(|this| (func, this))
            } else {
                None
            };
            Access { scope: func.class, strict: func.flags.has(loxo_bytecode::FnFlags::STRICT_TYPES), hook }
        }
    }

    /// The class of the object declares no such property for the running code, and nobody but its magic methods may have one.
    pub(super) unsafe fn is_undeclared(&mut self, fp: *mut Value, object: &Value, name: &Value) -> bool {
        // SAFETY: `fp` is the running frame; live values.
        object.as_object().is_some_and(|object| unsafe { self.prop_slot(fp, object.class() as usize, name).is_dynamic() })
    }

    /// What a property's `get` hook gives; `None`: it has none, or one may not be what is meant.
    unsafe fn read_by_hook(&mut self, fp: *mut Value, object: &Value, name: &Value, quiet: bool) -> Option<PhpResult<Value>> {
        // SAFETY: `fp` is the running frame.
        let (object, get) = unsafe { self.hook_for(fp, object, name, quiet)? };
        Some(self.call_getter(object, get))
    }

    /// The object with a property's `get` hook.
    unsafe fn hook_for<'a>(
        &mut self,
        fp: *mut Value,
        object: &'a Value,
        name: &Value,
        quiet: bool,
    ) -> Option<(&'a PhpObject, &'static Func)> {
        // SAFETY: `fp` is the running frame.
        let func = unsafe { &*crate::frame::header(fp).func };
        let object = object.as_object().filter(|_| !quiet && !func.flags.has(FnFlags::HOOK))?;
        let class = self.cx.class_of(object);
        // SAFETY: a live value.
        Some((object, unsafe { self.getter(class, name, func.class) }?))
    }

    fn call_getter(&mut self, object: &PhpObject, get: &'static Func) -> PhpResult<Value> {
        let value = self.call_method(object, get, &mut [])?;
        Ok(if value.is_ref() { value.clone_deref() } else { value })
    }

    unsafe fn read_property(&mut self, fp: *mut Value, object: &Value, name: &PhpStr, quiet: bool) -> PhpResult<Value> {
        let Some(object) = object.as_object() else {
            if !quiet {
                let kind = convert::value_name(object);
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

    pub(super) unsafe fn assign_property(&mut self, fp: *mut Value, target: &Value, name: &PhpStr, value: Value) -> PhpResult<Value> {
        let Some(object) = target.as_object() else {
            let kind = convert::value_name(target);
            let text = [b"Attempt to assign property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat();
            return Err(self.cx.throw_error(text));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        object::write_prop(&mut self.cx, object, name, value, &access)
    }

    pub(super) unsafe fn unset_property(&mut self, fp: *mut Value, target: &Value, name: &Value) -> PhpResult<()> {
        let name = convert::to_string(&mut self.cx, name)?;
        // What is no object has no properties; PHP says nothing, whatever it is.
        let Some(object) = target.as_object() else { return Ok(()) };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        object::unset_prop(&mut self.cx, object, &name, &access)
    }
}
