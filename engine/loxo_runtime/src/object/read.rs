//! How properties are read, with visibility, hooks and `__get()`.

use loxo_value::{PhpObject, PhpStr, Value};

use super::guards::{Guard, guarded};
use super::lookup::{PropLookup, denied, lookup_prop, notice_static};
use super::write::{indirect_error, set_visibility_error};
use super::{Access, Fetch, lazy, slot_flags, typed};
use crate::display::{class_text, name_text};
use crate::{Class, Cx, Func, PhpResult, Property, class_of};

/// `$object->name`. Reading gives the value; fetching for modification may give a reference, or a copy that changes nothing.
pub fn read_prop(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>, fetch: Fetch) -> PhpResult<Value> {
    let class = class_of(object);
    if fetch == Fetch::Quiet
        && let Some(has) = class.object_handlers.has_property
        && has(cx, object, name, false)? == Some(false)
    {
        return Ok(Value::NULL);
    }
    if let Some(read) = class.object_handlers.read_property
        && let Some(value) = read(cx, object, name)?
    {
        return Ok(value);
    }
    if super::isset::means_element(cx, object, name, access)? {
        return super::read_dim(cx, object, Some(&Value::string(name.clone())), fetch);
    }
    Reader { object, name, access, fetch, class }.read(cx)
}

/// The same where the class is known to declare no such property, and to have no behaviour of its own.
pub fn read_undeclared(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>, fetch: Fetch) -> PhpResult<Value> {
    let reader = Reader { object, name, access, fetch, class: class_of(object) };
    match reader.dynamic() {
        Some(value) => Ok(value),
        None => reader.magic(cx, PropLookup::Dynamic, None),
    }
}

/// What a slot has to say.
enum Found {
    Value(Value),
    /// Typed and never initialised, or lazy: magic methods do not apply.
    Uninitialized,
    /// Unset.
    Missing,
}

struct Reader<'a> {
    object: &'a PhpObject,
    name: &'a PhpStr,
    access: &'a Access<'a>,
    fetch: Fetch,
    class: &'static Class,
}

