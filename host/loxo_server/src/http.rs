//! Connections of `loxo serve`: hyper on one side, [`crate::dispatch`] on the other.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming as HyperBody;
use hyper::header::{CONNECTION, CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode, Version};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Notify, Semaphore, mpsc, watch};

use crate::development::Development;
use crate::dispatch::Runner;
use crate::file_socket::{self, FileParts, FileSocket};
use crate::flushes::Flushes;
use crate::host::host;
use crate::log::AccessLog;
use crate::loops::{self, Loops};
use crate::message::{RequestHead, Response, ResponseBody, join_header};
use crate::pool::Pool;
use crate::proxies::Proxies;
use crate::resets::{Guarded, Resets};
use crate::response_body::PieceStream;
use crate::site::{self, SapiKind};
use crate::sites::Sites;
use crate::status::{self, StatusPaths};
use crate::tls::Tls;
use crate::uri::clean_path;
use crate::write_timeout::WriteTimeout;
use crate::{compress, dispatch, listen, pages, request_body};

/// A client that takes nothing for so long is given up.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// From a connection's first byte, or the last response, to the end of the next head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);
/// Requests of one HTTP/2 connection at a time; nginx's number.
const HTTP2_STREAMS: u32 = 128;
/// Bytes of a head.
const HTTP2_HEAD: u32 = 64 << 10;
/// Bytes of a body that a client may send before any was read, of one request and of all of a connection.
const HTTP2_STREAM_WINDOW: u32 = 256 << 10;
const HTTP2_CONNECTION_WINDOW: u32 = 1 << 20;
/// A silent HTTP/2 client is asked after so long whether it is still there, and has so long to answer.
const PING_INTERVAL: Duration = Duration::from_secs(30);
const PING_TIMEOUT: Duration = Duration::from_secs(20);
/// So long files stay open that were sent.
const FILES_OPEN: Duration = Duration::from_secs(10);

/// Between two looks whether certificates were issued.
const CERTIFICATES: Duration = Duration::from_secs(1);

/// What connections hear of the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    No,
    /// Who is between two requests is closed.
    Soon,
    /// So are they, but a client may be about to send another, which counts.
    Graceful,
}

/// How long a patient stop waits for another request of a connection.
const ANOTHER_REQUEST: Duration = Duration::from_secs(3);
/// How long a server that stops waits for the first request of a connection.
const FIRST_REQUEST: Duration = Duration::from_secs(1);

pub(crate) struct HttpServer {
    pub(crate) sites: Sites,
    pub(crate) pool: Pool,
    pub(crate) access_log: Option<AccessLog>,
    pub(crate) status: StatusPaths,
    pub(crate) compress: bool,
    /// How many connections there may be.
    pub(crate) connection_limit: usize,
    /// Reads the settings again. `None`: who wants them read again starts another front.
    pub(crate) load_config: Option<site::LoadConfig>,
    /// `None`: plain HTTP.
    pub(crate) tls: Option<Tls>,
    /// Who may say who the client is.
    pub(crate) proxies: Proxies,
    /// The folder with answers for an authority that issues certificates.
    pub(crate) challenges: Option<PathBuf>,
    pub(crate) development: Option<Development>,
}

impl HttpServer {
    /// Requests that begin from now on have the settings as they are now, and new workers, new connections the certificates; `code`: programs
    /// are compiled anew, too.
    fn reload(&self, code: bool) {
        self.reload_certificates();
        let Some(load_config) = &self.load_config else { return };
        if code {
            self.sites.all().for_each(|site| site.get().engine.renew_code());
        }
        let config = load_config(code);
        let limit = site::request_limit(&config);
        self.sites.all().for_each(|site| site.current.set_config(config.clone()));
        self.pool.renew(limit);
        let what = if code { "settings and programs" } else { "settings" };
        crate::log::error(SapiKind::Fpm, format!("Reloaded: {what}").as_bytes());
    }
}

impl HttpServer {
    fn reload_certificates(&self) {
        if let Some(Err(message)) = self.tls.as_ref().map(Tls::reload) {
            crate::log::error(SapiKind::Fpm, format!("The certificates stay as they were: {message}").as_bytes());
        }
    }
}

