//! `DOMElement`: attributes with and without namespaces, and which prefix stands for a namespace at an element.

use crate::document::{check_qname, split_qname};
use crate::insert::put_attribute as insert_attribute;
use crate::object::{attach, hidden_document};
use crate::prelude::*;

const XMLNS: &[u8] = b"http://www.w3.org/2000/xmlns/";

/// `DOMElement::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: Option<&PhpStr>, namespace: &PhpStr) -> PhpResult<()> {
    let name = name.as_bytes();
    if !names::is_name(name) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let document = hidden_document(cx)?;
    let element = if namespace.is_empty() {
        let (prefix, _) = split_qname(name);
        if prefix.is_some() {
            return Err(dom_error(cx, Code::Namespace));
        }
        document.new_element(name)
    } else {
        let (prefix, local) = check_qname(cx, Some(namespace.as_bytes()), name)?;
        let element = document.new_element(&local);
        if let Some(element) = &element {
            element.set_ns(prefix.as_deref(), Some(namespace.as_bytes()), true);
        }
        element
    };
    if let (Some(element), Some(value)) = (&element, value) {
        element.set_parsed_text(value.as_bytes());
    }
    attach(this, element);
    Ok(())
}

/// What an attribute's name as written means: an attribute, or the declaration of a namespace.
enum Found {
    Attribute(Node),
    Declaration(Ns),
}

fn find(element: &Node, name: &[u8]) -> Option<Found> {
    if name == b"xmlns" || name.starts_with(b"xmlns:") {
        let prefix = name.strip_prefix(b"xmlns:").filter(|prefix| !prefix.is_empty());
        if let Some(ns) = element.ns_defs().into_iter().find(|ns| ns.prefix.as_deref() == prefix) {
            return Some(Found::Declaration(ns));
        }
    }
    let (prefix, local) = split_qname(name);
    if let Some(prefix) = prefix {
        if let Some(ns) = element.lookup_prefix(Some(&prefix))
            && let Some(attr) = element.attribute_ns(ns.href.as_deref(), &local)
        {
            return Some(Found::Attribute(attr));
        }
    }
    element.attribute_ns(None, name).map(Found::Attribute)
}

/// `DOMElement::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    Ok(match find(&node, name.as_bytes()) {
        Some(Found::Attribute(attr)) => text(attr.content()),
        Some(Found::Declaration(ns)) => text(ns.href.unwrap_or_default()),
        None => text(""),
    })
}

/// `DOMElement::getAttributeNames()`
pub(crate) fn get_attribute_names(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let node = this_node(cx, this)?;
    let declared = node.ns_defs().into_iter().map(|ns| match ns.prefix {
        Some(prefix) => text([b"xmlns:", &prefix[..]].concat()),
        None => text("xmlns"),
    });
    let own = node.attributes().into_iter().map(|attr| text(attr.qualified_name()));
    Ok(PhpArray::from_values(declared.chain(own)))
}

fn ns_of(ns: Option<&PhpStr>) -> Option<&[u8]> {
    bytes(ns).filter(|ns| !ns.is_empty())
}

/// The declaration that a name in the namespace of declarations means.
fn declaration(node: &Node, ns: Option<&PhpStr>, local: &[u8]) -> Option<Ns> {
    if ns_of(ns) != Some(XMLNS) {
        return None;
    }
    let prefix = (local != b"xmlns").then_some(local);
    node.ns_defs().into_iter().find(|ns| ns.prefix.as_deref() == prefix)
}

/// `DOMElement::getAttributeNS()`
pub(crate) fn get_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    if let Some(attr) = node.attribute_ns(ns_of(ns), local.as_bytes()) {
        return Ok(text(attr.content()));
    }
    Ok(declaration(&node, ns, local.as_bytes()).map_or_else(|| text(""), |ns| text(ns.href.unwrap_or_default())))
}

/// `DOMElement::getAttributeNode()`
pub(crate) fn get_attribute_node(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    match find(&node, name.as_bytes()) {
        Some(Found::Attribute(attr)) => value_for(cx, Some(attr)),
        Some(Found::Declaration(ns)) => crate::namespace_node::create(cx, ns.prefix, ns.href, Some(node)).map(Value::object),
        None => Ok(Value::FALSE),
    }
}

