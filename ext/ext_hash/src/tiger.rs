//! Tiger (R. Anderson, E. Biham, 1996) with three or four passes.

use crate::algorithm::Hash;
use crate::blocks::feed;
use crate::fields::Fields;
use crate::tiger_tables::BOXES;

#[derive(Clone)]
pub(crate) struct Tiger {
    state: [u64; 3],
    /// Bits of whole blocks so far.
    passed: u64,
    buffer: [u8; 64],
    filled: u32,
    passes: u8,
}

impl Tiger {
    pub fn new(passes: u8) -> Tiger {
        let state = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0xf096_a5b4_c3b2_e187];
        Tiger { state, passed: 0, buffer: [0; 64], filled: 0, passes }
    }
}

fn look_up(c: u64, places: [usize; 4]) -> u64 {
    let byte = |i: usize| (c >> (8 * i)) as u8 as usize;
    BOXES[0][byte(places[0])] ^ BOXES[1][byte(places[1])] ^ BOXES[2][byte(places[2])] ^ BOXES[3][byte(places[3])]
}

fn round(a: &mut u64, b: &mut u64, c: &mut u64, x: u64, factor: u64) {
    *c ^= x;
    *a = a.wrapping_sub(look_up(*c, [0, 2, 4, 6]));
    *b = b.wrapping_add(look_up(*c, [7, 5, 3, 1])).wrapping_mul(factor);
}

fn pass(state: &mut [u64; 3], x: &[u64; 8], factor: u64) {
    for (i, word) in x.iter().enumerate() {
        let [a, b, c] = state;
        match i % 3 {
            0 => round(a, b, c, *word, factor),
            1 => round(b, c, a, *word, factor),
            _ => round(c, a, b, *word, factor),
        }
    }
}

fn schedule(x: &mut [u64; 8]) {
    x[0] = x[0].wrapping_sub(x[7] ^ 0xa5a5_a5a5_a5a5_a5a5);
    x[1] ^= x[0];
    x[2] = x[2].wrapping_add(x[1]);
    x[3] = x[3].wrapping_sub(x[2] ^ !x[1] << 19);
    x[4] ^= x[3];
    x[5] = x[5].wrapping_add(x[4]);
    x[6] = x[6].wrapping_sub(x[5] ^ !x[4] >> 23);
    x[7] ^= x[6];
    x[0] = x[0].wrapping_add(x[7]);
    x[1] = x[1].wrapping_sub(x[0] ^ !x[7] << 19);
    x[2] ^= x[1];
    x[3] = x[3].wrapping_add(x[2]);
    x[4] = x[4].wrapping_sub(x[3] ^ !x[2] >> 23);
    x[5] ^= x[4];
    x[6] = x[6].wrapping_add(x[5]);
    x[7] = x[7].wrapping_sub(x[6] ^ 0x0123_4567_89ab_cdef);
}

fn compress(state: &mut [u64; 3], block: &[u8; 64], passes: u8) {
    let mut x: [u64; 8] = std::array::from_fn(|i| u64::from_le_bytes(block.as_chunks::<8>().0[i]));
    let before = *state;
    for number in 0..passes {
        if number > 0 {
            schedule(&mut x);
        }
        pass(state, &x, [5, 7, 9][number.min(2) as usize]);
        let [a, b, c] = *state;
        *state = [c, a, b];
    }
    let after = *state;
    *state = [after[0] ^ before[0], after[1].wrapping_sub(before[1]), after[2].wrapping_add(before[2])];
}

impl Hash for Tiger {
    fn update(&mut self, data: &[u8]) {
        let (state, passed, passes) = (&mut self.state, &mut self.passed, self.passes);
        let filled = feed(&mut self.buffer, self.filled as usize, data, |block| {
            compress(state, block, passes);
            *passed = passed.wrapping_add(512);
        });
        self.filled = filled as u32;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let filled = self.filled as usize;
        let bits = self.passed.wrapping_add(filled as u64 * 8);
        self.buffer[filled] = 1;
        self.buffer[filled + 1..].fill(0);
        if filled >= 56 {
            compress(&mut self.state, &self.buffer, self.passes);
            self.buffer.fill(0);
        }
        self.buffer[56..].copy_from_slice(&bits.to_le_bytes());
        compress(&mut self.state, &self.buffer, self.passes);
        for (out, word) in digest.chunks_mut(8).zip(&self.state) {
            out.copy_from_slice(&word.to_le_bytes()[..out.len()]);
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.longs(&mut self.state);
        fields.long(&mut self.passed);
        fields.bytes(&mut self.buffer);
        fields.word(&mut self.filled);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 64
    }
}
