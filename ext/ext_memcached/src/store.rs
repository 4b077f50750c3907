//! Methods of `Memcached` that change items: storing, compare-and-swap, touching, deleting, and counting up and down.

use loxo_memcached::{Status, Store, option};
use loxo_runtime::{Cx, KeyRef, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::object::{self, PAYLOAD_FAILURE, Shared};
use crate::payload;

/// The value as it is sent; `None`: it is too big, which is the result.
fn packed(cx: &mut Cx, this: &PhpObject, core: &Shared, value: &Value) -> PhpResult<Option<(PhpStr, u32)>> {
    let settings = core.borrow().settings.clone();
    let packed = payload::pack(cx, &settings, value).inspect_err(|_| object::set_result(this, PAYLOAD_FAILURE))?;
    let limit = usize::try_from(settings.item_size_limit).unwrap_or(0);
    if limit > 0 && packed.0.len() > limit {
        object::set_result(this, Status::E2BIG);
        return Ok(None);
    }
    Ok(Some(packed))
}

/// Stores a value, more than once if that is wanted and fails.
#[expect(clippy::too_many_arguments, reason = "they are the protocol's")]
pub(crate) fn write(
    cx: &mut Cx,
    this: &PhpObject,
    core: &Shared,
    how: Store,
    group: Option<&PhpStr>,
    key: &PhpStr,
    value: &Value,
    expiration: i64,
) -> PhpResult<bool> {
    let Some((payload, flags)) = packed(cx, this, core, value)? else { return Ok(false) };
    let mut retries = core.borrow().settings.store_retry_count;
    let status = loop {
        let client = &mut core.borrow_mut().client;
        let status = client.store(how, group.map(PhpStr::as_bytes), key, &payload, expiration, flags);
        if !status.is_error(true) || client.servers().is_empty() || retries <= 0 || matches!(how, Store::Cas(_)) {
            break status;
        }
        retries -= 1;
    };
    Ok(object::ended(this, core, status))
}

fn store(
    cx: &mut Cx,
    this: &PhpObject,
    how: Store,
    group: Option<&PhpStr>,
    key: &PhpStr,
    value: &Value,
    expiration: i64,
) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(false);
    }
    write(cx, this, &core, how, group, key, value, expiration)
}

macro_rules! stores {
    ($($how:ident $name:ident $by_key:ident;)*) => {$(
        #[doc = concat!("`Memcached::", stringify!($name), "()`")]
        pub(crate) fn $name(cx: &mut Cx, this: &PhpObject, key: &PhpStr, value: &Value, expiration: i64) -> PhpResult<bool> {
            store(cx, this, Store::$how, None, key, value, expiration)
        }

        #[doc = concat!("`Memcached::", stringify!($name), "ByKey()`")]
        pub(crate) fn $by_key(
            cx: &mut Cx,
            this: &PhpObject,
            group: &PhpStr,
            key: &PhpStr,
            value: &Value,
            expiration: i64,
        ) -> PhpResult<bool> {
            store(cx, this, Store::$how, Some(group), key, value, expiration)
        }
    )*};
}

stores! {
    Set set set_by_key;
    Add add add_by_key;
    Replace replace replace_by_key;
}

/// Compressed values cannot be continued.
fn extend(cx: &mut Cx, this: &PhpObject, how: Store, group: Option<&PhpStr>, key: &PhpStr, value: &PhpStr) -> PhpResult<Option<bool>> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(Some(false));
    }
    if core.borrow().settings.compression {
        cx.builtin_warning("cannot append/prepend with compression turned on");
        cx.check()?;
        return Ok(None);
    }
    write(cx, this, &core, how, group, key, &Value::string(value.clone()), 0).map(Some)
}

macro_rules! extensions {
    ($($how:ident $name:ident $by_key:ident;)*) => {$(
        #[doc = concat!("`Memcached::", stringify!($name), "()`")]
        pub(crate) fn $name(cx: &mut Cx, this: &PhpObject, key: &PhpStr, value: &PhpStr) -> PhpResult<Option<bool>> {
            extend(cx, this, Store::$how, None, key, value)
        }

        #[doc = concat!("`Memcached::", stringify!($name), "ByKey()`")]
        pub(crate) fn $by_key(cx: &mut Cx, this: &PhpObject, group: &PhpStr, key: &PhpStr, value: &PhpStr) -> PhpResult<Option<bool>> {
            extend(cx, this, Store::$how, Some(group), key, value)
        }
    )*};
}

