//! The way to a pool of PHP processes and back: FastCGI over a Unix socket, one request on a connection at a time.
//!
//! No more requests are on their way than the pool has processes; others wait here, where the death of a process does not reach them.
//! Connections stay open from one request to the next, and are closed when they are not used: a process is nobody's for long, so that fronts of
//! before and after a reload have their turns.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use bytes::Bytes;
use loxo_fcgi::{Answer, BEGIN_REQUEST, DECLINED, MAX_CONTENT, PARAMS, Part, STDIN, begin_request, push_pair, push_record};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SendFlags, SocketAddrUnix, SocketFlags, SocketType};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::unix::pipe::Receiver;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::message::{ROUTER, Reply, RequestBody, Response, ResponseBody};
use crate::response_body::{self, BodyWriter};
use crate::variables::Variables;

/// The number of the one request that a connection carries.
const REQUEST: u16 = 1;
/// A request that fits into the socket's buffer is written at once: a process that answers before it has read all holds nobody up.
const SMALL: usize = 60 << 10;
/// Longer heads of responses are refused.
const HEAD_LIMIT: usize = 256 << 10;
/// Longer responses are sent as they come; shorter ones with their length, unless the script says `flush()`.
const WHOLE_LIMIT: usize = 256 << 10;
/// A process hands on what was printed in pieces of this size: behind one of them more may follow soon.
const PIECE: usize = 64 << 10;
const SOON: Duration = Duration::from_millis(20);
/// A request that no process has read is sent again so often.
const ATTEMPTS: usize = 20;
/// The pause before, where nobody listens or the socket's queue is full.
const PAUSE: Duration = Duration::from_millis(50);
/// A connection that was not used for so long is closed.
const IDLE: Duration = Duration::from_secs(2);

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// As many requests wait as may.
    Busy,
    /// The process has ended, or nobody listens.
    Lost,
    /// The request has taken longer than it may, and was ended.
    Expired,
}

/// A pool of processes.
pub(crate) struct Upstream {
    socket: PathBuf,
    /// A process sees files below this folder, and names them without it. Empty: it sees all.
    chroot: Vec<u8>,
    places: Arc<Semaphore>,
    /// Requests that may wait, and that do.
    queue: usize,
    waiting: AtomicUsize,
    /// How long a request may take: the pool ends it.
    limit: Option<Duration>,
    idle: Mutex<Vec<Connection>>,
}

impl std::fmt::Debug for Upstream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upstream").field("socket", &self.socket).finish_non_exhaustive()
    }
}

/// A connection to a process, and what has been read from it.
///
/// Its readiness for writing is not asked for: a request fits into the socket's buffer, and each answer would wake us twice. The only type that
/// waits for readiness of one kind is that for pipes, which reads as sockets are read.
#[derive(Debug)]
struct Connection {
    socket: Receiver,
    /// Whose loop wakes who waits for it.
    thread: ThreadId,
    answer: Answer,
    used: Instant,
}

impl Connection {
    fn open(path: &Path) -> io::Result<Connection> {
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
        rustix::net::connect(&socket, &SocketAddrUnix::new(path)?)?;
        Connection::of(socket)
    }

    /// `socket` does not block.
    fn of(socket: OwnedFd) -> io::Result<Connection> {
        let (socket, thread) = (Receiver::from_owned_fd_unchecked(socket)?, std::thread::current().id());
        Ok(Connection { socket, thread, answer: Answer::default(), used: Instant::now() })
    }

    /// For the calling thread.
    fn adopt(self) -> io::Result<Connection> {
        let thread = std::thread::current().id();
        if self.thread == thread {
            return Ok(self);
        }
        let socket = Receiver::from_owned_fd_unchecked(self.socket.into_nonblocking_fd()?)?;
        Ok(Connection { socket, thread, ..self })
    }

    /// Writes what fits into the socket's buffer, as a rule at once.
    async fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match rustix::net::send(&self.socket, bytes, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::AGAIN) => tokio::time::sleep(Duration::from_millis(1)).await,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Reads what comes next; 0 at the end.
    async fn read(&mut self) -> io::Result<usize> {
        let count = self.socket.read(self.answer.free_space()).await?;
        self.answer.filled(count);
        Ok(count)
    }
}

