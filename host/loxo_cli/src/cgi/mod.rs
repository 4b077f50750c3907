//! `php-cgi`: one request, described by environment variables, its body on standard input, the answer on standard output.
//!
//! With `-b ADDRESS`, or with a listening socket as its standard input, it serves FastCGI, one request after the other.
//!
//! Without the variables of a web server it runs a file like the command line does, with HTTP headers before its output.
//! Module: `response` (the answer).

mod response;

use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use loxo_cgi::{Environment, Rules, ScriptPath, parent, web_request};
use loxo_engine::Request;
use loxo_runtime::ini::IniConfig;
use loxo_runtime::{Extension, IniAccess, IniEntry, RequestInfo};

use crate::boot::{self, Boot};
use crate::config::{self, IniOptions};
use crate::help;
use crate::options::{self, Options, Parsed};
use crate::script;

/// The settings that only this program has.
static SETTINGS: Extension = Extension {
    name: "cgi-fcgi",
    version: env!("CARGO_PKG_VERSION"),
    functions: &[],
    classes: &[],
    constants: &[],
    ini: &[
        setting("cgi.rfc2616_headers", Some("0"), IniAccess::All),
        setting("cgi.nph", Some("0"), IniAccess::All),
        setting("cgi.check_shebang_line", Some("1"), IniAccess::System),
        setting("cgi.force_redirect", Some("1"), IniAccess::System),
        setting("cgi.redirect_status_env", None, IniAccess::System),
        setting("cgi.fix_pathinfo", Some("1"), IniAccess::System),
        setting("cgi.discard_path", Some("0"), IniAccess::System),
        setting("fastcgi.logging", Some("1"), IniAccess::System),
    ],
    request_start: None,
    request_end: None,
    info: None,
};

