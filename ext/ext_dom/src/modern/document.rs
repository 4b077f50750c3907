//! `Dom\Document`: makes and imports nodes, and has what documents of HTML and XML share, such as `$body` and `$title`.

use super::{HTML, extract, given_ns, in_html_document};
use crate::errors::dom_error_saying;
use crate::object::is_homeless;
use crate::prelude::*;

fn made(cx: &mut Cx, node: Option<Node>) -> PhpResult<Value> {
    match node {
        Some(node) => value_for(cx, Some(node)),
        None => Err(dom_error(cx, Code::InvalidState)),
    }
}

/// `Dom\Document::createElement()`
pub(crate) fn create_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let new = if in_html_document(&document) {
        let new = document.new_element(&name.as_bytes().to_ascii_lowercase());
        new.inspect(|new| new.set_ns(None, Some(HTML), false))
    } else {
        document.new_element(name.as_bytes())
    };
    made(cx, new)
}

/// `Dom\Document::createElementNS()`
pub(crate) fn create_element_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    let href = given_ns(ns);
    let (prefix, local) = extract(cx, href, name.as_bytes())?;
    let new = document.new_element(&local);
    made(cx, new.inspect(|new| new.set_ns(prefix.as_deref(), href, false)))
}

/// `Dom\Document::createAttribute()`
pub(crate) fn create_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if name.as_bytes().contains(&0) {
        return Err(cx.argument_value_error(1, "must not contain any null bytes"));
    }
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let name = if in_html_document(&document) { name.as_bytes().to_ascii_lowercase() } else { name.as_bytes().to_vec() };
    let new = document.new_attribute(&name, b"");
    made(cx, new)
}

/// `Dom\Document::createAttributeNS()`
pub(crate) fn create_attribute_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    let href = given_ns(ns);
    let (prefix, local) = extract(cx, href, name.as_bytes())?;
    let new = document.new_attribute(&local, b"");
    made(cx, new.inspect(|new| new.set_ns(prefix.as_deref(), href, false)))
}

/// `Dom\Document::createCDATASection()`
pub(crate) fn create_cdata_section(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if in_html_document(&document) {
        return Err(dom_error_saying(cx, Code::NotSupported, "This operation is not supported for HTML documents"));
    }
    if data.as_bytes().windows(3).any(|part| part == b"]]>") {
        return Err(dom_error_saying(cx, Code::InvalidCharacter, "Invalid character sequence \"]]>\" in CDATA section"));
    }
    made(cx, document.new_cdata(data.as_bytes()))
}

/// `Dom\Document::createProcessingInstruction()`
pub(crate) fn create_processing_instruction(cx: &mut Cx, this: &PhpObject, target: &PhpStr, data: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    if !names::is_name(target.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    if data.as_bytes().windows(2).any(|part| part == b"?>") {
        return Err(dom_error_saying(cx, Code::InvalidCharacter, "Invalid character sequence \"?>\" in processing instruction"));
    }
    made(cx, document.new_instruction(target.as_bytes(), Some(data.as_bytes())))
}

/// `Dom\Document::getElementById()`
pub(crate) fn get_element_by_id(cx: &mut Cx, this: &PhpObject, id: &PhpStr) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    value_for(cx, document.find_by_id(id.as_bytes()))
}

fn import(cx: &mut Cx, document: &Node, node: &Node, deep: bool) -> PhpResult<Value> {
    if node.is_document() {
        return Err(dom_error(cx, Code::NotSupported));
    }
    if node.document() == *document {
        return value_for(cx, Some(node.clone()));
    }
    made(cx, document.plain_copy(node, deep))
}

/// `Dom\Document::importNode()`
pub(crate) fn import_node(cx: &mut Cx, this: &PhpObject, node: Option<&PhpObject>, deep: bool) -> PhpResult<Value> {
    let document = this_node(cx, this)?;
    let Some(node) = node else {
        return Err(cx.argument_type_error(1, "must be of type Dom\\Node, null given"));
    };
    let node = this_node(cx, node)?;
    import(cx, &document, &node, deep)
}

/// `Dom\Document::importLegacyNode()`
pub(crate) fn import_legacy_node(cx: &mut Cx, this: &PhpObject, node: &PhpObject, deep: bool) -> PhpResult<Value> {
    let (document, node) = (this_node(cx, this)?, this_node(cx, node)?);
    if node.is_document() {
        return Err(dom_error(cx, Code::NotSupported));
    }
    // The declarations of the old tree become attributes of the copy.
    let copy = document.copy_of(&node, if deep { 1 } else { 2 });
    if let Some(copy) = &copy {
        copy.declarations_to_attributes();
    }
    made(cx, copy)
}

