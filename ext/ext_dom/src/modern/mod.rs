//! The classes of the `Dom` namespace: the same trees as the DOM standard wants them. Declarations of namespaces are attributes here, and
//! nothing declares any behind one's back; documents are of HTML or of XML, and differ.
//!
//! Modules: `insert` (what may stand where), `properties`, `xml_text` (the standard's XML serialization), and one module per class.

pub(crate) mod character_data;
pub(crate) mod child_node;
pub(crate) mod collection;
pub(crate) mod document;
pub(crate) mod element;
pub(crate) mod fragment;
pub(crate) mod html_document;
pub(crate) mod implementation;
pub(crate) mod inner;
pub(crate) mod insert;
pub(crate) mod map;
pub(crate) mod namespaces;
pub(crate) mod node;
pub(crate) mod object;
pub(crate) mod parent_node;
pub(crate) mod properties;
pub(crate) mod token_list;
pub(crate) mod xml_document;
pub(crate) mod xml_text;

use crate::prelude::*;

pub(crate) const HTML: &[u8] = b"http://www.w3.org/1999/xhtml";
pub(crate) const SVG: &[u8] = b"http://www.w3.org/2000/svg";
pub(crate) const MATHML: &[u8] = b"http://www.w3.org/1998/Math/MathML";
pub(crate) const XML: &[u8] = b"http://www.w3.org/XML/1998/namespace";
pub(crate) const XMLNS: &[u8] = b"http://www.w3.org/2000/xmlns/";
pub(crate) const XLINK: &[u8] = b"http://www.w3.org/1999/xlink";

pub(crate) fn in_html_document(node: &Node) -> bool {
    node.document().kind() == kind::HTML_DOCUMENT
}

/// Is it an element of HTML with this name?
pub(crate) fn is_html(node: &Node, name: &[u8]) -> bool {
    node.is_element() && node.has_name(name) && node.has_ns(Some(HTML))
}

/// Names are in lower case for such elements.
pub(crate) fn folds_names(element: &Node) -> bool {
    element.has_ns(Some(HTML)) && in_html_document(element)
}

/// Prefix and local name of a qualified name that fits its namespace.
pub(crate) fn extract(cx: &mut Cx, href: Option<&[u8]>, name: &[u8]) -> PhpResult<(Option<Vec<u8>>, Vec<u8>)> {
    if !names::is_qname(name) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let (prefix, local) = crate::document::split_qname(name);
    let href = href.unwrap_or_default();
    let prefix_text = prefix.as_deref().unwrap_or_default();
    let says_xmlns = name == b"xmlns" || prefix_text == b"xmlns";
    let wrong = (prefix.is_some() && href.is_empty()) || (prefix_text == b"xml" && href != XML) || says_xmlns != (href == XMLNS);
    if wrong {
        return Err(dom_error(cx, Code::Namespace));
    }
    Ok((prefix, local))
}

/// A namespace as given: an empty one is none.
pub(crate) fn given_ns(ns: Option<&PhpStr>) -> Option<&[u8]> {
    bytes(ns).filter(|ns| !ns.is_empty())
}
