//! Objects that the machine itself implements: closures, generators and fibers.

pub(crate) mod closure;
pub(crate) mod fiber;
pub(crate) mod generator;
