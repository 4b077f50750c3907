//! What a host (command line, CGI, server) must offer to a request: the trait [`Sapi`].

use loxo_value::PhpArray;

use crate::web::HeaderLine;

/// The outside: command line, CGI, server.
pub trait Sapi {
    /// `PHP_SAPI`: `cli`, `cli-server`, `cgi-fcgi`.
    fn name(&self) -> &'static str;
    /// Response body bytes. `false`: the client is gone.
    fn write(&mut self, bytes: &[u8]) -> bool;
    fn flush(&mut self) {}
    /// The response is complete, though the program goes on. False: the client cannot know.
    fn finish(&mut self) -> bool {
        false
    }
    /// `fpm_get_status()`: what the manager of processes knows. `None`: there is none.
    fn manager_status(&mut self) -> Option<PhpArray> {
        None
    }
    /// Called once, before the first body byte.
    fn send_headers(&mut self, _head: &ResponseHead<'_>) {}
    /// Error log when `error_log` is not set.
    fn log(&mut self, message: &[u8]);
    /// The next bytes of the request body; 0 at its end.
    fn read_body(&mut self, _buffer: &mut [u8]) -> usize {
        0
    }
    fn is_web(&self) -> bool {
        false
    }
    /// Other requests run in the same process at the same time: what would change or end it as a whole is refused.
    fn shares_process(&self) -> bool {
        false
    }
    /// Errors are displayed as HTML by default.
    fn html_errors(&self) -> bool {
        self.is_web()
    }
}

/// The head of a response.
#[derive(Clone, Copy, Debug)]
pub struct ResponseHead<'a> {
    pub status: u16,
    /// The program's own first line.
    pub line: Option<&'a [u8]>,
    pub headers: &'a [HeaderLine],
}
