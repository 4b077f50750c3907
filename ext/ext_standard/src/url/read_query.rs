//! `parse_str()`

use loxo_runtime::web::read_query;

use crate::prelude::*;

/// `parse_str()`
pub(crate) fn parse_str(cx: &mut Cx, string: &PhpStr, result: &RefArg) -> PhpResult<()> {
    let mut out = PhpArray::new();
    read_query(cx, string, &mut out)?;
    result.set(cx, out.into())?;
    Ok(())
}
