//! NATS as bytes: the client's side of its text protocol.
//!
//! Does no input or output and knows nothing of PHP. Never panics on bytes from outside, and allocates no more than they are worth.
//! Source: "Client Protocol" in NATS's documentation (docs.nats.io/reference/reference-protocols/nats-protocol).
#![forbid(unsafe_code)]

mod headers;
mod send;
mod server_line;

pub use headers::Headers;
pub use send::{connect, publish, subscribe};
pub use server_line::{Event, Malformed, Message, parse};

/// The answer to a server that asks whether its client is there.
pub const PONG: &[u8] = b"PONG\r\n";
/// A question that a server answers after everything sent before.
pub const PING: &[u8] = b"PING\r\n";
