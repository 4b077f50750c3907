//! MessagePack: PHP's values in a format that other languages read too, as the C extension of that name writes them.
//!
//! What only PHP knows (classes, references) is written as pairs whose key is nil, unless `msgpack.php_only` is off.
//!
//! Modules: `bytes` (the format's own shapes), `encode` and `store` (values and objects to bytes), `decode` (bytes to values, perhaps in pieces),
//! `pairs` (what a pair of a map means) and `restore` (classes and properties), `template` (values in the form of others), `settings`;
//! `functions`, `packer` and `unpacker` are what programs see.
//!
//! Reading keeps no native stack: containers under construction are a list, of at most 1024. Memory follows the data that is there, never the
//! counts that it claims.
#![forbid(unsafe_code)]

mod bytes;
mod decode;
mod encode;
mod functions;
pub mod generated;
mod packer;
mod pairs;
mod restore;
mod settings;
mod store;
mod template;
mod unpacker;

use loxo_runtime::{Cx, Extension, PhpResult, PhpStr, Value};

pub static EXTENSION: Extension = Extension {
    name: "msgpack",
    version: "3.0.0",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(settings::info),
};

/// `msgpack_serialize()`. A reference to an array or object is stored as one.
pub fn encode(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    encode::encode(cx, value)
}

/// `msgpack_unserialize()`; `None`: there is no value in the data, and a warning has said why (of no data at all, none does). Bytes behind
/// the value are warned of.
pub fn decode(cx: &mut Cx, data: &[u8]) -> PhpResult<Option<Value>> {
    decode::decode(cx, data)
}

/// The same for sessions, which say nothing of what is wrong with the data as a whole.
pub fn decode_quietly(cx: &mut Cx, data: &[u8]) -> PhpResult<Option<Value>> {
    decode::read(cx, data).map(|(value, _)| value.ok())
}
