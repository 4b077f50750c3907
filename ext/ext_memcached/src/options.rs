//! Options of `Memcached` objects: which of them are libmemcached's and which the extension's, and what values they take.

use loxo_memcached::{Status, option};
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::object;
use crate::settings::{COMPRESSION_FASTLZ, COMPRESSION_ZLIB, SERIALIZER_MSGPACK, SERIALIZER_PHP};

/// The extension's own options, which the library does not know.
mod own {
    pub const COMPRESSION: i64 = -1001;
    pub const PREFIX_KEY: i64 = -1002;
    pub const SERIALIZER: i64 = -1003;
    pub const COMPRESSION_TYPE: i64 = -1004;
    pub const STORE_RETRY_COUNT: i64 = -1005;
    pub const USER_FLAGS: i64 = -1006;
    pub const COMPRESSION_LEVEL: i64 = -1007;
    pub const ITEM_SIZE_LIMIT: i64 = -1008;
}

const MOST_USER_FLAGS: i64 = 65535;

/// `Memcached::getOption()`
pub(crate) fn get_option(cx: &mut Cx, this: &PhpObject, number: i64) -> PhpResult<Value> {
    let shared = object::core(cx, this)?;
    let core = &mut *shared.borrow_mut();
    let settings = &core.settings;
    Ok(match number {
        own::COMPRESSION => Value::from(settings.compression),
        own::COMPRESSION_TYPE => Value::int(settings.compression_type),
        own::COMPRESSION_LEVEL => Value::int(settings.compression_level),
        own::ITEM_SIZE_LIMIT => Value::int(settings.item_size_limit),
        own::PREFIX_KEY => Value::bytes(core.client.prefix()),
        own::SERIALIZER => Value::int(settings.serializer),
        own::USER_FLAGS => Value::int(settings.user_flags),
        own::STORE_RETRY_COUNT => Value::int(settings.store_retry_count),
        _ => {
            let number = u32::try_from(number).unwrap_or(option::MAX);
            let sizes = matches!(number, option::SOCKET_SEND_SIZE | option::SOCKET_RECV_SIZE);
            if sizes && core.client.servers().is_empty() {
                cx.builtin_warning("no servers defined");
                cx.check()?;
                return Ok(Value::NULL);
            }
            Value::int(core.client.option(number) as i64)
        }
    })
}

fn refuse(cx: &mut Cx, message: impl AsRef<[u8]>) -> PhpResult<bool> {
    cx.builtin_warning(message);
    cx.check()?;
    Ok(false)
}

fn set(cx: &mut Cx, this: &PhpObject, core: &object::Shared, number: i64, value: &Value) -> PhpResult<bool> {
    if number == own::PREFIX_KEY {
        let prefix = convert::to_string(cx, value.deref())?;
        let status = core.borrow_mut().client.set_prefix(&prefix);
        if status == Status::SUCCESS {
            return Ok(true);
        }
        object::set_result(this, Status::INVALID_ARGUMENTS);
        return refuse(cx, "bad key provided");
    }
    let value = convert::to_int(cx, value.deref())?;
    let invalid = || object::set_result(this, Status::INVALID_ARGUMENTS);
    let mut borrowed = core.borrow_mut();
    let settings = &mut borrowed.settings;
    match number {
        own::COMPRESSION => settings.compression = value != 0,
        own::COMPRESSION_TYPE if matches!(value, COMPRESSION_FASTLZ | COMPRESSION_ZLIB) => settings.compression_type = value,
        own::COMPRESSION_TYPE => {
            invalid();
            return Ok(false);
        }
        own::COMPRESSION_LEVEL => settings.compression_level = value,
        own::ITEM_SIZE_LIMIT if value < 0 => {
            drop(borrowed);
            return refuse(cx, "ITEM_SIZE_LIMIT must be >= 0");
        }
        own::ITEM_SIZE_LIMIT => settings.item_size_limit = value,
        own::SERIALIZER if (SERIALIZER_PHP..=SERIALIZER_MSGPACK).contains(&value) => settings.serializer = value,
        own::SERIALIZER => {
            settings.serializer = SERIALIZER_PHP;
            drop(borrowed);
            invalid();
            return refuse(cx, "invalid serializer provided");
        }
        own::USER_FLAGS if value > MOST_USER_FLAGS => {
            drop(borrowed);
            return refuse(cx, format!("MEMC_OPT_USER_FLAGS must be < {MOST_USER_FLAGS}"));
        }
        own::USER_FLAGS => settings.user_flags = value.max(-1),
        own::STORE_RETRY_COUNT => settings.store_retry_count = value,
        _ => {
            let client = &mut borrowed.client;
            let known = u32::try_from(number).ok().filter(|number| *number < option::MAX);
            let weighted = known == Some(option::KETAMA_WEIGHTED);
            let status = match known {
                // What is so already is not set: that would close connections.
                Some(number) if !weighted && client.option(number) == value as u64 => return Ok(true),
                Some(number) => client.set_option(number, value as u64),
                None => Status::INVALID_ARGUMENTS,
            };
            if weighted && value == 0 && status == Status::SUCCESS {
                client.reset_distribution();
            }
            drop(borrowed);
            if !object::ended(this, core, status) {
                return refuse(cx, format!("error setting memcached option: {}", status.text()));
            }
        }
    }
    Ok(true)
}

