//! Servers, and which of them has a key.

use loxo_redis::crc32;
use loxo_runtime::web::read_query;
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, Value, convert};

use crate::backoff::Backoff;
use crate::connection::{Connection, Credentials, DEFAULT_PORT, credentials};
use crate::redis;

pub(super) struct Ring {
    pub hosts: Vec<Vec<u8>>,
    nodes: Vec<PhpObject>,
    /// What says which part of a key counts, or null.
    pub function: Value,
    /// What says which server has a key, or null.
    pub distributor: Value,
    algorithm: Option<PhpStr>,
    /// Servers keep a set of their keys.
    pub index: bool,
    /// Keys that are found at the servers before are moved.
    pub auto_rehash: bool,
    /// The servers before.
    pub previous: Option<Box<Ring>>,
    /// Points of a circle, and whose they are, in their order.
    pub continuum: Option<Vec<(u32, usize)>>,
}

/// What rings have in common.
struct Options {
    function: Value,
    distributor: Value,
    algorithm: Option<PhpStr>,
    index: bool,
    auto_rehash: bool,
    persistent: bool,
    retry_interval: i64,
    lazy: bool,
    connect_timeout: f64,
    read_timeout: f64,
    consistent: bool,
    auth: Credentials,
}

/// Points of each server: so many hashes, each of four numbers.
const HASHES: usize = 40;
const LARGEST: u64 = 0xffff_ffff;

/// Calls a function of PHP's.
fn call_function(cx: &mut Cx, function: &Value, arguments: &[Value]) -> PhpResult<Option<Value>> {
    match (cx.hooks.callable)(cx, function)? {
        Ok(callable) => cx.call(&callable, arguments).map(|result| Some(result.clone_deref())),
        Err(_) => Ok(None),
    }
}

/// Calls a method of a server.
pub(super) fn invoke(cx: &mut Cx, server: &PhpObject, name: &[u8], arguments: &[Value]) -> PhpResult<Value> {
    let lower = name.to_ascii_lowercase();
    match cx.class_of(server).method(&lower) {
        Some(method) => Ok(cx.call_method(server, method, arguments)?.clone_deref()),
        None => Err(cx.throw_error([b"Call to undefined method Redis::", name, b"()"].concat())),
    }
}

impl Ring {
    pub(super) fn trace(&self, tracer: &mut Tracer<'_>) {
        self.nodes.iter().for_each(|node| tracer.object(node));
        tracer.value(&self.function);
        tracer.value(&self.distributor);
        if let Some(previous) = &self.previous {
            previous.trace(tracer);
        }
    }

    pub(super) fn node(&self, at: usize) -> Option<PhpObject> {
        self.nodes.get(at).cloned()
    }

    pub(super) fn by_name(&self, host: &[u8]) -> Option<usize> {
        self.hosts.iter().position(|known| known == host)
    }

    pub(super) fn call(&self, cx: &mut Cx, node: usize, name: &[u8], arguments: &[Value]) -> PhpResult<Value> {
        match self.node(node) {
            Some(server) => invoke(cx, &server, name, arguments),
            None => Ok(Value::FALSE),
        }
    }

    /// The part of a key that counts: what stands in braces, or what the program says.
    fn part(&self, cx: &mut Cx, key: &PhpStr) -> PhpResult<Option<PhpStr>> {
        if !self.function.is_null() {
            let Some(part) = call_function(cx, &self.function, &[Value::string(key.clone())])? else {
                return Err(cx.fatal("Could not call extractor function"));
            };
            return Ok(part.into_str().ok());
        }
        let braced = key.iter().position(|byte| *byte == b'{').and_then(|open| {
            let rest = key.get(open + 1..)?;
            rest.get(..rest.iter().position(|byte| *byte == b'}')?)
        });
        Ok(Some(braced.map_or_else(|| key.clone(), PhpStr::new)))
    }

    /// Which server has a key? `None`: none.
    pub(super) fn find(&self, cx: &mut Cx, key: &PhpStr) -> PhpResult<Option<usize>> {
        let Some(part) = self.part(cx, key)? else { return Ok(None) };
        if !self.distributor.is_null() {
            let Some(place) = call_function(cx, &self.distributor, &[Value::string(key.clone())])? else {
                return Err(cx.fatal("Could not call distributor function"));
            };
            let place = place.as_int().and_then(|place| usize::try_from(place).ok());
            return Ok(place.filter(|place| *place < self.nodes.len()));
        }
        let hash = match &self.algorithm {
            Some(algorithm) => self.hash_by(cx, algorithm, &part)?,
            None => u64::from(!crc32(&part)),
        };
        if let Some(points) = &self.continuum {
            let at = points.partition_point(|(value, _)| u64::from(*value) < hash);
            return Ok(points.get(at).or(points.first()).map(|(_, node)| *node));
        }
        let place = (hash ^ LARGEST) * self.nodes.len() as u64 / LARGEST;
        Ok(Some((place as usize).min(self.nodes.len().saturating_sub(1))))
    }

