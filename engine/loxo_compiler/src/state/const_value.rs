//! Compile-time values and PHP's operators on them. An operation that would warn, throw or depend on the request gives `None` and is
//! left to the run time.

use std::borrow::Cow;
use std::cmp::Ordering;

use loxo_bytecode::{Const, ConstKey};
use loxo_syntax::ast::{BinaryOp, UnaryOp};

pub(crate) type ArrayItems = Vec<(Option<ConstKey>, Const)>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConstValue<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Cow<'a, [u8]>),
    Array(ArrayItems),
}

impl<'a> ConstValue<'a> {
    pub(crate) fn str(s: &'a [u8]) -> ConstValue<'a> {
        ConstValue::Str(Cow::Borrowed(s))
    }

    pub(crate) fn owned(s: Vec<u8>) -> ConstValue<'a> {
        ConstValue::Str(Cow::Owned(s))
    }

    pub(crate) fn into_const(self) -> Const {
        match self {
            ConstValue::Null => Const::Null,
            ConstValue::Bool(false) => Const::False,
            ConstValue::Bool(true) => Const::True,
            ConstValue::Int(i) => Const::Int(i),
            ConstValue::Float(x) => Const::Float(x),
            ConstValue::Str(s) => Const::Str(s.into_owned().into_boxed_slice()),
            ConstValue::Array(items) => Const::Array(items),
        }
    }

