//! The class `Redis`: connecting, transactions and pipelines, and the one function behind every method that is a command.

use loxo_redis::Command;
use loxo_runtime::{Callable, Cx, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, convert};

use crate::backoff::{Algorithm, Backoff};
use crate::builder::{Builder, is, named};
use crate::connection::{Connection, DEFAULT_PORT, Mode, Queued, State, credentials};
use crate::pack::Serializer;
use crate::reply::Reply;
use crate::reply_conversion::{self, ReplyKind};
use crate::scan::{self, Scan};
use crate::shared_connection::SharedConnection;
use crate::subscribe::{self, Kind};
use crate::{options, table};

/// The native part; empty before the constructor, and after a connection that was not made.
#[derive(Default)]
pub(crate) struct Slot(Option<SharedConnection>);

impl Native for Slot {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(connection) = &self.0 {
            connection.peek(|sock| sock.trace(tracer));
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Slot::default())), no_clone: true, ..ObjectHandlers::default() }
}

pub(crate) fn known(this: &PhpObject) -> Option<SharedConnection> {
    this.native::<Slot>()?.0.clone()
}

/// An object with a connection.
pub(crate) fn object_of(cx: &mut Cx, sock: Connection) -> PhpObject {
    let class = cx.builtin_class("Redis");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Slot(Some(SharedConnection::new(sock)))));
    object
}

/// The connection of an object, open or not.
pub(crate) fn connection(cx: &mut Cx, this: &PhpObject) -> PhpResult<SharedConnection> {
    match known(this) {
        Some(connection) => Ok(connection),
        None => Err(cx.throw("RedisException", "Redis server went away")),
    }
}

/// The same, open.
fn open(cx: &mut Cx, this: &PhpObject) -> PhpResult<SharedConnection> {
    let connection = connection(cx, this)?;
    connection.open(cx)?;
    Ok(connection)
}

/// The same for those who would rather know that there is none.
fn open_quietly(cx: &mut Cx, this: &PhpObject) -> Option<SharedConnection> {
    let connection = known(this)?;
    let is_open = connection.lock(cx).ok()?.open(cx);
    matches!(is_open, Ok(true)).then_some(connection)
}

fn value_exception(cx: &mut Cx, message: &str) -> loxo_runtime::Thrown {
    cx.throw("ValueError", message)
}

/// `Redis::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, options: Option<&PhpArray>) -> PhpResult<()> {
    let mut sock = Connection::new(b"127.0.0.1", DEFAULT_PORT);
    for (key, value) in options.unwrap_or(&PhpArray::new()) {
        let Some(name) = named(&key) else { continue };
        configure(cx, &mut sock, name, value.deref())?;
    }
    this.set_native(Box::new(Slot(Some(SharedConnection::new(sock)))));
    Ok(())
}

pub(crate) fn configure(cx: &mut Cx, sock: &mut Connection, name: &[u8], value: &Value) -> PhpResult<()> {
    let is_number = value.is_int() || value.is_float();
    if is(name, "host") {
        match value.as_bytes() {
            Some(host) => sock.host = host.to_vec(),
            None => return Err(value_exception(cx, "Invalid host")),
        }
    } else if is(name, "port") {
        match value.as_int() {
            Some(port) => sock.port = port,
            None => return Err(value_exception(cx, "Invalid port")),
        }
    } else if is(name, "connectTimeout") {
        if !is_number {
            return Err(value_exception(cx, "Invalid connect timeout"));
        }
        sock.timeout = convert::to_float(cx, value)?;
    } else if is(name, "readTimeout") {
        if !is_number {
            return Err(value_exception(cx, "Invalid read timeout"));
        }
        sock.read_timeout = convert::to_float(cx, value)?;
    } else if is(name, "persistent") {
        match value.as_bytes() {
            Some(id) => (sock.persistent, sock.persistent_id) = (true, Some(id.to_vec())),
            None => sock.persistent = convert::to_bool(cx, value)?,
        }
    } else if is(name, "retryInterval") {
        if !is_number {
            return Err(value_exception(cx, "Invalid retry interval"));
        }
        // It is kept, and nothing is made of it: how long to wait is said by `backoff`.
    } else if is(name, "ssl") {
        match value.as_array() {
            Some(options) => sock.set_ssl_options(options),
            None => return Err(value_exception(cx, "Invalid SSL context options")),
        }
    } else if is(name, "auth") {
        if !value.is_string() && !value.is_array() {
            return Err(value_exception(cx, "Invalid auth credentials"));
        }
        if let Some((user, password)) = credentials(cx, value)? {
            sock.set_auth(user, password);
        }
    } else if is(name, "backoff") {
        let Some(options) = value.as_array() else { return Err(value_exception(cx, "Invalid backoff options")) };
        if !configure_backoff(cx, &mut sock.backoff, options)? {
            return Err(value_exception(cx, "Invalid backoff options"));
        }
    } else {
        cx.builtin_warning([b"Skip unknown option '", name, b"'"].concat());
        cx.check()?;
    }
    Ok(())
}

