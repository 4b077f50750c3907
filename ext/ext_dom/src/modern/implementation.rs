//! `Dom\Implementation`: makes document types and empty documents of XML and HTML.

use super::object::show_document;
use super::{HTML, extract, given_ns};
use crate::list::no_nul;
use crate::object::hidden_document;
use crate::prelude::*;

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { no_clone: true, ..ObjectHandlers::default() }
}

/// `Dom\Implementation::createDocumentType()`
pub(crate) fn create_document_type(cx: &mut Cx, _: &PhpObject, name: &PhpStr, public: &PhpStr, system: &PhpStr) -> PhpResult<Value> {
    for (number, given) in [(1, name), (2, public), (3, system)] {
        no_nul(cx, number, Some(given))?;
    }
    if !names::is_qname(name.as_bytes()) {
        return Err(dom_error(cx, Code::Namespace));
    }
    let document = hidden_document(cx)?;
    document.mark(crate::marks::MODERN);
    let given = |id: &PhpStr| (!id.is_empty()).then(|| id.as_bytes().to_vec());
    let doctype = document.create_doctype(name.as_bytes(), given(public).as_deref(), given(system).as_deref());
    match doctype {
        Some(doctype) => {
            doctype.unlink();
            value_for(cx, Some(doctype))
        }
        None => Err(dom_error(cx, Code::InvalidState)),
    }
}

/// `Dom\Implementation::createDocument()`
#[rustfmt::skip]
pub(crate) fn create_document(
    cx: &mut Cx, _: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr, doctype: Option<&PhpObject>,
) -> PhpResult<PhpObject> {
    no_nul(cx, 1, ns)?;
    no_nul(cx, 2, Some(name))?;
    let doctype = match doctype {
        Some(doctype) => Some(this_node(cx, doctype)?),
        None => None,
    };
    let Some(document) = Node::new_document(b"1.0") else { return Err(dom_error(cx, Code::InvalidState)) };
    document.mark(crate::marks::MODERN);
    document.set_encoding(Some(b"UTF-8"));
    let mut element = None;
    if !name.is_empty() {
        let href = given_ns(ns);
        let (prefix, local) = extract(cx, href, name.as_bytes())?;
        element = document.new_element(&local);
        if let Some(element) = &element {
            element.set_ns(prefix.as_deref(), href, false);
        }
    }
    for node in doctype.iter().chain(&element) {
        node.unlink();
        document.insert(node, None);
    }
    show_document(cx, document)
}

/// `Dom\Implementation::createHTMLDocument()`
pub(crate) fn create_html_document(cx: &mut Cx, _: &PhpObject, title: Option<&PhpStr>) -> PhpResult<PhpObject> {
    no_nul(cx, 1, title)?;
    let Some(document) = Node::new_html_document() else { return Err(dom_error(cx, Code::InvalidState)) };
    document.mark(crate::marks::MODERN);
    document.set_encoding(Some(b"UTF-8"));
    document.create_doctype(b"html", None, None);
    let add = |parent: &Node, name: &[u8]| {
        let element = document.new_element(name)?;
        element.set_ns(None, Some(HTML), false);
        parent.insert(&element, None);
        Some(element)
    };
    if let Some(root) = add(&document, b"html") {
        if let (Some(head), Some(title)) = (add(&root, b"head"), title)
            && let Some(element) = add(&head, b"title")
        {
            element.add_text(title.as_bytes(), None);
        }
        add(&root, b"body");
    }
    show_document(cx, document)
}
