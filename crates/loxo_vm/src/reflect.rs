//! Answers to reflection's questions about what only the machine's records know.

use loxo_bytecode::{Attribute, Init};
use loxo_runtime::{Class, Cx, Func, PhpResult, Reflect};
use loxo_value::{PhpArray, Value};

use crate::Vm;
use crate::closure::Closure;
use crate::code::{LoadedUnit, code_of};
use crate::declare::record_of;
use crate::generator;

pub fn answer(cx: &mut Cx, question: Reflect<'_>) -> PhpResult<Value> {
    match question {
        Reflect::FunctionPosition(func) => Ok(function_position(func)),
        Reflect::ClassPosition(class) => Ok(class_position(class)),
        Reflect::FunctionAttributes(func) => match func.is_user() {
            true => attributes(cx, code_of(func).unit, &code_of(func).function().attributes, func.class),
            false => Ok(Value::EMPTY_ARRAY),
        },
        Reflect::ClassAttributes(class) => {
            with_decl(cx, class, |cx, unit, decl| attributes(cx, unit, &decl.attributes, Some(shared(class))))
        }
        Reflect::ParamAttributes(func, index) => match func.is_user() {
            true => match code_of(func).function().params.get(index) {
                Some(param) => attributes(cx, code_of(func).unit, &param.attributes, func.class),
                None => Ok(Value::EMPTY_ARRAY),
            },
            false => Ok(Value::EMPTY_ARRAY),
        },
        Reflect::PropertyAttributes(class, index) => with_decl(cx, class, |cx, unit, decl| match decl.properties.get(index as usize) {
            Some(p) => attributes(cx, unit, &p.attributes, Some(shared(class))),
            None => Ok(Value::EMPTY_ARRAY),
        }),
        Reflect::ConstantAttributes(class, index) => with_decl(cx, class, |cx, unit, decl| match decl.constants.get(index as usize) {
            Some(c) => attributes(cx, unit, &c.attributes, Some(shared(class))),
            None => Ok(Value::EMPTY_ARRAY),
        }),
        Reflect::PropertyDoc(class, index) => {
            with_decl(cx, class, |_, _, decl| Ok(doc(decl.properties.get(index as usize).and_then(|p| p.doc.as_deref()))))
        }
        Reflect::ConstantDoc(class, index) => {
            with_decl(cx, class, |_, _, decl| Ok(doc(decl.constants.get(index as usize).and_then(|c| c.doc.as_deref()))))
        }
        Reflect::StaticVariables(func) => Ok(static_variables(Vm::of(cx), func)),
        Reflect::Closure(object) => Ok(closure_parts(object)),
        Reflect::Generator(object) => {
            let state = generator::state(object);
            let mut parts = PhpArray::new();
            let _ = parts.push(Value::int(i64::from(state.line())));
            let _ = parts.push(Value::bytes(&code_of(state.func).unit.unit.path));
            let _ = parts.push(state.this().map_or(Value::NULL, Value::object));
            let _ = parts.push(Value::bool(state.state.get() != generator::State::Done));
            Ok(Value::array(parts))
        }
    }
}

/// Linked classes live as long as the process.
fn shared(class: &Class) -> &'static Class {
    // SAFETY: the linker leaks every class it makes.
    unsafe { &*std::ptr::from_ref(class) }
}

fn doc(text: Option<&[u8]>) -> Value {
    text.map_or(Value::FALSE, Value::bytes)
}

fn function_position(func: &Func) -> Value {
    if !func.is_user() {
        return Value::NULL;
    }
    let code = code_of(func);
    let function = code.function();
    let parts = [
        Value::bytes(&code.unit.unit.path),
        Value::int(i64::from(function.start_line)),
        Value::int(i64::from(function.end_line)),
        doc(function.doc.as_deref()),
    ];
    Value::array(PhpArray::from_values(parts))
}

fn class_position(class: &Class) -> Value {
    let Some(record) = record_of(class) else { return Value::NULL };
    let decl = record.decl();
    let parts = [
        Value::bytes(&record.unit.unit.path),
        Value::int(i64::from(decl.start_line)),
        Value::int(i64::from(decl.end_line)),
        doc(decl.doc.as_deref()),
    ];
    Value::array(PhpArray::from_values(parts))
}

fn with_decl(
    cx: &mut Cx,
    class: &Class,
    ask: impl FnOnce(&mut Cx, &'static LoadedUnit, &'static loxo_bytecode::ClassDecl) -> PhpResult<Value>,
) -> PhpResult<Value> {
    match record_of(class) {
        Some(record) => {
            let (unit, decl) = (record.unit, record.decl());
            ask(cx, unit, decl)
        }
        None => Ok(Value::EMPTY_ARRAY),
    }
}

/// `[name, arguments, line]` for each; arguments are evaluated here.
fn attributes(cx: &mut Cx, unit: &'static LoadedUnit, all: &[Attribute], class: Option<&'static Class>) -> PhpResult<Value> {
    let mut list = PhpArray::new();
    for attribute in all {
        let mut args = PhpArray::new();
        for (name, init) in &attribute.args {
            let value = lazy(cx, unit, init, class)?;
            match name {
                Some(name) => args.set_bytes(name, value),
                None => drop(args.push(value)),
            }
        }
        let parts = [Value::bytes(&attribute.name), Value::array(args), Value::int(i64::from(attribute.line))];
        let _ = list.push(Value::array(PhpArray::from_values(parts)));
    }
    Ok(Value::array(list))
}

/// Constants as they are; expressions as closures of their thunk, for reflection to run when it is asked for them.
fn lazy(cx: &mut Cx, unit: &'static LoadedUnit, init: &Init, class: Option<&'static Class>) -> PhpResult<Value> {
    if let Init::Thunk(index) = init {
        let vm = Vm::of(cx);
        let func = crate::closure::with_scope(vm, unit.funcs[*index as usize], class);
        let callable = loxo_runtime::Callable { func, this: None, called_class: class, closure: None, magic_name: None };
        return Ok(Value::object(crate::closure::of_callable(vm, &callable)));
    }
    Vm::of(cx).init_value(unit, init, class)
}

fn static_variables(vm: &mut Vm, func: &Func) -> Value {
    let mut all = PhpArray::new();
    if !func.is_user() {
        return Value::array(all);
    }
    let names = &code_of(func).function().statics;
    let values = vm.statics.get(func.statics as usize);
    for (i, name) in names.iter().enumerate() {
        let value = values.and_then(|v| v.get(i)).filter(|v| !v.is_undef()).map_or(Value::NULL, Value::clone_deref);
        all.set_bytes(name, value);
    }
    Value::array(all)
}

/// `[this or null, scope class name or null, used variables, is of a callable]`
fn closure_parts(object: &loxo_value::PhpObject) -> Value {
    let Some(closure) = object.native::<Closure>() else { return Value::NULL };
    let mut bound = PhpArray::new();
    if closure.func.is_user() {
        let names = &code_of(closure.func).function().locals;
        for (name, value) in names.iter().skip(closure.func.num_params as usize).zip(&closure.bound).filter(|(_, v)| !v.is_undef()) {
            bound.set_bytes(name, value.clone());
        }
    }
    let parts = [
        closure.this.clone().map_or(Value::NULL, Value::object),
        closure.func.class.map_or(Value::NULL, |c| Value::string(c.name.to_php())),
        Value::array(bound),
        Value::bool(closure.of_callable),
        closure.called.map_or(Value::NULL, |c| Value::string(c.name.to_php())),
    ];
    Value::array(PhpArray::from_values(parts))
}
