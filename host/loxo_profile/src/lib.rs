//! Profiles of PHP programs as data, and what is made of them: tables, graphs, pictures, a page for the browser, and files of other tools.
//!
//! Knows no PHP and no engine: pure data in, bytes out.
#![forbid(unsafe_code)]

pub mod diff;
pub mod formats;
mod model;
pub mod page;
pub mod picture;
mod recorder;
mod sums;
mod text;
mod tree;
mod views;

pub use model::*;
pub use recorder::{DEFAULT_LIMIT, Recorder};
pub use sums::sums;
pub use text::{LoadError, MAX_BYTES};
pub use tree::{NO_NODE, Node, Span, Tree};
pub use views::{CallGraph, FlatRow, GraphEdge, Metric, call_graph, flat};
