//! Streams: what is known about them, and how they are set up.

mod contexts;
pub(crate) mod filters;
mod info;
mod select;
mod sockets;
mod transfer;
mod wrappers;

pub(crate) use contexts::*;
pub(crate) use info::*;
pub(crate) use select::*;
pub(crate) use sockets::*;
pub(crate) use transfer::*;
pub(crate) use wrappers::*;
