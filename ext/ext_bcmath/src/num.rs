//! Decimal numbers: an integer and how many of its digits stand behind the point. Knows nothing of PHP.
//!
//! All operations are exact or cut towards zero; none rounds.

use std::cmp::Ordering;

use dashu_int::ops::{DivRem, SquareRoot};
use dashu_int::{IBig, Sign, UBig};

/// `digits / 10^scale`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Num {
    pub digits: IBig,
    pub scale: usize,
}

/// How `bcround()` chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounding {
    HalfUp,
    HalfDown,
    HalfEven,
    HalfOdd,
    Ceiling,
    Floor,
    TowardsZero,
    AwayFromZero,
}

pub(crate) fn power_of_ten(exponent: usize) -> UBig {
    UBig::from(10u8).pow(exponent)
}

impl Num {
    pub fn zero() -> Num {
        Num { digits: IBig::ZERO, scale: 0 }
    }

    pub fn from_int(n: i64) -> Num {
        Num { digits: IBig::from(n), scale: 0 }
    }

    /// Reads `[+-]digits[.digits]`; also gives how many digits stood behind the point. Text ends at a NUL byte.
    pub fn parse(text: &[u8]) -> Option<(Num, usize)> {
        let text = text.split(|b| *b == 0).next().unwrap_or_default();
        let (sign, rest) = match text {
            [b'-', rest @ ..] => (Sign::Negative, rest),
            [b'+', rest @ ..] => (Sign::Positive, rest),
            _ => (Sign::Positive, text),
        };
        let (whole, fraction) = match rest.iter().position(|b| *b == b'.') {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &b""[..]),
        };
        if !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
            return None;
        }
        let written = fraction.len();
        let kept = written - fraction.iter().rev().take_while(|b| **b == b'0').count();
        let digits = [whole, &fraction[..kept]].concat();
        let digits = read_digits(&digits)?;
        Some((Num { digits: IBig::from_parts(sign, digits), scale: kept }, written))
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_zero()
    }

    pub fn is_negative(&self) -> bool {
        self.digits.sign() == Sign::Negative && !self.is_zero()
    }

    fn magnitude(&self) -> UBig {
        self.digits.clone().into_parts().1
    }

    /// The digits as they would be with more places behind the point.
    fn at_scale(&self, scale: usize) -> IBig {
        debug_assert!(scale >= self.scale);
        if scale == self.scale { self.digits.clone() } else { &self.digits * IBig::from(power_of_ten(scale - self.scale)) }
    }

    /// Without the digits beyond so many places.
    pub fn cut(self, scale: usize) -> Num {
        if self.scale <= scale {
            return self;
        }
        let (sign, magnitude) = self.digits.into_parts();
        let digits = magnitude / power_of_ten(self.scale - scale);
        Num { digits: IBig::from_parts(sign, digits), scale }
    }

    /// Without zeros at the end of its fraction.
    pub fn trimmed(self) -> Num {
        if self.scale == 0 || self.is_zero() {
            return Num { scale: 0, ..self };
        }
        let text = self.magnitude().to_string();
        let zeros = text.bytes().rev().take_while(|b| *b == b'0').count().min(self.scale);
        let scale = self.scale - zeros;
        self.cut(scale)
    }

    /// As text with so many places; digits beyond are cut off, missing ones are zeros.
    pub fn text(&self, scale: usize) -> Vec<u8> {
        let shown = self.clone().cut(scale);
        let mut digits = shown.magnitude().to_string().into_bytes();
        if digits.len() <= shown.scale {
            let missing = shown.scale + 1 - digits.len();
            digits.splice(0..0, std::iter::repeat_n(b'0', missing));
        }
        let point = digits.len() - shown.scale;
        let mut text = Vec::with_capacity(digits.len() + scale - shown.scale + 2);
        if shown.is_negative() {
            text.push(b'-');
        }
        text.extend_from_slice(&digits[..point]);
        if scale > 0 {
            text.push(b'.');
            text.extend_from_slice(&digits[point..]);
            text.extend(std::iter::repeat_n(b'0', scale - shown.scale));
        }
        text
    }

    pub fn add(&self, other: &Num) -> Num {
        let scale = self.scale.max(other.scale);
        Num { digits: self.at_scale(scale) + other.at_scale(scale), scale }
    }

    pub fn sub(&self, other: &Num) -> Num {
        let scale = self.scale.max(other.scale);
        Num { digits: self.at_scale(scale) - other.at_scale(scale), scale }
    }

    pub fn mul(&self, other: &Num) -> Num {
        Num { digits: &self.digits * &other.digits, scale: self.scale + other.scale }
    }

    /// The quotient to so many places; `None` if the divisor is zero.
    pub fn div(&self, other: &Num, scale: usize) -> Option<Num> {
        if other.is_zero() {
            return None;
        }
        let (mut above, mut below) = (self.magnitude(), other.magnitude());
        let up = scale + other.scale;
        if up >= self.scale {
            above *= power_of_ten(up - self.scale);
        } else {
            below *= power_of_ten(self.scale - up);
        }
        let sign = if self.is_negative() == other.is_negative() { Sign::Positive } else { Sign::Negative };
        Some(Num { digits: IBig::from_parts(sign, above / below), scale })
    }

    /// Integral quotient, and what is left over; `None` if the divisor is zero.
    pub fn div_mod(&self, other: &Num) -> Option<(Num, Num)> {
        if other.is_zero() {
            return None;
        }
        let scale = self.scale.max(other.scale);
        let (quotient, rest) = self.at_scale(scale).div_rem(other.at_scale(scale));
        Some((Num { digits: quotient, scale: 0 }, Num { digits: rest, scale }))
    }

    /// A whole power, exact; the caller has made sure that there is space for it.
    pub fn pow(&self, exponent: usize) -> Num {
        Num { digits: self.digits.pow(exponent), scale: self.scale * exponent }
    }

    /// The square root to so many places, or to as many as the number has; `None` for negative numbers.
    pub fn sqrt(&self, scale: usize) -> Option<Num> {
        if self.is_negative() {
            return None;
        }
        if self.is_zero() {
            return Some(Num::zero());
        }
        let places = scale.max(self.scale);
        let wide = self.magnitude() * power_of_ten(places * 2 - self.scale);
        Some(Num { digits: IBig::from(wide.sqrt()), scale: places })
    }

    /// Compared as far as so many places.
    pub fn compare(&self, other: &Num, scale: usize) -> Ordering {
        let (a, b) = (self.clone().cut(scale), other.clone().cut(scale));
        let common = a.scale.max(b.scale);
        a.at_scale(common).cmp(&b.at_scale(common))
    }

    pub fn floor(&self) -> Num {
        self.round(0, Rounding::Floor).cut(0)
    }

    pub fn ceil(&self) -> Num {
        self.round(0, Rounding::Ceiling).cut(0)
    }

    /// Rounded to so many places (negative: before the point), with as many zeros behind the point as that takes.
    pub fn round(&self, places: i64, mode: Rounding) -> Num {
        let wanted = usize::try_from(places).unwrap_or(0);
        if places >= 0 && self.scale <= wanted {
            return Num { digits: self.at_scale(wanted), scale: wanted };
        }
        let lost = self.scale.saturating_add(usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX));
        let lost = if places >= 0 { self.scale - wanted } else { lost };
        let (sign, magnitude) = self.digits.clone().into_parts();
        let negative = sign == Sign::Negative;
        // Far beyond the number's first digit there is nothing to divide.
        let (kept, rest, half) = if lost > decimal_digits_at_most(&magnitude) {
            let rest = if magnitude.is_zero() { Ordering::Equal } else { Ordering::Greater };
            (UBig::ZERO, rest, Ordering::Less)
        } else {
            let unit = power_of_ten(lost);
            let (kept, rest) = (&magnitude).div_rem(&unit);
            let half = (&rest * UBig::from(2u8)).cmp(&unit);
            (kept, rest.cmp(&UBig::ZERO), half)
        };
        let some = rest == Ordering::Greater;
        let odd = kept.trailing_zeros().is_none_or(|zeros| zeros == 0) && !kept.is_zero();
        let away = match mode {
            Rounding::HalfUp => half != Ordering::Less,
            Rounding::HalfDown => half == Ordering::Greater,
            Rounding::HalfEven => half == Ordering::Greater || (half == Ordering::Equal && odd),
            Rounding::HalfOdd => half == Ordering::Greater || (half == Ordering::Equal && !odd),
            Rounding::Ceiling => some && !negative,
            Rounding::Floor => some && negative,
            Rounding::TowardsZero => false,
            Rounding::AwayFromZero => some,
        };
        let kept = if away { kept + UBig::ONE } else { kept };
        // Nothing is made of the zeros that would follow a zero.
        let digits = match places < 0 && !kept.is_zero() {
            true => kept * power_of_ten(usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX)),
            false => kept,
        };
        Num { digits: IBig::from_parts(sign, digits), scale: wanted }
    }

    /// Bytes that the number's decimal digits take, or a few more.
    pub fn digits_at_most(&self) -> usize {
        decimal_digits_at_most(&self.digits.clone().into_parts().1)
    }
}

