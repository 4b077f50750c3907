//! `SQLite3Stmt`: a prepared statement whose parameters are bound to values or variables and that gives results.

use std::rc::Rc;

use loxo_observer::counters;
use loxo_runtime::{Cx, Native, ObjectHandlers, OrFalse, PhpObject, PhpResult, PhpStr, RefArg, Tracer, Value, convert, object};
use loxo_sqlite_sys::{Statement, status};

use crate::database::{self, Slot, not_ready, report};
use crate::result;

pub(crate) struct Stmt {
    pub slot: Rc<Slot>,
    pub database: Option<PhpObject>,
    bound: Vec<Bound>,
}

struct Bound {
    name: Option<Vec<u8>>,
    number: i32,
    /// A value, or a reference to the variable that is read when the statement runs.
    value: Value,
    kind: i64,
}

mod kind {
    pub const INTEGER: i64 = 1;
    pub const FLOAT: i64 = 2;
    pub const TEXT: i64 = 3;
    pub const BLOB: i64 = 4;
    pub const NULL: i64 = 5;
}

impl Native for Stmt {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(database) = &self.database {
            tracer.object(database);
        }
        tracer.values(self.bound.iter().map(|bound| &bound.value));
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Stmt { slot: Rc::default(), database: None, bound: Vec::new() })),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// A new object for a statement.
pub(crate) fn create(cx: &mut Cx, database: &PhpObject, made: Statement) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("SQLite3Stmt");
    let new = object::instantiate_raw(cx, class)?;
    fill(&new, database, made);
    Ok(new)
}

fn fill(this: &PhpObject, database: &PhpObject, made: Statement) {
    let slot: Rc<Slot> = Rc::new(Some(made).into());
    database::keep(database, &slot);
    this.set_native(Box::new(Stmt { slot, database: Some(database.clone()), bound: Vec::new() }));
}

/// `SQLite3Stmt::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, sqlite3: &PhpObject, query: &PhpStr) -> PhpResult<()> {
    database::database(cx, sqlite3)?;
    if query.is_empty() {
        return Ok(());
    }
    if let Some(made) = database::prepared(cx, sqlite3, query)? {
        fill(this, sqlite3, made);
    }
    Ok(())
}

/// The statement and the object of its database.
fn of(cx: &mut Cx, this: &PhpObject) -> PhpResult<(Statement, PhpObject)> {
    let Some(own) = this.native::<Stmt>() else { return Err(not_ready(cx, "SQLite3Stmt")) };
    let found = own.slot.borrow().clone();
    match (found, own.database.clone()) {
        (Some(statement), Some(database)) => Ok((statement, database)),
        _ => Err(not_ready(cx, "SQLite3")),
    }
}

/// The same for what the library has made something of.
fn real(cx: &mut Cx, this: &PhpObject) -> PhpResult<(Statement, PhpObject)> {
    let found = of(cx, this)?;
    if found.0.is_empty() { Err(not_ready(cx, "SQLite3Stmt")) } else { Ok(found) }
}

/// `SQLite3Stmt::paramCount()`
pub(crate) fn param_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(i64::from(real(cx, this)?.0.parameter_count()))
}

/// `SQLite3Stmt::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    of(cx, this)?;
    if let Some(own) = this.native::<Stmt>() {
        own.slot.take();
    }
    Ok(true)
}

fn outcome(cx: &mut Cx, found: &(Statement, PhpObject), code: i32, what: &str) -> PhpResult<bool> {
    if code == status::OK {
        return Ok(true);
    }
    let database = found.0.database();
    let text = [b"Unable to ", what.as_bytes(), b" statement: ", &database.error_message()[..]].concat();
    report(cx, &found.1, database.error_code(), text)?;
    Ok(false)
}

/// `SQLite3Stmt::reset()`
pub(crate) fn reset(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let found = real(cx, this)?;
    let code = found.0.reset();
    outcome(cx, &found, code, "reset")
}

/// `SQLite3Stmt::clear()`
pub(crate) fn clear(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let found = real(cx, this)?;
    let code = found.0.clear_bindings();
    if !outcome(cx, &found, code, "clear")? {
        return Ok(false);
    }
    if let Some(own) = this.native_mut::<Stmt>() {
        drop(std::mem::take(&mut own.bound));
    }
    Ok(true)
}

/// `SQLite3Stmt::readOnly()`
pub(crate) fn read_only(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(real(cx, this)?.0.is_readonly())
}

/// `SQLite3Stmt::getSQL()`
pub(crate) fn get_sql(cx: &mut Cx, this: &PhpObject, expand: bool) -> PhpResult<OrFalse<Vec<u8>>> {
    let (statement, database) = real(cx, this)?;
    if !bind_all(cx, this, &statement, &database)? {
        return Ok(OrFalse::FALSE);
    }
    Ok(OrFalse::some(if expand { statement.expanded_sql() } else { statement.sql() }))
}

