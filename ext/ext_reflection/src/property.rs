//! `ReflectionProperty`: describes a property and reads or writes it, past its hooks and visibility where asked.

use loxo_runtime::object::{Fetch, Probe, slot_flags};
use loxo_runtime::{Init, OrFalse, Property, args};

use crate::prelude::*;
use crate::reflection::{modifier, of_member};
use crate::subject::{self, PropertyRef, property};
use crate::types::{self, Shape};
use crate::{attribute, class, export};

/// "Property A::$x does not exist"
pub(crate) fn missing(cx: &mut Cx, class: &Class, name: &[u8]) -> Thrown {
    exception(cx, message(&[b"Property ", convert::class_name(class), b"::$", name, b" does not exist"]))
}

/// `ReflectionProperty::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, class: &Value, name: &PhpStr) -> PhpResult<()> {
    let owner = subject::class_argument(cx, class, 0)?;
    let found = class::shown_property(owner, name);
    if found.is_none() {
        let object = class.as_object().filter(|_| !owner.properties.contains_key(name.as_bytes()));
        let dynamic = match object {
            Some(object) => {
                let instance = object::init_lazy(cx, object)?;
                instance.dynamic().is_some_and(|table| table.get_str(name).is_some())
            }
            None => false,
        };
        if !dynamic {
            return Err(missing(cx, owner, name));
        }
    }
    let declaring = found.map_or(owner, |property| property.class);
    let subject = Subject::Property(PropertyRef { class: owner, property: found, name: name.clone() });
    subject::name(this, subject, &[Value::string(name.clone()), declaring.name.to_value()]);
    Ok(())
}

/// `ReflectionProperty::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let found = property(cx, this)?;
    let mut out = Vec::new();
    export::members::write_property(cx, &mut out, found.property, &found.name, "")?;
    Ok(out)
}

/// `ReflectionProperty::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(property(cx, this)?.name)
}

/// What a property begins with; `None` for those that begin uninitialized, and virtual ones.
pub(crate) fn default_value(cx: &mut Cx, property: &'static Property) -> PhpResult<Option<Value>> {
    let Some(init) = initial(property) else { return Ok(None) };
    match init {
        Init::Uninit => Ok(None),
        Init::Value(value) => Ok(Some(value.get().clone())),
        Init::Thunk(func) => {
            if !property.is_static() {
                object::init_class(cx, property.class)?;
                let state = object::class_state(cx, property.class);
                if let Some(value) = state.defaults.as_ref().and_then(|all| all.get(property.slot as usize)) {
                    return Ok(Some(value.clone()));
                }
            }
            (cx.hooks.run_thunk)(cx, func).map(Some)
        }
    }
}

/// The declared initial value.
pub(crate) fn initial(property: &'static Property) -> Option<&'static Init> {
    let slot = property.slot as usize;
    match () {
        () if property.is_static() => property.class.static_inits.get(slot).map(|own| &own.init),
        () if property.is_virtual() => None,
        () => property.class.slots.get(slot).map(|slot| &slot.default),
    }
}

/// Assigns a static property, as weakly typed code of its class would.
pub(crate) fn write_static(cx: &mut Cx, class: &'static Class, name: &PhpStr, value: Value) -> PhpResult<()> {
    let place = object::static_place(cx, class, name, &Access::scoped(Some(class)))?;
    let value = object::coerce_property(cx, place.property, value, false)?;
    let reference = place.value_mut(cx).as_ref().cloned();
    match reference {
        Some(reference) => object::assign_typed_ref(cx, &reference, value, false).map(drop),
        None => {
            let old = std::mem::replace(place.value_mut(cx), value);
            drop(old);
            Ok(())
        }
    }
}

/// The object must be given, and have the property.
fn instance<'a>(cx: &mut Cx, found: &PropertyRef, object: Option<&'a PhpObject>) -> PhpResult<&'a PhpObject> {
    let Some(object) = object else {
        return Err(cx.argument_type_error(1, "must be provided for instance properties"));
    };
    check_declared(cx, found.property.map_or(found.class, |property| property.class), object)?;
    Ok(object)
}

fn check_declared(cx: &mut Cx, class: &'static Class, object: &PhpObject) -> PhpResult<()> {
    if class_of(object).is_subclass_of(class) {
        return Ok(());
    }
    Err(exception(cx, "Given object is not an instance of the class this property was declared in"))
}

fn means_static(found: &PropertyRef) -> bool {
    found.property.is_some_and(Property::is_static)
}

fn read(cx: &mut Cx, found: &PropertyRef, object: &PhpObject) -> PhpResult<Value> {
    object::read_prop(cx, object, &found.name, &Access::scoped(Some(found.class)), Fetch::Read)
}

