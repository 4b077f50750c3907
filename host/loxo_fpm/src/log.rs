//! The error log: levels, lines with their time, and where they go.
//!
//! Until the supervisor runs, lines go to standard error too. A child's lines have no time: the supervisor writes them into its own.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixDatagram;
use std::panic::Location;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) const DEBUG: i32 = 1;
pub(crate) const NOTICE: i32 = 2;
pub(crate) const WARNING: i32 = 3;
pub(crate) const ERROR: i32 = 4;
pub(crate) const ALERT: i32 = 5;

/// Lines that are made at once are cut here, whatever the limit is.
const MAX_LINE: usize = 2048;

/// The name of a level. 0 is none, as php-fpm's own list of its settings shows.
pub(crate) fn level_name(level: i32) -> &'static str {
    match level {
        DEBUG => "DEBUG",
        NOTICE => "NOTICE",
        WARNING => "WARNING",
        ERROR => "ERROR",
        ALERT => "ALERT",
        _ => "unknown value",
    }
}

/// Where lines go.
pub(crate) enum Target {
    Stderr,
    /// `error_log`; `terminal`: it is standard error under another name.
    File {
        file: File,
        terminal: bool,
    },
    Syslog(Syslog),
    /// Kept.
    #[cfg(test)]
    Memory(Vec<u8>),
}

/// The system's log, which listens on a socket.
pub(crate) struct Syslog {
    socket: UnixDatagram,
    ident: String,
    facility: i32,
}

impl Syslog {
    pub(crate) fn open(ident: &str, facility: i32) -> io::Result<Syslog> {
        Ok(Syslog { socket: UnixDatagram::unbound()?, ident: ident.to_string(), facility })
    }

    fn write(&self, level: i32, text: &[u8]) {
        let severity = match level {
            DEBUG => 7,
            NOTICE => 5,
            WARNING => 4,
            ERROR => 3,
            _ => 1,
        };
        let time = loxo_process_sys::format_local(b"%b %e %H:%M:%S", now().0);
        let head = format!("<{}>", self.facility | severity);
        let tag = format!(" {}[{}]: ", self.ident, std::process::id());
        // Nobody listens: there is nobody to tell.
        let _ = self.socket.send_to(&[head.as_bytes(), &time, tag.as_bytes(), text].concat(), "/dev/log");
    }
}

/// Seconds and microseconds of Unix time.
pub(crate) fn now() -> (i64, u32) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_secs().cast_signed(), now.subsec_micros())
}

/// Opens `error_log`, an access log or a slow log: for the owner alone.
pub(crate) fn open_log_file(path: &str) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).mode(0o600).open(path)
}

/// Writes all of it, and lets errors be: there is nobody to tell.
pub(crate) fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match rustix::io::write(fd, bytes) {
            Ok(0) => return,
            Ok(count) => bytes = &bytes[count..],
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}

/// The log of this process.
pub(crate) struct Log {
    level: Cell<i32>,
    pub(crate) limit: Cell<usize>,
    pub(crate) buffering: Cell<bool>,
    target: RefCell<Target>,
    launched: Cell<bool>,
    child: bool,
    /// A child's lines for the client of its request, without their levels.
    for_client: RefCell<Option<Vec<Vec<u8>>>>,
}

impl Log {
    pub(crate) fn new(child: bool) -> Log {
        Log {
            level: Cell::new(NOTICE),
            limit: Cell::new(1024),
            buffering: Cell::new(true),
            target: RefCell::new(Target::Stderr),
            launched: Cell::new(false),
            child,
            for_client: RefCell::new(None),
        }
    }

    #[cfg(test)]
    pub(crate) fn for_tests() -> Log {
        let log = Log::new(true);
        log.set_target(Target::Memory(Vec::new()));
        log
    }

    #[cfg(test)]
    pub(crate) fn recorded(&self) -> String {
        match &*self.target.borrow() {
            Target::Memory(text) => String::from_utf8_lossy(text).into_owned(),
            _ => String::new(),
        }
    }

    /// Levels that there are not are ignored.
    pub(crate) fn set_level(&self, level: i32) {
        if (DEBUG..=ALERT).contains(&level) {
            self.level.set(level);
        }
    }

    pub(crate) fn level(&self) -> i32 {
        self.level.get()
    }

    pub(crate) fn set_target(&self, target: Target) {
        *self.target.borrow_mut() = target;
    }

    /// The supervisor runs: standard error is left alone.
    pub(crate) fn set_launched(&self) {
        self.launched.set(true);
    }

    /// Keeps lines for the client from now on; gives those that were kept.
    pub(crate) fn keep_for_client(&self) -> Vec<Vec<u8>> {
        self.for_client.borrow_mut().replace(Vec::new()).unwrap_or_default()
    }

