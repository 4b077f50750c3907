//! The pages about a server that are for whoever runs it: what its workers do, how long which PHP functions take, and the traces that were kept.
//!
//! They have an address of their own: a Unix socket that only its user can open, a port of this machine, or one that asks for a token. What they show
//! comes from the processes that run requests ([`Source`]); what those have seen is taken over once a minute and kept, in bounded memory and, if
//! there is a folder, in a bounded number of files. Runs no PHP and knows no engine.
//!
//! Modules: `address`, `admin` (the thread), `http` (a request, an answer), `pages`, `metrics` (OpenMetrics), `source`, `store` (what is kept), `client` (for tools that ask a server).
#![forbid(unsafe_code)]

mod address;
mod admin;
mod client;
mod http;
mod metrics;
mod pages;
mod source;
mod store;

pub use address::{Address, default_address, running};
pub use admin::{Admin, read_token};
pub use client::{get, post};
pub use source::Source;

/// Are these bytes the whole head of a request that may be answered? For the fuzzer.
pub fn is_request(bytes: &[u8]) -> bool {
    http::parse(bytes).is_ok_and(|asked| asked.is_some())
}
