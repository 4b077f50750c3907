//! Behind the last buffer: headers, then bytes for the server.

use super::PIECE;
use crate::{Cx, Ending, PhpStr, ResponseHead};

impl Cx {
    /// Bytes that no buffer holds back.
    pub(super) fn write_out(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if !self.info.headers_sent {
            if self.info.output_started.is_none() {
                self.info.output_started = self.output_place();
            }
            self.send_headers();
        }
        if self.output.disabled {
            return;
        }
        if self.output.pending.len() + bytes.len() >= PIECE {
            self.flush_pending();
        }
        if bytes.len() >= PIECE {
            self.write_to_server(bytes);
        } else {
            self.output.pending.extend_from_slice(bytes);
        }
        if self.output.implicit_flush {
            self.flush_pending();
            self.sapi.flush();
        }
    }

    /// What messages name as the beginning of output: the file that is being compiled, else where the program stands. `None`: outside of both, as
    /// between the end of the script and its shutdown functions.
    fn output_place(&self) -> Option<(PhpStr, u32)> {
        self.errors.compiling.clone().or_else(|| Some((self.hooks.location)(self)).filter(|(_, line)| *line != 0))
    }

    /// Sends the response's head, once.
    pub fn send_headers(&mut self) {
        if self.info.headers_sent {
            return;
        }
        if let Some(callback) = self.output.header_callback.take() {
            // Whatever it returns; an exception stays on its way.
            let _ = self.call_value(&callback, Vec::new());
        }
        if self.info.headers_sent {
            return;
        }
        self.info.headers_sent = true;
        self.add_content_type();
        let status = if self.info.status == 0 { 200 } else { self.info.status };
        let line = self.info.status_line.as_deref();
        self.sapi.send_headers(&ResponseHead { status, line, headers: &self.info.headers });
    }

    /// `default_mimetype` with `default_charset`, unless the application has set a type of its own.
    fn add_content_type(&mut self) {
        if !self.sapi.is_web() || self.info.status == 304 || self.info.headers.get("content-type").is_some() {
            return;
        }
        let mut value = self.ini_str("default_mimetype").to_vec();
        if value.is_empty() {
            return;
        }
        let charset = self.ini_str("default_charset");
        if value.starts_with(b"text/") && !charset.is_empty() {
            value.extend_from_slice(b"; charset=");
            value.extend_from_slice(&charset);
        }
        self.info.headers.add("Content-type", &value);
    }

    /// `flush()`: headers and all that is collected go to the client.
    pub fn flush_output(&mut self) {
        self.send_headers();
        self.flush_pending();
        self.sapi.flush();
    }

    /// `fastcgi_finish_request()`: the response ends here, the program goes on. False: the server has no means for it.
    pub fn finish_response(&mut self) -> bool {
        self.end_all_buffers();
        self.send_headers();
        self.flush_pending();
        self.sapi.finish()
    }

    /// What is collected goes to the server. Before anything else writes to the same place: standard error, child processes.
    pub fn flush_pending(&mut self) {
        if !self.output.pending.is_empty() {
            let mut pending = std::mem::take(&mut self.output.pending);
            self.write_to_server(&pending);
            pending.clear();
            self.output.pending = pending;
        }
    }

    fn write_to_server(&mut self, bytes: &[u8]) {
        if self.sapi.write(bytes) || self.output.aborted {
            return;
        }
        self.output.aborted = true;
        self.output.disabled = true;
        if self.sapi.is_web() && !self.ini_bool("ignore_user_abort") {
            self.ending.get_or_insert(Ending::Exit);
        }
    }
}
