//! The connection, and `Pdo\Sqlite`.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use ext_pdo::{BOTH, Dialect, Driver, DriverError, Factory, Failure, Outcome, Prepared, Source, attr, connection_of};
use ext_sqlite3::blob;
use ext_sqlite3::callbacks::Callbacks;
use loxo_runtime::{Callable, Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResource, PhpResult, PhpStr, Tracer, Value, convert};
use loxo_sqlite_sys::{Database, Failed, open, status};

use crate::statement::Statement;

/// Attributes of this driver.
const OPEN_FLAGS: i64 = attr::DRIVER_SPECIFIC;
pub(crate) const READONLY_STATEMENT: i64 = attr::DRIVER_SPECIFIC + 1;
const EXTENDED_RESULT_CODES: i64 = attr::DRIVER_SPECIFIC + 2;

pub(crate) static FACTORY: Sqlite = Sqlite;

pub(crate) struct Sqlite;

pub(crate) struct Connection {
    pub database: Database,
    callbacks: RefCell<Callbacks>,
}

/// A failed call as PDO tells it.
pub(crate) fn error(failed: &Failed) -> Failure {
    let state = match failed.status {
        status::NOTFOUND => "42S02",
        status::INTERRUPT => "01002",
        status::NOLFS => "HYC00",
        status::TOOBIG => "22001",
        status::CONSTRAINT => "23000",
        _ => "HY000",
    };
    Failure::Error(DriverError::new(state, i64::from(failed.status), failed.message.clone()))
}

/// The last error of a database.
pub(crate) fn last_error(database: &Database) -> Failure {
    error(&Failed { status: database.error_code(), message: database.error_message() })
}

impl Factory for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn class(&self) -> &'static str {
        "Pdo\\Sqlite"
    }

    fn connect(&self, cx: &mut Cx, source: &Source<'_>) -> Outcome<Box<dyn Driver>> {
        const TIMEOUT: i64 = 60;
        let Some(path) = safe_path(cx, source.data) else {
            // The warning about it is an exception already, the cause of this one.
            let class = cx.builtin_class("PDOException");
            let new = cx.new_exception(class, &[b"open_basedir prohibits opening ", source.data].concat(), 0);
            return Err(cx.throw_object(new).into());
        };
        let confined = !cx.ini_str("open_basedir").is_empty();
        let standard = i64::from(open::READWRITE | open::CREATE);
        let mut flags = ext_pdo::attr_int(cx, source.options, OPEN_FLAGS, standard)? as i32;
        if !confined {
            flags |= open::URI;
        }
        let database = Database::open(&path, flags).map_err(|failed| error(&failed))?;
        let callbacks = Callbacks::default();
        if confined {
            database.set_authorizer(|host, action, texts| {
                let Some(cx) = host.downcast_mut::<Cx>().filter(|_| action == loxo_sqlite_sys::ACTION_ATTACH) else { return status::OK };
                match texts[0].is_some_and(|name| safe_path(cx, name).is_some()) {
                    true => status::OK,
                    false => status::DENY,
                }
            });
        }
        let timeout = ext_pdo::attr_int(cx, source.options, attr::TIMEOUT, TIMEOUT)?;
        let _ = database.busy_timeout(timeout.saturating_mul(1000) as i32);
        Ok(Box::new(Connection { database, callbacks: RefCell::new(callbacks) }))
    }
}

/// The file that a name means; `None`: it must not be opened.
fn safe_path(cx: &mut Cx, name: &[u8]) -> Option<Vec<u8>> {
    if name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"file:")) {
        return cx.ini_str("open_basedir").is_empty().then(|| name.to_vec());
    }
    if name.is_empty() || name == b":memory:" {
        return Some(name.to_vec());
    }
    let path = loxo_runtime::paths::absolute(cx, name);
    loxo_runtime::paths::check_open_basedir(cx, &path, true).then_some(path)
}

impl Driver for Connection {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn dialect(&self) -> Dialect {
        Dialect { backticks: true, brackets: true, ..Dialect::STANDARD }
    }

    fn prepare(&self, cx: &mut Cx, sql: &PhpStr, options: Option<&PhpArray>) -> Outcome<Prepared> {
        if ext_pdo::attr_int(cx, options, attr::CURSOR, 0)? != 0 {
            return Err(last_error(&self.database));
        }
        let made = self.database.prepare(cx, sql.as_bytes()).map_err(|failed| error(&failed));
        cx.check()?;
        Ok(Prepared { statement: Rc::new(Statement::new(made?)), supports: BOTH, names: None })
    }

    fn execute(&self, cx: &mut Cx, sql: &PhpStr) -> Outcome<i64> {
        let outcome = self.database.execute(cx, sql.as_bytes());
        cx.check()?;
        outcome.map_err(|failed| error(&failed))?;
        Ok(self.database.changes())
    }

    fn quote(&self, _: &mut Cx, text: &[u8], _: i64) -> Option<Vec<u8>> {
        Some([b"'", &loxo_sqlite_sys::escape(text)[..], b"'"].concat())
    }

    fn begin(&self, cx: &mut Cx) -> Outcome<()> {
        self.database.execute(cx, b"BEGIN").map_err(|failed| error(&failed))
    }

    fn commit(&self, cx: &mut Cx) -> Outcome<()> {
        self.database.execute(cx, b"COMMIT").map_err(|failed| error(&failed))
    }

