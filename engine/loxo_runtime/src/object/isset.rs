//! `isset()`, `empty()` and `unset()` of properties.

use loxo_value::{PhpObject, PhpStr, Value};

use super::guards::{Guard, guarded};
use super::lookup::{PropLookup, denied, lookup_prop, notice_static};
use super::write::set_visibility_error;
use super::{Access, Fetch, Probe, lazy, read_prop, slot_flags, typed};
use crate::display::{class_text, member_text, name_text};
use crate::{Class, Cx, PhpResult, Property, class_of};

/// `isset($object->name)` and its relatives.
pub fn isset_prop(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>, probe: Probe) -> PhpResult<bool> {
    let class = class_of(object);
    if let Some(has) = class.object_handlers.has_property
        && let Some(answer) = has(cx, object, name, probe == Probe::NotEmpty)?
    {
        return Ok(answer);
    }
    if means_element(cx, object, name, access)? {
        // Only a value that is not set is no property, where nobody asks for the value.
        if probe == Probe::Exists
            && let Some(exists) = class.method(b"offsetexists").filter(|func| !func.is_user())
        {
            let answer = cx.call_method(object, exists, &[Value::string(name.clone())])?;
            return truth(cx, answer.deref());
        }
        return super::has_dim(cx, object, &Value::string(name.clone()), probe == Probe::NotEmpty);
    }
    Prober { object, name, access, class }.probe(cx, probe)
}

/// Is `$object->name` really `$object['name']`, because there is no such property and the object wants it so?
pub(super) fn means_element(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>) -> PhpResult<bool> {
    let class = class_of(object);
    if !class.object_handlers.elements_as_properties.is_some_and(|wanted| wanted(object)) {
        return Ok(false);
    }
    Prober { object, name, access, class }.probe(cx, Probe::Exists).map(|exists| !exists)
}

/// `property_exists()` for an object: declared in any scope, or dynamic.
pub fn property_exists(cx: &mut Cx, object: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let class = class_of(object);
    if class.properties.contains_key(name.as_bytes()) {
        return Ok(true);
    }
    isset_prop(cx, object, name, &Access::default(), Probe::Exists)
}

struct Prober<'a> {
    object: &'a PhpObject,
    name: &'a PhpStr,
    access: &'a Access<'a>,
    class: &'static Class,
}

fn judge(value: &Value, probe: Probe) -> bool {
    match probe {
        Probe::Isset => !value.deref().is_null(),
        Probe::NotEmpty => value.deref().to_bool(),
        Probe::Exists => true,
    }
}

