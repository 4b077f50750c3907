//! Workers: threads that run PHP, one request at a time, and the thread that watches them.
//!
//! Where requests come from is for whoever gives [`Work`]: a queue in a server of one process, connections in a process of a pool. Here is
//! what both need: threads with the stack that PHP wants, others in the place of those that end, new ones after a reload, and the end of
//! requests that take too long. Knows nothing of protocols, and has no async code.
//!
//! Modules: `workers` (the threads), `slot` (what each of them does).
#![forbid(unsafe_code)]

mod slot;
mod workers;

pub use slot::{About, Ended, Outcome, Running, Slot, State};
pub use workers::{Turn, Work, Workers};
