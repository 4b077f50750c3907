//! `apcu_store()` and its kin.

use std::sync::atomic::Ordering::Relaxed;

use loxo_runtime::{Callable, Cx, OrFalse, PhpArray, PhpResult, PhpStr, RefArg, Value, convert};

use crate::cache::{Cache, Entry, Stored};
use crate::entry_lock::EntryLock;
use crate::entry_value::value_of;
use crate::frozen::Frozen;
use crate::iterator;
use crate::settings::{cache, enabled, now};

/// `apcu_clear_cache()`
pub(crate) fn apcu_clear_cache(cx: &mut Cx) -> PhpResult<bool> {
    if let Some(cache) = cache(cx) {
        cache.clear(now(cx));
    }
    Ok(true)
}

/// `apcu_enabled()`
pub(crate) fn apcu_enabled(cx: &mut Cx) -> PhpResult<bool> {
    Ok(enabled(cx))
}

fn row(array: &mut PhpArray, name: &str, value: impl Into<Value>) {
    array.set_bytes(name.as_bytes(), value.into());
}

/// `apcu_cache_info()`
pub(crate) fn apcu_cache_info(cx: &mut Cx, limited: bool) -> PhpResult<OrFalse<PhpArray>> {
    let Some(cache) = cache(cx) else {
        cx.builtin_warning("No APC info available.  Perhaps APC is not enabled? Check apc.enabled in your ini file");
        return cx.check().map(|()| OrFalse::FALSE);
    };
    let mut info = PhpArray::new();
    row(&mut info, "num_slots", cache.slots as i64);
    row(&mut info, "ttl", cache.ttl);
    row(&mut info, "num_hits", cache.hits.load(Relaxed) as f64);
    row(&mut info, "num_misses", cache.misses.load(Relaxed) as f64);
    row(&mut info, "num_inserts", cache.inserts.load(Relaxed) as f64);
    row(&mut info, "num_entries", cache.entries.load(Relaxed));
    row(&mut info, "expunges", cache.expunges.load(Relaxed) as f64);
    row(&mut info, "start_time", cache.started.load(Relaxed));
    row(&mut info, "mem_size", cache.used() as f64);
    row(&mut info, "memory_type", "mmap");
    if !limited {
        let (entries, _) = cache.gather(0, usize::MAX - 1, |_| true);
        let list = PhpArray::from_values(entries.iter().map(|entry| Value::array(entry_row(entry))));
        let mut slots = PhpArray::new();
        for (slot, count) in cache.distribution() {
            slots.set_int(slot as i64, Value::from(count));
        }
        row(&mut info, "cache_list", list);
        row(&mut info, "deleted_list", PhpArray::new());
        row(&mut info, "slot_distribution", slots);
    }
    Ok(OrFalse::some(info))
}

fn entry_row(entry: &Entry) -> PhpArray {
    let mut link = PhpArray::new();
    row(&mut link, "info", &*entry.key);
    row(&mut link, "ttl", entry.ttl);
    row(&mut link, "num_hits", entry.hits.load(Relaxed) as f64);
    row(&mut link, "mtime", entry.modified.load(Relaxed));
    row(&mut link, "creation_time", entry.created);
    row(&mut link, "deletion_time", 0);
    row(&mut link, "access_time", entry.accessed.load(Relaxed));
    row(&mut link, "ref_count", 0);
    row(&mut link, "mem_size", entry.size as i64);
    link
}

/// `apcu_key_info()`
pub(crate) fn apcu_key_info(cx: &mut Cx, key: &PhpStr) -> PhpResult<Option<PhpArray>> {
    let Some(entry) = cache(cx).and_then(|cache| cache.look(key)) else { return Ok(None) };
    let mut info = PhpArray::new();
    row(&mut info, "hits", entry.hits.load(Relaxed));
    row(&mut info, "access_time", entry.accessed.load(Relaxed));
    row(&mut info, "mtime", entry.modified.load(Relaxed));
    row(&mut info, "creation_time", entry.created);
    row(&mut info, "deletion_time", 0);
    row(&mut info, "ttl", entry.ttl);
    row(&mut info, "refs", 0);
    Ok(Some(info))
}

