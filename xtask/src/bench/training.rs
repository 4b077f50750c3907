//! What a profile-guided build is trained on: the programs and pages of the benchmarks, once each.

use super::pages;
use crate::process::{self, Capture, End, Limits};
use crate::{Result, paths};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Counters make a program several times slower.
const LIMITS: Limits = Limits { time: Duration::from_secs(300), memory: 12 << 30 };
/// Requests for the notes, which are a page that needs nothing.
const NOTES: &str = "2000";

/// Runs everything with `binary`, whose counters go to files of the name `pattern`.
pub fn run(binary: &Path, pattern: &Path) -> Result<()> {
    for mut command in programs(binary)? {
        command.env("LLVM_PROFILE_FILE", pattern);
        finish(command)?;
    }
    // Applications that cannot be had are left out there. A server that does not answer is a fault of the binary.
    pages::train(binary, pattern).map_err(|error| format!("training on pages: {error}").into())
}

/// A start that does nothing, then the programs, then requests for the notes.
pub fn programs(binary: &Path) -> Result<Vec<Command>> {
    let command = |arguments: &[&str]| {
        let mut command = Command::new(binary);
        command.arg("-n").args(arguments).current_dir(paths::root());
        command
    };
    let mut commands = vec![command(&["-r", "echo 1;"])];
    for name in super::probes::scripts("benches/programs")? {
        commands.push(command(&[&format!("benches/programs/{name}.php")]));
    }
    let mut requests = command(&["benches/instructions/notes.php", NOTES]);
    requests.env("NOTES_DATA", paths::target().join("dist/notes"));
    commands.push(requests);
    Ok(commands)
}

/// Runs a command whose output nobody reads.
pub fn finish(command: Command) -> Result<()> {
    let name = format!("{command:?}");
    let silent = Capture { stdin: false, stdout: false, stderr: false };
    match process::run(command, b"", silent, LIMITS)?.end {
        End::Exit(0) => Ok(()),
        end => Err(format!("{name}: {end:?}").into()),
    }
}
