//! Keys as such, and shapes that many commands have.

use loxo_runtime::{PhpResult, Value, args};

use crate::builder::{Builder, Built, element, is, is_any, named};
use crate::connection::credentials;
use crate::reply_conversion::ReplyKind;

/// Keys, one by one or in an array.
pub(crate) fn keys(b: &mut Builder<'_>) -> Built {
    let first = b.raw(0);
    match first.as_array() {
        Some(list) if b.count() == 1 => {
            b.keys_of(list)?;
            Ok(!list.is_empty())
        }
        _ => {
            for key in b.rest(0) {
                b.key_of(&key)?;
            }
            Ok(true)
        }
    }
}

/// The same, and behind them how long to wait.
pub(crate) fn blocking_keys(b: &mut Builder<'_>) -> Built {
    let mut rest = b.rest(0);
    let Some(timeout) = rest.pop().filter(|timeout| timeout.is_int() || timeout.is_float()) else {
        return b.refuse("Timeout must be a long or double");
    };
    let single = rest.first().filter(|_| rest.len() == 1).and_then(|first| first.as_array().cloned());
    match single {
        Some(list) if list.is_empty() => return Ok(false),
        Some(list) => b.keys_of(&list)?,
        None => rest.iter().try_for_each(|key| b.key_of(key))?,
    }
    match (timeout.as_int(), timeout.as_float()) {
        (Some(seconds), _) => b.push_int(seconds),
        (None, seconds) => b.push_float(seconds.unwrap_or(0.0)),
    };
    Ok(true)
}

/// A key and values.
pub(crate) fn key_values(b: &mut Builder<'_>) -> Built {
    if b.count() < 2 {
        return Err(args::wrong_count(b.cx, b.count()));
    }
    let key = b.raw(0);
    b.key_of(&key)?;
    for value in b.rest(1) {
        b.value(&value)?;
    }
    Ok(true)
}

/// A key and the values of an array.
pub(crate) fn key_value_array(b: &mut Builder<'_>) -> Built {
    let values = b.array(1)?;
    b.key_arg(0)?;
    values.values().try_for_each(|value| b.value(value))?;
    Ok(!values.is_empty())
}

/// A key and the strings of an array.
pub(crate) fn key_text_array(b: &mut Builder<'_>) -> Built {
    let texts = b.array(1)?;
    b.key_arg(0)?;
    texts.values().try_for_each(|text| b.text(text))?;
    Ok(!texts.is_empty())
}

/// Keys and values of an array.
pub(crate) fn pairs(b: &mut Builder<'_>) -> Built {
    let pairs = b.array(0)?;
    for (key, value) in &pairs {
        let name = b.name_of(key);
        b.key(&name).value(value)?;
    }
    Ok(!pairs.is_empty())
}

/// `MGET`
pub(crate) fn mget(b: &mut Builder<'_>) -> Built {
    let keys = b.array(0)?;
    b.keys_of(&keys)?;
    Ok(!keys.is_empty())
}

/// `EXPIRE` and its kin.
pub(crate) fn expire(b: &mut Builder<'_>) -> Built {
    b.key_arg(0)?;
    b.int_arg(1)?;
    if let Some(mode) = b.opt_str(2)? {
        if !is_any(&mode, &["NX", "XX", "LT", "GT"]) {
            return b.refuse([b"Unknown expiration modifier '", &mode[..], b"'"].concat());
        }
        b.bytes(&mode);
    }
    Ok(true)
}

/// `COPY`
pub(crate) fn copy(b: &mut Builder<'_>) -> Built {
    let (mut database, mut replaces) = (None, false);
    for (key, value) in &b.options(2)? {
        match named(&key) {
            Some(name) if is(name, "db") => database = Some(b.int_of(value)?),
            Some(name) if is(name, "replace") => replaces = b.bool_of(value)?,
            _ => {}
        }
    }
    let database = database.filter(|database| *database > -1);
    if b.is_cluster && database.is_some() {
        return b.refuse("Can't copy to a specific DB in cluster mode");
    }
    b.key_arg(0)?;
    b.key_arg(1)?;
    b.option_int("DB", database).flag("REPLACE", replaces);
    Ok(true)
}

