//! What a document is marked with: which classes its nodes are shown by.

use crate::prelude::*;

/// Its nodes are those of the `Dom` namespace.
pub const MODERN: u32 = 1;
/// Its nodes have been shown as those of the old classes.
pub const SHOWN: u32 = 2;
/// There are or were classes of the program's.
pub const MAPPED: u32 = 4;

/// Is it a node of the `Dom` namespace's classes?
pub(crate) fn is_modern(node: &Node) -> bool {
    node.marks() & MODERN != 0
}
