//! `callable` values: what they mean, and why not.

use loxo_bytecode::FnFlags;
use loxo_runtime::{Callable, Class, Cx, FnId, Func, PhpResult};
use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::Vm;
use crate::objects::closure::Closure;

type Resolved = Result<Callable, String>;

/// A name as messages show it.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(loxo_runtime::convert::shown_name(bytes)).into_owned()
}

/// Resolves a callable seen from the running code; the inner error is the text behind "must be a valid callback, ".
pub fn resolve(cx: &mut Cx, value: &Value) -> PhpResult<Resolved> {
    let value = value.deref();
    if let Some(object) = value.as_object() {
        return resolve_object(cx, object);
    }
    if let Some(name) = value.as_str() {
        return resolve_name(cx, name);
    }
    if let Some(pair) = value.as_array() {
        return resolve_pair(cx, pair);
    }
    Ok(Err("no array or string given".into()))
}

fn resolve_object(cx: &mut Cx, object: &PhpObject) -> PhpResult<Resolved> {
    if let Some(closure) = object.native::<Closure>() {
        return Ok(Ok(closure.callable(object)));
    }
    let class = cx.class_of(object);
    if let Some(get) = class.object_handlers.callable {
        if let Some(callable) = get(cx, object)? {
            return Ok(Ok(callable));
        }
    }
    Ok(match class.magic.invoke {
        Some(func) => Ok(method_callable(func, object, class)),
        None => Err("no array or string given".into()),
    })
}

fn resolve_name(cx: &mut Cx, name: &PhpStr) -> PhpResult<Resolved> {
    let key = Value::string(name.clone());
    // SAFETY: a live value.
    if let Some(func) = unsafe { Vm::of(cx).get_function(&raw const key) } {
        return Ok(Ok(plain_callable(func)));
    }
    let bytes = name.as_bytes();
    if let Some((class_name, method)) = split_name(bytes) {
        if class_name.is_empty() {
            return Ok(Err("invalid function name".into()));
        }
        return match find_class(cx, class_name)? {
            Ok(class) => static_method(cx, class, &PhpStr::new(method), class_name),
            Err(message) => Ok(Err(message)),
        };
    }
    let plain = bytes.strip_prefix(b"\\").unwrap_or(bytes);
    match FnId::find(plain).and_then(|id| cx.func(id)) {
        Some(func) => {
            Vm::of(cx).insert_callee(&key, func);
            Ok(Ok(plain_callable(func)))
        }
        None => Ok(Err(format!("function \"{}\" not found or invalid function name", text(bytes)))),
    }
}

fn plain_callable(func: &'static loxo_runtime::Func) -> Callable {
    Callable { func, this: None, called_class: None, closure: None, magic_name: None }
}

/// A class by name, or one of the relative words (deprecated in callables, still working).
fn find_class(cx: &mut Cx, name: &[u8]) -> PhpResult<Result<&'static Class, String>> {
    let scope = (cx.hooks.scope)(cx);
    let relative = |cx: &mut Cx, word: &str| {
        cx.deprecated(format!("Use of \"{word}\" in callables is deprecated"));
    };
    match name.to_ascii_lowercase().as_slice() {
        b"self" => {
            let Some(scope) = scope else { return Ok(Err("cannot access \"self\" when no class scope is active".into())) };
            relative(cx, "self");
            return Ok(Ok(scope));
        }
        b"parent" => {
            let Some(scope) = scope else { return Ok(Err("cannot access \"parent\" when no class scope is active".into())) };
            let Some(parent) = scope.parent else {
                return Ok(Err("cannot access \"parent\" when current class scope has no parent".into()));
            };
            relative(cx, "parent");
            return Ok(Ok(parent));
        }
        b"static" => {
            let Some(called) = (cx.hooks.called_class)(cx) else {
                return Ok(Err("cannot access \"static\" when no class scope is active".into()));
            };
            relative(cx, "static");
            return Ok(Ok(called));
        }
        _ => {}
    }
    match cx.class(name)? {
        Some(class) => Ok(Ok(class)),
        None => Ok(Err(format!("class \"{}\" not found", text(name)))),
    }
}