impl Prober<'_> {
    fn probe(&self, cx: &mut Cx, probe: Probe) -> PhpResult<bool> {
        match lookup_prop(self.class, self.name.as_bytes(), self.access.scope) {
            PropLookup::Slot(property) => self.probe_slot(cx, property, probe),
            PropLookup::Hooked(property) => self.probe_hooked(cx, property, probe),
            PropLookup::Dynamic | PropLookup::Static(_) if !lazy::is_lazy(self.object) => {
                match self.object.dynamic().and_then(|table| table.get_str(self.name)) {
                    Some(value) => self.judge(cx, &value.clone(), probe),
                    None => self.magic(cx, probe),
                }
            }
            _ => self.magic(cx, probe),
        }
    }

    /// Truth of an object is its class's business.
    fn judge(&self, cx: &mut Cx, value: &Value, probe: Probe) -> PhpResult<bool> {
        if probe == Probe::NotEmpty && value.deref().is_object() {
            return truth(cx, value.deref());
        }
        Ok(judge(value, probe))
    }

    fn probe_slot(&self, cx: &mut Cx, property: &'static Property, probe: Probe) -> PhpResult<bool> {
        let value = self.object.slot(property.slot as usize);
        let flags = value.aux();
        if !value.is_undef() {
            let value = value.clone();
            return self.judge(cx, &value, probe);
        }
        if flags & slot_flags::UNSET != 0 {
            return self.magic(cx, probe);
        }
        // Magic methods do not apply to what was never initialised.
        if flags & slot_flags::LAZY != 0 && lazy::is_lazy(self.object) { self.forward(cx, probe) } else { Ok(false) }
    }

    fn probe_hooked(&self, cx: &mut Cx, property: &'static Property, probe: Probe) -> PhpResult<bool> {
        if probe == Probe::Exists {
            return if property.is_virtual() { Ok(true) } else { self.probe_slot(cx, property, probe) };
        }
        let means_storage = self.access.means_storage(self.object, property);
        match property.get {
            None if property.is_virtual() => {
                let message = format!("Property {}::${} is write-only", class_text(self.class), name_text(self.name));
                Err(cx.throw("Error", &message))
            }
            None => self.probe_slot(cx, property, probe),
            Some(_) if means_storage && !property.is_virtual() => self.probe_slot(cx, property, probe),
            Some(_) => {
                let value = read_prop(cx, self.object, self.name, self.access, Fetch::Read)?;
                self.judge(cx, &value, probe)
            }
        }
    }

    fn magic(&self, cx: &mut Cx, probe: Probe) -> PhpResult<bool> {
        if let Some(instance) = lazy::instance_of_proxy(self.object)
            && cx.guards.has(&instance, self.name, Guard::Isset)
        {
            return isset_prop(cx, &instance, self.name, self.access, probe);
        }
        let Some(isset) = self.class.magic.isset else { return self.absent(cx, probe) };
        if probe == Probe::Exists {
            return Ok(false);
        }
        if cx.guards.has(self.object, self.name, Guard::Isset) {
            return self.absent(cx, probe);
        }
        let object = self.object.clone();
        let name = [Value::string(self.name.clone())];
        guarded(cx, &object, self.name, Guard::Isset, |cx| {
            let answer = cx.call_method(&object, isset, &name)?;
            if !truth(cx, answer.deref())? || probe == Probe::Isset {
                return truth(cx, answer.deref());
            }
            match self.class.magic.get {
                Some(get) if !cx.guards.has(&object, self.name, Guard::Get) => {
                    let value = guarded(cx, &object, self.name, Guard::Get, |cx| cx.call_method(&object, get, &name))?;
                    truth(cx, value.deref())
                }
                _ => Ok(false),
            }
        })
    }

    /// Nobody has it: a lazy object is initialised to know better.
    fn absent(&self, cx: &mut Cx, probe: Probe) -> PhpResult<bool> {
        if lazy::is_lazy(self.object) { self.forward(cx, probe) } else { Ok(false) }
    }

    fn forward(&self, cx: &mut Cx, probe: Probe) -> PhpResult<bool> {
        let instance = lazy::init_lazy(cx, self.object)?;
        if class_of(&instance).magic.isset.is_some() && !cx.guards.has(&instance, self.name, Guard::Isset) {
            return guarded(cx, &instance, self.name, Guard::Isset, |cx| isset_prop(cx, &instance, self.name, self.access, probe));
        }
        isset_prop(cx, &instance, self.name, self.access, probe)
    }
}

/// `(bool)`, which some builtin objects define themselves.
pub(super) fn truth(cx: &mut Cx, value: &Value) -> PhpResult<bool> {
    if let Some(object) = value.as_object()
        && let Some(cast) = class_of(object).object_handlers.cast
        && let Some(answer) = cast(cx, object, loxo_value::Tag::True)?
    {
        return Ok(answer.to_bool());
    }
    Ok(value.to_bool())
}

