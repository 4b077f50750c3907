//! `mysqli_stmt`: prepares a statement, binds parameters and results to variables, executes it and fetches rows.

use std::rc::Rc;

use loxo_mysql::{Argument, Client, Error, Field, Reply, State, Statement, Value as Sent, code, stats, status};
use loxo_observer::counters;
use loxo_runtime::{Cx, Native, OrFalse, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, Tracer, Value, object};

use crate::arguments::{arguments, listed};
use crate::link::{Conn, Status, before_waiting, conn as conn_of, unusable};
use crate::report::{self, position};
use crate::{local, result, values};

mod about;

pub(crate) use about::*;

/// How far a statement's run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    #[default]
    Prepared,
    /// Has run, without rows.
    Done,
    /// Rows wait at the server.
    Waiting,
    /// All rows have been fetched one by one.
    Ended,
    /// Rows wait behind a cursor.
    Cursor,
    /// All rows are here.
    Stored,
}

#[derive(Default)]
pub(crate) struct Stmt {
    pub status: Option<Status>,
    pub conn: Option<Rc<Conn>>,
    pub statement: Option<Statement>,
    query: Vec<u8>,
    stage: Stage,
    /// Columns of the result; those of the last run where it had some.
    fields: Rc<Vec<Field>>,
    /// Type letters and variables.
    params: Vec<(u8, Value)>,
    results: Vec<PhpRef>,
    rows: Vec<Vec<Sent>>,
    at: usize,
    fetched: u64,
    more: bool,
    long: Vec<bool>,
    pub affected: Option<u64>,
    pub insert_id: u64,
    warnings: u16,
    pub error: Option<Error>,
    cursor: i64,
    update_max_length: i64,
    has_more: bool,
    /// Columns of the result before the one that has none.
    columns_before: usize,
    runs: u64,
    /// Whether the program closes it, for the counters.
    closed: bool,
    /// What went wrong is to stay the connection's last error.
    keeps_error: bool,
}

impl Native for Stmt {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.values(self.params.iter().map(|(_, value)| value));
        self.results.iter().for_each(|reference| tracer.reference(reference));
    }
}

impl Drop for Stmt {
    fn drop(&mut self) {
        self.finish();
        self.forget();
    }
}

impl Stmt {
    /// Rows that nobody has read go.
    fn finish(&mut self) {
        self.finish_rows();
        // Further results are this statement's as well.
        if std::mem::take(&mut self.has_more)
            && let Some(conn) = &self.conn
            && let Ok(mut client) = conn.client.try_borrow_mut()
            && client.state == State::More
        {
            client.drain();
        }
    }

    fn finish_rows(&mut self) {
        if self.stage == Stage::Waiting
            && let Some(conn) = &self.conn
            && let Ok(mut client) = conn.client.try_borrow_mut()
        {
            let _ = client.skip_rows();
        }
        self.rows.clear();
        self.at = 0;
        if self.stage != Stage::Prepared {
            self.stage = Stage::Done;
        }
    }

    /// The server forgets the statement.
    fn forget(&mut self) {
        let Some(conn) = &self.conn else { return };
        if !self.keeps_error {
            *conn.error.borrow_mut() = None;
        }
        let Ok(mut client) = conn.client.try_borrow_mut() else { return };
        let (close, free) = match self.closed {
            true => const { (stats::at("explicit_stmt_close"), stats::at("explicit_free_result")) },
            false => const { (stats::at("implicit_stmt_close"), stats::at("implicit_free_result")) },
        };
        stats::count(close, 1);
        match self.runs {
            0 => client.stats().add(const { stats::at("ps_prepared_never_executed") }, 1),
            1 => client.stats().add(const { stats::at("ps_prepared_once_executed") }, 1),
            _ => {}
        }
        if let Some(statement) = self.statement.take() {
            stats::count(free, 1);
            if !self.fields.is_empty() {
                client.stats().add(const { stats::at("implicit_free_result") }, 1);
            }
            if !self.keeps_error && client.state == State::Ready {
                client.affected = None;
            }
            client.close_statement(&statement);
        }
    }

    pub fn field_count(&self) -> usize {
        if self.fields.is_empty() { self.columns_before } else { self.fields.len() }
    }

    pub fn param_count(&self) -> usize {
        self.statement.as_ref().map_or(0, |statement| statement.params)
    }

    pub fn num_rows(&self) -> u64 {
        match self.stage {
            Stage::Stored => self.rows.len() as u64,
            // Not known before the end.
            Stage::Waiting | Stage::Cursor => 0,
            _ => self.fetched,
        }
    }

