//! What a connection is, and its small commands.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use loxo_mysql::{Client, Error, Field, charsets, escape, status};
use loxo_runtime::{Cx, Native, OrFalse, PhpObject, PhpResult, PhpStr, Thrown, Value, convert, object};

use crate::CLIENT_INFO;
use crate::report::{self, position};

/// An open connection. Results that are read row by row and statements hold it as well.
pub(crate) struct Conn {
    pub client: RefCell<Client>,
    pub error: RefCell<Option<Error>>,
    /// Columns of a result that has come and that nobody has taken.
    pub pending: RefCell<Option<Rc<Vec<Field>>>>,
    /// Numbers of text results become numbers.
    pub native_numbers: Cell<bool>,
    pub multi: Cell<bool>,
    pub local_infile: Cell<bool>,
    pub local_directory: RefCell<Option<Vec<u8>>>,
    /// How the answer to an asynchronous query is to be taken.
    pub async_mode: Cell<Option<i64>>,
    /// Under what a persistent connection is kept.
    pub key: Option<Vec<u8>>,
}

impl Conn {
    /// Counts something of this connection.
    pub fn count(&self, place: usize, n: u64) {
        if let Ok(mut client) = self.client.try_borrow_mut() {
            client.stats().add(place, n);
        }
    }

    /// Does something with the client; what goes wrong is remembered.
    pub fn run<R>(&self, work: impl FnOnce(&mut Client) -> Result<R, Error>) -> Result<R, Error> {
        let outcome = match self.client.try_borrow_mut() {
            Ok(mut client) => work(&mut client),
            // A file that `LOAD DATA LOCAL` reads uses the connection.
            Err(_) => Err(Error::out_of_sync()),
        };
        *self.error.borrow_mut() = outcome.as_ref().err().filter(|error| error.complaint.is_none()).cloned();
        outcome
    }
}

/// How far an object is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Status {
    Closed,
    Initialized,
    Valid,
}

/// What `mysqli_options()` has set.
#[derive(Clone, Default)]
pub(crate) struct Options {
    pub connect_timeout: Option<Duration>,
    pub read_timeout: Option<Duration>,
    pub init_commands: Vec<Vec<u8>>,
    pub charset: Option<Vec<u8>>,
    pub local_infile: Option<bool>,
    pub local_directory: Option<Vec<u8>>,
    pub native_numbers: bool,
    pub public_key: Option<Vec<u8>>,
    /// Options of the context `ssl`; not empty: the connection is to be encrypted.
    pub ssl: Vec<(&'static str, Vec<u8>)>,
}

/// The native part of a `mysqli`.
pub(crate) struct Link {
    pub status: Status,
    /// The last constructor could not connect.
    pub broken: bool,
    pub conn: Option<Rc<Conn>>,
    pub options: Options,
    /// Why the last attempt to connect failed.
    pub error: Option<Error>,
}

impl Default for Link {
    fn default() -> Link {
        Link { status: Status::Closed, broken: false, conn: None, options: Options::default(), error: None }
    }
}

impl Native for Link {}

/// "object is already closed", "is not fully initialized"
pub(crate) fn unusable(cx: &mut Cx, this: &PhpObject, status: Status) -> Thrown {
    let class = convert::class_text(cx.class_of(this));
    let text = if status == Status::Closed { "already closed" } else { "not fully initialized" };
    cx.throw_error(format!("{class} object is {text}"))
}

/// The native part of an object that is that far at least.
pub(crate) fn native<'a>(cx: &mut Cx, this: &'a PhpObject, wanted: Status) -> PhpResult<&'a mut Link> {
    match this.native_mut::<Link>() {
        Some(link) if link.status >= wanted && !link.broken => Ok(link),
        Some(link) if link.status >= wanted => Err(unusable(cx, this, Status::Initialized)),
        Some(link) => {
            let status = link.status;
            Err(unusable(cx, this, status))
        }
        None => Err(unusable(cx, this, Status::Closed)),
    }
}

/// The server is about to be waited for: on the command line, what was printed before is seen before.
pub(crate) fn before_waiting(cx: &mut Cx) {
    if !cx.sapi.is_web() {
        cx.flush_pending();
    }
}

