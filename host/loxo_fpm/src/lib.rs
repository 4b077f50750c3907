//! `php-fpm`: the FastCGI process manager, in php-fpm's place behind nginx or Apache.
//!
//! A supervisor ([`run`]) reads `php-fpm.conf`, owns the sockets and starts children; each child ([`Child`]) is another process of the same
//! binary and runs one request after the other. What they share is a file of settings that a child reads when it starts, and the scoreboard.
//! Who links this crate makes the engine and PHP's settings: it knows no extension, and the supervisor runs no PHP.
//!
//! `loxo serve` starts pools in the same way, with an HTTP server before them that is a child, too, and perhaps a queue server beside them (`plan`,
//! `server_child`), and commands that it keeps running or starts at set times (`command`).
//!
//! Modules: `config` (the configuration), `master` (the supervisor) with `sockets`, `users` and `child_output`; `worker` (the
//! child) with `access_log`; `exit`, `log`,
//! `scoreboard` and `transfer` are known to both.
#![forbid(unsafe_code)]

mod access_log;
mod child_output;
mod command;
mod config;
mod exit;
mod log;
mod master;
mod plan;
mod scoreboard;
mod server_child;
mod sockets;
mod transfer;
mod users;
mod worker;

pub use command::{CommandKind, CommandPlan, become_command, stop_signal};
pub use master::{Options, run};
pub use plan::{Directive, Plan, PoolPlan, ServerPlan, connections};
pub use server_child::ServerChild;
pub use transfer::{CHILD_TITLE, COMMAND_TITLE, FRONT_TITLE, QUEUE_TITLE, RULES_TITLE};
pub use users::{has_group, has_user, user_id};
pub use worker::{Alone, Child, Host};

/// How the exit status of a wrong command line is.
pub const USAGE: i32 = exit::USAGE;
