//! What the fuzz targets share: a limit of the native stack, and requests that run a program over the fuzzer's bytes.
//!
//! Holds no expectations; a target fails by panicking.
#![forbid(unsafe_code)]

#[cfg(feature = "engine")]
mod engine;

#[cfg(feature = "engine")]
pub use engine::run;

/// What deep recursion may use of the main thread's stack, which is 8 MiB nearly everywhere.
const USABLE_STACK: usize = 4 << 20;

/// Sets the limit that `loxo_base::stack::exhausted()` looks at. Every target calls it first.
pub fn limit_stack() {
    loxo_base::stack::set_remaining(USABLE_STACK);
}
