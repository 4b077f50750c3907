//! igbinary: `serialize()` in few bytes. Strings are written once, what is shared or referred to is written as a number.
//!
//! Modules: `kind` (the first byte of everything that is written), `encode`, `decode` with `decode_object`, `functions`.
//!
//! What stands in the data is checked against what is left of it before memory is taken.
//!
//! Arrays that share a table are written once, so where PHP makes an empty array anew, and not the one that all share, it shows in the bytes.
#![forbid(unsafe_code)]

mod decode;
mod decode_object;
mod encode;
mod functions;
pub mod generated;
mod kind;

use loxo_runtime::Extension;

pub use decode::{decode, decode_first};
pub use encode::encode;

pub static EXTENSION: Extension = Extension {
    name: "igbinary",
    version: "3.2.16",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| {
        vec![
            ("igbinary support".into(), "enabled".into()),
            ("igbinary version".into(), EXTENSION.version.into()),
            ("igbinary APCu serializer ABI".into(), "0".into()),
            ("igbinary session support".into(), "yes".into()),
        ]
    }),
};
