//! The cache of compiled files as opcache's settings and functions see it. The cache itself is the interpreter's.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Cx, PhpResult};

/// What the interpreter's cache can be asked for.
#[derive(Clone, Copy)]
pub struct CodeCacheHooks {
    pub status: fn() -> CacheStatus,
    /// Is there a unit for this full path, good for the file as it is now?
    pub has: fn(&mut Cx, &[u8]) -> bool,
    /// Drops the unit of a full path; without `force` only if the file has changed. True if there was one.
    pub forget: fn(&mut Cx, &[u8], bool) -> bool,
    /// Drops all units before the next request begins. False: that was asked for already.
    pub restart: fn() -> bool,
    /// Compiles a file and binds what it declares, without running it. `None`: there is no such file.
    pub compile: fn(&mut Cx, &[u8]) -> PhpResult<Option<()>>,
    /// The patterns of files that are never kept.
    pub blacklist: fn(&Cx) -> &'static [Vec<u8>],
}

/// For contexts without an interpreter.
pub(crate) const NONE: CodeCacheHooks = CodeCacheHooks {
    status: CacheStatus::default,
    has: |_, _| false,
    forget: |_, _, _| false,
    restart: || false,
    compile: |_, _| Ok(None),
    blacklist: |_| &[],
};

/// What the cache holds. Times are Unix seconds.
#[derive(Default, Clone)]
pub struct CacheStatus {
    pub scripts: Vec<CachedScript>,
    pub hits: u64,
    pub misses: u64,
    pub blacklist_misses: u64,
    pub started: u64,
    /// 0: never.
    pub last_restart: u64,
    pub restarts: u64,
    pub restart_pending: bool,
    /// Bytes of units that were replaced or dropped; they stay until the process ends.
    pub wasted: usize,
    pub interned_strings: usize,
    pub interned_bytes: usize,
    pub preloaded: Option<PreloadStatus>,
}

/// A compiled file.
#[derive(Clone)]
pub struct CachedScript {
    pub path: Vec<u8>,
    pub hits: u64,
    pub bytes: usize,
    pub last_used: u64,
    pub modified: u64,
}

/// What `opcache.preload` has left for all requests.
#[derive(Default, Clone)]
pub struct PreloadStatus {
    pub bytes: usize,
    pub functions: Vec<Vec<u8>>,
    pub classes: Vec<Vec<u8>>,
    pub scripts: Vec<Vec<u8>>,
}

/// Severity of a line in opcache's log; `opcache.log_verbosity_level` is the last one that is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LogLevel {
    Fatal,
    Error,
    Warning,
    Message,
    Debug,
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

impl Cx {
    /// Does opcache work in this process? On the command line it has to be asked for.
    pub fn opcache_started(&self) -> bool {
        let enabled = self.ini.config().get(b"opcache.enable").is_some_and(crate::ini::parse_bool);
        enabled && (self.sapi.name() != "cli" || self.ini_bool("opcache.enable_cli"))
    }

    /// Does it work, and has the program not turned it off?
    pub fn opcache_active(&self) -> bool {
        self.ini_bool("opcache.enable") && self.opcache_started()
    }

    /// Cached files are taken as they are, without looking at the file.
    pub fn opcache_trusts(&self) -> bool {
        !self.ini_bool("opcache.validate_timestamps") && self.ini.get(b"opcache.validate_timestamps").is_some() && self.opcache_active()
    }

    /// Writes a line to opcache's log: a file, or standard error.
    pub fn opcache_log(&self, level: LogLevel, message: &[u8]) {
        if i64::from(level as u8) > self.ini_int("opcache.log_verbosity_level") {
            return;
        }
        let date = c_time(now());
        let head = format!("{date} ({}): {level:?} ", std::process::id());
        let line = [head.as_bytes(), message, b"\n"].concat();
        let file = self.ini_str("opcache.error_log");
        let opened = (!file.is_empty() && &file[..] != b"stderr")
            .then(|| std::fs::OpenOptions::new().append(true).create(true).open(crate::paths::path_of(&file)).ok())
            .flatten();
        let _ = match opened {
            Some(mut log) => log.write_all(&line),
            None => std::io::stderr().write_all(&line),
        };
    }
}

/// A time as C's `asctime()` writes it, in the process's time zone, which is UTC unless `TZ` says otherwise.
pub fn c_time(seconds: u64) -> String {
    let days = seconds / 86_400;
    let (year, month, day) = civil(days as i64);
    let week = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(days % 7) as usize];
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let clock = seconds % 86_400;
    format!("{week} {} {day:2} {:02}:{:02}:{:02} {year}", months[month as usize - 1], clock / 3600, clock / 60 % 60, clock % 60)
}

/// Year, month and day of a day since 1970 (Howard Hinnant's algorithm).
fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    (yoe + era * 400 + i64::from(month <= 2), month, doy - (153 * mp + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_c_writes_them() {
        assert_eq!(c_time(0), "Thu Jan  1 00:00:00 1970");
        assert_eq!(c_time(1_709_210_096), "Thu Feb 29 12:34:56 2024");
    }
}
