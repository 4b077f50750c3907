//! Finding methods, with visibility and the fallbacks `__call` and `__callStatic`.

use loxo_bytecode::FnFlags;
use loxo_value::{PhpObject, PhpStr};

use super::lookup::protected_reaches;
use crate::display::{class_text, member_text, name_text, scope_text};
use crate::{Class, Cx, Func, PhpResult, Thrown, class_of};

/// What a method name leads to.
#[derive(Clone, Debug)]
pub struct Found {
    pub func: &'static Func,
    /// The name that was asked for, if `func` is `__call` or `__callStatic`, which get it and the arguments as an array.
    pub magic_name: Option<PhpStr>,
}

impl Found {
    fn method(cx: &mut Cx, func: &'static Func) -> PhpResult<Found> {
        Ok(Found { func: not_abstract(cx, func)?, magic_name: None })
    }

    fn magic(cx: &mut Cx, func: &'static Func, name: &PhpStr) -> PhpResult<Found> {
        // Names end at a NUL byte here, as they always have.
        let end = name.as_bytes().iter().position(|&b| b == 0).unwrap_or(name.len());
        let name = if end == name.len() { name.clone() } else { name.slice(0..end) };
        if func.flags.has(FnFlags::ABSTRACT) {
            let class = func.class.map_or_else(String::new, |class| class_text(class).to_owned());
            return Err(cx.throw("Error", format!("Cannot call abstract method {class}::{}()", name_text(&name))));
        }
        Ok(Found { func, magic_name: Some(name) })
    }
}

/// A method of an object of `class`, by any spelling of its name. Depends on class, name and scope only, so it may be cached.
pub fn find_method(cx: &mut Cx, class: &'static Class, name: &PhpStr, scope: Option<&'static Class>) -> PhpResult<Found> {
    let lower = name.to_ascii_lower();
    let found = class.method(lower.as_bytes());
    if let Some(func) = found.and_then(|func| seen_from(func, class, lower.as_bytes(), scope)) {
        return Found::method(cx, func);
    }
    match (class.magic.call, found) {
        (Some(call), _) => Found::magic(cx, call, name),
        (None, Some(func)) => Err(bad_call(cx, func, name.as_bytes(), scope)),
        (None, None) => Err(undefined_method(cx, class, name.as_bytes())),
    }
}

/// The object that answers for a method that the class of this one does not have ([`crate::ObjectHandlers::method_holder`]).
#[inline]
pub fn method_holder(cx: &mut Cx, object: &PhpObject, name: &PhpStr) -> PhpResult<Option<PhpObject>> {
    match class_of(object).object_handlers.method_holder {
        Some(_) => ask_holders(cx, object, name),
        None => Ok(None),
    }
}

fn ask_holders(cx: &mut Cx, object: &PhpObject, name: &PhpStr) -> PhpResult<Option<PhpObject>> {
    let lower = name.to_ascii_lower();
    let mut holder = None::<PhpObject>;
    loop {
        let current = holder.as_ref().unwrap_or(object);
        let class = class_of(current);
        let next = match class.object_handlers.method_holder {
            Some(next) => next(cx, current)?,
            None => None,
        };
        if class.method(lower.as_bytes()).is_some() || class.magic.call.is_some() {
            return Ok(holder);
        }
        // Errors are about the object that was asked first.
        let Some(next) = next else { return Ok(None) };
        holder = Some(next);
    }
}

/// The method that code in `scope` means, `None` if it may not call it.
fn seen_from(func: &'static Func, class: &'static Class, lower: &[u8], scope: Option<&'static Class>) -> Option<&'static Func> {
    let restricted = func.shadows_private || func.flags.has(FnFlags::PRIVATE) || func.flags.has(FnFlags::PROTECTED);
    if !restricted || same_class(func.class, scope) {
        return Some(func);
    }
    if func.shadows_private
        && let Some(scope) = scope
        && class.derives_from(scope)
        && let Some(private) = scope.method(lower)
        && private.flags.has(FnFlags::PRIVATE)
        && same_class(private.class, Some(scope))
    {
        return Some(private);
    }
    may_call(func, scope).then_some(func)
}

fn same_class(a: Option<&'static Class>, b: Option<&'static Class>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a.same(b))
}

/// Visibility: may code in `scope` call it?
pub fn may_call(func: &'static Func, scope: Option<&'static Class>) -> bool {
    if same_class(func.class, scope) {
        return true;
    }
    if func.flags.has(FnFlags::PRIVATE) {
        return false;
    }
    !func.flags.has(FnFlags::PROTECTED) || root_class(func).is_none_or(|root| protected_reaches(root, scope))
}

