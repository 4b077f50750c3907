//! `BcMath\Number`: a number that knows how many places it shows.

use std::cmp::Ordering;

use loxo_runtime::args::{self, StrOrInt};
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{BinaryOp, Cx, Key, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Tag, Thrown, Value, convert, types};

use crate::bcmath::{
    MOST, check_precision, check_round_room, checked_scale, modulo_by_zero, negative_power_of_zero, pow_mod_fault, power, rounding,
    whole_exponent,
};
use crate::num::{Num, pow_mod};

/// Places that a quotient or a root gets beyond those of the number.
const EXTRA: usize = 10;
const CLASS: &str = "BcMath\\Number";
const TOO_LARGE: &str = "scale of the result is too large";

/// A number, and the places it shows; the number itself has no zeros at its end.
#[derive(Clone)]
struct Own {
    num: Num,
    scale: usize,
}

/// The native part: nothing before the constructor has run.
#[derive(Default, Clone)]
struct State(Option<Own>);

impl Native for State {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(self.clone()))
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(State::default())),
        operate: Some(operate),
        compare: Some(compare_values),
        cast: Some(cast),
        properties: Some(|_, this| Ok(properties(this))),
        debug_info: Some(|_, this| Ok(properties(this))),
        read_property: Some(|_, this, name| Ok(property(this, name))),
        write_property: Some(|cx, _, name, _| match is_own(name) {
            true => Err(cx.throw_error(format!("Cannot modify readonly property {CLASS}::${}", name.to_str_lossy()))),
            false => Ok(false),
        }),
        unset_property: Some(|cx, _, name| match is_own(name) {
            true => Err(cx.throw_error(format!("Cannot unset readonly property {CLASS}::${}", name.to_str_lossy()))),
            false => Ok(false),
        }),
        has_property: Some(|_, this, name, not_empty| Ok(Some(is_own(name) && (!not_empty || is_filled(this, name))))),
        has_place: Some(|_, _, _| Ok(false)),
        ..ObjectHandlers::default()
    }
}

fn is_own(name: &PhpStr) -> bool {
    matches!(name.as_bytes(), b"value" | b"scale")
}

fn is_filled(this: &PhpObject, name: &PhpStr) -> bool {
    let own = own(this);
    if name.as_bytes() == b"scale" { own.scale != 0 } else { !own.num.is_zero() }
}

fn property(this: &PhpObject, name: &PhpStr) -> Option<Value> {
    match name.as_bytes() {
        b"value" => Some(Value::string(text(this))),
        b"scale" => Some(Value::int(own(this).scale as i64)),
        _ => None,
    }
}

fn properties(this: &PhpObject) -> PhpArray {
    let mut all = PhpArray::new();
    all.set_str(&PhpStr::interned(b"value"), Value::string(text(this)));
    all.set_str(&PhpStr::interned(b"scale"), Value::int(own(this).scale as i64));
    all
}

/// The number of an object; one that was never constructed is zero.
fn own(this: &PhpObject) -> Own {
    this.native::<State>().and_then(|state| state.0.clone()).unwrap_or(Own { num: Num::zero(), scale: 0 })
}

fn text(this: &PhpObject) -> PhpStr {
    let own = own(this);
    ensure_room(own.scale);
    PhpStr::from_vec(own.num.text(own.scale))
}

fn cast(_: &mut Cx, this: &PhpObject, tag: Tag) -> PhpResult<Option<Value>> {
    Ok(match tag {
        Tag::True | Tag::False => Some(Value::bool(!own(this).num.is_zero())),
        Tag::String => Some(Value::string(text(this))),
        _ => None,
    })
}

fn new(cx: &mut Cx, num: Num, scale: usize) -> PhpResult<PhpObject> {
    let class = cx.builtin_class(CLASS);
    let object = cx.instantiate(class)?;
    object.set_native(Box::new(State(Some(Own { num: num.cut(scale).trimmed(), scale }))));
    Ok(object)
}

/// What a number was given as.
enum Given {
    Num(Own),
    /// Text that is no number.
    Malformed,
    /// Of another type.
    Other,
}

fn parse(text: &[u8]) -> Given {
    match Num::parse(text) {
        Some((num, scale)) => Given::Num(Own { num, scale }),
        None => Given::Malformed,
    }
}

