//! The random numbers of a request: the Mersenne Twister that `mt_rand()`, `shuffle()` and others share, with PHP's way of scaling.
//!
//! M. Matsumoto, T. Nishimura: "Mersenne Twister: A 623-dimensionally equidistributed uniform pseudorandom number generator" (1998).

use std::io::Read;

use crate::{Cx, ExtSlot};

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

    pub fn is_legacy(&self) -> bool {
        self.legacy
    }

    fn reload(&mut self) {
        for i in 0..N {
            let (this, next) = (self.state[i], self.state[(i + 1) % N]);
            let mixed = this & 0x8000_0000 | next & 0x7fff_ffff;
            let odd = if self.legacy { this } else { next } & 1;
            self.state[i] = self.state[(i + M) % N] ^ mixed >> 1 ^ if odd == 1 { 0x9908_b0df } else { 0 };
        }
        self.at = 0;
    }

    /// The next 32 bits.
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
    pub fn below_or_equal(&mut self, max: u64) -> u64 {
        match u32::try_from(max) {
            Ok(max) => u64::from(self.range32(max)),
            Err(_) => self.range64(max),
        }
    }

    fn range32(&mut self, max: u32) -> u32 {
        let mut n = self.next_u32();
        let Some(count) = max.checked_add(1) else { return n };
        if count.is_power_of_two() {
            return n & max;
        }
        let limit = u32::MAX - u32::MAX % count - 1;
        while n > limit {
            n = self.next_u32();
        }
        n % count
    }

    fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        low | u64::from(self.next_u32()) << 32
    }

    fn range64(&mut self, max: u64) -> u64 {
        let mut n = self.next_u64();
        let Some(count) = max.checked_add(1) else { return n };
        if count.is_power_of_two() {
            return n & max;
        }
        let limit = u64::MAX - u64::MAX % count - 1;
        while n > limit {
            n = self.next_u64();
        }
        n % count
    }
}

/// The generator of the request; seeded by the system until a program seeds it.
#[derive(Default)]
pub struct DefaultEngine {
    engine: Option<Mt19937>,
}

impl ExtSlot for DefaultEngine {}

/// The request's generator.
pub fn engine(cx: &mut Cx) -> &mut Mt19937 {
    cx.ext::<DefaultEngine>().engine.get_or_insert_with(|| Mt19937::new(system_seed(), false))
}

/// `mt_srand()`
pub fn seed(cx: &mut Cx, seed: u32, legacy: bool) {
    cx.ext::<DefaultEngine>().engine = Some(Mt19937::new(seed, legacy));
}

/// An unbiased number from `min` to `max`; `min` if they are the wrong way round.
pub fn range(cx: &mut Cx, min: i64, max: i64) -> i64 {
    if max <= min {
        return min;
    }
    let offset = engine(cx).below_or_equal(max.wrapping_sub(min) as u64);
    (min as u64).wrapping_add(offset) as i64
}

/// Bytes that nobody can guess.
pub fn system_bytes(bytes: &mut [u8]) -> std::io::Result<()> {
    std::fs::File::open("/dev/urandom").and_then(|mut source| source.read_exact(bytes))
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
