//! From a path or a text to a unit that can run: compiling, including, the caches of compiled units, preloading, and binding declarations.

mod blacklist;
pub(crate) mod code_cache;
pub(crate) mod compile;
pub(crate) mod declare;
pub(crate) mod eval_cache;
pub(crate) mod file_id;
pub(crate) mod files;
pub(crate) mod include;
pub(crate) mod preload;
pub(crate) mod preloaded;
pub(crate) mod resolve_path;
pub(crate) mod run_main;
pub(crate) mod state;
pub(crate) mod unit;
