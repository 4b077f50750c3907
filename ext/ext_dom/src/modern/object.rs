//! What the classes have in common.

use crate::object::attach;
use crate::prelude::*;

/// Constructors that are there to be private.
pub(crate) fn no_constructor(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let class = convert::class_text(class_of(this));
    Err(cx.throw_error(format!("Cannot directly construct {class}, use document methods instead")))
}

/// The class of a node's objects.
pub(crate) fn class_for(cx: &Cx, node: &Node) -> Option<&'static Class> {
    Some(match node.kind() {
        kind::DOCUMENT => cx.builtin_class("Dom\\XMLDocument"),
        kind::HTML_DOCUMENT => cx.builtin_class("Dom\\HTMLDocument"),
        kind::DTD | kind::DOCTYPE => cx.builtin_class("Dom\\DocumentType"),
        kind::ELEMENT if node.has_ns(Some(super::HTML)) => cx.builtin_class("Dom\\HTMLElement"),
        kind::ELEMENT => cx.builtin_class("Dom\\Element"),
        kind::ATTRIBUTE => cx.builtin_class("Dom\\Attr"),
        kind::ENTITY_REF => cx.builtin_class("Dom\\EntityReference"),
        kind::PI => cx.builtin_class("Dom\\ProcessingInstruction"),
        kind::TEXT => cx.builtin_class("Dom\\Text"),
        kind::CDATA => cx.builtin_class("Dom\\CDATASection"),
        kind::COMMENT => cx.builtin_class("Dom\\Comment"),
        kind::FRAGMENT => cx.builtin_class("Dom\\DocumentFragment"),
        kind::ENTITY_DECL | kind::ENTITY => cx.builtin_class("Dom\\Entity"),
        kind::NOTATION => cx.builtin_class("Dom\\Notation"),
        _ => return None,
    })
}

/// The object of a new document.
pub(crate) fn show_document(cx: &mut Cx, document: Node) -> PhpResult<PhpObject> {
    document.mark(crate::marks::MODERN);
    let class = match document.kind() {
        kind::HTML_DOCUMENT => cx.builtin_class("Dom\\HTMLDocument"),
        _ => cx.builtin_class("Dom\\XMLDocument"),
    };
    let new = object::instantiate_raw(cx, class)?;
    attach(&new, Some(document));
    Ok(new)
}

/// A copy of a document: what it is, and with `deep` what is in it.
pub(crate) fn copy_document(node: &Node, deep: bool) -> Option<Node> {
    let copy = match node.kind() {
        kind::HTML_DOCUMENT => Node::new_html_document()?,
        _ => Node::new_document(&node.version().unwrap_or_else(|| b"1.0".to_vec()))?,
    };
    copy.set_encoding(node.encoding().as_deref());
    copy.set_url(node.url().as_deref());
    if node.standalone() >= 0 {
        copy.set_standalone(node.standalone() > 0);
    }
    if deep {
        for child in node.children() {
            if let Some(child) = copy.plain_copy(&child, true) {
                copy.insert(&child, None);
            }
        }
    }
    Some(copy)
}
