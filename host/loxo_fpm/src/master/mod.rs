//! The supervisor: one thread, which owns the sockets, the logs, the pid file and the children, and reads no byte that a client sends.
//!
//! Children are other runs of the same binary, never forks of a process with threads: the one fork that there is makes a daemon, before
//! anything else is started.
//!
//! Modules: `state` (what the supervisor knows) with `child`, `start` (from the configuration to a running supervisor), `children` (how they are started and how they end), `front` and `server_process` (the HTTP
//! server before the pools, and the queue server), `commands` (services and cron) with `command_events`, `command_process` and `handed`, `manager` (how many there are), `output` (what processes write), `pause` (between processes that end at once), `recycle` (those that others replace), `requests` (those that take too long), `questions` (what children are asked), `control` (stop, reload) with `signals`, `events` (what is waited for), `systemd`.

mod child;
mod children;
mod command_events;
mod command_process;
mod commands;
mod control;
mod events;
mod front;
mod handed;
mod manager;
mod output;
mod pause;
mod questions;
mod recycle;
mod requests;
mod server_process;
mod signals;
mod start;
mod state;
mod systemd;

use crate::log::Log;
pub(crate) use start::child_limits;
pub use state::Options;

/// Runs the supervisor; gives its exit status.
pub fn run(options: Options) -> i32 {
    let log = Log::new(false);
    match start::start(options, log) {
        Ok(mut master) => {
            master.start_admin();
            master.start_children();
            master.start_servers();
            master.run()
        }
        Err(status) => status,
    }
}
