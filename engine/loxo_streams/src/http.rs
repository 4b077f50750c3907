//! `http://` and `https://`: a client that reads.

use std::rc::Rc;
use std::time::Duration;

use loxo_value::{PhpArray, PhpResource, PhpStr, Value};

use super::context::{self, Notify, SEVERITY_ERR, SEVERITY_INFO};
use super::crypto;
use super::stream::flags;
use super::transport::{self, Purpose};
use super::{Failures, FilterSlot, OpenOptions, StreamOption, StreamRef, Wrapper, data::decode_url, filters, open_stream, state};
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, LocalsOp, convert};

/// Longest `Location` that is followed.
const MAX_LOCATION: usize = 8182;
const DEFAULT_REDIRECTS: i64 = 20;

pub struct HttpWrapper {
    pub tls: bool,
}

impl Wrapper for HttpWrapper {
    fn label(&self) -> &'static str {
        "http"
    }

    fn is_url(&self) -> bool {
        true
    }

    fn open(
        &self,
        cx: &mut Cx,
        path: &[u8],
        mode: &[u8],
        options: OpenOptions,
        context: Option<&PhpResource>,
        failures: &mut Failures,
    ) -> Option<StreamRef> {
        let mut exchange = Exchange { mode, options, context, headers: PhpArray::new(), received: false };
        let stream = exchange.run(cx, path, failures);
        if exchange.received {
            let headers = Value::array(exchange.headers);
            state(cx).last_http_headers = Some(headers.clone());
            let _ = (cx.hooks.locals)(cx, LocalsOp::Set(&PhpStr::interned(b"http_response_header"), headers.clone()));
            if let Some(stream) = &stream {
                *stream.wrapper_data.borrow_mut() = headers;
            }
        } else {
            state(cx).last_http_headers = None;
        }
        stream
    }
}

/// The parts of a URL that a request needs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Url {
    tls: bool,
    scheme: Vec<u8>,
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    host: Vec<u8>,
    port: u16,
    path: Vec<u8>,
    query: Option<Vec<u8>>,
}

impl Url {
    fn parse(url: &[u8]) -> Option<Url> {
        let at = memchr::memmem::find(url, b"://")?;
        let scheme = url[..at].to_ascii_lowercase();
        let rest = &url[at + 3..];
        let rest = &rest[..rest.iter().position(|&b| b == b'#').unwrap_or(rest.len())];
        let end = rest.iter().position(|b| matches!(b, b'/' | b'?')).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let (login, host) = match authority.iter().rposition(|&b| b == b'@') {
            Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
            None => (None, authority),
        };
        let colon = host.iter().rposition(|&b| b == b':').filter(|at| !host[*at..].contains(&b']'));
        let tls = scheme == b"https";
        let default = if tls { 443 } else { 80 };
        let (host, port) = match colon {
            Some(at) if at + 1 == host.len() => (&host[..at], default),
            Some(at) => (&host[..at], std::str::from_utf8(&host[at + 1..]).ok()?.parse().ok()?),
            None => (host, default),
        };
        if host.is_empty() {
            return None;
        }
        let (path, query) = match rest.iter().position(|&b| b == b'?') {
            Some(at) => (&rest[..at], Some(rest[at + 1..].to_vec())),
            None => (rest, None),
        };
        let (user, password) = match login.map(|login| (login, login.iter().position(|&b| b == b':'))) {
            None => (None, None),
            Some((login, None)) => (Some(login.to_vec()), None),
            Some((login, Some(at))) => (Some(login[..at].to_vec()), Some(login[at + 1..].to_vec())),
        };
        Some(Url { tls, scheme, user, password, host: host.to_vec(), port, path: path.to_vec(), query })
    }

    fn has_default_port(&self) -> bool {
        self.port == if self.tls { 443 } else { 80 }
    }

    /// `scheme://host[:port]`
    fn origin(&self) -> Vec<u8> {
        let mut out = [&self.scheme[..], b"://", &self.host].concat();
        if !self.has_default_port() {
            out.extend_from_slice(format!(":{}", self.port).as_bytes());
        }
        out
    }

