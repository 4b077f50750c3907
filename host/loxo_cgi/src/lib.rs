//! CGI between web servers and PHP: what the variables of a request mean, and how an answer begins.
//!
//! `php-cgi` and `php-fpm` share this. It reads the file system (which script is meant?), but runs nothing and answers nobody.
//!
//! Modules: `script_path` (which script), `request` (variables as a request), `head` (the head of an answer).
#![forbid(unsafe_code)]

mod head;
mod request;
mod script_path;

pub use head::head;
pub use request::{parent, web_request};
pub use script_path::{Environment, Rules, ScriptPath, as_given, resolve};
