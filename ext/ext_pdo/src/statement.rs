//! `PDOStatement`: a statement and its rows.

use std::rc::Rc;

use loxo_observer::counters::{self, Started};
use loxo_runtime::{
    Cx, ForeachIterator, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Thrown, Tracer, Value, compare,
    convert, internal_iterator, object,
};

use crate::connection::Connection;
use crate::driver::{Column, DriverStatement, Executed, Failure, Outcome, Prepared, attr, param, supports};
use crate::errors::{self, DriverError, Kept, Last, raise_impl_error};
use crate::fetch::{self, Fetch};
use crate::params::{self, Bound};
use crate::{modes, scanner};

/// The native part.
#[derive(Default)]
pub(crate) struct Stmt {
    pub connection: Option<Rc<Connection>>,
    /// The `PDO` object.
    pub owner: Option<PhpObject>,
    pub statement: Option<Rc<dyn DriverStatement>>,
    pub supports: u8,
    pub query: PhpStr,
    /// What was sent, with values put in.
    pub sent: Option<PhpStr>,
    pub executed: bool,
    /// Columns as they are named, once they are known.
    pub columns: Option<Rc<Vec<Column>>>,
    pub column_count: usize,
    rows: i64,
    pub params: Vec<Bound>,
    pub bound_columns: Vec<Bound>,
    /// Names of the placeholders in order, where the database only knows `?`.
    pub names: Option<Vec<Vec<u8>>>,
    last: Last,
    kept: Kept,
    pub default_fetch: i64,
    pub fetch: Fetch,
}

impl Native for Stmt {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(owner) = &self.owner {
            tracer.object(owner);
        }
        for bound in self.params.iter().chain(&self.bound_columns) {
            tracer.value(&bound.value);
            tracer.value(&bound.options);
        }
        self.fetch.trace(tracer);
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Stmt::default())),
        no_clone: true,
        no_serialize: true,
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            Walk::new(cx, this).map(|walk| Box::new(walk) as Box<dyn ForeachIterator>)
        }),
        write_property: Some(|cx, this, name, _| match name.as_bytes() == b"queryString" && !this.slot(0).is_undef() {
            true => Err(cx.throw_error("Property queryString is read only")),
            false => Ok(false),
        }),
        unset_property: Some(|cx, _, name| match name.as_bytes() == b"queryString" {
            true => Err(cx.throw_error("Property queryString is read only")),
            false => Ok(false),
        }),
        has_place: Some(|_, _, name| Ok(name.as_bytes() != b"queryString")),
        ..ObjectHandlers::default()
    }
}

/// Makes a new object one for this statement.
pub(crate) fn fill(this: &PhpObject, owner: &PhpObject, connection: &Rc<Connection>, prepared: Prepared, query: &PhpStr) {
    this.set_native(Box::new(Stmt {
        connection: Some(connection.clone()),
        owner: Some(owner.clone()),
        statement: Some(prepared.statement),
        supports: prepared.supports,
        query: query.clone(),
        names: prepared.names,
        default_fetch: connection.default_fetch.get(),
        ..Stmt::default()
    }));
}

pub(crate) fn set_query_string(this: &PhpObject, query: &PhpStr) {
    if let Some(slot) = this.slots_mut().first_mut() {
        *slot = Value::string(query.clone());
    }
}

/// `query()` sends the text as it is.
pub(crate) fn sent_as_is(this: &PhpObject, query: &PhpStr) {
    if let Some(stmt) = this.native_mut::<Stmt>() {
        stmt.sent = Some(query.clone());
    }
}

/// A failed `query()`'s statement no longer holds its connection's object, which holds it.
pub(crate) fn let_go(this: &PhpObject) {
    let owner = this.native_mut::<Stmt>().and_then(|stmt| stmt.owner.take());
    drop(owner);
}

pub(crate) fn last(this: &PhpObject) -> Last {
    this.native::<Stmt>().map_or(Last::Never, |stmt| stmt.last.clone())
}

fn uninitialized(cx: &mut Cx, this: &PhpObject) -> Thrown {
    let class = convert::class_text(cx.class_of(this));
    cx.throw_error(format!("{class} object is uninitialized"))
}

/// Works with the native part; `work` runs no PHP code.
pub(crate) fn with<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Stmt) -> R) -> PhpResult<R> {
    match this.native_mut::<Stmt>() {
        Some(stmt) if stmt.connection.is_some() => Ok(work(stmt)),
        _ => Err(uninitialized(cx, this)),
    }
}

