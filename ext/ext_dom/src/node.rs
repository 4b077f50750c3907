//! `DOMNode`: insertion, removal, cloning and comparison of nodes as the older classes have them, and the look-up of namespaces.

use crate::insert::{check, holds_children, is_read_only, put};
use crate::object::{copy_document, is_homeless};
use crate::prelude::*;

/// `DOMNode::appendChild()`
pub(crate) fn append_child(cx: &mut Cx, this: &PhpObject, node: &PhpObject) -> PhpResult<Value> {
    insert_before(cx, this, node, None)
}

/// `DOMNode::insertBefore()`
pub(crate) fn insert_before(cx: &mut Cx, this: &PhpObject, node: &PhpObject, child: Option<&PhpObject>) -> PhpResult<Value> {
    let parent = this_node(cx, this)?;
    let new = this_node(cx, node)?;
    if !holds_children(&parent) || !check(cx, &parent, &new, true)? {
        return Ok(Value::FALSE);
    }
    let before = match child {
        Some(child) => Some(this_node(cx, child)?),
        None => None,
    };
    if let Some(before) = &before
        && before.parent().as_ref() != Some(&parent)
    {
        refuse(cx, &parent, Code::NotFound)?;
        return Ok(Value::FALSE);
    }
    let first = if new.kind() == kind::FRAGMENT { new.first_child() } else { None };
    put(&parent, &new, before.as_ref());
    match first {
        Some(first) => value_for(cx, Some(first)),
        None => Ok(Value::object(node.clone())),
    }
}

/// `DOMNode::replaceChild()`
pub(crate) fn replace_child(cx: &mut Cx, this: &PhpObject, node: &PhpObject, child: &PhpObject) -> PhpResult<Value> {
    let (parent, new, old) = (this_node(cx, this)?, this_node(cx, node)?, this_node(cx, child)?);
    if new.document() != parent.document() && !is_homeless(&new) {
        refuse(cx, &parent, Code::WrongDocument)?;
        return Ok(Value::FALSE);
    }
    if !holds_children(&parent) || parent.first_child().is_none() {
        return Ok(Value::FALSE);
    }
    if !crate::insert::check_instead(cx, &parent, &new, Some(&old), false)? {
        return Ok(Value::FALSE);
    }
    if (old.kind() == kind::ATTRIBUTE) != (new.kind() == kind::ATTRIBUTE) {
        refuse(cx, &parent, Code::Hierarchy)?;
        return Ok(Value::FALSE);
    }
    if old.parent().as_ref() != Some(&parent) || old.kind() == kind::ATTRIBUTE {
        refuse(cx, &parent, Code::NotFound)?;
        return Ok(Value::FALSE);
    }
    if new != old {
        let mut next = old.next();
        if next.as_ref() == Some(&new) {
            next = new.next();
        }
        old.unlink();
        put(&parent, &new, next.as_ref());
    }
    Ok(Value::object(child.clone()))
}

/// May `removeChild()` take the node away? PHP has it take attributes too, of elements that are not empty.
pub(crate) fn is_below(node: &Node, parent: &Node) -> bool {
    parent.first_child().is_some() && node.parent().as_ref() == Some(parent)
}

/// `DOMNode::removeChild()`
pub(crate) fn remove_child(cx: &mut Cx, this: &PhpObject, child: &PhpObject) -> PhpResult<Value> {
    let parent = this_node(cx, this)?;
    let node = this_node(cx, child)?;
    if !is_below(&node, &parent) {
        refuse(cx, &parent, Code::NotFound)?;
        return Ok(Value::FALSE);
    }
    if is_read_only(&parent) {
        refuse(cx, &parent, Code::NoModification)?;
        return Ok(Value::FALSE);
    }
    node.unlink();
    Ok(Value::object(child.clone()))
}

/// `DOMNode::cloneNode()`
pub(crate) fn clone_node(cx: &mut Cx, this: &PhpObject, deep: bool) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let copy = match node.is_document() {
        true => copy_document(&node, deep),
        false => node.document().copy_of(&node, if deep { 1 } else { 2 }),
    };
    match copy {
        Some(copy) => value_for(cx, Some(copy)),
        None => Ok(Value::FALSE),
    }
}

/// `DOMNode::getLineNo()`
pub(crate) fn get_line_no(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(this_node(cx, this)?.line())
}

/// `DOMNode::getNodePath()`
pub(crate) fn get_node_path(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(opt_text(this_node(cx, this)?.path()))
}

/// `DOMNode::hasAttributes()`
pub(crate) fn has_attributes(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(node.has_attributes())
}

