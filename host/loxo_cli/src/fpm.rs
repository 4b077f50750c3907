//! `php-fpm`: the command line of the manager of FastCGI processes, and what its children need of the engine.
//!
//! The manager is one thread that runs no PHP. Its children are this program again, under a name of their own; what the manager has read of
//! PHP's settings comes to them as texts, so that all of them have the same until the manager reloads.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use loxo_fcgi::{Pairs, push_pair};
use loxo_fpm::{Child, Host};
use loxo_runtime::ini::IniConfig;
use loxo_runtime::{Extension, IniAccess};

use crate::boot::{self, Boot, STACK, USABLE_STACK};
use crate::cgi::setting;
use crate::config::{self, IniOptions, IniTexts};
use crate::options::{self, Options, Parsed};
use crate::{help, huge_code, sapi, script, version};

pub(crate) const SAPI: &str = "fpm-fcgi";

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
        setting("cgi.force_redirect", Some("1"), IniAccess::System),
        setting("cgi.redirect_status_env", None, IniAccess::System),
        setting("cgi.fix_pathinfo", Some("1"), IniAccess::System),
        setting("cgi.discard_path", Some("0"), IniAccess::System),
        setting("fastcgi.logging", Some("1"), IniAccess::System),
        setting("fastcgi.error_header", None, IniAccess::System),
        setting("fpm.config", None, IniAccess::System),
        setting(config::HUGE_CODE_PAD, Some("64K"), IniAccess::System),
    ],
    request_start: None,
    request_end: None,
    info: None,
};

/// Runs the manager or a child if the program is called so; gives the exit status.
pub fn run(argv: &[Vec<u8>], name: &[u8]) -> Option<i32> {
    let first = argv.first()?;
    if first.starts_with(loxo_fpm::CHILD_TITLE.as_bytes()) && argv.len() == 1 {
        return Some(child());
    }
    if name.starts_with(b"php-fpm") {
        return Some(manager(argv, argv));
    }
    let is_php = name.starts_with(b"php");
    if !is_php && argv.get(1).is_some_and(|command| command == b"fpm") {
        let rest: Vec<Vec<u8>> = std::iter::once(first.clone()).chain(argv[2..].iter().cloned()).collect();
        return Some(manager(&rest, argv));
    }
    None
}

/// `argv`: the options; `all`: the whole command line, which a reload repeats.
fn manager(argv: &[Vec<u8>], all: &[Vec<u8>]) -> i32 {
    let text = |value: Vec<u8>| String::from_utf8_lossy(&value).into_owned();
    let mut ini_options = IniOptions { sapi: SAPI, fpm: true, ..IniOptions::default() };
    let mut fpm = loxo_fpm::Options { argv: all.to_vec(), ..loxo_fpm::Options::default() };
    let mut information = false;
    let mut given = Options::new(options::FPM, argv);
    for option in given.by_ref() {
        match option {
            Parsed::Value(b'c', value) => ini_options.path = Some(value),
            Parsed::Value(b'd', value) => ini_options.defines.push(value),
            Parsed::Value(b'y', value) => fpm.config = Some(text(value)),
            Parsed::Value(b'p', value) => fpm.prefix = Some(text(value)),
            Parsed::Value(b'g', value) => fpm.pid = Some(text(value)),
            Parsed::Flag(b'n') => ini_options.no_files = true,
            Parsed::Flag(b't') => fpm.test += 1,
            Parsed::Flag(b'R') => fpm.run_as_root = true,
            Parsed::Flag(b'D') => fpm.daemonize = Some(true),
            Parsed::Flag(b'F') => fpm.daemonize = Some(false),
            Parsed::Flag(b'O') => fpm.force_stderr = true,
            Parsed::Flag(b'i') => information = true,
            Parsed::Flag(b'm') => {
                print!("{}", help::modules(boot::registry(SAPI)));
                return 0;
            }
            Parsed::Flag(b'v') => {
                print!("{}", help::version(SAPI));
                return 0;
            }
            Parsed::Flag(b'h' | b'?') => {
                print!("{}", help::fpm_usage(&argv[0]));
                return 0;
            }
            Parsed::Invalid(_) => {
                print!("{}", help::fpm_usage(&argv[0]));
                return loxo_fpm::USAGE;
            }
            Parsed::Flag(_) | Parsed::Value(..) => {}
        }
    }
    if information {
        return phpinfo(&ini_options);
    }
    if given.index < argv.len() {
        print!("{}", help::fpm_usage(&argv[0]));
        return loxo_fpm::USAGE;
    }
    let texts = config::texts(&ini_options);
    if fpm.config.is_none() {
        let named = ini_options.defines.iter().filter_map(|define| define.strip_prefix(b"fpm.config=")).next_back();
        fpm.config = named.map(|value| text(value.to_vec()));
    }
    fpm.settings = pack(&ini_options, &texts);
    loxo_fpm::run(fpm)
}

