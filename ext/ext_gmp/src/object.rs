//! The class `GMP`: a number with PHP's operators; and what other values count as numbers.

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, Sign};
use loxo_runtime::args::{self, StrOrInt};
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{
    BinaryOp, Cx, FnId, Key, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Tag, Thrown, Value, convert, types,
};

use crate::math::{self, Toward};

pub(crate) struct Number(pub IBig);

impl Native for Number {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(Number(self.0.clone())))
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Number(IBig::ZERO))),
        operate: Some(operate),
        compare: Some(compare),
        cast: Some(cast),
        debug_info: Some(|cx, this| {
            let mut all = properties(cx, this);
            all.set_str(&PhpStr::interned(b"num"), Value::string(text(&number_of(this), 10)));
            Ok(all)
        }),
        unserialize: Some(unserialize_custom),
        ..ObjectHandlers::default()
    }
}

/// The dynamic ones: there are no others.
fn properties(_: &mut Cx, this: &PhpObject) -> PhpArray {
    this.dynamic().cloned().unwrap_or_default()
}

/// The number as text.
pub(crate) fn text(number: &IBig, base: i64) -> PhpStr {
    PhpStr::from_vec(math::text(number, base))
}

pub(crate) fn number_of(this: &PhpObject) -> IBig {
    this.native::<Number>().map_or(IBig::ZERO, |number| number.0.clone())
}

pub(crate) fn object(cx: &mut Cx, number: IBig) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("GMP");
    let object = cx.instantiate(class)?;
    object.set_native(Box::new(Number(number)));
    Ok(object)
}

/// The class's own object, if a value is one.
fn as_number(value: &Value) -> Option<IBig> {
    value.deref().as_object().and_then(|object| object.native::<Number>()).map(|number| number.0.clone())
}

/// An argument that is a number: an object, an int, a text, or what becomes an int.
pub(crate) fn argument(cx: &mut Cx, number: usize, value: &Value) -> PhpResult<IBig> {
    if let Some(n) = as_number(value) {
        return Ok(n);
    }
    let plain = value.deref();
    let given = match plain.tag() {
        // One that no int can hold is refused, not taken as text.
        Tag::Float if !(cx.hooks.strict)(cx) => types::weak_int(cx, plain)?.map(StrOrInt::Int),
        tag if tag <= Tag::String => args::str_or_int(cx, number, plain)?,
        _ => None,
    };
    match given {
        Some(StrOrInt::Int(n)) => Ok(IBig::from(n)),
        Some(StrOrInt::Str(text)) => parse_argument(cx, number, &text, 0),
        None => {
            let name = convert::value_name(plain);
            Err(cx.argument_type_error(number, format!("must be of type GMP|string|int, {name} given")))
        }
    }
}

/// A text as an argument.
pub(crate) fn parse_argument(cx: &mut Cx, number: usize, text: &PhpStr, base: u32) -> PhpResult<IBig> {
    match math::parse(text, base) {
        Some(n) => Ok(n),
        None => Err(cx.argument_value_error(number, "is not an integer string")),
    }
}

/// An operand. Null is none.
fn operand(cx: &mut Cx, value: &Value) -> PhpResult<IBig> {
    if let Some(n) = as_number(value) {
        return Ok(n);
    }
    let plain = value.deref();
    match plain.tag() {
        Tag::Int => return Ok(IBig::from(plain.as_int().unwrap_or(0))),
        Tag::String => {
            let parsed = math::parse(plain.as_bytes().unwrap_or_default(), 0);
            return parsed.ok_or_else(|| cx.value_error("Number is not an integer string"));
        }
        Tag::Undef | Tag::Null => {}
        _ => {
            if let Some(n) = types::weak_int(cx, plain)? {
                return Ok(IBig::from(n));
            }
        }
    }
    let name = convert::value_name(plain);
    Err(cx.type_error(format!("Number must be of type GMP|string|int, {name} given")))
}

