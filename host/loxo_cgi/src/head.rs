//! The head of a CGI answer.

use loxo_runtime::ResponseHead;
use loxo_runtime::web::status_text;

/// The first line is cut to this, as PHP cuts it.
const STATUS_LINE: usize = 1023;

/// `Status:` first, if it says anything; then the program's own fields; then an empty line.
pub fn head(head: &ResponseHead<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut status_written = false;
    let mut status = head.status;
    if head.status != 200 {
        match head.line.and_then(|line| line.iter().position(|b| *b == b' ').map(|at| &line[at..])) {
            Some(rest) => {
                let line = [b"Status:", rest].concat();
                out.extend_from_slice(&line[..line.len().min(STATUS_LINE)]);
                out.extend_from_slice(b"\r\n");
                status = loxo_runtime::value::number::str_to_int(rest.trim_ascii_start()) as u16;
                status_written = true;
            }
            None if !head.headers.iter().any(|line| line.is_named(b"status")) => {
                let text = status_text(head.status).map(|text| format!(" {text}")).unwrap_or_default();
                out.extend_from_slice(format!("Status: {}{text}\r\n", head.status).as_bytes());
                status_written = true;
            }
            None => {}
        }
    }
    for line in head.headers.iter().filter(|line| !line.text().is_empty()) {
        if line.is_named(b"status") && std::mem::replace(&mut status_written, true) {
            continue;
        }
        if status == 304 && line.is_named(b"content-type") {
            continue;
        }
        out.extend_from_slice(&[line.text(), b"\r\n"].concat());
    }
    out.extend_from_slice(b"\r\n");
    out
}