/// Counts a request that waits, for as long as it does.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is read of an answer until its response begins.
enum Begun {
    /// The router leaves the request to the server.
    Declined,
    /// All of it.
    Whole(Response, Vec<u8>),
    /// Its head and the first bytes.
    Partly(Response, Vec<u8>),
}

impl Upstream {
    /// `places`: how many requests run at once; `queue`: how many may wait; `limit`: how long one may take.
    pub(crate) fn new(socket: PathBuf, chroot: Vec<u8>, places: usize, queue: usize, limit: Option<Duration>) -> Upstream {
        let places = Arc::new(Semaphore::new(places.clamp(1, Semaphore::MAX_PERMITS)));
        Upstream { socket, chroot, places, queue, waiting: AtomicUsize::new(0), limit, idle: Mutex::default() }
    }

    pub(crate) fn socket(&self) -> &Path {
        &self.socket
    }

    /// Closes connections that are not used, for ever.
    pub(crate) async fn close_idle(self: Arc<Self>) {
        loop {
            tokio::time::sleep(IDLE / 2).await;
            let now = Instant::now();
            self.idle().retain(|connection| now.duration_since(connection.used) < IDLE);
        }
    }

    /// Why there is no answer to a request that was sent then.
    fn failure(&self, sent: Instant) -> Failure {
        if self.limit.is_some_and(|limit| sent.elapsed() >= limit) { Failure::Expired } else { Failure::Lost }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No more requests may wait: what another one needs need not be waited for.
    pub(crate) fn is_full(&self) -> bool {
        self.places.available_permits() == 0 && self.waiting.load(Ordering::Relaxed) >= self.queue
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(place);
        }
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _counted = Waiting(&self.waiting);
        if waiting >= self.queue {
            return Err(Failure::Busy);
        }
        self.places.clone().acquire_owned().await.map_err(|_| Failure::Lost)
    }

    /// Runs the script that the variables name, and before it [`ROUTER`]; the response, which may still be coming. `head_only`: nothing but the head is wanted.
    pub(crate) async fn run(
        self: &Arc<Self>,
        variables: impl FnOnce(&mut Parameters<'_>),
        head_only: bool,
        body: RequestBody,
        length: u64,
    ) -> Result<Reply, Failure> {
        let place = self.place().await?;
        let mut parameters = Parameters { upstream: self, length, out: Vec::with_capacity(1024) };
        variables(&mut parameters);
        let parameters = parameters.out;
        let small = match &body {
            RequestBody::Whole(bytes) => (parameters.len() + bytes.len() <= SMALL).then(|| bytes.clone()),
            _ => None,
        };
        let (connection, begun) = match small {
            Some(bytes) => {
                let request = encode(&parameters, &bytes, true);
                let (connection, begun) = self.exchange(&request).await?;
                (Some(connection), begun)
            }
            None => self.run_long(&parameters, body).await?,
        };
        self.respond(begun, connection, head_only, place)
    }

    /// Sends a request and reads its answer so far. One that no process has read is sent again: its connection was reset, and not ended.
    async fn exchange(&self, request: &[u8]) -> Result<(Connection, Begun), Failure> {
        // New connections that brought nothing.
        let mut attempts = 0;
        while attempts < ATTEMPTS {
            let kept = self.take_idle();
            let is_new = kept.is_none();
            attempts += usize::from(is_new);
            let Ok(mut connection) = kept.map_or_else(|| Connection::open(&self.socket), Connection::adopt) else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let began = Instant::now();
            let sent = connection.write(request).await;
            let begun = match sent {
                Ok(()) => begin(&mut connection).await,
                Err(error) => Err(error),
            };
            match begun {
                Ok(begun) => return Ok((connection, begun)),
                // A process ends a connection of before when its turn is over, or when it ends itself.
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe) => {
                    if is_new && attempts > 1 {
                        tokio::time::sleep(PAUSE).await;
                    }
                }
                Err(_) => return Err(self.failure(began)),
            }
        }
        Err(Failure::Lost)
    }

