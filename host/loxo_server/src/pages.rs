//! The pages that the server itself makes: errors and redirections.

use loxo_runtime::web::status_text;

use crate::message::{RequestHead, Response, ResponseBody};

/// An error page.
pub(crate) fn error(head: &RequestHead, status: u16) -> Response {
    let name = status_text(status).unwrap_or("Error");
    let text = format!("<!doctype html>\n<title>{status} {name}</title>\n<h1>{name}</h1>\n");
    page(head, status, text)
}

/// Nothing but a head.
pub(crate) fn empty(status: u16) -> Response {
    Response { status, line: None, headers: Vec::new(), body: ResponseBody::Whole(bytes::Bytes::new()), error: None }
}

fn page(head: &RequestHead, status: u16, text: String) -> Response {
    let headers = vec![("Content-Type".to_string(), b"text/html; charset=UTF-8".to_vec())];
    let body = if head.is_head() { ResponseBody::Absent(text.len() as u64) } else { ResponseBody::Whole(text.into()) };
    Response { status, line: None, headers, body, error: None }
}

/// The page of an error as a site has written it.
pub(crate) fn text(head: &RequestHead, status: u16, text: &[u8]) -> Response {
    let headers = vec![("Content-Type".to_string(), b"text/html; charset=iso-8859-1".to_vec())];
    let body = if head.is_head() { ResponseBody::Absent(text.len() as u64) } else { ResponseBody::Whole(text.to_vec().into()) };
    Response { status, line: None, headers, body, error: None }
}

/// Bytes for a program.
pub(crate) fn plain(bytes: Vec<u8>) -> Response {
    let headers = vec![("Content-Type".to_string(), b"application/octet-stream".to_vec())];
    Response { status: 200, line: None, headers, body: ResponseBody::Whole(bytes.into()), error: None }
}

/// Sends the client to another path.
pub(crate) fn redirect(head: &RequestHead, path: &[u8]) -> Response {
    let mut location = encode(path);
    if let Some(query) = &head.query {
        location.push('?');
        location.push_str(query);
    }
    let mut answer = page(head, 301, "<!doctype html>\n<title>301 Moved Permanently</title>\n".into());
    answer.headers.push(("Location".to_string(), location.into_bytes()));
    answer
}

/// Sends the client to another address; other methods than GET and HEAD stay what they are.
pub(crate) fn redirect_to(head: &RequestHead, location: Vec<u8>) -> Response {
    let status = if matches!(&*head.method, "GET" | "HEAD") { 301 } else { 308 };
    let mut answer = error(head, status);
    answer.headers.push(("Location".to_string(), location));
    answer
}

fn encode(path: &[u8]) -> String {
    let mut out = String::with_capacity(path.len());
    for b in path {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(*b)),
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}

/// The same of the built-in server, which shows what was asked for.
pub(crate) fn built_in_error(head: &RequestHead, status: u16) -> Response {
    let name = status_text(status).unwrap_or("Unknown Status Code");
    let text = match status {
        400 => "Your browser sent a request that this server could not understand.".to_string(),
        404 => {
            let target = loxo_runtime::escape_html(head.target.as_bytes());
            let target = String::from_utf8_lossy(&target).replace('\'', "&#039;");
            format!("The requested resource <code class=\"url\">{target}</code> was not found on this server.")
        }
        405 => "Requested method not allowed.".to_string(),
        501 => "Request method not supported.".to_string(),
        _ => "The server is temporarily unavailable.".to_string(),
    };
    let style = "<style>\nbody { background-color: #fcfcfc; color: #333333; margin: 0; padding:0; }\n\
                 h1 { font-size: 1.5em; font-weight: normal; background-color: #9999cc; min-height:2em; line-height:2em; border-bottom: 1px inset black; margin: 0; }\n\
                 h1, p { padding-left: 10px; }\ncode.url { background-color: #eeeeee; font-family:monospace; padding:0 2px;}\n</style>\n";
    let page =
        format!("<!doctype html><html><head><title>{status} {name}</title>{style}</head><body><h1>{name}</h1><p>{text}</p></body></html>");
    let length = if head.is_head() { 0 } else { page.len() };
    let mut headers = vec![
        ("Content-Type".to_string(), b"text/html; charset=UTF-8".to_vec()),
        ("Content-Length".to_string(), length.to_string().into_bytes()),
    ];
    if status == 405 {
        headers.push(("Allow".to_string(), b"GET, HEAD, POST".to_vec()));
    }
    let body = if head.is_head() { ResponseBody::Absent(0) } else { ResponseBody::Whole(page.into()) };
    Response { status, line: None, headers, body, error: None }
}
