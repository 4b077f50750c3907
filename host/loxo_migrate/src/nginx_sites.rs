//! nginx's `server` blocks as sites.

use std::collections::HashMap;

use crate::directive::Directive;
use crate::plan::{Plan, Site, key, quoted};

/// What Loxo does in the same way by itself, or has no use for.
const SAME: &[&str] = &[
    "sendfile",
    "tcp_nopush",
    "tcp_nodelay",
    "keepalive_timeout",
    "types_hash_max_size",
    "server_names_hash_bucket_size",
    "default_type",
    "types",
    "gzip",
    "gzip_types",
    "gzip_vary",
    "gzip_proxied",
    "gzip_comp_level",
    "gzip_buffers",
    "gzip_http_version",
    "gzip_min_length",
    "gzip_disable",
    "charset",
    "server_tokens",
    "worker_processes",
    "worker_connections",
    "pid",
    "events",
    "ssl_protocols",
    "ssl_ciphers",
    "ssl_prefer_server_ciphers",
    "ssl_session_cache",
    "ssl_session_timeout",
    "ssl_session_tickets",
    "ssl_dhparam",
    "ssl_ecdh_curve",
    "http2",
    "log_not_found",
    "fastcgi_buffers",
    "fastcgi_buffer_size",
    "fastcgi_busy_buffers_size",
    "fastcgi_split_path_info",
    "fastcgi_index",
    "fastcgi_intercept_errors",
    "user",
    "multi_accept",
    "use",
    "client_body_timeout",
    "client_header_timeout",
    "send_timeout",
    "reset_timedout_connection",
    "worker_rlimit_nofile",
];
/// What CGI demands: Loxo gives it itself.
const CGI: &[&str] = &[
    "SCRIPT_FILENAME",
    "QUERY_STRING",
    "REQUEST_METHOD",
    "CONTENT_TYPE",
    "CONTENT_LENGTH",
    "SCRIPT_NAME",
    "REQUEST_URI",
    "DOCUMENT_URI",
    "DOCUMENT_ROOT",
    "SERVER_PROTOCOL",
    "REQUEST_SCHEME",
    "HTTPS",
    "GATEWAY_INTERFACE",
    "SERVER_SOFTWARE",
    "REMOTE_ADDR",
    "REMOTE_PORT",
    "REMOTE_USER",
    "SERVER_ADDR",
    "SERVER_PORT",
    "SERVER_NAME",
    "REDIRECT_STATUS",
    "PATH_INFO",
    "PATH_TRANSLATED",
    "HTTP_PROXY",
];

pub(crate) fn read(directives: &[Directive], plan: &mut Plan) {
    let mut upstreams = HashMap::new();
    let mut usual = Site::default();
    scan(directives, plan, &mut upstreams, &mut usual, 0);
}

/// A main file, one of `http`, or one of sites alone: all look the same here.
fn scan(directives: &[Directive], plan: &mut Plan, upstreams: &mut HashMap<String, String>, usual: &mut Site, depth: usize) {
    for directive in directives.iter().filter(|directive| directive.is("upstream")) {
        let server = directive.block.iter().find(|inner| inner.is("server"));
        upstreams.insert(directive.arg(0).to_string(), server.map_or("", |server| server.arg(0)).to_string());
    }
    for directive in directives.iter().filter(|directive| !directive.is("upstream")) {
        match directive.name.as_str() {
            "http" if depth == 0 => scan(&directive.block, plan, upstreams, usual, depth + 1),
            "server" => server(directive, plan, upstreams, usual),
            "root" => usual.root = Some(directive.arg(0).to_string()),
            "index" => usual.index.clone_from(&directive.args),
            name if SAME.contains(&name) => {}
            "log_format" => {}
            _ => plan.notes.push(directive.lost()),
        }
    }
}

