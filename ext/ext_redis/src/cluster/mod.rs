//! `RedisCluster`: commands go to the server that has the slot of their keys.
//!
//! Modules: `nodes` (the servers, and how commands find them), `directed` (commands whose first argument says where they go), `many` (commands with keys
//! in several slots), `transaction`, `session`, `about` (what asks no server).

pub(crate) mod about;
pub(crate) mod directed;
pub(crate) mod many;
mod nodes;
pub(crate) mod session;
pub(crate) mod transaction;

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use loxo_redis::SLOTS;
use loxo_runtime::web::read_query;
use loxo_runtime::{Callable, Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, convert};

use crate::builder::Builder;
use crate::connection::{Connection, Credentials, credentials};
use crate::reply::Reply;
use crate::reply_conversion::{self, ReplyKind};
use crate::scan::{cursor_of, set_cursor};
use crate::shared_connection::SharedConnection;
use crate::subscribe::{self, Kind};
use crate::table::{self, Spec};

use nodes::{Access, Nodes, throw};
use transaction::Queued;

#[derive(Default)]
pub(crate) struct Slot(Option<Rc<Cluster>>);

pub(crate) struct Cluster {
    nodes: RefCell<Nodes>,
    /// A connection that is none: it holds the options, and the last error.
    flags: SharedConnection,
    /// Commands whose answers come with `exec()`.
    queue: RefCell<Vec<Queued>>,
    /// Where subscriptions are.
    subscribed: RefCell<Option<SharedConnection>>,
}

impl Native for Slot {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        let Some(cluster) = &self.0 else { return };
        if let Ok(nodes) = cluster.nodes.try_borrow() {
            for node in &nodes.masters {
                node.connection.peek(|sock| sock.trace(tracer));
            }
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Slot::default())), no_clone: true, ..ObjectHandlers::default() }
}

fn cluster(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<Cluster>> {
    match this.native::<Slot>().and_then(|slot| slot.0.clone()) {
        Some(cluster) => Ok(cluster),
        None => Err(throw(cx, "The cluster is not connected")),
    }
}

impl Cluster {
    fn nodes(&self, cx: &mut Cx) -> PhpResult<RefMut<'_, Nodes>> {
        match self.nodes.try_borrow_mut() {
            Ok(nodes) => Ok(nodes),
            // A handler of errors that uses what is being used.
            Err(_) => Err(throw(cx, "The connection is in use")),
        }
    }

    fn is_collecting(&self) -> bool {
        self.flags.peek(|sock| sock.mode.multi).unwrap_or(false)
    }

    /// Sends a command by slot. The answer, or what the program gets while commands are collected.
    fn send(&self, cx: &mut Cx, slot: u16, bytes: &[u8], answer: &ReplyKind, reads: bool, this: &PhpObject) -> PhpResult<Value> {
        if self.is_collecting() {
            let queued = Queued::single(answer.clone());
            return transaction::enqueue(cx, self, slot, bytes, queued, this);
        }
        let (_, reply) = self.nodes(cx)?.ask(cx, slot, bytes, reads)?;
        reply_conversion::convert(cx, &self.flags, reply, answer)
    }
}

/// What settings say of a cluster: `redis.clusters.seeds = "name[]=host:1&other[]=…"`
fn setting(cx: &mut Cx, setting: &str, name: &[u8]) -> PhpResult<Option<Value>> {
    let text = cx.ini_str(&["redis.clusters.", setting].concat());
    let mut all = PhpArray::new();
    read_query(cx, &text, &mut all)?;
    Ok(all.get_sym(name).map(Value::clone_deref))
}

/// `RedisCluster::__construct()`
#[allow(clippy::too_many_arguments)] // they are PHP's
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    name: Option<&PhpStr>,
    seeds: Option<&PhpArray>,
    timeout: &Value,
    read_timeout: &Value,
    persistent: bool,
    auth: &Value,
    context: Option<&PhpArray>,
) -> PhpResult<()> {
    let Some(seeds) = seeds else {
        return load(cx, this, name.map_or(b"", |name| name.as_bytes()));
    };
    let (user, password) = auth_of(cx, Some(auth))?;
    let (timeout, read_timeout) = (convert::to_float(cx, timeout)?, convert::to_float(cx, read_timeout)?);
    connect(cx, this, seeds, Access { timeout, read_timeout, persistent, user, password, ssl: context.cloned() })
}

fn auth_of(cx: &mut Cx, given: Option<&Value>) -> PhpResult<Credentials> {
    match given {
        Some(given) => Ok(credentials(cx, given)?.unwrap_or_default()),
        None => Ok(Credentials::default()),
    }
}

