//! The standard's rules of what may stand where.

use crate::insert::is_read_only;
use crate::object::is_homeless;
use crate::prelude::*;

const ONE_ELEMENT: &str = "Cannot have more than one element child in a document";
const NO_TEXT: &str = "Cannot insert text as a child of a document";
const DOCTYPE_FIRST: &str = "Document types must be the first child in a document";
const DOCTYPE_ELSEWHERE: &str = "Cannot insert a document type into anything other than a document";
const ONE_DOCTYPE: &str = "Cannot have more than one document type";

fn is_text(node: &Node) -> bool {
    matches!(node.kind(), kind::TEXT | kind::CDATA)
}

/// Can it be a parent at all?
pub(crate) fn is_parent(node: &Node) -> bool {
    node.is_document() || matches!(node.kind(), kind::ELEMENT | kind::FRAGMENT)
}

fn hierarchy(cx: &mut Cx, text: &str) -> Thrown {
    crate::errors::dom_error_saying(cx, Code::Hierarchy, text)
}

fn has_behind(child: &Node, of: i32) -> bool {
    std::iter::successors(child.next(), Node::next).any(|node| node.kind() == of)
}

fn has_before(child: &Node, of: i32) -> bool {
    std::iter::successors(child.prev(), Node::prev).any(|node| node.kind() == of)
}

/// Is it this node, or above it?
fn includes(node: &Node, parent: &Node) -> bool {
    if node.first_child().is_none() { node == parent } else { node.contains(parent) }
}

fn cannot_stand_anywhere(node: &Node) -> bool {
    node.is_document()
        || matches!(
            node.kind(),
            kind::ATTRIBUTE
                | kind::ENTITY_REF
                | kind::ENTITY
                | kind::NOTATION
                | kind::ELEMENT_DECL
                | kind::ATTRIBUTE_DECL
                | kind::ENTITY_DECL
                | kind::NAMESPACE
        )
}

/// What a fragment brings to a document: does it bring an element?
fn check_fragment(cx: &mut Cx, fragment: &Node) -> PhpResult<bool> {
    let mut seen = false;
    for child in fragment.children() {
        if child.is_element() {
            if seen {
                return Err(hierarchy(cx, ONE_ELEMENT));
            }
            seen = true;
        } else if is_text(&child) {
            return Err(hierarchy(cx, NO_TEXT));
        }
    }
    Ok(seen)
}

/// May the node stand under the parent, in front of the child?
pub(crate) fn check(cx: &mut Cx, parent: &Node, node: &Node, child: Option<&Node>) -> PhpResult<()> {
    if !is_parent(parent) {
        return Err(dom_error(cx, Code::Hierarchy));
    }
    if node.document() != parent.document() && !is_homeless(node) {
        return Err(dom_error(cx, Code::WrongDocument));
    }
    if child.is_some_and(|child| child.parent().as_ref() != Some(parent)) {
        return Err(dom_error(cx, Code::NotFound));
    }
    if includes(node, parent) || cannot_stand_anywhere(node) {
        return Err(dom_error(cx, Code::Hierarchy));
    }
    if !parent.is_document() {
        return match node.kind() {
            kind::DTD => Err(hierarchy(cx, DOCTYPE_ELSEWHERE)),
            _ => Ok(()),
        };
    }
    if is_text(node) {
        return Err(hierarchy(cx, NO_TEXT));
    }
    let has = |of: i32| parent.children().any(|child| child.kind() == of);
    match node.kind() {
        kind::FRAGMENT | kind::ELEMENT => {
            if node.kind() == kind::FRAGMENT && !check_fragment(cx, node)? {
                return Ok(());
            }
            if has(kind::ELEMENT) {
                return Err(hierarchy(cx, ONE_ELEMENT));
            }
            if child.is_some_and(|child| child.kind() == kind::DTD || has_behind(child, kind::DTD)) {
                return Err(hierarchy(cx, DOCTYPE_FIRST));
            }
        }
        kind::DTD => {
            if has(kind::DTD) {
                return Err(hierarchy(cx, ONE_DOCTYPE));
            }
            let late = child.map_or_else(|| has(kind::ELEMENT), |child| has_before(child, kind::ELEMENT));
            if late {
                return Err(hierarchy(cx, DOCTYPE_FIRST));
            }
        }
        _ => {}
    }
    Ok(())
}

