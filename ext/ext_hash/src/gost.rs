//! GOST R 34.11-94 (RFC 5831), with the boxes of its test and those of CryptoPro (RFC 4357).

use crate::algorithm::Hash;
use crate::blocks::{feed, words};
use crate::fields::Fields;

/// Eight substitutions of half bytes, the lowest half byte's first.
pub(crate) type Boxes = [[u8; 16]; 8];

#[rustfmt::skip]
pub(crate) static TEST: Boxes = [
    [4, 10, 9, 2, 13, 8, 0, 14, 6, 11, 1, 12, 7, 15, 5, 3],
    [14, 11, 4, 12, 6, 13, 15, 10, 2, 3, 8, 1, 0, 7, 5, 9],
    [5, 8, 1, 13, 10, 3, 4, 2, 14, 15, 12, 7, 6, 0, 9, 11],
    [7, 13, 10, 1, 0, 8, 9, 15, 14, 4, 6, 12, 11, 2, 5, 3],
    [6, 12, 7, 1, 5, 15, 13, 8, 4, 10, 9, 14, 0, 3, 11, 2],
    [4, 11, 10, 0, 7, 2, 1, 13, 3, 6, 8, 5, 9, 12, 15, 14],
    [13, 11, 4, 1, 3, 15, 5, 9, 0, 10, 14, 7, 6, 8, 2, 12],
    [1, 15, 13, 0, 5, 7, 10, 4, 9, 2, 3, 14, 6, 11, 8, 12],
];

#[rustfmt::skip]
pub(crate) static CRYPTO: Boxes = [
    [10, 4, 5, 6, 8, 1, 3, 7, 13, 12, 14, 0, 9, 2, 11, 15],
    [5, 15, 4, 0, 2, 13, 11, 9, 1, 7, 6, 3, 12, 14, 10, 8],
    [7, 15, 12, 14, 9, 4, 1, 0, 3, 11, 5, 2, 6, 10, 8, 13],
    [4, 10, 7, 12, 0, 15, 2, 8, 14, 1, 6, 5, 13, 11, 9, 3],
    [7, 6, 4, 11, 9, 12, 2, 10, 1, 8, 0, 14, 15, 13, 3, 5],
    [7, 6, 2, 4, 13, 9, 15, 0, 10, 1, 5, 11, 8, 14, 12, 3],
    [13, 14, 4, 1, 7, 0, 5, 10, 3, 12, 8, 15, 6, 2, 9, 11],
    [1, 3, 10, 9, 5, 11, 4, 15, 8, 6, 7, 14, 13, 0, 2, 12],
];

#[derive(Clone)]
pub(crate) struct Gost {
    boxes: &'static Boxes,
    /// The digest so far, then the sum of the blocks.
    state: [u32; 16],
    /// Bits, the low word first.
    count: [u32; 2],
    buffer: [u8; 32],
    filled: u8,
}

impl Gost {
    pub fn new(boxes: &'static Boxes) -> Gost {
        Gost { boxes, state: [0; 16], count: [0; 2], buffer: [0; 32], filled: 0 }
    }
}

fn substitute(boxes: &Boxes, x: u32) -> u32 {
    let replaced = boxes.iter().enumerate().map(|(i, table)| u32::from(table[(x >> (4 * i) & 15) as usize]) << (4 * i));
    replaced.sum::<u32>().rotate_left(11)
}

/// The cipher GOST 28147-89 on two words.
fn encrypt(boxes: &Boxes, key: &[u32; 8], [mut right, mut left]: [u32; 2]) -> [u32; 2] {
    for round in 0..32 {
        let part = if round < 24 { round % 8 } else { 31 - round };
        let mixed = left ^ substitute(boxes, key[part].wrapping_add(right));
        (left, right) = (right, mixed);
    }
    [left, right]
}

fn xor(a: &[u32; 8], b: &[u32; 8]) -> [u32; 8] {
    std::array::from_fn(|i| a[i] ^ b[i])
}

