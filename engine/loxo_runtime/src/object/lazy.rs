//! Lazy objects: ghosts, which an initializer fills in place, and proxies, which stand for an object that a factory makes.
//!
//! What a lazy object knows of itself lies in its table of dynamic properties, which it has no other use for: so the collector sees it, and
//! it goes when the object goes.

use loxo_value::{PhpArray, PhpObject, Value, object_flags};

use super::{isset, slot_flags, state};
use crate::display::{class_text, value_name};
use crate::{Class, Cx, Init, PhpResult, class_of};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LazyKind {
    Ghost,
    Proxy,
}

/// `ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE`
pub const SKIP_INITIALIZATION_ON_SERIALIZE: i64 = 8;
/// `ReflectionClass::SKIP_DESTRUCTOR`
pub const SKIP_DESTRUCTOR: i64 = 16;

/// Object flag: a proxy, initialised unless it is also flagged lazy.
const PROXY: u32 = object_flags::FIRST_FREE;
/// Object flag: its initializer runs.
const RUNNING: u32 = object_flags::FIRST_FREE << 1;

const INITIALIZER: i64 = 0;
const OPTIONS: i64 = 1;
const INSTANCE: i64 = 2;

/// Must be initialised, or stands for another object.
#[inline]
pub fn is_lazy(object: &PhpObject) -> bool {
    object.flags() & (object_flags::LAZY | PROXY) != 0
}

/// Has not been initialised yet.
pub fn is_uninitialized(object: &PhpObject) -> bool {
    object.has_flags(object_flags::LAZY)
}

/// Stands for another object, or will.
pub fn is_proxy(object: &PhpObject) -> bool {
    object.has_flags(PROXY)
}

/// The object that an initialised proxy stands for.
pub(super) fn instance_of_proxy(object: &PhpObject) -> Option<PhpObject> {
    if !is_proxy(object) || is_uninitialized(object) {
        return None;
    }
    object.dynamic()?.get_int(INSTANCE)?.as_object().cloned()
}

/// The object that holds the properties, without initialising anything.
pub fn resolve_lazy(object: &PhpObject) -> PhpObject {
    let mut current = object.clone();
    while let Some(instance) = instance_of_proxy(&current) {
        current = instance;
    }
    current
}

/// `ReflectionClass::getLazyInitializer()`
pub fn lazy_initializer(object: &PhpObject) -> Option<Value> {
    if !is_uninitialized(object) {
        return None;
    }
    object.dynamic()?.get_int(INITIALIZER).cloned()
}

/// Serializing initialises it.
pub fn initializes_on_serialize(object: &PhpObject) -> bool {
    let options = object.dynamic().and_then(|table| table.get_int(OPTIONS)).and_then(Value::as_int).unwrap_or(0);
    options & SKIP_INITIALIZATION_ON_SERIALIZE == 0
}

/// A new lazy object, or an existing one made lazy again.
pub fn make_lazy(
    cx: &mut Cx,
    object: Option<&PhpObject>,
    class: &'static Class,
    initializer: Value,
    kind: LazyKind,
    options: i64,
) -> PhpResult<PhpObject> {
    check_class(cx, class)?;
    let object = match object {
        Some(object) => {
            reset(cx, object, class, options)?;
            object.clone()
        }
        None => {
            if !class.is_instantiable() {
                // For the error.
                super::instantiate(cx, class)?;
            }
            state::init_class(cx, class)?;
            loxo_value::new_object(class, &[])
        }
    };
    let lazy_slots = mark_slots(&object, class);
    // Without properties there is nothing to wait for.
    if lazy_slots == 0 {
        return Ok(object);
    }
    let mut table = PhpArray::with_capacity(2);
    table.set_int(INITIALIZER, initializer);
    table.set_int(OPTIONS, Value::int(options));
    object.set_dynamic(Some(table));
    object.set_flags(object_flags::LAZY | if kind == LazyKind::Proxy { PROXY } else { 0 });
    Ok(object)
}

/// A builtin class that may have state which lazy objects know nothing of.
fn is_builtin(class: &&Class) -> bool {
    class.builtin.is_some() && class.name.as_bytes() != b"stdClass"
}

/// Neither it nor an ancestor is a builtin.
pub fn can_be_lazy(class: &'static Class) -> bool {
    !std::iter::successors(Some(class), |class| class.parent).any(|class| is_builtin(&class))
}