/// `apcu_sma_info()`
pub(crate) fn apcu_sma_info(cx: &mut Cx, limited: bool) -> PhpResult<OrFalse<PhpArray>> {
    let Some(cache) = cache(cx) else {
        cx.builtin_warning("No APC SMA info available.  Perhaps APC is disabled via apc.enabled?");
        return cx.check().map(|()| OrFalse::FALSE);
    };
    let free = cache.available();
    let mut info = PhpArray::new();
    row(&mut info, "num_seg", 1);
    row(&mut info, "seg_size", cache.total as f64);
    row(&mut info, "avail_mem", free as f64);
    if !limited {
        // Memory is not cut into blocks here: what is free is one.
        let mut block = PhpArray::new();
        row(&mut block, "size", free as i64);
        row(&mut block, "offset", (cache.total - free) as i64);
        let segment = PhpArray::from_values([Value::array(block)]);
        row(&mut info, "block_lists", PhpArray::from_values([Value::array(segment)]));
    }
    Ok(OrFalse::some(info))
}

fn store_one(cx: &mut Cx, key: &[u8], value: &Value, ttl: i64, exclusive: bool) -> PhpResult<bool> {
    let Some(cache) = cache(cx) else { return Ok(false) };
    let time = now(cx);
    if cache.slammed(key, time) {
        return Ok(false);
    }
    Ok(match Frozen::new(cx, value)? {
        Some(value) => cache.store(key, value, ttl, time, exclusive),
        None => false,
    })
}

fn store(cx: &mut Cx, key: &Value, value: Option<&Value>, ttl: i64, exclusive: bool) -> PhpResult<Value> {
    let key = key.deref();
    if let Some(values) = key.as_array() {
        let mut failed = PhpArray::new();
        for (key, value) in &values.clone() {
            let name = key.to_key();
            let name = convert::to_string(cx, &name.as_ref().to_value())?;
            if !store_one(cx, &name, value, ttl, exclusive)? {
                failed.set_ref(key, Value::int(-1));
            }
        }
        return Ok(Value::array(failed));
    }
    match (key.as_str(), value) {
        (Some(key), Some(value)) => store_one(cx, key, value, ttl, exclusive).map(Value::from),
        (Some(_), None) => Ok(Value::FALSE),
        (None, _) => {
            cx.builtin_warning("apc_store expects key parameter to be a string or an array of key/value pairs.");
            cx.check().map(|()| Value::FALSE)
        }
    }
}

/// `apcu_store()`
pub(crate) fn apcu_store(cx: &mut Cx, key: &Value, value: Option<&Value>, ttl: i64) -> PhpResult<Value> {
    store(cx, key, value, ttl, false)
}

/// `apcu_add()`
pub(crate) fn apcu_add(cx: &mut Cx, key: &Value, value: Option<&Value>, ttl: i64) -> PhpResult<Value> {
    store(cx, key, value, ttl, true)
}

/// Changes a number in place. `None`: there is none, or `change` did nothing.
fn update(cx: &mut Cx, key: &[u8], insert: Option<i64>, change: impl Fn(i64) -> Option<i64>) -> Option<i64> {
    let cache = cache(cx)?;
    let time = now(cx);
    let mut entry = cache.peek(key, time);
    if let (None, Some(ttl)) = (&entry, insert) {
        // Somebody may be faster; then theirs is changed.
        if !cache.slammed(key, time) {
            cache.store(key, Frozen::Int(0), ttl, time, true);
        }
        entry = cache.peek(key, time);
    }
    let entry = entry?;
    let Stored::Int(number) = &entry.value else { return None };
    let old = number.fetch_update(Relaxed, Relaxed, &change);
    entry.modified.store(time, Relaxed);
    change(old.ok()?)
}

fn count(cx: &mut Cx, key: &PhpStr, step: i64, success: Option<&RefArg>, ttl: i64) -> PhpResult<OrFalse<i64>> {
    let result = update(cx, key, Some(ttl), |number| Some(number.wrapping_add(step)));
    if let Some(success) = success {
        success.set(cx, Value::from(result.is_some()))?;
    }
    Ok(OrFalse(result))
}

/// `apcu_inc()`
pub(crate) fn apcu_inc(cx: &mut Cx, key: &PhpStr, step: i64, success: Option<&RefArg>, ttl: i64) -> PhpResult<OrFalse<i64>> {
    count(cx, key, step, success, ttl)
}

/// `apcu_dec()`
pub(crate) fn apcu_dec(cx: &mut Cx, key: &PhpStr, step: i64, success: Option<&RefArg>, ttl: i64) -> PhpResult<OrFalse<i64>> {
    count(cx, key, step.wrapping_neg(), success, ttl)
}

/// `apcu_cas()`
pub(crate) fn apcu_cas(cx: &mut Cx, key: &PhpStr, old: i64, new: i64) -> PhpResult<bool> {
    Ok(update(cx, key, None, |number| (number == old).then_some(new)).is_some())
}

