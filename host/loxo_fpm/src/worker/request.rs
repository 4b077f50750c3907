//! One request, from its parameters to the end of its answer.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loxo_base::base64;
use loxo_cgi::{Environment, Rules, ScriptPath};
use loxo_engine::Request;
use loxo_process_sys::ThreadId;
use loxo_runtime::RequestInfo;
use loxo_runtime::ini::{CoreNames, Ini, IniEvent, IniMode, parse};
use loxo_runtime::value::heap;
use loxo_runtime::web::{HeaderLines, Pairs};

use super::answer::{Exchange, FpmSapi};
use super::connection::Connection;
use super::pages;
use super::slot::{About, Slot};
use super::state::{Common, Manner, Worker};
use crate::access_log;
use crate::child_output;
use crate::log::write_all;
use crate::scoreboard;

/// The script that sees the request first.
const ROUTER: &[u8] = b"LOXO_ROUTER";
const NO_INPUT: &[u8] = b"No input file specified.\n";

/// Runs a request; the connection comes back, open or closed. `keep`: another may follow on it.
pub(super) fn run(worker: &mut Worker, mut connection: Connection, mut env: Environment, keep: bool) -> Connection {
    let common = worker.common.clone();
    connection.keep(keep);
    let began = Instant::now();
    let router = take_router(&common, &mut env);
    worker.log.keep_for_client();
    let (place, resolved) = find_script(&common, &mut env);
    let mut info = info(&common, &env, &place, resolved.as_deref());
    if let Some(root) = env.get(b"DOCUMENT_ROOT").filter(|_| router.is_some()) {
        info.cwd = root.to_vec();
    }
    let uri = place.script_name.clone().unwrap_or_default();
    worker.own.info(&scoreboard::About {
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
    let socket = connection.socket().cloned();
    let exchange = Exchange::new(connection, method == b"HEAD", length, body_file, common.settings.log_to_client);
    let exchange = Rc::new(RefCell::new(exchange));
    let ini = ini(worker, &env);
    let watched = worker.place.clone().filter(|_| common.is_watched);
    let slot = watched.as_ref().map(|(slot, _)| slot.clone());
    let sapi = FpmSapi {
        manner: common.manner,
        exchange: exchange.clone(),
        log: worker.log.clone(),
        own: worker.own.clone(),
        slot: slot.clone(),
        is_shared: common.is_shared,
    };
    let mut request = common.host.engine.request(Box::new(sapi), info, ini);
    if let (Some((slot, thread)), Some(socket)) = (watched, socket) {
        let script = place.script.clone().unwrap_or_default();
        let target = env.get(b"REQUEST_URI").unwrap_or(&uri).to_vec();
        watch(&slot, thread, &request, About { began, method: method.clone(), target, script }, socket);
    }
    look_at(worker, &mut request, &env, &place, &method, began);
    let root = env.get(b"DOCUMENT_ROOT").map(<[u8]>::to_vec);
    if let Some(root) = root.filter(|_| place.script.is_some()) {
        for text in worker.user_settings(&root, &directory) {
            request.cx().ini_user_file(text);
        }
    }
    request.set_superglobals();
    exchange.borrow_mut().forward(&worker.log);
    if !method.is_empty() {
        let declined = router.as_ref().is_none_or(|router| declines(&mut request, router));
        match router.is_some() && router == place.script {
            true if declined => exchange.borrow_mut().connection.decline(),
            false if declined => answer(worker, &mut request, &env, &place, resolved),
            _ => {}
        }
    }
    exchange.borrow_mut().forward(&worker.log);
    error_header(worker, &mut request);
    let peak = heap::peak(true) as u64;
    worker.own.end(peak);
    let client = client.map(|ip| ip.to_string().into_bytes()).unwrap_or_default();
    write_access_log(worker, &mut request, &env, &client);
    request.finish();
    if let Some(recorder) = worker.recorder.as_mut().filter(|recorder| recorder.is_looked_at()) {
        recorder.end(request.cx(), peak);
    }
    if let Some(slot) = &slot {
        slot.answered();
    }
    {
        let mut exchange = exchange.borrow_mut();
        exchange.forward(&worker.log);
        exchange.connection.end();
        if !exchange.connection.is_open() {
            worker.own.finished();
        }
    }
    worker.is_broken |= request.is_broken();
    request.release();
    if let Some(slot) = &slot {
        slot.end(peak);
    }
    if common.caught {
        write_all(rustix::stdio::stderr().as_fd(), child_output::FLUSH);
    }
    match Rc::try_unwrap(exchange) {
        Ok(exchange) => exchange.into_inner().connection,
        // The request is gone, and with it all others that had it.
        Err(_) => std::process::exit(255),
    }
}

/// Which script is meant, and its path without links.
fn find_script(common: &Common, env: &mut Environment) -> (ScriptPath, Option<PathBuf>) {
    if common.is_behind_front {
        // The HTTP server has found it, and has given it without links as far as the root goes; what follows is the engine's to find.
        let place = loxo_cgi::as_found(env);
        let path = place.script.as_deref().map(|script| PathBuf::from(OsStr::from_bytes(script)));
        return (place, path);
    }
    let rules = Rules { apache_proxy: common.manner == Manner::Fpm };
    let place = match common.settings.fix_pathinfo {
        true => loxo_cgi::resolve(env, rules),
        false => loxo_cgi::as_given(env, common.settings.discard_path, rules),
    };
    let path = place.script.as_deref().and_then(|script| Path::new(OsStr::from_bytes(script)).canonicalize().ok());
    (place, path)
}

/// `resolved`: the script without links.
fn info(common: &Common, env: &Environment, place: &ScriptPath, resolved: Option<&Path>) -> RequestInfo {
    let mut web = loxo_cgi::web_request(env, None);
    if let Some(script) = &place.script {
        web.directory = folder(script);
    }
    // Without a script nothing of the request counts but its method.
    if env.get(b"SCRIPT_FILENAME").is_none() && env.get(b"PATH_TRANSLATED").is_none() && place.status == 0 {
        (web.query, web.content_length) = (None, 0);
    }
    let mut headers = HeaderLines::default();
    if let Some(powered_by) = &common.settings.powered_by {
        headers.add("X-Powered-By", powered_by);
    }
    let mut php_self = place.script_name.clone().unwrap_or_default();
    if common.settings.fix_pathinfo {
        php_self.extend_from_slice(env.get(b"PATH_INFO").unwrap_or_default());
    }
    let server = server(common, env, &php_self);
    let cwd = match (&place.script, resolved.and_then(Path::parent)) {
        (Some(_), Some(folder)) => folder.as_os_str().as_bytes().to_vec(),
        (Some(script), None) => loxo_cgi::parent(script),
        (None, _) => common.directory.as_os_str().as_bytes().to_vec(),
    };
    RequestInfo {
        script: place.script.clone().unwrap_or_default(),
        server,
        web,
        headers,
        status: place.status,
        start_time: RequestInfo::now(),
        cwd,
        ..RequestInfo::default()
    }
}

/// Its time begins. Where that is up, the connection ends: the HTTP server knows the limit, too, and what an end without an answer means then.
fn watch(slot: &Slot, thread: ThreadId, request: &Request, about: About, socket: Arc<OwnedFd>) {
    slot.begin(about, thread, request.interrupter(), move || {
        let _ = rustix::net::shutdown(&socket, rustix::net::Shutdown::Both);
    });
}

/// The sampler sees it from here on.
fn look_at(worker: &mut Worker, request: &mut Request, env: &Environment, place: &ScriptPath, method: &[u8], began: Instant) {
    let Some(recorder) = worker.recorder.as_mut().filter(|recorder| recorder.is_wanted()) else { return };
    let value = |name: &[u8]| env.get(name).unwrap_or_default();
    let ticket = |name: &[u8]| if recorder.reads_tickets() { env.get(name) } else { None };
    let about = loxo_sampler::About {
        site: worker.common.pool.as_bytes(),
        release: value(b"DOCUMENT_ROOT"),
        script: place.script.as_deref().unwrap_or_default(),
        method,
        target: value(b"REQUEST_URI"),
        began,
        ticket: ticket(b"HTTP_X_LOXO_TRACE"),
        cookie: ticket(b"HTTP_COOKIE"),
    };
    let interrupter = request.interrupter();
    recorder.begin(request.cx(), interrupter, &about);
}

/// The folder of a script as the server names it: links stay, so that it lies in the document root.
fn folder(script: &[u8]) -> Vec<u8> {
    match script.iter().rposition(|b| *b == b'/') {
        Some(at) if script.starts_with(b"/") => script[..at.max(1)].to_vec(),
        _ => loxo_cgi::parent(script),
    }
}

/// `$_SERVER`: the child's environment, in which parameters of the request stand where a variable of their name did, then the others.
fn server(common: &Common, env: &Environment, php_self: &[u8]) -> Pairs {
    let mut values: Vec<&[u8]> = common.environment.iter().map(|(_, value)| &value[..]).collect();
    let mut others = Vec::with_capacity(env.len());
    // PHP's own table of parameters gives the newest first.
    for (name, value) in env.pairs().rev() {
        match common.environment_places.get(name) {
            Some(place) => values[*place] = value,
            None => others.push((name, value)),
        }
    }
    let names = common.environment.iter().map(|(name, _)| &name[..]);
    names.zip(values).chain(others).chain([(&b"PHP_SELF"[..], php_self)]).collect()
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
    let mut ini = Ini::new(worker.common.host.config.clone());
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

/// The script that sees the request first: the HTTP server's to name, and nothing that a program sees.
fn take_router(common: &Common, env: &mut Environment) -> Option<Vec<u8>> {
    let router = env.get(ROUTER).filter(|_| common.is_behind_front).map(<[u8]>::to_vec)?;
    env.put(ROUTER, None);
    Some(router)
}

/// Runs the script that sees requests first; its answer may be `return false`.
fn declines(request: &mut Request, router: &[u8]) -> bool {
    request.run_file_for_value(router).is_some_and(|value| value.deref().is_false()) && request.cx().ending.is_none()
}

/// What the client gets: a page of the manager's own, an error, or what the script prints.
/// `found`: the script without links.
fn answer(worker: &Worker, request: &mut Request, env: &Environment, place: &ScriptPath, found: Option<PathBuf>) {
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
        let text: &[u8] = if worker.common.manner == Manner::Cgi { NO_INPUT } else { b"File not found.\n" };
        refuse(request, 404, text);
        return;
    };
    let ends = |ending: &Vec<u8>| script.len() > ending.len() && script.ends_with(ending);
    if !worker.common.extensions.is_empty() && !worker.common.extensions.iter().any(ends) {
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
        if worker.common.manner == Manner::Fpm {
            let shown = String::from_utf8_lossy(script);
            worker.log.error(format!("Unable to open primary script: {shown} (Operation not permitted)"));
        }
        refuse(request, 404, NO_INPUT);
        return;
    }
    let opened = match worker.common.is_behind_front && file == *script {
        true => rustix::fs::access(&*file, rustix::fs::Access::READ_OK).map(|()| file.clone()).map_err(std::io::Error::from),
        false => opened(&file, found.filter(|_| file == *script)),
    };
    let resolved = match opened {
        Ok(path) => path,
        Err(error) => {
            let reason = crate::log::reason(&error);
            let reason = reason.rsplit_once(" (").map_or(reason.as_str(), |(text, _)| text);
            if worker.common.manner == Manner::Fpm {
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
    if worker.common.is_shared {
        request.cx().info.cwd = folder(&resolved);
        request.run_file(&resolved);
        return;
    }
    // Who looks at the process from outside sees it, too.
    let _ = std::env::set_current_dir(Path::new(OsStr::from_bytes(&resolved)).parent().unwrap_or(Path::new("/")));
    request.run_file(&resolved);
    let _ = std::env::set_current_dir(&worker.common.directory);
}

/// A script's path without links, if it is a file that can be opened. `found`: that path, if it is known.
fn opened(file: &[u8], found: Option<PathBuf>) -> std::io::Result<Vec<u8>> {
    let path = found.map_or_else(|| Path::new(OsStr::from_bytes(file)).canonicalize(), Ok)?;
    match File::open(&path)?.metadata()?.is_file() {
        true => Ok(path.into_os_string().into_vec()),
        false => Err(rustix::io::Errno::NOENT.into()),
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
    let line = &worker.common.settings.error_header;
    if line.is_empty() || request.cx().info.exit_status != 255 || request.cx().info.headers_sent {
        return;
    }
    let _ = loxo_runtime::web::set_header_line(request.cx(), line, true, 0);
}

fn write_access_log(worker: &Worker, request: &mut Request, env: &Environment, client: &[u8]) {
    let Some((file, format)) = &worker.common.access_log else { return };
    let process = worker.own.process();
    let status = match request.cx().info.status {
        0 => 200,
        status => status,
    };
    let plain = process.query.is_empty() && matches!(&process.method[..], b"GET" | b"HEAD") && process.length == 0;
    if plain && (200..300).contains(&status) && worker.common.suppress_paths.contains(&process.uri) {
        return;
    }
    let parameter = |name: &[u8]| env.get(name).map(<[u8]>::to_vec);
    let headers = &request.cx().info.headers;
    let about = access_log::Request { process: &process, pool: &worker.common.pool, status, client, headers, parameter: &parameter };
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
        let settings = &self.common.settings;
        if settings.user_ini.is_empty() {
            return &[];
        }
        let key = (root.to_vec(), directory.to_vec());
        let now = Instant::now();
        if !self.user_settings.get(&key).is_some_and(|(until, _)| *until > now) {
            let until = now + Duration::from_secs(settings.user_ini_seconds);
            let files = loxo_runtime::web::user_ini_files(root, directory, &settings.user_ini);
            let texts = files.iter().filter_map(|file| std::fs::read(OsStr::from_bytes(file)).ok()).collect();
            self.user_settings.insert(key.clone(), (until, texts));
        }
        self.user_settings.get(&key).map_or(&[], |(_, texts)| texts)
    }

    fn page(&self, uri: &[u8], query: &[u8]) -> Option<pages::Page> {
        let board = self.common.shown.as_ref().unwrap_or(&self.own.board);
        pages::page(&self.common.pages, uri, query, board, self.own.as_ref())
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
