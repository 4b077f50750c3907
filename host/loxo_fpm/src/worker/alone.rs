//! FastCGI without a manager: `php-cgi -b ADDRESS`, or a listening socket that whoever starts `php-cgi` leaves as its standard input.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use rustix::io::Errno;

use super::accept;
use super::state::{Common, Host, Manner, Worker};
use super::stop::Stop;
use crate::config::{Pm, Pool};
use crate::exit;
use crate::log::{Log, NOTICE};
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
        let common = Common { pool: "cgi".into(), max_requests, log_level: NOTICE, ..Common::new(Manner::Cgi, host) };
        let log = common.log();
        let stop = Stop::new(1).and_then(|stop| stop.watch().map(|()| stop));
        let listener = stop.and_then(|stop| accept::Listener::new(self.0, None, &log, stop, 0));
        let (board, listener) = match (Scoreboard::create("cgi", Pm::Static, 1), listener) {
            (Ok(board), Ok(listener)) => (board, listener),
            (Err(error), _) | (_, Err(error)) => {
                log.system_error("the listening socket cannot be used", &error);
                return exit::SOFTWARE;
            }
        };
        let index = board.allocate(1).map_or(0, |places| places[0]);
        Worker::new(Arc::new(common), Own::new(Arc::new(board), index)).run(&listener);
        0
    }
}
