//! `SQLite3Result`: the rows of a statement.

use loxo_runtime::{Cx, Native, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Tracer, Value, object};
use loxo_sqlite_sys::{ColumnType, Statement, status};

use crate::database::{not_ready, report, step_failed};
use crate::statement::Stmt;

#[derive(Default)]
struct Rows {
    database: Option<PhpObject>,
    statement: Option<PhpObject>,
    /// The program has the statement as well.
    prepared: bool,
    names: Vec<PhpStr>,
}

impl Native for Rows {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        self.database.iter().chain(&self.statement).for_each(|object| tracer.object(object));
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Rows::default())), no_clone: true, no_serialize: true, ..ObjectHandlers::default() }
}

/// The rows of a statement that has just been run.
pub(crate) fn create(cx: &mut Cx, database: &PhpObject, statement: &PhpObject, prepared: bool) -> PhpResult<PhpObject> {
    let class = cx.builtin_class("SQLite3Result");
    let new = object::instantiate_raw(cx, class)?;
    let rows = Rows { database: Some(database.clone()), statement: Some(statement.clone()), prepared, names: Vec::new() };
    new.set_native(Box::new(rows));
    Ok(new)
}

/// A value of the current row.
pub(crate) fn column(cx: &mut Cx, database: &PhpObject, statement: &Statement, at: usize) -> PhpResult<Value> {
    let kind = statement.column_type(at);
    Ok(match kind {
        ColumnType::Integer => Value::int(statement.column_int(at)),
        ColumnType::Float => Value::float(statement.column_float(at)),
        ColumnType::Null => Value::NULL,
        ColumnType::Text | ColumnType::Blob => match statement.column_bytes(at, kind == ColumnType::Text) {
            // Texts end at their first NUL byte.
            Some(bytes) if kind == ColumnType::Text => {
                let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
                Value::bytes(&bytes[..end])
            }
            Some(bytes) => Value::bytes(&bytes),
            None if kind == ColumnType::Blob && !statement.out_of_memory() => Value::EMPTY_STRING,
            None => {
                report(cx, database, status::NOMEM, "Failed to retrieve column value due to out of memory")?;
                Value::NULL
            }
        },
    })
}

fn of(cx: &mut Cx, this: &PhpObject) -> PhpResult<(Statement, PhpObject)> {
    let found = this.native::<Rows>().and_then(|rows| {
        let statement = rows.statement.as_ref()?.native::<Stmt>()?.slot.borrow().clone()?;
        Some((statement, rows.database.clone()?))
    });
    found.ok_or_else(|| not_ready(cx, "SQLite3Result"))
}

/// `SQLite3Result::__construct()`
pub(crate) fn construct(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_exception("SQLite3Result cannot be directly instantiated"))
}

/// `SQLite3Result::numColumns()`
pub(crate) fn num_columns(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(of(cx, this)?.0.column_count() as i64)
}

/// `SQLite3Result::columnName()`
pub(crate) fn column_name(cx: &mut Cx, this: &PhpObject, column: i64) -> PhpResult<OrFalse<Vec<u8>>> {
    let (statement, _) = of(cx, this)?;
    Ok(OrFalse(usize::try_from(column).ok().and_then(|column| statement.column_name(column))))
}

/// `SQLite3Result::columnType()`
pub(crate) fn column_type(cx: &mut Cx, this: &PhpObject, column: i64) -> PhpResult<OrFalse<i64>> {
    let (statement, _) = of(cx, this)?;
    if statement.data_count() == 0 {
        return Ok(OrFalse::FALSE);
    }
    let kind = usize::try_from(column).map_or(ColumnType::Null, |column| statement.column_type(column));
    Ok(OrFalse::some(match kind {
        ColumnType::Integer => 1,
        ColumnType::Float => 2,
        ColumnType::Text => 3,
        ColumnType::Blob => 4,
        ColumnType::Null => 5,
    }))
}

/// `SQLite3Result::fetchArray()`
pub(crate) fn fetch_array(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<OrFalse<PhpArray>> {
    const ASSOC: i64 = 1;
    const NUM: i64 = 2;
    let (statement, database) = of(cx, this)?;
    match statement.step(cx) {
        status::ROW => {}
        status::DONE => {
            cx.check()?;
            return Ok(OrFalse::FALSE);
        }
        _ => {
            step_failed(cx, &database, &statement)?;
            return Ok(OrFalse::FALSE);
        }
    }
    cx.check()?;
    let count = statement.column_count();
    let names = match this.native_mut::<Rows>() {
        Some(rows) if mode & ASSOC != 0 => {
            if rows.names.len() != count {
                rows.names = (0..count).map(|at| PhpStr::new(&statement.column_name(at).unwrap_or_default())).collect();
            }
            rows.names.clone()
        }
        _ => Vec::new(),
    };
    let mut row = PhpArray::new();
    for at in 0..count {
        let value = column(cx, &database, &statement, at)?;
        if mode & NUM != 0 {
            row.set_int(at as i64, value.clone());
        }
        if let Some(name) = names.get(at) {
            row.set_sym(name, value);
        }
    }
    Ok(OrFalse::some(row))
}

/// `SQLite3Result::reset()`
pub(crate) fn reset(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (statement, _) = of(cx, this)?;
    if let Some(rows) = this.native_mut::<Rows>() {
        rows.names.clear();
    }
    Ok(statement.reset() == status::OK)
}

/// `SQLite3Result::finalize()`
pub(crate) fn finalize(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let (statement, _) = of(cx, this)?;
    let Some(rows) = this.native_mut::<Rows>() else { return Ok(true) };
    rows.names.clear();
    if rows.prepared {
        statement.reset();
    } else if let Some(own) = rows.statement.as_ref().and_then(|object| object.native::<Stmt>()) {
        own.slot.take();
    }
    Ok(true)
}
