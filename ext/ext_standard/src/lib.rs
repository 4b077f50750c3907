//! PHP's standard library: arrays, strings, variables, mathematics, URLs, output buffers, and functions about functions and settings.
//!
//! One stub file in `stubs/` is one room here; rooms are named as the manual names its chapters. Files and streams live elsewhere.
#![forbid(unsafe_code)]

mod prelude;

mod arrays;
mod encoding;
mod errors;
mod format;
mod functions;
mod head;
mod html;
mod info;
mod math;
mod net;
mod output;
mod strings;
mod time;
mod url;
mod var;
