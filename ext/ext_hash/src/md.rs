//! MD2, MD4 and MD5 (RFC 1319, 1320, 1321).

use crate::algorithm::Hash;
use crate::blocks::{Blocks, Kind, Order, feed, words};
use crate::fields::Fields;

const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

pub(crate) fn md4() -> Blocks<4> {
    static KIND: Kind<4> = Kind { start: START, order: Order::Little, compress: compress4, length_first: false };
    Blocks::new(&KIND)
}

pub(crate) fn md5() -> Blocks<4> {
    static KIND: Kind<4> = Kind { start: START, order: Order::Little, compress: compress5, length_first: true };
    Blocks::new(&KIND)
}

fn choose(x: u32, y: u32, z: u32) -> u32 {
    z ^ x & (y ^ z)
}

fn majority(x: u32, y: u32, z: u32) -> u32 {
    x & y | z & (x | y)
}

fn compress4(state: &mut [u32; 4], block: &[u8; 64]) {
    const ORDER: [[usize; 16]; 3] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
        [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    ];
    const SHIFTS: [[u32; 4]; 3] = [[3, 7, 11, 19], [3, 5, 9, 13], [3, 9, 11, 15]];
    const ADDED: [u32; 3] = [0, 0x5a82_7999, 0x6ed9_eba1];
    let x = words::<16>(block);
    let [mut a, mut b, mut c, mut d] = *state;
    for round in 0..3 {
        for i in 0..16 {
            let mixed = match round {
                0 => choose(b, c, d),
                1 => majority(b, c, d),
                _ => b ^ c ^ d,
            };
            let sum = a.wrapping_add(mixed).wrapping_add(x[ORDER[round][i]]).wrapping_add(ADDED[round]);
            (a, b, c, d) = (d, sum.rotate_left(SHIFTS[round][i % 4]), b, c);
        }
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(more);
    }
}

/// The integer parts of 2^32 times the sines of 1 to 64.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

fn compress5(state: &mut [u32; 4], block: &[u8; 64]) {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let x = words::<16>(block);
    let [mut a, mut b, mut c, mut d] = *state;
    macro_rules! round {
        ($round:literal, $mix:expr, $place:expr) => {
            for i in 0..16 {
                let mixed: u32 = $mix(b, c, d);
                let place: usize = $place(i);
                let sum = a.wrapping_add(mixed).wrapping_add(x[place % 16]).wrapping_add(SINES[$round * 16 + i]);
                (a, b, c, d) = (d, b.wrapping_add(sum.rotate_left(SHIFTS[$round][i % 4])), b, c);
            }
        };
    }
    round!(0, choose, |i| i);
    round!(1, |b, c, d| choose(d, b, c), |i| 5 * i + 1);
    round!(2, |b, c, d| b ^ c ^ d, |i| 3 * i + 5);
    round!(3, |b, c, d: u32| c ^ (b | !d), |i| 7 * i);
    for (word, more) in state.iter_mut().zip([a, b, c, d]) {
        *word = word.wrapping_add(more);
    }
}

/// MD2, which works bytewise.
#[derive(Clone)]
pub(crate) struct Md2 {
    state: [u8; 48],
    checksum: [u8; 16],
    buffer: [u8; 16],
    filled: u8,
}

impl Default for Md2 {
    fn default() -> Md2 {
        Md2 { state: [0; 48], checksum: [0; 16], buffer: [0; 16], filled: 0 }
    }
}

/// A permutation made of the digits of π.
#[rustfmt::skip]
const PI: [u8; 256] = [
    41, 46, 67, 201, 162, 216, 124, 1, 61, 54, 84, 161, 236, 240, 6, 19, 98, 167, 5, 243, 192, 199, 115, 140, 152, 147, 43, 217, 188, 76,
    130, 202, 30, 155, 87, 60, 253, 212, 224, 22, 103, 66, 111, 24, 138, 23, 229, 18, 190, 78, 196, 214, 218, 158, 222, 73, 160, 251, 245,
    142, 187, 47, 238, 122, 169, 104, 121, 145, 21, 178, 7, 63, 148, 194, 16, 137, 11, 34, 95, 33, 128, 127, 93, 154, 90, 144, 50, 39, 53,
    62, 204, 231, 191, 247, 151, 3, 255, 25, 48, 179, 72, 165, 181, 209, 215, 94, 146, 42, 172, 86, 170, 198, 79, 184, 56, 210, 150, 164,
    125, 182, 118, 252, 107, 226, 156, 116, 4, 241, 69, 157, 112, 89, 100, 113, 135, 32, 134, 91, 207, 101, 230, 45, 168, 2, 27, 96, 37,
    173, 174, 176, 185, 246, 28, 70, 97, 105, 52, 64, 126, 15, 85, 71, 163, 35, 221, 81, 175, 58, 195, 92, 249, 206, 186, 197, 234, 38,
    44, 83, 13, 110, 133, 40, 132, 9, 211, 223, 205, 244, 65, 129, 77, 82, 106, 220, 55, 200, 108, 193, 171, 250, 36, 225, 123, 8, 12,
    189, 177, 74, 120, 136, 149, 139, 227, 99, 232, 109, 233, 203, 213, 254, 59, 0, 29, 57, 242, 239, 183, 14, 102, 88, 208, 228, 166,
    119, 114, 248, 235, 117, 75, 10, 49, 68, 80, 180, 143, 237, 31, 26, 219, 153, 141, 51, 159, 17, 131, 20,
];

fn compress2(state: &mut [u8; 48], checksum: &mut [u8; 16], block: &[u8; 16]) {
    for i in 0..16 {
        state[16 + i] = block[i];
        state[32 + i] = block[i] ^ state[i];
    }
    let mut t = 0u8;
    for round in 0..18 {
        for byte in state.iter_mut() {
            *byte ^= PI[t as usize];
            t = *byte;
        }
        t = t.wrapping_add(round);
    }
    let mut last = checksum[15];
    for i in 0..16 {
        checksum[i] ^= PI[(block[i] ^ last) as usize];
        last = checksum[i];
    }
}

impl Hash for Md2 {
    fn update(&mut self, data: &[u8]) {
        let (state, checksum) = (&mut self.state, &mut self.checksum);
        self.filled = feed(&mut self.buffer, self.filled as usize, data, |block| compress2(state, checksum, block)) as u8;
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let missing = 16 - self.filled;
        self.buffer[self.filled as usize..].fill(missing);
        compress2(&mut self.state, &mut self.checksum, &self.buffer);
        let checksum = self.checksum;
        compress2(&mut self.state, &mut self.checksum, &checksum);
        digest.copy_from_slice(&self.state[..16]);
    }

    fn copy(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }

    fn fields(&mut self, fields: &mut dyn Fields) -> bool {
        fields.bytes(&mut self.state);
        fields.bytes(&mut self.checksum);
        fields.bytes(&mut self.buffer);
        fields.byte(&mut self.filled);
        true
    }

    fn is_sound(&self) -> bool {
        self.filled < 16
    }
}
