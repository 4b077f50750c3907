//! Commands on streams: adding and reading entries, consumer groups, and claiming what others left pending.

use loxo_runtime::{PhpArray, PhpResult, Value, convert};

use crate::builder::{Builder, Built, is, is_any, named};
use crate::reply_conversion::ReplyKind;

/// `XADD`
pub(crate) fn xadd(b: &mut Builder<'_>) -> Built {
    let (fields, most, about, no_stream) = (b.array(2)?, b.int(3, 0)?, b.bool(4)?, b.bool(5)?);
    if fields.is_empty() {
        return Ok(false);
    }
    if most < 0 || (most == 0 && about) {
        b.warn("Warning:  Invalid MAXLEN argument or approximate flag")?;
    }
    b.key_arg(0)?;
    b.flag("NOMKSTREAM", no_stream);
    if most > 0 {
        b.word("MAXLEN").flag("~", about).push_int(most);
    }
    b.str_arg(1)?;
    for (field, value) in &fields {
        let name = b.name_of(field);
        b.bytes(&name).value(value)?;
    }
    Ok(true)
}

/// `XPENDING`
pub(crate) fn xpending(b: &mut Builder<'_>) -> Built {
    let (start, end, count) = (b.opt_str(2)?, b.opt_str(3)?, b.int(4, -1)?);
    let (consumer, idle) = (b.opt_str(5)?, b.int(6, 0)?);
    if start.is_some() && (end.is_none() || count < 0) {
        return b.refuse("'$start' must be accompanied by '$end' and '$count' arguments");
    }
    b.key_arg(0)?;
    b.str_arg(1)?;
    if let (Some(start), Some(end)) = (start, end) {
        b.option_int("IDLE", (idle != 0).then_some(idle)).bytes(&start).bytes(&end).push_int(count);
        if let Some(consumer) = consumer {
            b.bytes(&consumer);
        }
    }
    Ok(true)
}

/// `XRANGE` and `XREVRANGE`
pub(crate) fn xrange(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    b.str_arg(1)?;
    b.str_arg(2)?;
    let count = b.int(3, -1)?;
    b.option_int("COUNT", (count > -1).then_some(count));
    Ok(true)
}

/// All keys, then all ids.
fn streams(b: &mut Builder<'_>, streams: &PhpArray) -> PhpResult<()> {
    b.word("STREAMS");
    for key in streams.keys() {
        let name = b.name_of(key);
        b.key(&name);
    }
    streams.values().try_for_each(|id| b.text(id))
}

/// `XREAD`
pub(crate) fn xread(b: &mut Builder<'_>) -> Built {
    let (wanted, count, block) = (b.array(0)?, b.int(1, -1)?, b.int(2, -1)?);
    b.option_int("COUNT", (count > -1).then_some(count)).option_int("BLOCK", (block > -1).then_some(block));
    streams(b, &wanted)?;
    Ok(!wanted.is_empty())
}

/// `XREADGROUP`
pub(crate) fn xreadgroup(b: &mut Builder<'_>) -> Built {
    let wanted = b.array(2)?;
    let count = if b.given(3) { Some(b.int(3, 0)?) } else { None };
    let block = if b.given(4) { Some(b.int(4, 0)?) } else { None };
    if count.is_some_and(|count| count < 0) || block.is_some_and(|block| block < 0) {
        return b.refuse("Negative values for COUNT or BLOCK are illegal.");
    }
    b.word("GROUP").str_arg(0)?;
    b.str_arg(1)?;
    b.option_int("COUNT", count).option_int("BLOCK", block);
    streams(b, &wanted)?;
    Ok(!wanted.is_empty())
}

/// `XACK`
pub(crate) fn xack(b: &mut Builder<'_>) -> Built {
    let ids = b.array(2)?;
    b.key_arg(0)?;
    b.str_arg(1)?;
    ids.values().try_for_each(|id| b.text(id))?;
    Ok(!ids.is_empty())
}

/// `XAUTOCLAIM`
pub(crate) fn xautoclaim(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    b.str_arg(1)?;
    b.str_arg(2)?;
    b.int_arg(3)?;
    b.str_arg(4)?;
    let (count, ids_only) = (b.int(5, -1)?, b.bool(6)?);
    b.option_int("COUNT", (count > 0).then_some(count)).flag("JUSTID", ids_only);
    Ok(true)
}

