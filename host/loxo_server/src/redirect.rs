//! The plain HTTP port of a site that is served by HTTPS: every request is sent to the same address there.

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use http_body::Body;
use hyper::header::{CONNECTION, HeaderValue, LOCATION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};

use crate::host::host;

/// From a connection's first byte to its end: there is nothing to wait for.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);
/// Connections at a time; others wait.
const CONNECTIONS: usize = 1024;

/// Answers until the server stops. `port`: that of HTTPS.
pub(crate) async fn run(listener: std::net::TcpListener, port: u16) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let places = std::sync::Arc::new(tokio::sync::Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(async move {
                    // Whether the client took the answer is its affair.
                    let _ = tokio::time::timeout(CONNECTION_TIMEOUT, connection(stream, port)).await;
                    drop(place);
                });
            }
            // Out of files, or the client has gone already.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn connection(stream: TcpStream, port: u16) {
    let service = service_fn(move |request| async move { Ok::<_, Infallible>(answer(&request, port)) });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(CONNECTION_TIMEOUT).keep_alive(false).title_case_headers(true);
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

fn answer<B>(request: &Request<B>, port: u16) -> Response<Empty> {
    let mut response = Response::new(Empty);
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    let host = host(request.version(), request.uri(), request.headers()).ok().flatten();
    match host.and_then(|host| location(&host, request.uri(), port)) {
        None => *response.status_mut() = StatusCode::BAD_REQUEST,
        Some(location) => {
            let reads = matches!(*request.method(), Method::GET | Method::HEAD);
            // Only these two may become another method on the way.
            *response.status_mut() = if reads { StatusCode::MOVED_PERMANENTLY } else { StatusCode::PERMANENT_REDIRECT };
            response.headers_mut().insert(LOCATION, location);
        }
    }
    response
}

fn location(host: &[u8], target: &Uri, port: u16) -> Option<HeaderValue> {
    let end = match host.iter().rposition(|b| *b == b':') {
        Some(colon) if !host[colon..].contains(&b']') => colon,
        _ => host.len(),
    };
    let port = if port == 443 { String::new() } else { format!(":{port}") };
    let path = target.path_and_query().map_or("/", |path| path.as_str());
    // `OPTIONS *` has no path.
    let path = if path.starts_with('/') { path } else { "/" };
    HeaderValue::from_bytes(&[b"https://", &host[..end], port.as_bytes(), path.as_bytes()].concat()).ok()
}

/// A body of nothing.
struct Empty;

impl Body for Empty {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        std::task::Poll::Ready(None)
    }

    fn is_end_stream(&self) -> bool {
        true
    }

    fn size_hint(&self) -> http_body::SizeHint {
        http_body::SizeHint::with_exact(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: &str, target: &str, host: Option<&str>) -> (u16, Option<String>) {
        let mut request = Request::builder().method(method).uri(target);
        if let Some(host) = host {
            request = request.header("host", host);
        }
        let response = answer(&request.body(()).expect("a request"), 8443);
        let location = response.headers().get(LOCATION).map(|value| value.to_str().expect("text").to_string());
        (response.status().as_u16(), location)
    }

    #[test]
    fn the_same_address_with_https() {
        assert_eq!(asked("GET", "/a?b=c", Some("x.example:80")), (301, Some("https://x.example:8443/a?b=c".into())));
        assert_eq!(asked("POST", "/", Some("[::1]")), (308, Some("https://[::1]:8443/".into())));
        assert_eq!(asked("GET", "/", Some("[::1]:80")), (301, Some("https://[::1]:8443/".into())));
        assert_eq!(asked("GET", "/", Some("a b")), (400, None));
        assert_eq!(asked("GET", "/", None), (400, None));
        let plain = Uri::from_static("/x");
        assert_eq!(location(b"x.example", &plain, 443).expect("a value"), "https://x.example/x");
    }
}
