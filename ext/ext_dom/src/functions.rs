//! `dom_import_simplexml()`

use crate::prelude::*;

/// `dom_import_simplexml()`
pub(crate) fn dom_import_simplexml(cx: &mut Cx, node: &PhpObject) -> PhpResult<Value> {
    let shown = ext_libxml::node_of(node);
    match shown.filter(|node| matches!(node.kind(), kind::ELEMENT | kind::ATTRIBUTE)) {
        Some(node) => value_for(cx, Some(node)),
        None => Err(cx.argument_type_error(1, "is not a valid node type")),
    }
}
