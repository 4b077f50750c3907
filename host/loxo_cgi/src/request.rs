//! The variables of CGI as a request.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use loxo_runtime::web::WebRequest;

use crate::Environment;

/// The request that the variables describe.
pub fn web_request(env: &Environment, script: Option<&[u8]>) -> WebRequest {
    let get = |name: &[u8]| env.get(name).map(<[u8]>::to_vec);
    let length = get(b"CONTENT_LENGTH").map_or(0, |text| loxo_runtime::value::number::str_to_int(&text));
    WebRequest {
        method: get(b"REQUEST_METHOD").unwrap_or_default(),
        query: get(b"QUERY_STRING"),
        cookie: get(b"HTTP_COOKIE").unwrap_or_default(),
        content_type: get(b"CONTENT_TYPE").or_else(|| get(b"REQUEST_METHOD").map(|_| Vec::new())),
        content_length: length.max(0),
        authorization: get(b"HTTP_AUTHORIZATION").unwrap_or_default(),
        host: get(b"SERVER_NAME").unwrap_or_default(),
        directory: script.map(parent).unwrap_or_default(),
        fields: None,
    }
}

/// The folder of a file, absolute; links are resolved if there is such a file.
pub fn parent(path: &[u8]) -> Vec<u8> {
    let full = loxo_files::canonicalize(Path::new(std::ffi::OsStr::from_bytes(path)));
    let absolute = full.map_or_else(|_| path.to_vec(), |path| path.into_os_string().into_vec());
    absolute.iter().rposition(|b| *b == b'/').map_or_else(|| b"/".to_vec(), |at| absolute[..at.max(1)].to_vec())
}
