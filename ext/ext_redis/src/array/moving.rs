//! Keys that move from one server to another.

use loxo_runtime::{Callable, Cx, PhpObject, PhpResult, PhpStr, Value};

use super::ring::{Ring, invoke};
use super::{INDEX, MULTI, PIPELINE};

/// Moves all keys of the servers before to where they belong now. The callback hears of each server, and of how many keys it has.
pub(super) fn rehash(cx: &mut Cx, ring: &Ring, callback: Option<&Callable>) -> PhpResult<()> {
    let Some(previous) = &ring.previous else { return Ok(()) };
    for (node, host) in previous.hosts.iter().enumerate() {
        let Some(server) = previous.node(node) else { continue };
        let keys = if ring.index {
            invoke(cx, &server, b"smembers", &[Value::bytes(INDEX)])?
        } else {
            invoke(cx, &server, b"keys", &[Value::bytes(b"*")])?
        };
        let Some(keys) = keys.as_array().filter(|keys| !keys.is_empty()) else { continue };
        if let Some(callback) = callback {
            cx.call(callback, &[Value::bytes(host), Value::from(keys.len())])?;
        }
        for key in keys.values() {
            cx.check_interrupt()?;
            let Some(key) = key.as_str() else { continue };
            let Some(target) = ring.find(cx, key)? else { continue };
            if ring.hosts.get(target) != Some(host)
                && let Some(target) = ring.node(target)
            {
                move_key(cx, key, &server, &target)?;
            }
        }
    }
    Ok(())
}

/// Copies a key with its time to live, and removes it where it was.
pub(super) fn move_key(cx: &mut Cx, key: &PhpStr, from: &PhpObject, to: &PhpObject) -> PhpResult<()> {
    let name = Value::string(key.clone());
    invoke(cx, from, b"multi", &[Value::int(PIPELINE)])?;
    invoke(cx, from, b"type", std::slice::from_ref(&name))?;
    invoke(cx, from, b"ttl", std::slice::from_ref(&name))?;
    let about = invoke(cx, from, b"exec", &[])?;
    let number = |at: i64| about.as_array().and_then(|about| about.get_int(at)).and_then(Value::as_int);
    let (Some(kind), Some(ttl)) = (number(0), number(1)) else { return Ok(()) };
    invoke(cx, to, b"multi", &[Value::int(MULTI)])?;
    let copied = copy(cx, &name, kind, ttl, from, to)?;
    if copied {
        invoke(cx, from, b"multi", &[Value::int(MULTI)])?;
        invoke(cx, from, b"del", std::slice::from_ref(&name))?;
        invoke(cx, from, b"srem", &[Value::bytes(INDEX), name.clone()])?;
        invoke(cx, from, b"exec", &[])?;
        invoke(cx, to, b"sadd", &[Value::bytes(INDEX), name])?;
    }
    invoke(cx, to, b"exec", &[])?;
    Ok(())
}

/// False: there was nothing to copy.
fn copy(cx: &mut Cx, name: &Value, kind: i64, ttl: i64, from: &PhpObject, to: &PhpObject) -> PhpResult<bool> {
    // `Redis::REDIS_*`
    const STRING: i64 = 1;
    const SET: i64 = 2;
    const LIST: i64 = 3;
    const SORTED_SET: i64 = 4;
    const HASH: i64 = 5;
    let (all, first) = (Value::bytes(b"-1"), Value::bytes(b"0"));
    let mut arguments = vec![name.clone()];
    let add: &[u8] = match kind {
        STRING => {
            let value = invoke(cx, from, b"get", std::slice::from_ref(name))?;
            if !value.is_string() {
                return Ok(false);
            }
            if ttl > 0 {
                invoke(cx, to, b"setex", &[name.clone(), Value::int(ttl), value])?;
            } else {
                invoke(cx, to, b"set", &[name.clone(), value])?;
            }
            return Ok(true);
        }
        SET | LIST => {
            let found = if kind == SET {
                invoke(cx, from, b"smembers", std::slice::from_ref(name))?
            } else {
                invoke(cx, from, b"lrange", &[name.clone(), first, all])?
            };
            let Some(found) = found.as_array() else { return Ok(false) };
            arguments.extend(found.values().cloned());
            if kind == SET { b"sadd" } else { b"rpush" }
        }
        SORTED_SET => {
            let found = invoke(cx, from, b"zrange", &[name.clone(), first, all, Value::TRUE])?;
            let Some(found) = found.as_array() else { return Ok(false) };
            for (member, score) in found {
                arguments.extend([score.clone(), member.to_value()]);
            }
            b"zadd"
        }
        HASH => {
            let found = invoke(cx, from, b"hgetall", std::slice::from_ref(name))?;
            if !found.is_array() {
                return Ok(false);
            }
            arguments.push(found);
            b"hmset"
        }
        _ => return Ok(false),
    };
    invoke(cx, to, add, &arguments)?;
    if ttl > 0 {
        invoke(cx, to, b"expire", &[name.clone(), Value::int(ttl)])?;
    }
    Ok(true)
}
