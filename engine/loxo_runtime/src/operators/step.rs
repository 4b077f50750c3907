//! The operators `++` and `--`, with PHP's increment of texts.

use loxo_bytecode::BinaryOp;
use loxo_value::number::{self, Numeric};
use loxo_value::{PhpStr, Tag, Value};

use super::overloaded;
use crate::convert;
use crate::display::value_name;
use crate::{Cx, PhpResult};

/// `++$target`, through a reference if it is one.
pub fn increment(cx: &mut Cx, target: &mut Value) -> PhpResult<()> {
    let target = target.deref_mut();
    if let Some(n) = target.as_int() {
        *target = n.checked_add(1).map_or_else(|| Value::float(n as f64 + 1.0), Value::int);
        return Ok(());
    }
    // Diagnostics may run PHP code that changes the variable; what counts is the value before.
    let old = target.clone();
    *target = incremented(cx, &old)?;
    Ok(())
}

fn incremented(cx: &mut Cx, v: &Value) -> PhpResult<Value> {
    match v.tag() {
        Tag::Float => Ok(Value::float(v.as_float().unwrap_or(0.0) + 1.0)),
        Tag::Undef | Tag::Null => Ok(Value::int(1)),
        Tag::False | Tag::True => {
            cx.warning("Increment on type bool has no effect, this will change in the next major version of PHP");
            cx.check()?;
            Ok(v.clone())
        }
        Tag::String => {
            let s = v.as_str().cloned().unwrap_or_default();
            match number::parse_numeric(&s).filter(|p| !p.trailing_data).map(|p| p.number) {
                Some(Numeric::Int(n)) => Ok(n.checked_add(1).map_or_else(|| Value::float(n as f64 + 1.0), Value::int)),
                Some(Numeric::Float(d)) => Ok(Value::float(d + 1.0)),
                None => {
                    if s.is_empty() || !s.iter().all(u8::is_ascii_alphanumeric) {
                        cx.deprecated("Increment on non-alphanumeric string is deprecated");
                        cx.check()?;
                    }
                    Ok(Value::string(increment_string(&s)))
                }
            }
        }
        _ => step_other(cx, v, BinaryOp::Add),
    }
}

/// `"Az"` → `"Ba"`, `"zz"` → `"aaa"`, `"a9"` → `"b0"`; carries stop at what is neither letter nor digit. `""` → `"1"`.
pub fn increment_string(s: &PhpStr) -> PhpStr {
    if s.is_empty() {
        return PhpStr::byte(b'1');
    }
    let mut bytes = s.to_vec();
    for b in bytes.iter_mut().rev() {
        let wrapped = match *b {
            b'z' => b'a',
            b'Z' => b'A',
            b'9' => b'0',
            other => {
                *b = if other.is_ascii_alphanumeric() { other + 1 } else { other };
                return PhpStr::from_vec(bytes);
            }
        };
        *b = wrapped;
    }
    let first = match bytes[0] {
        b'0' => b'1',
        letter => letter,
    };
    PhpStr::concat2(&[first], &bytes)
}

/// `--$target`, through a reference if it is one.
pub fn decrement(cx: &mut Cx, target: &mut Value) -> PhpResult<()> {
    let target = target.deref_mut();
    if let Some(n) = target.as_int() {
        *target = n.checked_sub(1).map_or_else(|| Value::float(n as f64 - 1.0), Value::int);
        return Ok(());
    }
    let old = target.clone();
    *target = decremented(cx, &old)?;
    Ok(())
}

fn decremented(cx: &mut Cx, v: &Value) -> PhpResult<Value> {
    match v.tag() {
        Tag::Float => Ok(Value::float(v.as_float().unwrap_or(0.0) - 1.0)),
        Tag::Undef | Tag::Null => {
            cx.warning("Decrement on type null has no effect, this will change in the next major version of PHP");
            cx.check()?;
            Ok(Value::NULL)
        }
        Tag::False | Tag::True => {
            cx.warning("Decrement on type bool has no effect, this will change in the next major version of PHP");
            cx.check()?;
            Ok(v.clone())
        }
        Tag::String => decremented_string(cx, v),
        _ => step_other(cx, v, BinaryOp::Sub),
    }
}

fn decremented_string(cx: &mut Cx, v: &Value) -> PhpResult<Value> {
    let s = v.as_str().cloned().unwrap_or_default();
    if s.is_empty() {
        cx.deprecated("Decrement on empty string is deprecated as non-numeric");
        cx.check()?;
        return Ok(Value::int(-1));
    }
    match number::parse_numeric(&s).filter(|p| !p.trailing_data).map(|p| p.number) {
        Some(Numeric::Int(n)) => Ok(n.checked_sub(1).map_or_else(|| Value::float(n as f64 - 1.0), Value::int)),
        Some(Numeric::Float(d)) => Ok(Value::float(d - 1.0)),
        None => {
            cx.deprecated("Decrement on non-numeric string has no effect and is deprecated");
            cx.check()?;
            Ok(v.clone())
        }
    }
}

/// Objects that are numbers; a TypeError for the rest.
fn step_other(cx: &mut Cx, v: &Value, op: BinaryOp) -> PhpResult<Value> {
    let one = Value::int(1);
    if v.is_object() {
        if let Some(result) = overloaded(cx, op, v, &one)? {
            return Ok(result);
        }
        if let Some(n) = convert::to_number(cx, v)? {
            return super::binary(cx, op, &n, &one);
        }
    }
    let verb = if op == BinaryOp::Add { "increment" } else { "decrement" };
    Err(cx.type_error(format!("Cannot {verb} {}", value_name(v))))
}