fn configure_backoff(cx: &mut Cx, backoff: &mut Backoff, options: &PhpArray) -> PhpResult<bool> {
    for (key, value) in options {
        let Some(name) = named(&key) else { continue };
        if !["algorithm", "base", "cap"].iter().any(|known| is(name, known)) {
            cx.builtin_warning([b"Skip unknown backoff option '", name, b"'"].concat());
            cx.check()?;
            continue;
        }
        let number = convert::to_int(cx, value.deref())?;
        let micros = u64::try_from(number).ok().map(|millis| millis.saturating_mul(1000));
        match (Algorithm::find(number), micros) {
            (Some(algorithm), _) if is(name, "algorithm") => backoff.algorithm = algorithm,
            (_, Some(micros)) if is(name, "base") => backoff.base = micros,
            (_, Some(micros)) if is(name, "cap") => backoff.cap = micros,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// `Redis::__destruct()`
pub(crate) fn destruct(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let Some(connection) = known(this) else { return Ok(()) };
    let mut sock = connection.lock(cx)?;
    if sock.mode.multi {
        if !sock.mode.pipeline && sock.stream().is_some() {
            let _ = sock.ask(cx, &Command::new("DISCARD"));
        }
        sock.queue.clear();
    }
    Ok(())
}

struct Target<'a> {
    host: &'a PhpStr,
    port: i64,
    timeout: f64,
    persistent_id: Option<&'a PhpStr>,
    retry_interval: i64,
    read_timeout: f64,
    context: Option<&'a PhpArray>,
}

fn connect_to(cx: &mut Cx, this: &PhpObject, target: &Target<'_>, persistent: bool) -> PhpResult<bool> {
    const MOST: f64 = i32::MAX as f64;
    if target.timeout > MOST {
        return Err(value_exception(cx, "Invalid connect timeout"));
    }
    if target.read_timeout > MOST {
        return Err(value_exception(cx, "Invalid read timeout"));
    }
    let Some(interval) = u64::try_from(target.retry_interval).ok().filter(|interval| *interval <= i32::MAX as u64) else {
        return Err(value_exception(cx, "Invalid retry interval"));
    };
    let host = target.host.as_bytes();
    let begins = |scheme: &str| host.get(..scheme.len()).is_some_and(|start| is(start, scheme));
    let is_path = host.starts_with(b"/") || (host.len() > 6 && (begins("unix://") || begins("file://")));
    let port = if target.port == -1 && !is_path { DEFAULT_PORT } else { target.port };
    // The one before goes first.
    this.set_native(Box::new(Slot::default()));
    let mut sock = Connection::new(host, port);
    sock.timeout = target.timeout;
    sock.read_timeout = target.read_timeout;
    sock.backoff = Backoff::new(interval * 1000);
    sock.persistent = persistent;
    sock.persistent_id = target.persistent_id.filter(|_| persistent).map(|id| id.as_bytes().to_vec());
    if let Some(context) = target.context {
        if let Some(options) = context.get_bytes(b"stream").and_then(|options| options.deref().as_array()) {
            sock.set_ssl_options(options);
        }
        if let Some(auth) = context.get_bytes(b"auth")
            && let Some((user, password)) = credentials(cx, auth)?
        {
            sock.set_auth(user, password);
        }
    }
    match sock.connect(cx) {
        Ok(()) => {
            this.set_native(Box::new(Slot(Some(SharedConnection::new(sock)))));
            Ok(true)
        }
        Err(text) => {
            cx.check()?;
            match text {
                Some(text) => Err(cx.throw("RedisException", text)),
                None => Ok(false),
            }
        }
    }
}

/// `Redis::connect()`
#[allow(clippy::too_many_arguments)] // they are PHP's
pub(crate) fn connect(
    cx: &mut Cx,
    this: &PhpObject,
    host: &PhpStr,
    port: Option<i64>,
    timeout: f64,
    persistent_id: Option<&PhpStr>,
    retry_interval: i64,
    read_timeout: f64,
    context: Option<&PhpArray>,
) -> PhpResult<bool> {
    let port = port.unwrap_or(-1);
    connect_to(cx, this, &Target { host, port, timeout, persistent_id, retry_interval, read_timeout, context }, false)
}

/// `Redis::pconnect()`
#[allow(clippy::too_many_arguments)] // they are PHP's
pub(crate) fn pconnect(
    cx: &mut Cx,
    this: &PhpObject,
    host: &PhpStr,
    port: Option<i64>,
    timeout: f64,
    persistent_id: Option<&PhpStr>,
    retry_interval: i64,
    read_timeout: f64,
    context: Option<&PhpArray>,
) -> PhpResult<bool> {
    let port = port.unwrap_or(-1);
    connect_to(cx, this, &Target { host, port, timeout, persistent_id, retry_interval, read_timeout, context }, true)
}

/// `Redis::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    match open_quietly(cx, this) {
        Some(connection) => {
            connection.lock(cx)?.disconnect(true, true);
            Ok(true)
        }
        None => Ok(false),
    }
}

