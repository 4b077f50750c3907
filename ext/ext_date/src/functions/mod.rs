//! The functions. Those that work on objects share what they do with the methods.

pub(crate) mod dates;
pub(crate) mod intervals;
pub(crate) mod sun;
pub(crate) mod time;
pub(crate) mod zones;
