//! Commands on sets whose arguments or replies vary: `SPOP`, `SRANDMEMBER` and `SINTERCARD`.

use crate::builder::{Builder, Built};
use crate::reply_conversion::ReplyKind;

/// `SPOP`
pub(crate) fn spop(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    if b.count() > 1 {
        b.int_arg(1)?;
        b.answer = ReplyKind::Values;
    }
    Ok(true)
}

/// `SRANDMEMBER`
pub(crate) fn srandmember(b: &mut Builder<'_>) -> Built {
    spop(b)
}

/// `SINTERCARD` and `ZINTERCARD`
pub(crate) fn intercard(b: &mut Builder<'_>) -> Built {
    let (keys, limit) = (b.array(0)?, b.int(1, -1)?);
    if keys.is_empty() {
        return b.refuse("Must pass at least one key");
    }
    if b.count() == 2 && limit < 0 {
        return b.refuse("LIMIT cannot be negative");
    }
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    b.option_int("LIMIT", (limit > 0).then_some(limit));
    Ok(true)
}