/// A time in milliseconds; `None`: it is none, which has been reported.
fn time(b: &mut Builder<'_>, name: &str, value: &Value) -> PhpResult<Option<i64>> {
    let value = value.deref();
    let time = match (value.as_int(), value.as_float(), value.as_bytes()) {
        (None, None, None) => None,
        _ => Some(convert::scalar_to_int(value)).filter(|time| *time >= 0),
    };
    if time.is_none() {
        b.warn(format!("Invalid XCLAIM option '{name}' will be ignored"))?;
    }
    Ok(time)
}

/// `XCLAIM`
pub(crate) fn xclaim(b: &mut Builder<'_>) -> Built {
    let ids = b.array(4)?;
    let options = b.options(5)?;
    if ids.is_empty() {
        return Ok(false);
    }
    b.key_arg(0)?;
    b.str_arg(1)?;
    b.str_arg(2)?;
    b.int_arg(3)?;
    ids.values().try_for_each(|id| b.text(id))?;
    let (mut when, mut retries, mut force, mut ids_only) = (None, None, false, false);
    for (key, value) in &options {
        match (named(&key), value.deref().as_bytes()) {
            (Some(name), _) if is(name, "TIME") => when = Some("TIME").zip(time(b, "TIME", value)?),
            (Some(name), _) if is(name, "IDLE") => when = Some("IDLE").zip(time(b, "IDLE", value)?),
            (Some(name), _) if is(name, "RETRYCOUNT") => retries = Some(b.int_of(value)?).filter(|count| *count != -1),
            (None, Some(word)) if is(word, "FORCE") => force = true,
            (None, Some(word)) if is(word, "JUSTID") => ids_only = true,
            _ => {}
        }
    }
    if let Some((word, time)) = when {
        b.word(word).push_int(time);
    }
    b.option_int("RETRYCOUNT", retries).flag("FORCE", force).flag("JUSTID", ids_only);
    Ok(true)
}

/// `XGROUP`
pub(crate) fn xgroup(b: &mut Builder<'_>) -> Built {
    /// What stands for not given.
    const NONE: i64 = -2;
    let operation = b.str(0)?;
    let (creates, sets) = (is(&operation, "CREATE"), is(&operation, "SETID"));
    let wanted = if is(&operation, "HELP") {
        0
    } else if creates || sets || is_any(&operation, &["CREATECONSUMER", "DELCONSUMER"]) {
        3
    } else if is(&operation, "DESTROY") {
        2
    } else {
        return b.refuse([b"Unknown XGROUP operation '", &operation[..], b"'"].concat());
    };
    if b.count() < wanted {
        return b.refuse([b"Operation '", &operation[..], format!("' requires {wanted} arguments").as_bytes()].concat());
    }
    let (makes, read) = (b.bool(4)?, b.int(5, NONE)?);
    b.bytes(&operation);
    if wanted > 0 {
        b.key_arg(1)?;
        b.str_arg(2)?;
    }
    if wanted > 2 {
        b.str_arg(3)?;
    }
    b.flag("MKSTREAM", makes && creates);
    b.option_int("ENTRIESREAD", Some(read).filter(|read| *read != NONE && (creates || sets)));
    Ok(true)
}

/// `XINFO`
pub(crate) fn xinfo(b: &mut Builder<'_>) -> Built {
    let (key, other, count) = (b.opt_str(1)?, b.opt_str(2)?, b.int(3, -1)?);
    if (other.is_some() && key.is_none()) || (count != -1 && (key.is_none() || other.is_none())) {
        return b.refuse("Cannot pass a non-null optional argument after a NULL one.");
    }
    b.str_arg(0)?;
    if let Some(key) = key {
        b.key(&key);
    }
    if let Some(other) = other {
        b.bytes(&other);
    }
    b.option_int("COUNT", (count > -1).then_some(count));
    b.answer = ReplyKind::StreamInfo;
    Ok(true)
}

/// `XTRIM`
pub(crate) fn xtrim(b: &mut Builder<'_>) -> Built {
    let (about, by_id, limit) = (b.bool(2)?, b.bool(3)?, b.int(4, -1)?);
    b.key_arg(0)?;
    b.word(if by_id { "MINID" } else { "MAXLEN" }).word(if about { "~" } else { "=" }).str_arg(1)?;
    if limit > -1 && about {
        b.option_int("LIMIT", Some(limit));
    } else if limit > -1 {
        b.warn("Cannot use LIMIT without an approximate match, ignoring")?;
    } else if b.count() == 5 {
        b.warn("Limit must be >= 0")?;
    }
    Ok(true)
}
