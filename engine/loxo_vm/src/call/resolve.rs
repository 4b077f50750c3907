//! The one resolver of callables: from a value (a closure or another object, a function's name, `"A::f"`, an array of two) to the function that it
//! calls, with its object and class.
//!
//! Two ask. A call (`$f(...)`) throws an Error if there is nothing to call; somebody who checks (`is_callable()`, a parameter of type `callable`,
//! `call_user_func()`) gets a reason, which becomes part of a message. What differs beyond the words is PHP's own difference:
//!
//! - Who checks may write `self`, `parent` and `static` for a class (deprecated); to a call they are names of classes that do not exist.
//! - Methods are found by other rules: those of a check are in `checked_method`, those of a call here and in `loxo_runtime::object`.
//!
//! Both fill and ask the same caches of functions and methods.

use loxo_bytecode::FnFlags;
use loxo_runtime::{BuiltinFlags, Callable, Class, Cx, FnId, PhpResult, convert, object};
use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::Vm;
use crate::call::checked_method::{self, Checked};
use crate::objects::closure::Closure;
use loxo_fast_paths::callable::{method_callable, plain_callable, split_name};
pub(crate) use loxo_fast_paths::not_callable::NotCallable;

/// Who asks what a value calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asker {
    /// `$f(...)`: methods that cannot be called throw on their own.
    Call,
    /// Everybody who takes a value of type `callable`.
    Check,
}

type Resolved = Result<Callable, NotCallable>;

/// What a value calls, seen from the running code.
pub(crate) fn resolve(cx: &mut Cx, asker: Asker, value: &Value) -> PhpResult<Resolved> {
    let value = value.deref();
    if let Some(object) = value.as_object() {
        return Ok(of_object(cx, object)?.ok_or_else(|| NotCallable::Object(cx.class_of(object))));
    }
    if let Some(name) = value.as_str() {
        return of_name(cx, asker, value, name);
    }
    if let Some(pair) = value.as_array() {
        return of_pair(cx, asker, pair);
    }
    Ok(Err(NotCallable::Value(convert::value_name(value))))
}

/// [`resolve`] for those who check; the inner error is the text behind "must be a valid callback, ".
pub(crate) fn check(cx: &mut Cx, value: &Value) -> PhpResult<Checked> {
    Ok(resolve(cx, Asker::Check, value)?.map_err(NotCallable::reason))
}

/// What calling an object means: the closure that it is, what its class answers, or its `__invoke()`.
pub(crate) fn of_object(cx: &mut Cx, object: &PhpObject) -> PhpResult<Option<Callable>> {
    if let Some(closure) = object.native::<Closure>() {
        return Ok(Some(closure.callable(object)));
    }
    let class = cx.class_of(object);
    if let Some(get) = class.object_handlers.callable
        && let Some(callable) = get(cx, object)?
    {
        return Ok(Some(callable));
    }
    Ok(class.magic.invoke.map(|func| method_callable(func, object, class)))
}

/// `"f"` or `"A::f"`; `value` is the name.
fn of_name(cx: &mut Cx, asker: Asker, value: &Value, name: &PhpStr) -> PhpResult<Resolved> {
    // SAFETY: a live value.
    if let Some(func) = unsafe { Vm::of(cx).get_function(value) } {
        return Ok(Ok(plain_callable(func)));
    }
    let bytes = name.as_bytes();
    if let Some((class_name, method)) = split_name(bytes) {
        if class_name.is_empty() && asker == Asker::Check {
            return Ok(Err(NotCallable::Checked("invalid function name".into())));
        }
        let class = match find_class(cx, asker, class_name)? {
            Ok(class) => class,
            Err(why) => return Ok(Err(why)),
        };
        let method = PhpStr::new(method);
        return match asker {
            Asker::Call => Vm::of(cx).called_statically(class, &method).map(Ok),
            Asker::Check => Ok(checked_method::static_method(cx, class, &method, class_name)?.map_err(NotCallable::Checked)),
        };
    }
    let plain = bytes.strip_prefix(b"\\").unwrap_or(bytes);
    let Some(func) = FnId::find(plain).and_then(|id| cx.func(id)) else { return Ok(Err(NotCallable::Function(name.clone()))) };
    // Those that look at the frame that calls them take the long way.
    if func.class.is_none() && !func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::NEEDS_FRAME)) {
        Vm::of(cx).insert_function(value, func);
    }
    Ok(Ok(plain_callable(func)))
}

