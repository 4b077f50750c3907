//! `DOMCharacterData`: changes to the text of text nodes and comments, where offsets count characters and not bytes.

use crate::prelude::*;

/// Characters in UTF-8 text; what is none counts by bytes.
pub(crate) fn length(value: &[u8]) -> usize {
    value.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// The byte at which a character begins.
fn byte_at(value: &[u8], characters: usize) -> usize {
    value.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80).nth(characters).map_or(value.len(), |(at, _)| at)
}

/// The text of a text node and its neighbours.
pub(crate) fn whole_text(node: &Node) -> Vec<u8> {
    let is_text = |node: &Node| matches!(node.kind(), kind::TEXT | kind::CDATA);
    let first = std::iter::successors(Some(node.clone()), |at| at.prev().filter(is_text)).last();
    let all = std::iter::successors(first, |at| at.next().filter(is_text));
    all.flat_map(|node| node.value().unwrap_or_default()).collect()
}

/// The text, split at two offsets.
fn split(cx: &mut Cx, node: &Node, offset: i64, count: i64) -> PhpResult<Option<[Vec<u8>; 3]>> {
    let value = node.value().unwrap_or_default();
    let total = length(&value);
    let (Ok(offset), Ok(count)) = (usize::try_from(offset), usize::try_from(count)) else {
        refuse(cx, node, Code::IndexSize)?;
        return Ok(None);
    };
    // In the classes of old, PHP's own numbers have to be a C int.
    let too_large = |number: usize| number > i32::MAX as usize && !crate::marks::is_modern(node);
    if offset > total || too_large(count) {
        refuse(cx, node, Code::IndexSize)?;
        return Ok(None);
    }
    let end = offset.saturating_add(count).min(total);
    let (from, to) = (byte_at(&value, offset), byte_at(&value, end));
    Ok(Some([value[..from].to_vec(), value[from..to].to_vec(), value[to..].to_vec()]))
}

/// `DOMCharacterData::appendData()`
pub(crate) fn append_data(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    let mut value = node.value().unwrap_or_default();
    value.extend(data.as_bytes());
    node.set_text(&value);
    Ok(true)
}

/// `DOMCharacterData::substringData()`
pub(crate) fn substring_data(cx: &mut Cx, this: &PhpObject, offset: i64, count: i64) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    Ok(split(cx, &node, offset, count)?.map_or(Value::FALSE, |[_, middle, _]| text(middle)))
}

/// `DOMCharacterData::insertData()`
pub(crate) fn insert_data(cx: &mut Cx, this: &PhpObject, offset: i64, data: &PhpStr) -> PhpResult<bool> {
    replace_data(cx, this, offset, 0, data)
}

/// `DOMCharacterData::deleteData()`
pub(crate) fn delete_data(cx: &mut Cx, this: &PhpObject, offset: i64, count: i64) -> PhpResult<bool> {
    replace_data(cx, this, offset, count, &PhpStr::empty())
}

/// `DOMCharacterData::replaceData()`
pub(crate) fn replace_data(cx: &mut Cx, this: &PhpObject, offset: i64, count: i64, data: &PhpStr) -> PhpResult<bool> {
    let node = this_node(cx, this)?;
    let Some([before, _, after]) = split(cx, &node, offset, count)? else { return Ok(false) };
    node.set_text(&[&before[..], data.as_bytes(), &after].concat());
    Ok(true)
}

/// Splits a text in two; the second part.
pub(crate) fn split_text(cx: &mut Cx, node: &Node, offset: i64) -> PhpResult<Option<Node>> {
    let value = node.value().unwrap_or_default();
    let at = usize::try_from(offset).ok().filter(|at| *at <= length(&value));
    let Some(at) = at else { return Ok(None) };
    let at = byte_at(&value, at);
    node.set_text(&value[..at]);
    let second = node.document().new_text(&value[at..]);
    if let (Some(second), Some(parent)) = (&second, node.parent()) {
        parent.insert(second, node.next().as_ref());
    }
    let _ = cx;
    Ok(second)
}
