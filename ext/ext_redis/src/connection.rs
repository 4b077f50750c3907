//! One connection to one server: how it is made, kept alive and given back.

use std::time::Duration;

use loxo_observer::counters;
use loxo_redis::Command;
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResource, PhpStr, Value};
use loxo_streams::context::Context;
use loxo_streams::socket::SocketOps;
use loxo_streams::transport::{self, Purpose};
use loxo_streams::{OptionResult, StreamOption, StreamRef, flags};
use socket2::SockRef;

use crate::backoff::Backoff;
use crate::pack::Packing;
use crate::pool;
use crate::reply::Reply;
use crate::reply_conversion::ReplyKind;

/// What becomes an exception: its message.
pub(crate) struct ConnectionError(pub Vec<u8>);

impl From<&str> for ConnectionError {
    fn from(text: &str) -> ConnectionError {
        ConnectionError(text.as_bytes().to_vec())
    }
}

pub(crate) type IoResult<T> = Result<T, ConnectionError>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum State {
    /// Lost, and not to be tried again.
    Failed,
    Disconnected,
    Connected,
    Authenticated,
    Ready,
}

/// `Redis::MULTI` and `Redis::PIPELINE`, which may be both; neither is `Redis::ATOMIC`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mode {
    pub multi: bool,
    pub pipeline: bool,
}

impl Mode {
    pub(crate) fn is_atomic(self) -> bool {
        !self.multi && !self.pipeline
    }
}

/// What will be answered to a command whose answer nobody has read yet.
pub(crate) enum Queued {
    ReplyKind(ReplyKind),
    /// A transaction within a pipeline begins or ends.
    Border,
}

/// `SUBSCRIBE`, `PSUBSCRIBE`, `SSUBSCRIBE`.
pub(crate) const SUBSCRIPTION_KINDS: usize = 3;

pub(crate) struct Connection {
    pub host: Vec<u8>,
    pub port: i64,
    pub user: Option<Vec<u8>>,
    pub password: Option<Vec<u8>>,
    pub timeout: f64,
    pub read_timeout: f64,
    pub max_retries: i64,
    pub backoff: Backoff,
    pub state: State,
    pub persistent: bool,
    pub persistent_id: Option<Vec<u8>>,
    pub watching: bool,
    pub packing: Packing,
    pub prefix: Option<PhpStr>,
    pub database: i64,
    pub mode: Mode,
    pub queue: Vec<Queued>,
    /// Commands that `exec()` will send.
    pub pipeline: Vec<u8>,
    pub error: Option<Vec<u8>>,
    /// `Redis::SCAN_RETRY` and `Redis::SCAN_PREFIX`
    pub scan_retries: bool,
    pub scan_prefixes: bool,
    pub literal: bool,
    pub null_as_null: bool,
    pub keepalive: bool,
    pub sent: u64,
    pub received: u64,
    /// Channels and what is called for them, by kind.
    pub subscriptions: [Option<PhpArray>; SUBSCRIPTION_KINDS],
    pub context: Option<PhpResource>,
    stream: Option<StreamRef>,
    /// Which pool it is given back to.
    pool: Option<Vec<u8>>,
    pub(crate) buffer: Vec<u8>,
    pub(crate) at: usize,
}

const READ_SIZE: usize = 16 * 1024;
pub(crate) const DEFAULT_PORT: i64 = 6379;

