//! The start of `loxo serve` for one test.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::address::first_line;

/// Starts it in a folder, with these arguments and without php.ini; its process, and the line that says where it listens. `more` gets the lines of its
/// log that follow.
pub fn start(arguments: &[&str], folder: &Path, more: impl FnMut(String) + Send + 'static) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_loxo"))
        .args(["serve", "-n"])
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let line = first_line(&mut process, more);
    (process, line)
}
