//! The connection, and `Pdo\Mysql`.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use ext_pdo::{Dialect, Driver, DriverError, Factory, Failure, Outcome, Prepared, Source, attr, connection_of, param, supports};
use loxo_mysql::{Address, Client, ConnectOptions, Error, ReadWrite, Reply, State, caps, charsets, code, escape, stats, status};
use loxo_observer::counters;
use loxo_runtime::{Cx, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};
use loxo_streams::{OpenOptions, crypto};

use crate::statement::{Emulated, Native};
use crate::{CLIENT_INFO, source};

/// Attributes of this driver.
mod own {
    pub const USE_BUFFERED_QUERY: i64 = 1000;
    pub const LOCAL_INFILE: i64 = 1001;
    pub const INIT_COMMAND: i64 = 1002;
    pub const COMPRESS: i64 = 1003;
    pub const DIRECT_QUERY: i64 = 1004;
    pub const FOUND_ROWS: i64 = 1005;
    pub const IGNORE_SPACE: i64 = 1006;
    /// With the names that OpenSSL's context has for them.
    pub const SSL: [(i64, &str); 5] = [(1007, "local_pk"), (1008, "local_cert"), (1009, "cafile"), (1010, "capath"), (1011, "ciphers")];
    pub const SERVER_PUBLIC_KEY: i64 = 1012;
    pub const MULTI_STATEMENTS: i64 = 1013;
    pub const SSL_VERIFY_SERVER_CERT: i64 = 1014;
    pub const LOCAL_INFILE_DIRECTORY: i64 = 1015;
}

pub(crate) static FACTORY: Mysql = Mysql;

pub(crate) struct Mysql;

/// What statements share with the connection.
pub(crate) struct Shared {
    pub client: RefCell<Client>,
    pub buffered: Cell<bool>,
    pub table_names: Cell<bool>,
    emulate: Cell<bool>,
    local_infile: Cell<bool>,
    local_directory: RefCell<Option<Vec<u8>>>,
    national: Cell<bool>,
    autocommit: Cell<bool>,
}

pub(crate) struct Connection(Rc<Shared>);

pub(crate) fn failure(error: Error) -> Failure {
    const UNBUFFERED: &str = "Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute.";
    if error.code == code::OUT_OF_SYNC {
        return Failure::Error(DriverError::new("HY000", i64::from(error.code), UNBUFFERED));
    }
    let state = String::from_utf8_lossy(&error.state).into_owned();
    Failure::Error(DriverError::new(&state, i64::from(error.code), error.message))
}

impl Shared {
    /// Does something with the client.
    pub fn run<R>(&self, work: impl FnOnce(&mut Client) -> Result<R, Error>) -> Outcome<R> {
        const PENDING: &str = "Cannot execute queries while there are pending result sets. Consider unsetting the previous PDOStatement or calling PDOStatement::closeCursor()";
        let mut client = self.client.try_borrow_mut().map_err(|_| failure(Error::out_of_sync()))?;
        let is_pending = client.state == State::More;
        work(&mut client).map_err(|error| match error.code {
            code::OUT_OF_SYNC if is_pending => Failure::Error(DriverError::new("HY000", i64::from(error.code), PENDING)),
            _ => failure(error),
        })
    }

    /// Reads an answer; a file that the server asks for is sent.
    pub fn answer(&self, cx: &mut Cx) -> Outcome<Reply> {
        match self.run(Client::read_reply)? {
            Reply::File(name) => self.send_file(cx, &name),
            reply => Ok(reply),
        }
    }

    fn send_file(&self, cx: &mut Cx, name: &[u8]) -> Outcome<Reply> {
        const FORBIDDEN: &str = "LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY";
        const OUTSIDE: &str = "LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file";
        let directory = self.local_directory.borrow().clone();
        let problem = match (self.local_infile.get(), directory) {
            (true, _) => None,
            (false, None) => Some(FORBIDDEN.to_string()),
            (false, Some(directory)) => {
                let root = loxo_runtime::paths::real(cx, &directory).map(|root| [&root[..], b"/"].concat());
                let path = loxo_runtime::paths::real(cx, name);
                let inside = root.zip(path).is_some_and(|(root, path)| path.starts_with(&root));
                (!inside).then(|| OUTSIDE.to_string())
            }
        };
        const OUT_OF_BASE: &str = "open_basedir restriction in effect. Unable to open file";
        let mut problem = problem.map(|problem| Error::unknown(code::LOCAL_INFILE, problem));
        if problem.is_none() && !loxo_runtime::paths::check_open_basedir(cx, name, false) {
            problem = Some(Error::unknown(code::UNKNOWN, OUT_OF_BASE));
        }
        let mut stream = None;
        if problem.is_none() {
            stream = loxo_streams::open_stream(cx, name, b"r", OpenOptions::default(), None)?;
            if stream.is_none() {
                problem = Some(Error::unknown(code::LOCAL_INFILE, format!("Can't find file '{}'.", String::from_utf8_lossy(name))));
            }
        }
        let outcome = self.run(|client| {
            client.send_file(|| match &stream {
                Some(stream) => stream.read_str(cx, 4096).map_or_else(Vec::new, |piece| piece.as_bytes().to_vec()),
                None => Vec::new(),
            })
        });
        if let Some(stream) = stream {
            stream.close(cx);
        }
        match problem {
            Some(problem) => Err(failure(problem)),
            None => outcome,
        }
    }