/// `DOMElement::getAttributeNodeNS()`
pub(crate) fn get_attribute_node_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    if let Some(attr) = node.attribute_ns(ns_of(ns), local.as_bytes()) {
        return value_for(cx, Some(attr));
    }
    match declaration(&node, ns, local.as_bytes()) {
        Some(ns) => crate::namespace_node::create(cx, ns.prefix, ns.href, Some(node)).map(Value::object),
        None => Ok(Value::NULL),
    }
}

/// `DOMElement::hasAttribute()`
pub(crate) fn has_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(find(&node, name.as_bytes()).is_some())
}

/// `DOMElement::hasAttributeNS()`
pub(crate) fn has_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(node.attribute_ns(ns_of(ns), local.as_bytes()).is_some() || declaration(&node, ns, local.as_bytes()).is_some())
}

/// `DOMElement::removeAttribute()`
pub(crate) fn remove_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    Ok(match find(&node, name.as_bytes()) {
        Some(Found::Attribute(attr)) => {
            attr.unlink();
            true
        }
        Some(Found::Declaration(ns)) => node.move_ns_down(ns.prefix.as_deref()),
        None => false,
    })
}

/// `DOMElement::removeAttributeNS()`
pub(crate) fn remove_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, local: &PhpStr) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    if let Some(attr) = node.attribute_ns(ns_of(ns), local.as_bytes()) {
        attr.unlink();
    }
    // The local name may also be the prefix of a declaration of that namespace.
    let prefix = Some(local.as_bytes()).filter(|prefix| !prefix.is_empty());
    if let Some(href) = ns_of(ns)
        && node.ns_defs().iter().any(|own| own.prefix.as_deref() == prefix && own.href.as_deref() == Some(href))
    {
        node.undeclare_ns(prefix, true);
    }
    if let Some(found) = declaration(&node, ns, local.as_bytes()) {
        node.undeclare_ns(found.prefix.as_deref(), true);
    }
    Ok(())
}

/// `DOMElement::removeAttributeNode()`
pub(crate) fn remove_attribute_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject) -> PhpResult<Value> {
    let (node, own) = (this_node(cx, this)?, this_node(cx, attr)?);
    if own.parent().as_ref() != Some(&node) {
        refuse(cx, &node, Code::NotFound)?;
        return Ok(Value::FALSE);
    }
    own.unlink();
    Ok(Value::object(attr.clone()))
}

/// Sets an attribute by its name as written; the attribute, unless it is the declaration of a namespace.
pub(crate) fn put_attribute(_: &mut Cx, node: &Node, name: &[u8], value: &[u8]) -> PhpResult<Option<Node>> {
    match find(node, name) {
        Some(Found::Attribute(attr)) => {
            attr.set_text(value);
            return Ok(Some(attr));
        }
        Some(Found::Declaration(ns)) => {
            node.redeclare_ns(ns.prefix.as_deref(), value);
            return Ok(None);
        }
        None => {}
    }
    if name == b"xmlns" {
        node.declare_ns(None, value);
        return Ok(None);
    }
    if let Some(prefix) = name.strip_prefix(b"xmlns:") {
        node.declare_ns(Some(prefix), value);
        return Ok(None);
    }
    let (prefix, local) = split_qname(name);
    let known = prefix.as_ref().and_then(|prefix| node.lookup_prefix(Some(prefix)));
    let attr = node.document().new_attribute(if known.is_some() { &local } else { name }, value);
    if let Some(attr) = &attr {
        node.insert_attribute(attr);
        if let Some(ns) = known {
            attr.set_ns(ns.prefix.as_deref(), ns.href.as_deref(), true);
        }
        let prefix = attr.ns().and_then(|ns| ns.prefix);
        let of_html = prefix.is_none() && attr.document().kind() == kind::HTML_DOCUMENT;
        if attr.has_name(b"id") && (of_html || prefix.as_deref() == Some(b"xml")) {
            attr.mark_id();
        }
    }
    Ok(attr)
}

/// `DOMElement::setAttribute()`
pub(crate) fn set_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr) -> PhpResult<Value> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let node = this_node(cx, this)?;
    if let Some(Found::Declaration(_)) = find(&node, name.as_bytes()) {
        return Ok(Value::FALSE);
    }
    match put_attribute(cx, &node, name.as_bytes(), value.as_bytes())? {
        Some(attr) => value_for(cx, Some(attr)),
        None => Ok(Value::TRUE),
    }
}

