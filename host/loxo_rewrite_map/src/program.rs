//! Maps that are programs (`prg:`): a key goes to its standard input as a line, the line that comes back is the value.
//!
//! One process answers everybody, one key at a time. It is started at the first lookup, and again after it has ended, has not answered in time, or
//! is out of step: each answer belongs to the key before it, or there is none.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How long a lookup waits for its turn, and then for its answer.
pub const ANSWER_LIMIT: Duration = Duration::from_secs(5);
/// A program that has ended without an answer is not started again before.
const PAUSE: Duration = Duration::from_secs(1);
/// Bytes of an answer.
const LINE_LIMIT: usize = 64 << 10;

/// A program and what it is called with.
#[derive(Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<String>,
    limit: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: Option<Process>,
    /// When a process began that gave no answer.
    failed_start: Option<Instant>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    began: Instant,
    has_answered: bool,
}

/// Why there is no answer.
enum Failure {
    /// The key did not reach the program: another process can be asked.
    NotAsked,
    Other(String),
}

impl Program {
    /// `PROGRAM ARGUMENT…`, where quotes keep blanks together.
    pub fn parse(command: &str, folder: &Path) -> Result<Program, String> {
        let mut words = words(command)?.into_iter();
        let path = words.next().filter(|word| !word.is_empty()).ok_or("prg: needs a program: prg:/usr/local/bin/map")?;
        let path = folder.join(path);
        match rustix::fs::access(&path, rustix::fs::Access::EXEC_OK) {
            Ok(()) if path.is_file() => Ok(Program { path, arguments: words.collect(), limit: ANSWER_LIMIT, state: Mutex::default() }),
            _ => Err(format!("{} is no program that can be run", path.display())),
        }
    }

    /// The number of its process, if it runs.
    pub fn process(&self) -> Option<u32> {
        self.state().running.as_ref().map(|process| process.child.id())
    }

    /// What the program answers; `NULL` is nothing. A key of several lines has no value: it would be several keys.
    pub fn lookup(&self, key: &[u8]) -> Result<Option<Vec<u8>>, String> {
        if key.contains(&b'\n') || key.contains(&0) {
            return Ok(None);
        }
        let came = Instant::now();
        let mut state = self.state();
        let mut question = key.to_vec();
        question.push(b'\n');
        // Those before had their time; whoever comes behind a program that hangs must not wait for all of them.
        if came.elapsed() > self.limit {
            return Err(format!("{} was busy for {} seconds", self.path.display(), self.limit.as_secs()));
        }
        let asked = match state.ask(self, &question) {
            Err(Failure::NotAsked) => state.ask(self, &question),
            asked => asked,
        };
        let line = asked.map_err(|failure| match failure {
            Failure::NotAsked => format!("{} ended", self.path.display()),
            Failure::Other(message) => format!("{} {message}", self.path.display()),
        })?;
        Ok((!line.eq_ignore_ascii_case(b"NULL")).then_some(line))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> Result<Process, String> {
        let mut command = Command::new(&self.path);
        // A group of its own: an interrupt from a terminal is the server's, which ends the program itself.
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let failed = |error: std::io::Error| format!("cannot be started: {error}");
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err("has no pipes".into()) };
        for pipe in [input.as_fd(), output.as_fd()] {
            rustix::io::ioctl_fionbio(pipe, true).map_err(|error| failed(error.into()))?;
        }
        Ok(Process { child, input, output, began: Instant::now(), has_answered: false })
    }
}

impl State {
    /// Asks the process that runs, or one that is started. A process that fails ends.
    fn ask(&mut self, program: &Program, question: &[u8]) -> Result<Vec<u8>, Failure> {
        if let Some(process) = &self.running
            && waits_for_reader(process.output.as_fd())
        {
            // It has ended, or says something that nobody asked.
            self.end();
        }
        if self.running.is_none() {
            if self.failed_start.is_some_and(|began| began.elapsed() < PAUSE) {
                return Err(Failure::Other("ended at once, and is started again in a second".into()));
            }
            self.failed_start = None;
            self.running = Some(program.start().map_err(|message| {
                self.failed_start = Some(Instant::now());
                Failure::Other(message)
            })?);
        }
        let Some(process) = &mut self.running else { return Err(Failure::NotAsked) };
        let answer = process.ask(question, Instant::now() + program.limit);
        if answer.is_err() {
            self.end();
        }
        answer
    }

    fn end(&mut self) {
        if let Some(process) = self.running.take().filter(|process| !process.has_answered) {
            self.failed_start = Some(process.began);
        }
    }
}

