//! `SQLite3`: a database that is opened, queried and changed, with functions, aggregates and collations written in PHP.

use loxo_observer::counters;
use loxo_runtime::{Callable, Cx, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResource, PhpResult, PhpStr, Tracer, Value};
use loxo_sqlite_sys::{Database, Failed, Statement, open, status};
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use crate::callbacks::Callbacks;
use crate::{blob, result, statement};

/// Where the statement of a `SQLite3Stmt` is, until it or its database is closed.
pub(crate) type Slot = RefCell<Option<Statement>>;

#[derive(Default)]
pub(crate) struct Db {
    database: Option<Database>,
    exceptions: Rc<std::cell::Cell<bool>>,
    callbacks: Callbacks,
    statements: Vec<Weak<Slot>>,
    /// Was open once.
    closed: bool,
}

impl Native for Db {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.callbacks.trace(tracer);
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Db::default())), no_clone: true, no_serialize: true, ..ObjectHandlers::default() }
}

/// "has not been correctly initialised"
pub(crate) fn not_ready(cx: &mut Cx, class: &str) -> loxo_runtime::Thrown {
    cx.throw_error(format!("The {class} object has not been correctly initialised or is already closed"))
}

/// The database of an object.
pub(crate) fn database(cx: &mut Cx, this: &PhpObject) -> PhpResult<Database> {
    match this.native::<Db>().and_then(|db| db.database.clone()) {
        Some(database) => Ok(database),
        None => Err(not_ready(cx, "SQLite3")),
    }
}

fn complain(cx: &mut Cx, exceptions: bool, code: i32, text: &[u8]) {
    if exceptions {
        let class = cx.builtin_class("SQLite3Exception");
        // What a callback threw becomes the cause.
        let new = cx.new_exception(class, text, i64::from(code));
        let _ = cx.throw_object(new);
    } else {
        cx.builtin_warning(text);
    }
}

/// Warns, or throws if the program wants that.
pub(crate) fn report(cx: &mut Cx, this: &PhpObject, code: i32, text: impl AsRef<[u8]>) -> PhpResult<()> {
    let exceptions = this.native::<Db>().is_some_and(|db| db.exceptions.get());
    complain(cx, exceptions, code, text.as_ref());
    cx.check()
}

/// A failed call, with words in front of the library's.
pub(crate) fn report_failed(cx: &mut Cx, this: &PhpObject, before: &str, failed: &Failed) -> PhpResult<()> {
    report(cx, this, failed.status, [before.as_bytes(), &failed.message].concat())
}

/// The database closes this statement when it is closed.
pub(crate) fn keep(this: &PhpObject, slot: &Rc<Slot>) {
    if let Some(db) = this.native_mut::<Db>() {
        db.statements.retain(|known| known.strong_count() > 0);
        db.statements.push(Rc::downgrade(slot));
    }
}

/// `SQLite3::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, filename: &PhpStr, flags: i64, key: &PhpStr) -> PhpResult<()> {
    open(cx, this, filename, flags, key)
}

/// `SQLite3::open()`
pub(crate) fn open(cx: &mut Cx, this: &PhpObject, filename: &PhpStr, flags: i64, _key: &PhpStr) -> PhpResult<()> {
    if this.native::<Db>().is_some_and(|db| db.database.is_some()) {
        return Err(cx.throw_exception("Already initialised DB Object"));
    }
    let name = filename.as_bytes();
    let path = match name {
        b"" | b":memory:" => name.to_vec(),
        _ => {
            let path = loxo_runtime::paths::absolute(cx, name);
            if !loxo_runtime::paths::check_open_basedir(cx, &path, true) {
                cx.check()?;
                return Err(cx.throw_exception([b"open_basedir prohibits opening ", &path[..]].concat()));
            }
            path
        }
    };
    let database = match Database::open(&path, flags as i32) {
        Ok(database) => database,
        Err(failed) => return Err(cx.throw_exception([b"Unable to open database: ", &failed.message[..]].concat())),
    };
    if cx.ini_bool("sqlite3.defensive") {
        database.set_defensive(true);
    }
    if let Some(db) = this.native_mut::<Db>() {
        let exceptions = db.exceptions.clone();
        db.callbacks.authorize(&database, Box::new(move |cx, text| complain(cx, exceptions.get(), 0, text.as_bytes())));
        db.database = Some(database);
    }
    Ok(())
}