    pub fn id(&self) -> i64 {
        self.statement.as_ref().map_or(0, |statement| i64::from(statement.id))
    }
}

/// The native part of an object that is that far at least.
pub(crate) fn native<'a>(cx: &mut Cx, this: &'a PhpObject, wanted: Status) -> PhpResult<&'a mut Stmt> {
    let found = this.native_mut::<Stmt>();
    let status = found.as_ref().and_then(|stmt| stmt.status).unwrap_or(Status::Closed);
    match found {
        Some(stmt) if status >= wanted => Ok(stmt),
        _ => Err(unusable(cx, this, status)),
    }
}

fn ready<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<(&'a mut Stmt, Rc<Conn>, Statement)> {
    let stmt = native(cx, this, Status::Valid)?;
    match stmt.conn.clone() {
        // One that could not be prepared again has nothing.
        Some(conn) => {
            let statement = stmt.statement.clone().unwrap_or_default();
            Ok((stmt, conn, statement))
        }
        _ => Err(unusable(cx, this, Status::Initialized)),
    }
}

/// Reports an error of the statement.
fn fail(cx: &mut Cx, this: &PhpObject, error: Error) -> PhpResult<()> {
    if let Some(stmt) = this.native_mut::<Stmt>() {
        stmt.error = Some(error.clone());
        if let Some(conn) = &stmt.conn {
            *conn.error.borrow_mut() = Some(error.clone());
        }
    }
    report::error(cx, &error)
}

/// Reports an error that is none of the connection.
fn fail_own(cx: &mut Cx, this: &PhpObject, error: Error) -> PhpResult<()> {
    if let Some(stmt) = this.native_mut::<Stmt>() {
        stmt.error = Some(error.clone());
    }
    report::error(cx, &error)
}

/// Nothing is wrong so far, with the statement or its connection.
fn begin(stmt: &mut Stmt, conn: &Conn) {
    stmt.error = None;
    *conn.error.borrow_mut() = None;
}

fn make(cx: &mut Cx, conn: &Rc<Conn>) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("mysqli_stmt");
    let new = object::instantiate_raw(cx, class)?;
    set_up(&new, conn);
    Ok(new)
}

#[allow(clippy::field_reassign_with_default)]
fn set_up(this: &PhpObject, conn: &Rc<Conn>) {
    let mut stmt = Stmt::default();
    stmt.status = Some(Status::Initialized);
    stmt.conn = Some(conn.clone());
    stmt.affected = Some(0);
    this.set_native(Box::new(stmt));
}

/// `mysqli_stmt::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, mysql: &PhpObject, query: Option<&PhpStr>) -> PhpResult<()> {
    let conn = conn_of(cx, mysql)?;
    set_up(this, &conn);
    if let Some(query) = query {
        prepare(cx, this, query)?;
    }
    Ok(())
}

/// `mysqli_stmt_init()`
pub(crate) fn init_for(cx: &mut Cx, mysql: &PhpObject) -> PhpResult<PhpObject> {
    let conn = conn_of(cx, mysql)?;
    make(cx, &conn)
}

/// `mysqli_prepare()`
pub(crate) fn prepare_for(cx: &mut Cx, mysql: &PhpObject, query: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    let conn = conn_of(cx, mysql)?;
    let new = make(cx, &conn)?;
    let outcome = prepare(cx, &new, query);
    if !matches!(outcome, Ok(true)) {
        keep_error(&new);
    }
    Ok(OrFalse(outcome?.then_some(new)))
}

/// The statement goes with the call; what went wrong stays.
fn keep_error(this: &PhpObject) {
    if let Some(stmt) = this.native_mut::<Stmt>() {
        (stmt.closed, stmt.keeps_error) = (true, true);
    }
}