/// An object, a string or an int, or what becomes an int. Null never does where it is an operand.
fn given(cx: &mut Cx, value: &Value, with_object: bool) -> PhpResult<Given> {
    let value = value.deref();
    if let Some(object) = value.as_object().filter(|object| with_object && object.native::<State>().is_some()) {
        return Ok(Given::Num(own(object)));
    }
    let int = match value.tag() {
        Tag::String => return Ok(parse(value.as_bytes().unwrap_or_default())),
        Tag::Int => value.as_int(),
        Tag::Undef | Tag::Null => None,
        _ if (cx.hooks.strict)(cx) => None,
        _ => types::weak_int(cx, value)?,
    };
    Ok(int.map_or(Given::Other, |n| Given::Num(Own { num: Num::from_int(n), scale: 0 })))
}

/// The same as an argument.
fn argument(cx: &mut Cx, number: usize, value: &Value, with_object: bool) -> PhpResult<Own> {
    let object = value.deref().as_object().filter(|object| with_object && object.native::<State>().is_some());
    let plain = if object.is_some() { Ok(None) } else { args::str_or_int(cx, number, value) };
    let given = match (object, plain) {
        (Some(object), _) => Given::Num(own(object)),
        (None, Err(thrown)) => return Err(thrown),
        (None, Ok(Some(StrOrInt::Int(n)))) => Given::Num(Own { num: Num::from_int(n), scale: 0 }),
        (None, Ok(Some(StrOrInt::Str(text)))) => parse(&text),
        (None, Ok(None)) => Given::Other,
    };
    match given {
        Given::Num(own) if own.scale as u64 <= MOST as u64 => Ok(own),
        Given::Num(_) => Err(cx.argument_value_error(number, format!("must be between 0 and {MOST}"))),
        Given::Malformed => Err(cx.argument_value_error(number, "is not well-formed")),
        Given::Other => {
            let wanted = if with_object { "int, string, or BcMath\\Number" } else { "string|int" };
            let name = convert::value_name(value.deref());
            Err(cx.argument_type_error(number, format!("must be of type {wanted}, {name} given")))
        }
    }
}

/// How many places a result has: as many as the caller asks for, or those that the operation gives.
fn places(cx: &mut Cx, scale: Option<i64>, number: usize) -> PhpResult<Option<usize>> {
    scale.map(|scale| checked_scale(cx, scale, number)).transpose()
}

/// Automatic places, unless there would be too many.
fn automatic(cx: &mut Cx, scale: Option<usize>) -> PhpResult<usize> {
    match scale.filter(|scale| *scale as u64 <= MOST as u64) {
        Some(scale) => {
            ensure_room(scale);
            Ok(scale)
        }
        None => Err(cx.value_error(TOO_LARGE)),
    }
}

/// A result that was given [`EXTRA`] places, without those of them that are zeros at its end.
fn shortened(num: &Num, scale: usize) -> usize {
    scale - (scale - num.clone().trimmed().scale).min(EXTRA)
}

/// `a op b` with so many places, or with as many as the operation gives. Powers say which argument is wrong, or the operand.
fn calculate(cx: &mut Cx, op: BinaryOp, a: &Own, b: &Own, scale: Option<usize>, is_method: bool) -> PhpResult<PhpObject> {
    let (num, scale) = match op {
        BinaryOp::Add => (a.num.add(&b.num), scale.unwrap_or(a.scale.max(b.scale))),
        BinaryOp::Sub => (a.num.sub(&b.num), scale.unwrap_or(a.scale.max(b.scale))),
        BinaryOp::Mul => {
            let scale = match scale {
                Some(scale) => scale,
                None => automatic(cx, a.scale.checked_add(b.scale))?,
            };
            (a.num.mul(&b.num), scale)
        }
        BinaryOp::Div => {
            let wide = match scale {
                Some(scale) => scale,
                None => automatic(cx, a.scale.checked_add(EXTRA))?,
            };
            let Some(quotient) = a.num.div(&b.num, wide) else { return Err(cx.division_by_zero()) };
            let shown = scale.unwrap_or_else(|| shortened(&quotient, wide));
            (quotient, shown)
        }
        BinaryOp::Mod => {
            let Some((_, rest)) = a.num.div_mod(&b.num) else { return Err(modulo_by_zero(cx)) };
            (rest, scale.unwrap_or(a.scale.max(b.scale)))
        }
        _ => return raise(cx, a, b, scale, is_method),
    };
    new(cx, num, scale)
}

