//! Calling what was reflected.

use std::collections::BTreeMap;

use loxo_runtime::{Body, BuiltinFlags, IStr, KeyRef, ParamDefault, ParamInfo, link};

use crate::prelude::*;
use crate::subject::FunctionRef;

/// Calls with arguments in a row, and those that the running builtin got by name.
pub(crate) fn call(cx: &mut Cx, callable: &Callable, args: &[Value]) -> PhpResult<Value> {
    let named = cx.named.take();
    let value = (cx.hooks.call)(cx, callable, &mut args.to_vec(), named.as_ref())?;
    Ok(value.clone_deref())
}

/// Calls with an array: integer keys are positions, string keys names.
pub(crate) fn call_with_array(cx: &mut Cx, callable: &Callable, args: &PhpArray) -> PhpResult<Value> {
    let (mut positional, named) = split(cx, args)?;
    let value = (cx.hooks.call)(cx, callable, &mut positional, named.as_ref())?;
    Ok(value.clone_deref())
}

/// Positional and named arguments.
pub(crate) fn split(cx: &mut Cx, args: &PhpArray) -> PhpResult<(Vec<Value>, Option<PhpArray>)> {
    let mut positional = Vec::with_capacity(args.len());
    let mut named = PhpArray::new();
    for (key, value) in args {
        match key {
            KeyRef::Str(name) => named.set_str(name, value.clone()),
            KeyRef::Int(_) if named.is_empty() => positional.push(value.clone()),
            KeyRef::Int(_) => return Err(cx.throw_error("Cannot use positional argument after named argument")),
        }
    }
    Ok((positional, (!named.is_empty()).then_some(named)))
}

/// What a closure calls.
pub(crate) fn callable_of_closure(cx: &mut Cx, closure: &PhpObject) -> PhpResult<Callable> {
    match (cx.hooks.callable)(cx, &Value::object(closure.clone()))? {
        Ok(callable) => Ok(callable),
        Err(message) => Err(cx.throw_error(message)),
    }
}

/// What a `ReflectionFunction` calls.
pub(crate) fn callable_of(cx: &mut Cx, function: &FunctionRef) -> PhpResult<Callable> {
    match &function.closure {
        Some(closure) => callable_of_closure(cx, closure),
        None => Ok(Callable { func: function.func, this: None, called_class: None, closure: None, magic_name: None }),
    }
}

pub(crate) fn is_closure_class(cx: &Cx, class: &Class) -> bool {
    class.same(cx.builtin_class("Closure"))
}

/// Is it the `__invoke()` that closures have without declaring it?
pub(crate) fn is_invoke_of_closure(cx: &Cx, func: &Func) -> bool {
    func.builtin.is_none() && func.name.as_bytes() == b"__invoke" && func.class.is_some_and(|class| is_closure_class(cx, class))
}

/// The method `__invoke()` of a closure: not the closure's own function, but one with its parameters. Made once for each function.
pub(crate) fn invoke_method(cx: &mut Cx, closure: Option<&PhpObject>) -> PhpResult<&'static Func> {
    let target = match closure {
        Some(closure) => Some(callable_of_closure(cx, closure)?.func),
        None => None,
    };
    let key = target.map_or(0, |func| std::ptr::from_ref(func).addr());
    if let Some(known) = cx.ext::<Invokes>().0.get(&key) {
        return Ok(known);
    }
    let class = cx.builtin_class("Closure");
    // Any builtin method will do for the parts that say it is one.
    let model = class.methods.values().next().copied().ok_or(Thrown)?;
    let keep = FnFlags::RETURNS_REF.with(FnFlags::VARIADIC).with(FnFlags::DEPRECATED).with(FnFlags::REF_PARAMS);
    let flags = target.map_or(FnFlags(0), |func| FnFlags(func.flags.0 & keep.0)).with(FnFlags::PUBLIC);
    let params: Vec<ParamInfo> = target.map_or_else(Vec::new, |func| func.params.to_vec());
    // Defaults are the closure's affair.
    let params = params.into_iter().map(|param| ParamInfo { default: ParamDefault::None, default_text: None, ..param });
    let func = Func {
        flags,
        num_params: target.map_or(0, |func| func.num_params),
        required: target.map_or(0, |func| func.required),
        name: cx.istr("__invoke"),
        params: params.collect(),
        return_type: target.and_then(|func| func.return_type.clone()),
        prototype: None,
        builtin: None,
        body: Body::BuiltinMethod(run_closure),
        class: Some(class),
        ..model.clone()
    };
    let func: &'static Func = Box::leak(Box::new(func.linked()));
    cx.ext::<Invokes>().0.insert(key, func);
    if let Some(target) = target {
        cx.ext::<Invokes>().1.insert(std::ptr::from_ref(func).addr(), target);
    }
    Ok(func)
}

