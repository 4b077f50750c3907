//! The standard report: `error_get_last()`, the log, the page.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use loxo_base::civil::UtcTime;
use loxo_value::PhpStr;

use super::{ErrorLevel, LastError, Phase};
use crate::{Cx, Ending};

/// A request of this process has reported what is wrong with the settings.
static STARTUP_TOLD: AtomicBool = AtomicBool::new(false);

/// Where errors are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Display {
    Off,
    Output,
    Stderr,
}

impl Display {
    fn from_setting(value: &[u8]) -> Display {
        match value.to_ascii_lowercase().as_slice() {
            b"on" | b"yes" | b"true" | b"stdout" => Display::Output,
            b"stderr" => Display::Stderr,
            other => match loxo_value::number::str_to_int(other) as u8 {
                0 => Display::Off,
                2 => Display::Stderr,
                _ => Display::Output,
            },
        }
    }
}

impl Cx {
    /// What happens to an error that no handler took.
    #[cold]
    pub fn standard_report(&mut self, level: ErrorLevel, message: &PhpStr, file: &PhpStr, line: u32) {
        let repeated = self.is_repeated(message, file, line);
        if !repeated {
            self.errors.last = Some(LastError { level, message: message.clone(), file: file.clone(), line });
        }
        let core = matches!(level, ErrorLevel::CoreError | ErrorLevel::CoreWarning);
        if !repeated && (core || self.errors.reporting & level as u32 != 0) {
            self.log_and_display(level, message, file, line);
        }
        if level.is_fatal() {
            self.end_fatally();
        }
    }

    fn is_repeated(&self, message: &PhpStr, file: &PhpStr, line: u32) -> bool {
        let Some(last) = &self.errors.last else { return false };
        self.ini_bool("ignore_repeated_errors")
            && last.message == *message
            && (self.ini_bool("ignore_repeated_source") || (last.line == line && last.file == *file))
    }

    fn end_fatally(&mut self) {
        self.info.exit_status = 255;
        let hidden = Display::from_setting(&self.ini_str("display_errors")) == Display::Off;
        if hidden && !self.info.headers_sent && matches!(self.info.status, 0 | 200) {
            self.info.status = 500;
            self.info.status_line = Some(b"HTTP/1.0 500 Internal Server Error".to_vec());
        }
        self.ending.get_or_insert(Ending::Fatal);
    }

    /// What is wrong with the settings is reported to those who configure them, once: a server's first request has done it for all.
    pub fn startup_done(&mut self) {
        self.errors.phase = Phase::RequestStartup;
        STARTUP_TOLD.store(true, Ordering::Relaxed);
    }

    fn log_and_display(&mut self, level: ErrorLevel, message: &[u8], file: &[u8], line: u32) {
        let startup = self.errors.phase == Phase::Startup;
        if startup && STARTUP_TOLD.load(Ordering::Relaxed) {
            return;
        }
        let line = line.to_string();
        if self.ini_bool("log_errors") {
            let entry = [b"PHP ", level.label().as_bytes(), b":  ", message, b" in ", file, b" on line ", line.as_bytes()].concat();
            self.log_error(&entry);
        }
        match Display::from_setting(&self.ini_str("display_errors")) {
            Display::Off => {}
            _ if startup && self.sapi.is_web() => {}
            display => self.display(level, message, file, line.as_bytes(), display),
        }
    }

    fn display(&mut self, level: ErrorLevel, message: &[u8], file: &[u8], line: &[u8], display: Display) {
        let label = level.label().as_bytes();
        let before = self.ini_str("error_prepend_string");
        let after = self.ini_str("error_append_string");
        let text = if self.ini_bool("html_errors") {
            // Messages of builtins are escaped where they are made; these two levels never come from there.
            let escaped = if matches!(level, ErrorLevel::Error | ErrorLevel::Parse) { escape_html(message) } else { message.to_vec() };
            [&before[..], b"<br />\n<b>", label, b"</b>:  ", &escaped, b" in <b>", file, b"</b> on line <b>", line, b"</b><br />\n", &after]
                .concat()
        } else if display == Display::Stderr && matches!(self.sapi.name(), "cli" | "cgi-fcgi" | "phpdbg") {
            let text = [label, b": ", message, b" in ", file, b" on line ", line, b"\n"].concat();
            self.flush_pending();
            // There is nobody left to tell if this fails.
            let _ = std::io::stderr().write_all(&text);
            return;
        } else {
            [&before[..], b"\n", label, b": ", message, b" in ", file, b" on line ", line, b"\n", &after].concat()
        };
        if self.errors.phase == Phase::Startup {
            // No output of the program: it can still set headers.
            self.sapi.write(&text);
            return;
        }
        self.echo(&text);
    }

