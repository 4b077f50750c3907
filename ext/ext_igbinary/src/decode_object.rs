//! Objects from igbinary's format: their class, their properties, and the methods that restore them (`__unserialize()`, `__wakeup()`).

use ext_serialize::objects::{self, INCOMPLETE_CLASS, INCOMPLETE_NAME, enum_case, is_serializable, not_serializable};
use loxo_runtime::{
    Class, Cx, DynamicProperties, ErrorLevel, Func, MemberFlags, PhpObject, PhpStr, Property, Thrown, Value, convert, object, stack, value,
};

use crate::decode::{Read, Reader};
use crate::encode::TOO_DEEP;
use crate::kind;

/// Is the property mangled so?
fn is_called(property: &Property, key: &[u8]) -> bool {
    let name = property.name.as_bytes();
    let Some(owner) = key.strip_suffix(name) else { return false };
    match () {
        () if property.is_private() => {
            owner.strip_prefix(b"\0").and_then(|owner| owner.strip_suffix(b"\0")) == Some(property.class.name.as_bytes())
        }
        () if property.is_protected() => owner == b"\0*\0",
        () => owner.is_empty(),
    }
}

/// The slot of the property that is mangled so in this class; `near`: it may be this one.
pub(crate) fn slot_of(class: &'static Class, near: usize, key: &[u8]) -> Option<usize> {
    let is_it = |property: &Property| !property.flags.has(MemberFlags::STATIC) && !property.is_virtual() && is_called(property, key);
    if class.slots.get(near).is_some_and(|slot| is_it(&slot.property)) {
        return Some(near);
    }
    let (owner, name) = object::unmangle(key);
    if let Some(property) = class.properties.get(name).filter(|property| is_it(property)) {
        return Some(property.slot as usize);
    }
    // A parent's own.
    owner?;
    class.slots.iter().position(|slot| is_it(&slot.property))
}

/// What is known of the class of the object that was read last: the next one may be of the same.
pub(crate) struct Facts {
    name: PhpStr,
    class: &'static Class,
    wakeup: Option<&'static Func>,
}

/// A name in messages: they end at a NUL byte.
fn name_for_message(name: &[u8]) -> &[u8] {
    convert::shown_name(name)
}

#[cold]
fn incompatible(cx: &mut Cx, value: &Value, holder: &Property, other: &Property) -> Thrown {
    let name = |property: &Property| [convert::class_name(property.class), b"::$", property.name.as_bytes()].concat();
    let ty =
        |property: &Property| property.ty.as_ref().map_or_else(Default::default, |ty| ty.written.clone().unwrap_or(ty.spec.text.clone()));
    let parts: [&[u8]; 8] = [
        b"Reference with value of type ",
        value.type_name().as_bytes(),
        b" held by property ",
        &[&*name(holder), b" of type ", &ty(holder)].concat(),
        b" is not compatible with property ",
        &name(other),
        b" of type ",
        &ty(other),
    ];
    cx.type_error(parts.concat())
}

/// The name behind the class, which may be an anonymous one's with a NUL byte in it.
fn behind_class(key: &[u8]) -> &[u8] {
    let nul = |from: usize| key[from..].iter().position(|byte| *byte == 0).map(|at| from + at);
    let first = nul(1).map_or(0, |at| at + 1);
    &key[nul(first).map_or(first, |at| at + 1)..]
}

/// PHP tells of names that are mangled badly before it shows them whole.
fn plain_name<'k>(cx: &mut Cx, key: &'k [u8]) -> &'k [u8] {
    let Some(rest) = key.strip_prefix(b"\0") else { return key };
    let complaint = match rest {
        [] | [_] | [0, ..] => "Illegal member variable name",
        [class @ .., _] if !class.contains(&0) => "Corrupt member variable name",
        _ => return behind_class(key),
    };
    cx.notice(complaint);
    key
}

