//! `DOMDocumentFragment`: the constructor, and `appendXML()`, which parses a piece of XML.

use crate::object::{attach, hidden_document};
use crate::prelude::*;

/// `DOMDocumentFragment::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let new = hidden_document(cx)?.new_fragment();
    attach(this, new);
    Ok(())
}

/// `DOMDocumentFragment::appendXML()`
pub(crate) fn append_xml(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    if crate::object::is_homeless(&node) {
        refuse(cx, &node, Code::NoModification)?;
        return Ok(false);
    }
    if data.is_empty() {
        return Ok(true);
    }
    let done = ext_libxml::reading(cx, || loxo_libxml_sys::parse_fragment(&node, data.as_bytes()));
    report_plain(cx)?;
    Ok(done)
}
