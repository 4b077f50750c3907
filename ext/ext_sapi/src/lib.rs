//! The functions that exist under some ways of running PHP only: programs ask `function_exists('fastcgi_finish_request')` and act on it.
//!
//! One table holds them all; [`extension`] picks those of a server interface. What they do goes through `Sapi`, never around it.
#![forbid(unsafe_code)]

pub mod generated;
mod headers;
mod process;

use loxo_runtime::{BuiltinFn, Extension};

/// Which functions there are, by `PHP_SAPI`, and the extension that PHP counts them to.
const AVAILABLE: &[(&str, &str, &[&str])] = &[
    ("cli", "standard", &["cli_set_process_title", "cli_get_process_title"]),
    ("cli-server", "standard", &["apache_request_headers", "apache_response_headers", "getallheaders"]),
    ("cgi-fcgi", "cgi-fcgi", &["apache_request_headers", "apache_response_headers", "getallheaders"]),
    ("fpm-fcgi", "cgi-fcgi", &["apache_request_headers", "getallheaders", "fastcgi_finish_request", "fpm_get_status"]),
];

/// The functions of a server interface. Made once per process: it has one interface.
pub fn extension(sapi: &str) -> Option<&'static Extension> {
    let (_, name, wanted) = *AVAILABLE.iter().find(|(known, ..)| *known == sapi)?;
    let functions: Vec<BuiltinFn> =
        generated::FUNCTIONS.iter().filter(|function| wanted.contains(&function.name)).map(|function| BuiltinFn { ..*function }).collect();
    Some(Box::leak(Box::new(Extension {
        name,
        version: "8.4.24",
        functions: functions.leak(),
        classes: generated::CLASSES,
        constants: generated::CONSTANTS,
        ini: generated::INI,
        request_start: None,
        request_end: None,
        info: None,
    })))
}
