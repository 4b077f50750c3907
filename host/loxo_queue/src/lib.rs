//! Queues that outlive the process, for clients of memcached: `set` puts an item at the end of a queue, `get` takes the first one.
//!
//! [`request`] is the protocol as bytes, without I/O; [`store`] keeps items in an SQLite database; [`queues`] is what the commands do;
//! [`Server`] is one thread that answers connections, and commits once for all requests that have come together. [`RemoteServer`] keeps
//! items in Redis or NATS instead, which several of them share. Runs no PHP.
#![forbid(unsafe_code)]

mod connection;
mod limits;
mod metrics;
pub mod queues;
mod remote;
pub mod repair;
mod reply;
pub mod request;
mod server;
mod stats;
pub mod store;
mod top;
mod waiting;

pub use limits::Limits;
pub use remote::{Engine, RemoteServer, StoreAddress};
pub use server::{Listen, Options, Server};
pub use store::Sync;
pub use top::{Stats, ask, table};

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, as items have them.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
