//! Commands that run beside the pools: what a plan says of them, and what the process does that becomes one.

use std::fmt::Write as _;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use loxo_cron::Schedule;
use nix::sys::signal::Signal;

use crate::log::Log;
use crate::transfer::{self, Message};
use crate::users;

/// Words of a command that mean this program, whatever the path has under these names.
const THIS_PROGRAM: [&str; 2] = ["php", "loxo"];
/// How the exit status is when there is no such program, as shells have it.
const NOT_FOUND: i32 = 127;

/// A command, and as whom and when it runs.
#[derive(Clone, Debug, Default)]
pub struct CommandPlan {
    pub name: String,
    /// The program and its arguments. `{instance}` in them, and in `env`, is the number of the process, from 1 on.
    pub words: Vec<String>,
    pub folder: PathBuf,
    /// As whom it runs. `None`: as the supervisor.
    pub user: Option<String>,
    pub group: Option<String>,
    /// It sees the supervisor's environment.
    pub inherit_env: bool,
    pub env: Vec<(String, String)>,
    /// The number of the signal that asks it to end.
    pub stop_signal: i32,
    /// After so long it is killed.
    pub stop_timeout: Duration,
    pub kind: CommandKind,
}

#[derive(Clone, Debug)]
pub enum CommandKind {
    /// So many processes that are started again when they end.
    Service {
        instances: usize,
        /// The least time between two starts.
        restart_pause: Duration,
        /// A reload replaces them even if nothing is changed.
        restart_at_reload: bool,
    },
    /// One run at each time of a schedule.
    Cron {
        schedule: Schedule,
        /// A run begins though the one before has not ended.
        overlap: bool,
    },
}

impl Default for CommandKind {
    fn default() -> CommandKind {
        CommandKind::Service { instances: 1, restart_pause: Duration::ZERO, restart_at_reload: false }
    }
}

impl CommandPlan {
    /// `service mail`, as the log and `ps` have it.
    pub(crate) fn title(&self) -> String {
        let kind = match self.kind {
            CommandKind::Service { .. } => "service",
            CommandKind::Cron { .. } => "cron",
        };
        format!("{kind} {}", self.name)
    }

    /// What a process was started with: the same text means that another one would be the same.
    pub(crate) fn start(&self) -> String {
        let mut text = String::new();
        let parts = (&self.words, &self.folder, &self.user, &self.group, self.inherit_env, &self.env);
        let _ = write!(text, "{parts:?}");
        text
    }
}

/// The number of a signal by its name, with or without `SIG`; those that ask a program to end.
pub fn stop_signal(name: &str) -> Option<i32> {
    let bare = name.strip_prefix("SIG").unwrap_or(name);
    let known = matches!(bare, "TERM" | "INT" | "QUIT" | "HUP" | "USR1" | "USR2" | "WINCH");
    let signal: Signal = format!("SIG{bare}").parse().ok().filter(|_| known)?;
    Some(signal as i32)
}

/// The process that becomes a command. Comes back if it cannot, with the exit status.
pub fn become_command() -> i32 {
    match prepare() {
        Ok(error) => {
            eprintln!("{error}");
            NOT_FOUND
        }
        Err(Some(error)) => {
            eprintln!("this is for the supervisor alone: {error}");
            1
        }
        // It is said already.
        Err(None) => 1,
    }
}

/// Says why the program cannot run.
fn prepare() -> Result<String, Option<io::Error>> {
    let message = Message::from_file(loxo_process_sys::inherited(transfer::SETTINGS)?)?;
    let log = Log::new(true);
    let failed = |what: String, error: io::Error| {
        log.system_error(&what, &error);
        false
    };
    if nix::unistd::geteuid().is_root() && !users::become_user(&message, &failed) {
        return Err(None);
    }
    // Signals to the supervisor's terminal are not for it, and it can be ended with all that it has started.
    nix::unistd::setsid().map_err(io::Error::from)?;
    // Without a supervisor nobody would end it, and the next supervisor starts another one. Who has become another user is asked this after that.
    nix::sys::prctl::set_pdeathsig(Signal::try_from(i32::try_from(message.number("stop_signal")).unwrap_or(0)).ok())
        .map_err(io::Error::from)?;
    if i64::from(nix::unistd::getppid().as_raw()) != message.number("supervisor") {
        return Err(None);
    }
    let words: Vec<String> = message.all("word").map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    let (program, arguments) = words.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
    let own = THIS_PROGRAM.contains(&program.as_str());
    let mut command = match std::env::current_exe() {
        Ok(path) if own && path.is_file() => Command::new(path),
        // The file was replaced while it runs.
        _ if own => Command::new("/proc/self/exe"),
        _ => Command::new(program),
    };
    let folder = message.text("folder").unwrap_or_default();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    command.arg0(program).args(arguments).env_clear().envs(message.pairs("env").map(|(name, value)| (text(name), text(value))));
    if let Err(error) = std::env::set_current_dir(&folder) {
        return Ok(format!("folder {folder}: {error}"));
    }
    let error = command.exec();
    Ok(format!("{program}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_have_names() {
        assert_eq!([stop_signal("TERM"), stop_signal("SIGQUIT"), stop_signal("USR2")], [Some(15), Some(3), Some(12)]);
        assert_eq!([stop_signal("KILL"), stop_signal("15"), stop_signal("")], [None; 3]);
    }
}
