//! What several modules need: properties as the standard has them, calls by name, private entries of `var_dump()`.

use loxo_runtime::object::{Access, declared_entries, unmangle, write_prop};
use loxo_runtime::{FnId, WarningsThrow};

use crate::prelude::*;

/// The properties of the object itself, under mangled keys.
pub(crate) fn members(object: &PhpObject) -> PhpArray {
    let mut members = PhpArray::new();
    for entry in declared_entries(object, false) {
        members.set(&Key::Str(entry.key()), entry.value);
    }
    members
}

/// The same with numbers as keys where a name is a number.
pub(crate) fn members_as_array(object: &PhpObject) -> PhpArray {
    let mut members = PhpArray::new();
    for entry in declared_entries(object, false) {
        members.set(&Key::from_str(entry.key()), entry.value);
    }
    members
}

/// For what `__serialize()` puts together: not the empty array that all share. Formats that tell shared arrays by number see the difference.
pub(crate) fn unshared(array: PhpArray) -> Value {
    Value::array(if array.is_empty() { array.duplicate() } else { array })
}

/// Writes properties that [`members`] gave.
pub(crate) fn load_members(cx: &mut Cx, object: &PhpObject, members: &PhpArray) -> PhpResult<()> {
    for (key, value) in members {
        let key = match key {
            KeyRef::Int(number) => PhpStr::from(number.to_string()),
            KeyRef::Str(name) => name.clone(),
        };
        let (owner, name) = unmangle(&key);
        let scope = match owner {
            Some(owner) if owner != b"*" => (cx.hooks.class)(cx, owner, true)?,
            _ => Some(class_of(object)),
        };
        let name = PhpStr::new(name);
        write_prop(cx, object, &name, value.clone_deref(), &Access::scoped(scope))?;
    }
    Ok(())
}

/// Adds what a builtin class shows as a private property of its own.
pub(crate) fn add_private(shown: &mut PhpArray, class: &str, name: &str, value: Value) {
    let key = PhpStr::concat(&[b"\0", class.as_bytes(), b"\0", name.as_bytes()]);
    shown.set_str(&key, value);
}

/// Calls a function of another extension.
pub(crate) fn call_function(cx: &mut Cx, name: &str, args: Vec<Value>) -> PhpResult<Value> {
    let Some(func) = FnId::find(name.as_bytes()).and_then(|id| cx.func(id)) else {
        return Err(cx.throw_error(format!("Call to undefined function {name}()")));
    };
    cx.call_vec(&Callable { func, this: None, called_class: None, closure: None, magic_name: None }, args)
}

/// The class's own or an ancestor's builtin class of that name.
pub(crate) fn derives_from(class: &'static Class, name: &[u8]) -> bool {
    std::iter::successors(Some(class), |class| class.parent).any(|class| class.builtin.is_some() && class.name.as_bytes() == name)
}

/// A builtin class's name, for messages.
pub(crate) fn class_name(object: &PhpObject) -> &'static str {
    convert::class_text(class_of(object))
}

/// `(bool)` of what a method gave.
pub(crate) fn truth(cx: &mut Cx, value: Value) -> PhpResult<bool> {
    convert::to_bool(cx, value.deref())
}

/// The exception about what `__unserialize()` cannot use.
pub(crate) fn ill_typed(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.throw("UnexpectedValueException", "Incomplete or ill-typed serialization data")
}

/// Works while warnings are exceptions of a class. With `origin`, their messages begin with that name.
pub(crate) fn throwing<R>(cx: &mut Cx, class: &str, origin: Option<Vec<u8>>, work: impl FnOnce(&mut Cx) -> PhpResult<R>) -> PhpResult<R> {
    let class = Some(cx.builtin_class(class));
    under(cx, WarningsThrow { class, origin }, work)
}

/// Works while warnings are not reported.
pub(crate) fn quietly<R>(cx: &mut Cx, work: impl FnOnce(&mut Cx) -> PhpResult<R>) -> PhpResult<R> {
    under(cx, WarningsThrow { class: None, origin: None }, work)
}

fn under<R>(cx: &mut Cx, rule: WarningsThrow, work: impl FnOnce(&mut Cx) -> PhpResult<R>) -> PhpResult<R> {
    let outer = cx.errors.warnings_throw.replace(rule);
    let outcome = work(cx);
    cx.errors.warnings_throw = outer;
    let result = outcome?;
    cx.check()?;
    Ok(result)
}

/// The name of the running builtin.
pub(crate) fn active_name(cx: &Cx) -> Option<Vec<u8>> {
    cx.active.map(|func| func.display_name())
}