/// `ReflectionProperty::getValue()`
pub(crate) fn get_value(cx: &mut Cx, this: &PhpObject, object: Option<&PhpObject>) -> PhpResult<Value> {
    let found = property(cx, this)?;
    if means_static(&found) {
        let access = Access::scoped(Some(found.class));
        return Ok(object::static_property(cx, found.class, &found.name, &access, Fetch::Read)?.unwrap_or(Value::NULL));
    }
    let object = instance(cx, &found, object)?;
    read(cx, &found, object)
}

/// `ReflectionProperty::setValue()`
pub(crate) fn set_value(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let found = property(cx, this)?;
    if !means_static(&found) {
        let [object, value] = args else { return Err(args::wrong_count(cx, args.len())) };
        let object = args::object(cx, 1, object)?.clone();
        return write(cx, &found, &object, value.clone_deref());
    }
    let complaint = match args {
        [_] => "with a single argument",
        [object, _] if !object.deref().is_null() && !object.deref().is_object() => "with a 1st argument which is not null or an object",
        _ => "",
    };
    if !complaint.is_empty() {
        let name = cx.active.map_or_else(Vec::new, Func::display_name);
        cx.deprecated(message(&[b"Calling ", &name, b"() ", complaint.as_bytes(), b" is deprecated"]));
        cx.check()?;
    }
    let value = args.last().map_or(Value::NULL, Value::clone_deref);
    write_static(cx, found.class, &found.name, value)
}

fn write(cx: &mut Cx, found: &PropertyRef, object: &PhpObject, value: Value) -> PhpResult<()> {
    object::write_prop(cx, object, &found.name, value, &Access::scoped(Some(found.class))).map(drop)
}

/// The property that the name means on the object: a child class may have redeclared it.
fn effective(found: &PropertyRef, object: &PhpObject) -> Option<&'static Property> {
    let class = class_of(object);
    let own = found.property.is_some_and(Property::is_private) || class.same(found.class);
    if own { found.property } else { class.properties.get(found.name.as_bytes()) }
}

/// `ReflectionProperty::getRawValue()`
pub(crate) fn get_raw_value(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<Value> {
    let found = property(cx, this)?;
    check_declared(cx, found.class, object)?;
    let effective = effective(&found, object);
    if effective.is_some_and(Property::is_static) {
        return Err(exception(cx, "May not use getRawValue on static properties"));
    }
    match effective.and_then(|property| Some((property, property.get?))) {
        None => read(cx, &found, object),
        Some((property, get)) => {
            let access = Access { scope: Some(property.class), strict: false, hook: Some((get, object)) };
            object::read_prop(cx, object, &found.name, &access, Fetch::Read)
        }
    }
}

fn write_raw(cx: &mut Cx, found: &PropertyRef, effective: Option<&'static Property>, object: &PhpObject, value: &Value) -> PhpResult<()> {
    match effective.and_then(|property| Some((property, property.set?))) {
        None => write(cx, found, object, value.clone_deref()),
        Some((property, set)) => {
            let access = Access { scope: Some(property.class), strict: false, hook: Some((set, object)) };
            object::write_prop(cx, object, &found.name, value.clone_deref(), &access).map(drop)
        }
    }
}

/// `ReflectionProperty::setRawValue()`
pub(crate) fn set_raw_value(cx: &mut Cx, this: &PhpObject, object: &PhpObject, value: &Value) -> PhpResult<()> {
    let found = property(cx, this)?;
    let effective = effective(&found, object);
    if effective.is_some_and(Property::is_static) {
        return Err(exception(cx, "May not use setRawValue on static properties"));
    }
    write_raw(cx, &found, effective, object, value)
}

/// The property must be one that a lazy object has in a slot.
fn lazy_slot(
    cx: &mut Cx,
    found: &PropertyRef,
    property: Option<&'static Property>,
    object: &PhpObject,
    method: &str,
) -> PhpResult<&'static Property> {
    let (kind, class) = match property {
        None => ("dynamic", found.class),
        Some(property) if property.is_static() => ("static", property.class),
        Some(property) if property.is_virtual() => ("virtual", property.class),
        Some(property) => {
            let class = class_of(object);
            if class.object_handlers.write_property.is_some() && !object::can_be_lazy(class) {
                let text = message(&[b"Can not use ", method.as_bytes(), b" on internal class ", convert::class_name(class)]);
                return Err(exception(cx, text));
            }
            return Ok(property);
        }
    };
    let text = format!("Can not use {method} on {kind} property ");
    Err(exception(cx, message(&[text.as_bytes(), convert::class_name(class), b"::$", &found.name])))
}

