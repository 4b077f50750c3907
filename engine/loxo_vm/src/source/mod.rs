//! From a path or a text to a unit that can run: compiling, including, the caches of compiled units, preloading, and binding declarations.

mod blacklist;
pub(crate) mod code_cache;
pub(crate) mod declare;
pub(crate) mod eval_cache;
pub(crate) mod include;
pub(crate) mod preload;
