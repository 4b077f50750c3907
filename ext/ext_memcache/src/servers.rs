//! The servers of a pool: adding and connecting them, their parameters and state, and operations that go to all of them.

use std::time::Duration;

use loxo_memcached::PoolServer;
use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Value};

use crate::object::{self, Memcache, Shared};

const RETRY: i64 = 15;

fn default_port(cx: &Cx) -> i64 {
    cx.ini_int("memcache.default_port")
}

fn seconds(timeout: f64) -> Duration {
    Duration::try_from_secs_f64(timeout).unwrap_or(Duration::ZERO)
}

fn warn(cx: &mut Cx, message: impl AsRef<[u8]>) -> PhpResult<()> {
    cx.builtin_warning(message);
    cx.check()
}

/// A server as it is to be added.
struct New<'a> {
    host: &'a PhpStr,
    port: i64,
    persistent: bool,
    weight: i64,
    timeout: f64,
    retry_interval: i64,
    status: bool,
}

/// Adds it; its position, or `None` if it cannot be, which has been reported.
fn add(cx: &mut Cx, this: &PhpObject, new: &New<'_>) -> PhpResult<Option<(Shared, usize)>> {
    let Some(weight) = u32::try_from(new.weight).ok().filter(|weight| *weight > 0) else {
        warn(cx, "weight must be a positive integer")?;
        return Ok(None);
    };
    let Ok(port) = u16::try_from(new.port) else {
        warn(cx, "invalid tcp port number")?;
        return Ok(None);
    };
    let own = object::pool_for_adding(cx, this);
    let host = String::from_utf8_lossy(new.host);
    let mut server = PoolServer::new(&host, port, weight, new.persistent && new.status, seconds(new.timeout), new.retry_interval);
    // The time of its failure is long ago, so that it is tried if it may be at all.
    server.failed = (!new.status).then_some(0);
    let index = own.borrow_mut().pool.add(server);
    Ok(Some((own, index)))
}

/// Adds a server, and connects to it.
fn connected(cx: &mut Cx, this: &PhpObject, new: &New<'_>) -> PhpResult<bool> {
    let Some((own, index)) = add(cx, this, new)? else { return Ok(false) };
    let opened = own.borrow_mut().pool.open(index);
    let Err(failure) = opened else { return Ok(true) };
    object::failed(cx, Some(this), &own, index, &failure)?;
    let error = own.borrow().pool.servers.get(index).and_then(|server| server.error.clone());
    let (message, number) = error.unwrap_or_else(|| ("Unknown error".into(), 0));
    warn(cx, format!("Can't connect to {}:{}, {message} ({number})", String::from_utf8_lossy(new.host), new.port))?;
    Ok(false)
}

fn connect_with(cx: &mut Cx, this: &PhpObject, host: &PhpStr, port: Option<i64>, timeout: f64, persistent: bool) -> PhpResult<bool> {
    let port = port.unwrap_or_else(|| default_port(cx));
    connected(cx, this, &New { host, port, persistent, weight: 1, timeout, retry_interval: RETRY, status: true })
}

/// `Memcache::connect()`
pub(crate) fn connect(cx: &mut Cx, this: &PhpObject, host: &PhpStr, port: Option<i64>, timeout: f64) -> PhpResult<bool> {
    connect_with(cx, this, host, port, timeout, false)
}

/// `Memcache::pconnect()`
pub(crate) fn pconnect(cx: &mut Cx, this: &PhpObject, host: &PhpStr, port: Option<i64>, timeout: f64) -> PhpResult<bool> {
    connect_with(cx, this, host, port, timeout, true)
}

fn new_connected(cx: &mut Cx, host: &PhpStr, port: Option<i64>, timeout: f64, persistent: bool) -> PhpResult<Value> {
    let class = cx.builtin_class("Memcache");
    let object = cx.new_object(class, &[])?;
    let done = connect_with(cx, &object, host, port, timeout, persistent)?;
    Ok(if done { Value::object(object) } else { Value::FALSE })
}

/// `memcache_connect()`
pub(crate) fn memcache_connect(cx: &mut Cx, host: &PhpStr, port: Option<i64>, timeout: f64) -> PhpResult<Value> {
    new_connected(cx, host, port, timeout, false)
}

/// `memcache_pconnect()`
pub(crate) fn memcache_pconnect(cx: &mut Cx, host: &PhpStr, port: Option<i64>, timeout: f64) -> PhpResult<Value> {
    new_connected(cx, host, port, timeout, true)
}