/// The connection and the driver's part.
pub(crate) fn parts(cx: &mut Cx, this: &PhpObject) -> PhpResult<(Rc<Connection>, Rc<dyn DriverStatement>)> {
    match with(cx, this, |stmt| stmt.connection.clone().zip(stmt.statement.clone()))? {
        Some(parts) => Ok(parts),
        None => Err(uninitialized(cx, this)),
    }
}

pub(crate) fn clear(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    with(cx, this, |stmt| stmt.last = Last::None)
}

/// Tells what failed. `Ok`: the call answers false.
pub(crate) fn failed(cx: &mut Cx, this: &PhpObject, failure: Failure) -> PhpResult<()> {
    match failure {
        Failure::Error(mut error) => {
            let mode = with(cx, this, |stmt| {
                stmt.last = Last::of(&mut error, &mut stmt.kept);
                stmt.connection.as_ref().map_or(errors::EXCEPTION, |connection| connection.error_mode())
            })?;
            errors::report(cx, mode, &error)
        }
        Failure::Own(state, text) => impl_error_again(cx, this, state, text),
        _ => cx.check(),
    }
}

/// An error of PDO's own.
pub(crate) fn impl_error(cx: &mut Cx, this: &PhpObject, state: &str, text: &str) -> PhpResult<()> {
    let mode = with(cx, this, |stmt| {
        stmt.last = Last::of(&mut DriverError::state(state), &mut stmt.kept);
        stmt.connection.as_ref().map_or(errors::EXCEPTION, |connection| connection.error_mode())
    })?;
    raise_impl_error(cx, mode, state, Some(text))
}

/// The same where the caller tells the state as well: warnings come twice.
pub(crate) fn impl_error_again(cx: &mut Cx, this: &PhpObject, state: &str, text: &str) -> PhpResult<()> {
    impl_error(cx, this, state, text)?;
    failed(cx, this, Failure::Error(DriverError::state(state)))
}

