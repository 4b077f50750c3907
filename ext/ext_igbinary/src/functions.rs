//! The two builtins that programs call: `igbinary_serialize()` and `igbinary_unserialize()`.

use loxo_runtime::{Cx, PhpResult, PhpStr, Value, args};

/// `igbinary_serialize()`
pub(crate) fn igbinary_serialize(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    crate::encode(cx, value)
}

/// `igbinary_unserialize()`
pub(crate) fn igbinary_unserialize(cx: &mut Cx, data: &Value) -> PhpResult<Value> {
    let mut data = data.clone();
    let data = args::string(cx, 1, &mut data)?;
    // What was never serialized is no error.
    if data.is_empty() {
        return Ok(Value::FALSE);
    }
    Ok(crate::decode(cx, data)?.unwrap_or(Value::NULL))
}
