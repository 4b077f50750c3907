//! `Dom\DocumentFragment`: `appendXml()` parses a piece of XML into the fragment.

use crate::prelude::*;

/// `Dom\DocumentFragment::appendXml()`
pub(crate) fn append_xml(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    let last = node.last_child();
    let done = crate::fragment::append_xml(cx, this, data)?;
    let first = last.map_or_else(|| node.first_child(), |last| last.next());
    for new in std::iter::successors(first, Node::next) {
        new.declarations_to_attributes();
    }
    Ok(done)
}
