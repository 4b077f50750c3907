//! `DOMDocument`: making nodes, and what else concerns whole documents. Reading and writing are in `load`.

use crate::element;
use crate::marks;
use crate::object::attach;
use crate::prelude::*;

pub(crate) use crate::load::{
    load, load_html, load_html_file, load_xml, relax_ng_validate, relax_ng_validate_source, save, save_html, save_html_file, save_xml,
    schema_validate, schema_validate_source, validate, xinclude,
};

/// `DOMDocument::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, version: &PhpStr, encoding: &PhpStr) -> PhpResult<()> {
    let Some(document) = Node::new_document(version.as_bytes()) else { return Err(dom_error(cx, Code::InvalidState)) };
    if !encoding.is_empty() {
        document.set_encoding(Some(encoding.as_bytes()));
    }
    if let Some(old) = node_of(this) {
        document.shared().set_extra(props(&old));
        document.mark(old.marks());
    }
    attach(this, Some(document));
    Ok(())
}

/// Prefix and local name, where both are there.
pub(crate) fn split_qname(name: &[u8]) -> (Option<Vec<u8>>, Vec<u8>) {
    let (prefix, local) = names::split(name);
    (prefix.map(<[u8]>::to_vec), local.to_vec())
}

/// Prefix and local name of a name that fits its namespace.
pub(crate) fn check_qname(cx: &mut Cx, href: Option<&[u8]>, name: &[u8]) -> PhpResult<(Option<Vec<u8>>, Vec<u8>)> {
    let href = href.filter(|href| !href.is_empty());
    let (prefix, local) = split_qname(name);
    let plain = prefix.is_none() && href.is_none();
    if name.is_empty() || (!plain && !names::is_qname(name)) || (prefix.is_some() && href.is_none()) {
        return Err(dom_error(cx, Code::Namespace));
    }
    let of_xmlns = href == Some(b"http://www.w3.org/2000/xmlns/");
    let says_xmlns = prefix.as_deref() == Some(b"xmlns") || (prefix.is_none() && name == b"xmlns");
    let wrong = (prefix.as_deref() == Some(b"xml") && href != Some(b"http://www.w3.org/XML/1998/namespace")) || of_xmlns != says_xmlns;
    if wrong && !plain {
        return Err(dom_error(cx, Code::Namespace));
    }
    if !names::is_name(&local) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    Ok((prefix, local))
}

/// A new element of a namespace.
pub(crate) fn element_ns(cx: &mut Cx, document: &Node, href: Option<&[u8]>, name: &[u8]) -> PhpResult<Node> {
    let (prefix, local) = check_qname(cx, href, name)?;
    let Some(element) = document.new_element(&local) else { return Err(dom_error(cx, Code::InvalidState)) };
    if let Some(href) = href.filter(|href| !href.is_empty()) {
        element.set_ns(prefix.as_deref(), Some(href), true);
    }
    Ok(element)
}

/// Refuses a name; `false` if the document only warns.
fn bad_name(cx: &mut Cx, document: &Node) -> PhpResult<Value> {
    refuse(cx, document, Code::InvalidCharacter)?;
    Ok(Value::FALSE)
}

/// `DOMDocument::createElement()`
pub(crate) fn create_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(name.as_bytes()) {
        return bad_name(cx, &document);
    }
    let new = document.new_element(name.as_bytes());
    if let Some(new) = &new
        && !value.is_empty()
    {
        new.set_parsed_text(value.as_bytes());
    }
    report(cx)?;
    value_for(cx, new)
}

/// `DOMDocument::createElementNS()`
pub(crate) fn create_element_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr, value: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    let new = element_ns(cx, &document, bytes(ns), name.as_bytes())?;
    if !value.is_empty() {
        new.set_parsed_text(value.as_bytes());
    }
    value_for(cx, Some(new))
}

/// `DOMDocument::createAttribute()`
pub(crate) fn create_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(name.as_bytes()) {
        return bad_name(cx, &document);
    }
    let new = document.new_attribute(name.as_bytes(), b"");
    value_for(cx, new)
}

/// `DOMDocument::createAttributeNS()`
pub(crate) fn create_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if document.root().is_none() {
        cx.builtin_warning("Document Missing Root Element");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let href = bytes(ns).filter(|href| !href.is_empty());
    let (prefix, local) = check_qname(cx, href, name.as_bytes())?;
    let new = document.new_attribute(&local, b"");
    // The root declares the namespace at once, whether the attribute gets into the document or not.
    if let (Some(new), Some(href), Some(root)) = (&new, href, document.root()) {
        let prefix = root.lookup_href(href).and_then(|ns| ns.prefix).unwrap_or_else(|| {
            let wanted = prefix.unwrap_or_else(|| b"default".to_vec());
            let free = if element::declares(&root, Some(&wanted)) { element::free_prefix(&root) } else { wanted };
            root.declare_ns(Some(&free), href);
            free
        });
        new.set_ns(Some(&prefix), Some(href), false);
    }
    value_for(cx, new)
}

