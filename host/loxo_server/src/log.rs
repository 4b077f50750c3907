//! The access log, the error log, and the log of the built-in server.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{SystemTime, UNIX_EPOCH};

use loxo_base::civil::UtcTime;

use crate::message::RequestHead;
use crate::site::SapiKind;

/// A line of the error log on standard error.
pub(crate) fn error(sapi: SapiKind, message: &[u8]) {
    let time = match sapi {
        SapiKind::Fpm => clf_time(SystemTime::now()),
        SapiKind::CliServer => c_time(SystemTime::now()),
    };
    let line = [b"[", time.as_bytes(), b"] ", message, b"\n"].concat();
    // There is nobody left to tell if this fails.
    let _ = io::stderr().write_all(&line);
}

fn utc(time: SystemTime) -> UtcTime {
    UtcTime::of_unix(time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64))
}

/// `21/Nov/2026:10:00:00 +0000`
fn clf_time(time: SystemTime) -> String {
    let time = utc(time);
    let UtcTime { year, day, hour, minute, second, .. } = time;
    format!("{day:02}/{}/{year}:{hour:02}:{minute:02}:{second:02} +0000", time.month_name())
}

/// `Sat Nov 21 10:00:00 2026`
fn c_time(time: SystemTime) -> String {
    let time = utc(time);
    let UtcTime { year, day, hour, minute, second, .. } = time;
    format!("{} {} {day:2} {hour:02}:{minute:02}:{second:02} {year}", time.day_name(), time.month_name())
}

/// How a line of the access log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Apache's combined format, and milliseconds.
    #[default]
    Combined,
    /// An object of JSON.
    Json,
    /// For the terminal of a developer: time, status, milliseconds, bytes, request.
    Terminal { color: bool },
}

impl LogFormat {
    /// By its name.
    pub fn named(name: &str) -> Option<LogFormat> {
        match name {
            "combined" => Some(LogFormat::Combined),
            "json" => Some(LogFormat::Json),
            _ => None,
        }
    }
}

/// Where the lines of the access log go: to a thread of its own, which writes many at once.
#[derive(Clone)]
pub(crate) struct AccessLog(Sender<Entry>, LogFormat);

/// What the log's thread is to do.
enum Entry {
    Line(String),
    /// The file was moved away: the next line belongs into a new one.
    Reopen,
}

impl AccessLog {
    /// `-` is standard output.
    pub(crate) fn open(target: &std::path::Path, format: LogFormat) -> io::Result<AccessLog> {
        let path = (target.as_os_str() != "-").then(|| std::path::absolute(target)).transpose()?;
        let file = path.as_deref().map(open_log).transpose()?;
        let (sender, receiver) = channel();
        std::thread::Builder::new().name("access-log".into()).spawn(move || write_lines(path.as_deref(), file, &receiver))?;
        Ok(AccessLog(sender, format))
    }

    /// Goes on in the file that has the log's name now.
    pub(crate) fn reopen(&self) {
        let _ = self.0.send(Entry::Reopen);
    }

    /// A request that is over.
    pub(crate) fn add(&self, head: &RequestHead, status: u16, bytes: u64, taken: std::time::Duration) {
        if self.1 == LogFormat::Json {
            let _ = self.0.send(Entry::Line(json(head, status, bytes, taken)));
            return;
        }
        if let LogFormat::Terminal { color } = self.1 {
            if !head.target.starts_with("/.loxo/") {
                let _ = self.0.send(Entry::Line(terminal(head, status, bytes, taken, color)));
            }
            return;
        }
        let quoted = |name: &str| head.header(name).map_or_else(|| "-".to_string(), |value| escape(&String::from_utf8_lossy(value)));
        let line = format!(
            "{} - - [{}] \"{} {} {}\" {status} {bytes} \"{}\" \"{}\" {:.1}\n",
            head.peer.ip(),
            clf_time(SystemTime::now()),
            escape(&head.method),
            escape(&head.target),
            head.protocol,
            quoted("referer"),
            quoted("user-agent"),
            taken.as_secs_f64() * 1000.0
        );
        // The log's thread ends with the process.
        let _ = self.0.send(Entry::Line(line));
    }
}

