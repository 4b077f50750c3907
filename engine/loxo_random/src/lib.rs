//! The random numbers of a request: the Mersenne Twister that `mt_rand()`, `shuffle()` and others share, with PHP's way of scaling.
//!
//! M. Matsumoto, T. Nishimura: "Mersenne Twister: A 623-dimensionally equidistributed uniform pseudorandom number generator" (1998).

use loxo_value::{KeyRef, PhpArray, Value};

use loxo_runtime::{Cx, ExtSlot, PhpResult};

const N: usize = 624;
const M: usize = 397;

/// The generator; equal seeds give equal sequences, those of PHP.
#[derive(Clone)]
pub struct Mt19937 {
    state: [u32; N],
    at: usize,
    /// `MT_RAND_PHP`: PHP 5's generator, which had a mistake in it.
    legacy: bool,
}

impl Mt19937 {
    pub fn new(seed: u32, legacy: bool) -> Mt19937 {
        let mut state = [0u32; N];
        state[0] = seed;
        for i in 1..N {
            let before = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(before ^ before >> 30).wrapping_add(i as u32);
        }
        let mut engine = Mt19937 { state, at: 0, legacy };
        engine.reload();
        engine
    }

    /// A generator in a given state: the words, and how many of them are used up.
    pub fn with_state(state: [u32; N], at: usize, legacy: bool) -> Mt19937 {
        Mt19937 { state, at, legacy }
    }

    /// The words of the state, and how many of them are used up.
    pub fn state(&self) -> (&[u32; N], usize) {
        (&self.state, self.at)
    }

    #[inline]
    pub fn is_legacy(&self) -> bool {
        self.legacy
    }

    #[inline(never)]
    fn reload(&mut self) {
        let legacy = self.legacy;
        let twist = |this: u32, next: u32, far: u32| {
            let mixed = this & 0x8000_0000 | next & 0x7fff_ffff;
            let odd = if legacy { this } else { next } & 1;
            far ^ mixed >> 1 ^ (odd.wrapping_neg() & 0x9908_b0df)
        };
        let state = &mut self.state;
        for i in 0..N - M {
            state[i] = twist(state[i], state[i + 1], state[i + M]);
        }
        for i in N - M..N - 1 {
            state[i] = twist(state[i], state[i + 1], state[i + M - N]);
        }
        state[N - 1] = twist(state[N - 1], state[0], state[M - 1]);
        self.at = 0;
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.at >= N {
            self.reload();
        }
        let mut n = self.state[self.at];
        self.at += 1;
        n ^= n >> 11;
        n ^= n << 7 & 0x9d2c_5680;
        n ^= n << 15 & 0xefc6_0000;
        n ^ n >> 18
    }

    /// An unbiased number from 0 to `max`: those that would be favoured are drawn again.
    #[inline]
    pub fn below_or_equal(&mut self, max: u64) -> u64 {
        match u32::try_from(max) {
            Ok(max) => u64::from(self.range32(max)),
            Err(_) => self.range64(max),
        }
    }

    /// The same from `min`, which is not above `max`.
    #[inline]
    pub fn between(&mut self, min: i64, max: i64) -> i64 {
        (min as u64).wrapping_add(self.below_or_equal(max.wrapping_sub(min) as u64)) as i64
    }

    #[inline]
    fn range32(&mut self, max: u32) -> u32 {
        let mut n = self.next_u32();
        let Some(count) = max.checked_add(1) else { return n };
        if count.is_power_of_two() {
            return n & max;
        }
        // The limit is never below this.
        if n > u32::MAX - count {
            let limit = u32::MAX - u32::MAX % count - 1;
            while n > limit {
                n = self.next_u32();
            }
        }
        n % count
    }

    fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        low | u64::from(self.next_u32()) << 32
    }

    #[cold]
    fn range64(&mut self, max: u64) -> u64 {
        let mut n = self.next_u64();
        let Some(count) = max.checked_add(1) else { return n };
        if count.is_power_of_two() {
            return n & max;
        }
        // The limit is never below this.
        if n > u64::MAX - count {
            let limit = u64::MAX - u64::MAX % count - 1;
            while n > limit {
                n = self.next_u64();
            }
        }
        n % count
    }
}

/// The generators of the request; seeded by the system until a program seeds the one that can be seeded.
#[derive(Default)]
pub struct DefaultEngine {
    engine: Option<Mt19937>,
    combined: Option<(i32, i32)>,
}

impl ExtSlot for DefaultEngine {}

/// The request's generator.
#[inline]
pub fn engine(cx: &mut Cx) -> &mut Mt19937 {
    let engine = &mut cx.ext::<DefaultEngine>().engine;
    if engine.is_none() {
        seed_by_system(engine);
    }
    engine.as_mut().expect("it was seeded")
}

#[cold]
#[inline(never)]
fn seed_by_system(engine: &mut Option<Mt19937>) {
    *engine = Some(Mt19937::new(system_seed(), false));
}

/// `mt_srand()`
pub fn seed(cx: &mut Cx, seed: u32, legacy: bool) {
    cx.ext::<DefaultEngine>().engine = Some(Mt19937::new(seed, legacy));
}

/// An unbiased number from `min` to `max`; `min` if they are the wrong way round. A choice of one draws a number too.
pub fn range(cx: &mut Cx, min: i64, max: i64) -> i64 {
    if max < min { min } else { engine(cx).between(min, max) }
}

/// `lcg_value()`: a number between 0 and 1 from two linear congruential generators (P. L'Ecuyer, 1988).
pub fn combined_lcg(cx: &mut Cx) -> f64 {
    let state = &mut cx.ext::<DefaultEngine>().combined;
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
