//! String functions. Strings are bytes; only a few functions know of characters.

mod case;
mod escape;
mod metaphone;
mod natural;
mod replace;
pub(crate) mod search;
mod similar;
mod split;
mod substr;
mod tags;
mod trim;
mod words;

pub(crate) use case::*;
pub(crate) use escape::*;
pub(crate) use metaphone::*;
pub(crate) use natural::*;
pub(crate) use replace::*;
pub(crate) use search::*;
pub(crate) use similar::*;
pub(crate) use split::*;
pub(crate) use substr::*;
pub(crate) use tags::*;
pub(crate) use trim::*;
pub(crate) use words::*;