fn operate(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<Option<Value>> {
    let result = match op {
        BinaryOp::Concat => return Ok(None),
        BinaryOp::Pow | BinaryOp::Shl | BinaryOp::Shr => by_int(cx, op, lhs.deref(), rhs.deref())?,
        _ => {
            let (a, b) = (operand(cx, lhs)?, operand(cx, rhs)?);
            match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::BitAnd => a & b,
                BinaryOp::BitOr => a | b,
                BinaryOp::BitXor => a ^ b,
                BinaryOp::Div if b.is_zero() => return Err(cx.division_by_zero()),
                BinaryOp::Div => a / b,
                _ if b.is_zero() => return Err(modulo_by_zero(cx)),
                _ => modulo(&a, &b),
            }
        }
    };
    Ok(Some(Value::object(object(cx, result)?)))
}

pub(crate) fn modulo_by_zero(cx: &mut Cx) -> Thrown {
    cx.throw("DivisionByZeroError", "Modulo by zero")
}

/// Never negative.
pub(crate) fn modulo(a: &IBig, b: &IBig) -> IBig {
    let rest = math::div_rem(a, b, Toward::Down).1;
    if rest.sign() == Sign::Negative { rest - b } else { rest }
}

/// Powers and shifts: the right operand is a machine's integer.
fn by_int(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<IBig> {
    let symbol = loxo_runtime::operators::symbol(op);
    let unsupported = |cx: &mut Cx| {
        let (left, right) = (convert::type_name(lhs), convert::type_name(rhs));
        cx.type_error(format!("Unsupported operand types: {left} {symbol} {right}"))
    };
    let count = match (rhs.tag(), as_number(rhs)) {
        (_, Some(n)) => math::low_int(&n),
        (Tag::Int, _) => rhs.as_int().unwrap_or(0),
        (Tag::Float, _) => convert::to_int(cx, rhs)?,
        (Tag::String, _) => match loxo_runtime::value::number::parse_numeric(rhs.as_str().unwrap_or(&PhpStr::empty())) {
            Some(parsed) if !parsed.trailing_data && matches!(parsed.number, loxo_runtime::value::number::Numeric::Int(_)) => {
                convert::to_int(cx, rhs)?
            }
            _ => return Err(cx.value_error("Number is not an integer string")),
        },
        _ => return Err(unsupported(cx)),
    };
    if count < 0 {
        let what = if op == BinaryOp::Pow { "Exponent" } else { "Shift" };
        return Err(cx.value_error(format!("{what} must be greater than or equal to 0")));
    }
    let Some(number) = as_number(lhs).or_else(|| lhs.as_int().map(IBig::from)) else { return Err(unsupported(cx)) };
    Ok(match op {
        BinaryOp::Pow => power(&number, count as u64),
        BinaryOp::Shl => {
            check_bits(count as u64);
            number << usize::try_from(count).unwrap_or(usize::MAX)
        }
        _ => number >> usize::try_from(count).unwrap_or(usize::MAX),
    })
}

/// Makes sure that there is space for a number of so many bits.
pub(crate) fn check_bits(bits: u64) {
    ensure_room(usize::try_from(bits / 8).unwrap_or(usize::MAX));
}

/// A power, if there is space for it.
pub(crate) fn power(base: &IBig, exponent: u64) -> IBig {
    let bits = base.unsigned_abs().bit_len() as u64;
    if bits <= 1 {
        // 0, 1 and -1.
        let even = exponent % 2 == 0;
        return if exponent == 0 || (even && bits == 1) { IBig::ONE } else { base.clone() };
    }
    check_bits((bits - 1).saturating_mul(exponent));
    base.pow(usize::try_from(exponent).unwrap_or(usize::MAX))
}

fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let (a, b) = (operand(cx, a)?, operand(cx, b)?);
    Ok(a.cmp(&b) as i32)
}

fn cast(_: &mut Cx, this: &PhpObject, tag: Tag) -> PhpResult<Option<Value>> {
    let number = number_of(this);
    Ok(match tag {
        Tag::String => Some(Value::string(text(&number, 10))),
        Tag::Int => Some(Value::int(math::low_int(&number))),
        Tag::Undef => Some(i64::try_from(&number).map_or_else(|_| Value::float(math::to_float(&number)), Value::int)),
        Tag::Float => Some(Value::float(math::to_float(&number))),
        Tag::True | Tag::False => Some(Value::bool(!number.is_zero())),
        _ => None,
    })
}