    /// The error log: the `error_log` file, or wherever the server logs.
    pub fn log_error(&mut self, entry: &[u8]) {
        if std::mem::replace(&mut self.errors.in_log, true) {
            return;
        }
        let target = self.ini_str("error_log");
        if target.is_empty() || &target[..] == b"syslog" || !self.log_to_file(&target, entry) {
            // What the program printed before comes before.
            self.flush_pending();
            self.sapi.log(entry);
        }
        self.errors.in_log = false;
    }

    fn log_to_file(&mut self, target: &[u8], entry: &[u8]) -> bool {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::OpenOptionsExt;
        let cwd = std::path::Path::new(std::ffi::OsStr::from_bytes(&self.info.cwd));
        let path = cwd.join(std::ffi::OsStr::from_bytes(target));
        let mode = match self.ini_int("error_log_mode") {
            mode @ 1..=0o777 => mode as u32,
            _ => 0o644,
        };
        let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).mode(mode).open(path) else { return false };
        let line = [b"[", &self.log_time()[..], b"] ", entry, b"\n"].concat();
        file.write_all(&line).is_ok()
    }

    /// Now, as entries of logs begin.
    pub fn log_time(&mut self) -> Vec<u8> {
        match self.clock {
            Some(clock) => clock(self, b"d-M-Y H:i:s e"),
            None => log_time().into_bytes(),
        }
    }

    /// Puts a builtin's name in front of its message: `strlen(): ...`.
    pub(super) fn with_origin(&self, name: Option<&[u8]>, subject: &[u8], message: &[u8]) -> Vec<u8> {
        let html = self.ini_bool("html_errors");
        let escaped = |text: &[u8]| if html { escape_html(text) } else { text.to_vec() };
        let message = escaped(message);
        let Some(name) = name else { return [self.errors.phase.name().as_bytes(), b": ", &message[..]].concat() };
        let origin = escaped(&[name, b"(", subject, b")"].concat());
        let root = self.ini_str("docref_root");
        if !html || root.is_empty() {
            return [&origin[..], b": ", &message].concat();
        }
        let page = manual_page(name);
        let address = [&page[..], &self.ini_str("docref_ext")].concat();
        [&origin[..], b" [<a href='", &root, &address, b"'>", &address, b"</a>]: ", &message].concat()
    }
}

/// `function.str-repeat`, `datetime.format`
fn manual_page(name: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(name);
    let page = match text.split_once("::") {
        Some((class, method)) => format!("{class}.{}", method.trim_start_matches('_')),
        None => format!("function.{}", text.trim_start_matches('_')),
    };
    page.replace('_', "-").to_ascii_lowercase().into_bytes()
}

/// `htmlspecialchars()` with double quotes, as error messages have it.
pub fn escape_html(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 16);
    for b in text {
        match b {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            other => out.push(*other),
        }
    }
    out
}

/// `21-Nov-2026 08:46:01 UTC`
fn log_time() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let at = UtcTime::of_unix(i64::try_from(now).unwrap_or(i64::MAX));
    format!("{:02}-{}-{} {:02}:{:02}:{:02} UTC", at.day, at.month_name(), at.year, at.hour, at.minute, at.second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_pages() {
        for (name, page) in [("str_repeat", "function.str-repeat"), ("DateTime::__construct", "datetime.construct"), ("_", "function.")] {
            assert_eq!(manual_page(name.as_bytes()), page.as_bytes());
        }
    }
}
