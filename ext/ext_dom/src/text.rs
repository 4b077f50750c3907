//! `DOMText`: the constructor, splitting, and whether there is nothing but blanks.

use crate::character_data;
use crate::object::{attach, hidden_document};
use crate::prelude::*;

/// `DOMText::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
    let new = hidden_document(cx)?.new_text(data.as_bytes());
    attach(this, new);
    Ok(())
}

/// `DOMText::isWhitespaceInElementContent()`
pub(crate) fn is_whitespace_in_element_content(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let value = this_node(cx, this)?.value().unwrap_or_default();
    Ok(value.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')))
}

/// `DOMText::splitText()`
pub(crate) fn split_text(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    if offset < 0 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    match character_data::split_text(cx, &node, offset)? {
        Some(second) => value_for(cx, Some(second)),
        None => Ok(Value::FALSE),
    }
}
