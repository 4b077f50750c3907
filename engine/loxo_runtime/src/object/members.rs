//! Static properties and class constants, by name from a scope.

use loxo_bytecode::MemberFlags;
use loxo_value::Value;

use super::lookup::{denied_property, protected_reaches};
use super::{Access, Fetch, state, typed};
use crate::display::shown_name;
use crate::display::{class_text, member_text};
use crate::{Class, Cx, Func, Init, PhpResult, Property, Thrown};

/// Where a static property lives.
#[derive(Clone, Copy, Debug)]
pub struct StaticPlace {
    /// The class that declares it.
    pub class: &'static Class,
    pub slot: u32,
    pub property: &'static Property,
}

impl std::fmt::Debug for Property {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}::${}", class_text(self.class), member_text(&self.name))
    }
}

impl StaticPlace {
    /// The value in place. PHP code must not run while it is borrowed.
    pub fn value_mut<'a>(&self, cx: &'a mut Cx) -> &'a mut Value {
        &mut state::class_state(cx, self.class).statics[self.slot as usize]
    }
}

/// `Class::$name` by value; `None` if it cannot be used and `fetch` is quiet.
pub fn static_property(cx: &mut Cx, class: &'static Class, name: &[u8], access: &Access<'_>, fetch: Fetch) -> PhpResult<Option<Value>> {
    let Some(place) = find_static(cx, class, name, access.scope, fetch)? else { return Ok(None) };
    Ok(Some(place.value_mut(cx).clone_deref()))
}

/// `Class::$name` as a place, to be written. What reads it first must look whether it is initialised.
pub fn static_place(cx: &mut Cx, class: &'static Class, name: &[u8], access: &Access<'_>) -> PhpResult<StaticPlace> {
    match find_static(cx, class, name, access.scope, Fetch::Write)? {
        Some(place) => Ok(place),
        None => Err(undeclared_static(cx, class, name)),
    }
}

fn undeclared_static(cx: &mut Cx, class: &'static Class, name: &[u8]) -> Thrown {
    let message = format!("Access to undeclared static property {}::${}", class_text(class), String::from_utf8_lossy(shown_name(name)));
    cx.throw("Error", &message)
}

/// Where `Class::$name` lives; `None` if it cannot be used and `fetch` is quiet. Initialises the class. The place depends on nothing but
/// class, name and scope; the checks of `fetch` and the notice for traits come on top.
pub fn find_static(
    cx: &mut Cx,
    class: &'static Class,
    name: &[u8],
    scope: Option<&'static Class>,
    fetch: Fetch,
) -> PhpResult<Option<StaticPlace>> {
    let quiet = fetch == Fetch::Quiet;
    let Some(property) = declared_property(class, name) else {
        return if quiet { Ok(None) } else { Err(undeclared_static(cx, class, name)) };
    };
    if !reaches(property, scope) {
        return if quiet { Ok(None) } else { Err(denied_property(cx, class, property)) };
    }
    if !property.is_static() {
        return if quiet { Ok(None) } else { Err(undeclared_static(cx, class, name)) };
    }
    state::init_class(cx, class)?;
    let place = StaticPlace { class: property.class, slot: property.slot, property };
    if matches!(fetch, Fetch::Read | Fetch::ReadWrite) && property.ty.is_some() && place.value_mut(cx).is_undef() {
        return Err(typed::uninitialized_error(cx, property));
    }
    if class.is_trait() {
        cx.deprecated(format!(
            "Accessing static trait property {}::${} is deprecated, it should only be accessed on a class using the trait",
            class_text(property.class),
            member_text(&property.name)
        ));
        cx.check()?;
    }
    Ok(Some(place))
}

