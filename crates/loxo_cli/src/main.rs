//! The command line. One binary with several names: called `php` it is a drop-in for php-cli, called `php-cgi` a CGI program, and
//! called `loxo` it takes PHP's options too, with verbs of its own (`loxo serve`, `loxo help`).
//!
//! Knows no HTTP and no async code: those live in `loxo_server`. Nothing here is done before it is needed, and nothing is freed that
//! the system frees when the process ends.
#![forbid(unsafe_code)]

mod boot;
mod cgi;
mod cli;
mod config;
mod options;
mod sapi;
mod script;
mod texts;

use std::os::unix::ffi::OsStringExt;

/// Native stack of the thread that runs scripts. Address space: pages are committed when they are touched.
const STACK: usize = 512 << 20;
/// What the engine may use of it; the rest is for code that does not ask.
const USABLE_STACK: usize = STACK - (2 << 20);

fn main() {
    let argv: Vec<Vec<u8>> = std::env::args_os().map(OsStringExt::into_vec).collect();
    let name = argv.first().map_or(&b"loxo"[..], |path| path.rsplit(|b| *b == b'/').next().unwrap_or(path)).to_vec();
    let ticker = cli::ticker();
    let run = move || {
        loxo_base::stack::set_remaining(USABLE_STACK);
        let status = if name.starts_with(b"php-cgi") { cgi::main(&argv) } else { cli::main(&argv) };
        // Not a return: that would run destructors for memory that is about to vanish.
        std::process::exit(status);
    };
    match std::thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(thread) => {
            ticker();
            // The thread ends the process; if it comes back it has panicked.
            let _ = thread.join();
            std::process::exit(255);
        }
        Err(error) => {
            eprintln!("loxo: cannot start a thread with a stack of {} MiB of address space: {error}", STACK >> 20);
            std::process::exit(1);
        }
    }
}