/// Transposes bytes: P of the standard.
fn transpose(w: &[u32; 8]) -> [u32; 8] {
    let byte = |i: usize| (w[i / 4] >> (i % 4 * 8)) & 0xff;
    std::array::from_fn(|k| (0..4).map(|j| byte(8 * j + k) << (8 * j)).sum())
}

/// A of the standard: a step of a shift register with 64-bit cells.
fn step(u: &[u32; 8]) -> [u32; 8] {
    [u[2], u[3], u[4], u[5], u[6], u[7], u[0] ^ u[2], u[1] ^ u[3]]
}

const C3: [u32; 8] = [0xff00_ff00, 0xff00_ff00, 0x00ff_00ff, 0x00ff_00ff, 0x00ff_ff00, 0xff00_00ff, 0x0000_00ff, 0xff00_ffff];

/// ψ of the standard, so many times: a shift register with 16-bit cells.
fn stir(words: &[u32; 8], times: usize) -> [u32; 8] {
    let mut cells: [u16; 16] = std::array::from_fn(|i| (words[i / 2] >> (i % 2 * 16)) as u16);
    for _ in 0..times {
        let new = cells[0] ^ cells[1] ^ cells[2] ^ cells[3] ^ cells[12] ^ cells[15];
        cells.rotate_left(1);
        cells[15] = new;
    }
    std::array::from_fn(|i| u32::from(cells[2 * i]) | u32::from(cells[2 * i + 1]) << 16)
}

fn compress(boxes: &Boxes, hash: &mut [u32; 8], message: &[u32; 8]) {
    let (mut u, mut v) = (*hash, *message);
    let mut encrypted = [0; 8];
    for part in 0..4 {
        if part > 0 {
            u = step(&u);
            if part == 2 {
                u = xor(&u, &C3);
            }
            v = step(&step(&v));
        }
        let key = transpose(&xor(&u, &v));
        let pair = encrypt(boxes, &key, [hash[2 * part], hash[2 * part + 1]]);
        encrypted[2 * part..2 * part + 2].copy_from_slice(&pair);
    }
    *hash = stir(&xor(hash, &stir(&xor(message, &stir(&encrypted, 12)), 1)), 61);
}

fn split(state: &mut [u32; 16]) -> (&mut [u32; 8], &mut [u32; 8]) {
    let (hash, sum) = state.split_at_mut(8);
    (hash.try_into().expect("half of 16 words"), sum.try_into().expect("half of 16 words"))
}

fn take_in(boxes: &Boxes, state: &mut [u32; 16], block: &[u8; 32]) {
    let data = words::<8>(block);
    let (hash, sum) = split(state);
    let mut carry = 0;
    for (word, more) in sum.iter_mut().zip(&data) {
        *word = word.wrapping_add(*more).wrapping_add(carry);
        carry = match (*word).cmp(more) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => carry,
            std::cmp::Ordering::Greater => 0,
        };
    }
    compress(boxes, hash, &data);
}

impl Hash for Gost {
    fn update(&mut self, data: &[u8]) {
        let bits = (u64::from(self.count[1]) << 32 | u64::from(self.count[0])).wrapping_add(data.len() as u64 * 8);
        self.count = [bits as u32, (bits >> 32) as u32];
        let (state, boxes, before) = (&mut self.state, self.boxes, self.filled as usize);
        let filled = feed(&mut self.buffer, before, data, |block| take_in(boxes, state, block));
        if before + data.len() >= 32 {
            self.buffer[filled..].fill(0);
        }
        self.filled = filled as u8;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        if self.filled > 0 {
            self.buffer[self.filled as usize..].fill(0);
            take_in(self.boxes, &mut self.state, &self.buffer);
        }
        let length = std::array::from_fn(|i| self.count.get(i).copied().unwrap_or(0));
        let (hash, sum) = split(&mut self.state);
        compress(self.boxes, hash, &length);
        compress(self.boxes, hash, sum);
        for (out, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(hash) {
            *out = word.to_le_bytes();
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.words(&mut self.state);
        fields.words(&mut self.count);
        fields.byte(&mut self.filled);
        fields.bytes(&mut self.buffer);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 32
    }
}
