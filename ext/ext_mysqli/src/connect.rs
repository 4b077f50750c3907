//! Connecting and disconnecting; connections that outlive their request.

use std::cell::RefCell;
use std::collections::HashMap;
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;
use std::time::Duration;

use loxo_mysql::{Address, Client, ConnectOptions, Error, ReadWrite, Reply, caps, charsets, stats};
use loxo_observer::counters;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, object};
use loxo_streams::crypto;

use crate::link::{self, Conn, Link, Options, Status, native};
use crate::report::{self, Settings};

thread_local! {
    /// Persistent connections that nobody uses, and how many are in use.
    static IDLE: RefCell<HashMap<Vec<u8>, Vec<Client>>> = RefCell::default();
    static ACTIVE: std::cell::Cell<i64> = const { std::cell::Cell::new(0) };
}

/// Open connections, persistent ones in use, and idle ones.
pub(crate) fn counts(cx: &mut Cx) -> (i64, i64, i64) {
    let idle = IDLE.with_borrow(|idle| idle.values().map(Vec::len).sum::<usize>());
    (cx.ext::<Settings>().links, ACTIVE.get(), idle as i64)
}

/// Objects are gone; their connections went with them.
pub(crate) fn request_end(_: &mut Cx) {
    ACTIVE.set(0);
}

/// Where and as whom.
struct Target {
    host: Vec<u8>,
    user: Vec<u8>,
    password: Vec<u8>,
    database: Option<Vec<u8>>,
    port: u16,
    socket: Vec<u8>,
    flags: u32,
}

#[derive(Clone, Copy, Default)]
struct Given<'a> {
    host: Option<&'a PhpStr>,
    user: Option<&'a PhpStr>,
    password: Option<&'a PhpStr>,
    database: Option<&'a PhpStr>,
    port: Option<i64>,
    socket: Option<&'a PhpStr>,
    flags: i64,
}

fn target(cx: &mut Cx, given: &Given<'_>) -> Target {
    let or = |cx: &mut Cx, value: Option<&PhpStr>, setting: &str| match value {
        Some(value) => value.as_bytes().to_vec(),
        None => cx.ini_str(setting).to_vec(),
    };
    let host = or(cx, given.host.filter(|host| !host.is_empty()), "mysqli.default_host");
    let user = or(cx, given.user, "mysqli.default_user");
    let password = or(cx, given.password, "mysqli.default_pw");
    let socket = or(cx, given.socket.filter(|socket| !socket.is_empty()), "mysqli.default_socket");
    let port = given.port.filter(|port| *port != 0).unwrap_or_else(|| cx.ini_int("mysqli.default_port"));
    Target {
        host,
        user,
        password,
        database: given.database.map(|name| name.as_bytes().to_vec()).filter(|name| !name.is_empty()),
        port: port as u16,
        socket,
        // Several statements are for `multi_query()`.
        flags: (given.flags as u32) & !caps::MULTI_STATEMENTS,
    }
}

/// `localhost` is a socket, everything else the network.
fn address(target: &Target) -> Address {
    const SOCKET: &[u8] = b"/tmp/mysql.sock";
    match target.host.as_slice() {
        b"" | b"localhost" => {
            let path = if target.socket.is_empty() { SOCKET.to_vec() } else { target.socket.clone() };
            Address::Unix(path)
        }
        host => Address::Tcp(host.to_vec(), target.port),
    }
}

/// Only what goes over the network can be encrypted.
fn no_secure_sockets(cx: &mut Cx, address: &Address, flags: u32) {
    if matches!(address, Address::Unix(path) if std::path::Path::new(std::ffi::OsStr::from_bytes(path)).exists()) && flags & caps::SSL != 0
    {
        cx.builtin_warning("This stream does not support SSL/crypto");
    }
}

fn open(cx: &mut Cx, target: &Target, options: &Options, read_timeout: Option<Duration>, persistent: bool) -> Result<Client, Error> {
    let flags = if options.ssl.is_empty() { target.flags } else { target.flags | caps::SSL };
    let connect_timeout = options.connect_timeout.or(ConnectOptions::default().connect_timeout);
    stats::collect(cx.ini_bool("mysqlnd.collect_statistics"));
    let mut secure = |fd| {
        let context = loxo_mysql::ssl_options(&options.ssl, flags, Value::bytes, Value::from);
        let channel = crypto::secure(cx, fd, &target.host, &context, connect_timeout)?;
        Some(Box::new(channel) as Box<dyn ReadWrite>)
    };
    let charset = options.charset.as_ref().and_then(|name| charsets::by_name(name)).map_or(0, |set| set.number);
    let address = address(target);
    let started = counters::start();
    let mut client = Client::connect(
        &address,
        &ConnectOptions {
            user: target.user.clone(),
            password: target.password.clone(),
            database: target.database.clone(),
            flags,
            charset,
            connect_timeout,
            read_timeout: options.read_timeout.or(read_timeout),
            attributes: vec![("_client_name", "mysqlnd".into()), ("_server_host", String::from_utf8_lossy(&target.host).into_owned())],
            public_key: options.public_key.clone(),
        },
        &mut secure,
    )
    .inspect_err(|_| no_secure_sockets(cx, &address, flags))?;
    started.connected(&address.text());
    for command in &options.init_commands {
        client.stats().add(const { stats::at("init_command_executed_count") }, 1);
        let reply = client.query(command).inspect_err(|_| {
            stats::count(const { stats::at("init_command_failed_count") }, 1);
            Client::count_failure();
        })?;
        if matches!(reply, Reply::Rows(_)) {
            client.stats().add(const { stats::at("unbuffered_sets") }, 1);
            client.stats().add(const { stats::at("implicit_free_result") }, 1);
        }
        client.drain();
    }
    client.opened(persistent);
    Ok(client)
}

