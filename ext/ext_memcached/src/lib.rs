//! PHP's memcached extension: the class `Memcached`, over a client of our own.
//!
//! Modules: `object` (what an object holds), `get`, `store`, `servers`, `options` (its methods), `connection` (settings in one string),
//! `payload` (values as bytes, as the C extension writes them), `session`, `settings`. What igbinary or msgpack wrote cannot be read.
#![forbid(unsafe_code)]

mod connection;
pub mod generated;
mod get;
mod methods;
mod object;
mod options;
mod payload;
mod servers;
mod session;
mod settings;
mod store;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "memcached",
    version: "3.3.0",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|_| ext_session::register(&session::HANDLER)),
    request_end: None,
    info: Some(|_| {
        [
            ("memcached support", "enabled"),
            ("Version", "3.3.0"),
            ("SASL support", "yes"),
            ("Session support", "yes"),
            ("igbinary support", "yes"),
            ("json support", "yes"),
            ("msgpack support", "yes"),
            ("zstd support", "no"),
        ]
        .map(|(name, value)| (name.into(), value.into()))
        .into()
    }),
};
