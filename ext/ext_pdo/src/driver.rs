//! What a driver is.

use loxo_runtime::{Cx, ExtSlot, PhpArray, PhpStr, Thrown, Tracer, Value};

use crate::errors::DriverError;
use crate::{Bound, Dialect};

/// Attributes that drivers see.
pub mod attr {
    pub const AUTOCOMMIT: i64 = 0;
    pub const TIMEOUT: i64 = 2;
    pub const ERRMODE: i64 = 3;
    pub const SERVER_VERSION: i64 = 4;
    pub const CLIENT_VERSION: i64 = 5;
    pub const SERVER_INFO: i64 = 6;
    pub const CONNECTION_STATUS: i64 = 7;
    pub const CASE: i64 = 8;
    pub const CURSOR: i64 = 10;
    pub const ORACLE_NULLS: i64 = 11;
    pub const PERSISTENT: i64 = 12;
    pub const STATEMENT_CLASS: i64 = 13;
    pub const FETCH_TABLE_NAMES: i64 = 14;
    pub const DRIVER_NAME: i64 = 16;
    pub const STRINGIFY_FETCHES: i64 = 17;
    pub const MAX_COLUMN_LEN: i64 = 18;
    pub const DEFAULT_FETCH_MODE: i64 = 19;
    pub const EMULATE_PREPARES: i64 = 20;
    pub const DEFAULT_STR_PARAM: i64 = 21;
    /// The first that is a driver's own.
    pub const DRIVER_SPECIFIC: i64 = 1000;
}

/// Types of parameters.
pub mod param {
    pub const NULL: i64 = 0;
    pub const INT: i64 = 1;
    pub const STR: i64 = 2;
    pub const LOB: i64 = 3;
    pub const STMT: i64 = 4;
    pub const BOOL: i64 = 5;
    pub const STR_NATL: i64 = 0x4000_0000;
    pub const STR_CHAR: i64 = 0x2000_0000;

    /// The type without its flags.
    pub fn kind(param: i64) -> i64 {
        param & 0xffff
    }
}

/// Placeholders that a statement understands by itself.
pub mod supports {
    pub const NONE: u8 = 0;
    pub const NAMED: u8 = 1;
    pub const POSITIONAL: u8 = 2;
}

/// Why something cannot be done.
pub enum Failure {
    /// The database says so: reported as the error mode has it.
    Error(DriverError),
    /// PDO's own words for what is wrong: state and text.
    Own(&'static str, &'static str),
    /// An exception is on its way.
    Thrown,
    /// Nothing more is said.
    Silent,
}

impl From<Thrown> for Failure {
    fn from(_: Thrown) -> Failure {
        Failure::Thrown
    }
}

impl From<DriverError> for Failure {
    fn from(error: DriverError) -> Failure {
        Failure::Error(error)
    }
}

pub type Outcome<T> = Result<T, Failure>;

/// How a connection wants its answers, as the driver's calls see it.
#[derive(Clone, Copy, Default)]
pub struct Mode {
    pub stringify: bool,
    pub autocommit: bool,
}

/// Where to connect.
pub struct Source<'a> {
    /// What stands behind the driver's name and colon.
    pub data: &'a [u8],
    pub username: Option<&'a [u8]>,
    pub password: Option<&'a [u8]>,
    pub options: Option<&'a PhpArray>,
    pub persistent: bool,
}

/// A driver.
pub trait Factory: Sync {
    /// As data source names have it.
    fn name(&self) -> &'static str;
    /// The class of its own.
    fn class(&self) -> &'static str;
    /// Connects. The error of a failed connection is always an exception.
    fn connect(&self, cx: &mut Cx, source: &Source<'_>) -> Outcome<Box<dyn Driver>>;
}

/// A statement that a driver has prepared.
pub struct Prepared {
    pub statement: std::rc::Rc<dyn DriverStatement>,
    /// See [`supports`]. Others are put into the text as values.
    pub supports: u8,
    /// The names behind each `?`, if the text was rewritten by [`crate::positional`].
    pub names: Option<Vec<Vec<u8>>>,
}

/// What a statement's run gave.
#[derive(Clone, Copy, Default)]
pub struct Executed {
    pub columns: usize,
    pub rows: i64,
}

/// A column of a result.
#[derive(Clone)]
pub struct Column {
    pub name: PhpStr,
    /// -1: no limit is known.
    pub len: i64,
    pub precision: i64,
}

/// A connection. Calls may come while another one runs: SQL functions may be PHP code.
#[allow(unused_variables)]
pub trait Driver {
    fn name(&self) -> &'static str;

