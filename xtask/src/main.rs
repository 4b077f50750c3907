//! `cargo xtask`: everything a contributor runs that is not the engine itself.
//!
//! Builds without the engine and never links it, the parser excepted: the sub-commands drive binaries and read files.

#![forbid(unsafe_code)]

mod bench;
mod codegen;
mod conformance;
mod demo;
mod dist;
mod figures;
mod fuzz;
mod outcome;
mod package;
mod paths;
mod process;
mod reference;
mod test;
mod tidy;

use std::process::ExitCode;

use outcome::{Outcome, Result};

struct Command {
    name: &'static str,
    summary: &'static str,
    run: fn(lexopt::Parser) -> Outcome,
}

/// A new sub-command is one line here and a module of its name.
const COMMANDS: &[Command] = &[
    Command { name: "codegen", summary: "make the tables of builtins from their stubs", run: codegen::main },
    Command { name: "demo", summary: "build Loxo and serve the example application", run: demo::main },
    Command { name: "dist", summary: "build Loxo with a profile of what it runs", run: dist::main },
    Command { name: "test", summary: "run everything that must hold", run: test::main },
    Command { name: "tidy", summary: "check the house rules", run: tidy::main },
    Command { name: "conformance", summary: "run php-src's .phpt tests and hold the ratchet", run: conformance::main },
    Command { name: "bench", summary: "measure Loxo beside the reference", run: bench::main },
    Command { name: "figures", summary: "write docs/figures.md from what was measured last", run: figures::main },
    Command { name: "fuzz", summary: "feed the parsers of outside bytes with hostile ones", run: fuzz::main },
    Command { name: "package", summary: "make packages for systems and containers", run: package::main },
    Command { name: "reference", summary: "install the PHP 8.4 that Loxo is compared with", run: reference::main },
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let asked_for_help = matches!(name.as_str(), "" | "help" | "-h" | "--help");
        if !asked_for_help {
            eprintln!("xtask: there is no sub-command `{name}`\n");
        }
        usage();
        return if asked_for_help { ExitCode::SUCCESS } else { ExitCode::from(2) };
    };
    match (command.run)(lexopt::Parser::from_args(arguments)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask {name}: {error}");
            ExitCode::from(2)
        }
    }
}

fn usage() {
    println!("usage: cargo xtask <command> [options]     (cargo xtask <command> --help says more)\n");
    for command in COMMANDS {
        println!("  {:<12} {}", command.name, command.summary);
    }
}
