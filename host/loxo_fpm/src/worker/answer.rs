//! A request as its script sees it: where output goes, where the body comes from, where errors are logged.

use std::cell::RefCell;
use std::fs::File;
use std::io::Read;
use std::rc::Rc;
use std::sync::Arc;

use loxo_fcgi::{STDERR, STDOUT};
use loxo_runtime::{PhpArray, ResponseHead, Sapi};

use super::connection::Connection;
use super::pages;
use super::slot::Slot;
use super::state::Manner;
use crate::log::{Log, NOTICE, write_all};
use crate::scoreboard::Own;

/// What the script and the worker share.
pub(super) struct Exchange {
    pub(super) connection: Connection,
    /// `HEAD`: the client wants no body.
    head_only: bool,
    /// Bytes of the body that are still to come.
    left: u64,
    /// `REQUEST_BODY_FILE`: where the body is instead.
    body_file: Option<File>,
    /// Something has been written to the server's log.
    logged: bool,
    log_to_client: bool,
}

impl Exchange {
    pub(super) fn new(connection: Connection, head_only: bool, length: u64, body_file: Option<File>, log_to_client: bool) -> Exchange {
        Exchange { connection, head_only, left: length, body_file, logged: false, log_to_client }
    }

    /// Sends the log's lines of this request to the server, which has a log of its own.
    pub(super) fn forward(&mut self, log: &Log) {
        for message in log.keep_for_client() {
            if !self.log_to_client || message.is_empty() {
                continue;
            }
            let before: &[u8] = if std::mem::replace(&mut self.logged, true) { b"; " } else { b"" };
            self.connection.write(STDERR, &[before, &message].concat());
        }
    }

    /// `php-cgi` writes a line to the server's log, or to its own standard error.
    fn log_line(&mut self, message: &[u8]) {
        let line = [message, b"\n"].concat();
        if self.log_to_client {
            self.connection.write(STDERR, &line);
        } else {
            write_all(rustix::stdio::stderr(), &line);
        }
    }

    fn read_body(&mut self, buffer: &mut [u8]) -> usize {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let buffer = &mut buffer[..wanted];
        let count = match &mut self.body_file {
            Some(file) => {
                let mut done = 0;
                while done < buffer.len() {
                    match file.read(&mut buffer[done..]) {
                        Ok(count @ 1..) => done += count,
                        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                        _ => break,
                    }
                }
                done
            }
            None => self.connection.read_body(buffer),
        };
        self.left -= count as u64;
        count
    }
}

/// The script's side.
pub(super) struct FpmSapi {
    pub(super) manner: Manner,
    pub(super) exchange: Rc<RefCell<Exchange>>,
    pub(super) log: Rc<Log>,
    pub(super) own: Rc<Own>,
    /// Where the request is watched.
    pub(super) slot: Option<Arc<Slot>>,
    pub(super) is_shared: bool,
}

impl Sapi for FpmSapi {
    fn name(&self) -> &'static str {
        match self.manner {
            Manner::Fpm => "fpm-fcgi",
            Manner::Cgi => "cgi-fcgi",
        }
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        let mut exchange = self.exchange.borrow_mut();
        exchange.head_only || exchange.connection.write(STDOUT, bytes)
    }

    fn flush(&mut self) {
        self.exchange.borrow_mut().connection.flush();
    }

    fn finish(&mut self) -> bool {
        let mut exchange = self.exchange.borrow_mut();
        if let Some(slot) = &self.slot {
            slot.answered();
        }
        // A request that comes next on the connection would wait for what the script still does.
        exchange.connection.end_for_good();
        let ended = exchange.connection.end();
        if ended && !exchange.connection.is_open() {
            self.own.finished();
        }
        ended
    }

    fn manager_status(&mut self) -> Option<PhpArray> {
        (self.manner == Manner::Fpm).then(|| pages::as_array(&self.own.board))
    }

    fn send_headers(&mut self, head: &ResponseHead<'_>) {
        self.exchange.borrow_mut().connection.write(STDOUT, &loxo_cgi::head(head));
    }

    fn log(&mut self, message: &[u8]) {
        if self.manner == Manner::Cgi {
            self.exchange.borrow_mut().log_line(message);
            return;
        }
        self.log.script_message(NOTICE, &[b"PHP message: ", message].concat());
        self.exchange.borrow_mut().forward(&self.log);
    }

    fn read_body(&mut self, buffer: &mut [u8]) -> usize {
        self.exchange.borrow_mut().read_body(buffer)
    }

    fn is_web(&self) -> bool {
        true
    }

    fn shares_process(&self) -> bool {
        self.is_shared
    }
}
