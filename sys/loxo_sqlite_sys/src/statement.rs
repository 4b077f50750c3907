//! Prepared statements of SQLite: parameters, rows, and values of columns, as long as their database is open.

use std::any::Any;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::rc::Rc;

use libsqlite3_sys as ffi;

use super::{Database, Handle, c_text, copied, status};

/// A prepared statement. Clones are the same statement; the last one finalizes it.
#[derive(Clone)]
pub struct Statement(Rc<Inner>);

struct Inner {
    /// Null: the text held no statement.
    raw: *mut ffi::sqlite3_stmt,
    /// A step is running: callbacks must leave the statement alone.
    running: Cell<bool>,
    database: Rc<Handle>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: null or prepared, finalized here alone. No step runs: it would hold a clone.
        unsafe { ffi::sqlite3_finalize(self.raw) };
    }
}

/// The type of a column's value in the current row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    Integer,
    Float,
    Text,
    Blob,
    Null,
}

impl Statement {
    pub(crate) fn new(raw: *mut ffi::sqlite3_stmt, database: Rc<Handle>) -> Statement {
        Statement(Rc::new(Inner { raw, running: Cell::new(false), database }))
    }

    fn raw(&self) -> *mut ffi::sqlite3_stmt {
        self.0.raw
    }

    /// The text held no statement.
    pub fn is_empty(&self) -> bool {
        self.raw().is_null()
    }

    /// The same statement?
    pub fn same(&self, other: &Statement) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub fn database(&self) -> Database {
        Database(self.0.database.clone())
    }