fn raise(cx: &mut Cx, base: &Own, exponent: &Own, scale: Option<usize>, is_method: bool) -> PhpResult<PhpObject> {
    let fault =
        |cx: &mut Cx, message: &str| -> Thrown { if is_method { cx.argument_value_error(1, message) } else { cx.value_error(message) } };
    if exponent.num.scale != 0 {
        return Err(fault(cx, "exponent cannot have a fractional part"));
    }
    let times = whole_exponent(&exponent.num);
    let wide = match (scale, times.unwrap_or(0)) {
        (Some(scale), _) => scale,
        (None, 0) => 0,
        (None, times @ 1..) => automatic(cx, usize::try_from(times).ok().and_then(|times| base.scale.checked_mul(times)))?,
        (None, _) => automatic(cx, base.scale.checked_add(EXTRA))?,
    };
    let Some(times) = times else { return Err(fault(cx, "exponent is too large")) };
    let Some(raised) = power(&base.num, times, wide) else { return Err(negative_power_of_zero(cx)) };
    let shown = if scale.is_none() && times < 0 { shortened(&raised, wide) } else { wide };
    new(cx, raised, shown)
}

fn operate(cx: &mut Cx, op: BinaryOp, lhs: &Value, rhs: &Value) -> PhpResult<Option<Value>> {
    use BinaryOp::{Add, Div, Mod, Mul, Pow, Sub};
    if !matches!(op, Add | Sub | Mul | Div | Mod | Pow) {
        return Ok(None);
    }
    let mut own = Vec::new();
    for value in [lhs, rhs] {
        own.push(match given(cx, value, true)? {
            Given::Other => return Ok(None),
            given => given,
        });
    }
    let mut numbers = Vec::new();
    for (side, given) in ["Left", "Right"].into_iter().zip(own) {
        let Given::Num(own) = given else {
            return Err(cx.value_error(format!("{side} string operand cannot be converted to {CLASS}")));
        };
        if own.scale as u64 > MOST as u64 {
            return Err(cx.value_error(format!("scale must be between 0 and {MOST}")));
        }
        numbers.push(own);
    }
    match &numbers[..] {
        [a, b] => calculate(cx, op, a, b, None, false).map(|object| Some(Value::object(object))),
        _ => Ok(None),
    }
}

fn compare_values(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    const UNCOMPARABLE: i32 = 2;
    let (Given::Num(a), Given::Num(b)) = (given(cx, a, true)?, given(cx, b, true)?) else { return Ok(UNCOMPARABLE) };
    Ok(a.num.compare(&b.num, a.num.scale.max(b.num.scale)) as i32)
}

fn method(cx: &mut Cx, op: BinaryOp, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    let other = argument(cx, 1, num, true)?;
    let scale = places(cx, scale, 2)?;
    calculate(cx, op, &own(this), &other, scale, true)
}

/// `Number::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, num: &Value) -> PhpResult<()> {
    let own = argument(cx, 1, num, false)?;
    set(cx, this, own)
}

fn set(cx: &mut Cx, this: &PhpObject, own: Own) -> PhpResult<()> {
    match this.native_mut::<State>() {
        Some(state) if state.0.is_none() => {
            state.0 = Some(own);
            Ok(())
        }
        _ => Err(cx.throw_error(format!("Cannot modify readonly property {CLASS}::$value"))),
    }
}

/// `Number::add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    method(cx, BinaryOp::Add, this, num, scale)
}

/// `Number::sub()`
pub(crate) fn sub(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    method(cx, BinaryOp::Sub, this, num, scale)
}

/// `Number::mul()`
pub(crate) fn mul(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    method(cx, BinaryOp::Mul, this, num, scale)
}

/// `Number::div()`
pub(crate) fn div(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    method(cx, BinaryOp::Div, this, num, scale)
}

/// `Number::mod()`
pub(crate) fn modulo(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    method(cx, BinaryOp::Mod, this, num, scale)
}

