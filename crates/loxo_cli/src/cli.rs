//! `php`: running scripts, code and standard input.

use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use loxo_runtime::{PhpArray, PhpStr, Value};
use loxo_vm::{Outcome, Request};

use crate::boot::{self, Boot};
use crate::config::{self, Wanted};
use crate::options::{self, Next, Options};
use crate::sapi;

/// What is to be run.
#[derive(Default, PartialEq, Clone, Copy)]
enum Mode {
    #[default]
    Standard,
    Direct,
    Lint,
}

#[derive(Default)]
struct Job {
    mode: Mode,
    file: Option<Vec<u8>>,
    code: Vec<u8>,
    args: Vec<Vec<u8>>,
}

pub fn main(argv: &[Vec<u8>]) -> i32 {
    let mut wanted = Wanted { cli: true, sapi: "cli", ..Wanted::default() };
    let mut job = Job::default();
    let mut options = Options::new(options::CLI, argv);
    for option in options.by_ref() {
        match option {
            Next::Value(b'd', value) => wanted.defines.push(value),
            Next::Value(b'c', value) => wanted.path = Some(value),
            Next::Flag(b'n') => wanted.no_files = true,
            Next::Value(b'f', value) => job.file = Some(value),
            Next::Value(b'r', value) => (job.mode, job.code) = (Mode::Direct, value),
            Next::Flag(b'l') => job.mode = Mode::Lint,
            Next::Flag(b'v') => {
                println!("PHP 8.4.11 (cli) (built: loxo {})", env!("CARGO_PKG_VERSION"));
                return 0;
            }
            Next::Flag(_) | Next::Value(..) => {}
            Next::Invalid(message) => {
                eprintln!("{message}");
                return 1;
            }
        }
    }
    let mut rest = options.index;
    if job.file.is_none() && job.mode != Mode::Direct && rest < argv.len() && argv[rest - 1] != b"--" {
        job.file = Some(argv[rest].clone());
        rest += 1;
    }
    job.args = argv.get(rest..).unwrap_or_default().to_vec();
    let registry = boot::registry();
    let boot = Boot::new(registry, config::load(registry, &wanted));
    run(&boot, &job)
}

fn run(boot: &Boot, job: &Job) -> i32 {
    let name = job.file.clone().unwrap_or_else(|| b"Standard input code".to_vec());
    if let Some(file) = &job.file {
        if std::fs::File::open(std::ffi::OsStr::from_bytes(file)).is_err() {
            eprintln!("Could not open input file: {}", String::from_utf8_lossy(file));
            return 1;
        }
    }
    let mut argv = vec![name.clone()];
    argv.extend(job.args.iter().cloned());
    let mut request = boot.request(Box::new(sapi::Cli), boot::info(&name, argv.clone()));
    globals(&mut request, &argv);
    let outcome = match (&job.mode, &job.file) {
        (Mode::Direct, _) => request.run_source(&job.code, b"Command line code", true),
        (Mode::Lint, _) => return lint(&mut request, &name),
        (Mode::Standard, Some(file)) => request.run_file(&full_path(file)),
        (Mode::Standard, None) => {
            let mut source = Vec::new();
            let _ = std::io::stdin().lock().read_to_end(&mut source);
            request.run_source(&source, b"Standard input code", false)
        }
    };
    let _ = outcome;
    request.finish()
}

fn lint(request: &mut Request, name: &[u8]) -> i32 {
    let source = std::fs::read(std::ffi::OsStr::from_bytes(name)).unwrap_or_default();
    let good = request.lint(&source, name);
    let verdict = if good == true { "No syntax errors detected in " } else { "Errors parsing " };
    request.cx().echo(&[verdict.as_bytes(), name, b"\n"].concat());
    request.finish();
    if good { 0 } else { 255 }
}

fn full_path(file: &[u8]) -> Vec<u8> {
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(file));
    std::fs::canonicalize(path).map_or_else(|_| file.to_vec(), |path| path.into_os_string().into_vec())
}

fn globals(request: &mut Request, argv: &[Vec<u8>]) {
    let args = PhpArray::from_values(argv.iter().map(|arg| Value::bytes(arg)));
    let mut server = PhpArray::new();
    for (name, value) in std::env::vars_os() {
        server.set_bytes(name.as_bytes(), Value::bytes(value.as_bytes()));
    }
    let script = &argv[0];
    for name in ["PHP_SELF", "SCRIPT_NAME", "SCRIPT_FILENAME", "PATH_TRANSLATED"] {
        server.set_bytes(name.as_bytes(), Value::bytes(script));
    }
    server.set_bytes(b"DOCUMENT_ROOT", Value::bytes(b""));
    let start = request.cx().info.start_time;
    server.set_bytes(b"REQUEST_TIME", Value::int(start as i64));
    server.set_bytes(b"REQUEST_TIME_FLOAT", Value::float(start));
    server.set_bytes(b"argv", Value::array(args.clone()));
    server.set_bytes(b"argc", Value::int(argv.len() as i64));
    request.set_global("argv", Value::array(args));
    request.set_global("argc", Value::int(argv.len() as i64));
    for name in ["_GET", "_POST", "_COOKIE", "_FILES", "_REQUEST", "_ENV"] {
        request.set_global(name, Value::array(PhpArray::new()));
    }
    request.set_global("_SERVER", Value::array(server));
    let _ = (Outcome::Done, PhpStr::empty());
}
