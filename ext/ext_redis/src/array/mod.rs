//! `RedisArray`: keys are spread over servers. Each server is an object of class `Redis`, whose methods are called.
//!
//! Modules: `ring` (the servers, and which has a key), `moving` (keys from one server to another).

mod moving;
mod ring;

use std::cell::Cell;
use std::rc::Rc;

use loxo_runtime::{Callable, Cx, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, args};

use ring::{Ring, invoke};

/// The set of keys that a server has, if it keeps one.
const INDEX: &[u8] = b"__phpredis_array_index__";
/// `Redis::MULTI`, `Redis::PIPELINE`
const MULTI: i64 = 1;
const PIPELINE: i64 = 2;

#[derive(Default)]
struct Slot(Option<Rc<Array>>);

struct Array {
    ring: Ring,
    /// The server that commands are collected for.
    collecting: Cell<Option<usize>>,
}

impl Native for Slot {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(array) = &self.0 {
            array.ring.trace(tracer);
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Slot::default())), no_clone: true, ..ObjectHandlers::default() }
}

fn known(this: &PhpObject) -> Option<Rc<Array>> {
    this.native::<Slot>()?.0.clone()
}

/// `RedisArray::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, hosts: &Value, options: Option<&PhpArray>) -> PhpResult<()> {
    let ring = match hosts.as_array() {
        Some(hosts) => ring::of_options(cx, hosts, options)?,
        None => ring::of_settings(cx, hosts.as_bytes().unwrap_or_default())?,
    };
    let array = ring.map(|ring| Rc::new(Array { ring, collecting: Cell::new(None) }));
    this.set_native(Box::new(Slot(array)));
    Ok(())
}

/// `RedisArray::__call()`
pub(crate) fn call(cx: &mut Cx, this: &PhpObject, name: &PhpStr, arguments: &PhpArray) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let arguments: Vec<Value> = arguments.values().map(Value::clone_deref).collect();
    forward(cx, this, &array, name, &arguments)
}

/// A call, at the server that has the key.
fn forward(cx: &mut Cx, this: &PhpObject, array: &Array, name: &[u8], arguments: &[Value]) -> PhpResult<Value> {
    if let Some(node) = array.collecting.get() {
        if arguments.is_empty() {
            return Ok(Value::FALSE);
        }
        array.ring.call(cx, node, name, arguments)?;
        return Ok(Value::object(this.clone()));
    }
    find_and_call(cx, &array.ring, name, arguments, None)
}

fn find_and_call(cx: &mut Cx, ring: &Ring, name: &[u8], arguments: &[Value], target: Option<&PhpObject>) -> PhpResult<Value> {
    let Some(first) = arguments.first() else { return Ok(Value::FALSE) };
    let Some(key) = first.as_str().cloned() else { return Err(cx.fatal("RedisArray::__call(): Could not find key")) };
    let Some(node) = ring.find(cx, &key)? else {
        return Err(cx.fatal("RedisArray::__call(): Could not find any redis servers for this key."));
    };
    let Some(server) = ring.node(node) else { return Ok(Value::FALSE) };
    let writes = !ring::only_reads(name);
    if ring.index && writes {
        invoke(cx, &server, b"multi", &[Value::int(MULTI)])?;
        invoke(cx, &server, name, arguments)?;
        invoke(cx, &server, b"sadd", &[Value::bytes(INDEX), Value::string(key)])?;
        let answers = invoke(cx, &server, b"exec", &[])?;
        return Ok(answers.as_array().and_then(|answers| answers.get_int(0).cloned()).unwrap_or(Value::NULL));
    }
    let mut result = invoke(cx, &server, name, arguments)?;
    if writes {
        return Ok(result);
    }
    if let Some(previous) = ring.previous.as_deref().filter(|_| found_nothing(&result, name)) {
        result = find_and_call(cx, previous, name, arguments, Some(target.unwrap_or(&server)))?;
    }
    if let Some(target) = target.filter(|_| ring.auto_rehash && !found_nothing(&result, name)) {
        moving::move_key(cx, &key, &server, target)?;
    }
    Ok(result)
}

