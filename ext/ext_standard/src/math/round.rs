//! `round()` and its like, with the rounding modes of PHP 8.4.
//!
//! PHP 8.4 rounds what the programmer wrote, not what the binary float is: 0.285 to two places is 0.29, although the float is a little less.
//! The decision compares the value with the edge between the two candidates, which is computed as the programmer would write it.

use crate::prelude::*;

/// `ceil()`
pub(crate) fn ceil(cx: &mut Cx, num: &Value) -> PhpResult<f64> {
    cx.float_of(num).map(f64::ceil)
}

/// `floor()`
pub(crate) fn floor(cx: &mut Cx, num: &Value) -> PhpResult<f64> {
    cx.float_of(num).map(f64::floor)
}

/// A rounding mode: `PHP_ROUND_*` and the cases of `RoundingMode`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    HalfUp,
    HalfDown,
    HalfEven,
    HalfOdd,
    Ceiling,
    Floor,
    TowardsZero,
    AwayFromZero,
}

impl Mode {
    fn from_int(n: i64) -> Option<Mode> {
        Some(match n {
            1 => Mode::HalfUp,
            2 => Mode::HalfDown,
            3 => Mode::HalfEven,
            4 => Mode::HalfOdd,
            5 => Mode::Ceiling,
            6 => Mode::Floor,
            7 => Mode::TowardsZero,
            8 => Mode::AwayFromZero,
            _ => return None,
        })
    }

    fn from_case(name: &[u8]) -> Option<Mode> {
        Some(match name {
            b"HalfAwayFromZero" => Mode::HalfUp,
            b"HalfTowardsZero" => Mode::HalfDown,
            b"HalfEven" => Mode::HalfEven,
            b"HalfOdd" => Mode::HalfOdd,
            b"TowardsZero" => Mode::TowardsZero,
            b"AwayFromZero" => Mode::AwayFromZero,
            b"NegativeInfinity" => Mode::Floor,
            b"PositiveInfinity" => Mode::Ceiling,
            _ => return None,
        })
    }
}

/// `round()`
pub(crate) fn round(cx: &mut Cx, num: &Value, precision: i64, mode: Option<&Value>) -> PhpResult<f64> {
    let mode = match mode {
        None => Some(Mode::HalfUp),
        Some(v) => match v.as_object() {
            Some(case) => Mode::from_case(&crate::var::enum_case(case)),
            None => Mode::from_int(v.as_int().unwrap_or(0)),
        },
    };
    let Some(mode) = mode else {
        return Err(cx.argument_value_error(3, "must be a valid rounding mode (RoundingMode::*)"));
    };
    let places = precision.clamp(i64::from(i32::MIN + 1), i64::from(i32::MAX)) as i32;
    let value = cx.float_of(num)?;
    Ok(if num.is_int() && places >= 0 { value } else { round_to(value, places, mode) })
}

/// Rounds half away from zero.
pub(crate) fn round_half_up(value: f64, places: i32) -> f64 {
    round_to(value, places, Mode::HalfUp)
}

/// Rounds to so many decimal places (negative: before the point).
pub(crate) fn round_to(value: f64, places: i32, mode: Mode) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    let power = power_of_ten(places.unsigned_abs());
    let scale = |v: f64| if places > 0 { v * power } else { v / power };
    let unscale = |v: f64| if places > 0 { v / power } else { v * power };
    let mut whole = scale(value).trunc();
    // Scaling may have fallen just short of an integer: 0.285 * 1e10 is 2849999999.9999995.
    let next = whole + 1f64.copysign(value);
    if unscale(next) == value {
        whole = next;
    }
    if whole.abs() >= 1e16 {
        return value;
    }
    let rounded = decide(whole, value, &unscale, mode);
    if places.unsigned_abs() < 23 {
        return unscale(rounded);
    }
    // Powers of ten beyond 22 are not exact: the decimal text is.
    let text = format!("{rounded:.6}e{}", -i64::from(places));
    text.parse().ok().filter(|v: &f64| v.is_finite()).unwrap_or(value)
}

/// The integral part, or the next one away from zero.
fn decide(whole: f64, value: f64, unscale: &impl Fn(f64) -> f64, mode: Mode) -> f64 {
    let away = whole + 1f64.copysign(value);
    let size = value.abs();
    let half = unscale(whole + 0.5f64.copysign(value)).abs();
    let exact = unscale(whole).abs();
    let up = match mode {
        Mode::HalfUp => size >= half,
        Mode::HalfDown => size > half,
        Mode::HalfEven => size > half || size == half && whole % 2.0 != 0.0,
        Mode::HalfOdd => size > half || size == half && whole % 2.0 == 0.0,
        Mode::Ceiling => value > 0.0 && size > exact,
        Mode::Floor => value < 0.0 && size > exact,
        Mode::TowardsZero => false,
        Mode::AwayFromZero => size > exact,
    };
    if up { away } else { whole }
}

fn power_of_ten(n: u32) -> f64 {
    const EXACT: [f64; 23] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22];
    EXACT.get(n as usize).copied().unwrap_or_else(|| 10f64.powf(f64::from(n)))
}