/// Learns the columns. A change of their case is the connection's wish.
pub(crate) fn describe(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<Vec<Column>>> {
    let (connection, statement) = parts(cx, this)?;
    let count = with(cx, this, |stmt| stmt.column_count)?;
    let mut columns = Vec::with_capacity(count.min(4096));
    for at in 0..count {
        let Some(mut column) = statement.column(at) else { break };
        column.name = match connection.case.get() {
            1 => column.name.to_ascii_upper(),
            2 => column.name.to_ascii_lower(),
            _ => column.name,
        };
        columns.push(column);
    }
    let columns = Rc::new(columns);
    with(cx, this, |stmt| {
        stmt.columns = Some(columns.clone());
        for bound in &mut stmt.bound_columns {
            let found = bound.name.as_ref().and_then(|name| columns.iter().position(|column| column.name == *name));
            bound.number = found.map_or(bound.number, |at| at as i64);
        }
    })?;
    Ok(columns)
}

fn took(stmt: &mut Stmt, executed: Executed) {
    if stmt.column_count != executed.columns {
        stmt.columns = None;
    }
    stmt.column_count = executed.columns;
    stmt.rows = executed.rows;
}

/// Runs the statement as it stands. `started`: when the query began.
pub(crate) fn run(cx: &mut Cx, this: &PhpObject, started: Started) -> PhpResult<Outcome<()>> {
    let (_, statement) = parts(cx, this)?;
    clear(cx, this)?;
    let (sql, again) = with(cx, this, |stmt| (stmt.sent.clone().unwrap_or_else(|| stmt.query.clone()), stmt.executed))?;
    let outcome = statement.execute(cx, &sql, again);
    started.queried(&sql);
    match outcome {
        Ok(executed) => {
            cx.check()?;
            let unknown = with(cx, this, |stmt| {
                took(stmt, executed);
                stmt.executed = true;
                stmt.columns.is_none()
            })?;
            if unknown {
                describe(cx, this)?;
            }
            Ok(Ok(()))
        }
        Err(Failure::Thrown) => Err(Thrown),
        Err(failure) => Ok(Err(failure)),
    }
}

/// `PDOStatement::execute()`
pub(crate) fn execute(cx: &mut Cx, this: &PhpObject, given: Option<&PhpArray>) -> PhpResult<bool> {
    let (_, statement) = parts(cx, this)?;
    clear(cx, this)?;
    if let Some(given) = given {
        let before = with(cx, this, |stmt| std::mem::take(&mut stmt.params))?;
        drop(before);
        for (key, value) in given.clone().iter() {
            let bound = match key {
                KeyRef::Str(name) => Bound::new(Some(name.clone()), -1, value.clone_deref(), param::STR),
                KeyRef::Int(number) => Bound::new(None, number, value.clone_deref(), param::STR),
            };
            if !params::register(cx, this, bound, true)? {
                return Ok(false);
            }
        }
    }
    if with(cx, this, |stmt| stmt.supports)? == supports::NONE {
        let Some(sql) = params::put_in(cx, this)? else { return Ok(false) };
        with(cx, this, |stmt| stmt.sent = Some(sql))?;
    } else if let Err(failure) = params::bind_all(cx, this, statement.as_ref())? {
        failed(cx, this, failure)?;
        return Ok(false);
    }
    match run(cx, this, counters::start())? {
        Ok(()) => Ok(true),
        Err(failure) => {
            failed(cx, this, failure)?;
            Ok(false)
        }
    }
}

/// Who is bound: by number from 1, or by name.
fn target(cx: &mut Cx, given: &Value) -> PhpResult<(Option<PhpStr>, i64)> {
    if let Some(name) = given.as_str() {
        if name.is_empty() {
            return Err(cx.argument_value_error(1, "must not be empty"));
        }
        return Ok((Some(name.clone()), -1));
    }
    match given.as_int() {
        Some(number) if number > 0 => Ok((None, number - 1)),
        _ => Err(cx.argument_value_error(1, "must be greater than or equal to 1")),
    }
}

/// `PDOStatement::bindValue()`
pub(crate) fn bind_value(cx: &mut Cx, this: &PhpObject, param: &Value, value: &Value, kind: i64) -> PhpResult<bool> {
    parts(cx, this)?;
    let (name, number) = target(cx, param)?;
    params::register(cx, this, Bound::new(name, number, value.clone_deref(), kind), true)
}

/// A variable that is bound, with what the caller says of it.
fn variable(var: &RefArg, kind: i64, max_len: i64, options: &Value) -> Bound {
    let mut bound = Bound::new(None, -1, Value::reference(var.reference()), kind);
    bound.max_len = max_len;
    bound.options = options.clone_deref();
    bound
}

fn bind(cx: &mut Cx, this: &PhpObject, who: &Value, mut bound: Bound, is_param: bool) -> PhpResult<bool> {
    parts(cx, this)?;
    (bound.name, bound.number) = target(cx, who)?;
    params::register(cx, this, bound, is_param)
}

/// `PDOStatement::bindParam()`
pub(crate) fn bind_param(
    cx: &mut Cx,
    this: &PhpObject,
    param: &Value,
    var: &RefArg,
    kind: i64,
    max_len: i64,
    options: &Value,
) -> PhpResult<bool> {
    bind(cx, this, param, variable(var, kind, max_len, options), true)
}

/// `PDOStatement::bindColumn()`
pub(crate) fn bind_column(
    cx: &mut Cx,
    this: &PhpObject,
    column: &Value,
    var: &RefArg,
    kind: i64,
    max_len: i64,
    options: &Value,
) -> PhpResult<bool> {
    bind(cx, this, column, variable(var, kind, max_len, options), false)
}

/// `PDOStatement::closeCursor()`
pub(crate) fn close_cursor(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (_, statement) = parts(cx, this)?;
    clear(cx, this)?;
    if let Err(failure) = statement.close_cursor(cx) {
        failed(cx, this, failure)?;
        return Ok(false);
    }
    with(cx, this, |stmt| stmt.executed = false)?;
    Ok(true)
}

/// `PDOStatement::columnCount()`
pub(crate) fn column_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    with(cx, this, |stmt| stmt.column_count as i64)
}

/// `PDOStatement::rowCount()`
pub(crate) fn row_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    with(cx, this, |stmt| stmt.rows)
}

/// `PDOStatement::errorCode()`
pub(crate) fn error_code(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Vec<u8>>> {
    with(cx, this, |stmt| stmt.last.code().map(<[u8]>::to_vec))
}

/// `PDOStatement::errorInfo()`
pub(crate) fn error_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    with(cx, this, |stmt| stmt.last.info())
}