    pub(crate) fn from_const(c: &Const) -> ConstValue<'a> {
        match c {
            Const::Null => ConstValue::Null,
            Const::False => ConstValue::Bool(false),
            Const::True => ConstValue::Bool(true),
            Const::Int(i) => ConstValue::Int(*i),
            Const::Float(x) => ConstValue::Float(*x),
            Const::Str(s) => ConstValue::owned(s.to_vec()),
            Const::Array(items) => ConstValue::Array(items.clone()),
        }
    }

    pub(crate) fn truthy(&self) -> bool {
        match self {
            ConstValue::Null => false,
            ConstValue::Bool(b) => *b,
            ConstValue::Int(i) => *i != 0,
            ConstValue::Float(x) => *x != 0.0,
            ConstValue::Str(s) => !s.is_empty() && **s != *b"0",
            ConstValue::Array(items) => !items.is_empty(),
        }
    }

    /// `get_debug_type()` style name.
    pub(crate) fn value_name(&self) -> &'static str {
        match self {
            ConstValue::Null => "null",
            ConstValue::Bool(false) => "false",
            ConstValue::Bool(true) => "true",
            ConstValue::Int(_) => "int",
            ConstValue::Float(_) => "float",
            ConstValue::Str(_) => "string",
            ConstValue::Array(_) => "array",
        }
    }

    /// As `value_name`, but booleans are `bool`.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            ConstValue::Bool(_) => "bool",
            other => other.value_name(),
        }
    }

    /// `(string)`; `None` for arrays (they warn).
    pub(crate) fn to_bytes(&self) -> Option<Cow<'a, [u8]>> {
        Some(match self {
            ConstValue::Null | ConstValue::Bool(false) => Cow::Borrowed(b"".as_slice()),
            ConstValue::Bool(true) => Cow::Borrowed(b"1".as_slice()),
            ConstValue::Int(i) => Cow::Owned(i.to_string().into_bytes()),
            ConstValue::Float(x) => Cow::Owned(float_text(*x).into_bytes()),
            ConstValue::Str(s) => s.clone(),
            ConstValue::Array(_) => return None,
        })
    }

    fn number(&self) -> Option<Num> {
        Some(match self {
            ConstValue::Null | ConstValue::Bool(false) => Num::I(0),
            ConstValue::Bool(true) => Num::I(1),
            ConstValue::Int(i) => Num::I(*i),
            ConstValue::Float(x) => Num::F(*x),
            ConstValue::Str(s) => numeric(s)?,
            ConstValue::Array(_) => return None,
        })
    }

    /// As an operand of `%`, `&`, `<<`...: `None` where precision would be lost.
    fn integer(&self) -> Option<i64> {
        match self.number()? {
            Num::I(i) => Some(i),
            Num::F(x) => exact_int(x),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Num {
    I(i64),
    F(f64),
}

impl Num {
    fn float(self) -> f64 {
        match self {
            Num::I(i) => i as f64,
            Num::F(x) => x,
        }
    }

    fn val<'a>(self) -> ConstValue<'a> {
        match self {
            Num::I(i) => ConstValue::Int(i),
            Num::F(x) => ConstValue::Float(x),
        }
    }
}

pub(crate) fn exact_int(x: f64) -> Option<i64> {
    (x.is_finite() && x.trunc() == x && (-9.223_372_036_854_775_8e18..9.223_372_036_854_775_8e18).contains(&x)).then_some(x as i64)
}

/// The number that a whole string spells, as `is_numeric()` sees it.
pub(crate) fn numeric(s: &[u8]) -> Option<Num> {
    let space = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let start = s.iter().position(|b| !space(b))?;
    let end = s.iter().rposition(|b| !space(b))? + 1;
    let body = &s[start..end];
    let digits = body.strip_prefix(b"-").or(body.strip_prefix(b"+")).unwrap_or(body);
    let int_len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let mut rest = &digits[int_len..];
    let mut float = false;
    let mut frac_len = 0;
    if let Some(r) = rest.strip_prefix(b".") {
        frac_len = r.iter().take_while(|b| b.is_ascii_digit()).count();
        rest = &r[frac_len..];
        float = true;
    }
    if int_len == 0 && frac_len == 0 {
        return None;
    }
    if let Some(&(b'e' | b'E')) = rest.first() {
        let exp = &rest[1..];
        let exp = exp.strip_prefix(b"-").or(exp.strip_prefix(b"+")).unwrap_or(exp);
        let n = exp.iter().take_while(|b| b.is_ascii_digit()).count();
        if n == 0 {
            return None;
        }
        rest = &exp[n..];
        float = true;
    }
    if !rest.is_empty() {
        return None;
    }
    let text = std::str::from_utf8(body).ok()?;
    if !float && let Ok(i) = text.parse::<i64>() {
        return Some(Num::I(i));
    }
    text.parse::<f64>().ok().map(Num::F)
}

/// The integer array key that a string spells ("12", "-3", but not "012" or "-0").
pub(crate) fn int_key(s: &[u8]) -> Option<i64> {
    let digits = s.strip_prefix(b"-").unwrap_or(s);
    let canonical = match digits {
        [b'0'] => digits.len() == s.len(),
        [b'1'..=b'9', rest @ ..] => rest.len() < 19 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let value = if canonical { std::str::from_utf8(s).ok()?.parse().ok()? } else { return None };
    // PHP keeps the smallest integer a string.
    (value != i64::MIN).then_some(value)
}

/// A value as array key; `None` where PHP warns or throws.
pub(crate) fn array_key(v: &ConstValue<'_>) -> Option<ConstKey> {
    Some(match v {
        ConstValue::Null => ConstKey::Str(Box::default()),
        ConstValue::Bool(b) => ConstKey::Int(i64::from(*b)),
        ConstValue::Int(i) => ConstKey::Int(*i),
        ConstValue::Float(x) => ConstKey::Int(exact_int(*x)?),
        ConstValue::Str(s) => str_key(s),
        ConstValue::Array(_) => return None,
    })
}

/// An int, or a string that is no int as an array key.
pub(crate) fn is_plain_key(v: &ConstValue<'_>) -> bool {
    match v {
        ConstValue::Int(_) => true,
        ConstValue::Str(s) => int_key(s).is_none(),
        _ => false,
    }
}

pub(crate) fn str_key(s: &[u8]) -> ConstKey {
    match int_key(s) {
        Some(i) => ConstKey::Int(i),
        None => ConstKey::Str(s.into()),
    }
}

/// `(string)` of a float with `precision=14`.
pub(crate) fn float_text(x: f64) -> String {
    if x.is_nan() {
        return "NAN".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "INF".into() } else { "-INF".into() };
    }
    if x == 0.0 {
        return if x.is_sign_negative() { "-0".into() } else { "0".into() };
    }
    scientific(&format!("{x:.13e}"), 14)
}

/// Turns `d.ddde±x` into C's `%G` form with the given precision.
fn scientific(text: &str, precision: i32) -> String {
    let (mantissa, exp) = text.split_once('e').unwrap_or((text, "0"));
    let exp: i32 = exp.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |m| ("-", m));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_end_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    if exp < -4 || exp >= precision {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        return format!("{sign}{first}.{rest}E{}{}", if exp < 0 { '-' } else { '+' }, exp.abs());
    }
    if exp < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat((-exp - 1) as usize));
    }
    let point = exp as usize + 1;
    if digits.len() <= point {
        return format!("{sign}{digits}{}", "0".repeat(point - digits.len()));
    }
    format!("{sign}{}.{}", &digits[..point], &digits[point..])
}

