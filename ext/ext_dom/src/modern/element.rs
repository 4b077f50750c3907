//! `Dom\Element`: attributes by the DOM standard, which folds names in HTML, and `rename()`.

use super::insert::pre_insert;
use super::{HTML, extract, folds_names, given_ns, is_html};
use crate::errors::dom_error_saying;
use crate::prelude::*;
use crate::selectors;

/// The attribute that a name means: folded, where the element folds names.
pub(crate) fn find(element: &Node, name: &[u8]) -> Option<Node> {
    let lower;
    let name = match folds_names(element) {
        true => {
            lower = name.to_ascii_lowercase();
            &lower[..]
        }
        false => name,
    };
    element.attribute_named(name)
}

/// What is to be done when an attribute has come to its element.
fn arrived(attr: &Node) {
    if !attr.is_id() && attr.document().kind() == kind::HTML_DOCUMENT && attr.has_name(b"id") && attr.has_ns(None) {
        attr.mark_id();
    }
}

/// Sets an attribute without namespace, by its name.
pub(crate) fn put(element: &Node, name: &[u8], value: &[u8]) -> Option<Node> {
    if let Some(attr) = find(element, name) {
        attr.set_text(value);
        return Some(attr);
    }
    let name = if folds_names(element) { name.to_ascii_lowercase() } else { name.to_vec() };
    let attr = element.document().new_attribute(&name, value)?;
    element.insert_attribute(&attr);
    arrived(&attr);
    Some(attr)
}

/// `Dom\Element::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    Ok(opt_text(find(&node, name.as_bytes()).map(|attr| attr.content())))
}

/// `Dom\Element::getAttributeNames()`
pub(crate) fn get_attribute_names(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let node = this_node(cx, this)?;
    Ok(PhpArray::from_values(node.attributes().into_iter().map(|attr| text(attr.qualified_name()))))
}

/// `Dom\Element::getAttributeNS()`
pub(crate) fn get_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    Ok(opt_text(node.attribute_ns(given_ns(ns), local.as_bytes()).map(|attr| attr.content())))
}

/// `Dom\Element::getAttributeNode()`
pub(crate) fn get_attribute_node(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    value_for(cx, find(&node, name.as_bytes()))
}

/// `Dom\Element::getAttributeNodeNS()`
pub(crate) fn get_attribute_node_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    value_for(cx, node.attribute_ns(given_ns(ns), local.as_bytes()))
}

/// `Dom\Element::hasAttribute()`
pub(crate) fn has_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(find(&node, name.as_bytes()).is_some())
}

/// `Dom\Element::hasAttributeNS()`
pub(crate) fn has_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(node.attribute_ns(given_ns(ns), local.as_bytes()).is_some())
}

/// `Dom\Element::setAttribute()`
pub(crate) fn set_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr) -> PhpResult<()> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let node = this_node(cx, this)?;
    put(&node, name.as_bytes(), value.as_bytes());
    Ok(())
}

/// `Dom\Element::setAttributeNS()`
pub(crate) fn set_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr, value: &PhpStr) -> PhpResult<()> {
    if name.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let node = this_node(cx, this)?;
    let href = given_ns(ns);
    let (prefix, local) = extract(cx, href, name.as_bytes())?;
    if let Some(attr) = node.attribute_ns(href, &local) {
        attr.set_ns(prefix.as_deref(), href, false);
        attr.set_text(value.as_bytes());
        return Ok(());
    }
    let Some(attr) = node.document().new_attribute(&local, value.as_bytes()) else { return Ok(()) };
    attr.set_ns(prefix.as_deref(), href, false);
    node.insert_attribute(&attr);
    if href == Some(super::XML) && local == b"id" {
        attr.mark_id();
    }
    arrived(&attr);
    Ok(())
}

/// `Dom\Element::removeAttribute()`
pub(crate) fn remove_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    if let Some(attr) = find(&node, name.as_bytes()) {
        attr.unlink();
    }
    Ok(())
}

