//! `SplTempFileObject`: a file object in memory, which moves to disk when it grows.

use super::open;
use super::spl_file_object::check_unset;
use crate::files::state;
use crate::prelude::*;

/// `SplTempFileObject::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, max_memory: Option<i64>) -> PhpResult<()> {
    check_unset(cx, this)?;
    let name = match max_memory {
        None => PhpStr::from("php://temp"),
        Some(..0) => PhpStr::from("php://memory"),
        Some(max) => PhpStr::from(format!("php://temp/maxmemory:{max}")),
    };
    open(cx, this, &name, &PhpStr::from("wb"), false, &Value::NULL, 0)?;
    state(this).path = Some(PhpStr::default());
    Ok(())
}
