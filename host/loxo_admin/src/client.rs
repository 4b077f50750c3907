//! Asking a server for one of its pages.

use std::io::{Read, Write};
use std::time::Duration;

use crate::address::{Address, connect};

/// A server may take so long.
const LIMIT: Duration = Duration::from_secs(30);

/// The body of the page at `target`. The error is one line.
pub fn get(address: &Address, target: &str, token: Option<&str>) -> Result<Vec<u8>, String> {
    ask("GET", address, target, token)
}

/// Asks for a change, and gives the body of the answer. The error is one line.
pub fn post(address: &Address, target: &str, token: Option<&str>) -> Result<Vec<u8>, String> {
    ask("POST", address, target, token)
}

fn ask(method: &str, address: &Address, target: &str, token: Option<&str>) -> Result<Vec<u8>, String> {
    let shown = match address {
        Address::Unix(path) => path.display().to_string(),
        Address::Tcp(name) => name.clone(),
    };
    let host = if matches!(address, Address::Tcp(_)) { shown.as_str() } else { "localhost" };
    let wrong = |error: std::io::Error| format!("{shown}: {error}");
    let mut stream = connect(address, LIMIT).map_err(wrong)?;
    let authorization = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    let head = format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\n{authorization}Connection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).map_err(wrong)?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).map_err(wrong)?;
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut response = httparse::Response::new(&mut headers);
    let Ok(httparse::Status::Complete(length)) = response.parse(&bytes) else { return Err(format!("{shown}: this is no HTTP")) };
    let (code, body) = (response.code, bytes[length..].to_vec());
    match code {
        Some(200) => Ok(body),
        _ => Err(format!("{shown}: {}", String::from_utf8_lossy(&body).trim_end())),
    }
}