/// `SQLite3::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let Some(db) = this.native_mut::<Db>() else { return Ok(true) };
    let Some(database) = db.database.clone() else { return Ok(true) };
    for slot in std::mem::take(&mut db.statements).iter().filter_map(Weak::upgrade) {
        slot.take();
    }
    if let Err(failed) = database.close() {
        report_failed(cx, this, "Unable to close database: ", &failed)?;
        return Ok(false);
    }
    if let Some(db) = this.native_mut::<Db>() {
        db.database = None;
        db.closed = true;
        db.callbacks = Callbacks::default();
    }
    Ok(true)
}

/// `SQLite3::version()`
pub(crate) fn version(_: &mut Cx) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    out.set_bytes(b"versionString", Value::from(loxo_sqlite_sys::version()));
    out.set_bytes(b"versionNumber", Value::int(i64::from(loxo_sqlite_sys::version_number())));
    Ok(out)
}

/// `SQLite3::lastInsertRowID()`
pub(crate) fn last_insert_row_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(database(cx, this)?.last_insert_rowid())
}

/// For what may be asked of a database that was closed.
fn even_closed<R: Default>(cx: &mut Cx, this: &PhpObject, ask: impl FnOnce(&Database) -> R) -> PhpResult<R> {
    if this.native::<Db>().is_some_and(|db| db.closed && db.database.is_none()) {
        return Ok(R::default());
    }
    Ok(ask(&database(cx, this)?))
}

/// `SQLite3::lastErrorCode()`
pub(crate) fn last_error_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    even_closed(cx, this, |database| i64::from(database.error_code()))
}

/// `SQLite3::lastExtendedErrorCode()`
pub(crate) fn last_extended_error_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    even_closed(cx, this, |database| i64::from(database.extended_error_code()))
}

/// `SQLite3::lastErrorMsg()`
pub(crate) fn last_error_msg(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    even_closed(cx, this, Database::error_message)
}

/// `SQLite3::changes()`
pub(crate) fn changes(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(database(cx, this)?.changes())
}

/// `SQLite3::busyTimeout()`
pub(crate) fn busy_timeout(cx: &mut Cx, this: &PhpObject, milliseconds: i64) -> PhpResult<bool> {
    if let Err(failed) = database(cx, this)?.busy_timeout(milliseconds as i32) {
        report_failed(cx, this, "Unable to set busy timeout: ", &failed)?;
        return Ok(false);
    }
    Ok(true)
}

/// `SQLite3::loadExtension()`
pub(crate) fn load_extension(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let database = database(cx, this)?;
    if cx.sapi.is_web() {
        report(cx, this, 0, "Not supported in multithreaded Web servers")?;
        return Ok(false);
    }
    let folder = cx.ini_str("sqlite3.extension_dir");
    if folder.is_empty() {
        report(cx, this, 0, "SQLite Extensions are disabled")?;
        return Ok(false);
    }
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let asked = [&folder[..], b"/", name.as_bytes()].concat();
    let Some(path) = loxo_runtime::paths::real(cx, &asked) else {
        report(cx, this, 0, [b"Unable to load extension at '", &asked[..], b"'"].concat())?;
        return Ok(false);
    };
    if !path.starts_with(&folder) {
        report(cx, this, 0, "Unable to open extensions outside the defined directory")?;
        return Ok(false);
    }
    if let Err(failed) = database.load_extension(&path) {
        report(cx, this, 0, &failed.message)?;
        return Ok(false);
    }
    Ok(true)
}

