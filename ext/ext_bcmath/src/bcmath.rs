//! The functions. Numbers are strings; how many places a result has comes from the last argument or `bcmath.scale`.

use std::cmp::Ordering;

use loxo_runtime::ini::parse_quantity;
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::num::{Num, Rounding, pow_mod};

/// The most places that a number may have.
pub(crate) const MOST: i64 = i32::MAX as i64;

/// `bcmath.scale`
pub(crate) fn scale_changed(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles((0..=MOST).contains(&parse_quantity(value).value))
}

/// Checks how many places a caller asks for. Results are as long as that, so there must be memory.
pub(crate) fn checked_scale(cx: &mut Cx, scale: i64, number: usize) -> PhpResult<usize> {
    match usize::try_from(scale) {
        Ok(places) if scale <= MOST => {
            ensure_room(places);
            Ok(places)
        }
        _ => Err(cx.argument_value_error(number, format!("must be between 0 and {MOST}"))),
    }
}

fn scale_of(cx: &mut Cx, scale: Option<i64>, number: usize) -> PhpResult<usize> {
    let scale = scale.unwrap_or_else(|| cx.ini_int("bcmath.scale"));
    checked_scale(cx, scale, number)
}

fn number(cx: &mut Cx, text: &PhpStr, number: usize) -> PhpResult<Num> {
    match Num::parse(text) {
        Some((num, _)) => Ok(num),
        None => Err(cx.argument_value_error(number, "is not well-formed")),
    }
}

