//! Properties as places: for nested writes (`$o->list[] = 1`) and references (`&$o->x`).

use loxo_bytecode::TypeMask;
use loxo_value::{PhpObject, PhpRef, PhpStr, Value};

use super::guards::{Guard, guarded};
use super::lookup::{PropLookup, denied, lookup_prop, notice_static};
use super::write::create_dynamic;
use super::{Access, Fetch, lazy, read_prop, slot_flags, typed};
use crate::display::{class_text, member_text, name_text};
use crate::{Class, Cx, PhpResult, Property, class_of};

/// Where a property lives.
#[derive(Clone)]
pub enum Place {
    /// A slot. Whatever is written there must fit the property's type.
    Slot(PhpObject, &'static Property),
    /// An undeclared property; it exists.
    Dynamic(PhpObject, PhpStr),
    /// No place: a value that came from a magic method or hook, or an object that may be changed without changing the property. Changes go
    /// nowhere, unless it is a reference.
    Temp(Value),
}

impl Place {
    /// Works on the value in place. PHP code must not run inside.
    pub fn with<R>(&mut self, work: impl FnOnce(&mut Value) -> R) -> R {
        match self {
            Place::Slot(object, property) => work(object.slot_mut(property.slot as usize)),
            Place::Dynamic(object, name) => work(object.dynamic_mut().entry_str(name)),
            Place::Temp(value) => work(value),
        }
    }

    /// A copy of the value.
    pub fn get(&self) -> Value {
        match self {
            Place::Slot(object, property) => object.slot(property.slot as usize).clone(),
            Place::Dynamic(object, name) => object.dynamic().and_then(|table| table.get_str(name)).cloned().unwrap_or(Value::NULL),
            Place::Temp(value) => value.clone(),
        }
    }

    /// The typed property whose type limits what may be written.
    pub fn typed(&self) -> Option<&'static Property> {
        match self {
            Place::Slot(_, property) if property.ty.is_some() => Some(property),
            _ => None,
        }
    }
}

/// The place of `$object->name`, made if it is missing and `fetch` writes. Reads complain as `read_prop` does.
pub fn prop_place(cx: &mut Cx, object: &PhpObject, name: &PhpStr, access: &Access<'_>, fetch: Fetch) -> PhpResult<Place> {
    let class = class_of(object);
    let has_place = match (class.object_handlers.has_place, class.object_handlers.read_property) {
        (Some(has_place), _) if fetch.modifies() => has_place(cx, object, name)?,
        (_, None) => true,
        // What the class itself knows is computed; the rest are ordinary properties, of classes that extend it for example.
        (_, Some(read)) => match read(cx, object, name)? {
            Some(value) => return Ok(Place::Temp(value)),
            None => true,
        },
    };
    if has_place
        && !super::isset::means_element(cx, object, name, access)?
        && let Some(place) = (Finder { object, name, access, fetch, class }).find(cx)?
    {
        return Ok(place);
    }
    read_prop(cx, object, name, access, fetch).map(Place::Temp)
}

/// `&$object->name`: the place becomes a reference.
pub fn place_ref(cx: &mut Cx, place: &mut Place) -> PhpResult<PhpRef> {
    if let Place::Slot(object, property) = place {
        let empty = object.slot(property.slot as usize).is_undef();
        if let Some(ty) = &property.ty
            && empty
        {
            if !ty.spec.mask.has(TypeMask::NULL) {
                let (class, name) = (class_text(property.class), member_text(&property.name));
                let message = format!("Cannot access uninitialized non-nullable property {class}::${name} by reference");
                return Err(cx.throw("Error", &message));
            }
            *object.slot_mut(property.slot as usize) = Value::NULL;
        }
        let slot = object.slot_mut(property.slot as usize);
        let known = slot.is_ref();
        let reference = slot.make_ref();
        if !known {
            typed::bind_ref(&reference, property);
        }
        return Ok(reference);
    }
    Ok(place.with(Value::make_ref))
}

struct Finder<'a> {
    object: &'a PhpObject,
    name: &'a PhpStr,
    access: &'a Access<'a>,
    fetch: Fetch,
    class: &'static Class,
}