/// `mysqli_stmt_prepare()`
pub(crate) fn prepare(cx: &mut Cx, this: &PhpObject, query: &PhpStr) -> PhpResult<bool> {
    let stmt = native(cx, this, Status::Initialized)?;
    let Some(conn) = stmt.conn.clone() else { return Err(unusable(cx, this, Status::Closed)) };
    stmt.finish();
    let is_new = stmt.statement.is_some();
    if is_new {
        stmt.forget();
    }
    (stmt.affected, stmt.insert_id) = (is_new.then_some(0), 0);
    (stmt.fields, stmt.columns_before, stmt.fetched, stmt.runs, stmt.stage) = (Rc::default(), 0, 0, 0, Stage::Prepared);
    before_waiting(cx);
    let outcome = conn.run(|client| client.prepare(query.as_bytes()));
    match outcome {
        Ok(statement) => {
            let (cursor, update_max_length) = (stmt.cursor, stmt.update_max_length);
            let old = std::mem::take(&mut stmt.params);
            let bound = std::mem::take(&mut stmt.results);
            stmt.status = Some(Status::Valid);
            stmt.fields = statement.fields.clone();
            stmt.warnings = statement.warnings;
            stmt.long = vec![false; statement.params];
            stmt.statement = Some(statement);
            stmt.query = query.as_bytes().to_vec();
            stmt.stage = Stage::Prepared;
            stmt.error = None;
            stmt.fetched = 0;
            stmt.affected = Some(0);
            (stmt.cursor, stmt.update_max_length) = (cursor, update_max_length);
            drop((old, bound));
            Ok(true)
        }
        Err(error) => {
            fail(cx, this, error)?;
            Ok(false)
        }
    }
}

/// `mysqli_stmt_bind_param()`
pub(crate) fn bind_param(cx: &mut Cx, this: &PhpObject, types: &PhpStr, vars: &[Value]) -> PhpResult<bool> {
    let (_, _, statement) = ready(cx, this)?;
    if types.is_empty() {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must not be empty"));
    }
    if types.len() != vars.len() {
        let text = "The number of elements in the type definition string must match the number of bind variables";
        return Err(cx.throw("ArgumentCountError", text));
    }
    if types.len() != statement.params {
        let text = "The number of variables must match the number of parameters in the prepared statement";
        return Err(cx.throw("ArgumentCountError", text));
    }
    if !types.as_bytes().iter().all(|letter| b"bdis".contains(letter)) {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must only contain the \"b\", \"d\", \"i\", \"s\" type specifiers"));
    }
    let new = types.as_bytes().iter().copied().zip(vars.iter().cloned()).collect();
    let stmt = native(cx, this, Status::Valid)?;
    let old = std::mem::replace(&mut stmt.params, new);
    stmt.long = vec![false; statement.params];
    stmt.error = None;
    drop(old);
    Ok(true)
}

/// `mysqli_stmt_bind_result()`
pub(crate) fn bind_result(cx: &mut Cx, this: &PhpObject, vars: &[Value]) -> PhpResult<bool> {
    let (stmt, _, _) = ready(cx, this)?;
    if vars.len() != stmt.fields.len() {
        let text = "Number of bind variables doesn't match number of fields in prepared statement";
        return Err(cx.throw("ArgumentCountError", text));
    }
    let new = vars.iter().map(|var| var.clone().make_ref()).collect();
    let old = std::mem::replace(&mut stmt.results, new);
    drop(old);
    Ok(true)
}

const CURSOR_READ_ONLY: i64 = 1;

/// Runs with these values. False: it failed, which has been reported.
fn run(cx: &mut Cx, this: &PhpObject, given: &[Argument]) -> PhpResult<bool> {
    let (stmt, conn, statement) = ready(cx, this)?;
    stmt.finish();
    stmt.fetched = 0;
    stmt.error = None;
    stmt.runs += 1;
    let cursor = if stmt.cursor & CURSOR_READ_ONLY != 0 { 1 } else { 0 };
    before_waiting(cx);
    let started = counters::start();
    let sent = conn.run(|client| client.send_execute(&statement, given, cursor));
    let mut outcome = match sent {
        Ok(()) => conn.run(|client| client.read_reply()),
        Err(error) => Err(error),
    };
    if let Ok(Reply::File(name)) = &outcome {
        outcome = local::send(cx, &conn, &name.clone())?;
    }
    let stmt = native(cx, this, Status::Valid)?;
    started.queried(&stmt.query);
    stmt.long.fill(false);
    match outcome {
        Ok(reply) => {
            took(stmt, &conn, reply);
            let (query, bits) = (stmt.query.clone(), conn.client.borrow().status);
            report::index(cx, &query, bits)?;
            Ok(true)
        }
        Err(error) => {
            stmt.affected = None;
            stmt.stage = Stage::Prepared;
            fail(cx, this, error)?;
            Ok(false)
        }
    }
}