/// The class that declared the method first.
fn root_class(func: &'static Func) -> Option<&'static Class> {
    func.prototype.map_or(func.class, |prototype| prototype.class)
}

/// `Class::name()`. `this` is the object of the calling code: if it is one of `class`, its `__call` goes before `__callStatic`.
/// Whether a method that is not static may be called is for the caller to see ([`non_static_error`]).
pub fn find_static_method(
    cx: &mut Cx,
    class: &'static Class,
    name: &PhpStr,
    scope: Option<&'static Class>,
    this: Option<&PhpObject>,
) -> PhpResult<Found> {
    let declared = class.method(name.to_ascii_lower().as_bytes());
    let found = match (declared.filter(|func| may_call(func, scope)), static_fallback(class, this)) {
        (Some(func), _) => Found::method(cx, func)?,
        (None, Some(magic)) => Found::magic(cx, magic, name)?,
        (None, None) => {
            return Err(match declared {
                Some(func) => bad_call(cx, func, name.as_bytes(), scope),
                None => undefined_method(cx, class, name.as_bytes()),
            });
        }
    };
    if let Some(owner) = found.func.class.filter(|owner| owner.is_trait()) {
        cx.deprecated(format!(
            "Calling static trait method {}::{} is deprecated, it should only be called on a class using the trait",
            class_text(owner),
            found.magic_name.as_ref().map_or_else(|| member_text(&found.func.name), name_text)
        ));
        cx.check()?;
    }
    Ok(found)
}

fn static_fallback(class: &'static Class, this: Option<&PhpObject>) -> Option<&'static Func> {
    if class.magic.call.is_some()
        && let Some(own) = this.map(class_of).filter(|own| own.is_subclass_of(class))
    {
        return own.magic.call;
    }
    class.magic.call_static
}

/// The constructor that `new` in `scope` calls, if there is one.
pub fn constructor(cx: &mut Cx, class: &'static Class, scope: Option<&'static Class>) -> PhpResult<Option<&'static Func>> {
    let Some(func) = class.magic.constructor else { return Ok(None) };
    check_constructor(cx, func, scope).map(|()| Some(func))
}

/// May `new` in `scope` call the constructor?
pub fn check_constructor(cx: &mut Cx, func: &'static Func, scope: Option<&'static Class>) -> PhpResult<()> {
    if may_call(func, scope) {
        return Ok(());
    }
    let owner = func.class.map_or_else(String::new, |class| class_text(class).to_owned());
    let message = format!("Call to {} {owner}::{}() from {}", visibility(func), member_text(&func.name), scope_text(scope));
    Err(cx.throw("Error", &message))
}

/// `parent::__construct()` and `A::__construct()`.
pub fn named_constructor(cx: &mut Cx, class: &'static Class, this: Option<&PhpObject>) -> PhpResult<&'static Func> {
    let Some(func) = class.magic.constructor else {
        return Err(cx.throw("Error", "Cannot call constructor"));
    };
    let foreign = this.is_some_and(|this| !same_class(func.class, Some(class_of(this))));
    if foreign && func.flags.has(FnFlags::PRIVATE) {
        return Err(cx.throw("Error", format!("Cannot call private {}::__construct()", class_text(class))));
    }
    Ok(func)
}

pub fn undefined_method(cx: &mut Cx, class: &'static Class, name: &[u8]) -> Thrown {
    cx.throw(
        "Error",
        format!("Call to undefined method {}::{}()", class_text(class), String::from_utf8_lossy(crate::display::shown_name(name))),
    )
}

/// For a method that needs an object and has none.
pub fn non_static_error(cx: &mut Cx, func: &'static Func) -> Thrown {
    let message = format!("Non-static method {} cannot be called statically", called(func));
    cx.throw("Error", &message)
}

fn called(func: &'static Func) -> String {
    match func.class {
        Some(class) => format!("{}::{}()", class_text(class), member_text(&func.name)),
        None => format!("{}()", member_text(&func.name)),
    }
}

fn not_abstract(cx: &mut Cx, func: &'static Func) -> PhpResult<&'static Func> {
    if !func.flags.has(FnFlags::ABSTRACT) {
        return Ok(func);
    }
    Err(cx.throw("Error", format!("Cannot call abstract method {}", called(func))))
}

fn bad_call(cx: &mut Cx, func: &'static Func, name: &[u8], scope: Option<&'static Class>) -> Thrown {
    let owner = func.class.map_or_else(String::new, |class| class_text(class).to_owned());
    let message = format!("Call to {} method {owner}::{}() from {}", visibility(func), String::from_utf8_lossy(name), scope_text(scope));
    cx.throw("Error", &message)
}

pub(super) fn visibility(func: &Func) -> &'static str {
    match () {
        () if func.flags.has(FnFlags::PRIVATE) => "private",
        () if func.flags.has(FnFlags::PROTECTED) => "protected",
        () => "public",
    }
}
