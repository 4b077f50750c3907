//! `dom_import_simplexml()`

use crate::prelude::*;

/// `dom_import_simplexml()`
pub(crate) fn dom_import_simplexml(cx: &mut Cx, node: &PhpObject) -> PhpResult<Value> {
    let shown = ext_libxml::node_of(node);
    match shown.filter(|node| matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE)) {
        Some(node) if props(&node).modern.get() => Err(cx.argument_type_error(1, "must not be already imported as a Dom\\Node")),
        Some(node) => {
            props(&node).shown.set(true);
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
    let own = props(&node);
    if !own.modern.get() {
        if own.shown.get() {
            return Err(cx.argument_type_error(1, "must not be already imported as a DOMNode"));
        }
        own.modern.set(true);
        node.document().declarations_to_attributes();
    }
    value_for(cx, Some(node))
}
