//! Hashes of keys. Bytes are signed where the C library's are: those from 128 on fill the upper bits.

use md5::{Digest, Md5};

/// What keys are hashed by, under libmemcached's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hash {
    OneAtATime = 0,
    Md5 = 1,
    Crc = 2,
    Fnv1_64 = 3,
    Fnv1a64 = 4,
    Fnv1_32 = 5,
    Fnv1a32 = 6,
    Murmur = 8,
    Jenkins = 9,
    Murmur3 = 10,
}

impl Hash {
    /// Hsieh's (7) is not there, as in the library as it is distributed.
    pub fn from_number(number: u64) -> Option<Hash> {
        Some(match number {
            0 => Hash::OneAtATime,
            1 => Hash::Md5,
            2 => Hash::Crc,
            3 => Hash::Fnv1_64,
            4 => Hash::Fnv1a64,
            5 => Hash::Fnv1_32,
            6 => Hash::Fnv1a32,
            8 => Hash::Murmur,
            9 => Hash::Jenkins,
            10 => Hash::Murmur3,
            _ => return None,
        })
    }

    pub fn of(self, key: &[u8]) -> u32 {
        match self {
            Hash::OneAtATime => one_at_a_time(key),
            Hash::Md5 => md5_word(key, 0),
            Hash::Crc => (crc32fast::hash(key) >> 16) & 0x7fff,
            Hash::Fnv1_64 => key.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, b| hash.wrapping_mul(0x100_0000_01b3) ^ signed64(*b)) as u32,
            // The 64-bit start, cut to 32 bits, and so is the factor.
            Hash::Fnv1a64 => key.iter().fold(0x8422_2325u32, |hash, b| (hash ^ signed(*b)).wrapping_mul(0x1b3)),
            Hash::Fnv1_32 => key.iter().fold(FNV_32, |hash, b| hash.wrapping_mul(FNV_32_PRIME) ^ signed(*b)),
            Hash::Fnv1a32 => key.iter().fold(FNV_32, |hash, b| (hash ^ signed(*b)).wrapping_mul(FNV_32_PRIME)),
            Hash::Murmur => murmur(key),
            Hash::Jenkins => jenkins(key),
            Hash::Murmur3 => murmur3(key),
        }
    }
}

const FNV_32: u32 = 2_166_136_261;
const FNV_32_PRIME: u32 = 16_777_619;

fn signed(byte: u8) -> u32 {
    i32::from(byte as i8) as u32
}

fn signed64(byte: u8) -> u64 {
    i64::from(byte as i8) as u64
}

fn one_at_a_time(key: &[u8]) -> u32 {
    let mut value = 0u32;
    for byte in key {
        value = value.wrapping_add(signed(*byte));
        value = value.wrapping_add(value << 10);
        value ^= value >> 6;
    }
    value = value.wrapping_add(value << 3);
    value ^= value >> 11;
    value.wrapping_add(value << 15)
}

/// One of the four little-endian words of an MD5 digest.
pub(crate) fn md5_word(key: &[u8], word: usize) -> u32 {
    let digest = Md5::digest(key);
    digest.chunks_exact(4).nth(word).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// The bytes as a little-endian number; those that are missing are 0.
fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

fn murmur(key: &[u8]) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let length = key.len() as u32;
    let mut hash = 0xdead_beefu32.wrapping_mul(length) ^ length;
    let blocks = key.chunks_exact(4);
    let rest = blocks.remainder();
    for block in blocks {
        let mut k = word(block).wrapping_mul(M);
        k ^= k >> 24;
        hash = hash.wrapping_mul(M) ^ k.wrapping_mul(M);
    }
    if !rest.is_empty() {
        hash = (hash ^ word(rest)).wrapping_mul(M);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(M);
    hash ^ hash >> 15
}

fn murmur3(key: &[u8]) -> u32 {
    let length = key.len() as u32;
    let mix = |k: u32| k.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let blocks = key.chunks_exact(4);
    let rest = word(blocks.remainder());
    let seed = 0xdead_beefu32.wrapping_mul(length);
    let mut hash = blocks.fold(seed, |hash, block| (hash ^ mix(word(block))).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64));
    hash ^= mix(rest) ^ length;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}

fn jenkins(key: &[u8]) -> u32 {
    const START: u32 = 13;
    let begin = 0xdead_beefu32.wrapping_add(key.len() as u32).wrapping_add(START);
    let (mut a, mut b, mut c) = (begin, begin, begin);
    let mut rest = key;
    let add = |a: &mut u32, bytes: &[u8], from: usize| {
        let end = bytes.len().min(from + 4);
        *a = a.wrapping_add(word(bytes.get(from..end).unwrap_or_default()));
    };
    while rest.len() > 12 {
        let (block, more) = rest.split_at(12);
        add(&mut a, block, 0);
        add(&mut b, block, 4);
        add(&mut c, block, 8);
        // One line: subtract, turn, add.
        let mix = |x: &mut u32, y: &mut u32, z: u32, turn: u32| {
            *x = x.wrapping_sub(*y) ^ y.rotate_left(turn);
            *y = y.wrapping_add(z);
        };
        mix(&mut a, &mut c, b, 4);
        mix(&mut b, &mut a, c, 6);
        mix(&mut c, &mut b, a, 8);
        mix(&mut a, &mut c, b, 16);
        mix(&mut b, &mut a, c, 19);
        mix(&mut c, &mut b, a, 4);
        rest = more;
    }
    if rest.is_empty() {
        return c;
    }
    add(&mut a, rest, 0);
    add(&mut b, rest, 4);
    add(&mut c, rest, 8);
    let turn = |x: &mut u32, y: u32, by: u32| *x = (*x ^ y).wrapping_sub(y.rotate_left(by));
    turn(&mut c, b, 14);
    turn(&mut a, c, 11);
    turn(&mut b, a, 25);
    turn(&mut c, b, 16);
    turn(&mut a, c, 4);
    turn(&mut b, a, 14);
    turn(&mut c, b, 24);
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(Hash::Fnv1_32.of(b""), FNV_32);
        assert_eq!(Hash::Fnv1a32.of(b"a"), 0xe40c_292c);
        assert_eq!(Hash::OneAtATime.of(b"a"), 0xca2e_9442);
        assert_eq!(Hash::Md5.of(b"a"), u32::from_le_bytes([0x0c, 0xc1, 0x75, 0xb9]));
        assert_eq!(Hash::from_number(7), None);
    }
}