/// A cluster that settings describe.
fn load(cx: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<()> {
    let Some(seeds) = setting(cx, "seeds", name)?.and_then(|seeds| seeds.into_array().ok()) else {
        return Err(throw(cx, "Couldn't find seeds for cluster"));
    };
    let float = |cx: &mut Cx, which: &str| match setting(cx, which, name)? {
        Some(value) => convert::to_float(cx, &value),
        None => Ok(0.0),
    };
    let (timeout, read_timeout) = (float(cx, "timeout")?, float(cx, "read_timeout")?);
    let persistent = setting(cx, "persistent", name)?
        .and_then(|value| value.into_str().ok())
        .is_some_and(|text| [&b"true"[..], b"yes", b"1"].iter().any(|word| text.eq_ignore_ascii_case(word)));
    let auth = setting(cx, "auth", name)?;
    let (user, password) = auth_of(cx, auth.as_ref())?;
    connect(cx, this, &seeds, Access { timeout, read_timeout, persistent, user, password, ssl: None })
}

fn connect(cx: &mut Cx, this: &PhpObject, seeds: &PhpArray, access: Access) -> PhpResult<()> {
    let seeds = read_seeds(cx, seeds)?;
    let mut flags = Connection::new(b"", 0);
    flags.timeout = access.timeout;
    flags.read_timeout = access.read_timeout;
    let nodes = Nodes::new(cx, &seeds, access)?;
    let cluster = Cluster {
        nodes: RefCell::new(nodes),
        flags: SharedConnection::of_cluster(flags),
        queue: RefCell::default(),
        subscribed: RefCell::default(),
    };
    this.set_native(Box::new(Slot(Some(Rc::new(cluster)))));
    Ok(())
}

/// Those that may be addresses.
fn read_seeds(cx: &mut Cx, given: &PhpArray) -> PhpResult<Vec<Vec<u8>>> {
    let mut seeds = Vec::with_capacity(given.len());
    for seed in given.values() {
        match seed.deref().as_bytes() {
            Some(seed) if seed.contains(&b':') => seeds.push(seed.to_vec()),
            Some(seed) => {
                let message = [b"Seed '", seed, b"' not in host:port format, ignoring"].concat();
                cx.builtin_warning(&message);
                cx.check()?;
            }
            None => {
                cx.builtin_warning("Skipping non-string entry in seeds array");
                cx.check()?;
            }
        }
    }
    Ok(seeds)
}

/// Commands that are other here than with a single server.
static OWN: &[Spec] = &[
    table::plain_row("lget", "LINDEX", "kl", ReplyKind::Value),
    table::plain_row("decrbyfloat", "DECRBYFLOAT", "kf", ReplyKind::Float),
    table::plain_row("dump", "DUMP", "k", ReplyKind::Text),
    table::row("pfadd", "PFADD", crate::commands::keys::pfadd, ReplyKind::One),
];

fn spec(method: &[u8]) -> Option<&'static Spec> {
    let own = OWN.iter().find(|spec| method.eq_ignore_ascii_case(spec.method.as_bytes()));
    own.or_else(|| table::find(method))
}

/// Commands that replicas may answer.
fn only_reads(keyword: &str) -> bool {
    const READS: [&str; 62] = [
        "GET",
        "MGET",
        "EXISTS",
        "TYPE",
        "LPOS",
        "SRANDMEMBER",
        "STRLEN",
        "LLEN",
        "SCARD",
        "SMEMBERS",
        "SISMEMBER",
        "SMISMEMBER",
        "SDIFF",
        "TTL",
        "PTTL",
        "ZCARD",
        "ZSCORE",
        "ZMSCORE",
        "ZCOUNT",
        "ZRANK",
        "ZREVRANK",
        "HLEN",
        "HKEYS",
        "HVALS",
        "HGET",
        "HGETALL",
        "HEXISTS",
        "HRANDFIELD",
        "HMGET",
        "HSTRLEN",
        "DUMP",
        "EXPIRETIME",
        "PEXPIRETIME",
        "GETBIT",
        "BITCOUNT",
        "BITPOS",
        "LINDEX",
        "GETRANGE",
        "LCS",
        "LRANGE",
        "PFCOUNT",
        "ZRANGE",
        "ZREVRANGE",
        "ZRANGEBYSCORE",
        "ZDIFF",
        "ZUNION",
        "ZINTER",
        "ZRANDMEMBER",
        "ZREVRANGEBYSCORE",
        "ZRANGEBYLEX",
        "ZREVRANGEBYLEX",
        "ZLEXCOUNT",
        "SORT_RO",
        "OBJECT",
        "EVAL_RO",
        "EVALSHA_RO",
        "GEOHASH",
        "GEOPOS",
        "GEODIST",
        "GEOSEARCH",
        "XRANGE",
        "XREVRANGE",
    ];
    READS.contains(&keyword)
}