    /// The connection that was used last, of the calling thread if it has one.
    fn take_idle(&self) -> Option<Connection> {
        let (mut idle, thread) = (self.idle(), std::thread::current().id());
        let own = idle.iter().rposition(|connection| connection.thread == thread);
        let last = own.or(idle.len().checked_sub(1))?;
        Some(idle.remove(last))
    }

    /// Whether the process at its other end is still there shows when it is used again.
    fn keep(&self, connection: Connection) {
        if !connection.answer.is_within_record() {
            self.idle().push(Connection { used: Instant::now(), ..connection });
        }
    }

    /// A request whose body is long: it is written by a task of its own while the answer is read.
    async fn run_long(&self, parameters: &[u8], body: RequestBody) -> Result<(Option<Connection>, Begun), Failure> {
        let mut attempts = 0;
        let stream = loop {
            match UnixStream::connect(&self.socket).await {
                Ok(stream) => break stream,
                Err(_) if attempts < ATTEMPTS => tokio::time::sleep(PAUSE).await,
                Err(_) => return Err(Failure::Lost),
            }
            attempts += 1;
        };
        // The two halves are one socket: the descriptor that is read is another one for it.
        let stream = stream.into_std().map_err(|_| Failure::Lost)?;
        let reading = stream.try_clone().map_err(|_| Failure::Lost)?;
        let (_, writing) = UnixStream::from_std(stream).map_err(|_| Failure::Lost)?.into_split();
        tokio::spawn(send_long(writing, encode(parameters, b"", false), body));
        let began = Instant::now();
        let mut connection = Connection::of(reading.into()).map_err(|_| Failure::Lost)?;
        let begun = begin(&mut connection).await.map_err(|_| self.failure(began))?;
        // It was not asked to keep it: the process closes when it is done.
        Ok((matches!(begun, Begun::Partly(..)).then_some(connection), begun))
    }

    fn respond(
        self: &Arc<Self>,
        begun: Begun,
        connection: Option<Connection>,
        head_only: bool,
        place: OwnedSemaphorePermit,
    ) -> Result<Reply, Failure> {
        match (begun, connection) {
            (Begun::Declined, connection) => {
                connection.into_iter().for_each(|connection| self.keep(connection));
                Ok(Reply::Declined)
            }
            (Begun::Whole(response, bytes), connection) => {
                connection.into_iter().for_each(|connection| self.keep(connection));
                drop(place);
                Ok(Reply::Response(Response { body: body(bytes, head_only), ..response }))
            }
            (Begun::Partly(response, bytes), Some(connection)) => {
                let (writer, reader) = response_body::channel();
                let upstream = self.clone();
                tokio::spawn(async move {
                    let left = pump(connection, writer, bytes.into()).await;
                    left.into_iter().for_each(|connection| upstream.keep(connection));
                    drop(place);
                });
                Ok(Reply::Response(Response { body: ResponseBody::Pieces(Box::new(reader)), ..response }))
            }
            (Begun::Partly(..), None) => Err(Failure::Lost),
        }
    }

    /// A path as a process of the pool sees it.
    fn seen_inside<'a>(&self, path: &'a [u8]) -> &'a [u8] {
        match path.strip_prefix(&self.chroot[..]) {
            Some([]) => b"/",
            Some(inner @ [b'/', ..]) => inner,
            _ => path,
        }
    }
}

/// The variables of a request as records' content.
pub(crate) struct Parameters<'a> {
    upstream: &'a Upstream,
    /// Of the body, as far as it is known.
    length: u64,
    out: Vec<u8>,
}

impl Variables for Parameters<'_> {
    fn put(&mut self, name: &[u8], value: &[u8]) {
        let inner;
        let value = match name {
            // They are the process's to say, and a client names no proxy.
            b"PHP_SELF" | b"FCGI_ROLE" | b"HTTP_PROXY" => return,
            b"CONTENT_LENGTH" if self.length > 0 => {
                inner = self.length.to_string();
                inner.as_bytes()
            }
            b"SCRIPT_FILENAME" | b"DOCUMENT_ROOT" | b"PATH_TRANSLATED" | ROUTER => self.upstream.seen_inside(value),
            _ => value,
        };
        push_pair(&mut self.out, name, value);
    }
}

