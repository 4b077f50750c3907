//! What may stand where, and putting it there.

use crate::object::is_homeless;
use crate::prelude::*;

/// Nodes that cannot be changed.
pub(crate) fn is_read_only(node: &Node) -> bool {
    match node.kind() {
        kind::ENTITY_REF
        | kind::ENTITY
        | kind::DOCTYPE
        | kind::NOTATION
        | kind::DTD
        | kind::ELEMENT_DECL
        | kind::ATTRIBUTE_DECL
        | kind::ENTITY_DECL
        | kind::NAMESPACE => true,
        _ => is_homeless(node),
    }
}

/// Can it have children at all?
pub(crate) fn holds_children(node: &Node) -> bool {
    !matches!(node.kind(), kind::DOCTYPE | kind::DTD | kind::PI | kind::COMMENT | kind::TEXT | kind::CDATA | kind::NOTATION)
}

/// May the child stand under the parent? `false`: no, and that has been said.
pub(crate) fn check(cx: &mut Cx, parent: &Node, child: &Node, warn_empty: bool) -> PhpResult<bool> {
    check_instead(cx, parent, child, None, warn_empty)
}

/// The same where the child takes the place of another.
pub(crate) fn check_instead(cx: &mut Cx, parent: &Node, child: &Node, old: Option<&Node>, warn_empty: bool) -> PhpResult<bool> {
    let locked = is_read_only(parent) || child.parent().is_some_and(|above| is_read_only(&above));
    let code = if locked {
        Code::NoModification
    } else if child.contains(parent) {
        Code::Hierarchy
    } else if child.document() != parent.document() && !is_homeless(child) {
        Code::WrongDocument
    } else if child.kind() == kind::FRAGMENT && child.first_child().is_none() && warn_empty {
        cx.builtin_warning("Document Fragment is empty");
        cx.check()?;
        return Ok(false);
    } else if !fits(parent, child) {
        Code::Hierarchy
    } else if child.kind() == kind::DTD && parent.doctype().is_some_and(|known| known != *child && Some(&known) != old) {
        let text = "A document may only contain one document type";
        if props(parent).strict_error.get() {
            return Err(crate::errors::dom_error_saying(cx, Code::Hierarchy, text));
        }
        cx.builtin_warning(text);
        cx.check()?;
        return Ok(false);
    } else {
        return Ok(true);
    };
    refuse(cx, parent, code)?;
    Ok(false)
}

fn fits(parent: &Node, child: &Node) -> bool {
    match child.kind() {
        // Attributes hold texts and references.
        kind::TEXT | kind::ENTITY_REF => true,
        _ if parent.kind() == kind::ATTRIBUTE => false,
        kind::ATTRIBUTE => parent.is_element(),
        kind::DOCUMENT | kind::HTML_DOCUMENT | kind::ENTITY_DECL | kind::NOTATION => false,
        kind::DTD => parent.is_document(),
        _ => true,
    }
}

/// Puts a child under a parent; of fragments what they hold, of attributes as such.
pub(crate) fn put(parent: &Node, child: &Node, before: Option<&Node>) {
    match child.kind() {
        kind::FRAGMENT => {
            let mut inserted = Vec::new();
            while let Some(inner) = child.first_child() {
                match parent.insert(&inner, before) {
                    true => inserted.push(inner),
                    false => inner.unlink(),
                }
            }
            Node::reconcile_children(parent, &inserted);
        }
        kind::ATTRIBUTE => put_attribute(parent, child),
        _ => {
            let next = before.filter(|before| *before == child).and_then(Node::next);
            let before = if before == Some(child) { next } else { before.cloned() };
            if parent.insert(child, before.as_ref()) {
                child.reconcile_ns();
            }
        }
    }
}

/// Gives an element an attribute; one of the same name goes.
pub(crate) fn put_attribute(element: &Node, attr: &Node) {
    let ns = attr.ns().and_then(|ns| ns.href);
    if let Some(old) = element.attribute_ns(ns.as_deref(), &attr.name()) {
        if old == *attr {
            return;
        }
        old.unlink();
    }
    attr.unlink();
    element.insert_attribute(attr);
    attr.reconcile_ns();
}

/// The arguments of `append()` and its kin as one fragment or node of the document. Texts become nodes.
pub(crate) fn gather(cx: &mut Cx, context: &Node, nodes: &[Value]) -> PhpResult<Vec<Node>> {
    let mut found = Vec::with_capacity(nodes.len());
    for (at, value) in nodes.iter().enumerate() {
        let value = value.deref();
        let node = match (value.as_object(), value.as_bytes()) {
            (Some(object), _) => {
                let fits = class_of(object).is_subclass_of(cx.builtin_class("DOMNode"));
                match fits.then(|| ext_libxml::node_of(object)) {
                    Some(Some(node)) => node,
                    Some(None) => return Err(dom_error(cx, Code::InvalidState)),
                    None => return Err(wrong_type(cx, at, value)),
                }
            }
            (None, Some(text)) => match context.document().new_text(text) {
                Some(node) => node,
                None => return Err(dom_error(cx, Code::InvalidState)),
            },
            _ => return Err(wrong_type(cx, at, value)),
        };
        found.push(node);
    }
    Ok(found)
}

fn wrong_type(cx: &mut Cx, at: usize, value: &Value) -> Thrown {
    let given = if value.is_bool() { "bool" } else { convert::value_name(value) };
    cx.argument_type_error(at + 1, format!("must be of type DOMNode|string, {given} given"))
}

/// May all of them stand under the parent? Exceptions, whatever the document says.
pub(crate) fn check_all(cx: &mut Cx, parent: &Node, nodes: &[Node]) -> PhpResult<()> {
    if !crate::modern::insert::is_parent(parent) {
        return Err(dom_error(cx, Code::Hierarchy));
    }
    if nodes.len() > 1 {
        // Several nodes leave where they are before anybody looks where they go.
        for node in nodes {
            if node.document() != parent.document() && !is_homeless(node) {
                return Err(dom_error(cx, Code::WrongDocument));
            }
            if node.kind() == kind::ATTRIBUTE || node.is_document() {
                return Err(dom_error(cx, Code::Hierarchy));
            }
            node.unlink();
        }
    }
    for node in nodes {
        if node.document() != parent.document() && !is_homeless(node) {
            return Err(dom_error(cx, Code::WrongDocument));
        }
        if node.contains(parent) || !fits(parent, node) || node.kind() == kind::ATTRIBUTE {
            return Err(dom_error(cx, Code::Hierarchy));
        }
    }
    Ok(())
}

/// Puts all of them in front of a child that is none of them.
pub(crate) fn put_all(parent: &Node, nodes: &[Node], before: Option<&Node>) {
    for node in nodes {
        put(parent, node, before);
    }
}
