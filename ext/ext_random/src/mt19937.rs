//! `Random\Engine\Mt19937`: its constructor, and the state of the Mersenne Twister as serialized data has it.

use loxo_random::Mt19937;
use loxo_runtime::{Cx, ObjectHandlers, PhpArray, PhpObject, PhpResult, Value};

use crate::engines::{Engine, Generator, generator, hex_text, plain, unhex};
use crate::functions::{LEGACY, STANDARD, seed_bytes, warn_of_legacy};

/// Words of the state.
const N: usize = 624;

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Engine(blank()))), ..plain() }
}

/// Before the constructor has run.
fn blank() -> Generator {
    Generator::Mt19937(Box::new(Mt19937::with_state([0; N], 0, false)))
}

/// `Random\Engine\Mt19937::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, seed: Option<i64>, mode: i64) -> PhpResult<()> {
    match mode {
        STANDARD => {}
        LEGACY => warn_of_legacy(cx)?,
        _ => return Err(cx.argument_value_error(2, "must be either MT_RAND_MT19937 or MT_RAND_PHP")),
    }
    let seed = match seed {
        Some(seed) => seed as u32,
        None => u32::from_le_bytes(seed_bytes(cx)?),
    };
    *generator(this) = Generator::Mt19937(Box::new(Mt19937::new(seed, mode == LEGACY)));
    Ok(())
}

/// The state as serialized data has it: the words, how many of them are used up, and the mode.
pub(crate) fn words(engine: &Mt19937) -> PhpArray {
    let (state, used) = engine.state();
    let counters = [used as i64, if engine.is_legacy() { LEGACY } else { STANDARD }];
    let words = state.iter().map(|word| hex_text(&word.to_le_bytes()));
    PhpArray::from_values(words.chain(counters.map(Value::int)))
}

/// The generator that [`words`] describes.
pub(crate) fn from_words(words: &PhpArray) -> Option<Mt19937> {
    if words.len() != N + 2 {
        return None;
    }
    let mut state = [0; N];
    for (index, word) in state.iter_mut().enumerate() {
        *word = u32::from_le_bytes(unhex(words.get_int(index as i64)?)?);
    }
    let counter = |index: usize| words.get_int(index as i64)?.deref().as_int();
    let used = usize::try_from(counter(N)?).ok().filter(|used| *used <= N)?;
    let legacy = match counter(N + 1)? {
        STANDARD => false,
        LEGACY => true,
        _ => return None,
    };
    Some(Mt19937::with_state(state, used, legacy))
}
