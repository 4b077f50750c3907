//! SQLite, safe to call: databases, statements, functions written in Rust, BLOBs and backups.
//!
//! Handles are counted: a database stays open as long as a statement or BLOB of it is alive. SQLite calls back (functions, collations, the
//! authorizer) only while one of the calls that take a `host` runs, and the callback gets that host. The library knows nothing of PHP.

mod blob;
mod callbacks;
mod locks;
mod statement;

use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::rc::Rc;

use libsqlite3_sys as ffi;

pub use blob::Blob;
pub use callbacks::{Aggregate, Answer, Argument};
pub use statement::{ColumnType, Statement};

/// What calls answer, as `sqlite3.h` has it.
pub mod status {
    use libsqlite3_sys as ffi;
    pub const OK: i32 = ffi::SQLITE_OK;
    pub const ERROR: i32 = ffi::SQLITE_ERROR;
    pub const BUSY: i32 = ffi::SQLITE_BUSY;
    pub const LOCKED: i32 = ffi::SQLITE_LOCKED;
    pub const NOMEM: i32 = ffi::SQLITE_NOMEM;
    pub const INTERRUPT: i32 = ffi::SQLITE_INTERRUPT;
    pub const NOTFOUND: i32 = ffi::SQLITE_NOTFOUND;
    pub const CANTOPEN: i32 = ffi::SQLITE_CANTOPEN;
    pub const CONSTRAINT: i32 = ffi::SQLITE_CONSTRAINT;
    pub const TOOBIG: i32 = ffi::SQLITE_TOOBIG;
    pub const MISUSE: i32 = ffi::SQLITE_MISUSE;
    pub const NOLFS: i32 = ffi::SQLITE_NOLFS;
    pub const RANGE: i32 = ffi::SQLITE_RANGE;
    pub const ROW: i32 = ffi::SQLITE_ROW;
    pub const DONE: i32 = ffi::SQLITE_DONE;
    pub const DENY: i32 = ffi::SQLITE_DENY;
    pub const IGNORE: i32 = ffi::SQLITE_IGNORE;
}

/// Flags of [`Database::open`].
pub mod open {
    use libsqlite3_sys as ffi;
    pub const READONLY: i32 = ffi::SQLITE_OPEN_READONLY;
    pub const READWRITE: i32 = ffi::SQLITE_OPEN_READWRITE;
    pub const CREATE: i32 = ffi::SQLITE_OPEN_CREATE;
    pub const URI: i32 = ffi::SQLITE_OPEN_URI;
}

/// What an authorizer is asked about attaching a database.
pub const ACTION_ATTACH: i32 = ffi::SQLITE_ATTACH;

/// The version of the library, such as `3.50.2`.
pub fn version() -> &'static str {
    // SAFETY: the function has no conditions; it answers a string that lives for ever.
    unsafe { CStr::from_ptr(ffi::sqlite3_libversion()) }.to_str().unwrap_or_default()
}

/// The same as a number, such as 3050002.
pub fn version_number() -> i32 {
    // SAFETY: no conditions.
    unsafe { ffi::sqlite3_libversion_number() }
}

/// The words for a status.
pub fn status_text(status: i32) -> String {
    // SAFETY: any number may be asked for; the answer is a string that lives for ever.
    unsafe { CStr::from_ptr(ffi::sqlite3_errstr(status)) }.to_string_lossy().into_owned()
}

/// A call failed.
#[derive(Clone, Debug)]
pub struct Failed {
    pub status: i32,
    pub message: Vec<u8>,
}

/// A database. Clones are the same database.
#[derive(Clone)]
pub struct Database(Rc<Handle>);

pub(crate) struct Handle {
    /// Null once it is closed.
    raw: Cell<*mut ffi::sqlite3>,
    hosts: Rc<callbacks::Hosts>,
    authorizer: OnceCell<Box<callbacks::Authorizer>>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        let raw = self.raw.replace(ptr::null_mut());
        // SAFETY: null, or a handle that `sqlite3_open_v2` gave and nobody has closed. Statements and BLOBs keep this struct alive, so
        // there are none.
        unsafe { ffi::sqlite3_close(raw) };
    }
}