fn decimal_digits_at_most(number: &UBig) -> usize {
    // log10(2) is a little less than 309/1024.
    use dashu_int::ops::BitTest;
    number.bit_len() / 1024 * 309 + number.bit_len() % 1024 * 309 / 1024 + 1
}

/// Decimal digits, maybe none.
fn read_digits(digits: &[u8]) -> Option<UBig> {
    // Most numbers fit.
    if digits.len() <= 19 {
        return Some(UBig::from(digits.iter().fold(0u64, |n, b| n.wrapping_mul(10).wrapping_add(u64::from(b - b'0')))));
    }
    UBig::from_str_radix(std::str::from_utf8(digits).ok()?, 10).ok()
}

/// `base^exponent` modulo `modulus`, with the sign that cutting division gives.
pub(crate) fn pow_mod(base: &Num, exponent: &Num, modulus: &Num) -> Num {
    let modulus = modulus.magnitude();
    if modulus == UBig::ONE {
        return Num::zero();
    }
    let exponent = exponent.magnitude();
    let odd = exponent.trailing_zeros() == Some(0);
    let ring = dashu_int::fast_div::ConstDivisor::new(modulus);
    let residue = ring.reduce(base.magnitude()).pow(&exponent).residue();
    let sign = if base.is_negative() && odd { Sign::Negative } else { Sign::Positive };
    Num { digits: IBig::from_parts(sign, residue), scale: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num(text: &str) -> Num {
        Num::parse(text.as_bytes()).expect("is a number").0
    }

    fn decimal_text(num: &Num) -> String {
        String::from_utf8(num.text(num.scale)).expect("digits")
    }

    #[test]
    fn texts() {
        for (text, expected) in [("", "0"), ("-", "0"), (".", "0"), ("-.50", "-0.5"), ("007.10", "7.1"), ("+3", "3"), ("1\0x", "1")] {
            assert_eq!(decimal_text(&num(text)), expected, "{text}");
        }
        assert!(Num::parse(b"1e3").is_none() && Num::parse(b" 1").is_none() && Num::parse(b"1.2.3").is_none());
        assert_eq!(num("-0.001").text(2), b"0.00");
        assert_eq!(num("12.5").text(3), b"12.500");
    }

    #[test]
    fn rounding() {
        for (text, places, mode, expected) in [
            ("2.5", 0, Rounding::HalfEven, "2"),
            ("3.5", 0, Rounding::HalfEven, "4"),
            ("2.5", 0, Rounding::HalfOdd, "3"),
            ("-2.5", 0, Rounding::HalfUp, "-3"),
            ("50", -2, Rounding::HalfUp, "100"),
            ("50", -2, Rounding::HalfDown, "0"),
            ("0.1", -3, Rounding::Ceiling, "1000"),
            ("-0.1", -3, Rounding::Ceiling, "0"),
            ("1.5", 3, Rounding::Floor, "1.500"),
        ] {
            assert_eq!(decimal_text(&num(text).round(places, mode)), expected, "{text} {mode:?}");
        }
    }

    #[test]
    fn quotients() {
        assert_eq!(decimal_text(&num("-10").div(&num("3"), 4).expect("not zero")), "-3.3333");
        assert_eq!(decimal_text(&num("10.5").div_mod(&num("-3")).expect("not zero").1), "1.5");
        assert_eq!(decimal_text(&num("2").sqrt(5).expect("is positive")), "1.41421");
        assert_eq!(decimal_text(&pow_mod(&num("-5"), &num("3"), &num("7"))), "-6");
    }
}