    /// Where a `Location` leads.
    fn join(&self, location: &[u8]) -> Vec<u8> {
        const SCHEMES: [&[u8]; 4] = [b"http://", b"https://", b"ftp://", b"ftps://"];
        if SCHEMES.iter().any(|scheme| location.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))) {
            return location.to_vec();
        }
        let mut out = self.origin();
        if !location.starts_with(b"/") {
            let directory = self.path.iter().rposition(|&b| b == b'/').map_or(&b"/"[..], |at| &self.path[..=at]);
            out.extend_from_slice(if location.len() > 1 { directory } else { b"/" });
        }
        out.extend_from_slice(location);
        out
    }

    fn has_control_bytes(&self) -> bool {
        let parts = [self.user.as_deref(), self.password.as_deref(), Some(&self.path[..])];
        parts.into_iter().flatten().any(|part| decode_url(part, true).iter().any(u8::is_ascii_control))
    }
}

/// What the response's head said.
#[derive(Default)]
struct Head {
    status: i64,
    status_line: Vec<u8>,
    location: Option<Vec<u8>>,
    follow: bool,
    size: i64,
    chunked: bool,
}

/// One `fopen()`: a request, and those that redirections lead to.
struct Exchange<'a> {
    mode: &'a [u8],
    options: OpenOptions,
    context: Option<&'a PhpResource>,
    headers: PhpArray,
    received: bool,
}