/// `Dom\Document::adoptNode()`
pub(crate) fn adopt_node(cx: &mut Cx, this: &PhpObject, node: &PhpObject) -> PhpResult<PhpObject> {
    let (document, own) = (this_node(cx, this)?, this_node(cx, node)?);
    if own.is_document() || matches!(own.kind(), kind::DOCTYPE | kind::DTD | kind::ENTITY_DECL | kind::NOTATION) {
        return Err(dom_error(cx, Code::NotSupported));
    }
    own.unlink();
    document.adopt(&own);
    debug_assert!(!is_homeless(&own));
    Ok(node.clone())
}

/// `Dom\Document::registerNodeClass()`
pub(crate) fn register_node_class(cx: &mut Cx, this: &PhpObject, base: &PhpStr, extended: Option<&PhpStr>) -> PhpResult<()> {
    crate::document::register_node_class(cx, this, base, extended).map(drop)
}

/// The `body` (or `frameset`) or `head` of a document of HTML.
pub(crate) fn part(document: &Node, names: &[&[u8]]) -> Option<Node> {
    let root = document.root().filter(|root| super::is_html(root, b"html"))?;
    root.children().find(|child| names.iter().any(|name| super::is_html(child, name)))
}

const BODY: &[&[u8]] = &[b"body", b"frameset"];

/// `Dom\Document::$body`
pub(crate) fn body(document: &Node) -> Option<Node> {
    part(document, BODY)
}

pub(crate) fn set_body(cx: &mut Cx, document: &Node, value: &Value) -> PhpResult<()> {
    let new = value.as_object().and_then(node_of).filter(|node| BODY.iter().any(|name| node.has_name(name)));
    let Some(new) = new else {
        return Err(dom_error_saying(cx, Code::Hierarchy, "The new body must either be a body or a frameset tag"));
    };
    let old = body(document);
    if old.as_ref() == Some(&new) {
        return Ok(());
    }
    let (parent, before) = match &old {
        Some(old) => (old.parent(), old.next().filter(|next| *next != new)),
        None => (document.root(), None),
    };
    let Some(parent) = parent else {
        return Err(dom_error_saying(cx, Code::Hierarchy, "A body can only be set if there is a document element"));
    };
    if new.contains(&parent) {
        return Err(dom_error(cx, Code::Hierarchy));
    }
    if let Some(old) = old {
        old.unlink();
    }
    parent.insert(&new, before.as_ref());
    Ok(())
}

fn svg_title(root: &Node) -> Option<Node> {
    root.children().find(|child| child.is_element() && child.has_name(b"title") && child.has_ns(Some(super::SVG)))
}

fn is_svg(root: &Node) -> bool {
    root.has_name(b"svg") && root.has_ns(Some(super::SVG))
}

fn html_title(document: &Node) -> Option<Node> {
    let mut at = document.first_child();
    while let Some(node) = at {
        if super::is_html(&node, b"title") {
            return Some(node);
        }
        at = crate::list::following(&node, document);
    }
    None
}

/// `Dom\Document::$title`
pub(crate) fn title(document: &Node) -> Vec<u8> {
    let Some(root) = document.root() else { return Vec::new() };
    let element = if is_svg(&root) { svg_title(&root) } else { html_title(document) };
    let texts = element.iter().flat_map(Node::children).filter(|child| matches!(child.kind(), kind::TEXT | kind::CDATA));
    let content: Vec<u8> = texts.flat_map(|child| child.value().unwrap_or_default()).collect();
    let words: Vec<&[u8]> = content.split(|byte| super::token_list::is_space(*byte)).filter(|word| !word.is_empty()).collect();
    words.join(&b' ')
}

pub(crate) fn set_title(document: &Node, value: &[u8]) {
    let Some(root) = document.root() else { return };
    let make = |href: &[u8]| {
        let new = document.new_element(b"title")?;
        new.set_ns(None, Some(href), false);
        Some(new)
    };
    let element = if is_svg(&root) {
        svg_title(&root).or_else(|| {
            let new = make(super::SVG)?;
            root.insert(&new, root.first_child().as_ref());
            Some(new)
        })
    } else if root.has_ns(Some(HTML)) {
        html_title(document).or_else(|| {
            let head = part(document, &[b"head"])?;
            let new = make(HTML)?;
            head.insert(&new, None);
            Some(new)
        })
    } else {
        None
    };
    if let Some(element) = element {
        super::properties::fill(&element, value);
    }
}
