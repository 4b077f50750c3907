//! `DOMChildNode`

use crate::insert::{check_all, gather, is_read_only, put_all};
use crate::prelude::*;

/// The parent, if there is one, and what is to be put there.
fn ready(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<(Node, Option<Node>, Vec<Node>)> {
    let node = this_node(cx, this)?;
    let nodes = gather(cx, &node, nodes)?;
    let parent = node.parent();
    if let Some(parent) = &parent {
        check_all(cx, parent, &nodes)?;
    }
    Ok((node, parent, nodes))
}

/// `DOMChildNode::remove()`
pub(crate) fn remove(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    let Some(parent) = node.parent() else { return refuse(cx, &node, Code::NotFound) };
    if !crate::object::is_homeless(&node) && (is_read_only(&node) || is_read_only(&parent)) {
        return refuse(cx, &node, Code::NoModification);
    }
    node.unlink();
    Ok(())
}

/// `DOMChildNode::before()`
pub(crate) fn before(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (node, parent, nodes) = ready(cx, this, nodes)?;
    let Some(parent) = parent else { return Ok(()) };
    let prev = std::iter::successors(node.prev(), Node::prev).find(|prev| !nodes.contains(prev));
    let at = prev.map_or_else(|| parent.first_child(), |prev| prev.next());
    let at = std::iter::successors(at, Node::next).find(|at| !nodes.contains(at));
    put_all(&parent, &nodes, at.as_ref());
    Ok(())
}

/// `DOMChildNode::after()`
pub(crate) fn after(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (node, parent, nodes) = ready(cx, this, nodes)?;
    let Some(parent) = parent else { return Ok(()) };
    let at = std::iter::successors(node.next(), Node::next).find(|next| !nodes.contains(next));
    put_all(&parent, &nodes, at.as_ref());
    Ok(())
}

/// `DOMChildNode::replaceWith()`
pub(crate) fn replace_with(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (node, parent, nodes) = ready(cx, this, nodes)?;
    let Some(parent) = parent else { return Ok(()) };
    let at = std::iter::successors(node.next(), Node::next).find(|next| !nodes.contains(next));
    if !nodes.contains(&node) {
        node.unlink();
    }
    put_all(&parent, &nodes, at.as_ref());
    Ok(())
}