/// `OBJECT`
pub(crate) fn object(b: &mut Builder<'_>) -> Built {
    let subcommand = b.str(0)?;
    b.answer = if is_any(&subcommand, &["REFCOUNT", "IDLETIME"]) {
        ReplyKind::Int
    } else if is(&subcommand, "ENCODING") {
        ReplyKind::Value
    } else {
        return b.refuse("Invalid subcommand sent to OBJECT");
    };
    b.bytes(&subcommand).key_arg(1)?;
    Ok(true)
}

/// `RESTORE`
pub(crate) fn restore(b: &mut Builder<'_>) -> Built {
    let (mut replaces, mut absolute, mut idle, mut frequency) = (false, false, None, None);
    for (key, value) in &b.options(3)? {
        match named(&key) {
            Some(name) if is(name, "IDLETIME") => match b.int_of(value)? {
                seconds @ 0.. => (idle, frequency) = (Some(seconds), None),
                _ => b.warn("IDLETIME must be >= 0")?,
            },
            Some(name) if is(name, "FREQ") => match b.int_of(value)? {
                times @ 0..=255 => (idle, frequency) = (None, Some(times)),
                _ => b.warn("FREQ must be >= 0 and <= 255")?,
            },
            Some(name) => b.warn([b"Unknown RESTORE option '", name, b"'"].concat())?,
            None => match value.deref().as_bytes() {
                Some(word) if is(word, "REPLACE") => replaces = true,
                Some(word) if is(word, "ABSTTL") => absolute = true,
                Some(word) => b.warn([b"Unknown RESTORE option '", word, b"'"].concat())?,
                None => {}
            },
        }
    }
    b.key_arg(0)?;
    b.int_arg(1)?;
    b.str_arg(2)?;
    b.flag("REPLACE", replaces).flag("ABSTTL", absolute).option_int("IDLETIME", idle).option_int("FREQ", frequency);
    Ok(true)
}

/// `MIGRATE`
pub(crate) fn migrate(b: &mut Builder<'_>) -> Built {
    let (mut user, mut password) = (None, None);
    if b.given(7) {
        let given = b.raw(7);
        match credentials(b.cx, &given)? {
            Some(known) => (user, password) = known,
            None => b.warn("AUTH must be a string or an array with one or two strings")?,
        }
    }
    let keys = b.raw(2);
    if keys.as_array().is_some_and(|keys| keys.is_empty()) {
        return b.refuse("Keys array cannot be empty");
    }
    b.str_arg(0)?;
    b.int_arg(1)?;
    match keys.as_array() {
        Some(_) => drop(b.bytes(b"")),
        None => b.key_of(&keys)?,
    }
    b.int_arg(3)?;
    b.int_arg(4)?;
    let (copies, replaces) = (b.bool(5)?, b.bool(6)?);
    b.flag("COPY", copies).flag("REPLACE", replaces);
    match (user, password) {
        (Some(user), Some(password)) => drop(b.word("AUTH2").bytes(&user).bytes(&password)),
        (None, Some(password)) => drop(b.word("AUTH").bytes(&password)),
        _ => {}
    }
    if let Some(keys) = keys.as_array() {
        b.word("KEYS").keys_of(keys)?;
    }
    Ok(true)
}

/// An option by its name in small or large letters.
fn option(options: &loxo_runtime::PhpArray, name: &str) -> Option<Value> {
    let small = options.get_bytes(name.to_ascii_lowercase().as_bytes());
    small.or_else(|| options.get_bytes(name.as_bytes())).map(Value::clone_deref)
}

