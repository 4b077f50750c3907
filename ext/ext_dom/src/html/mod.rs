//! HTML as browsers read and write it: tokens are html5gum's, which knows where they stand, the tree is built by html5ever into libxml2's, and
//! errors have the names of PHP's own parser. (html5ever 0.36 has the rules for `select` that PHP's parser has; later ones have newer rules.)

pub(crate) mod encoding;
mod errors;
mod read;
pub(crate) mod serialize;
mod sink;

pub(crate) use errors::Positions;
pub(crate) use read::{Parsed, parse_document, parse_fragment};