fn found_nothing(result: &Value, name: &[u8]) -> bool {
    result.is_false()
        || result.as_array().is_some_and(PhpArray::is_empty)
        || (result.as_int() == Some(0) && name.eq_ignore_ascii_case(b"type"))
}

/// `RedisArray::_hosts()`
pub(crate) fn hosts(_: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    Ok(OrFalse(known(this).map(|array| PhpArray::from_values(array.ring.hosts.iter().map(|host| Value::bytes(host))))))
}

/// `RedisArray::_target()`
pub(crate) fn target(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let node = array.ring.find(cx, key)?;
    Ok(node.and_then(|node| array.ring.hosts.get(node)).map_or(Value::NULL, |host| Value::bytes(host)))
}

/// `RedisArray::_instance()`
pub(crate) fn instance(_: &mut Cx, this: &PhpObject, host: &PhpStr) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let node = array.ring.by_name(host).and_then(|node| array.ring.node(node));
    Ok(node.map_or(Value::NULL, Value::object))
}

/// `RedisArray::_function()`
pub(crate) fn function(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(known(this).map_or(Value::FALSE, |array| array.ring.function.clone()))
}

/// `RedisArray::_distributor()`
pub(crate) fn distributor(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(known(this).map_or(Value::FALSE, |array| array.ring.distributor.clone()))
}

/// `RedisArray::_continuum()`
pub(crate) fn continuum(_: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let points = |array: Rc<Array>| {
        let points = array.ring.continuum.iter().flatten().map(|(value, index)| {
            let mut point = PhpArray::new();
            point.set_bytes(b"index", Value::int(*index as i64));
            point.set_bytes(b"value", Value::int(i64::from(*value)));
            Value::array(point)
        });
        PhpArray::from_values(points)
    };
    Ok(OrFalse(known(this).map(points)))
}

/// `RedisArray::_rehash()`
pub(crate) fn rehash(cx: &mut Cx, this: &PhpObject, callback: Option<&Callable>) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    moving::rehash(cx, &array.ring, callback)?;
    Ok(Value::NULL)
}

/// What is done at all servers: answers by server.
pub(crate) fn everywhere(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let name = cx.active.map_or_else(Vec::new, |func| func.name.as_bytes().to_ascii_lowercase());
    let arguments: Vec<Value> = args::each(cx, 1, args)?.iter().map(Value::clone_deref).collect();
    let mut answers = PhpArray::new();
    for (node, host) in array.ring.hosts.iter().enumerate() {
        let answer = array.ring.call(cx, node, &name, &arguments)?;
        answers.set_sym(host, answer);
    }
    Ok(Value::array(answers))
}

/// Keys by the servers that have them; `None`: some have none.
fn by_node(cx: &mut Cx, ring: &Ring, keys: &[PhpStr]) -> PhpResult<Option<Vec<usize>>> {
    let mut nodes = Vec::with_capacity(keys.len());
    for key in keys {
        match ring.find(cx, key)? {
            Some(node) => nodes.push(node),
            None => return Ok(None),
        }
    }
    Ok(Some(nodes))
}

