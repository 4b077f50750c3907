//! What is known of a request from outside, and the head of its response: [`RequestInfo`].

use std::time::{SystemTime, UNIX_EPOCH};

use loxo_value::PhpStr;

/// What the server or command line knows of the request.
#[derive(Default)]
pub struct RequestInfo {
    /// What `ini_set()` made of `open_basedir`: relative paths count from where they were set.
    pub basedir: Option<std::sync::Arc<[u8]>>,
    pub script: Vec<u8>,
    pub argv: Vec<Vec<u8>>,
    /// `$_SERVER` entries.
    pub server: crate::web::Pairs,
    /// The request as it came in; empty on the command line.
    pub web: crate::web::WebRequest,
    pub exit_status: i32,
    /// Response head.
    pub status: u16,
    /// The program's own first line (`HTTP/1.1 404 Nothing Here`).
    pub status_line: Option<Vec<u8>>,
    pub headers: crate::web::HeaderLines,
    pub headers_sent: bool,
    /// Where output began: file and line, for "headers already sent". `None`: not yet, or at no place of the program.
    pub output_started: Option<(PhpStr, u32)>,
    /// Unix time in seconds, as [`RequestInfo::now`] gives it.
    pub start_time: f64,
    /// Current directory of the request (workers are threads and share the process's).
    pub cwd: Vec<u8>,
}

impl RequestInfo {
    /// The Unix time in whole microseconds, as `microtime(true)` has it: with more digits, `$_SERVER['REQUEST_TIME_FLOAT']` could lie after it.
    pub fn now() -> f64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.as_secs() as f64 + f64::from(now.subsec_micros()) / 1e6
    }
}