fn took(stmt: &mut Stmt, conn: &Conn, reply: Reply) {
    let mut client = conn.client.borrow_mut();
    stmt.affected = client.affected;
    stmt.insert_id = client.insert_id;
    stmt.warnings = client.warnings;
    stmt.has_more = client.has_more();
    match reply {
        Reply::Rows(fields) => {
            stmt.fields = fields;
            stmt.more = true;
            stmt.stage = Stage::Waiting;
            // A procedure's own cursor shows in the status as well.
            if stmt.cursor & CURSOR_READ_ONLY != 0 && client.status & status::CURSOR != 0 {
                client.state = State::Ready;
                stmt.stage = Stage::Cursor;
            }
        }
        _ => stmt.stage = Stage::Done,
    }
}

/// `mysqli_stmt_execute()`
pub(crate) fn execute(cx: &mut Cx, this: &PhpObject, given: Option<&PhpArray>) -> PhpResult<bool> {
    let (stmt, conn, statement) = ready(cx, this)?;
    let unprepared = stmt.statement.is_none();
    let given = match given {
        Some(given) => {
            let values = listed(cx, given, statement.params, 2)?;
            // They stay bound.
            let params = given.values().map(|value| (b's', value.clone_deref())).collect();
            let stmt = native(cx, this, Status::Valid)?;
            let old = std::mem::replace(&mut stmt.params, params);
            drop(old);
            values
        }
        None => {
            if stmt.params.len() < statement.params {
                let text = "No data supplied for parameters in prepared statement";
                stmt.affected = None;
                conn.client.borrow_mut().affected = None;
                fail_own(cx, this, Error::unknown(code::PARAMS_NOT_BOUND, text))?;
                return Ok(false);
            }
            let (params, long) = (stmt.params.clone(), stmt.long.clone());
            arguments(cx, &params, &long)?
        }
    };
    if unprepared {
        // The last `prepare()` failed.
        native(cx, this, Status::Valid)?.affected = None;
        fail_own(cx, this, Error::out_of_sync())?;
        return Ok(false);
    }
    run(cx, this, &given)
}

/// `mysqli_execute_query()`
pub(crate) fn execute_query(cx: &mut Cx, mysql: &PhpObject, sql: &PhpStr, given: Option<&PhpArray>) -> PhpResult<Value> {
    let conn = conn_of(cx, mysql)?;
    let this = make(cx, &conn)?;
    keep_error(&this);
    if !prepare(cx, &this, sql)? {
        return Ok(Value::FALSE);
    }
    let wanted = native(cx, &this, Status::Valid)?.param_count();
    let given = match given {
        Some(given) => listed(cx, given, wanted, 3)?,
        None if wanted > 0 => {
            let error = Error::unknown(code::PARAMS_NOT_BOUND, "No data supplied for parameters in prepared statement");
            fail(cx, &this, error)?;
            return Ok(Value::FALSE);
        }
        None => Vec::new(),
    };
    if !run(cx, &this, &given)? {
        return Ok(Value::FALSE);
    }
    if native(cx, &this, Status::Valid)?.stage == Stage::Done {
        return Ok(Value::TRUE);
    }
    Ok(match get_result(cx, &this)?.0 {
        Some(object) => Value::object(object),
        None => Value::FALSE,
    })
}

/// Reads all rows that wait.
fn read_all(cx: &mut Cx, this: &PhpObject) -> PhpResult<Result<Vec<Vec<Sent>>, Error>> {
    const AT_ONCE: u32 = 256;
    let (stmt, conn, statement) = ready(cx, this)?;
    let (fields, stage) = (stmt.fields.clone(), stmt.stage);
    let outcome = conn.run(|client| {
        let mut rows = Vec::new();
        match stage {
            Stage::Cursor => loop {
                let (mut some, more) = client.fetch(&statement, &fields, AT_ONCE)?;
                rows.append(&mut some);
                if !more {
                    break;
                }
            },
            _ => {
                while let Some(row) = client.next_binary(&fields)? {
                    rows.push(row);
                }
            }
        }
        client.affected = Some(rows.len() as u64);
        Ok(rows)
    });
    let stmt = native(cx, this, Status::Valid)?;
    stmt.stage = Stage::Done;
    Ok(outcome)
}

/// Are there rows to be read?
fn has_rows(stmt: &Stmt) -> bool {
    matches!(stmt.stage, Stage::Waiting | Stage::Cursor)
}