impl Reader<'_> {
    /// Class name, and what the object is made of.
    pub fn object(&mut self, cx: &mut Cx, kind: u8, wanted: bool) -> Read<Value> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP).into());
        }
        let name = match kind {
            kind::OBJECT_8..=kind::OBJECT_32 => self.new_string(cx, kind, kind::OBJECT_8)?,
            _ => self.same_string(cx, kind, kind::SAME_CLASS_8)?,
        };
        let (class, missing) = match &self.facts {
            Some(facts) if facts.name.ptr_eq(&name) => (facts.class, false),
            _ => self.class(cx, &name)?,
        };
        let inner = self.byte(cx, "igbinary_unserialize_object")?;
        let number = self.announce();
        match inner {
            kind::ARRAY_8..=kind::ARRAY_32 => self.by_properties(cx, inner, (class, missing), &name, number, wanted),
            kind::TEXT_8..=kind::TEXT_32 => {
                let object = self.by_text(cx, inner, class)?;
                Ok(self.made(number, &object, wanted))
            }
            kind::CASE if missing => {
                Err(self
                    .bad(cx, [b"igbinary_unserialize_object_enum_case: Class '", name_for_message(&name), b"' does not exist"].concat()))
            }
            kind::CASE => {
                let case = self.case(cx, class)?;
                Ok(self.made(number, &case, wanted))
            }
            _ => Err(self.unknown(cx, "igbinary_unserialize_object", "object inner type", inner)),
        }
    }

    fn class(&mut self, cx: &mut Cx, name: &PhpStr) -> Read<(&'static Class, bool)> {
        let (class, missing) = objects::class(cx, name)?;
        if not_serializable(class) {
            let text = [b"Unserialization of '", convert::class_name(class), b"' is not allowed"].concat();
            return Err(cx.throw_exception(text).into());
        }
        if !missing {
            self.facts = Some(Facts { name: name.clone(), class, wakeup: class.method(b"__wakeup") });
        }
        Ok((class, missing))
    }

    fn wakeup(&self, class: &'static Class) -> Option<&'static Func> {
        match &self.facts {
            Some(facts) if facts.class.same(class) => facts.wakeup,
            _ => class.method(b"__wakeup"),
        }
    }

    fn by_properties(
        &mut self,
        cx: &mut Cx,
        kind: u8,
        (class, missing): (&'static Class, bool),
        name: &PhpStr,
        number: usize,
        wanted: bool,
    ) -> Read<Value> {
        let object = match object::instantiate(cx, class) {
            Ok(object) => object,
            Err(thrown) => {
                // An error handler would not be called: the exception is on its way.
                let handled = cx.errors.handler.as_ref().is_some_and(|(_, levels)| levels & ErrorLevel::Notice as u32 != 0);
                if !handled {
                    cx.builtin_notice("igbinary unable to create object for class entry");
                }
                return Err(thrown.into());
            }
        };
        // The stand-in itself may be asked for, and is no stand-in then.
        if missing && !name.eq_ignore_ascii_case(INCOMPLETE_CLASS) {
            object.dynamic_mut().set_bytes(INCOMPLETE_NAME, name.into());
        }
        let place = self.made(number, &object, wanted);
        if let Some(method) = class.magic.unserialize.filter(|_| !missing) {
            let data = self.plain_array(cx, kind);
            if data.is_err() {
                // Half of an object is not destructed.
                object.set_flags(value::object_flags::DESTRUCTED);
            }
            self.waiting.push(&object, method, Some(data?));
            return Ok(place);
        }
        self.properties(cx, kind, class, &object)?;
        if let Some(method) = self.wakeup(class).filter(|_| !missing) {
            self.waiting.push(&object, method, None);
        }
        Ok(place)
    }

    fn properties(&mut self, cx: &mut Cx, kind: u8, class: &'static Class, object: &PhpObject) -> Read<()> {
        const PLACE: &str = "igbinary_unserialize_object_properties";
        let count = self.element_count(cx, kind, PLACE)?;
        for index in 0..count {
            let kind = self.byte(cx, PLACE)?;
            let key = match kind {
                kind::INT_8..=kind::INT_32_NEGATIVE | kind::INT_64..=kind::INT_64_NEGATIVE => {
                    value::number::int_to_string(self.int(cx, kind)?)
                }
                // Without a value.
                kind::NULL => continue,
                _ => self.key(cx, kind, PLACE)?,
            };
            match slot_of(class, index, &key) {
                Some(slot) => self.declared(cx, class, object, slot)?,
                None => self.dynamic(cx, class, object, &key)?,
            }
        }
        Ok(())
    }

    /// The value of a declared property.
    fn declared(&mut self, cx: &mut Cx, class: &'static Class, object: &PhpObject, slot: usize) -> Read<()> {
        let property = &class.slots[slot].property;
        let old = std::mem::replace(object.slot_mut(slot), Value::NULL);
        if let Some(reference) = old.as_ref().filter(|_| property.ty.is_some()) {
            object::unbind_ref(reference, property);
        }
        if old.is_refcounted() {
            self.replaced.push(old);
        }
        let value = self.value(cx)?;
        if property.ty.is_none() {
            *object.slot_mut(slot) = value;
            return Ok(());
        }
        *object.slot_mut(slot) = Value::UNDEF;
        let before = value.clone_deref();
        let fitting = object::coerce_property(cx, property, before.clone(), true)?;
        let Some(reference) = value.as_ref() else {
            *object.slot_mut(slot) = fitting;
            return Ok(());
        };
        // What must change its type for this property cannot keep it for others.
        let other = object::ref_sources(reference).first().copied().filter(|_| fitting.tag() != before.tag());
        if let Some(other) = other {
            return Err(incompatible(cx, &before, other, property).into());
        }
        reference.set(fitting);
        object::bind_ref(reference, property);
        *object.slot_mut(slot) = value;
        Ok(())
    }

    /// The value of a property that the class does not declare.
    fn dynamic(&mut self, cx: &mut Cx, class: &'static Class, object: &PhpObject, key: &PhpStr) -> Read<()> {
        if object.dynamic().is_none_or(|table| table.get_str(key).is_none()) {
            let name = if class.dynamic == DynamicProperties::Allowed { &**key } else { plain_name(cx, key) };
            let property = [convert::class_name(class), b"::$", name_for_message(name)].concat();
            match class.dynamic {
                DynamicProperties::Allowed => {}
                DynamicProperties::Forbidden => {
                    return Err(cx
                        .throw_error([b"Cannot create dynamic property ", &*property, b" in igbinary_unserialize"].concat())
                        .into());
                }
                DynamicProperties::Deprecated => {
                    cx.builtin_deprecated([b"Creation of dynamic property ", &*property, b" is deprecated"].concat());
                    cx.check()?;
                }
            }
        }
        let old = std::mem::replace(object.dynamic_mut().entry_str(key), Value::NULL);
        if old.is_refcounted() {
            self.replaced.push(old);
        }
        let value = self.value(cx)?;
        object.dynamic_mut().set_str(key, value);
        Ok(())
    }

    /// What `Serializable::unserialize()` reads.
    fn by_text(&mut self, cx: &mut Cx, kind: u8, class: &'static Class) -> Read<PhpObject> {
        const PLACE: &str = "igbinary_unserialize_object_ser";
        let custom = class.object_handlers.unserialize;
        if custom.is_none() && !is_serializable(cx, class) {
            return Err(self.bad(cx, [b"Class ", convert::class_name(class), b" has no unserializer"].concat()));
        }
        let length = self.sized(cx, kind, kind::TEXT_8, PLACE)?;
        let data = self.bytes(cx, length, PLACE)?;
        let object = object::instantiate(cx, class)?;
        match custom {
            Some(unserialize) => unserialize(cx, &object, data)?,
            None => drop(cx.call_method_named(&object, "unserialize", &[Value::bytes(data)])?),
        }
        cx.check()?;
        Ok(object)
    }

    /// A case of an enum, by its name.
    fn case(&mut self, cx: &mut Cx, class: &'static Class) -> Read<PhpObject> {
        const PLACE: &str = "igbinary_unserialize_object_enum_case";
        let place = PLACE.as_bytes();
        let class_name = convert::class_name(class);
        if !class.is_enum() {
            return Err(self.bad(cx, [place, b": Class '", class_name, b"' is not an enum"].concat()));
        }
        let kind = self.byte(cx, PLACE)?;
        let name = match kind {
            kind::STRING_8..=kind::STRING_32 => self.new_string(cx, kind, kind::STRING_8)?,
            kind::LONG_STRING => self.long_string(cx)?,
            kind::SAME_STRING_8..=kind::SAME_STRING_32 => self.same_string(cx, kind, kind::SAME_STRING_8)?,
            kind::SAME_CLASS_8..=kind::SAME_CLASS_32 => self.same_string(cx, kind, kind::SAME_CLASS_8)?,
            _ => return Err(self.unknown(cx, "igbinary_unserialize_string", "type", kind)),
        };
        let text = match (cx.hooks.class_constant)(cx, class, &name)? {
            None => [place, b": Undefined constant ", class_name, b"::", name_for_message(&name)].concat(),
            Some(value) => match value.as_object() {
                Some(case) if cx.class_of(case).same(class) && enum_case(case) == name => return Ok(case.clone()),
                _ => [place, b": ", class_name, b"::", name_for_message(&name), b" is not an enum case"].concat(),
            },
        };
        Err(self.bad(cx, text))
    }
}