/// `Dom\Element::removeAttributeNS()`
pub(crate) fn remove_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    if let Some(attr) = node.attribute_ns(given_ns(ns), local.as_bytes()) {
        attr.unlink();
    }
    Ok(())
}

/// `Dom\Element::toggleAttribute()`
pub(crate) fn toggle_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, force: Option<bool>) -> PhpResult<bool> {
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let node = this_node(cx, this)?;
    match (find(&node, name.as_bytes()), force) {
        (None, Some(false)) => Ok(false),
        (None, _) => {
            put(&node, name.as_bytes(), b"");
            Ok(true)
        }
        (Some(_), Some(true)) => Ok(true),
        (Some(attr), _) => {
            attr.unlink();
            Ok(false)
        }
    }
}

/// `Dom\Element::setAttributeNode()`
pub(crate) fn set_attribute_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject) -> PhpResult<Value> {
    let (node, own) = (this_node(cx, this)?, this_node(cx, attr)?);
    if own.parent().is_some_and(|parent| parent != node) {
        return Err(dom_error(cx, Code::InUse));
    }
    let href = own.ns().and_then(|ns| ns.href);
    let old = node.attribute_ns(href.as_deref(), &own.name());
    if old.as_ref() == Some(&own) {
        return Ok(Value::NULL);
    }
    if let Some(old) = &old {
        old.unlink();
    }
    own.unlink();
    node.insert_attribute(&own);
    arrived(&own);
    value_for(cx, old)
}

/// `Dom\Element::setAttributeNodeNS()`
pub(crate) fn set_attribute_node_ns(cx: &mut Cx, this: &PhpObject, attr: &PhpObject) -> PhpResult<Value> {
    set_attribute_node(cx, this, attr)
}

/// `Dom\Element::removeAttributeNode()`
pub(crate) fn remove_attribute_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject) -> PhpResult<PhpObject> {
    let (node, own) = (this_node(cx, this)?, this_node(cx, attr)?);
    if own.parent().as_ref() != Some(&node) {
        return Err(dom_error(cx, Code::NotFound));
    }
    own.unlink();
    Ok(attr.clone())
}

fn set_id(cx: &mut Cx, attr: Option<Node>, is_id: bool) -> PhpResult<()> {
    match attr {
        Some(attr) if is_id && !attr.is_id() => attr.mark_id(),
        Some(attr) => attr.set_id(is_id),
        None => return Err(dom_error(cx, Code::NotFound)),
    }
    Ok(())
}

/// `Dom\Element::setIdAttribute()`
pub(crate) fn set_id_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, is_id: bool) -> PhpResult<()> {
    let attr = this_node(cx, this)?.attribute_ns(None, name.as_bytes());
    set_id(cx, attr, is_id)
}

/// `Dom\Element::setIdAttributeNS()`
pub(crate) fn set_id_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr, is_id: bool) -> PhpResult<()> {
    let attr = this_node(cx, this)?.attribute_ns(given_ns(ns), name.as_bytes());
    set_id(cx, attr, is_id)
}

/// `Dom\Element::setIdAttributeNode()`
pub(crate) fn set_id_attribute_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject, is_id: bool) -> PhpResult<()> {
    let (node, own) = (this_node(cx, this)?, this_node(cx, attr)?);
    let own = (own.parent().as_ref() == Some(&node)).then_some(own);
    set_id(cx, own, is_id)
}

/// Puts a node beside or into an element. `false`: there is no such place.
fn insert_adjacent(cx: &mut Cx, node: &Node, place: &PhpObject, new: &Node) -> PhpResult<bool> {
    let place = cx.read_property(place, "name")?;
    let place = place.as_bytes().unwrap_or_default();
    let parent = match place {
        b"BeforeBegin" | b"AfterEnd" => node.parent(),
        _ => Some(node.clone()),
    };
    let Some(parent) = parent else { return Ok(false) };
    new.unlink();
    node.document().adopt(new);
    let before = match place {
        b"BeforeBegin" => Some(node.clone()),
        b"AfterBegin" => node.first_child(),
        b"AfterEnd" => node.next(),
        _ => None,
    };
    pre_insert(cx, &parent, new, before.as_ref())?;
    Ok(true)
}

