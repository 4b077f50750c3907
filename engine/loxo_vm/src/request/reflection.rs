//! Answers to reflection's questions about what only the machine's records know.

use loxo_bytecode::{Attribute, FnFlags, Init, TraitRule};
use loxo_runtime::error::trace;
use loxo_runtime::{AttributeArg, AttributeInfo, Attributed, Class, Cx, Func, ParamDefault, PhpResult, Reflect};
use loxo_value::{PhpArray, PhpObject, PhpStr, Value};

use crate::Vm;
use crate::code::code_of;
use crate::objects::closure::Closure;
use crate::objects::generator;
use crate::source::declare::record_of;
use loxo_units::LoadedUnit;

pub fn answer(cx: &mut Cx, question: Reflect<'_>) -> PhpResult<Value> {
    match question {
        Reflect::FunctionPosition(func) => Ok(function_position(func)),
        Reflect::ClassPosition(class) => Ok(class_position(class)),
        Reflect::PropertyDoc(class, index) => {
            with_decl(cx, class, |_, _, decl| Ok(doc(decl.properties.get(index as usize).and_then(|p| p.doc.as_deref()))))
        }
        Reflect::ConstantDoc(class, index) => {
            with_decl(cx, class, |_, _, decl| Ok(doc(decl.constants.get(index as usize).and_then(|c| c.doc.as_deref()))))
        }
        Reflect::PropertyDefaultText(class, index) => with_decl(cx, class, |_, _, decl| {
            let text = decl.properties.get(index as usize).and_then(|p| p.default_text.as_deref());
            Ok(text.map_or(Value::NULL, Value::bytes))
        }),
        Reflect::ParamDefault(func, index) => match func.params.get(index).map(|param| &param.default) {
            Some(ParamDefault::Thunk(thunk)) => {
                let thunk = crate::objects::closure::with_scope(thunk, func.class);
                (cx.hooks.run_thunk)(cx, thunk)
            }
            Some(ParamDefault::Value(value)) => Ok(value.get().clone()),
            _ => Ok(Value::NULL),
        },
        Reflect::TraitAliases(class) => with_decl(cx, class, |_, _, decl| Ok(trait_aliases(decl))),
        Reflect::StaticVariables(func, closure) => Ok(static_variables(Vm::of(cx), func, closure)),
        Reflect::Closure(object) => Ok(closure_parts(object)),
        Reflect::Generator(object) => Ok(generator_parts(object)),
        Reflect::GeneratorTrace(object, options) => Ok(Value::array(generator_trace(Vm::of(cx), object, options))),
        Reflect::Fiber(object, options) => Ok(Value::array(crate::objects::fiber::describe(Vm::of(cx), object, options))),
    }
}

/// `[line, file, $this, is not closed, closure, generator that runs for it]`
fn generator_parts(object: &PhpObject) -> Value {
    let state = generator::state(object);
    let parts = [
        Value::int(i64::from(state.line())),
        Value::bytes(&code_of(state.func).unit.unit.path),
        state.this().map_or(Value::NULL, Value::object),
        Value::bool(state.state.get() != generator::State::Done),
        state.closure().map_or(Value::NULL, Value::object),
        Value::object(innermost(object)),
    ];
    Value::array(PhpArray::from_values(parts))
}

/// The generator that runs when this one is resumed: the end of its chain of `yield from`.
fn innermost(object: &PhpObject) -> PhpObject {
    let mut current = object.clone();
    while let Some(inner) = generator::state(&current).inner() {
        current = inner;
    }
    current
}

/// From the generator that others wait for to the one that was asked about.
fn generator_trace(vm: &mut Vm, object: &PhpObject, options: u32) -> PhpArray {
    let mut entries: Vec<Value> = Vec::new();
    let mut position = None;
    let mut current = Some(object.clone());
    while let Some(object) = current {
        let state = generator::state(&object);
        if let Some(fp) = state.current_frame() {
            let mut calls = trace::Calls::default();
            // SAFETY: a complete frame, suspended or running.
            unsafe { vm.capture_frame(fp, position.take(), options, &mut calls) };
            entries.extend(trace::make(calls.finish().0).values().cloned());
            position = Some((code_of(state.func).unit.path, state.line()));
        }
        current = generator::state(&object).inner();
    }
    entries.reverse();
    PhpArray::from_values(entries)
}

