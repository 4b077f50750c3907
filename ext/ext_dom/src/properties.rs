//! The virtual properties of all classes of nodes.

use std::cell::Cell;

use loxo_runtime::object::declared_property;
use loxo_runtime::{IStr, KeyRef, Property};

use crate::marks::is_modern;
use crate::modern;
use crate::object::is_homeless;
use crate::prelude::*;
use crate::{character_data, list, map};

/// How a property is read.
#[derive(Clone, Copy)]
enum Way {
    /// It leads to a node.
    To(fn(&Node) -> Option<Node>),
    Name,
    Kind,
    /// It is deprecated.
    Old,
    ByName,
}

impl Way {
    fn of(property: &Property) -> Way {
        let of = || convert::class_text(property.class);
        match property.name.as_bytes() {
            b"nodeName" => Way::Name,
            b"nodeType" => Way::Kind,
            b"actualEncoding" => Way::Old,
            b"config" if of() == "DOMDocument" => Way::Old,
            b"encoding" | b"version" if of() == "DOMEntity" => Way::Old,
            name => relation(name).map_or(Way::ByName, Way::To),
        }
    }
}

/// A property of ours that was asked for: the class of the object, where the name stands in memory, the property.
type Known = (&'static Class, usize, &'static Property, Way);

/// How many properties are remembered. Programs walk over trees with a few of them.
const KNOWN: usize = 64;

thread_local! {
    static KNOWN_PROPERTIES: [Cell<Option<Known>>; KNOWN] = const { [const { Cell::new(None) }; KNOWN] };
}