/// A setting that is looked at when it is needed.
pub(crate) const fn setting(name: &'static str, default: Option<&'static str>, access: IniAccess) -> IniEntry {
    IniEntry { name, default, access, on_change: None }
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Mode {
    #[default]
    Run,
    Lint,
    Strip,
    Highlight,
}

/// What the command line says.
#[derive(Default)]
struct CgiArgs {
    mode: Mode,
    no_headers: bool,
    no_chdir: bool,
    file: Option<Vec<u8>>,
    /// `-b`: where to listen for FastCGI.
    bind: Option<Vec<u8>>,
    /// What follows the options.
    script_args: Vec<Vec<u8>>,
}

pub fn main(argv: &[Vec<u8>]) -> i32 {
    let env: Environment = std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect();
    let is_cgi =
        [&b"SERVER_SOFTWARE"[..], b"SERVER_NAME", b"GATEWAY_INTERFACE", b"REQUEST_METHOD"].iter().any(|name| env.get(name).is_some());
    let mut ini_options = IniOptions { sapi: "cgi-fcgi", ..IniOptions::default() };
    let mut args = CgiArgs::default();
    if !is_attack(&env) {
        match read_options(argv, is_cgi, &mut ini_options, &mut args) {
            Ok(()) => {}
            Err(status) => return status,
        }
    }
    let registry = boot::registry("cgi-fcgi");
    let mut extensions = registry.extensions.clone();
    extensions.push(&SETTINGS);
    let config = config::load(&extensions, &ini_options);
    let server = match &args.bind {
        Some(address) if !is_cgi => match loxo_fpm::Alone::bind(&String::from_utf8_lossy(address)) {
            Some(server) => Some(server),
            None => return 255,
        },
        _ => loxo_fpm::Alone::standard_input(),
    };
    if let Some(server) = server {
        return serve_fastcgi(Boot::new(registry, config), server);
    }
    let name =
        setting_of(&config, "cgi.redirect_status_env").filter(|name| !name.is_empty()).unwrap_or_else(|| b"REDIRECT_STATUS".to_vec());
    if is_cgi && is_on(&config, "cgi.force_redirect") && env.get(&name).is_none() {
        print!("{}", help::SECURITY_ALERT);
        return 255;
    }
    let boot = Boot::new(registry, config);
    let status = if is_cgi { serve(&boot, env, &args) } else { run_all(&boot, env, &mut args) };
    status & 0xff
}

/// A query string without `=` comes as arguments from some servers; one that begins with a dash must not become options.
fn is_attack(env: &Environment) -> bool {
    let Some(query) = env.get(b"QUERY_STRING") else { return false };
    !query.contains(&b'=') && loxo_runtime::web::url_decode(query).iter().find(|b| **b > b' ') == Some(&b'-')
}

/// `Err`: the program is done, with this status.
fn read_options(argv: &[Vec<u8>], is_cgi: bool, ini_options: &mut IniOptions, args: &mut CgiArgs) -> Result<(), i32> {
    let mut options = Options::new(options::CGI, argv);
    let mut show = None;
    for option in options.by_ref() {
        match option {
            Parsed::Value(b'c', value) => ini_options.path = Some(value),
            Parsed::Value(b'd', value) => ini_options.defines.push(value),
            Parsed::Flag(b'n') => ini_options.no_files = true,
            Parsed::Flag(b's') => args.mode = Mode::Highlight,
            Parsed::Flag(b'h' | b'?') => {
                print!("{}", help::cgi_usage(&argv[0]));
                return Err(0);
            }
            Parsed::Invalid(message) => {
                eprintln!("{message}");
                print!("{}", help::cgi_usage(&argv[0]));
                return Err(1);
            }
            _ if is_cgi => {}
            Parsed::Flag(b'C') => args.no_chdir = true,
            Parsed::Flag(b'q') => args.no_headers = true,
            Parsed::Flag(b'w') => args.mode = Mode::Strip,
            Parsed::Flag(b'l') => (args.mode, args.no_headers) = (Mode::Lint, true),
            Parsed::Value(b'b', value) => args.bind = Some(value),
            Parsed::Value(b'f', value) => (args.file, args.no_headers) = (Some(value), true),
            Parsed::Flag(letter @ (b'v' | b'm' | b'i')) => show = show.or(Some(letter)),
            Parsed::Flag(_) | Parsed::Value(..) => {}
        }
    }
    args.script_args = argv.get(options.index..).unwrap_or_default().to_vec();
    match show {
        Some(b'v') => print!("{}", help::version("cgi-fcgi")),
        Some(b'm') => print!("{}", help::modules(boot::registry("cgi-fcgi"))),
        Some(_) => {
            let registry = boot::registry("cgi-fcgi");
            let boot = Boot::new(registry, config::load(&registry.extensions, ini_options));
            let sapi = Box::new(response::CgiSapi::new(args.no_headers, 0));
            let mut request = boot.request(sapi, boot::info(b"", Vec::new()));
            return Err(script::phpinfo(&mut request));
        }
        None => return Ok(()),
    }
    Err(0)
}

fn setting_of(config: &IniConfig, name: &str) -> Option<Vec<u8>> {
    config.get(name.as_bytes()).map(|text| text.to_vec())
}

fn is_on(config: &IniConfig, name: &str) -> bool {
    setting_of(config, name).is_some_and(|text| loxo_runtime::ini::parse_bool(&text))
}

/// Serves FastCGI: as many requests as `PHP_FCGI_MAX_REQUESTS` says, 500 if it says nothing.
fn serve_fastcgi(boot: Boot, server: loxo_fpm::Alone) -> i32 {
    if !boot.preload(Box::new(crate::sapi::StartupSapi("cgi-fcgi"))) {
        return 1;
    }
    let most = std::env::var("PHP_FCGI_MAX_REQUESTS").ok().map_or(500, |text| text.trim().parse().unwrap_or(0));
    server.serve(loxo_fpm::Host { engine: boot.engine, config: boot.config, php_version: crate::version::php_version() }, most)
}

/// A web server's request.
fn serve(boot: &Boot, mut env: Environment, args: &CgiArgs) -> i32 {
    let ScriptPath { script, script_name, status } = if is_on(&boot.config, "cgi.fix_pathinfo") {
        loxo_cgi::resolve(&mut env, Rules::default())
    } else {
        loxo_cgi::as_given(&mut env, is_on(&boot.config, "cgi.discard_path"), Rules::default())
    };
    let php_self = match env.get(b"PATH_INFO") {
        Some(path) if is_on(&boot.config, "cgi.fix_pathinfo") => [&script_name.unwrap_or_default()[..], path].concat(),
        _ => script_name.unwrap_or_default(),
    };
    let web = web_request(&env, script.as_deref());
    let length = web.content_length;
    let mut info = boot::info(script.as_deref().unwrap_or_default(), Vec::new());
    info.web = web;
    info.server = env.pairs().collect();
    info.server.push(b"PHP_SELF", &php_self);
    info.status = status;
    run(boot, args, info, length, script)
}

/// Files named on the command line; `-l` takes several.
fn run_all(boot: &Boot, env: Environment, args: &mut CgiArgs) -> i32 {
    let mut worst = 0;
    loop {
        let mut argv = args.script_args.clone();
        // A file of `-f` stands before the arguments; otherwise the first of them is the file.
        let script = match &args.file {
            Some(file) => {
                argv.insert(0, file.clone());
                Some(file.clone())
            }
            None => argv.first().cloned(),
        };
        let separator = setting_of(&boot.config, "arg_separator.input").unwrap_or_else(|| b"&".to_vec());
        let query = (!args.script_args.is_empty()).then(|| args.script_args.join(&separator[..]));
        let mut info = boot::info(script.as_deref().unwrap_or_default(), argv);
        info.web.query = query;
        info.server = env.pairs().collect();
        info.server.push(b"PHP_SELF", b"");
        let status = run(boot, args, info, 0, script);
        worst = if status == 0 { worst } else { status };
        if args.mode != Mode::Lint || args.script_args.len() < 2 {
            return worst;
        }
        args.script_args.remove(0);
        args.file = None;
    }
}

fn run(boot: &Boot, args: &CgiArgs, mut info: RequestInfo, length: i64, script: Option<Vec<u8>>) -> i32 {
    if args.no_headers {
        info.headers_sent = true;
    }
    if let Some(script) = script.as_deref().filter(|_| !args.no_chdir) {
        let directory = parent(script);
        // Programs that are started see it too.
        let _ = std::env::set_current_dir(std::ffi::OsStr::from_bytes(&directory));
        info.cwd = directory;
    }
    let is_web = !info.web.method.is_empty();
    let user_settings = if is_web { user_settings(boot, &info) } else { Vec::new() };
    let mut request = boot.request(Box::new(response::CgiSapi::new(args.no_headers, length)), info);
    for text in user_settings {
        request.cx().ini_user_file(&text);
    }
    request.set_superglobals();
    match script {
        Some(script) => run_file(&mut request, args.mode, &script),
        None if is_web => missing(&mut request),
        None => {
            let mut source = Vec::new();
            let _ = std::io::stdin().lock().read_to_end(&mut source);
            script::run_text(&mut request, &source, b"Standard input code");
            request.finish()
        }
    }
}

fn missing(request: &mut Request) -> i32 {
    request.cx().info.status = 404;
    request.cx().echo(b"No input file specified.\n");
    request.finish();
    255
}

fn run_file(request: &mut Request, mode: Mode, script: &[u8]) -> i32 {
    if !loxo_runtime::paths::check_open_basedir(request.cx(), script, false) {
        return missing(request);
    }
    match std::fs::File::open(std::ffi::OsStr::from_bytes(script)) {
        Ok(file) if file.metadata().is_ok_and(|meta| meta.is_file()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            request.cx().info.status = 403;
            request.cx().echo(b"Access denied.\n");
            request.finish();
            return 255;
        }
        _ => return missing(request),
    }
    match mode {
        Mode::Run => {
            script::run_file(request, script);
            request.finish()
        }
        Mode::Lint => {
            let status = script::lint(request, script);
            request.finish();
            status
        }
        Mode::Strip => script::strip(request, script),
        Mode::Highlight => script::highlight(request, script),
    }
}

/// `.user.ini` files from the document root down to the script's folder.
fn user_settings(boot: &Boot, info: &RequestInfo) -> Vec<Vec<u8>> {
    let root = info.server.get(b"DOCUMENT_ROOT");
    match (root, setting_of(&boot.config, "user_ini.filename")) {
        (Some(root), Some(name)) if !name.is_empty() => {
            let files = loxo_runtime::web::user_ini_files(root, &info.web.directory, &name);
            files.iter().filter_map(|file| std::fs::read(Path::new(std::ffi::OsStr::from_bytes(file))).ok()).collect()
        }
        _ => Vec::new(),
    }
}
