//! `ReflectionMethod`: finds a method by class and name, describes it, calls it and makes closures of it.

use loxo_runtime::args;

use crate::prelude::*;
use crate::reflection::{modifier, of_func};
use crate::subject::{self, FunctionRef, func, function};
use crate::{export, invoke};

/// `ReflectionMethod::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    if args.len() == 1 {
        cx.deprecated(
            "Calling ReflectionMethod::__construct() with 1 argument is deprecated, use ReflectionMethod::createFromMethodName() instead",
        );
        cx.check()?;
    }
    let [first, rest @ ..] = args else { return Ok(()) };
    let target = args::typed(cx, 1, first)?.clone();
    let method = match rest {
        [method, ..] if !method.deref().is_null() => Some(args::string(cx, 2, method)?.clone()),
        _ => None,
    };
    let found = match (target.as_object(), method) {
        (Some(_), None) => {
            return Err(cx.argument_value_error(2, "cannot be null when argument #1 ($objectOrMethod) is an object"));
        }
        (_, Some(method)) => {
            let class = subject::class_argument(cx, &target, 0)?;
            find(cx, class, target.as_object(), &method)?
        }
        (None, None) => {
            let name = convert::to_string(cx, &target)?;
            by_full_name(cx, &name)?
        }
    };
    assign(this, found);
    Ok(())
}

/// `ReflectionMethod::createFromMethodName()`
pub(crate) fn create_from_method_name(cx: &mut Cx, method: &PhpStr) -> PhpResult<PhpObject> {
    let found = by_full_name(cx, method)?;
    let class = (cx.hooks.called_class)(cx).unwrap_or_else(|| cx.builtin_class("ReflectionMethod"));
    let object = object::instantiate_raw(cx, class)?;
    assign(&object, found);
    Ok(object)
}

fn assign(this: &PhpObject, found: FunctionRef) {
    let names = [found.func.name.to_value(), found.func.class.map_or(Value::NULL, |class| class.name.to_value())];
    subject::name(this, Subject::Function(found), &names);
}

/// `A::f`
fn by_full_name(cx: &mut Cx, name: &PhpStr) -> PhpResult<FunctionRef> {
    let Some(split) = name.windows(2).position(|pair| pair == b"::") else {
        return Err(cx.argument_error("ReflectionException", 1, "must be a valid method name"));
    };
    let class = subject::class_argument(cx, &Value::bytes(&name[..split]), 0)?;
    find(cx, class, None, &PhpStr::new(&name[split + 2..]))
}

/// A method of a class, of an object if there is one.
pub(crate) fn find(cx: &mut Cx, class: &'static Class, object: Option<&PhpObject>, name: &PhpStr) -> PhpResult<FunctionRef> {
    let lower = name.to_ascii_lower();
    if object.is_some() && lower.as_bytes() == b"__invoke" && invoke::is_closure_class(cx, class) {
        let func = invoke::invoke_method(cx, object)?;
        return Ok(FunctionRef { func, class: Some(class), closure: None });
    }
    match class.method(&lower) {
        Some(func) => Ok(FunctionRef { func, class: Some(class), closure: None }),
        None => {
            let text = message(&[b"Method ", convert::class_name(class), b"::", name, b"() does not exist"]);
            Err(exception(cx, text))
        }
    }
}

/// `ReflectionMethod::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let function = function(cx, this)?;
    let mut out = Vec::new();
    export::function::write(cx, &mut out, &function, function.class, "")?;
    Ok(out)
}

fn has(cx: &mut Cx, this: &PhpObject, bit: i64) -> PhpResult<bool> {
    Ok(of_func(func(cx, this)?) & bit != 0)
}

/// `ReflectionMethod::isPublic()`
pub(crate) fn is_public(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PUBLIC)
}

/// `ReflectionMethod::isPrivate()`
pub(crate) fn is_private(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PRIVATE)
}

/// `ReflectionMethod::isProtected()`
pub(crate) fn is_protected(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::PROTECTED)
}

/// `ReflectionMethod::isAbstract()`
pub(crate) fn is_abstract(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::ABSTRACT)
}

/// `ReflectionMethod::isFinal()`
pub(crate) fn is_final(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    has(cx, this, modifier::FINAL)
}

/// `ReflectionMethod::isConstructor()`
pub(crate) fn is_constructor(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let FunctionRef { func, class, .. } = function(cx, this)?;
    let constructor = class.and_then(|class| class.magic.constructor);
    let same_class = |other: &Func| match (other.class, func.class) {
        (Some(a), Some(b)) => a.same(b),
        _ => false,
    };
    Ok(func.name.as_bytes().eq_ignore_ascii_case(b"__construct") && constructor.is_some_and(same_class))
}