pub(crate) fn unary<'a>(op: UnaryOp, v: &ConstValue<'a>) -> Option<ConstValue<'a>> {
    match op {
        UnaryOp::Not => Some(ConstValue::Bool(!v.truthy())),
        UnaryOp::Plus => binary(BinaryOp::Mul, v, &ConstValue::Int(1)),
        UnaryOp::Minus => binary(BinaryOp::Mul, v, &ConstValue::Int(-1)),
        UnaryOp::BitNot => match v {
            ConstValue::Int(i) => Some(ConstValue::Int(!i)),
            ConstValue::Float(x) => exact_int(*x).map(|i| ConstValue::Int(!i)),
            ConstValue::Str(s) => Some(ConstValue::owned(s.iter().map(|b| !b).collect())),
            _ => None,
        },
    }
}

pub(crate) fn binary<'a>(op: BinaryOp, l: &ConstValue<'a>, r: &ConstValue<'a>) -> Option<ConstValue<'a>> {
    use BinaryOp as B;
    Some(match op {
        B::Add | B::Sub | B::Mul => arithmetic(op, l.number()?, r.number()?).val(),
        B::Div => divide(l.number()?, r.number()?)?.val(),
        B::Mod => match (l.integer()?, r.integer()?) {
            (_, 0) => return None,
            (_, -1) => ConstValue::Int(0),
            (a, b) => ConstValue::Int(a % b),
        },
        B::Pow => power(l.number()?, r.number()?)?.val(),
        B::Concat => {
            let mut out = l.to_bytes()?.into_owned();
            out.extend_from_slice(&r.to_bytes()?);
            ConstValue::owned(out)
        }
        B::BitAnd | B::BitOr | B::BitXor => bitwise(op, l, r)?,
        B::Shl | B::Shr => shift(op, l.integer()?, r.integer()?)?,
        B::LogicalXor => ConstValue::Bool(l.truthy() != r.truthy()),
        B::Equal => ConstValue::Bool(compare(l, r)? == Some(Ordering::Equal)),
        B::NotEqual => ConstValue::Bool(compare(l, r)? != Some(Ordering::Equal)),
        B::Identical => ConstValue::Bool(identical(l, r)?),
        B::NotIdentical => ConstValue::Bool(!identical(l, r)?),
        B::Less => ConstValue::Bool(compare(l, r)? == Some(Ordering::Less)),
        B::LessEqual => ConstValue::Bool(matches!(compare(l, r)?, Some(Ordering::Less | Ordering::Equal))),
        B::Greater => ConstValue::Bool(compare(r, l)? == Some(Ordering::Less)),
        B::GreaterEqual => ConstValue::Bool(matches!(compare(r, l)?, Some(Ordering::Less | Ordering::Equal))),
        B::Spaceship => ConstValue::Int(compare(l, r)?.map_or(1, |o| o as i64)),
    })
}

fn arithmetic(op: BinaryOp, l: Num, r: Num) -> Num {
    if let (Num::I(a), Num::I(b)) = (l, r) {
        let exact = match op {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        if let Some(i) = exact {
            return Num::I(i);
        }
    }
    let (a, b) = (l.float(), r.float());
    Num::F(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        _ => a * b,
    })
}

fn divide(l: Num, r: Num) -> Option<Num> {
    if r.float() == 0.0 {
        return None;
    }
    if let (Num::I(a), Num::I(b)) = (l, r)
        && b != -1
        && a % b == 0
    {
        return Some(Num::I(a / b));
    }
    if let (Num::I(a), Num::I(-1)) = (l, r)
        && a != i64::MIN
    {
        return Some(Num::I(-a));
    }
    Some(Num::F(l.float() / r.float()))
}

