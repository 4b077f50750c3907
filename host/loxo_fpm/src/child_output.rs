//! What children write to standard output and standard error, as lines of the error log.

use crate::log::{Log, WARNING};

/// A child has finished a request: what it has written so far is a line, even if it does not end.
pub(crate) const FLUSH: &[u8] = b"\0fscf\0";

/// The text of one child that is not written yet.
pub(crate) struct ChildOutput {
    /// `[pool www] child 12 said into stderr: `
    prefix: String,
    decorate: bool,
    line: Vec<u8>,
    /// Where the text begins in `line`.
    started: bool,
    /// What may be the beginning of [`FLUSH`].
    held: Vec<u8>,
}

impl ChildOutput {
    pub(crate) fn new(decorate: bool) -> ChildOutput {
        ChildOutput { prefix: String::new(), decorate, line: Vec::new(), started: false, held: Vec::new() }
    }

    /// Bytes that a child has written. `prefix`: what stands before its lines, which tells what it has written them to.
    pub(crate) fn take(&mut self, log: &Log, prefix: &str, bytes: &[u8]) {
        if self.prefix != prefix {
            self.finish(log, "");
            self.prefix = prefix.to_string();
        }
        let all = [std::mem::take(&mut self.held), bytes.to_vec()].concat();
        let mut rest = &all[..];
        while let Some(at) = rest.iter().position(|b| matches!(b, b'\n' | 0)) {
            let (text, end) = rest.split_at(at);
            if end.starts_with(b"\n") {
                self.text(log, text);
                self.finish(log, "");
                rest = &end[1..];
            } else if end.starts_with(FLUSH) {
                self.text(log, text);
                self.finish(log, "");
                rest = &end[FLUSH.len()..];
            } else if FLUSH.starts_with(end) {
                self.text(log, text);
                self.held = end.to_vec();
                return;
            } else {
                self.text(log, &rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
        self.text(log, rest);
    }

    /// Text within a line; lines that are too long go on in the next one.
    fn text(&mut self, log: &Log, mut text: &[u8]) {
        let limit = log.limit.get();
        while !text.is_empty() {
            if !self.started {
                self.started = true;
                if self.decorate {
                    self.line = [log.prefix(WARNING).as_bytes(), self.prefix.as_bytes(), b"\""].concat();
                }
            }
            let used = self.line.len() + usize::from(self.decorate);
            if used + text.len() < limit {
                self.line.extend_from_slice(text);
                return;
            }
            let (now, later) = text.split_at(limit.saturating_sub(used + 1).max(1).min(text.len()));
            self.line.extend_from_slice(now);
            self.end(log);
            text = later;
        }
    }

    fn end(&mut self, log: &Log) {
        if self.decorate {
            self.line.push(b'"');
        }
        if WARNING >= log.level() || !self.decorate {
            log.write_line(WARNING, &self.line);
        }
        self.line.clear();
        self.started = false;
    }

    /// The line ends here, if there is one. `suffix`: what the log says behind it.
    fn finish(&mut self, log: &Log, suffix: &str) {
        if !self.started {
            return;
        }
        if suffix.is_empty() || !self.decorate {
            self.end(log);
            return;
        }
        self.line.push(b'"');
        let limit = log.limit.get();
        let room = limit.saturating_sub(self.line.len() + 1).min(suffix.len());
        let (now, later) = suffix.split_at(room);
        self.line.extend_from_slice(now.as_bytes());
        log.write_line(WARNING, &self.line);
        if !later.is_empty() {
            log.write_line(WARNING, &[log.prefix(WARNING).as_bytes(), self.prefix.as_bytes(), later.as_bytes()].concat());
        }
        self.line.clear();
        self.started = false;
    }

    /// The pipe is closed. `alone`: nothing was known of this child's output before.
    pub(crate) fn close(&mut self, log: &Log, fresh: bool) {
        let held = std::mem::take(&mut self.held);
        self.text(log, &held);
        self.finish(log, if fresh { ", pipe is closed" } else { "" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(decorate: bool, pieces: &[&[u8]]) -> String {
        let log = Log::for_tests();
        let mut output = ChildOutput::new(decorate);
        pieces.iter().for_each(|piece| output.take(&log, "[pool w] child 7 said into stderr: ", piece));
        output.close(&log, false);
        log.recorded()
    }

    const PREFIX: &str = "WARNING: [pool w] child 7 said into stderr: ";

    #[test]
    fn lines() {
        assert_eq!(written(true, &[b"a\nb", b"c\n"]), format!("{PREFIX}\"a\"\n{PREFIX}\"bc\"\n"));
        assert_eq!(written(true, &[b"a\0fs", b"cf\0b\0c\n\n"]), format!("{PREFIX}\"a\"\n{PREFIX}\"b\0c\"\n"));
        assert_eq!(written(false, &[b"a\nb"]), "a\nb\n");
    }

    #[test]
    fn long_lines_go_on() {
        let text = written(true, &[&[b'x'; 2000]]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[..2].iter().all(|line| line.len() == 1023 && line.starts_with(PREFIX) && line.ends_with("x\"")));
        assert_eq!(text.matches('x').count(), 2000);
    }
}
