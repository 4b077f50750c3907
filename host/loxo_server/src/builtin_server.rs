//! Connections of `php -S`: one request each, with headers in the order and spelling that PHP's built-in server gives them.
//!
//! hyper writes headers its own way, and programs that test themselves against the built-in server compare bytes; so this module reads heads
//! with `httparse` and writes them itself.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::{Bytes, BytesMut};
use loxo_runtime::web::status_text;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use crate::dispatch::{self, BuiltinResponse};
use crate::log::BuiltinLog;
use crate::message::{RequestBody, RequestHead, ResponseBody};
use crate::pages;
use crate::pool::Pool;
use crate::site::Site;
use crate::uri::lenient_path;

/// Longest head, as PHP has it.
const HEAD_LIMIT: usize = 80 << 10;
/// Longer bodies come in pieces.
const SMALL_BODY: u64 = 1 << 20;
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// The methods that PHP's server knows.
const METHODS: [&str; 27] = [
    "DELETE",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "CONNECT",
    "OPTIONS",
    "TRACE",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "MKCALENDAR",
    "PROPFIND",
    "PROPPATCH",
    "SEARCH",
    "UNLOCK",
    "REPORT",
    "MKACTIVITY",
    "CHECKOUT",
    "MERGE",
    "M-SEARCH",
    "NOTIFY",
    "SUBSCRIBE",
    "UNSUBSCRIBE",
    "QUERY",
];

pub(crate) struct BuiltinServer {
    pub(crate) site: Arc<Site>,
    pub(crate) pool: Pool,
    pub(crate) log: BuiltinLog,
}

/// Serves until a signal comes.
pub(crate) async fn run(server: Arc<BuiltinServer>, listener: std::net::TcpListener) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let port = listener.local_addr()?.port();
    let host = &server.site.name;
    let name = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    server.log.line(&format!("PHP {} Development Server (http://{name}:{port}) started", server.site.php_version));
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => drop(tokio::spawn(connection(server.clone(), stream, peer))),
                Err(error) => {
                    server.log.line(&format!("Failed to accept a client (reason: {error})"));
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            },
            _ = terminate.recv() => return Ok(()),
            _ = interrupt.recv() => return Ok(()),
        }
    }
}

async fn connection(server: Arc<BuiltinServer>, mut stream: TcpStream, peer: SocketAddr) {
    server.log.message(&format!("{peer} Accepted"));
    let _ = stream.set_nodelay(true);
    match read_head(&mut stream, peer).await {
        Ok((head, parser_rest, version)) => {
            // The client may leave at any time.
            let _ = handle(&server, &mut stream, head, parser_rest, version).await;
            let _ = stream.shutdown().await;
        }
        Err(BadHead::Silent) => {
            let remark = "Closed without sending a request; it was probably just an unused speculative preconnection";
            server.log.message(&format!("{peer} {remark}"));
        }
        Err(BadHead::Malformed(reason)) => server.log.line(&format!("{peer} Invalid request ({reason})")),
    }
    server.log.message(&format!("{peer} Closing"));
}

enum BadHead {
    Silent,
    Malformed(&'static str),
}

/// The head, what was read behind it, and the version's minor number.
async fn read_head(stream: &mut TcpStream, peer: SocketAddr) -> Result<(RequestHead, BytesMut, u8), BadHead> {
    let local = stream.local_addr().map_err(|_| BadHead::Silent)?;
    let mut buffer = BytesMut::with_capacity(8 << 10);
    loop {
        match tokio::time::timeout(READ_TIMEOUT, stream.read_buf(&mut buffer)).await {
            Ok(Ok(1..)) => {}
            _ if buffer.is_empty() => return Err(BadHead::Silent),
            _ => return Err(BadHead::Malformed("Unexpected EOF")),
        }
        let mut headers = [httparse::EMPTY_HEADER; 256];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&buffer) {
            Ok(httparse::Status::Partial) if buffer.len() < HEAD_LIMIT => {}
            Ok(httparse::Status::Complete(length)) => {
                let (Some(method), Some(target), Some(version)) = (request.method, request.path, request.version) else {
                    return Err(BadHead::Malformed("Malformed HTTP request"));
                };
                let Some(place) = place_of(target) else { return Err(BadHead::Malformed("Malformed HTTP request")) };
                let head = head_of(method, (target, place), version, request.headers, peer, local);
                let rest = buffer.split_off(length);
                return Ok((head, rest, version));
            }
            _ if matches!(buffer.first(), Some(0x80.. | 0x16)) => return Err(BadHead::Malformed("Unsupported SSL request")),
            _ => return Err(BadHead::Malformed("Malformed HTTP request")),
        }
    }
}