fn server(server: &Directive, plan: &mut Plan, upstreams: &HashMap<String, String>, usual: &Site) {
    let mut site = Site { file: server.file.clone(), line: server.line, ..usual.clone() };
    let (mut chains, mut keys) = (Vec::new(), Vec::new());
    let mut listens = false;
    for directive in &server.block {
        match directive.name.as_str() {
            "listen" => {
                listens = true;
                listen(directive, plan, &mut site);
            }
            "server_name" => names(directive, plan, &mut site),
            "ssl_certificate" => chains.push(directive.arg(0).to_string()),
            "ssl_certificate_key" => keys.push(directive.arg(0).to_string()),
            "location" => location(directive, plan, &mut site, upstreams),
            _ => inner(directive, plan, &mut site, upstreams),
        }
    }
    if !listens && !plan.listen.contains(&":80".to_string()) {
        plan.listen.push(":80".into());
    }
    let keys = keys.into_iter().map(Some).chain(std::iter::repeat(None));
    site.certificates = chains.into_iter().zip(keys).map(|(chain, key)| (chain.clone(), key.unwrap_or(chain))).collect();
    if site.redirect.is_some() || site.https_only {
        site.root = None;
    }
    if site.root.is_none() && site.redirect.is_none() && !site.https_only {
        plan.notes.push(server.note("a server without a root is left out"));
        return;
    }
    plan.sites.push(site);
}

