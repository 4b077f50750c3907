//! A child: accepts connections and runs their requests, one after the other, until it is asked to end. One that has threads does so on each of
//! them.
//!
//! `php-cgi` is one without a manager.
//!
//! Modules: `setup` (from the supervisor's message to a process with its rights), `accept` (what it waits for), `connection` (FastCGI over a
//! socket), `request` (one request), `answer` (the script's side of it), `pages` (ping and status); `alone`
//! (`php-cgi`), `threads` (several requests at once) with `connections` and `slot`, `stop` (the end), `state`.

mod accept;
mod alone;
mod answer;
mod connection;
mod connections;
mod pages;
mod request;
mod setup;
mod slot;
mod state;
mod stop;
mod threads;

use std::sync::atomic::Ordering;
use std::time::Duration;

use connections::Connections;
use state::{Manner, Worker};

pub use alone::Alone;
pub use setup::Child;
pub use state::Host;

/// The HTTP server of before a reload and that of now want connections; none has one for longer than this.
const TURN: Duration = Duration::from_secs(1);

impl Worker {
    /// Serves until the end, one connection after the other.
    fn run(&mut self, listener: &accept::Listener) {
        while let Some(mut connection) = listener.accept(&self.own, &self.log) {
            loop {
                match connection.read_request() {
                    connection::Next::Request(parameters) => {
                        let last = self.is_last();
                        let keep = !last && (!self.common.is_behind_front || connection.opened().elapsed() < TURN);
                        connection = request::run(self, connection, parameters, keep);
                        if last {
                            return;
                        }
                    }
                    connection::Next::Answered => {}
                    connection::Next::Closed => break,
                }
                if !connection.is_open() {
                    break;
                }
                // A connection that is only kept open does not keep the child busy.
                self.own.accepting();
                if !listener.wait_for_next(&mut connection) {
                    break;
                }
                self.own.reading_headers();
            }
            self.own.finished();
        }
    }

    /// Serves until the end, whichever connections have requests. False: one has shown a bug.
    fn run_beside_others(&mut self, connections: &Connections) -> bool {
        self.own.accepting();
        while let Some((taken, mut connection)) = connections.next() {
            if connection.fill() {
                self.own.reading_headers();
                loop {
                    if let connection::Next::Request(parameters) = connection.read_request() {
                        self.is_last();
                        let keep = connection.opened().elapsed() < TURN;
                        connection = request::run(self, connection, parameters, keep);
                    }
                    if !connection.is_open() || !connection.has_more() {
                        break;
                    }
                }
            } else {
                connection.close();
            }
            taken.give_back(connection);
            if self.is_abandoned() {
                return true;
            }
            if self.is_broken {
                return false;
            }
            self.own.accepting();
        }
        self.own.finished();
        true
    }

    /// A request begins: is it the last that may, or has the process compiled so much that another should start afresh? Where others run, their
    /// process goes on until there is another.
    fn is_last(&self) -> bool {
        let (count, most) = (self.common.requests.fetch_add(1, Ordering::Relaxed) + 1, self.common.max_requests);
        let (all, garbage) = self.common.settings.code;
        let reached = most > 0 && count >= most || self.common.manner == Manner::Fpm && self.common.host.engine.has_outgrown(all, garbage);
        if reached && self.common.is_shared {
            self.own.board.ask_for_another(self.own.index);
        }
        reached && !self.common.is_shared
    }
}
