//! Answers, as memcached words them.

use crate::queues::Put;
use crate::store::StoreError;

/// The memcached whose words are answered, and then our own version: libmemcached reads no figures of a server whose version begins with 0.
pub const VERSION: &str = concat!("VERSION 1.6.18-loxo-", env!("CARGO_PKG_VERSION"), "\r\n");
pub const NO_SHUTDOWN: &[u8] = b"ERROR: shutdown not enabled\r\n";
pub const TOO_MANY_CONNECTIONS: &[u8] = b"ERROR Too many open connections\r\n";
pub const IS_OPEN: &[u8] = b"CLIENT_ERROR an item is open already: close or abort it\r\n";

pub fn of_put(put: Put) -> &'static [u8] {
    match put {
        Put::Stored => b"STORED\r\n",
        Put::Full => b"NOT_STORED\r\n",
        Put::TooManyQueues => b"SERVER_ERROR too many queues\r\n",
    }
}

/// An item; its number stands where memcached has `cas`.
pub fn value(out: &mut Vec<u8>, name: &[u8], flags: u64, value: &[u8], number: Option<u64>) {
    out.extend_from_slice(b"VALUE ");
    out.extend_from_slice(name);
    let cas = number.map_or_else(String::new, |number| format!(" {number}"));
    out.extend_from_slice(format!(" {flags} {}{cas}\r\n", value.len()).as_bytes());
    out.extend_from_slice(value);
    out.extend_from_slice(b"\r\n");
}

/// An error as clients get it: one line, without what names files.
pub fn of_error(error: &StoreError) -> Vec<u8> {
    let text: String = error.to_string().chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    format!("SERVER_ERROR {text}\r\n").into_bytes()
}
