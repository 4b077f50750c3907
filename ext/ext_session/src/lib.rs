//! PHP's session extension: variables that outlive the request.
//!
//! Modules: `functions` and `cookie_params` (what programs call), `classes` (`SessionHandler`), `lifecycle` (how a session begins and ends),
//! `storage` (who keeps it: files, the program's own functions, or another extension), `files`, `user`, `save_handler`, `format` (the text that is kept), `headers` (cookie and
//! caching), `id`, `settings`, `progress` (uploads that can be watched), `state`.
//!
//! Storage goes on after a program's handler has thrown, as PHP does: exceptions stay in flight in the context, [`Thrown`] is nothing but the end of
//! the request.
//!
//! [`Thrown`]: loxo_runtime::Thrown
#![forbid(unsafe_code)]

mod classes;
mod cookie_params;
mod files;
mod format;
mod functions;
pub mod generated;
mod headers;
mod id;
mod lifecycle;
mod save_handler;
mod set_handler;
mod settings;
mod state;
mod storage;
mod user;

use loxo_runtime::{Cx, Extension, PhpStr};

pub use save_handler::{SaveHandler, register};

/// A new random id, for those who keep sessions; `None`: an exception is in flight.
pub fn create_id(cx: &mut Cx) -> Option<PhpStr> {
    id::create(cx)
}

pub static EXTENSION: Extension = Extension {
    name: "session",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(lifecycle::request_start),
    request_end: Some(lifecycle::request_end),
    info: Some(|_| {
        vec![
            ("Session Support".into(), "enabled".into()),
            ("Registered save handlers".into(), save_handler::names()),
            ("Registered serializer handlers".into(), "php_serialize php php_binary igbinary msgpack ".into()),
        ]
    }),
};
