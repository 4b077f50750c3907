//! The types that travel between the connections, which speak HTTP, and the workers, which run PHP.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};

use crate::response_body::PieceStream;
use crate::site::Site;
use crate::temp_file::TempFile;

/// A request's head.
#[derive(Clone, Debug)]
pub(crate) struct RequestHead {
    pub method: String,
    /// As it stands in the request line: path and query, not decoded.
    pub target: String,
    /// Decoded and without dot segments; begins with a slash.
    pub path: Vec<u8>,
    pub query: Option<String>,
    /// `HTTP/1.1`
    pub protocol: &'static str,
    /// Over TLS.
    pub secure: bool,
    /// Names in lower case, in the order of their first appearance; several of one name are joined.
    pub headers: Vec<(String, Vec<u8>)>,
    /// The same with names as they came in; where nobody asks, `None`.
    pub fields: Option<Vec<(Vec<u8>, Vec<u8>)>>,
    pub peer: SocketAddr,
    pub local: SocketAddr,
}

impl RequestHead {
    pub(crate) fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }

    pub(crate) fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// The host that the client asked for, without the port.
    pub(crate) fn host_name(&self) -> &[u8] {
        let host = self.header("host").unwrap_or_default();
        let end = match host.first() {
            Some(b'[') => host.iter().position(|b| *b == b']').map_or(host.len(), |at| at + 1),
            _ => host.iter().position(|b| *b == b':').unwrap_or(host.len()),
        };
        &host[..end]
    }
}

/// Adds a header to a list in which each name stands once.
pub(crate) fn join_header(headers: &mut Vec<(String, Vec<u8>)>, name: &str, value: &[u8]) {
    match headers.iter_mut().find(|(known, _)| known == name) {
        None => headers.push((name.to_string(), value.to_vec())),
        Some((_, all)) => {
            all.extend_from_slice(if name == "cookie" { b"; " } else { b", " });
            all.extend_from_slice(value);
        }
    }
}

/// The body of a request, as a worker reads it.
#[derive(Debug)]
pub(crate) enum RequestBody {
    /// All of it, and how much was read.
    Whole(Bytes),
    /// The rest of a piece, and the pieces to come.
    Pieces(Bytes, mpsc::Receiver<Bytes>),
    /// All of it, in a file from where that stands.
    Stored(TempFile),
}

impl RequestBody {
    /// Waits for the next bytes; 0 at the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> usize {
        let piece = match self {
            RequestBody::Whole(rest) => rest,
            RequestBody::Pieces(rest, pieces) => {
                while rest.is_empty() {
                    match pieces.blocking_recv() {
                        Some(piece) => *rest = piece,
                        None => return 0,
                    }
                }
                rest
            }
            RequestBody::Stored(stored) => return std::io::Read::read(&mut stored.file, buffer).unwrap_or(0),
        };
        let count = piece.len().min(buffer.len());
        buffer[..count].copy_from_slice(&piece.split_to(count));
        count
    }
}

/// The variable that names the script that sees the request first; it is for the pool's process, and no script sees it.
pub(crate) const ROUTER: &[u8] = b"LOXO_ROUTER";

/// A script and the names under which it runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Script {
    pub file: Vec<u8>,
    /// `SCRIPT_NAME`
    pub name: Vec<u8>,
    pub path_info: Option<Vec<u8>>,
    /// What `.htaccess` gives it.
    pub rules: Option<Arc<RuleVariables>>,
}

/// What rules of folders give a script.
#[derive(Debug, PartialEq)]
pub(crate) struct RuleVariables {
    /// For `$_SERVER`.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// Who has logged in.
    pub user: Option<Vec<u8>>,
    /// The query as rules left it, of any bytes.
    pub query: Vec<u8>,
    /// The script sees what the client has logged in with.
    pub shows_credentials: bool,
    /// `php_value`, `php_flag`
    pub settings: Vec<loxo_htaccess::Setting>,
}

impl RuleVariables {
    /// A variable that rules have set.
    pub(crate) fn variable(&self, name: &[u8]) -> Option<&[u8]> {
        self.env.iter().rev().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }
}

/// What a worker is to do.
pub(crate) struct Job {
    pub site: Arc<Site>,
    pub head: Arc<RequestHead>,
    pub body: RequestBody,
    /// Length of the body as far as it is known.
    pub length: u64,
    /// Runs first; when it returns `false`, the script or file that the path means is served.
    pub router: Option<Arc<[u8]>>,
    /// What the path means: it gives the names, and is run if `run_script` says so.
    pub script: Script,
    pub run_script: bool,
    pub reply: oneshot::Sender<Reply>,
    /// Gets a message when the request has taken too long.
    pub expired: oneshot::Sender<()>,
}

/// What comes back.
#[derive(Debug)]
pub(crate) enum Reply {
    Response(Response),
    /// The router's own.
    ByRouter(Response),
    /// The router leaves the request to the server.
    Declined,
}

/// An error that has ended a script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FatalError {
    /// `E_ERROR` and so on.
    pub level: i32,
    pub message: String,
    pub file: String,
    pub line: u32,
}

impl std::fmt::Display for FatalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in {} on line {}", self.message, self.file, self.line)
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub status: u16,
    /// The program's own first line.
    pub line: Option<Vec<u8>>,
    /// A value without a name is a whole line.
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: ResponseBody,
    /// The fatal error that ended the script, for the log.
    pub error: Option<FatalError>,
}

/// The body of a response.
#[derive(Debug)]
pub(crate) enum ResponseBody {
    Whole(Bytes),
    Pieces(Box<dyn PieceStream>),
    /// Nothing, but this would be its length (HEAD).
    Absent(u64),
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &value[..])
    }
}
