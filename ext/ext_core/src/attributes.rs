//! Attributes that the engine knows.

use loxo_runtime::{Cx, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value};

/// Constructors of attributes without arguments.
pub(crate) fn nothing(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// Objects have the declared properties and no others.
pub(crate) fn strict() -> ObjectHandlers {
    ObjectHandlers { no_dynamic_properties: true, ..ObjectHandlers::default() }
}

/// Shows nothing of what it holds, however it is looked at.
pub(crate) fn sensitive_value() -> ObjectHandlers {
    ObjectHandlers {
        no_dynamic_properties: true,
        no_serialize: true,
        properties: Some(|_, _| Ok(PhpArray::new())),
        debug_info: Some(|_, _| Ok(PhpArray::new())),
        ..ObjectHandlers::default()
    }
}

pub(crate) mod attribute {
    use super::*;

    /// `Attribute::__construct()`
    pub(crate) fn construct(_: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
        this.slot_mut(0).assign(Value::int(flags));
        Ok(())
    }
}

pub(crate) mod sensitive_parameter_value {
    use super::*;

    /// `SensitiveParameterValue::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
        init_readonly(cx, this, 0, "SensitiveParameterValue::$value", value.clone())
    }

    /// `SensitiveParameterValue::getValue()`
    pub(crate) fn get_value(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
        Ok(this.slot(0).clone_deref())
    }

    /// `SensitiveParameterValue::__debugInfo()`
    pub(crate) fn debug_info(_: &mut Cx, _: &PhpObject) -> PhpResult<PhpArray> {
        Ok(PhpArray::new())
    }
}

pub(crate) mod deprecated {
    use super::*;

    /// `Deprecated::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, message: Option<&PhpStr>, since: Option<&PhpStr>) -> PhpResult<()> {
        init_readonly(cx, this, 0, "Deprecated::$message", Value::from(message.cloned()))?;
        init_readonly(cx, this, 1, "Deprecated::$since", Value::from(since.cloned()))
    }
}

pub(crate) mod no_discard {
    use super::*;

    /// `NoDiscard::__construct()`
    pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, message: Option<&PhpStr>) -> PhpResult<()> {
        init_readonly(cx, this, 0, "NoDiscard::$message", Value::from(message.cloned()))
    }
}

/// A constructor may be called twice; readonly properties do not change then.
fn init_readonly(cx: &mut Cx, this: &PhpObject, slot: usize, name: &str, value: Value) -> PhpResult<()> {
    if !this.slot(slot).is_undef() {
        return Err(cx.throw("Error", format!("Cannot modify readonly property {name}")));
    }
    *this.slot_mut(slot) = value;
    Ok(())
}
