//! What a request computes of a class: constants, static properties, defaults.

use loxo_bytecode::MemberFlags;
use loxo_value::{PhpArray, PhpObject, Value};

use super::{create, typed};
use crate::display::{class_text, member_text, type_text, value_name};
use crate::{Class, ClassConst, ClassState, Cx, Init, PhpResult, Property};

/// The request's state of a class, made on first use.
pub fn class_state<'a>(cx: &'a mut Cx, class: &'static Class) -> &'a mut ClassState {
    let index = class.uid as usize;
    if cx.class_states.len() <= index {
        cx.class_states.resize_with(index + 64, || None);
    }
    cx.class_states[index].get_or_insert_with(|| {
        let mut state = ClassState::default();
        state.statics.extend(class.static_inits.iter().map(|init| match &init.init {
            Init::Value(value) => value.get().clone(),
            _ => Value::UNDEF,
        }));
        state.statics_ready = !class.needs_init;
        state.constants.resize_with(class.const_count as usize, || Value::UNDEF);
        state.evaluating.resize(class.const_count as usize, false);
        Box::new(state)
    })
}

/// Evaluates what must be evaluated before objects of the class exist or its static properties are used.
pub fn init_class(cx: &mut Cx, class: &'static Class) -> PhpResult<()> {
    if !class.needs_init {
        return Ok(());
    }
    let state = class_state(cx, class);
    if state.statics_ready || state.initializing {
        return Ok(());
    }
    state.initializing = true;
    let outcome = init_members(cx, class);
    let state = class_state(cx, class);
    state.initializing = false;
    state.statics_ready = outcome.is_ok();
    outcome
}

fn init_members(cx: &mut Cx, class: &'static Class) -> PhpResult<()> {
    if let Some(parent) = class.parent {
        init_class(cx, parent)?;
    }
    for constant in class.constants.values() {
        if matches!(constant.value, Init::Thunk(_)) {
            const_value(cx, constant)?;
        }
    }
    for (index, init) in class.static_inits.iter().enumerate() {
        let Init::Thunk(func) = &init.init else { continue };
        let value = (cx.hooks.run_thunk)(cx, func)?;
        let value = coerce_default(cx, class.properties.get(init.name.as_bytes()), value)?;
        class_state(cx, class).statics[index] = value;
    }
    if class.lazy_defaults {
        let defaults = eval_defaults(cx, class)?;
        class_state(cx, class).defaults = Some(defaults);
    }
    Ok(())
}

fn eval_defaults(cx: &mut Cx, class: &'static Class) -> PhpResult<Vec<Value>> {
    let mut defaults = Vec::with_capacity(class.slots.len());
    for slot in &class.slots {
        defaults.push(match &slot.default {
            Init::Uninit => Value::UNDEF,
            Init::Value(value) => value.get().clone(),
            Init::Thunk(func) => {
                let value = (cx.hooks.run_thunk)(cx, func)?;
                coerce_default(cx, Some(&slot.property), value)?
            }
        });
    }
    Ok(defaults)
}

/// Constant expressions are checked against the type when they are evaluated; always strictly, as PHP does.
fn coerce_default(cx: &mut Cx, property: Option<&'static Property>, value: Value) -> PhpResult<Value> {
    match property {
        Some(property) => typed::coerce_property(cx, property, value, true),
        None => Ok(value),
    }
}

/// The value of a class constant; evaluated once per request in the class that declares it.
pub fn const_value(cx: &mut Cx, constant: &'static ClassConst) -> PhpResult<Value> {
    const_value_named(cx, constant, Some(b"self"))
}

/// The same; `spelled` is the class as the constant expression that asks names it, for the error about recursion. Code that is no constant
/// expression begins a chain, and does not count as a part of it.
pub(super) fn const_value_named(cx: &mut Cx, constant: &'static ClassConst, spelled: Option<&[u8]>) -> PhpResult<Value> {
    let is_case = constant.flags.has(MemberFlags::CASE);
    if let Init::Value(value) = &constant.value
        && !is_case
    {
        return Ok(value.get().clone());
    }
    let (home, index) = (constant.class, constant.index as usize);
    let state = class_state(cx, home);
    if !state.constants[index].is_undef() {
        return Ok(state.constants[index].clone());
    }
    if let Some(spelled) = spelled
        && std::mem::replace(&mut state.evaluating[index], true)
    {
        let message =
            format!("Cannot declare self-referencing constant {}::{}", String::from_utf8_lossy(spelled), member_text(&constant.name));
        return Err(cx.throw("Error", &message));
    }
    let outcome = evaluate(cx, constant, is_case);
    let state = class_state(cx, home);
    if spelled.is_some() {
        state.evaluating[index] = false;
    }
    let value = outcome?;
    state.constants[index] = value.clone();
    Ok(value)
}

