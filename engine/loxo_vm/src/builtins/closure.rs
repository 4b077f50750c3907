//! The methods of `Closure`, and what dumps and comparisons show of its objects.

use loxo_runtime::{Callable, Class, Cx, ObjectHandlers, PhpResult, convert};
use loxo_value::{PhpArray, PhpObject, Value};

use crate::Vm;
use crate::code::Code;
use crate::objects::closure::{self, Closure};

pub fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(super::unmade),
        callable: Some(|_, object| Ok(object.native::<Closure>().map(|c| c.callable(object)))),
        compare: Some(compare),
        debug_info: Some(debug_info),
        no_new: Some("Instantiation of class Closure is not allowed"),
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// Closures of the same callable are equal; others only to themselves. Compared with what is no object they are cast, as other objects are.
fn compare(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<i32> {
    let (Some(a), Some(b)) = (lhs.as_object(), rhs.as_object()) else {
        return loxo_runtime::compare::compare_standard(cx, lhs, rhs);
    };
    if a.ptr_eq(b) {
        return Ok(0);
    }
    let (Some(x), Some(y)) = (a.native::<Closure>(), b.native::<Closure>()) else { return Ok(2) };
    let same_this = match (&x.this, &y.this) {
        (None, None) => true,
        (Some(x), Some(y)) => x.ptr_eq(y),
        _ => false,
    };
    let same_called = x.called.map(std::ptr::from_ref) == y.called.map(std::ptr::from_ref);
    let same_func = x.func.name == y.func.name
        && x.magic_name == y.magic_name
        && x.func.class.map(std::ptr::from_ref) == y.func.class.map(std::ptr::from_ref);
    Ok(if x.of_callable && y.of_callable && same_this && same_called && same_func { 0 } else { 2 })
}

fn debug_info(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpArray> {
    let mut info = PhpArray::new();
    let Some(closure) = object.native::<Closure>() else { return Ok(info) };
    let func = closure.func;
    if closure.of_callable {
        info.set_bytes(b"function", Value::bytes(&func.display_name()));
    } else {
        info.set_bytes(b"name", Value::string(func.name.to_php()));
        let (file, line) = crate::source::declare::position_of(func);
        if !file.is_empty() {
            info.set_bytes(b"file", Value::bytes(&file));
            info.set_bytes(b"line", Value::int(i64::from(line)));
        }
    }
    let mut bound = PhpArray::new();
    if func.is_user() {
        let code = crate::code::code_of(func);
        let names = &code.function().locals[func.num_params as usize..];
        for (name, value) in names.iter().zip(closure.bound.iter()).filter(|(_, v)| !v.is_undef()) {
            bound.set_bytes(name, value.clone());
        }
        add_statics(cx, closure, &mut bound);
    }
    if !bound.is_empty() {
        info.set_bytes(b"static", Value::array(bound));
    }
    if let Some(this) = &closure.this {
        info.set_bytes(b"this", Value::object(this.clone()));
    }
    let mut params = PhpArray::new();
    for (i, param) in func.params.iter().enumerate() {
        let name = [if param.by_ref { b"&$".as_slice() } else { b"$" }, param.name.as_bytes()].concat();
        let kind: &[u8] = if i < func.required as usize { b"<required>" } else { b"<optional>" };
        params.set_bytes(&name, Value::bytes(kind));
    }
    if !params.is_empty() {
        info.set_bytes(b"parameter", Value::array(params));
    }
    Ok(info)
}

/// The function's static variables; null before they are initialised, unless a constant says what they will be.
fn add_statics(cx: &mut Cx, closure: &Closure, into: &mut PhpArray) {
    let code = crate::code::code_of(closure.func);
    let function = code.function();
    let of_function = Vm::of(cx).statics.get(closure.func.statics as usize);
    let own = closure.statics.borrow();
    for (i, name) in function.statics.iter().enumerate() {
        let value = own.get(i).or(of_function.and_then(|all| all.get(i))).filter(|v| !v.is_undef());
        into.set_bytes(name, value.map_or_else(|| initial(code, i), Value::clone_deref));
    }
}

/// The value that `static $x = ...` number `index` will begin with, where that is a literal.
fn initial(code: &Code, index: usize) -> Value {
    use loxo_bytecode::OpCode;
    let function = code.function();
    let init = function.code.iter().position(|op| op.code == OpCode::InitStatic && op.b as usize == index);
    let load = init.filter(|at| *at > 0).map(|at| (&function.code[at - 1], &function.code[at]));
    match load.filter(|(load, init)| load.code == OpCode::LoadK && load.a == init.c) {
        Some((load, _)) => code.const_value(load.b).clone(),
        None => Value::NULL,
    }
}

pub fn construct(_cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// The scope that `bind()`'s last argument means.
fn scope_of(cx: &mut Cx, object: &PhpObject, this: Option<&PhpObject>, scope: Option<&Value>) -> PhpResult<Option<&'static Class>> {
    let _ = this;
    let old = object.native::<Closure>().and_then(|c| c.func.class);
    let Some(scope) = scope else { return Ok(None) };
    if let Some(object) = scope.as_object() {
        return Ok(Some(cx.class_of(object)));
    }
    let Some(name) = scope.as_str() else { return Ok(None) };
    if name.as_bytes() == b"static" {
        return Ok(old);
    }
    match cx.class(name.as_bytes())? {
        Some(class) => Ok(Some(class)),
        None => {
            cx.warning([b"Class \"", convert::shown_name(name.as_bytes()), b"\" not found"].concat());
            Err(loxo_runtime::Thrown)
        }
    }
}

pub fn bind(cx: &mut Cx, closure: &PhpObject, this: Option<&PhpObject>, scope: Option<&Value>) -> PhpResult<Option<PhpObject>> {
    bind_to(cx, closure, this, scope)
}

pub fn bind_to(cx: &mut Cx, object: &PhpObject, this: Option<&PhpObject>, scope: Option<&Value>) -> PhpResult<Option<PhpObject>> {
    let scope = match scope_of(cx, object, this, scope) {
        Ok(scope) => scope,
        // An unknown class is a warning and null, unless its handler threw.
        Err(thrown) => return if cx.exception.is_some() || cx.ending.is_some() { Err(thrown) } else { Ok(None) },
    };
    closure::bind(Vm::of(cx), object, this.cloned(), scope)
}

pub fn call(cx: &mut Cx, object: &PhpObject, this: &PhpObject, args: &[Value]) -> PhpResult<Value> {
    let named = cx.named.take();
    let scope = cx.class_of(this);
    let Some(bound) = closure::bind(Vm::of(cx), object, Some(this.clone()), Some(scope))? else { return Ok(Value::NULL) };
    let callable: Callable = match bound.native::<Closure>() {
        Some(closure) => closure.callable(&bound),
        None => return Ok(Value::NULL),
    };
    let value = (cx.hooks.call)(cx, &callable, &mut args.to_vec(), named.as_ref())?;
    Ok(if value.is_ref() { value.clone_deref() } else { value })
}

/// What may be called, and what `static` means, is as for the caller's own code.
pub fn from_callable(cx: &mut Cx, callback: &Value) -> PhpResult<PhpObject> {
    let active = cx.active.take();
    let resolved = (cx.hooks.callable)(cx, callback);
    cx.active = active;
    match resolved? {
        Ok(callable) => Ok(closure::of_callable(Vm::of(cx), &callable)),
        Err(why) => Err(cx.type_error(format!("Failed to create closure from callable: {why}"))),
    }
}

pub fn get_current(cx: &mut Cx) -> PhpResult<PhpObject> {
    let vm = Vm::of(cx);
    // SAFETY: a live frame.
    let current = vm.user_frame().and_then(|fp| unsafe { crate::frame::header(fp).closure.as_object().cloned() });
    match current {
        Some(closure) => Ok(closure),
        None => Err(cx.throw_error("Current function is not a closure")),
    }
}
