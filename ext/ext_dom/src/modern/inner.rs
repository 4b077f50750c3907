//! `Dom\Element::$innerHTML`: serializes what is in an element, and parses what is assigned, as HTML or XML by the document's kind.

use loxo_libxml_sys::{Source, parse_xml};

use super::insert::{check, put};
use super::node::locate_namespace;
use super::{XMLNS, in_html_document, is_html, xml_text};
use crate::errors::dom_error_saying;
use crate::html;
use crate::prelude::*;

pub(crate) fn read(cx: &mut Cx, element: &Node) -> PhpResult<Value> {
    if in_html_document(element) {
        return Ok(text(html::serialize::inner(element)));
    }
    let how = xml_text::How { format: false, well_formed: true, no_empty: false, declaration: false };
    let mut all = Vec::new();
    for child in element.children() {
        match xml_text::write(cx, &child, &how)? {
            Some(written) => all.extend(written),
            None => return Err(dom_error_saying(cx, Code::Syntax, "The resulting XML serialization is not well-formed")),
        }
    }
    Ok(text(all))
}

pub(crate) fn write(cx: &mut Cx, element: &Node, source: &[u8]) -> PhpResult<()> {
    let fragment = if in_html_document(element) {
        match html::parse_fragment(element, source) {
            Some(fragment) => fragment,
            None => return Err(dom_error(cx, Code::InvalidState)),
        }
    } else {
        parse_xml_fragment(cx, element, source)?
    };
    let target = match is_html(element, b"template") {
        true => element.make_template().unwrap_or_else(|| element.clone()),
        false => element.clone(),
    };
    target.remove_children();
    check(cx, &target, &fragment, None)?;
    put(&target, &fragment, None);
    Ok(())
}

/// The text between the tags of the element, with the namespaces that are in scope there.
fn parse_xml_fragment(cx: &mut Cx, element: &Node, source: &[u8]) -> PhpResult<Node> {
    let name = element.qualified_name();
    let mut whole = [b"<", &name[..]].concat();
    let mut declare = |prefix: Option<&[u8]>, href: &[u8]| {
        whole.extend(b" xmlns");
        if let Some(prefix) = prefix {
            whole.push(b':');
            whole.extend(prefix);
        }
        whole.extend(b"=\"");
        for byte in href {
            match byte {
                b'&' => whole.extend(b"&amp;"),
                b'<' => whole.extend(b"&lt;"),
                b'"' => whole.extend(b"&quot;"),
                _ => whole.push(*byte),
            }
        }
        whole.push(b'"');
    };
    let mut seen = Vec::new();
    let up = std::iter::successors(Some(element.clone()), Node::parent).filter(Node::is_element);
    for node in up {
        let declared = node.attributes().into_iter().filter_map(|attr| {
            let ns = attr.ns().filter(|ns| ns.href.as_deref() == Some(XMLNS))?;
            ns.prefix.map(|_| (attr.name(), attr.content()))
        });
        let own = node.ns().and_then(|ns| Some((ns.prefix?, ns.href?)));
        for (prefix, href) in own.into_iter().chain(declared) {
            if prefix != b"xml" && !href.is_empty() && !seen.contains(&prefix) {
                declare(Some(&prefix), &href);
                seen.push(prefix);
            }
        }
    }
    if let Some(href) = locate_namespace(element, None) {
        declare(None, &href);
    }
    whole.push(b'>');
    whole.extend(source);
    whole.extend([b"</", &name[..], b">"].concat());
    let parsed = parse_xml(Source { text: &whole, name: None, folder: None, encoding: Some(b"UTF-8"), options: (1 << 21) | 32 | 64 });
    let errors = loxo_libxml_sys::errors::take();
    let bad_namespaces = errors.iter().any(|error| error.domain == loxo_libxml_sys::errors::domain::NAMESPACE && error.level > 1);
    let document = parsed.doc.filter(|_| parsed.well_formed && !bad_namespaces);
    let root = document.as_ref().and_then(Node::root).filter(|root| root.prev().is_none() && root.next().is_none());
    let (Some(_), Some(root), Some(fragment)) = (&document, root, element.document().new_fragment()) else {
        return Err(dom_error_saying(cx, Code::Syntax, "XML fragment is not well-formed"));
    };
    // What the outermost element declares is there already.
    for child in root.children() {
        child.declarations_to_attributes();
        if let Some(copy) = element.document().plain_copy(&child, true) {
            fragment.insert(&copy, None);
        }
    }
    Ok(fragment)
}
