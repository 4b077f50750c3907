//! The server itself, and its other clients.

use loxo_runtime::{PhpArray, PhpResult, PhpStr, Value};

use crate::builder::{Builder, Built, is, is_any, named};
use crate::commands::keys::all_words;
use crate::connection::credentials;
use crate::reply_conversion::ReplyKind;

/// `AUTH`: what it says is kept for the next connection.
pub(crate) fn auth(b: &mut Builder<'_>) -> Built {
    let given = b.raw(0);
    let Some((user, password)) = credentials(b.cx, &given)? else { return Ok(false) };
    for part in [user, password].into_iter().flatten() {
        b.bytes(&part);
    }
    Ok(true)
}

/// `SELECT`
pub(crate) fn select(b: &mut Builder<'_>) -> Built {
    let database = b.int(0, 0)?;
    if i32::try_from(database).is_err() || database < 0 {
        return Ok(false);
    }
    b.push_int(database);
    b.answer = ReplyKind::Selected(database);
    Ok(true)
}

/// `FLUSHDB` and `FLUSHALL`
pub(crate) fn flush(b: &mut Builder<'_>) -> Built {
    if b.given(0) {
        let waits = b.bool(0)?;
        b.word(if waits { "SYNC" } else { "ASYNC" });
    }
    Ok(true)
}

/// `REPLICAOF`
pub(crate) fn replicaof(b: &mut Builder<'_>) -> Built {
    let port = b.int(1, 6379)?;
    if u16::try_from(port).is_err() {
        return b.refuse(format!("Invalid port {port}"));
    }
    if b.count() == 2 {
        b.str_arg(0)?;
        b.push_int(port);
    } else {
        b.word("NO").word("ONE");
    }
    Ok(true)
}

/// `FAILOVER`
pub(crate) fn failover(b: &mut Builder<'_>) -> Built {
    let (mut host, mut port, mut force) = (None, 0, false);
    if b.given(0) {
        for (key, value) in &b.array(0)? {
            match named(&key) {
                Some(name) if is(name, "host") => host = Some(b.text_of(value)?),
                Some(name) if is(name, "port") => port = b.int_of(value)?,
                Some(name) if is(name, "force") => force = b.bool_of(value)?,
                _ => {}
            }
        }
        if host.is_none() || port == 0 {
            return b.refuse("host and port must be provided!");
        }
    }
    let (aborts, timeout) = (b.bool(1)?, b.int(2, 0)?);
    if let Some(host) = host {
        b.word("TO").bytes(&host).push_int(port).flag("FORCE", force);
    }
    b.flag("ABORT", aborts).option_int("TIMEOUT", (timeout > 0).then_some(timeout));
    Ok(true)
}

/// `CONFIG`
pub(crate) fn config(b: &mut Builder<'_>) -> Built {
    let (operation, key, value) = (b.str(0)?, b.raw(1), b.opt_str(2)?);
    b.answer = ReplyKind::Bool;
    if is_any(&operation, &["RESETSTAT", "REWRITE"]) {
        b.bytes(&operation);
        return Ok(true);
    }
    if is(&operation, "GET") {
        b.answer = ReplyKind::Map;
        b.word("GET");
        return match key.as_array() {
            Some(names) if names.is_empty() => b.refuse("Cannot pass an empty array to CONFIG GET"),
            Some(names) => names.values().try_for_each(|name| b.text(name)).map(|()| true),
            None if key.is_string() => b.text(&key).map(|()| true),
            None => b.refuse("Must pass a string or array of values to CONFIG GET"),
        };
    }
    if !is(&operation, "SET") {
        return b.refuse([b"Unknown operation '", &operation[..], b"'"].concat());
    }
    b.word("SET");
    if let Some(value) = value.filter(|_| !key.is_null()) {
        b.text(&key)?;
        b.bytes(&value);
        return Ok(true);
    }
    let Some(settings) = key.as_array().filter(|settings| !settings.is_empty()) else {
        return b.refuse("Must either pass two strings to CONFIG SET or a non-empty array of values");
    };
    for (key, value) in settings {
        let Some(name) = named(&key) else {
            return b.refuse("Must pass an associate array of config keys and values");
        };
        b.bytes(name).text(value)?;
    }
    Ok(true)
}