/// `mysqli_stmt_get_result()`
pub(crate) fn get_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let (stmt, conn, _) = ready(cx, this)?;
    if stmt.fields.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    if !has_rows(stmt) || stmt.fetched > 0 {
        fail_own(cx, this, Error::out_of_sync())?;
        return Ok(OrFalse::FALSE);
    }
    begin(stmt, &conn);
    let fields = stmt.fields.clone();
    match read_all(cx, this)? {
        Ok(rows) => {
            let stmt = native(cx, this, Status::Valid)?;
            stmt.affected = Some(rows.len() as u64);
            conn.count(const { stats::at("buffered_sets") }, 1);
            conn.count(const { stats::at("rows_buffered_from_client_ps") }, rows.len() as u64);
            result::binary(cx, &conn, fields, rows).map(OrFalse::some)
        }
        Err(error) => {
            fail(cx, this, error)?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// `mysqli_stmt_store_result()`
pub(crate) fn store_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (stmt, conn, _) = ready(cx, this)?;
    if stmt.fields.is_empty() {
        return Ok(true);
    }
    if !has_rows(stmt) || stmt.fetched > 0 {
        fail_own(cx, this, Error::out_of_sync())?;
        return Ok(false);
    }
    begin(stmt, &conn);
    match read_all(cx, this)? {
        Ok(rows) => {
            let stmt = native(cx, this, Status::Valid)?;
            stmt.affected = Some(rows.len() as u64);
            conn.count(const { stats::at("ps_buffered_sets") }, 1);
            conn.count(const { stats::at("rows_buffered_from_client_ps") }, rows.len() as u64);
            stmt.rows = rows;
            stmt.at = 0;
            stmt.stage = Stage::Stored;
            Ok(true)
        }
        Err(error) => {
            fail(cx, this, error)?;
            Ok(false)
        }
    }
}

/// `mysqli_stmt_fetch()`
pub(crate) fn fetch(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<bool>> {
    let (stmt, conn, statement) = ready(cx, this)?;
    if matches!(stmt.stage, Stage::Done | Stage::Prepared) {
        fail_own(cx, this, Error::out_of_sync())?;
        return Ok(Some(false));
    }
    begin(stmt, &conn);
    let fields = stmt.fields.clone();
    let row = match stmt.stage {
        Stage::Stored => {
            stmt.at += 1;
            Ok(stmt.rows.get(stmt.at - 1).cloned())
        }
        Stage::Waiting => conn.run(|client| client.next_binary(&fields)),
        Stage::Cursor => {
            if stmt.at >= stmt.rows.len() && stmt.more {
                match conn.run(|client| client.fetch(&statement, &fields, 1)) {
                    Ok((rows, more)) => (stmt.rows, stmt.more, stmt.at) = (rows, more, 0),
                    Err(error) => {
                        fail(cx, this, error)?;
                        return Ok(Some(false));
                    }
                }
            }
            stmt.at += 1;
            Ok(stmt.rows.get(stmt.at - 1).cloned())
        }
        Stage::Ended => Ok(None),
        Stage::Done | Stage::Prepared => Err(Error::out_of_sync()),
    };
    let stmt = native(cx, this, Status::Valid)?;
    match row {
        Ok(Some(row)) => {
            if let Some(problem) = result::broken(&row) {
                cx.builtin_warning(problem);
                cx.check()?;
                return Ok(Some(false));
            }
            if stmt.stage != Stage::Stored {
                stmt.fetched += 1;
            }
            if stmt.stage == Stage::Stored {
                stats::count(const { stats::at("rows_fetched_from_client_ps_buffered") }, 1);
            } else if let Ok(mut client) = conn.client.try_borrow_mut() {
                if stmt.fetched == 1 {
                    client.stats().add(const { stats::at("ps_unbuffered_sets") }, 1);
                }
                if stmt.stage == Stage::Cursor {
                    client.stats().add(const { stats::at("rows_fetched_from_client_ps_cursor") }, 1);
                } else {
                    client.count_unbuffered();
                }
            }
            let targets = stmt.results.clone();
            if let (false, Ok(mut client)) = (targets.is_empty(), conn.client.try_borrow_mut()) {
                stats::binary_row(client.stats(), &fields, &row);
            }
            for ((field, value), target) in fields.iter().zip(&row).zip(targets) {
                let new = values::of_binary(field, value);
                if target.types().is_null() {
                    target.set(new);
                } else {
                    let strict = (cx.hooks.strict)(cx);
                    object::assign_typed_ref(cx, &target, new, strict)?;
                }
            }
            Ok(Some(true))
        }
        Ok(None) => {
            if stmt.stage == Stage::Waiting {
                stmt.stage = Stage::Ended;
                stmt.has_more = conn.client.borrow().has_more();
            }
            Ok(None)
        }
        Err(error) => {
            fail(cx, this, error)?;
            Ok(Some(false))
        }
    }
}

/// `mysqli_stmt_close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    native(cx, this, Status::Valid)?.closed = true;
    let gone = this.take_native();
    drop(gone);
    this.set_native(Box::new(Stmt::default()));
    Ok(true)
}

/// `mysqli_stmt_data_seek()`
pub(crate) fn data_seek(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<()> {
    let Ok(offset) = usize::try_from(offset) else {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must be greater than or equal to 0"));
    };
    let stmt = native(cx, this, Status::Valid)?;
    if stmt.stage == Stage::Stored {
        stmt.at = offset.min(stmt.rows.len());
    }
    Ok(())
}

/// `mysqli_stmt_free_result()`
pub(crate) fn free_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let (stmt, conn, statement) = ready(cx, this)?;
    if stmt.stage == Stage::Cursor {
        let _ = conn.run(|client| client.reset_statement(&statement));
    }
    // Variables are no longer bound where there were rows.
    let unbound = match stmt.stage {
        Stage::Prepared | Stage::Done => Vec::new(),
        _ => std::mem::take(&mut stmt.results),
    };
    stmt.finish_rows();
    drop(unbound);
    Ok(())
}

/// `mysqli_stmt_reset()`
pub(crate) fn reset(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (stmt, conn, statement) = ready(cx, this)?;
    // Rows that are here stay; those that wait have been read as far as the program can tell.
    match stmt.stage {
        Stage::Stored => {}
        Stage::Waiting => {
            stmt.fetched += conn.run(Client::skip_rows).unwrap_or(0);
            stmt.has_more = conn.client.borrow().has_more();
            stmt.finish();
            stmt.stage = Stage::Ended;
        }
        _ => {
            stmt.finish();
            stmt.stage = Stage::Prepared;
        }
    }
    stmt.long.fill(false);
    begin(stmt, &conn);
    match conn.run(|client| client.reset_statement(&statement)) {
        Ok(()) => {
            stmt.affected = None;
            Ok(true)
        }
        Err(error) => {
            fail(cx, this, error)?;
            Ok(false)
        }
    }
}

/// `mysqli_stmt_send_long_data()`
pub(crate) fn send_long_data(cx: &mut Cx, this: &PhpObject, number: i64, data: &PhpStr) -> PhpResult<bool> {
    let (stmt, conn, statement) = ready(cx, this)?;
    let Ok(at) = usize::try_from(number) else {
        let at = position(cx, 2);
        return Err(cx.argument_value_error(at, "must be greater than or equal to 0"));
    };
    stmt.error = None;
    let outcome = match stmt.params.get(at) {
        None if at >= statement.params => Err(Error::unknown(code::INVALID_PARAMETER, "Invalid parameter number")),
        Some((b'b', _)) => conn.run(|client| client.send_long_data(&statement, at as u16, data.as_bytes())),
        _ => Err(Error::unknown(2035, "Can't send long data for non-string/non-binary data types")),
    };
    match outcome {
        Ok(()) => {
            if let Some(long) = stmt.long.get_mut(at) {
                *long = true;
            }
            Ok(true)
        }
        Err(error) => {
            fail_own(cx, this, error)?;
            Ok(false)
        }
    }
}

/// `mysqli_stmt_result_metadata()`
pub(crate) fn result_metadata(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let (stmt, conn, _) = ready(cx, this)?;
    let fields = stmt.fields.clone();
    if fields.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    result::binary(cx, &conn, fields, Vec::new()).map(OrFalse::some)
}

/// `mysqli_stmt_more_results()`
pub(crate) fn more_results(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (_, conn, _) = ready(cx, this)?;
    let more = conn.client.borrow().has_more();
    Ok(more)
}

/// `mysqli_stmt_next_result()`
pub(crate) fn next_result(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (stmt, conn, _) = ready(cx, this)?;
    stmt.finish_rows();
    if !conn.client.borrow().has_more() {
        return Ok(false);
    }
    match conn.run(|client| client.read_reply()) {
        Ok(reply) => {
            if !matches!(reply, Reply::Rows(_)) {
                stmt.columns_before = stmt.field_count();
                stmt.fields = Rc::default();
            }
            took(stmt, &conn, reply);
            stmt.fetched = 0;
            Ok(true)
        }
        Err(error) => {
            fail(cx, this, error)?;
            Ok(false)
        }
    }
}