/// `DOMNode::hasChildNodes()`
pub(crate) fn has_child_nodes(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(holds_children(&node) && node.first_child().is_some())
}

/// The element whose namespaces count for a node.
fn scope(node: &Node) -> Option<Node> {
    match node.kind() {
        kind::DOCUMENT | kind::HTML_DOCUMENT => node.root(),
        kind::ENTITY_DECL | kind::NOTATION | kind::FRAGMENT | kind::DTD | kind::DOCTYPE => None,
        kind::ELEMENT => Some(node.clone()),
        _ => node.parent(),
    }
}

/// `DOMNode::isDefaultNamespace()`
pub(crate) fn is_default_namespace(cx: &mut Cx, this: &PhpObject, namespace: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    let Some(scope) = scope(&node) else { return Ok(false) };
    let href = scope.lookup_prefix(None).and_then(|ns| ns.href).unwrap_or_default();
    Ok(!namespace.is_empty() && href == namespace.as_bytes())
}

/// `DOMNode::isSameNode()`
pub(crate) fn is_same_node(cx: &mut Cx, this: &PhpObject, other: &PhpObject) -> PhpResult<bool> {
    Ok(this_node(cx, this)? == this_node(cx, other)?)
}

/// `DOMNode::isEqualNode()`
pub(crate) fn is_equal_node(cx: &mut Cx, this: &PhpObject, other: Option<&PhpObject>) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    match other {
        Some(other) => Ok(equal(&node, &this_node(cx, other)?)),
        None => Ok(false),
    }
}

/// Equal in what they say.
fn equal(a: &Node, b: &Node) -> bool {
    if a == b {
        return true;
    }
    let mut pairs = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = pairs.pop() {
        let same = a.kind() == b.kind()
            && match a.kind() {
                kind::DOCUMENT | kind::HTML_DOCUMENT | kind::FRAGMENT => true,
                kind::ATTRIBUTE => {
                    a.name() == b.name() && a.ns().map(|ns| ns.href) == b.ns().map(|ns| ns.href) && a.content() == b.content()
                }
                kind::DTD => a.name() == b.name() && a.external_ids() == b.external_ids(),
                kind::ENTITY_REF => a.name() == b.name(),
                kind::ENTITY_DECL | kind::ENTITY | kind::NOTATION => {
                    let kind_of = |node: &Node| node.entity().map(|(of, _)| of);
                    a.name() == b.name() && a.external_ids() == b.external_ids() && kind_of(&a) == kind_of(&b)
                }
                _ => a.name() == b.name() && a.value() == b.value() && a.ns() == b.ns(),
            };
        if !same || !equal_attributes(&a, &b) {
            return false;
        }
        // Below a reference stands the entity that it names, which may lead back here.
        if !matches!(a.kind(), kind::ELEMENT | kind::DOCUMENT | kind::HTML_DOCUMENT | kind::FRAGMENT) {
            continue;
        }
        let (left, right): (Vec<Node>, Vec<Node>) = (a.children().collect(), b.children().collect());
        if left.len() != right.len() {
            return false;
        }
        pairs.extend(left.into_iter().zip(right));
    }
    true
}

fn equal_attributes(a: &Node, b: &Node) -> bool {
    let (left, right) = (a.attributes(), b.attributes());
    let mut own = (a.ns_defs(), b.ns_defs());
    own.0.sort_by(|a, b| a.prefix.cmp(&b.prefix));
    own.1.sort_by(|a, b| a.prefix.cmp(&b.prefix));
    left.len() == right.len()
        && own.0 == own.1
        && left.iter().all(|attr| {
            let ns = attr.ns().and_then(|ns| ns.href);
            b.attribute_ns(ns.as_deref(), &attr.name()).is_some_and(|other| other.content() == attr.content())
        })
}

/// `DOMNode::isSupported()`
pub(crate) fn is_supported(_: &mut Cx, _: &PhpObject, feature: &PhpStr, version: &PhpStr) -> PhpResult<bool> {
    Ok(crate::implementation::supports(feature.as_bytes(), version.as_bytes()))
}

/// `DOMNode::lookupNamespaceURI()`
pub(crate) fn lookup_namespace_uri(cx: &mut Cx, this: &PhpObject, prefix: Option<&PhpStr>) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let found = scope(&node).and_then(|scope| scope.lookup_prefix(bytes(prefix).filter(|prefix| !prefix.is_empty())));
    Ok(opt_text(found.and_then(|ns| ns.href)))
}

