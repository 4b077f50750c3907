//! PHP's sockets extension: the system's sockets, as near to the system as PHP gets.
//!
//! Rooms: `sockets` (functions on sockets), `options`, `addresses` (texts to and from addresses, the resolver).
//! Messages with ancillary data (`socket_sendmsg()`, `socket_recvmsg()`, `socket_cmsg_space()`) are not there yet.
#![forbid(unsafe_code)]

mod addresses;
pub mod generated;
mod options;
mod sockets;

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