/// C's copy of a name: up to its first NUL byte.
pub(crate) fn c_text(text: &[u8]) -> CString {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// A string of the library, copied.
///
/// # Safety
/// `text` is null or a string that ends in NUL.
pub(crate) unsafe fn copied(text: *const c_char) -> Option<Vec<u8>> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    Some(unsafe { CStr::from_ptr(text) }.to_bytes().to_vec())
}

impl Database {
    /// Opens a file, or `:memory:`. Foreign keys are not enforced until a program asks for that.
    pub fn open(name: &[u8], flags: i32) -> Result<Database, Failed> {
        locks::install();
        let mut raw = ptr::null_mut();
        let name = c_text(name);
        // SAFETY: the name ends in NUL, `raw` is a place for the handle; no VFS is named.
        let status = unsafe { ffi::sqlite3_open_v2(name.as_ptr(), &mut raw, flags, ptr::null()) };
        if raw.is_null() {
            return Err(Failed { status, message: status_text(status).into_bytes() });
        }
        let database = Database(Rc::new(Handle { raw: Cell::new(raw), hosts: Rc::default(), authorizer: OnceCell::new() }));
        if status != status::OK {
            // A failed open leaves a handle, which knows the reason and must be closed.
            return Err(Failed { status, message: database.error_message() });
        }
        database.configure(ffi::SQLITE_DBCONFIG_ENABLE_FKEY, false);
        Ok(database)
    }

    fn raw(&self) -> *mut ffi::sqlite3 {
        self.0.raw.get()
    }

    pub fn is_open(&self) -> bool {
        !self.raw().is_null()
    }

    fn configure(&self, option: c_int, on: bool) {
        // SAFETY: the handle is open or null (which the library checks); these options take an int and a place for an int that may be null.
        unsafe { ffi::sqlite3_db_config(self.raw(), option, c_int::from(on), ptr::null_mut::<c_int>()) };
    }

    /// Forbids what would let SQL damage the file.
    pub fn set_defensive(&self, on: bool) {
        self.configure(ffi::SQLITE_DBCONFIG_DEFENSIVE, on);
    }

    /// Closes it; fails while statements or BLOBs are alive.
    pub fn close(&self) -> Result<(), Failed> {
        // SAFETY: open or null.
        let status = unsafe { ffi::sqlite3_close(self.raw()) };
        if status != status::OK {
            return Err(self.failed(status));
        }
        self.0.raw.set(ptr::null_mut());
        Ok(())
    }

    fn failed(&self, status: i32) -> Failed {
        Failed { status, message: self.error_message() }
    }

    fn done(&self, status: i32) -> Result<(), Failed> {
        if status == status::OK { Ok(()) } else { Err(self.failed(status)) }
    }

    pub fn error_message(&self) -> Vec<u8> {
        // SAFETY: open or null; the text is valid until the next call of the library and copied here.
        unsafe { copied(ffi::sqlite3_errmsg(self.raw())) }.unwrap_or_default()
    }

    pub fn error_code(&self) -> i32 {
        // SAFETY: open or null.
        unsafe { ffi::sqlite3_errcode(self.raw()) }
    }

    pub fn extended_error_code(&self) -> i32 {
        // SAFETY: open or null.
        unsafe { ffi::sqlite3_extended_errcode(self.raw()) }
    }

    pub fn set_extended_codes(&self, on: bool) -> bool {
        // SAFETY: open or null.
        unsafe { ffi::sqlite3_extended_result_codes(self.raw(), c_int::from(on)) == status::OK }
    }

    pub fn last_insert_rowid(&self) -> i64 {
        if !self.is_open() {
            return 0;
        }
        // SAFETY: open.
        unsafe { ffi::sqlite3_last_insert_rowid(self.raw()) }
    }

    /// Rows that the last statement changed.
    pub fn changes(&self) -> i64 {
        if !self.is_open() {
            return 0;
        }
        // SAFETY: open.
        i64::from(unsafe { ffi::sqlite3_changes(self.raw()) })
    }

    /// Not in a transaction.
    pub fn is_autocommit(&self) -> bool {
        if !self.is_open() {
            return true;
        }
        // SAFETY: open.
        unsafe { ffi::sqlite3_get_autocommit(self.raw()) != 0 }
    }

    pub fn busy_timeout(&self, milliseconds: i32) -> Result<(), Failed> {
        // SAFETY: open or null.
        let status = unsafe { ffi::sqlite3_busy_timeout(self.raw(), milliseconds) };
        self.done(status)
    }