/// Checks the values of an enum's cases: all of the backing type, none twice. Runs once; a failure is found again each time.
fn check_backing(cx: &mut Cx, class: &'static Class) -> PhpResult<()> {
    let Some(backing) = class.backing.as_ref() else { return Ok(()) };
    // A value may be made of other cases.
    if std::mem::replace(&mut class_state(cx, class).cases_checked, true) {
        return Ok(());
    }
    let outcome = backing_table(cx, class, backing);
    let state = class_state(cx, class);
    state.cases_checked = outcome.is_ok();
    state.cases = outcome?;
    Ok(())
}

/// The case of a backed enum with this value, an int or a string.
pub fn case_of_value(cx: &mut Cx, class: &'static Class, value: &Value) -> PhpResult<Option<Value>> {
    check_backing(cx, class)?;
    let cases = &class_state(cx, class).cases;
    let found = match (value.as_int(), value.as_str()) {
        (Some(value), _) => cases.get_int(value),
        (_, Some(value)) => cases.get_str(value),
        _ => None,
    };
    let Some(constant) = found.and_then(Value::as_int).and_then(|at| class.constants.get_index(at as usize)) else { return Ok(None) };
    const_value(cx, constant.1).map(Some)
}

/// Where among the enum's constants the case of each value is.
fn backing_table(cx: &mut Cx, class: &'static Class, backing: &crate::Type) -> PhpResult<PhpArray> {
    let cases = class.constants.values().enumerate().filter(|(_, c)| c.flags.has(MemberFlags::CASE));
    let mut seen = PhpArray::new();
    for (at, case) in cases {
        let value = match &case.value {
            Init::Uninit => Value::NULL,
            Init::Value(value) => value.get().clone(),
            Init::Thunk(func) => (cx.hooks.run_thunk)(cx, func)?,
        };
        if !crate::types::in_mask(backing.spec.mask, &value) {
            let (given, wanted) = (value_name(&value), type_text(backing));
            return Err(cx.throw("TypeError", format!("Enum case type {given} does not match enum backing type {wanted}")));
        }
        let place = match (value.as_int(), value.as_str()) {
            (Some(value), _) => seen.entry_int(value),
            (_, Some(value)) => seen.entry_str(value),
            _ => continue,
        };
        if let Some((_, first)) = place.as_int().and_then(|first| class.constants.get_index(first as usize)) {
            let (class, first, second) = (class_text(class), member_text(&first.name), member_text(&case.name));
            return Err(cx.throw("Error", format!("Duplicate value in enum {class} for cases {first} and {second}")));
        }
        *place = Value::int(at as i64);
    }
    Ok(seen)
}

fn evaluate(cx: &mut Cx, constant: &'static ClassConst, is_case: bool) -> PhpResult<Value> {
    let value = match &constant.value {
        Init::Uninit => Value::NULL,
        Init::Value(value) => value.get().clone(),
        Init::Thunk(func) => (cx.hooks.run_thunk)(cx, func)?,
    };
    if is_case {
        check_backing(cx, constant.class)?;
        return Ok(Value::object(enum_case(constant, value)));
    }
    match &constant.ty {
        Some(ty) => match crate::types::coerce_value(cx, ty, value, true)? {
            Ok(value) => Ok(value),
            Err(value) => {
                let message = format!(
                    "Cannot assign {} to class constant {}::{} of type {}",
                    value_name(&value),
                    class_text(constant.class),
                    member_text(&constant.name),
                    type_text(ty)
                );
                Err(cx.throw("TypeError", &message))
            }
        },
        None => Ok(value),
    }
}

/// The one object of an enum case.
fn enum_case(constant: &'static ClassConst, value: Value) -> PhpObject {
    let class = constant.class;
    // Constants of the enum may be made of its cases, so a case must not wait for those.
    let object = create::allocate(class);
    let slot = |name: &[u8]| class.properties.get(name).map(|property| property.slot as usize);
    if let Some(slot) = slot(b"name") {
        *object.slot_mut(slot) = Value::string(constant.name.to_php());
    }
    if let Some(slot) = slot(b"value") {
        *object.slot_mut(slot) = value;
    }
    object
}
