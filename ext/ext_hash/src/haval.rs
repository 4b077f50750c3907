//! HAVAL with three to five passes (Y. Zheng, J. Pieprzyk, J. Seberry, 1992).

use crate::algorithm::Hash;
use crate::blocks::{feed, words};
use crate::fields::Fields;

/// Digits of π: the start, then those of the second to the fifth pass.
const START: [u32; 8] = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344, 0xa409_3822, 0x299f_31d0, 0x082e_fa98, 0xec4e_6c89];
#[rustfmt::skip]
const ADDED: [[u32; 32]; 4] = [
    [
        0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
        0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac, 0x2ffd72db, 0xd01adfb7, 0xb8e1afed, 0x6a267e96,
        0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7, 0x0801f2e2, 0x858efc16, 0x636920d8, 0x71574e69,
        0xa458fea3, 0xf4933d7e, 0x0d95748f, 0x728eb658, 0x718bcd58, 0x82154aee, 0x7b54a41d, 0xc25a59b5,
    ],
    [
        0x9c30d539, 0x2af26013, 0xc5d1b023, 0x286085f0, 0xca417918, 0xb8db38ef, 0x8e79dcb0, 0x603a180e,
        0x6c9e0e8b, 0xb01e8a3e, 0xd71577c1, 0xbd314b27, 0x78af2fda, 0x55605c60, 0xe65525f3, 0xaa55ab94,
        0x57489862, 0x63e81440, 0x55ca396a, 0x2aab10b6, 0xb4cc5c34, 0x1141e8ce, 0xa15486af, 0x7c72e993,
        0xb3ee1411, 0x636fbc2a, 0x2ba9c55d, 0x741831f6, 0xce5c3e16, 0x9b87931e, 0xafd6ba33, 0x6c24cf5c,
    ],
    [
        0x7a325381, 0x28958677, 0x3b8f4898, 0x6b4bb9af, 0xc4bfe81b, 0x66282193, 0x61d809cc, 0xfb21a991,
        0x487cac60, 0x5dec8032, 0xef845d5d, 0xe98575b1, 0xdc262302, 0xeb651b88, 0x23893e81, 0xd396acc5,
        0x0f6d6ff3, 0x83f44239, 0x2e0b4482, 0xa4842004, 0x69c8f04a, 0x9e1f9b5e, 0x21c66842, 0xf6e96c9a,
        0x670c9c61, 0xabd388f0, 0x6a51a0d2, 0xd8542f68, 0x960fa728, 0xab5133a3, 0x6eef0b6c, 0x137a3be4,
    ],
    [
        0xba3bf050, 0x7efb2a98, 0xa1f1651d, 0x39af0176, 0x66ca593e, 0x82430e88, 0x8cee8619, 0x456f9fb4,
        0x7d84a5c3, 0x3b8b5ebe, 0xe06f75d8, 0x85c12073, 0x401a449f, 0x56c16aa6, 0x4ed3aa62, 0x363f7706,
        0x1bfedf72, 0x429b023d, 0x37d0d724, 0xd00a1248, 0xdb0fead3, 0x49f1c09b, 0x075372c9, 0x80991b7b,
        0x25d479d8, 0xf6e8def7, 0xe3fe501a, 0xb6794c3b, 0x976ce0bd, 0x04c006ba, 0xc1a94fb6, 0x409f60c4,
    ],
];
/// Which word of the block a step takes, from the second pass on.
#[rustfmt::skip]
const ORDER: [[usize; 32]; 4] = [
    [5, 14, 26, 18, 11, 28, 7, 16, 0, 23, 20, 22, 1, 10, 4, 8, 30, 3, 21, 9, 17, 24, 29, 6, 19, 12, 15, 13, 2, 25, 31, 27],
    [19, 9, 4, 20, 28, 17, 8, 22, 29, 14, 25, 12, 24, 30, 16, 26, 31, 15, 7, 3, 1, 0, 18, 27, 13, 6, 21, 10, 23, 11, 5, 2],
    [24, 4, 0, 14, 2, 7, 28, 23, 26, 6, 30, 20, 18, 25, 19, 3, 22, 11, 31, 21, 8, 27, 12, 9, 1, 29, 5, 15, 17, 10, 16, 13],
    [27, 3, 21, 26, 17, 11, 20, 29, 19, 0, 12, 7, 13, 8, 31, 10, 5, 9, 14, 30, 18, 6, 28, 24, 2, 23, 16, 22, 4, 1, 25, 15],
];
/// Which words of the state are `x6` to `x0` of a pass's function, by the number of passes.
#[rustfmt::skip]
const MIXED: [&[[usize; 7]]; 3] = [
    &[[1, 0, 3, 5, 6, 2, 4], [4, 2, 1, 0, 5, 3, 6], [6, 1, 2, 3, 4, 5, 0]],
    &[[2, 6, 1, 4, 5, 3, 0], [3, 5, 2, 0, 1, 6, 4], [1, 4, 3, 6, 0, 2, 5], [6, 4, 0, 5, 2, 1, 3]],
    &[[3, 4, 1, 0, 5, 2, 6], [6, 2, 1, 0, 3, 4, 5], [2, 6, 0, 4, 3, 1, 5], [1, 5, 3, 2, 0, 4, 6], [2, 5, 0, 6, 4, 3, 1]],
];

