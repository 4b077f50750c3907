//! The process-wide engine and the life of one request: how it begins, what interrupts it, and what it has to do at its end.

pub(crate) mod deadline;
pub(crate) mod engine;
pub(crate) mod hooks;
pub mod interrupt;
pub(crate) mod pending_work;
pub(crate) mod reflection;
