//! The builtins that programs call, such as `msgpack_serialize()`, and what they share with the class `MessagePack`.

use loxo_runtime::{Cx, PhpResult, PhpStr, Value, args};

use crate::template;

/// `msgpack_serialize()`, `msgpack_pack()`
pub(crate) fn pack(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    crate::encode(cx, value)
}

/// `msgpack_unserialize()`, `msgpack_unpack()`
pub(crate) fn unpack(cx: &mut Cx, data: &Value, object: Option<&Value>) -> PhpResult<Value> {
    let mut data = data.clone();
    let data = args::string(cx, 1, &mut data)?.clone();
    unpack_as(cx, &data, object)
}

/// The value, perhaps in the form of a template. Without data it is null, of bad data false, and that is put into the form too.
pub(crate) fn unpack_as(cx: &mut Cx, data: &PhpStr, object: Option<&Value>) -> PhpResult<Value> {
    let none = if data.is_empty() { Value::NULL } else { Value::FALSE };
    let v = crate::decode(cx, data)?.unwrap_or(none);
    match object {
        Some(template) => Ok(template::convert(cx, template, &v)?.unwrap_or(Value::NULL)),
        None => Ok(v),
    }
}