/// `RedisArray::mget()`
pub(crate) fn mget(cx: &mut Cx, this: &PhpObject, keys: &PhpArray) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    if array.collecting.get().is_some() {
        return forward(cx, this, &array, b"mget", &[Value::array(keys.clone())]);
    }
    let mut names = Vec::with_capacity(keys.len());
    for key in keys.values() {
        let key = key.deref();
        if !key.is_string() && !key.is_int() {
            return Err(cx.fatal("RedisArray::mget(): MGET: all keys must be strings or longs"));
        }
        names.push(loxo_runtime::convert::to_string(cx, key)?);
    }
    let Some(nodes) = by_node(cx, &array.ring, &names)?.filter(|nodes| !nodes.is_empty()) else { return Ok(Value::FALSE) };
    let mut values = vec![Value::NULL; names.len()];
    for node in 0..array.ring.hosts.len() {
        let places: Vec<usize> = (0..nodes.len()).filter(|place| nodes.get(*place) == Some(&node)).collect();
        if places.is_empty() {
            continue;
        }
        let own = PhpArray::from_values(places.iter().filter_map(|place| names.get(*place).cloned()));
        let found = array.ring.call(cx, node, b"mget", &[Value::array(own)])?;
        let Some(found) = found.as_array() else { return Ok(Value::FALSE) };
        for (place, value) in places.into_iter().zip(found.values()) {
            if let Some(slot) = values.get_mut(place) {
                *slot = value.clone();
            }
        }
    }
    Ok(Value::array(PhpArray::from_values(values)))
}

/// `RedisArray::mset()`
pub(crate) fn mset(cx: &mut Cx, this: &PhpObject, pairs: &PhpArray) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    if array.collecting.get().is_some() {
        return forward(cx, this, &array, b"mset", &[Value::array(pairs.clone())]);
    }
    let mut names = Vec::with_capacity(pairs.len());
    for key in pairs.keys() {
        let key = key.to_value();
        names.push(loxo_runtime::convert::to_string(cx, &key)?);
    }
    let Some(nodes) = by_node(cx, &array.ring, &names)?.filter(|nodes| !nodes.is_empty()) else { return Ok(Value::FALSE) };
    for node in 0..array.ring.hosts.len() {
        let mut own = PhpArray::new();
        for ((name, value), _) in names.iter().zip(pairs.values()).zip(&nodes).filter(|(_, at)| **at == node) {
            own.set_sym(name, value.clone_deref());
        }
        if own.is_empty() {
            continue;
        }
        let Some(server) = array.ring.node(node) else { continue };
        if !array.ring.index {
            invoke(cx, &server, b"mset", &[Value::array(own)])?;
            continue;
        }
        let mut indexed = vec![Value::bytes(INDEX)];
        indexed.extend(own.keys().map(|key| key.to_value()));
        invoke(cx, &server, b"multi", &[Value::int(MULTI)])?;
        invoke(cx, &server, b"mset", &[Value::array(own)])?;
        invoke(cx, &server, b"sadd", &indexed)?;
        invoke(cx, &server, b"exec", &[])?;
    }
    Ok(Value::TRUE)
}

/// `RedisArray::del()` and `RedisArray::unlink()`
pub(crate) fn delete(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let name = cx.active.map_or_else(Vec::new, |func| func.name.as_bytes().to_ascii_lowercase());
    let given: Vec<Value> = args.iter().map(Value::clone_deref).collect();
    if array.collecting.get().is_some() {
        return forward(cx, this, &array, &name, &given);
    }
    let single = given.first().filter(|_| given.len() == 1).and_then(|first| first.as_array().cloned());
    let keys: Vec<Value> = single.map_or(given, |list| list.values().map(Value::clone_deref).collect());
    let mut names = Vec::with_capacity(keys.len());
    for key in &keys {
        match key.as_str() {
            Some(key) => names.push(key.clone()),
            None => return Err(cx.fatal("RedisArray::del(): DEL: all keys must be string.")),
        }
    }
    let Some(nodes) = by_node(cx, &array.ring, &names)?.filter(|nodes| !nodes.is_empty()) else { return Ok(Value::FALSE) };
    let mut total = 0;
    for node in 0..array.ring.hosts.len() {
        let own: Vec<Value> =
            names.iter().zip(&nodes).filter(|(_, at)| **at == node).map(|(name, _)| Value::string(name.clone())).collect();
        let Some(server) = array.ring.node(node).filter(|_| !own.is_empty()) else { continue };
        let list = Value::array(PhpArray::from_values(own.iter().cloned()));
        let removed = if array.ring.index {
            let indexed: Vec<Value> = std::iter::once(Value::bytes(INDEX)).chain(own).collect();
            invoke(cx, &server, b"multi", &[Value::int(MULTI)])?;
            invoke(cx, &server, &name, &[list])?;
            invoke(cx, &server, b"srem", &indexed)?;
            let answers = invoke(cx, &server, b"exec", &[])?;
            answers.as_array().and_then(|answers| answers.get_int(0).cloned()).unwrap_or(Value::NULL)
        } else {
            invoke(cx, &server, &name, &[list])?
        };
        total += removed.as_int().unwrap_or(0);
    }
    Ok(Value::int(total))
}

