//! Functions about classes and objects.

use loxo_runtime::object::{self, Access};
use loxo_runtime::{
    Class, ClassId, Cx, Init, Key, KeyRef, MemberFlags, PhpArray, PhpObject, PhpResult, PhpStr, Property, Reflect, Registry, Value,
    class_of, convert,
};

/// May code in `scope` use a member with these flags, declared by `class`?
pub(crate) fn is_visible(flags: MemberFlags, class: &'static Class, scope: Option<&'static Class>) -> bool {
    if flags.has(MemberFlags::PRIVATE) {
        scope.is_some_and(|scope| scope.same(class))
    } else {
        !flags.has(MemberFlags::PROTECTED) || object::protected_reaches(class, scope)
    }
}

/// `get_class()`
pub(crate) fn get_class(cx: &mut Cx, object: Option<&PhpObject>) -> PhpResult<PhpStr> {
    if let Some(object) = object {
        return Ok(class_of(object).name.to_php());
    }
    let Some(scope) = (cx.hooks.scope)(cx) else {
        return Err(cx.throw("Error", "get_class() without arguments must be called from within a class"));
    };
    cx.deprecated("Calling get_class() without arguments is deprecated");
    cx.check()?;
    Ok(scope.name.to_php())
}

/// `get_called_class()`
pub(crate) fn get_called_class(cx: &mut Cx) -> PhpResult<PhpStr> {
    match (cx.hooks.called_class)(cx) {
        Some(class) => Ok(class.name.to_php()),
        None => Err(cx.throw("Error", "get_called_class() must be called from within a class")),
    }
}

/// `get_parent_class()`
pub(crate) fn get_parent_class(cx: &mut Cx, object_or_class: Option<&Value>) -> PhpResult<Value> {
    let class = match object_or_class {
        Some(value) => Some(object_or_class_name(cx, value)?),
        None => {
            cx.deprecated("Calling get_parent_class() without arguments is deprecated");
            cx.check()?;
            (cx.hooks.scope)(cx)
        }
    };
    Ok(class.and_then(|class| class.parent).map_or(Value::FALSE, |parent| parent.name.to_value()))
}

/// The class of the first argument: an object, or the name of a class.
fn object_or_class_name(cx: &mut Cx, value: &Value) -> PhpResult<&'static Class> {
    let class = match value.as_object() {
        Some(object) => Some(class_of(object)),
        None => match value.as_str() {
            Some(name) => cx.class(name)?,
            None => None,
        },
    };
    match class {
        Some(class) => Ok(class),
        None => {
            let message = [b"must be an object or a valid class name, ", convert::value_name(value).as_bytes(), b" given"].concat();
            Err(cx.argument_type_error(1, message))
        }
    }
}

/// `is_subclass_of()`
pub(crate) fn is_subclass_of(cx: &mut Cx, object_or_class: &Value, class: &PhpStr, allow_string: bool) -> PhpResult<bool> {
    let Some(instance) = instance_class(cx, object_or_class, allow_string)? else { return Ok(false) };
    let other = known_class(cx, class)?;
    Ok(other.is_some_and(|other| !instance.same(other) && instance.is_subclass_of(other)))
}

/// `is_a()`
pub(crate) fn is_a(cx: &mut Cx, object_or_class: &Value, class: &PhpStr, allow_string: bool) -> PhpResult<bool> {
    let Some(instance) = instance_class(cx, object_or_class, allow_string)? else { return Ok(false) };
    if instance.name.as_bytes() == class.as_bytes() {
        return Ok(true);
    }
    Ok(known_class(cx, class)?.is_some_and(|other| instance.is_subclass_of(other)))
}

fn instance_class(cx: &mut Cx, value: &Value, allow_string: bool) -> PhpResult<Option<&'static Class>> {
    match (value.as_object(), value.as_str()) {
        (Some(object), _) => Ok(Some(class_of(object))),
        (None, Some(name)) if allow_string => cx.class(name),
        _ => Ok(None),
    }
}

/// A class that is declared; nothing is loaded.
fn known_class(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<&'static Class>> {
    (cx.hooks.class)(cx, name, false)
}

/// `get_class_vars()`
pub(crate) fn get_class_vars(cx: &mut Cx, class: &PhpStr) -> PhpResult<PhpArray> {
    let Some(class) = cx.class(class)? else {
        let message = [b"must be a valid class name, ", class.as_bytes(), b" given"].concat();
        return Err(cx.argument_type_error(1, message));
    };
    object::init_class(cx, class)?;
    let scope = (cx.hooks.scope)(cx);
    let mut result = PhpArray::new();
    for statics in [false, true] {
        for property in known_properties(class, scope) {
            let wanted = property.is_static() == statics
                && !property.flags.has(MemberFlags::VIRTUAL)
                && is_visible(property.flags, property.class, scope);
            if wanted {
                let value = default_of(cx, class, property)?;
                result.set_bytes(property.name.as_bytes(), value);
            }
        }
    }
    Ok(result)
}

