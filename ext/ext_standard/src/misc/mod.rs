//! What the manual calls miscellaneous functions, and clocks: binary data, colours for programs, what browsers can do, pauses, dates as the C library
//! reads them.

pub(crate) mod browser;
pub(crate) mod highlight;
pub(crate) mod pack;
pub(crate) mod strptime;
pub(crate) mod time;
