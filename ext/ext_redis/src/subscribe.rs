//! Messages: the program waits, and is called for each.

use loxo_redis::Command;
use loxo_runtime::{Callable, Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value, args};

use crate::reply::Reply;
use crate::shared_connection::SharedConnection;

/// Of channels, patterns, and channels that belong to slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Channels = 0,
    Patterns = 1,
    Shards = 2,
}

impl Kind {
    fn keyword(self, ends: bool) -> &'static str {
        match (self, ends) {
            (Kind::Channels, false) => "SUBSCRIBE",
            (Kind::Patterns, false) => "PSUBSCRIBE",
            (Kind::Shards, false) => "SSUBSCRIBE",
            (Kind::Channels, true) => "UNSUBSCRIBE",
            (Kind::Patterns, true) => "PUNSUBSCRIBE",
            (Kind::Shards, true) => "SUNSUBSCRIBE",
        }
    }
}

fn command(cx: &mut Cx, connection: &SharedConnection, keyword: &str, names: &PhpArray) -> PhpResult<Command> {
    let mut command = Command::new(keyword);
    for name in names.values() {
        let name = loxo_runtime::convert::to_string(cx, name.deref())?;
        let name = connection.lock(cx)?.prefixed(&name);
        command.arg(&name);
    }
    Ok(command)
}

/// The parts of what comes in; `None`: it is something else.
fn parts(cx: &mut Cx, connection: &SharedConnection) -> PhpResult<Option<Vec<Reply>>> {
    match connection.read(cx)? {
        Reply::Array(parts) => Ok(Some(parts)),
        Reply::Error(text) => connection.note_error(cx, &text, false).map(|()| None),
        _ => Ok(None),
    }
}

fn bulk(parts: &[Reply], at: usize) -> Option<PhpStr> {
    match parts.get(at) {
        Some(Reply::Bulk(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Subscribes, and waits for messages until nothing is subscribed to any more.
pub(crate) fn subscribe(
    cx: &mut Cx,
    this: &PhpObject,
    connection: &SharedConnection,
    kind: Kind,
    names: &PhpArray,
    callback: &Value,
) -> PhpResult<bool> {
    connection.open(cx)?;
    if names.is_empty() {
        return Ok(false);
    }
    let keyword = kind.keyword(false);
    let bytes = command(cx, connection, keyword, names)?.bytes();
    if !connection.write(cx, &bytes)? {
        return Ok(false);
    }
    let mut subscribed = PhpArray::new();
    for _ in 0..names.len() {
        let Some(parts) = parts(cx, connection)? else { return Ok(false) };
        let (Some(word), Some(name)) = (bulk(&parts, 0), bulk(&parts, 1)) else { return Ok(false) };
        if !word.eq_ignore_ascii_case(keyword.as_bytes()) {
            return Ok(false);
        }
        subscribed.set_str(&name, callback.clone());
    }
    {
        let mut sock = connection.lock(cx)?;
        let place = &mut sock.subscriptions[kind as usize];
        if let Some(known) = place {
            // Somebody waits already: a callback subscribes to more.
            for (name, callback) in &subscribed {
                known.set_ref(name, callback.clone());
            }
            return Ok(true);
        }
        *place = Some(subscribed);
    }
    wait(cx, this, connection, kind)
}

fn wait(cx: &mut Cx, this: &PhpObject, connection: &SharedConnection, kind: Kind) -> PhpResult<bool> {
    while connection.lock(cx)?.subscriptions[kind as usize].is_some() {
        let Some(parts) = parts(cx, connection)? else { return Ok(false) };
        let Some(word) = bulk(&parts, 0) else { return Ok(false) };
        let by_pattern = word.eq_ignore_ascii_case(b"pmessage");
        if !by_pattern && !word.eq_ignore_ascii_case(b"message") && !word.eq_ignore_ascii_case(b"smessage") {
            continue;
        }
        let shown = if by_pattern { 3 } else { 2 };
        let mut arguments = vec![Value::object(this.clone())];
        for at in 1..=shown {
            let Some(part) = bulk(&parts, at) else { return Ok(false) };
            let packing = connection.lock(cx)?.packing;
            arguments.push(packing.unpack(cx, part)?);
        }
        let Some(name) = bulk(&parts, 1) else { return Ok(false) };
        let known = connection.lock(cx)?.subscriptions[kind as usize].as_ref().and_then(|known| known.get_str(&name).cloned());
        let Some(mut callback) = known else { return Ok(false) };
        let callable: Callable = args::callable(cx, 2, &mut callback)?;
        cx.call(&callable, &arguments)?;
        cx.check()?;
    }
    Ok(true)
}

/// Ends subscriptions: which of them there were.
pub(crate) fn unsubscribe(cx: &mut Cx, connection: &SharedConnection, kind: Kind, names: &PhpArray) -> PhpResult<Value> {
    connection.open(cx)?;
    if names.is_empty() {
        return Ok(Value::FALSE);
    }
    let bytes = command(cx, connection, kind.keyword(true), names)?.bytes();
    if !connection.write(cx, &bytes)? {
        return Ok(Value::FALSE);
    }
    let mut ended = PhpArray::new();
    for _ in 0..names.len() {
        let Some(name) = parts(cx, connection)?.and_then(|parts| bulk(&parts, 1)) else { return Ok(Value::FALSE) };
        let mut sock = connection.lock(cx)?;
        let place = &mut sock.subscriptions[kind as usize];
        let known = place.as_mut().is_some_and(|known| known.remove_str(&name).is_some());
        if place.as_ref().is_some_and(PhpArray::is_empty) {
            *place = None;
        }
        ended.set_sym(&name, Value::from(known));
    }
    Ok(Value::array(ended))
}
