//! The process that evaluates a site's rules as the user whom the files belong to, as the HTTP server knows it.
//!
//! What it answers is that user's word: it is taken for the user's own site only, and bytes that are no answer are an error.

use std::io::{Error, ErrorKind, Result};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

use loxo_htaccess::view::Request;
use loxo_htaccess::{Head, Outcome, message};
use tokio::net::UnixStream;

use super::frame;

/// How long an answer may take: rewriting has two seconds, a map's program ten.
const LIMIT: Duration = Duration::from_secs(30);
/// Connections that are kept for the next requests.
const MOST_IDLE: usize = 64;
/// Where nobody listens, somebody may soon: a process that has ended is started again.
const ATTEMPTS: usize = 10;
const PAUSE: Duration = Duration::from_millis(50);

/// The way to that process.
#[derive(Debug)]
pub(crate) struct RulesProcess {
    socket: PathBuf,
    /// The number of the site in what that process knows.
    site: u64,
    /// Connections without a request, and whose event loop each belongs to.
    idle: Mutex<Vec<(ThreadId, UnixStream)>>,
}

/// A connection whose other end still has the rules of a request.
#[derive(Debug)]
pub(super) struct Held(UnixStream);

impl RulesProcess {
    pub(crate) fn new(socket: PathBuf, site: u64) -> RulesProcess {
        RulesProcess { socket, site, idle: Mutex::default() }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(ThreadId, UnixStream)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_idle(&self) -> Option<UnixStream> {
        let (mut idle, thread) = (self.idle(), std::thread::current().id());
        let own = idle.iter().rposition(|(owner, _)| *owner == thread)?;
        Some(idle.remove(own).1)
    }

    fn keep(&self, connection: UnixStream) {
        let mut idle = self.idle();
        if idle.len() < MOST_IDLE {
            idle.push((std::thread::current().id(), connection));
        }
    }

    async fn connect(&self) -> Result<UnixStream> {
        let mut attempts = 1;
        loop {
            match UnixStream::connect(&self.socket).await {
                Err(_) if attempts < ATTEMPTS => tokio::time::sleep(PAUSE).await,
                connected => return connected,
            }
            attempts += 1;
        }
    }

    /// Asks on a connection of before, if there is one that its other end has not closed, or else on a new one.
    async fn ask(&self, question: &[u8]) -> Result<(UnixStream, Vec<u8>)> {
        while let Some(mut connection) = self.take_idle() {
            if let Ok(answer) = exchange(&mut connection, question).await {
                return Ok((connection, answer));
            }
        }
        let mut attempts = 1;
        loop {
            let mut connection = self.connect().await?;
            match exchange(&mut connection, question).await {
                // The process that took the connection has come to its end, or has failed: the next one answers.
                Err(error) if attempts < ATTEMPTS && is_closed(&error) => tokio::time::sleep(PAUSE).await,
                answer => return Ok((connection, answer?)),
            }
            attempts += 1;
        }
    }

    /// What a request means to a site in this folder. The connection: the head of the answer is to be asked about on it.
    pub(super) async fn evaluate(&self, root: &[u8], request: &Request<'_>) -> Result<(Outcome, Option<Held>)> {
        let question = message::of_request(self.site, root, request);
        let (connection, answer) = in_time(self.ask(&question)).await?;
        let (outcome, has_edits) = message::outcome(&answer).ok_or_else(malformed)?;
        if has_edits {
            return Ok((outcome, Some(Held(connection))));
        }
        self.keep(connection);
        Ok((outcome, None))
    }

    /// The fields of an answer's head, as the rules have them.
    pub(super) async fn edit(&self, held: Held, head: &Head) -> Result<Vec<(String, Vec<u8>)>> {
        let mut connection = held.0;
        let answer = in_time(exchange(&mut connection, &message::of_head(head))).await?;
        let fields = message::fields(&answer).ok_or_else(malformed)?;
        self.keep(connection);
        Ok(fields)
    }
}

fn is_closed(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe)
}

fn malformed() -> Error {
    Error::new(ErrorKind::InvalidData, "the answer is missing, malformed or too long")
}

async fn in_time<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(LIMIT, work).await.map_err(|_| Error::from(ErrorKind::TimedOut))?
}

async fn exchange(connection: &mut UnixStream, question: &[u8]) -> Result<Vec<u8>> {
    frame::send(connection, question).await?;
    frame::receive(connection).await
}
