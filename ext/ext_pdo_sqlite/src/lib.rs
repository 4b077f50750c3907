//! PDO's driver for SQLite.
#![forbid(unsafe_code)]

mod driver;
pub mod generated;
mod statement;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "pdo_sqlite",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| ext_pdo::register(cx, &driver::FACTORY)),
    request_end: None,
    info: Some(|_| {
        vec![("PDO Driver for SQLite 3.x".into(), "enabled".into()), ("SQLite Library".into(), loxo_sqlite_sys::version().into())]
    }),
};
