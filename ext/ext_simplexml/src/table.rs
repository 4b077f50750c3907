//! The object as an array: what dumps, casts and JSON show.

use loxo_libxml_sys::{Node, kind};
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::object::{Shows, View, create, direct_text, fetch, first, fits_ns, node_of, reset, view};

fn is_blank(node: &Node) -> bool {
    matches!(node.kind(), kind::TEXT | kind::CDATA)
        && node.value().is_none_or(|value| value.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')))
}

pub(crate) fn table(cx: &mut Cx, this: &PhpObject, debug: bool) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    let Some(node) = node_of(this) else { return Ok(out) };
    let shows = view(this).shows;
    if debug || shows != Shows::Children {
        add_attributes(this, &node, &mut out);
    }
    if shows == Shows::Attributes {
        return Ok(out);
    }
    let Some(shown) = first(this, &node) else { return Ok(out) };
    if shown.kind() == kind::ATTRIBUTE {
        let _ = out.push(text(&shown));
        return Ok(out);
    }
    let (mut at, in_turn) = start(this, &node, shown);
    while let Some(node) = at {
        at = node.next();
        if in_turn {
            at = fetch(view(this), at);
        }
        add_child(cx, this, &node, in_turn, &mut out)?;
        if node.kind() == kind::ENTITY_DECL {
            // Its siblings are those of the document type.
            break;
        }
    }
    Ok(out)
}

/// Where to begin, and whether what the iteration gives is shown instead of what is below.
fn start(this: &PhpObject, own: &Node, shown: Node) -> (Option<Node>, bool) {
    if view(this).shows == Shows::Children {
        return (Some(shown), false);
    }
    let Some(child) = shown.first_child() else { return (None, false) };
    if view(this).shows == Shows::Node {
        return (Some(child), false);
    }
    let alone = shown.parent().is_none_or(|parent| parent.first_child() == parent.last_child());
    if shown.next().is_none() || child.next().is_some() || child.first_child().is_some() || alone {
        return (Some(child), false);
    }
    (reset(this, own), true)
}

/// Whose attributes the object shows.
fn attribute_holder(this: &PhpObject, node: &Node) -> Option<Node> {
    let holder = if view(this).shows == Shows::Named { reset(this, node) } else { Some(node.clone()) };
    holder.filter(|holder| holder.kind() != kind::ENTITY_DECL)
}

fn shows_attribute(view: &View, attr: &Node) -> bool {
    let named = view.shows != Shows::Attributes || view.name.as_ref().is_none_or(|name| attr.has_name(name));
    named && fits_ns(attr, view)
}

fn add_attributes(this: &PhpObject, node: &Node, out: &mut PhpArray) {
    let mut found = PhpArray::new();
    for attr in attribute_holder(this, node).iter().flat_map(Node::attributes) {
        if shows_attribute(view(this), &attr) {
            found.set_sym(attr.name(), text(&attr));
        }
    }
    if !found.is_empty() {
        out.set_sym("@attributes", Value::array(found));
    }
}

/// Is the object false, where no node stands for it? What [`table`] shows is there; besides, the attributes count of which an object of
/// children shows none, and texts that are blank.
pub(crate) fn is_empty(this: &PhpObject) -> bool {
    let Some(node) = node_of(this) else { return true };
    let view = view(this);
    let holder = attribute_holder(this, &node);
    if holder.iter().flat_map(Node::attributes).any(|attr| shows_attribute(view, &attr)) {
        return false;
    }
    if view.shows == Shows::Attributes {
        return true;
    }
    let Some(shown) = first(this, &node) else { return true };
    if shown.kind() == kind::ATTRIBUTE {
        return false;
    }
    let (mut at, in_turn) = start(this, &node, shown);
    while let Some(node) = at {
        if is_listed(view, &node) || node.kind() == kind::TEXT && is_alone(&node) && has_text(&node) {
            return false;
        }
        at = if node.kind() == kind::ENTITY_DECL { None } else { node.next() };
        if in_turn {
            at = fetch(view, at);
        }
    }
    true
}

fn text(node: &Node) -> Value {
    Value::from(PhpStr::new(&direct_text(node)))
}

/// Does a child make an entry?
fn is_listed(view: &View, node: &Node) -> bool {
    match node.kind() {
        kind::TEXT => is_alone(node) && has_text(node) && !is_blank(node),
        kind::CDATA => false,
        kind::COMMENT => true,
        kind::ELEMENT => fits_ns(node, view) && !node.name().is_empty(),
        _ => !node.name().is_empty(),
    }
}

fn is_alone(node: &Node) -> bool {
    node.first_child().is_none() && node.prev().is_none() && node.next().is_none()
}

fn has_text(node: &Node) -> bool {
    node.value().is_some_and(|value| !value.is_empty())
}

fn add_child(cx: &mut Cx, this: &PhpObject, node: &Node, in_turn: bool, out: &mut PhpArray) -> PhpResult<()> {
    if !is_listed(view(this), node) {
        return Ok(());
    }
    let name = match node.kind() {
        kind::TEXT => {
            let _ = out.push(Value::from(PhpStr::new(&node.value().unwrap_or_default())));
            return Ok(());
        }
        kind::COMMENT => b"comment".to_vec(),
        _ => node.name(),
    };
    let value = base_value(cx, this, node)?;
    if in_turn {
        let _ = out.push(value);
        return Ok(());
    }
    match out.get_sym(&name).map(Value::clone_deref) {
        None => out.set_sym(&name, value),
        Some(old) => {
            let mut list = match old.as_array() {
                Some(list) => list.clone(),
                None => PhpArray::from_values([old]),
            };
            let _ = list.push(value);
            out.set_sym(&name, Value::array(list));
        }
    }
    Ok(())
}

/// A text where there is one in the node, else an object.
fn base_value(cx: &mut Cx, this: &PhpObject, node: &Node) -> PhpResult<Value> {
    if let Some(child) = node.first_child()
        && child.kind() == kind::TEXT
        && !is_blank(&child)
    {
        return Ok(text(node));
    }
    create(cx, this, node.clone(), Shows::Node, None).map(Value::object)
}