fn power(l: Num, r: Num) -> Option<Num> {
    if let (Num::I(base), Num::I(exp)) = (l, r)
        && let Ok(exp) = u32::try_from(exp)
        && let Some(i) = base.checked_pow(exp)
    {
        return Some(Num::I(i));
    }
    // Beyond exact integers the run time's algorithm decides the last bit.
    let _ = (l, r);
    None
}

fn bitwise<'a>(op: BinaryOp, l: &ConstValue<'a>, r: &ConstValue<'a>) -> Option<ConstValue<'a>> {
    if let (ConstValue::Str(a), ConstValue::Str(b)) = (l, r) {
        let pairs = a.iter().zip(b.iter());
        return Some(ConstValue::owned(match op {
            BinaryOp::BitAnd => pairs.map(|(x, y)| x & y).collect(),
            BinaryOp::BitXor => pairs.map(|(x, y)| x ^ y).collect(),
            _ => {
                let longer = if a.len() > b.len() { a } else { b };
                let common = a.len().min(b.len());
                pairs.map(|(x, y)| x | y).chain(longer[common..].iter().copied()).collect()
            }
        }));
    }
    let (a, b) = (l.integer()?, r.integer()?);
    Some(ConstValue::Int(match op {
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitXor => a ^ b,
        _ => a | b,
    }))
}

fn shift<'a>(op: BinaryOp, a: i64, by: i64) -> Option<ConstValue<'a>> {
    if by < 0 {
        return None;
    }
    Some(ConstValue::Int(match (op, by) {
        (BinaryOp::Shl, 64..) => 0,
        (BinaryOp::Shl, _) => a << by,
        (_, 64..) => a >> 63,
        _ => a >> by,
    }))
}

/// `===`; arrays are left to the run time.
fn identical(l: &ConstValue<'_>, r: &ConstValue<'_>) -> Option<bool> {
    match (l, r) {
        (ConstValue::Array(_), ConstValue::Array(_)) => None,
        (ConstValue::Float(a), ConstValue::Float(b)) => Some(a == b),
        _ => Some(std::mem::discriminant(l) == std::mem::discriminant(r) && l == r),
    }
}

/// `<=>`: outer `None` leaves it to the run time, inner `None` means uncomparable (NAN).
fn compare(l: &ConstValue<'_>, r: &ConstValue<'_>) -> Option<Option<Ordering>> {
    use ConstValue::{Array, Bool, Float, Int, Null, Str};
    // NAN is equal to no string, although it has a name.
    let is_nan = |value: &ConstValue<'_>| matches!(value, Float(x) if x.is_nan());
    Some(match (l, r) {
        (Array(_), _) | (_, Array(_)) => return None,
        (Str(_), other) | (other, Str(_)) if is_nan(other) => return None,
        (Int(a), Int(b)) => Some(a.cmp(b)),
        (Float(a), Float(b)) => a.partial_cmp(b),
        (Int(a), Float(b)) => (*a as f64).partial_cmp(b),
        (Float(a), Int(b)) => a.partial_cmp(&(*b as f64)),
        (Null, Str(s)) => Some(b"".as_slice().cmp(s)),
        (Str(s), Null) => Some((**s).cmp(b"".as_slice())),
        (Null | Bool(_), _) | (_, Null | Bool(_)) => Some(l.truthy().cmp(&r.truthy())),
        (Str(a), Str(b)) => match (numeric(a), numeric(b)) {
            (Some(Num::I(x)), Some(Num::I(y))) => Some(x.cmp(&y)),
            // Overflowing integers compare as strings in PHP: not worth repeating here.
            (Some(_), Some(_)) => return None,
            _ => Some(a.cmp(b)),
        },
        (Str(s), Int(_) | Float(_)) => match numeric(s) {
            Some(n) => return compare(&n.val(), r),
            None => return Some(Some((**s).cmp(&r.to_bytes()?))),
        },
        (Int(_) | Float(_), Str(s)) => match numeric(s) {
            Some(n) => return compare(l, &n.val()),
            None => return Some(Some((*l.to_bytes()?).cmp(s))),
        },
    })
}