/// `MemcachePool::connect()`
#[expect(clippy::too_many_arguments, reason = "they are PHP's")]
pub(crate) fn pool_connect(
    cx: &mut Cx,
    this: &PhpObject,
    host: &PhpStr,
    port: Option<i64>,
    _udp_port: i64,
    persistent: bool,
    weight: i64,
    timeout: f64,
    retry_interval: i64,
) -> PhpResult<bool> {
    let port = port.unwrap_or_else(|| default_port(cx));
    connected(cx, this, &New { host, port, persistent, weight, timeout, retry_interval, status: true })
}

/// `MemcachePool::addServer()`
#[expect(clippy::too_many_arguments, reason = "they are PHP's")]
pub(crate) fn pool_add_server(
    cx: &mut Cx,
    this: &PhpObject,
    host: &PhpStr,
    port: Option<i64>,
    _udp_port: i64,
    persistent: bool,
    weight: i64,
    timeout: f64,
    retry_interval: i64,
    status: bool,
) -> PhpResult<bool> {
    let port = port.unwrap_or_else(|| default_port(cx));
    let added = add(cx, this, &New { host, port, persistent, weight, timeout, retry_interval, status })?;
    Ok(added.is_some())
}

/// Is it null or can it be called? If not, that is reported.
fn is_callback(cx: &mut Cx, callback: &Value) -> PhpResult<bool> {
    if callback.deref().is_null() || (cx.hooks.callable)(cx, callback)?.is_ok() {
        return Ok(true);
    }
    warn(cx, "Invalid failure callback")?;
    Ok(false)
}

fn set_callback(this: &PhpObject, callback: &Value) {
    if let Some(native) = this.native_mut::<Memcache>() {
        let callback = callback.clone_deref();
        let old = std::mem::replace(&mut native.on_failure, (!callback.is_null()).then_some(callback));
        drop(old);
    }
}

/// `Memcache::addServer()`
#[expect(clippy::too_many_arguments, reason = "they are PHP's")]
pub(crate) fn add_server(
    cx: &mut Cx,
    this: &PhpObject,
    host: &PhpStr,
    port: Option<i64>,
    persistent: bool,
    weight: i64,
    timeout: f64,
    retry_interval: i64,
    status: bool,
    callback: &Value,
) -> PhpResult<bool> {
    if !is_callback(cx, callback)? {
        return Ok(false);
    }
    let port = port.unwrap_or_else(|| default_port(cx));
    let added = add(cx, this, &New { host, port, persistent, weight, timeout, retry_interval, status })?;
    if added.is_some() && !callback.deref().is_null() {
        set_callback(this, callback);
    }
    Ok(added.is_some())
}

/// A server by its name; `None` if it is not there, which has been reported.
fn named(cx: &mut Cx, own: &Shared, host: &PhpStr, port: i64) -> PhpResult<Option<usize>> {
    let is = |server: &PoolServer| server.host.as_bytes() == host.as_bytes() && i64::from(server.port) == port;
    let index = own.borrow().pool.servers.iter().position(is);
    if index.is_none() {
        warn(cx, "Server not found in pool")?;
    }
    Ok(index)
}

/// `MemcachePool::setServerParams()`
#[expect(clippy::too_many_arguments, reason = "they are PHP's")]
pub(crate) fn set_server_params(
    cx: &mut Cx,
    this: &PhpObject,
    host: &PhpStr,
    port: Option<i64>,
    timeout: f64,
    retry_interval: i64,
    status: bool,
    callback: &Value,
) -> PhpResult<bool> {
    let Some(own) = object::pool(cx, this)? else { return Ok(false) };
    let port = port.unwrap_or_else(|| default_port(cx));
    let Some(index) = named(cx, &own, host, port)? else { return Ok(false) };
    if !is_callback(cx, callback)? {
        return Ok(false);
    }
    if let Some(server) = own.borrow_mut().pool.servers.get_mut(index) {
        (server.timeout, server.retry_interval) = (seconds(timeout), retry_interval);
        server.failed = if status { None } else { server.failed.or(Some(0)) };
    }
    if !callback.deref().is_null() {
        set_callback(this, callback);
    }
    Ok(true)
}

