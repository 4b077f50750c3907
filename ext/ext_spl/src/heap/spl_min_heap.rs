//! `SplMinHeap`: the comparison by which the smallest element comes first.

use crate::prelude::*;

/// `SplMinHeap::compare()`
pub(crate) fn compare(cx: &mut Cx, _: &PhpObject, value1: &Value, value2: &Value) -> PhpResult<i64> {
    compare::compare(cx, value2, value1).map(i64::from)
}
