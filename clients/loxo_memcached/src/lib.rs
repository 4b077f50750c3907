//! A client of memcached, blocking, without unsafe and without PHP: the text and the binary protocol, several servers, what becomes of
//! them when they fail.
//!
//! Keys go to the same servers as with libmemcached (`hash`, `ring`); [`Client`] has its options and its numbers of results. [`Pool`] is
//! for the older extension, which distributes keys in ways of its own.
//!
//! What a server claims is never believed: lengths are read as the bytes come, lines have a longest length.
#![forbid(unsafe_code)]

mod binary;
mod client;
pub mod fastlz;
mod fetch;
mod hash;
mod item;
mod operations;
mod options;
mod pool;
mod ring;
mod secret;
mod set_option;
mod status;
mod text;
mod wire;

pub use client::{Client, Server, ServerAddress};
pub use hash::Hash;
pub use item::Item;
pub use operations::Store;
pub use options::option;
pub use pool::{Pool, PoolHash, PoolServer, Strategy};
pub use ring::Distribution;
pub use status::{Failure, Status};
pub use wire::{Link, Timeouts};
