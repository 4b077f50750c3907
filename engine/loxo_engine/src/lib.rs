//! The engine as hosts hold it: from a path or a text to a unit that runs, and a request from its beginning to its end.
//!
//! Units are cached by path, size and time (and text, while a file is so young that its time may not tell) and leaked ([`code_cache`]). Replaced
//! units and classes are not freed; there is no watcher of files. The interpreter below knows nothing of files: it asks through `Cx::hooks`.

#![forbid(unsafe_code)]

mod blacklist;
mod cached;
mod code_cache;
mod compile;
mod coverage;
mod diagnostics;
mod engine;
mod eval_cache;
mod file_cache;
mod files;
mod garbage;
mod hooks;
mod include;
mod preload;
mod request;
mod resolve_path;
mod sources;
mod stored;

pub use engine::Engine;
pub use loxo_vm::Outcome;
pub use request::Request;
pub use sources::ReadSource;
