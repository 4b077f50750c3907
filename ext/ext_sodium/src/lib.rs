//! PHP's sodium extension: libsodium's functions on strings.
//!
//! Arguments of fixed lengths become arrays (`source::sized`), so that the library gets what it expects or PHP code an exception. What
//! states of hashes and streams hold is checked by the library's crate, for programs can write anything into them.
#![forbid(unsafe_code)]

mod aead;
mod boxes;
pub mod generated;
mod hash;
mod password;
mod ristretto;
mod secret;
mod sign;
mod source;
mod text;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "sodium",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| {
        let version = loxo_sodium_sys::version();
        vec![
            ("sodium support".into(), "enabled".into()),
            ("libsodium headers version".into(), version.into()),
            ("libsodium library version".into(), version.into()),
        ]
    }),
};