    fn hash_by(&self, cx: &mut Cx, algorithm: &PhpStr, part: &PhpStr) -> PhpResult<u64> {
        let arguments = [Value::string(algorithm.clone()), Value::string(part.clone()), Value::TRUE];
        let known = call_function(cx, &Value::bytes(b"hash_algos"), &[])?;
        let is_known = known
            .as_ref()
            .and_then(Value::as_array)
            .is_some_and(|known| known.values().any(|name| name.as_bytes().is_some_and(|name| name.eq_ignore_ascii_case(algorithm))));
        if !is_known {
            return Ok(u64::from(!crc32(part)));
        }
        let digest = call_function(cx, &Value::bytes(b"hash"), &arguments)?;
        let bytes = digest.as_ref().and_then(Value::as_bytes).unwrap_or_default();
        let number = bytes.iter().take(8).enumerate().fold(0, |n: u64, (at, byte)| n | u64::from(*byte) << (8 * at));
        Ok(number % LARGEST)
    }
}

/// The points of servers, by MD5.
fn continuum(cx: &mut Cx, hosts: &[Vec<u8>]) -> PhpResult<Vec<(u32, usize)>> {
    let mut points = Vec::with_capacity(hosts.len() * HASHES * 4);
    for (node, host) in hosts.iter().enumerate() {
        for number in 0..HASHES {
            let name = [&host[..], b"-", number.to_string().as_bytes()].concat();
            let digest = call_function(cx, &Value::bytes(b"md5"), &[Value::bytes(&name), Value::TRUE])?;
            let digest = digest.as_ref().and_then(Value::as_bytes).unwrap_or_default();
            points.extend(digest.as_chunks::<4>().0.iter().map(|four| (u32::from_le_bytes(*four), node)));
        }
    }
    points.sort_by_key(|(value, _)| *value);
    Ok(points)
}

/// `None`: it could not be made.
fn make(cx: &mut Cx, hosts: &PhpArray, options: &Options, previous: Option<&PhpArray>) -> PhpResult<Option<Ring>> {
    if hosts.is_empty() {
        return Ok(None);
    }
    let mut ring = Ring {
        hosts: Vec::new(),
        nodes: Vec::new(),
        function: options.function.clone(),
        distributor: options.distributor.clone(),
        algorithm: options.algorithm.clone(),
        index: options.index,
        auto_rehash: options.auto_rehash,
        previous: None,
        continuum: None,
    };
    for host in hosts.values() {
        let Some(host) = host.deref().as_bytes() else { return Ok(None) };
        let (address, port) = match host.iter().rposition(|byte| *byte == b':') {
            Some(at) => (&host[..at], loxo_runtime::value::number::str_to_int(&host[at + 1..])),
            None if host.contains(&b'/') => (host, -1),
            None => (host, DEFAULT_PORT),
        };
        let mut sock = Connection::new(address, port);
        sock.timeout = options.connect_timeout;
        sock.read_timeout = options.read_timeout;
        sock.persistent = options.persistent;
        sock.backoff = Backoff::new(u64::try_from(options.retry_interval).unwrap_or(0).saturating_mul(1000));
        sock.set_auth(options.auth.0.clone(), options.auth.1.clone());
        if !options.lazy && !matches!(sock.open(cx), Ok(true)) {
            return Ok(None);
        }
        ring.hosts.push(host.to_vec());
        ring.nodes.push(redis::object_of(cx, sock));
    }
    if let Some(previous) = previous {
        ring.previous = make(cx, previous, options, None)?.map(Box::new);
    }
    if options.consistent {
        ring.continuum = Some(continuum(cx, &ring.hosts)?);
    }
    Ok(Some(ring))
}

fn auth_of(cx: &mut Cx, value: Option<&Value>) -> PhpResult<Credentials> {
    match value {
        Some(value) => Ok(credentials(cx, value)?.unwrap_or_default()),
        None => Ok(Credentials::default()),
    }
}

