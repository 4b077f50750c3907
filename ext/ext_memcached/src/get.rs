//! Methods of `Memcached` that get values: one or many keys, with callbacks for what is missing, and later by `fetch()`.

use loxo_memcached::{Item, Status};
use loxo_runtime::{Callable, Cx, OrFalse, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, Value, convert};

use crate::object::{self, PAYLOAD_FAILURE, Shared};
use crate::{payload, store};

const PRESERVE_ORDER: i64 = 1;
const EXTENDED: i64 = 2;
/// Keys that are this long are passed over, as the library's buffer has no space for them.
const TOO_LONG: usize = 251;

/// A counter that servers tell, as a value.
fn cas_value(cas: u64) -> Value {
    match i64::try_from(cas) {
        Ok(cas) if cas < i64::MAX => Value::int(cas),
        _ => Value::string(PhpStr::from(cas.to_string())),
    }
}

fn extended(value: Value, item: &Item) -> Value {
    let mut all = PhpArray::new();
    all.set_bytes(b"value", value);
    all.set_bytes(b"cas", cas_value(item.cas));
    all.set_bytes(b"flags", Value::int(payload::user_flags(item.flags)));
    Value::array(all)
}

/// What `fetch()` gives for an item.
fn fetched(value: Value, item: &Item) -> PhpArray {
    let mut all = PhpArray::new();
    all.set_bytes(b"key", Value::bytes(&item.key));
    all.set_bytes(b"value", value);
    if item.cas != 0 {
        all.set_bytes(b"cas", cas_value(item.cas));
        all.set_bytes(b"flags", Value::int(payload::user_flags(item.flags)));
    }
    all
}

/// Sends the request. Was that possible?
fn ask(this: &PhpObject, core: &Shared, group: Option<&PhpStr>, keys: &[PhpStr], with_cas: bool) -> bool {
    object::set_result(this, Status::SUCCESS);
    if keys.is_empty() {
        object::set_result(this, Status::BAD_KEY_PROVIDED);
        return false;
    }
    let keys: Vec<&[u8]> = keys.iter().map(PhpStr::as_bytes).collect();
    let status = core.borrow_mut().client.get(group.map(PhpStr::as_bytes), &keys, with_cas);
    object::ended(this, core, status)
}

/// Gives items to `take` until it has enough. Anything may happen meanwhile: values have code of their own.
fn read(cx: &mut Cx, core: &Shared, discard: bool, mut take: impl FnMut(&mut Cx, &Item, Value) -> PhpResult<bool>) -> PhpResult<Status> {
    let mut status = Status::SUCCESS;
    let mut none = true;
    loop {
        let item = core.borrow_mut().client.fetch();
        let item = match item {
            Ok(item) => item,
            Err(end) => {
                if end.is_error(false) && !(end == Status::FAILURE && none) {
                    status = end;
                } else if none {
                    // Whoever comes later finds nothing.
                    status = Status::NOTFOUND;
                }
                return Ok(status);
            }
        };
        none = false;
        let serializer = core.borrow().settings.serializer;
        let value = payload::unpack(cx, &item, serializer);
        match value {
            Err(thrown) => {
                core.borrow_mut().client.quit();
                return Err(thrown);
            }
            Ok(None) => status = Status::SOME_ERRORS,
            Ok(Some(value)) => {
                if !take(cx, &item, value)? {
                    if discard {
                        core.borrow_mut().client.discard();
                    }
                    return Ok(status);
                }
            }
        }
    }
}

/// The same; an exception is a result, too.
fn read_all(
    cx: &mut Cx,
    this: &PhpObject,
    core: &Shared,
    discard: bool,
    take: impl FnMut(&mut Cx, &Item, Value) -> PhpResult<bool>,
) -> PhpResult<bool> {
    match read(cx, core, discard, take) {
        Ok(status) => Ok(object::ended(this, core, status)),
        Err(thrown) => {
            object::set_result(this, PAYLOAD_FAILURE);
            Err(thrown)
        }
    }
}

fn get_from(
    cx: &mut Cx,
    this: &PhpObject,
    group: Option<&PhpStr>,
    key: &PhpStr,
    callback: Option<&Callable>,
    flags: i64,
) -> PhpResult<Value> {
    let core = object::begun(cx, this)?;
    if !object::key_is_good(this, &core, key) {
        return Ok(Value::FALSE);
    }
    let all = flags & EXTENDED != 0;
    let mut found = None;
    let asked = ask(this, &core, group, std::slice::from_ref(key), all);
    let done = asked
        && read_all(cx, this, &core, true, |_, item, value| {
            found = Some(if all { extended(value, item) } else { value });
            Ok(false)
        })?;
    if done {
        return Ok(found.unwrap_or(Value::FALSE));
    }
    match callback {
        Some(callback) if object::result(this) == Status::NOTFOUND => read_through(cx, this, &core, key, callback, all),
        _ => Ok(Value::FALSE),
    }
}

