//! The supervisor: one thread, which owns the sockets, the logs, the pid file and the children, and reads no byte that a client sends.
//!
//! Children are other runs of the same binary, never forks of a process with threads: the one fork that there is makes a daemon, before
//! anything else is started.
//!
//! Modules: `start` (from the configuration to a running supervisor), `children` (how they are started and how they end), `manager` (how many
//! there are), `requests` (those that take too long), `control` (stop, reload) with `signals`, `events` (what is waited for), `systemd`.

mod children;
mod control;
mod events;
mod manager;
mod requests;
mod signals;
mod start;
mod systemd;

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use loxo_process_sys::SignalFile;

use crate::config::{Config, Pool};
use crate::log::Log;
use crate::scoreboard::Scoreboard;
use crate::sockets::Listeners;
use crate::users::Identity;
use children::Child;
pub(crate) use start::child_limits;

/// How the program ends.
pub(crate) mod exit {
    pub const OK: i32 = 0;
    pub const USAGE: i32 = 64;
    pub const SOFTWARE: i32 = 70;
    pub const CONFIG: i32 = 78;
}

/// What the command line says.
#[derive(Default)]
pub struct Options {
    /// As it was started, for a reload.
    pub argv: Vec<Vec<u8>>,
    /// `-y`
    pub config: Option<String>,
    /// `-p`
    pub prefix: Option<String>,
    /// `-g`
    pub pid: Option<String>,
    /// How many `-t`.
    pub test: u32,
    /// `-R`
    pub run_as_root: bool,
    /// `-D`, `-F`
    pub daemonize: Option<bool>,
    /// `-O`
    pub force_stderr: bool,
    /// What children need for PHP's settings; they get it back as it is.
    pub settings: Vec<u8>,
}

/// What the supervisor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Normal,
    Reloading,
    Terminating,
    Finishing,
}

/// A pool as it runs.
struct Running {
    config: Pool,
    identity: Identity,
    socket: Rc<OwnedFd>,
    board: Rc<Scoreboard>,
    access_log: Option<File>,
    children: Vec<Child>,
    /// Children to start at once when there are too few; doubles each time.
    spawn_rate: i32,
    /// It has been said that there are as many children as there may be.
    warned: bool,
    /// Children that ended soon after they had started, one after the other.
    failures: u32,
    /// New children wait until then.
    pause: Option<u64>,
}

struct Master {
    options: Options,
    config: Config,
    log: Log,
    pools: Vec<Running>,
    listeners: Listeners,
    signals: SignalFile,
    /// Tells of connections to pools whose children are started on demand.
    connections: OwnedFd,
    state: State,
    /// What children were sent last, on the way to their end.
    signal_sent: i32,
    /// When more is done about it.
    next_action: Option<u64>,
    /// Unix time in seconds of children that crashed.
    crashes: Vec<u64>,
    /// Standard error as it was, if it is not a daemon.
    original_stderr: Option<OwnedFd>,
    use_error_log: bool,
    /// The supervisor's own environment.
    environment: Vec<(OsString, OsString)>,
    systemd: systemd::Notifier,
    /// It has been said that `process.max` is reached.
    max_warned: bool,
}

/// Runs the supervisor; gives its exit status.
pub fn run(options: Options) -> i32 {
    let log = Log::new(false);
    match start::start(options, log) {
        Ok(mut master) => {
            master.start_children();
            master.run()
        }
        Err(status) => status,
    }
}
