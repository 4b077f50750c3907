//! One request, from its parameters to the end of its answer.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use loxo_base::base64;
use loxo_cgi::{Environment, Rules, ScriptPath};
use loxo_engine::Request;
use loxo_runtime::RequestInfo;
use loxo_runtime::ini::{CoreNames, Ini, IniEvent, IniMode, parse};
use loxo_runtime::value::heap;

use super::answer::{Exchange, FpmSapi};
use super::connection::Connection;
use super::pages;
use super::state::{Manner, Worker};
use crate::access_log;
use crate::child_output;
use crate::log::write_all;
use crate::scoreboard::About;

const NO_INPUT: &[u8] = b"No input file specified.\n";

/// Runs a request; the connection comes back, open or closed. `last`: the child ends after it.
pub(super) fn run(worker: &mut Worker, mut connection: Connection, mut env: Environment, last: bool) -> Connection {
    let rules = Rules { apache_proxy: worker.manner == Manner::Fpm };
    connection.keep(!last);
    worker.log.keep_for_client();
    let place = if worker.is_on("cgi.fix_pathinfo") {
        loxo_cgi::resolve(&mut env, rules)
    } else {
        let discard = worker.is_on("cgi.discard_path");
        loxo_cgi::as_given(&mut env, discard, rules)
    };
    let resolved = place.script.as_deref().and_then(|script| Path::new(OsStr::from_bytes(script)).canonicalize().ok());
    let info = info(worker, &env, &place, resolved.as_deref());
    let uri = place.script_name.clone().unwrap_or_default();
    worker.own.info(&About {
        uri: &uri,
        query: info.web.query.as_deref().unwrap_or_default(),
        method: &info.web.method,
        user: &user(&info.web.authorization),
        script: place.script.as_deref().unwrap_or_default(),
        length: info.web.content_length.unsigned_abs(),
    });
    let (method, length, client) = (info.web.method.clone(), info.web.content_length.unsigned_abs(), connection.client);
    let directory = info.web.directory.clone();
    let body_file = env.get(b"REQUEST_BODY_FILE").filter(|path| !path.is_empty()).and_then(|path| File::open(OsStr::from_bytes(path)).ok());
    let exchange = Exchange::new(connection, method == b"HEAD", length, body_file, worker.log_to_client);
    let exchange = Rc::new(RefCell::new(exchange));
    let ini = ini(worker, &env);
    let sapi = FpmSapi { manner: worker.manner, exchange: exchange.clone(), log: worker.log.clone(), own: worker.own.clone() };
    let mut request = worker.host.engine.request(Box::new(sapi), info, ini);
    let root = env.get(b"DOCUMENT_ROOT").map(<[u8]>::to_vec);
    if let Some(root) = root.filter(|_| place.script.is_some()) {
        for text in worker.user_settings(&root, &directory) {
            request.cx().ini_user_file(text);
        }
    }
    request.set_superglobals();
    exchange.borrow_mut().forward(&worker.log);
    if !method.is_empty() {
        answer(worker, &mut request, &env, &place, resolved);
    }
    exchange.borrow_mut().forward(&worker.log);
    error_header(worker, &mut request);
    worker.own.end(heap::peak(true) as u64);
    let client = client.map(|ip| ip.to_string().into_bytes()).unwrap_or_default();
    write_access_log(worker, &mut request, &env, &client);
    request.finish();
    {
        let mut exchange = exchange.borrow_mut();
        exchange.forward(&worker.log);
        exchange.connection.end();
        if !exchange.connection.is_open() {
            worker.own.finished();
        }
    }
    request.release();
    if worker.caught {
        write_all(rustix::stdio::stderr().as_fd(), child_output::FLUSH);
    }
    match Rc::try_unwrap(exchange) {
        Ok(exchange) => exchange.into_inner().connection,
        // The request is gone, and with it all others that had it.
        Err(_) => std::process::exit(255),
    }
}

