//! `Dom\CharacterData`, `Dom\Text`. Offsets are taken as unsigned 32-bit numbers, as the standard has them.

use crate::character_data;
use crate::prelude::*;

/// What a number means as one of 32 bits without sign.
fn unsigned(cx: &mut Cx, number: i64) -> PhpResult<i64> {
    if number > i64::from(i32::MAX) {
        return Err(dom_error(cx, Code::IndexSize));
    }
    Ok(i64::from(number as u32))
}

/// `Dom\CharacterData::substringData()`
pub(crate) fn substring_data(cx: &mut Cx, this: &PhpObject, offset: i64, count: i64) -> PhpResult<Value> {
    let (offset, count) = (unsigned(cx, offset)?, unsigned(cx, count)?);
    character_data::substring_data(cx, this, offset, count)
}

/// `Dom\CharacterData::appendData()`
pub(crate) fn append_data(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
    character_data::append_data(cx, this, data).map(drop)
}

/// `Dom\CharacterData::insertData()`
pub(crate) fn insert_data(cx: &mut Cx, this: &PhpObject, offset: i64, data: &PhpStr) -> PhpResult<()> {
    let offset = unsigned(cx, offset)?;
    character_data::insert_data(cx, this, offset, data).map(drop)
}

/// `Dom\CharacterData::deleteData()`
pub(crate) fn delete_data(cx: &mut Cx, this: &PhpObject, offset: i64, count: i64) -> PhpResult<()> {
    let count = unsigned(cx, count)?;
    character_data::delete_data(cx, this, offset, count).map(drop)
}

/// `Dom\CharacterData::replaceData()`
pub(crate) fn replace_data(cx: &mut Cx, this: &PhpObject, offset: i64, count: i64, data: &PhpStr) -> PhpResult<()> {
    let count = unsigned(cx, count)?;
    character_data::replace_data(cx, this, offset, count, data).map(drop)
}

/// `Dom\Text::splitText()`
pub(crate) fn split_text(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<Value> {
    let node = this_node(cx, this)?;
    if offset < 0 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to 0"));
    }
    match character_data::split_text(cx, &node, offset)? {
        Some(second) => value_for(cx, Some(second)),
        None => Err(dom_error(cx, Code::IndexSize)),
    }
}