/// A request as bytes. `keep`: the connection stays open, and the body is complete.
fn encode(parameters: &[u8], body: &[u8], keep: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(parameters.len() + body.len() + 64);
    out.extend_from_slice(&begin_request(REQUEST, keep));
    push_record(&mut out, PARAMS, REQUEST, parameters);
    out.extend_from_slice(&end_of(PARAMS));
    if keep {
        push_record(&mut out, STDIN, REQUEST, body);
        out.extend_from_slice(&end_of(STDIN));
    }
    out
}

/// The record that ends a stream.
fn end_of(kind: u8) -> [u8; loxo_fcgi::HEAD] {
    debug_assert!(kind != BEGIN_REQUEST);
    loxo_fcgi::Head { kind, request: REQUEST, length: 0, padding: 0 }.bytes()
}

/// Writes a request with a long body. A process that does not want it closes, and then the rest is nobody's.
async fn send_long(mut writing: OwnedWriteHalf, request: Vec<u8>, mut body: RequestBody) {
    if writing.write_all(&request).await.is_err() {
        return;
    }
    loop {
        // Files are read where that may wait.
        let read = tokio::task::spawn_blocking(move || {
            let mut block = vec![0; MAX_CONTENT & !7];
            let count = body.read(&mut block);
            block.truncate(count);
            (body, block)
        });
        let Ok((rest, block)) = read.await else { return };
        body = rest;
        let mut record = Vec::with_capacity(block.len() + 16);
        match block.is_empty() {
            true => record.extend_from_slice(&end_of(STDIN)),
            false => push_record(&mut record, STDIN, REQUEST, &block),
        }
        if writing.write_all(&record).await.is_err() || block.is_empty() {
            return;
        }
    }
}

/// Reads an answer until it is complete, or its script wants the client to see what there is.
async fn begin(connection: &mut Connection) -> io::Result<Begun> {
    let mut output = Vec::new();
    let mut response: Option<Response> = None;
    // Bytes since the process was last waited for.
    let mut burst = 0;
    let mut any = false;
    loop {
        while let Some(part) = connection.answer.next_part().map_err(|_| io::Error::from(ErrorKind::InvalidData))? {
            match part {
                Part::Output(bytes) => {
                    burst += bytes.len();
                    output.extend_from_slice(bytes);
                }
                Part::Log(bytes) => log(bytes),
                Part::End(DECLINED) => return Ok(Begun::Declined),
                Part::End(_) => {
                    let response = match response {
                        Some(response) => Some(response),
                        None => split_head(&mut output),
                    };
                    return Ok(match response {
                        Some(response) => Begun::Whole(response, output),
                        None => Begun::Whole(Response { status: 502, ..empty() }, Vec::new()),
                    });
                }
            }
        }
        if response.is_none() {
            response = split_head(&mut output);
            if response.is_none() && output.len() > HEAD_LIMIT {
                return Err(ErrorKind::InvalidData.into());
            }
        }
        let shown = response.is_some() && !connection.answer.is_within_record();
        let read = if response.is_some() && output.len() > WHOLE_LIMIT {
            None
        } else if shown {
            let patience = if burst >= PIECE { SOON } else { Duration::ZERO };
            tokio::time::timeout(patience, connection.read()).await.ok()
        } else {
            Some(connection.read().await)
        };
        match (read, response.take()) {
            (None, Some(response)) => return Ok(Begun::Partly(response, output)),
            // Reset: the request was not read.
            (Some(Err(error)), None) if !any => return Err(error),
            (Some(Ok(0) | Err(_)), _) | (None, None) => return Err(ErrorKind::UnexpectedEof.into()),
            (Some(Ok(_)), kept) => {
                (response, any) = (kept, true);
                if shown {
                    burst = 0;
                }
            }
        }
    }
}