impl Exchange<'_> {
    fn option(&self, name: &str) -> Option<Value> {
        context::option(self.context, "http", name)
    }

    fn text_option(&self, name: &str) -> Option<PhpStr> {
        self.option(name).and_then(|v| v.as_str().cloned()).filter(|s| !s.is_empty())
    }

    fn run(&mut self, cx: &mut Cx, path: &[u8], failures: &mut Failures) -> Option<StreamRef> {
        if self.mode.iter().any(|b| matches!(b, b'a' | b'w' | b'x' | b'+')) {
            failures.log("HTTP wrapper does not support writeable connections");
            return None;
        }
        let mut redirects = self.option("max_redirects").map_or(DEFAULT_REDIRECTS, |v| convert::scalar_to_int(&v));
        let mut address = path.to_vec();
        let (mut first, mut keep_method) = (true, false);
        loop {
            // The first request is made whatever the limit says.
            if redirects < 1 && !first {
                failures.log("Redirection limit reached, aborting");
                return None;
            }
            let url = Url::parse(&address)?;
            if !matches!(&url.scheme[..], b"http" | b"https") {
                return open_stream(cx, &address, self.mode, OpenOptions::REPORT_ERRORS, self.context).ok().flatten();
            }
            let stream = self.send(cx, &url, &address, first, keep_method, failures)?;
            let Some(head) = self.read_head(cx, &stream, failures) else {
                stream.close(cx);
                return None;
            };
            let ignore = self.options.has(OpenOptions::ONLY_GET_HEADERS) || self.option("ignore_errors").is_some_and(|v| v.to_bool());
            let fine = ignore || (200..400).contains(&head.status);
            let redirected = head.location.is_some() && head.follow;
            // An error that names a place is an answer as long as nobody follows it.
            if fine && !redirected || !head.follow || ignore && redirects <= 1 && redirected {
                return Some(self.deliver(cx, stream, &head));
            }
            let Some(location) = head.location.as_deref().filter(|_| head.follow) else {
                stream.close(cx);
                failures.log([b"HTTP request failed! ", &head.status_line[..]].concat());
                return None;
            };
            context::notify(cx, self.context, Notify::Redirected, SEVERITY_INFO, Some(location), 0);
            stream.close(cx);
            address = url.join(location);
            let target = Url::parse(&address);
            if target.is_none_or(|target| target.has_control_bytes()) {
                failures.log([b"Invalid redirect URL! ", &address[..]].concat());
                return None;
            }
            keep_method = matches!(head.status, 307 | 308);
            first = false;
            redirects -= 1;
        }
    }

    /// Connects and sends the request.
    fn send(&self, cx: &mut Cx, url: &Url, address: &[u8], first: bool, keep_method: bool, failures: &mut Failures) -> Option<StreamRef> {
        let proxy = self.text_option("proxy");
        let full_uri = self.option("request_fulluri").is_some_and(|v| v.to_bool());
        if full_uri && address.iter().any(|b| matches!(b, b'\r' | b'\n')) {
            failures.log("HTTP wrapper full URI path does not allow CR or LF characters");
            return None;
        }
        let seconds = match self.option("timeout") {
            Some(v) => convert::scalar_to_float(&v),
            None => cx.ini_int("default_socket_timeout") as f64,
        };
        const LONGEST_WAIT: u64 = u64::MAX / 1_000_000;
        if seconds > u64::MAX as f64 / 1_000_000.0 {
            failures.log(format!("timeout must be lower than {LONGEST_WAIT}"));
            return None;
        }
        let timeout = Duration::try_from_secs_f64(seconds).ok();
        let endpoint = match &proxy {
            Some(proxy) => proxy.to_vec(),
            None => {
                let transport: &[u8] = if url.tls { b"ssl" } else { b"tcp" };
                [transport, b"://", &url.host, format!(":{}", url.port).as_bytes()].concat()
            }
        };
        let stream = match transport::create(cx, &endpoint, Purpose::Connect, timeout, self.context) {
            Ok(stream) => stream,
            Err(error) => {
                failures.log(error.text);
                return None;
            }
        };
        if let Some(timeout) = timeout {
            stream.set_option(cx, StreamOption::ReadTimeout(timeout.as_secs() as i64, i64::from(timeout.subsec_micros())));
        }
        if proxy.is_some() && url.tls && !self.tunnel(cx, &stream, url) {
            failures.log("Cannot connect to HTTPS server through proxy");
            stream.close(cx);
            return None;
        }
        context::notify(cx, self.context, Notify::Connect, SEVERITY_INFO, None, 0);
        let request = self.request(cx, url, address, full_uri, first, keep_method);
        // A server that answers early may not take all of it.
        let _ = stream.write(cx, &request);
        Some(stream)
    }

    /// Asks a proxy to pass everything on, and encrypts what passes. False: that failed.
    fn tunnel(&self, cx: &mut Cx, stream: &StreamRef, url: &Url) -> bool {
        const ANY_TLS_CLIENT: i64 = 121;
        let mut request = [b"CONNECT ", &url.host[..], format!(":{} HTTP/1.0\r\n", url.port).as_bytes()].concat();
        for line in self.user_headers().iter().filter(|line| is_header(line, "proxy-authorization")) {
            request.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
            request.extend_from_slice(b"\r\n");
        }
        request.extend_from_slice(b"\r\n");
        if stream.write(cx, &request).is_none() {
            return false;
        }
        while let Some(line) = stream.get_line(cx, None) {
            if matches!(line.first(), Some(b'\r' | b'\n')) {
                break;
            }
        }
        // The other side is the server, not the proxy whose address the stream has.
        let context = self.context.and_then(|context| context.data_mut::<context::Context>());
        let named = context::option(self.context, "ssl", "peer_name").is_some();
        let mut context = context.filter(|_| !named);
        if let Some(context) = &mut context {
            context.set_option(b"ssl", &PhpStr::new(b"peer_name"), Value::bytes(&url.host));
        }
        let order = crypto::Order { enable: true, method: ANY_TLS_CLIENT };
        let done = crypto::run(cx, stream, order) == crypto::Answer::Done;
        if let Some(options) =
            context.and_then(|context| context.options.get_bytes_mut(b"ssl")).and_then(|ssl| ssl.deref_mut().as_array_mut())
        {
            options.remove_bytes(b"peer_name");
        }
        done
    }

    fn request(&self, cx: &mut Cx, url: &Url, address: &[u8], full_uri: bool, first: bool, keep_method: bool) -> Vec<u8> {
        let with_content = first || keep_method;
        let method = self.text_option("method").filter(|m| with_content || matches!(m.as_bytes(), b"GET" | b"HEAD"));
        let mut out = method.map_or_else(|| b"GET".to_vec(), |m| m.to_vec());
        out.push(b' ');
        if full_uri {
            out.extend_from_slice(address);
        } else {
            out.extend_from_slice(if url.path.is_empty() { b"/" } else { &url.path });
            if let Some(query) = &url.query {
                out.push(b'?');
                out.extend_from_slice(query);
            }
        }
        let version = self.option("protocol_version").map_or(1.1, |v| convert::scalar_to_float(&v));
        out.extend_from_slice(format!(" HTTP/{version:.1}\r\n").as_bytes());
        let mut own = self.user_headers();
        if !with_content {
            let last = own.pop().unwrap_or_default();
            let stays = |line: &Vec<u8>| !is_header(line, "content-length") && !is_header(line, "content-type");
            own.retain(stays);
            // Of the last one PHP leaves the line end before it.
            own.push(if stays(&last) { last } else { Vec::new() });
        }
        self.standard_headers(cx, url, &own, &mut out);
        let content = self.text_option("content").filter(|_| with_content);
        let has_length = has_header(&own, "content-length");
        if let Some(content) = content.as_ref().filter(|_| !has_length) {
            out.extend_from_slice(format!("Content-Length: {}\r\n", content.len()).as_bytes());
        }
        if own.iter().any(|line| !line.is_empty()) {
            out.extend_from_slice(&own.join(&b"\n"[..]));
            out.extend_from_slice(b"\r\n");
        }
        if let Some(content) = content {
            if !has_header(&own, "content-type") {
                out.extend_from_slice(b"Content-Type: application/x-www-form-urlencoded\r\n");
                cx.builtin_notice("Content-type not specified assuming application/x-www-form-urlencoded");
            }
            out.extend_from_slice(b"\r\n");
            out.extend_from_slice(&content);
        } else {
            out.extend_from_slice(b"\r\n");
        }
        out
    }

    /// What the request says unless the program's own headers do.
    fn standard_headers(&self, cx: &mut Cx, url: &Url, own: &[Vec<u8>], out: &mut Vec<u8>) {
        let missing = |name: &str| !has_header(own, name);
        if let (Some(user), true) = (&url.user, missing("authorization")) {
            let login = [decode_url(user, true), b":".to_vec(), decode_url(url.password.as_deref().unwrap_or_default(), true)].concat();
            out.extend_from_slice(b"Authorization: Basic ");
            out.extend_from_slice(&loxo_base::base64::encode(&login));
            out.extend_from_slice(b"\r\n");
            context::notify(cx, self.context, Notify::AuthRequired, SEVERITY_INFO, None, 0);
        }
        let from = cx.ini_str("from");
        if missing("from") && !from.is_empty() {
            out.extend_from_slice(&[b"From: ", &from[..], b"\r\n"].concat());
        }
        if missing("host") {
            out.extend_from_slice(&[b"Host: ", &url.host[..]].concat());
            if !url.has_default_port() {
                out.extend_from_slice(format!(":{}", url.port).as_bytes());
            }
            out.extend_from_slice(b"\r\n");
        }
        if missing("connection") {
            out.extend_from_slice(b"Connection: close\r\n");
        }
        let agent =
            self.option("user_agent").and_then(|v| v.as_str().map(|s| s.to_vec())).unwrap_or_else(|| cx.ini_str("user_agent").to_vec());
        if missing("user-agent") && !agent.is_empty() {
            out.extend_from_slice(&[b"User-Agent: ", &agent[..], b"\r\n"].concat());
        }
    }

    /// The lines of the `header` option (a string or an array of strings), without line feeds.
    fn user_headers(&self) -> Vec<Vec<u8>> {
        let text: Vec<u8> = match self.option("header") {
            Some(v) => match (v.as_array(), v.as_str()) {
                (Some(lines), _) => {
                    let lines: Vec<&[u8]> = lines.values().filter_map(|v| v.deref().as_bytes()).collect();
                    lines.join(&b"\r\n"[..])
                }
                (None, Some(text)) => text.to_vec(),
                _ => Vec::new(),
            },
            None => Vec::new(),
        };
        let trimmed = text.trim_ascii();
        if trimmed.is_empty() {
            return Vec::new();
        }
        split_lines(trimmed)
    }

    /// Status line and headers; `None`: no HTTP.
    fn read_head(&mut self, cx: &mut Cx, stream: &StreamRef, failures: &mut Failures) -> Option<Head> {
        let eol = stream.flags.get() & (flags::DETECT_EOL | flags::EOL_MAC);
        stream.clear_flag(flags::DETECT_EOL | flags::EOL_MAC);
        let first = if stream.eof(cx) { None } else { stream.get_line(cx, None) };
        let Some(line) = first else {
            failures.log("HTTP request failed!");
            return None;
        };
        let mut line = status_line(&line);
        self.received = true;
        let mut head = Head { follow: true, ..Head::default() };
        head.status = status_of(&line);
        // Informational answers are followed by the real one.
        if (100..200).contains(&head.status) && head.status != 101 {
            while let Some(next) = stream.get_line(cx, None) {
                if next.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/1")) {
                    head.status = status_of(&next);
                    line = status_line(&next);
                    break;
                }
            }
        }
        if !(200..400).contains(&head.status) {
            let code = if head.status == 403 { Notify::AuthResult } else { Notify::Failure };
            context::notify(cx, self.context, code, SEVERITY_ERR, Some(&line), head.status);
        }
        let shown = line.strip_suffix(b"\n").map_or(&line[..], |line| line.strip_suffix(b"\r").unwrap_or(line));
        let _ = self.headers.push(Value::bytes(shown));
        head.status_line = line;
        self.read_headers(cx, stream, &mut head, failures)?;
        stream.set_flag(eol);
        Some(head)
    }

    fn read_headers(&mut self, cx: &mut Cx, stream: &StreamRef, head: &mut Head, failures: &mut Failures) -> Option<()> {
        let mut last: Option<Vec<u8>> = None;
        while !stream.eof(cx) {
            let Some(line) = stream.get_line(cx, None) else { break };
            if line.starts_with(b"\r") && line.get(1) != Some(&b'\n') {
                failures.log("HTTP invalid header name (cannot start with CR character)!");
                return None;
            }
            let ends = matches!(line.first(), Some(b'\r' | b'\n'));
            let text = trim_line(&line);
            if !ends && matches!(line.first(), Some(b' ' | b'\t')) {
                match &mut last {
                    None => {
                        failures.log("HTTP invalid response format (folding header at the start)!");
                        return None;
                    }
                    Some(last) => {
                        let more = text.trim_ascii_start();
                        if !more.is_empty() {
                            // A server may go on with this for ever.
                            if last.capacity() - last.len() <= more.len() {
                                ensure_room((last.len() + more.len()).saturating_mul(2));
                            }
                            last.push(b' ');
                            last.extend_from_slice(more);
                        }
                        continue;
                    }
                }
            }
            if let Some(done) = last.take() {
                self.header(cx, &done, head, failures)?;
            }
            if ends {
                return Some(());
            }
            last = Some(text.to_vec());
        }
        match last {
            Some(done) => {
                // Where the response just ends, nobody asks whether its last line was a header.
                let _ = self.header(cx, &done, head, failures);
                Some(())
            }
            None => Some(()),
        }
    }

    /// One header, folded lines joined.
    fn header(&mut self, cx: &mut Cx, line: &[u8], head: &mut Head, failures: &mut Failures) -> Option<()> {
        let Some(colon) = memchr::memchr(b':', line) else {
            failures.log("HTTP invalid response format (no colon in header line)!");
            return None;
        };
        if line[..colon].iter().skip(1).any(|b| matches!(b, b' ' | b'\t')) {
            failures.log("HTTP invalid response format (space in header name)!");
            return None;
        }
        let value = line[colon + 1..].trim_ascii_start();
        let mut store = true;
        match line[..colon].to_ascii_lowercase().as_slice() {
            b"location" => {
                head.follow = match self.option("follow_location") {
                    Some(v) => v.to_bool(),
                    None => matches!(head.status, 300..=303 | 307 | 308),
                };
                if value.len() > MAX_LOCATION {
                    failures.log(format!("HTTP Location header size is over the limit of {MAX_LOCATION} bytes"));
                    return None;
                }
                head.location = Some(value.to_vec());
            }
            b"content-type" => context::notify(cx, self.context, Notify::MimeType, SEVERITY_INFO, Some(value), 0),
            b"content-length" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                head.size = loxo_value::number::str_to_int(value);
                context::announce_size(cx, self.context, head.size, Some(line));
            }
            b"transfer-encoding" if value.get(..7).is_some_and(|v| v.eq_ignore_ascii_case(b"chunked")) => {
                let decode = self.option("auto_decode").is_none_or(|v| v.to_bool());
                if decode && !self.options.has(OpenOptions::ONLY_GET_HEADERS) {
                    head.chunked = true;
                    store = false;
                }
            }
            _ => {}
        }
        if store {
            let _ = self.headers.push(Value::bytes(line));
        }
        Some(())
    }

    /// The stream stands at the start of the body now.
    fn deliver(&self, cx: &mut Cx, stream: StreamRef, head: &Head) -> StreamRef {
        context::start_progress(cx, self.context, 0, head.size);
        stream.position.set(0);
        *stream.mode.borrow_mut() = self.mode.to_vec();
        if head.chunked
            && let Some(filter) = filters::create(cx, b"dechunk", None)
        {
            stream.add_read_filter(cx, &FilterSlot::new(b"dechunk", filter), true);
        }
        let ahead = stream.buffered();
        if ahead > 0 {
            context::add_progress(cx, self.context, ahead as i64);
        }
        Rc::clone(&stream)
    }
}