fn mix(pass: usize, [x6, x5, x4, x3, x2, x1, x0]: [u32; 7]) -> u32 {
    match pass {
        0 => x1 & x4 ^ x2 & x5 ^ x3 & x6 ^ x0 & x1 ^ x0,
        1 => x1 & x2 & x3 ^ x2 & x4 & x5 ^ x1 & x2 ^ x1 & x4 ^ x2 & x6 ^ x3 & x5 ^ x4 & x5 ^ x0 & x2 ^ x0,
        2 => x1 & x2 & x3 ^ x1 & x4 ^ x2 & x5 ^ x3 & x6 ^ x0 & x3 ^ x0,
        3 => {
            let thrice = x1 & x2 & x3 ^ x2 & x4 & x5 ^ x3 & x4 & x6;
            thrice ^ x1 & x4 ^ x2 & x6 ^ x3 & x4 ^ x3 & x5 ^ x3 & x6 ^ x4 & x5 ^ x4 & x6 ^ x0 & x4 ^ x0
        }
        _ => x1 & x4 ^ x2 & x5 ^ x3 & x6 ^ x0 & x1 & x2 & x3 ^ x0 & x5 ^ x0,
    }
}

fn compress(state: &mut [u32; 8], block: &[u8; 128], passes: u8) {
    let x = words::<32>(block);
    let mut e = *state;
    for (pass, mixed) in MIXED[passes as usize - 3].iter().enumerate() {
        for i in 0..32 {
            let word = |k: usize| e[(k + 32 - i) % 8];
            let taken = match pass.checked_sub(1) {
                None => x[i],
                Some(later) => x[ORDER[later][i]].wrapping_add(ADDED[later][i]),
            };
            let sum = mix(pass, mixed.map(word)).rotate_right(7).wrapping_add(word(7).rotate_right(11));
            e[7 - i % 8] = sum.wrapping_add(taken);
        }
    }
    for (word, more) in state.iter_mut().zip(e) {
        *word = word.wrapping_add(more);
    }
}

#[derive(Clone)]
pub(crate) struct Haval {
    state: [u32; 8],
    /// Bytes so far.
    length: u64,
    buffer: [u8; 128],
    passes: u8,
    /// Bits of the digest.
    output: u16,
}

impl Haval {
    pub fn new(passes: u8, output: u16) -> Haval {
        Haval { state: START, length: 0, buffer: [0; 128], passes, output }
    }

    fn take_in(&mut self, data: &[u8]) {
        let (state, passes, filled) = (&mut self.state, self.passes, (self.length % 128) as usize);
        feed(&mut self.buffer, filled, data, |block| compress(state, block, passes));
        self.length = self.length.wrapping_add(data.len() as u64);
    }