fn trait_aliases(decl: &loxo_bytecode::ClassDecl) -> Value {
    let rules = decl.trait_rules.iter().filter_map(|rule| match rule {
        TraitRule::Alias { class, method, alias: Some(alias), .. } => {
            let class = class.as_deref().map_or(Value::NULL, Value::bytes);
            Some(Value::array(PhpArray::from_values([Value::bytes(alias), Value::bytes(method), class])))
        }
        _ => None,
    });
    Value::array(PhpArray::from_values(rules))
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
    // Abstract methods have a declaration too.
    if func.code.is_none() {
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

/// The attributes of a declaration; the expressions in them have the scope that the members have.
pub fn attributes(_: &mut Cx, place: Attributed<'_>) -> Vec<AttributeInfo> {
    let (unit, all, scope) = match place {
        Attributed::Function(func) | Attributed::Param(func, _) if func.code.is_none() => return Vec::new(),
        Attributed::Function(func) => (code_of(func).unit, Some(&code_of(func).function().attributes), func.class),
        Attributed::Param(func, index) => {
            let param = code_of(func).function().params.get(index);
            (code_of(func).unit, param.map(|param| &param.attributes), func.class)
        }
        Attributed::Class(class) | Attributed::Property(class, ..) | Attributed::Constant(class, ..) => {
            let declared = match place {
                Attributed::Property(_, Some(origin), _) | Attributed::Constant(_, Some(origin), _) => origin,
                _ => class,
            };
            let Some(record) = record_of(declared) else { return Vec::new() };
            let decl = record.decl();
            let all = match place {
                Attributed::Property(_, _, index) => decl.properties.get(index as usize).map(|property| &property.attributes),
                Attributed::Constant(_, _, index) => decl.constants.get(index as usize).map(|constant| &constant.attributes),
                _ => Some(&decl.attributes),
            };
            (record.unit, all, Some(shared(class)))
        }
    };
    all.into_iter().flatten().map(|attribute| describe(unit, attribute, scope)).collect()
}

fn describe(unit: &'static LoadedUnit, attribute: &Attribute, scope: Option<&'static Class>) -> AttributeInfo {
    let args = attribute.args.iter().enumerate().map(|(index, (name, init))| AttributeArg {
        name: name.as_deref().map(PhpStr::new),
        value: match init {
            Init::None => loxo_runtime::Init::Uninit,
            Init::Const(constant) => loxo_runtime::Init::Value(loxo_units::shared_const(constant)),
            Init::Thunk(index) => loxo_runtime::Init::Thunk(crate::objects::closure::with_scope(unit.funcs[*index as usize], scope)),
        },
        text: attribute.texts.get(index).filter(|text| !text.is_empty()).map(|text| PhpStr::new(text)),
    });
    AttributeInfo { name: PhpStr::new(&attribute.name), args: args.collect(), line: attribute.line }
}

fn static_variables(vm: &mut Vm, func: &Func, closure: Option<&PhpObject>) -> Value {
    let mut all = PhpArray::new();
    if !func.is_user() {
        return Value::array(all);
    }
    let function = code_of(func).function();
    let closure = closure.and_then(PhpObject::native::<Closure>);
    if let Some(closure) = closure {
        let names = function.locals.iter().skip(func.num_params as usize);
        for (name, value) in names.zip(closure.bound.iter()).filter(|(_, value)| !value.is_undef()) {
            all.set_bytes(name, value.clone());
        }
    }
    let own = closure.filter(|closure| closure.func.flags.has(FnFlags::CLOSURE)).map(|closure| closure.statics.borrow());
    let values = match &own {
        Some(own) => Some(&**own),
        None => vm.statics.get(func.statics as usize),
    };
    for (i, name) in function.statics.iter().enumerate() {
        // References that somebody else holds stay references.
        let value =
            values.and_then(|v| v.get(i)).filter(|v| !v.is_undef()).map(|v| if v.refcount() > 1 { v.clone() } else { v.clone_deref() });
        let initial = || function.static_inits.get(i).map_or(Value::NULL, |init| loxo_units::shared_const(init).into_value());
        all.set_bytes(name, value.unwrap_or_else(initial));
    }
    Value::array(all)
}

/// `[this or null, scope class name or null, used variables, is of a callable]`
fn closure_parts(object: &loxo_value::PhpObject) -> Value {
    let Some(closure) = object.native::<Closure>() else { return Value::NULL };
    let mut bound = PhpArray::new();
    if closure.func.is_user() {
        let names = &code_of(closure.func).function().locals;
        for (name, value) in names.iter().skip(closure.func.num_params as usize).zip(closure.bound.iter()).filter(|(_, v)| !v.is_undef()) {
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
