//! Units of code: what they declare is bound to a request here, and their main code runs. Where they come from is not known here.

pub(crate) mod declare;
pub(crate) mod run_main;
