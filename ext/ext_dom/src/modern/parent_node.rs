//! The interface `Dom\ParentNode`: appends and replaces children, and finds descendants by CSS selectors.

use super::insert::{check, check_types, pre_insert, put, single};
use crate::prelude::*;
use crate::{list, selectors};

/// `Dom\ParentNode::append()`
pub(crate) fn append(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let parent = this_node(cx, this)?;
    check_types(cx, nodes)?;
    let node = single(cx, &parent, nodes)?;
    pre_insert(cx, &parent, &node, None)
}

/// `Dom\ParentNode::prepend()`
pub(crate) fn prepend(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let parent = this_node(cx, this)?;
    check_types(cx, nodes)?;
    let node = single(cx, &parent, nodes)?;
    let first = parent.first_child();
    pre_insert(cx, &parent, &node, first.as_ref())
}

/// `Dom\ParentNode::replaceChildren()`
pub(crate) fn replace_children(cx: &mut Cx, this: &PhpObject, nodes: &[Value]) -> PhpResult<()> {
    let parent = this_node(cx, this)?;
    check_types(cx, nodes)?;
    let node = single(cx, &parent, nodes)?;
    check(cx, &parent, &node, None)?;
    parent.remove_children();
    put(&parent, &node, None);
    Ok(())
}

/// `Dom\ParentNode::querySelector()`
pub(crate) fn query_selector(cx: &mut Cx, this: &PhpObject, text: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let list = selectors::parse(cx, &node, text)?;
    let mut found = selectors::select(cx, &node, &list, true)?;
    value_for(cx, found.pop())
}

/// `Dom\ParentNode::querySelectorAll()`
pub(crate) fn query_selector_all(cx: &mut Cx, this: &PhpObject, text: &PhpStr) -> PhpResult<PhpObject> {
    let node = this_node(cx, this)?;
    let list = selectors::parse(cx, &node, text)?;
    let found = selectors::select(cx, &node, &list, false)?;
    list::create_found(cx, &node, found.into_iter().map(list::Item::Node).collect())
}
