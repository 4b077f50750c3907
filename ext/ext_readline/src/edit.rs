//! A line: edited at a terminal, read byte by byte from anything else, so that what follows is left to others.

use std::cell::RefCell;

use loxo_runtime::{Callable, Cx, PhpResult, Value, convert};
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

/// A line typed at the terminal; `None` when the user ends the input.
pub(crate) fn terminal_line(cx: &mut Cx, prompt: &[u8], history: &[Vec<u8>], complete: Option<Callable>) -> PhpResult<Option<Vec<u8>>> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
    let mut list = MemHistory::with_config(&config);
    for line in history {
        let _ = list.add(&String::from_utf8_lossy(line));
    }
    let prompt = String::from_utf8_lossy(prompt).into_owned();
    let Ok(mut editor) = Editor::with_history(config, list) else { return Ok(plain_line()) };
    editor.set_helper(complete.map(|complete| Words { cx: RefCell::new(&mut *cx), complete }));
    let outcome = editor.readline(&prompt);
    drop(editor);
    cx.check()?;
    match outcome {
        Ok(line) => Ok(Some(line.into_bytes())),
        Err(ReadlineError::Interrupted) => Ok(Some(Vec::new())),
        Err(_) => Ok(None),
    }
}

/// Asks the program for words.
struct Words<'a> {
    cx: RefCell<&'a mut Cx>,
    complete: Callable,
}

impl Completer for Words<'_> {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at].rfind(|c: char| c.is_whitespace() || "\"'`@$><=;|&{(".contains(c)).map_or(0, |found| found + 1);
        let word = &line[start..at];
        let mut cx = self.cx.borrow_mut();
        let args = vec![Value::bytes(word.as_bytes()), Value::int(start as i64), Value::int(at as i64)];
        let Ok(answer) = cx.call_vec(&self.complete, args) else { return Ok((start, Vec::new())) };
        let mut words = Vec::new();
        for value in answer.as_array().into_iter().flat_map(|words| words.values()) {
            let Ok(text) = convert::to_string(&mut cx, value.deref()) else { break };
            let text = text.to_str_lossy().into_owned();
            if text.starts_with(word) {
                words.push(text);
            }
        }
        Ok((start, words))
    }
}

impl Helper for Words<'_> {}
impl Highlighter for Words<'_> {}
impl Validator for Words<'_> {}
impl Hinter for Words<'_> {
    type Hint = String;
}
