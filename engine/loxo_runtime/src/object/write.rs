//! How properties are written, with visibility, types, hooks and `__set()`.

use loxo_value::{PhpObject, PhpStr, Value};

use super::guards::{Guard, guarded};
use super::lookup::{PropLookup, denied, lookup_prop, notice_static};
use super::{Access, lazy, slot_flags, typed};
use crate::display::{class_text, member_text, name_text, scope_text};
use crate::{Class, Cx, DynamicProperties, PhpResult, Property, Thrown, class_of};

/// `$object->name = $value`. Gives the value that the assignment expression has.
pub fn write_prop(cx: &mut Cx, object: &PhpObject, name: &PhpStr, value: Value, access: &Access<'_>) -> PhpResult<Value> {
    let class = class_of(object);
    let value = if value.is_ref() { value.clone_deref() } else { value };
    if let Some(write) = class.object_handlers.write_property
        && write(cx, object, name, &value)?
    {
        return Ok(value);
    }
    if super::isset::means_element(cx, object, name, access)? {
        super::write_dim(cx, object, Some(&Value::string(name.clone())), value.clone())?;
        return Ok(value);
    }
    Writer { object, name, access, class }.write(cx, value)
}

/// The same where the class is known to declare no such property, and to have no behaviour of its own.
pub fn write_undeclared(cx: &mut Cx, object: &PhpObject, name: &PhpStr, value: Value, access: &Access<'_>) -> PhpResult<Value> {
    let value = if value.is_ref() { value.clone_deref() } else { value };
    let writer = Writer { object, name, access, class: class_of(object) };
    match writer.write_dynamic(cx, value)? {
        Ok(value) => Ok(value),
        Err(value) => writer.magic(cx, PropLookup::Dynamic, value),
    }
}

struct Writer<'a> {
    object: &'a PhpObject,
    name: &'a PhpStr,
    access: &'a Access<'a>,
    class: &'static Class,
}

/// What is left to do after looking at the slot.
enum Slot {
    Done(Value),
    /// Unset: magic methods apply.
    Missing(Value),
    Lazy(Value),
}

