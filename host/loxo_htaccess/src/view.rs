//! What the rules see of the world: the request, the files, the maps, and a log. Whoever has them evaluated provides these.

use std::net::SocketAddr;
use std::time::SystemTime;

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub method: &'a [u8],
    /// Path and query as they stand in the request line, not decoded.
    pub target: &'a [u8],
    /// Decoded, without dot segments; begins with a slash.
    pub path: &'a [u8],
    pub query: Option<&'a [u8]>,
    /// `HTTP/1.1`
    pub protocol: &'a [u8],
    /// Came over TLS.
    pub secure: bool,
    /// Names in lower case, each once.
    pub headers: &'a [(String, Vec<u8>)],
    pub peer: SocketAddr,
    pub local: SocketAddr,
    /// `SERVER_SOFTWARE`
    pub software: &'a [u8],
    pub time: SystemTime,
}

impl<'a> Request<'a> {
    /// The value of a header field; its name is in lower case.
    pub fn header(&self, name: &str) -> Option<&'a [u8]> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }
}

/// What kind of thing a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    File,
    Folder,
    /// A link, where links are not followed.
    Link,
    Other,
}

/// What is known of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// The user that it belongs to.
    pub owner: u32,
    /// Somebody may execute it.
    pub is_executable: bool,
    pub modified: SystemTime,
}

/// The files of a site.
pub trait Files {
    /// What a path leads to, through links. `None`: to nothing that can be seen.
    fn about(&self, path: &[u8]) -> Option<About>;
    /// What stands there itself, be it a link.
    fn about_link(&self, path: &[u8]) -> Option<About>;
    /// The bytes of a file. `None`: it cannot be read, or has more than `limit`.
    fn read(&self, path: &[u8], limit: u64) -> Option<Vec<u8>>;
}

/// The maps that `RewriteMap` names.
pub trait Maps {
    /// What a map has for a key: `Ok(None)` is nothing, as for a map that there is not. The error is one line for the log: the map does not answer,
    /// and the request fails.
    fn lookup(&self, map: &[u8], key: &[u8]) -> Result<Option<Vec<u8>>, String>;
}

/// There are no maps.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMaps;

impl Maps for NoMaps {
    fn lookup(&self, _: &[u8], _: &[u8]) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

/// How much a line of the log matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// A request fails for it.
    Error,
    /// Each step of rewriting, as Apache's `rewrite:trace`; the number is Apache's, 1 to 8.
    Trace(u8),
}

/// Where lines about the evaluation go.
pub trait Log {
    /// Whether lines of this level are wanted; others need not be made.
    fn wants(&self, level: Level) -> bool;
    /// One line without its end.
    fn add(&self, level: Level, line: &str);
}
