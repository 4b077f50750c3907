//! Connections of `loxo serve`: hyper on one side, [`crate::dispatch`] on the other.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming as HyperBody;
use hyper::header::{CONNECTION, CONTENT_LENGTH, HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, watch};

use crate::host::host;
use crate::log::AccessLog;
use crate::message::{RequestHead, Response, ResponseBody, join_header};
use crate::pool::Pool;
use crate::site::Site;
use crate::uri::clean_path;
use crate::write_timeout::WriteTimeout;
use crate::{dispatch, pages, request_body};

/// A client that takes nothing for so long is given up.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// From a connection's first byte, or the last response, to the end of the next head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct HttpServer {
    pub(crate) site: Arc<Site>,
    pub(crate) pool: Pool,
    pub(crate) access_log: Option<AccessLog>,
}

/// Accepts connections until a signal comes, then lets those that are busy finish.
pub(crate) async fn run(server: Arc<HttpServer>, listener: std::net::TcpListener, stop_timeout: Duration) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let (stop, stopping) = watch::channel(false);
    // Every connection holds a sender; when the last is gone, so is the last connection.
    let (alive, mut all_gone) = mpsc::channel::<()>(1);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    let alive = alive.clone();
                    let work = connection(server.clone(), stream, peer, stopping.clone());
                    tokio::spawn(async move {
                        work.await;
                        drop(alive);
                    });
                }
                // Out of files, or the client has gone already: others may have more luck in a moment.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
            _ = terminate.recv() => break,
            _ = interrupt.recv() => break,
        }
    }
    drop((listener, alive));
    // Without receivers there is no connection to tell.
    let _ = stop.send(true);
    tokio::select! {
        _ = tokio::time::timeout(stop_timeout, all_gone.recv()) => {}
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

async fn connection(server: Arc<HttpServer>, stream: TcpStream, peer: SocketAddr, mut stopping: watch::Receiver<bool>) {
    // Small responses must not wait for more.
    let _ = stream.set_nodelay(true);
    let Ok(local) = stream.local_addr() else { return };
    let service = service_fn(move |request| handle(server.clone(), request, peer, local));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).half_close(true).title_case_headers(true);
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)), service));
    // Broken connections are the client's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stop| *stop) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

async fn handle(
    server: Arc<HttpServer>,
    request: Request<HyperBody>,
    peer: SocketAddr,
    local: SocketAddr,
) -> Result<hyper::Response<LoggedBody>, Infallible> {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
    let mut head = RequestHead {
        method: parts.method.as_str().to_string(),
        path: Vec::new(),
        query: parts.uri.query().map(str::to_string),
        target: target.to_string(),
        protocol: if parts.version == Version::HTTP_10 { "HTTP/1.0" } else { "HTTP/1.1" },
        headers: headers(&parts.headers),
        fields: None,
        peer,
        local,
    };
    let host = host(parts.version, &parts.uri, &parts.headers);
    if let (Ok(Some(host)), Some((_, field))) = (&host, head.headers.iter_mut().find(|(name, _)| name == "host")) {
        field.clone_from(host);
    }
    if let Err(status) = request_body::framing(parts.version, &parts.headers) {
        let answer = pages::error(&head, status);
        let mut response = respond(&server, head, answer, started);
        // Where the next request begins is not known.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return Ok(response);
    }
    let (head, answer) = match clean_path(parts.uri.path()).filter(|_| host.is_ok()) {
        None => {
            let answer = pages::error(&head, 400);
            (head, answer)
        }
        Some(path) => match request_body::read(body, server.site.body_limit).await {
            Err(status) => {
                let answer = pages::error(&head, status);
                (head, answer)
            }
            Ok((body, length)) => dispatch::serve(&server.site, &server.pool, RequestHead { path, ..head }, body, length).await,
        },
    };
    Ok(respond(&server, head, answer, started))
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
    let mut response = hyper::Response::new(LoggedBody { body: ResponseBody::Whole(Bytes::new()), sent: 0, log: None });
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
    *response.body_mut() = LoggedBody { body: answer.body, sent: 0, log };
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
}

impl Body for LoggedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = match &mut self.body {
            ResponseBody::Whole(bytes) if bytes.is_empty() => None,
            ResponseBody::Whole(bytes) => Some(std::mem::take(bytes)),
            ResponseBody::Absent(_) => None,
            ResponseBody::Pieces(pieces) => match pieces.poll_next(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(piece) => piece,
            },
        };
        if let Some(piece) = &piece {
            self.sent += piece.len() as u64;
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
