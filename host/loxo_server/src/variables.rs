//! `$_SERVER`, as php-fpm behind nginx and as PHP's built-in server give it.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;

use loxo_runtime::web::Pairs;

use crate::message::{ROUTER, RequestHead, Script};
use crate::site::{SapiKind, Site};

/// Takes variables as they come.
pub(crate) trait Variables {
    fn put(&mut self, name: &[u8], value: &[u8]);
}

impl Variables for Pairs {
    fn put(&mut self, name: &[u8], value: &[u8]) {
        self.push(name, value);
    }
}

/// Space for the variables of most requests.
const TEXT: usize = 2048;

pub(crate) fn server(site: &Site, head: &RequestHead, script: &Script) -> Pairs {
    let mut pairs = Pairs::with_capacity(head.headers.len() + 28, TEXT);
    match site.sapi {
        SapiKind::Fpm => serve(site, head, script, &mut pairs),
        SapiKind::CliServer => built_in(site, head, script, &mut pairs),
    }
    pairs
}

/// `HTTP_USER_AGENT` for `user-agent`
fn variable<'n>(name: &str, buffer: &'n mut Vec<u8>) -> &'n [u8] {
    buffer.clear();
    buffer.extend_from_slice(b"HTTP_");
    buffer.extend(name.bytes().map(|b| if b == b'-' { b'_' } else { b.to_ascii_uppercase() }));
    buffer
}

fn self_name(script: &Script) -> Cow<'_, [u8]> {
    match &script.path_info {
        None => Cow::Borrowed(&script.name),
        Some(path_info) => Cow::Owned([&script.name[..], path_info].concat()),
    }
}

/// What php-fpm behind nginx has; with rules of Apache's: behind Apache.
pub(crate) fn serve(site: &Site, head: &RequestHead, script: &Script, variables: &mut impl Variables) {
    let mut text = Vec::with_capacity(64);
    let rules = script.rules.as_deref();
    // What the server says of the request comes last, and counts.
    for (name, value) in rules.map_or(&[][..], |rules| &rules.env) {
        // Files of folders have no say in the settings that a pool locks, nor in which script is run.
        if name != b"PHP_ADMIN_VALUE" && name != ROUTER {
            variables.put(name, value);
        }
    }
    // Where there are rules, Apache's ways are expected: bodies are described once, and passwords are for those who ask for them.
    let is_shown = |name: &str| match name {
        "content-length" | "content-type" => rules.is_none(),
        "authorization" => rules.is_none_or(|rules| rules.shows_credentials),
        _ => true,
    };
    for (name, value) in head.headers.iter().filter(|(name, _)| is_shown(name)) {
        variables.put(variable(name, &mut text), value);
    }
    if let Some(path_info) = &script.path_info {
        variables.put(b"PATH_INFO", path_info);
        variables.put(b"PATH_TRANSLATED", &[&site.root[..], path_info].concat());
    }
    match rules {
        None => variables.put(b"REDIRECT_STATUS", b"200"),
        Some(rules) => {
            if let Some(user) = &rules.user {
                variables.put(b"REMOTE_USER", user);
                variables.put(b"AUTH_TYPE", b"Basic");
            }
        }
    }
    let name = head.host_name();
    match name.is_empty() {
        true => put_shown(variables, &mut text, b"SERVER_NAME", head.local.ip()),
        false => variables.put(b"SERVER_NAME", name),
    }
    put_shown(variables, &mut text, b"SERVER_PORT", head.local.port());
    put_shown(variables, &mut text, b"SERVER_ADDR", head.local.ip());
    put_shown(variables, &mut text, b"REMOTE_PORT", head.peer.port());
    put_shown(variables, &mut text, b"REMOTE_ADDR", head.peer.ip());
    variables.put(b"SERVER_SOFTWARE", site.software.as_bytes());
    variables.put(b"GATEWAY_INTERFACE", b"CGI/1.1");
    if head.secure {
        variables.put(b"HTTPS", b"on");
    }
    variables.put(b"REQUEST_SCHEME", if head.secure { b"https" } else { b"http" });
    variables.put(b"SERVER_PROTOCOL", head.protocol.as_bytes());
    variables.put(b"DOCUMENT_ROOT", &site.root);
    if rules.is_none() {
        variables.put(b"DOCUMENT_URI", &self_name(script));
    }
    variables.put(b"REQUEST_URI", head.target.as_bytes());
    variables.put(b"SCRIPT_NAME", &script.name);
    for (name, field) in [(&b"CONTENT_LENGTH"[..], "content-length"), (b"CONTENT_TYPE", "content-type")] {
        match head.header(field) {
            Some(value) => variables.put(name, value),
            None if rules.is_none() => variables.put(name, b""),
            None => {}
        }
    }
    variables.put(b"REQUEST_METHOD", head.method.as_bytes());
    variables.put(b"QUERY_STRING", rules.map_or_else(|| head.query.as_deref().unwrap_or_default().as_bytes(), |rules| &rules.query));
    variables.put(b"SCRIPT_FILENAME", &script.file);
    variables.put(b"FCGI_ROLE", b"RESPONDER");
    variables.put(b"PHP_SELF", &self_name(script));
}

fn put_shown(variables: &mut impl Variables, buffer: &mut Vec<u8>, name: &[u8], value: impl Display) {
    buffer.clear();
    // Writing to memory does not fail.
    let _ = write!(buffer, "{value}");
    variables.put(name, buffer);
}

fn built_in(site: &Site, head: &RequestHead, script: &Script, pairs: &mut Pairs) {
    pairs.push(b"DOCUMENT_ROOT", &site.root);
    pairs.push(b"REMOTE_ADDR", head.peer.ip().to_string().as_bytes());
    pairs.push(b"REMOTE_PORT", head.peer.port().to_string().as_bytes());
    pairs.push(b"SERVER_SOFTWARE", site.software.as_bytes());
    pairs.push(b"SERVER_PROTOCOL", head.protocol.as_bytes());
    pairs.push(b"SERVER_NAME", site.name.as_bytes());
    pairs.push(b"SERVER_PORT", head.local.port().to_string().as_bytes());
    pairs.push(b"REQUEST_URI", head.target.as_bytes());
    pairs.push(b"REQUEST_METHOD", head.method.as_bytes());
    pairs.push(b"SCRIPT_NAME", &script.name);
    pairs.push(b"SCRIPT_FILENAME", &script.file);
    if let Some(path_info) = &script.path_info {
        pairs.push(b"PATH_INFO", path_info);
    }
    pairs.push(b"PHP_SELF", &self_name(script));
    // PHP's server takes an empty query for none.
    if let Some(query) = head.query.as_ref().filter(|query| !query.is_empty()) {
        pairs.push(b"QUERY_STRING", query.as_bytes());
    }
    let mut text = Vec::new();
    for (name, value) in &head.headers {
        let variable = variable(name, &mut text);
        if matches!(name.as_str(), "content-type" | "content-length") {
            pairs.push(&variable[b"HTTP_".len()..], value);
        }
        pairs.push(variable, value);
    }
}
