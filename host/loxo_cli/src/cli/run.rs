//! Scripts, code, and lines of standard input.

use std::io::Read;

use loxo_runtime::{Sapi, Value};
use loxo_vm::Request;

use super::{Job, Mode, output, shell};
use crate::boot::{self, Boot};
use crate::sapi::Cli;
use crate::script;

const STDIN_NAME: &[u8] = b"Standard input code";

/// Runs the job.
pub(super) fn run(boot: &Boot, mut job: Job) -> i32 {
    let stdin = |arg: &Vec<u8>| arg == b"-";
    if job.mode == Mode::Lint && job.file.is_none() && !job.dashes && !job.args.is_empty() && !job.args.iter().any(stdin) {
        return lint(boot, &job);
    }
    run_once(boot, &mut job)
}

/// `-l` with files, one request for all of them.
fn lint(boot: &Boot, job: &Job) -> i32 {
    let mut request = begin(boot, job, Box::new(Cli), job.args.first().map(Vec::as_slice));
    let mut worst = 0;
    for file in &job.args {
        let status = if std::fs::File::open(script::as_path(file)).is_ok() {
            script::lint(&mut request, file)
        } else {
            eprintln!("Could not open input file: {}", String::from_utf8_lossy(file));
            1
        };
        worst = if status == 0 { worst } else { status };
    }
    request.finish();
    worst
}

fn run_once(boot: &Boot, job: &mut Job) -> i32 {
    let takes_file = !matches!(job.mode, Mode::Direct | Mode::Lines) && !job.dashes;
    if job.file.is_none() && takes_file && !job.args.is_empty() {
        job.file = Some(job.args.remove(0));
    }
    // A lone dash is standard input.
    let file = job.file.clone().filter(|file| file != b"-" || job.mode == Mode::Lines);
    if let Some(file) = &file {
        if std::fs::File::open(script::as_path(file)).is_err() {
            eprintln!("Could not open input file: {}", String::from_utf8_lossy(file));
            return 1;
        }
    }
    if job.mode == Mode::Shell {
        return shell::run(boot, job);
    }
    let mut request = begin(boot, job, Box::new(Cli), file.as_deref());
    match (job.mode, file) {
        (Mode::Lint, file) => {
            let status = match file {
                Some(file) => script::lint(&mut request, &file),
                None => script::lint_text(&mut request, &read_stdin(), STDIN_NAME),
            };
            request.finish();
            status
        }
        (Mode::Strip, file) => script::strip(&mut request, &file.unwrap_or_else(|| b"php://stdin".to_vec())),
        (Mode::Highlight, file) => script::highlight(&mut request, &file.unwrap_or_else(|| b"php://stdin".to_vec())),
        (Mode::Direct, _) => {
            request.run_source(&job.text, b"Command line code", true);
            request.finish()
        }
        (Mode::Lines, file) => lines(&mut request, job, file.as_deref()),
        (_, Some(file)) => {
            script::run_file(&mut request, &file);
            request.finish()
        }
        (_, None) => {
            script::run_text(&mut request, &read_stdin(), STDIN_NAME);
            request.finish()
        }
    }
}

fn read_stdin() -> Vec<u8> {
    let mut source = Vec::new();
    let _ = std::io::stdin().lock().read_to_end(&mut source);
    source
}

/// A request with its arguments and superglobals.
pub(super) fn begin(boot: &Boot, job: &Job, sapi: Box<dyn Sapi>, file: Option<&[u8]>) -> Request {
    let name = file.unwrap_or(STDIN_NAME);
    let mut argv = vec![name.to_vec()];
    argv.extend(job.args.iter().cloned());
    let mut info = boot::info(name, argv);
    info.server = environment();
    let translated = file.map_or_else(|| STDIN_NAME.to_vec(), |file| file.to_vec());
    for key in ["PHP_SELF", "SCRIPT_NAME", "SCRIPT_FILENAME"] {
        info.server.push((key.into(), name.to_vec()));
    }
    info.server.push(("PATH_TRANSLATED".into(), translated));
    info.server.push(("DOCUMENT_ROOT".into(), Vec::new()));
    let mut request = boot.request(sapi, info);
    // Headers are never sent on the command line; saying so lets output take the short way.
    let terminal = rustix::termios::isatty(rustix::stdio::stdout());
    request.cx().output.implicit_flush = terminal;
    if !terminal {
        output::watch(request.interrupter());
    }
    request.set_superglobals();
    request
}

fn environment() -> Vec<(Vec<u8>, Vec<u8>)> {
    use std::os::unix::ffi::OsStringExt;
    let odd = |name: &[u8]| name.is_empty() || name.iter().any(|b| matches!(b, b' ' | b'.' | b'['));
    std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).filter(|(name, _)| !odd(name)).collect()
}

/// `-B`, then `-R` or `-F` for each line of standard input, then `-E`.
fn lines(request: &mut Request, job: &Job, file: Option<&[u8]>) -> i32 {
    if let Some(code) = &job.begin {
        request.run_source(code, b"Command line begin code", true);
    }
    let mut index = 0;
    while request.cx().info.exit_status == 0 && request.cx().ending.is_none() {
        let Some(mut line) = script::line_of_stdin(request) else { break };
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        index += 1;
        request.set_global("argn", Value::bytes(&line));
        request.set_global("argi", Value::int(index));
        if let Some(code) = &job.each {
            request.run_source(code, b"Command line run code", true);
        } else if let Some(file) = file {
            script::run_file(request, file);
        }
    }
    if let Some(code) = &job.end {
        request.run_source(code, b"Command line end code", true);
    }
    request.finish()
}