    /// Goes to the next row: [`status::ROW`], [`status::DONE`] or an error.
    pub fn step(&self, host: &mut dyn Any) -> i32 {
        if self.is_empty() || self.0.running.replace(true) {
            return status::MISUSE;
        }
        let keep = self.clone();
        let result = {
            /// Also when a callback's panic goes through here.
            struct Running<'a>(&'a Cell<bool>);
            impl Drop for Running<'_> {
                fn drop(&mut self) {
                    self.0.set(false);
                }
            }
            let _running = Running(&keep.0.running);
            // SAFETY: prepared, and kept alive by `keep`.
            keep.0.database.hosts.enter(host, || unsafe { ffi::sqlite3_step(keep.raw()) })
        };
        drop(keep);
        result
    }

    /// Back to before the first row; what the last step answered comes again as an error.
    pub fn reset(&self) -> i32 {
        if self.0.running.get() {
            return status::MISUSE;
        }
        // SAFETY: null or prepared.
        unsafe { ffi::sqlite3_reset(self.raw()) }
    }

    pub fn clear_bindings(&self) -> i32 {
        if self.is_empty() || self.0.running.get() {
            return status::MISUSE;
        }
        // SAFETY: prepared.
        unsafe { ffi::sqlite3_clear_bindings(self.raw()) }
    }

    pub fn parameter_count(&self) -> i32 {
        // SAFETY: null or prepared.
        unsafe { ffi::sqlite3_bind_parameter_count(self.raw()) }
    }

    /// The number of a named parameter; 0: there is none.
    pub fn parameter_index(&self, name: &[u8]) -> i32 {
        let name = c_text(name);
        // SAFETY: null or prepared; the name ends in NUL.
        unsafe { ffi::sqlite3_bind_parameter_index(self.raw(), name.as_ptr()) }
    }

    pub fn is_readonly(&self) -> bool {
        // SAFETY: null or prepared.
        unsafe { ffi::sqlite3_stmt_readonly(self.raw()) != 0 }
    }

    /// Has been stepped, and neither to its end nor reset.
    pub fn is_busy(&self) -> bool {
        // SAFETY: null or prepared.
        unsafe { ffi::sqlite3_stmt_busy(self.raw()) != 0 }
    }

    pub fn sql(&self) -> Vec<u8> {
        // SAFETY: null or prepared; the text lives as long as the statement and is copied.
        unsafe { copied(ffi::sqlite3_sql(self.raw())) }.unwrap_or_default()
    }

    /// The text with bound values put in.
    pub fn expanded_sql(&self) -> Vec<u8> {
        // SAFETY: null or prepared; the text is ours to give back, once.
        unsafe {
            let text = ffi::sqlite3_expanded_sql(self.raw());
            let result = copied(text).unwrap_or_default();
            ffi::sqlite3_free(text.cast::<c_void>());
            result
        }
    }

    pub fn bind_null(&self, number: i32) -> i32 {
        // SAFETY: null or prepared; the library checks numbers.
        unsafe { ffi::sqlite3_bind_null(self.raw(), number) }
    }

    pub fn bind_int(&self, number: i32, value: i64) -> i32 {
        // SAFETY: null or prepared; the library checks numbers.
        unsafe { ffi::sqlite3_bind_int64(self.raw(), number, value) }
    }

    pub fn bind_float(&self, number: i32, value: f64) -> i32 {
        // SAFETY: null or prepared; the library checks numbers.
        unsafe { ffi::sqlite3_bind_double(self.raw(), number, value) }
    }

    pub fn bind_text(&self, number: i32, value: &[u8]) -> i32 {
        let Ok(length) = c_int::try_from(value.len()) else { return status::TOOBIG };
        // SAFETY: null or prepared; the text has `length` bytes, which the library copies.
        unsafe { ffi::sqlite3_bind_text(self.raw(), number, value.as_ptr().cast(), length, ffi::SQLITE_TRANSIENT()) }
    }

    pub fn bind_blob(&self, number: i32, value: &[u8]) -> i32 {
        let Ok(length) = c_int::try_from(value.len()) else { return status::TOOBIG };
        // SAFETY: null or prepared; the bytes are `length`, which the library copies.
        unsafe { ffi::sqlite3_bind_blob(self.raw(), number, value.as_ptr().cast(), length, ffi::SQLITE_TRANSIENT()) }
    }

    pub fn column_count(&self) -> usize {
        // SAFETY: null or prepared.
        usize::try_from(unsafe { ffi::sqlite3_column_count(self.raw()) }).unwrap_or(0)
    }

    /// Columns of the current row; 0 if there is none.
    pub fn data_count(&self) -> usize {
        // SAFETY: null or prepared.
        usize::try_from(unsafe { ffi::sqlite3_data_count(self.raw()) }).unwrap_or(0)
    }

    fn about_column(&self, column: usize, ask: unsafe extern "C" fn(*mut ffi::sqlite3_stmt, c_int) -> *const c_char) -> Option<Vec<u8>> {
        let column = c_int::try_from(column).ok()?;
        if self.is_empty() {
            return None;
        }
        // SAFETY: prepared; the library checks numbers; the text lives until the next such call and is copied.
        unsafe { copied(ask(self.raw(), column).cast()) }
    }

    pub fn column_name(&self, column: usize) -> Option<Vec<u8>> {
        self.about_column(column, ffi::sqlite3_column_name)
    }

    /// The type as the table declares it.
    pub fn column_declared_type(&self, column: usize) -> Option<Vec<u8>> {
        self.about_column(column, ffi::sqlite3_column_decltype)
    }

    pub fn column_table(&self, column: usize) -> Option<Vec<u8>> {
        self.about_column(column, ffi::sqlite3_column_table_name)
    }

    /// The type of a value of the current row; `Null` where there is none.
    pub fn column_type(&self, column: usize) -> ColumnType {
        let (Ok(number), true) = (c_int::try_from(column), column < self.data_count()) else { return ColumnType::Null };
        // SAFETY: there is a row, which has the column.
        match unsafe { ffi::sqlite3_column_type(self.raw(), number) } {
            ffi::SQLITE_INTEGER => ColumnType::Integer,
            ffi::SQLITE_FLOAT => ColumnType::Float,
            ffi::SQLITE_TEXT => ColumnType::Text,
            ffi::SQLITE_BLOB => ColumnType::Blob,
            _ => ColumnType::Null,
        }
    }

    pub fn column_int(&self, column: usize) -> i64 {
        let (Ok(number), true) = (c_int::try_from(column), column < self.data_count()) else { return 0 };
        // SAFETY: there is a row, which has the column.
        unsafe { ffi::sqlite3_column_int64(self.raw(), number) }
    }

    pub fn column_float(&self, column: usize) -> f64 {
        let (Ok(number), true) = (c_int::try_from(column), column < self.data_count()) else { return 0.0 };
        // SAFETY: there is a row, which has the column.
        unsafe { ffi::sqlite3_column_double(self.raw(), number) }
    }

    /// The text or BLOB of a value; `None`: memory ran out, or an empty BLOB.
    pub fn column_bytes(&self, column: usize, as_text: bool) -> Option<Vec<u8>> {
        let (Ok(number), true) = (c_int::try_from(column), column < self.data_count()) else { return None };
        // SAFETY: there is a row, which has the column. The bytes are valid until the next call of the library and copied here; the length
        // is asked for after them, as the library wants it.
        unsafe {
            let start: *const u8 = match as_text {
                true => ffi::sqlite3_column_text(self.raw(), number),
                false => ffi::sqlite3_column_blob(self.raw(), number).cast(),
            };
            let length = usize::try_from(ffi::sqlite3_column_bytes(self.raw(), number)).unwrap_or(0);
            if start.is_null() { None } else { Some(std::slice::from_raw_parts(start, length).to_vec()) }
        }
    }

    /// Memory ran out in the last call.
    pub fn out_of_memory(&self) -> bool {
        self.database().error_code() == status::NOMEM
    }
}
