//! SHA-3 of all lengths (FIPS 202), with the state in the form in which PHP serializes it.

use crate::algorithm::Hash;
use crate::fields::Fields;

/// Words that PHP's sponge keeps inverted, which saves it some operations.
const INVERTED: [usize; 6] = [1, 2, 8, 12, 17, 20];

/// The sponge.
#[derive(Clone)]
pub(crate) struct Sha3 {
    state: [u64; 25],
    /// Bytes taken in between permutations.
    rate: u32,
    /// Bytes taken in since the last one.
    filled: u32,
}

impl Sha3 {
    pub fn new(rate: u32) -> Sha3 {
        Sha3 { state: [0; 25], rate, filled: 0 }
    }

    fn absorb(&mut self, byte: u8) {
        let place = self.filled as usize;
        self.state[place / 8] ^= u64::from(byte) << (place % 8 * 8);
        self.filled += 1;
        if self.filled == self.rate {
            keccak::f1600(&mut self.state);
            self.filled = 0;
        }
    }
}

impl Hash for Sha3 {
    fn update(&mut self, mut data: &[u8]) {
        while self.filled > 0
            && let [byte, rest @ ..] = data
        {
            self.absorb(*byte);
            data = rest;
        }
        let mut blocks = data.chunks_exact(self.rate as usize);
        for block in &mut blocks {
            for (word, bytes) in self.state.iter_mut().zip(block.as_chunks::<8>().0) {
                *word ^= u64::from_le_bytes(*bytes);
            }
            keccak::f1600(&mut self.state);
        }
        blocks.remainder().iter().for_each(|byte| self.absorb(*byte));
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let (place, last) = (self.filled as usize, self.rate as usize - 1);
        self.state[place / 8] ^= 0x06 << (place % 8 * 8);
        self.state[last / 8] ^= 0x80 << (last % 8 * 8);
        keccak::f1600(&mut self.state);
        // All digests are shorter than the rate.
        for (out, word) in digest.chunks_mut(8).zip(&self.state) {
            out.copy_from_slice(&word.to_le_bytes()[..out.len()]);
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        INVERTED.iter().for_each(|i| self.state[*i] = !self.state[*i]);
        let mut bytes = [0; 200];
        for (out, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(&self.state) {
            *out = word.to_le_bytes();
        }
        fields.bytes(&mut bytes);
        for (word, read) in self.state.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*read);
        }
        INVERTED.iter().for_each(|i| self.state[*i] = !self.state[*i]);
        fields.skip(1);
        fields.word(&mut self.filled);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < self.rate
    }

    fn magic(&self) -> i64 {
        100
    }
}
