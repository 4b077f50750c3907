//! Storing, getting, deleting, counting.

use std::collections::BTreeMap;

use loxo_memcached::{Failure, Item, Status, Store};
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Value, convert};

use crate::object::{self, Outcome, Shared};
use crate::values;

/// Numbers that notices show for answers.
fn number(status: Status) -> i32 {
    match status {
        Status::E2BIG => 3,
        Status::SERVER_MEMORY_ALLOCATION_FAILURE => 0x82,
        _ => 6,
    }
}

/// What the server said is reported, unless it is usual.
fn answered(cx: &mut Cx, own: &Shared, index: usize, failure: &Failure) -> PhpResult<()> {
    if matches!(failure.status, Status::NOTFOUND | Status::NOTSTORED | Status::DATA_EXISTS) {
        return Ok(());
    }
    let text = match failure.status {
        Status::E2BIG => "SERVER_ERROR object too large for cache".to_string(),
        Status::SERVER_MEMORY_ALLOCATION_FAILURE => "SERVER_ERROR out of memory storing object".to_string(),
        _ => format!("CLIENT_ERROR {}", failure.detail),
    };
    object::told(cx, own, index, &text, number(failure.status))
}

/// One value. `None`: nobody answered.
#[expect(clippy::too_many_arguments, reason = "they are the protocol's")]
fn store_one(
    cx: &mut Cx,
    this: &PhpObject,
    own: &Shared,
    how: Store,
    key: &[u8],
    value: &Value,
    flags: i64,
    expiration: i64,
) -> PhpResult<Option<bool>> {
    let Some(key) = object::prepared(cx, key, false)? else { return Ok(None) };
    let Some((payload, flags)) = values::pack(cx, own, value, flags)? else { return Ok(None) };
    let stored = object::attempt(cx, Some(this), own, &key, |pool, index| pool.store(index, how, &key, &payload, flags, expiration))?;
    for copy in object::copies(cx, own, &key) {
        let result = own.borrow_mut().pool.store(copy, how, &key, &payload, flags, expiration);
        if let Err(failure) = result.as_ref()
            && matches!(failure.status, Status::CONNECTION_FAILURE | Status::TIMEOUT)
        {
            object::failed(cx, Some(this), own, copy, failure)?;
        }
    }
    Ok(match stored {
        Outcome::Done(()) => Some(true),
        Outcome::Answered(index, failure) => {
            answered(cx, own, index, &failure)?;
            Some(false)
        }
        Outcome::Failed => None,
    })
}

fn store(cx: &mut Cx, this: &PhpObject, how: Store, keys: &Value, value: Option<&Value>, flags: i64, expiration: i64) -> PhpResult<bool> {
    let Some(own) = object::servers(cx, this)? else { return Ok(false) };
    if let Some(items) = keys.deref().as_array() {
        // The first answer counts if it is the only kind.
        let mut all = None;
        for (key, value) in items.clone().iter() {
            let key = match key {
                KeyRef::Int(number) => PhpStr::from(number.to_string()),
                KeyRef::Str(name) => name.clone(),
            };
            match store_one(cx, this, &own, how, &key, value, flags, expiration)? {
                Some(false) => all = Some(false),
                Some(true) => all = all.or(Some(true)),
                None => {}
            }
        }
        return Ok(all.unwrap_or(false));
    }
    let Some(value) = value else {
        let name = cx.active.map_or_else(Vec::new, loxo_runtime::Func::display_name);
        let message = format!("Wrong parameter count for {}()", String::from_utf8_lossy(&name));
        return Err(cx.throw("ArgumentCountError", message));
    };
    let key = convert::to_string(cx, keys.deref())?;
    Ok(store_one(cx, this, &own, how, &key, value, flags, expiration)?.unwrap_or(false))
}

macro_rules! stores {
    ($($name:ident $how:ident;)*) => {$(
        #[doc = concat!("`MemcachePool::", stringify!($name), "()`")]
        pub(crate) fn $name(
            cx: &mut Cx,
            this: &PhpObject,
            keys: &Value,
            value: Option<&Value>,
            flags: i64,
            expiration: i64,
            _cas: i64,
        ) -> PhpResult<bool> {
            store(cx, this, Store::$how, keys, value, flags, expiration)
        }
    )*};
}