/// The closure's function behind an `__invoke()`, `__call()` behind what it stands in for; other functions are what they are.
pub(crate) fn target(cx: &mut Cx, func: &'static Func) -> &'static Func {
    cx.ext::<Invokes>().1.get(&std::ptr::from_ref(func).addr()).copied().unwrap_or(func)
}

/// What a `ReflectionFunction` of a closure is about: the closure's function or, where `__call()` stands in for a method that does not
/// exist, one of that method's name that takes anything.
pub(crate) fn func_of_closure(cx: &mut Cx, closure: &PhpObject) -> PhpResult<&'static Func> {
    let callable = callable_of_closure(cx, closure)?;
    let Some(name) = callable.magic_name else { return Ok(callable.func) };
    let key = (std::ptr::from_ref(callable.func).addr(), name.to_vec());
    if let Some(known) = cx.ext::<StandIns>().0.get(&key) {
        return Ok(known);
    }
    let rest = ParamInfo {
        name: cx.istr("arguments"),
        ty: link::parse_type("mixed"),
        by_ref: false,
        prefer_ref: false,
        variadic: true,
        promoted: false,
        default: ParamDefault::None,
        default_text: None,
    };
    let keep = FnFlags::STATIC.with(FnFlags::RETURNS_REF).with(FnFlags::DEPRECATED).with(FnFlags::ABSTRACT);
    let func = Func {
        flags: FnFlags(callable.func.flags.0 & keep.0).with(FnFlags::PUBLIC).with(FnFlags::VARIADIC),
        num_params: 1,
        required: 0,
        name: IStr::new(&name),
        params: [rest].into(),
        return_type: None,
        prototype: None,
        builtin: None,
        code: None,
        body: Body::BuiltinMethod(run_closure),
        ..callable.func.clone()
    };
    let func: &'static Func = Box::leak(Box::new(func.linked()));
    cx.ext::<StandIns>().0.insert(key, func);
    cx.ext::<Invokes>().1.insert(std::ptr::from_ref(func).addr(), callable.func);
    Ok(func)
}

/// Functions that stand for methods that do not exist.
#[derive(Default)]
struct StandIns(BTreeMap<(usize, Vec<u8>), &'static Func>);

impl loxo_runtime::ExtSlot for StandIns {}

/// `__invoke()` methods by their closures' functions, and the other way round.
#[derive(Default)]
struct Invokes(BTreeMap<usize, &'static Func>, BTreeMap<usize, &'static Func>);

impl loxo_runtime::ExtSlot for Invokes {}

fn run_closure(cx: &mut Cx, this: Option<&PhpObject>, args: &mut [Value]) -> PhpResult<Value> {
    let Some(this) = this else { return Err(loxo_runtime::args::no_this(cx)) };
    let callable = callable_of_closure(cx, this)?;
    call(cx, &callable, args)
}

/// The return type is a hint to heirs only.
pub(crate) fn has_tentative_type(func: &Func) -> bool {
    func.return_type.is_some() && func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::TENTATIVE_RETURN))
}