/// `-i`
fn phpinfo(ini_options: &IniOptions) -> i32 {
    let boot = Boot::new(boot::registry(SAPI), load(ini_options, config::texts(ini_options)));
    let status = on_large_stack(move || {
        let mut request = boot.request(Box::new(sapi::StartupSapi(SAPI)), boot::info(b"", Vec::new()));
        script::phpinfo(&mut request)
    });
    status & 0xff
}

fn load(ini_options: &IniOptions, texts: IniTexts) -> IniConfig {
    let mut extensions = boot::registry(SAPI).extensions.clone();
    extensions.push(&SETTINGS);
    config::build(&extensions, ini_options, texts)
}

/// The settings as the manager has read them.
pub(crate) fn pack(ini_options: &IniOptions, texts: &IniTexts) -> Vec<u8> {
    let mut out = Vec::new();
    for define in &ini_options.defines {
        push_pair(&mut out, b"define", define);
    }
    let mut file = |kind: &[u8], (path, text): &(PathBuf, Vec<u8>)| {
        push_pair(&mut out, kind, path.as_os_str().as_bytes());
        push_pair(&mut out, b"text", text);
    };
    texts.main.iter().for_each(|entry| file(b"main", entry));
    texts.scanned.iter().for_each(|entry| file(b"scanned", entry));
    if huge_code::is_mentioned(ini_options, texts) {
        match huge_code::share(&load(ini_options, texts.clone())) {
            Ok(Some(number)) => push_pair(&mut out, b"text_copy", number.to_string().as_bytes()),
            Ok(None) => {}
            Err(message) => eprintln!("{message}"),
        }
    }
    out
}

/// The settings again, and which descriptor of the manager is a copy of the program's text.
pub(crate) fn unpack(bytes: &[u8]) -> (IniOptions, IniTexts, Option<i32>) {
    let mut ini_options = IniOptions { sapi: SAPI, fpm: true, ..IniOptions::default() };
    let mut texts = IniTexts::default();
    let mut text_copy = None;
    let mut pairs = Pairs::new(bytes).flatten();
    while let Some((name, value)) = pairs.next() {
        if name == b"define" {
            ini_options.defines.push(value.to_vec());
            continue;
        }
        if name == b"text_copy" {
            text_copy = std::str::from_utf8(value).ok().and_then(|number| number.parse().ok());
            continue;
        }
        let text = pairs.next().map_or_else(Vec::new, |(_, text)| text.to_vec());
        let entry = (PathBuf::from(OsString::from_vec(value.to_vec())), text);
        match name {
            b"main" => texts.main = Some(entry),
            _ => texts.scanned.push(entry),
        }
    }
    (ini_options, texts, text_copy)
}

fn child() -> i32 {
    let child = match Child::begin() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("loxo: this is for the process manager alone: {error}");
            return 70;
        }
    };
    boot::prepare_engine(true);
    let (ini_options, texts, text_copy) = unpack(&child.settings());
    let mut config = load(&ini_options, texts);
    for (locked, name, value) in child.values() {
        // A pool adds to what is disabled already.
        let before = config.get(&name).filter(|before| name == b"disable_functions" && !before.is_empty());
        let value = before.map_or_else(|| value.clone(), |before| [before, b",", &value].concat());
        if name == b"extension" {
            config.extension_lines.push(value);
        } else if !config.set_for_pool(&name, &value, locked) {
            child.unknown_value(&name, locked);
        }
    }
    let boot = Boot::new(boot::registry(SAPI), config);
    if let Err(message) = huge_code::apply(&boot.config, text_copy) {
        child.warning(&message);
    }
    if !child.drop_rights() {
        return 70;
    }
    on_large_stack(move || {
        if !boot.preload(Box::new(sapi::StartupSapi(SAPI))) {
            return 70;
        }
        child.serve(Host { engine: boot.engine, config: boot.config, php_version: version::php_version() })
    })
}

/// Runs PHP's side on a thread that has the stack for it.
pub(crate) fn on_large_stack(work: impl FnOnce() -> i32 + Send + 'static) -> i32 {
    let work = move || -> std::convert::Infallible {
        loxo_base::stack::set_remaining(USABLE_STACK);
        let status = work();
        // Not a return: that would run destructors for memory that is about to vanish.
        std::process::exit(status)
    };
    match std::thread::Builder::new().name("php".into()).stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().map_or(255, |never: std::convert::Infallible| match never {}),
        Err(error) => {
            eprintln!("loxo: cannot start a thread with a stack of {} MiB of address space: {error}", STACK >> 20);
            70
        }
    }
}
