//! The network: addresses, names and their records, the system's log and mail, and the HTTP request and response of the program itself.

pub(crate) mod addresses;
pub mod dns;
pub(crate) mod headers;
mod log;
mod mail;
mod names;
mod records;
pub(crate) mod request_body;

pub(crate) use log::*;
pub(crate) use mail::*;
pub(crate) use names::*;
pub(crate) use records::*;
