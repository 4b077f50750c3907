//! The request of a script on the command line: its arguments, its environment, and when its output goes out.

use loxo_engine::Request;
use loxo_runtime::Sapi;
use loxo_runtime::web::Pairs;

use super::{CliArgs, output};
use crate::boot::{self, Boot};

/// What messages call a program that came by standard input.
pub(super) const STDIN_NAME: &[u8] = b"Standard input code";

/// A request with its arguments and superglobals.
pub(super) fn begin(boot: &Boot, args: &CliArgs, sapi: Box<dyn Sapi>, file: Option<&[u8]>) -> Request {
    let name = file.unwrap_or(STDIN_NAME);
    let argv = std::iter::once(name.to_vec()).chain(args.script_args.iter().cloned());
    begin_named(boot, argv.collect(), sapi, name)
}

/// The same with a script that has another name for those who call it than it has as a file.
pub(super) fn begin_named(boot: &Boot, argv: Vec<Vec<u8>>, sapi: Box<dyn Sapi>, file: &[u8]) -> Request {
    let called = argv.first().cloned().unwrap_or_default();
    let mut info = boot::info(file, argv);
    info.server = environment();
    for (key, value) in [("PHP_SELF", &called[..]), ("SCRIPT_NAME", file), ("SCRIPT_FILENAME", file), ("PATH_TRANSLATED", file)] {
        info.server.push(key.as_bytes(), value);
    }
    info.server.push(b"DOCUMENT_ROOT", b"");
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

fn environment() -> Pairs {
    use std::os::unix::ffi::OsStringExt;
    let odd = |name: &[u8]| name.is_empty() || name.iter().any(|b| matches!(b, b' ' | b'.' | b'['));
    std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).filter(|(name, _)| !odd(name)).collect()
}