/// `SLOWLOG`
pub(crate) fn slowlog(b: &mut Builder<'_>) -> Built {
    let (operation, length) = (b.str(0)?, b.int(1, 0)?);
    if !is_any(&operation, &["GET", "LEN", "RESET"]) {
        return b.refuse([b"Unknown SLOWLOG operation '", &operation[..], b"'"].concat());
    }
    b.bytes(&operation);
    if is(&operation, "GET") && b.count() == 2 {
        b.push_int(length);
    }
    Ok(true)
}

/// `WAITAOF`
pub(crate) fn waitaof(b: &mut Builder<'_>) -> Built {
    for at in 0..3 {
        let number = b.int(at, 0)?;
        if number < 0 {
            return b.refuse("No arguments can be negative");
        }
        b.push_int(number);
    }
    Ok(true)
}

/// `ACL`
pub(crate) fn acl(b: &mut Builder<'_>) -> Built {
    let (operation, count) = (b.str(0)?, b.count() - 1);
    let first = b.raw(1);
    let resets = first.as_bytes().is_some_and(|word| is(word, "RESET"));
    let (answer, least) = match &operation[..] {
        word if is_any(word, &["CAT", "LIST", "USERS"]) => (ReplyKind::Any, 0),
        word if is_any(word, &["LOAD", "SAVE"]) => (ReplyKind::Bool, 0),
        word if is_any(word, &["GENPASS", "WHOAMI"]) => (ReplyKind::Value, 0),
        word if is(word, "SETUSER") => (ReplyKind::Bool, 1),
        word if is(word, "DELUSER") => (ReplyKind::Int, 1),
        word if is(word, "GETUSER") => (ReplyKind::AclUser, 1),
        word if is(word, "DRYRUN") => (ReplyKind::Bool, 2),
        word if is(word, "LOG") && resets => (ReplyKind::Bool, 0),
        word if is(word, "LOG") => (ReplyKind::AclLog, 0),
        word => return b.refuse([b"Unknown ACL operation '", word, b"'"].concat()),
    };
    if count < least {
        let how_many = if least == 1 { "one argument" } else { "two arguments" };
        let shown = operation.to_ascii_upper();
        return b.refuse([b"ACL ", &shown[..], b" requires at least ", how_many.as_bytes()].concat());
    }
    b.answer = answer;
    b.bytes(&operation);
    all_words(b, 1)?;
    Ok(true)
}

/// `COMMAND`
pub(crate) fn command(b: &mut Builder<'_>) -> Built {
    b.answer = ReplyKind::AnyList;
    let Some(operation) = b.opt_str(0)? else { return Ok(true) };
    b.bytes(&operation);
    if is(&operation, "COUNT") {
        b.answer = ReplyKind::Int;
        return Ok(true);
    }
    if is_any(&operation, &["GETKEYS", "LIST"]) {
        b.answer = ReplyKind::Texts;
    } else if !is_any(&operation, &["DOCS", "INFO", "GETKEYSANDFLAGS"]) {
        return b.refuse([b"Unknown COMMAND operation '", &operation[..], b"'"].concat());
    }
    all_words(b, 1)?;
    Ok(true)
}

/// `PUBSUB`
pub(crate) fn pubsub(b: &mut Builder<'_>) -> Built {
    let (operation, about) = (b.str(0)?, b.raw(1));
    let given = b.has(1) && !about.is_null();
    b.bytes(&operation);
    if is(&operation, "NUMPAT") {
        b.answer = ReplyKind::Int;
    } else if is_any(&operation, &["CHANNELS", "SHARDCHANNELS"]) {
        b.answer = ReplyKind::Any;
        if given {
            let Some(pattern) = about.as_bytes() else { return b.refuse("Invalid pattern value") };
            b.bytes(pattern);
        }
    } else if is_any(&operation, &["NUMSUB", "SHARDNUMSUB"]) {
        b.answer = ReplyKind::IntMap;
        if given {
            let Some(channels) = about.as_array() else { return b.refuse("Invalid channels value") };
            b.keys_of(channels)?;
        }
    } else {
        return b.refuse([b"Unknown PUBSUB operation '", &operation[..], b"'"].concat());
    }
    Ok(true)
}