/// `Dom\Element::insertAdjacentElement()`
pub(crate) fn insert_adjacent_element(cx: &mut Cx, this: &PhpObject, place: &PhpObject, element: &PhpObject) -> PhpResult<Value> {
    let (node, new) = (this_node(cx, this)?, this_node(cx, element)?);
    let done = insert_adjacent(cx, &node, place, &new)?;
    Ok(if done { Value::object(element.clone()) } else { Value::NULL })
}

/// `Dom\Element::insertAdjacentText()`
pub(crate) fn insert_adjacent_text(cx: &mut Cx, this: &PhpObject, place: &PhpObject, data: &PhpStr) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    let Some(new) = node.document().new_text(data.as_bytes()) else { return Err(dom_error(cx, Code::InvalidState)) };
    insert_adjacent(cx, &node, place, &new).map(drop)
}

/// `Dom\Element::closest()`
pub(crate) fn closest(cx: &mut Cx, this: &PhpObject, selectors: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    let list = selectors::parse(cx, &node, selectors)?;
    let mut at = Some(node);
    while let Some(node) = at.filter(Node::is_element) {
        if selectors::matches(cx, &node, &list)? {
            return value_for(cx, Some(node));
        }
        at = node.parent();
    }
    Ok(Value::NULL)
}

/// `Dom\Element::matches()`
pub(crate) fn matches(cx: &mut Cx, this: &PhpObject, selectors: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    let list = selectors::parse(cx, &node, selectors)?;
    selectors::matches(cx, &node, &list)
}

/// `Dom\Element::getInScopeNamespaces()`
pub(crate) fn get_in_scope_namespaces(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let node = this_node(cx, this)?;
    let mut found = PhpArray::new();
    super::namespaces::collect(cx, &node, &mut found)?;
    Ok(found)
}

/// `Dom\Element::getDescendantNamespaces()`
pub(crate) fn get_descendant_namespaces(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let node = this_node(cx, this)?;
    let mut found = PhpArray::new();
    let mut at = Some(node.clone());
    while let Some(next) = at {
        if next.is_element() {
            super::namespaces::collect(cx, &next, &mut found)?;
        }
        at = crate::list::following(&next, &node);
    }
    Ok(found)
}

const OUT_OF_HTML: &str =
    "It is not possible to move an element out of the HTML namespace because the HTML namespace is tied to the HTMLElement class";
const INTO_HTML: &str =
    "It is not possible to move an element into the HTML namespace because the HTML namespace is tied to the HTMLElement class";

/// `Dom\Element::rename()`, `Dom\Attr::rename()`
pub(crate) fn rename(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    let href = given_ns(ns);
    let (prefix, local) = extract(cx, href, name.as_bytes())?;
    let refused = if node.kind() == kind::ATTRIBUTE {
        let other = node.parent().and_then(|element| element.attribute_ns(href, &local)).filter(|other| *other != node);
        other.map(|_| "An attribute with the given name in the given namespace already exists")
    } else if node.has_ns(Some(HTML)) != (href == Some(HTML)) {
        Some(if href == Some(HTML) { INTO_HTML } else { OUT_OF_HTML })
    } else if is_html(&node, b"template") && local != b"template" {
        Some("It is not possible to rename the template element because it hosts a document fragment")
    } else {
        None
    };
    if let Some(why) = refused {
        return Err(dom_error_saying(cx, Code::InvalidModification, why));
    }
    node.set_ns(prefix.as_deref(), href, false);
    node.set_name(&local);
    Ok(())
}
