//! PHP's mysqli extension, on our own client of the MySQL protocol.
//!
//! Rooms: `link` (what a connection is, and small commands), `connect`, `query` (text results), `transaction`, `result` (`mysqli_result`),
//! `statement` (`mysqli_stmt`), `values` (what the server sends as PHP values), `warning`, `poll` (queries that nobody waits for),
//! `properties` (of all classes), `driver` and `report` (how errors are told), `local` (`LOAD DATA LOCAL`),
//! `statistics`.
#![forbid(unsafe_code)]

mod arguments;
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

use loxo_runtime::{Extension, IniAccess, IniEntry};

/// What this client says of itself.
pub(crate) const CLIENT_INFO: &str = "mysqlnd 8.4.24";
pub(crate) const CLIENT_VERSION: i64 = 80424;

/// The client as an extension of its own: programs ask whether it is there, since what they can do depends on it.
pub static CLIENT: Extension = Extension {
    name: "mysqlnd",
    version: CLIENT_INFO,
    functions: &[],
    classes: &[],
    constants: &[],
    ini: &[
        IniEntry { name: "mysqlnd.collect_statistics", default: Some("1"), access: IniAccess::All, on_change: None },
        IniEntry { name: "mysqlnd.net_read_timeout", default: Some("86400"), access: IniAccess::All, on_change: None },
    ],
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("mysqlnd".into(), "enabled".into()), ("Version".into(), CLIENT_INFO.into())]),
};

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