fn any_slot(cx: &mut Cx) -> u16 {
    u16::try_from(loxo_random::range(cx, 0, i64::from(SLOTS) - 1)).unwrap_or(0)
}

/// What a method's arguments become.
struct Built {
    bytes: Vec<u8>,
    answer: ReplyKind,
    slot: Option<u16>,
}

/// `None`: the method answers false. With `skips` the first argument is somebody else's.
fn build(cx: &mut Cx, cluster: &Cluster, spec: &Spec, args: &mut [Value], skips: bool) -> PhpResult<Option<Built>> {
    let (packing, prefix) = {
        let sock = cluster.flags.lock(cx)?;
        (sock.packing, sock.prefix.clone())
    };
    let mut builder = Builder::new(cx, args, spec.keyword, packing, prefix);
    builder.is_cluster = true;
    if skips {
        builder.skip_first();
    }
    if !spec.build(&mut builder)? || builder.crosses_slots()? {
        return Ok(None);
    }
    Ok(Some(Built { bytes: builder.command.bytes(), answer: builder.answer, slot: builder.slot }))
}

fn method_name(cx: &Cx) -> Vec<u8> {
    cx.active.map_or_else(Vec::new, |func| func.name.as_bytes().to_vec())
}

/// Every method that is a command with keys.
pub(crate) fn run(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let name = method_name(cx);
    let Some(spec) = spec(&name) else { return Ok(Value::FALSE) };
    let Some(built) = build(cx, &cluster, spec, args, false)? else { return Ok(Value::FALSE) };
    let slot = match built.slot {
        Some(slot) => slot,
        None => any_slot(cx),
    };
    cluster.send(cx, slot, &built.bytes, &built.answer, only_reads(spec.keyword), this)
}

/// `RedisCluster::keys()`
pub(crate) fn keys(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let pattern = cluster.flags.lock(cx)?.prefixed(pattern);
    let bytes = loxo_redis::Command::new("KEYS").arg(&pattern).bytes();
    let mut keys = PhpArray::new();
    let count = cluster.nodes(cx)?.masters.len();
    for node in 0..count {
        let reply = cluster.nodes(cx)?.ask_node(cx, node, &bytes)?;
        let Some(list) = reply.and_then(Reply::into_list) else {
            let shown = about::server_address(&cluster, cx, node)?;
            cx.builtin_warning(format!("Can't read response from {shown}"));
            cx.check()?;
            continue;
        };
        for key in list {
            if let Reply::Bulk(key) = key {
                let _ = keys.push(Value::string(key));
            }
        }
    }
    Ok(Value::array(keys))
}

/// What a scan goes through.
struct Scan<'a> {
    keyword: &'static str,
    slot: Option<u16>,
    node: usize,
    key: Option<Vec<u8>>,
    pattern: Option<&'a PhpStr>,
    count: i64,
    answer: ReplyKind,
}

fn scan_on(cx: &mut Cx, cluster: &Cluster, cursor: &RefArg, scan: &Scan<'_>) -> PhpResult<Value> {
    if cluster.is_collecting() {
        return Err(throw(cx, "SCAN type commands can't be called in MULTI mode!"));
    }
    let Some(mut place) = cursor_of(cursor) else { return Ok(Value::FALSE) };
    let (prefixes, retries) = {
        let sock = cluster.flags.lock(cx)?;
        (sock.scan_prefixes, sock.scan_retries)
    };
    let mut pattern = scan.pattern.map(|pattern| pattern.as_bytes().to_vec());
    if prefixes {
        pattern = Some(cluster.flags.lock(cx)?.prefixed(&pattern.unwrap_or_default()));
    }
    loop {
        let mut command = loxo_redis::Command::new(scan.keyword);
        if let Some(key) = &scan.key {
            command.arg(key);
        }
        command.word(&place);
        if scan.count != 0 {
            command.word("COUNT").int(scan.count);
        }
        if let Some(pattern) = pattern.as_ref().filter(|pattern| !pattern.is_empty()) {
            command.word("MATCH").arg(pattern);
        }
        let reply = match scan.slot {
            Some(slot) => Some(cluster.nodes(cx)?.ask(cx, slot, &command.bytes(), true)?.1),
            None => cluster.nodes(cx)?.ask_node(cx, scan.node, &command.bytes())?,
        };
        let mut parts = reply.and_then(Reply::into_list).unwrap_or_default().into_iter();
        let (Some(Reply::Bulk(next)), Some(elements)) = (parts.next(), parts.next()) else {
            return Err(throw(cx, "Couldn't read SCAN response"));
        };
        let next: u64 = std::str::from_utf8(&next).ok().and_then(|next| next.parse().ok()).unwrap_or(0);
        let found = reply_conversion::convert(cx, &cluster.flags, elements, &scan.answer)?;
        if retries && next != 0 && found.as_array().is_some_and(PhpArray::is_empty) {
            place = next.to_string();
            cx.check_interrupt()?;
            continue;
        }
        set_cursor(cx, cursor, next)?;
        return Ok(found);
    }
}