/// The property of that name, if it is one of ours, and how it is read.
fn known_property(this: &PhpObject, name: &PhpStr) -> Option<(&'static Property, Way)> {
    let class = class_of(this);
    if !name.is_interned() {
        return virtual_property(class, name).map(|property| (property, Way::of(property)));
    }
    // Neither goes away: an address stands for one class, or for one name.
    let at = name.header_ptr().addr();
    let spread = (std::ptr::from_ref(class).addr() ^ at.rotate_left(7)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    KNOWN_PROPERTIES.with(|places| {
        let place = places.get(spread >> (usize::BITS - KNOWN.trailing_zeros()))?;
        if let Some((of, stands, property, way)) = place.get()
            && std::ptr::eq(of, class)
            && stands == at
        {
            return Some((property, way));
        }
        let property = virtual_property(class, name)?;
        let way = Way::of(property);
        place.set(Some((class, at, property, way)));
        Some((property, way))
    })
}

fn virtual_property(class: &'static Class, name: &PhpStr) -> Option<&'static Property> {
    let property = declared_property(class, name.as_bytes())?;
    (property.class.builtin.is_some() && !property.is_static()).then_some(property)
}

pub(crate) fn read(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Option<Value>> {
    let Some((property, way)) = known_property(this, name) else { return Ok(None) };
    if matches!(way, Way::Old) {
        let of = convert::class_text(property.class);
        cx.deprecated(format!("Property {of}::${} is deprecated", name.to_str_lossy()));
        cx.check()?;
    }
    let Some(node) = node_of(this) else {
        return match list::notation_of(this) {
            Some(notation) => Ok(Some(of_notation(notation, name.as_bytes()))),
            None => Err(dom_error(cx, Code::InvalidState)),
        };
    };
    let modern = is_modern(&node);
    if modern && let Some(kept) = modern::properties::kept(cx, this, &node, name.as_bytes())? {
        return Ok(Some(kept));
    }
    if !modern {
        match way {
            Way::To(which) => return value_for(cx, which(&node)).map(Some),
            Way::Name => return Ok(Some(node_name_text(&node))),
            Way::Kind => return Ok(Some(shown_kind(&node))),
            Way::Old | Way::ByName => {}
        }
    }
    match value_of(cx, &node, name.as_bytes(), modern) {
        Ok(None) => Ok(Some(Value::NULL)),
        found => found,
    }
}

/// How a property leads to a node; `None`: it does not lead to one.
fn relation(name: &[u8]) -> Option<fn(&Node) -> Option<Node>> {
    Some(match name {
        b"parentNode" => Node::parent,
        b"firstChild" => |node| shown_child(node, Node::first_child),
        b"lastChild" => |node| shown_child(node, Node::last_child),
        b"previousSibling" => Node::prev,
        b"nextSibling" => Node::next,
        _ => return None,
    })
}

/// `None`: it cannot be read of such a node.
fn value(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    value_of(cx, node, name, is_modern(node))
}

fn value_of(cx: &mut Cx, node: &Node, name: &[u8], modern: bool) -> PhpResult<Option<Value>> {
    if modern && let Some(found) = modern::properties::value(cx, node, name)? {
        return Ok(Some(found));
    }
    match of_node(cx, node, name) {
        Ok(None) => {}
        found => return found,
    }
    match node.kind() {
        kind::DOCUMENT | kind::HTML_DOCUMENT => of_document(cx, node, name),
        kind::ELEMENT => of_element(cx, node, name),
        kind::ATTRIBUTE => of_attribute(cx, node, name),
        _ => of_leaf(cx, node, name),
    }
}

fn of_node(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    if let Some(related) = relation(name) {
        return value_for(cx, related(node)).map(Some);
    }
    let found = match name {
        b"nodeName" => node_name_text(node),
        b"nodeType" => shown_kind(node),
        b"nodeValue" => node_value(node),
        b"parentElement" => value_for(cx, node.parent().filter(Node::is_element))?,
        b"childNodes" => Value::object(list::create(cx, node, list::Kind::Children(node.clone()))?),
        b"attributes" if node.is_element() => Value::object(map::create(cx, node, list::Kind::Attributes(node.clone()))?),
        b"attributes" => Value::NULL,
        b"isConnected" => Value::from(!is_homeless(node) && node.document().contains(node)),
        b"ownerDocument" if node.is_document() => Value::NULL,
        b"ownerDocument" if is_homeless(node) => return Ok(None),
        b"ownerDocument" => value_for(cx, Some(node.document()))?,
        b"namespaceURI" => opt_text(node.ns().and_then(|ns| ns.href)),
        b"prefix" if node.kind() != kind::NAMESPACE => text(node.ns().and_then(|ns| ns.prefix).unwrap_or_default()),
        b"localName" if matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE) => text(node.name()),
        b"localName" => Value::NULL,
        b"baseURI" => opt_text(node.base()),
        b"textContent" => text(text_content(node)),
        b"firstElementChild" => value_for(cx, node.children().find(Node::is_element))?,
        b"lastElementChild" => value_for(cx, std::iter::successors(node.last_child(), Node::prev).find(Node::is_element))?,
        b"childElementCount" => Value::from(node.children().filter(Node::is_element).count() as i64),
        b"previousElementSibling" => value_for(cx, std::iter::successors(node.prev(), Node::prev).find(Node::is_element))?,
        b"nextElementSibling" => value_for(cx, std::iter::successors(node.next(), Node::next).find(Node::is_element))?,
        b"schemaTypeInfo" | b"config" => Value::NULL,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// Children of what shows any.
fn shown_child(node: &Node, which: fn(&Node) -> Option<Node>) -> Option<Node> {
    match node.kind() {
        kind::DTD | kind::DOCTYPE | kind::PI | kind::COMMENT | kind::TEXT | kind::CDATA | kind::NOTATION => None,
        _ => which(node),
    }
}

fn shown_kind(node: &Node) -> Value {
    Value::from(i64::from(if node.kind() == kind::DTD { kind::DOCTYPE } else { node.kind() }))
}

/// `nodeName`
fn node_name_text(node: &Node) -> Value {
    if let Some(name) = name_of_kind(node.kind()) {
        return text(name);
    }
    node.with_names(|prefix, name| match prefix {
        [] => text(name),
        prefix => Value::string(PhpStr::concat(&[prefix, b":", name])),
    })
}

/// The name of nodes that have none of their own.
fn name_of_kind(kind: i32) -> Option<&'static str> {
    Some(match kind {
        kind::CDATA => "#cdata-section",
        kind::COMMENT => "#comment",
        kind::DOCUMENT | kind::HTML_DOCUMENT => "#document",
        kind::FRAGMENT => "#document-fragment",
        kind::TEXT => "#text",
        _ => return None,
    })
}

pub(crate) fn node_name(node: &Node) -> Vec<u8> {
    name_of_kind(node.kind()).map_or_else(|| node.qualified_name(), |name| name.as_bytes().to_vec())
}

fn node_value(node: &Node) -> Value {
    match node.kind() {
        kind::ELEMENT | kind::ATTRIBUTE | kind::TEXT | kind::COMMENT | kind::CDATA | kind::PI => text(node.content()),
        _ => Value::NULL,
    }
}

fn text_content(node: &Node) -> Vec<u8> {
    node.content()
}

fn of_document(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let own = props(node);
    let found = match name {
        b"doctype" => value_for(cx, node.doctype())?,
        b"implementation" => Value::object(cx.instantiate(cx.builtin_class("DOMImplementation"))?),
        b"documentElement" => value_for(cx, node.root())?,
        b"actualEncoding" | b"encoding" | b"xmlEncoding" => opt_text(node.encoding()),
        b"standalone" | b"xmlStandalone" => Value::from(node.standalone() > 0),
        b"version" | b"xmlVersion" => opt_text(node.version()),
        b"strictErrorChecking" => Value::from(own.strict_error.get()),
        b"documentURI" => opt_text(node.url()),
        b"formatOutput" => Value::from(own.format_output.get()),
        b"validateOnParse" => Value::from(own.validate_on_parse.get()),
        b"resolveExternals" => Value::from(own.resolve_externals.get()),
        b"preserveWhiteSpace" => Value::from(own.preserve_white_space.get()),
        b"recover" => Value::from(own.recover.get()),
        b"substituteEntities" => Value::from(own.substitute_entities.get()),
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn of_element(_: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let attribute = |name: &[u8]| text(node.attribute_ns(None, name).map(|attr| attr.content()).unwrap_or_default());
    Ok(Some(match name {
        b"tagName" => text(node.qualified_name()),
        b"className" => attribute(b"class"),
        b"id" => attribute(b"id"),
        _ => return Ok(None),
    }))
}

fn of_attribute(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    Ok(Some(match name {
        b"name" if is_modern(node) => text(node.qualified_name()),
        b"name" => text(node.name()),
        b"specified" => Value::from(true),
        b"value" => text(node.content()),
        b"ownerElement" => value_for(cx, node.parent())?,
        _ => return Ok(None),
    }))
}

fn of_leaf(cx: &mut Cx, node: &Node, name: &[u8]) -> PhpResult<Option<Value>> {
    let found = match (node.kind(), name) {
        (kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI, b"data") => text(node.value().unwrap_or_default()),
        (kind::TEXT | kind::CDATA | kind::COMMENT, b"length") => {
            Value::from(character_data::length(&node.value().unwrap_or_default()) as i64)
        }
        (kind::TEXT | kind::CDATA, b"wholeText") => text(character_data::whole_text(node)),
        (kind::PI, b"target") => text(node.name()),
        (kind::DTD, b"name") => text(node.name()),
        (kind::DTD, b"entities") => Value::object(map::create(cx, node, list::Kind::Entities(node.clone()))?),
        (kind::DTD, b"notations") => Value::object(map::create(cx, node, list::Kind::Notations(node.clone()))?),
        (kind::DTD, b"publicId") => text(node.external_ids().0.unwrap_or_default()),
        (kind::DTD, b"systemId") => text(node.external_ids().1.unwrap_or_default()),
        (kind::DTD, b"internalSubset") => internal_subset(node),
        (kind::ENTITY_DECL, b"publicId") => entity_id(node, node.external_ids().0),
        (kind::ENTITY_DECL, b"systemId") => entity_id(node, node.external_ids().1),
        (kind::ENTITY_DECL, b"notationName") => match node.entity() {
            Some((3, content)) => text(content.unwrap_or_default()),
            _ => Value::NULL,
        },
        (kind::ENTITY_DECL, b"actualEncoding" | b"encoding" | b"version") => Value::NULL,
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn of_notation(notation: &list::Notation, name: &[u8]) -> Value {
    match name {
        b"nodeName" => text(&notation.name),
        b"nodeType" => Value::from(i64::from(kind::NOTATION)),
        b"publicId" => text(notation.public.as_deref().unwrap_or_default()),
        b"systemId" => text(notation.system.as_deref().unwrap_or_default()),
        b"prefix" | b"textContent" => text(""),
        b"isConnected" => Value::from(false),
        _ => Value::NULL,
    }
}

/// Only unparsed entities show their identifiers.
fn entity_id(node: &Node, id: Option<Vec<u8>>) -> Value {
    if node.entity().is_some_and(|(of, _)| of == 3) { opt_text(id) } else { Value::NULL }
}

fn internal_subset(node: &Node) -> Value {
    let mut all = Vec::new();
    let mut any = false;
    for child in node.children() {
        any = true;
        all.extend(child.save(false, false).unwrap_or_default());
    }
    if any { text(all) } else { Value::NULL }
}

/// Which can be assigned to.
fn is_writable(node: &Node, name: &[u8]) -> bool {
    if is_modern(node) {
        return modern::properties::is_writable(node, name);
    }
    match name {
        b"nodeValue" | b"prefix" | b"textContent" => true,
        b"encoding"
        | b"standalone"
        | b"xmlStandalone"
        | b"version"
        | b"xmlVersion"
        | b"strictErrorChecking"
        | b"documentURI"
        | b"formatOutput"
        | b"validateOnParse"
        | b"resolveExternals"
        | b"preserveWhiteSpace"
        | b"recover"
        | b"substituteEntities" => node.is_document(),
        b"className" | b"id" => node.is_element(),
        b"value" => node.kind() == kind::ATTRIBUTE,
        b"data" => node.value().is_some(),
        _ => false,
    }
}

#[cold]
pub(crate) fn readonly(cx: &mut Cx, this: &PhpObject, name: &PhpStr, what: &str) -> Thrown {
    let class = convert::class_text(class_of(this));
    cx.throw_error(format!("Cannot {what} {class}::${}", name.to_str_lossy()))
}

pub(crate) fn write(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &Value) -> PhpResult<bool> {
    let Some((property, _)) = known_property(this, name) else { return Ok(false) };
    let Some(node) = node_of(this) else {
        let fixed = convert::class_text(property.class) == "DOMEntity";
        return Err(if fixed { readonly(cx, this, name, "modify readonly property") } else { dom_error(cx, Code::InvalidState) });
    };
    if !is_writable(&node, name.as_bytes()) {
        return Err(readonly(cx, this, name, "modify readonly property"));
    }
    let strict = (cx.hooks.strict)(cx);
    let value = object::coerce_property(cx, property, value.clone_deref(), strict)?;
    assign(cx, &node, name.as_bytes(), &value)?;
    Ok(true)
}

fn assign(cx: &mut Cx, node: &Node, name: &[u8], value: &Value) -> PhpResult<()> {
    if is_modern(node) && modern::properties::assign(cx, node, name, value)? {
        return Ok(());
    }
    let own = props(node);
    let on = value.is_true();
    let given = value.as_bytes();
    match name {
        b"nodeValue" if matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE | kind::TEXT | kind::COMMENT | kind::CDATA | kind::PI) => {
            set_parsed(cx, node, given.unwrap_or_default())?;
        }
        b"textContent" if !matches!(node.kind(), kind::DOCUMENT | kind::HTML_DOCUMENT | kind::DTD) => {
            set_content(node, given.unwrap_or_default());
            if given.is_none_or(<[u8]>::is_empty) && matches!(node.kind(), kind::ELEMENT | kind::FRAGMENT) {
                node.add_empty_text();
            }
        }
        b"prefix" => set_prefix(cx, node, given.unwrap_or_default())?,
        b"value" if !is_modern(node) => set_parsed(cx, node, given.unwrap_or_default())?,
        b"value" | b"data" => set_content(node, given.unwrap_or_default()),
        b"className" | b"id" => {
            let attribute = if name == b"id" { &b"id"[..] } else { b"class" };
            let attr = crate::element::put_attribute(cx, node, attribute, given.unwrap_or_default())?;
            if let Some(attr) = attr.filter(|attr| name == b"id" && !attr.is_id()) {
                attr.mark_id();
            }
        }
        b"encoding" => return set_encoding(cx, node, given),
        b"standalone" | b"xmlStandalone" => node.set_standalone(on),
        b"version" | b"xmlVersion" => node.set_version(given.unwrap_or(b"1.0")),
        b"documentURI" => node.set_url(given),
        b"strictErrorChecking" => own.strict_error.set(on),
        b"formatOutput" => own.format_output.set(on),
        b"validateOnParse" => own.validate_on_parse.set(on),
        b"resolveExternals" => own.resolve_externals.set(on),
        b"preserveWhiteSpace" => own.preserve_white_space.set(on),
        b"recover" => own.recover.set(on),
        b"substituteEntities" => own.substitute_entities.set(on),
        _ => {}
    }
    Ok(())
}

fn set_content(node: &Node, value: &[u8]) {
    node.set_text(value);
}

/// References to entities mean what they say, with the old classes.
fn set_parsed(cx: &mut Cx, node: &Node, value: &[u8]) -> PhpResult<()> {
    if is_modern(node) || !matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE) {
        set_content(node, value);
        return Ok(());
    }
    let is_id = node.is_id();
    node.set_parsed_text(value);
    if value.is_empty() {
        node.add_empty_text();
    }
    if is_id {
        node.mark_id();
    }
    report(cx)
}

pub(crate) fn set_encoding(cx: &mut Cx, node: &Node, value: Option<&[u8]>) -> PhpResult<()> {
    if let Some(value) = value
        && loxo_libxml_sys::names::is_encoding(value)
    {
        node.set_encoding(Some(value));
        return Ok(());
    }
    Err(cx.value_error("Invalid document encoding"))
}

fn set_prefix(cx: &mut Cx, node: &Node, prefix: &[u8]) -> PhpResult<()> {
    if !matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE) {
        return Ok(());
    }
    let Some(ns) = node.ns() else {
        return if prefix.is_empty() { Ok(()) } else { Err(dom_error(cx, Code::Namespace)) };
    };
    let end = prefix.iter().position(|byte| *byte == 0).unwrap_or(prefix.len());
    let prefix = Some(&prefix[..end]).filter(|prefix| !prefix.is_empty());
    if ns.prefix.as_deref() == prefix {
        return Ok(());
    }
    let href = ns.href.unwrap_or_default();
    let wrong = (prefix == Some(b"xml") && href != b"http://www.w3.org/XML/1998/namespace")
        || (node.kind() == kind::ATTRIBUTE && prefix == Some(b"xmlns") && href != b"http://www.w3.org/2000/xmlns/")
        || (node.kind() == kind::ATTRIBUTE && node.has_name(b"xmlns"));
    let holder = if node.is_element() { Some(node.clone()) } else { node.parent() };
    let taken = holder
        .is_some_and(|holder| holder.ns_defs().iter().any(|own| own.prefix.as_deref() == prefix && own.href.as_deref() != Some(&href[..])));
    if wrong || taken {
        return Err(dom_error(cx, Code::Namespace));
    }
    node.set_ns(prefix, Some(&href), true);
    Ok(())
}

pub(crate) fn has(cx: &mut Cx, this: &PhpObject, name: &PhpStr, not_empty: bool) -> PhpResult<Option<bool>> {
    let Some(value) = read(cx, this, name)? else { return Ok(None) };
    Ok(Some(if not_empty { convert::to_bool(cx, &value)? } else { !value.is_null() }))
}

pub(crate) fn unset(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<bool> {
    if known_property(this, name).is_none() {
        return Ok(false);
    }
    Err(readonly(cx, this, name, "unset"))
}

/// All properties; objects in them are left out.
pub(crate) fn debug_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = own_members(this);
    if let Some(notation) = list::notation_of(this) {
        for name in property_names(this) {
            shown.set_sym(name.as_bytes(), of_notation(notation, name.as_bytes()));
        }
    }
    let Some(node) = node_of(this) else { return Ok(shown) };
    for name in property_names(this) {
        let Some(value) = value(cx, &node, name.as_bytes())? else { continue };
        shown.set_sym(name.as_bytes(), omitted(value));
    }
    Ok(shown)
}

pub(crate) fn omitted(value: Value) -> Value {
    if value.is_object() { text("(object value omitted)") } else { value }
}

/// What the program has added itself.
pub(crate) fn own_members(this: &PhpObject) -> PhpArray {
    let mut shown = PhpArray::new();
    for entry in object::declared_entries(this, false) {
        shown.set_ref(KeyRef::Str(&entry.key()), entry.value);
    }
    shown
}

/// Names of the virtual properties, own ones before inherited ones.
pub(crate) fn property_names(this: &PhpObject) -> Vec<IStr> {
    let mut names: Vec<IStr> = Vec::new();
    for class in std::iter::successors(Some(class_of(this)), |class| class.parent) {
        let Some(builtin) = class.builtin else { continue };
        names.extend(builtin.properties.iter().map(|property| IStr::new(property.name.as_bytes())));
    }
    names
}