/// The properties of a class, and those that are private to `scope` if that is an ancestor, where it declares them.
fn known_properties(class: &'static Class, scope: Option<&'static Class>) -> Vec<&'static Property> {
    let mut known: Vec<&'static Property> = class.properties.values().collect();
    let ancestor = scope.filter(|scope| !scope.same(class) && class.is_subclass_of(scope));
    let mut after = known.len();
    for property in ancestor.into_iter().flat_map(|scope| scope.properties.values()) {
        let place = known.iter().position(|other| other.name == property.name);
        if place.is_none() && property.flags.has(MemberFlags::PRIVATE) {
            known.insert(after, property);
            after += 1;
        } else if let Some(place) = place {
            after = place + 1;
        }
    }
    known
}

/// What a property begins with; null for those that begin uninitialized.
fn default_of(cx: &mut Cx, class: &'static Class, property: &'static Property) -> PhpResult<Value> {
    let slot = property.slot as usize;
    if !property.is_static()
        && let Some(defaults) = &object::class_state(cx, class).defaults
    {
        return Ok(defaults.get(slot).map_or(Value::NULL, not_undef));
    }
    let init = match property.is_static() {
        true => property.class.static_inits.get(slot).map(|own| &own.init),
        false => class.slots.get(slot).map(|slot| &slot.default),
    };
    match init {
        Some(Init::Value(value)) => Ok(value.get().clone()),
        Some(Init::Thunk(func)) => (cx.hooks.run_thunk)(cx, func),
        _ => Ok(Value::NULL),
    }
}

fn not_undef(value: &Value) -> Value {
    if value.is_undef() { Value::NULL } else { value.clone() }
}

