//! `-a`: statements are run as they are typed, until the input ends or says `exit`.
//!
//! What errors, uncaught exceptions and `exit()` end is the statement. Lines come from the readline extension: edited, with history
//! and completion at a terminal, read one by one from anything else. `statement` decides whether a statement is complete.

mod statement;

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use loxo_engine::Request;
use loxo_runtime::{LineEditor, Sapi, Typed};
use statement::EndsIn;

use super::CliArgs;
use crate::boot::Boot;
use crate::sapi;

/// What messages call the file.
const NAME: &[u8] = b"php shell code";

/// Where output goes.
#[derive(Default)]
struct Output {
    /// The last byte since the statement began: what does not end its line is ended before the next prompt.
    last: Option<u8>,
    /// `cli.pager`, once the statement has written something.
    pager: Option<Child>,
    pager_command: Vec<u8>,
    /// What code in the prompt prints belongs into the prompt.
    prompt: Option<Vec<u8>>,
}

impl Output {
    fn write(&mut self, bytes: &[u8]) -> bool {
        if let Some(prompt) = &mut self.prompt {
            prompt.extend_from_slice(bytes);
            return true;
        }
        self.last = bytes.last().copied().or(self.last);
        if self.pager.is_none() && !self.pager_command.is_empty() {
            use std::os::unix::ffi::OsStrExt;
            let command = std::ffi::OsStr::from_bytes(&self.pager_command);
            self.pager = Command::new("/bin/sh").arg("-c").arg(command).stdin(Stdio::piped()).spawn().ok();
        }
        match self.pager.as_mut().and_then(|pager| pager.stdin.as_mut()) {
            // A pager that was left early has seen enough.
            Some(pager) => pager.write_all(bytes).is_ok() || self.last.is_some(),
            None => sapi::write_stdout(bytes),
        }
    }

    /// The statement is done: its last line is ended, the pager is waited for.
    fn end_statement(&mut self) {
        match self.pager.take() {
            Some(mut pager) => {
                drop(pager.stdin.take());
                let _ = pager.wait();
            }
            None if self.last.is_some_and(|last| last != b'\n') => {
                sapi::write_stdout(b"\n");
            }
            None => {}
        }
        self.last = None;
    }
}

struct Terminal(Rc<RefCell<Output>>);

impl Sapi for Terminal {
    fn name(&self) -> &'static str {
        "cli"
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        self.0.borrow_mut().write(bytes)
    }

    fn log(&mut self, message: &[u8]) {
        sapi::log_to_stderr(message);
    }
}

/// Runs the shell. The exit status is that of the last `exit()`, or 255 if an error ended a statement after it.
pub(super) fn run(boot: &Boot, args: &CliArgs) -> i32 {
    let output = Rc::new(RefCell::new(Output::default()));
    let mut request = super::request::begin(boot, args, Box::new(Terminal(output.clone())), args.file.as_deref());
    let Some(editor) = request.cx().line_editor else {
        eprintln!("loxo: -a needs the readline extension, which is not in this build");
        return 1;
    };
    let mut shell = Shell { request: &mut request, editor, output, code: Vec::new(), history: history_file() };
    shell.run();
    request.finish()
}

/// `$PHP_HISTFILE`, or `~/.php_history`.
fn history_file() -> Option<PathBuf> {
    std::env::var_os("PHP_HISTFILE")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME").filter(|home| !home.is_empty())?).join(".php_history")))
}

struct Shell<'r> {
    request: &'r mut Request,
    editor: &'static LineEditor,
    output: Rc<RefCell<Output>>,
    /// Lines that wait for the rest of their statement.
    code: Vec<u8>,
    history: Option<PathBuf>,
}