    /// What stands before a message.
    #[track_caller]
    pub(crate) fn prefix(&self, level: i32) -> String {
        let syslog = matches!(&*self.target.borrow(), Target::Syslog(_));
        let name = level_name(level);
        let debug = self.level.get() == DEBUG;
        let place = Location::caller();
        let module = place.file().rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        if syslog {
            return if debug { format!("[{name}] {module}(), line {}: ", place.line()) } else { format!("[{name}] ") };
        }
        let (seconds, micros) = now();
        let mut prefix = String::new();
        if !self.child {
            prefix += &String::from_utf8_lossy(&loxo_process_sys::format_local(b"[%d-%b-%Y %H:%M:%S", seconds));
            if debug {
                prefix += &format!(".{micros:06}");
            }
            prefix += "] ";
        }
        prefix += name;
        prefix += ": ";
        match (debug, self.child) {
            (true, false) => prefix += &format!("pid {}, {module}(), line {}: ", std::process::id(), place.line()),
            (true, true) => prefix += &format!("{module}(), line {}: ", place.line()),
            _ => {}
        }
        prefix
    }

    /// A line that is ready, without its end, to where it belongs.
    pub(crate) fn write_line(&self, level: i32, line: &[u8]) {
        let stderr = rustix::stdio::stderr();
        let ended = [line, b"\n"].concat();
        let elsewhere = match &mut *self.target.borrow_mut() {
            Target::Stderr => {
                write_all(stderr, &ended);
                false
            }
            Target::File { file, terminal } => {
                write_all(file.as_fd(), &ended);
                !*terminal
            }
            Target::Syslog(syslog) => {
                syslog.write(level, line);
                true
            }
            #[cfg(test)]
            Target::Memory(text) => {
                text.extend_from_slice(&ended);
                false
            }
        };
        if elsewhere && !self.launched.get() && level >= NOTICE {
            write_all(stderr, &ended);
        }
    }

    /// A message.
    #[track_caller]
    pub(crate) fn log(&self, level: i32, message: impl Display) {
        let message = message.to_string();
        self.keep(message.as_bytes());
        if level < self.level.get() {
            return;
        }
        let mut line = [self.prefix(level).as_bytes(), message.as_bytes()].concat();
        if line.len() >= MAX_LINE {
            line.truncate(self.limit.get().min(MAX_LINE) - 4);
            line.extend_from_slice(b"...");
        }
        self.write_line(level, &line);
    }

    /// A message of a script, cut where the limit is.
    #[track_caller]
    pub(crate) fn script_message(&self, level: i32, message: &[u8]) {
        let limit = self.limit.get();
        let shown = if level < self.level.get() { String::new() } else { self.prefix(level) };
        let mut line = [shown.as_bytes(), message].concat();
        if line.len() >= limit {
            line.truncate((limit - 1).max(3) - 3);
            line.extend_from_slice(b"...");
        }
        self.keep(line.get(shown.len()..).unwrap_or_default());
        if level >= self.level.get() {
            self.write_line(level, &line);
        }
    }

    fn keep(&self, message: &[u8]) {
        if let Some(kept) = &mut *self.for_client.borrow_mut() {
            kept.push(message.to_vec());
        }
    }

    #[track_caller]
    pub(crate) fn debug(&self, message: impl Display) {
        // Most messages of this level are never seen.
        if self.level.get() == DEBUG || self.child {
            self.log(DEBUG, message);
        }
    }

    #[track_caller]
    pub(crate) fn notice(&self, message: impl Display) {
        self.log(NOTICE, message);
    }

    #[track_caller]
    pub(crate) fn warning(&self, message: impl Display) {
        self.log(WARNING, message);
    }

    #[track_caller]
    pub(crate) fn error(&self, message: impl Display) {
        self.log(ERROR, message);
    }

    #[track_caller]
    pub(crate) fn alert(&self, message: impl Display) {
        self.log(ALERT, message);
    }

    /// An error with the system's reason and its number.
    #[track_caller]
    pub(crate) fn system_error(&self, message: &str, error: &io::Error) {
        self.log(ERROR, format!("{message}: {}", reason(error)));
    }
}

/// `No such file or directory (2)`
pub(crate) fn reason(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(number) => format!("{} ({number})", nix::errno::Errno::from_raw(number).desc()),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        let log = Log::for_tests();
        log.debug("unseen");
        log.notice("x".repeat(3000));
        assert_eq!(log.recorded().len(), 1024);
        let log = Log::for_tests();
        log.keep_for_client();
        log.script_message(NOTICE, &[b'y'; 2000]);
        let line = log.recorded();
        assert!(line.starts_with("NOTICE: yyy") && line.ends_with("...\n") && line.len() == 1024, "{}", line.len());
        assert_eq!(log.keep_for_client(), [line.as_bytes()[8..1023].to_vec()]);
    }
}