/// The open connection of an object.
pub(crate) fn conn(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<Conn>> {
    match native(cx, this, Status::Valid)?.conn.clone() {
        Some(conn) => Ok(conn),
        None => Err(unusable(cx, this, Status::Initialized)),
    }
}

/// Does something with the client; an error is reported. `None`: it failed.
pub(crate) fn command<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Client) -> Result<R, Error>) -> PhpResult<Option<R>> {
    let conn = conn(cx, this)?;
    before_waiting(cx);
    match conn.run(work) {
        Ok(done) => Ok(Some(done)),
        Err(error) => {
            report::error(cx, &error)?;
            Ok(None)
        }
    }
}

/// The same of a command whose errors PHP does not tell, but keeps.
fn untold<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Client) -> Result<R, Error>) -> PhpResult<Option<R>> {
    let conn = conn(cx, this)?;
    before_waiting(cx);
    Ok(conn.run(work).ok())
}

/// Looks at the client.
pub(crate) fn about<R>(cx: &mut Cx, this: &PhpObject, look: impl FnOnce(&Client) -> R) -> PhpResult<R> {
    let conn = conn(cx, this)?;
    let client = conn.client.borrow();
    Ok(look(&client))
}

/// A count as PHP shows it: what does not fit is text.
pub(crate) fn count(n: Option<u64>) -> Value {
    match n.map(i64::try_from) {
        None => Value::int(-1),
        Some(Ok(n)) if n < i64::MAX => Value::int(n),
        Some(_) => Value::from(n.unwrap_or(0).to_string()),
    }
}

/// `mysqli_affected_rows()`
pub(crate) fn affected_rows(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    about(cx, this, |client| count(client.affected))
}

/// `mysqli_insert_id()`
pub(crate) fn insert_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    about(cx, this, |client| count(Some(client.insert_id)))
}

/// `mysqli_errno()`
pub(crate) fn errno(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(conn(cx, this)?.error.borrow().as_ref().map_or(0, |error| i64::from(error.code)))
}

/// `mysqli_error()`
pub(crate) fn error(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    Ok(conn(cx, this)?.error.borrow().as_ref().map_or_else(Vec::new, |error| error.message.clone()))
}

/// `mysqli_sqlstate()`
pub(crate) fn sqlstate(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    Ok(conn(cx, this)?.error.borrow().as_ref().map_or_else(|| b"00000".to_vec(), |error| error.state.to_vec()))
}

/// `mysqli_error_list()`
pub(crate) fn error_list(cx: &mut Cx, this: &PhpObject) -> PhpResult<loxo_runtime::PhpArray> {
    Ok(crate::properties::error_list(conn(cx, this)?.error.borrow().as_ref()))
}

/// `mysqli_field_count()`
pub(crate) fn field_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    about(cx, this, |client| client.field_count as i64)
}

/// `mysqli_warning_count()`
pub(crate) fn warning_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    about(cx, this, |client| i64::from(client.warnings))
}

/// `mysqli_thread_id()`
pub(crate) fn thread_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    about(cx, this, |client| i64::from(client.thread_id))
}

/// `mysqli_info()`
pub(crate) fn info_of(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Vec<u8>>> {
    about(cx, this, |client| client.info.clone())
}

/// `mysqli_get_host_info()`
pub(crate) fn get_host_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    about(cx, this, |client| client.host_info.clone())
}

/// `mysqli_get_proto_info()`
pub(crate) fn get_proto_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    about(cx, this, |_| 10)
}

/// `mysqli_get_server_info()`
pub(crate) fn get_server_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    about(cx, this, |client| client.server_version.clone())
}

/// `mysqli_get_server_version()`
pub(crate) fn get_server_version(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    about(cx, this, Client::version_number)
}

/// `mysqli_get_client_info()`
pub(crate) fn client_info_of(cx: &mut Cx, mysql: Option<&PhpObject>) -> PhpResult<&'static str> {
    if mysql.is_some() {
        cx.builtin_deprecated("Passing connection object as an argument is deprecated");
        cx.check()?;
    }
    Ok(CLIENT_INFO)
}

/// `mysqli::get_client_info()`
pub(crate) fn get_client_info(_: &mut Cx, _: &PhpObject) -> PhpResult<&'static str> {
    Ok(CLIENT_INFO)
}

/// `mysqli_get_client_version()`
pub(crate) fn get_client_version(_: &mut Cx) -> PhpResult<i64> {
    Ok(crate::CLIENT_VERSION)
}