/// `DOMNode::lookupPrefix()`
pub(crate) fn lookup_prefix(cx: &mut Cx, this: &PhpObject, namespace: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    if namespace.is_empty() {
        return Ok(Value::NULL);
    }
    let found = scope(&node).and_then(|scope| scope.lookup_href(namespace.as_bytes()));
    Ok(opt_text(found.and_then(|ns| ns.prefix)))
}

/// `DOMNode::normalize()`
pub(crate) fn normalize(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    normalize_tree(&node);
    Ok(())
}

pub(crate) fn normalize_tree(root: &Node) {
    let mut at = Some(root.clone());
    while let Some(node) = at {
        if matches!(node.kind(), kind::ELEMENT | kind::FRAGMENT | kind::DOCUMENT | kind::HTML_DOCUMENT | kind::ATTRIBUTE) {
            node.normalize();
            for attr in node.attributes() {
                attr.normalize();
            }
        }
        at = crate::list::following(&node, root);
    }
}

/// `DOMNode::contains()`
pub(crate) fn contains(cx: &mut Cx, this: &PhpObject, other: &Value) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    let Some(other) = other.deref().as_object() else { return Ok(false) };
    if let Some(declaration) = crate::namespace_node::of(other) {
        return Ok(declaration.parent.as_ref().is_some_and(|parent| node.contains(parent)));
    }
    if !class_of(other).is_subclass_of(cx.builtin_class("DOMNode")) {
        let given = convert::value_name(&Value::object(other.clone()));
        return Err(cx.argument_type_error(1, format!("must be of type DOMNode|DOMNameSpaceNode|null, {given} given")));
    }
    let other = this_node(cx, other)?;
    Ok(node.contains(&other))
}

/// `DOMNode::getRootNode()`
pub(crate) fn get_root_node(cx: &mut Cx, this: &PhpObject, _: Option<&PhpArray>) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let root = std::iter::successors(Some(node), Node::parent).last();
    value_for(cx, root)
}

/// `DOMNode::compareDocumentPosition()`
pub(crate) fn compare_document_position(cx: &mut Cx, this: &PhpObject, other: &PhpObject) -> PhpResult<i64> {
    let (node, other) = (this_node(cx, this)?, this_node(cx, other)?);
    Ok(position(&other, &node))
}

const DISCONNECTED: i64 = 1;
const PRECEDING: i64 = 2;
const FOLLOWING: i64 = 4;
const CONTAINS: i64 = 8;
const CONTAINED_BY: i64 = 16;
const IMPLEMENTATION_SPECIFIC: i64 = 32;

/// Where the first node is, seen from the second.
fn position(one: &Node, two: &Node) -> i64 {
    if one == two {
        return 0;
    }
    let line = |node: &Node| -> Vec<Node> {
        let mut line: Vec<Node> = std::iter::successors(Some(node.clone()), Node::parent).collect();
        line.reverse();
        line
    };
    let (a, b) = (line(one), line(two));
    if a[0] != b[0] {
        let order = if one.object() < two.object() { PRECEDING } else { FOLLOWING };
        return DISCONNECTED | IMPLEMENTATION_SPECIFIC | order;
    }
    let shared = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    if shared == a.len() {
        return PRECEDING | CONTAINS;
    }
    if shared == b.len() {
        return FOLLOWING | CONTAINED_BY;
    }
    let (left, right) = (&a[shared], &b[shared]);
    let (left_attr, right_attr) = (left.kind() == kind::ATTRIBUTE, right.kind() == kind::ATTRIBUTE);
    let behind = std::iter::successors(left.next(), Node::next).any(|next| next == *right);
    match (left_attr, right_attr) {
        (true, true) => IMPLEMENTATION_SPECIFIC | if behind { PRECEDING } else { FOLLOWING },
        (true, false) => PRECEDING,
        (false, true) => FOLLOWING,
        (false, false) => {
            if behind {
                PRECEDING
            } else {
                FOLLOWING
            }
        }
    }
}

