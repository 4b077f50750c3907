//! `cargo xtask demo`: builds Loxo and serves our example application.

use crate::{Outcome, paths};
use lexopt::prelude::*;
use std::net::TcpListener;
use std::process::{Command, ExitCode};

const HELP: &str = "\
usage: cargo xtask demo [--listen ADDRESS] [--php PATH]

Builds Loxo and serves examples/notes. Stop it with Ctrl-C; notes are kept in examples/notes/data.

  --listen ADDRESS   default 127.0.0.1:8080, or the next port that is free
  --php PATH         serve it with another PHP (`PATH -S`)
";

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    let (mut listen, mut php) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("listen") => listen = Some(parser.value()?.string()?),
            Long("php") => php = Some(parser.value()?),
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(argument.unexpected().into()),
        }
    }
    let listen = match listen {
        Some(listen) => listen,
        None => {
            let free = (8080..8180).map(|port| format!("127.0.0.1:{port}")).find(|address| TcpListener::bind(address).is_ok());
            free.ok_or("no port from 8080 to 8179 is free: choose one with --listen")?
        }
    };
    let folder = paths::root().join("examples/notes/public");
    let mut server = match php {
        Some(php) => {
            let mut command = Command::new(php);
            command.arg("-S").arg(&listen).arg("-t").arg(&folder).arg(folder.join("index.php"));
            command
        }
        None => {
            println!("building Loxo (some minutes the first time) …");
            if !Command::new("cargo").args(["build", "--release", "--package", "loxo_cli"]).current_dir(paths::root()).status()?.success() {
                return Err("the build failed; what it needs: sudo apt-get install -y build-essential".into());
            }
            let mut command = Command::new(paths::engine());
            command.arg("serve").arg(&folder).arg("--listen").arg(&listen);
            command
        }
    };
    println!("\n  The notes are at  http://{listen}/   (Ctrl-C stops)\n");
    let status = server.status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
