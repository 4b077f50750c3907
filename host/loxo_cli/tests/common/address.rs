//! Where a server listens that was started at a free port: one chosen by the test could be another's by then.

use std::io::{BufRead, BufReader};
use std::process::Child;

/// The first line on standard error, which the child has as a pipe: its addresses. `more` gets each line that follows, on a thread of its own.
pub fn first_line(process: &mut Child, mut more: impl FnMut(String) + Send + 'static) -> String {
    let mut lines = BufReader::new(process.stderr.take().expect("is piped"));
    let mut first = String::new();
    lines.read_line(&mut first).expect("is text");
    // The server must not wait for a reader, whatever it writes.
    std::thread::spawn(move || {
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            more(String::from_utf8_lossy(&line).into_owned());
            line.clear();
        }
    });
    first
}

/// The port of the first address of a scheme: `http`, `https`, or nothing for any.
pub fn port_in(line: &str, scheme: &str) -> u16 {
    let (_, rest) = line.split_once(&format!("{scheme}://127.0.0.1:")).unwrap_or_else(|| panic!("no address: {line}"));
    rest.split('/').next().and_then(|port| port.parse().ok()).expect("a port")
}
