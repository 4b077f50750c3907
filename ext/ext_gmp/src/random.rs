//! The random numbers that GMP gives: a Mersenne Twister of 32 bits with a seeding of GMP's own.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, PowerOfTwo};

const N: usize = 624;
const M: usize = 397;
const BITS: usize = 19_937;
/// How many numbers are thrown away after seeding.
const WARM_UP: usize = 2000;
/// A number below a limit is sought so often, then made.
const TRIES: usize = 80;

pub(crate) struct Twister {
    state: Box<[u32; N]>,
    next: usize,
}

impl Twister {
    pub fn new(seed: &UBig) -> Twister {
        let mut state = Box::new([0u32; N]);
        let spread = spread(seed);
        state[0] = if spread.bit(BITS - 1) { 0x8000_0000 } else { 0 };
        for (word, bytes) in state[1..].iter_mut().zip(spread.to_le_bytes().chunks(4)) {
            let mut four = [0; 4];
            four[..bytes.len()].copy_from_slice(bytes);
            *word = u32::from_le_bytes(four);
        }
        let mut twister = Twister { state, next: WARM_UP % N };
        (0..WARM_UP / N).for_each(|_| twister.turn());
        twister
    }

    fn turn(&mut self) {
        let mt = &mut self.state;
        for i in 0..N {
            let y = (mt[i] & 0x8000_0000) | (mt[(i + 1) % N] & 0x7fff_ffff);
            mt[i] = mt[(i + M) % N] ^ (y >> 1) ^ if y & 1 == 1 { 0x9908_b0df } else { 0 };
        }
    }

    fn word(&mut self) -> u32 {
        if self.next >= N {
            self.turn();
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// So many random bits; the caller has made sure that there is space for them.
    pub fn bits(&mut self, count: usize) -> UBig {
        let mut bytes = Vec::with_capacity(count / 8 + 8);
        let mut left = count;
        while left > 0 {
            let word = self.word();
            let word = if left < 32 { word & ((1 << left) - 1) } else { word };
            bytes.extend_from_slice(&word.to_le_bytes());
            left = left.saturating_sub(32);
        }
        UBig::from_le_bytes(&bytes)
    }

    /// A number below a limit that is not zero.
    pub fn below(&mut self, limit: &UBig) -> UBig {
        let count = limit.bit_len() - usize::from(limit.is_power_of_two());
        let mut drawn = UBig::ZERO;
        for _ in 0..TRIES {
            drawn = self.bits(count);
            if drawn < *limit {
                return drawn;
            }
        }
        drawn - limit
    }
}

/// Seeds that are near each other must not give similar sequences: the seed is raised to a power modulo 2^19937 - 20023.
fn spread(seed: &UBig) -> UBig {
    const EXPONENT: u32 = 0x4011_8124;
    let top = UBig::ONE << BITS;
    let base = seed % (&top - UBig::from(20_027u32)) + UBig::from(2u8);
    let reduce = |mut n: UBig| {
        while n.bit_len() > BITS {
            let (low, high) = n.split_bits(BITS);
            n = low + high * UBig::from(20_023u32);
        }
        n
    };
    let mut power = base.clone();
    // The highest bit of the exponent is the base itself.
    for bit in (0..30).rev() {
        power = reduce(&power * &power);
        if EXPONENT >> bit & 1 == 1 {
            power = reduce(power * &base);
        }
    }
    power
}
