//! The response of a CGI program, written to standard output with its headers.

use loxo_runtime::web::status_text;
use loxo_runtime::{ResponseHead, Sapi};

use crate::sapi::{log_to_stderr, write_stdout};

pub struct CgiSapi {
    no_headers: bool,
    /// Bytes of the body that are still to come.
    left: i64,
    aborted: bool,
}

impl CgiSapi {
    /// `length`: that of the request's body.
    pub fn new(no_headers: bool, length: i64) -> CgiSapi {
        CgiSapi { no_headers, left: length, aborted: false }
    }
}

impl Sapi for CgiSapi {
    fn name(&self) -> &'static str {
        "cgi-fcgi"
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        self.aborted = self.aborted || !write_stdout(bytes);
        !self.aborted
    }

    fn send_headers(&mut self, head: &ResponseHead<'_>) {
        if !self.no_headers {
            self.write(&headers(head));
        }
    }

    fn log(&mut self, message: &[u8]) {
        log_to_stderr(message);
    }

    fn read_body(&mut self, buffer: &mut [u8]) -> usize {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(0));
        let mut count = 0;
        while count < wanted {
            match rustix::io::read(rustix::stdio::stdin(), &mut buffer[count..wanted]) {
                Ok(0) => break,
                Ok(more) => count += more,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => break,
            }
        }
        self.left -= count as i64;
        count
    }

    fn is_web(&self) -> bool {
        true
    }
}

/// `Status:` first, if it says anything; then the program's own.
fn headers(head: &ResponseHead<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let own_status = |name: &str| name.eq_ignore_ascii_case("status");
    let mut status_written = false;
    let mut status = head.status;
    if head.status != 200 {
        match head.line.and_then(|line| line.iter().position(|b| *b == b' ').map(|at| &line[at..])) {
            Some(rest) => {
                out.extend_from_slice(&[b"Status:", rest, b"\r\n"].concat());
                status = loxo_runtime::value::number::str_to_int(rest.trim_ascii_start()) as u16;
                status_written = true;
            }
            None if !head.headers.iter().any(|(name, _)| own_status(name)) => {
                let text = status_text(head.status).map(|text| format!(" {text}")).unwrap_or_default();
                out.extend_from_slice(format!("Status: {}{text}\r\n", head.status).as_bytes());
                status_written = true;
            }
            None => {}
        }
    }
    for (name, value) in head.headers {
        if own_status(name) && std::mem::replace(&mut status_written, true) {
            continue;
        }
        if status == 304 && name.eq_ignore_ascii_case("content-type") {
            continue;
        }
        out.extend_from_slice(&[name.as_bytes(), b": ", value, b"\r\n"].concat());
    }
    out.extend_from_slice(b"\r\n");
    out
}
