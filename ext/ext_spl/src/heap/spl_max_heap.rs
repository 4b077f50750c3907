//! `SplMaxHeap`: the comparison by which the largest element comes first.

use crate::prelude::*;

/// `SplMaxHeap::compare()`
pub(crate) fn compare(cx: &mut Cx, _: &PhpObject, value1: &Value, value2: &Value) -> PhpResult<i64> {
    compare::compare(cx, value1, value2).map(i64::from)
}