/// `PDOStatement::setAttribute()`
pub(crate) fn set_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64, value: &Value) -> PhpResult<bool> {
    let (_, statement) = parts(cx, this)?;
    match statement.set_attribute(cx, attribute, value) {
        None => impl_error(cx, this, "IM001", "This driver doesn't support setting attributes")?,
        Some(outcome) => {
            clear(cx, this)?;
            match outcome {
                Ok(done) => return Ok(done),
                Err(failure) => failed(cx, this, failure)?,
            }
        }
    }
    Ok(false)
}

/// `PDOStatement::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, name: i64) -> PhpResult<Value> {
    let (_, statement) = parts(cx, this)?;
    let emulated = with(cx, this, |stmt| stmt.supports == supports::NONE)?;
    let answer = statement.attribute(cx, name);
    if let Some(Some(value)) = answer {
        clear(cx, this)?;
        return Ok(value);
    }
    if name == attr::EMULATE_PREPARES {
        return Ok(Value::bool(emulated));
    }
    let text = match answer {
        None => "This driver doesn't support getting attributes",
        Some(_) => "driver doesn't support getting that attribute",
    };
    impl_error(cx, this, "IM001", text)?;
    Ok(Value::FALSE)
}

/// `PDOStatement::getColumnMeta()`
pub(crate) fn get_column_meta(cx: &mut Cx, this: &PhpObject, column: i64) -> PhpResult<Value> {
    let (_, statement) = parts(cx, this)?;
    let Ok(at) = usize::try_from(column) else {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    };
    clear(cx, this)?;
    if !with(cx, this, |stmt| stmt.executed)? {
        return Ok(Value::FALSE);
    }
    match statement.meta(cx, at) {
        Ok(Some(mut out)) => {
            let columns = describe_once(cx, this)?;
            let Some(column) = columns.get(at) else { return Ok(Value::FALSE) };
            out.set_bytes(b"name", Value::string(column.name.clone()));
            out.set_bytes(b"len", Value::int(column.len));
            out.set_bytes(b"precision", Value::int(column.precision));
            Ok(Value::array(out))
        }
        Ok(None) => Ok(Value::FALSE),
        Err(failure) => {
            failed(cx, this, failure)?;
            Ok(Value::FALSE)
        }
    }
}

/// The columns, learnt if they are not known.
pub(crate) fn describe_once(cx: &mut Cx, this: &PhpObject) -> PhpResult<Rc<Vec<Column>>> {
    match with(cx, this, |stmt| stmt.columns.clone())? {
        Some(columns) => Ok(columns),
        None => describe(cx, this),
    }
}

/// `PDOStatement::nextRowset()`
pub(crate) fn next_rowset(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (_, statement) = parts(cx, this)?;
    let Some(outcome) = statement.next_rowset(cx) else {
        impl_error(cx, this, "IM001", "driver does not support multiple rowsets")?;
        return Ok(false);
    };
    clear(cx, this)?;
    with(cx, this, |stmt| stmt.columns = None)?;
    match outcome {
        Ok(Some(executed)) => {
            with(cx, this, |stmt| took(stmt, executed))?;
            describe(cx, this)?;
            Ok(true)
        }
        other => {
            with(cx, this, |stmt| {
                stmt.executed = false;
                stmt.column_count = 0;
            })?;
            if let Err(failure) = other {
                failed(cx, this, failure)?;
            }
            Ok(false)
        }
    }
}

/// `PDOStatement::setFetchMode()`
pub(crate) fn set_fetch_mode(cx: &mut Cx, this: &PhpObject, mode: i64, given: &[Value]) -> PhpResult<bool> {
    let before = with(cx, this, |stmt| std::mem::take(&mut stmt.fetch.class.arguments))?;
    drop(before);
    modes::set_up(cx, this, mode, 1, given)?;
    Ok(true)
}

/// `PDOStatement::debugDumpParams()`
pub(crate) fn debug_dump_params(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let out = with(cx, this, |stmt| {
        let mut out = Vec::new();
        let show = |out: &mut Vec<u8>, label: &str, sql: &PhpStr| {
            out.extend_from_slice(format!("{label}: [{}] ", sql.len()).as_bytes());
            out.extend_from_slice(sql.as_bytes());
            out.push(b'\n');
        };
        show(&mut out, "SQL", &stmt.query);
        if let Some(sent) = stmt.sent.as_ref().filter(|sent| !sent.ptr_eq(&stmt.query)) {
            show(&mut out, "Sent SQL", sent);
        }
        out.extend_from_slice(format!("Params:  {}\n", stmt.params.len()).as_bytes());
        for bound in &stmt.params {
            let name = bound.name.as_ref().map_or(&b""[..], |name| name.as_bytes());
            match bound.name {
                Some(_) => {
                    out.extend_from_slice(format!("Key: Name: [{}] ", name.len()).as_bytes());
                    out.extend_from_slice(name);
                    out.push(b'\n');
                }
                None => out.extend_from_slice(format!("Key: Position #{}:\n", bound.number).as_bytes()),
            }
            out.extend_from_slice(format!("paramno={}\nname=[{}] \"", bound.number, name.len()).as_bytes());
            out.extend_from_slice(name);
            out.extend_from_slice(format!("\"\nis_param=1\nparam_type={}\n", bound.kind as i32).as_bytes());
        }
        out
    })?;
    cx.echo(&out);
    Ok(())
}