/// `ReflectionMethod::isDestructor()`
pub(crate) fn is_destructor(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.name.as_bytes().eq_ignore_ascii_case(b"__destruct"))
}

/// `ReflectionMethod::getModifiers()`
pub(crate) fn get_modifiers(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(of_func(func(cx, this)?))
}

/// `ReflectionMethod::getDeclaringClass()`
pub(crate) fn get_declaring_class(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    match func(cx, this)?.class {
        Some(class) => subject::of_class(cx, class).map(Some),
        None => Ok(None),
    }
}

/// `ReflectionMethod::hasPrototype()`
pub(crate) fn has_prototype(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(func(cx, this)?.prototype.is_some())
}

/// `ReflectionMethod::getPrototype()`
pub(crate) fn get_prototype(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let FunctionRef { func, class, .. } = function(cx, this)?;
    match func.prototype.and_then(|prototype| Some((prototype.class?, prototype))) {
        Some((class, prototype)) => subject::of_method(cx, class, prototype),
        None => {
            let class = class.map_or(&b""[..], |class| convert::class_name(class));
            Err(exception(cx, message(&[b"Method ", class, b"::", func.name.as_bytes(), b" does not have a prototype"])))
        }
    }
}

/// `ReflectionMethod::setAccessible()`
pub(crate) fn set_accessible(_: &mut Cx, _: &PhpObject, _: bool) -> PhpResult<()> {
    Ok(())
}

const NOT_AN_INSTANCE: &str = "Given object is not an instance of the class this method was declared in";

/// `ReflectionMethod::getClosure()`
pub(crate) fn get_closure(cx: &mut Cx, this: &PhpObject, object: Option<&PhpObject>) -> PhpResult<PhpObject> {
    let func = func(cx, this)?;
    if func.is_static() {
        let callable = Callable { func, this: None, called_class: func.class, closure: None, magic_name: None };
        return Ok((cx.hooks.closure)(cx, &callable));
    }
    let Some(object) = object else {
        return Err(cx.argument_value_error(1, "cannot be null for non-static methods"));
    };
    if !func.class.is_some_and(|class| class_of(object).is_subclass_of(class)) {
        return Err(exception(cx, NOT_AN_INSTANCE));
    }
    if invoke::is_invoke_of_closure(cx, func) {
        return Ok(object.clone());
    }
    let callable = Callable { func, this: Some(object.clone()), called_class: Some(class_of(object)), closure: None, magic_name: None };
    Ok((cx.hooks.closure)(cx, &callable))
}

/// What `invoke()` calls. A method without code is refused before anything is said of arguments.
fn callable(cx: &mut Cx, this: &PhpObject, args: &mut [Value], count: std::ops::RangeInclusive<usize>) -> PhpResult<Callable> {
    let FunctionRef { func, class, .. } = function(cx, this)?;
    let name = || String::from_utf8_lossy(&func.display_name()).into_owned();
    if func.flags.has(FnFlags::ABSTRACT) {
        return Err(exception(cx, format!("Trying to invoke abstract method {}()", name())));
    }
    let given = args.len();
    let Some(first) = args.first_mut().filter(|_| count.contains(&given)) else { return Err(args::wrong_count(cx, given)) };
    let object = if first.deref().is_null() { None } else { Some(args::object(cx, 1, first)?) };
    if func.is_static() {
        return Ok(Callable { func, this: None, called_class: class.or(func.class), closure: None, magic_name: None });
    }
    let Some(object) = object else {
        return Err(exception(cx, format!("Trying to invoke non static method {}() without an object", name())));
    };
    if !func.class.is_some_and(|class| class_of(object).is_subclass_of(class)) {
        return Err(exception(cx, NOT_AN_INSTANCE));
    }
    if invoke::is_invoke_of_closure(cx, func) {
        return invoke::callable_of_closure(cx, object);
    }
    Ok(Callable { func, this: Some(object.clone()), called_class: Some(class_of(object)), closure: None, magic_name: None })
}

/// `ReflectionMethod::invoke()`
pub(crate) fn invoke(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let named = cx.named.take();
    let callable = callable(cx, this, args, 1..=usize::MAX)?;
    cx.named = named;
    invoke::call(cx, &callable, args.get(1..).unwrap_or_default())
}

/// `ReflectionMethod::invokeArgs()`
pub(crate) fn invoke_args(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let callable = callable(cx, this, args, 2..=2)?;
    let Some(list) = args.get_mut(1) else { return Err(args::wrong_count(cx, 1)) };
    let list = args::array(cx, 2, list)?.clone();
    invoke::call_with_array(cx, &callable, &list)
}