impl Process {
    fn ask(&mut self, mut question: &[u8], until: Instant) -> Result<Vec<u8>, Failure> {
        let whole = question.len();
        while !question.is_empty() {
            match self.input.write(question) {
                Ok(written) => question = &question[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => wait(self.input.as_fd(), PollFlags::OUT, until)?,
                Err(_) if question.len() == whole => return Err(Failure::NotAsked),
                Err(_) => return Err(Failure::Other("ended before it was asked".into())),
            }
        }
        let (mut line, mut part) = (Vec::new(), [0; 4096]);
        loop {
            match self.output.read(&mut part) {
                Ok(0) => return Err(Failure::Other("ended without an answer".into())),
                Ok(count) => line.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => wait(self.output.as_fd(), PollFlags::IN, until)?,
                Err(error) => return Err(Failure::Other(format!("cannot be read: {error}"))),
            }
            match line.iter().position(|b| *b == b'\n') {
                Some(end) if end + 1 < line.len() => return Err(Failure::Other("answered more than one line".into())),
                Some(end) => {
                    self.has_answered = true;
                    line.truncate(end);
                    return Ok(value(line));
                }
                None if line.len() > LINE_LIMIT => return Err(Failure::Other(format!("answered more than {LINE_LIMIT} bytes"))),
                None => {}
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value in a line: what stands before the `\r` of an end in two characters, and before a NUL, where Apache's texts end.
fn value(mut line: Vec<u8>) -> Vec<u8> {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if let Some(end) = line.iter().position(|b| *b == 0) {
        line.truncate(end);
    }
    line
}

/// Whether there is something to read, or the end.
fn waits_for_reader(pipe: BorrowedFd<'_>) -> bool {
    let mut polled = [PollFd::new(&pipe, PollFlags::IN)];
    poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
}

fn wait(pipe: BorrowedFd<'_>, what: PollFlags, until: Instant) -> Result<(), Failure> {
    let rest = until.saturating_duration_since(Instant::now());
    let rest = Timespec { tv_sec: rest.as_secs().cast_signed(), tv_nsec: rest.subsec_nanos().into() };
    match poll(&mut [PollFd::new(&pipe, what)], Some(&rest)) {
        Ok(0) => Err(Failure::Other("did not answer in time".into())),
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(Failure::Other(format!("cannot be waited for: {error}"))),
    }
}

/// Splits a command at blanks. Quotes of both kinds keep what is between them together; a backslash before a blank, a quote or a backslash takes
/// that as it is.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.peek().is_some_and(|next| " \t\"'\\".contains(*next)) => {
                word.get_or_insert_default().extend(characters.next());
            }
            character if quote == Some(character) => quote = None,
            '"' | '\'' if quote.is_none() => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            ' ' | '\t' if quote.is_none() => words.extend(word.take()),
            character => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(format!("a quote is not closed: prg:{command}")) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        assert_eq!(words("/a  b 'c d' \"e'f\" g\\ h \\n ''").unwrap(), ["/a", "b", "c d", "e'f", "g h", "\\n", ""]);
        assert!(words("/a 'b").is_err());
        assert_eq!(Program::parse("", Path::new("/")).unwrap_err(), "prg: needs a program: prg:/usr/local/bin/map");
        assert_eq!(Program::parse("/none", Path::new("/")).unwrap_err(), "/none is no program that can be run");
    }

    fn shell(script: &str, limit: Duration) -> Program {
        Program { limit, ..Program::parse(&format!("/bin/sh -c '{script}'"), Path::new("/")).expect("a program") }
    }

    fn text(answer: Result<Option<Vec<u8>>, String>) -> String {
        answer.map_or_else(|error| error, |value| value.map_or("none".into(), |value| format!("={}", String::from_utf8_lossy(&value))))
    }

    #[test]
    fn answers() {
        let script = r#"while read -r key; do case $key in null) echo nUlL;; crlf) printf "x\r\n";; cr) printf "x\ry\n";; empty) echo;; end) exit;; half) printf z; exit;;
            two) printf "1\n2\n";; *) echo "[$key]";; esac; done"#;
        let program = shell(script, Duration::from_secs(60));
        for (key, expected) in [
            ("a b", "=[a b]"),
            ("null", "none"),
            ("crlf", "=x"),
            ("cr", "=x\ry"),
            ("empty", "="),
            ("a\nb", "none"),
            ("end", "/bin/sh ended without an answer"),
            ("next", "=[next]"),
            ("half", "/bin/sh ended without an answer"),
            ("two", "/bin/sh ended at once, and is started again in a second"),
        ] {
            // The process that answered `half` had answered before; one that did not is not started again at once.
            if key == "two" {
                program.state().failed_start = Some(Instant::now());
            }
            assert_eq!(text(program.lookup(key.as_bytes())), expected, "{key}");
        }
        program.state().failed_start = None;
        assert_eq!(text(program.lookup(b"two")), "/bin/sh answered more than one line");
        assert!(program.process().is_none());
    }

    #[test]
    fn a_process_that_was_killed_meanwhile_costs_no_answer() {
        let program = shell(r#"while read -r key; do echo "$$ $key"; done"#, Duration::from_secs(60));
        let first = text(program.lookup(b"k"));
        let pid = program.process().expect("runs");
        assert_eq!(first, format!("={pid} k"));
        let number = rustix::process::Pid::from_raw(pid.cast_signed()).expect("a process");
        rustix::process::kill_process(number, rustix::process::Signal::KILL).expect("is there");
        // Until the system has closed its pipes.
        let state = program.state();
        let process = state.running.as_ref().expect("is known");
        poll(&mut [PollFd::new(&process.output, PollFlags::IN)], None).expect("ends");
        drop(state);
        let second = text(program.lookup(b"k"));
        assert_ne!(program.process(), Some(pid));
        assert_eq!(second, format!("={} k", program.process().expect("runs")));
    }

    #[test]
    fn a_program_that_hangs_holds_nobody_long() {
        let program = shell("while read -r key; do exec sleep 60; done", Duration::from_millis(200));
        let began = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| assert!(program.lookup(b"k").is_err()));
            }
        });
        // 20 times 60 s otherwise.
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    }
}