/// `SQLite3::backup()`
pub(crate) fn backup(
    cx: &mut Cx,
    this: &PhpObject,
    destination: &PhpObject,
    source_name: &PhpStr,
    target_name: &PhpStr,
) -> PhpResult<bool> {
    let source = database(cx, this)?;
    let target = database(cx, destination)?;
    let Err(failed) = source.backup(source_name.as_bytes(), &target, target_name.as_bytes()) else { return Ok(true) };
    match failed.status {
        status::BUSY => report(cx, this, failed.status, "Backup failed: source database is busy")?,
        status::LOCKED => report(cx, this, failed.status, "Backup failed: source database is locked")?,
        _ => report_failed(cx, this, "Backup failed: ", &failed)?,
    }
    Ok(false)
}

/// `SQLite3::escapeString()`
pub(crate) fn escape_string(_: &mut Cx, string: &PhpStr) -> PhpResult<Vec<u8>> {
    Ok(loxo_sqlite_sys::escape(string.as_bytes()))
}

/// Prepares a statement, and tells why it cannot be.
pub(crate) fn prepared(cx: &mut Cx, this: &PhpObject, query: &PhpStr) -> PhpResult<Option<Statement>> {
    match database(cx, this)?.prepare(cx, query.as_bytes()) {
        Ok(statement) => Ok(Some(statement)),
        Err(failed) => {
            report_failed(cx, this, "Unable to prepare statement: ", &failed)?;
            Ok(None)
        }
    }
}

/// `SQLite3::prepare()`
pub(crate) fn prepare(cx: &mut Cx, this: &PhpObject, query: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    database(cx, this)?;
    if query.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    match prepared(cx, this, query)? {
        Some(made) => statement::create(cx, this, made).map(OrFalse::some),
        None => Ok(OrFalse::FALSE),
    }
}

/// `SQLite3::exec()`
pub(crate) fn exec(cx: &mut Cx, this: &PhpObject, query: &PhpStr) -> PhpResult<bool> {
    let database = database(cx, this)?;
    let started = counters::start();
    let outcome = database.execute(cx, query.as_bytes());
    started.queried(query.as_bytes());
    if let Err(failed) = outcome {
        report_failed(cx, this, "", &failed)?;
        return Ok(false);
    }
    cx.check()?;
    Ok(true)
}

/// A step of a statement failed.
pub(crate) fn step_failed(cx: &mut Cx, this: &PhpObject, statement: &Statement) -> PhpResult<()> {
    cx.check()?;
    let database = statement.database();
    let failed = Failed { status: database.error_code(), message: database.error_message() };
    report_failed(cx, this, "Unable to execute statement: ", &failed)
}

/// `SQLite3::query()`
pub(crate) fn query(cx: &mut Cx, this: &PhpObject, query: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    database(cx, this)?;
    if query.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    // Whoever wants no result gets none, and other messages.
    if (cx.hooks.result_unused)(cx) {
        exec(cx, this, query)?;
        return Ok(OrFalse::FALSE);
    }
    let started = counters::start();
    let Some(made) = prepared(cx, this, query)? else { return Ok(OrFalse::FALSE) };
    let answer = made.step(cx);
    started.queried(query.as_bytes());
    match answer {
        status::ROW | status::DONE => {
            made.reset();
        }
        _ => {
            step_failed(cx, this, &made)?;
            return Ok(OrFalse::FALSE);
        }
    }
    cx.check()?;
    let own = statement::create(cx, this, made)?;
    result::create(cx, this, &own, false).map(OrFalse::some)
}

/// `SQLite3::querySingle()`
pub(crate) fn query_single(cx: &mut Cx, this: &PhpObject, query: &PhpStr, entire_row: bool) -> PhpResult<Value> {
    database(cx, this)?;
    if query.is_empty() {
        return Ok(Value::FALSE);
    }
    let started = counters::start();
    let Some(made) = prepared(cx, this, query)? else { return Ok(Value::FALSE) };
    let answer = made.step(cx);
    started.queried(query.as_bytes());
    let answer = match answer {
        status::ROW if !entire_row => result::column(cx, this, &made, 0)?,
        status::ROW => {
            let mut row = PhpArray::new();
            for column in 0..made.data_count() {
                let value = result::column(cx, this, &made, column)?;
                row.set_sym(made.column_name(column).unwrap_or_default(), value);
            }
            Value::array(row)
        }
        status::DONE if !entire_row => Value::NULL,
        status::DONE => Value::EMPTY_ARRAY,
        _ => {
            step_failed(cx, this, &made)?;
            Value::FALSE
        }
    };
    cx.check()?;
    Ok(answer)
}

