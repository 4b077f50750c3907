//! Commands for Lua scripts and functions in the server: `EVAL`, `FCALL`, `SCRIPT` and `FUNCTION`.

use crate::builder::{Builder, Built, is, is_any};
use crate::commands::keys::all_words;
use crate::reply_conversion::ReplyKind;

/// `EVAL` and its kin: as many arguments as said are keys.
pub(crate) fn eval(b: &mut Builder<'_>) -> Built {
    let (parts, keys) = (b.options(1)?, b.int(2, 0)?);
    b.str_arg(0)?;
    b.push_int(keys);
    for (at, part) in parts.values().enumerate() {
        if (at as i64) < keys { b.key_of(part)? } else { b.text(part)? }
    }
    Ok(true)
}

/// `FCALL`
pub(crate) fn fcall(b: &mut Builder<'_>) -> Built {
    let (keys, parts) = (b.options(1)?, b.options(2)?);
    b.str_arg(0)?;
    b.push_int(keys.len() as i64).keys_of(&keys)?;
    parts.values().try_for_each(|part| b.value(part))?;
    Ok(true)
}

/// `SCRIPT`
pub(crate) fn script(b: &mut Builder<'_>) -> Built {
    let (operation, first) = (b.raw(0), b.raw(1));
    let Some(operation) = operation.as_bytes() else { return Ok(false) };
    let (has_first, first) = (b.count() > 1, first.as_bytes());
    if is(operation, "kill") {
        b.word("KILL");
    } else if is(operation, "flush") {
        if has_first && !first.is_some_and(|how| is_any(how, &["sync", "async"])) {
            return Ok(false);
        }
        b.word("FLUSH");
        if let Some(how) = first {
            b.bytes(how);
        }
    } else if is(operation, "load") {
        let Some(text) = first.filter(|text| !text.is_empty()) else { return Ok(false) };
        b.word("LOAD").bytes(text);
    } else if is(operation, "exists") && has_first {
        b.word("EXISTS");
        all_words(b, 1)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// `FUNCTION`
pub(crate) fn function(b: &mut Builder<'_>) -> Built {
    let (operation, rest) = (b.str(0)?, b.rest(1));
    if rest.iter().any(|part| !part.is_string()) {
        return b.refuse("invalid argument");
    }
    let word = |at: usize| rest.get(at).and_then(|part| part.as_bytes());
    let is_word = |at: usize, words: &[&str]| word(at).is_some_and(|word| is_any(word, words));
    b.answer = ReplyKind::Bool;
    if is(&operation, "DELETE") {
        if rest.is_empty() {
            return b.refuse("argument required");
        }
    } else if is(&operation, "DUMP") {
        b.answer = ReplyKind::Value;
    } else if is(&operation, "FLUSH") {
        if !rest.is_empty() && !is_word(0, &["SYNC", "ASYNC"]) {
            return b.refuse("invalid argument");
        }
    } else if is(&operation, "LIST") {
        if is_word(0, &["LIBRARYNAME"]) && rest.len() < 2 {
            return b.refuse("argument required");
        }
        if !rest.is_empty() && !is_word(0, &["LIBRARYNAME", "WITHCODE"]) {
            return b.refuse("invalid argument");
        }
        b.answer = ReplyKind::Functions;
    } else if is(&operation, "LOAD") {
        if rest.is_empty() || (is_word(0, &["REPLACE"]) && rest.len() < 2) {
            return b.refuse("argument required");
        }
        b.answer = ReplyKind::Value;
    } else if is(&operation, "RESTORE") {
        if rest.is_empty() || (rest.len() > 1 && !is_word(1, &["FLUSH", "APPEND", "REPLACE"])) {
            return b.refuse("invalid argument");
        }
    } else if is(&operation, "STATS") {
        b.answer = ReplyKind::Functions;
    } else if !is(&operation, "KILL") {
        return b.refuse([b"Unknown operation '", &operation[..], b"'"].concat());
    }
    b.bytes(&operation);
    all_words(b, 1)?;
    Ok(true)
}
