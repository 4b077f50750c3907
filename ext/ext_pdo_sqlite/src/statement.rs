//! What PDO asks of a driver's statement, for SQLite: binding, stepping through rows, and the types of columns.

use std::cell::Cell;

use ext_pdo::{Bound, Column, DriverStatement, Executed, Failure, Mode, Outcome, param};
use loxo_runtime::{Cx, PhpArray, PhpStr, Value, convert, streams};
use loxo_sqlite_sys::{ColumnType, status};

use crate::driver::{READONLY_STATEMENT, last_error};

pub(crate) struct Statement {
    inner: loxo_sqlite_sys::Statement,
    /// A row has been stepped to that nobody has fetched.
    ahead: Cell<bool>,
    done: Cell<bool>,
    ran: Cell<bool>,
}

impl Statement {
    pub fn new(inner: loxo_sqlite_sys::Statement) -> Statement {
        Statement { inner, ahead: Cell::new(false), done: Cell::new(false), ran: Cell::new(false) }
    }

    fn fail(&self) -> Failure {
        last_error(&self.inner.database())
    }

    fn stop(&self) {
        if self.ran.get() && !self.done.get() {
            self.inner.reset();
            self.done.set(true);
        }
    }
}

impl DriverStatement for Statement {
    fn bind(&self, cx: &mut Cx, bound: &mut Bound) -> Outcome<()> {
        self.stop();
        if let (-1, Some(name)) = (bound.number, &bound.name) {
            bound.number = i64::from(self.inner.parameter_index(name.as_bytes())) - 1;
        }
        let number = i32::try_from(bound.number.saturating_add(1)).unwrap_or(i32::MAX);
        let value = bound.get();
        let code = match param::kind(bound.kind) {
            param::STMT => return Err(Failure::Silent),
            param::NULL => self.inner.bind_null(number),
            _ if value.is_null() => self.inner.bind_null(number),
            param::INT | param::BOOL => {
                let n = convert::to_int(cx, &value)?;
                if !value.is_int() {
                    bound.set(Value::int(n));
                }
                self.inner.bind_int(number, n)
            }
            param::LOB => {
                let bytes = match value.as_resource() {
                    Some(resource) => match streams::of_resource(resource) {
                        Some(stream) => stream.read_all(cx, None),
                        None => return Err(Failure::Own("HY105", "Expected a stream resource")),
                    },
                    None => convert::to_string(cx, &value)?,
                };
                let code = self.inner.bind_blob(number, bytes.as_bytes());
                bound.set(Value::string(bytes));
                if code != status::OK {
                    return Err(Failure::Silent);
                }
                code
            }
            _ => {
                let text = convert::to_string(cx, &value)?;
                let code = self.inner.bind_text(number, text.as_bytes());
                if !value.is_string() {
                    bound.set(Value::string(text));
                }
                code
            }
        };
        if code == status::OK { Ok(()) } else { Err(self.fail()) }
    }

    fn execute(&self, cx: &mut Cx, _: &PhpStr, again: bool) -> Outcome<Executed> {
        if again && !self.done.get() {
            self.inner.reset();
        }
        self.ran.set(true);
        self.ahead.set(false);
        self.done.set(false);
        match self.inner.step(cx) {
            status::ROW => {
                self.ahead.set(true);
                Ok(Executed { columns: self.inner.data_count(), rows: 0 })
            }
            status::DONE => {
                let rows = self.inner.database().changes();
                let columns = self.inner.column_count();
                self.inner.reset();
                self.done.set(true);
                Ok(Executed { columns, rows })
            }
            code => {
                let failure = self.fail();
                if code == status::ERROR {
                    self.inner.reset();
                }
                cx.check()?;
                Err(failure)
            }
        }
    }

    fn fetch(&self, cx: &mut Cx, _: i64, _: i64) -> Outcome<bool> {
        if self.ahead.replace(false) {
            return Ok(true);
        }
        if self.done.get() {
            return Ok(false);
        }
        match self.inner.step(cx) {
            status::ROW => Ok(true),
            status::DONE => {
                self.done.set(true);
                self.inner.reset();
                Ok(false)
            }
            code => {
                let failure = self.fail();
                if code == status::ERROR {
                    self.inner.reset();
                }
                cx.check()?;
                Err(failure)
            }
        }
    }

    fn column(&self, at: usize) -> Option<Column> {
        let name = self.inner.column_name(at)?;
        Some(Column { name: PhpStr::new(&name), len: -1, precision: 0 })
    }

    fn value(&self, _: &mut Cx, at: usize, _: Mode) -> Outcome<Value> {
        if at >= self.inner.data_count() {
            return Err(match self.fail() {
                // The last call went well: there is no row.
                Failure::Error(error) if error.info.as_ref().is_some_and(|(code, _)| [0, 100, 101].contains(code)) => Failure::Silent,
                failure => failure,
            });
        }
        let kind = self.inner.column_type(at);
        Ok(match kind {
            ColumnType::Null => Value::NULL,
            ColumnType::Integer => Value::int(self.inner.column_int(at)),
            ColumnType::Float => Value::float(self.inner.column_float(at)),
            ColumnType::Text | ColumnType::Blob => Value::bytes(&self.inner.column_bytes(at, kind == ColumnType::Text).unwrap_or_default()),
        })
    }

    fn meta(&self, _: &mut Cx, at: usize) -> Outcome<Option<PhpArray>> {
        if at >= self.inner.column_count() {
            return Err(self.fail());
        }
        let (mut out, mut flags) = (PhpArray::new(), PhpArray::new());
        let (native, kind) = match self.inner.column_type(at) {
            ColumnType::Null => ("null", param::NULL),
            ColumnType::Float => ("double", param::STR),
            ColumnType::Integer => ("integer", param::INT),
            ColumnType::Text => ("string", param::STR),
            ColumnType::Blob => {
                let _ = flags.push(Value::from("blob"));
                ("string", param::STR)
            }
        };
        out.set_bytes(b"native_type", Value::from(native));
        out.set_bytes(b"pdo_type", Value::int(kind));
        if let Some(declared) = self.inner.column_declared_type(at) {
            out.set_bytes(b"sqlite:decl_type", Value::bytes(&declared));
        }
        if let Some(table) = self.inner.column_table(at) {
            out.set_bytes(b"table", Value::bytes(&table));
        }
        out.set_bytes(b"flags", Value::array(flags));
        Ok(Some(out))
    }

    fn close_cursor(&self, _: &mut Cx) -> Outcome<()> {
        self.inner.reset();
        Ok(())
    }

    fn attribute(&self, _: &mut Cx, attribute: i64) -> Option<Option<Value>> {
        Some((attribute == READONLY_STATEMENT).then(|| Value::bool(self.inner.is_readonly())))
    }
}