/// A socket on which clients connect.
pub(crate) struct Listening {
    pub(crate) socket: std::net::TcpListener,
    /// For TLS.
    pub(crate) secure: bool,
}

impl Listening {
    /// As the beginning of an address.
    pub(crate) fn address(&self) -> Option<String> {
        let address = self.socket.local_addr().ok()?;
        Some(format!("{}://{address}/", if self.secure { "https" } else { "http" }))
    }
}

/// What all connections share besides the server.
#[derive(Clone)]
struct Accepting {
    loops: Arc<Loops>,
    /// Connections that there may be.
    places: Arc<Semaphore>,
    stopping: watch::Receiver<Stop>,
    /// Every connection holds one; when the last is gone, so is the last connection.
    alive: mpsc::Sender<()>,
}

/// Accepts connections until the server stops.
async fn accept(server: Arc<HttpServer>, listener: TcpListener, secure: bool, accepting: Accepting) {
    let mut complained: Option<Instant> = None;
    let mut stopping = accepting.stopping.clone();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stop| *stop != Stop::No) => return,
        };
        let Ok((stream, peer)) = accepted else {
            // Out of files, or the client has gone already: others may have more luck in a moment.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let Ok(place) = accepting.places.clone().try_acquire_owned() else {
            if complained.is_none_or(|at| at.elapsed() > Duration::from_secs(60)) {
                complained = Some(Instant::now());
                let message = format!("There are {} connections, as many as there may be: others are closed", server.connection_limit);
                crate::log::error(SapiKind::Fpm, message.as_bytes());
            }
            continue;
        };
        let (server, stopping, alive) = (server.clone(), accepting.stopping.clone(), accepting.alive.clone());
        let target = accepting.loops.next();
        let Ok(stream) = stream.into_std() else { continue };
        loops::spawn(target, async move {
            if let Ok(stream) = TcpStream::from_std(stream) {
                connection(server, stream, peer, secure, stopping).await;
            }
            drop((alive, place));
        });
    }
}

/// Accepts connections until a signal comes, then lets those that are busy finish.
pub(crate) async fn run(server: Arc<HttpServer>, listening: Vec<Listening>, loops: Loops, stop_timeout: Duration) -> std::io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let (mut quit, mut hangup) = (signal(SignalKind::quit())?, signal(SignalKind::hangup())?);
    let (mut reopen, mut renew) = (signal(SignalKind::user_defined1())?, signal(SignalKind::user_defined2())?);
    let (stop, stopping) = watch::channel(Stop::No);
    let (alive, mut all_gone) = mpsc::channel::<()>(1);
    // They go on until the last connection is gone.
    let loops = Arc::new(loops);
    let accepting = Accepting { loops: loops.clone(), places: Arc::new(Semaphore::new(server.connection_limit)), stopping, alive };
    for Listening { socket, secure } in listening {
        listen::set_up(&socket)?;
        tokio::spawn(accept(server.clone(), TcpListener::from_std(socket)?, secure, accepting.clone()));
    }
    drop(accepting);
    tokio::spawn(loops::keep_time());
    tokio::spawn(close_files(server.clone()));
    // One after the other: a reload waits until the new workers are there.
    let (reload, mut reloads) = mpsc::unbounded_channel::<bool>();
    let reloading = server.clone();
    let reloader = tokio::task::spawn_blocking(move || {
        while let Some(mut code) = reloads.blocking_recv() {
            // Of many that have come meanwhile one is enough.
            while let Ok(more) = reloads.try_recv() {
                code |= more;
            }
            reloading.reload(code);
        }
    });
    let patient = loop {
        tokio::select! {
            _ = terminate.recv() => break false,
            _ = interrupt.recv() => break false,
            _ = quit.recv() => break true,
            // The reloader ends with this function.
            _ = hangup.recv() => drop(reload.send(false)),
            _ = renew.recv() => drop(reload.send(true)),
            _ = reopen.recv() => {
                if let Some(log) = &server.access_log {
                    log.reopen();
                }
            }
        }
    };
    // Without receivers there is nobody to tell.
    let _ = stop.send(if patient { Stop::Graceful } else { Stop::Soon });
    drop(reload);
    if let Some(development) = &server.development {
        development.stop();
    }
    // A reload that is under way ends first, so that no worker starts behind the stop.
    let _ = reloader.await;
    let all_gone = async {
        match patient {
            true => drop(all_gone.recv().await),
            false => drop(tokio::time::timeout(stop_timeout, all_gone.recv()).await),
        }
    };
    tokio::pin!(all_gone);
    loop {
        tokio::select! {
            () = &mut all_gone => return Ok(()),
            _ = terminate.recv() => return Ok(()),
            _ = interrupt.recv() => return Ok(()),
            // They do not kill.
            _ = quit.recv() => {}
            _ = hangup.recv() => {}
            _ = renew.recv() => {}
            _ = reopen.recv() => {}
        }
    }
}

