//! `str_shuffle()`: the bytes of a string in random order.

use crate::prelude::*;

/// `str_shuffle()`
pub(crate) fn str_shuffle(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut bytes = string.to_vec();
    loxo_random::shuffle(cx, &mut loxo_random::RequestEngine, &mut bytes)?;
    Ok(PhpStr::new(&bytes))
}
