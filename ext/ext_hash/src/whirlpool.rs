//! Whirlpool (V. Rijmen, P. S. L. M. Barreto; ISO/IEC 10118-3). Its tables are made of two small permutations when first needed.

use std::sync::LazyLock;

use crate::algorithm::Hash;
use crate::blocks::feed;
use crate::fields::Fields;

const ROUNDS: usize = 10;

struct Tables {
    /// A byte's share of a row, for the first place in the row.
    rows: [u64; 256],
    constants: [u64; ROUNDS],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    const E: [u8; 16] = [1, 11, 9, 12, 13, 6, 15, 3, 14, 8, 7, 4, 10, 2, 5, 0];
    const R: [u8; 16] = [7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0];
    let mut inverse = [0u8; 16];
    E.iter().enumerate().for_each(|(i, e)| inverse[*e as usize] = i as u8);
    let sbox: [u8; 256] = std::array::from_fn(|x| {
        let (high, low) = (E[x >> 4], inverse[x & 15]);
        let mixed = R[(high ^ low) as usize];
        E[(high ^ mixed) as usize] << 4 | inverse[(low ^ mixed) as usize]
    });
    // Multiplication in the field that x^8 + x^4 + x^3 + x^2 + 1 makes.
    let times = |factor: u8, x: u8| {
        let mut product = 0u16;
        for bit in 0..4 {
            if factor >> bit & 1 == 1 {
                product ^= u16::from(x) << bit;
            }
        }
        for bit in (8..12).rev() {
            if product >> bit & 1 == 1 {
                product ^= 0x11d << (bit - 8);
            }
        }
        product as u8
    };
    let rows = std::array::from_fn(|x| u64::from_be_bytes([1, 1, 4, 1, 8, 5, 2, 9].map(|factor| times(factor, sbox[x]))));
    let constants = std::array::from_fn(|round| u64::from_be_bytes(std::array::from_fn(|i| sbox[8 * round + i])));
    Tables { rows, constants }
});

fn transform(tables: &Tables, words: &[u64; 8]) -> [u64; 8] {
    std::array::from_fn(|i| {
        (0..8).fold(0, |sum, t| {
            let byte = (words[(i + 8 - t) % 8] >> (56 - 8 * t)) as u8;
            sum ^ tables.rows[byte as usize].rotate_right(8 * t as u32)
        })
    })
}

fn compress(state: &mut [u64; 8], block: &[u8; 64]) {
    let tables = &*TABLES;
    let block: [u64; 8] = std::array::from_fn(|i| u64::from_be_bytes(block.as_chunks::<8>().0[i]));
    let mut key = *state;
    let mut cipher: [u64; 8] = std::array::from_fn(|i| block[i] ^ key[i]);
    for constant in tables.constants {
        key = transform(tables, &key);
        key[0] ^= constant;
        let mixed = transform(tables, &cipher);
        cipher = std::array::from_fn(|i| mixed[i] ^ key[i]);
    }
    for i in 0..8 {
        state[i] ^= cipher[i] ^ block[i];
    }
}

#[derive(Clone)]
pub(crate) struct Whirlpool {
    state: [u64; 8],
    /// Bits, the high byte first.
    length: [u8; 32],
    buffer: [u8; 64],
    filled: u32,
    filled_bits: u32,
}

impl Default for Whirlpool {
    fn default() -> Whirlpool {
        Whirlpool { state: [0; 8], length: [0; 32], buffer: [0; 64], filled: 0, filled_bits: 0 }
    }
}

impl Hash for Whirlpool {
    fn update(&mut self, data: &[u8]) {
        let mut carry = data.len() as u128 * 8;
        for byte in self.length.iter_mut().rev() {
            carry += u128::from(*byte);
            *byte = carry as u8;
            carry >>= 8;
        }
        let state = &mut self.state;
        self.filled = feed(&mut self.buffer, self.filled as usize, data, |block| compress(state, block)) as u32;
        self.filled_bits = self.filled * 8;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let filled = self.filled as usize;
        self.buffer[filled] = 0x80;
        self.buffer[filled + 1..].fill(0);
        if filled >= 32 {
            compress(&mut self.state, &self.buffer);
            self.buffer.fill(0);
        }
        self.buffer[32..].copy_from_slice(&self.length);
        compress(&mut self.state, &self.buffer);
        for (out, word) in digest.as_chunks_mut::<8>().0.iter_mut().zip(&self.state) {
            *out = word.to_be_bytes();
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        // What is behind the end of the data is nothing.
        self.buffer[(self.filled as usize).min(64)..].fill(0);
        fields.longs(&mut self.state);
        fields.bytes(&mut self.length);
        fields.word(&mut self.filled);
        fields.word(&mut self.filled_bits);
        fields.bytes(&mut self.buffer);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 64 && self.filled_bits == self.filled * 8
    }
}
