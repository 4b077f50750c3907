//! The interface `Dom\ChildNode`: removes a node, replaces it, or puts others beside it, by the rules of the DOM standard.

use super::insert::{check, check_removal, check_types, is_among, pre_insert, put, single};
use crate::prelude::*;

/// `Dom\ChildNode::remove()`
pub(crate) fn remove(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    check_removal(cx, &node)?;
    node.unlink();
    Ok(())
}

fn next_of(node: &Node, nodes: &[Value]) -> Option<Node> {
    std::iter::successors(node.next(), Node::next).find(|next| !is_among(nodes, next))
}

/// `Dom\ChildNode::before()`
pub(crate) fn before(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    check_types(cx, nodes)?;
    let node = this_node(cx, this)?;
    let Some(parent) = node.parent() else { return Ok(()) };
    let prev = std::iter::successors(node.prev(), Node::prev).find(|prev| !is_among(nodes, prev));
    let new = single(cx, &parent, nodes)?;
    let at = prev.map_or_else(|| parent.first_child(), |prev| prev.next());
    pre_insert(cx, &parent, &new, at.as_ref())
}

/// `Dom\ChildNode::after()`
pub(crate) fn after(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    check_types(cx, nodes)?;
    let node = this_node(cx, this)?;
    let Some(parent) = node.parent() else { return Ok(()) };
    let next = next_of(&node, nodes);
    let new = single(cx, &parent, nodes)?;
    pre_insert(cx, &parent, &new, next.as_ref())
}

/// `Dom\ChildNode::replaceWith()`
pub(crate) fn replace_with(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    check_types(cx, nodes)?;
    let node = this_node(cx, this)?;
    let Some(parent) = node.parent() else { return Ok(()) };
    let next = next_of(&node, nodes);
    check_removal(cx, &node)?;
    let new = single(cx, &parent, nodes)?;
    check(cx, &parent, &new, next.as_ref())?;
    if node.parent().as_ref() == Some(&parent) {
        let stays = node == new;
        if !stays {
            node.unlink();
        }
    }
    put(&parent, &new, next.as_ref());
    Ok(())
}
