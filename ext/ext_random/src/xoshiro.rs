//! `Random\Engine\Xoshiro256StarStar` (D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", 2018).

use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, Value};

use crate::engines::{Engine, Generator, generator, plain};
use crate::functions::seed_bytes;

/// As many steps as 2^128 numbers.
const JUMP: [u64; 4] = [0x180e_c6d3_3cfd_0aba, 0xd5a6_1266_f0c9_392c, 0xa958_2618_e03f_c9aa, 0x39ab_dc45_29b1_661c];
/// As many steps as 2^192 numbers.
const LONG_JUMP: [u64; 4] = [0x76e1_5d3e_fefd_cbbf, 0xc500_4e44_1c52_2fb3, 0x7771_0069_854e_e241, 0x3910_9bb0_2acb_e635];

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Engine(Generator::Xoshiro([0; 4])))), ..plain() }
}

/// The next number.
pub(crate) fn next(s: &mut [u64; 4]) -> u64 {
    let made = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
    let shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3].rotate_left(45);
    made
}

/// A state made of a number, by SplitMix64.
fn expanded(mut seed: u64) -> [u64; 4] {
    std::array::from_fn(|_| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    })
}

fn words(bytes: &[u8; 32]) -> [u64; 4] {
    std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|j| bytes[i * 8 + j])))
}

/// `Random\Engine\Xoshiro256StarStar::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, seed: Option<&Value>) -> PhpResult<()> {
    let state = match (seed.and_then(Value::as_bytes), seed.and_then(Value::as_int)) {
        (Some(bytes), _) => {
            let Ok(bytes) = <[u8; 32]>::try_from(bytes) else {
                return Err(cx.argument_value_error(1, "must be a 32 byte (256 bit) string"));
            };
            if bytes == [0; 32] {
                return Err(cx.argument_value_error(1, "must not consist entirely of NUL bytes"));
            }
            words(&bytes)
        }
        (None, Some(number)) => expanded(number as u64),
        (None, None) => loop {
            let bytes = seed_bytes::<32>(cx)?;
            if bytes != [0; 32] {
                break words(&bytes);
            }
        },
    };
    *generator(this) = Generator::Xoshiro(state);
    Ok(())
}

fn advance(this: &PhpObject, polynomial: [u64; 4]) {
    let Generator::Xoshiro(state) = generator(this) else { return };
    let mut sum = [0; 4];
    for word in polynomial {
        for bit in 0..64 {
            if word >> bit & 1 == 1 {
                sum.iter_mut().zip(&*state).for_each(|(sum, word)| *sum ^= word);
            }
            next(state);
        }
    }
    *state = sum;
}

/// `Random\Engine\Xoshiro256StarStar::jump()`
pub(crate) fn jump(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    advance(this, JUMP);
    Ok(())
}

/// `Random\Engine\Xoshiro256StarStar::jumpLong()`
pub(crate) fn jump_long(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    advance(this, LONG_JUMP);
    Ok(())
}
