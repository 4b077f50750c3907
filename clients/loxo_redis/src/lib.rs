//! Redis as bytes: commands and replies of its protocol (RESP2), the slots of a cluster, and the packed forms of values.
//!
//! Does no input or output and knows nothing of PHP. Never panics on bytes from outside, and allocates no more than they are worth.
#![forbid(unsafe_code)]

mod command;
pub mod compress;
mod header;
mod lzf;
mod reply;
mod slots;

pub use command::Command;
pub use crc32fast::hash as crc32;
pub use header::{Header, Malformed};
pub use reply::Reply;
pub use slots::{SLOTS, slot_of};