extensions! {
    Append append append_by_key;
    Prepend prepend prepend_by_key;
}

/// The counter that a program got with a value.
fn cas_token(cx: &mut Cx, token: &Value) -> PhpResult<u64> {
    let token = token.deref();
    if let Some(number) = token.as_int() {
        return Ok(number as u64);
    }
    if let Some(number) = token.as_float() {
        return Ok(if number < 0.0 { 0 } else { number as u64 });
    }
    let Some(text) = token.as_str() else { return Ok(0) };
    let text = String::from_utf8_lossy(text);
    let text = text.trim_start();
    let number = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8),
        None => text.parse(),
    };
    number.map_err(|_| cx.fatal("Memcached::cas(): Failed to unmarshall cas token"))
}

fn cas_at(
    cx: &mut Cx,
    this: &PhpObject,
    token: &Value,
    group: Option<&PhpStr>,
    key: &PhpStr,
    value: &Value,
    expiration: i64,
) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(false);
    }
    let token = cas_token(cx, token)?;
    write(cx, this, &core, Store::Cas(token), group, key, value, expiration)
}

/// `Memcached::cas()`
pub(crate) fn cas(cx: &mut Cx, this: &PhpObject, token: &Value, key: &PhpStr, value: &Value, expiration: i64) -> PhpResult<bool> {
    cas_at(cx, this, token, None, key, value, expiration)
}

/// `Memcached::casByKey()`
pub(crate) fn cas_by_key(
    cx: &mut Cx,
    this: &PhpObject,
    token: &Value,
    group: &PhpStr,
    key: &PhpStr,
    value: &Value,
    expiration: i64,
) -> PhpResult<bool> {
    cas_at(cx, this, token, Some(group), key, value, expiration)
}

fn touch_at(cx: &mut Cx, this: &PhpObject, group: Option<&PhpStr>, key: &PhpStr, expiration: i64) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(false);
    }
    let status = core.borrow_mut().client.touch(group.map(PhpStr::as_bytes), key, expiration);
    Ok(object::ended(this, &core, status))
}

/// `Memcached::touch()`
pub(crate) fn touch(cx: &mut Cx, this: &PhpObject, key: &PhpStr, expiration: i64) -> PhpResult<bool> {
    touch_at(cx, this, None, key, expiration)
}

/// `Memcached::touchByKey()`
pub(crate) fn touch_by_key(cx: &mut Cx, this: &PhpObject, group: &PhpStr, key: &PhpStr, expiration: i64) -> PhpResult<bool> {
    touch_at(cx, this, Some(group), key, expiration)
}

/// The last failure is the result, if there was one after the last success.
fn set_all(cx: &mut Cx, this: &PhpObject, group: Option<&PhpStr>, items: &PhpArray, expiration: i64) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    for (key, value) in items.clone().iter() {
        let key = match key {
            KeyRef::Int(number) => PhpStr::from(number.to_string()),
            KeyRef::Str(name) => name.clone(),
        };
        write(cx, this, &core, Store::Set, group, &key, value, expiration)?;
    }
    Ok(!object::result(this).is_error(true))
}

/// `Memcached::setMulti()`
pub(crate) fn set_multi(cx: &mut Cx, this: &PhpObject, items: &PhpArray, expiration: i64) -> PhpResult<bool> {
    set_all(cx, this, None, items, expiration)
}

/// `Memcached::setMultiByKey()`
pub(crate) fn set_multi_by_key(cx: &mut Cx, this: &PhpObject, group: &PhpStr, items: &PhpArray, expiration: i64) -> PhpResult<bool> {
    set_all(cx, this, Some(group), items, expiration)
}

fn delete_at(cx: &mut Cx, this: &PhpObject, group: Option<&PhpStr>, key: &PhpStr, time: i64) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(false);
    }
    let status = core.borrow_mut().client.delete(group.map(PhpStr::as_bytes), key, time);
    Ok(object::ended(this, &core, status))
}

