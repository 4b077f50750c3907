//! `Random\Engine\PcgOneseq128XslRr64` (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
//! Number Generation", 2014).

use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, Value};

use crate::engines::{Engine, Generator, generator, plain};
use crate::functions::seed_bytes;

const FACTOR: u128 = 2_549_297_995_355_413_924 << 64 | 4_865_540_595_714_422_341;
const STEP: u128 = 6_364_136_223_846_793_005 << 64 | 1_442_695_040_888_963_407;

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Engine(Generator::Pcg(0)))), ..plain() }
}

fn step(state: u128) -> u128 {
    state.wrapping_mul(FACTOR).wrapping_add(STEP)
}

fn seeded(seed: u128) -> u128 {
    step(step(0).wrapping_add(seed))
}

/// The next number.
pub(crate) fn next(state: &mut u128) -> u64 {
    *state = step(*state);
    let folded = (*state >> 64) as u64 ^ *state as u64;
    folded.rotate_right((*state >> 122) as u32)
}

/// The state `steps` numbers later.
fn advanced(state: u128, mut steps: u64) -> u128 {
    let (mut factor, mut plus) = (FACTOR, STEP);
    let (mut all_factor, mut all_plus) = (1u128, 0u128);
    while steps > 0 {
        if steps & 1 == 1 {
            all_factor = all_factor.wrapping_mul(factor);
            all_plus = all_plus.wrapping_mul(factor).wrapping_add(plus);
        }
        plus = factor.wrapping_add(1).wrapping_mul(plus);
        factor = factor.wrapping_mul(factor);
        steps /= 2;
    }
    all_factor.wrapping_mul(state).wrapping_add(all_plus)
}

/// `Random\Engine\PcgOneseq128XslRr64::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, seed: Option<&Value>) -> PhpResult<()> {
    let seed = match (seed.and_then(Value::as_bytes), seed.and_then(Value::as_int)) {
        (Some(bytes), _) => {
            let Ok(bytes) = <[u8; 16]>::try_from(bytes) else {
                return Err(cx.argument_value_error(1, "must be a 16 byte (128 bit) string"));
            };
            // Two words, the high one first, each with its low byte first.
            u128::from_le_bytes(bytes).rotate_left(64)
        }
        (None, Some(number)) => u128::from(number as u64),
        (None, None) => u128::from_le_bytes(seed_bytes(cx)?),
    };
    *generator(this) = Generator::Pcg(seeded(seed));
    Ok(())
}

/// `Random\Engine\PcgOneseq128XslRr64::jump()`
pub(crate) fn jump(cx: &mut Cx, this: &PhpObject, advance: i64) -> PhpResult<()> {
    let Ok(steps) = u64::try_from(advance) else {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    };
    if let Generator::Pcg(state) = generator(this) {
        *state = advanced(*state, steps);
    }
    Ok(())
}
