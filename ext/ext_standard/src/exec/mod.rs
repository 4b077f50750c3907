//! Other programs.

mod open;
mod run;
mod shell;
mod spec;

pub(crate) use open::*;
pub(crate) use run::*;
pub(crate) use shell::*;

use std::process::Command;

use crate::prelude::*;

/// Gives a command the request's environment: the process's, with what `putenv()` changed.
pub(crate) fn with_environment(cx: &mut Cx, command: &mut Command) {
    use std::os::unix::ffi::OsStrExt;
    let os = std::ffi::OsStr::from_bytes;
    let variables = loxo_runtime::environment::variables(cx);
    command.env_clear().envs(variables.iter().map(|(name, value)| (os(name), os(value))));
}

/// A shell that will run a command in the request's directory and environment.
pub(crate) fn shell_command(cx: &mut Cx, command: &[u8]) -> Command {
    let mut shell = loxo_streams::process::shell(cx, command);
    with_environment(cx, &mut shell);
    shell
}
