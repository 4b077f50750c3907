//! `DOMNamedNodeMap`: the attributes of an element, or the entities and notations of a document type, by name or position.

use crate::list::{self, Kind, kind_of};
use crate::prelude::*;

/// A map of a node's document.
pub(crate) fn create(cx: &mut Cx, about: &Node, kind: Kind) -> PhpResult<PhpObject> {
    let class = match (crate::marks::is_modern(about), &kind) {
        (false, _) => cx.builtin_class("DOMNamedNodeMap"),
        (true, Kind::Attributes(_)) => cx.builtin_class("Dom\\NamedNodeMap"),
        (true, _) => cx.builtin_class("Dom\\DtdNamedNodeMap"),
    };
    list::create_as(cx, class, kind)
}

/// `DOMNamedNodeMap::getNamedItem()`
pub(crate) fn get_named_item(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let name = name.as_bytes();
    let found = match kind_of(this) {
        Kind::Attributes(node) if crate::marks::is_modern(node) => crate::modern::element::find(node, name),
        // Prefixes are not looked at: `a:id` is found as `id`, and not as `a:id`.
        Kind::Attributes(node) => node.attribute_local(name),
        Kind::Entities(node) => node.entities().into_iter().find(|entity| entity.has_name(name)),
        Kind::Notations(node) => {
            return match node.notations().into_iter().find(|(known, ..)| known == name) {
                Some((name, public, system)) => list::notation(cx, node, list::Notation { name, public, system }),
                None => Ok(Value::NULL),
            };
        }
        _ => None,
    };
    value_for(cx, found)
}

/// `DOMNamedNodeMap::getNamedItemNS()`
pub(crate) fn get_named_item_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<Value> {
    let found = match kind_of(this) {
        // An empty URI is none that an attribute could have.
        Kind::Attributes(_) if ns.is_some_and(|ns| ns.is_empty()) => None,
        Kind::Attributes(node) => node.attribute_ns(bytes(ns), name.as_bytes()),
        Kind::Entities(node) => node.entities().into_iter().find(|entity| entity.has_name(name.as_bytes())),
        _ => None,
    };
    value_for(cx, found)
}

/// `DOMNamedNodeMap::item()`
pub(crate) fn item(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<Value> {
    if index < 0 || index > i64::from(i32::MAX) {
        return Err(cx.argument_value_error(1, "must be between 0 and 2147483647"));
    }
    list::item(cx, this, index)
}
