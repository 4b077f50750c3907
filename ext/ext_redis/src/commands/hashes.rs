//! Commands on hashes (`HSET`, `HMGET` and others) that take or give arrays of fields.

use crate::builder::{Builder, Built, is, named};
use crate::reply_conversion::ReplyKind;

/// `HSET`: fields and values, one by one or in an array.
pub(crate) fn hset(b: &mut Builder<'_>) -> Built {
    let count = b.count();
    if count < 2 {
        let name = b.cx.active.map_or_else(Vec::new, |func| func.display_name());
        let message = [&name[..], format!("() expects at least 2 arguments, {count} given").as_bytes()].concat();
        return Err(b.cx.throw("ArgumentCountError", message));
    }
    let key = b.raw(0);
    if count == 2 {
        let fields = b.raw(1);
        let Some(fields) = fields.as_array().filter(|fields| !fields.is_empty()) else { return Ok(false) };
        b.key_of(&key)?;
        for (field, value) in fields {
            let name = b.name_of(field);
            b.bytes(&name).value(value)?;
        }
        return Ok(true);
    }
    if count % 2 == 0 {
        return Ok(false);
    }
    b.key_of(&key)?;
    for (at, part) in b.rest(1).iter().enumerate() {
        if at % 2 == 0 { b.text(part)? } else { b.value(part)? }
    }
    Ok(true)
}

/// `HMSET`
pub(crate) fn hmset(b: &mut Builder<'_>) -> Built {
    let fields = b.array(1)?;
    b.key_arg(0)?;
    for (field, value) in &fields {
        let name = b.name_of(field);
        b.bytes(&name).value(value)?;
    }
    Ok(!fields.is_empty())
}

/// `HMGET`: values come back by their names.
pub(crate) fn hmget(b: &mut Builder<'_>) -> Built {
    let wanted = b.array(1)?;
    let fits = |field: &&loxo_runtime::Value| {
        let field = field.deref();
        field.is_int() || field.as_bytes().is_some_and(|name| !name.is_empty())
    };
    let fields: Vec<_> = wanted.values().filter(fits).cloned().collect();
    if fields.is_empty() {
        return Ok(false);
    }
    b.key_arg(0)?;
    let mut names = Vec::with_capacity(fields.len());
    for field in &fields {
        let name = b.text_of(field)?;
        b.bytes(&name);
        names.push(name.as_bytes().to_vec());
    }
    b.answer = ReplyKind::Fields(names);
    Ok(true)
}

/// `HDEL`
pub(crate) fn hdel(b: &mut Builder<'_>) -> Built {
    let key = b.raw(0);
    b.key_of(&key)?;
    for field in b.rest(1) {
        b.text(&field)?;
    }
    Ok(b.count() >= 2)
}

/// `HRANDFIELD`
pub(crate) fn hrandfield(b: &mut Builder<'_>) -> Built {
    let (mut count, mut values) = (0, false);
    for (key, value) in &b.options(1)? {
        match (named(&key), value.deref().as_bytes()) {
            (Some(name), _) if is(name, "count") => count = b.int_of(value)?,
            (Some(name), _) if is(name, "withvalues") => values = b.bool_of(value)?,
            (None, Some(word)) if is(word, "WITHVALUES") => values = true,
            _ => {}
        }
    }
    if count == 0 && values {
        count = 1;
    }
    b.key_arg(0)?;
    if count != 0 {
        b.push_int(count);
        b.answer = ReplyKind::Texts;
    }
    if values {
        b.word("WITHVALUES");
        b.answer = ReplyKind::Map;
    }
    Ok(true)
}
