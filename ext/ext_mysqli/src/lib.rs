//! PHP's mysqli extension, on our own client of the MySQL protocol.
//!
//! Modules: `link` (what a connection is, and small commands), `connect`, `query` (text results), `transaction`, `result` (`mysqli_result`),
//! `statement` (`mysqli_stmt`), `values` (what the server sends as PHP values), `warning`, `poll` (queries that nobody waits for),
//! `properties` (of all classes), `driver` and `report` (how errors are reported), `local` (`LOAD DATA LOCAL`),
//! `client` (mysqlnd's settings), `statistics`.
#![forbid(unsafe_code)]

mod arguments;
mod client;
mod connect;
mod driver;
pub mod generated;
mod link;
mod local;
mod poll;
mod properties;
mod query;
mod report;
mod result;
mod statement;
mod statistics;
mod transaction;
mod values;
mod warning;

pub use client::CLIENT;
use loxo_runtime::Extension;

/// What this client says of itself.
pub(crate) const CLIENT_INFO: &str = "mysqlnd 8.4.24";
pub(crate) const CLIENT_VERSION: i64 = 80424;

pub static EXTENSION: Extension = Extension {
    name: "mysqli",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: Some(connect::request_end),
    info: Some(|cx| {
        let (total, active, cached) = connect::counts(cx);
        vec![
            ("MysqlI Support".into(), "enabled".into()),
            ("Client API library version".into(), CLIENT_INFO.into()),
            ("Active Persistent Links".into(), active.to_string()),
            ("Inactive Persistent Links".into(), cached.to_string()),
            ("Active Links".into(), total.to_string()),
        ]
    }),
};
