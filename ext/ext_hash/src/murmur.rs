//! MurmurHash3 (A. Appleby): 32 bits, and 128 bits for machines of 32 and of 64 bits.
//!
//! Bytes that do not fill a block yet are shifted into the words of the block from above; their number is in the lowest bits of the last
//! word, which is how serialized states have it.

use crate::algorithm::Hash;
use crate::fields::Fields;

fn finish32(mut h: u32) -> u32 {
    h = (h ^ h >> 16).wrapping_mul(0x85eb_ca6b);
    h = (h ^ h >> 13).wrapping_mul(0xc2b2_ae35);
    h ^ h >> 16
}

fn finish64(mut h: u64) -> u64 {
    h = (h ^ h >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ h >> 33
}

/// Gives whole blocks away; what is left stays in `pending`.
fn feed<const N: usize>(pending: &mut [u32; N], mut data: &[u8], mut block: impl FnMut([u32; N])) {
    let size = 4 * N;
    let mut filled = (pending[N - 1] & 0xff) as usize % size;
    let push = |pending: &mut [u32; N], filled: &mut usize, byte: u8, block: &mut dyn FnMut([u32; N])| {
        let word = &mut pending[*filled / 4];
        *word = *word >> 8 | u32::from(byte) << 24;
        *filled += 1;
        if *filled == size {
            block(*pending);
            *filled = 0;
        }
    };
    while filled > 0
        && let [byte, rest @ ..] = data
    {
        push(pending, &mut filled, *byte, &mut block);
        data = rest;
    }
    let mut whole = data.chunks_exact(size);
    for bytes in &mut whole {
        let words = bytes.as_chunks::<4>().0;
        *pending = std::array::from_fn(|i| u32::from_le_bytes(words[i]));
        block(*pending);
    }
    for byte in whole.remainder() {
        push(pending, &mut filled, *byte, &mut block);
    }
    pending[N - 1] = pending[N - 1] & !0xff | filled as u32;
}

/// The words of a block that is not full, and how many of them there are.
fn rest<const N: usize>(pending: &[u32; N]) -> ([u32; N], usize) {
    let filled = (pending[N - 1] & 0xff) as usize % (4 * N);
    let words = std::array::from_fn(|i| match filled.saturating_sub(4 * i) {
        0 => 0,
        1 => pending[i] >> 24,
        2 => pending[i] >> 16,
        3 => pending[i] >> 8,
        _ => pending[i],
    });
    (words, filled.div_ceil(4))
}

#[derive(Clone)]
pub(crate) struct Murmur3a {
    state: u32,
    pending: [u32; 1],
    length: u32,
}

impl Murmur3a {
    pub fn new(seed: u32) -> Murmur3a {
        Murmur3a { state: seed, pending: [0], length: 0 }
    }
}

fn mix_a(k: u32) -> u32 {
    k.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

impl Hash for Murmur3a {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u32);
        let state = &mut self.state;
        feed(&mut self.pending, data, |[k]| *state = (*state ^ mix_a(k)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64));
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let ([k], _) = rest(&self.pending);
        digest.copy_from_slice(&finish32(self.state ^ mix_a(k) ^ self.length).to_be_bytes());
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.word(&mut self.state);
        fields.words(&mut self.pending);
        fields.word(&mut self.length);
        true
    }
}

#[derive(Clone)]
pub(crate) struct Murmur3c {
    state: [u32; 4],
    pending: [u32; 4],
    length: u32,
}

impl Murmur3c {
    pub fn new(seed: u32) -> Murmur3c {
        Murmur3c { state: [seed; 4], pending: [0; 4], length: 0 }
    }
}

const FACTORS: [u32; 4] = [0x239b_961b, 0xab0e_9789, 0x38b3_4ae5, 0xa1e3_8b93];

fn mix_c(i: usize, k: u32) -> u32 {
    k.wrapping_mul(FACTORS[i]).rotate_left(15 + i as u32).wrapping_mul(FACTORS[(i + 1) % 4])
}

