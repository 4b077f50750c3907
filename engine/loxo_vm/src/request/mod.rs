//! A request as the machine sees it: how it begins, what interrupts it, what ends a piece of it, and what it has to do at its end.

pub mod boundary;
pub(crate) mod hooks;
pub(crate) mod pending_work;
pub(crate) mod reflection;