fn split_lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
}

/// A line feed alone ends no line of HTTP.
fn has_header(lines: &[Vec<u8>], name: &str) -> bool {
    let begins = |at: usize| at.checked_sub(1).and_then(|before| lines.get(before)).is_none_or(|line| line.last() == Some(&b'\r'));
    lines.iter().enumerate().any(|(at, line)| begins(at) && is_header(line, name))
}

fn is_header(line: &[u8], name: &str) -> bool {
    line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())) && line.get(name.len()) == Some(&b':')
}

fn trim_line(line: &[u8]) -> &[u8] {
    line.trim_ascii_end()
}

/// What PHP keeps of it.
fn status_line(line: &[u8]) -> Vec<u8> {
    const LONGEST: usize = 126;
    line.get(..LONGEST).unwrap_or(line).to_vec()
}

/// `HTTP/1.1 200 OK` → 200
fn status_of(line: &[u8]) -> i64 {
    line.get(9..).map_or(0, loxo_value::number::str_to_int)
}

#[cfg(test)]
mod tests {
    use super::Url;

    #[test]
    fn urls() {
        let url = Url::parse(b"http://u:p@h:8080/a/b?q=1#f").expect("a URL");
        assert_eq!((&url.host[..], url.port, &url.path[..]), (&b"h"[..], 8080, &b"/a/b"[..]));
        assert_eq!(url.query.as_deref(), Some(&b"q=1"[..]));
        assert_eq!(url.join(b"cd"), b"http://h:8080/a/cd");
        assert_eq!(url.join(b"/c"), b"http://h:8080/c");
        assert_eq!(url.join(b"https://x/"), b"https://x/");
        assert!(Url::parse(b"http:///x").is_none());
    }
}
