//! `+ - * / % **`, unary minus and plus.

use loxo_bytecode::BinaryOp;
use loxo_value::{Tag, Value};

use super::{overloaded, unite, unsupported};
use crate::convert;
use crate::{Cx, PhpResult};

/// Two numbers of the same kind.
enum Pair {
    Int(i64, i64),
    Float(f64, f64),
}

impl Pair {
    #[inline]
    fn of(a: &Value, b: &Value) -> Option<Pair> {
        Some(match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => Pair::Int(a, b),
            (Some(a), None) => Pair::Float(a as f64, b.as_float()?),
            (None, Some(b)) => Pair::Float(a.as_float()?, b as f64),
            (None, None) => Pair::Float(a.as_float()?, b.as_float()?),
        })
    }
}

/// The operands as numbers, or what an overloaded operator made of them.
enum Operands {
    Pair(Pair),
    Done(Value),
}

/// What is an int in arithmetic without being asked: sums of comparisons are common.
fn as_plain_int(value: &Value) -> Option<i64> {
    match value.tag() {
        Tag::Int => value.as_int(),
        Tag::True => Some(1),
        Tag::False | Tag::Null => Some(0),
        _ => None,
    }
}

fn operands(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<Operands> {
    if let Some(pair) = Pair::of(lhs, rhs) {
        return Ok(Operands::Pair(pair));
    }
    if let (Some(a), Some(b)) = (as_plain_int(lhs), as_plain_int(rhs)) {
        return Ok(Operands::Pair(Pair::Int(a, b)));
    }
    if (lhs.is_object() || rhs.is_object())
        && let Some(result) = overloaded(cx, op, lhs, rhs)?
    {
        return Ok(Operands::Done(result));
    }
    let pair = match convert::to_number(cx, lhs)? {
        Some(a) => convert::to_number(cx, rhs)?.and_then(|b| Pair::of(&a, &b)),
        None => None,
    };
    match pair {
        Some(pair) => Ok(Operands::Pair(pair)),
        None => Err(unsupported(cx, op, lhs, rhs)),
    }
}

macro_rules! arithmetic {
    ($(#[$meta:meta])* $name:ident, $op:ident, $checked:ident, $sign:tt) => {
        $(#[$meta])*
        #[inline]
        pub fn $name(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
            fn on(pair: Pair) -> Value {
                match pair {
                    Pair::Int(a, b) => match a.$checked(b) {
                        Some(n) => Value::int(n),
                        None => Value::float(a as f64 $sign b as f64),
                    },
                    Pair::Float(a, b) => Value::float(a $sign b),
                }
            }
            #[cold]
            fn slow(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
                Ok(match operands(cx, BinaryOp::$op, lhs.deref(), rhs.deref())? {
                    Operands::Pair(pair) => on(pair),
                    Operands::Done(v) => v,
                })
            }
            match Pair::of(lhs, rhs) {
                Some(pair) => Ok(on(pair)),
                None => slow(cx, lhs, rhs),
            }
        }
    };
}

arithmetic!(add_numbers, Add, checked_add, +);
arithmetic!(
    /// `lhs - rhs`
    sub, Sub, checked_sub, -
);
arithmetic!(
    /// `lhs * rhs`
    mul, Mul, checked_mul, *
);

/// `lhs + rhs`; the union of two arrays.
#[inline]
pub fn add(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    if let (Some(a), Some(b)) = (lhs.deref().as_array(), rhs.deref().as_array()) {
        let mut union = a.clone();
        unite(&mut union, b);
        return Ok(Value::array(union));
    }
    add_numbers(cx, lhs, rhs)
}

/// `lhs / rhs`: an int if it divides evenly.
pub fn div(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    match operands(cx, BinaryOp::Div, lhs.deref(), rhs.deref())? {
        Operands::Done(v) => Ok(v),
        Operands::Pair(Pair::Int(_, 0)) => Err(cx.division_by_zero()),
        Operands::Pair(Pair::Int(a, b)) => Ok(match (a.checked_rem(b), a.checked_div(b)) {
            (Some(0), Some(n)) => Value::int(n),
            _ => Value::float(a as f64 / b as f64),
        }),
        Operands::Pair(Pair::Float(_, 0.0)) => Err(cx.division_by_zero()),
        Operands::Pair(Pair::Float(a, b)) => Ok(Value::float(a / b)),
    }
}

/// `lhs % rhs`
pub fn modulo(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    match super::bits::int_operands(cx, BinaryOp::Mod, lhs.deref(), rhs.deref())? {
        Err(v) => Ok(v),
        Ok((_, 0)) => Err(cx.throw("DivisionByZeroError", "Modulo by zero")),
        Ok((a, b)) => Ok(Value::int(a.wrapping_rem(b))),
    }
}

/// `lhs ** rhs`
pub fn pow(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    match operands(cx, BinaryOp::Pow, lhs.deref(), rhs.deref())? {
        Operands::Done(v) => Ok(v),
        Operands::Pair(Pair::Int(a, b)) if b >= 0 => Ok(int_power(a, b)),
        Operands::Pair(Pair::Int(a, b)) => float_power(cx, a as f64, b as f64),
        Operands::Pair(Pair::Float(a, b)) => float_power(cx, a, b),
    }
}

/// By squaring; floats take over where ints overflow.
fn int_power(base: i64, exponent: i64) -> Value {
    let (mut result, mut base, mut rest) = (1i64, base, exponent);
    if rest == 0 {
        return Value::int(1);
    }
    if base == 0 {
        return Value::int(0);
    }
    while rest >= 1 {
        if rest % 2 == 1 {
            rest -= 1;
            match result.checked_mul(base) {
                Some(n) => result = n,
                None => return Value::float(result as f64 * base as f64 * (base as f64).powf(rest as f64)),
            }
        } else {
            rest /= 2;
            match base.checked_mul(base) {
                Some(n) => base = n,
                None => return Value::float(result as f64 * (base as f64 * base as f64).powf(rest as f64)),
            }
        }
    }
    Value::int(result)
}

fn float_power(cx: &mut Cx, base: f64, exponent: f64) -> PhpResult<Value> {
    if base == 0.0 && exponent < 0.0 {
        cx.deprecated("Power of base 0 and negative exponent is deprecated");
        cx.check()?;
    }
    Ok(Value::float(base.powf(exponent)))
}

/// `-v`: PHP multiplies by -1.
pub fn neg(cx: &mut Cx, v: &Value) -> PhpResult<Value> {
    mul(cx, v, &Value::int(-1))
}

/// `+v`: PHP multiplies by 1.
pub fn plus(cx: &mut Cx, v: &Value) -> PhpResult<Value> {
    mul(cx, v, &Value::int(1))
}
