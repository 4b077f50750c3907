//! `ReflectionClass`: methods, properties and constants of a class.

use loxo_runtime::object::{Fetch, Probe, StaticPlace};
use loxo_runtime::{ClassConst, OrFalse, Property};

use crate::prelude::*;
use crate::reflection::{modifier, of_func, of_member};
use crate::subject::{self, PropertyRef, class, reflected_object};
use crate::{invoke, method, property};

/// `ReflectionClass::getConstructor()`
pub(crate) fn get_constructor(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let class = class(cx, this)?;
    match class.magic.constructor {
        Some(constructor) => subject::of_method(cx, class, constructor).map(Some),
        None => Ok(None),
    }
}

/// `ReflectionClass::hasMethod()`
pub(crate) fn has_method(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let class = class(cx, this)?;
    let lower = name.to_ascii_lower();
    Ok(class.method(&lower).is_some() || lower.as_bytes() == b"__invoke" && invoke::is_closure_class(cx, class))
}

/// `ReflectionClass::getMethod()`
pub(crate) fn get_method(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    if name.eq_ignore_ascii_case(b"__invoke") && invoke::is_closure_class(cx, class) {
        let func = invoke::invoke_method(cx, reflected_object(this).as_ref())?;
        return subject::of_method(cx, class, func);
    }
    let found = method::find(cx, class, None, name)?;
    subject::of_method_ref(cx, found)
}

/// The methods that a class shows: not what is private to its ancestors.
pub(crate) fn shown_methods(class: &'static Class) -> impl Iterator<Item = &'static Func> {
    class.methods.values().copied().filter(|func| !func.flags.has(FnFlags::PRIVATE) || func.class.is_some_and(|own| own.same(class)))
}

/// `ReflectionClass::getMethods()`
pub(crate) fn get_methods(cx: &mut Cx, this: &PhpObject, filter: Option<i64>) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    let filter = filter.unwrap_or(modifier::VISIBILITY | modifier::ABSTRACT | modifier::FINAL | modifier::STATIC);
    let mut found: Vec<&'static Func> = shown_methods(class).collect();
    if invoke::is_closure_class(cx, class) {
        found.push(invoke::invoke_method(cx, reflected_object(this).as_ref())?);
    }
    let mut all = PhpArray::new();
    for func in found.into_iter().filter(|func| of_func(func) & filter != 0) {
        let method = subject::of_method(cx, class, func)?;
        let _ = all.push(Value::object(method));
    }
    Ok(all)
}

/// The properties that a class shows: not what is private to its ancestors.
pub(crate) fn shown_properties(class: &'static Class) -> impl Iterator<Item = &'static Property> {
    class.properties.values().filter(move |property| !property.is_private() || property.class.same(class))
}

pub(crate) fn shown_property(class: &'static Class, name: &[u8]) -> Option<&'static Property> {
    class.properties.get(name).filter(|property| !property.is_private() || property.class.same(class))
}

/// Names of undeclared properties. Lazy objects are initialised.
fn dynamic_names(cx: &mut Cx, object: &PhpObject) -> PhpResult<Vec<PhpStr>> {
    let instance = object::init_lazy(cx, object)?;
    let keys = instance.dynamic().map(|table| table.iter().map(|(key, _)| crate::origin::key_text(key)).collect());
    Ok(keys.unwrap_or_default())
}

/// `ReflectionClass::hasProperty()`
pub(crate) fn has_property(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let class = class(cx, this)?;
    if shown_property(class, name).is_some() {
        return Ok(true);
    }
    match reflected_object(this) {
        Some(object) => object::isset_prop(cx, &object, name, &Access::of(cx), Probe::Exists),
        None => Ok(false),
    }
}

/// `ReflectionClass::getProperty()`
pub(crate) fn get_property(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<PhpObject> {
    let mut class = class(cx, this)?;
    if let Some(property) = shown_property(class, name) {
        return subject::of_property(cx, PropertyRef { class, property: Some(property), name: name.clone() });
    }
    if let Some(object) = reflected_object(this)
        && dynamic_names(cx, &object)?.contains(name)
    {
        return subject::of_property(cx, PropertyRef { class, property: None, name: name.clone() });
    }
    let mut name = name.clone();
    if let Some(split) = name.windows(2).position(|pair| pair == b"::") {
        let base = subject::class_argument(cx, &Value::bytes(&name[..split]), -1)?;
        name = PhpStr::new(&name[split + 2..]);
        let (own, theirs) = (convert::class_name(class), convert::class_name(base));
        if !class.is_subclass_of(base) {
            let text = message(&[b"Fully qualified property name ", theirs, b"::$", &name, b" does not specify a base class of ", own]);
            return Err(exception_with_code(cx, text, -1));
        }
        class = base;
        if let Some(property) = shown_property(class, &name) {
            return subject::of_property(cx, PropertyRef { class, property: Some(property), name });
        }
    }
    Err(property::missing(cx, class, &name))
}

/// `ReflectionClass::getProperties()`
pub(crate) fn get_properties(cx: &mut Cx, this: &PhpObject, filter: Option<i64>) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    let filter = filter.unwrap_or(modifier::VISIBILITY | modifier::STATIC);
    let mut all = PhpArray::new();
    for property in shown_properties(class).filter(|property| of_member(property.flags) & filter != 0) {
        let found = PropertyRef { class, property: Some(property), name: property.name.to_php() };
        let object = subject::of_property(cx, found)?;
        let _ = all.push(Value::object(object));
    }
    if let Some(object) = reflected_object(this)
        && filter & modifier::PUBLIC != 0
    {
        for name in dynamic_names(cx, &object)? {
            let object = subject::of_property(cx, PropertyRef { class, property: None, name })?;
            let _ = all.push(Value::object(object));
        }
    }
    Ok(all)
}

/// `ReflectionClass::hasConstant()`
pub(crate) fn has_constant(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    Ok(class(cx, this)?.constants.contains_key(name.as_bytes()))
}

/// The value of a constant, evaluated now if it was not before.
pub(crate) fn constant_value(cx: &mut Cx, constant: &'static ClassConst) -> PhpResult<Value> {
    object::const_value(cx, constant)
}

/// `ReflectionClass::getConstants()`
pub(crate) fn get_constants(cx: &mut Cx, this: &PhpObject, filter: Option<i64>) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    let filter = filter.unwrap_or(modifier::VISIBILITY);
    let mut all = PhpArray::new();
    for (name, constant) in &class.constants {
        let value = constant_value(cx, constant)?;
        if of_member(constant.flags) & filter != 0 {
            all.set_bytes(name.as_bytes(), value);
        }
    }
    Ok(all)
}

/// The object for a constant.
pub(crate) fn of_constant(cx: &mut Cx, constant: &'static ClassConst) -> PhpResult<PhpObject> {
    let names = [constant.name.to_value(), constant.class.name.to_value()];
    subject::make(cx, "ReflectionClassConstant", Subject::ClassConstant(constant), &names)
}

/// `ReflectionClass::getReflectionConstants()`
pub(crate) fn get_reflection_constants(cx: &mut Cx, this: &PhpObject, filter: Option<i64>) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    let filter = filter.unwrap_or(modifier::VISIBILITY);
    let mut all = PhpArray::new();
    for constant in class.constants.values().filter(|constant| of_member(constant.flags) & filter != 0) {
        let object = of_constant(cx, constant)?;
        let _ = all.push(Value::object(object));
    }
    Ok(all)
}