    fn command(&self, cx: &mut Cx, sql: &[u8]) -> Outcome<()> {
        self.run(|client| client.send_query(sql))?;
        self.answer(cx).map(drop)
    }
}

fn text(cx: &mut Cx, options: Option<&PhpArray>, attribute: i64) -> PhpResult<Option<Vec<u8>>> {
    match options.and_then(|options| options.get_int(attribute)).map(Value::clone_deref) {
        Some(value) => Ok(Some(convert::to_string(cx, &value)?.as_bytes().to_vec())),
        None => Ok(None),
    }
}

impl Factory for Mysql {
    fn name(&self) -> &'static str {
        "mysql"
    }

    fn class(&self) -> &'static str {
        "Pdo\\Mysql"
    }

    // Long because: options are read in the order in which PHP reports what is wrong with them.
    fn connect(&self, cx: &mut Cx, source: &Source<'_>) -> Outcome<Box<dyn Driver>> {
        const STANDARD_PORT: u16 = 3306;
        let parts = source::parse(source.data);
        let get = |name: &str| source::find(&parts, name);
        let options = source.options;
        let int = |cx: &mut Cx, attribute, otherwise| ext_pdo::attr_int(cx, options, attribute, otherwise);
        let host = get("host").unwrap_or(b"localhost");
        let address = match (host, get("unix_socket")) {
            (b"localhost", None) => {
                let standard = cx.ini_str("pdo_mysql.default_socket");
                Address::Unix(if standard.is_empty() { b"/tmp/mysql.sock".to_vec() } else { standard.to_vec() })
            }
            (b"", None) => Address::Unix(b"/tmp/mysql.sock".to_vec()),
            (b"localhost" | b"", Some(socket)) => Address::Unix(socket.to_vec()),
            (host, _) => {
                let port = get("port").and_then(|port| std::str::from_utf8(port).ok()?.trim().parse().ok()).unwrap_or(STANDARD_PORT);
                Address::Tcp(host.to_vec(), port)
            }
        };
        let charset = match get("charset") {
            None => 0,
            Some(name) => match charsets::by_name(name) {
                Some(set) => set.number,
                None => return Err(failure(Error::unknown(code::UNKNOWN_CHARSET, "Unknown character set"))),
            },
        };
        let mut flags = 0;
        if int(cx, own::MULTI_STATEMENTS, 1)? != 0 {
            flags |= caps::MULTI_STATEMENTS;
        }
        if int(cx, own::FOUND_ROWS, 0)? != 0 {
            flags |= caps::FOUND_ROWS;
        }
        if int(cx, own::IGNORE_SPACE, 0)? != 0 {
            flags |= caps::IGNORE_SPACE;
        }
        if int(cx, own::COMPRESS, 0)? != 0 {
            flags |= caps::COMPRESS;
        }
        let mut ssl = Vec::new();
        for (attribute, name) in own::SSL {
            if let Some(value) = text(cx, options, attribute)? {
                ssl.push((name, value));
                flags |= caps::SSL;
            }
        }
        if options.is_some_and(|all| all.get_int(own::SSL_VERIFY_SERVER_CERT).is_some()) {
            flags |= if int(cx, own::SSL_VERIFY_SERVER_CERT, 0)? != 0 { caps::VERIFY } else { caps::DONT_VERIFY };
        }
        let timeout = Duration::from_secs(u64::try_from(int(cx, attr::TIMEOUT, 30)?).unwrap_or(0));
        let key_file = cx.ini_str("mysqlnd.sha256_server_public_key");
        let key_file = (!key_file.is_empty()).then(|| key_file.to_vec());
        let key = match text(cx, options, own::SERVER_PUBLIC_KEY)?.or(key_file) {
            Some(name) => loxo_streams::open_stream(cx, &name, b"rb", OpenOptions::default(), None)?
                .map(|stream| stream.read_all(cx, Some(1 << 16)).as_bytes().to_vec()),
            None => None,
        };
        let user = get("user").or(source.username).unwrap_or_default();
        let password = get("password").or(source.password).unwrap_or_default();
        stats::collect(cx.ini_bool("mysqlnd.collect_statistics"));
        let started = counters::start();
        let mut client = Client::connect(
            &address,
            &ConnectOptions {
                user: user.to_vec(),
                password: password.to_vec(),
                database: get("dbname").map(<[u8]>::to_vec),
                flags,
                charset,
                connect_timeout: Some(timeout),
                read_timeout: Some(Duration::from_secs(u64::try_from(cx.ini_int("mysqlnd.net_read_timeout")).unwrap_or(0))),
                attributes: vec![("_client_name", "mysqlnd".into()), ("_server_host", String::from_utf8_lossy(host).into_owned())],
                public_key: key,
            },
            &mut |fd| {
                let context = loxo_mysql::ssl_options(&ssl, flags, Value::bytes, Value::from);
                let channel = crypto::secure(cx, fd, host, &context, Some(timeout))?;
                Some(Box::new(channel) as Box<dyn ReadWrite>)
            },
        )
        .map_err(|error| {
            let shown = error.message.clone();
            if shown.starts_with(b"php_network_getaddresses") {
                cx.builtin_warning(&shown);
            }
            failure(error)
        })?;
        started.connected(&address.text());
        if let Some(command) = text(cx, options, own::INIT_COMMAND)? {
            client.stats().add(const { stats::at("init_command_executed_count") }, 1);
            client.query(&command).map_err(|error| {
                stats::count(const { stats::at("init_command_failed_count") }, 1);
                Client::count_failure();
                failure(error)
            })?;
            client.drain();
        }
        client.opened(false);
        let autocommit = int(cx, attr::AUTOCOMMIT, 1)? != 0;
        let emulate = int(cx, own::DIRECT_QUERY, 1)?;
        let emulate = int(cx, attr::EMULATE_PREPARES, emulate)? != 0;
        let shared = Shared {
            client: RefCell::new(client),
            buffered: Cell::new(int(cx, own::USE_BUFFERED_QUERY, 1)? != 0),
            table_names: Cell::new(int(cx, attr::FETCH_TABLE_NAMES, 0)? != 0),
            emulate: Cell::new(emulate),
            local_infile: Cell::new(int(cx, own::LOCAL_INFILE, 0)? != 0),
            local_directory: RefCell::new(text(cx, options, own::LOCAL_INFILE_DIRECTORY)?.filter(|name| !name.is_empty())),
            national: Cell::new(int(cx, attr::DEFAULT_STR_PARAM, 0)? == param::STR_NATL),
            autocommit: Cell::new(autocommit),
        };
        if !autocommit {
            shared.command(cx, b"SET AUTOCOMMIT=0")?;
        }
        Ok(Box::new(Connection(Rc::new(shared))))
    }
}

