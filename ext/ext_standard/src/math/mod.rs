//! The mathematical functions: rounding, bases of numbers, remainders, floats.

mod base;
mod float;
mod format;
mod remainder;
mod round;

pub(crate) use base::*;
pub(crate) use float::*;
pub(crate) use format::*;
pub(crate) use round::*;

use crate::prelude::*;

/// `abs()`
pub(crate) fn abs(_cx: &mut Cx, num: &Value) -> PhpResult<Value> {
    Ok(match (num.as_int(), num.as_float()) {
        (Some(n), _) => n.checked_abs().map_or(Value::float(-(n as f64)), Value::int),
        (None, f) => Value::float(f.unwrap_or(0.0).abs()),
    })
}

/// `intdiv()`
pub(crate) fn intdiv(cx: &mut Cx, num1: i64, num2: i64) -> PhpResult<i64> {
    match num1.checked_div(num2) {
        Some(n) => Ok(n),
        None if num2 == 0 => Err(cx.throw("DivisionByZeroError", "Division by zero")),
        None => Err(cx.throw("ArithmeticError", "Division of PHP_INT_MIN by -1 is not an integer")),
    }
}

/// `pow()`
pub(crate) fn pow(cx: &mut Cx, num: &Value, exponent: &Value) -> PhpResult<Value> {
    operators::pow(cx, num, exponent)
}