fn listen(directive: &Directive, plan: &mut Plan, site: &mut Site) {
    let given = directive.arg(0);
    let has = |word: &str| directive.args.iter().skip(1).any(|arg| arg == word);
    site.is_default |= has("default_server") || has("default");
    if has("proxy_protocol") {
        plan.notes.push(directive.note("proxy_protocol is not carried over: proxy-protocol and trusted-proxies say it for all addresses"));
    }
    let address = match given.rsplit_once(':') {
        _ if given.starts_with("unix:") => {
            plan.notes.push(directive.lost());
            return;
        }
        // All addresses have both families.
        Some(("*" | "0.0.0.0" | "[::]", port)) => format!(":{port}"),
        _ if given.bytes().all(|b| b.is_ascii_digit()) => format!(":{given}"),
        Some((_, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => given.to_string(),
        _ => format!("{given}:80"),
    };
    let list = if has("ssl") { &mut plan.listen_tls } else { &mut plan.listen };
    if !list.contains(&address) {
        list.push(address);
    }
}

fn names(directive: &Directive, plan: &mut Plan, site: &mut Site) {
    for name in &directive.args {
        let host = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
        match name.strip_prefix("*.").unwrap_or(name) {
            "_" | "" => {}
            // `.example.org` is the name and all below.
            rest if rest.starts_with('.') && host(&rest[1..]) && rest.len() > 2 => {
                site.names.extend([rest[1..].to_string(), format!("*{rest}")]);
            }
            rest if host(rest) && !rest.starts_with('.') => site.names.push(name.clone()),
            _ => plan.notes.push(directive.note(format!("the name {name:?} is not carried over: a name, or *. before one, is known"))),
        }
    }
}

/// What may stand in a server and in a location.
fn inner(directive: &Directive, plan: &mut Plan, site: &mut Site, upstreams: &HashMap<String, String>) {
    match directive.name.as_str() {
        "root" => site.root = Some(directive.arg(0).to_string()),
        "index" => site.index.clone_from(&directive.args),
        "try_files" => try_files(directive, plan, site),
        "return" | "rewrite" => redirection(directive, plan, site),
        "fastcgi_pass" => {
            let to = upstreams.get(directive.arg(0)).map_or(directive.arg(0), String::as_str);
            site.socket = Some(to.strip_prefix("unix:").unwrap_or(to).to_string());
        }
        "fastcgi_read_timeout" => match directive.arg(0) {
            time if time.strip_suffix(['s', 'm', 'h', 'd']).unwrap_or(time).parse::<u32>().is_ok_and(|number| number < 1_000_000_000) => {
                site.pool_settings.push(("request-timeout".into(), quoted(time)));
            }
            _ => plan.notes.push(directive.lost()),
        },
        "fastcgi_param" if CGI.contains(&directive.arg(0)) => {}
        "fastcgi_param" if matches!(directive.arg(0), "PHP_VALUE" | "PHP_ADMIN_VALUE") => {
            let table = if directive.arg(0) == "PHP_VALUE" { "ini" } else { "admin-ini" };
            for line in directive.arg(1).lines().flat_map(|line| line.split("\\n")) {
                match line.split_once('=') {
                    Some((name, value)) => site.pool_settings.push((key(table, name.trim()), quoted(value.trim().trim_matches('"')))),
                    None => plan.notes.push(directive.lost()),
                }
            }
        }
        "fastcgi_param" if !directive.arg(1).contains('$') && !directive.arg(0).contains('=') && !directive.arg(0).is_empty() => {
            site.pool_settings.push((key("env", directive.arg(0)), quoted(directive.arg(1))));
        }
        "client_max_body_size" => {
            plan.notes.push(directive.note(format!(
                "client_max_body_size {}: bodies of 1 GiB are taken, or of post_max_size if that is more",
                directive.arg(0)
            )));
        }
        "access_log" | "error_log" if directive.arg(0) == "off" => {}
        name if SAME.contains(&name) => {}
        _ => plan.notes.push(directive.lost()),
    }
}

fn try_files(directive: &Directive, plan: &mut Plan, site: &mut Site) {
    let last = directive.args.last().map_or("", String::as_str);
    let files = &directive.args[..directive.args.len().saturating_sub(1)];
    let usual = files.iter().all(|file| matches!(file.as_str(), "$uri" | "$uri/"));
    let script = last.split(['?', '$']).next().unwrap_or_default();
    match script.strip_prefix('/') {
        Some(script) if usual && script.ends_with(".php") => site.front_controller = Some(script.to_string()),
        _ if usual && last == "=404" => site.front_controller = Some(String::new()),
        _ => plan.notes.push(directive.lost()),
    }
}

/// `return 301 https://…$request_uri`, and `rewrite ^ …` that means the same.
fn redirection(directive: &Directive, plan: &mut Plan, site: &mut Site) {
    let is_return = directive.is("return") && matches!(directive.arg(0), "301" | "302" | "307" | "308");
    let is_all = directive.is("rewrite") && matches!(directive.arg(0), "^" | "^.*$" | "^(.*)$" | "^/(.*)$");
    let to = directive.arg(1);
    let base = ["$request_uri", "$1", "/$1"].iter().find_map(|end| to.strip_suffix(end));
    match base.filter(|_| is_return || is_all) {
        Some("https://$host" | "https://$server_name" | "https://$http_host") => site.https_only = true,
        Some(base) if is_url(base) => {
            site.redirect = Some(base.trim_end_matches('/').to_string());
            if matches!(directive.arg(0), "302" | "307") {
                plan.notes.push(directive.note("a redirection of a while becomes one for good (301)"));
            }
        }
        _ => plan.notes.push(directive.lost()),
    }
}

fn is_url(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).map(|host| host.trim_end_matches('/'));
    host.is_some_and(|host| !host.is_empty() && !host.contains(['$', ' ', '/']))
}

fn location(location: &Directive, plan: &mut Plan, site: &mut Site, upstreams: &HashMap<String, String>) {
    let pattern = location.args.last().map_or("", String::as_str);
    let denies = location
        .block
        .iter()
        .any(|inner| inner.is("deny") && inner.arg(0) == "all" || inner.is("return") && matches!(inner.arg(0), "403" | "404"));
    let passes = location.block.iter().any(|inner| inner.is("fastcgi_pass"));
    // Files whose names begin with a dot are not sent.
    let is_hidden =
        pattern.starts_with("/\\.") || pattern.starts_with("/.ht") || pattern.starts_with("\\.ht") || pattern.starts_with("~/\\.");
    let is_known = pattern.contains(".well-known");
    let silent = location.block.iter().all(|inner| matches!(inner.name.as_str(), "log_not_found" | "access_log" | "allow"));
    match () {
        () if denies && is_hidden || is_known && silent || silent && !location.block.is_empty() => {}
        () if pattern == "/" || passes && pattern.contains("\\.php") => {
            for directive in &location.block {
                match directive.name.as_str() {
                    // The same as for all of the site.
                    "try_files" if passes => {}
                    _ => inner(directive, plan, site, upstreams),
                }
            }
        }
        () => plan.notes.push(location.note(format!("location {} is not carried over", location.args.join(" ")))),
    }
}