impl Hash for Murmur3c {
    fn update(&mut self, data: &[u8]) {
        const ADDED: [u32; 4] = [0x561c_cd1b, 0x0bca_a747, 0x96cd_1c35, 0x32ac_3b17];
        const SHIFTS: [u32; 4] = [19, 17, 15, 13];
        self.length = self.length.wrapping_add(data.len() as u32);
        let h = &mut self.state;
        feed(&mut self.pending, data, |k: [u32; 4]| {
            for i in 0..4 {
                let mixed = (h[i] ^ mix_c(i, k[i])).rotate_left(SHIFTS[i]).wrapping_add(h[(i + 1) % 4]);
                h[i] = mixed.wrapping_mul(5).wrapping_add(ADDED[i]);
            }
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let (words, _) = rest(&self.pending);
        let mut h: [u32; 4] = std::array::from_fn(|i| self.state[i] ^ mix_c(i, words[i]) ^ self.length);
        let spread = |h: &mut [u32; 4]| {
            h[0] = h.iter().fold(0, |sum: u32, word| sum.wrapping_add(*word));
            for i in 1..4 {
                h[i] = h[i].wrapping_add(h[0]);
            }
        };
        spread(&mut h);
        h = h.map(finish32);
        spread(&mut h);
        for (out, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(h) {
            *out = word.to_be_bytes();
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.words(&mut self.state);
        fields.words(&mut self.pending);
        fields.word(&mut self.length);
        true
    }
}

#[derive(Clone)]
pub(crate) struct Murmur3f {
    state: [u64; 2],
    pending: [u64; 2],
    length: u32,
}

impl Murmur3f {
    pub fn new(seed: u64) -> Murmur3f {
        Murmur3f { state: [seed; 2], pending: [0; 2], length: 0 }
    }

    fn filled(&self) -> usize {
        (self.pending[1] & 15) as usize
    }
}

const LONG_FACTORS: [u64; 2] = [0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f];

fn mix_f(i: usize, k: u64) -> u64 {
    k.wrapping_mul(LONG_FACTORS[i]).rotate_left(31 + 2 * i as u32).wrapping_mul(LONG_FACTORS[1 - i])
}

fn block_f(h: &mut [u64; 2], k: [u64; 2]) {
    h[0] = (h[0] ^ mix_f(0, k[0])).rotate_left(27).wrapping_add(h[1]).wrapping_mul(5).wrapping_add(0x52dc_e729);
    h[1] = (h[1] ^ mix_f(1, k[1])).rotate_left(31).wrapping_add(h[0]).wrapping_mul(5).wrapping_add(0x3849_5ab5);
}

impl Hash for Murmur3f {
    fn update(&mut self, mut data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u32);
        let mut filled = self.filled();
        while let [byte, rest @ ..] = data {
            if filled == 0 && data.len() >= 16 {
                let (blocks, rest) = data.as_chunks::<16>();
                for block in blocks {
                    let words = block.as_chunks::<8>().0;
                    self.pending = [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])];
                    block_f(&mut self.state, self.pending);
                }
                data = rest;
                continue;
            }
            let word = &mut self.pending[filled / 8];
            *word = *word >> 8 | u64::from(*byte) << 56;
            filled += 1;
            if filled == 16 {
                block_f(&mut self.state, self.pending);
                filled = 0;
            }
            data = rest;
        }
        self.pending[1] = self.pending[1] & !0xff | filled as u64;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let filled = self.filled();
        let words: [u64; 2] = std::array::from_fn(|i| match filled.saturating_sub(8 * i) {
            0 => 0,
            n @ 1..8 => self.pending[i] >> (64 - 8 * n),
            _ => self.pending[i],
        });
        let mut h: [u64; 2] = std::array::from_fn(|i| self.state[i] ^ mix_f(i, words[i]) ^ u64::from(self.length));
        let spread = |[a, b]: [u64; 2]| {
            let a = a.wrapping_add(b);
            [a, b.wrapping_add(a)]
        };
        h = spread(spread(h).map(finish64));
        for (out, word) in digest.as_chunks_mut::<8>().0.iter_mut().zip(h) {
            *out = word.to_be_bytes();
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.longs(&mut self.state);
        fields.longs(&mut self.pending);
        fields.word(&mut self.length);
        true
    }
}
