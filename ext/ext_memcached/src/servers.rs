//! Servers: which there are, what they tell, what is done with all of them.

use loxo_memcached::{ServerAddress, Status, option};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::object;

/// Ports and weights are cut to what they are in C.
fn add_one(core: &object::Shared, host: &PhpStr, port: i64, weight: i64) -> Status {
    let host = String::from_utf8_lossy(host);
    core.borrow_mut().client.add_server(&host, port as u16, weight as u32)
}

/// `Memcached::addServer()`
pub(crate) fn add_server(cx: &mut Cx, this: &PhpObject, host: &PhpStr, port: i64, weight: i64) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    let status = add_one(&core, host, port, weight);
    Ok(object::ended(this, &core, status))
}

/// `Memcached::addServers()`
pub(crate) fn add_servers(cx: &mut Cx, this: &PhpObject, servers: &PhpArray) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    let mut list = Vec::new();
    for (number, (_, entry)) in servers.clone().iter().enumerate() {
        let Some(entry) = entry.deref().as_array().cloned() else {
            cx.builtin_warning(format!("server list entry #{} is not an array", number + 1));
            cx.check()?;
            continue;
        };
        let parts: Vec<Value> = entry.iter().map(|(_, part)| part.clone_deref()).collect();
        let address = match parts.as_slice() {
            [host, port, rest @ ..] => {
                let host = convert::to_string(cx, host)?;
                let port = convert::to_int(cx, port)?;
                let weight = rest.first().map_or(Ok(0), |weight| convert::to_int(cx, weight))?;
                ServerAddress::new(&String::from_utf8_lossy(&host), port as u16, weight as u32).ok()
            }
            _ => None,
        };
        match address {
            Some(address) => list.push(address),
            None => {
                // The entry is counted already when this is reported.
                cx.builtin_warning(format!("could not add entry #{} to the server list", number + 2));
                cx.check()?;
            }
        }
    }
    core.borrow_mut().client.push_servers(list);
    Ok(object::ended(this, &core, Status::SUCCESS))
}

fn named(address: &ServerAddress) -> PhpArray {
    let mut all = PhpArray::new();
    all.set_bytes(b"host", Value::from(address.host.as_str()));
    all.set_bytes(b"port", Value::int(i64::from(address.port)));
    all
}

/// `Memcached::getServerList()`
pub(crate) fn get_server_list(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let core = object::core(cx, this)?;
    let core = core.borrow();
    let list = core.client.servers().iter().map(|server| {
        let mut all = named(&server.address);
        all.set_bytes(b"type", Value::from(if server.address.host.starts_with('/') { "SOCKET" } else { "TCP" }));
        Value::array(all)
    });
    Ok(PhpArray::from_values(list.collect::<Vec<_>>()))
}

/// `Memcached::getServerByKey()`
pub(crate) fn get_server_by_key(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::begun(cx, this)?;
    let index = core.borrow_mut().client.server_of(key);
    if key.is_empty() || index.is_none() {
        let status = if index.is_none() { Status::NO_SERVERS } else { Status::BAD_KEY_PROVIDED };
        object::ended(this, &core, status);
        return Ok(OrFalse::FALSE);
    }
    let core = core.borrow();
    let server = index.and_then(|index| core.client.servers().get(index));
    Ok(OrFalse(server.map(|server| {
        let mut all = named(&server.address);
        all.set_bytes(b"weight", Value::int(0));
        all
    })))
}

/// `Memcached::resetServerList()`
pub(crate) fn reset_server_list(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    object::core(cx, this)?.borrow_mut().client.reset_servers();
    Ok(true)
}

/// `Memcached::quit()`
pub(crate) fn quit(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    object::core(cx, this)?.borrow_mut().client.quit();
    Ok(true)
}

/// `Memcached::flushBuffers()`
pub(crate) fn flush_buffers(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let status = object::core(cx, this)?.borrow_mut().client.send_buffered();
    Ok(status == Status::SUCCESS)
}

/// `Memcached::getLastDisconnectedServer()`
pub(crate) fn get_last_disconnected_server(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::core(cx, this)?;
    let last = core.borrow().client.last_disconnected().map(named);
    Ok(OrFalse(last))
}

/// Numbers are given as text.
fn typed(text: &[u8]) -> Value {
    let Ok(number) = std::str::from_utf8(text) else { return Value::bytes(text) };
    if let Ok(number) = number.parse::<i64>() {
        return Value::int(number);
    }
    let numeric = number.bytes().any(|byte| byte.is_ascii_digit()) && !number.ends_with(char::is_whitespace);
    match number.parse::<f64>() {
        Ok(number) if numeric => Value::float(number),
        _ => Value::bytes(text),
    }
}

/// `Memcached::getStats()`
pub(crate) fn get_stats(cx: &mut Cx, this: &PhpObject, about: Option<&PhpStr>) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::core(cx, this)?;
    let mut all = PhpArray::new();
    let about = about.map_or(&b""[..], PhpStr::as_bytes);
    // Where it would not wait for the answer it is made to for the time being, which connects anew.
    let nonblocking = {
        let client = &mut core.borrow_mut().client;
        client.option(option::NO_BLOCK) != 0 && client.option(option::BINARY_PROTOCOL) != 0
    };
    if nonblocking {
        core.borrow_mut().client.set_option(option::NO_BLOCK, 0);
    }
    let status = core.borrow_mut().client.stats(about, |client, index, name, value| {
        let Some(server) = client.servers().get(index) else { return };
        let place = format!("{}:{}", server.address.host, server.address.port);
        if all.get_sym(&place).is_none() {
            all.set_sym(&place, Value::EMPTY_ARRAY);
        }
        let mut list = all.get_sym(&place).and_then(Value::as_array).cloned().unwrap_or_default();
        list.set_sym(name, typed(value));
        all.set_sym(&place, Value::array(list));
    });
    if nonblocking {
        core.borrow_mut().client.set_option(option::NO_BLOCK, 1);
    }
    Ok(OrFalse(object::ended(this, &core, status).then_some(all)))
}

/// `Memcached::getVersion()`
pub(crate) fn get_version(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::core(cx, this)?;
    let status = core.borrow_mut().client.versions();
    if !object::ended(this, &core, status) {
        return Ok(OrFalse::FALSE);
    }
    let mut all = PhpArray::new();
    for server in core.borrow().client.servers() {
        let (major, minor, micro) = server.version.unwrap_or((255, 255, 255));
        let place = format!("{}:{}", server.address.host, server.address.port);
        all.set_bytes(place.as_bytes(), Value::string(PhpStr::from(format!("{major}.{minor}.{micro}"))));
    }
    Ok(OrFalse(Some(all)))
}

/// `Memcached::getAllKeys()`
pub(crate) fn get_all_keys(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let core = object::core(cx, this)?;
    let mut keys = Vec::new();
    let status = core.borrow_mut().client.keys(|key| keys.push(Value::bytes(key)));
    // Classes that a server does not have are asked for, too.
    let ignored = matches!(status, Status::CLIENT_ERROR | Status::SERVER_ERROR);
    Ok(OrFalse((ignored || object::ended(this, &core, status)).then(|| PhpArray::from_values(keys))))
}

/// `Memcached::flush()`
pub(crate) fn flush(cx: &mut Cx, this: &PhpObject, delay: i64) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    let status = core.borrow_mut().client.flush(delay);
    Ok(object::ended(this, &core, status))
}