    /// Runs all statements of a text; the error's message is the library's.
    pub fn execute(&self, host: &mut dyn Any, sql: &[u8]) -> Result<(), Failed> {
        let sql = c_text(sql);
        let _keep = self.clone();
        let status = self.0.hosts.enter(host, || {
            // SAFETY: open or null, a text that ends in NUL, no callback and no place for a message.
            unsafe { ffi::sqlite3_exec(self.raw(), sql.as_ptr(), None, ptr::null_mut(), ptr::null_mut()) }
        });
        self.done(status)
    }

    /// Compiles the first statement of a text. `None` inside: the text has none.
    pub fn prepare(&self, host: &mut dyn Any, sql: &[u8]) -> Result<Statement, Failed> {
        let Ok(length) = c_int::try_from(sql.len()) else {
            return Err(Failed { status: status::TOOBIG, message: status_text(status::TOOBIG).into_bytes() });
        };
        let mut statement = ptr::null_mut();
        let _keep = self.clone();
        let status = self.0.hosts.enter(host, || {
            // SAFETY: open or null; the text has `length` bytes; `statement` is a place for the handle.
            unsafe { ffi::sqlite3_prepare_v2(self.raw(), sql.as_ptr().cast(), length, &mut statement, ptr::null_mut()) }
        });
        if status != status::OK {
            return Err(self.failed(status));
        }
        Ok(Statement::new(statement, self.0.clone()))
    }

    /// Loads an extension from a shared library.
    pub fn load_extension(&self, path: &[u8]) -> Result<(), Failed> {
        let path = c_text(path);
        let mut message: *mut c_char = ptr::null_mut();
        self.configure(ffi::SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, true);
        // SAFETY: open or null, a path that ends in NUL, no entry point named, a place for a message.
        let status = unsafe { ffi::sqlite3_load_extension(self.raw(), path.as_ptr(), ptr::null(), &mut message) };
        // SAFETY: null or a text of the library, which is given back to it once.
        let text = unsafe {
            let text = copied(message);
            ffi::sqlite3_free(message.cast::<c_void>());
            text
        };
        self.configure(ffi::SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false);
        match status {
            status::OK => Ok(()),
            _ => Err(Failed { status, message: text.unwrap_or_default() }),
        }
    }

    /// Copies a database of this connection over one of another.
    pub fn backup(&self, source_name: &[u8], target: &Database, target_name: &[u8]) -> Result<(), Failed> {
        let (source_name, target_name) = (c_text(source_name), c_text(target_name));
        if !self.is_open() || !target.is_open() {
            return Err(self.failed(status::MISUSE));
        }
        // SAFETY: both are open, both names end in NUL.
        let backup = unsafe { ffi::sqlite3_backup_init(target.raw(), target_name.as_ptr(), self.raw(), source_name.as_ptr()) };
        if backup.is_null() {
            return self.done(self.error_code());
        }
        // SAFETY: the backup was just made; -1 asks for all pages.
        while unsafe { ffi::sqlite3_backup_step(backup, -1) } == status::OK {}
        // SAFETY: it is finished once and not used afterwards.
        let status = unsafe { ffi::sqlite3_backup_finish(backup) };
        self.done(status)
    }

    /// Opens a BLOB of a row.
    pub fn open_blob(&self, database: &[u8], table: &[u8], column: &[u8], row: i64, write: bool) -> Result<Blob, Failed> {
        let (database, table, column) = (c_text(database), c_text(table), c_text(column));
        let mut blob = ptr::null_mut();
        // SAFETY: open or null; the names end in NUL; `blob` is a place for the handle.
        let status = unsafe {
            ffi::sqlite3_blob_open(self.raw(), database.as_ptr(), table.as_ptr(), column.as_ptr(), row, c_int::from(write), &mut blob)
        };
        if status != status::OK {
            return Err(self.failed(status));
        }
        Ok(Blob::new(blob, self.0.clone()))
    }
}

/// A text as it stands between quotes in SQL, up to its first NUL byte.
pub fn escape(text: &[u8]) -> Vec<u8> {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    let mut out = Vec::with_capacity(end + 8);
    for byte in &text[..end] {
        if *byte == b'\'' {
            out.push(b'\'');
        }
        out.push(*byte);
    }
    out
}
