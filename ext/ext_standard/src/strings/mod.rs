//! String functions. Strings are bytes; only a few functions know of characters.

mod case;
mod csv;
mod escape;
mod hebrew;
mod locale;
mod metaphone;
mod natural;
mod path;
mod replace;
mod scan;
mod search;
mod shuffle;
mod similar;
mod split;
mod substr;
mod tags;
mod trim;
mod words;

pub(crate) use case::*;
pub(crate) use csv::*;
pub(crate) use escape::*;
pub(crate) use hebrew::*;
pub(crate) use locale::*;
pub(crate) use metaphone::*;
pub(crate) use natural::*;
pub(crate) use path::*;
pub(crate) use replace::*;
pub(crate) use scan::*;
pub(crate) use search::*;
pub(crate) use shuffle::*;
pub(crate) use similar::*;
pub(crate) use split::*;
pub(crate) use substr::*;
pub(crate) use tags::*;
pub(crate) use trim::*;
pub(crate) use words::*;