/// `SQLite3Stmt::bindParam()`
pub(crate) fn bind_param(cx: &mut Cx, this: &PhpObject, param: &Value, var: &RefArg, kind: Option<i64>) -> PhpResult<bool> {
    let kind = kind.unwrap_or_else(|| kind_of(&var.get()));
    bind(cx, this, param, Value::reference(var.reference()), kind)
}

/// `SQLite3Stmt::bindValue()`
pub(crate) fn bind_value(cx: &mut Cx, this: &PhpObject, param: &Value, value: &Value, kind: Option<i64>) -> PhpResult<bool> {
    let value = value.clone_deref();
    let kind = kind.unwrap_or_else(|| kind_of(&value));
    bind(cx, this, param, value, kind)
}

fn kind_of(value: &Value) -> i64 {
    match value {
        v if v.is_int() || v.is_bool() => kind::INTEGER,
        v if v.is_float() => kind::FLOAT,
        v if v.is_null() => kind::NULL,
        _ => kind::TEXT,
    }
}

fn bind(cx: &mut Cx, this: &PhpObject, param: &Value, value: Value, kind: i64) -> PhpResult<bool> {
    let (statement, _) = real(cx, this)?;
    let name = param.as_bytes().map(|name| match name.first() {
        Some(b':' | b'@') => name.to_vec(),
        _ => [b":", name].concat(),
    });
    let number = match &name {
        Some(name) => statement.parameter_index(name),
        None => i32::try_from(param.as_int().unwrap_or(0)).unwrap_or(i32::MAX),
    };
    if number < 1 {
        return Ok(false);
    }
    let Some(own) = this.native_mut::<Stmt>() else { return Ok(false) };
    // By number, one replaces whatever had it; by name, one takes the place of its namesake.
    own.bound.retain(|bound| bound.name.is_some() || bound.number != number);
    let bound = Bound { name, number, value, kind };
    let place = own.bound.iter_mut().find(|known| known.name.is_some() && known.name == bound.name);
    match place {
        Some(place) => *place = bound,
        None => own.bound.push(bound),
    }
    Ok(true)
}

/// Tells the library all values. False: one of them cannot be.
fn bind_all(cx: &mut Cx, this: &PhpObject, statement: &Statement, database: &PhpObject) -> PhpResult<bool> {
    let bound: Vec<(i32, Value, i64)> =
        this.native::<Stmt>().map_or_else(Vec::new, |own| own.bound.iter().map(|b| (b.number, b.value.clone(), b.kind)).collect());
    for (number, slot, kind) in bound {
        let value = slot.clone_deref();
        let code = match kind {
            _ if value.is_null() => statement.bind_null(number),
            kind::INTEGER => {
                let n = convert::to_int(cx, &value)?;
                put_back(&slot, &value, Value::int(n));
                statement.bind_int(number, n)
            }
            kind::FLOAT => {
                let d = convert::to_float(cx, &value)?;
                put_back(&slot, &value, Value::float(d));
                statement.bind_float(number, d)
            }
            kind::BLOB => {
                let bytes = match value.as_resource() {
                    Some(resource) => match loxo_streams::of_resource(resource) {
                        Some(stream) => stream.read_all(cx, None),
                        None => {
                            report(cx, database, 0, format!("Unable to read stream for parameter {number}"))?;
                            return Ok(false);
                        }
                    },
                    None => convert::to_string(cx, &value)?,
                };
                statement.bind_blob(number, bytes.as_bytes())
            }
            kind::TEXT => {
                let text = convert::to_string(cx, &value)?;
                statement.bind_text(number, text.as_bytes())
            }
            kind::NULL => statement.bind_null(number),
            _ => {
                report(cx, database, 0, format!("Unknown parameter type: {kind} for parameter {number}"))?;
                return Ok(false);
            }
        };
        cx.check()?;
        if code != status::OK {
            report(cx, database, code, format!("Unable to bind parameter number {number}"))?;
        }
    }
    Ok(true)
}

/// A bound variable has the type that it was bound with, afterwards.
fn put_back(slot: &Value, old: &Value, new: Value) {
    if let (Some(reference), true) = (slot.as_ref(), old.tag() != new.tag()) {
        reference.set(new);
    }
}

/// `SQLite3Stmt::execute()`
pub(crate) fn execute(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    let (statement, database) = of(cx, this)?;
    statement.reset();
    if !bind_all(cx, this, &statement, &database)? {
        return Ok(OrFalse::FALSE);
    }
    let started = counters::start();
    let answer = statement.step(cx);
    if counters::is_on() {
        started.queried(&statement.sql());
    }
    match answer {
        status::ROW | status::DONE => {
            statement.reset();
            cx.check()?;
            result::create(cx, &database, this, true).map(OrFalse::some)
        }
        code => {
            if code == status::ERROR {
                statement.reset();
            }
            database::step_failed(cx, &database, &statement)?;
            Ok(OrFalse::FALSE)
        }
    }
}