/// `[object or class name, method name]`
fn of_pair(cx: &mut Cx, asker: Asker, pair: &PhpArray) -> PhpResult<Resolved> {
    let (target, name) = match (pair.len(), pair.get_int(0), pair.get_int(1)) {
        (2, Some(target), Some(name)) => (target.clone_deref(), name.clone_deref()),
        (2, ..) => return Ok(Err(NotCallable::ArrayKeys)),
        _ => return Ok(Err(NotCallable::ArrayLength)),
    };
    if target.as_object().is_none() && target.as_str().is_none() {
        return Ok(Err(NotCallable::ArrayTarget));
    }
    let Some(method) = name.as_str() else { return Ok(Err(NotCallable::ArrayMethod)) };
    if let Some(object) = target.as_object() {
        return of_method(cx, asker, object, &name, method);
    }
    let Some(class_name) = target.as_str() else { return Ok(Err(NotCallable::ArrayTarget)) };
    if asker == Asker::Check
        // SAFETY: live values.
        && let Some(func) = unsafe { Vm::of(cx).get_class_callable(&target, &name) }
    {
        return Ok(Ok(Callable { func, this: None, called_class: func.class, closure: None, magic_name: None }));
    }
    let class = match find_class(cx, asker, class_name.as_bytes())? {
        Ok(class) => class,
        Err(why) => return Ok(Err(why)),
    };
    if asker == Asker::Call {
        return Vm::of(cx).called_statically(class, method).map(Ok);
    }
    let found = checked_method::class_method(cx, class, method, class_name.as_bytes())?;
    if let Ok(callable) = &found
        && is_own_static(callable, class)
        && !is_relative(class_name.as_bytes())
        && !method.as_bytes().contains(&b':')
    {
        Vm::of(cx).insert_class_callable(&target, &name, callable.func);
    }
    Ok(found.map_err(NotCallable::Checked))
}

/// A callable with the name of this class is its own static method, whatever object is running.
fn is_own_static(callable: &Callable, class: &'static Class) -> bool {
    let own = |holder: Option<&'static Class>| holder.is_some_and(|holder| holder.same(class));
    let is_static = callable.func.is_static() && callable.this.is_none() && callable.magic_name.is_none();
    is_static && own(callable.func.class) && own(callable.called_class)
}

/// `self`, `parent` or `static`
fn is_relative(class_name: &[u8]) -> bool {
    [&b"self"[..], b"parent", b"static"].iter().any(|word| class_name.eq_ignore_ascii_case(word))
}

/// A method of an object; `name` is the string `method`.
fn of_method(cx: &mut Cx, asker: Asker, object: &PhpObject, name: &Value, method: &PhpStr) -> PhpResult<Resolved> {
    if let Some(closure) = object.native::<Closure>().filter(|_| method.as_bytes().eq_ignore_ascii_case(b"__invoke")) {
        return Ok(Ok(closure.callable(object)));
    }
    let (class, scope) = (cx.class_of(object), Vm::of(cx).scope());
    // SAFETY: a live value.
    if let Some(func) = unsafe { Vm::of(cx).get_method(std::ptr::from_ref(class) as usize, name, scope) } {
        return Ok(Ok(method_callable(func, object, class)));
    }
    let callable = match asker {
        Asker::Call => Vm::of(cx).called_method(object, method)?,
        Asker::Check => match checked_method::object_method(cx, object, method)? {
            Ok(callable) => callable,
            Err(reason) => return Ok(Err(NotCallable::Checked(reason))),
        },
    };
    // Not those that another object answers for this one, and not `parent::f`.
    let is_own = callable.this.as_ref().is_some_and(|this| this.ptr_eq(object)) && !method.as_bytes().contains(&b':');
    if is_own && callable.magic_name.is_none() && callable.closure.is_none() {
        Vm::of(cx).insert_method(class, name, scope, callable.func);
    }
    Ok(Ok(callable))
}

