//! Random choices from a seed.

pub struct Random(pub u64);

impl Random {
    /// SplitMix64.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Small numbers are likelier than large ones.
    pub fn small(&mut self, most: usize) -> usize {
        let most = self.below(most + 1);
        self.below(most + 1)
    }

    /// An integer at which something may go wrong.
    pub fn int(&mut self) -> i64 {
        const EDGES: [i64; 30] = [
            0,
            1,
            -1,
            2,
            3,
            -7,
            8,
            63,
            64,
            127,
            128,
            -128,
            -129,
            255,
            256,
            0xffff,
            0x8000,
            i32::MAX as i64,
            i32::MIN as i64,
            i32::MAX as i64 + 1,
            i32::MIN as i64 - 1,
            u32::MAX as i64,
            u32::MAX as i64 + 1,
            0xffff_ffff_8000_0000u64 as i64,
            i64::MAX,
            i64::MIN,
            i64::MAX - 1,
            i64::MIN + 1,
            10,
            1000,
        ];
        match self.below(8) {
            0..3 => self.one_of(&EDGES),
            3 | 4 => self.below(20) as i64 - 4,
            5 => 1 << self.below(64),
            6 => self.next() as i64 >> self.below(64),
            _ => self.next() as i64,
        }
    }

    /// A float that is no NaN.
    pub fn float(&mut self) -> f64 {
        const EDGES: [f64; 20] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1.5,
            -2.5,
            1e308,
            -1e308,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MIN_POSITIVE,
            5e-324,
            9.2e18,
            -9.3e18,
            9_223_372_036_854_775_807.0,
            4_503_599_627_370_495.5,
            2.0,
            1e-9,
            100.0,
        ];
        match self.below(4) {
            0 => self.one_of(&EDGES),
            1 => self.below(40) as f64 * 0.5 - 6.0,
            2 => self.next() as i64 as f64 * 1e-17,
            _ => Some(f64::from_bits(self.next())).filter(|float| !float.is_nan()).unwrap_or(3.25),
        }
    }
}

/// A number that looks like chance.
pub fn mix(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}
