//! The functions of floats that the C library has too.

use std::f64::consts::{E, LN_2, PI};

use crate::prelude::*;

macro_rules! float_functions {
    ($($name:ident: |$($x:ident),*| $body:expr;)*) => {
        $(#[doc = concat!("`", stringify!($name), "()`")]
        pub(crate) fn $name(_cx: &mut Cx, $($x: f64),*) -> PhpResult<f64> {
            Ok($body)
        })*
    };
}

float_functions! {
    sin: |num| num.sin();
    cos: |num| num.cos();
    tan: |num| num.tan();
    asin: |num| num.asin();
    acos: |num| num.acos();
    atan: |num| num.atan();
    atan2: |y, x| y.atan2(x);
    sinh: |num| num.sinh();
    cosh: |num| num.cosh();
    tanh: |num| num.tanh();
    asinh: |num| inverse_sinh(num);
    acosh: |num| inverse_cosh(num);
    atanh: |num| libm::atanh(num);
    expm1: |num| num.exp_m1();
    log1p: |num| num.ln_1p();
    exp: |num| num.exp();
    log10: |num| num.log10();
    sqrt: |num| num.sqrt();
    hypot: |x, y| x.hypot(y);
    deg2rad: |num| num / 180.0 * PI;
    rad2deg: |num| num / PI * 180.0;
    fmod: |num1, num2| super::remainder::remainder(num1, num2);
    fdiv: |num1, num2| num1 / num2;
    fpow: |num, exponent| num.powf(exponent);
}

/// What is added to a logarithm of `x` for that of `2 * x`, where the rest of the sum is lost anyway.
const BIG: f64 = (1 << 28) as f64;

/// By the logarithms that the C library takes: the last digit of the result is theirs.
fn inverse_sinh(num: f64) -> f64 {
    let x = num.abs();
    let result = if x < 1.0 / BIG {
        return num;
    } else if x > BIG {
        x.ln() + LN_2
    } else if x > 2.0 {
        (2.0 * x + 1.0 / ((x * x + 1.0).sqrt() + x)).ln()
    } else {
        let square = x * x;
        (x + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
    };
    result.copysign(num)
}

/// As [`inverse_sinh`] does.
fn inverse_cosh(num: f64) -> f64 {
    if num < 1.0 {
        f64::NAN
    } else if num >= BIG {
        num.ln() + LN_2
    } else if num > 2.0 {
        (2.0 * num - 1.0 / (num + (num * num - 1.0).sqrt())).ln()
    } else {
        let above = num - 1.0;
        (above + (2.0 * above + above * above).sqrt()).ln_1p()
    }
}

/// `pi()`
pub(crate) fn pi(_cx: &mut Cx) -> PhpResult<f64> {
    Ok(PI)
}

/// `log()`
pub(crate) fn log(cx: &mut Cx, num: f64, base: f64) -> PhpResult<f64> {
    match base {
        E => Ok(num.ln()),
        2.0 => Ok(num.log2()),
        10.0 => Ok(num.log10()),
        1.0 => Ok(f64::NAN),
        b if b <= 0.0 => Err(cx.argument_value_error(2, "must be greater than 0")),
        b => Ok(num.ln() / b.ln()),
    }
}

/// `is_nan()`
pub(crate) fn is_nan(_cx: &mut Cx, num: f64) -> PhpResult<bool> {
    Ok(num.is_nan())
}

/// `is_finite()`
pub(crate) fn is_finite(_cx: &mut Cx, num: f64) -> PhpResult<bool> {
    Ok(num.is_finite())
}

/// `is_infinite()`
pub(crate) fn is_infinite(_cx: &mut Cx, num: f64) -> PhpResult<bool> {
    Ok(num.is_infinite())
}