/// The program knows where the value comes from; it is stored then.
fn read_through(cx: &mut Cx, this: &PhpObject, core: &Shared, key: &PhpStr, callback: &Callable, all: bool) -> PhpResult<Value> {
    let (value, expiration) = (PhpRef::new(Value::NULL), PhpRef::new(Value::NULL));
    let mut arguments = vec![Value::object(this.clone()), Value::string(key.clone()), Value::reference(value.clone())];
    if !all {
        arguments.push(Value::reference(expiration.clone()));
    }
    let answer = cx.call_vec(callback, arguments)?;
    cx.check()?;
    if !convert::to_bool(cx, &answer)? {
        return Ok(Value::FALSE);
    }
    let value = value.get();
    let stored = if all {
        // The entry of the counter is taken for the time of expiration.
        let parts = value.as_array().and_then(|all| Some((all.get_bytes(b"value")?.clone_deref(), all.get_bytes(b"cas").cloned())));
        let Some((inner, cas)) = parts else { return Ok(Value::FALSE) };
        let expiration = cas.and_then(|cas| cas.as_int()).unwrap_or(0);
        store::write(cx, this, core, loxo_memcached::Store::Set, None, key, &inner, expiration)?
    } else {
        let expiration = convert::to_int(cx, &expiration.get())?;
        store::write(cx, this, core, loxo_memcached::Store::Set, None, key, &value, expiration)?
    };
    Ok(if stored { value } else { Value::FALSE })
}

/// `Memcached::get()`
pub(crate) fn get(cx: &mut Cx, this: &PhpObject, key: &PhpStr, callback: Option<&Callable>, flags: i64) -> PhpResult<Value> {
    get_from(cx, this, None, key, callback, flags)
}

/// `Memcached::getByKey()`
pub(crate) fn get_by_key(
    cx: &mut Cx,
    this: &PhpObject,
    group: &PhpStr,
    key: &PhpStr,
    callback: Option<&Callable>,
    flags: i64,
) -> PhpResult<Value> {
    get_from(cx, this, Some(group), key, callback, flags)
}

/// Keys out of an array, and those among them that are sent.
fn keys_of(cx: &mut Cx, keys: &PhpArray) -> PhpResult<(Vec<PhpStr>, Vec<PhpStr>)> {
    let mut all = Vec::new();
    for (_, key) in keys.iter() {
        all.push(convert::to_string(cx, key.deref())?);
    }
    let good = all.iter().filter(|key| !key.is_empty() && key.len() < TOO_LONG).cloned().collect();
    Ok((all, good))
}

fn get_many(cx: &mut Cx, this: &PhpObject, group: Option<&PhpStr>, keys: &PhpArray, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::begun(cx, this)?;
    if keys.is_empty() {
        object::set_result(this, Status::NOTFOUND);
        return Ok(OrFalse(Some(PhpArray::new())));
    }
    let (names, good) = keys_of(cx, keys)?;
    let mut found = PhpArray::new();
    if flags & PRESERVE_ORDER != 0 {
        for name in names {
            found.set_sym(name, Value::NULL);
        }
    }
    let all = flags & EXTENDED != 0;
    let done = ask(this, &core, group, &good, all)
        && read_all(cx, this, &core, true, |_, item, value| {
            found.set_sym(&item.key, if all { extended(value, item) } else { value });
            Ok(true)
        })?;
    let partly = matches!(object::result(this), Status::NOTFOUND | Status::SOME_ERRORS);
    Ok(OrFalse((done || partly).then_some(found)))
}

/// `Memcached::getMulti()`
pub(crate) fn get_multi(cx: &mut Cx, this: &PhpObject, keys: &PhpArray, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    get_many(cx, this, None, keys, flags)
}

/// `Memcached::getMultiByKey()`
pub(crate) fn get_multi_by_key(cx: &mut Cx, this: &PhpObject, group: &PhpStr, keys: &PhpArray, flags: i64) -> PhpResult<OrFalse<PhpArray>> {
    get_many(cx, this, Some(group), keys, flags)
}

fn delayed(
    cx: &mut Cx,
    this: &PhpObject,
    group: Option<&PhpStr>,
    keys: &PhpArray,
    with_cas: bool,
    callback: Option<&Callable>,
) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    let (_, good) = keys_of(cx, keys)?;
    if !ask(this, &core, group, &good, with_cas) {
        return Ok(false);
    }
    let Some(callback) = callback else { return Ok(true) };
    let own = this.clone();
    read_all(cx, this, &core, true, |cx, item, value| {
        let result = Value::array(fetched(value, item));
        cx.call(callback, &[Value::object(own.clone()), result])?;
        cx.check()?;
        Ok(true)
    })
}

/// `Memcached::getDelayed()`
pub(crate) fn get_delayed(cx: &mut Cx, this: &PhpObject, keys: &PhpArray, with_cas: bool, callback: Option<&Callable>) -> PhpResult<bool> {
    delayed(cx, this, None, keys, with_cas, callback)
}

/// `Memcached::getDelayedByKey()`
pub(crate) fn get_delayed_by_key(
    cx: &mut Cx,
    this: &PhpObject,
    group: &PhpStr,
    keys: &PhpArray,
    with_cas: bool,
    callback: Option<&Callable>,
) -> PhpResult<bool> {
    delayed(cx, this, Some(group), keys, with_cas, callback)
}

/// `Memcached::fetch()`
pub(crate) fn fetch(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::begun(cx, this)?;
    let mut found = None;
    let done = read_all(cx, this, &core, false, |_, item, value| {
        found = Some(fetched(value, item));
        Ok(false)
    })?;
    Ok(OrFalse(done.then(|| found.unwrap_or_default())))
}

/// `Memcached::fetchAll()`
pub(crate) fn fetch_all(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::begun(cx, this)?;
    let mut all = Vec::new();
    let done = read_all(cx, this, &core, true, |_, item, value| {
        all.push(Value::array(fetched(value, item)));
        Ok(true)
    })?;
    Ok(OrFalse(done.then(|| PhpArray::from_values(all))))
}
