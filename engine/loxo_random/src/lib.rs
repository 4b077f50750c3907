//! The random numbers of a request: the Mersenne Twister that `mt_rand()`, `shuffle()` and others share.

use loxo_value::{KeyRef, PhpArray, Value};

use loxo_runtime::{Cx, ExtSlot, PhpResult};

pub use loxo_base::mersenne_twister::Mt19937;

/// The state of `lcg_value()`; seeded by the system.
#[derive(Default)]
struct Combined(Option<(i32, i32)>);

impl ExtSlot for Combined {}

/// The request's generator; seeded by the system until a program seeds it.
#[inline]
pub fn engine(cx: &mut Cx) -> &mut Mt19937 {
    cx.random.get_or_insert_with(seeded_by_system)
}

#[cold]
#[inline(never)]
fn seeded_by_system() -> Box<Mt19937> {
    Box::new(Mt19937::new(system_seed(), false))
}

/// `mt_srand()`
pub fn seed(cx: &mut Cx, seed: u32, legacy: bool) {
    cx.random = Some(Box::new(Mt19937::new(seed, legacy)));
}

/// An unbiased number from `min` to `max`; `min` if they are the wrong way round. A choice of one draws a number too.
pub fn range(cx: &mut Cx, min: i64, max: i64) -> i64 {
    if max < min { min } else { engine(cx).between(min, max) }
}

/// `lcg_value()`: a number between 0 and 1 from two linear congruential generators (P. L'Ecuyer, 1988).
pub fn combined_lcg(cx: &mut Cx) -> f64 {
    let Combined(state) = cx.ext();
    let (a, b) = *state.get_or_insert_with(|| (system_seed() as i32, system_seed() as i32));
    let a = lcg_step(a, 53_668, 40_014, 12_211, 2_147_483_563);
    let b = lcg_step(b, 52_774, 40_692, 3_791, 2_147_483_399);
    *state = Some((a, b));
    let mut z = a.wrapping_sub(b);
    if z < 1 {
        z = z.wrapping_add(2_147_483_562);
    }
    f64::from(z) * 4.656613e-10
}

/// `state * factor % modulus` without leaving 32 bits (Schrage's method).
fn lcg_step(state: i32, quotient: i32, factor: i32, remainder: i32, modulus: i32) -> i32 {
    let q = state / quotient;
    let next = factor.wrapping_mul(state.wrapping_sub(quotient.wrapping_mul(q))).wrapping_sub(remainder.wrapping_mul(q));
    if next < 0 { next.wrapping_add(modulus) } else { next }
}

/// Who draws numbers for the algorithms below: the request's generator, or an engine object.
pub trait Draw {
    /// An unbiased number from 0 to `max`.
    fn below_or_equal(&mut self, cx: &mut Cx, max: u64) -> PhpResult<u64>;
}

/// The request's generator as one who draws.
pub struct RequestEngine;

impl Draw for RequestEngine {
    fn below_or_equal(&mut self, cx: &mut Cx, max: u64) -> PhpResult<u64> {
        Ok(engine(cx).below_or_equal(max))
    }
}

/// After so many numbers of no use an engine is given up.
pub const ATTEMPTS: u32 = 50;

/// "Failed to generate an acceptable random number in 50 attempts"
pub fn broken_engine(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.throw("Random\\BrokenRandomEngineError", format!("Failed to generate an acceptable random number in {ATTEMPTS} attempts"))
}

/// Brings things into random order: the last one changes places with any, then the one before it, and so on.
pub fn shuffle<T>(cx: &mut Cx, source: &mut dyn Draw, things: &mut [T]) -> PhpResult<()> {
    for left in (1..things.len()).rev() {
        let other = source.below_or_equal(cx, left as u64)? as usize;
        things.swap(left, other);
    }
    Ok(())
}

/// `num` random keys of an array, in its order. Errors are about the arguments of `array_rand()`.
pub fn pick_keys(cx: &mut Cx, source: &mut dyn Draw, array: &PhpArray, num: i64) -> PhpResult<Vec<Value>> {
    let len = array.len();
    if len == 0 {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if num == 1 {
        return Ok(vec![pick_key(cx, source, array)?]);
    }
    if num <= 0 || num as usize > len {
        return Err(cx.argument_value_error(2, "must be between 1 and the number of elements in argument #1 ($array)"));
    }
    // Few of many are picked, many of few are left out.
    let wanted = num as usize;
    let negative = wanted > len / 2;
    let mut marks = vec![false; len];
    let mut left = if negative { len - wanted } else { wanted };
    let mut failures = 0;
    while left > 0 {
        let pick = source.below_or_equal(cx, len as u64 - 1)? as usize;
        if !std::mem::replace(&mut marks[pick], true) {
            left -= 1;
            failures = 0;
            continue;
        }
        failures += 1;
        if failures > ATTEMPTS {
            return Err(broken_engine(cx));
        }
    }
    Ok(array.keys().zip(&marks).filter(|(_, mark)| **mark != negative).map(|(key, _)| key.to_value()).collect())
}

/// One key. Places of removed elements are drawn too, and drawn again, unless most places are such.
fn pick_key(cx: &mut Cx, source: &mut dyn Draw, array: &PhpArray) -> PhpResult<Value> {
    let (len, places) = (array.len(), array.end_pos() as usize);
    if len < places - (places >> 1) {
        let pick = source.below_or_equal(cx, len as u64 - 1)? as usize;
        return Ok(array.keys().nth(pick).map_or(Value::NULL, KeyRef::to_value));
    }
    loop {
        let pick = source.below_or_equal(cx, places as u64 - 1)? as u32;
        if let Some((key, _)) = array.entry_at(pick) {
            return Ok(key.to_value());
        }
    }
}

/// Bytes that nobody can guess.
pub fn system_bytes(bytes: &mut [u8]) -> std::io::Result<()> {
    let mut filled = 0;
    while filled < bytes.len() {
        match rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty()) {
            Ok(count) => filled += count,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn system_seed() -> u32 {
    let mut bytes = [0; 4];
    match system_bytes(&mut bytes) {
        Ok(()) => u32::from_ne_bytes(bytes),
        // A machine without a source of randomness still has a clock.
        Err(_) => std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |t| t.subsec_nanos()),
    }
}

#[cfg(test)]
mod tests {
    use super::Mt19937;

    #[test]
    fn sequence_is_php_s() {
        // mt_srand(1); mt_rand(), three times.
        let mut engine = Mt19937::new(1, false);
        let drawn: Vec<u32> = (0..3).map(|_| engine.next_u32() >> 1).collect();
        assert_eq!(drawn, [895_547_922, 2_141_438_069, 1_546_885_062]);
    }
}
