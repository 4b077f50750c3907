//! The interface `DOMChildNode`: removes a node, replaces it, or puts others beside it.

use crate::insert::{check_all, gather, is_read_only, put_all};
use crate::prelude::*;

/// Where new nodes go: the parent, and the child that they stand in front of.
type InsertionPoint = Option<(Node, Option<Node>)>;

/// Finds that child.
type Find = fn(&Node, &Node, &[Node]) -> Option<Node>;

/// What is to be put beside a node, after the place for it was found: nodes may leave where they are on the way.
fn ready(cx: &mut Cx, this: &PhpObject, nodes: &[Value], find: Find) -> PhpResult<(Node, InsertionPoint, Vec<Node>)> {
    let node = this_node(cx, this)?;
    let nodes = gather(cx, &node, nodes)?;
    let Some(parent) = node.parent() else { return Ok((node, None, nodes)) };
    let at = find(&parent, &node, &nodes);
    check_all(cx, &parent, &nodes)?;
    Ok((node, Some((parent, at)), nodes))
}

fn in_front(parent: &Node, node: &Node, nodes: &[Node]) -> Option<Node> {
    let prev = std::iter::successors(node.prev(), Node::prev).find(|prev| !nodes.contains(prev));
    let at = prev.map_or_else(|| parent.first_child(), |prev| prev.next());
    std::iter::successors(at, Node::next).find(|at| !nodes.contains(at))
}

fn behind(_: &Node, node: &Node, nodes: &[Node]) -> Option<Node> {
    std::iter::successors(node.next(), Node::next).find(|next| !nodes.contains(next))
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
    let (_, place, nodes) = ready(cx, this, nodes, in_front)?;
    if let Some((parent, at)) = place {
        put_all(&parent, &nodes, at.as_ref());
    }
    Ok(())
}

/// `DOMChildNode::after()`
pub(crate) fn after(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (_, place, nodes) = ready(cx, this, nodes, behind)?;
    if let Some((parent, at)) = place {
        put_all(&parent, &nodes, at.as_ref());
    }
    Ok(())
}

/// `DOMChildNode::replaceWith()`
pub(crate) fn replace_with(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let (node, place, nodes) = ready(cx, this, nodes, behind)?;
    if let Some((parent, at)) = place {
        if !nodes.contains(&node) {
            node.unlink();
        }
        put_all(&parent, &nodes, at.as_ref());
    }
    Ok(())
}