/// Every method that is a command.
pub(crate) fn run(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let Some(spec) = cx.active.and_then(|func| table::find(func.name.as_bytes())) else { return Ok(Value::FALSE) };
    let connection = open(cx, this)?;
    send(cx, &connection, spec, args, &Value::object(this.clone()))
}

/// Builds and sends one command.
pub(crate) fn send(cx: &mut Cx, connection: &SharedConnection, spec: &table::Spec, args: &mut [Value], this: &Value) -> PhpResult<Value> {
    let (packing, prefix) = {
        let sock = connection.lock(cx)?;
        (sock.packing, sock.prefix.clone())
    };
    let mut builder = Builder::new(cx, args, spec.keyword, packing, prefix);
    if !spec.build(&mut builder)? {
        return Ok(Value::FALSE);
    }
    let (bytes, kind) = (builder.command.bytes(), builder.answer);
    if spec.method == "auth"
        && let Some(given) = args.first().map(Value::clone_deref)
        && let Some((user, password)) = credentials(cx, &given)?
    {
        connection.lock(cx)?.set_auth(user, password);
    }
    connection.execute(cx, &bytes, kind, this)
}

/// `Redis::reset()`
pub(crate) fn reset(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let connection = open(cx, this)?;
    let mode = connection.lock(cx)?.mode;
    if mode.pipeline {
        return Err(cx.fatal("Redis::reset(): Reset isn't allowed in pipeline mode!"));
    }
    let bytes = Command::new("RESET").bytes();
    if !connection.write(cx, &bytes)? {
        return Ok(false);
    }
    let done = match connection.read(cx)? {
        Reply::Status(text) => text.as_bytes() == b"RESET",
        Reply::Error(text) => {
            connection.note_error(cx, &text, true)?;
            false
        }
        _ => false,
    };
    if !done {
        return if mode.is_atomic() { Ok(false) } else { Err(connection.throw(cx, "Reset failed in multi mode!")) };
    }
    let mut sock = connection.lock(cx)?;
    sock.queue.clear();
    sock.state = State::Connected;
    sock.mode = Mode::default();
    sock.database = 0;
    sock.watching = false;
    Ok(true)
}

/// `Redis::ATOMIC`, `Redis::MULTI`, `Redis::PIPELINE`
const MULTI: i64 = 1;
const PIPELINE: i64 = 2;

/// `Redis::multi()`
pub(crate) fn multi(cx: &mut Cx, this: &PhpObject, value: i64) -> PhpResult<Value> {
    let connection = open(cx, this)?;
    let mode = connection.lock(cx)?.mode;
    match value {
        PIPELINE if mode.multi => return Err(cx.fatal("Redis::multi(): Can't activate pipeline in multi mode!")),
        PIPELINE => connection.lock(cx)?.mode.pipeline = true,
        MULTI if mode.multi => {}
        MULTI if mode.pipeline => {
            let mut sock = connection.lock(cx)?;
            sock.pipeline.extend(Command::new("MULTI").bytes());
            sock.queue.push(Queued::Border);
            sock.mode.multi = true;
        }
        MULTI => {
            let bytes = Command::new("MULTI").bytes();
            if !connection.write(cx, &bytes)? {
                return Ok(Value::FALSE);
            }
            match connection.read(cx)? {
                Reply::Error(text) => {
                    connection.note_error(cx, &text, true)?;
                    return Ok(Value::FALSE);
                }
                reply if !reply.is_ok() => return Ok(Value::FALSE),
                _ => connection.lock(cx)?.mode.multi = true,
            }
        }
        _ => {
            cx.builtin_warning("Unknown mode sent to Redis::multi");
            return cx.check().map(|()| Value::FALSE);
        }
    }
    Ok(Value::object(this.clone()))
}