/// `mysqli_thread_safe()`
pub(crate) fn thread_safe(_: &mut Cx) -> PhpResult<bool> {
    Ok(false)
}

/// `mysqli::thread_safe()`
pub(crate) fn is_thread_safe(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(false)
}

/// `mysqli_debug()`: the client has no trace to write.
pub(crate) fn debug(_: &mut Cx, _: &PhpStr) -> PhpResult<bool> {
    Ok(true)
}

/// `mysqli::debug()`
pub(crate) fn debug_of(_: &mut Cx, _: &PhpObject, _: &PhpStr) -> PhpResult<bool> {
    Ok(true)
}

/// `mysqli_dump_debug_info()`
pub(crate) fn dump_debug_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(untold(cx, this, Client::dump_debug_info)?.is_some())
}

/// `mysqli_ping()`
pub(crate) fn ping(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(command(cx, this, Client::ping)?.is_some())
}

/// `mysqli_kill()`
pub(crate) fn kill(cx: &mut Cx, this: &PhpObject, process_id: i64) -> PhpResult<bool> {
    conn(cx, this)?;
    if process_id <= 0 {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must be greater than 0"));
    }
    Ok(command(cx, this, |client| client.kill(process_id as u32))?.is_some())
}

/// `mysqli_refresh()`
pub(crate) fn refresh(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<bool> {
    Ok(untold(cx, this, |client| client.refresh(flags as u8))?.is_some())
}

/// `mysqli_select_db()`
pub(crate) fn select_db(cx: &mut Cx, this: &PhpObject, database: &PhpStr) -> PhpResult<bool> {
    Ok(command(cx, this, |client| client.select_database(database.as_bytes()))?.is_some())
}

/// `mysqli_stat()`
pub(crate) fn stat(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<Vec<u8>>> {
    Ok(OrFalse(untold(cx, this, Client::statistics)?))
}

/// `mysqli_character_set_name()`
pub(crate) fn character_set_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<&'static str> {
    about(cx, this, |client| client.charset.name)
}

/// `mysqli_get_charset()`
pub(crate) fn get_charset(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let set = about(cx, this, |client| client.charset)?;
    let class = cx.builtin_class("stdClass");
    let out = object::instantiate(cx, class)?;
    let rows = [
        ("charset", Value::from(set.name)),
        ("collation", Value::from(set.collation)),
        ("dir", Value::EMPTY_STRING),
        ("min_length", Value::int(i64::from(set.min))),
        ("max_length", Value::int(i64::from(set.max))),
        ("number", Value::int(i64::from(set.number))),
        ("state", Value::int(1)),
        ("comment", Value::from(set.comment)),
    ];
    for (name, value) in rows {
        cx.write_property(&out, name, value)?;
    }
    Ok(out)
}

/// `mysqli_set_charset()`
pub(crate) fn set_charset(cx: &mut Cx, this: &PhpObject, charset: &PhpStr) -> PhpResult<bool> {
    let done = command(cx, this, |client| {
        let Some(set) = charsets::by_name(charset.as_bytes()) else {
            return Err(Error::unknown(loxo_mysql::code::UNKNOWN_CHARSET, "Invalid character set was provided"));
        };
        client.query(format!("SET NAMES {}", set.name).as_bytes())?;
        client.charset = set;
        Ok(())
    })?;
    Ok(done.is_some())
}

/// `mysqli_real_escape_string()`
pub(crate) fn real_escape_string(cx: &mut Cx, this: &PhpObject, string: &PhpStr) -> PhpResult<Vec<u8>> {
    loxo_runtime::memory_limit::ensure_room(string.len().saturating_mul(2));
    about(cx, this, |client| escape(client.charset.name, string.as_bytes(), client.status & status::NO_BACKSLASHES != 0))
}

/// `mysqli_close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    native(cx, this, Status::Initialized)?;
    crate::connect::disconnect(cx, this);
    if let Some(link) = this.native_mut::<Link>() {
        link.status = Status::Closed;
    }
    Ok(true)
}

/// `mysqli::init()`
pub(crate) fn init(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    crate::connect::disconnect(cx, this);
    this.set_native(Box::new(Link { status: Status::Initialized, ..Link::default() }));
    Ok(Value::NULL)
}

/// `mysqli_init()`
pub(crate) fn mysqli_init(cx: &mut Cx) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("mysqli");
    let new = object::instantiate_raw(cx, class)?;
    new.set_native(Box::new(Link { status: Status::Initialized, ..Link::default() }));
    Ok(new)
}

