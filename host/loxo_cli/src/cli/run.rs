//! Runs what the command line names: scripts, code, and code for each line of standard input.

use std::io::Read;

use loxo_engine::Request;
use loxo_runtime::Value;

use super::request::{STDIN_NAME, begin};
use super::{Begun, CliArgs, Mode, shell};
use crate::boot::Boot;
use crate::sapi::CliSapi;
use crate::script;

/// Runs the args.
pub(super) fn run(boot: &Boot, mut args: CliArgs, begun: Begun<'_>) -> i32 {
    let stdin = |arg: &Vec<u8>| arg == b"-";
    if args.mode == Mode::Lint && args.file.is_none() && !args.dashes && !args.script_args.is_empty() && !args.script_args.iter().any(stdin)
    {
        return lint(boot, &args);
    }
    run_once(boot, &mut args, begun)
}

/// `-l` with files, a request for each: none knows what another one declares.
fn lint(boot: &Boot, args: &CliArgs) -> i32 {
    let mut worst = 0;
    for file in &args.script_args {
        let status = if std::fs::File::open(script::as_path(file)).is_ok() {
            let mut request = begin(boot, args, Box::new(CliSapi), Some(file.as_slice()));
            let status = script::lint(&mut request, file);
            request.release();
            status
        } else {
            eprintln!("Could not open input file: {}", String::from_utf8_lossy(file));
            1
        };
        worst = if status == 0 { worst } else { status };
    }
    worst
}

fn run_once(boot: &Boot, args: &mut CliArgs, begun: Begun<'_>) -> i32 {
    let takes_file = !matches!(args.mode, Mode::Direct | Mode::Lines) && !args.dashes;
    if args.file.is_none() && takes_file && !args.script_args.is_empty() {
        args.file = Some(args.script_args.remove(0));
    }
    // A lone dash is standard input.
    let file = args.file.clone().filter(|file| file != b"-" || args.mode == Mode::Lines);
    if let Some(file) = &file
        && std::fs::File::open(script::as_path(file)).is_err()
    {
        eprintln!("Could not open input file: {}", String::from_utf8_lossy(file));
        return 1;
    }
    if args.mode == Mode::Shell {
        return shell::run(boot, args);
    }
    let mut request = begin(boot, args, Box::new(CliSapi), file.as_deref());
    begun(&mut request);
    match (args.mode, file) {
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
            request.run_source(&args.text, b"Command line code", true);
            request.finish()
        }
        (Mode::Lines, file) => lines(&mut request, args, file.as_deref()),
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

/// `-B`, then `-R` or `-F` for each line of standard input, then `-E`.
fn lines(request: &mut Request, args: &CliArgs, file: Option<&[u8]>) -> i32 {
    if let Some(code) = &args.begin {
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
        if let Some(code) = &args.each {
            request.run_source(code, b"Command line run code", true);
        } else if let Some(file) = file {
            script::run_file(request, file);
        }
    }
    if let Some(code) = &args.end {
        request.run_source(code, b"Command line end code", true);
    }
    request.finish()
}