/// `DOMElement::setAttributeNS()`
pub(crate) fn set_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr, value: &PhpStr) -> PhpResult<()> {
    if name.is_empty() {
        return Err(cx.argument_value_error(2, "must not be empty"));
    }
    let node = this_node(cx, this)?;
    let href = ns_of(ns);
    let (prefix, local) = check_qname(cx, href, name.as_bytes())?;
    let Some(href) = href else {
        let attr = node.attribute_ns(None, &local).or_else(|| {
            let attr = node.document().new_attribute(&local, b"")?;
            node.insert_attribute(&attr).then_some(attr)
        });
        if let Some(attr) = attr {
            attr.set_text(value.as_bytes());
        }
        return Ok(());
    };
    if href == XMLNS {
        let declared = (prefix.as_deref() == Some(b"xmlns")).then_some(&local[..]);
        if !node.redeclare_ns(declared, value.as_bytes()) {
            node.declare_ns(declared, value.as_bytes());
        }
        return Ok(());
    }
    let prefix = match prefix_in_scope(&node, href) {
        InScope::Prefix(prefix) => Some(prefix),
        InScope::Default => Some(free_prefix(&node)),
        InScope::No if declares(&node, prefix.as_deref()) => Some(free_prefix(&node)),
        InScope::No => prefix,
    };
    let attr = match node.attribute_ns(Some(href), &local) {
        Some(attr) => attr,
        None => {
            let Some(attr) = node.document().new_attribute(&local, b"") else { return Ok(()) };
            node.insert_attribute(&attr);
            attr
        }
    };
    attr.set_ns(prefix.as_deref(), Some(href), true);
    attr.set_text(value.as_bytes());
    if attr.has_name(b"id") && href == b"http://www.w3.org/XML/1998/namespace" {
        attr.set_id(true);
    }
    Ok(())
}

/// How a namespace can be meant at an element.
pub(crate) enum InScope {
    Prefix(Vec<u8>),
    /// As the namespace of names without prefix alone, which is none for attributes.
    Default,
    No,
}

/// The nearest declaration of a namespace; of its element's others the first with a prefix, if it has none itself.
pub(crate) fn prefix_in_scope(node: &Node, href: &[u8]) -> InScope {
    let Some(nearest) = node.lookup_href(href) else { return InScope::No };
    if let Some(prefix) = nearest.prefix {
        return InScope::Prefix(prefix);
    }
    let holders = std::iter::successors(Some(node.clone()), Node::parent);
    let same = |ns: &Ns| ns.href.as_deref() == Some(href);
    for holder in holders {
        let defs = holder.ns_defs();
        if let Some(at) = defs.iter().position(|ns| ns.prefix.is_none() && same(ns)) {
            let other = defs.into_iter().skip(at).find(|ns| ns.prefix.is_some() && same(ns));
            return other.and_then(|ns| ns.prefix).map_or(InScope::Default, InScope::Prefix);
        }
    }
    InScope::Default
}

/// Whether the element itself declares this prefix.
pub(crate) fn declares(node: &Node, prefix: Option<&[u8]>) -> bool {
    node.ns_defs().iter().any(|ns| ns.prefix.as_deref() == prefix)
}

/// A prefix that means nothing at an element.
pub(crate) fn free_prefix(node: &Node) -> Vec<u8> {
    let mut number = 0;
    loop {
        let prefix = if number == 0 { "default".to_string() } else { format!("default{number}") };
        if node.lookup_prefix(Some(prefix.as_bytes())).is_none() {
            return prefix.into_bytes();
        }
        number += 1;
    }
}

fn set_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject, by_ns: bool) -> PhpResult<Value> {
    let (node, own) = (this_node(cx, this)?, this_node(cx, attr)?);
    if own.document() != node.document() && !crate::object::is_homeless(&own) {
        refuse(cx, &node, Code::WrongDocument)?;
        return Ok(Value::FALSE);
    }
    if own.kind() != kind::ATTRIBUTE {
        return Err(cx.argument_value_error(1, "must have the node attribute"));
    }
    let ns = own.ns().and_then(|ns| ns.href);
    let old = match by_ns && ns.is_some() {
        true => node.attribute_ns(ns.as_deref(), &own.name()),
        false => node.attributes().into_iter().find(|known| known.has_name(&own.name())),
    };
    let old = old.filter(|old| *old != own);
    if let Some(old) = &old {
        old.unlink();
    }
    insert_attribute(&node, &own);
    value_for(cx, old)
}