/// `Redis::pipeline()`
pub(crate) fn pipeline(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let connection = open(cx, this)?;
    if connection.lock(cx)?.mode.multi {
        return Err(cx.fatal("Redis::pipeline(): Can't activate pipeline in multi mode!"));
    }
    connection.lock(cx)?.mode.pipeline = true;
    Ok(Value::object(this.clone()))
}

/// `Redis::discard()`
pub(crate) fn discard(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let connection = open(cx, this)?;
    let mode = connection.lock(cx)?.mode;
    let done = if mode.pipeline {
        connection.lock(cx)?.pipeline.clear();
        true
    } else if mode.multi {
        let asked = connection.lock(cx)?.ask(cx, &Command::new("DISCARD"));
        connection.checked(cx, asked)?.is_some_and(|reply| reply.is_ok())
    } else {
        false
    };
    if done {
        let mut sock = connection.lock(cx)?;
        sock.queue.clear();
        sock.mode = Mode::default();
    }
    Ok(done)
}

/// `Redis::exec()`
pub(crate) fn exec(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let connection = open(cx, this)?;
    let mode = connection.lock(cx)?.mode;
    match (mode.multi, mode.pipeline) {
        (true, true) => {
            let mut sock = connection.lock(cx)?;
            sock.pipeline.extend(Command::new("EXEC").bytes());
            sock.queue.push(Queued::Border);
            sock.mode.multi = false;
            Ok(Value::object(this.clone()))
        }
        (true, false) => exec_transaction(cx, &connection),
        (false, true) => exec_pipeline(cx, &connection),
        (false, false) => Ok(Value::FALSE),
    }
}

fn exec_transaction(cx: &mut Cx, connection: &SharedConnection) -> PhpResult<Value> {
    let bytes = Command::new("EXEC").bytes();
    if !connection.write(cx, &bytes)? {
        return Ok(Value::FALSE);
    }
    let reply = connection.read(cx);
    let queue = {
        let mut sock = connection.lock(cx)?;
        sock.mode.multi = false;
        sock.watching = false;
        std::mem::take(&mut sock.queue)
    };
    let list = match reply? {
        Reply::Array(list) => list,
        Reply::Error(_) | Reply::NilArray => return Ok(Value::FALSE),
        _ => return Ok(Value::FALSE),
    };
    let kinds = queue.into_iter().map(|queued| match queued {
        Queued::ReplyKind(kind) => kind,
        Queued::Border => ReplyKind::Any,
    });
    answers(cx, connection, list.into_iter().zip(kinds).collect())
}

/// What the replies mean. Behind an exception only further errors are looked at: each becomes one more in its chain.
fn answers(cx: &mut Cx, connection: &SharedConnection, replies: Vec<(Reply, ReplyKind)>) -> PhpResult<Value> {
    let mut answers = PhpArray::packed_with_capacity(replies.len());
    let mut failed = None;
    for (reply, kind) in replies {
        if failed.is_some() && (cx.ending.is_some() || !matches!(reply, Reply::Error(_))) {
            continue;
        }
        match reply_conversion::convert(cx, connection, reply, &kind) {
            Ok(value) => drop(answers.push(value)),
            Err(thrown) => failed = Some(thrown),
        }
    }
    failed.map_or(Ok(Value::array(answers)), Err)
}