/// `SQLite3::createFunction()`
pub(crate) fn create_function(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    callback: &Callable,
    arguments: i64,
    flags: i64,
) -> PhpResult<bool> {
    let database = database(cx, this)?;
    let Some(db) = this.native_mut::<Db>().filter(|_| !name.is_empty()) else { return Ok(false) };
    Ok(db.callbacks.function(&database, name.as_bytes(), callback, arguments, flags))
}

/// `SQLite3::createAggregate()`
pub(crate) fn create_aggregate(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    step: &Callable,
    finish: &Callable,
    arguments: i64,
) -> PhpResult<bool> {
    let database = database(cx, this)?;
    let Some(db) = this.native_mut::<Db>().filter(|_| !name.is_empty()) else { return Ok(false) };
    Ok(db.callbacks.aggregate(&database, name.as_bytes(), step, finish, arguments, false))
}

/// `SQLite3::createCollation()`
pub(crate) fn create_collation(cx: &mut Cx, this: &PhpObject, name: &PhpStr, callback: &Callable) -> PhpResult<bool> {
    const NOT_AN_INT: &str =
        "An error occurred while invoking the compare callback (invalid return type).  Collation object_handlers is undefined.";
    let database = database(cx, this)?;
    let Some(db) = this.native_mut::<Db>().filter(|_| !name.is_empty()) else { return Ok(false) };
    Ok(db.callbacks.collation(&database, name.as_bytes(), callback, |cx, _| {
        cx.builtin_warning(NOT_AN_INT);
        Ok(0)
    }))
}

/// `SQLite3::openBlob()`
pub(crate) fn open_blob(
    cx: &mut Cx,
    this: &PhpObject,
    table: &PhpStr,
    column: &PhpStr,
    row: i64,
    name: &PhpStr,
    flags: i64,
) -> PhpResult<OrFalse<PhpResource>> {
    let database = database(cx, this)?;
    let write = flags & i64::from(open::READWRITE) != 0;
    match database.open_blob(name.as_bytes(), table.as_bytes(), column.as_bytes(), row, write) {
        Ok(opened) => {
            let readonly = flags & i64::from(open::READONLY) != 0;
            let stream = blob::stream(opened, !readonly, "SQLite3", Some(blob::COMPLAINTS));
            Ok(OrFalse::some(loxo_streams::into_resource(stream)))
        }
        Err(failed) => {
            report_failed(cx, this, "Unable to open blob: ", &failed)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `SQLite3::enableExceptions()`
pub(crate) fn enable_exceptions(cx: &mut Cx, this: &PhpObject, enable: bool) -> PhpResult<bool> {
    let before = this.native::<Db>().is_some_and(|db| db.exceptions.get());
    if !enable {
        cx.builtin_deprecated("Use of warnings for SQLite3 is deprecated");
        cx.check()?;
    }
    if let Some(db) = this.native::<Db>() {
        db.exceptions.set(enable);
    }
    Ok(before)
}

/// `SQLite3::enableExtendedResultCodes()`
pub(crate) fn enable_extended_result_codes(cx: &mut Cx, this: &PhpObject, enable: bool) -> PhpResult<bool> {
    Ok(database(cx, this)?.set_extended_codes(enable))
}

/// `SQLite3::setAuthorizer()`
pub(crate) fn set_authorizer(cx: &mut Cx, this: &PhpObject, callback: Option<&Callable>) -> PhpResult<bool> {
    database(cx, this)?;
    if let Some(db) = this.native::<Db>() {
        db.callbacks.set_authorizer(callback);
    }
    Ok(true)
}
