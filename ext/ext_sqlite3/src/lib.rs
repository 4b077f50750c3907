//! PHP's sqlite3 extension: databases, statements and rows as objects.
//!
//! `callbacks` makes SQL functions of PHP callables, and `blob` streams of BLOBs, for this extension and for PDO's driver.
#![forbid(unsafe_code)]

pub mod blob;
pub mod callbacks;
mod database;
pub mod generated;
mod result;
mod statement;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "sqlite3",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("SQLite3 support".into(), "enabled".into()), ("SQLite Library".into(), loxo_sqlite_sys::version().into())]),
};
