//! Commands on lists (`LPOP`, `LMOVE` and others) whose arguments are not simply sent in order.

use crate::builder::{Builder, Built, is, is_any, named};
use crate::reply_conversion::ReplyKind;

/// `LPOP` and `RPOP`
pub(crate) fn pop(b: &mut Builder<'_>) -> Built {
    let count = b.int(1, 0)?;
    b.key_arg(0)?;
    if count > 0 {
        b.push_int(count);
        b.answer = ReplyKind::Values;
    }
    Ok(true)
}

/// `LINSERT`
pub(crate) fn linsert(b: &mut Builder<'_>) -> Built {
    let place = b.str(1)?;
    if !is_any(&place, &["after", "before"]) {
        return b.refuse("Position must be either 'BEFORE' or 'AFTER'");
    }
    b.key_arg(0)?;
    b.bytes(&place).value_arg(2)?;
    b.value_arg(3)?;
    Ok(true)
}

/// `LREM`
pub(crate) fn lrem(b: &mut Builder<'_>) -> Built {
    let count = b.int(2, 0)?;
    b.key_arg(0)?;
    b.push_int((count as i32).into()).value_arg(1)?;
    Ok(true)
}

/// `LPOS`
pub(crate) fn lpos(b: &mut Builder<'_>) -> Built {
    let (mut rank, mut count, mut most) = (None, None, None);
    for (key, value) in &b.options(2)? {
        match named(&key) {
            Some(name) if is(name, "count") => count = Some(b.int_of(value)?).filter(|count| *count >= 0),
            Some(name) if is(name, "maxlen") => most = Some(b.int_of(value)?).filter(|most| *most >= 0),
            Some(name) if is(name, "rank") => rank = Some(b.int_of(value)?),
            _ => {}
        }
    }
    b.key_arg(0)?;
    b.value_arg(1)?;
    b.option_int("RANK", rank).option_int("COUNT", count).option_int("MAXLEN", most);
    b.answer = ReplyKind::Position { many: count.is_some() };
    Ok(true)
}

fn moves(b: &mut Builder<'_>, blocks: bool) -> Built {
    let (from, to) = (b.str(2)?, b.str(3)?);
    let timeout = if blocks { Some(b.float(4)?) } else { None };
    if !is_any(&from, &["LEFT", "RIGHT"]) {
        return b.refuse("Wherefrom argument must be 'LEFT' or 'RIGHT'");
    }
    if !is_any(&to, &["LEFT", "RIGHT"]) {
        return b.refuse("Whereto argument must be 'LEFT' or 'RIGHT'");
    }
    b.key_arg(0)?;
    b.key_arg(1)?;
    b.bytes(&from).bytes(&to);
    if let Some(timeout) = timeout {
        b.push_float(timeout);
    }
    Ok(true)
}

/// `LMOVE`
pub(crate) fn lmove(b: &mut Builder<'_>) -> Built {
    moves(b, false)
}

/// `BLMOVE`
pub(crate) fn blmove(b: &mut Builder<'_>) -> Built {
    moves(b, true)
}

/// `BRPOPLPUSH`, which does not wait for less than no time.
pub(crate) fn brpoplpush(b: &mut Builder<'_>) -> Built {
    let timeout = b.float(2)?;
    if timeout < 0.0 {
        b.keyword("RPOPLPUSH");
    }
    b.key_arg(0)?;
    b.key_arg(1)?;
    if timeout >= 0.0 {
        if (timeout - timeout.trunc()).abs() < 0.0001 {
            b.push_int(timeout as i64);
        } else {
            b.push_float(timeout);
        }
    }
    Ok(true)
}

fn pops(b: &mut Builder<'_>, blocks: bool, places: [&str; 2], answer: ReplyKind) -> Built {
    let first = usize::from(blocks);
    let timeout = if blocks { Some(b.float(0)?) } else { None };
    let (keys, from, count) = (b.array(first)?, b.str(first + 1)?, b.int(first + 2, 1)?);
    if keys.is_empty() {
        return b.refuse("Must pass at least one key");
    }
    if count < 1 {
        return b.refuse("Count must be > 0");
    }
    if !is_any(&from, &places) {
        return b.refuse(format!("from must be either '{}' or '{}'", places[0], places[1]));
    }
    if let Some(timeout) = timeout {
        b.push_float(timeout);
    }
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    b.bytes(&from).option_int("COUNT", (count != 1).then_some(count));
    b.answer = answer;
    Ok(true)
}

/// `LMPOP`
pub(crate) fn lmpop(b: &mut Builder<'_>) -> Built {
    pops(b, false, ["LEFT", "RIGHT"], ReplyKind::Popped { scores: false })
}

/// `BLMPOP`
pub(crate) fn blmpop(b: &mut Builder<'_>) -> Built {
    pops(b, true, ["LEFT", "RIGHT"], ReplyKind::Popped { scores: false })
}

/// `ZMPOP`
pub(crate) fn zmpop(b: &mut Builder<'_>) -> Built {
    pops(b, false, ["MIN", "MAX"], ReplyKind::Popped { scores: true })
}

/// `BZMPOP`
pub(crate) fn bzmpop(b: &mut Builder<'_>) -> Built {
    pops(b, true, ["MIN", "MAX"], ReplyKind::Popped { scores: true })
}
