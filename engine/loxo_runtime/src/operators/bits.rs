//! `& | ^ ~ << >>`; strings byte by byte.

use loxo_bytecode::BinaryOp;
use loxo_value::{PhpStr, StrBuilder, Value};

use super::{overloaded, unsupported};
use crate::convert;
use crate::display::value_name;
use crate::{Cx, PhpResult};

/// The operands as ints, or (`Err`) what an overloaded operator made of them.
pub(super) fn int_operands(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<Result<(i64, i64), Value>> {
    if let (Some(a), Some(b)) = (lhs.as_int(), rhs.as_int()) {
        return Ok(Ok((a, b)));
    }
    if (lhs.is_object() || rhs.is_object())
        && let Some(result) = overloaded(cx, op, lhs, rhs)?
    {
        return Ok(Err(result));
    }
    let pair = match convert::to_int_operand(cx, lhs)? {
        Some(a) => convert::to_int_operand(cx, rhs)?.map(|b| (a, b)),
        None => None,
    };
    match pair {
        Some(pair) => Ok(Ok(pair)),
        None => Err(unsupported(cx, op, lhs, rhs)),
    }
}

macro_rules! bitwise {
    ($(#[$meta:meta])* $name:ident, $op:ident, $sign:tt, $keep_longer:literal) => {
        $(#[$meta])*
        pub fn $name(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
            let (lhs, rhs) = (lhs.deref(), rhs.deref());
            if let (Some(a), Some(b)) = (lhs.as_str(), rhs.as_str()) {
                return Ok(Value::string(zip_bytes(a, b, $keep_longer, |x, y| x $sign y)));
            }
            Ok(match int_operands(cx, BinaryOp::$op, lhs, rhs)? {
                Ok((a, b)) => Value::int(a $sign b),
                Err(v) => v,
            })
        }
    };
}

bitwise!(
    /// `lhs & rhs`
    bit_and, BitAnd, &, false
);
bitwise!(
    /// `lhs | rhs`
    bit_or, BitOr, |, true
);
bitwise!(
    /// `lhs ^ rhs`
    bit_xor, BitXor, ^, false
);

/// As long as the shorter string, or with the rest of the longer one.
fn zip_bytes(a: &PhpStr, b: &PhpStr, keep_longer: bool, op: impl Fn(u8, u8) -> u8) -> PhpStr {
    let mut out = StrBuilder::with_capacity(a.len().max(b.len()));
    out.extend(a.iter().zip(b.iter()).map(|(x, y)| op(*x, *y)));
    if keep_longer {
        let common = out.len();
        out.push_bytes(&a[common..]);
        out.push_bytes(&b[common..]);
    }
    out.finish()
}

/// `~v`
pub fn bit_not(cx: &mut Cx, v: &Value) -> PhpResult<Value> {
    let v = v.deref();
    if let Some(n) = v.as_int() {
        return Ok(Value::int(!n));
    }
    if let Some(d) = v.as_float() {
        return Ok(Value::int(!convert::float_to_int_checked(cx, d)?));
    }
    if let Some(s) = v.as_str() {
        let mut out = StrBuilder::with_capacity(s.len());
        out.extend(s.iter().map(|b| !b));
        return Ok(Value::string(out.finish()));
    }
    // For numbers of any size, not x is x xor -1.
    if v.is_object()
        && let Some(result) = overloaded(cx, BinaryOp::BitXor, v, &Value::int(-1))?
    {
        return Ok(result);
    }
    Err(cx.type_error(format!("Cannot perform bitwise not on {}", value_name(v))))
}

/// `lhs << rhs`
pub fn shl(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    match int_operands(cx, BinaryOp::Shl, lhs.deref(), rhs.deref())? {
        Err(v) => Ok(v),
        Ok((a, b @ 0..64)) => Ok(Value::int(a.wrapping_shl(b as u32))),
        Ok((_, 64..)) => Ok(Value::int(0)),
        Ok(_) => Err(negative_shift(cx)),
    }
}

/// `lhs >> rhs`
pub fn shr(cx: &mut Cx, lhs: &Value, rhs: &Value) -> PhpResult<Value> {
    match int_operands(cx, BinaryOp::Shr, lhs.deref(), rhs.deref())? {
        Err(v) => Ok(v),
        Ok((a, b @ 0..)) => Ok(Value::int(a >> b.min(63))),
        Ok(_) => Err(negative_shift(cx)),
    }
}

#[cold]
fn negative_shift(cx: &mut Cx) -> crate::Thrown {
    cx.throw("ArithmeticError", "Bit shift by negative number")
}