/// `resolved`: the script without links.
fn info(worker: &Worker, env: &Environment, place: &ScriptPath, resolved: Option<&Path>) -> RequestInfo {
    let mut web = loxo_cgi::web_request(env, None);
    if let Some(script) = &place.script {
        web.directory = folder(script);
    }
    // Without a script nothing of the request counts but its method.
    if env.get(b"SCRIPT_FILENAME").is_none() && env.get(b"PATH_TRANSLATED").is_none() && place.status == 0 {
        (web.query, web.content_length) = (None, 0);
    }
    let mut headers = Vec::new();
    if worker.is_on("expose_php") {
        headers.push(("X-Powered-By".to_string(), format!("PHP/{}", worker.host.php_version).into_bytes()));
    }
    let mut php_self = place.script_name.clone().unwrap_or_default();
    if worker.is_on("cgi.fix_pathinfo") {
        php_self.extend_from_slice(env.get(b"PATH_INFO").unwrap_or_default());
    }
    let own = std::env::vars_os().map(|(name, value)| {
        let name = name.into_vec();
        let value = env.get(&name).map_or_else(|| value.into_vec(), <[u8]>::to_vec);
        (name, value)
    });
    let mut server: Vec<(Vec<u8>, Vec<u8>)> = own.collect();
    let process = server.len();
    // PHP's own table of parameters gives the newest first.
    for (name, value) in env.clone().into_pairs().into_iter().rev() {
        if !server[..process].iter().any(|(known, _)| *known == name) {
            server.push((name, value));
        }
    }
    server.push((b"PHP_SELF".to_vec(), php_self));
    let cwd = match (&place.script, resolved.and_then(Path::parent)) {
        (Some(_), Some(folder)) => folder.as_os_str().as_bytes().to_vec(),
        (Some(script), None) => loxo_cgi::parent(script),
        (None, _) => std::env::current_dir().map_or_else(|_| b"/".to_vec(), |dir| dir.into_os_string().into_vec()),
    };
    RequestInfo {
        script: place.script.clone().unwrap_or_default(),
        server,
        web,
        headers,
        status: place.status,
        start_time: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64()),
        cwd,
        ..RequestInfo::default()
    }
}

/// The folder of a script as the server names it: links stay, so that it lies in the document root.
fn folder(script: &[u8]) -> Vec<u8> {
    match script.iter().rposition(|b| *b == b'/') {
        Some(at) if script.starts_with(b"/") => script[..at.max(1)].to_vec(),
        _ => loxo_cgi::parent(script),
    }
}

/// The user of basic authentication.
fn user(authorization: &[u8]) -> Vec<u8> {
    let basic = authorization.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"Basic "));
    let decoded = if basic { base64::decode_lenient(&authorization[6..]) } else { Vec::new() };
    let colon = decoded.iter().position(|b| *b == b':');
    colon.map_or_else(Vec::new, |at| decoded[..at].to_vec())
}

/// The settings that the server gives with the request.
fn ini(worker: &Worker, env: &Environment) -> Ini {
    let mut ini = Ini::new(worker.host.config.clone());
    for (variable, locked) in [(&b"PHP_VALUE"[..], false), (b"PHP_ADMIN_VALUE", true)] {
        let Some(text) = env.get(variable) else { continue };
        let mut entries = Vec::new();
        let result = parse(&[text, b"\n"].concat(), IniMode::Normal, &mut CoreNames, &mut |event| entries.push(event));
        for entry in entries {
            let wrong = |what: &str| worker.log.error(format!("Passing INI directive through FastCGI: {what}"));
            match entry {
                IniEvent::Entry { name, value } => {
                    let shown = String::from_utf8_lossy(&name).into_owned();
                    match value {
                        None => wrong(&format!("empty value for key '{shown}'")),
                        Some(value) => {
                            if !ini.preset(&name, &value.into_text(), locked) {
                                wrong(&format!("unable to set '{shown}'"));
                            }
                        }
                    }
                }
                _ => wrong("only classic entries are allowed"),
            }
        }
        if let Err(error) = result {
            eprintln!("PHP:  {} in Unknown on line {}", error.message, error.line);
        }
    }
    ini
}

/// What the client gets: a page of the manager's own, an error, or what the script prints.
/// `found`: the script without links.
fn answer(worker: &mut Worker, request: &mut Request, env: &Environment, place: &ScriptPath, found: Option<PathBuf>) {
    let refuse = |request: &mut Request, status: u16, text: &[u8]| {
        request.cx().info.status = status;
        request.cx().echo(text);
    };
    let uri = place.script_name.as_deref();
    if let Some(page) = uri.and_then(|uri| worker.page(uri, env.get(b"QUERY_STRING").unwrap_or_default())) {
        worker.own.executing();
        show(request, &page);
        return;
    }
    let Some(script) = &place.script else {
        worker.log.debug("Primary script unknown");
        let text: &[u8] = if worker.manner == Manner::Cgi { NO_INPUT } else { b"File not found.\n" };
        refuse(request, 404, text);
        return;
    };
    let ends = |ending: &Vec<u8>| script.len() > ending.len() && script.ends_with(ending);
    if !worker.extensions.is_empty() && !worker.extensions.iter().any(ends) {
        let shown = String::from_utf8_lossy(script);
        worker.log.notice(format!("Access to the script '{shown}' has been denied (see security.limit_extensions)"));
        refuse(request, 403, b"Access denied.\n");
        return;
    }
    let root = request.cx().ini_str("doc_root");
    let file = match uri {
        Some(uri) if root.starts_with(b"/") => {
            [root.strip_suffix(b"/").unwrap_or(&root), b"/", uri.strip_prefix(b"/").unwrap_or(uri)].concat()
        }
        _ => script.clone(),
    };
    if !loxo_runtime::paths::check_open_basedir(request.cx(), &file, false) {
        if worker.manner == Manner::Fpm {
            let shown = String::from_utf8_lossy(script);
            worker.log.error(format!("Unable to open primary script: {shown} (Operation not permitted)"));
        }
        refuse(request, 404, NO_INPUT);
        return;
    }
    let path = Path::new(OsStr::from_bytes(&file));
    let found = found.filter(|_| file == *script).map_or_else(|| path.canonicalize(), Ok);
    let opened = found.and_then(|path| {
        let is_file = File::open(&path)?.metadata()?.is_file();
        if is_file { Ok(path) } else { Err(std::io::Error::from_raw_os_error(rustix::io::Errno::NOENT.raw_os_error())) }
    });
    let resolved = match opened {
        Ok(path) => path.into_os_string().into_vec(),
        Err(error) => {
            let reason = crate::log::reason(&error);
            let reason = reason.rsplit_once(" (").map_or(reason.as_str(), |(text, _)| text);
            if worker.manner == Manner::Fpm {
                worker.log.error(format!("Unable to open primary script: {} ({reason})", String::from_utf8_lossy(script)));
            }
            if error.kind() == std::io::ErrorKind::PermissionDenied {
                refuse(request, 403, b"Access denied.\n");
            } else {
                refuse(request, 404, NO_INPUT);
            }
            return;
        }
    };
    worker.own.executing();
    // Programs that are started see it, too.
    let outer = std::env::current_dir();
    let _ = std::env::set_current_dir(Path::new(OsStr::from_bytes(&resolved)).parent().unwrap_or(Path::new("/")));
    request.run_file(&resolved);
    if let Ok(outer) = outer {
        let _ = std::env::set_current_dir(outer);
    }
}