/// A time that a program gives in seconds; `None`: it did not.
fn duration(seconds: f64) -> Option<Duration> {
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

impl Connection {
    pub(crate) fn new(host: &[u8], port: i64) -> Connection {
        Connection {
            host: host.to_vec(),
            port,
            user: None,
            password: None,
            timeout: 0.0,
            read_timeout: 0.0,
            max_retries: 10,
            backoff: Backoff::default(),
            state: State::Disconnected,
            persistent: false,
            persistent_id: None,
            watching: false,
            packing: Packing::default(),
            prefix: None,
            database: 0,
            mode: Mode::default(),
            queue: Vec::new(),
            pipeline: Vec::new(),
            error: None,
            scan_retries: false,
            scan_prefixes: false,
            literal: false,
            null_as_null: false,
            keepalive: false,
            sent: 0,
            received: 0,
            subscriptions: [None, None, None],
            context: None,
            stream: None,
            pool: None,
            buffer: Vec::new(),
            at: 0,
        }
    }

    /// A key as the server knows it.
    pub(crate) fn prefixed(&self, key: &[u8]) -> Vec<u8> {
        match &self.prefix {
            Some(prefix) => [prefix.as_bytes(), key].concat(),
            None => key.to_vec(),
        }
    }

    pub(crate) fn is_unix(&self) -> bool {
        let path = self.host.windows(3).position(|part| part == b"://").map_or(&self.host[..], |at| &self.host[at + 3..]);
        path.starts_with(b"/") && self.port < 1
    }

    /// `host:port`, as messages show it.
    pub(crate) fn address(&self) -> String {
        let host = String::from_utf8_lossy(&self.host);
        if self.port < 0 { host.into_owned() } else { format!("{host}:{}", self.port) }
    }

    /// The URL of the transport.
    fn url(&mut self) -> Vec<u8> {
        let scheme_end = self.host.windows(3).position(|part| part == b"://");
        let (scheme, address) = match scheme_end {
            Some(at) => (self.host[..at].to_vec(), self.host[at + 3..].to_vec()),
            None if self.context.is_some() => (b"ssl".to_vec(), self.host.clone()),
            None => (b"tcp".to_vec(), self.host.clone()),
        };
        if address.starts_with(b"/") && self.port < 1 {
            return [b"unix://", &address[..]].concat();
        }
        if self.port == 0 {
            self.port = DEFAULT_PORT;
        }
        let port = self.port.to_string();
        let is_v6 = address.contains(&b':') && !address.contains(&b'[');
        let (open, close): (&[u8], &[u8]) = if is_v6 { (b"[", b"]") } else { (b"", b"") };
        [&scheme, &b"://"[..], open, &address, close, b":", port.as_bytes()].concat()
    }

    /// An option for encrypted connections.
    pub(crate) fn set_ssl_options(&mut self, options: &PhpArray) {
        let context = self.context.get_or_insert_with(Context::new_resource);
        let Some(context) = context.data_mut::<Context>() else { return };
        for (name, value) in options {
            if let KeyRef::Str(name) = name {
                context.set_option(b"ssl", name, value.clone_deref());
            }
        }
    }

    /// Makes the connection; an error has a text if the system gave one.
    pub(crate) fn connect(&mut self, cx: &mut Cx) -> Result<(), Option<Vec<u8>>> {
        if self.stream.is_some() {
            self.disconnect(false, true);
        }
        let url = self.url();
        if self.persistent {
            let key = pool::key(cx, self, &url);
            while let Some(idle) = pool::take(&key) {
                self.pool = Some(key.clone());
                let stream = idle.into_stream(cx);
                self.adopt(cx, stream);
                if self.is_fresh(cx) {
                    return Ok(());
                }
                self.forget_stream(cx);
            }
            if pool::is_full(cx, &key) {
                return Err(Some(b"Connection limit reached".to_vec()));
            }
            self.pool = Some(key);
        }
        let started = counters::start();
        let made = transport::create(cx, &url, Purpose::Connect, duration(self.timeout), self.context.as_ref());
        match made {
            Ok(stream) => {
                started.connected(&url);
                if let Some(key) = &self.pool {
                    pool::opened(key);
                }
                if !self.is_unix() {
                    let keepalive = self.keepalive;
                    stream.with_ops(|ops: &mut SocketOps| {
                        let socket = SockRef::from(&*ops.fd);
                        let _ = socket.set_tcp_nodelay(true);
                        let _ = socket.set_keepalive(keepalive);
                    });
                }
                self.adopt(cx, stream);
                Ok(())
            }
            Err(error) => {
                self.pool = None;
                Err((!error.text.is_empty()).then_some(error.text))
            }
        }
    }

    fn adopt(&mut self, cx: &mut Cx, stream: StreamRef) {
        // Replies are cut into pieces here.
        stream.set_flag(flags::NO_BUFFER);
        self.buffer.clear();
        self.at = 0;
        self.stream = Some(stream);
        self.state = State::Connected;
        if self.read_timeout != 0.0 {
            self.apply_read_timeout(cx);
        }
    }

    /// Tells the socket how long to wait for replies.
    pub(crate) fn apply_read_timeout(&mut self, cx: &mut Cx) {
        if let Some(stream) = &self.stream {
            let seconds = self.read_timeout.trunc();
            let micros = (self.read_timeout - seconds) * 1_000_000.0;
            stream.set_option(cx, StreamOption::ReadTimeout(seconds as i64, micros as i64));
        }
    }

    /// False: the system refuses.
    pub(crate) fn apply_keepalive(&mut self, on: bool) -> bool {
        let Some(stream) = &self.stream else { return true };
        let done = stream.with_ops(|ops: &mut SocketOps| SockRef::from(&*ops.fd).set_keepalive(on).is_ok()).unwrap_or(false);
        if done {
            self.keepalive = on;
        }
        done
    }

    /// Is a connection that was kept still good? It is asked, if settings want that.
    fn is_fresh(&mut self, cx: &mut Cx) -> bool {
        if !self.is_alive(cx) || !pool::is_clean(cx, self.stream.as_ref()) {
            return false;
        }
        if !cx.ini_bool("redis.pconnect.echo_check_liveness") {
            return true;
        }
        let mark = format!("loxo:{:016x}", pool::next_mark());
        let mut bytes = self.auth_command().map_or_else(Vec::new, |command| command.bytes());
        let asks_auth = !bytes.is_empty();
        bytes.extend(Command::new("ECHO").arg(mark.as_bytes()).bytes());
        if !self.send(cx, &bytes) {
            return false;
        }
        if asks_auth {
            match self.read_reply(cx) {
                Ok(Reply::Status(_)) => self.state = State::Authenticated,
                Ok(Reply::Error(text)) if text.starts_with(b"ERR Client sent AUTH") => self.state = State::Authenticated,
                Ok(Reply::Error(text)) if text.starts_with(b"NOAUTH") || text.starts_with(b"WRONGPASS") => {
                    return self.read_reply(cx).is_ok();
                }
                _ => return false,
            }
        }
        match self.read_reply(cx) {
            Ok(Reply::Bulk(text)) => text.as_bytes() == mark.as_bytes(),
            // It is good, though it wants a password first.
            Ok(Reply::Error(text)) => text.starts_with(b"NOAUTH"),
            _ => false,
        }
    }

    fn auth_command(&self) -> Option<Command> {
        let password = self.password.as_ref()?;
        let mut command = Command::new("AUTH");
        if let Some(user) = &self.user {
            command.arg(user);
        }
        command.arg(password);
        Some(command)
    }

    /// Says who we are, if anybody wants to know. False: that was refused.
    fn authenticate(&mut self, cx: &mut Cx) -> IoResult<bool> {
        match self.auth_command() {
            Some(command) => self.expects_ok(cx, &command),
            None => Ok(true),
        }
    }

    fn select_database(&mut self, cx: &mut Cx) -> IoResult<bool> {
        if self.database == 0 {
            return Ok(true);
        }
        let mut command = Command::new("SELECT");
        command.int(self.database);
        self.expects_ok(cx, &command)
    }

    fn expects_ok(&mut self, cx: &mut Cx, command: &Command) -> IoResult<bool> {
        if !self.write(cx, &command.bytes())? {
            return Ok(false);
        }
        let reply = self.read_reply(cx)?;
        if let Reply::Error(text) = &reply {
            self.error = Some(text.as_bytes().to_vec());
        }
        Ok(matches!(reply, Reply::Status(_)))
    }

    /// Makes sure that commands can be sent. False: they cannot.
    pub(crate) fn open(&mut self, cx: &mut Cx) -> IoResult<bool> {
        if self.state == State::Disconnected
            && let Err(text) = self.connect(cx)
        {
            self.error = text.or_else(|| self.error.take());
            return Ok(false);
        }
        if self.state == State::Connected {
            if !self.authenticate(cx)? {
                return Ok(false);
            }
            self.state = State::Authenticated;
        }
        if self.state == State::Authenticated {
            if !self.select_database(cx)? {
                return Ok(false);
            }
            self.state = State::Ready;
        }
        Ok(self.state == State::Ready)
    }

    fn is_alive(&self, cx: &mut Cx) -> bool {
        let Some(stream) = &self.stream else { return false };
        self.at < self.buffer.len() || stream.set_option(cx, StreamOption::CheckLiveness) != OptionResult::Failed
    }

    pub(crate) fn stream(&self) -> Option<&StreamRef> {
        self.stream.as_ref()
    }

    /// Fails if the server is gone. With `retries` it is called back, as settings say.
    fn check(&mut self, cx: &mut Cx, retries: bool) -> IoResult<()> {
        if self.stream.is_none() || self.state == State::Failed {
            return Err("Connection closed".into());
        }
        if self.is_alive(cx) {
            return Ok(());
        }
        let mut message = "Connection lost";
        if self.mode == (Mode { multi: true, pipeline: false }) || self.watching {
            message = "Connection lost and socket is in MULTI/watching mode";
        } else {
            self.backoff.reset();
            let most = if retries { u32::try_from(self.max_retries).unwrap_or(0) } else { 0 };
            for attempt in 0..most {
                self.disconnect(true, false);
                let delay = self.backoff.delay(cx, attempt);
                if delay > 0 {
                    loxo_process_sys::sleep(Duration::from_micros(delay));
                }
                if cx.check_interrupt().is_err() {
                    break;
                }
                if self.connect(cx).is_err() || !self.is_alive(cx) {
                    continue;
                }
                if !self.authenticate(cx)? {
                    message = "AUTH failed while reconnecting";
                    break;
                }
                self.state = State::Authenticated;
                if !self.select_database(cx)? {
                    message = "SELECT failed while reconnecting";
                    break;
                }
                self.state = State::Ready;
                return Ok(());
            }
        }
        self.disconnect(true, true);
        self.state = State::Failed;
        Err(message.into())
    }

    fn send(&mut self, cx: &mut Cx, bytes: &[u8]) -> bool {
        let Some(stream) = self.stream.clone() else { return false };
        let written = stream.write(cx, bytes);
        self.sent += written.unwrap_or(0) as u64;
        written == Some(bytes.len())
    }

    /// Sends; false: that failed.
    pub(crate) fn write(&mut self, cx: &mut Cx, bytes: &[u8]) -> IoResult<bool> {
        self.check(cx, true)?;
        Ok(self.send(cx, bytes))
    }

    /// Gets more bytes. False: there are none, or not in time.
    fn fill(&mut self, cx: &mut Cx) -> bool {
        let Some(stream) = self.stream.clone() else { return false };
        if self.at > 0 && self.at == self.buffer.len() {
            self.buffer.clear();
            self.at = 0;
        } else if self.at > READ_SIZE {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        let mut piece = [0; READ_SIZE];
        match stream.read(cx, &mut piece) {
            Some(count @ 1..) => {
                self.received += count as u64;
                self.buffer.extend_from_slice(piece.get(..count).unwrap_or_default());
                true
            }
            _ => false,
        }
    }

    /// A line without its end.
    pub(crate) fn read_line(&mut self, cx: &mut Cx) -> IoResult<Vec<u8>> {
        if self.at == self.buffer.len() {
            self.check(cx, false)?;
        }
        let mut seen = self.at;
        loop {
            let fresh = self.buffer.get(seen..).unwrap_or_default();
            if let Some(end) = fresh.windows(2).position(|pair| pair == b"\r\n").map(|end| seen + end) {
                let line = self.buffer.get(self.at..end).unwrap_or_default().to_vec();
                self.at = end + 2;
                return Ok(line);
            }
            let unread = self.buffer.len() - self.at;
            // A line is short; what is not is not Redis.
            if unread > 1 << 20 || !self.fill(cx) {
                let message = format!("read error on connection to {}", self.address());
                self.disconnect(true, true);
                return Err(ConnectionError(message.into_bytes()));
            }
            // The end may be half there.
            seen = self.at + unread.saturating_sub(1);
        }
    }

    /// So many bytes and the end of line behind them.
    pub(crate) fn read_bulk(&mut self, cx: &mut Cx, length: usize) -> IoResult<PhpStr> {
        while self.buffer.len() - self.at < length + 2 {
            if !self.fill(cx) {
                return Err("socket error on read socket".into());
            }
        }
        let bytes = PhpStr::new(self.buffer.get(self.at..self.at + length).unwrap_or_default());
        self.at += length + 2;
        Ok(bytes)
    }

    fn forget_stream(&mut self, cx: &mut Cx) {
        if let Some(stream) = self.stream.take() {
            stream.close(cx);
        }
        if let Some(key) = self.pool.take() {
            pool::closed(&key);
        }
        self.state = State::Disconnected;
    }

    /// Ends the connection, or gives it back if it is a persistent one and may be (not by `force`, not in the middle of something).
    pub(crate) fn disconnect(&mut self, force: bool, resets_mode: bool) {
        if let Some(stream) = self.stream.take() {
            let clean = self.at == self.buffer.len() && self.mode.is_atomic() && !self.watching;
            if let Some(key) = self.pool.take()
                && (force || !clean || !pool::give_back(&key, &stream))
            {
                self.queue.clear();
                pool::closed(&key);
            }
        }
        self.buffer.clear();
        self.at = 0;
        if resets_mode {
            self.mode = Mode::default();
        }
        self.state = State::Disconnected;
        self.watching = false;
    }

    /// Sends a command and reads what is said to it.
    pub(crate) fn ask(&mut self, cx: &mut Cx, command: &Command) -> IoResult<Option<Reply>> {
        if !self.write(cx, &command.bytes())? {
            return Ok(None);
        }
        self.read_reply(cx).map(Some)
    }

    /// Values that must be known to the collector.
    pub(crate) fn trace(&self, tracer: &mut loxo_runtime::Tracer<'_>) {
        self.subscriptions.iter().flatten().for_each(|table| tracer.array(table));
    }

    /// User and password out of what programs give: a password, or an array of one or both.
    pub(crate) fn set_auth(&mut self, user: Option<Vec<u8>>, password: Option<Vec<u8>>) {
        self.user = user;
        self.password = password;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.disconnect(false, true);
    }
}

/// User and password.
pub(crate) type Credentials = (Option<Vec<u8>>, Option<Vec<u8>>);

/// Reads credentials. `None`: there is no password in them.
pub(crate) fn credentials(cx: &mut Cx, given: &Value) -> loxo_runtime::PhpResult<Option<Credentials>> {
    let text = |cx: &mut Cx, value: Option<&Value>| -> loxo_runtime::PhpResult<Option<Vec<u8>>> {
        match value.map(Value::deref) {
            None => Ok(None),
            Some(value) if value.is_null() || value.is_false() => Ok(None),
            Some(value) => Ok(Some(loxo_runtime::convert::to_string(cx, value)?.as_bytes().to_vec())),
        }
    };
    let given = given.deref();
    let Some(parts) = given.as_array() else {
        return Ok(text(cx, Some(given))?.map(|password| (None, Some(password))));
    };
    let either = |name: &[u8], number: i64| parts.get_bytes(name).or_else(|| parts.get_int(number));
    let (user, password) = match parts.len() {
        1 => (None, either(b"pass", 0)),
        2 => (either(b"user", 0), either(b"pass", 1)),
        _ => {
            cx.builtin_warning("When passing an array as auth it must have one or two elements!");
            return cx.check().map(|()| None);
        }
    };
    let (user, password) = (text(cx, user)?, text(cx, password)?);
    Ok(password.map(|password| (user, Some(password))))
}
