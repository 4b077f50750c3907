//! The process of a server that runs no PHP: what it is made of, how it is started, and when it is started again.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;

use loxo_process_sys::Spawn;

use super::pause::{PATIENCE, SOON, longer_pause};
use crate::log::{Log, WARNING};
use crate::plan::ServerPlan;
use crate::scoreboard::clock;
use crate::transfer::{self, Message};
use crate::users::Identity;

pub(super) struct ServerProcess {
    /// Its only argument.
    pub(super) title: &'static str,
    /// What the log calls it.
    pub(super) what: &'static str,
    pub(super) plan: ServerPlan,
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

impl ServerProcess {
    pub(super) fn new(
        title: &'static str,
        what: &'static str,
        plan: ServerPlan,
        identity: Identity,
        sockets: Vec<Rc<OwnedFd>>,
    ) -> ServerProcess {
        ServerProcess {
            title,
            what,
            plan,
            identity,
            sockets,
            stdout: None,
            pid: 0,
            started: 0,
            failures: 0,
            pause: None,
            dismissed: false,
            again: false,
        }
    }

    /// What it is started with: the same text means that another one would be the same.
    pub(super) fn start_text(&self) -> String {
        format!("{:?}", (&self.plan, &self.identity))
    }

    /// Does it run another file than the one that would be started in its place?
    pub(super) fn is_replaced_program(&self) -> bool {
        let file = |path: &str| std::fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
        let next = std::fs::read_link("/proc/self/exe").ok().and_then(|path| file(&path.to_string_lossy()));
        next.is_none() || next != file(&format!("/proc/{}/exe", self.pid))
    }

    /// Takes over a process of before a reload if another one would be the same. False: it is not.
    pub(super) fn adopt(&mut self, pid: i32, start: &str) -> bool {
        let is_same = start == self.start_text();
        if is_same {
            (self.pid, self.started, self.again) = (pid, clock(), true);
        }
        is_same
    }

    /// Starts it, if it does not run.
    pub(super) fn start(&mut self, environment: &[CString], log: &Log) {
        if self.pid != 0 {
            return;
        }
        self.pause = None;
        match self.spawn(environment) {
            Ok(pid) => (self.pid, self.started, self.again) = (pid, clock(), true),
            Err(error) => {
                log.system_error(&format!("the {} cannot be started: posix_spawn() failed", self.what), &error);
                self.pause = Some(clock() + SOON);
            }
        }
    }

    /// It has ended, which it was not asked to. `how`: for the log.
    pub(super) fn ended_by_itself(&mut self, pid: i32, how: &str, log: &Log) {
        let lived = clock() - self.started;
        self.failures = if lived < SOON { self.failures + 1 } else { 0 };
        self.pause = Some(clock() + longer_pause(self.failures));
        if self.failures <= PATIENCE {
            log.log(WARNING, format!("the {}, process {pid}, exited {how}; it is started again", self.what));
        }
    }

    /// It waited long enough to be started again.
    pub(super) fn is_due(&self, now: u64) -> bool {
        self.pid == 0 && self.pause.is_some_and(|until| until <= now)
    }

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
            arguments: &[CString::new(self.title)?],
            environment,
            descriptors: &descriptors,
            held_back: &[],
        })
    }
}
