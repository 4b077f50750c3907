//! How floats become integers: what fits, what wraps around, what saturates.

const TWO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_64: f64 = 18_446_744_073_709_551_616.0;

/// `(int)` of a float: towards zero; out of range modulo 2^64; not finite: 0.
#[inline]
pub fn float_to_int(d: f64) -> i64 {
    if (-TWO_63..TWO_63).contains(&d) { d as i64 } else { float_to_int_modular(d) }
}

#[cold]
fn float_to_int_modular(d: f64) -> i64 {
    if !d.is_finite() {
        return 0;
    }
    let m = d % TWO_64;
    (if m < 0.0 { m + TWO_64 } else { m }) as u64 as i64
}

/// As [`float_to_int`], but out of range at the nearest bound (numeric strings).
pub fn float_to_int_saturating(d: f64) -> i64 {
    if d.is_finite() { d as i64 } else { 0 }
}

/// Is the float a whole number that an int can hold (so that using it as an int loses nothing)?
#[inline]
pub fn float_is_int(d: f64) -> bool {
    (-TWO_63..TWO_63).contains(&d) && d as i64 as f64 == d
}