fn exec_pipeline(cx: &mut Cx, connection: &SharedConnection) -> PhpResult<Value> {
    let (bytes, queue) = {
        let mut sock = connection.lock(cx)?;
        sock.mode.pipeline = false;
        (std::mem::take(&mut sock.pipeline), std::mem::take(&mut sock.queue))
    };
    if bytes.is_empty() {
        return Ok(Value::array(PhpArray::new()));
    }
    if !connection.write(cx, &bytes)? {
        return Ok(Value::FALSE);
    }
    // All is read before anything is made of it: code of the program may run then.
    let mut replies = Vec::with_capacity(queue.len());
    let mut rest = queue.into_iter();
    while let Some(queued) = rest.next() {
        match queued {
            Queued::ReplyKind(kind) => replies.push((connection.read(cx)?, kind)),
            Queued::Border => {
                let begun = connection.read(cx)?.is_ok();
                for within in rest.by_ref() {
                    if matches!(within, Queued::Border) {
                        break;
                    }
                    connection.read(cx)?;
                }
                let reply = connection.read(cx)?;
                if !begun {
                    return Ok(Value::FALSE);
                }
                let reply = if matches!(reply, Reply::Array(_)) { reply } else { Reply::Array(Vec::new()) };
                replies.push((reply, ReplyKind::Any));
            }
        }
    }
    answers(cx, connection, replies)
}

/// `Redis::getMode()`
pub(crate) fn get_mode(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let mode = connection(cx, this)?.lock(cx)?.mode;
    Ok(if mode.pipeline { PIPELINE } else { i64::from(mode.multi) * MULTI })
}

/// `Redis::getOption()`
pub(crate) fn get_option(cx: &mut Cx, this: &PhpObject, option: i64) -> PhpResult<Value> {
    let connection = connection(cx, this)?;
    options::get(cx, &connection, option)
}

/// `Redis::setOption()`
pub(crate) fn set_option(cx: &mut Cx, this: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    let connection = connection(cx, this)?;
    options::set(cx, &connection, option, value)
}

/// `Redis::scan()`
pub(crate) fn scan(
    cx: &mut Cx,
    this: &PhpObject,
    iterator: &RefArg,
    pattern: Option<&PhpStr>,
    count: i64,
    kind: Option<&PhpStr>,
) -> PhpResult<Value> {
    let connection = connection(cx, this)?;
    scan::scan(cx, &connection, iterator, &Scan { keyword: "SCAN", key: None, pattern, count, kind })
}

macro_rules! scans {
    ($($name:ident $keyword:literal),*) => { $(
        pub(crate) fn $name(
            cx: &mut Cx,
            this: &PhpObject,
            key: &PhpStr,
            iterator: &RefArg,
            pattern: Option<&PhpStr>,
            count: i64,
        ) -> PhpResult<Value> {
            let connection = connection(cx, this)?;
            scan::scan(cx, &connection, iterator, &Scan { keyword: $keyword, key: Some(key), pattern, count, kind: None })
        }
    )* };
}

scans!(hscan "HSCAN", sscan "SSCAN", zscan "ZSCAN");

macro_rules! subscriptions {
    ($($begin:ident $end:ident $kind:ident),*) => { $(
        pub(crate) fn $begin(cx: &mut Cx, this: &PhpObject, names: &PhpArray, callback: &Callable) -> PhpResult<bool> {
            let connection = connection(cx, this)?;
            let callback = callback_value(cx, callback);
            subscribe::subscribe(cx, this, &connection, Kind::$kind, names, &callback)
        }

        pub(crate) fn $end(cx: &mut Cx, this: &PhpObject, names: &PhpArray) -> PhpResult<Value> {
            let connection = connection(cx, this)?;
            subscribe::unsubscribe(cx, &connection, Kind::$kind, names)
        }
    )* };
}

subscriptions!(subscribe unsubscribe Channels, psubscribe punsubscribe Patterns, ssubscribe sunsubscribe Shards);

/// Something callable that can be kept.
fn callback_value(cx: &mut Cx, callback: &Callable) -> Value {
    let make = cx.hooks.closure;
    Value::object(make(cx, callback))
}

fn about<T>(cx: &mut Cx, this: &PhpObject, tell: impl FnOnce(&Connection) -> T) -> PhpResult<OrFalse<T>> {
    Ok(OrFalse(open_quietly(cx, this).and_then(|connection| connection.peek(tell))))
}

