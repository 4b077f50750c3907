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
    let command = |script: &Path| {
        let mut command = Command::new(binary);
        command.arg(script).current_dir(paths::root()).env("LLVM_PROFILE_FILE", pattern);
        command
    };
    for name in super::probes::scripts("benches/programs")? {
        finish(command(&paths::root().join(format!("benches/programs/{name}.php"))))?;
    }
    let notes = paths::target().join("dist/notes");
    let mut requests = command(&paths::root().join("benches/instructions/notes.php"));
    requests.arg(NOTES).env("NOTES_DATA", &notes);
    finish(requests)?;
    // Applications that cannot be had are left out there. A server that does not answer is a fault of the binary.
    pages::train(binary, pattern).map_err(|error| format!("training on pages: {error}").into())
}

fn finish(command: Command) -> Result<()> {
    let name = command.get_args().next().unwrap_or_default().to_string_lossy().into_owned();
    let silent = Capture { stdin: false, stdout: false, stderr: false };
    match process::run(command, b"", silent, LIMITS)?.end {
        End::Exit(0) => Ok(()),
        end => Err(format!("{name}: {end:?}").into()),
    }
}
