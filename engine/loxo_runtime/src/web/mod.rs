//! What comes in with a request (query strings, cookies, bodies, uploads, and the superglobals made of them), and the head of the response. Shared
//! by the command line, the CGI program, the server, and builtins such as `parse_str()` and `header()`.
//!
//! Modules: `variables` (`a[b][]=c`), `body` (`php://input`), `form` (posted forms and uploads), `temp` (temporary
//! files), `header` (fields of the response), `header_line` (how they are kept), `pairs` (names and values), `percent` (escapes in URLs), `query_string` (`parse_str()`),
//! `superglobals`, `user_ini`. Knows nothing of HTTP as a protocol: whoever serves fills in a [`WebRequest`]. What needs no PHP, [`Url`], [`multipart`] and [`status_text`],
//! are in `loxo_base`.

mod body;
mod form;
mod header;
mod header_line;
mod pairs;
mod percent;
mod query_string;
mod superglobals;
mod temp;
mod user_ini;
mod variables;

pub use body::RequestBody;
pub use form::{BodyRules, parse_body};
pub use header::{cookie_date, headers_may_change, set_header_line};
pub use header_line::{HeaderLine, HeaderLines};
pub use loxo_base::{http_status::status_text, multipart, url::Url};
pub use pairs::Pairs;
pub use percent::{percent_decode, percent_encode, percent_encode_to, raw_url_decode, url_decode};
pub use query_string::read_query;
pub use superglobals::superglobals;
pub use temp::{create_temporary, temporary_dir, temporary_name};
pub use user_ini::user_ini_files;
pub use variables::{VariableRules, parse_cookies, parse_form, parse_query, register};

/// What the server knows of a request.
#[derive(Default, Clone, Debug)]
pub struct WebRequest {
    /// Empty on the command line.
    pub method: Vec<u8>,
    pub query: Option<Vec<u8>>,
    pub cookie: Vec<u8>,
    pub content_type: Option<Vec<u8>>,
    /// 0: no body, or one of unknown length.
    pub content_length: i64,
    /// Whose configuration counts: the host's name, and the folder of the script.
    pub host: Vec<u8>,
    pub directory: Vec<u8>,
    /// The `Authorization` header.
    pub authorization: Vec<u8>,
    /// All header fields with their names as the client wrote them, where the server keeps them.
    pub fields: Option<Vec<(Vec<u8>, Vec<u8>)>>,
}

/// Files that came with a request; those that the program has not moved away are removed at its end.
#[derive(Default)]
pub struct Uploads {
    pub files: Vec<Vec<u8>>,
}

impl crate::ExtSlot for Uploads {}

impl Drop for Uploads {
    fn drop(&mut self) {
        use std::os::unix::ffi::OsStrExt;
        for file in &self.files {
            // Gone already: so much the better.
            let _ = std::fs::remove_file(std::ffi::OsStr::from_bytes(file));
        }
    }
}