/// Connects an object. False: it could not, which has been reported; it may be tried again if it is to `keep` what it was.
fn connect_object(cx: &mut Cx, this: &PhpObject, given: &Given<'_>, keep: bool) -> PhpResult<bool> {
    let mut target = target(cx, given);
    disconnect_as(cx, this, true);
    link::before_waiting(cx);
    let mut options = this.native::<Link>().map(|link| link.options.clone()).unwrap_or_default();
    let key_file = cx.ini_str("mysqlnd.sha256_server_public_key");
    if options.public_key.is_none() && !key_file.is_empty() {
        options.public_key = crate::local::read_file(cx, &key_file)?;
    }
    let mut key = None;
    if target.host.len() > 2 && target.host[..2].eq_ignore_ascii_case(b"p:") {
        target.host.drain(..2);
        if cx.ini_bool("mysqli.allow_persistent") {
            let parts = [&target.host, &target.socket, &target.user, target.database.as_ref().unwrap_or(&Vec::new()), &target.password]
                .map(|part| part.clone());
            key = Some([parts.join(&0), target.port.to_string().into_bytes()].join(&0));
        } else {
            cx.builtin_warning("Persistent connections are disabled. Downgrading to normal");
            cx.check()?;
        }
    }
    let limit = cx.ini_int("mysqli.max_links");
    let links = cx.ext::<Settings>().links;
    if limit != -1 && links >= limit {
        cx.builtin_warning(format!("Too many open links ({links})"));
        cx.check()?;
        return Ok(false);
    }
    let limit = cx.ini_int("mysqli.max_persistent");
    let (_, active, idle) = counts(cx);
    let kept = key.as_ref().and_then(|key| kept(key, &target));
    if key.is_some() && kept.is_none() && limit != -1 && active + idle >= limit {
        cx.builtin_warning(format!("Too many open persistent links ({})", active + idle));
        cx.check()?;
        return Ok(false);
    }
    let outcome = match kept {
        Some(client) => Ok(client),
        None => {
            let seconds = u64::try_from(cx.ini_int("mysqlnd.net_read_timeout")).unwrap_or(0);
            open(cx, &target, &options, Some(Duration::from_secs(seconds)), key.is_some())
        }
    };
    match outcome {
        Ok(client) => {
            if key.is_some() {
                ACTIVE.set(ACTIVE.get() + 1);
            }
            let local = options.local_infile.unwrap_or_else(|| cx.ini_bool("mysqli.allow_local_infile"));
            let directory = cx.ini_str("mysqli.local_infile_directory");
            let usable = !directory.is_empty() && loxo_runtime::paths::check_open_basedir(cx, &directory, true);
            cx.check()?;
            let conn = Conn {
                client: RefCell::new(client),
                error: RefCell::default(),
                pending: RefCell::default(),
                native_numbers: options.native_numbers.into(),
                multi: false.into(),
                local_infile: local.into(),
                local_directory: RefCell::new(options.local_directory.clone().or(usable.then(|| directory.to_vec()))),
                async_mode: None.into(),
                key,
            };
            let settings = cx.ext::<Settings>();
            settings.links += 1;
            settings.connect_error = None;
            this.set_native(Box::new(Link { status: Status::Valid, broken: false, conn: Some(Rc::new(conn)), options, error: None }));
            Ok(true)
        }
        Err(error) => {
            cx.ext::<Settings>().connect_error = Some(error.clone());
            if let Some(link) = this.native_mut::<Link>() {
                link.error = Some(error.clone());
                link.broken = !keep;
            }
            if error.message.starts_with(b"php_network_getaddresses") {
                cx.builtin_warning(&error.message);
                cx.check()?;
            }
            report::complain(cx, &error)?;
            report::tell(cx, error.code, &error.state, &error.message)?;
            Ok(false)
        }
    }
}

/// An idle persistent connection that still works, as if it were new.
fn kept(key: &[u8], target: &Target) -> Option<Client> {
    loop {
        let mut client = IDLE.with_borrow_mut(|idle| idle.get_mut(key)?.pop())?;
        let options = ConnectOptions {
            user: target.user.clone(),
            password: target.password.clone(),
            database: target.database.clone(),
            ..ConnectOptions::default()
        };
        if client.change_user(&options).is_ok() {
            client.stats().add(const { stats::at("connection_reused") }, 1);
            return Some(client);
        }
    }
}