/// `get_object_vars()`
pub(crate) fn get_object_vars(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpArray> {
    let scope = (cx.hooks.scope)(cx);
    object::visible_properties(cx, object, scope)
}

/// `get_mangled_object_vars()`
pub(crate) fn get_mangled_object_vars(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpArray> {
    if let Some(properties) = class_of(object).object_handlers.properties {
        return properties(cx, object);
    }
    let mut table = PhpArray::new();
    for entry in object::declared_entries(&object::resolve_lazy(object), false) {
        table.set(&Key::from_str(entry.key()), entry.value);
    }
    Ok(table)
}

/// `get_class_methods()`
pub(crate) fn get_class_methods(cx: &mut Cx, object_or_class: &Value) -> PhpResult<PhpArray> {
    let class = object_or_class_name(cx, object_or_class)?;
    let scope = (cx.hooks.scope)(cx);
    let visible = class.methods.values().filter(|method| object::may_call(method, scope));
    Ok(visible.map(|method| method.name.to_php()).collect())
}

/// `method_exists()`
pub(crate) fn method_exists(cx: &mut Cx, object_or_class: &Value, method: &PhpStr) -> PhpResult<bool> {
    let Some(class) = object_or_string(cx, object_or_class)? else { return Ok(false) };
    let is_object = object_or_class.is_object();
    let lower = method.to_ascii_lower();
    if let Some(found) = class.method(&lower) {
        let own = found.class.is_some_and(|declaring| declaring.same(class));
        return Ok(is_object || !found.flags.has(loxo_runtime::FnFlags::PRIVATE) || own);
    }
    // Closures answer to `__invoke` without having it.
    if class.name.as_bytes() == b"Closure" && lower.as_bytes() == b"__invoke" {
        return Ok(true);
    }
    let Some(object) = object_or_class.as_object() else { return Ok(false) };
    let holder = object::method_holder(cx, object, method)?;
    Ok(holder.is_some_and(|holder| cx.class_of(&holder).method(&lower).is_some()))
}

/// `property_exists()`
pub(crate) fn property_exists(cx: &mut Cx, object_or_class: &Value, property: &PhpStr) -> PhpResult<bool> {
    let Some(class) = object_or_string(cx, object_or_class)? else { return Ok(false) };
    if let Some(found) = class.properties.get(property.as_bytes())
        && (!found.flags.has(MemberFlags::PRIVATE) || found.class.same(class))
    {
        return Ok(true);
    }
    match object_or_class.as_object() {
        Some(object) => object::property_exists(cx, object, property),
        None => Ok(false),
    }
}

/// The class of an object, or of a name; other types are errors.
fn object_or_string(cx: &mut Cx, value: &Value) -> PhpResult<Option<&'static Class>> {
    match (value.as_object(), value.as_str()) {
        (Some(object), _) => Ok(Some(class_of(object))),
        (None, Some(name)) => cx.class(name),
        _ => {
            let message = [b"must be of type object|string, ", convert::value_name(value).as_bytes(), b" given"].concat();
            Err(cx.argument_type_error(1, message))
        }
    }
}

fn exists(cx: &mut Cx, name: &PhpStr, autoload: bool, wanted: fn(&Class) -> bool) -> PhpResult<bool> {
    Ok((cx.hooks.class)(cx, name, autoload)?.is_some_and(wanted))
}

/// `class_exists()`
pub(crate) fn class_exists(cx: &mut Cx, class: &PhpStr, autoload: bool) -> PhpResult<bool> {
    exists(cx, class, autoload, |class| !class.is_interface() && !class.is_trait())
}

/// `interface_exists()`
pub(crate) fn interface_exists(cx: &mut Cx, interface: &PhpStr, autoload: bool) -> PhpResult<bool> {
    exists(cx, interface, autoload, Class::is_interface)
}

/// `trait_exists()`
pub(crate) fn trait_exists(cx: &mut Cx, name: &PhpStr, autoload: bool) -> PhpResult<bool> {
    exists(cx, name, autoload, Class::is_trait)
}

/// `enum_exists()`
pub(crate) fn enum_exists(cx: &mut Cx, name: &PhpStr, autoload: bool) -> PhpResult<bool> {
    exists(cx, name, autoload, Class::is_enum)
}

/// `class_alias()`
pub(crate) fn class_alias(cx: &mut Cx, class: &PhpStr, alias: &PhpStr, autoload: bool) -> PhpResult<bool> {
    let Some(found) = (cx.hooks.class)(cx, class, autoload)? else {
        cx.warning([b"Class \"", class.as_bytes(), b"\" not found"].concat());
        cx.check()?;
        return Ok(false);
    };
    let name = alias.strip_prefix(b"\\").unwrap_or(alias);
    if is_reserved(name) {
        return Err(cx.fatal([b"Cannot use \"", alias.as_bytes(), b"\" as a class alias as it is reserved"].concat()));
    }
    if name == b"_" {
        cx.deprecated("Using \"_\" as a class alias is deprecated since 8.4");
        cx.check()?;
    }
    let taken = ClassId::find(name).is_some_and(|id| cx.class_by_id(id).is_some());
    if taken || !(cx.hooks.alias_class)(cx, found, name) {
        // PHP speaks of the class that should get the name, not of the one that has it.
        let place = declared_at(cx, found)?;
        cx.warning([b"Cannot redeclare ", found.kind_name().as_bytes(), b" ", alias.as_bytes(), &place].concat());
        cx.check()?;
        return Ok(false);
    }
    Ok(true)
}

/// ` (previously declared in file:line)` of classes that the program declares.
fn declared_at(cx: &mut Cx, class: &'static Class) -> PhpResult<Vec<u8>> {
    if class.builtin.is_some() {
        return Ok(Vec::new());
    }
    let position = (cx.hooks.reflect)(cx, Reflect::ClassPosition(class))?;
    let part = |index| position.as_array().and_then(|position| position.get_int(index));
    let (file, line) = (part(0).and_then(Value::as_bytes).unwrap_or_default(), part(1).and_then(Value::as_int).unwrap_or(0));
    Ok([b" (previously declared in ", file, b":", line.to_string().as_bytes(), b")"].concat())
}

/// Names that no class can have.
fn is_reserved(name: &[u8]) -> bool {
    const NAMES: &[&str] = &[
        "bool", "false", "float", "int", "null", "parent", "self", "static", "string", "true", "void", "never", "iterable", "object",
        "mixed", "array", "callable",
    ];
    let last = name.rsplit(|b| *b == b'\\').next().unwrap_or(name);
    NAMES.iter().any(|reserved| last.eq_ignore_ascii_case(reserved.as_bytes()))
}

/// Names of what is declared: the engine's first, then the program's in order.
fn declared(cx: &Cx, wanted: fn(&Class) -> bool) -> PhpArray {
    let builtin = crate::info::extensions().flat_map(|extension| extension.classes).filter_map(|row| {
        let class = Registry::get()?.class(ClassId::find(row.name.as_bytes())?)?;
        Some((class, class.name.to_php()))
    });
    let user = cx.declared.classes.iter().filter_map(|id| {
        let class = cx.class_by_id(*id)?;
        // The second names of classes are shown as they are stored.
        Some((class, if class.id == *id { class.name.to_php() } else { id.name().to_php().to_ascii_lower() }))
    });
    builtin.chain(user).filter(|(class, _)| wanted(class)).map(|(_, name)| name).collect()
}

/// `get_declared_classes()`
pub(crate) fn get_declared_classes(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(declared(cx, |class| !class.is_interface() && !class.is_trait()))
}

/// `get_declared_traits()`
pub(crate) fn get_declared_traits(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(declared(cx, Class::is_trait))
}

/// `get_declared_interfaces()`
pub(crate) fn get_declared_interfaces(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(declared(cx, Class::is_interface))
}

/// `clone()` as a function: properties are changed on the copy, after `__clone`, as the calling scope may.
pub(crate) fn clone_with(cx: &mut Cx, object: &PhpObject, with_properties: &PhpArray) -> PhpResult<PhpObject> {
    let access = Access::of(cx);
    let copy = object::clone_object(cx, object, access.scope)?;
    for (key, value) in with_properties {
        let name = match key {
            KeyRef::Str(name) => name.clone(),
            KeyRef::Int(number) => PhpStr::from(number.to_string()),
        };
        object::write_prop(cx, &copy, &name, value.clone_deref(), &access)?;
    }
    Ok(copy)
}
