//! The process of the HTTP server: what it is made of, and how it is started.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

use loxo_process_sys::Spawn;

use crate::plan::FrontPlan;
use crate::transfer::{self, Message};
use crate::users::Identity;

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
    pub(super) fn spawn(&self, environment: &[CString]) -> io::Result<i32> {
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
            arguments: &[CString::new(transfer::FRONT_TITLE)?],
            environment,
            descriptors: &descriptors,
            held_back: &[],
        })
    }
}
