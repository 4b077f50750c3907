//! A child: accepts connections and runs their requests, one after the other, until it is asked to end.
//!
//! Modules: `setup` (from the supervisor's message to a process with its rights), `accept` (what it waits for), `connection` (FastCGI over a
//! socket), `request` (one request), `answer` (the script's side of it), `pages` (ping and status).

mod accept;
mod answer;
mod connection;
mod pages;
mod request;
mod setup;

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use loxo_runtime::ini::IniConfig;
use loxo_vm::Engine;

use crate::log::Log;
use crate::scoreboard::{Own, Scoreboard};

pub use setup::Child;

/// What runs PHP. Who links this crate makes it, of a child's settings.
pub struct Host {
    pub engine: Engine,
    pub config: Arc<IniConfig>,
    /// `PHP_VERSION`
    pub php_version: String,
}

/// What a child knows all its life.
struct Worker {
    host: Host,
    log: Rc<Log>,
    pool: String,
    own: Rc<Own>,
    /// The board that the status page shows, if it is another pool's.
    shown: Option<Scoreboard>,
    pages: pages::Paths,
    access_log: Option<(OwnedFd, String)>,
    suppress_paths: Vec<Vec<u8>>,
    /// Scripts have one of these endings; empty: any.
    extensions: Vec<Vec<u8>>,
    max_requests: u64,
    /// The supervisor reads what scripts write to standard error.
    caught: bool,
    /// `fastcgi.logging`
    log_to_client: bool,
    /// `.user.ini` texts by folder and document root, until they are looked for again.
    user_settings: HashMap<(Vec<u8>, Vec<u8>), (Instant, Vec<Vec<u8>>)>,
}

impl Worker {
    fn is_on(&self, setting: &str) -> bool {
        self.host.config.get(setting.as_bytes()).is_some_and(loxo_runtime::ini::parse_bool)
    }

    fn setting(&self, name: &str) -> Vec<u8> {
        self.host.config.get(name.as_bytes()).unwrap_or_default().to_vec()
    }

    /// Serves until the end; gives the exit status.
    fn run(&mut self, listener: &accept::Listener) -> i32 {
        let mut requests = 0;
        while let Some(mut connection) = listener.accept(&self.own, &self.log) {
            loop {
                match connection.read_request() {
                    connection::Next::Request(parameters) => {
                        requests += 1;
                        let last = self.max_requests > 0 && requests >= self.max_requests;
                        connection = request::run(self, connection, parameters, last);
                        if last {
                            return 0;
                        }
                    }
                    connection::Next::Answered => {}
                    connection::Next::Closed => break,
                }
                if !connection.is_open() || !listener.wait_for_next(&connection) {
                    break;
                }
                self.own.reading_headers();
            }
            self.own.finished();
        }
        0
    }
}
