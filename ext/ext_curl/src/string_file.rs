//! `CURLStringFile`: a string that is posted in a form as if it were a file.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Value};

/// `CURLStringFile::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, data: &PhpStr, name: &PhpStr, kind: &PhpStr) -> PhpResult<()> {
    for (property, text) in [("data", data), ("postname", name), ("mime", kind)] {
        cx.write_property(this, property, Value::from(text))?;
    }
    Ok(())
}
