//! Declared types: whether a value is of one, and what it becomes if it can be made to fit.

use loxo_bytecode::TypeMask;
use loxo_value::{Value, number};

use crate::{Class, Cx, PhpResult, Type, convert};

/// Coerces a value to a type in the strict or weak mode. The outer result is an exception on its way; the inner one gives a value back that
/// does not fit.
pub fn coerce_value(cx: &mut Cx, ty: &Type, mut value: Value, strict: bool) -> PhpResult<Result<Value, Value>> {
    let fits = coerce(cx, ty, &mut value, strict, None)?;
    Ok(if fits { Ok(value) } else { Err(value) })
}

/// The same in place; `false`: the value does not fit and is as it was. `scope` is the class that declares what the type belongs to.
pub fn coerce(cx: &mut Cx, ty: &Type, value: &mut Value, strict: bool, scope: Option<&'static Class>) -> PhpResult<bool> {
    if is_of(cx, ty, value, scope)? {
        return Ok(true);
    }
    coerce_scalar(cx, ty.spec.mask, value, strict)
}

/// Whether a value is of a type as it is.
pub fn is_of(cx: &mut Cx, ty: &Type, value: &Value, scope: Option<&'static Class>) -> PhpResult<bool> {
    let value = value.deref();
    let mask = ty.spec.mask;
    if mask.0 & (1 << value.tag() as u32) != 0 {
        return Ok(true);
    }
    if let Some(object) = value.as_object() {
        let class = cx.class_of(object);
        let instance = ty.ids.iter().any(|all| {
            all.iter().all(|&id| cx.class_by_id(id).is_some_and(|wanted| class.is_subclass_of(wanted)))
        });
        if instance {
            return Ok(true);
        }
        if mask.has(TypeMask::STATIC) {
            let called = (cx.hooks.called_class)(cx).or(scope);
            if called.is_some_and(|called| class.is_subclass_of(called)) {
                return Ok(true);
            }
        }
        if mask.has(TypeMask::ITERABLE) && class.is_subclass_of(cx.builtin_class("Traversable")) {
            return Ok(true);
        }
    }
    if mask.has(TypeMask::ITERABLE) && value.is_array() {
        return Ok(true);
    }
    if mask.has(TypeMask::CALLABLE) {
        return Ok((cx.hooks.callable)(cx, value)?.is_ok());
    }
    Ok(mask.has(TypeMask::VOID) && value.is_null())
}

/// Scalars into the scalar types of `mask`, in PHP's order of preference: int, float, string, bool.
pub fn coerce_scalar(cx: &mut Cx, mask: TypeMask, value: &mut Value, strict: bool) -> PhpResult<bool> {
    let plain = value.deref();
    if strict {
        let Some(int) = plain.as_int().filter(|_| mask.has(TypeMask::FLOAT)) else { return Ok(false) };
        *value = Value::float(int as f64);
        return Ok(true);
    }
    if plain.is_null() || plain.is_undef() || plain.is_array() || plain.is_resource() {
        return Ok(false);
    }
    if let Some(fitting) = weak(cx, mask, &plain.clone())? {
        *value = fitting;
        return Ok(true);
    }
    Ok(false)
}

fn weak(cx: &mut Cx, mask: TypeMask, value: &Value) -> PhpResult<Option<Value>> {
    if mask.has(TypeMask::INT) {
        if let (true, Some(text)) = (mask.has(TypeMask::FLOAT), value.as_bytes()) {
            if let Some(n) = number::parse_numeric(text).filter(|n| !n.trailing_data) {
                return Ok(Some(convert::numeric_value(n.number)));
            }
        }
        if let Some(int) = weak_int(cx, value)? {
            return Ok(Some(Value::int(int)));
        }
    }
    if mask.has(TypeMask::FLOAT) {
        if let Some(float) = weak_float(value) {
            return Ok(Some(Value::float(float)));
        }
    }
    if mask.has(TypeMask::STRING) {
        if let Some(object) = value.as_object() {
            let text = convert::object_to_string(cx, object)?;
            if let Some(text) = text {
                return Ok(Some(Value::string(text)));
            }
        } else {
            return Ok(Some(Value::string(convert::to_string(cx, value)?)));
        }
    }
    if value.is_object() {
        return Ok(None);
    }
    if mask.has(TypeMask::BOOL) {
        return Ok(Some(Value::bool(value.to_bool())));
    }
    // `false` alone takes nothing but itself.
    Ok(None)
}

/// An int parameter's rules for floats, numeric strings and bools.
pub fn weak_int(cx: &mut Cx, value: &Value) -> PhpResult<Option<i64>> {
    if let Some(int) = value.as_int() {
        return Ok(Some(int));
    }
    if let Some(float) = value.as_float() {
        return float_as_int(cx, float);
    }
    if let Some(text) = value.as_str() {
        return Ok(match number::parse_numeric(text.as_bytes()).filter(|n| !n.trailing_data).map(|n| n.number) {
            Some(number::Numeric::Int(int)) => Some(int),
            Some(number::Numeric::Float(float)) => {
                if !fits_int(float) {
                    return Ok(None);
                }
                if float.fract() != 0.0 {
                    convert::lossy_numeric_string(cx, text)?;
                }
                Some(float as i64)
            }
            None => None,
        });
    }
    Ok(value.as_bool().map(i64::from))
}

fn fits_int(float: f64) -> bool {
    float.is_finite() && (-9.223_372_036_854_775_8e18..9.223_372_036_854_775_8e18).contains(&float)
}

fn float_as_int(cx: &mut Cx, float: f64) -> PhpResult<Option<i64>> {
    if !fits_int(float) {
        return Ok(None);
    }
    if float.fract() != 0.0 {
        convert::lossy_float(cx, float)?;
    }
    Ok(Some(float as i64))
}

/// A float parameter's rules for ints, numeric strings and bools.
pub fn weak_float(value: &Value) -> Option<f64> {
    if let Some(float) = value.as_float() {
        return Some(float);
    }
    if let Some(int) = value.as_int() {
        return Some(int as f64);
    }
    if let Some(text) = value.as_bytes() {
        return number::parse_numeric(text).filter(|n| !n.trailing_data).map(|n| match n.number {
            number::Numeric::Int(int) => int as f64,
            number::Numeric::Float(float) => float,
        });
    }
    value.as_bool().map(|b| if b { 1.0 } else { 0.0 })
}
