//! PHP's operators on values. The interpreter has the pairs int-int and float-float inline; everything comes here in the end.
//!
//! Modules: `arith` (`+ - * / % **`), `bits` (`& | ^ ~ << >>`), `step` (`++ --`); concatenation and dispatch are here.

mod arith;
mod bits;
mod step;

pub use arith::{add, div, modulo, mul, neg, plus, pow, sub};
pub use bits::{bit_and, bit_not, bit_or, bit_xor, shl, shr};
pub use step::{decrement, increment, increment_string};

use loxo_bytecode::BinaryOp;
use loxo_value::{PhpArray, PhpStr, Value};

use crate::convert;
use crate::display::type_name;
use crate::{Cx, PhpResult, Thrown, class_of};

/// Strings longer than this are refused, as PHP refuses lengths that do not fit its arithmetic.
const MAX_STRING: usize = isize::MAX as usize - 4096;

/// `lhs op rhs`
pub fn binary(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    match op {
        BinaryOp::Add => add(cx, lhs, rhs),
        BinaryOp::Sub => sub(cx, lhs, rhs),
        BinaryOp::Mul => mul(cx, lhs, rhs),
        BinaryOp::Div => div(cx, lhs, rhs),
        BinaryOp::Mod => modulo(cx, lhs, rhs),
        BinaryOp::Pow => pow(cx, lhs, rhs),
        BinaryOp::Concat => concat(cx, lhs, rhs),
        BinaryOp::BitAnd => bit_and(cx, lhs, rhs),
        BinaryOp::BitOr => bit_or(cx, lhs, rhs),
        BinaryOp::BitXor => bit_xor(cx, lhs, rhs),
        BinaryOp::Shl => shl(cx, lhs, rhs),
        BinaryOp::Shr => shr(cx, lhs, rhs),
    }
}

/// The operator as PHP writes it.
pub fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Pow => "**",
        BinaryOp::Concat => ".",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
    }
}

/// `target op= rhs`, through a reference if the target is one. Strings grow and arrays are united in place.
///
/// Operators may run PHP code (`__toString`, error handlers); `target` is not touched while they do.
pub fn assign_op(cx: &mut Cx, op: BinaryOp, target: &mut Value, rhs: &Value) -> PhpResult<()> {
    // PHP code may run here and unbind the variable that the reference is in.
    let held = target.as_ref().cloned();
    let target = match &held {
        Some(reference) => reference.value_mut(),
        None => target,
    };
    match op {
        BinaryOp::Concat if target.is_string() => return append(cx, target, rhs),
        BinaryOp::Add if target.is_array() && rhs.deref().is_array() => {
            if let (Some(array), Some(other)) = (target.as_array_mut(), rhs.deref().as_array()) {
                unite(array, other);
            }
            return Ok(());
        }
        _ => {}
    }
    let lhs = target.clone();
    *target = binary(cx, op, &lhs, rhs)?;
    Ok(())
}

/// `target .= rhs` where the target is a string.
pub fn append(cx: &mut Cx, target: &mut Value, rhs: &Value) -> PhpResult<()> {
    let rhs = rhs.deref();
    if rhs.is_object()
        && let Some(result) = overloaded(cx, BinaryOp::Concat, target, rhs)?
    {
        *target = result;
        return Ok(());
    }
    // Scalars have no code to run, but even a string may be the target itself (`$s .= $s`), so take a handle of it.
    let tail = convert::to_string(cx, rhs)?;
    match target.as_str_mut() {
        Some(s) if s.len() > MAX_STRING - tail.len().min(MAX_STRING) => Err(cx.throw_error("String size overflow")),
        Some(s) if s.is_empty() => {
            *s = tail;
            Ok(())
        }
        Some(s) => {
            s.append(&tail);
            Ok(())
        }
        None => Ok(()),
    }
}

/// Adds what `other` has and `array` has not.
fn unite(array: &mut PhpArray, other: &PhpArray) {
    if array.ptr_eq(other) {
        return;
    }
    if array.is_empty() && array.next_free() == 0 {
        *array = other.clone();
        return;
    }
    for (key, value) in other.iter() {
        // References with one owner are plain values in the copy.
        let value = match value.as_ref() {
            Some(r) if r.refcount() == 1 => value.clone_deref(),
            _ => value.clone(),
        };
        array.insert_new(key, value);
    }
}

/// `lhs . rhs`
#[inline]
pub fn concat(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    if let (Some(a), Some(b)) = (lhs.as_str(), rhs.as_str()) {
        return concat_strings(cx, a, b);
    }
    concat_slow(cx, lhs.deref(), rhs.deref())
}

#[inline]
fn concat_strings(cx: &mut Cx, a: &PhpStr, b: &PhpStr) -> PhpResult<Value> {
    Ok(Value::string(match (a.is_empty(), b.is_empty()) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ if a.len() > MAX_STRING - b.len().min(MAX_STRING) => return Err(cx.throw_error("String size overflow")),
        _ => PhpStr::concat2(a, b),
    }))
}

fn concat_slow(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    if (lhs.is_object() || rhs.is_object())
        && let Some(result) = overloaded(cx, BinaryOp::Concat, lhs, rhs)?
    {
        return Ok(result);
    }
    let a = convert::to_string(cx, lhs)?;
    let b = convert::to_string(cx, rhs)?;
    concat_strings(cx, &a, &b)
}

/// `lhs . rhs` where `lhs` is a temporary: it grows in place if nobody else has it.
pub fn concat_owned(cx: &mut Cx, lhs: Value, rhs: &Value) -> PhpResult<Value> {
    if !lhs.is_string() {
        return concat(cx, &lhs, rhs);
    }
    let mut lhs = lhs;
    append(cx, &mut lhs, rhs)?;
    Ok(lhs)
}

/// `!v`
pub fn not(cx: &mut Cx, v: &Value) -> PhpResult<bool> {
    Ok(!convert::to_bool(cx, v)?)
}

/// `lhs xor rhs`
pub fn logical_xor(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<bool> {
    Ok(convert::to_bool(cx, lhs)? ^ convert::to_bool(cx, rhs)?)
}

/// Asks the operands' classes for an operator of their own.
fn overloaded(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<Option<Value>> {
    let operate = |v: &Value| v.as_object().and_then(|o| class_of(o).object_handlers.operate);
    match operate(lhs).or_else(|| operate(rhs)) {
        Some(operate) => operate(cx, op, lhs, rhs),
        None => Ok(None),
    }
}

/// "Unsupported operand types: array + int"
#[cold]
pub fn unsupported(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> Thrown {
    if cx.exception.is_some() {
        return Thrown;
    }
    cx.type_error(format!("Unsupported operand types: {} {} {}", type_name(lhs), symbol(op), type_name(rhs)))
}