/// The declared property of that name, private ones of ancestors included.
pub fn declared_property(class: &'static Class, name: &[u8]) -> Option<&'static Property> {
    std::iter::successors(Some(class), |class| class.parent).find_map(|class| class.properties.get(name))
}

fn reaches(property: &'static Property, scope: Option<&'static Class>) -> bool {
    let public = !property.is_private() && !property.is_protected();
    public || scope.is_some_and(|scope| scope.same(property.class)) || (property.is_protected() && protected_reaches(property.root, scope))
}

/// `Class::NAME`
pub fn class_constant(cx: &mut Cx, class: &'static Class, name: &[u8], scope: Option<&'static Class>) -> PhpResult<Value> {
    class_constant_spelled(cx, class, name, scope, Some(class_text(class).as_bytes()))
}

/// The same; `spelled` is the class as a constant expression names it, and as errors name it then.
pub fn class_constant_spelled(
    cx: &mut Cx,
    class: &'static Class,
    name: &[u8],
    scope: Option<&'static Class>,
    spelled: Option<&[u8]>,
) -> PhpResult<Value> {
    let shown = || {
        let class = spelled.map_or_else(|| class_text(class).into(), String::from_utf8_lossy);
        format!("{class}::{}", String::from_utf8_lossy(shown_name(name)))
    };
    let Some(constant) = class.constants.get(name) else {
        return Err(cx.throw("Error", format!("Undefined constant {}", shown())));
    };
    let private = constant.flags.has(MemberFlags::PRIVATE);
    let visible = match (private, constant.flags.has(MemberFlags::PROTECTED)) {
        (true, _) => scope.is_some_and(|scope| scope.same(constant.class)),
        (_, true) => protected_reaches(constant.class, scope),
        _ => true,
    };
    if !visible {
        let word = if private { "private" } else { "protected" };
        return Err(cx.throw("Error", format!("Cannot access {word} constant {}", shown())));
    }
    if class.is_trait() {
        return Err(cx.throw("Error", format!("Cannot access trait constant {} directly", shown())));
    }
    if constant.flags.has(MemberFlags::DEPRECATED) {
        (cx.hooks.deprecated_constant)(cx, constant)?;
    }
    state::const_value_named(cx, constant, spelled)
}

/// Where the value of a class constant is.
#[derive(Clone, Copy)]
pub enum ConstantPlace<'a> {
    /// In the declaration: it needs no evaluation, and is the same for all requests.
    Shared(&'static Value),
    /// In the request's state of the class, where it stays until the request ends.
    Request(&'a Value),
}

/// Where the value of a constant of the class is, if it has one by now and nothing is reported when it is used.
pub fn silent_constant<'a>(cx: &'a Cx, class: &'static Class, name: &[u8]) -> Option<ConstantPlace<'a>> {
    let constant = class.constants.get(name).filter(|constant| !constant.flags.has(MemberFlags::DEPRECATED))?;
    if let (Init::Value(value), false) = (&constant.value, constant.flags.has(MemberFlags::CASE)) {
        return Some(ConstantPlace::Shared(value.get()));
    }
    let state = cx.class_states.get(constant.class.uid as usize)?.as_ref()?;
    state.constants.get(constant.index as usize).filter(|value| !value.is_undef()).map(ConstantPlace::Request)
}

/// The place of a static property that was found in a class before; `None`: the class has not been initialised in this request. It stays
/// where it is until the request ends.
pub fn ready_static(cx: &mut Cx, class: &'static Class, property: &'static Property) -> Option<*mut Value> {
    if class.needs_init && !state::class_state(cx, class).statics_ready {
        return None;
    }
    state::class_state(cx, property.class).statics.get_mut(property.slot as usize).map(std::ptr::from_mut)
}

/// What `parent::$name::get()` (or `set`) in a hook of a class calls.
pub enum ParentHook {
    Hook(&'static Func),
    /// The storage of the property, read or written with the running hook in [`super::Access`].
    Storage,
}

/// The hook of the parent's property; `scope` is the class of the running hook.
pub fn parent_hook(cx: &mut Cx, scope: &'static Class, name: &[u8], set: bool) -> PhpResult<ParentHook> {
    let Some(parent) = scope.parent else {
        return Err(cx.throw("Error", "Cannot use \"parent\" when current class scope has no parent"));
    };
    let (own, shown) = (class_text(parent), String::from_utf8_lossy(name));
    let Some(property) = declared_property(parent, name) else {
        return Err(cx.throw("Error", format!("Undefined property {own}::${shown}")));
    };
    if property.is_private() {
        return Err(cx.throw("Error", format!("Cannot access private property {own}::${shown}")));
    }
    let hook = if set { property.set } else { property.get };
    Ok(hook.map_or(ParentHook::Storage, ParentHook::Hook))
}