/// `Redis::getHost()`
pub(crate) fn get_host(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<Vec<u8>>> {
    about(cx, this, |sock| sock.host.clone())
}

/// `Redis::getPort()`
pub(crate) fn get_port(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    about(cx, this, |sock| sock.port)
}

/// `Redis::getDBNum()`
pub(crate) fn get_dbnum(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    about(cx, this, |sock| sock.database)
}

/// `Redis::getTimeout()`
pub(crate) fn get_timeout(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<f64>> {
    about(cx, this, |sock| sock.timeout)
}

/// `Redis::getReadTimeout()`
pub(crate) fn get_read_timeout(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<f64>> {
    about(cx, this, |sock| sock.read_timeout)
}

/// `Redis::getPersistentID()`
pub(crate) fn get_persistent_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<Option<Vec<u8>>>> {
    about(cx, this, |sock| sock.persistent_id.clone())
}

/// `Redis::getAuth()`
pub(crate) fn get_auth(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<Value>> {
    about(cx, this, |sock| match (&sock.user, &sock.password) {
        (Some(user), Some(password)) => Value::array(PhpArray::from_values([Value::bytes(user), Value::bytes(password)])),
        (None, Some(password)) => Value::bytes(password),
        _ => Value::NULL,
    })
}

/// `Redis::isConnected()`
pub(crate) fn is_connected(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(known(this).and_then(|connection| connection.peek(|sock| sock.state >= State::Connected)).unwrap_or(false))
}

/// `Redis::getTransferredBytes()`
pub(crate) fn get_transferred_bytes(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let connection = connection(cx, this)?;
    let sock = connection.lock(cx)?;
    Ok(PhpArray::from_values([sock.sent as i64, sock.received as i64]))
}

/// `Redis::clearTransferredBytes()`
pub(crate) fn clear_transferred_bytes(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let connection = connection(cx, this)?;
    let mut sock = connection.lock(cx)?;
    (sock.sent, sock.received) = (0, 0);
    Ok(())
}

/// `Redis::getLastError()`
pub(crate) fn get_last_error(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Vec<u8>>> {
    Ok(connection(cx, this)?.lock(cx)?.error.clone())
}

/// `Redis::clearLastError()`
pub(crate) fn clear_last_error(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    connection(cx, this)?.lock(cx)?.error = None;
    Ok(true)
}

/// What the server says of itself when it is greeted.
fn hello(cx: &mut Cx, this: &PhpObject, wanted: &[u8]) -> PhpResult<Value> {
    let connection = open(cx, this)?;
    let bytes = Command::new("HELLO").bytes();
    if !connection.lock(cx)?.mode.is_atomic() || !connection.write(cx, &bytes)? {
        return Ok(Value::FALSE);
    }
    let reply = connection.read(cx)?;
    let known = reply_conversion::convert(cx, &connection, reply, &ReplyKind::AnyMap)?;
    Ok(known.as_array().and_then(|known| known.get_bytes(wanted).cloned()).unwrap_or(Value::FALSE))
}

/// `Redis::serverName()`
pub(crate) fn server_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    hello(cx, this, b"server")
}

/// `Redis::serverVersion()`
pub(crate) fn server_version(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    hello(cx, this, b"version")
}

fn packing(cx: &mut Cx, this: &PhpObject) -> PhpResult<crate::pack::Packing> {
    Ok(connection(cx, this)?.lock(cx)?.packing)
}

/// `Redis::_prefix()`
pub(crate) fn prefix(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<Vec<u8>> {
    Ok(connection(cx, this)?.lock(cx)?.prefixed(key))
}

/// `Redis::_serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<PhpStr> {
    packing(cx, this)?.serialize(cx, value)
}

/// `Redis::_unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<Value> {
    let packing = packing(cx, this)?;
    if packing.serializer == Serializer::None {
        return Ok(Value::string(value.clone()));
    }
    match packing.unserialize(cx, value)? {
        Some(value) => Ok(value),
        None => Err(cx.throw("RedisException", "Invalid serialized data, or unserialization error")),
    }
}

/// `Redis::_compress()`
pub(crate) fn compress(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<PhpStr> {
    Ok(packing(cx, this)?.compress(value).unwrap_or_else(|| value.clone()))
}

/// `Redis::_uncompress()`
pub(crate) fn uncompress(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<PhpStr> {
    let packing = packing(cx, this)?;
    if value.is_empty() || packing.compression == loxo_redis::compress::Compression::None {
        return Ok(value.clone());
    }
    match packing.uncompress(value) {
        Some(plain) => Ok(plain),
        None => Err(cx.throw("RedisException", "Invalid compressed data or uncompression error")),
    }
}

/// `Redis::_pack()`
pub(crate) fn pack(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<PhpStr> {
    packing(cx, this)?.pack(cx, value)
}

/// `Redis::_unpack()`
pub(crate) fn unpack(cx: &mut Cx, this: &PhpObject, value: &PhpStr) -> PhpResult<Value> {
    packing(cx, this)?.unpack(cx, value.clone())
}