impl Writer<'_> {
    fn write(&self, cx: &mut Cx, value: Value) -> PhpResult<Value> {
        let silent = self.class.magic.set.is_some();
        let lookup = lookup_prop(self.class, self.name.as_bytes(), self.access.scope);
        match lookup {
            PropLookup::Slot(property) => self.write_slot(cx, property, value, lookup),
            PropLookup::Hooked(property) => self.write_hooked(cx, property, value, lookup),
            PropLookup::Denied(_) | PropLookup::BadName => {
                if !silent && let Some(thrown) = denied(cx, self.class, lookup) {
                    return Err(thrown);
                }
                self.magic(cx, lookup, value)
            }
            PropLookup::Dynamic | PropLookup::Static(_) => {
                if let PropLookup::Static(property) = lookup
                    && !silent
                {
                    notice_static(cx, self.class, property);
                    cx.check()?;
                }
                match self.write_dynamic(cx, value)? {
                    Ok(value) => Ok(value),
                    Err(value) => self.magic(cx, lookup, value),
                }
            }
        }
    }

    fn write_slot(&self, cx: &mut Cx, property: &'static Property, value: Value, lookup: PropLookup) -> PhpResult<Value> {
        match self.try_slot(cx, property, value)? {
            Slot::Done(value) => Ok(value),
            Slot::Missing(value) => self.magic(cx, lookup, value),
            Slot::Lazy(value) => self.forward(cx, value, false),
        }
    }

    fn try_slot(&self, cx: &mut Cx, property: &'static Property, value: Value) -> PhpResult<Slot> {
        let (undef, flags) = {
            let slot = self.object.slot(property.slot as usize);
            (slot.is_undef(), slot.aux())
        };
        let unset = undef && flags & slot_flags::UNSET != 0;
        // An unset property may be the business of __set, readonly or not.
        let magic = unset && self.class.magic.set.is_some() && !cx.guards.has(self.object, self.name, Guard::Set);
        if !magic {
            self.check_write(cx, property, undef, flags)?;
        }
        if unset && self.class.magic.set.is_some() {
            return Ok(Slot::Missing(value));
        }
        if undef && flags & slot_flags::LAZY != 0 && lazy::is_lazy(self.object) {
            return Ok(Slot::Lazy(value));
        }
        if unset && lazy::is_lazy(self.object) {
            return Ok(Slot::Missing(value));
        }
        self.store(cx, property, value).map(Slot::Done)
    }

    /// Readonly and asymmetric visibility.
    fn check_write(&self, cx: &mut Cx, property: &'static Property, undef: bool, flags: u32) -> PhpResult<()> {
        if property.is_readonly() && !undef && flags & slot_flags::REINITABLE == 0 {
            return Err(readonly_error(cx, property));
        }
        if !property.allows_set(self.access.scope) {
            return Err(set_visibility_error(cx, property, "modify", self.access.scope));
        }
        Ok(())
    }

    /// Coerces and assigns.
    fn store(&self, cx: &mut Cx, property: &'static Property, value: Value) -> PhpResult<Value> {
        let value = match property.ty {
            Some(_) => {
                // Conversion may run __toString, which may let go of the object.
                let _alive = self.object.clone();
                typed::coerce_property(cx, property, value, self.access.strict)?
            }
            None => value,
        };
        typed::assign_slot(cx, self.object, property.slot, value, self.access.strict)
    }

    fn write_hooked(&self, cx: &mut Cx, property: &'static Property, value: Value, lookup: PropLookup) -> PhpResult<Value> {
        let Some(set) = property.set else {
            if property.is_virtual() {
                let (class, name) = (class_text(self.class), name_text(self.name));
                return Err(cx.throw("Error", format!("Property {class}::${name} is read-only")));
            }
            return self.write_slot(cx, property, value, lookup);
        };
        if self.access.means_storage(self.object, property) {
            if property.is_virtual() {
                let (class, name) = (class_text(self.class), name_text(self.name));
                return Err(cx.throw("Error", format!("Must not write to virtual property {class}::${name}")));
            }
            return self.write_slot(cx, property, value, lookup);
        }
        if !property.allows_set(self.access.scope) {
            return Err(set_visibility_error(cx, property, "modify", self.access.scope));
        }
        let object = self.object.clone();
        cx.call_method(&object, set, std::slice::from_ref(&value))?;
        Ok(value)
    }

    /// Assigns an undeclared property that exists; gives the value back otherwise.
    fn write_dynamic(&self, cx: &mut Cx, value: Value) -> PhpResult<Result<Value, Value>> {
        if lazy::is_lazy(self.object) || self.object.dynamic().is_none() {
            return Ok(Err(value));
        }
        let Some(place) = self.object.dynamic_mut().get_str_mut(self.name) else { return Ok(Err(value)) };
        if let Some(reference) = place.as_ref().cloned() {
            return typed::assign_typed_ref(cx, &reference, value, self.access.strict).map(Ok);
        }
        let old = std::mem::replace(place, value.clone());
        // May run a destructor, which may write to the object.
        drop(old);
        Ok(Ok(value))
    }

    fn magic(&self, cx: &mut Cx, lookup: PropLookup, value: Value) -> PhpResult<Value> {
        if let Some(instance) = lazy::instance_of_proxy(self.object)
            && cx.guards.has(&instance, self.name, Guard::Set)
        {
            return write_prop(cx, &instance, self.name, value, self.access);
        }
        let Some(set) = self.class.magic.set else {
            if lazy::is_lazy(self.object) {
                return self.forward(cx, value, false);
            }
            return self.create(cx, lookup, value);
        };
        if !cx.guards.has(self.object, self.name, Guard::Set) {
            let args = [Value::string(self.name.clone()), value.clone()];
            let object = self.object.clone();
            guarded(cx, &object, self.name, Guard::Set, |cx| cx.call_method(&object, set, &args))?;
            return Ok(value);
        }
        if let Some(thrown) = denied(cx, self.class, lookup) {
            return Err(thrown);
        }
        if lazy::is_lazy(self.object) {
            return self.forward(cx, value, true);
        }
        self.create(cx, lookup, value)
    }

    fn create(&self, cx: &mut Cx, lookup: PropLookup, value: Value) -> PhpResult<Value> {
        match lookup {
            PropLookup::Slot(property) | PropLookup::Hooked(property) => self.store(cx, property, value),
            _ => {
                create_dynamic(cx, self.object, self.name, value.clone())?;
                Ok(value)
            }
        }
    }

    /// Writes to the real object behind a lazy one, which is initialised first.
    fn forward(&self, cx: &mut Cx, value: Value, was_guarded: bool) -> PhpResult<Value> {
        let instance = lazy::init_lazy(cx, self.object)?;
        if was_guarded && !cx.guards.has(&instance, self.name, Guard::Set) {
            return guarded(cx, &instance, self.name, Guard::Set, |cx| write_prop(cx, &instance, self.name, value, self.access));
        }
        write_prop(cx, &instance, self.name, value, self.access)
    }
}

/// Adds an undeclared property, if the class has nothing against it.
pub fn create_dynamic(cx: &mut Cx, object: &PhpObject, name: &PhpStr, value: Value) -> PhpResult<()> {
    let class = class_of(object);
    match class.dynamic {
        DynamicProperties::Allowed => {}
        DynamicProperties::Forbidden => {
            return Err(cx.throw("Error", format!("Cannot create dynamic property {}::${}", class_text(class), name_text(name))));
        }
        DynamicProperties::Deprecated => {
            let _alive = object.clone();
            cx.deprecated(format!("Creation of dynamic property {}::${} is deprecated", class_text(class), name_text(name)));
        }
    }
    // The handler of the deprecation may have thrown, and PHP adds the property all the same.
    object.dynamic_mut().set_str(name, value);
    cx.check()
}

pub(super) fn readonly_error(cx: &mut Cx, property: &Property) -> Thrown {
    let message = format!("Cannot modify readonly property {}::${}", class_text(property.class), member_text(&property.name));
    cx.throw("Error", &message)
}

pub(super) fn indirect_error(cx: &mut Cx, property: &Property) -> Thrown {
    let message = format!("Cannot indirectly modify readonly property {}::${}", class_text(property.class), member_text(&property.name));
    cx.throw("Error", &message)
}

/// "Cannot modify private(set) property A::$x from global scope"
pub(super) fn set_visibility_error(cx: &mut Cx, property: &Property, operation: &str, scope: Option<&'static Class>) -> Thrown {
    let visibility = match (property.flags.has(loxo_bytecode::MemberFlags::PRIVATE_SET), property.is_readonly()) {
        (true, _) => "private(set)",
        (false, true) => "protected(set) readonly",
        (false, false) => "protected(set)",
    };
    let (class, name) = (class_text(property.class), member_text(&property.name));
    cx.throw("Error", format!("Cannot {operation} {visibility} property {class}::${name} from {}", scope_text(scope)))
}
