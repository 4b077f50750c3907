//! PHP's memcache extension, the older of the two: the classes `Memcache` and `MemcachePool`, and functions that do what their methods do.
//!
//! Modules: `object` (what an object holds, and how requests go on with other servers), `servers`, `values`, `keys` (storing and getting),
//! `stats`, `session`, `settings`. Ports of UDP are taken and not used: everything goes by TCP.
#![forbid(unsafe_code)]

pub mod generated;
mod keys;
mod methods;
mod object;
mod servers;
mod session;
mod settings;
mod stats;
mod values;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "memcache",
    version: "8.2",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|_| ext_session::register(&session::HANDLER)),
    request_end: None,
    info: Some(|_| vec![("memcache support".into(), "enabled".into()), ("Version".into(), "8.2".into())]),
};
