//! The same protocol in front of a store on other machines, which several queue servers share: Redis or NATS JetStream.
//!
//! Each client has a thread, and that a connection to the store: requests of a client are done one after the other, those of several together.

mod address;
mod client;
mod link;
mod nats;
mod nats_calls;
mod redis;
mod server;
mod shared;

use std::time::Duration;

pub use address::{Engine, StoreAddress};
pub use server::RemoteServer;

use crate::queues::{Put, Take};
use crate::stats::QueueFigures;
use crate::store::{Result, StoreError};

/// An item that was taken.
struct Taken {
    flags: u64,
    number: u64,
    value: Vec<u8>,
    /// What the store knows it by, if it was opened.
    receipt: Vec<u8>,
}

/// A connection to a store, with what it has to do for one client at a time. After an error it connects anew when it is used again.
trait Session: Send {
    /// Puts an item at the end of a queue and of its fan-out queues. `lifetime`: how long it is to be there; `None`: for ever.
    fn put(&mut self, name: &[u8], flags: u64, lifetime: Option<Duration>, value: &[u8]) -> Result<Put>;
    /// The first item of a queue. Waits for one at most so long, and perhaps less.
    fn take(&mut self, name: &[u8], how: Take, wait: Duration) -> Result<Option<Taken>>;
    /// An item that was opened is done with.
    fn close(&mut self, receipt: &[u8]) -> Result<()>;
    /// An item that was opened is the first again.
    fn abort(&mut self, receipt: &[u8]) -> Result<()>;
    /// Removes a queue; false: there is none.
    fn delete(&mut self, name: &[u8]) -> Result<bool>;
    /// Removes all items of a queue.
    fn flush(&mut self, name: &[u8]) -> Result<()>;
    fn flush_all(&mut self) -> Result<()>;
    /// What there is, without who waits.
    fn queues(&mut self) -> Result<Vec<QueueFigures>>;
    /// Tells the store that what this process has open is still open. Done several times in a lease, by one session of the process.
    fn renew(&mut self) -> Result<()>;
    /// The process ends: what it has open comes back.
    fn leave(&mut self) -> Result<()>;
}

/// What a fan-out queue's parent is called: `orders` for `orders+audit`.
fn parent_of(name: &[u8]) -> Option<&[u8]> {
    name.iter().position(|byte| *byte == b'+').map(|plus| &name[..plus])
}

/// What the store has answered, as an error of one short line.
fn said(text: &[u8]) -> StoreError {
    let text: String = String::from_utf8_lossy(text).chars().take(200).map(|char| if char.is_control() { ' ' } else { char }).collect();
    StoreError::new(format!("the store says {text}"))
}

/// A name that no other server has.
fn random_name() -> Result<String> {
    let mut bytes = [0; 12];
    let count = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    match count {
        Ok(count) if count == bytes.len() => Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
        _ => Err(StoreError::new("the system gives no random numbers")),
    }
}
