//! tar and gzip, such that the same files give the same bytes.

use std::path::Path;
use std::process::{Command, Stdio};

use super::run::output;
use crate::Result;

/// Makes a tar file of what lies in a folder, the same for the same files.
pub(super) fn plain_tar(folder: &Path, what: &str, to: &Path, time: u64) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", &format!("--mtime=@{}", time)]);
    output(tar.arg("--file").arg(to).arg("--directory").arg(folder).arg(what))?;
    Ok(())
}

/// gzip without name and time.
pub(super) fn compress(from: &Path, to: &Path, quick: bool) -> Result<()> {
    let mut gzip = Command::new("gzip");
    gzip.args(["--no-name", "--stdout", if quick { "-1" } else { "-9" }])
        .stdin(std::fs::File::open(from)?)
        .stdout(std::fs::File::create(to)?);
    if gzip.status()?.success() { Ok(()) } else { Err("gzip has failed".into()) }
}

/// The same for a few bytes.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    use std::io::Write;
    let mut child = Command::new("gzip").args(["--no-name", "-9"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("gzip has no input")?;
    let bytes = bytes.to_vec();
    // It writes before it has read all.
    let writing = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output()?;
    writing.join().map_err(|_| "gzip cannot be written to")??;
    if output.status.success() { Ok(output.stdout) } else { Err("gzip has failed".into()) }
}
