//! PHP's openssl extension: certificates, keys, messages, ciphers, and streams that are encrypted.
//!
//! Modules: `objects` (the three classes), `errors` (the queue that `openssl_error_string()` shows), `source` (where certificates, keys and
//! files come from), `settings` (configuration files and options), then one for each family of functions, and `tls` (`ssl://` and
//! `stream_socket_enable_crypto()`).
#![forbid(unsafe_code)]

mod certs;
mod ciphers;
mod cms;
mod digests;
mod errors;
pub mod generated;
mod key_params;
mod keys;
mod mime;
mod names;
mod objects;
mod pkcs12;
mod pkcs7;
mod requests;
mod rsa;
mod settings;
mod source;
mod spki;
mod tls;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "openssl",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(tls::request_start),
    request_end: None,
    info: Some(|_| {
        vec![
            ("OpenSSL support".into(), "enabled".into()),
            ("OpenSSL Library Version".into(), loxo_openssl_sys::names::version().into()),
            ("OpenSSL Header Version".into(), loxo_openssl_sys::names::version().into()),
            ("Openssl default config".into(), String::from_utf8_lossy(&settings::default_file()).into_owned()),
        ]
    }),
};
