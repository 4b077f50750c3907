//! RIPEMD-128, -160, -256 and -320 (H. Dobbertin, A. Bosselaers, B. Preneel, 1996): two lines of rounds over the same block.

use crate::blocks::{Blocks, Kind, Order, words};

/// Which word of the block a step takes, on the left line.
#[rustfmt::skip]
const LEFT: [[usize; 16]; 5] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8],
    [3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12],
    [1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2],
    [4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13],
];
#[rustfmt::skip]
const RIGHT: [[usize; 16]; 5] = [
    [5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12],
    [6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2],
    [15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13],
    [8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14],
    [12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11],
];
#[rustfmt::skip]
const LEFT_SHIFTS: [[u32; 16]; 5] = [
    [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
    [7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12],
    [11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5],
    [11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12],
    [9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6],
];
#[rustfmt::skip]
const RIGHT_SHIFTS: [[u32; 16]; 5] = [
    [8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6],
    [9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11],
    [9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5],
    [15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8],
    [8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11],
];
const LEFT_ADDED: [u32; 5] = [0, 0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xa953_fd4e];
const RIGHT_ADDED: [u32; 5] = [0x50a2_8be6, 0x5c4d_d124, 0x6d70_3ef3, 0x7a6d_76e9, 0];
/// The right line has four rounds too where there are four.
const SHORT_RIGHT_ADDED: [u32; 4] = [0x50a2_8be6, 0x5c4d_d124, 0x6d70_3ef3, 0];

fn mix(function: usize, x: u32, y: u32, z: u32) -> u32 {
    match function {
        0 => x ^ y ^ z,
        1 => x & y | !x & z,
        2 => (x | !y) ^ z,
        3 => x & z | y & !z,
        _ => x ^ (y | !z),
    }
}

type Short = [u32; 4];
type Long = [u32; 5];

fn short_round([mut a, mut b, mut c, mut d]: Short, x: &[u32; 16], round: usize, right: bool) -> Short {
    let (order, shifts, added) = if right {
        (&RIGHT[round], &RIGHT_SHIFTS[round], SHORT_RIGHT_ADDED[round])
    } else {
        (&LEFT[round], &LEFT_SHIFTS[round], LEFT_ADDED[round])
    };
    let function = if right { 3 - round } else { round };
    for i in 0..16 {
        let sum = a.wrapping_add(mix(function, b, c, d)).wrapping_add(x[order[i]]).wrapping_add(added);
        (a, b, c, d) = (d, sum.rotate_left(shifts[i]), b, c);
    }
    [a, b, c, d]
}

fn long_round([mut a, mut b, mut c, mut d, mut e]: Long, x: &[u32; 16], round: usize, right: bool) -> Long {
    let (order, shifts, added) = if right {
        (&RIGHT[round], &RIGHT_SHIFTS[round], RIGHT_ADDED[round])
    } else {
        (&LEFT[round], &LEFT_SHIFTS[round], LEFT_ADDED[round])
    };
    let function = if right { 4 - round } else { round };
    for i in 0..16 {
        let sum = a.wrapping_add(mix(function, b, c, d)).wrapping_add(x[order[i]]).wrapping_add(added);
        (a, b, c, d, e) = (e, sum.rotate_left(shifts[i]).wrapping_add(e), b, c.rotate_left(10), d);
    }
    [a, b, c, d, e]
}

fn compress128(state: &mut [u32; 4], block: &[u8; 64]) {
    let x = words::<16>(block);
    let (mut left, mut right) = (*state, *state);
    for round in 0..4 {
        left = short_round(left, &x, round, false);
        right = short_round(right, &x, round, true);
    }
    let sum = |i: usize, j: usize, k: usize| state[i].wrapping_add(left[j]).wrapping_add(right[k]);
    *state = [sum(1, 2, 3), sum(2, 3, 0), sum(3, 0, 1), sum(0, 1, 2)];
}

fn compress160(state: &mut [u32; 5], block: &[u8; 64]) {
    let x = words::<16>(block);
    let (mut left, mut right) = (*state, *state);
    for round in 0..5 {
        left = long_round(left, &x, round, false);
        right = long_round(right, &x, round, true);
    }
    let sum = |i: usize, j: usize, k: usize| state[i].wrapping_add(left[j]).wrapping_add(right[k]);
    *state = [sum(1, 2, 3), sum(2, 3, 4), sum(3, 4, 0), sum(4, 0, 1), sum(0, 1, 2)];
}

/// The lines keep their own state, and change one word after each round.
fn compress256(state: &mut [u32; 8], block: &[u8; 64]) {
    let x = words::<16>(block);
    let mut left: Short = std::array::from_fn(|i| state[i]);
    let mut right: Short = std::array::from_fn(|i| state[4 + i]);
    for round in 0..4 {
        left = short_round(left, &x, round, false);
        right = short_round(right, &x, round, true);
        std::mem::swap(&mut left[round], &mut right[round]);
    }
    for (word, more) in state.iter_mut().zip(left.iter().chain(&right)) {
        *word = word.wrapping_add(*more);
    }
}

fn compress320(state: &mut [u32; 10], block: &[u8; 64]) {
    const CHANGED: [usize; 5] = [1, 3, 0, 2, 4];
    let x = words::<16>(block);
    let mut left: Long = std::array::from_fn(|i| state[i]);
    let mut right: Long = std::array::from_fn(|i| state[5 + i]);
    for round in 0..5 {
        left = long_round(left, &x, round, false);
        right = long_round(right, &x, round, true);
        std::mem::swap(&mut left[CHANGED[round]], &mut right[CHANGED[round]]);
    }
    for (word, more) in state.iter_mut().zip(left.iter().chain(&right)) {
        *word = word.wrapping_add(*more);
    }
}

macro_rules! ripemd {
    ($name:ident, $words:literal, $compress:expr, $start:expr) => {
        pub(crate) fn $name() -> Blocks<$words> {
            static KIND: Kind<$words> = Kind { start: $start, order: Order::Little, compress: $compress, length_first: false };
            Blocks::new(&KIND)
        }
    };
}

ripemd!(ripemd128, 4, compress128, [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]);
ripemd!(ripemd160, 5, compress160, [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]);
ripemd!(
    ripemd256,
    8,
    compress256,
    [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0x7654_3210, 0xfedc_ba98, 0x89ab_cdef, 0x0123_4567]
);
ripemd!(
    ripemd320,
    10,
    compress320,
    [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0x7654_3210, 0xfedc_ba98, 0x89ab_cdef, 0x0123_4567, 0x3c2d_1e0f,]
);
