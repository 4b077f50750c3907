//! Redis: a client in the manner of phpredis.
//!
//! Modules: `connection` (one connection), `pool` (those that outlive requests), `reply` (what comes in), `reply_conversion` (what becomes of it in PHP), `table` and `commands`
//! (what goes out; `builder` puts it together), `pack` (serializing and compressing), `connection` (exceptions), then one for each class.
//!
//! Replies are read whole before code of the program runs, so that it may use the connection.
#![forbid(unsafe_code)]

mod array;
mod backoff;
mod builder;
mod cluster;
mod commands;
mod connection;
pub mod generated;
mod info;
mod options;
mod pack;
mod pool;
mod redis;
mod reply;
mod reply_conversion;
mod scan;
mod sentinel;
mod session;
mod shared_connection;
mod subscribe;
mod table;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "redis",
    version: "6.2.0",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|_| {
        ext_session::register(&session::HANDLER);
        ext_session::register(&cluster::session::HANDLER);
    }),
    request_end: None,
    info: Some(|_| {
        vec![
            ("Redis Support".into(), "enabled".into()),
            ("Redis Version".into(), EXTENSION.version.into()),
            ("Redis Sentinel Version".into(), "1.0".into()),
            ("Available serializers".into(), "php, json, msgpack, igbinary".into()),
            ("Available compression".into(), "lzf, zstd, lz4".into()),
        ]
    }),
};
