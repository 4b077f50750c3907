//! Sessions in Redis: `session.save_handler = redis`. Each lies under its id in one of several servers, which ids choose by weight.

use ext_session::SaveHandler;
use loxo_redis::Command;
use loxo_redis::compress::Compression;
use loxo_runtime::web::{Url, read_query};
use loxo_runtime::{Cx, ExtSlot, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::connection::{Connection, credentials};
use crate::pack::Packing;
use crate::reply::Reply;

pub(crate) static HANDLER: SaveHandler =
    SaveHandler { name: "redis", open, close, read, write, touch, destroy, gc, create_sid, validate_sid };

const PREFIX: &[u8] = b"PHPREDIS_SESSION:";
const NOT_AVAILABLE: &str = "Redis connection not available";
const NO_ANSWER: &str = "Error communicating with Redis server";

/// Lets a lock go if it is still ours.
const RELEASE: &str = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('DEL', KEYS[1])";
const RELEASE_SHA: &str = "a3a2e641cda83495175e20b2f2dca850c65f2a63";

/// What is open in this request.
#[derive(Default)]
struct Open(Option<Servers>);

impl ExtSlot for Open {}

struct Servers {
    /// The last one of the save path first.
    members: Vec<(Connection, u32)>,
    lock: Lock,
}

/// The lock of the session in use.
#[derive(Default)]
struct Lock {
    held: bool,
    session_key: Option<Vec<u8>>,
    key: Vec<u8>,
    secret: Vec<u8>,
}

/// Who is asked for a session, while the request is busy with it.
struct Turn {
    servers: Servers,
    member: usize,
}

impl Turn {
    fn sock(&mut self) -> Option<&mut Connection> {
        self.servers.members.get_mut(self.member).map(|(sock, _)| sock)
    }

    /// Sends a command; `None`: there is no answer.
    fn ask(&mut self, cx: &mut Cx, command: &Command) -> Option<Reply> {
        self.sock()?.ask(cx, command).ok().flatten()
    }

    fn key(&mut self, id: &[u8]) -> Vec<u8> {
        match self.sock().and_then(|sock| sock.prefix.clone()) {
            Some(prefix) => [prefix.as_bytes(), id].concat(),
            None => [PREFIX, id].concat(),
        }
    }
}

/// Takes the servers out of the request, with the one that is responsible for an id. `None`: it cannot be reached.
fn turn(cx: &mut Cx, id: &[u8]) -> Option<Turn> {
    let mut servers = cx.ext::<Open>().0.take()?;
    let total: u32 = servers.members.iter().map(|(_, weight)| *weight).sum();
    let start = id.iter().take(4).enumerate().fold(0, |n: u32, (at, byte)| n | u32::from(*byte) << (8 * at));
    let place = start.checked_rem(total).unwrap_or(0);
    let mut passed = 0;
    for (member, (sock, weight)) in servers.members.iter_mut().enumerate() {
        if (passed..passed + *weight).contains(&place) && matches!(sock.open(cx), Ok(true)) {
            return Some(Turn { servers, member });
        }
        passed += *weight;
    }
    cx.ext::<Open>().0 = Some(servers);
    None
}

/// Does something with the server that is responsible for an id; `None`: it cannot be reached, which has been reported.
fn with_server<T>(cx: &mut Cx, id: &[u8], work: impl FnOnce(&mut Cx, &mut Turn) -> PhpResult<T>) -> PhpResult<Option<T>> {
    let Some(mut turn) = turn(cx, id) else {
        cx.builtin_warning(NOT_AVAILABLE);
        return Ok(None);
    };
    let result = work(cx, &mut turn);
    cx.ext::<Open>().0 = Some(turn.servers);
    result.map(Some)
}

pub(crate) fn lifetime(cx: &mut Cx) -> i64 {
    let seconds = cx.ini_int("session.gc_maxlifetime");
    if seconds > i64::from(i32::MAX) {
        cx.builtin_notice("session.gc_maxlifetime overflows INT_MAX, truncating.");
        return i32::MAX.into();
    }
    if seconds <= 0 {
        cx.builtin_notice("session.gc_maxlifetime is <= 0, defaulting to 1440 seconds");
        return 1440;
    }
    seconds
}

fn compression(cx: &mut Cx) -> Compression {
    let name = cx.ini_str("redis.session.compression");
    if name.is_empty() {
        return Compression::None;
    }
    Compression::by_name(&name).unwrap_or_else(|| {
        cx.builtin_notice("redis.session.compression is outside of valid values, disabling");
        Compression::None
    })
}

/// How session data is compressed.
pub(crate) fn packing(cx: &mut Cx) -> Packing {
    Packing { compression: compression(cx), level: cx.ini_int("redis.session.compression_level"), ..Packing::default() }
}

fn open(cx: &mut Cx, save_path: &[u8], _: &[u8]) -> PhpResult<bool> {
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let mut members = Vec::new();
    let mut at = 0;
    for part in save_path.split(is_gap) {
        if !part.is_empty() {
            let Some(member) = member(cx, part)? else {
                let shown = String::from_utf8_lossy(part);
                cx.builtin_warning(format!("Failed to parse session.save_path (error at offset {at}, url was '{shown}')"));
                return Ok(false);
            };
            members.insert(0, member);
        }
        at += part.len() + 1;
    }
    let any = !members.is_empty();
    cx.ext::<Open>().0 = any.then(|| Servers { members, lock: Lock::default() });
    Ok(any)
}

/// One server of the save path; `None`: it cannot be read.
fn member(cx: &mut Cx, text: &[u8]) -> PhpResult<Option<(Connection, u32)>> {
    let text = match text.strip_prefix(b"unix:") {
        Some(rest) => [b"file:", rest].concat(),
        None => text.to_vec(),
    };
    let Some(url) = Url::parse(&text) else { return Ok(None) };
    let mut settings = PhpArray::new();
    if let Some(query) = url.query {
        let query = match url.fragment {
            Some(fragment) => [query, b"#", fragment].concat(),
            None => query.to_vec(),
        };
        read_query(cx, &query, &mut settings)?;
    }
    let settings = Settings(settings);
    let weight = settings.int(cx, "weight")?.unwrap_or(1);
    let timeout = settings.float(cx, "timeout")?.unwrap_or(86400.0);
    let weight = u32::try_from(weight).unwrap_or(0).min(1 << 20);
    if (url.host.is_none() && url.path.is_none()) || weight == 0 || timeout <= 0.0 {
        return Ok(None);
    }
    let mut sock = match url.host {
        Some(host) => {
            let scheme = url.scheme.unwrap_or(b"tcp");
            Connection::new(&[scheme, b"://", host].concat(), url.port.map_or(0, i64::from))
        }
        None => Connection::new(url.path.unwrap_or_default(), 0),
    };
    sock.timeout = timeout;
    sock.read_timeout = settings.float(cx, "read_timeout")?.unwrap_or(0.0);
    sock.persistent = settings.flag(cx, "persistent")?;
    sock.persistent_id = settings.text(cx, "persistent_id")?.map(|id| id.as_bytes().to_vec());
    sock.prefix = settings.text(cx, "prefix")?;
    if let Some(database) = settings.int(cx, "database")?.filter(|database| *database >= 0) {
        sock.database = database;
    }
    if let Some(auth) = settings.0.get_bytes(b"auth").cloned()
        && let Some((user, password)) = credentials(cx, &auth)?
    {
        sock.set_auth(user, password);
    }
    if let Some(options) = settings.0.get_bytes(b"stream").and_then(Value::as_array) {
        sock.set_ssl_options(options);
    }
    sock.packing = packing(cx);
    Ok(Some((sock, weight)))
}

pub(crate) struct Settings(pub PhpArray);

impl Settings {
    pub(crate) fn text(&self, cx: &mut Cx, name: &str) -> PhpResult<Option<PhpStr>> {
        match self.0.get_bytes(name.as_bytes()) {
            Some(value) => convert::to_string(cx, value).map(Some),
            None => Ok(None),
        }
    }

    pub(crate) fn flag(&self, cx: &mut Cx, name: &str) -> PhpResult<bool> {
        let yes = |text: PhpStr| [&b"true"[..], b"yes", b"1"].iter().any(|word| text.eq_ignore_ascii_case(word));
        Ok(self.text(cx, name)?.is_some_and(yes))
    }

    fn int(&self, cx: &mut Cx, name: &str) -> PhpResult<Option<i64>> {
        match self.0.get_bytes(name.as_bytes()) {
            Some(value) => convert::to_int(cx, value).map(Some),
            None => Ok(None),
        }
    }

    pub(crate) fn float(&self, cx: &mut Cx, name: &str) -> PhpResult<Option<f64>> {
        match self.0.get_bytes(name.as_bytes()) {
            Some(value) => convert::to_float(cx, value).map(Some),
            None => Ok(None),
        }
    }
}

fn close(cx: &mut Cx) -> PhpResult<bool> {
    let key = cx.ext::<Open>().0.as_ref().and_then(|servers| servers.lock.session_key.clone());
    if let Some(key) = key
        && let Some(mut turn) = turn(cx, &key)
    {
        release(cx, &mut turn);
    }
    cx.ext::<Open>().0 = None;
    Ok(true)
}

/// A number of microseconds to sleep, or until the request is to end.
fn pause(cx: &mut Cx, micros: i64) -> PhpResult<()> {
    loxo_process_sys::sleep(std::time::Duration::from_micros(u64::try_from(micros).unwrap_or(0)));
    cx.check_interrupt()
}

fn host_name() -> Vec<u8> {
    std::fs::read("/proc/sys/kernel/hostname").map_or_else(|_| Vec::new(), |name| name.trim_ascii_end().to_vec())
}

/// Takes the lock of the session in use. False: somebody else has it.
fn acquire(cx: &mut Cx, turn: &mut Turn) -> PhpResult<bool> {
    if turn.servers.lock.held || !cx.ini_bool("redis.session.locking_enabled") {
        return Ok(true);
    }
    let or = |value: i64, default: i64| if value == 0 { default } else { value };
    let wait = or(cx.ini_int("redis.session.lock_wait_time"), 20_000);
    let retries = or(cx.ini_int("redis.session.lock_retries"), 100);
    let expire = or(cx.ini_int("redis.session.lock_expire"), cx.ini_int("max_execution_time"));
    let lock = &mut turn.servers.lock;
    lock.key = [lock.session_key.as_deref().unwrap_or_default(), b"_LOCK"].concat();
    // Workers are threads, so the process alone does not say who it is.
    let mut random = [0; 8];
    let _ = loxo_random::system_bytes(&mut random);
    lock.secret = [&host_name()[..], format!("|{}|{:016x}", std::process::id(), u64::from_le_bytes(random)).as_bytes()].concat();
    let mut command = Command::new("SET");
    command.arg(&lock.key).arg(&lock.secret).word("NX");
    if expire > 0 {
        command.word("PX").int(expire.saturating_mul(1000));
    }
    let mut attempt = 0;
    while retries == -1 || attempt <= retries {
        match turn.ask(cx, &command) {
            Some(reply) if reply.is_ok() => {
                turn.servers.lock.held = true;
                return Ok(true);
            }
            Some(_) => {}
            None => return Ok(false),
        }
        if retries == -1 || attempt < retries {
            pause(cx, wait)?;
        }
        attempt += 1;
    }
    Ok(false)
}

/// Is the lock still ours, as far as one can know?
fn may_write(cx: &mut Cx, turn: &mut Turn) -> bool {
    if !cx.ini_bool("redis.session.locking_enabled") {
        return true;
    }
    if turn.servers.lock.held && cx.ini_int("redis.session.lock_expire") != 0 {
        let mut command = Command::new("GET");
        command.arg(&turn.servers.lock.key);
        let reply = turn.ask(cx, &command);
        turn.servers.lock.held = matches!(reply, Some(Reply::Bulk(secret)) if secret.as_bytes() == &turn.servers.lock.secret[..]);
        if !turn.servers.lock.held {
            cx.builtin_warning("Session lock expired");
        }
    }
    turn.servers.lock.held
}

fn release(cx: &mut Cx, turn: &mut Turn) {
    // The server knows the script by its hash after the first time.
    for (keyword, script) in [("EVALSHA", RELEASE_SHA), ("EVAL", RELEASE)] {
        if !turn.servers.lock.held {
            return;
        }
        let mut command = Command::new(keyword);
        command.word(script).int(1).arg(&turn.servers.lock.key).arg(&turn.servers.lock.secret);
        if matches!(turn.ask(cx, &command), Some(Reply::Int(_))) {
            turn.servers.lock.held = false;
        }
    }
    if turn.servers.lock.held {
        cx.builtin_warning("Failed to release session lock");
    }
}

fn create_sid(cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
    if cx.ext::<Open>().0.is_none() {
        return Ok(ext_session::create_id(cx));
    }
    for _ in 0..3 {
        let Some(id) = ext_session::create_id(cx) else { return Ok(None) };
        let Some(mut turn) = turn(cx, &id) else {
            cx.builtin_notice(NOT_AVAILABLE);
            return Ok(ext_session::create_id(cx));
        };
        let key = turn.key(&id);
        turn.servers.lock.session_key = Some(key);
        let acquired = acquire(cx, &mut turn);
        cx.ext::<Open>().0 = Some(turn.servers);
        if acquired? {
            return Ok(Some(id));
        }
    }
    cx.builtin_warning("Acquiring session lock failed while creating session_id");
    Ok(None)
}

fn validate_sid(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    if id.is_empty() {
        return Ok(false);
    }
    let exists = with_server(cx, id, |cx, turn| {
        let mut command = Command::new("EXISTS");
        command.arg(&turn.key(id));
        match turn.ask(cx, &command) {
            Some(Reply::Int(count)) => Ok(count == 1),
            Some(_) => Ok(false),
            None => {
                cx.builtin_warning(NO_ANSWER);
                Ok(false)
            }
        }
    })?;
    Ok(exists.unwrap_or(false))
}

fn touch(cx: &mut Cx, id: &PhpStr, _: &PhpStr) -> PhpResult<bool> {
    if id.is_empty() {
        return Ok(false);
    }
    if cx.ini_bool("redis.session.early_refresh") {
        return Ok(true);
    }
    let done = with_server(cx, id, |cx, turn| {
        let mut command = Command::new("EXPIRE");
        command.arg(&turn.key(id)).int(lifetime(cx));
        let reply = turn.ask(cx, &command);
        if reply.is_none() {
            cx.builtin_warning(NO_ANSWER);
        }
        Ok(matches!(reply, Some(Reply::Int(_))))
    })?;
    Ok(done.unwrap_or(false))
}

fn read(cx: &mut Cx, id: &PhpStr) -> PhpResult<Option<PhpStr>> {
    if id.is_empty() {
        return Ok(None);
    }
    let data = with_server(cx, id, |cx, turn| {
        let key = turn.key(id);
        let mut command = Command::new("GET");
        if cx.ini_bool("redis.session.early_refresh") {
            command = Command::new("GETEX");
            command.arg(&key).word("EX").int(lifetime(cx));
        } else {
            command.arg(&key);
        }
        turn.servers.lock.session_key = Some(key);
        if !acquire(cx, turn)? {
            cx.builtin_warning("Failed to acquire session lock");
            return Ok(None);
        }
        match turn.ask(cx, &command) {
            Some(Reply::Bulk(text)) => {
                let plain = turn.sock().and_then(|sock| sock.packing.uncompress(&text));
                Ok(Some(plain.unwrap_or(text)))
            }
            Some(Reply::Nil) => Ok(Some(PhpStr::empty())),
            _ => {
                cx.builtin_warning(NO_ANSWER);
                Ok(None)
            }
        }
    })?;
    Ok(data.flatten())
}

fn write(cx: &mut Cx, id: &PhpStr, data: &PhpStr) -> PhpResult<bool> {
    if id.is_empty() {
        return Ok(false);
    }
    let done = with_server(cx, id, |cx, turn| {
        let packed = turn.sock().and_then(|sock| sock.packing.compress(data)).unwrap_or_else(|| data.clone());
        let mut command = Command::new("SETEX");
        command.arg(&turn.key(id)).int(lifetime(cx)).arg(&packed);
        if !may_write(cx, turn) {
            cx.builtin_warning("Unable to write session: session lock not held");
            return Ok(false);
        }
        match turn.ask(cx, &command) {
            Some(reply) if reply.is_ok() => return Ok(true),
            None | Some(Reply::Error(_)) => cx.builtin_warning(NO_ANSWER),
            Some(reply) => {
                let text = reply.text().unwrap_or_else(PhpStr::empty);
                cx.builtin_warning([b"Error writing session data to Redis: ", text.as_bytes()].concat());
            }
        }
        Ok(false)
    })?;
    Ok(done.unwrap_or(false))
}

fn destroy(cx: &mut Cx, id: &PhpStr) -> PhpResult<bool> {
    let done = with_server(cx, id, |cx, turn| {
        release(cx, turn);
        let mut command = Command::new("DEL");
        command.arg(&turn.key(id));
        Ok(matches!(turn.ask(cx, &command), Some(Reply::Int(0 | 1))))
    })?;
    Ok(done.unwrap_or(false))
}

/// Redis forgets by itself.
fn gc(_: &mut Cx, _: i64) -> PhpResult<i64> {
    Ok(0)
}