/// `ReflectionProperty::setRawValueWithoutLazyInitialization()`
pub(crate) fn set_raw_value_without_lazy_initialization(cx: &mut Cx, this: &PhpObject, object: &PhpObject, value: &Value) -> PhpResult<()> {
    let found = property(cx, this)?;
    class::check_instance(cx, found.class, object)?;
    let object = object::resolve_lazy(object);
    let effective = effective(&found, &object);
    let property = lazy_slot(cx, &found, effective, &object, "setRawValueWithoutLazyInitialization")?;
    let slot = property.slot as usize;
    let was_lazy = is_lazy_slot(&object, slot);
    if was_lazy {
        object.slot_mut(slot).set_aux(0);
    }
    let outcome = write_raw(cx, &found, effective, &object, value);
    if was_lazy && outcome.is_err() && object.slot(slot).is_undef() && object::is_uninitialized(&object) {
        object.slot_mut(slot).set_aux(slot_flags::LAZY);
    } else if was_lazy {
        object::slot_written(&object);
    }
    outcome
}

fn is_lazy_slot(object: &PhpObject, slot: usize) -> bool {
    let value = object.slot(slot);
    value.is_undef() && value.aux() & slot_flags::LAZY != 0
}

/// `ReflectionProperty::skipLazyInitialization()`
pub(crate) fn skip_lazy_initialization(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<()> {
    let found = property(cx, this)?;
    class::check_instance(cx, found.class, object)?;
    let property = lazy_slot(cx, &found, found.property, object, "skipLazyInitialization")?;
    let object = object::resolve_lazy(object);
    let slot = property.slot as usize;
    if !is_lazy_slot(&object, slot) {
        return Ok(());
    }
    let class = class_of(&object);
    let default = match (&class.slots[slot].default, object::class_state(cx, class).defaults.as_ref()) {
        (_, Some(values)) => values.get(slot).cloned().unwrap_or(Value::UNDEF),
        (Init::Value(value), None) => value.get().clone(),
        _ => Value::UNDEF,
    };
    *object.slot_mut(slot) = default;
    object::slot_written(&object);
    Ok(())
}

/// `ReflectionProperty::isLazy()`
pub(crate) fn is_lazy(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<bool> {
    let found = property(cx, this)?;
    class::check_instance(cx, found.class, object)?;
    let Some(property) = found.property.filter(|property| !property.is_static() && !property.is_virtual()) else { return Ok(false) };
    let object = object::resolve_lazy(object);
    Ok(object::is_uninitialized(&object) && is_lazy_slot(&object, property.slot as usize))
}

/// `ReflectionProperty::isInitialized()`
pub(crate) fn is_initialized(cx: &mut Cx, this: &PhpObject, object: Option<&PhpObject>) -> PhpResult<bool> {
    let found = property(cx, this)?;
    let access = Access::scoped(Some(found.class));
    if means_static(&found) {
        let value = object::static_property(cx, found.class, &found.name, &access, Fetch::Quiet)?;
        return Ok(value.is_some_and(|value| !value.is_undef()));
    }
    let object = instance(cx, &found, object)?;
    object::isset_prop(cx, object, &found.name, &access, Probe::Exists)
}

fn has(cx: &mut Cx, this: &PhpObject, bit: i64) -> PhpResult<bool> {
    Ok(modifiers(&property(cx, this)?) & bit != 0)
}

fn modifiers(found: &PropertyRef) -> i64 {
    found.property.map_or(modifier::PUBLIC, |property| of_member(property.flags))
}

/// `ReflectionProperty::isPublic()`
pub(crate) fn is_public(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PUBLIC)
}

/// `ReflectionProperty::isPrivate()`
pub(crate) fn is_private(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PRIVATE)
}

/// `ReflectionProperty::isProtected()`
pub(crate) fn is_protected(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PROTECTED)
}

/// `ReflectionProperty::isPrivateSet()`
pub(crate) fn is_private_set(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PRIVATE_SET)
}

/// `ReflectionProperty::isProtectedSet()`
pub(crate) fn is_protected_set(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PROTECTED_SET)
}

/// `ReflectionProperty::isStatic()`
pub(crate) fn is_static(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::STATIC)
}

/// `ReflectionProperty::isReadOnly()`
pub(crate) fn is_read_only(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::READONLY)
}

/// `ReflectionProperty::isAbstract()`
pub(crate) fn is_abstract(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::ABSTRACT)
}

/// `ReflectionProperty::isVirtual()`
pub(crate) fn is_virtual(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::VIRTUAL)
}

/// `ReflectionProperty::isFinal()`
pub(crate) fn is_final(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::FINAL)
}

/// `ReflectionProperty::isDefault()`
pub(crate) fn is_default(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(property(cx, this)?.property.is_some())
}

/// `ReflectionProperty::isDynamic()`
pub(crate) fn is_dynamic(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(property(cx, this)?.property.is_none())
}

/// `ReflectionProperty::isPromoted()`
pub(crate) fn is_promoted(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(property(cx, this)?.property.is_some_and(|property| property.flags.has(MemberFlags::PROMOTED)))
}

