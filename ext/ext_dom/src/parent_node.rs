//! The interface `DOMParentNode`: appends, prepends and replaces the children of an element, fragment or document.

use crate::insert::{check_all, gather, put_all};
use crate::prelude::*;

fn ready(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<(Node, Vec<Node>)> {
    let parent = this_node(cx, this)?;
    let nodes = gather(cx, &parent, nodes)?;
    check_all(cx, &parent, &nodes)?;
    Ok((parent, nodes))
}

/// `DOMParentNode::append()`
pub(crate) fn append(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (parent, nodes) = ready(cx, this, nodes)?;
    put_all(&parent, &nodes, None);
    Ok(())
}

/// `DOMParentNode::prepend()`
pub(crate) fn prepend(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (parent, nodes) = ready(cx, this, nodes)?;
    let first = std::iter::successors(parent.first_child(), Node::next).find(|child| !nodes.contains(child));
    put_all(&parent, &nodes, first.as_ref());
    Ok(())
}

/// `DOMParentNode::replaceChildren()`
pub(crate) fn replace_children(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (parent, nodes) = ready(cx, this, nodes)?;
    parent.remove_children();
    put_all(&parent, &nodes, None);
    Ok(())
}