/// From the constructor's arguments.
pub(super) fn of_options(cx: &mut Cx, hosts: &PhpArray, given: Option<&PhpArray>) -> PhpResult<Option<Ring>> {
    let none = PhpArray::new();
    let given = given.unwrap_or(&none);
    let option = |name: &str| given.get_bytes(name.as_bytes()).map(Value::clone_deref);
    let flag = |cx: &mut Cx, name: &str| option(name).map_or(Ok(false), |value| convert::to_bool(cx, &value));
    let float = |cx: &mut Cx, name: &str| option(name).map_or(Ok(0.0), |value| convert::to_float(cx, &value));
    let options = Options {
        function: option("function").unwrap_or(Value::NULL),
        distributor: option("distributor").unwrap_or(Value::NULL),
        algorithm: option("algorithm").map(|value| convert::to_string(cx, &value)).transpose()?,
        index: flag(cx, "index")?,
        auto_rehash: flag(cx, "autorehash")?,
        persistent: flag(cx, "pconnect")?,
        retry_interval: option("retry_interval").map_or(Ok(0), |value| convert::to_int(cx, &value))?,
        lazy: flag(cx, "lazy_connect")?,
        connect_timeout: float(cx, "connect_timeout")?,
        read_timeout: float(cx, "read_timeout")?,
        consistent: flag(cx, "consistent")?,
        auth: auth_of(cx, option("auth").as_ref())?,
    };
    let previous = option("previous").and_then(|previous| previous.into_array().ok()).filter(|previous| !previous.is_empty());
    make(cx, hosts, &options, previous.as_ref())
}

/// What a setting says of an array: `redis.arrays.hosts = "name[]=host:1&name[]=host:2&other[]=…"`
fn setting(cx: &mut Cx, setting: &str, name: &[u8]) -> PhpResult<Option<Value>> {
    let text = cx.ini_str(&["redis.arrays.", setting].concat());
    let mut all = PhpArray::new();
    read_query(cx, &text, &mut all)?;
    Ok(all.get_ref(KeyRef::Str(&PhpStr::new(name))).map(Value::clone_deref))
}

/// From settings, by name.
pub(super) fn of_settings(cx: &mut Cx, name: &[u8]) -> PhpResult<Option<Ring>> {
    let names = cx.ini_str("redis.arrays.names");
    if !names.split(|byte| *byte == b',').any(|known| known == name) {
        return Ok(None);
    }
    let flag = |cx: &mut Cx, which: &str| -> PhpResult<bool> {
        match setting(cx, which, name)? {
            Some(value) => convert::to_bool(cx, &value),
            None => Ok(false),
        }
    };
    let float = |cx: &mut Cx, which: &str| -> PhpResult<f64> {
        match setting(cx, which, name)? {
            Some(value) => convert::to_float(cx, &value),
            None => Ok(0.0),
        }
    };
    let auth = setting(cx, "auth", name)?;
    let options = Options {
        function: setting(cx, "functions", name)?.unwrap_or(Value::NULL),
        distributor: setting(cx, "distributor", name)?.unwrap_or(Value::NULL),
        algorithm: setting(cx, "algorithm", name)?.and_then(|value| value.into_str().ok()),
        index: flag(cx, "index")?,
        auto_rehash: flag(cx, "autorehash")?,
        persistent: flag(cx, "pconnect")?,
        retry_interval: float(cx, "retryinterval")? as i64,
        lazy: flag(cx, "lazyconnect")?,
        connect_timeout: float(cx, "connecttimeout")?,
        read_timeout: float(cx, "readtimeout")?,
        consistent: setting(cx, "consistent", name)?.and_then(|value| value.into_str().ok()).is_some_and(|text| text.starts_with(b"1")),
        auth: auth_of(cx, auth.as_ref())?,
    };
    let hosts = setting(cx, "hosts", name)?.and_then(|hosts| hosts.into_array().ok()).unwrap_or_default();
    let previous = setting(cx, "previous", name)?.and_then(|previous| previous.into_array().ok());
    make(cx, &hosts, &options, previous.as_ref())
}

/// Commands that change nothing: they are tried at the servers before, and keys stay where they are.
pub(super) fn only_reads(name: &[u8]) -> bool {
    const READS: [&str; 32] = [
        "exists",
        "get",
        "getbit",
        "getrange",
        "hexists",
        "hget",
        "hgetall",
        "hkeys",
        "hlen",
        "hmget",
        "hvals",
        "lindex",
        "llen",
        "lrange",
        "object",
        "scard",
        "sdiff",
        "sinter",
        "sismember",
        "smembers",
        "srandmember",
        "strlen",
        "sunion",
        "type",
        "zcard",
        "zcount",
        "zrange",
        "zrank",
        "zrevrange",
        "zrevrangebyscore",
        "zrevrank",
        "zscore",
    ];
    READS.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}
