//! A server that runs no PHP as a child: what it finds open when it starts.

use std::io;
use std::os::fd::OwnedFd;

use crate::log::Log;
use crate::transfer::{self, Message};
use crate::users;

/// The process of such a server, on its first and only thread.
pub struct ServerChild {
    message: Message,
    /// Sockets that listen, in the order of the plan.
    pub sockets: Vec<OwnedFd>,
}

impl ServerChild {
    /// Takes what the supervisor left open. `name`: what the process is called.
    pub fn begin(name: &str) -> io::Result<ServerChild> {
        let message = Message::from_file(loxo_process_sys::inherited(transfer::SETTINGS)?)?;
        let count = i32::try_from(message.number("sockets")).unwrap_or(0);
        let sockets = (0..count).map(|index| loxo_process_sys::inherited(transfer::LISTENER + index)).collect::<io::Result<_>>()?;
        let _ = std::fs::write("/proc/self/comm", name);
        Ok(ServerChild { message, sockets })
    }

    /// What the plan has for it.
    pub fn settings(&self) -> &[u8] {
        self.message.get("settings").unwrap_or_default()
    }

    /// It takes the place of one that has ended.
    pub fn is_again(&self) -> bool {
        self.message.is_on("again")
    }

    /// Becomes the user of the plan. False: it cannot, and standard error says why; the process must end.
    pub fn drop_rights(&self) -> bool {
        let log = Log::new(true);
        let failed = |what: String, error: io::Error| {
            log.system_error(&what, &error);
            false
        };
        !nix::unistd::geteuid().is_root() || users::become_user(&self.message, &failed)
    }
}