fn fetch_one(cx: &mut Cx, cache: Option<&Cache>, key: &[u8], time: i64) -> PhpResult<Option<Value>> {
    match cache.and_then(|cache| cache.find(key, time)) {
        Some(entry) => value_of(cx, &entry),
        None => Ok(None),
    }
}

/// A key as functions take it that make strings of everything but arrays.
fn as_key(cx: &mut Cx, key: &Value) -> PhpResult<Value> {
    let key = key.deref();
    if key.is_array() || key.is_string() { Ok(key.clone()) } else { convert::to_string(cx, key).map(Value::string) }
}

/// Calls `each` for the strings of an array; others are warned of, by `name`.
fn each_key(cx: &mut Cx, keys: &PhpArray, warning: &str, mut each: impl FnMut(&mut Cx, &PhpStr) -> PhpResult<()>) -> PhpResult<()> {
    for key in keys.values() {
        match key.deref().as_str() {
            Some(key) => each(cx, key)?,
            None => {
                cx.builtin_warning(warning);
                cx.check()?;
            }
        }
    }
    Ok(())
}

/// `apcu_fetch()`
pub(crate) fn apcu_fetch(cx: &mut Cx, key: &Value, success: Option<&RefArg>) -> PhpResult<Value> {
    let cache = cache(cx);
    let time = now(cx);
    let key = as_key(cx, key)?;
    let result = if let Some(keys) = key.as_array() {
        let mut values = PhpArray::new();
        each_key(cx, keys, "apc_fetch() expects a string or array of strings.", |cx, key| {
            if let Some(value) = fetch_one(cx, cache, key, time)? {
                values.set_str(key, value);
            }
            Ok(())
        })?;
        Some(Value::array(values))
    } else {
        fetch_one(cx, cache, key.as_bytes().unwrap_or_default(), time)?
    };
    if let Some(success) = success {
        success.set(cx, Value::from(result.is_some()))?;
    }
    Ok(result.unwrap_or(Value::FALSE))
}

/// `apcu_exists()`
pub(crate) fn apcu_exists(cx: &mut Cx, key: &Value) -> PhpResult<Value> {
    let cache = cache(cx);
    let time = now(cx);
    let exists = |key: &[u8]| cache.is_some_and(|cache| cache.peek(key, time).is_some());
    let key = as_key(cx, key)?;
    let Some(keys) = key.as_array() else { return Ok(Value::from(exists(key.as_bytes().unwrap_or_default()))) };
    let mut found = PhpArray::new();
    each_key(cx, keys, "apc_exists() expects a string or array of strings.", |_, key| {
        if exists(key) {
            found.set_str(key, Value::TRUE);
        }
        Ok(())
    })?;
    Ok(Value::array(found))
}

/// `apcu_delete()`
pub(crate) fn apcu_delete(cx: &mut Cx, key: &Value) -> PhpResult<Value> {
    const WRONG: &str = "apc_delete() expects a string, array of strings, or APCIterator instance";
    let cache = cache(cx);
    let delete = |key: &[u8]| cache.is_some_and(|cache| cache.delete(key));
    let key = key.deref();
    if let Some(key) = key.as_bytes() {
        return Ok(Value::from(delete(key)));
    }
    if let Some(keys) = key.as_array() {
        let mut failed = PhpArray::new();
        for key in keys.values() {
            let key = key.deref();
            if key.as_bytes().is_some_and(delete) {
                continue;
            }
            if !key.is_string() {
                cx.builtin_warning(WRONG);
                cx.check()?;
            }
            let _ = failed.push(key.clone());
        }
        return Ok(Value::array(failed));
    }
    if let Some(object) = key.as_object() {
        return iterator::delete(cx, object).map(Value::from);
    }
    cx.builtin_warning(WRONG);
    cx.check().map(|()| Value::FALSE)
}

/// `apcu_entry()`
pub(crate) fn apcu_entry(cx: &mut Cx, key: &PhpStr, callback: &Callable, ttl: i64) -> PhpResult<Value> {
    let Some(cache) = cache(cx) else { return Ok(Value::NULL) };
    let time = now(cx);
    let mut entry = cache.peek(key, time);
    let mut lock = None;
    if entry.is_none() {
        // While this one waited, another may have made it.
        lock = Some(EntryLock::take());
        entry = cache.peek(key, time);
    }
    if entry.is_some() {
        return Ok(fetch_one(cx, Some(cache), key, time)?.unwrap_or(Value::NULL));
    }
    cache.misses.fetch_add(1, Relaxed);
    let value = cx.call(callback, &[Value::string(key.clone())])?.clone_deref();
    store_one(cx, key, &value, ttl, true)?;
    drop(lock);
    Ok(value)
}