const DIALECT: Dialect = Dialect { backslash: true, backticks: true, brackets: false, hash_comments: true };

impl Driver for Connection {
    fn name(&self) -> &'static str {
        "mysql"
    }

    fn dialect(&self) -> Dialect {
        DIALECT
    }

    fn prepare(&self, cx: &mut Cx, sql: &PhpStr, options: Option<&PhpArray>) -> Outcome<Prepared> {
        const UNSUPPORTED: u32 = 1295;
        let emulate = ext_pdo::attr_int(cx, options, attr::EMULATE_PREPARES, i64::from(self.0.emulate.get()))?;
        let emulate = ext_pdo::attr_int(cx, options, own::DIRECT_QUERY, emulate)? != 0;
        let buffered = ext_pdo::attr_int(cx, options, own::USE_BUFFERED_QUERY, i64::from(self.0.buffered.get()))? != 0;
        if !emulate {
            let (text, names) = ext_pdo::positional(sql.as_bytes(), DIALECT)?;
            let outcome = match self.0.client.try_borrow_mut() {
                Ok(mut client) => client.prepare(&text),
                Err(_) => Err(Error::out_of_sync()),
            };
            match outcome {
                Ok(statement) => {
                    let statement = Rc::new(Native::new(self.0.clone(), statement, buffered));
                    return Ok(Prepared { statement, supports: supports::POSITIONAL, names });
                }
                // What the server cannot prepare is run as text.
                Err(error) if error.code == UNSUPPORTED => {}
                Err(error) => return Err(failure(error)),
            }
        }
        let statement = Rc::new(Emulated::new(self.0.clone(), buffered));
        Ok(Prepared { statement, supports: supports::NONE, names: None })
    }

    fn execute(&self, cx: &mut Cx, sql: &PhpStr) -> Outcome<i64> {
        self.0.run(|client| client.send_query(sql.as_bytes()))?;
        self.0.answer(cx)?;
        let affected = self.0.client.borrow().affected;
        // Further results are of no interest; their errors are. Rows of a first one stay, and are in everybody's way.
        while self.0.client.borrow().has_more() {
            self.0.answer(cx)?;
            self.0.run(Client::skip_rows)?;
        }
        Ok(affected.and_then(|rows| i64::try_from(rows).ok()).unwrap_or(0))
    }

    fn quote(&self, _: &mut Cx, text: &[u8], kind: i64) -> Option<Vec<u8>> {
        loxo_runtime::memory_limit::ensure_room(text.len().saturating_mul(2));
        let client = self.0.client.try_borrow().ok()?;
        let escaped = escape(client.charset.name, text, client.status & status::NO_BACKSLASHES != 0);
        let national = kind & param::STR_NATL != 0 || self.0.national.get() && kind & param::STR_CHAR == 0;
        let before: &[u8] = match param::kind(kind) {
            param::LOB => b"_binary'",
            _ if national => b"N'",
            _ => b"'",
        };
        Some([before, &escaped, b"'"].concat())
    }

    fn begin(&self, cx: &mut Cx) -> Outcome<()> {
        self.0.command(cx, b"START TRANSACTION")
    }

    fn commit(&self, cx: &mut Cx) -> Outcome<()> {
        self.0.command(cx, b"COMMIT")
    }

    fn roll_back(&self, cx: &mut Cx) -> Outcome<()> {
        self.0.command(cx, b"ROLLBACK")
    }

    fn in_transaction(&self) -> Option<bool> {
        Some(self.0.client.try_borrow().is_ok_and(|client| client.status & status::IN_TRANSACTION != 0))
    }

    fn set_attribute(&self, cx: &mut Cx, attribute: i64, value: &Value) -> Outcome<bool> {
        match attribute {
            attr::AUTOCOMMIT => {
                let on = ext_pdo::bool_param(cx, value)?;
                if on != self.0.autocommit.replace(on) {
                    self.0.command(cx, if on { b"SET AUTOCOMMIT=1" } else { b"SET AUTOCOMMIT=0" })?;
                }
            }
            attr::DEFAULT_STR_PARAM => self.0.national.set(ext_pdo::int_param(cx, value)? == param::STR_NATL),
            own::USE_BUFFERED_QUERY => self.0.buffered.set(ext_pdo::bool_param(cx, value)?),
            own::DIRECT_QUERY | attr::EMULATE_PREPARES => self.0.emulate.set(ext_pdo::bool_param(cx, value)?),
            attr::FETCH_TABLE_NAMES => self.0.table_names.set(ext_pdo::bool_param(cx, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn attribute(&self, _: &mut Cx, attribute: i64) -> Outcome<Option<Value>> {
        let borrowed = self.0.client.try_borrow_mut().map_err(|_| failure(Error::out_of_sync()));
        Ok(Some(match attribute {
            attr::CLIENT_VERSION => Value::from(CLIENT_INFO),
            attr::SERVER_VERSION => Value::bytes(&borrowed?.server_version),
            attr::CONNECTION_STATUS => Value::bytes(&borrowed?.host_info),
            attr::SERVER_INFO => Value::bytes(&borrowed?.statistics().map_err(failure)?),
            attr::AUTOCOMMIT => Value::bool(self.0.autocommit.get()),
            attr::DEFAULT_STR_PARAM => Value::int(if self.0.national.get() { param::STR_NATL } else { param::STR_CHAR }),
            attr::EMULATE_PREPARES | own::DIRECT_QUERY => Value::bool(self.0.emulate.get()),
            attr::FETCH_TABLE_NAMES => Value::bool(self.0.table_names.get()),
            own::USE_BUFFERED_QUERY => Value::bool(self.0.buffered.get()),
            own::LOCAL_INFILE => Value::bool(self.0.local_infile.get()),
            own::LOCAL_INFILE_DIRECTORY => self.0.local_directory.borrow().as_ref().map_or(Value::NULL, |name| Value::bytes(name)),
            _ => return Ok(None),
        }))
    }

    fn last_insert_id(&self, _: &mut Cx, _: Option<&PhpStr>) -> Outcome<PhpStr> {
        let client = self.0.client.try_borrow().map_err(|_| failure(Error::out_of_sync()))?;
        Ok(PhpStr::from(client.insert_id.to_string()))
    }

    fn is_alive(&self, _: &mut Cx) -> bool {
        self.0.client.try_borrow_mut().is_ok_and(|mut client| client.ping().is_ok())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ext_pdo::object_handlers()
}

/// `Pdo\Mysql::getWarningCount()`
pub(crate) fn get_warning_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let connection = connection_of(cx, this)?;
    let own = connection.driver.as_any().downcast_ref::<Connection>();
    Ok(own.and_then(|own| own.0.client.try_borrow().ok().map(|client| i64::from(client.warnings))).unwrap_or(0))
}
