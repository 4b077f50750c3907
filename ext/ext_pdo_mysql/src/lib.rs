//! PDO's driver for MySQL and MariaDB, on our own client of the protocol.
#![forbid(unsafe_code)]

mod driver;
pub mod generated;
mod source;
mod statement;
mod values;

use loxo_runtime::Extension;

/// What this client says of itself.
pub(crate) const CLIENT_INFO: &str = "mysqlnd 8.4.24";

pub static EXTENSION: Extension = Extension {
    name: "pdo_mysql",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| ext_pdo::register(cx, &driver::FACTORY)),
    request_end: None,
    info: Some(|_| vec![("PDO Driver for MySQL".into(), "enabled".into()), ("Client API version".into(), CLIENT_INFO.into())]),
};
