//! A line: edited at a terminal, read byte by byte from anything else, so that what follows is left to others.

use std::cell::RefCell;

use crate::words;
use loxo_runtime::{Callable, Cx, PhpResult, Typed, Value, convert};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// The next byte of standard input; `None` at its end.
fn byte() -> Option<u8> {
    let mut byte = [0];
    loop {
        match rustix::io::read(rustix::stdio::stdin(), &mut byte) {
            Ok(1) => return Some(byte[0]),
            Err(rustix::io::Errno::INTR) => {}
            _ => return None,
        }
    }
}

/// A line of standard input without its end; `None` if there is none.
pub(crate) fn plain_line() -> Option<Vec<u8>> {
    let mut line = Vec::new();
    loop {
        match byte() {
            Some(b'\n') => return Some(line),
            Some(byte) => line.push(byte),
            None => return (!line.is_empty()).then_some(line),
        }
    }
}

pub(crate) fn at_terminal() -> bool {
    rustix::termios::isatty(rustix::stdio::stdin()) && rustix::termios::isatty(rustix::stdio::stdout())
}

/// Lines of the history that the terminal offers.
const OFFERED: usize = 10_000;

/// Who completes words.
pub(crate) enum Completion {
    Nobody,
    /// `readline_completion_function()`
    Program(Callable),
    /// The interactive shell, which knows PHP's names.
    Code,
}

/// A line typed at the terminal.
pub(crate) fn terminal_line(cx: &mut Cx, prompt: &[u8], history: &[Vec<u8>], completion: Completion) -> PhpResult<Typed> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).max_history_size(OFFERED);
    let Ok(config) = config.map(|config| config.build()) else { return Ok(plain_line().map_or(Typed::End, Typed::Line)) };
    let mut list = MemHistory::with_config(&config);
    for line in &history[history.len().saturating_sub(OFFERED)..] {
        let _ = list.add(&String::from_utf8_lossy(line));
    }
    let prompt = String::from_utf8_lossy(prompt).into_owned();
    let Ok(mut editor) = Editor::with_history(config, list) else { return Ok(plain_line().map_or(Typed::End, Typed::Line)) };
    editor.set_helper(Some(Words { cx: RefCell::new(&mut *cx), completion }));
    let outcome = editor.readline(&prompt);
    drop(editor);
    cx.check()?;
    Ok(match outcome {
        Ok(line) => Typed::Line(line.into_bytes()),
        Err(ReadlineError::Interrupted) => Typed::Interrupted,
        Err(_) => Typed::End,
    })
}

/// Asks for words.
struct Words<'a> {
    cx: RefCell<&'a mut Cx>,
    completion: Completion,
}

impl Completer for Words<'_> {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let mut cx = self.cx.borrow_mut();
        Ok(match &self.completion {
            Completion::Nobody => (at, Vec::new()),
            Completion::Program(callback) => words_of_program(&mut cx, callback, line, at),
            Completion::Code => words::complete(&mut cx, &line[..at]),
        })
    }
}

fn words_of_program(cx: &mut Cx, callback: &Callable, line: &str, at: usize) -> (usize, Vec<String>) {
    let start = line[..at].rfind(|c: char| c.is_whitespace() || "\"'`@$><=;|&{(".contains(c)).map_or(0, |found| found + 1);
    let word = &line[start..at];
    let args = vec![Value::bytes(word.as_bytes()), Value::int(start as i64), Value::int(at as i64)];
    let Ok(answer) = cx.call_vec(callback, args) else { return (start, Vec::new()) };
    let mut words = Vec::new();
    for value in answer.as_array().into_iter().flat_map(|words| words.values()) {
        let Ok(text) = convert::to_string(cx, value.deref()) else { break };
        let text = text.to_str_lossy().into_owned();
        if text.starts_with(word) {
            words.push(text);
        }
    }
    (start, words)
}

impl Helper for Words<'_> {}
impl Highlighter for Words<'_> {}
impl Validator for Words<'_> {}
impl Hinter for Words<'_> {
    type Hint = String;
}
