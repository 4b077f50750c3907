//! `urlencode()` and its like.

use loxo_runtime::web::{percent_decode, percent_encode};

use crate::prelude::*;

/// `urlencode()`
pub(crate) fn urlencode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(percent_encode(string, true))
}

/// `rawurlencode()`
pub(crate) fn rawurlencode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(percent_encode(string, false))
}

/// `urldecode()`
pub(crate) fn urldecode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(percent_decode(string, true))
}

/// `rawurldecode()`
pub(crate) fn rawurldecode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(percent_decode(string, false))
}