/// Hands the rest of an answer on. The connection, if it can be used again.
async fn pump(mut connection: Connection, mut writer: BodyWriter, first: Bytes) -> Option<Connection> {
    let cutter = writer.cutter();
    let mut queue = VecDeque::from([first]);
    loop {
        let ended = loop {
            match connection.answer.next_part() {
                Ok(Some(Part::Output(bytes))) => queue.push_back(Bytes::copy_from_slice(bytes)),
                Ok(Some(Part::Log(bytes))) => log(bytes),
                Ok(Some(Part::End(_))) => break true,
                Ok(None) => break false,
                Err(_) => {
                    cutter.cut();
                    return None;
                }
            }
        };
        for bytes in queue.drain(..).filter(|bytes| !bytes.is_empty()) {
            match write(writer, bytes).await {
                Some(written) => writer = written,
                // The client is gone; a process that goes on learns it when it writes.
                None => return ended.then_some(connection),
            }
        }
        if ended {
            return Some(connection);
        }
        if !writer.flush() {
            return None;
        }
        if !matches!(connection.read().await, Ok(1..)) {
            cutter.cut();
            return None;
        }
    }
}

/// What does not fit into memory goes to a file: that may wait for a disk, or for the client. `None`: the client is gone.
async fn write(mut writer: BodyWriter, bytes: Bytes) -> Option<BodyWriter> {
    if writer.has_room(bytes.len()) {
        return writer.write(&bytes).then_some(writer);
    }
    let written = tokio::task::spawn_blocking(move || writer.write(&bytes).then_some(writer));
    written.await.ok().flatten()
}

/// What a process says for the log.
fn log(bytes: &[u8]) {
    crate::log::error(crate::site::SapiKind::Fpm, bytes.trim_ascii_end());
}

fn body(bytes: Vec<u8>, head_only: bool) -> ResponseBody {
    match head_only {
        // How long it would be is not known.
        true => ResponseBody::Pieces(Box::new(response_body::channel().1)),
        false => ResponseBody::Whole(bytes.into()),
    }
}

fn empty() -> Response {
    Response { status: 200, line: None, headers: Vec::new(), body: ResponseBody::Whole(Bytes::new()), error: None }
}

/// Takes the head off the beginning of an answer: lines up to an empty one.
fn split_head(output: &mut Vec<u8>) -> Option<Response> {
    let ends = output.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at);
    let (end, after) = ends.map(|at| (at, &output[at + 1..])).find_map(|(at, rest)| {
        if rest.starts_with(b"\n") { Some((at, at + 2)) } else { rest.starts_with(b"\r\n").then_some((at, at + 3)) }
    })?;
    let mut response = empty();
    for line in output[..end].split(|b| *b == b'\n') {
        let line = line.trim_ascii_end();
        let Some(at) = line.iter().position(|b| *b == b':') else { continue };
        let name = String::from_utf8_lossy(line[..at].trim_ascii()).into_owned();
        response.headers.push((name, line[at + 1..].trim_ascii().to_vec()));
    }
    output.drain(..after);
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_answers() {
        let mut output = b"Status: 404 Not Found\r\nX-A:  1 \r\n\r\n\r\nbody".to_vec();
        let response = split_head(&mut output).expect("a head");
        assert_eq!(output, b"\r\nbody");
        assert_eq!(response.headers, [("Status".to_string(), b"404 Not Found".to_vec()), ("X-A".to_string(), b"1".to_vec())]);
        let mut plain = b"A: b\n\nrest".to_vec();
        assert!(split_head(&mut plain).is_some() && plain == b"rest");
        assert!(split_head(&mut b"A: b\r\n".to_vec()).is_none());
        assert!(split_head(&mut b"A: b\r\n\r".to_vec()).is_none());
    }

    #[test]
    fn paths_within_a_chroot() {
        let upstream = |chroot: &[u8]| Upstream::new("/s".into(), chroot.to_vec(), 1, 1, None);
        assert_eq!(upstream(b"/srv/a").seen_inside(b"/srv/a/web/x.php"), b"/web/x.php");
        assert_eq!((upstream(b"/srv/a").seen_inside(b"/srv/ab"), upstream(b"/srv/a").seen_inside(b"/srv/a")), (&b"/srv/ab"[..], &b"/"[..]));
        assert_eq!(upstream(b"").seen_inside(b"/srv/a"), b"/srv/a");
    }
}