fn check_class(cx: &mut Cx, class: &'static Class) -> PhpResult<()> {
    if is_builtin(&class) {
        return Err(cx.throw("Error", format!("Cannot make instance of internal class lazy: {} is internal", class_text(class))));
    }
    let ancestor = std::iter::successors(class.parent, |class| class.parent).find(|class| is_builtin(&&**class));
    match ancestor {
        Some(ancestor) => {
            let (own, theirs) = (class_text(class), class_text(ancestor));
            Err(cx.throw("Error", format!("Cannot make instance of internal class lazy: {own} inherits internal class {theirs}")))
        }
        None => Ok(()),
    }
}

fn reset(cx: &mut Cx, object: &PhpObject, class: &'static Class, options: i64) -> PhpResult<()> {
    if object.has_flags(object_flags::ITERATED) {
        return Err(cx.throw("Error", "Can not reset an object during property iteration"));
    }
    if is_lazy(object) {
        object.clear_flags(object_flags::LAZY | PROXY);
    } else if object.has_flags(RUNNING) {
        return Err(cx.throw("Error", "Can not reset an object while it is being initialized"));
    } else if options & SKIP_DESTRUCTOR == 0 && !object.has_flags(object_flags::DESTRUCTED) {
        object.set_flags(object_flags::DESTRUCTED);
        if let Some(destructor) = class_of(object).magic.destructor {
            cx.call_method(object, destructor, &[])?;
        }
    }
    object.clear_flags(object_flags::DESTRUCTED);
    object.set_dynamic(None);
    // The instance of a proxy may be gone now, and is destructed before the object changes.
    (cx.hooks.housekeeping)(cx);
    cx.check()?;
    for slot in &class.slots {
        let keep = {
            let value = object.slot(slot.property.slot as usize);
            let is_final = class.flags.has(loxo_bytecode::ClassFlags::FINAL) || slot.property.flags.has(loxo_bytecode::MemberFlags::FINAL);
            !value.is_undef() && slot.property.is_readonly() && value.aux() & slot_flags::REINITABLE == 0 && is_final
        };
        if !keep {
            isset::clear_slot(object, &slot.property);
        }
    }
    Ok(())
}

/// Makes all undef slots lazy; how many are there?
fn mark_slots(object: &PhpObject, class: &'static Class) -> usize {
    let mut count = 0;
    for slot in object.slots_mut().iter_mut().take(class.slots.len()).filter(|slot| slot.is_undef()) {
        slot.set_aux(slot_flags::LAZY);
        count += 1;
    }
    count
}

/// Initialises a lazy object, if that has not happened; the object that has the properties.
pub fn init_lazy(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    if let Some(instance) = instance_of_proxy(object) {
        return if is_lazy(&instance) { init_lazy(cx, &instance) } else { Ok(instance) };
    }
    if !is_uninitialized(object) {
        return Ok(object.clone());
    }
    let object = object.clone();
    let Some(initializer) = lazy_initializer(&object) else { return Ok(object) };
    if is_proxy(&object) { init_proxy(cx, object, initializer) } else { init_ghost(cx, object, initializer) }
}

fn run_initializer(cx: &mut Cx, object: &PhpObject, initializer: &Value) -> PhpResult<Value> {
    let callable = match (cx.hooks.callable)(cx, initializer)? {
        Ok(callable) => callable,
        Err(message) => return Err(cx.throw("TypeError", &message)),
    };
    object.set_flags(RUNNING);
    let outcome = cx.call(&callable, &[Value::object(object.clone())]);
    object.clear_flags(RUNNING);
    outcome
}

fn init_ghost(cx: &mut Cx, object: PhpObject, initializer: Value) -> PhpResult<PhpObject> {
    let snapshot: Vec<(Value, u32)> = object.slots().iter().map(|slot| (slot.clone(), slot.aux())).collect();
    let table = object.dynamic().cloned();
    object.clear_flags(object_flags::LAZY);
    object.set_dynamic(None);
    set_defaults(cx, &object);
    let outcome = run_initializer(cx, &object, &initializer);
    let thrown = match outcome {
        Ok(value) if value.is_null() => return Ok(object),
        Ok(_) => cx.throw("TypeError", "Lazy object initializer must return NULL or no value"),
        Err(thrown) => thrown,
    };
    for (index, (mut value, flags)) in snapshot.into_iter().enumerate() {
        value.set_aux(flags);
        drop(std::mem::replace(object.slot_mut(index), value));
    }
    object.set_dynamic(table);
    object.set_flags(object_flags::LAZY);
    Err(thrown)
}