/// `unset($object->name)`
pub fn unset_prop(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>) -> PhpResult<()> {
    let class = class_of(object);
    if let Some(unset) = class.object_handlers.unset_property
        && unset(cx, object, name)?
    {
        return Ok(());
    }
    if means_element(cx, object, name, access)? {
        return super::unset_dim(cx, object, &Value::string(name.clone()));
    }
    let silent = class.magic.unset.is_some();
    let lookup = lookup_prop(class, name.as_bytes(), access.scope);
    match lookup {
        PropLookup::Slot(property) => {
            if unset_slot(cx, object, name, property, access)? {
                return Ok(());
            }
        }
        PropLookup::Hooked(property) => {
            let message = format!("Cannot unset hooked property {}::${}", class_text(class), member_text(&property.name));
            return Err(cx.throw("Error", &message));
        }
        PropLookup::Denied(_) | PropLookup::BadName => {
            if !silent && let Some(thrown) = denied(cx, class, lookup) {
                return Err(thrown);
            }
        }
        PropLookup::Dynamic | PropLookup::Static(_) => {
            if let PropLookup::Static(property) = lookup
                && !silent
            {
                notice_static(cx, class, property);
                cx.check()?;
            }
            let exists = !lazy::is_lazy(object) && object.dynamic().is_some_and(|table| table.get_str(name).is_some());
            if exists {
                let old = object.dynamic_mut().remove_str(name);
                drop(old);
                return Ok(());
            }
        }
    }
    unset_magic(cx, object, name, access, lookup)
}

/// `false`: the property was unset before, so magic methods apply.
fn unset_slot(cx: &mut Cx, object: &PhpObject, name: &PhpStr, property: &'static Property, access: &Access<'_>) -> PhpResult<bool> {
    let (undef, flags) = {
        let slot = object.slot(property.slot as usize);
        (slot.is_undef(), slot.aux())
    };
    let unset = undef && flags & slot_flags::UNSET != 0;
    let magic = unset && class_of(object).magic.unset.is_some() && !cx.guards.has(object, name, Guard::Unset);
    if !magic {
        if property.is_readonly() && !undef && flags & slot_flags::REINITABLE == 0 {
            let message = format!("Cannot unset readonly property {}::${}", class_text(property.class), member_text(&property.name));
            return Err(cx.throw("Error", &message));
        }
        if !property.allows_set(access.scope) {
            return Err(set_visibility_error(cx, property, "unset", access.scope));
        }
    }
    if unset {
        return Ok(false);
    }
    if undef && flags & slot_flags::LAZY != 0 && lazy::is_lazy(object) {
        let instance = lazy::init_lazy(cx, object)?;
        return unset_prop(cx, &instance, name, access).map(|()| true);
    }
    clear_slot(object, property);
    Ok(true)
}

/// Makes a slot unset.
pub(super) fn clear_slot(object: &PhpObject, property: &'static Property) {
    let mut empty = Value::UNDEF;
    empty.set_aux(slot_flags::UNSET);
    let old = std::mem::replace(object.slot_mut(property.slot as usize), empty);
    if let Some(reference) = old.as_ref() {
        typed::unbind_ref(reference, property);
    }
    drop(old);
}

fn unset_magic(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>, lookup: PropLookup) -> PhpResult<()> {
    if let Some(instance) = lazy::instance_of_proxy(object)
        && cx.guards.has(&instance, name, Guard::Unset)
    {
        return unset_prop(cx, &instance, name, access);
    }
    let class = class_of(object);
    if let Some(unset) = class.magic.unset {
        if !cx.guards.has(object, name, Guard::Unset) {
            let object = object.clone();
            let args = [Value::string(name.clone())];
            guarded(cx, &object, name, Guard::Unset, |cx| cx.call_method(&object, unset, &args))?;
            return Ok(());
        }
        if let Some(thrown) = denied(cx, class, lookup) {
            return Err(thrown);
        }
    }
    if !lazy::is_lazy(object) {
        return Ok(());
    }
    let instance = lazy::init_lazy(cx, object)?;
    if class.magic.unset.is_some() && !cx.guards.has(&instance, name, Guard::Unset) {
        return guarded(cx, &instance, name, Guard::Unset, |cx| unset_prop(cx, &instance, name, access));
    }
    unset_prop(cx, &instance, name, access)
}
