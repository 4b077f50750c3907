//! The orders of `sort()` and its family, by `SORT_*` flag.

use std::cmp::Ordering;

use loxo_value::{PhpStr, Value};

use super::{compare, natural_compare, order_floats};
use crate::convert;
use crate::{Cx, PhpResult};

/// `SORT_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortKind {
    Regular,
    Numeric,
    String,
    /// `SORT_STRING | SORT_FLAG_CASE`
    StringFold,
    Natural,
    /// `SORT_NATURAL | SORT_FLAG_CASE`
    NaturalFold,
    Locale,
}

impl SortKind {
    /// From the `$flags` argument.
    pub fn from_flags(flags: i64) -> SortKind {
        let fold = flags & 8 != 0;
        match flags & !8 {
            1 => SortKind::Numeric,
            2 if fold => SortKind::StringFold,
            2 => SortKind::String,
            5 => SortKind::Locale,
            6 if fold => SortKind::NaturalFold,
            6 => SortKind::Natural,
            _ => SortKind::Regular,
        }
    }
}

/// Compares two values in one of these orders.
#[inline]
pub fn sort_compare(cx: &mut Cx, kind: SortKind, a: &Value, b: &Value) -> PhpResult<Ordering> {
    match kind {
        SortKind::Regular => Ok(compare(cx, a, b)?.cmp(&0)),
        SortKind::Numeric => {
            let (a, b) = (convert::to_float(cx, a)?, convert::to_float(cx, b)?);
            Ok(order_floats(a, b).cmp(&0))
        }
        _ => match (a.as_str(), b.as_str()) {
            (Some(a), Some(b)) => Ok(compare_strings(kind, a, b)),
            _ => {
                let (a, b) = (convert::to_string(cx, a)?, convert::to_string(cx, b)?);
                Ok(compare_strings(kind, &a, &b))
            }
        },
    }
}

fn compare_strings(kind: SortKind, a: &PhpStr, b: &PhpStr) -> Ordering {
    match kind {
        SortKind::StringFold => compare_ignoring_case(a, b),
        SortKind::Natural => natural_compare(a, b, false),
        SortKind::NaturalFold => natural_compare(a, b, true),
        // Locales are the C locale's order until a request sets another; see `setlocale()`.
        _ => a.as_bytes().cmp(b.as_bytes()),
    }
}

/// ASCII letters are equal in either case; a prefix is less.
pub(crate) fn compare_ignoring_case(a: &[u8], b: &[u8]) -> Ordering {
    let fold = |s: &u8| s.to_ascii_lowercase();
    a.iter().map(fold).cmp(b.iter().map(fold))
}