stores! {
    add Add;
    set Set;
    replace Replace;
    append Append;
    prepend Prepend;
}

/// `MemcachePool::cas()`
pub(crate) fn cas(
    cx: &mut Cx,
    this: &PhpObject,
    keys: &Value,
    value: Option<&Value>,
    flags: i64,
    expiration: i64,
    cas: i64,
) -> PhpResult<bool> {
    store(cx, this, Store::Cas(cas as u64), keys, value, flags, expiration)
}

/// `MemcachePool::get()`
pub(crate) fn get(cx: &mut Cx, this: &PhpObject, keys: &Value, flags: Option<&RefArg>, cas: Option<&RefArg>) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    if let Some(list) = keys.deref().as_array() {
        return get_many(cx, this, &own, list, flags, cas);
    }
    let key = convert::to_string(cx, keys.deref())?;
    let Some(key) = object::prepared(cx, &key, false)? else { return Ok(Value::FALSE) };
    let wanted = [key.clone()];
    let found = object::attempt(cx, Some(this), &own, &key, |pool, index| pool.get(index, &wanted, cas.is_some()))?;
    let Outcome::Done(items) = found else { return Ok(Value::FALSE) };
    let Some(item) = items.into_iter().next() else { return Ok(Value::FALSE) };
    let Some(value) = values::unpack(cx, &item)? else { return Ok(Value::FALSE) };
    if let Some(flags) = flags {
        flags.set(cx, Value::int(i64::from(item.flags)))?;
    }
    if let Some(cas) = cas {
        cas.set(cx, Value::int(item.cas as i64))?;
    }
    Ok(value)
}

/// The items of some keys, from all servers at once; keys of servers that fail are asked for elsewhere.
fn fetch(cx: &mut Cx, this: &PhpObject, own: &Shared, keys: &[Vec<u8>], with_cas: bool) -> PhpResult<Vec<Item>> {
    let attempts = crate::settings::attempts(cx);
    let mut items = Vec::new();
    let mut left: Vec<Vec<u8>> = keys.to_vec();
    let rounds = own.borrow().pool.servers.len() + 1;
    for _ in 0..rounds {
        let mut groups: BTreeMap<usize, Vec<Vec<u8>>> = BTreeMap::new();
        for key in left.drain(..) {
            let index = own.borrow_mut().pool.find(&key, attempts);
            groups.entry(index).or_default().push(key);
        }
        // Requests first, so that servers work side by side; more than a portion would fill both sides' buffers.
        const PORTION: usize = 100;
        let mut failures = Vec::new();
        while !groups.is_empty() {
            let mut asked = Vec::new();
            for (index, group) in &mut groups {
                let rest = group.split_off(group.len().min(PORTION));
                let portion = std::mem::replace(group, rest);
                let valid = own.borrow().pool.is_valid(*index);
                if !valid {
                    continue;
                }
                let result = own.borrow_mut().pool.ask(*index, &portion, with_cas);
                match result {
                    Ok(()) => asked.push((*index, portion)),
                    Err(failure) => failures.push((*index, failure, portion)),
                }
            }
            for (index, portion) in asked {
                let result = own.borrow_mut().pool.read(index);
                match result {
                    Ok(more) => items.extend(more),
                    Err(failure) => failures.push((index, failure, portion)),
                }
            }
            groups.retain(|_, group| !group.is_empty());
            for (index, failure, portion) in failures.drain(..) {
                object::failed(cx, Some(this), own, index, &failure)?;
                left.extend(portion);
            }
        }
        if left.is_empty() || attempts.is_none() {
            break;
        }
    }
    Ok(items)
}

