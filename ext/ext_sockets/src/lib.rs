//! PHP's sockets extension: the system's sockets, as near to the system as PHP gets.
//!
//! Modules: `sockets` (functions on sockets), `options`, `addresses` (texts to and from addresses, the resolver), `messages` (data with
//! ancillary messages), which stands on `from_php` (arrays to what the system takes) and `to_php` (and back).
#![forbid(unsafe_code)]

mod addresses;
mod ancillary;
mod from_php;
pub mod generated;
mod messages;
mod options;
mod sockets;
mod to_php;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "sockets",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("Sockets Support".into(), "enabled".into())]),
};
