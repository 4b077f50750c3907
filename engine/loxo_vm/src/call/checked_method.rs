//! What a checked callable's method is, without an exception if there is none: PHP's own rules for `callable`, which are not those of a call.
//!
//! - `["A", "f"]` and `"A::f"` may mean a method of the object that is running, if it is an `A`; a call never takes that object.
//! - `["A", "parent::f"]` still works, with a deprecation; to a call, `parent::f` is a name like others.
//! - What is wrong is said in a text that becomes part of somebody else's message, where a call throws.

use loxo_bytecode::FnFlags;
use loxo_runtime::{Callable, Class, Cx, Func, PhpResult};
use loxo_value::{PhpObject, PhpStr};

use crate::objects::closure::Closure;
use loxo_fast_paths::callable::{method_callable, text};

/// The inner error is the text behind "must be a valid callback, ".
pub(crate) type Checked = Result<Callable, String>;

/// `["A", "f"]`; `spelled` is the name of the class as it was written.
pub(crate) fn class_method(cx: &mut Cx, class: &'static Class, method: &PhpStr, spelled: &[u8]) -> PhpResult<Checked> {
    match through_object(cx, class, method, spelled)? {
        Some(found) => Ok(found),
        None => static_method(cx, class, method, spelled),
    }
}

/// The object that a callback with a class's name is for: the running one, where the class is one of those that the running code belongs to.
fn object_for(cx: &mut Cx, class: &'static Class, spelled: &[u8]) -> Option<PhpObject> {
    let this = (cx.hooks.this)(cx).filter(|this| cx.class_of(this).is_subclass_of(class))?;
    let relative = [&b"self"[..], b"parent", b"static"].iter().any(|word| spelled.eq_ignore_ascii_case(word));
    (relative || (cx.hooks.scope)(cx).is_some_and(|scope| scope.is_subclass_of(class))).then_some(this)
}

/// `["self", "f"]` where the class has no `f`, but the object may: it is looked up as of that. What is found must not be below the class,
/// unless that is called `self` or `static`.
fn through_object(cx: &mut Cx, class: &'static Class, method: &PhpStr, spelled: &[u8]) -> PhpResult<Option<Checked>> {
    let lower = method.to_ascii_lower();
    if class.method(lower.as_bytes()).is_some() || method.as_bytes().contains(&b':') {
        return Ok(None);
    }
    let Some(this) = object_for(cx, class, spelled) else { return Ok(None) };
    let own = cx.class_of(&this);
    let missing = Ok(Some(Err(missing(class, method, false, None))));
    if own.method(lower.as_bytes()).is_none() && own.magic.call.is_none() {
        return missing;
    }
    let scope = (cx.hooks.scope)(cx);
    let found = cx.find_method(&this, method, scope)?;
    let free = [&b"self"[..], b"static"].iter().any(|word| spelled.eq_ignore_ascii_case(word));
    if !free && !found.func.class.is_some_and(|holder| class.is_subclass_of(holder)) {
        return missing;
    }
    let this = found.func.takes_object().then_some(this);
    Ok(Some(Ok(Callable { func: found.func, this, called_class: Some(own), closure: None, magic_name: found.magic_name })))
}

/// `[A, "B::f"]`: the class that the method's own prefix means, and the bare name. Deprecated, still working.
fn split_method(cx: &mut Cx, class: &'static Class, method: &PhpStr) -> PhpResult<Result<(&'static Class, PhpStr), String>> {
    let Some(at) = method.as_bytes().windows(2).rposition(|w| w == b"::") else { return Ok(Ok((class, method.clone()))) };
    let word = &method.as_bytes()[..at];
    let found = match word.to_ascii_lowercase().as_slice() {
        b"parent" => match class.parent {
            Some(parent) => parent,
            None => return Ok(Err("cannot access \"parent\" when current class scope has no parent".into())),
        },
        b"self" => class,
        b"static" => match (cx.hooks.called_class)(cx) {
            Some(called) => called,
            None => class,
        },
        _ => match cx.class(word)? {
            Some(found) => found,
            None => return Ok(Err(format!("class \"{}\" not found", text(word)))),
        },
    };
    if !class.is_subclass_of(found) {
        let (class, found) = (text(class.name.as_bytes()), text(found.name.as_bytes()));
        return Ok(Err(format!("class {class} is not a subclass of {found}")));
    }
    let shown = text(class.name.as_bytes());
    cx.deprecated(format!("Callables of the form [\"{shown}\", \"{}\"] are deprecated", text(method.as_bytes())));
    cx.check()?;
    Ok(Ok((found, PhpStr::new(&method.as_bytes()[at + 2..]))))
}

