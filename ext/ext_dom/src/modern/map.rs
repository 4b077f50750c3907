//! The items of `Dom\NamedNodeMap` and `Dom\DtdNamedNodeMap` by position; the rest is shared with the older class.

use crate::list;
use crate::prelude::*;

/// `item()`: positions that are no 32-bit numbers are none.
pub(crate) fn item(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<Value> {
    match usize::try_from(index) {
        Ok(index) if index <= i32::MAX as usize => Ok(list::item_at(cx, this, index)?.unwrap_or(Value::NULL)),
        _ => Ok(Value::NULL),
    }
}
