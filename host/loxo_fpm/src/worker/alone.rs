//! FastCGI without a manager: `php-cgi -b ADDRESS`, or a listening socket that whoever starts `php-cgi` leaves as its standard input.

use std::collections::HashMap;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;

use rustix::io::Errno;

use super::state::{Host, Manner, Worker};
use super::{accept, pages};
use crate::config::{Pm, Pool};
use crate::exit;
use crate::log::Log;
use crate::scoreboard::{Own, Scoreboard};
use crate::sockets::Listeners;

/// Where a program that speaks FastCGI by itself gets its connections.
pub struct Alone(OwnedFd);

impl Alone {
    /// Listens where `-b` says. `None`: standard error says why not.
    pub fn bind(address: &str) -> Option<Alone> {
        let log = Log::new(true);
        let address = address.strip_prefix(':').unwrap_or(address);
        let pool = Pool { listen: Some(address.to_string()), listen_backlog: 128, listen_mode: Some("0777".into()), ..Pool::new("cgi") };
        let socket = Listeners::default().of(&pool, &log)?;
        socket.try_clone().ok().map(Alone)
    }

    /// Standard input, if it is a socket that listens.
    pub fn standard_input() -> Option<Alone> {
        let stdin = rustix::stdio::stdin();
        let listens = rustix::net::getpeername(stdin).is_err_and(|error| error == Errno::NOTCONN);
        let socket = listens.then(|| stdin.try_clone_to_owned().ok()).flatten()?;
        rustix::io::ioctl_fionbio(&socket, true).ok()?;
        // Programs that scripts start must not get it.
        let null = std::fs::File::open("/dev/null").ok()?;
        rustix::stdio::dup2_stdin(null.as_fd()).ok()?;
        Some(Alone(socket))
    }

    /// Serves, on the thread that is to run PHP, so many requests (0: any number); gives the exit status.
    pub fn serve(self, host: Host, max_requests: u64) -> i32 {
        let log = Rc::new(Log::new(true));
        let board = Scoreboard::create("cgi", Pm::Static, 1);
        let listener = accept::Listener::new(self.0, None, &log);
        let (board, listener) = match (board, listener) {
            (Ok(board), Ok(listener)) => (board, listener),
            (Err(error), _) | (_, Err(error)) => {
                log.system_error("the listening socket cannot be used", &error);
                return exit::SOFTWARE;
            }
        };
        let index = board.allocate().unwrap_or(0);
        let mut worker = Worker {
            manner: Manner::Cgi,
            log_to_client: host.config.get(b"fastcgi.logging").is_some_and(loxo_runtime::ini::parse_bool),
            host,
            log,
            pool: "cgi".into(),
            own: Rc::new(Own { board, index }),
            shown: None,
            pages: pages::Paths { status: None, ping: None, pong: Vec::new() },
            access_log: None,
            suppress_paths: Vec::new(),
            extensions: Vec::new(),
            max_requests,
            caught: false,
            user_settings: HashMap::new(),
        };
        worker.run(&listener)
    }
}