/// `ReflectionClass::getConstant()`
pub(crate) fn get_constant(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let class = class(cx, this)?;
    for constant in class.constants.values() {
        constant_value(cx, constant)?;
    }
    match class.constants.get(name.as_bytes()) {
        Some(constant) => constant_value(cx, constant),
        None => Ok(Value::FALSE),
    }
}

/// `ReflectionClass::getReflectionConstant()`
pub(crate) fn get_reflection_constant(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    match class(cx, this)?.constants.get(name.as_bytes()) {
        Some(constant) => Ok(OrFalse(Some(of_constant(cx, constant)?))),
        None => Ok(OrFalse::FALSE),
    }
}

/// `ReflectionClass::getStaticProperties()`
pub(crate) fn get_static_properties(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    object::init_class(cx, class)?;
    let mut all = PhpArray::new();
    for property in shown_properties(class).filter(|property| property.is_static()) {
        object::init_class(cx, property.class)?;
        let place = StaticPlace { class: property.class, slot: property.slot, property };
        let value = place.value_mut(cx).clone_deref();
        if !value.is_undef() {
            all.set_bytes(property.name.as_bytes(), value);
        }
    }
    Ok(all)
}

/// `ReflectionClass::getStaticPropertyValue()`
pub(crate) fn get_static_property_value(cx: &mut Cx, this: &PhpObject, name: &PhpStr, default: Option<&Value>) -> PhpResult<Value> {
    let class = class(cx, this)?;
    object::init_class(cx, class)?;
    let value = object::static_property(cx, class, name, &Access::scoped(Some(class)), Fetch::Quiet)?;
    match (value.filter(|value| !value.is_undef()), default) {
        (Some(value), _) => Ok(value),
        (None, Some(default)) => Ok(default.clone_deref()),
        (None, None) if object::declared_property(class, name).is_some_and(Property::is_static) => {
            object::static_property(cx, class, name, &Access::scoped(Some(class)), Fetch::Read).map(Option::unwrap_or_default)
        }
        (None, None) => Err(property::missing(cx, class, name)),
    }
}

/// `ReflectionClass::setStaticPropertyValue()`
pub(crate) fn set_static_property_value(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &Value) -> PhpResult<()> {
    let class = class(cx, this)?;
    object::init_class(cx, class)?;
    let access = Access::scoped(Some(class));
    match object::static_property(cx, class, name, &access, Fetch::Quiet)? {
        Some(_) => property::write_static(cx, class, name, value.clone_deref()),
        None => {
            let text = message(&[b"Class ", convert::class_name(class), b" does not have a property named ", name]);
            Err(exception(cx, text))
        }
    }
}

/// `ReflectionClass::getDefaultProperties()`
pub(crate) fn get_default_properties(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let class = class(cx, this)?;
    object::init_class(cx, class)?;
    let mut all = PhpArray::new();
    for statics in [true, false] {
        for property in shown_properties(class).filter(|property| property.is_static() == statics) {
            if let Some(value) = property::default_value(cx, property)? {
                all.set_bytes(property.name.as_bytes(), value);
            }
        }
    }
    Ok(all)
}