/// `RedisCluster::scan()`
pub(crate) fn scan(
    cx: &mut Cx,
    this: &PhpObject,
    cursor: &RefArg,
    place: &Value,
    pattern: Option<&PhpStr>,
    count: i64,
) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let Some(node) = directed::node_of(cx, &cluster, place)? else { return Ok(Value::FALSE) };
    scan_on(cx, &cluster, cursor, &Scan { keyword: "SCAN", slot: None, node, key: None, pattern, count, answer: ReplyKind::Texts })
}

macro_rules! scans {
    ($($name:ident $keyword:literal $answer:ident),*) => { $(
        pub(crate) fn $name(
            cx: &mut Cx,
            this: &PhpObject,
            key: &PhpStr,
            cursor: &RefArg,
            pattern: Option<&PhpStr>,
            count: i64,
        ) -> PhpResult<Value> {
            let cluster = cluster(cx, this)?;
            let key = cluster.flags.lock(cx)?.prefixed(key);
            let slot = Some(loxo_redis::slot_of(&key));
            let answer = ReplyKind::$answer;
            scan_on(cx, &cluster, cursor, &Scan { keyword: $keyword, slot, node: 0, key: Some(key), pattern, count, answer })
        }
    )* };
}

scans!(hscan "HSCAN" ValueMap, sscan "SSCAN" Values, zscan "ZSCAN" Scores);

fn begin_subscription(cx: &mut Cx, this: &PhpObject, kind: Kind, names: &PhpArray, callback: &Callable) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let known = cluster.subscribed.borrow().clone();
    let connection = match known {
        Some(connection) => connection,
        None => {
            let node = cluster.nodes(cx)?.any(cx);
            let Some(connection) = cluster.nodes(cx)?.connection(node) else { return Ok(Value::FALSE) };
            connection
        }
    };
    let (prefix, packing) = {
        let flags = cluster.flags.lock(cx)?;
        (flags.prefix.clone(), flags.packing)
    };
    {
        let mut sock = connection.lock(cx)?;
        (sock.prefix, sock.packing) = (prefix, packing);
    }
    let outer = cluster.subscribed.replace(Some(connection.clone()));
    let callback = Value::object((cx.hooks.closure)(cx, callback));
    let result = subscribe::subscribe(cx, this, &connection, kind, names, &callback);
    cluster.subscribed.replace(outer);
    result.map(Value::from)
}

fn end_subscription(cx: &mut Cx, this: &PhpObject, kind: Kind, names: &PhpArray) -> PhpResult<Value> {
    let cluster = cluster(cx, this)?;
    let known = cluster.subscribed.borrow().clone();
    match known {
        Some(connection) => subscribe::unsubscribe(cx, &connection, kind, names),
        None => {
            cx.builtin_warning("You can't unsubscribe outside of a subscribe loop");
            cx.check().map(|()| Value::FALSE)
        }
    }
}

/// `RedisCluster::subscribe()`
pub(crate) fn subscribe(cx: &mut Cx, this: &PhpObject, names: &PhpArray, callback: &Callable) -> PhpResult<Value> {
    begin_subscription(cx, this, Kind::Channels, names, callback)
}

/// `RedisCluster::psubscribe()`
pub(crate) fn psubscribe(cx: &mut Cx, this: &PhpObject, names: &PhpArray, callback: &Callable) -> PhpResult<Value> {
    begin_subscription(cx, this, Kind::Patterns, names, callback)
}

/// `RedisCluster::unsubscribe()`
pub(crate) fn unsubscribe(cx: &mut Cx, this: &PhpObject, names: &PhpArray) -> PhpResult<Value> {
    end_subscription(cx, this, Kind::Channels, names)
}

/// `RedisCluster::punsubscribe()`
pub(crate) fn punsubscribe(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let given: Vec<Value> = args.iter().map(Value::clone_deref).collect();
    let list = given.first().filter(|_| given.len() == 1).and_then(|first| first.as_array().cloned());
    end_subscription(cx, this, Kind::Patterns, &list.unwrap_or_else(|| PhpArray::from_values(given)))
}
