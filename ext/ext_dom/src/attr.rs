//! `DOMAttr`: the constructor and `isId()`; its properties stand with those of all nodes.

use crate::object::{attach, hidden_document};
use crate::prelude::*;

/// `DOMAttr::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr) -> PhpResult<()> {
    if !names::is_name(name.as_bytes()) {
        return Err(dom_error(cx, Code::InvalidCharacter));
    }
    let new = hidden_document(cx)?.new_attribute(name.as_bytes(), value.as_bytes());
    attach(this, new);
    Ok(())
}

/// `DOMAttr::isId()`
pub(crate) fn is_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(this_node(cx, this)?.is_id())
}
