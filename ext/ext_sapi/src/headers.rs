//! The header fields of request and response.

use loxo_runtime::{Cx, PhpArray, PhpResult, Value};

/// `apache_request_headers()`. The built-in server knows how the client wrote the names; elsewhere they are made of the CGI variables.
pub(crate) fn apache_request_headers(cx: &mut Cx) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    if let Some(fields) = &cx.info.web.fields {
        for (name, value) in fields {
            out.set_bytes(name, Value::bytes(value));
        }
        return Ok(out);
    }
    for (variable, value) in cx.info.server.iter() {
        if let Some(name) = field_name(variable) {
            out.set_bytes(&name, Value::bytes(value));
        }
    }
    Ok(out)
}

/// `HTTP_USER_AGENT` was `User-Agent`.
fn field_name(variable: &[u8]) -> Option<Vec<u8>> {
    let name = match variable {
        b"CONTENT_TYPE" => return Some(b"Content-Type".to_vec()),
        b"CONTENT_LENGTH" => return Some(b"Content-Length".to_vec()),
        _ => variable.strip_prefix(b"HTTP_").filter(|name| !name.is_empty())?,
    };
    let mut out = Vec::with_capacity(name.len());
    let mut first = true;
    for b in name {
        out.push(match b {
            b'_' => b'-',
            b if first => *b,
            b => b.to_ascii_lowercase(),
        });
        first = *b == b'_';
    }
    Some(out)
}

/// `apache_response_headers()`; of several fields with one name the last counts.
pub(crate) fn apache_response_headers(cx: &mut Cx) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    for line in &*cx.info.headers {
        let name = line.name().unwrap_or_default().trim_ascii_end();
        if !name.is_empty() {
            out.set_bytes(name, Value::bytes(line.value()));
        }
    }
    Ok(out)
}