/// `MemcachePool::setFailureCallback()`
pub(crate) fn set_failure_callback(cx: &mut Cx, this: &PhpObject, callback: &Value) -> PhpResult<bool> {
    if object::pool(cx, this)?.is_none() || !is_callback(cx, callback)? {
        return Ok(false);
    }
    set_callback(this, callback);
    Ok(true)
}

/// `MemcachePool::getServerStatus()`
pub(crate) fn get_server_status(cx: &mut Cx, this: &PhpObject, host: &PhpStr, port: Option<i64>) -> PhpResult<Value> {
    let Some(own) = object::pool(cx, this)? else { return Ok(Value::FALSE) };
    let port = port.unwrap_or_else(|| default_port(cx));
    let Some(index) = named(cx, &own, host, port)? else { return Ok(Value::FALSE) };
    let works = own.borrow().pool.servers.get(index).is_some_and(|server| server.failed.is_none());
    Ok(Value::int(i64::from(works)))
}

/// `MemcachePool::findServer()`
pub(crate) fn find_server(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    let Some(key) = object::prepared(cx, key, false)? else { return Ok(Value::FALSE) };
    let index = own.borrow_mut().pool.find(&key, crate::settings::attempts(cx));
    let own = own.borrow();
    let server = own.pool.servers.get(index);
    Ok(server.map_or(Value::FALSE, |server| Value::string(PhpStr::from(format!("{}:{}", server.host, server.port)))))
}

/// `MemcachePool::getVersion()`: of the first server that tells it.
pub(crate) fn get_version(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let Some(own) = object::servers(cx, this)? else { return Ok(Value::FALSE) };
    let count = own.borrow().pool.servers.len();
    for index in 0..count {
        if !own.borrow().pool.is_valid(index) {
            continue;
        }
        let version = own.borrow_mut().pool.version(index);
        match version {
            Ok(version) => return Ok(Value::bytes(&version)),
            Err(failure) => object::failed(cx, Some(this), &own, index, &failure)?,
        }
    }
    Ok(Value::FALSE)
}

/// `MemcachePool::flush()`
pub(crate) fn flush(cx: &mut Cx, this: &PhpObject, delay: i64) -> PhpResult<bool> {
    let Some(own) = object::pool(cx, this)? else { return Ok(false) };
    let count = own.borrow().pool.servers.len();
    let mut all = true;
    for index in 0..count {
        let result = if own.borrow().pool.is_valid(index) { own.borrow_mut().pool.flush(index, delay).map_err(Some) } else { Err(None) };
        if let Err(failure) = result {
            all = false;
            if let Some(failure) = failure {
                object::failed(cx, Some(this), &own, index, &failure)?;
            }
        }
    }
    Ok(all)
}

/// `MemcachePool::setCompressThreshold()`
pub(crate) fn set_compress_threshold(cx: &mut Cx, this: &PhpObject, threshold: i64, savings: f64) -> PhpResult<bool> {
    let Some(own) = object::pool(cx, this)? else { return Ok(false) };
    let Ok(threshold) = usize::try_from(threshold) else {
        warn(cx, "threshold must be a positive integer")?;
        return Ok(false);
    };
    own.borrow_mut().threshold = threshold;
    if !(0.0..=1.0).contains(&savings) {
        warn(cx, "min_savings must be a float in the 0..1 range")?;
        return Ok(false);
    }
    own.borrow_mut().savings = savings;
    Ok(true)
}

/// `MemcachePool::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let Some(own) = object::pool(cx, this)? else { return Ok(false) };
    own.borrow_mut().pool.close();
    Ok(true)
}

/// `MemcachePool::setSaslAuthData()`: before servers are added.
pub(crate) fn set_sasl_auth_data(_: &mut Cx, this: &PhpObject, user: &PhpStr, password: &PhpStr) -> PhpResult<bool> {
    if user.is_empty() || password.is_empty() {
        return Ok(false);
    }
    let credentials = Some((user.to_vec(), password.to_vec()));
    if let Some(native) = this.native_mut::<Memcache>() {
        if let Some(own) = &native.own {
            own.borrow_mut().pool.credentials = credentials.clone();
        }
        native.credentials = credentials;
    }
    Ok(true)
}

/// `memcache_debug()`
pub(crate) fn memcache_debug(cx: &mut Cx, _: &Value) -> PhpResult<bool> {
    warn(cx, "memcache_debug() is deprecated, please use a debugger (like Eclipse + CDT)")?;
    Ok(false)
}
