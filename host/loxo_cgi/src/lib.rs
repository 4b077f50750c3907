//! CGI between web servers and PHP: what the variables of a request mean, and how an answer begins; the pages of php-fpm's status.
//!
//! `php-cgi` and `php-fpm` share this, the server has the status. It reads the file system (which script is meant?), but runs nothing and answers nobody.
//!
//! Modules: `script_path` (which script), `request` (variables as a request), `head` (the head of an answer); `status` (what
//! processes and workers do), `status_pages` (how that is shown).
#![forbid(unsafe_code)]

mod head;
mod request;
mod script_path;
pub mod status;
mod status_pages;

pub use head::head;
pub use request::{parent, web_request};
pub use script_path::{Environment, Rules, ScriptPath, as_found, as_given, resolve};
pub use status_pages::{METRICS_TYPE, metrics, status_array, status_page};