    fn roll_back(&self, cx: &mut Cx) -> Outcome<()> {
        self.database.execute(cx, b"ROLLBACK").map_err(|failed| error(&failed))
    }

    fn in_transaction(&self) -> Option<bool> {
        Some(!self.database.is_autocommit())
    }

    fn set_attribute(&self, cx: &mut Cx, attribute: i64, value: &Value) -> Outcome<bool> {
        match attribute {
            attr::TIMEOUT => {
                let seconds = ext_pdo::int_param(cx, value)?;
                let _ = self.database.busy_timeout(seconds.saturating_mul(1000) as i32);
            }
            EXTENDED_RESULT_CODES => {
                let on = ext_pdo::int_param(cx, value)?;
                self.database.set_extended_codes(on != 0);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn attribute(&self, _: &mut Cx, attribute: i64) -> Outcome<Option<Value>> {
        Ok(match attribute {
            attr::CLIENT_VERSION | attr::SERVER_VERSION => Some(Value::from(loxo_sqlite_sys::version())),
            _ => None,
        })
    }

    fn last_insert_id(&self, _: &mut Cx, _: Option<&PhpStr>) -> Outcome<PhpStr> {
        Ok(PhpStr::from(self.database.last_insert_rowid().to_string()))
    }

    fn method_class(&self) -> Option<&'static str> {
        Some("PDO_SQLite_Ext")
    }

    fn request_end(&self) {
        let callbacks = self.callbacks.take();
        callbacks.remove(&self.database);
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.callbacks.borrow().trace(tracer);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ext_pdo::object_handlers()
}

/// Of the class that holds the methods of plain PDO objects.
pub(crate) fn methods() -> ObjectHandlers {
    ext_pdo::method_object_handlers()
}

/// Works with the connection of an object.
fn with<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Cx, &Connection) -> R) -> PhpResult<R> {
    let connection = connection_of(cx, this)?;
    match connection.driver.as_any().downcast_ref::<Connection>() {
        Some(own) => Ok(work(cx, own)),
        None => Err(cx.throw_error("PDO object is not initialized, constructor was not called")),
    }
}

/// `Pdo\Sqlite::createFunction()`
pub(crate) fn create_function(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    callback: &Callable,
    arguments: i64,
    flags: i64,
) -> PhpResult<bool> {
    with(cx, this, |_, own| own.callbacks.borrow_mut().function(&own.database, name.as_bytes(), callback, arguments, flags))
}

/// `Pdo\Sqlite::createAggregate()`
pub(crate) fn create_aggregate(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    step: &Callable,
    finish: &Callable,
    arguments: i64,
) -> PhpResult<bool> {
    with(cx, this, |_, own| own.callbacks.borrow_mut().aggregate(&own.database, name.as_bytes(), step, finish, arguments, true))
}

/// `Pdo\Sqlite::createCollation()`
pub(crate) fn create_collation(cx: &mut Cx, this: &PhpObject, name: &PhpStr, callback: &Callable) -> PhpResult<bool> {
    with(cx, this, |_, own| {
        own.callbacks.borrow_mut().collation(&own.database, name.as_bytes(), callback, |cx, answer| {
            let function = cx.active.map_or_else(String::new, |func| String::from_utf8_lossy(&func.display_name()).into_owned());
            let given = convert::value_name(answer);
            Err(cx.type_error(format!("{function}(): Return value of the callback must be of type int, {given} returned")))
        })
    })
}

/// `Pdo\Sqlite::loadExtension()`
pub(crate) fn load_extension(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if cx.sapi.is_web() {
        connection_of(cx, this)?;
        return Err(cx.throw("PDOException", "Not supported in multithreaded Web servers"));
    }
    let Some(path) = loxo_runtime::paths::real(cx, name.as_bytes()) else {
        connection_of(cx, this)?;
        let text = [b"Unable to load extension \"", name.as_bytes(), b"\""].concat();
        return Err(cx.throw("PDOException", text));
    };
    match with(cx, this, |_, own| own.database.load_extension(&path))? {
        Ok(()) => Ok(()),
        Err(failed) => {
            let text = [b"Unable to load extension \"", &failed.message[..], b"\""].concat();
            Err(cx.throw("PDOException", text))
        }
    }
}

/// `Pdo\Sqlite::openBlob()`
pub(crate) fn open_blob(
    cx: &mut Cx,
    this: &PhpObject,
    table: &PhpStr,
    column: &PhpStr,
    row: i64,
    name: Option<&PhpStr>,
    flags: i64,
) -> PhpResult<OrFalse<PhpResource>> {
    let write = flags & i64::from(open::READWRITE) != 0;
    let name = name.map_or(&b"main"[..], |name| name.as_bytes());
    let opened = with(cx, this, |_, own| own.database.open_blob(name, table.as_bytes(), column.as_bytes(), row, write))?;
    match opened {
        Ok(opened) => {
            let readonly = flags & i64::from(open::READONLY) != 0;
            let stream = blob::stream(opened, !readonly, "PDOSQLite", Some(blob::COMPLAINTS));
            Ok(OrFalse::some(loxo_streams::into_resource(stream)))
        }
        Err(failed) => {
            cx.warning([b"Unable to open blob: ", &failed.message[..]].concat());
            cx.check()?;
            Ok(OrFalse::FALSE)
        }
    }
}
