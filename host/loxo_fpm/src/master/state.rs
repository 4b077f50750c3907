//! What the supervisor knows: its command line, its configuration, its pools and what it is doing.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::Arc;

use loxo_admin::Admin;
use loxo_process_sys::SignalFile;

use super::child::Child;
use super::commands::Commands;
use super::questions::Questions;
use super::server_process::ServerProcess;
use super::systemd;
use crate::config::{Config, Pool};
use crate::log::Log;
use crate::plan::Plan;
use crate::scoreboard::Scoreboard;
use crate::sockets::Listeners;
use crate::users::Identity;

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
    /// What runs instead of what `php-fpm.conf` says.
    pub plan: Option<Plan>,
}

/// What the supervisor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Normal,
    Reloading,
    Terminating,
    Finishing,
}

/// A pool as it runs.
pub(super) struct Running {
    pub(super) config: Pool,
    pub(super) identity: Identity,
    pub(super) socket: Rc<OwnedFd>,
    pub(super) board: Rc<Scoreboard>,
    pub(super) access_log: Option<File>,
    pub(super) children: Vec<Child>,
    /// Children to start at once when there are too few; doubles each time.
    pub(super) spawn_rate: i32,
    /// It has been said that there are as many children as there may be.
    pub(super) warned: bool,
    /// Children that ended soon after they had started, one after the other.
    pub(super) failures: u32,
    /// New children wait until then.
    pub(super) pause: Option<u64>,
}

pub(super) struct Master {
    pub(super) options: Options,
    pub(super) config: Config,
    pub(super) log: Log,
    pub(super) pools: Vec<Running>,
    /// The HTTP server.
    pub(super) front: Option<ServerProcess>,
    pub(super) queue: Option<ServerProcess>,
    /// The queue server that the next supervisor may keep: its process, and what it was started with.
    pub(super) kept_queue: Option<(i32, String)>,
    pub(super) commands: Commands,
    /// Processes of before a reload, and when they are ended.
    pub(super) draining: Vec<(i32, u64)>,
    pub(super) listeners: Listeners,
    pub(super) signals: SignalFile,
    /// Tells of connections to pools whose children are started on demand.
    pub(super) connections: OwnedFd,
    pub(super) state: State,
    /// What children were sent last, on the way to their end.
    pub(super) signal_sent: i32,
    /// When more is done about it.
    pub(super) next_action: Option<u64>,
    /// Unix time in seconds of children that crashed.
    pub(super) crashes: Vec<u64>,
    /// Standard error as it was, if it is not a daemon.
    pub(super) original_stderr: Option<OwnedFd>,
    pub(super) use_error_log: bool,
    /// The supervisor's own environment.
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) systemd: systemd::Notifier,
    /// Asks children what they do.
    pub(super) questions: Arc<Questions>,
    /// The pages about them.
    pub(super) admin: Option<Admin>,
    /// It has been said that `process.max` is reached.
    pub(super) max_warned: bool,
}

impl Running {
    /// Children that no other one replaces.
    pub(super) fn staying(&self) -> usize {
        self.children.iter().filter(|child| child.leaving.is_none()).count()
    }

    /// A pool without children.
    pub(super) fn new(config: Pool, identity: Identity, socket: Rc<OwnedFd>, board: Rc<Scoreboard>, access_log: Option<File>) -> Running {
        Running {
            config,
            identity,
            socket,
            board,
            access_log,
            children: Vec::new(),
            spawn_rate: 1,
            warned: false,
            failures: 0,
            pause: None,
        }
    }
}
