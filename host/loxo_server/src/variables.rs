//! `$_SERVER`, as php-fpm behind nginx and as PHP's built-in server give it.

use crate::message::{RequestHead, Script};
use crate::site::{SapiKind, Site};

type Pairs = Vec<(Vec<u8>, Vec<u8>)>;

pub(crate) fn server(site: &Site, head: &RequestHead, script: &Script) -> Pairs {
    let mut pairs = Pairs::with_capacity(head.headers.len() + 28);
    match site.sapi {
        SapiKind::Fpm => serve(site, head, script, &mut pairs),
        SapiKind::CliServer => built_in(site, head, script, &mut pairs),
    }
    pairs
}

fn put(pairs: &mut Pairs, name: &str, value: impl Into<Vec<u8>>) {
    pairs.push((name.as_bytes().to_vec(), value.into()));
}

/// `HTTP_USER_AGENT` for `user-agent`
fn variable(name: &str) -> Vec<u8> {
    let upper = name.bytes().map(|b| if b == b'-' { b'_' } else { b.to_ascii_uppercase() });
    b"HTTP_".iter().copied().chain(upper).collect()
}

fn self_name(script: &Script) -> Vec<u8> {
    [&script.name[..], script.path_info.as_deref().unwrap_or_default()].concat()
}

fn serve(site: &Site, head: &RequestHead, script: &Script, pairs: &mut Pairs) {
    for (name, value) in &head.headers {
        pairs.push((variable(name), value.clone()));
    }
    if let Some(path_info) = &script.path_info {
        put(pairs, "PATH_INFO", path_info.as_slice());
        put(pairs, "PATH_TRANSLATED", [&site.root[..], path_info].concat());
    }
    let server_name = Some(head.host_name()).filter(|name| !name.is_empty());
    put(pairs, "REDIRECT_STATUS", "200");
    put(pairs, "SERVER_NAME", server_name.map_or_else(|| head.local.ip().to_string().into_bytes(), <[u8]>::to_vec));
    put(pairs, "SERVER_PORT", head.local.port().to_string());
    put(pairs, "SERVER_ADDR", head.local.ip().to_string());
    put(pairs, "REMOTE_PORT", head.peer.port().to_string());
    put(pairs, "REMOTE_ADDR", head.peer.ip().to_string());
    put(pairs, "SERVER_SOFTWARE", site.software.as_str());
    put(pairs, "GATEWAY_INTERFACE", "CGI/1.1");
    if head.secure {
        put(pairs, "HTTPS", "on");
    }
    put(pairs, "REQUEST_SCHEME", if head.secure { "https" } else { "http" });
    put(pairs, "SERVER_PROTOCOL", head.protocol);
    put(pairs, "DOCUMENT_ROOT", site.root.as_slice());
    put(pairs, "DOCUMENT_URI", self_name(script));
    put(pairs, "REQUEST_URI", head.target.as_str());
    put(pairs, "SCRIPT_NAME", script.name.as_slice());
    put(pairs, "CONTENT_LENGTH", head.header("content-length").unwrap_or_default());
    put(pairs, "CONTENT_TYPE", head.header("content-type").unwrap_or_default());
    put(pairs, "REQUEST_METHOD", head.method.as_str());
    put(pairs, "QUERY_STRING", head.query.clone().unwrap_or_default());
    put(pairs, "SCRIPT_FILENAME", script.file.as_slice());
    put(pairs, "FCGI_ROLE", "RESPONDER");
    put(pairs, "PHP_SELF", self_name(script));
}

fn built_in(site: &Site, head: &RequestHead, script: &Script, pairs: &mut Pairs) {
    put(pairs, "DOCUMENT_ROOT", site.root.as_slice());
    put(pairs, "REMOTE_ADDR", head.peer.ip().to_string());
    put(pairs, "REMOTE_PORT", head.peer.port().to_string());
    put(pairs, "SERVER_SOFTWARE", site.software.as_str());
    put(pairs, "SERVER_PROTOCOL", head.protocol);
    put(pairs, "SERVER_NAME", site.name.as_str());
    put(pairs, "SERVER_PORT", head.local.port().to_string());
    put(pairs, "REQUEST_URI", head.target.as_str());
    put(pairs, "REQUEST_METHOD", head.method.as_str());
    put(pairs, "SCRIPT_NAME", script.name.as_slice());
    put(pairs, "SCRIPT_FILENAME", script.file.as_slice());
    if let Some(path_info) = &script.path_info {
        put(pairs, "PATH_INFO", path_info.as_slice());
    }
    put(pairs, "PHP_SELF", self_name(script));
    // PHP's server takes an empty query for none.
    if let Some(query) = head.query.as_ref().filter(|query| !query.is_empty()) {
        put(pairs, "QUERY_STRING", query.as_str());
    }
    for (name, value) in &head.headers {
        let variable = variable(name);
        if matches!(name.as_str(), "content-type" | "content-length") {
            pairs.push((variable[b"HTTP_".len()..].to_vec(), value.clone()));
        }
        pairs.push((variable, value.clone()));
    }
}
