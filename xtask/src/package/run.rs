//! Programs that do parts of the work, and what they say.

use std::path::Path;
use std::process::Command;

use crate::Result;

pub(super) fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs a program to its end; what it prints.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program} has failed: {}{}", text(&output.stdout), text(&output.stderr)).into());
    }
    Ok(text(&output.stdout))
}

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(super) fn sha256(file: &Path) -> Result<String> {
    let said = output(Command::new("sha256sum").arg(file))?;
    Ok(said.split_whitespace().next().unwrap_or_default().to_string())
}

/// A time in UTC, as `date` formats it.
pub(super) fn date(time: u64, format: &str) -> Result<String> {
    let said = output(Command::new("date").args(["-u", "-d", &format!("@{time}"), &format!("+{format}")]))?;
    Ok(said.trim().to_string())
}