/// `DOMDocument::createTextNode()`
pub(crate) fn create_text_node(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<Value> {
    let new = this_node(cx, this)?.new_text(data.as_bytes());
    value_for(cx, new)
}

/// `DOMDocument::createCDATASection()`
pub(crate) fn create_cdata_section(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<Value> {
    let new = this_node(cx, this)?.new_cdata(data.as_bytes());
    value_for(cx, new)
}

/// `DOMDocument::createComment()`
pub(crate) fn create_comment(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<Value> {
    let new = this_node(cx, this)?.new_comment(data.as_bytes());
    value_for(cx, new)
}

/// `DOMDocument::createDocumentFragment()`
pub(crate) fn create_document_fragment(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let new = this_node(cx, this)?.new_fragment();
    value_for(cx, new)
}

/// `DOMDocument::createEntityReference()`
pub(crate) fn create_entity_reference(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(name.as_bytes()) {
        return bad_name(cx, &document);
    }
    let new = document.new_reference(name.as_bytes());
    value_for(cx, new)
}

/// `DOMDocument::createProcessingInstruction()`
pub(crate) fn create_processing_instruction(cx: &mut Cx, this: &PhpObject, target: &PhpStr, data: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(target.as_bytes()) {
        return bad_name(cx, &document);
    }
    let new = document.new_instruction(target.as_bytes(), Some(data.as_bytes()).filter(|data| !data.is_empty()));
    value_for(cx, new)
}

/// `DOMDocument::getElementById()`
pub(crate) fn get_element_by_id(cx: &mut Cx, this: &PhpObject, id: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    value_for(cx, document.find_by_id(id.as_bytes()))
}

/// `DOMDocument::importNode()`
pub(crate) fn import_node(cx: &mut Cx, this: &PhpObject, node: &PhpObject, deep: bool) -> PhpResult<Value> {
    let (document, node) = (this_node(cx, this)?, this_node(cx, node)?);
    if node.is_document() {
        cx.builtin_warning("Cannot import: Node Type Not Supported");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    if node.document() == document {
        return value_for(cx, Some(node));
    }
    match document.copy_of(&node, if deep { 1 } else { 2 }) {
        Some(copy) => {
            if let (kind::ATTRIBUTE, Some(ns), Some(root)) = (node.kind(), node.ns(), document.root()) {
                let href = ns.href.unwrap_or_default();
                let known = root.lookup_href(&href).and_then(|known| known.prefix);
                let taken = root.lookup_prefix(ns.prefix.as_deref()).is_some_and(|other| other.href.as_deref() != Some(&href[..]));
                let own = if taken { Some(b"default".to_vec()) } else { ns.prefix };
                if known.is_none() {
                    root.declare_ns(own.as_deref(), &href);
                }
                copy.set_ns(known.or(own).as_deref(), Some(&href), false);
            }
            value_for(cx, Some(copy))
        }
        None => Ok(Value::FALSE),
    }
}

/// `DOMDocument::adoptNode()`
pub(crate) fn adopt_node(cx: &mut Cx, this: &PhpObject, node: &PhpObject) -> PhpResult<Value> {
    let (document, own) = (this_node(cx, this)?, this_node(cx, node)?);
    if matches!(own.kind(), kind::DOCUMENT | kind::HTML_DOCUMENT | kind::DTD | kind::ENTITY_DECL | kind::NOTATION) {
        refuse(cx, &document, Code::NotSupported)?;
        return Ok(Value::FALSE);
    }
    own.unlink();
    document.adopt(&own);
    Ok(Value::object(node.clone()))
}

/// `DOMDocument::normalizeDocument()`
pub(crate) fn normalize_document(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    crate::node::normalize_tree(&this_node(cx, this)?);
    Ok(())
}

/// `DOMDocument::registerNodeClass()`
pub(crate) fn register_node_class(cx: &mut Cx, this: &PhpObject, base: &PhpStr, extended: Option<&PhpStr>) -> PhpResult<bool> {
    let document = this_node(cx, this)?;
    let base_class = class_argument(cx, 1, base)?;
    let modern = crate::marks::is_modern(&document);
    let node_class = if modern { cx.builtin_class("Dom\\Node") } else { cx.builtin_class("DOMNode") };
    if !base_class.is_subclass_of(node_class) || base_class.builtin.is_none() {
        let given = convert::class_text(base_class);
        let wanted = convert::class_text(node_class);
        return Err(cx.argument_type_error(1, format!("must be a class name derived from {wanted}, {given} given")));
    }
    if modern && base_class.flags.has(loxo_runtime::ClassFlags::ABSTRACT) {
        return Err(cx.argument_value_error(1, "must not be an abstract class"));
    }
    let class = match extended {
        Some(name) => Some(class_argument(cx, 2, name)?),
        None => None,
    };
    if let Some(class) = class {
        if !class.is_subclass_of(base_class) {
            let (base, given) = (convert::class_text(base_class), convert::class_text(class));
            return Err(cx.argument_type_error(2, format!("must be a class name derived from {base} or null, {given} given")));
        }
        if !class.is_instantiable() {
            return Err(cx.argument_value_error(2, "must not be an abstract class"));
        }
    }
    let props = props(&document);
    let mut classes = props.classes.borrow_mut();
    classes.retain(|(base, _)| !base.same(base_class));
    if let Some(class) = class {
        classes.push((base_class, class));
        document.mark(marks::MAPPED);
    }
    Ok(true)
}

fn class_argument(cx: &mut Cx, number: usize, name: &PhpStr) -> PhpResult<&'static Class> {
    match cx.class(name.as_bytes())? {
        Some(class) => Ok(class),
        None => {
            let or_null = if number == 2 { " or null" } else { "" };
            let text = [b"must be a valid class name", or_null.as_bytes(), b", ", name.as_bytes(), b" given"].concat();
            Err(cx.argument_type_error(number, text))
        }
    }
}