/// `RedisArray::multi()`
pub(crate) fn multi(cx: &mut Cx, this: &PhpObject, host: &PhpStr, mode: Option<i64>) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let mode = mode.unwrap_or(MULTI);
    let Some(node) = array.ring.by_name(host).filter(|_| matches!(mode, MULTI | PIPELINE)) else { return Ok(Value::FALSE) };
    array.collecting.set(Some(node));
    array.ring.call(cx, node, b"multi", &[Value::int(mode)])?;
    Ok(Value::object(this.clone()))
}

/// What ends or eases collecting, at the server that it is for; false: nothing is collected.
fn finish(cx: &mut Cx, this: &PhpObject, name: &[u8], ends: bool) -> PhpResult<Option<Value>> {
    let Some(array) = known(this) else { return Ok(None) };
    let Some(node) = array.collecting.get() else { return Ok(None) };
    let answer = array.ring.call(cx, node, name, &[])?;
    if ends {
        array.collecting.set(None);
    }
    Ok(Some(answer))
}

/// `RedisArray::exec()`
pub(crate) fn exec(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let answer = finish(cx, this, b"exec", true)?;
    Ok(answer.map_or(Value::FALSE, |answer| if answer.is_array() { answer } else { Value::NULL }))
}

/// `RedisArray::discard()`
pub(crate) fn discard(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(finish(cx, this, b"discard", true)?.map_or(Value::FALSE, |_| Value::NULL))
}

/// `RedisArray::unwatch()`
pub(crate) fn unwatch(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(finish(cx, this, b"unwatch", false)?.map_or(Value::FALSE, |_| Value::NULL))
}

fn optional(pattern: Option<&PhpStr>) -> Value {
    pattern.cloned().map_or(Value::NULL, Value::string)
}

/// `RedisArray::scan()`
pub(crate) fn scan(
    cx: &mut Cx,
    this: &PhpObject,
    cursor: &RefArg,
    host: &PhpStr,
    pattern: Option<&PhpStr>,
    count: i64,
) -> PhpResult<Value> {
    let Some(array) = known(this) else { return Ok(Value::FALSE) };
    let Some(node) = array.ring.by_name(host) else { return Ok(Value::FALSE) };
    array.ring.call(cx, node, b"scan", &[Value::reference(cursor.reference()), optional(pattern), Value::int(count)])
}

macro_rules! scans {
    ($($name:ident),*) => { $(
        pub(crate) fn $name(
            cx: &mut Cx,
            this: &PhpObject,
            key: &PhpStr,
            cursor: &RefArg,
            pattern: Option<&PhpStr>,
            count: i64,
        ) -> PhpResult<Value> {
            let Some(array) = known(this) else { return Ok(Value::FALSE) };
            let Some(node) = array.ring.find(cx, key)? else {
                let message = concat!("RedisArray::", stringify!($name), "(): Could not find any redis servers for this key.");
                return Err(cx.fatal(message));
            };
            let key = Value::string(key.clone());
            let arguments = [key, Value::reference(cursor.reference()), optional(pattern), Value::int(count)];
            array.ring.call(cx, node, stringify!($name).as_bytes(), &arguments)
        }
    )* };
}

scans!(hscan, sscan, zscan);
