//! `IntlPartsIterator`: the pieces of a text between the boundaries that a break iterator finds.

use loxo_runtime::{Cx, PhpObject, PhpResult, Value};

use crate::iterator::breaks_of;

/// `IntlPartsIterator::getBreakIterator()`
pub(crate) fn get_break_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    breaks_of(cx, this)
}

/// `IntlPartsIterator::getRuleStatus()`
pub(crate) fn get_rule_status(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let breaks = breaks_of(cx, this)?;
    Ok(cx.call_method_named(&breaks, "getRuleStatus", &[])?.unwrap_or(Value::NULL))
}