/// Closes the files that sites keep open from one request to the next.
async fn close_files(server: Arc<HttpServer>) {
    loop {
        tokio::time::sleep(FILES_OPEN).await;
        server.sites.all().for_each(|site| site.current.close_files());
    }
}

/// What is known of a connection before its first request.
#[derive(Clone, Copy)]
struct Connection {
    peer: SocketAddr,
    local: SocketAddr,
    /// Over TLS.
    secure: bool,
}

async fn connection(server: Arc<HttpServer>, mut stream: TcpStream, peer: SocketAddr, secure: bool, stopping: watch::Receiver<Stop>) {
    let Ok(local) = stream.local_addr() else { return };
    let Some(behind) = server.proxies.behind(&mut stream, peer).await else { return };
    let (peer, local) = behind.map_or((peer, local), |addresses| (addresses.client, addresses.server));
    match server.tls.as_ref().filter(|_| secure) {
        None => {
            let connection = Connection { peer, local, secure: false };
            match tokio::time::timeout(HEAD_TIMEOUT, begins_as_http2(&stream)).await {
                Ok(Ok(true)) => http2_connection(server, stream, connection, stopping).await,
                Ok(Ok(false)) => {
                    let parts = FileParts::default();
                    let stream = FileSocket::new(stream, parts.clone());
                    http1_connection(server, stream, connection, Some(parts), stopping).await;
                }
                Ok(Err(_)) | Err(_) => {}
            }
        }
        Some(tls) => {
            let Some(stream) = tls.accept(stream).await else { return };
            let connection = Connection { peer, local, secure: true };
            match stream.get_ref().1.alpn_protocol() {
                Some(b"h2") => http2_connection(server, stream, connection, stopping).await,
                _ => http1_connection(server, stream, connection, None, stopping).await,
            }
        }
    }
}