/// A word, or one for yes and one for no.
fn either(b: &mut Builder<'_>, value: &Value, words: [&str; 2]) -> PhpResult<()> {
    match value.as_bytes().filter(|word| is_any(word, &words)) {
        Some(word) => drop(b.bytes(word)),
        None => {
            let on = b.bool_of(value)?;
            b.word(if on { words[0] } else { words[1] });
        }
    }
    Ok(())
}

/// `CLIENT`
pub(crate) fn client(b: &mut Builder<'_>) -> Built {
    let (operation, count, first, second) = (b.str(0)?, b.count() - 1, b.raw(1), b.raw(2));
    let word = operation.to_ascii_upper();
    let second_is = |words: &[&str]| count < 2 || second.as_bytes().is_some_and(|word| is_any(word, words));
    b.answer = ReplyKind::Bool;
    match word.as_bytes() {
        b"INFO" => {
            b.answer = ReplyKind::Client;
            b.word("INFO");
        }
        b"LIST" => {
            b.answer = ReplyKind::Clients;
            return client_list(b, count, &first);
        }
        b"GETNAME" => {
            b.answer = ReplyKind::Value;
            b.word("GETNAME");
        }
        b"GETREDIR" | b"ID" => {
            b.answer = ReplyKind::Int;
            b.bytes(&operation);
        }
        b"CACHING" if count > 0 => either(b.word("CACHING"), &first, ["YES", "NO"])?,
        b"NO-EVICT" if count > 0 => either(b.word("NO-EVICT"), &first, ["ON", "OFF"])?,
        b"KILL" => return client_kill(b, count, &first, &second),
        b"PAUSE" => {
            let Some(time) = first.as_int().filter(|_| second_is(&["write", "all"])) else { return Ok(false) };
            b.word("PAUSE").push_int(time);
            if let Some(how) = second.as_bytes() {
                b.bytes(how);
            }
        }
        b"REPLY" => {
            if count > 0 && !first.as_bytes().is_some_and(|word| is_any(word, &["on", "off", "skip"])) {
                return Ok(false);
            }
            b.word("REPLY");
            if let Some(how) = first.as_bytes() {
                b.bytes(how);
            }
        }
        b"SETNAME" => {
            let Some(name) = first.as_bytes() else { return Ok(false) };
            b.word("SETNAME").bytes(name);
        }
        b"TRACKING" if count > 0 => return client_tracking(b, count, &first, &second),
        b"TRACKINGINFO" => {
            b.answer = ReplyKind::AnyMap;
            b.word("TRACKINGINFO");
        }
        b"UNBLOCK" => {
            let Some(id) = first.as_bytes().filter(|_| second_is(&["timeout", "error"])) else { return Ok(false) };
            b.answer = ReplyKind::Int;
            b.word("UNBLOCK").bytes(id);
            if let Some(how) = second.as_bytes() {
                b.bytes(how);
            }
        }
        b"UNPAUSE" => drop(b.word("UNPAUSE")),
        _ => return Ok(false),
    }
    Ok(true)
}

fn client_list(b: &mut Builder<'_>, count: usize, options: &Value) -> Built {
    b.word("LIST");
    if count == 0 {
        return Ok(true);
    }
    let Some(options) = options.as_array() else { return Ok(false) };
    let (mut kind, mut ids) = (None, None);
    for (key, value) in options {
        let value = value.deref();
        match named(&key) {
            Some(name) if is(name, "type") => {
                let known = |word: &&PhpStr| is_any(word, &["normal", "master", "replica", "pubsub"]);
                let Some(word) = value.as_str().filter(known) else { return Ok(false) };
                kind = Some(word.clone());
            }
            Some(name) if is(name, "id") => {
                let list = value.as_array().cloned().or_else(|| value.as_str().map(|_| PhpArray::from_values([value.clone()])));
                let Some(list) = list.filter(|list| !list.is_empty()) else { return Ok(false) };
                ids = Some(list);
            }
            _ => {}
        }
    }
    if let Some(kind) = kind {
        b.word("TYPE").bytes(&kind);
    }
    if let Some(ids) = ids {
        b.word("ID");
        ids.values().try_for_each(|id| b.text(id))?;
    }
    Ok(true)
}