/// `SORT`
pub(crate) fn sort(b: &mut Builder<'_>) -> Built {
    let options = b.options(1)?;
    b.key_arg(0)?;
    if let Some(pattern) = option(&options, "BY").and_then(|by| by.into_str().ok()) {
        if b.is_cluster {
            return b.refuse("SORT BY option is not allowed in Redis Cluster");
        }
        b.word("BY").bytes(&pattern);
    }
    if let Some(direction) = option(&options, "SORT").and_then(|sort| sort.into_str().ok()) {
        b.bytes(&direction);
    }
    if let Some(target) = option(&options, "STORE").and_then(|store| store.into_str().ok()) {
        b.word("STORE").bytes(&target);
    }
    if let Some(get) = option(&options, "GET").filter(|get| get.is_string() || get.is_array()) {
        if b.is_cluster {
            return b.refuse("GET option for SORT disabled in Redis Cluster");
        }
        if let Some(pattern) = get.as_bytes() {
            b.word("GET").bytes(pattern);
        }
        if let Some(patterns) = get.as_array() {
            let texts: Vec<_> = patterns.values().filter_map(|pattern| pattern.deref().as_str().cloned()).collect();
            if texts.is_empty() {
                return b.refuse("Array of GET values requested, but none are valid");
            }
            for pattern in texts {
                b.word("GET").bytes(&pattern);
            }
        }
    }
    if let Some(alpha) = option(&options, "ALPHA") {
        let on = b.bool_of(&alpha)?;
        b.flag("ALPHA", on);
    }
    if let Some(limit) = option(&options, "LIMIT").and_then(|limit| limit.into_array().ok())
        && let (Some(offset), Some(count)) = (element(&limit, 0), element(&limit, 1))
    {
        let fits = |value: &Value| value.is_string() || value.is_int();
        if !fits(&offset) || !fits(&count) {
            return b.refuse("LIMIT options on SORT command must be longs or strings");
        }
        let (offset, count) = (b.int_of(&offset)?, b.int_of(&count)?);
        b.word("LIMIT").push_int(offset).push_int(count);
    }
    Ok(true)
}

/// `sortAsc()` and its kin, which are `SORT` with the options one by one.
fn sort_by_arguments(b: &mut Builder<'_>, descends: bool, alpha: bool) -> Built {
    let key = b.str(0)?;
    let pattern = b.opt_str(1)?.filter(|pattern| !pattern.is_empty());
    let (get, offset, count) = (b.raw(2), b.int(3, -1)?, b.int(4, -1)?);
    let target = b.opt_str(5)?.filter(|target| !target.is_empty());
    if key.is_empty() {
        return Ok(false);
    }
    b.key(&key);
    if let Some(pattern) = pattern {
        b.word("BY").bytes(&pattern);
    }
    if offset >= 0 && count >= 0 {
        b.word("LIMIT").push_int(offset).push_int(count);
    }
    match get.as_array() {
        Some(patterns) => patterns.values().try_for_each(|pattern| b.word("GET").text(pattern))?,
        None if get.is_null() => {}
        None => {
            let pattern = b.text_of(&get)?;
            if !pattern.is_empty() {
                b.word("GET").bytes(&pattern);
            }
        }
    }
    b.flag("DESC", descends).flag("ALPHA", alpha);
    if let Some(target) = target {
        b.word("STORE").key(&target);
    }
    Ok(true)
}

pub(crate) fn sort_asc(b: &mut Builder<'_>) -> Built {
    sort_by_arguments(b, false, false)
}

pub(crate) fn sort_asc_alpha(b: &mut Builder<'_>) -> Built {
    sort_by_arguments(b, false, true)
}

pub(crate) fn sort_desc(b: &mut Builder<'_>) -> Built {
    sort_by_arguments(b, true, false)
}

pub(crate) fn sort_desc_alpha(b: &mut Builder<'_>) -> Built {
    sort_by_arguments(b, true, true)
}

/// `PFADD`
pub(crate) fn pfadd(b: &mut Builder<'_>) -> Built {
    key_value_array(b)
}

/// `PFMERGE`
pub(crate) fn pfmerge(b: &mut Builder<'_>) -> Built {
    let keys = b.array(1)?;
    b.key_arg(0)?;
    b.keys_of(&keys)?;
    Ok(!keys.is_empty())
}

/// `PFCOUNT`
pub(crate) fn pfcount(b: &mut Builder<'_>) -> Built {
    let keys = b.raw(0);
    match keys.as_array() {
        Some(list) => {
            b.keys_of(list)?;
            Ok(!list.is_empty())
        }
        None if keys.is_string() => b.key_of(&keys).map(|()| true),
        None => b.refuse("Argument must be either an array or a string"),
    }
}

/// The words of all arguments, as they are.
pub(crate) fn words(b: &mut Builder<'_>) -> Built {
    all_words(b, 0).map(|()| true)
}

pub(crate) fn all_words(b: &mut Builder<'_>, from: usize) -> PhpResult<()> {
    for word in b.rest(from) {
        b.text(&word)?;
    }
    Ok(())
}