impl Reader<'_> {
    fn read(&self, cx: &mut Cx) -> PhpResult<Value> {
        // A getter may know better than to complain.
        let silent = self.fetch == Fetch::Quiet || self.class.magic.get.is_some();
        let lookup = lookup_prop(self.class, self.name.as_bytes(), self.access.scope);
        let mut property = None;
        match lookup {
            PropLookup::Slot(slot) => {
                property = slot.ty.is_some().then_some(slot);
                match self.slot(cx, slot)? {
                    Found::Value(value) => return Ok(value),
                    Found::Uninitialized => return self.uninitialized(cx, property),
                    Found::Missing => {}
                }
            }
            PropLookup::Hooked(hooked) => return self.hooked(cx, hooked),
            PropLookup::Denied(_) | PropLookup::BadName if !silent => {
                return Err(denied(cx, self.class, lookup).unwrap_or(crate::Thrown));
            }
            PropLookup::Static(declared) if !silent => {
                notice_static(cx, self.class, declared);
                cx.check()?;
            }
            _ => {}
        }
        if matches!(lookup, PropLookup::Dynamic | PropLookup::Static(_))
            && let Some(value) = self.dynamic()
        {
            return Ok(value);
        }
        self.magic(cx, lookup, property)
    }

    fn dynamic(&self) -> Option<Value> {
        if lazy::is_lazy(self.object) {
            return None;
        }
        self.object.dynamic()?.get_str(self.name).map(|value| self.give(value))
    }

    /// References are seen through unless they are wanted.
    fn give(&self, value: &Value) -> Value {
        if self.fetch.modifies() { value.clone() } else { value.clone_deref() }
    }

    fn slot(&self, cx: &mut Cx, property: &'static Property) -> PhpResult<Found> {
        let value = self.object.slot(property.slot as usize);
        let flags = value.aux();
        let restricted = property.is_readonly() || !property.allows_set(self.access.scope);
        if self.fetch.modifies() && restricted {
            // Objects may be changed without changing the property.
            if value.is_object() {
                return Ok(Found::Value(value.clone()));
            }
            if value.is_undef() && self.fetch == Fetch::Unset {
                return Ok(Found::Value(Value::NULL));
            }
            return Err(if property.is_readonly() {
                indirect_error(cx, property)
            } else {
                set_visibility_error(cx, property, "indirectly modify", self.access.scope)
            });
        }
        if !value.is_undef() {
            return Ok(Found::Value(self.give(value)));
        }
        let unset = flags & slot_flags::UNSET != 0;
        Ok(if unset { Found::Missing } else { Found::Uninitialized })
    }

    fn hooked(&self, cx: &mut Cx, property: &'static Property) -> PhpResult<Value> {
        let Some(get) = property.get else {
            if property.is_virtual() {
                let (class, name) = (class_text(self.class), name_text(self.name));
                return Err(cx.throw("Error", format!("Property {class}::${name} is write-only")));
            }
            let value = self.object.slot(property.slot as usize).clone_deref();
            if value.is_undef() {
                return self.uninitialized(cx, Some(property));
            }
            return self.indirect(cx, value);
        };
        if self.access.means_storage(self.object, property) {
            if property.is_virtual() {
                let (class, name) = (class_text(self.class), name_text(self.name));
                return Err(cx.throw("Error", format!("Must not read from virtual property {class}::${name}")));
            }
            return match self.slot(cx, property)? {
                Found::Value(value) => Ok(value),
                _ => self.uninitialized(cx, Some(property)),
            };
        }
        let object = self.object.clone();
        let value = cx.call_method(&object, get, &[])?;
        if value.is_ref() {
            return Ok(if self.fetch.modifies() { value } else { value.clone_deref() });
        }
        self.indirect(cx, value)
    }

    /// What a hook gives by value can be changed in place only if it is an object.
    fn indirect(&self, cx: &mut Cx, value: Value) -> PhpResult<Value> {
        if self.fetch.modifies() && !value.is_object() {
            let message = format!("Indirect modification of {}::${} is not allowed", class_text(self.class), name_text(self.name));
            return Err(cx.throw("Error", &message));
        }
        Ok(value)
    }

    fn magic(&self, cx: &mut Cx, lookup: PropLookup, property: Option<&'static Property>) -> PhpResult<Value> {
        let magic = &self.class.magic;
        if let Some(value) = self.through_proxy(cx)? {
            return Ok(value);
        }
        if self.fetch == Fetch::Quiet
            && let Some(isset) = magic.isset
        {
            if !cx.guards.has(self.object, self.name, Guard::Isset) {
                let answer = guarded(cx, self.object, self.name, Guard::Isset, |cx| self.call(cx, isset))?;
                if !answer.deref().to_bool() {
                    return Ok(Value::NULL);
                }
            }
            return match magic.get {
                Some(get) if !cx.guards.has(self.object, self.name, Guard::Get) => self.call_get(cx, get, property),
                _ => self.undefined(cx, property, Some(Guard::Isset)),
            };
        }
        if let Some(get) = magic.get {
            if !cx.guards.has(self.object, self.name, Guard::Get) {
                return self.call_get(cx, get, property);
            }
            if let Some(thrown) = denied(cx, self.class, lookup) {
                return Err(thrown);
            }
            return self.undefined(cx, property, Some(Guard::Get));
        }
        self.undefined(cx, property, None)
    }

    fn call(&self, cx: &mut Cx, func: &'static Func) -> PhpResult<Value> {
        let object = self.object.clone();
        cx.call_method(&object, func, &[Value::string(self.name.clone())])
    }

    fn call_get(&self, cx: &mut Cx, get: &'static Func, property: Option<&'static Property>) -> PhpResult<Value> {
        let value = guarded(cx, self.object, self.name, Guard::Get, |cx| self.call(cx, get))?;
        if self.fetch.modifies() && !value.is_ref() && !value.is_object() {
            let (class, name) = (class_text(self.class), name_text(self.name));
            cx.notice(format!("Indirect modification of overloaded property {class}::${name} has no effect"));
            cx.check()?;
        }
        if let Some(property) = property {
            let coerced = typed::check_magic_get(cx, property, value.deref(), get)?;
            if !value.is_ref() {
                return Ok(coerced);
            }
        }
        Ok(if self.fetch.modifies() { value } else { value.clone_deref() })
    }

    /// An initialised proxy inside its instance's magic method: the instance answers itself.
    fn through_proxy(&self, cx: &mut Cx) -> PhpResult<Option<Value>> {
        let Some(instance) = lazy::instance_of_proxy(self.object) else { return Ok(None) };
        let quiet = self.fetch == Fetch::Quiet && self.class.magic.isset.is_some();
        let guard = if quiet { Guard::Isset } else { Guard::Get };
        if !cx.guards.has(&instance, self.name, guard) {
            return Ok(None);
        }
        self.on(cx, &instance).map(Some)
    }

    fn on(&self, cx: &mut Cx, instance: &PhpObject) -> PhpResult<Value> {
        read_prop(cx, instance, self.name, self.access, self.fetch)
    }

    /// Nobody has a value: a lazy object is initialised now, others have none.
    fn undefined(&self, cx: &mut Cx, property: Option<&'static Property>, guard: Option<Guard>) -> PhpResult<Value> {
        if lazy::is_lazy(self.object) && property.is_none() {
            let instance = lazy::init_lazy(cx, self.object)?;
            return match guard {
                Some(guard) if !cx.guards.has(&instance, self.name, guard) => {
                    guarded(cx, &instance, self.name, guard, |cx| self.on(cx, &instance))
                }
                _ => self.on(cx, &instance),
            };
        }
        if self.fetch == Fetch::Quiet {
            return Ok(Value::NULL);
        }
        match property {
            Some(property) => Err(typed::uninitialized_error(cx, property)),
            None => {
                let message = format!("Undefined property: {}::${}", class_text(self.class), name_text(self.name));
                super::warn(cx, &message)?;
                Ok(Value::NULL)
            }
        }
    }

    fn uninitialized(&self, cx: &mut Cx, property: Option<&'static Property>) -> PhpResult<Value> {
        if lazy::is_lazy(self.object) && self.slot_is_lazy() {
            let instance = lazy::init_lazy(cx, self.object)?;
            return self.on(cx, &instance);
        }
        if self.fetch == Fetch::Quiet {
            return Ok(Value::NULL);
        }
        match property {
            Some(property) => Err(typed::uninitialized_error(cx, property)),
            None => self.undefined(cx, None, None),
        }
    }

    fn slot_is_lazy(&self) -> bool {
        match lookup_prop(self.class, self.name.as_bytes(), self.access.scope) {
            PropLookup::Slot(property) | PropLookup::Hooked(property) if !property.is_virtual() => {
                self.object.slot(property.slot as usize).aux() & slot_flags::LAZY != 0
            }
            _ => true,
        }
    }
}
