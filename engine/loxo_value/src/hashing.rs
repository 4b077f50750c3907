//! The hash of strings: 8 bytes a step, folded multiplication (wyhash's family), not seeded, so that constants are hashed once for all.
//!
//! The last two bytes are added at the end, not mixed in: `key_10`, `key_11`, `key_12`... get neighbouring hashes, so tables filled with
//! numbered keys touch few cache lines. What stands before them is mixed, so nobody can pile up more than a handful of equal hashes that way.
//!
//! An array that sees long chains turns to a seeded hash of its own ([`seeded_bytes`], [`seeded_int`]).

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Once, OnceLock};

const K0: u64 = 0xa076_1d64_78bd_642f;
const K1: u64 = 0xe703_7ed1_a0b4_28db;
const K2: u64 = 0x8ebc_6af0_9c88_c6e3;

/// Set in every hash, so that 0 can mean "not computed yet".
pub const HASH_COMPUTED: u64 = 1 << 63;

#[inline(always)]
const fn fold(a: u64, b: u64) -> u64 {
    let wide = (a as u128) * (b as u128);
    (wide as u64) ^ ((wide >> 64) as u64)
}

/// The word at `at` of a block, which is long enough.
#[inline(always)]
const fn word<const N: usize>(block: &[u8; N], at: usize) -> u64 {
    let b = block;
    u64::from_le_bytes([b[at], b[at + 1], b[at + 2], b[at + 3], b[at + 4], b[at + 5], b[at + 6], b[at + 7]])
}

/// Hashes bytes; the top bit of the result is set.
#[inline]
pub const fn hash_bytes(b: &[u8]) -> u64 {
    let len = b.len();
    if len < 2 {
        let last = if len == 0 { 0 } else { b[0] as u64 + 1 };
        return K1.wrapping_mul(last) | HASH_COMPUTED;
    }
    // A factor above 255: no two tails give the same sum.
    let tail = b[len - 2] as u64 * 299 + b[len - 1] as u64;
    let (b, _) = b.split_at(len - 2);
    mix(b).wrapping_add(tail) | HASH_COMPUTED
}

#[inline(always)]
const fn mix(b: &[u8]) -> u64 {
    let len = b.len();
    // Blocks of known sizes: their bytes are read without asking each time whether they are there.
    let (x, y) = if len > 16 {
        return mix_long(b);
    } else if let (Some(first), Some(last)) = (b.first_chunk::<8>(), b.last_chunk::<8>()) {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (b.first_chunk::<4>(), b.last_chunk::<4>()) {
        (u32::from_le_bytes(*first) as u64, u32::from_le_bytes(*last) as u64)
    } else if len > 0 {
        (((b[0] as u64) << 16) | ((b[len >> 1] as u64) << 8) | b[len - 1] as u64, 0)
    } else {
        (0, 0)
    };
    fold(fold(x ^ K0, y ^ K1) ^ K2, len as u64 ^ K1)
}

#[inline(never)]
const fn mix_long(b: &[u8]) -> u64 {
    let len = b.len();
    let mut rest = b;
    let mut s0 = K2;
    let mut s1 = K0;
    while let Some((block, tail)) = rest.split_first_chunk::<32>() {
        if tail.is_empty() {
            break;
        }
        s0 = fold(word(block, 0) ^ K0, word(block, 8) ^ s0);
        s1 = fold(word(block, 16) ^ K1, word(block, 24) ^ s1);
        rest = tail;
    }
    if let Some((block, [_, ..])) = rest.split_first_chunk::<16>() {
        s0 = fold(word(block, 0) ^ K0, word(block, 8) ^ s0);
    }
    s0 ^= s1;
    let Some(last) = b.last_chunk::<16>() else { return s0 };
    fold(fold(word(last, 0) ^ K1, word(last, 8) ^ s0) ^ K2, len as u64 ^ K1)
}

/// The keys of this process for integers; 0 until [`init_seeds`].
static SEEDS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn sip() -> &'static RandomState {
    static STATE: OnceLock<RandomState> = OnceLock::new();
    STATE.get_or_init(RandomState::new)
}

/// Chooses the keys, once per process. Before the first use of [`seeded_int`].
#[cold]
pub fn init_seeds() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        SEEDS[0].store(sip().hash_one(1u64), Ordering::Relaxed);
        SEEDS[1].store(sip().hash_one(2u64) | 1, Ordering::Relaxed);
    });
}

/// Keyed hash (SipHash with a key of this process) for arrays under attack.
#[cold]
pub fn seeded_bytes(b: &[u8]) -> u64 {
    let mut h = sip().build_hasher();
    h.write(b);
    h.finish()
}

/// Keyed scrambling of integer keys for arrays whose keys collide.
#[inline]
pub fn seeded_int(k: i64) -> u64 {
    let x = fold(k as u64 ^ SEEDS[0].load(Ordering::Relaxed), SEEDS[1].load(Ordering::Relaxed));
    x ^ (x >> 32)
}
