//! `dom_import_simplexml()` and its modern twin: the DOM node that a SimpleXML object shows.

use crate::marks;
use crate::marks::is_modern;
use crate::prelude::*;

/// `dom_import_simplexml()`
pub(crate) fn dom_import_simplexml(cx: &mut Cx, node: &PhpObject) -> PhpResult<Value> {
    let shown = ext_libxml::node_of(node);
    match shown.filter(|node| matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE)) {
        Some(node) if is_modern(&node) => Err(cx.argument_type_error(1, "must not be already imported as a Dom\\Node")),
        Some(node) => {
            node.mark(marks::SHOWN);
            value_for(cx, Some(node))
        }
        None => Err(cx.argument_type_error(1, "is not a valid node type")),
    }
}

/// `Dom\import_simplexml()`
pub(crate) fn import_simplexml(cx: &mut Cx, node: &PhpObject) -> PhpResult<Value> {
    let shown = ext_libxml::node_of(node);
    let Some(node) = shown.filter(|node| matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE)) else {
        return Err(cx.argument_type_error(1, "is not a valid node type"));
    };
    if !is_modern(&node) {
        if node.marks() & marks::SHOWN != 0 {
            return Err(cx.argument_type_error(1, "must not be already imported as a DOMNode"));
        }
        node.mark(marks::MODERN);
        node.document().declarations_to_attributes();
    }
    value_for(cx, Some(node))
}
