//! "Natural order": numbers in strings compare as numbers.

use crate::prelude::*;

/// `strnatcmp()`
pub(crate) fn strnatcmp(_cx: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(compare::natural_compare(string1, string2, false) as i64)
}

/// `strnatcasecmp()`
pub(crate) fn strnatcasecmp(_cx: &mut Cx, string1: &PhpStr, string2: &PhpStr) -> PhpResult<i64> {
    Ok(compare::natural_compare(string1, string2, true) as i64)
}
