//! The response of a CGI program, written to standard output with its headers.

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
            self.write(&loxo_cgi::head(head));
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