/// `Memcached::setOption()`
pub(crate) fn set_option(cx: &mut Cx, this: &PhpObject, number: i64, value: &Value) -> PhpResult<bool> {
    let core = object::core(cx, this)?;
    set(cx, this, &core, number, value)
}

/// `Memcached::setOptions()`
pub(crate) fn set_options(cx: &mut Cx, this: &PhpObject, options: &PhpArray) -> PhpResult<bool> {
    let core = object::core(cx, this)?;
    let mut done = true;
    for (key, value) in options.clone().iter() {
        done &= match key {
            KeyRef::Int(number) => set(cx, this, &core, number, value)?,
            KeyRef::Str(_) => refuse(cx, "invalid configuration option")?,
        };
    }
    Ok(done)
}

/// Numbers of servers; `None`: there is a negative one, which has been reported.
fn numbers(cx: &mut Cx, map: &PhpArray) -> PhpResult<Option<Vec<u32>>> {
    let mut all = Vec::new();
    for (_, value) in map.clone().iter() {
        let value = convert::to_int(cx, value.deref())?;
        if value < 0 {
            refuse(cx, "the map must contain positive integers")?;
            return Ok(None);
        }
        all.push(value as u32);
    }
    Ok(Some(all))
}

/// `Memcached::setBucket()`
pub(crate) fn set_bucket(cx: &mut Cx, this: &PhpObject, servers: &PhpArray, forward: Option<&PhpArray>, replicas: i64) -> PhpResult<bool> {
    let core = object::core(cx, this)?;
    if servers.is_empty() {
        return refuse(cx, "server map cannot be empty");
    }
    if forward.is_some_and(|forward| forward.len() != servers.len()) {
        return refuse(cx, "forward_map length must match the server_map length");
    }
    if replicas < 0 {
        return refuse(cx, "replicas must be larger than zero");
    }
    let Some(servers) = numbers(cx, servers)? else { return Ok(false) };
    if let Some(forward) = forward
        && numbers(cx, forward)?.is_none()
    {
        return Ok(false);
    }
    let status = core.borrow_mut().client.set_buckets(&servers);
    Ok(object::ended(this, &core, status))
}

/// `Memcached::setSaslAuthData()`
pub(crate) fn set_sasl_auth_data(cx: &mut Cx, this: &PhpObject, user: &PhpStr, password: &PhpStr) -> PhpResult<bool> {
    let core = object::core(cx, this)?;
    if core.borrow_mut().client.option(option::BINARY_PROTOCOL) == 0 {
        return refuse(cx, "SASL is only supported with binary protocol");
    }
    let status = core.borrow_mut().client.set_credentials(user, password);
    Ok(object::ended(this, &core, status))
}

/// `Memcached::setEncodingKey()`
pub(crate) fn set_encoding_key(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<bool> {
    let core = object::begun(cx, this)?;
    let status = core.borrow_mut().client.set_encoding_key(key);
    Ok(object::ended(this, &core, status))
}