/// May the node take the child's place?
pub(crate) fn check_replacing(cx: &mut Cx, parent: &Node, node: &Node, child: &Node) -> PhpResult<()> {
    if !is_parent(parent) || includes(node, parent) {
        return Err(dom_error(cx, Code::Hierarchy));
    }
    if child.parent().as_ref() != Some(parent) {
        return Err(dom_error(cx, Code::NotFound));
    }
    if cannot_stand_anywhere(node) {
        return Err(dom_error(cx, Code::Hierarchy));
    }
    if !parent.is_document() {
        return match node.kind() {
            kind::DTD => Err(hierarchy(cx, DOCTYPE_ELSEWHERE)),
            _ => Ok(()),
        };
    }
    if is_text(node) {
        return Err(hierarchy(cx, NO_TEXT));
    }
    let other = |of: i32| parent.children().any(|own| own.kind() == of && own != *child);
    match node.kind() {
        kind::FRAGMENT | kind::ELEMENT => {
            if node.kind() == kind::FRAGMENT && !check_fragment(cx, node)? {
                return Ok(());
            }
            if other(kind::ELEMENT) {
                return Err(hierarchy(cx, ONE_ELEMENT));
            }
            if has_behind(child, kind::DTD) {
                return Err(hierarchy(cx, DOCTYPE_FIRST));
            }
        }
        kind::DTD if (child.kind() != kind::DTD || has_before(child, kind::ELEMENT)) => {
            return Err(hierarchy(cx, DOCTYPE_FIRST));
        }
        _ => {}
    }
    Ok(())
}

/// Puts a node, or what a fragment holds, under a parent. Nothing is checked.
pub(crate) fn put(parent: &Node, node: &Node, before: Option<&Node>) {
    if node.kind() == kind::FRAGMENT {
        while let Some(inner) = node.first_child() {
            if !parent.insert(&inner, before) {
                inner.unlink();
            }
        }
        return;
    }
    let next = before.filter(|before| *before == node).and_then(Node::next);
    let before = if before == Some(node) { next } else { before.cloned() };
    parent.insert(node, before.as_ref());
}

/// Checks, and puts.
pub(crate) fn pre_insert(cx: &mut Cx, parent: &Node, node: &Node, before: Option<&Node>) -> PhpResult<()> {
    check(cx, parent, node, before)?;
    put(parent, node, before);
    Ok(())
}

/// Arguments of `append()` and its kin: nodes and texts.
pub(crate) fn check_types(cx: &mut Cx, nodes: &[Value]) -> PhpResult<()> {
    let class = cx.builtin_class("Dom\\Node");
    for (at, value) in nodes.iter().enumerate() {
        let value = value.deref();
        let fits = value.as_bytes().is_some() || value.as_object().is_some_and(|object| class_of(object).is_subclass_of(class));
        if !fits {
            let given = if value.is_bool() { "bool" } else { convert::value_name(value) };
            return Err(cx.argument_type_error(at + 1, format!("must be of type Dom\\Node|string, {given} given")));
        }
    }
    Ok(())
}

/// Is the node one of the arguments?
pub(crate) fn is_among(nodes: &[Value], node: &Node) -> bool {
    nodes.iter().filter_map(|value| value.deref().as_object()).any(|object| node_of(object).as_ref() == Some(node))
}

/// The arguments as one node: a fragment, where they are not one.
pub(crate) fn single(cx: &mut Cx, context: &Node, nodes: &[Value]) -> PhpResult<Node> {
    let document = context.document();
    let failed = "Unable to allocate temporary nodes";
    let make = |cx: &mut Cx, value: &Value| -> PhpResult<Node> {
        match value.deref().as_object() {
            Some(object) => match node_of(object) {
                Some(node) => Ok(node),
                None => Err(dom_error(cx, Code::InvalidState)),
            },
            None => match document.new_text(value.deref().as_bytes().unwrap_or_default()) {
                Some(text) => Ok(text),
                None => Err(crate::errors::dom_error_saying(cx, Code::InvalidModification, failed)),
            },
        }
    };
    if let [one] = nodes {
        return make(cx, one);
    }
    let Some(fragment) = document.new_fragment() else {
        return Err(crate::errors::dom_error_saying(cx, Code::InvalidModification, failed));
    };
    for value in nodes {
        let node = make(cx, value)?;
        check(cx, &fragment, &node, None)?;
        put(&fragment, &node, None);
    }
    Ok(fragment)
}

/// May the child be taken out?
pub(crate) fn check_removal(cx: &mut Cx, child: &Node) -> PhpResult<()> {
    if is_fixed(child) || child.parent().is_some_and(|parent| is_fixed(&parent)) {
        return Err(dom_error(cx, Code::NoModification));
    }
    if !child.has_parent() {
        return Err(dom_error(cx, Code::NotFound));
    }
    Ok(())
}

/// Nodes that cannot be changed: of documents that nobody knows all can.
fn is_fixed(node: &Node) -> bool {
    node.kind() != kind::DTD && is_read_only(node) && !is_homeless(node)
}