/// `DOMElement::setAttributeNode()`
pub(crate) fn set_attribute_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject) -> PhpResult<Value> {
    set_node(cx, this, attr, false)
}

/// `DOMElement::setAttributeNodeNS()`
pub(crate) fn set_attribute_node_ns(cx: &mut Cx, this: &PhpObject, attr: &PhpObject) -> PhpResult<Value> {
    set_node(cx, this, attr, true)
}

fn set_id(cx: &mut Cx, node: &Node, attr: Option<Node>, is_id: bool) -> PhpResult<()> {
    match attr {
        Some(attr) => attr.set_id(is_id),
        None => refuse(cx, node, Code::NotFound)?,
    }
    Ok(())
}

/// `DOMElement::setIdAttribute()`
pub(crate) fn set_id_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, is_id: bool) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    let attr = node.attribute_ns(None, name.as_bytes());
    set_id(cx, &node, attr, is_id)
}

/// `DOMElement::setIdAttributeNS()`
pub(crate) fn set_id_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: &PhpStr, name: &PhpStr, is_id: bool) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    let attr = node.attribute_ns(ns_of(Some(ns)), name.as_bytes());
    set_id(cx, &node, attr, is_id)
}

/// `DOMElement::setIdAttributeNode()`
pub(crate) fn set_id_attribute_node(cx: &mut Cx, this: &PhpObject, attr: &PhpObject, is_id: bool) -> PhpResult<()> {
    let (node, own) = (this_node(cx, this)?, this_node(cx, attr)?);
    let own = (own.parent().as_ref() == Some(&node)).then_some(own);
    set_id(cx, &node, own, is_id)
}

/// `DOMElement::toggleAttribute()`
pub(crate) fn toggle_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, force: Option<bool>) -> PhpResult<bool> {
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let node = this_node(cx, this)?;
    let folds = node.document().kind() == kind::HTML_DOCUMENT && (node.ns().is_none() || node.has_ns(Some(crate::modern::HTML)));
    let lower = PhpStr::new(&name.as_bytes().to_ascii_lowercase());
    let name = if folds { &lower } else { name };
    let there = find(&node, name.as_bytes()).is_some();
    match (there, force) {
        (false, Some(true) | None) => {
            put_attribute(cx, &node, name.as_bytes(), b"")?;
            Ok(true)
        }
        (false, Some(false)) => Ok(false),
        (true, Some(false) | None) => {
            remove_attribute(cx, this, name)?;
            Ok(false)
        }
        (true, Some(true)) => Ok(true),
    }
}

/// Puts a node beside or into an element. `None`: there is no such place.
fn insert_adjacent(cx: &mut Cx, node: &Node, place: &PhpStr, new: &Node) -> PhpResult<Option<Node>> {
    let lower = place.as_bytes().to_ascii_lowercase();
    let (parent, before) = match &lower[..] {
        b"beforebegin" => (node.parent(), Some(node.clone())),
        b"afterbegin" => (Some(node.clone()), node.first_child()),
        b"beforeend" => (Some(node.clone()), None),
        b"afterend" => (node.parent(), node.next()),
        _ => return Err(dom_error(cx, Code::Syntax)),
    };
    let Some(parent) = parent else { return Ok(None) };
    if parent.document() != new.document() {
        new.unlink();
        parent.document().adopt(new);
    }
    if !crate::insert::check(cx, &parent, new, true)? {
        return Ok(None);
    }
    crate::insert::put(&parent, new, before.as_ref());
    Ok(Some(new.clone()))
}

/// `DOMElement::insertAdjacentElement()`
pub(crate) fn insert_adjacent_element(cx: &mut Cx, this: &PhpObject, place: &PhpStr, element: &PhpObject) -> PhpResult<Value> {
    let (node, new) = (this_node(cx, this)?, this_node(cx, element)?);
    let done = insert_adjacent(cx, &node, place, &new)?;
    value_for(cx, done)
}

/// `DOMElement::insertAdjacentText()`
pub(crate) fn insert_adjacent_text(cx: &mut Cx, this: &PhpObject, place: &PhpStr, data: &PhpStr) -> PhpResult<()> {
    let node = this_node(cx, this)?;
    let Some(new) = node.document().new_text(data.as_bytes()) else { return Ok(()) };
    insert_adjacent(cx, &node, place, &new).map(|_| ())
}