/// Clients that know what the server speaks begin with HTTP/2 at once (RFC 9113, 3.3).
async fn begins_as_http2(stream: &TcpStream) -> std::io::Result<bool> {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    loop {
        let mut start = [0; PREFACE.len()];
        let count = stream.peek(&mut start).await?;
        if count == 0 || start[..count] != PREFACE[..count] {
            return Ok(false);
        }
        if count == PREFACE.len() {
            return Ok(true);
        }
        // What is there already would be reported at once, again and again.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// `parts`: those of the stream, if it can send parts of files.
async fn http1_connection<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    server: Arc<HttpServer>,
    stream: S,
    connection: Connection,
    parts: Option<FileParts>,
    mut stopping: watch::Receiver<Stop>,
) {
    let first = Arc::new(Notify::new());
    let (begun, stop) = (first.clone(), stopping.clone());
    let stream = WriteTimeout::new(stream, WRITE_TIMEOUT);
    let flushes = stream.flushes();
    let service = service_fn(move |request| {
        begun.notify_one();
        let (handled, stop) = (Box::pin(handle(server.clone(), request, connection, None)), stop.clone());
        let (parts, flushes) = (parts.clone(), flushes.clone());
        async move {
            let mut response = handled.await?;
            response.body_mut().parts = parts;
            response.body_mut().flushes = Some(flushes);
            if *stop.borrow() == Stop::Graceful {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).half_close(true).title_case_headers(true).writev(true);
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    // Broken connections are the client's affair. What has arrived is read before the stop is looked at.
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stop| *stop != Stop::No) => {}
    }
    if *stopping.borrow() == Stop::Graceful {
        // Whoever keeps the connection learns of the stop with the answer to the next request.
        tokio::select! {
            biased;
            _ = connection.as_mut() => return,
            () = tokio::time::sleep(ANOTHER_REQUEST) => {}
        }
    }
    // A client that has just connected cannot know of the stop: its first request counts.
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        () = first.notified() => {}
        () = tokio::time::sleep(FIRST_REQUEST) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

async fn http2_connection<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    server: Arc<HttpServer>,
    stream: S,
    connection: Connection,
    mut stopping: watch::Receiver<Stop>,
) {
    // Every request that runs holds one.
    let running = Arc::new(());
    let begun = Arc::new(AtomicU64::new(0));
    let resets = Arc::new(Resets::default());
    let (token, counter, all) = (running.clone(), begun.clone(), resets.clone());
    let service = service_fn(move |request| {
        counter.fetch_add(1, Ordering::Relaxed);
        let (pending, handled) = (all.begin(), Box::pin(handle(server.clone(), request, connection, Some(token.clone()))));
        async move {
            let response = handled.await;
            pending.answered();
            response
        }
    });
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .max_concurrent_streams(HTTP2_STREAMS)
        .max_header_list_size(HTTP2_HEAD)
        .initial_stream_window_size(HTTP2_STREAM_WINDOW)
        .initial_connection_window_size(HTTP2_CONNECTION_WINDOW)
        .keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_TIMEOUT);
    let stream = Guarded::new(WriteTimeout::new(stream, WRITE_TIMEOUT), resets.clone());
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    let mut seen = 0;
    loop {
        tokio::select! {
            _ = connection.as_mut() => return,
            () = resets.too_many() => return,
            _ = stopping.wait_for(|stop| *stop != Stop::No) => break,
            () = tokio::time::sleep(HEAD_TIMEOUT) => {
                // The service has the other.
                let idle = Arc::strong_count(&running) <= 2 && begun.load(Ordering::Relaxed) == seen;
                if idle {
                    break;
                }
                seen = begun.load(Ordering::Relaxed);
            }
        }
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// `running`: what is held as long as the response is on its way.
async fn handle(
    server: Arc<HttpServer>,
    request: Request<HyperBody>,
    connection: Connection,
    running: Option<Arc<()>>,
) -> Result<hyper::Response<LoggedBody>, Infallible> {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
    let mut head = RequestHead {
        method: parts.method.as_str().to_string(),
        path: Vec::new(),
        query: parts.uri.query().map(str::to_string),
        target: target.to_string(),
        protocol: match parts.version {
            Version::HTTP_10 => "HTTP/1.0",
            Version::HTTP_2 => "HTTP/2.0",
            _ => "HTTP/1.1",
        },
        headers: headers(&parts.headers),
        fields: None,
        secure: connection.secure,
        peer: connection.peer,
        local: connection.local,
    };
    let host = host(parts.version, &parts.uri, &parts.headers);
    if let Ok(Some(host)) = &host {
        match head.headers.iter_mut().find(|(name, _)| name == "host") {
            Some((_, field)) => field.clone_from(host),
            None => head.headers.insert(0, ("host".to_string(), host.clone())),
        }
    }
    server.proxies.apply(&mut head);
    let path = clean_path(parts.uri.path()).filter(|_| host.is_ok());
    let refusal = request_body::framing(parts.version, &parts.headers).err().or_else(|| refused(&parts.method));
    let (head, answer) = match path {
        _ if let Some(status) = refusal => return Ok(refuse(&server, head, status, parts.version, started)),
        None => return Ok(refuse(&server, head, 400, parts.version, started)),
        Some(path) if let Some(page) = status::page(&server.status, &server.pool, &head, &path) => (head, page),
        Some(path) if let Some(answer) = server.development.as_ref().and_then(|development| development.answer(&head, &path)) => {
            (head, answer)
        }
        Some(path) if let Some(answer) = challenge(&server, &head, &path) => (head, answer),
        Some(path) => {
            let hosted = server.sites.find(head.host_name());
            if let Some(answer) = server.sites.redirect(hosted, &head) {
                return Ok(respond(&server, head, answer, started));
            }
            let site = hosted.get();
            let body = request_body::read(body, site.body_limit, request_body::PACE);
            let runner = Runner { site: &site, pool: &server.pool, upstream: hosted.upstream.as_ref() };
            let head = RequestHead { path, ..head };
            match &server.development {
                Some(development) => development.serve(runner, head, body).await,
                None => dispatch::serve(runner, head, body).await,
            }
        }
    };
    let answer = if server.compress { compress::apply(&head, answer).await } else { answer };
    let mut response = respond(&server, head, answer, started);
    response.body_mut().running = running;
    Ok(response)
}

/// What an authority asks for before it issues a certificate (RFC 8555, 8.3).
fn challenge(server: &HttpServer, head: &RequestHead, path: &[u8]) -> Option<Response> {
    let folder = server.challenges.as_ref()?;
    let token = std::str::from_utf8(path.strip_prefix(b"/.well-known/acme-challenge/")?).ok()?;
    loxo_acme::answer(folder, token).filter(|_| head.method == "GET").map(pages::plain)
}

/// Certificates that were issued are used from then on. `folder`: where they are put, each by renaming.
pub(crate) async fn follow_certificates(server: Arc<HttpServer>, folder: PathBuf) {
    let changed = || std::fs::metadata(&folder).and_then(|found| found.modified()).ok();
    let mut known = None;
    loop {
        let now = changed();
        if now != known {
            known = now;
            server.reload_certificates();
        }
        tokio::time::sleep(CERTIFICATES).await;
    }
}

/// Methods that nobody serves, and names that are none for nginx, which may be the end of another request (`abcGET`).
fn refused(method: &Method) -> Option<u16> {
    match method {
        &Method::TRACE | &Method::CONNECT => Some(405),
        _ if method.as_str().bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'_' | b'-')) => None,
        _ => Some(400),
    }
}

/// The answer to a request that is not understood. Where the next one begins may not be known either: the connection ends.
fn refuse(server: &HttpServer, head: RequestHead, status: u16, version: Version, started: Instant) -> hyper::Response<LoggedBody> {
    let answer = pages::error(&head, status);
    let mut response = respond(server, head, answer, started);
    if version != Version::HTTP_2 {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Names with an underscore could pass for others once they are variables, so they are left out, as nginx does.
fn headers(map: &HeaderMap) -> Vec<(String, Vec<u8>)> {
    let mut headers = Vec::with_capacity(map.len());
    for (name, value) in map {
        if !name.as_str().contains('_') {
            join_header(&mut headers, name.as_str(), value.as_bytes());
        }
    }
    headers
}

/// Fields that belong to the connection and not to the response.
fn is_hop_by_hop(name: &str) -> bool {
    ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-connection"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

fn respond(server: &HttpServer, head: RequestHead, mut answer: Response, started: Instant) -> hyper::Response<LoggedBody> {
    // `header('Status: 404')`: a CGI program's way to say it.
    if let Some(status) = answer.header("status").and_then(|text| std::str::from_utf8(text.get(..3)?).ok()?.parse().ok()) {
        answer.status = status;
        // Its words go into the first line, as from nginx.
        let words = answer.header("status").map(|text| [b"HTTP/1.1 ", text].concat());
        answer.line = words.or(answer.line);
        answer.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("status"));
    }
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = hyper::Response::new(LoggedBody::new(ResponseBody::Whole(Bytes::new()), None, None));
    *response.status_mut() = status;
    if let Some(reason) = answer.line.as_deref().and_then(reason) {
        response.extensions_mut().insert(reason);
    }
    let map = response.headers_mut();
    for (name, value) in answer.headers {
        // The length of what is there is known better here.
        let own_length = name.eq_ignore_ascii_case("content-length") && matches!(answer.body, ResponseBody::Whole(_));
        if own_length || is_hop_by_hop(&name) {
            continue;
        }
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_maybe_shared(Bytes::from(value))) {
            map.append(name, value);
        }
    }
    if let ResponseBody::Absent(length) = answer.body {
        map.entry(CONTENT_LENGTH).or_insert_with(|| HeaderValue::from(length));
    }
    let log = server.access_log.clone().map(|log| AccessEntry { log, head, status: status.as_u16(), started });
    let announced = response.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    *response.body_mut() = LoggedBody::new(answer.body, announced, log);
    response
}

/// The program's own words behind the number.
fn reason(line: &[u8]) -> Option<hyper::ext::ReasonPhrase> {
    let text = line.splitn(3, |b| *b == b' ').nth(2)?;
    hyper::ext::ReasonPhrase::try_from(text).ok()
}

/// What the access log will say when the response is over.
struct AccessEntry {
    log: AccessLog,
    head: RequestHead,
    status: u16,
    started: Instant,
}

/// A response's body on its way.
struct LoggedBody {
    body: ResponseBody,
    sent: u64,
    log: Option<AccessEntry>,
    /// Of an HTTP/2 connection: it is not idle before all have been dropped.
    running: Option<Arc<()>>,
    /// Those of the connection, if it can send parts of files.
    parts: Option<FileParts>,
    /// Bytes, as the response's head says.
    announced: Option<u64>,
    /// Of the connection, where a body may end too early.
    flushes: Option<Flushes>,
    /// All pieces have come: how often all had been sent by then.
    ended: Option<u64>,
}

impl LoggedBody {
    fn new(body: ResponseBody, announced: Option<u64>, log: Option<AccessEntry>) -> LoggedBody {
        LoggedBody { body, sent: 0, log, running: None, parts: None, announced, flushes: None, ended: None }
    }

    /// Ends a response that comes in pieces. One that is too short waits until what there is of it has been sent.
    fn poll_end(&mut self, is_cut: bool, context: &Context<'_>) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        let is_short = is_cut || self.announced.is_some_and(|announced| self.sent < announced);
        if let Some(flushes) = self.flushes.as_ref().filter(|_| is_short) {
            let ended = *self.ended.get_or_insert_with(|| flushes.count());
            if !flushes.since(ended, context) {
                return Poll::Pending;
            }
        }
        // The connection ends, so that nobody takes this for the whole.
        Poll::Ready(is_cut.then(|| Err(std::io::ErrorKind::UnexpectedEof.into())))
    }

    /// The next bytes of a response that comes in pieces; what lies in a file goes out from there.
    fn poll_pieces(pieces: &mut dyn PieceStream, parts: Option<&FileParts>, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(parts) = parts
            && let Some(part) = pieces.take_part(file_socket::LONGEST)
        {
            return Poll::Ready(Some(parts.add(part)));
        }
        pieces.poll_next(context)
    }
}

impl Body for LoggedBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        let this = &mut *self;
        let piece = match &mut this.body {
            ResponseBody::Whole(bytes) if bytes.is_empty() => None,
            ResponseBody::Whole(bytes) => Some(std::mem::take(bytes)),
            ResponseBody::Absent(_) => None,
            ResponseBody::Pieces(pieces) => {
                let next = match this.ended {
                    Some(_) => Poll::Ready(None),
                    None => LoggedBody::poll_pieces(&mut **pieces, this.parts.as_ref(), context),
                };
                match next {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(None) => {
                        let is_cut = pieces.is_cut();
                        return this.poll_end(is_cut, context);
                    }
                    Poll::Ready(piece) => piece,
                }
            }
        };
        if let Some(piece) = &piece {
            this.sent += piece.len() as u64;
        }
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        match &self.body {
            ResponseBody::Whole(bytes) => bytes.is_empty(),
            ResponseBody::Absent(_) => true,
            ResponseBody::Pieces(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.body {
            ResponseBody::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            ResponseBody::Absent(_) => SizeHint::with_exact(0),
            ResponseBody::Pieces(_) => SizeHint::default(),
        }
    }
}

impl Drop for LoggedBody {
    fn drop(&mut self) {
        if let Some(entry) = self.log.take() {
            entry.log.add(&entry.head, entry.status, self.sent, entry.started.elapsed());
        }
    }
}
