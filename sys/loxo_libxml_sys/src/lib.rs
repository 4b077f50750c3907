//! libxml2, safe to call: documents and nodes, parsers, XPath, validation, readers and writers.
//!
//! A [`Node`] is a counted handle. Handles of one node are the same cell, which the node knows, so identity can be kept above. A document lives
//! as long as any handle of its nodes; a detached tree as long as a handle of its root, and what has handles of its own inside it stays when
//! the rest goes. Nothing else frees nodes: libxml2's functions that free or merge nodes behind one's back are not called on trees that have
//! handles. Namespaces live as long as their document.
//!
//! Documents are parsed without dictionaries, so every string belongs to its node. Errors are collected per thread ([`errors`]); libxml2 opens
//! no files and no connections, it asks the loader of [`input::with_loader`].
//! It knows nothing of PHP.

// libxml2 refers to zlib, which is linked by being named here.
use libz_sys as _;

mod doc;
mod dom_standard;
mod edit;
pub mod errors;
pub mod input;
pub mod memory;
mod namespaces;
mod node;
mod parse;
mod push;
mod raw;
mod reader;
mod save;
mod shared;
mod text;
mod validate;
mod writer;
mod xpath;

pub use doc::names;
pub use node::{Node, NodeRef, Ns, kind};
pub use parse::{Parsed, Source, parse_fragment, parse_html, parse_xml};
pub use push::{Attribute, Found, Name, PushParser};
pub use reader::Reader;
pub use save::{encode, save_flags};
pub use shared::DocShared;
pub use validate::{RelaxNg, Schema};
pub use writer::Writer;
pub use xpath::{Evaluation, XPath, XPathNode, XPathValue};
