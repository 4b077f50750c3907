//! Code on huge pages: the text of this program (`opcache.huge_code_pages`), the code of other processes (`loxo hugepages`), and what of it lies there
//! already. What the kernel says is read from `/proc` and `/sys` as text ([`maps`], [`kernel`]), so that other kernels' answers can be tested.
//!
//! Nothing here fails the program that asks: a way that the kernel does not have gives a reason in words.
#![forbid(unsafe_code)]

pub mod kernel;
pub mod maps;
mod others;
mod own;
mod status;
mod symbols;

pub use loxo_hugepages_sys::{HUGE, Range};
pub use others::{Kinds, Outcome, apply, drop_pages, is_running};
pub use own::{DEFAULT_PAD, Placed, Way, disable, enable, part_of, share};
pub use status::{reason, table};
pub use symbols::{Function, functions};
