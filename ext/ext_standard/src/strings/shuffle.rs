//! `str_shuffle()`

use crate::prelude::*;

/// `str_shuffle()`
pub(crate) fn str_shuffle(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut bytes = string.to_vec();
    for left in (1..bytes.len()).rev() {
        let other = random_range(cx, 0, left as i64) as usize;
        bytes.swap(left, other);
    }
    Ok(PhpStr::new(&bytes))
}
