//! The request's Mersenne Twister: what `mt_rand()` draws from, and builtins that shuffle.
//!
//! MT19937 as in Matsumoto and Nishimura (1998); ranges by rejection, as PHP's `php_mt_rand_range()` has them.

use crate::{Cx, ExtSlot};

const N: usize = 624;
const M: usize = 397;

/// State of the generator; seeded from the system when it is first used without `mt_srand()`.
pub struct Mt19937 {
    state: [u32; N],
    at: usize,
    seeded: bool,
}

impl Default for Mt19937 {
    fn default() -> Self {
        Mt19937 { state: [0; N], at: N, seeded: false }
    }
}

impl ExtSlot for Mt19937 {}

fn twist(m: u32, u: u32, v: u32) -> u32 {
    let mixed = (u & 0x8000_0000) | (v & 0x7fff_ffff);
    m ^ (mixed >> 1) ^ (0x9908_b0df & (v & 1).wrapping_neg())
}

impl Mt19937 {
    /// `mt_srand($seed)`
    pub fn seed(&mut self, seed: u32) {
        self.state[0] = seed;
        for i in 1..N {
            let previous = self.state[i - 1];
            self.state[i] = 1_812_433_253u32.wrapping_mul(previous ^ (previous >> 30)).wrapping_add(i as u32);
        }
        self.reload();
        self.seeded = true;
    }

    fn reload(&mut self) {
        for i in 0..N {
            self.state[i] = twist(self.state[(i + M) % N], self.state[i], self.state[(i + 1) % N]);
        }
        self.at = 0;
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if !self.seeded {
            self.seed(system_seed());
        }
        if self.at >= N {
            self.reload();
        }
        let mut x = self.state[self.at];
        self.at += 1;
        x ^= x >> 11;
        x ^= (x << 7) & 0x9d2c_5680;
        x ^= (x << 15) & 0xefc6_0000;
        x ^ (x >> 18)
    }

    fn next_u64(&mut self) -> u64 {
        let high = u64::from(self.next_u32());
        high << 32 | u64::from(self.next_u32())
    }

    /// A number from 0 to `max`, each as likely.
    fn below_or_at(&mut self, max: u64) -> u64 {
        let small = u32::try_from(max).ok();
        let mut draw = |generator: &mut Self| match small {
            Some(_) => u64::from(generator.next_u32()),
            None => generator.next_u64(),
        };
        let all = if small.is_some() { u64::from(u32::MAX) } else { u64::MAX };
        let mut result = draw(self);
        if max == all {
            return result;
        }
        let count = max + 1;
        if count.is_power_of_two() {
            return result & max;
        }
        let ceiling = all - all % count - 1;
        while result > ceiling {
            result = draw(self);
        }
        result % count
    }
}

fn system_seed() -> u32 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() as u32
}

/// A number from `min` to `max`, both included.
pub fn range(cx: &mut Cx, min: i64, max: i64) -> i64 {
    let span = (max as u64).wrapping_sub(min as u64);
    let offset = if span == 0 { 0 } else { cx.ext::<Mt19937>().below_or_at(span) };
    (min as u64).wrapping_add(offset) as i64
}

#[cfg(test)]
mod tests {
    use super::Mt19937;

    /// `mt_srand(42); mt_rand()` three times (which drops the lowest bit).
    #[test]
    fn draws_what_php_draws() {
        let mut generator = Mt19937::default();
        generator.seed(42);
        let drawn: Vec<u32> = (0..3).map(|_| generator.next_u32() >> 1).collect();
        assert_eq!(drawn, [804_318_771, 1_710_563_033, 2_041_643_438]);
    }
}