impl Finder<'_> {
    fn find(&self, cx: &mut Cx) -> PhpResult<Option<Place>> {
        let lookup = lookup_prop(self.class, self.name.as_bytes(), self.access.scope);
        let silent = self.class.magic.get.is_some();
        match lookup {
            PropLookup::Slot(property) => self.slot(cx, property),
            PropLookup::Hooked(property) if !property.is_virtual() && self.access.means_storage(self.object, property) => {
                self.slot(cx, property)
            }
            PropLookup::Hooked(_) => Ok(None),
            PropLookup::Denied(_) | PropLookup::BadName => match denied_unless(cx, self.class, lookup, silent) {
                Some(thrown) => Err(thrown),
                None => Ok(None),
            },
            PropLookup::Dynamic | PropLookup::Static(_) => {
                if let PropLookup::Static(property) = lookup
                    && !silent
                {
                    notice_static(cx, self.class, property);
                    cx.check()?;
                }
                self.dynamic(cx)
            }
        }
    }

    fn may_write(&self, property: &Property) -> bool {
        !property.is_readonly() && property.allows_set(self.access.scope)
    }

    fn has_getter(&self, cx: &Cx) -> bool {
        self.class.magic.get.is_some() && !cx.guards.has(self.object, self.name, Guard::Get)
    }

    fn slot(&self, cx: &mut Cx, property: &'static Property) -> PhpResult<Option<Place>> {
        let (undef, flags) = {
            let slot = self.object.slot(property.slot as usize);
            (slot.is_undef(), slot.aux())
        };
        if !undef {
            return Ok(self.may_write(property).then(|| self.place(property)));
        }
        if flags & slot_flags::UNSET != 0 && self.has_getter(cx) {
            return Ok(None);
        }
        if flags & slot_flags::LAZY != 0 && lazy::is_lazy(self.object) {
            return self.forward(cx).map(Some);
        }
        if matches!(self.fetch, Fetch::ReadWrite | Fetch::Read) {
            if property.ty.is_some() {
                return Err(typed::uninitialized_error(cx, property));
            }
            self.warn_undefined(cx)?;
        } else if !self.may_write(property) {
            return Ok(None);
        }
        let slot = self.object.slot_mut(property.slot as usize);
        if property.ty.is_none() && slot.is_undef() {
            *slot = Value::NULL;
        }
        Ok(Some(self.place(property)))
    }

    fn place(&self, property: &'static Property) -> Place {
        Place::Slot(self.object.clone(), property)
    }

    fn dynamic(&self, cx: &mut Cx) -> PhpResult<Option<Place>> {
        let is_lazy = lazy::is_lazy(self.object);
        if !is_lazy && self.object.dynamic().is_some_and(|table| table.get_str(self.name).is_some()) {
            return Ok(Some(Place::Dynamic(self.object.clone(), self.name.clone())));
        }
        if self.has_getter(cx) {
            return Ok(None);
        }
        if is_lazy {
            return self.forward(cx).map(Some);
        }
        create_dynamic(cx, self.object, self.name, Value::NULL)?;
        if matches!(self.fetch, Fetch::ReadWrite | Fetch::Read) {
            self.warn_undefined(cx)?;
        }
        Ok(Some(Place::Dynamic(self.object.clone(), self.name.clone())))
    }

    fn warn_undefined(&self, cx: &mut Cx) -> PhpResult<()> {
        super::warn(cx, &format!("Undefined property: {}::${}", class_text(self.class), name_text(self.name)))
    }

    fn forward(&self, cx: &mut Cx) -> PhpResult<Place> {
        let was_guarded = self.class.magic.get.is_some() && cx.guards.has(self.object, self.name, Guard::Get);
        let instance = lazy::init_lazy(cx, self.object)?;
        if was_guarded && !cx.guards.has(&instance, self.name, Guard::Get) {
            return guarded(cx, &instance, self.name, Guard::Get, |cx| prop_place(cx, &instance, self.name, self.access, self.fetch));
        }
        prop_place(cx, &instance, self.name, self.access, self.fetch)
    }
}

fn denied_unless(cx: &mut Cx, class: &'static Class, lookup: PropLookup, silent: bool) -> Option<crate::Thrown> {
    if silent { None } else { denied(cx, class, lookup) }
}