    /// How SQL is read where placeholders are looked for.
    fn dialect(&self) -> Dialect {
        Dialect::STANDARD
    }

    fn prepare(&self, cx: &mut Cx, sql: &PhpStr, options: Option<&PhpArray>) -> Outcome<Prepared>;

    /// Runs SQL; rows that it changed.
    fn execute(&self, cx: &mut Cx, sql: &PhpStr) -> Outcome<i64>;

    /// A text as SQL; `None`: it cannot be.
    fn quote(&self, cx: &mut Cx, text: &[u8], param: i64) -> Option<Vec<u8>>;

    fn begin(&self, cx: &mut Cx) -> Outcome<()>;
    fn commit(&self, cx: &mut Cx) -> Outcome<()>;
    fn roll_back(&self, cx: &mut Cx) -> Outcome<()>;

    /// `None`: the driver does not know, PDO counts itself.
    fn in_transaction(&self) -> Option<bool> {
        None
    }

    /// False: there is no such attribute, or it cannot be set.
    fn set_attribute(&self, cx: &mut Cx, attribute: i64, value: &Value) -> Outcome<bool>;

    /// `None`: there is no such attribute.
    fn attribute(&self, cx: &mut Cx, attribute: i64) -> Outcome<Option<Value>>;

    fn last_insert_id(&self, cx: &mut Cx, name: Option<&PhpStr>) -> Outcome<PhpStr>;

    /// Of persistent connections: can it still be used?
    fn is_alive(&self, cx: &mut Cx) -> bool {
        true
    }

    /// A class whose methods `PDO` objects have while they are connected by this driver.
    fn method_class(&self) -> Option<&'static str> {
        None
    }

    /// Of persistent connections: nothing of the request may stay.
    fn request_end(&self) {}

    fn trace(&self, tracer: &mut Tracer<'_>) {}

    fn as_any(&self) -> &dyn std::any::Any;
}

/// A prepared statement.
#[allow(unused_variables)]
pub trait DriverStatement {
    /// Takes a parameter before the statement runs.
    fn bind(&self, cx: &mut Cx, bound: &mut Bound) -> Outcome<()>;

    /// A parameter was bound: may there be one of that number?
    fn check_number(&self, number: i64) -> Outcome<()> {
        Ok(())
    }

    /// Before the parameters are taken, with their number.
    fn before_execute(&self, cx: &mut Cx, bound: usize) -> Outcome<()> {
        Ok(())
    }

    /// Runs; `sql` is the text with values put in, if that was necessary.
    fn execute(&self, cx: &mut Cx, sql: &PhpStr, again: bool) -> Outcome<Executed>;

    /// Goes to the next row; false at the end.
    fn fetch(&self, cx: &mut Cx, orientation: i64, offset: i64) -> Outcome<bool>;

    fn column(&self, at: usize) -> Option<Column>;

    /// A value of the current row.
    fn value(&self, cx: &mut Cx, at: usize, mode: Mode) -> Outcome<Value>;

    /// `None`: there is nothing to know.
    fn meta(&self, cx: &mut Cx, at: usize) -> Outcome<Option<PhpArray>>;

    /// The next result; `None`: the driver has no such thing, `Some(None)`: there is none.
    fn next_rowset(&self, cx: &mut Cx) -> Option<Outcome<Option<Executed>>> {
        None
    }

    fn close_cursor(&self, cx: &mut Cx) -> Outcome<()>;

    /// `None`: attributes cannot be set at all.
    fn set_attribute(&self, cx: &mut Cx, attribute: i64, value: &Value) -> Option<Outcome<bool>> {
        None
    }

    /// The outer `None`: attributes cannot be asked for at all.
    fn attribute(&self, cx: &mut Cx, attribute: i64) -> Option<Option<Value>> {
        None
    }
}

#[derive(Default)]
struct Drivers(Vec<&'static dyn Factory>);

impl ExtSlot for Drivers {}

/// Announces a driver, at the start of a request.
pub fn register(cx: &mut Cx, factory: &'static dyn Factory) {
    cx.ext::<Drivers>().0.push(factory);
}

pub(crate) fn all(cx: &mut Cx) -> Vec<&'static dyn Factory> {
    cx.ext::<Drivers>().0.clone()
}

pub(crate) fn names(cx: &mut Cx) -> Vec<&'static str> {
    all(cx).iter().map(|factory| factory.name()).collect()
}
