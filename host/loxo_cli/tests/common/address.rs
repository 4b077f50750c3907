//! Where a server listens that was started at a free port: one chosen by the test could be another's by then.

use std::io::{BufRead, BufReader};
use std::process::Child;

/// The port in the first line on standard error, which the child has as a pipe.
pub fn port_of(process: &mut Child) -> u16 {
    let mut errors = BufReader::new(process.stderr.take().expect("is piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("is text");
    let (_, rest) = line.split_once("://127.0.0.1:").unwrap_or_else(|| panic!("no address: {line}"));
    let port = rest.split('/').next().and_then(|port| port.parse().ok()).expect("a port");
    // Nobody reads the rest, but it must not wait for a reader.
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    port
}
