//! Strings, numbers and bits.

use loxo_runtime::value::number;
use loxo_runtime::{PhpResult, Value, convert};

use crate::builder::{Builder, Built, is, is_any, named};
use crate::reply_conversion::ReplyKind;

/// Seconds or such out of a number or what looks like one.
fn expiry(b: &mut Builder<'_>, value: &Value) -> PhpResult<Option<i64>> {
    let value = value.deref();
    let looks_right =
        value.is_int() || value.is_float() || value.as_bytes().and_then(number::parse_numeric).is_some_and(|parsed| !parsed.trailing_data);
    if !looks_right {
        return Ok(None);
    }
    Ok(Some(b.int_of(value)?).filter(|time| *time >= 1))
}

fn bad_expiry(b: &mut Builder<'_>, value: &Value) -> Built {
    let given = convert::value_name(value.deref());
    b.refuse(format!("{given} passed as EXPIRY is invalid (must be an int, float, or numeric string >= 1)"))
}

/// `SET`, or `SETEX` where nothing but a time is given.
pub(crate) fn set(b: &mut Builder<'_>) -> Built {
    let options = b.raw(2);
    let (mut time, mut unit, mut condition) = (None, None, None);
    let (mut keeps, mut gets) = (false, false);
    if let Some(options) = options.as_array() {
        for (key, value) in options {
            let name = named(&key).filter(|name| is_any(name, &["EX", "PX", "EXAT", "PXAT"]));
            if let Some(name) = name {
                time = expiry(b, value)?;
                if time.is_none() {
                    return bad_expiry(b, value);
                }
                unit = Some(name.to_vec());
                continue;
            }
            match value.deref().as_bytes() {
                Some(word) if is(word, "KEEPTTL") => keeps = true,
                Some(word) if is(word, "GET") => gets = true,
                Some(word) if is_any(word, &["NX", "XX"]) => condition = Some(word.to_vec()),
                _ => {}
            }
        }
    } else if !options.is_null() {
        time = expiry(b, &options)?;
        if time.is_none() {
            return bad_expiry(b, &options);
        }
    }
    if unit.is_some() && keeps {
        return b.refuse("KEEPTTL can't be combined with EX or PX option");
    }
    if let (Some(time), None, None, false) = (time, &unit, &condition, keeps) {
        b.keyword("SETEX").key_arg(0)?;
        b.push_int(time).value_arg(1)?;
        return Ok(true);
    }
    b.key_arg(0)?;
    b.value_arg(1)?;
    if let (Some(unit), Some(time)) = (unit, time) {
        b.bytes(&unit).push_int(time);
    }
    if let Some(condition) = condition {
        b.bytes(&condition);
    }
    b.flag("KEEPTTL", keeps).flag("GET", gets);
    if gets {
        b.answer = ReplyKind::Value;
    }
    Ok(true)
}

/// `GETEX`
pub(crate) fn getex(b: &mut Builder<'_>) -> Built {
    let (mut unit, mut time, mut persists) = (None, -1, false);
    for (key, value) in &b.options(1)? {
        match named(&key) {
            Some(name) if is_any(name, &["EX", "PX", "EXAT", "PXAT"]) => {
                unit = Some(name.to_vec());
                time = b.int_of(value)?;
                persists = false;
            }
            Some(name) if is(name, "PERSIST") => {
                persists = b.bool_of(value)?;
                unit = None;
            }
            None if value.deref().as_bytes().is_some_and(|word| is(word, "PERSIST")) => {
                persists = true;
                unit = None;
            }
            _ => {}
        }
    }
    if unit.is_some() && time < 1 {
        return b.refuse("EXPIRE can't be < 1");
    }
    b.key_arg(0)?;
    match unit {
        Some(unit) => drop(b.bytes(&unit).push_int(time)),
        None => drop(b.flag("PERSIST", persists)),
    }
    Ok(true)
}

fn step(b: &mut Builder<'_>, by_one: &str, by: &str) -> Built {
    match b.int(1, 1)? {
        1 => b.keyword(by_one).key_arg(0)?,
        step => {
            b.keyword(by).key_arg(0)?;
            b.push_int(step);
        }
    }
    Ok(true)
}

/// `INCR`
pub(crate) fn incr(b: &mut Builder<'_>) -> Built {
    step(b, "INCR", "INCRBY")
}

/// `DECR`
pub(crate) fn decr(b: &mut Builder<'_>) -> Built {
    step(b, "DECR", "DECRBY")
}

/// `LCS`
pub(crate) fn lcs(b: &mut Builder<'_>) -> Built {
    let (mut length, mut places, mut shortest, mut lengths) = (false, false, 0, false);
    for (key, value) in &b.options(2)? {
        match (named(&key), value.deref().as_bytes()) {
            (Some(name), _) if is(name, "LEN") => (length, places) = (b.bool_of(value)?, false),
            (Some(name), _) if is(name, "IDX") => (length, places) = (false, b.bool_of(value)?),
            (Some(name), _) if is(name, "MINMATCHLEN") => shortest = b.int_of(value)?,
            (Some(name), _) if is(name, "WITHMATCHLEN") => lengths = b.bool_of(value)?,
            (Some(name), _) => b.warn([b"Unknown LCS option '", name, b"'"].concat())?,
            (None, Some(word)) if is(word, "LEN") => (length, places) = (true, false),
            (None, Some(word)) if is(word, "IDX") => (length, places) = (false, true),
            (None, Some(word)) if is(word, "WITHMATCHLEN") => lengths = true,
            _ => {}
        }
    }
    b.key_arg(0)?;
    b.key_arg(1)?;
    b.flag("IDX", places).flag("LEN", length).flag("WITHMATCHLEN", lengths);
    b.option_int("MINMATCHLEN", (shortest != 0).then_some(shortest));
    Ok(true)
}

/// `SETBIT`
pub(crate) fn setbit(b: &mut Builder<'_>) -> Built {
    let (offset, bit) = (b.int(1, 0)?, b.bool(2)?);
    if u32::try_from(offset).is_err() {
        return b.refuse("Invalid OFFSET for bitop command (must be between 0-2^32-1)");
    }
    b.key_arg(0)?;
    b.push_int(offset).push_int(i64::from(bit));
    Ok(true)
}

/// `BITPOS`
pub(crate) fn bitpos(b: &mut Builder<'_>) -> Built {
    let (bit, start, end, by_bit) = (b.bool(1)?, b.int(2, 0)?, b.int(3, -1)?, b.bool(4)?);
    b.key_arg(0)?;
    b.push_int(i64::from(bit));
    if b.count() > 2 {
        b.push_int(start).push_int(end);
    }
    b.flag("BIT", by_bit);
    Ok(true)
}

/// `BITOP`
pub(crate) fn bitop(b: &mut Builder<'_>) -> Built {
    let operation = b.raw(0);
    let Some(operation) = operation.as_bytes().filter(|_| b.count() >= 3) else { return Ok(false) };
    b.bytes(operation);
    for key in b.rest(1) {
        b.key_of(&key)?;
    }
    Ok(true)
}

/// `BITCOUNT`
pub(crate) fn bitcount(b: &mut Builder<'_>) -> Built {
    // Places are of 32 bits there.
    let (start, end, by_bit) = (b.int(1, 0)? as i32, b.int(2, -1)? as i32, b.bool(3)?);
    b.key_arg(0)?;
    b.push_int(start.into()).push_int(end.into()).flag("BIT", by_bit);
    Ok(true)
}