/// `[$object, "f"]`
pub(crate) fn object_method(cx: &mut Cx, object: &PhpObject, method: &PhpStr) -> PhpResult<Checked> {
    let (class, name) = match split_method(cx, cx.class_of(object), method)? {
        Ok(found) => found,
        Err(message) => return Ok(Err(message)),
    };
    if let Some(closure) = object.native::<Closure>().filter(|_| name.as_bytes().eq_ignore_ascii_case(b"__invoke")) {
        return Ok(Ok(closure.callable(object)));
    }
    let scope = (cx.hooks.scope)(cx);
    let lower = name.to_ascii_lower();
    // A private method of the calling class comes before what a subclass has under its name.
    let is_own = |func: &&'static Func| func.flags.has(FnFlags::PRIVATE) && func.class.is_some_and(|c| scope.is_some_and(|s| s.same(c)));
    let own = scope.filter(|scope| class.is_subclass_of(scope)).and_then(|scope| scope.method(lower.as_bytes())).filter(is_own);
    let found = own.or_else(|| class.method(lower.as_bytes()));
    if let Some(func) = found.filter(|f| loxo_runtime::object::may_call(f, scope)) {
        let called = cx.class_of(object);
        if func.flags.has(FnFlags::ABSTRACT) {
            return Ok(Err(format!("cannot call abstract method {}()", text(&func.display_name()))));
        }
        return Ok(Ok(method_callable(func, object, called)));
    }
    if let Some(call) = class.magic.call {
        let mut callable = method_callable(call, object, cx.class_of(object));
        callable.magic_name = Some(name);
        return Ok(Ok(callable));
    }
    if found.is_none()
        && let Some(holder) = loxo_runtime::object::method_holder(cx, object, &name)?
    {
        return object_method(cx, &holder, &name);
    }
    Ok(Err(missing(class, &name, found.is_some(), found)))
}

fn missing(class: &Class, name: &PhpStr, exists: bool, found: Option<&'static Func>) -> String {
    let (class_name, method) = (text(class.name.as_bytes()), text(name.as_bytes()));
    if !exists {
        return format!("class {class_name} does not have a method \"{method}\"");
    }
    let word = if found.is_some_and(|f| f.flags.has(FnFlags::PRIVATE)) { "private" } else { "protected" };
    format!("cannot access {word} method {class_name}::{method}()")
}

/// `"A::f"`
pub(crate) fn static_method(cx: &mut Cx, class: &'static Class, method: &PhpStr, spelled: &[u8]) -> PhpResult<Checked> {
    let (class, method) = match split_method(cx, class, method)? {
        Ok((found, name)) => (found, &{ name }),
        Err(message) => return Ok(Err(message)),
    };
    let scope = (cx.hooks.scope)(cx);
    let this = object_for(cx, class, spelled);
    let found = class.method(method.to_ascii_lower().as_bytes());
    let relative = matches!(spelled.to_ascii_lowercase().as_slice(), b"parent" | b"self");
    let called = if relative { (cx.hooks.called_class)(cx).filter(|c| c.is_subclass_of(class)).unwrap_or(class) } else { class };
    if let Some(func) = found.filter(|f| loxo_runtime::object::may_call(f, scope)) {
        if func.flags.has(FnFlags::ABSTRACT) {
            return Ok(Err(format!("cannot call abstract method {}()", text(&func.display_name()))));
        }
        if func.is_static() {
            return Ok(Ok(Callable { func, this: None, called_class: Some(called), closure: None, magic_name: None }));
        }
        return Ok(match this {
            Some(this) => Ok(method_callable(func, &this, cx.class_of(&this))),
            None => Err(format!("non-static method {}() cannot be called statically", text(&func.display_name()))),
        });
    }
    let running = (cx.hooks.this)(cx).filter(|this| cx.class_of(this).is_subclass_of(class));
    if let (Some(call), Some(this)) = (class.magic.call, running) {
        let mut callable = method_callable(call, &this, cx.class_of(&this));
        callable.magic_name = Some(method.clone());
        return Ok(Ok(callable));
    }
    if let Some(call) = class.magic.call_static {
        let magic_name = Some(method.clone());
        return Ok(Ok(Callable { func: call, this: None, called_class: Some(called), closure: None, magic_name }));
    }
    // What is wrong with the method itself is said before who may call it.
    if let Some(func) = found.filter(|func| func.flags.has(FnFlags::ABSTRACT)) {
        return Ok(Err(format!("cannot call abstract method {}()", text(&func.display_name()))));
    }
    if let (Some(func), None) = (found.filter(|func| !func.is_static()), &this) {
        return Ok(Err(format!("non-static method {}() cannot be called statically", text(&func.display_name()))));
    }
    Ok(Err(missing(class, method, found.is_some(), found)))
}