    /// Folds the words that are too many into the others.
    fn fold(&mut self) {
        let s = &mut self.state;
        let [.., s4, s5, s6, s7] = *s;
        let mut add = |i: usize, more: u32| s[i] = s[i].wrapping_add(more);
        match self.output {
            128 => {
                add(3, s7 & 0xff00_0000 | s6 & 0x00ff_0000 | s5 & 0x0000_ff00 | s4 & 0x0000_00ff);
                add(2, (s7 & 0x00ff_0000 | s6 & 0x0000_ff00 | s5 & 0x0000_00ff | s4 & 0xff00_0000).rotate_left(8));
                add(1, (s7 & 0x0000_ff00 | s6 & 0x0000_00ff | s5 & 0xff00_0000 | s4 & 0x00ff_0000).rotate_left(16));
                add(0, (s7 & 0x0000_00ff | s6 & 0xff00_0000 | s5 & 0x00ff_0000 | s4 & 0x0000_ff00).rotate_left(24));
            }
            160 => {
                add(4, (s7 & 0xfe00_0000 | s6 & 0x01f8_0000 | s5 & 0x0007_f000) >> 12);
                add(3, (s7 & 0x01f8_0000 | s6 & 0x0007_f000 | s5 & 0x0000_0fc0) >> 6);
                add(2, s7 & 0x0007_f000 | s6 & 0x0000_0fc0 | s5 & 0x0000_003f);
                add(1, (s7 & 0x0000_0fc0 | s6 & 0x0000_003f | s5 & 0xfe00_0000).rotate_right(25));
                add(0, (s7 & 0x0000_003f | s6 & 0xfe00_0000 | s5 & 0x01f8_0000).rotate_right(19));
            }
            192 => {
                add(5, (s7 & 0xfc00_0000 | s6 & 0x03e0_0000) >> 21);
                add(4, (s7 & 0x03e0_0000 | s6 & 0x001f_0000) >> 16);
                add(3, (s7 & 0x001f_0000 | s6 & 0x0000_fc00) >> 10);
                add(2, (s7 & 0x0000_fc00 | s6 & 0x0000_03e0) >> 5);
                add(1, s7 & 0x0000_03e0 | s6 & 0x0000_001f);
                add(0, (s7 & 0x0000_001f | s6 & 0xfc00_0000).rotate_right(26));
            }
            224 => {
                add(6, s7 & 0x0f);
                add(5, s7 >> 4 & 0x1f);
                add(4, s7 >> 9 & 0x0f);
                add(3, s7 >> 13 & 0x1f);
                add(2, s7 >> 18 & 0x0f);
                add(1, s7 >> 22 & 0x1f);
                add(0, s7 >> 27 & 0x1f);
            }
            _ => {}
        }
    }
}

impl Hash for Haval {
    fn update(&mut self, data: &[u8]) {
        self.take_in(data);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let version = 1 | self.passes << 3 | (self.output as u8 & 3) << 6;
        let mut tail = [version, (self.output >> 2) as u8, 0, 0, 0, 0, 0, 0, 0, 0];
        tail[2..].copy_from_slice(&self.length.wrapping_mul(8).to_le_bytes());
        // Unlike in other digests of the time, the first bit of the padding is the lowest.
        let filled = (self.length % 128) as usize;
        let mut padding = [0; 128];
        padding[0] = 1;
        self.take_in(&padding[..if filled < 118 { 118 - filled } else { 246 - filled }]);
        self.take_in(&tail);
        self.fold();
        for (out, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(&self.state) {
            *out = word.to_le_bytes();
        }
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.words(&mut self.state);
        let bits = self.length.wrapping_mul(8);
        let (mut low, mut high) = (bits as u32, (bits >> 32) as u32);
        fields.word(&mut low);
        fields.word(&mut high);
        self.length = (u64::from(low) | u64::from(high) << 32) / 8;
        fields.bytes(&mut self.buffer);
        true
    }
}