/// Lazy slots get their default values.
fn set_defaults(cx: &mut Cx, object: &PhpObject) {
    let class = class_of(object);
    let computed = state::class_state(cx, class).defaults.clone();
    for (index, slot) in class.slots.iter().enumerate() {
        let place = object.slot_mut(index);
        if place.aux() & slot_flags::LAZY == 0 {
            continue;
        }
        *place = match (&computed, &slot.default) {
            (Some(values), _) => values.get(index).cloned().unwrap_or(Value::UNDEF),
            (None, Init::Value(value)) => value.get().clone(),
            (None, _) => Value::UNDEF,
        };
    }
}

fn init_proxy(cx: &mut Cx, object: PhpObject, initializer: Value) -> PhpResult<PhpObject> {
    let table = object.dynamic().cloned();
    object.clear_flags(object_flags::LAZY | PROXY);
    object.set_dynamic(None);
    let outcome = run_initializer(cx, &object, &initializer).and_then(|value| check_instance(cx, &object, value));
    let instance = match outcome {
        Ok(instance) => instance,
        Err(thrown) => {
            object.set_dynamic(table);
            object.set_flags(object_flags::LAZY | PROXY);
            return Err(thrown);
        }
    };
    // From now on the proxy has nothing of its own.
    let class = class_of(&object);
    for slot in &class.slots {
        isset::clear_slot(&object, &slot.property);
        object.slot_mut(slot.property.slot as usize).set_aux(slot_flags::LAZY);
    }
    let options = table.as_ref().and_then(|table| table.get_int(OPTIONS)).cloned().unwrap_or(Value::int(0));
    stand_for(&object, &instance, options);
    Ok(instance)
}

fn stand_for(proxy: &PhpObject, instance: &PhpObject, options: Value) {
    let mut table = PhpArray::with_capacity(2);
    table.set_int(OPTIONS, options);
    table.set_int(INSTANCE, Value::object(instance.clone()));
    proxy.set_dynamic(Some(table));
    proxy.set_flags(PROXY);
}

fn check_instance(cx: &mut Cx, proxy: &PhpObject, value: Value) -> PhpResult<PhpObject> {
    let class = class_of(proxy);
    let shown = value_name(&value);
    let Some(instance) = value.deref().as_object() else {
        let message =
            format!("Lazy proxy factory must return an instance of a class compatible with {}, {shown} returned", class_text(class));
        return Err(cx.throw("TypeError", &message));
    };
    if !compatible(class_of(instance), class) {
        let message = format!(
            "The real instance class {shown} is not compatible with the proxy class {}. The proxy must be a instance of the same class as \
             the real instance, or a sub-class with no additional properties, and no overrides of the __destructor or __clone methods.",
            class_text(class)
        );
        return Err(cx.throw("TypeError", &message));
    }
    if instance.ptr_eq(proxy) || is_lazy(instance) {
        return Err(cx.throw("Error", "Lazy proxy factory must return a non-lazy object"));
    }
    Ok(instance.clone())
}

fn compatible(real: &'static Class, proxy: &'static Class) -> bool {
    let same = |a: Option<&'static crate::Func>, b: Option<&'static crate::Func>| match (a, b) {
        (Some(a), Some(b)) => std::ptr::eq(a, b),
        (a, b) => a.is_none() == b.is_none(),
    };
    real.same(proxy)
        || (proxy.is_subclass_of(real)
            && proxy.slots.len() == real.slots.len()
            && same(proxy.magic.destructor, real.magic.destructor)
            && same(proxy.magic.clone, real.magic.clone))
}

/// `ReflectionClass::markLazyObjectAsInitialized()`: defaults, and no initializer. Gives the object that has the properties.
pub fn mark_initialized(cx: &mut Cx, object: &PhpObject) -> PhpObject {
    if is_uninitialized(object) {
        object.clear_flags(object_flags::LAZY | PROXY);
        object.set_dynamic(None);
        set_defaults(cx, object);
    }
    resolve_lazy(object)
}

/// A proxy's clone stands for a clone of the instance.
pub(super) fn clone_proxy(proxy: &PhpObject, instance: &PhpObject) -> PhpObject {
    let class = class_of(proxy);
    let copy = loxo_value::new_object(class, &[]);
    mark_slots(&copy, class);
    let options = proxy.dynamic().and_then(|table| table.get_int(OPTIONS)).cloned().unwrap_or(Value::int(0));
    stand_for(&copy, instance, options);
    copy
}

/// A slot was written without initialising the object: when none is lazy any more, the object is not either.
pub fn slot_written(object: &PhpObject) {
    let any_lazy = object.slots().iter().any(|slot| slot.is_undef() && slot.aux() & slot_flags::LAZY != 0);
    if is_uninitialized(object) && !any_lazy {
        object.clear_flags(object_flags::LAZY | PROXY);
        object.set_dynamic(None);
    }
}