fn show(request: &mut Request, page: &pages::Page) {
    for line in &page.headers {
        let _ = loxo_runtime::web::set_header_line(request.cx(), line.as_bytes(), true, 0);
    }
    request.cx().info.status = page.status;
    request.cx().echo(&page.body);
}

/// `fastcgi.error_header`: scripts that fail say so, if they have said nothing yet.
fn error_header(worker: &Worker, request: &mut Request) {
    let line = worker.setting("fastcgi.error_header");
    if line.is_empty() || request.cx().info.exit_status != 255 || request.cx().info.headers_sent {
        return;
    }
    let _ = loxo_runtime::web::set_header_line(request.cx(), &line, true, 0);
}

fn write_access_log(worker: &Worker, request: &mut Request, env: &Environment, client: &[u8]) {
    let Some((file, format)) = &worker.access_log else { return };
    let process = worker.own.process();
    let status = match request.cx().info.status {
        0 => 200,
        status => status,
    };
    let plain = process.query.is_empty() && matches!(&process.method[..], b"GET" | b"HEAD") && process.length == 0;
    if plain && (200..300).contains(&status) && worker.suppress_paths.contains(&process.uri) {
        return;
    }
    let parameter = |name: &[u8]| env.get(name).map(<[u8]>::to_vec);
    let headers = &request.cx().info.headers;
    let about = access_log::Request { process: &process, pool: &worker.pool, status, client, headers, parameter: &parameter };
    let (mut line, cut) = access_log::line(format, &about);
    if cut {
        worker.log.notice("the log buffer is full (1024). The access log request has been truncated.");
    }
    if !line.is_empty() {
        line.push(b'\n');
        write_all(file.as_fd(), &line);
    }
}

impl Worker {
    /// Texts of the `.user.ini` files that count for a folder.
    fn user_settings(&mut self, root: &[u8], directory: &[u8]) -> &[Vec<u8>] {
        let name = self.setting("user_ini.filename");
        if name.is_empty() {
            return &[];
        }
        let key = (root.to_vec(), directory.to_vec());
        let now = Instant::now();
        if !self.user_settings.get(&key).is_some_and(|(until, _)| *until > now) {
            let lifetime = loxo_runtime::ini::parse_quantity(&self.setting("user_ini.cache_ttl")).value;
            let until = now + Duration::from_secs(u64::try_from(lifetime).unwrap_or(0).max(1));
            let files = loxo_runtime::web::user_ini_files(root, directory, &name);
            let texts = files.iter().filter_map(|file| std::fs::read(OsStr::from_bytes(file)).ok()).collect();
            self.user_settings.insert(key.clone(), (until, texts));
        }
        self.user_settings.get(&key).map_or(&[], |(_, texts)| texts)
    }

    fn page(&self, uri: &[u8], query: &[u8]) -> Option<pages::Page> {
        let board = self.shown.as_ref().unwrap_or(&self.own.board);
        pages::page(&self.pages, uri, query, board, self.own.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users() {
        assert_eq!(user(b"basic dXNlcjpwYXNz"), b"user");
        assert_eq!((user(b"Bearer x"), user(b"Basic bm9jb2xvbg==")), (vec![], vec![]));
    }

    #[test]
    fn folders() {
        assert_eq!((folder(b"/a/b.php"), folder(b"/b.php")), (b"/a".to_vec(), b"/".to_vec()));
    }
}
