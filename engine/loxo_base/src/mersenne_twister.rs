//! The Mersenne Twister of PHP's `mt_rand()`, with its way of scaling.
//!
//! M. Matsumoto, T. Nishimura: "Mersenne Twister: A 623-dimensionally equidistributed uniform pseudorandom number generator" (1998).

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

    #[inline(always)]
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
        let word = self.state[self.at];
        self.at += 1;
        tempered(word)
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

    /// [`between`](Mt19937::between) where that takes one word which is there, and has to call nothing. `None`: nothing was drawn.
    #[inline(always)]
    pub fn next_between(&mut self, min: i64, max: i64) -> Option<i64> {
        let most = u32::try_from(max.wrapping_sub(min) as u64).ok()?;
        let offset = scaled(tempered(*self.state.get(self.at)?), most)?;
        self.at += 1;
        Some(min.wrapping_add(i64::from(offset)))
    }

    #[inline]
    fn range32(&mut self, max: u32) -> u32 {
        let mut word = self.next_u32();
        if let Some(number) = scaled(word, max) {
            return number;
        }
        let count = max + 1;
        let limit = u32::MAX - u32::MAX % count - 1;
        while word > limit {
            word = self.next_u32();
        }
        word % count
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

/// A word as a number from 0 to `max`. `None`: it is among the highest, where some would favour low numbers.
#[inline(always)]
fn scaled(word: u32, max: u32) -> Option<u32> {
    let Some(count) = max.checked_add(1) else { return Some(word) };
    if count.is_power_of_two() {
        Some(word & max)
    } else if word <= u32::MAX - count {
        Some(word % count)
    } else {
        None
    }
}

/// A word of the state as it is given out.
#[inline(always)]
fn tempered(mut n: u32) -> u32 {
    n ^= n >> 11;
    n ^= n << 7 & 0x9d2c_5680;
    n ^= n << 15 & 0xefc6_0000;
    n ^ n >> 18
}
