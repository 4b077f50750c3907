//! The HTTP server in front of the pools, as the supervisor knows it: it is started again when it ends, and has its sockets from here.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;

use loxo_process_sys::Spawn;

use super::children::{PATIENCE, SOON, longer_pause, text};
use super::signals::{SIGINT, SIGKILL, SIGQUIT, SIGTERM};
use super::state::{Master, State};
use crate::log::WARNING;
use crate::plan::FrontPlan;
use crate::scoreboard::clock;
use crate::transfer::{self, Message};
use crate::users::Identity;

/// Ends itself by then if it was told to terminate; a little more for its last words.
const TERMINATION: u64 = 35_000_000;

pub(super) struct Front {
    pub(super) plan: FrontPlan,
    pub(super) identity: Identity,
    pub(super) sockets: Vec<Rc<OwnedFd>>,
    /// Standard output as the supervisor found it, for an access log.
    pub(super) stdout: Option<OwnedFd>,
    /// 0: it does not run.
    pub(super) pid: i32,
    pub(super) started: u64,
    /// How often it ended soon after its start, and until when the next one waits.
    pub(super) failures: u32,
    pub(super) pause: Option<u64>,
    /// It was asked to end.
    pub(super) dismissed: bool,
    /// There was one before: what it said at its start needs not be said again.
    pub(super) again: bool,
}

impl Front {
    fn spawn(&self, environment: &[CString]) -> io::Result<i32> {
        let mut message = Message::default();
        message.add("settings", &self.plan.settings);
        message.add_number("sockets", self.sockets.len() as i64);
        message.add_number("uid", self.identity.uid.into());
        message.add_number("gid", self.identity.gid.into());
        message.add_number("again", self.again.into());
        message.add_some("groups_of", self.identity.groups_of.as_ref());
        let settings = message.into_file()?;
        let nothing = rustix::stdio::stdout();
        let stdout: BorrowedFd<'_> = self.stdout.as_ref().map_or(nothing, AsFd::as_fd);
        let mut descriptors = vec![(nothing, 0), (stdout, 1), (rustix::stdio::stderr(), 2), (settings.as_fd(), transfer::SETTINGS)];
        for (index, socket) in self.sockets.iter().enumerate() {
            descriptors.push((socket.as_fd(), transfer::LISTENER + index as i32));
        }
        loxo_process_sys::spawn(&Spawn {
            program: c"/proc/self/exe",
            arguments: &[text(transfer::FRONT_TITLE.as_bytes())?],
            environment,
            descriptors: &descriptors,
            held_back: &[],
        })
    }
}

impl Master {
    pub(super) fn start_front(&mut self) {
        let environment: Vec<CString> =
            self.environment.iter().filter_map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()).ok()).collect();
        let Some(front) = self.front.as_mut().filter(|front| front.pid == 0) else { return };
        front.pause = None;
        match front.spawn(&environment) {
            Ok(pid) => (front.pid, front.started, front.again) = (pid, clock(), true),
            Err(error) => {
                self.log.system_error("the HTTP server cannot be started: posix_spawn() failed", &error);
                front.pause = Some(clock() + SOON);
            }
        }
    }

    /// Was it the front that ended? `how`: for the log.
    pub(super) fn front_ended(&mut self, pid: i32, how: &str) -> bool {
        let Some(front) = self.front.as_mut().filter(|front| front.pid == pid) else { return false };
        front.pid = 0;
        if self.state != State::Normal {
            return true;
        }
        let lived = clock() - front.started;
        front.failures = if lived < SOON { front.failures + 1 } else { 0 };
        front.pause = Some(clock() + longer_pause(front.failures));
        if front.failures <= PATIENCE {
            self.log.log(WARNING, format!("the HTTP server, process {pid}, exited {how}; it is started again"));
        }
        true
    }

    pub(super) fn resume_front(&mut self, now: u64) {
        let due = self.front.as_ref().is_some_and(|front| front.pid == 0 && front.pause.is_some_and(|until| until <= now));
        if due && self.state == State::Normal {
            self.start_front();
        }
    }

    /// On the way to the end it goes first: pools are there until its last request is done. False: it is gone already.
    pub(super) fn dismiss_front(&mut self) -> bool {
        let terminating = self.state == State::Terminating;
        let Some(front) = self.front.as_mut().filter(|front| front.pid != 0) else { return false };
        let signal = match (terminating, front.dismissed) {
            (true, false) => SIGTERM,
            (true, true) => SIGKILL,
            (false, _) => SIGQUIT,
        };
        let _ = loxo_process_sys::kill(front.pid, signal);
        front.dismissed = terminating;
        self.next_action = terminating.then(|| clock() + TERMINATION);
        true
    }

    /// Whoever asks twice does not want to wait.
    pub(super) fn hurry(&mut self) {
        if let Some(front) = self.front.as_ref().filter(|front| front.pid != 0 && front.dismissed) {
            let _ = loxo_process_sys::kill(front.pid, SIGINT);
            for child in self.pools.iter().flat_map(|pool| &pool.children) {
                let _ = loxo_process_sys::kill(child.pid, SIGTERM);
            }
        }
    }

    /// Is what would be started next sound? What is not says so itself.
    pub(super) fn next_is_sound(&self) -> bool {
        let Some(plan) = &self.options.plan else { return true };
        let Some((program, arguments)) = plan.check.split_first() else { return true };
        match std::process::Command::new(program).args(arguments).status() {
            Ok(status) if status.success() => true,
            Ok(_) => {
                self.log.error("Nothing is reloaded: the configuration that runs goes on");
                false
            }
            Err(error) => {
                self.log.system_error(&format!("Nothing is reloaded: {program} cannot be started"), &error);
                false
            }
        }
    }

    /// Processes of before a reload, which finish what they do: those that take too long are ended.
    pub(super) fn end_drained(&mut self, now: u64) {
        for (pid, until) in self.draining.iter_mut().filter(|(_, until)| *until <= now) {
            let _ = loxo_process_sys::kill(*pid, SIGKILL);
            *until = now + TERMINATION;
        }
    }
}