fn two(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<(Num, Num, usize)> {
    let scale = scale_of(cx, scale, 3)?;
    Ok((number(cx, num1, 1)?, number(cx, num2, 2)?, scale))
}

fn text(num: &Num, scale: usize) -> PhpStr {
    PhpStr::from_vec(num.text(scale))
}

/// `bcadd()`
pub(crate) fn bcadd(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    Ok(text(&a.add(&b), scale))
}

/// `bcsub()`
pub(crate) fn bcsub(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    Ok(text(&a.sub(&b), scale))
}

/// `bcmul()`
pub(crate) fn bcmul(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    Ok(text(&a.mul(&b), scale))
}

/// `bcdiv()`
pub(crate) fn bcdiv(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    match a.div(&b, scale) {
        Some(quotient) => Ok(text(&quotient, scale)),
        None => Err(cx.division_by_zero()),
    }
}

pub(crate) fn modulo_by_zero(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.throw("DivisionByZeroError", "Modulo by zero")
}

/// `bcmod()`
pub(crate) fn bcmod(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    match a.div_mod(&b) {
        Some((_, rest)) => Ok(text(&rest, scale)),
        None => Err(modulo_by_zero(cx)),
    }
}

/// `bcdivmod()`
pub(crate) fn bcdivmod(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<PhpArray> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    match a.div_mod(&b) {
        Some((quotient, rest)) => Ok([text(&quotient, 0), text(&rest, scale)].into_iter().collect()),
        None => Err(cx.division_by_zero()),
    }
}

/// Why a power modulo a number cannot be: the argument (0: the base), and what is wrong with it; `None`: the modulus is zero.
pub(crate) fn pow_mod_fault(base: &Num, exponent: &Num, modulus: &Num) -> Option<(usize, Option<&'static str>)> {
    const FRACTION: &str = "cannot have a fractional part";
    Some(match () {
        () if base.scale != 0 => (0, Some(FRACTION)),
        () if exponent.scale != 0 => (1, Some(FRACTION)),
        () if exponent.is_negative() => (1, Some("must be greater than or equal to 0")),
        () if modulus.scale != 0 => (2, Some(FRACTION)),
        () if modulus.is_zero() => (2, None),
        () => return None,
    })
}

/// `bcpowmod()`
pub(crate) fn bcpowmod(cx: &mut Cx, num: &PhpStr, exponent: &PhpStr, modulus: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let scale = scale_of(cx, scale, 4)?;
    let (base, exponent, modulus) = (number(cx, num, 1)?, number(cx, exponent, 2)?, number(cx, modulus, 3)?);
    match pow_mod_fault(&base, &exponent, &modulus) {
        None => Ok(text(&pow_mod(&base, &exponent, &modulus), scale)),
        Some((_, None)) => Err(modulo_by_zero(cx)),
        Some((at, Some(message))) => Err(cx.argument_value_error(at + 1, message)),
    }
}

/// A whole exponent that fits a machine's integer; `None`: it is too large.
pub(crate) fn whole_exponent(exponent: &Num) -> Option<i64> {
    i64::try_from(exponent.digits.clone()).ok().filter(|n| *n != i64::MIN)
}

/// A power. A negative one has `scale` places; `None` if it is one of zero.
pub(crate) fn power(base: &Num, exponent: i64, scale: usize) -> Option<Num> {
    let times = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    let is_unit = base.scale == 0 && base.digits_at_most() == 1;
    // Powers of 0 and 1 take no space, others as much as the base that many times.
    if !is_unit || base.compare(&Num::from_int(1), 0) == Ordering::Greater || base.compare(&Num::from_int(-1), 0) == Ordering::Less {
        ensure_room(base.digits_at_most().max(base.scale).saturating_mul(times) / 2);
    }
    let raised = base.pow(times);
    if exponent >= 0 { Some(raised) } else { Num::from_int(1).div(&raised, scale) }
}

pub(crate) fn negative_power_of_zero(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.throw("DivisionByZeroError", "Negative power of zero")
}

/// `bcpow()`
pub(crate) fn bcpow(cx: &mut Cx, num: &PhpStr, exponent: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let (base, exponent, scale) = two(cx, num, exponent, scale)?;
    if exponent.scale != 0 {
        return Err(cx.argument_value_error(2, "cannot have a fractional part"));
    }
    let Some(exponent) = whole_exponent(&exponent) else { return Err(cx.argument_value_error(2, "is too large")) };
    match power(&base, exponent, scale) {
        Some(raised) => Ok(text(&raised, scale)),
        None => Err(negative_power_of_zero(cx)),
    }
}

/// `bcsqrt()`
pub(crate) fn bcsqrt(cx: &mut Cx, num: &PhpStr, scale: Option<i64>) -> PhpResult<PhpStr> {
    let scale = scale_of(cx, scale, 2)?;
    match number(cx, num, 1)?.sqrt(scale) {
        Some(root) => Ok(text(&root, scale)),
        None => Err(cx.argument_value_error(1, "must be greater than or equal to 0")),
    }
}

/// `bccomp()`
pub(crate) fn bccomp(cx: &mut Cx, num1: &PhpStr, num2: &PhpStr, scale: Option<i64>) -> PhpResult<i64> {
    let (a, b, scale) = two(cx, num1, num2, scale)?;
    Ok(a.compare(&b, scale) as i64)
}

/// `bcscale()`
pub(crate) fn bcscale(cx: &mut Cx, scale: Option<i64>) -> PhpResult<i64> {
    let old = cx.ini_int("bcmath.scale");
    if let Some(new) = scale {
        if !(0..=MOST).contains(&new) {
            return Err(cx.argument_value_error(1, format!("must be between 0 and {MOST}")));
        }
        let _ = cx.ini_set(b"bcmath.scale", new.to_string().as_bytes());
    }
    Ok(old)
}

/// `bcfloor()`
pub(crate) fn bcfloor(cx: &mut Cx, num: &PhpStr) -> PhpResult<PhpStr> {
    Ok(text(&number(cx, num, 1)?.floor(), 0))
}

/// `bcceil()`
pub(crate) fn bcceil(cx: &mut Cx, num: &PhpStr) -> PhpResult<PhpStr> {
    Ok(text(&number(cx, num, 1)?.ceil(), 0))
}

/// `bcround()`
pub(crate) fn bcround(cx: &mut Cx, num: &PhpStr, precision: i64, mode: Option<&PhpObject>) -> PhpResult<PhpStr> {
    check_precision(cx, precision, 2)?;
    let num = number(cx, num, 1)?;
    let mode = rounding(cx, mode)?;
    check_round_room(&num, precision, mode);
    let rounded = num.round(precision, mode);
    Ok(text(&rounded, rounded.scale))
}

pub(crate) fn check_precision(cx: &mut Cx, precision: i64, number: usize) -> PhpResult<()> {
    if precision > MOST {
        return Err(cx.argument_value_error(number, format!("must be between {} and {MOST}", i64::MIN)));
    }
    Ok(())
}

/// Rounding may write as many zeros as the precision says.
pub(crate) fn check_round_room(num: &Num, precision: i64, mode: Rounding) {
    let zeros = usize::try_from(precision.unsigned_abs()).unwrap_or(usize::MAX);
    let up = match mode {
        Rounding::Ceiling => !num.is_negative(),
        Rounding::Floor => num.is_negative(),
        Rounding::AwayFromZero => true,
        _ => zeros <= num.digits_at_most(),
    };
    if precision >= 0 || (up && !num.is_zero()) {
        ensure_room(zeros);
    }
}

/// A case of `RoundingMode`.
pub(crate) fn rounding(cx: &mut Cx, mode: Option<&PhpObject>) -> PhpResult<Rounding> {
    let Some(case) = mode else { return Ok(Rounding::HalfUp) };
    let name: Value = cx.read_property(case, "name")?;
    Ok(match name.as_bytes().unwrap_or_default() {
        b"HalfTowardsZero" => Rounding::HalfDown,
        b"HalfEven" => Rounding::HalfEven,
        b"HalfOdd" => Rounding::HalfOdd,
        b"TowardsZero" => Rounding::TowardsZero,
        b"AwayFromZero" => Rounding::AwayFromZero,
        b"NegativeInfinity" => Rounding::Floor,
        b"PositiveInfinity" => Rounding::Ceiling,
        _ => Rounding::HalfUp,
    })
}