fn resolve_pair(cx: &mut Cx, pair: &PhpArray) -> PhpResult<Resolved> {
    let (target, method) = match (pair.len(), pair.get_int(0), pair.get_int(1)) {
        (2, Some(target), Some(method)) => (target, method),
        (2, ..) => return Ok(Err("array callback has to contain indices 0 and 1".into())),
        _ => return Ok(Err("array callback must have exactly two members".into())),
    };
    let (target, key) = (target.clone_deref(), method.clone_deref());
    if target.as_object().is_none() && target.as_str().is_none() {
        return Ok(Err("first array member is not a valid class name or object".into()));
    }
    let Some(method) = key.as_str() else { return Ok(Err("second array member is not a valid method".into())) };
    if let Some(object) = target.as_object() {
        let (class, scope) = (cx.class_of(object), (cx.hooks.scope)(cx));
        // SAFETY: a live value.
        if let Some(func) = unsafe { Vm::of(cx).get_method(std::ptr::from_ref(class) as usize, &raw const key, scope) } {
            return Ok(Ok(method_callable(func, object, class)));
        }
        let found = object_method(cx, object, method)?;
        if let Ok(callable) = &found
            && callable.magic_name.is_none()
            && callable.closure.is_none()
            && callable.this.is_some()
            && !method.as_bytes().contains(&b':')
        {
            Vm::of(cx).insert_method(class, &key, scope, callable.func);
        }
        return Ok(found);
    }
    let Some(name) = target.as_str() else { return Ok(Err("first array member is not a valid class name or object".into())) };
    match find_class(cx, name.as_bytes())? {
        Ok(class) => match through_object(cx, class, method, name.as_bytes())? {
            Some(resolved) => Ok(resolved),
            None => static_method(cx, class, method, name.as_bytes()),
        },
        Err(message) => Ok(Err(message)),
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
fn through_object(cx: &mut Cx, class: &'static Class, method: &PhpStr, spelled: &[u8]) -> PhpResult<Option<Resolved>> {
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

fn object_method(cx: &mut Cx, object: &PhpObject, method: &PhpStr) -> PhpResult<Resolved> {
    let (class, name) = match split_method(cx, cx.class_of(object), method)? {
        Ok(found) => found,
        Err(message) => return Ok(Err(message)),
    };
    if object.native::<Closure>().is_some() && name.as_bytes().eq_ignore_ascii_case(b"__invoke") {
        return resolve_object(cx, object);
    }
    let scope = (cx.hooks.scope)(cx);
    let lower = name.to_ascii_lower();
    // A private method of the calling class comes before what an heir has under its name.
    let is_own = |func: &&'static loxo_runtime::Func| {
        func.flags.has(FnFlags::PRIVATE) && func.class.is_some_and(|c| scope.is_some_and(|s| s.same(c)))
    };
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
    Ok(Err(missing(class, &name, found.is_some(), found)))
}

fn missing(class: &Class, name: &PhpStr, exists: bool, found: Option<&'static loxo_runtime::Func>) -> String {
    let (class_name, method) = (text(class.name.as_bytes()), text(name.as_bytes()));
    if !exists {
        return format!("class {class_name} does not have a method \"{method}\"");
    }
    let word = if found.is_some_and(|f| f.flags.has(FnFlags::PRIVATE)) { "private" } else { "protected" };
    format!("cannot access {word} method {class_name}::{method}()")
}

fn static_method(cx: &mut Cx, class: &'static Class, method: &PhpStr, spelled: &[u8]) -> PhpResult<Resolved> {
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
            Some(this) => Ok(method_callable(func, &this, Vm::of(cx).cx.class_of(&this))),
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

pub(crate) fn method_callable(func: &'static Func, object: &PhpObject, class: &'static Class) -> Callable {
    let this = if func.is_static() { None } else { Some(object.clone()) };
    Callable { func, this, called_class: Some(class), closure: None, magic_name: None }
}

/// `A::f` in two. The last colon counts, so that a class of `A::B` may be asked for; without a class there is nothing to split.
pub(crate) fn split_name(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = name.iter().rposition(|&b| b == b':')?;
    let class = name[..colon].strip_suffix(b":")?;
    Some((class, &name[colon + 1..]))
}
