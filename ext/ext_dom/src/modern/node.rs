//! `Dom\Node`: insertion, removal, cloning and comparison of nodes by the DOM standard, and the look-up of namespaces.

use super::insert::{check_replacing, pre_insert, put};
use super::{XML, XMLNS};
use crate::node::is_below;
use crate::object::{copy_document, is_homeless};
use crate::prelude::*;

/// `Dom\Node::getRootNode()`
pub(crate) fn get_root_node(cx: &mut Cx, this: &PhpObject, _: &PhpArray) -> PhpResult<Value> {
    crate::node::get_root_node(cx, this, None)
}

/// `Dom\Node::cloneNode()`
pub(crate) fn clone_node(cx: &mut Cx, this: &PhpObject, deep: bool) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let copy = if node.is_document() { copy_document(&node, deep) } else { node.document().plain_copy(&node, deep) };
    match copy {
        Some(copy) => value_for(cx, Some(copy)),
        None => Err(dom_error(cx, Code::InvalidState)),
    }
}

/// `Dom\Node::isSameNode()`
pub(crate) fn is_same_node(cx: &mut Cx, this: &PhpObject, other: Option<&PhpObject>) -> PhpResult<bool> {
    match other {
        Some(other) => crate::node::is_same_node(cx, this, other),
        None => Ok(false),
    }
}

/// `Dom\Node::contains()`
pub(crate) fn contains(cx: &mut Cx, this: &PhpObject, other: Option<&PhpObject>) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    match other {
        Some(other) => Ok(node.contains(&this_node(cx, other)?)),
        None => Ok(false),
    }
}

/// The element at which namespaces are looked for.
fn scope(node: &Node) -> Option<Node> {
    match node.kind() {
        kind::ELEMENT => Some(node.clone()),
        kind::DOCUMENT | kind::HTML_DOCUMENT => node.root(),
        kind::DTD | kind::DOCTYPE | kind::FRAGMENT | kind::ENTITY_DECL | kind::NOTATION => None,
        _ => node.parent().filter(Node::is_element),
    }
}

/// The element and the elements above it.
fn elements_up(node: Node) -> impl Iterator<Item = Node> {
    std::iter::successors(Some(node), |node| node.parent().filter(Node::is_element))
}

/// The namespace that a prefix means at a node.
pub(crate) fn locate_namespace(node: &Node, prefix: Option<&[u8]>) -> Option<Vec<u8>> {
    let scope = scope(node)?;
    if let Some(prefix) = prefix {
        if prefix.eq_ignore_ascii_case(b"xml") {
            return Some(XML.to_vec());
        }
        if prefix.eq_ignore_ascii_case(b"xmlns") {
            return Some(XMLNS.to_vec());
        }
    }
    for element in elements_up(scope) {
        if let Some(ns) = element.ns().filter(|ns| ns.prefix.as_deref() == prefix) {
            return ns.href;
        }
        for attr in element.attributes() {
            let Some(ns) = attr.ns().filter(|ns| ns.href.as_deref() == Some(XMLNS)) else { continue };
            let declares = match prefix {
                Some(prefix) => ns.prefix.as_deref() == Some(b"xmlns") && attr.has_name(prefix),
                None => ns.prefix.is_none() && attr.has_name(b"xmlns"),
            };
            if declares {
                return Some(attr.content()).filter(|value| !value.is_empty());
            }
        }
    }
    None
}

/// `Dom\Node::lookupNamespaceURI()`
pub(crate) fn lookup_namespace_uri(cx: &mut Cx, this: &PhpObject, prefix: Option<&PhpStr>) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    Ok(opt_text(locate_namespace(&node, super::given_ns(prefix))))
}

/// `Dom\Node::isDefaultNamespace()`
pub(crate) fn is_default_namespace(cx: &mut Cx, this: &PhpObject, namespace: Option<&PhpStr>) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(locate_namespace(&node, None).as_deref() == super::given_ns(namespace))
}

/// `Dom\Node::lookupPrefix()`
pub(crate) fn lookup_prefix(cx: &mut Cx, this: &PhpObject, namespace: Option<&PhpStr>) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let (Some(href), Some(scope)) = (super::given_ns(namespace), scope(&node)) else { return Ok(Value::NULL) };
    for element in elements_up(scope) {
        if let Some(prefix) = element.ns().filter(|ns| ns.href.as_deref() == Some(href)).and_then(|ns| ns.prefix) {
            return Ok(text(prefix));
        }
        for attr in element.attributes() {
            let declares = attr.ns().is_some_and(|ns| ns.href.as_deref() == Some(XMLNS) && ns.prefix.as_deref() == Some(b"xmlns"));
            if declares && attr.content() == href {
                return Ok(text(attr.name()));
            }
        }
    }
    Ok(Value::NULL)
}

/// `Dom\Node::insertBefore()`
pub(crate) fn insert_before(cx: &mut Cx, this: &PhpObject, node: &PhpObject, child: Option<&PhpObject>) -> PhpResult<PhpObject> {
    let (parent, new) = (this_node(cx, this)?, this_node(cx, node)?);
    let child = match child {
        Some(child) => Some(this_node(cx, child)?),
        None => None,
    };
    pre_insert(cx, &parent, &new, child.as_ref())?;
    Ok(node.clone())
}

/// `Dom\Node::appendChild()`
pub(crate) fn append_child(cx: &mut Cx, this: &PhpObject, node: &PhpObject) -> PhpResult<PhpObject> {
    insert_before(cx, this, node, None)
}

/// `Dom\Node::replaceChild()`
pub(crate) fn replace_child(cx: &mut Cx, this: &PhpObject, node: &PhpObject, child: &PhpObject) -> PhpResult<PhpObject> {
    let (parent, new, old) = (this_node(cx, this)?, this_node(cx, node)?, this_node(cx, child)?);
    if new.document() != parent.document() && !is_homeless(&new) {
        return Err(dom_error(cx, Code::WrongDocument));
    }
    check_replacing(cx, &parent, &new, &old)?;
    if new != old {
        let mut next = old.next();
        if next.as_ref() == Some(&new) {
            next = new.next();
        }
        old.unlink();
        put(&parent, &new, next.as_ref());
    }
    Ok(child.clone())
}

/// `Dom\Node::removeChild()`
pub(crate) fn remove_child(cx: &mut Cx, this: &PhpObject, child: &PhpObject) -> PhpResult<PhpObject> {
    let (parent, node) = (this_node(cx, this)?, this_node(cx, child)?);
    if !is_below(&node, &parent) {
        return Err(dom_error(cx, Code::NotFound));
    }
    node.unlink();
    Ok(child.clone())
}

/// `Dom\Node::getNodePath()`
pub(crate) fn get_node_path(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let node = this_node(cx, this)?;
    match node.path() {
        Some(path) => Ok(PhpStr::new(&path)),
        None => Err(dom_error(cx, Code::InvalidState)),
    }
}
