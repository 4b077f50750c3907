//! A child: accepts connections and runs their requests, one after the other, until it is asked to end.
//!
//! `php-cgi` is one without a manager.
//!
//! Modules: `setup` (from the supervisor's message to a process with its rights), `accept` (what it waits for), `connection` (FastCGI over a
//! socket), `request` (one request), `answer` (the script's side of it), `pages` (ping and status); `alone`
//! (`php-cgi`), `state`.

mod accept;
mod alone;
mod answer;
mod connection;
mod pages;
mod request;
mod setup;
mod state;

use state::Worker;

pub use alone::Alone;
pub use setup::Child;
pub use state::Host;

impl Worker {
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
                if !connection.is_open() {
                    break;
                }
                // A connection that is only kept open does not keep the child busy.
                self.own.accepting();
                if !listener.wait_for_next(&connection) {
                    break;
                }
                self.own.reading_headers();
            }
            self.own.finished();
        }
        0
    }
}