/// A class by name or, for those who check, by one of the relative words (deprecated, still working).
fn find_class(cx: &mut Cx, asker: Asker, name: &[u8]) -> PhpResult<Result<&'static Class, NotCallable>> {
    if asker == Asker::Check
        && let Some(found) = relative_class(cx, name)
    {
        return Ok(found.map_err(|reason| NotCallable::Checked(reason.into())));
    }
    Ok(cx.class(name)?.ok_or_else(|| NotCallable::Class(name.to_vec())))
}

/// The class that `self`, `parent` or `static` in a callable means, or why there is none; `None`: a name like others.
fn relative_class(cx: &mut Cx, name: &[u8]) -> Option<Result<&'static Class, &'static str>> {
    if !is_relative(name) {
        return None;
    }
    let scope = (cx.hooks.scope)(cx);
    let (word, found) = match name.to_ascii_lowercase().as_slice() {
        b"self" => ("self", scope.ok_or("cannot access \"self\" when no class scope is active")),
        b"parent" => {
            let scope = scope.ok_or("cannot access \"parent\" when no class scope is active");
            let parent = |scope: &'static Class| scope.parent.ok_or("cannot access \"parent\" when current class scope has no parent");
            ("parent", scope.and_then(parent))
        }
        b"static" => ("static", (cx.hooks.called_class)(cx).ok_or("cannot access \"static\" when no class scope is active")),
        _ => return None,
    };
    if found.is_ok() {
        cx.deprecated(format!("Use of \"{word}\" in callables is deprecated"));
    }
    Some(found)
}

impl Vm {
    /// The method that `[$object, "name"]()` calls.
    fn called_method(&mut self, object: &PhpObject, name: &PhpStr) -> PhpResult<Callable> {
        let scope = self.scope();
        let holder = object::method_holder(&mut self.cx, object, name)?;
        let object = holder.as_ref().unwrap_or(object);
        let found = self.cx.find_method(object, name, scope)?;
        Ok(Callable {
            func: found.func,
            this: found.func.takes_object().then(|| object.clone()),
            called_class: Some(self.cx.class_of(object)),
            closure: None,
            magic_name: found.magic_name,
        })
    }

    /// The method that `"A::f"()` and `["A", "f"]()` call, which never take the object that is running.
    fn called_statically(&mut self, class: &'static Class, name: &PhpStr) -> PhpResult<Callable> {
        let callable = self.static_method(class, name, false)?;
        if callable.func.is_static() {
            return Ok(callable);
        }
        let method = callable
            .magic_name
            .map_or_else(|| callable.func.display_name(), |name| [convert::class_name(class), b"::", name.as_bytes()].concat());
        Err(self.cx.throw_error([b"Non-static method ".as_slice(), &method, b"() cannot be called statically"].concat()))
    }

    /// The method that `A::f()` calls; `relative`: written with `self`, `parent` or `static`.
    pub(crate) fn static_method(&mut self, class: &'static Class, name: &PhpStr, relative: bool) -> PhpResult<Callable> {
        let scope = self.scope();
        let this = self.this_object();
        let found = self.cx.find_static_method(class, name, scope, this.as_ref())?;
        let called = if relative { self.called().filter(|c| c.is_subclass_of(class)).unwrap_or(class) } else { class };
        if found.func.is_static() {
            return Ok(Callable { func: found.func, this: None, called_class: Some(called), closure: None, magic_name: found.magic_name });
        }
        // An instance method of an ancestor, called on the object that is running (`parent::f()`).
        if let Some(this) = this.filter(|t| self.cx.class_of(t).is_subclass_of(class)) {
            let called_class = Some(self.cx.class_of(&this));
            return Ok(Callable { func: found.func, this: Some(this), called_class, closure: None, magic_name: found.magic_name });
        }
        if found.func.flags.has(FnFlags::ABSTRACT) {
            return Err(self.cx.throw_error([b"Cannot call abstract method ".as_slice(), &found.func.display_name(), b"()"].concat()));
        }
        Err(self.cx.throw_error([b"Non-static method ".as_slice(), &found.func.display_name(), b"() cannot be called statically"].concat()))
    }
}