fn client_kill(b: &mut Builder<'_>, count: usize, first: &Value, second: &Value) -> Built {
    let (address, options) = match (first.as_bytes(), first.as_array(), second.as_array()) {
        (Some(address), _, Some(options)) => (Some(address), Some(options)),
        (Some(address), _, None) if count == 1 => (Some(address), None),
        (None, Some(options), _) if count == 1 => (None, Some(options)),
        _ if count == 0 => (None, None),
        _ => return Ok(false),
    };
    b.word("KILL");
    if let Some(address) = address {
        b.bytes(address);
    }
    let Some(options) = options else { return Ok(true) };
    let known = ["ID", "TYPE", "USER", "ADDR", "LADDR", "SKIPME"];
    let mut given: [Option<PhpStr>; 6] = Default::default();
    for (key, value) in options {
        let Some(name) = named(&key) else { continue };
        let Some(value) = value.deref().as_str() else { return Ok(false) };
        let fits = match () {
            () if is(name, "TYPE") => is_any(value, &["normal", "master", "slave", "replica", "pubsub"]),
            () if is(name, "SKIPME") => is_any(value, &["yes", "no"]),
            () => true,
        };
        if !fits {
            return Ok(false);
        }
        for (place, word) in given.iter_mut().zip(known) {
            if is(name, word) {
                *place = Some(value.clone());
            }
        }
    }
    for (word, value) in known.into_iter().zip(given) {
        if let Some(value) = value {
            b.word(word).bytes(&value);
        }
    }
    Ok(true)
}

fn client_tracking(b: &mut Builder<'_>, count: usize, first: &Value, options: &Value) -> Built {
    either(b.word("TRACKING"), first, ["ON", "OFF"])?;
    if count < 2 {
        return Ok(true);
    }
    let Some(options) = options.as_array() else { return Ok(false) };
    let (mut redirect, mut prefixes) = (None, PhpArray::new());
    let flags = ["BCAST", "OPTIN", "OPTOUT", "NOLOOP"];
    let mut on = [false; 4];
    for (key, value) in options {
        let value = value.deref();
        let Some(name) = named(&key) else { continue };
        if is(name, "redirect") {
            let Some(to) = value.as_str() else { return Ok(false) };
            redirect = Some(to.clone());
        } else if is(name, "prefix") {
            prefixes = match (value.as_array(), value.as_str()) {
                (Some(list), _) => list.clone(),
                (None, Some(_)) => PhpArray::from_values([value.clone()]),
                (None, None) => return Ok(false),
            };
        }
        for (place, word) in on.iter_mut().zip(flags) {
            if is(name, word) {
                *place = b.bool_of(value)?;
            }
        }
    }
    if let Some(to) = redirect {
        b.word("REDIRECT").bytes(&to);
    }
    prefixes.values().try_for_each(|prefix| b.word("PREFIX").text(prefix))?;
    for (word, on) in flags.into_iter().zip(on) {
        b.flag(word, on);
    }
    Ok(true)
}

/// What goes out as it is: words, and numbers.
pub(crate) fn raw(b: &mut Builder<'_>) -> Built {
    let rest = b.rest(0);
    let Some(keyword) = rest.first().and_then(|word| word.as_str().cloned()) else {
        return b.refuse("When sending a 'raw' command, the first argument must be a string!");
    };
    b.command = loxo_redis::Command::default();
    b.bytes(&keyword);
    for part in rest.iter().skip(1) {
        match (part.as_bytes(), part.as_int(), part.as_float()) {
            (Some(bytes), ..) => drop(b.bytes(bytes)),
            (_, Some(number), _) => drop(b.push_int(number)),
            (.., Some(number)) => drop(b.push_float(number)),
            _ => return b.refuse("Raw command arguments must be scalar values!"),
        }
    }
    Ok(true)
}