/// `ReflectionProperty::getModifiers()`
pub(crate) fn get_modifiers(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(modifiers(&property(cx, this)?))
}

/// `ReflectionProperty::getDeclaringClass()`
pub(crate) fn get_declaring_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let found = property(cx, this)?;
    subject::of_class(cx, found.property.map_or(found.class, |property| property.class))
}

/// The comment in front of a property.
pub(crate) fn doc_comment(cx: &mut Cx, property: &'static Property) -> PhpResult<Option<PhpStr>> {
    let doc = (cx.hooks.reflect)(cx, Reflect::PropertyDoc(property.origin.unwrap_or(property.class), property.decl))?;
    Ok(doc.as_str().cloned())
}

/// `ReflectionProperty::getDocComment()`
pub(crate) fn get_doc_comment(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpStr>> {
    match property(cx, this)?.property {
        Some(property) => Ok(OrFalse(doc_comment(cx, property)?)),
        None => Ok(OrFalse::FALSE),
    }
}

/// `ReflectionProperty::setAccessible()`
pub(crate) fn set_accessible(_: &mut Cx, _: &PhpObject, _: bool) -> PhpResult<()> {
    Ok(())
}

/// `ReflectionProperty::getType()`
pub(crate) fn get_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let found = property(cx, this)?;
    types::of_type(cx, found.property.and_then(|property| property.ty.as_ref()), true)
}

/// `ReflectionProperty::getSettableType()`
pub(crate) fn get_settable_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let Some(property) = property(cx, this)?.property else { return Ok(Value::NULL) };
    match property.set {
        Some(set) => types::of_type(cx, set.params.first().and_then(|value| value.ty.as_ref()), false),
        None if property.has_hooks() && property.is_virtual() => types::of_shape(cx, Shape::parse(b"never"), false).map(Value::object),
        None => types::of_type(cx, property.ty.as_ref(), false),
    }
}

/// `ReflectionProperty::hasType()`
pub(crate) fn has_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(property(cx, this)?.property.is_some_and(|property| property.ty.is_some()))
}

/// `ReflectionProperty::hasDefaultValue()`
pub(crate) fn has_default_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let init = property(cx, this)?.property.and_then(initial);
    Ok(init.is_some_and(|init| !matches!(init, Init::Uninit)))
}

/// `ReflectionProperty::getDefaultValue()`
pub(crate) fn get_default_value(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Value>> {
    match property(cx, this)?.property {
        Some(property) => default_value(cx, property),
        None => Ok(None),
    }
}

/// `ReflectionProperty::getAttributes()`
pub(crate) fn get_attributes(cx: &mut Cx, this: &PhpObject, name: Option<&PhpStr>, flags: i64) -> PhpResult<PhpArray> {
    match property(cx, this)?.property {
        Some(property) => attribute::list(cx, attribute::AttributeTarget::Property(property), attribute::PROPERTY, name, flags),
        None => Ok(PhpArray::new()),
    }
}

/// `ReflectionProperty::hasHooks()`
pub(crate) fn has_hooks(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(property(cx, this)?.property.is_some_and(Property::has_hooks))
}

/// The object for a hook.
fn of_hook(cx: &mut Cx, property: &'static Property, hook: &'static Func) -> PhpResult<Value> {
    let class = hook.class.unwrap_or(property.class);
    subject::of_method(cx, class, hook).map(Value::object)
}

/// `ReflectionProperty::getHooks()`
pub(crate) fn get_hooks(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut hooks = PhpArray::new();
    if let Some(property) = property(cx, this)?.property {
        for (name, hook) in [("get", property.get), ("set", property.set)] {
            if let Some(hook) = hook {
                let method = of_hook(cx, property, hook)?;
                hooks.set_bytes(name.as_bytes(), method);
            }
        }
    }
    Ok(hooks)
}

/// The hook that a case of `PropertyHookType` means.
fn hook_of(property: &'static Property, kind: &PhpObject) -> Option<&'static Func> {
    let is_get = kind.slots().first().and_then(Value::as_bytes) == Some(b"Get");
    if is_get { property.get } else { property.set }
}

/// `ReflectionProperty::hasHook()`
pub(crate) fn has_hook(cx: &mut Cx, this: &PhpObject, kind: &PhpObject) -> PhpResult<bool> {
    Ok(property(cx, this)?.property.is_some_and(|property| hook_of(property, kind).is_some()))
}

/// `ReflectionProperty::getHook()`
pub(crate) fn get_hook(cx: &mut Cx, this: &PhpObject, kind: &PhpObject) -> PhpResult<Value> {
    let Some(property) = property(cx, this)?.property else { return Ok(Value::NULL) };
    match hook_of(property, kind) {
        Some(hook) => of_hook(cx, property, hook),
        None => Ok(Value::NULL),
    }
}