/// `10:00:00 200   12.3 ms  1234 B  GET /`
fn terminal(head: &RequestHead, status: u16, bytes: u64, taken: std::time::Duration, color: bool) -> String {
    let UtcTime { hour, minute, second, .. } = utc(SystemTime::now());
    let code = match status {
        500.. => 31,
        400.. => 33,
        300.. => 36,
        _ => 32,
    };
    let (begin, end) = if color { (format!("\u{1b}[{code}m"), "\u{1b}[0m") } else { (String::new(), "") };
    let millis = taken.as_secs_f64() * 1000.0;
    format!(
        "{hour:02}:{minute:02}:{second:02} {begin}{status}{end} {millis:>8.1} ms {bytes:>9} B  {} {}\n",
        escape(&head.method),
        escape(&head.target)
    )
}

/// A line of JSON. What is no UTF-8 has marks in its place.
fn json(head: &RequestHead, status: u16, bytes: u64, taken: std::time::Duration) -> String {
    let field = |name: &str| head.header(name).map_or_else(|| "null".to_string(), |value| json_text(&String::from_utf8_lossy(value)));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!(
        "{{\"time\":{}.{:03},\"client\":\"{}\",\"method\":{},\"scheme\":\"{}\",\"host\":{},\"target\":{},\"protocol\":\"{}\",\"status\":{status},\"bytes\":{bytes},\"seconds\":{:.6},\"referer\":{},\"user_agent\":{}}}\n",
        now.as_secs(),
        now.subsec_millis(),
        head.peer.ip(),
        json_text(&head.method),
        if head.secure { "https" } else { "http" },
        field("host"),
        json_text(&head.target),
        head.protocol,
        taken.as_secs_f64(),
        field("referer"),
        field("user-agent"),
    )
}

pub(crate) fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Nothing that a client sends breaks a line or a quote.
fn escape(text: &str) -> String {
    if !text.chars().any(|c| c.is_control() || c == '"' || c == '\\') {
        return text.to_string();
    }
    text.chars().map(|c| if c.is_control() || c == '"' || c == '\\' { format!("\\x{:02x}", u32::from(c)) } else { c.to_string() }).collect()
}

fn open_log(path: &std::path::Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

fn write_lines(path: Option<&std::path::Path>, mut file: Option<File>, entries: &Receiver<Entry>) {
    while let Ok(first) = entries.recv() {
        let mut text = String::new();
        let mut reopen = false;
        for entry in std::iter::once(first).chain(entries.try_iter().take(1000)) {
            match entry {
                Entry::Line(line) => text += &line,
                Entry::Reopen => {
                    reopen = true;
                    break;
                }
            }
        }
        let _ = match &mut file {
            Some(file) => file.write_all(text.as_bytes()),
            None => io::stdout().lock().write_all(text.as_bytes()),
        };
        if let Some(path) = path.filter(|_| reopen) {
            match open_log(path) {
                Ok(opened) => file = Some(opened),
                Err(problem) => error(SapiKind::Fpm, format!("{} cannot be opened again: {problem}", path.display()).as_bytes()),
            }
        }
    }
}

/// The built-in server's log, with colours on a terminal if `cli_server.color` says so.
pub(crate) struct BuiltinLog {
    pub(crate) color: bool,
    /// `-q`
    pub(crate) quiet: bool,
}

impl BuiltinLog {
    pub(crate) fn line(&self, text: &str) {
        error(SapiKind::CliServer, text.as_bytes());
    }

    pub(crate) fn message(&self, text: &str) {
        if !self.quiet {
            self.line(text);
        }
    }

    /// `127.0.0.1:1234 [200]: GET /`. After a fatal error that line is red, whatever status was sent.
    pub(crate) fn response(&self, head: &RequestHead, status: u16, is_fatal: bool, message: Option<&str>) {
        let basic = format!("[{status}]: {} {}", head.method, head.target);
        let code = match status {
            200 if is_fatal => 31,
            500.. => 31,
            400.. => 33,
            _ => 32,
        };
        let basic = if self.color { format!("\u{1b}[{code}m{basic}\u{1b}[0m") } else { basic };
        let message = message.map(|message| format!(" - {message}")).unwrap_or_default();
        self.message(&format!("{} {basic}{message}", head.peer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times() {
        let time = UNIX_EPOCH + Duration::from_secs(1_795_255_200);
        assert_eq!(clf_time(time), "21/Nov/2026:10:00:00 +0000");
        assert_eq!(c_time(time), "Sat Nov 21 10:00:00 2026");
    }

    #[test]
    fn escaping() {
        assert_eq!(escape("a\"\n\\"), "a\\x22\\x0a\\x5c");
    }
}