/// Lets go of the connection. A persistent one waits for the next who wants it.
pub(crate) fn disconnect(cx: &mut Cx, this: &PhpObject) {
    disconnect_as(cx, this, false);
}

/// The same, perhaps for another connection in its place.
fn disconnect_as(cx: &mut Cx, this: &PhpObject, another: bool) {
    let Some(conn) = this.native_mut::<Link>().and_then(|link| link.conn.take()) else { return };
    cx.ext::<Settings>().links -= 1;
    conn.pending.take();
    if conn.key.is_none() {
        if let Ok(mut client) = conn.client.try_borrow_mut() {
            if another {
                client.close_for_another();
            } else {
                client.close();
            }
        }
        return;
    }
    ACTIVE.set((ACTIVE.get() - 1).max(0));
    let roll_back = cx.ini_bool("mysqli.rollback_on_cached_plink");
    // Statements that are still alive keep the connection; it is not given to others then.
    if let Ok(Conn { client, key: Some(key), .. }) = Rc::try_unwrap(conn) {
        let mut client = client.into_inner();
        client.drain();
        if !client.is_closed() && (!roll_back || client.query(b"ROLLBACK").is_ok()) {
            IDLE.with_borrow_mut(|idle| idle.entry(key).or_default().push(client));
        }
    }
}

/// `mysqli::__construct()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    host: Option<&PhpStr>,
    user: Option<&PhpStr>,
    password: Option<&PhpStr>,
    database: Option<&PhpStr>,
    port: Option<i64>,
    socket: Option<&PhpStr>,
) -> PhpResult<()> {
    let nothing = host.is_none() && user.is_none() && password.is_none() && database.is_none() && port.is_none() && socket.is_none();
    if nothing {
        link::init(cx, this)?;
        return Ok(());
    }
    connect_object(cx, this, &Given { host, user, password, database, port, socket, flags: 0 }, false).map(drop)
}

/// `mysqli::connect()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn connect(
    cx: &mut Cx,
    this: &PhpObject,
    host: Option<&PhpStr>,
    user: Option<&PhpStr>,
    password: Option<&PhpStr>,
    database: Option<&PhpStr>,
    port: Option<i64>,
    socket: Option<&PhpStr>,
) -> PhpResult<bool> {
    connect_object(cx, this, &Given { host, user, password, database, port, socket, flags: 0 }, false)
}

/// `mysqli_connect()`
pub(crate) fn mysqli_connect(
    cx: &mut Cx,
    host: Option<&PhpStr>,
    user: Option<&PhpStr>,
    password: Option<&PhpStr>,
    database: Option<&PhpStr>,
    port: Option<i64>,
    socket: Option<&PhpStr>,
) -> PhpResult<OrFalse<PhpObject>> {
    let class = cx.builtin_class("mysqli");
    let new = object::instantiate_raw(cx, class)?;
    let done = connect_object(cx, &new, &Given { host, user, password, database, port, socket, flags: 0 }, false)?;
    Ok(OrFalse(done.then_some(new)))
}

/// `mysqli_real_connect()`
#[allow(clippy::too_many_arguments)]
pub(crate) fn real_connect(
    cx: &mut Cx,
    this: &PhpObject,
    host: Option<&PhpStr>,
    user: Option<&PhpStr>,
    password: Option<&PhpStr>,
    database: Option<&PhpStr>,
    port: Option<i64>,
    socket: Option<&PhpStr>,
    flags: i64,
) -> PhpResult<bool> {
    native(cx, this, Status::Initialized)?;
    connect_object(cx, this, &Given { host, user, password, database, port, socket, flags }, true)
}

/// `mysqli_change_user()`
pub(crate) fn change_user(cx: &mut Cx, this: &PhpObject, user: &PhpStr, password: &PhpStr, database: Option<&PhpStr>) -> PhpResult<bool> {
    let options = ConnectOptions {
        user: user.as_bytes().to_vec(),
        password: password.as_bytes().to_vec(),
        database: database.map(|name| name.as_bytes().to_vec()),
        ..ConnectOptions::default()
    };
    Ok(link::command(cx, this, |client| client.change_user(&options))?.is_some())
}

/// `mysqli_connect_errno()`
pub(crate) fn connect_errno(cx: &mut Cx) -> PhpResult<i64> {
    Ok(cx.ext::<Settings>().connect_error.as_ref().map_or(0, |error| i64::from(error.code)))
}

/// `mysqli_connect_error()`
pub(crate) fn connect_error(cx: &mut Cx) -> PhpResult<Option<Vec<u8>>> {
    Ok(cx.ext::<Settings>().connect_error.as_ref().map(|error| error.message.clone()))
}

/// `mysqli_get_links_stats()`
pub(crate) fn links_stats(cx: &mut Cx) -> PhpResult<PhpArray> {
    let (total, active, idle) = counts(cx);
    let mut out = PhpArray::new();
    for (name, n) in [("total", total), ("active_plinks", active), ("cached_plinks", idle)] {
        out.set_bytes(name.as_bytes(), Value::int(n));
    }
    Ok(out)
}