impl Shell<'_> {
    fn run(&mut self) {
        sapi::write_stdout(b"Interactive shell\n\n");
        self.request.run_prepended();
        self.after_statement();
        if let Some(file) = &self.history {
            (self.editor.load_history)(self.request.cx(), file);
        }
        let mut ends_in = EndsIn::Code;
        loop {
            let prompt = self.prompt(ends_in);
            match (self.editor.read)(self.request.cx(), &prompt) {
                Ok(Typed::Line(line)) => match self.line(&line) {
                    Some(now) => ends_in = now,
                    None => return,
                },
                Ok(Typed::Interrupted) => {
                    self.code.clear();
                    ends_in = EndsIn::Code;
                }
                Ok(Typed::End) => return,
                // The program's own completion has thrown.
                Err(_) => {
                    self.request.cx().warn_of_uncaught();
                    self.after_statement();
                }
            }
        }
    }

    /// What the next prompt stands in; `None`: the user wants to go.
    fn line(&mut self, line: &[u8]) -> Option<EndsIn> {
        if matches!(line, b"exit" | b"quit") {
            return None;
        }
        if self.code.is_empty() && line.is_empty() {
            return Some(EndsIn::Code);
        }
        if let Some((name, value)) = setting(line) {
            let _ = self.request.cx().ini_set(name, value);
            (self.editor.remember)(self.request.cx(), line);
            return Some(EndsIn::Code);
        }
        self.code.extend_from_slice(line);
        self.code.push(b'\n');
        if !line.is_empty() {
            (self.editor.remember)(self.request.cx(), line);
        }
        let short_tags = self.request.cx().ini_bool("short_open_tag");
        let progress = statement::check(&self.code, short_tags);
        if progress.complete {
            if let Some(file) = &self.history {
                (self.editor.save_history)(self.request.cx(), file);
            }
            let code = std::mem::take(&mut self.code);
            self.output.borrow_mut().pager_command = self.request.cx().ini_str("cli.pager").to_vec();
            self.request.run_statement(&code, NAME);
            self.after_statement();
        }
        Some(progress.ends_in)
    }

    fn after_statement(&mut self) {
        self.request.cx().flush_pending();
        self.output.borrow_mut().end_statement();
    }

    /// `cli.prompt`: its escapes, and the output of code between backticks.
    fn prompt(&mut self, ends_in: EndsIn) -> Vec<u8> {
        let (block, sign) = match ends_in {
            EndsIn::Code => ("php", b'>'),
            EndsIn::Parentheses => ("php", b'('),
            EndsIn::Braces => ("php", b'{'),
            EndsIn::SingleQuotes => ("php", b'\''),
            EndsIn::DoubleQuotes => ("php", b'"'),
            EndsIn::Comment => ("/* ", b'>'),
            EndsIn::Heredoc => ("<<<", b'>'),
            EndsIn::Html => ("   ", b'>'),
        };
        let wanted = self.request.cx().ini_str("cli.prompt");
        let mut prompt = Vec::new();
        let mut rest = &wanted[..];
        let mut warned = false;
        while let [byte, behind @ ..] = rest {
            rest = behind;
            match (byte, behind.first()) {
                (b'\\', Some(escaped @ (b'\\' | b'`' | b'n' | b't' | b'e' | b'v' | b'b' | b'>'))) => {
                    rest = &behind[1..];
                    match escaped {
                        b'n' => prompt.push(b'\n'),
                        b't' => prompt.push(b'\t'),
                        b'e' => prompt.push(0x1b),
                        b'v' => prompt.extend_from_slice(crate::version::php_version().as_bytes()),
                        b'b' => prompt.extend_from_slice(block.as_bytes()),
                        b'>' => prompt.push(sign),
                        other => prompt.push(*other),
                    }
                }
                (b'`', _) => {
                    if let Some(end) = behind.iter().position(|byte| *byte == b'`') {
                        rest = &behind[end + 1..];
                        prompt.extend_from_slice(&self.printed(&behind[..end]));
                    }
                }
                (128.., _) => {
                    if !std::mem::replace(&mut warned, true) {
                        self.request.cx().warning("prompt contains unsupported unicode characters");
                        self.after_statement();
                    }
                    prompt.push(b'?');
                }
                _ => prompt.push(*byte),
            }
        }
        prompt
    }

    /// What code in the prompt prints.
    fn printed(&mut self, code: &[u8]) -> Vec<u8> {
        self.output.borrow_mut().prompt = Some(Vec::new());
        self.request.run_statement(code, b"php prompt code");
        self.request.cx().flush_pending();
        self.output.borrow_mut().prompt.take().unwrap_or_default()
    }
}

/// `#name=value` changes a setting.
fn setting(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(b"#").filter(|line| !line.starts_with(b"["))?;
    let equals = line.iter().position(|byte| *byte == b'=')?;
    Some((&line[..equals], &line[equals + 1..]))
}
