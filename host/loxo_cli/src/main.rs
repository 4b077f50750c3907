//! The command line. One binary with several names: called `php` it is a drop-in for php-cli, called `php-cgi` a CGI program, called
//! `php-fpm` a manager of FastCGI processes, and called `loxo` it takes PHP's options too, with commands of its own (`loxo serve`, `loxo help`).
//!
//! Knows no HTTP and no async code: those live in `loxo_server`. Nothing here is done before it is needed, and nothing is freed that
//! the system frees when the process ends. What is no value of a program is allocated by mimalloc.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), no_main)]

mod boot;
mod build;
mod certificates;
mod cgi;
mod cli;
mod commands;
mod config;
mod dev;
mod doctor;
mod fpm;
mod help;
mod huge_code;
mod hugepages;
mod live;
mod migrate;
mod options;
mod pools;
mod processes;
mod profile;
mod program;
mod queue;
mod queue_child;
mod sapi;
mod script;
mod serve_args;
mod services;
mod serving;
mod sites;
mod version;

use std::os::unix::ffi::OsStringExt;

#[global_allocator]
static ALLOCATOR: loxo_allocator_sys::Allocator = loxo_allocator_sys::Allocator;

#[cfg(not(test))]
loxo_process_sys::begins_with!(start);

#[cfg(test)]
fn main() {
    start();
}

fn start() {
    let argv: Vec<Vec<u8>> = std::env::args_os().map(OsStringExt::into_vec).collect();
    let program = match program::carried() {
        None => None,
        Some(Ok(tree)) => Some(tree),
        Some(Err(message)) => std::process::exit(serve_args::fail(&message)),
    };
    if program.is_none() {
        other_processes(&argv);
    }
    if !serves(&argv) {
        loxo_allocator_sys::share_memory_of_c();
    }
    let ticker = cli::ticker();
    let run = move || {
        boot::prepare_memory(serves(&argv));
        loxo_base::stack::set_remaining(boot::USABLE_STACK);
        boot::prepare_engine(serves(&argv));
        let work = || match program {
            Some(tree) => program::run(tree, &argv),
            None => engine(&argv),
        };
        // The main thread waits for requests of this one, and would not see it go.
        let status = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or(255);
        // Not a return: that would run destructors for memory that is about to vanish, nor does the allocator give it back piece by piece.
        loxo_allocator_sys::keep_freed_memory(loxo_allocator_sys::FOR_EVER);
        loxo_vm::process_ends();
        std::process::exit(status);
    };
    // Both ways end the process: the thread that only flushes output would wait for ever.
    let run = move || {
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err() {
            std::process::exit(255);
        }
    };
    match std::thread::Builder::new().stack_size(boot::STACK).spawn(run) {
        Ok(_) => {
            ticker();
            std::process::exit(255);
        }
        Err(error) => {
            eprintln!("loxo: cannot start a thread with a stack of {} MiB of address space: {error}", boot::STACK >> 20);
            std::process::exit(1);
        }
    }
}

/// The process is to serve requests, as far as its words say so.
fn serves(argv: &[Vec<u8>]) -> bool {
    argv.get(1).is_some_and(|word| word == b"serve" || word == b"dev")
        || argv.iter().any(|word| word.starts_with(b"-S") || word == b"--serve")
}

/// The name that the program was called by.
fn name(argv: &[Vec<u8>]) -> &[u8] {
    argv.first().map_or(&b"loxo"[..], |path| path.rsplit(|b| *b == b'/').next().unwrap_or(path))
}

/// What is no request's business: supervisors, and the front of their servers. On the main thread, and before there is another one.
fn other_processes(argv: &[Vec<u8>]) {
    if let Some(status) = fpm::run(argv, name(argv)) {
        std::process::exit(status);
    }
    if argv.len() == 1 && argv[0] == loxo_fpm::FRONT_TITLE.as_bytes() {
        std::process::exit(pools::front());
    }
    if argv.len() == 1 && argv[0] == loxo_fpm::QUEUE_TITLE.as_bytes() {
        std::process::exit(queue_child::run());
    }
    if argv.len() == 1 && argv[0].starts_with(loxo_fpm::RULES_TITLE.as_bytes()) {
        std::process::exit(pools::evaluate_rules());
    }
    if argv.len() == 1 && argv[0].starts_with(loxo_fpm::COMMAND_TITLE.as_bytes()) {
        std::process::exit(loxo_fpm::become_command());
    }
    if let Some(status) = queue::run(argv, name(argv)) {
        std::process::exit(status);
    }
    if let Some(status) = processes::run(argv, name(argv)) {
        std::process::exit(status);
    }
}

fn engine(argv: &[Vec<u8>]) -> i32 {
    match name(argv) {
        [b'p', b'h', b'p', b'-', b'c', b'g', b'i', ..] => cgi::main(argv),
        [b'p', b'h', b'p', ..] => cli::main(argv),
        _ if argv.get(1).is_some_and(|word| word == b"profile") => profile::run(&argv[2..]),
        _ => commands::run(argv).unwrap_or_else(|| cli::main(argv)),
    }
}