/// Nodes that canonical XML shows: what an expression says, or all below a node.
fn visible(cx: &mut Cx, node: &Node, xpath: Option<&PhpArray>, at: usize) -> PhpResult<Option<Vec<Node>>> {
    if let Some(xpath) = xpath {
        let Some(query) = xpath.get_sym("query").map(Value::clone_deref) else {
            return Err(cx.argument_value_error(at, "must have a \"query\" key"));
        };
        let Some(query) = query.as_str().cloned() else {
            let given = convert::value_name(&query);
            return Err(cx.argument_type_error(at, format!("\"query\" option must be a string, {given} given")));
        };
        let Some(context) = loxo_libxml_sys::XPath::new(node) else { return Ok(Some(Vec::new())) };
        if let Some(namespaces) = xpath.get_sym("namespaces").and_then(|value| value.deref().as_array().cloned()) {
            for (key, value) in &namespaces {
                if let (loxo_runtime::KeyRef::Str(prefix), Some(href)) = (key, value.deref().as_bytes()) {
                    context.register_ns(prefix.as_bytes(), href);
                }
            }
        }
        let found = context.evaluate(query.as_bytes(), node, false, &mut |_| loxo_libxml_sys::XPathValue::Bool(false));
        report_plain(cx)?;
        let Some(loxo_libxml_sys::XPathValue::Nodes(nodes)) = found else {
            return Err(cx.throw_error("XPath query did not return a nodeset"));
        };
        let nodes = nodes.into_iter().filter_map(|node| match node {
            loxo_libxml_sys::XPathNode::Node(node) => Some(node),
            loxo_libxml_sys::XPathNode::Namespace { .. } => None,
        });
        return Ok(Some(nodes.collect()));
    }
    if node.is_document() {
        return Ok(None);
    }
    let mut all = Vec::new();
    let mut at = Some(node.clone());
    while let Some(next) = at {
        all.extend(next.attributes());
        all.push(next.clone());
        at = crate::list::following(&next, node);
    }
    Ok(Some(all))
}

fn canonical(
    cx: &mut Cx,
    this: &PhpObject,
    exclusive: bool,
    comments: bool,
    xpath: Option<&PhpArray>,
    prefixes: Option<&PhpArray>,
    at: usize,
) -> PhpResult<Option<Vec<u8>>> {
    let node = this_node(cx, this)?;
    let attached = std::iter::successors(Some(node.clone()), Node::parent).last().is_some_and(|top| top.is_document());
    if crate::marks::is_modern(&node) && !attached {
        let text = "Canonicalization can only happen on nodes attached to a document.";
        return Err(crate::errors::dom_error_saying(cx, Code::Hierarchy, text));
    }
    if crate::object::is_homeless(&node) {
        return Err(cx.throw_error("Node must be associated with a document"));
    }
    let visible = visible(cx, &node, xpath, at)?;
    let prefixes: Option<Vec<Vec<u8>>> = match prefixes {
        Some(_) if !exclusive => {
            cx.builtin_notice("Inclusive namespace prefixes only allowed in exclusive mode.");
            cx.check()?;
            None
        }
        Some(prefixes) => Some(prefixes.values().filter_map(|value| value.deref().as_bytes().map(<[u8]>::to_vec)).collect()),
        None => None,
    };
    let run = || node.canonical(visible.as_deref(), exclusive, comments, prefixes.as_deref());
    let done = if crate::marks::is_modern(&node) { node.with_declarations(run) } else { run() };
    report_plain(cx)?;
    Ok(done)
}

/// `DOMNode::C14N()`
#[rustfmt::skip]
pub(crate) fn c14n(
    cx: &mut Cx, this: &PhpObject, exclusive: bool, with_comments: bool, xpath: Option<&PhpArray>, prefixes: Option<&PhpArray>,
) -> PhpResult<Value> {
    Ok(canonical(cx, this, exclusive, with_comments, xpath, prefixes, 3)?.map_or(Value::FALSE, text))
}

/// `DOMNode::C14NFile()`
#[rustfmt::skip]
pub(crate) fn c14n_file(
    cx: &mut Cx, this: &PhpObject, uri: &PhpStr, exclusive: bool, with_comments: bool, xpath: Option<&PhpArray>,
    prefixes: Option<&PhpArray>,
) -> PhpResult<Value> {
    let Some(done) = canonical(cx, this, exclusive, with_comments, xpath, prefixes, 4)? else { return Ok(Value::FALSE) };
    let written = ext_libxml::write_document(cx, uri.as_bytes(), &done)?;
    Ok(written.map_or(Value::FALSE, |written| Value::from(written as i64)))
}

#[cold]
fn not_serializable(cx: &mut Cx, this: &PhpObject, what: &str) -> Thrown {
    let class = convert::class_text(class_of(this));
    let how = if what == "Serialization" { "serialization" } else { "unserialization" };
    cx.throw_exception(format!("{what} of '{class}' is not allowed, unless {how} methods are implemented in a subclass"))
}

/// `DOMNode::__sleep()`
pub(crate) fn sleep(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Err(not_serializable(cx, this, "Serialization"))
}

/// `DOMNode::__wakeup()`
pub(crate) fn wakeup(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    Err(not_serializable(cx, this, "Unserialization"))
}
