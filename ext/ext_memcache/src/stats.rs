//! Statistics of servers as arrays: `getStats()` and `getExtendedStats()`, by the kinds that a memcached knows.

use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::object::{self, Shared};

const KINDS: [&[u8]; 6] = [b"reset", b"malloc", b"slabs", b"cachedump", b"items", b"sizes"];

/// What is asked for; `None`: there is no such kind, which has been reported.
fn about(cx: &mut Cx, kind: Option<&PhpStr>, slab: i64, limit: i64) -> PhpResult<Option<String>> {
    let Some(kind) = kind else { return Ok(Some(String::new())) };
    if !KINDS.contains(&kind.as_bytes()) {
        cx.builtin_warning("Invalid stats type");
        cx.check()?;
        return Ok(None);
    }
    let kind = String::from_utf8_lossy(kind);
    Ok(Some(if kind == "cachedump" { format!("{kind} {slab} {limit}") } else { kind.into_owned() }))
}

/// `a:b:c value` goes into arrays of arrays.
fn put(into: &mut PhpArray, name: &[u8], value: &[u8]) {
    match name.iter().position(|byte| *byte == b':') {
        Some(at) => {
            let (first, rest) = (name.get(..at).unwrap_or_default(), name.get(at + 1..).unwrap_or_default());
            let mut inner = into.get_sym(first).and_then(Value::as_array).cloned().unwrap_or_default();
            put(&mut inner, rest, value);
            into.set_sym(first, Value::array(inner));
        }
        None => into.set_sym(name, Value::bytes(value)),
    }
}

fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let at = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
    (line.get(..at).unwrap_or_default(), line.get(at + 1..).unwrap_or_default())
}

/// Lines as a value; false if there are none.
fn read(lines: &[Vec<u8>]) -> Value {
    let mut all = PhpArray::new();
    for line in lines {
        if line.starts_with(b"RESET") {
            return Value::TRUE;
        }
        if let Some(rest) = line.strip_prefix(b"STAT ") {
            let (name, value) = split(rest);
            // Names of that depth are nobody's.
            if name.iter().filter(|byte| **byte == b':').count() < 32 {
                put(&mut all, name, value);
            }
        } else if let Some(rest) = line.strip_prefix(b"ITEM ") {
            let (name, value) = split(rest);
            let parts = value.split(|byte| matches!(byte, b'[' | b';'));
            let numbers = parts.map(|part| split(part.trim_ascii_start()).0).filter(|number| !number.is_empty());
            all.set_sym(name, Value::array(PhpArray::from_values(numbers.map(Value::bytes).collect::<Vec<_>>())));
        } else {
            let (name, value) = split(line);
            all.set_sym(name, Value::bytes(value));
        }
    }
    if lines.is_empty() { Value::FALSE } else { Value::array(all) }
}

fn of_server(cx: &mut Cx, this: &PhpObject, own: &Shared, index: usize, about: &str) -> PhpResult<Value> {
    if !own.borrow().pool.is_valid(index) {
        return Ok(Value::FALSE);
    }
    let lines = own.borrow_mut().pool.stats(index, about);
    match lines {
        Ok(lines) => Ok(read(&lines)),
        Err(failure) => {
            object::failed(cx, Some(this), own, index, &failure)?;
            Ok(Value::FALSE)
        }
    }
}

/// `MemcachePool::getStats()`: of the first server that tells them.
pub(crate) fn get_stats(cx: &mut Cx, this: &PhpObject, kind: Option<&PhpStr>, slab: i64, limit: i64) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    let Some(about) = about(cx, kind, slab, limit)? else { return Ok(Value::FALSE) };
    let count = own.borrow().pool.servers.len();
    for index in 0..count {
        let stats = of_server(cx, this, &own, index, &about)?;
        if !stats.is_false() {
            return Ok(stats);
        }
    }
    Ok(Value::FALSE)
}

/// `MemcachePool::getExtendedStats()`: of all servers.
pub(crate) fn get_extended_stats(cx: &mut Cx, this: &PhpObject, kind: Option<&PhpStr>, slab: i64, limit: i64) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    let Some(about) = about(cx, kind, slab, limit)? else { return Ok(Value::FALSE) };
    let names: Vec<String> = own.borrow().pool.servers.iter().map(|server| format!("{}:{}", server.host, server.port)).collect();
    let mut all = PhpArray::new();
    for (index, name) in names.iter().enumerate() {
        let stats = of_server(cx, this, &own, index, &about)?;
        all.set_sym(name, stats);
    }
    Ok(Value::array(all))
}