fn get_many(
    cx: &mut Cx,
    this: &PhpObject,
    own: &Shared,
    list: &PhpArray,
    flags: Option<&RefArg>,
    cas: Option<&RefArg>,
) -> PhpResult<Value> {
    let mut names: BTreeMap<Vec<u8>, PhpStr> = BTreeMap::new();
    let mut keys = Vec::new();
    for (_, key) in list.clone().iter() {
        let name = convert::to_string(cx, key.deref())?;
        if let Some(key) = object::prepared(cx, &name, false)?
            && !names.contains_key(&key)
        {
            names.insert(key.clone(), name);
            keys.push(key);
        }
    }
    let items = fetch(cx, this, own, &keys, cas.is_some())?;
    let [mut values, mut all_flags, mut all_cas] = [PhpArray::new(), PhpArray::new(), PhpArray::new()];
    for item in items {
        let Some(value) = values::unpack(cx, &item)? else { continue };
        let Some(name) = names.get(&item.key) else { continue };
        values.set_sym(name, value);
        all_flags.set_sym(name, Value::int(i64::from(item.flags)));
        all_cas.set_sym(name, Value::int(item.cas as i64));
    }
    for (place, array) in [(flags, all_flags), (cas, all_cas)] {
        if let Some(place) = place.filter(|_| !array.is_empty()) {
            place.set(cx, Value::array(array))?;
        }
    }
    Ok(Value::array(values))
}

/// `MemcachePool::delete()`. When that happens cannot be chosen any more.
pub(crate) fn delete(cx: &mut Cx, this: &PhpObject, keys: &Value, _: i64) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    let mut all = None;
    let list = keys.deref().as_array().cloned().unwrap_or_else(|| PhpArray::from_values([keys.clone_deref()]));
    for (_, key) in list.iter() {
        let key = convert::to_string(cx, key.deref())?;
        let Some(key) = object::prepared(cx, &key, false)? else { continue };
        let deleted = object::attempt(cx, Some(this), &own, &key, |pool, index| pool.delete(index, &key))?;
        for copy in object::copies(cx, &own, &key) {
            // Copies may be missing.
            let _ = own.borrow_mut().pool.delete(copy, &key);
        }
        match deleted {
            Outcome::Done(()) => all = all.or(Some(true)),
            Outcome::Answered(index, failure) => {
                answered(cx, &own, index, &failure)?;
                all = Some(false);
            }
            Outcome::Failed => {}
        }
    }
    Ok(Value::from(all.unwrap_or(false)))
}

fn count(cx: &mut Cx, this: &PhpObject, keys: &Value, by: i64, first: Option<i64>, expiration: i64) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    let first = first.map(|first| (first, expiration));
    let one = |cx: &mut Cx, key: &PhpStr| -> PhpResult<Option<Value>> {
        let Some(key) = object::prepared(cx, key, false)? else { return Ok(None) };
        let counted = object::attempt(cx, Some(this), &own, &key, |pool, index| pool.add_to(index, &key, by, first))?;
        Ok(match counted {
            Outcome::Done(number) => Some(Value::int(number)),
            Outcome::Answered(index, failure) => {
                answered(cx, &own, index, &failure)?;
                Some(Value::FALSE)
            }
            Outcome::Failed => None,
        })
    };
    let Some(list) = keys.deref().as_array().cloned() else {
        let key = convert::to_string(cx, keys.deref())?;
        return Ok(one(cx, &key)?.unwrap_or(Value::FALSE));
    };
    let mut all = PhpArray::new();
    for (_, key) in list.iter() {
        let key = convert::to_string(cx, key.deref())?;
        if let Some(number) = one(cx, &key)? {
            all.set_sym(&key, number);
        }
    }
    Ok(Value::array(all))
}

/// `MemcachePool::increment()`
pub(crate) fn increment(cx: &mut Cx, this: &PhpObject, keys: &Value, by: i64, first: Option<i64>, expiration: i64) -> PhpResult<Value> {
    count(cx, this, keys, by, first, expiration)
}

/// `MemcachePool::decrement()`
pub(crate) fn decrement(cx: &mut Cx, this: &PhpObject, keys: &Value, by: i64, first: Option<i64>, expiration: i64) -> PhpResult<Value> {
    count(cx, this, keys, by.saturating_neg(), first, expiration)
}