/// `mysqli_ssl_set()`
pub(crate) fn ssl_set(
    cx: &mut Cx,
    this: &PhpObject,
    key: Option<&PhpStr>,
    certificate: Option<&PhpStr>,
    ca: Option<&PhpStr>,
    ca_path: Option<&PhpStr>,
    ciphers: Option<&PhpStr>,
) -> PhpResult<bool> {
    let given = [("local_pk", key), ("local_cert", certificate), ("cafile", ca), ("capath", ca_path), ("ciphers", ciphers)];
    let link = native(cx, this, Status::Initialized)?;
    for (name, value) in given {
        let Some(value) = value else { continue };
        link.options.ssl.retain(|(other, _)| *other != name);
        link.options.ssl.push((name, value.as_bytes().to_vec()));
    }
    Ok(true)
}

/// `mysqli_options()`
pub(crate) fn options(cx: &mut Cx, this: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    const CONNECT_TIMEOUT: i64 = 0;
    const INIT_COMMAND: i64 = 3;
    const READ_DEFAULT_FILE: i64 = 4;
    const READ_DEFAULT_GROUP: i64 = 5;
    const SET_CHARSET_NAME: i64 = 7;
    const LOCAL_INFILE: i64 = 8;
    const READ_TIMEOUT: i64 = 11;
    const SSL_VERIFY_SERVER_CERT: i64 = 21;
    const SERVER_PUBLIC_KEY: i64 = 35;
    const CAN_HANDLE_EXPIRED_PASSWORDS: i64 = 37;
    const LOAD_DATA_LOCAL_DIR: i64 = 43;
    const INT_AND_FLOAT_NATIVE: i64 = 201;
    const NET_CMD_BUFFER_SIZE: i64 = 202;
    const NET_READ_BUFFER_SIZE: i64 = 203;
    native(cx, this, Status::Initialized)?;
    let value = value.clone_deref();
    let is_text = matches!(
        option,
        INIT_COMMAND | READ_DEFAULT_FILE | READ_DEFAULT_GROUP | SET_CHARSET_NAME | SERVER_PUBLIC_KEY | LOAD_DATA_LOCAL_DIR
    );
    let (text, number) = match is_text {
        true => (convert::to_string(cx, &value)?.as_bytes().to_vec(), 0),
        false => (Vec::new(), convert::to_int(cx, &value)?),
    };
    let seconds = Some(Duration::from_secs(u64::try_from(number).unwrap_or(0)));
    let public_key = if option == SERVER_PUBLIC_KEY { crate::local::read_file(cx, &text)? } else { None };
    let link = native(cx, this, Status::Initialized)?;
    let own = &mut link.options;
    match option {
        CONNECT_TIMEOUT => own.connect_timeout = seconds,
        READ_TIMEOUT => own.read_timeout = seconds,
        INIT_COMMAND => own.init_commands.push(text),
        SET_CHARSET_NAME => {
            if charsets::by_name(&text).is_none() {
                let error = Error::unknown(loxo_mysql::code::UNKNOWN_CHARSET, "Unknown character set");
                link.error = Some(error.clone());
                report::error(cx, &error)?;
                return Ok(false);
            }
            own.charset = Some(text);
        }
        LOCAL_INFILE => {
            own.local_infile = Some(number != 0);
            if let Some(conn) = &link.conn {
                conn.local_infile.set(number != 0);
            }
        }
        LOAD_DATA_LOCAL_DIR => {
            own.local_directory = Some(text.clone());
            if let Some(conn) = &link.conn {
                *conn.local_directory.borrow_mut() = Some(text);
            }
        }
        INT_AND_FLOAT_NATIVE => {
            own.native_numbers = number != 0;
            if let Some(conn) = &link.conn {
                conn.native_numbers.set(number != 0);
            }
        }
        SERVER_PUBLIC_KEY => own.public_key = public_key,
        // The sizes of buffers are the client's own business; files of options are none of PHP's.
        NET_CMD_BUFFER_SIZE | NET_READ_BUFFER_SIZE | SSL_VERIFY_SERVER_CERT | CAN_HANDLE_EXPIRED_PASSWORDS => {}
        READ_DEFAULT_FILE | READ_DEFAULT_GROUP => {}
        _ => return Ok(false),
    }
    Ok(true)
}