/// Path and query of a target: what begins with a slash or an asterisk, or follows the server's name in a request for a proxy, where a name with a
/// dot or a digit needs no `http://`. `None`: PHP's parser takes no other, and no bytes beyond ASCII.
fn place_of(target: &str) -> Option<&str> {
    if !target.is_ascii() {
        return None;
    }
    if target.starts_with(['/', '*']) {
        return Some(target);
    }
    let rest = target.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    if rest.len() == target.len() {
        return None;
    }
    // Whatever the two characters behind the colon are.
    let server = match rest.strip_prefix(':') {
        Some(behind) => behind.get(2..)?,
        None => rest.starts_with(|c: char| c == '.' || c.is_ascii_digit()).then_some(rest)?,
    };
    let rest = server.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-');
    let rest = rest.strip_prefix(':').map_or(rest, |port| port.trim_start_matches(|c: char| c.is_ascii_digit()));
    match rest {
        "" => Some("/"),
        _ => rest.starts_with('/').then_some(rest),
    }
}

fn head_of(
    method: &str,
    (target, place): (&str, &str),
    version: u8,
    fields: &[httparse::Header<'_>],
    peer: SocketAddr,
    local: SocketAddr,
) -> RequestHead {
    let mut headers = Vec::with_capacity(fields.len());
    let mut written: Vec<(Vec<u8>, Vec<u8>)> = Vec::with_capacity(fields.len());
    for field in fields {
        let value = add_field(&mut headers, &field.name.to_ascii_lowercase(), field.value);
        match written.iter_mut().find(|(name, _)| name == field.name.as_bytes()) {
            Some((_, known)) => *known = value,
            None => written.push((field.name.as_bytes().to_vec(), value)),
        }
    }
    let place = place.split('#').next().unwrap_or_default();
    let (path, query) = match place.split_once('?') {
        Some((path, query)) => (path, Some(query.to_string())),
        None => (place, None),
    };
    RequestHead {
        method: method.to_string(),
        target: target.to_string(),
        path: lenient_path(path),
        query,
        protocol: if version == 0 { "HTTP/1.0" } else { "HTTP/1.1" },
        headers,
        fields: Some(written),
        secure: false,
        peer,
        local,
    }
}

/// Adds a field to those of its name, and gives what they are together. Unlike elsewhere cookies are joined by commas.
fn add_field(headers: &mut Vec<(String, Vec<u8>)>, name: &str, value: &[u8]) -> Vec<u8> {
    match headers.iter_mut().find(|(known, _)| known == name) {
        None => headers.push((name.to_string(), value.to_vec())),
        Some((_, all)) if name == "set-cookie" => *all = value.to_vec(),
        Some((_, all)) => {
            all.extend_from_slice(&[b", ", value].concat());
            return all.clone();
        }
    }
    value.to_vec()
}

/// How a body is delimited.
enum Framing {
    Length(u64),
    Chunked,
}

async fn handle(server: &BuiltinServer, stream: &mut TcpStream, head: RequestHead, rest: BytesMut, version: u8) -> std::io::Result<()> {
    let framing = match head.header("transfer-encoding") {
        Some(value) if value.eq_ignore_ascii_case(b"chunked") => Framing::Chunked,
        _ => {
            let text = head.header("content-length").and_then(|value| std::str::from_utf8(value).ok());
            Framing::Length(text.and_then(|text| text.trim().parse().ok()).unwrap_or(0))
        }
    };
    let head = Arc::new(head);
    let (mut reader, mut writer) = stream.split();
    if head.header("expect").is_some_and(|value| value.eq_ignore_ascii_case(b"100-continue")) {
        writer.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    let answer = if !METHODS.contains(&&*head.method) {
        BuiltinResponse { answer: pages::built_in_error(&head, 501), remark: None, own: true, logged: true }
    } else if let Framing::Length(length @ SMALL_BODY..) = framing {
        let (sender, receiver) = mpsc::channel(8);
        let forward = async {
            forward(&mut reader, rest, length, sender).await;
            std::future::pending::<()>().await;
        };
        let work = dispatch::built_in(&server.site, &server.pool, &head, RequestBody::Pieces(Bytes::new(), receiver), length);
        tokio::select! {
            answer = work => answer,
            () = forward => return Ok(()),
        }
    } else {
        let body = whole_body(&mut reader, rest, framing).await?;
        let length = body.len() as u64;
        dispatch::built_in(&server.site, &server.pool, &head, RequestBody::Whole(body), length).await
    };
    if answer.logged {
        let fatal = answer.answer.error.as_ref().map(ToString::to_string);
        server.log.response(&head, answer.answer.status, fatal.is_some(), fatal.as_deref().or(answer.remark));
    }
    send(server, &mut writer, &head, answer, version).await
}

async fn forward(reader: &mut (impl AsyncRead + Unpin), rest: BytesMut, length: u64, pieces: mpsc::Sender<Bytes>) {
    let mut left = length.saturating_sub(rest.len() as u64);
    if !rest.is_empty() && pieces.send(rest.freeze()).await.is_err() {
        return;
    }
    while left > 0 {
        let mut piece = BytesMut::with_capacity(64 << 10);
        match tokio::time::timeout(READ_TIMEOUT, reader.read_buf(&mut piece)).await {
            Ok(Ok(count @ 1..)) => left = left.saturating_sub(count as u64),
            _ => return,
        }
        if pieces.send(piece.freeze()).await.is_err() {
            return;
        }
    }
}

async fn whole_body(reader: &mut (impl AsyncRead + Unpin), mut rest: BytesMut, framing: Framing) -> std::io::Result<Bytes> {
    match framing {
        Framing::Length(length) => {
            let length = usize::try_from(length).unwrap_or(0);
            while rest.len() < length && read_more(reader, &mut rest).await? {}
            rest.truncate(length);
            Ok(rest.freeze())
        }
        Framing::Chunked => {
            let mut body = BytesMut::new();
            loop {
                match httparse::parse_chunk_size(&rest) {
                    Ok(httparse::Status::Complete((start, 0))) => {
                        let _ = rest.split_to(start);
                        return Ok(body.freeze());
                    }
                    Ok(httparse::Status::Complete((start, size))) => {
                        let size = usize::try_from(size).unwrap_or(usize::MAX);
                        let end = start.saturating_add(size);
                        while rest.len() < end.saturating_add(2) {
                            if !read_more(reader, &mut rest).await? {
                                return Ok(body.freeze());
                            }
                        }
                        body.extend_from_slice(&rest[start..end]);
                        let _ = rest.split_to(end + 2);
                    }
                    Ok(httparse::Status::Partial) => {
                        if !read_more(reader, &mut rest).await? {
                            return Ok(body.freeze());
                        }
                    }
                    Err(_) => return Err(std::io::ErrorKind::InvalidData.into()),
                }
            }
        }
    }
}

/// False: the client has ended the connection.
async fn read_more(reader: &mut (impl AsyncRead + Unpin), buffer: &mut BytesMut) -> std::io::Result<bool> {
    match tokio::time::timeout(READ_TIMEOUT, reader.read_buf(buffer)).await {
        Ok(count) => Ok(count? > 0),
        Err(_) => Err(std::io::ErrorKind::TimedOut.into()),
    }
}

async fn send(
    server: &BuiltinServer,
    writer: &mut (impl tokio::io::AsyncWrite + Unpin),
    head: &RequestHead,
    answer: BuiltinResponse,
    version: u8,
) -> std::io::Result<()> {
    let BuiltinResponse { answer, own, .. } = answer;
    let mut out = match &answer.line {
        Some(line) => [&line[..], b"\r\n"].concat(),
        None => {
            let name = status_text(answer.status).unwrap_or("Unknown Status Code");
            format!("HTTP/1.{version} {} {name}\r\n", answer.status).into_bytes()
        }
    };
    if let Some(host) = head.header("host") {
        out.extend_from_slice(&[b"Host: ", host, b"\r\n"].concat());
    }
    if own || answer.header("date").is_none() {
        out.extend_from_slice(format!("Date: {}\r\n", httpdate::fmt_http_date(SystemTime::now())).as_bytes());
    }
    out.extend_from_slice(b"Connection: close\r\n");
    if own && answer.status >= 400 {
        out.extend_from_slice(format!("X-Powered-By: PHP/{}\r\n", server.site.php_version).as_bytes());
    }
    for (name, value) in &answer.headers {
        // A script's value is what it wrote behind the colon.
        let separator: &[u8] = match own {
            _ if name.is_empty() => b"",
            true => b": ",
            false => b":",
        };
        out.extend_from_slice(&[name.as_bytes(), separator, value, b"\r\n"].concat());
    }
    out.extend_from_slice(b"\r\n");
    match answer.body {
        ResponseBody::Absent(_) => writer.write_all(&out).await,
        ResponseBody::Whole(bytes) => {
            out.extend_from_slice(&bytes);
            writer.write_all(&out).await
        }
        ResponseBody::Pieces(mut pieces) => {
            writer.write_all(&out).await?;
            while let Some(piece) = std::future::poll_fn(|context| pieces.poll_next(context)).await {
                writer.write_all(&piece).await?;
            }
            Ok(())
        }
    }
}
