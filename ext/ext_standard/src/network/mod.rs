//! Names, records, logs and mail.

pub mod dns;
mod log;
mod mail;
mod names;
mod records;

pub(crate) use log::*;
pub(crate) use mail::*;
pub(crate) use names::*;
pub(crate) use records::*;
