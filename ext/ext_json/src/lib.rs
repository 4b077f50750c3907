//! PHP's json extension: values to JSON text and back.
//!
//! The text is written and read here, straight from and to PHP's values. Reading never recurses; writing does, and stops with an error where
//! the native stack ends.
#![forbid(unsafe_code)]

mod decode;
mod encode;
pub mod generated;
mod json;
mod scan;
mod text;

use loxo_runtime::{Cx, Extension, PhpResult, PhpStr, Value};

/// `JSON_HEX_TAG`
pub const HEX_TAG: i64 = json::flag::HEX_TAG;

/// How deep values are looked into where nobody says.
const DEPTH: i64 = 512;

/// `json_encode()` for other extensions, which leaves no error behind; `None`: it cannot be written.
pub fn encode(cx: &mut Cx, value: &Value, flags: i64) -> PhpResult<Option<PhpStr>> {
    let mut encoder = encode::Encoder::new(cx, flags, DEPTH);
    match encoder.value(cx, value) {
        Ok(()) if encoder.error == json::JsonError::None => Ok(Some(encoder.finish())),
        Ok(()) => Ok(None),
        Err(encode::Stop::Failed) => Ok(None),
        Err(encode::Stop::Thrown(thrown)) => Err(thrown),
    }
}

/// `json_decode()` to arrays for other extensions, which leaves no error behind; `None`: it is no JSON.
pub fn decode(cx: &mut Cx, text: &[u8]) -> Option<Value> {
    decode::decode(cx, text, json::flag::OBJECT_AS_ARRAY, DEPTH as usize).ok()
}

pub static EXTENSION: Extension = Extension {
    name: "json",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("json support".into(), "enabled".into())]),
};