/// `GMP::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, num: Option<&Value>, base: i64) -> PhpResult<()> {
    let number = match num {
        Some(num) => initial(cx, num, base)?,
        None => IBig::ZERO,
    };
    this.set_native(Box::new(Number(number)));
    Ok(())
}

/// What `gmp_init()` and the constructor make a number of.
pub(crate) fn initial(cx: &mut Cx, num: &Value, base: i64) -> PhpResult<IBig> {
    let given = args::str_or_int(cx, 1, num)?;
    let base = match u32::try_from(base) {
        Ok(base @ (0 | 2..=62)) => base,
        _ => return Err(cx.argument_value_error(2, format!("must be 0 or between 2 and {}", math::MAX_BASE))),
    };
    match given {
        Some(StrOrInt::Int(n)) => Ok(IBig::from(n)),
        Some(StrOrInt::Str(text)) => parse_argument(cx, 1, &text, base),
        None => {
            let name = convert::value_name(num.deref());
            Err(cx.argument_type_error(1, format!("must be of type string|int, {name} given")))
        }
    }
}

/// `GMP::__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut data: PhpArray = [Value::string(text(&number_of(this), 16))].into_iter().collect();
    let properties = properties(cx, this);
    if !properties.is_empty() {
        data.set_int(1, Value::array(properties));
    }
    Ok(data)
}

/// `GMP::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    let number = data.get(&Key::Int(0)).and_then(|text| text.deref().as_bytes()).and_then(|text| math::parse(text, 16));
    let Some(number) = number else { return Err(cx.throw_exception("Could not unserialize number")) };
    this.set_native(Box::new(Number(number)));
    match data.get(&Key::Int(1)).map(|value| value.deref().clone()) {
        None => Ok(()),
        Some(value) => match value.as_array() {
            Some(properties) => load(cx, this, properties),
            None => Err(cx.throw_exception("Could not unserialize properties")),
        },
    }
}

fn load(cx: &mut Cx, this: &PhpObject, properties: &PhpArray) -> PhpResult<()> {
    for (key, value) in properties.iter() {
        match key.to_key() {
            Key::Str(name) => cx.write_property(this, &name.to_str_lossy(), value.deref().clone())?,
            // Numbers stay numbers.
            Key::Int(n) => {
                cx.deprecated(format!("Creation of dynamic property GMP::${n} is deprecated"));
                cx.check()?;
                this.dynamic_mut().set_int(n, value.clone());
            }
        }
    }
    Ok(())
}

/// The form of PHP 5.6: a decimal text, then the properties.
fn unserialize_custom(cx: &mut Cx, this: &PhpObject, data: &[u8]) -> PhpResult<()> {
    let number = quoted(data).and_then(|(text, rest)| Some((math::parse(text, 10)?, rest)));
    let Some((number, rest)) = number else { return Err(cx.throw_exception("Could not unserialize number")) };
    this.set_native(Box::new(Number(number)));
    let function = FnId::find(b"unserialize").and_then(|id| cx.func(id));
    let properties = match function {
        Some(_) if rest.starts_with(b"a:") => {
            let callable = (cx.hooks.callable)(cx, &Value::bytes(b"unserialize"))?;
            match callable {
                Ok(callable) => cx.call_vec(&callable, vec![Value::bytes(rest)])?,
                Err(_) => Value::FALSE,
            }
        }
        _ => Value::FALSE,
    };
    match properties.as_array() {
        Some(properties) if properties.is_empty() => Ok(()),
        Some(properties) => {
            // The table as it is, references included.
            this.set_dynamic(Some(properties.clone()));
            Ok(())
        }
        None => Err(cx.throw_exception("Could not unserialize properties")),
    }
}

/// `s:2:"42";` and what follows.
fn quoted(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = data.strip_prefix(b"s:")?;
    let colon = rest.iter().position(|b| *b == b':')?;
    let length: usize = std::str::from_utf8(&rest[..colon]).ok()?.parse().ok()?;
    let rest = rest[colon + 1..].strip_prefix(b"\"")?;
    let (text, rest) = rest.split_at_checked(length)?;
    Some((text, rest.strip_prefix(b"\";")?))
}