/// `PDOStatement::fetch()`
pub(crate) fn fetch(cx: &mut Cx, this: &PhpObject, mode: i64, orientation: i64, offset: i64) -> PhpResult<Value> {
    clear(cx, this)?;
    let default = with(cx, this, |stmt| stmt.default_fetch)?;
    modes::verify(cx, default, mode, 1, false)?;
    fetch::or_false(cx, this, mode, orientation, offset)
}

/// `PDOStatement::fetchAll()`
pub(crate) fn fetch_all(cx: &mut Cx, this: &PhpObject, mode: i64, given: &[Value]) -> PhpResult<PhpArray> {
    fetch::all(cx, this, mode, given)
}

/// `PDOStatement::fetchColumn()`
pub(crate) fn fetch_column(cx: &mut Cx, this: &PhpObject, column: i64) -> PhpResult<Value> {
    clear(cx, this)?;
    match fetch::next_row(cx, this, 0, 0)? {
        true => fetch::value(cx, this, column, None),
        false => Ok(Value::FALSE),
    }
}

/// `PDOStatement::fetchObject()`
pub(crate) fn fetch_object(cx: &mut Cx, this: &PhpObject, class: Option<&PhpStr>, given: &PhpArray) -> PhpResult<Value> {
    parts(cx, this)?;
    let class = match class {
        None => cx.builtin_class("stdClass"),
        Some(name) => match cx.class(name.as_bytes())? {
            Some(class) => class,
            None => {
                let text = [b"must be a valid class name, ", name.as_bytes(), b" given"].concat();
                return Err(cx.argument_type_error(1, text));
            }
        },
    };
    clear(cx, this)?;
    let arguments = Some(given.clone()).filter(|list| !list.is_empty());
    fetch::as_class(cx, this, fetch::Class { class: Some(class), arguments })
}

/// `PDOStatement::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let walk = Walk::new(cx, this)?;
    internal_iterator::create(cx, Box::new(walk))
}

/// A walk through the rows; one is fetched ahead. It cannot go back.
struct Walk {
    statement: PhpObject,
    row: Option<Value>,
    key: i64,
}

impl Walk {
    fn new(cx: &mut Cx, this: &PhpObject) -> PhpResult<Walk> {
        parts(cx, this)?;
        let row = fetch::one(cx, this, modes::USE_DEFAULT, 0, 0)?;
        Ok(Walk { statement: this.clone(), row, key: 0 })
    }
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        Ok(())
    }

    fn goes_back(&self) -> bool {
        false
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(self.row.is_some())
    }

    fn current(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(self.row.clone().unwrap_or(Value::NULL))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(if self.row.is_some() { Value::int(self.key) } else { Value::NULL })
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.row = None;
        let statement = self.statement.clone();
        self.row = fetch::one(cx, &statement, modes::USE_DEFAULT, 0, 0)?;
        self.key += 1;
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.statement);
        if let Some(row) = &self.row {
            tracer.value(row);
        }
    }
}

/// The property of a statement that shows its text.
pub(crate) fn query_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    object::read_prop(cx, this, &PhpStr::from("queryString"), &crate::connection::plain_access(), object::Fetch::Read)
}

/// Rewrites named placeholders for a database that only knows `?`: the text, and the names in order.
pub(crate) fn rewrite_named(sql: &[u8], placeholders: &[scanner::Placeholder]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let (mut out, mut names, mut at) = (Vec::with_capacity(sql.len()), Vec::new(), 0);
    for placeholder in placeholders {
        out.extend_from_slice(&sql[at..placeholder.start]);
        out.push(b'?');
        names.push(sql[placeholder.start..placeholder.end].to_vec());
        at = placeholder.end;
    }
    out.extend_from_slice(&sql[at..]);
    (out, names)
}