/// `Memcached::delete()`
pub(crate) fn delete(cx: &mut Cx, this: &PhpObject, key: &PhpStr, time: i64) -> PhpResult<bool> {
    delete_at(cx, this, None, key, time)
}

/// `Memcached::deleteByKey()`
pub(crate) fn delete_by_key(cx: &mut Cx, this: &PhpObject, group: &PhpStr, key: &PhpStr, time: i64) -> PhpResult<bool> {
    delete_at(cx, this, Some(group), key, time)
}

fn delete_all(cx: &mut Cx, this: &PhpObject, group: Option<&PhpStr>, keys: &PhpArray, time: i64) -> PhpResult<PhpArray> {
    let core = object::begun(cx, this)?;
    let mut results = PhpArray::new();
    for (_, key) in keys.clone().iter() {
        let key = convert::to_string(cx, key.deref())?;
        if key.is_empty() {
            continue;
        }
        let status = core.borrow_mut().client.delete(group.map(PhpStr::as_bytes), &key, time);
        let done = object::ended(this, &core, status);
        results.set_sym(&key, if done { Value::TRUE } else { Value::int(i64::from(status.0)) });
    }
    Ok(results)
}

/// `Memcached::deleteMulti()`
pub(crate) fn delete_multi(cx: &mut Cx, this: &PhpObject, keys: &PhpArray, time: i64) -> PhpResult<PhpArray> {
    delete_all(cx, this, None, keys, time)
}

/// `Memcached::deleteMultiByKey()`
pub(crate) fn delete_multi_by_key(cx: &mut Cx, this: &PhpObject, group: &PhpStr, keys: &PhpArray, time: i64) -> PhpResult<PhpArray> {
    delete_all(cx, this, Some(group), keys, time)
}

/// What to add, and what to begin with.
struct Count {
    up: bool,
    by: i64,
    first: Option<i64>,
    expiry: i64,
}

fn count(cx: &mut Cx, this: &PhpObject, group: Option<&PhpStr>, key: &PhpStr, count: &Count) -> PhpResult<OrFalse<i64>> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(OrFalse::FALSE);
    }
    let Ok(by) = u64::try_from(count.by) else {
        cx.builtin_warning("offset cannot be a negative value");
        cx.check()?;
        return Ok(OrFalse::FALSE);
    };
    let first = count.first.map(|first| (first as u64, count.expiry as u32));
    if first.is_some() && core.borrow_mut().client.option(option::BINARY_PROTOCOL) == 0 {
        cx.builtin_warning("Initial value is only supported with binary protocol");
        cx.check()?;
        return Ok(OrFalse::FALSE);
    }
    let mut retries = if first.is_some() { core.borrow().settings.store_retry_count } else { 0 };
    let result = loop {
        let client = &mut core.borrow_mut().client;
        let result = client.add_to(count.up, group.map(PhpStr::as_bytes), key, by, first);
        if result.is_ok() || client.servers().is_empty() || retries <= 0 {
            break result;
        }
        retries -= 1;
    };
    let status = result.err().unwrap_or(Status::SUCCESS);
    let done = object::ended(this, &core, status);
    Ok(OrFalse(result.ok().filter(|number| done && *number != u64::MAX).map(|number| number as i64)))
}

macro_rules! counts {
    ($($up:literal $name:ident $by_key:ident;)*) => {$(
        #[doc = concat!("`Memcached::", stringify!($name), "()`")]
        pub(crate) fn $name(
            cx: &mut Cx,
            this: &PhpObject,
            key: &PhpStr,
            by: i64,
            first: Option<i64>,
            expiry: i64,
        ) -> PhpResult<OrFalse<i64>> {
            count(cx, this, None, key, &Count { up: $up, by, first, expiry })
        }

        #[doc = concat!("`Memcached::", stringify!($name), "ByKey()`")]
        pub(crate) fn $by_key(
            cx: &mut Cx,
            this: &PhpObject,
            group: &PhpStr,
            key: &PhpStr,
            by: i64,
            first: Option<i64>,
            expiry: i64,
        ) -> PhpResult<OrFalse<i64>> {
            count(cx, this, Some(group), key, &Count { up: $up, by, first, expiry })
        }
    )*};
}

counts! {
    true increment increment_by_key;
    false decrement decrement_by_key;
}
