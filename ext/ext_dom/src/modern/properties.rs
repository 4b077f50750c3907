//! The virtual properties of the classes.

use super::{document, in_html_document, inner};
use crate::prelude::*;
use crate::properties;

/// The element's name as HTML shows it: in upper case.
fn shown_name(node: &Node) -> Vec<u8> {
    let name = node.qualified_name();
    if super::folds_names(node) { name.to_ascii_uppercase() } else { name }
}

fn node_name(node: &Node) -> Vec<u8> {
    if node.is_element() { shown_name(node) } else { properties::node_name(node) }
}

fn holds_text(node: &Node) -> bool {
    matches!(node.kind(), kind::ATTRIBUTE | kind::TEXT | kind::COMMENT | kind::CDATA | kind::PI)
}

fn node_value(node: &Node) -> Value {
    if holds_text(node) { text(node.content()) } else { Value::NULL }
}

fn text_content(node: &Node) -> Value {
    match node.kind() {
        kind::ELEMENT | kind::FRAGMENT => text(node.content()),
        kind::ATTRIBUTE | kind::TEXT | kind::COMMENT | kind::CDATA | kind::PI => text(node.content()),
        // Types that are in no document yet are not known to be of this kind.
        kind::DTD if crate::object::is_homeless(node) => text(""),
        _ => Value::NULL,
    }
}

fn base_uri(node: &Node) -> Vec<u8> {
    node.base().or_else(|| node.url()).unwrap_or_else(|| b"about:blank".to_vec())
}

/// `None`: it is as with the old classes.
pub(crate) fn value(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let found = match name {
        b"nodeName" => text(node_name(node)),
        b"nodeValue" => node_value(node),
        b"textContent" => text_content(node),
        b"baseURI" => text(base_uri(node)),
        b"prefix" => opt_text(node.ns().and_then(|ns| ns.prefix)),
        _ if node.is_document() => return of_document(cx, node, name),
        _ if node.is_element() => return of_element(cx, node, name),
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn of_document(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let found = match name {
        b"implementation" => Value::object(cx.instantiate(cx.builtin_class("Dom\\Implementation"))?),
        b"URL" | b"documentURI" => text(node.url().unwrap_or_else(|| b"about:blank".to_vec())),
        b"characterSet" | b"charset" | b"inputEncoding" | b"xmlEncoding" => text(node.encoding().unwrap_or_else(|| b"UTF-8".to_vec())),
        b"body" => value_for(cx, document::body(node))?,
        b"head" => value_for(cx, document::part(node, &[b"head"]))?,
        b"title" => text(document::title(node)),
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn of_element(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let found = match name {
        b"tagName" => text(shown_name(node)),
        b"classList" => Value::object(super::token_list::create(cx, node)?),
        b"innerHTML" => inner::read(cx, node)?,
        b"substitutedNodeValue" => text(node.content()),
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// Objects that a node's object keeps: the same each time.
pub(crate) fn kept(cx: &mut Cx, this: &PhpObject, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let keeps = (node.is_element() && name == b"classList") || (node.is_document() && name == b"implementation");
    if !keeps {
        return Ok(None);
    }
    if let Some(known) = NodeNative::of(this).and_then(|native| native.extra.as_ref()?.downcast_ref::<PhpObject>()) {
        return Ok(Some(Value::object(known.clone())));
    }
    let new = value(cx, node, name)?.unwrap_or(Value::NULL);
    if let (Some(object), Some(native)) = (new.as_object(), NodeNative::of(this)) {
        native.extra = Some(Box::new(object.clone()));
    }
    Ok(Some(new))
}

/// A node's children are a text, even an empty one.
pub(crate) fn fill(node: &Node, value: &[u8]) {
    node.remove_children();
    if let Some(child) = node.new_text(value) {
        node.insert(&child, None);
    }
}

pub(crate) fn is_writable(node: &Node, name: &[u8]) -> bool {
    match name {
        b"textContent" => !node.is_document() && node.kind() != kind::DTD,
        b"nodeValue" => true,
        b"characterSet" | b"charset" | b"inputEncoding" | b"documentURI" | b"URL" | b"body" | b"title" => node.is_document(),
        b"xmlStandalone" | b"xmlVersion" | b"formatOutput" => node.kind() == kind::DOCUMENT,
        b"className" | b"id" | b"innerHTML" | b"substitutedNodeValue" => node.is_element(),
        b"value" => node.kind() == kind::ATTRIBUTE,
        b"data" => node.value().is_some(),
        _ => false,
    }
}

/// `false`: it is as with the old classes.
pub(crate) fn assign(cx: &mut Cx, node: &Node, name: &[u8], value: &Value) -> PhpResult<bool> {
    let given = value.as_bytes().unwrap_or_default();
    match name {
        b"nodeValue" if !holds_text(node) => {}
        b"textContent" if matches!(node.kind(), kind::ELEMENT | kind::FRAGMENT) => fill(node, given),
        b"xmlVersion" if !matches!(given, b"1.0" | b"1.1") => return Err(cx.value_error("Invalid XML version")),
        b"innerHTML" => inner::write(cx, node, given)?,
        b"substitutedNodeValue" => {
            node.set_parsed_text(given);
            if given.is_empty() {
                node.add_empty_text();
            }
        }
        b"className" | b"id" => {
            let attribute = if name == b"id" { &b"id"[..] } else { b"class" };
            if let Some(attr) = super::element::put(node, attribute, given)
                && name == b"id"
                && !attr.is_id()
            {
                attr.mark_id();
            }
        }
        b"body" => document::set_body(cx, node, value)?,
        b"title" => document::set_title(node, given),
        b"URL" | b"documentURI" => {
            node.set_url(Some(given));
        }
        b"characterSet" | b"charset" | b"inputEncoding" if in_html_document(node) => match encoding_rs::Encoding::for_label(given) {
            Some(encoding) => node.set_encoding(Some(encoding.name().as_bytes())),
            None => return Err(cx.value_error("Invalid document encoding")),
        },
        b"characterSet" | b"charset" | b"inputEncoding" => properties::set_encoding(cx, node, Some(given))?,
        _ => return Ok(false),
    }
    Ok(true)
}