/// `Number::pow()`
pub(crate) fn pow(cx: &mut Cx, this: &PhpObject, exponent: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    method(cx, BinaryOp::Pow, this, exponent, scale)
}

/// `Number::divmod()`
pub(crate) fn divmod(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<PhpArray> {
    let other = argument(cx, 1, num, true)?;
    let scale = places(cx, scale, 2)?;
    let this = own(this);
    let Some((quotient, rest)) = this.num.div_mod(&other.num) else { return Err(cx.division_by_zero()) };
    let quotient = new(cx, quotient, 0)?;
    let rest = new(cx, rest, scale.unwrap_or(this.scale.max(other.scale)))?;
    Ok([Value::object(quotient), Value::object(rest)].into_iter().collect())
}

/// `Number::powmod()`
pub(crate) fn powmod(cx: &mut Cx, this: &PhpObject, exponent: &Value, modulus: &Value, scale: Option<i64>) -> PhpResult<PhpObject> {
    let (exponent, modulus) = (argument(cx, 1, exponent, true)?, argument(cx, 2, modulus, true)?);
    let scale = places(cx, scale, 3)?;
    let base = own(this);
    match pow_mod_fault(&base.num, &exponent.num, &modulus.num) {
        None => new(cx, pow_mod(&base.num, &exponent.num, &modulus.num), scale.unwrap_or(0)),
        Some((_, None)) => Err(modulo_by_zero(cx)),
        Some((0, Some(message))) => Err(cx.value_error(format!("Base number {message}"))),
        Some((at, Some(message))) => Err(cx.argument_value_error(at, message)),
    }
}

/// `Number::sqrt()`
pub(crate) fn sqrt(cx: &mut Cx, this: &PhpObject, scale: Option<i64>) -> PhpResult<PhpObject> {
    let scale = places(cx, scale, 1)?;
    let own = own(this);
    let wide = match scale {
        Some(scale) => scale,
        None => automatic(cx, own.scale.checked_add(EXTRA))?,
    };
    let Some(root) = own.num.sqrt(wide) else { return Err(cx.value_error("Base number must be greater than or equal to 0")) };
    let root = root.cut(wide);
    let shown = scale.unwrap_or_else(|| shortened(&root, wide));
    new(cx, root, shown)
}

/// `Number::floor()`
pub(crate) fn floor(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    new(cx, own(this).num.floor(), 0)
}

/// `Number::ceil()`
pub(crate) fn ceil(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    new(cx, own(this).num.ceil(), 0)
}

/// `Number::round()`
pub(crate) fn round(cx: &mut Cx, this: &PhpObject, precision: i64, mode: Option<&PhpObject>) -> PhpResult<PhpObject> {
    check_precision(cx, precision, 1)?;
    let mode = rounding(cx, mode)?;
    let num = own(this).num;
    check_round_room(&num, precision, mode);
    let rounded = num.round(precision, mode);
    let scale = rounded.scale;
    new(cx, rounded, scale)
}

/// `Number::compare()`
pub(crate) fn compare(cx: &mut Cx, this: &PhpObject, num: &Value, scale: Option<i64>) -> PhpResult<i64> {
    let other = argument(cx, 1, num, true)?.num;
    let scale = places(cx, scale, 2)?;
    let num = own(this).num;
    let order: Ordering = num.compare(&other, scale.unwrap_or(num.scale.max(other.scale)));
    Ok(order as i64)
}

/// `Number::__toString()`
pub(crate) fn to_string(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(text(this))
}

/// `Number::__serialize()`
pub(crate) fn serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut data = PhpArray::new();
    data.set_str(&PhpStr::interned(b"value"), Value::string(text(this)));
    Ok(data)
}

/// `Number::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    let value = data.get(&Key::Str(PhpStr::interned(b"value"))).map(|value| value.deref().clone());
    let given = value.as_ref().and_then(Value::as_bytes).filter(|text| !text.is_empty()).map(parse);
    match given {
        Some(Given::Num(own)) if own.scale as u64 <= MOST as u64 => set(cx, this, own),
        _ => Err(cx.throw_exception(format!("Invalid serialization data for {CLASS} object"))),
    }
}
