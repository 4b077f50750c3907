//! The builtins of readline: lines from the terminal with a history, completion by the program, and the interface of callbacks.

use loxo_runtime::streams::paths::{check_open_basedir, expand, path_of};
use loxo_runtime::{Callable, Cx, ExtSlot, LineEditor, PhpArray, PhpResult, PhpStr, Typed, Value, convert};

use crate::edit::Completion;
use crate::{edit, history};

/// What the request has said.
#[derive(Default)]
struct State {
    history: Vec<Vec<u8>>,
    /// What `readline_info()` shows and sets.
    line: Vec<u8>,
    end: i64,
    name: Vec<u8>,
    completion_over: i64,
    complete: Option<Callable>,
    /// Of `readline_callback_handler_install()`.
    handler: Option<Handler>,
}

struct Handler {
    prompt: Vec<u8>,
    callback: Callable,
}

impl ExtSlot for State {}

fn show(cx: &mut Cx, text: &[u8]) {
    cx.flush_pending();
    cx.sapi.write(text);
    cx.sapi.flush();
}

/// `readline()`
pub(crate) fn readline(cx: &mut Cx, prompt: Option<&PhpStr>) -> PhpResult<Value> {
    let prompt = prompt.map(|prompt| prompt.to_vec()).unwrap_or_default();
    Ok(match typed(cx, &prompt, Completion::Nobody)? {
        Typed::Line(line) => Value::bytes(&line),
        Typed::Interrupted => Value::bytes(b""),
        Typed::End => Value::FALSE,
    })
}

/// A line, with the program's completion if it has one.
fn typed(cx: &mut Cx, prompt: &[u8], completion: Completion) -> PhpResult<Typed> {
    if !edit::at_terminal() {
        show(cx, prompt);
        return Ok(edit::plain_line().map_or(Typed::End, Typed::Line));
    }
    cx.flush_pending();
    let state = cx.ext::<State>();
    let history = state.history.clone();
    let completion = state.complete.clone().map_or(completion, Completion::Program);
    edit::terminal_line(cx, prompt, &history, completion)
}

/// What the interactive shell needs.
pub(crate) static LINE_EDITOR: LineEditor = LineEditor {
    read: |cx, prompt| match edit::at_terminal() {
        true => typed(cx, prompt, Completion::Code),
        // Nobody sees a prompt.
        false => Ok(edit::plain_line().map_or(Typed::End, Typed::Line)),
    },
    remember: |cx, line| cx.ext::<State>().history.push(line.to_vec()),
    load_history: |cx, file| {
        let lines = std::fs::read(file).ok().and_then(|text| history::decode(&text));
        cx.ext::<State>().history.extend(lines.unwrap_or_default());
    },
    save_history: |cx, file| {
        let _ = std::fs::write(file, history::encode(&cx.ext::<State>().history));
    },
};

/// `readline_info()`
pub(crate) fn readline_info(cx: &mut Cx, var_name: Option<&PhpStr>, value: &Value) -> PhpResult<Value> {
    const VERSION: &[u8] = b"EditLine wrapper";
    let state = cx.ext::<State>();
    let Some(wanted) = var_name else {
        let rows = [
            ("line_buffer", Value::bytes(&state.line)),
            ("point", Value::int(0)),
            ("end", Value::int(state.end)),
            ("erase_empty_line", Value::int(0)),
            ("library_version", Value::bytes(VERSION)),
            ("readline_name", Value::bytes(&state.name)),
            ("attempted_completion_over", Value::int(state.completion_over)),
        ];
        let mut all = PhpArray::new();
        rows.into_iter().for_each(|(name, value)| all.set_str(&PhpStr::interned(name.as_bytes()), value));
        return Ok(Value::array(all));
    };
    let new = (!value.deref().is_null()).then(|| value.deref().clone());
    Ok(match wanted.to_ascii_lowercase().as_slice() {
        b"line_buffer" => {
            let old = Value::bytes(&state.line);
            if let Some(new) = new {
                let text = convert::to_string(cx, &new)?;
                let state = cx.ext::<State>();
                (state.line, state.end) = (text.to_vec(), text.len() as i64);
            }
            old
        }
        b"point" | b"erase_empty_line" => Value::int(0),
        b"end" => Value::int(state.end),
        b"library_version" => Value::bytes(VERSION),
        b"readline_name" => {
            let old = Value::bytes(&state.name);
            if let Some(new) = new {
                let text = convert::to_string(cx, &new)?;
                cx.ext::<State>().name = text.to_vec();
            }
            old
        }
        b"attempted_completion_over" => {
            let old = Value::int(state.completion_over);
            if let Some(new) = new {
                let number = convert::to_int(cx, &new)?;
                cx.ext::<State>().completion_over = number;
            }
            old
        }
        _ => Value::NULL,
    })
}

/// `readline_add_history()`
pub(crate) fn readline_add_history(cx: &mut Cx, prompt: &PhpStr) -> PhpResult<bool> {
    cx.ext::<State>().history.push(prompt.to_vec());
    Ok(true)
}

/// `readline_clear_history()`
pub(crate) fn readline_clear_history(cx: &mut Cx) -> PhpResult<bool> {
    cx.ext::<State>().history.clear();
    Ok(true)
}

/// `readline_list_history()`
pub(crate) fn readline_list_history(cx: &mut Cx) -> PhpResult<PhpArray> {
    Ok(cx.ext::<State>().history.iter().map(|line| PhpStr::new(line)).collect())
}

/// The file of the history: `~/.history` if none is named. `None`: it may not be touched.
fn history_file(cx: &mut Cx, filename: Option<&PhpStr>) -> PhpResult<Option<Vec<u8>>> {
    match filename {
        Some(name) if !check_open_basedir(cx, name, true) => cx.check().map(|()| None),
        Some(name) => Ok(Some(expand(cx, name))),
        None => Ok(std::env::var_os("HOME").map(|home| [home.as_encoded_bytes(), b"/.history"].concat())),
    }
}

/// `readline_read_history()`
pub(crate) fn readline_read_history(cx: &mut Cx, filename: Option<&PhpStr>) -> PhpResult<bool> {
    let Some(file) = history_file(cx, filename)? else { return Ok(false) };
    let lines = std::fs::read(path_of(&file)).ok().and_then(|text| history::decode(&text));
    let found = lines.is_some();
    cx.ext::<State>().history.extend(lines.unwrap_or_default());
    Ok(found)
}

/// `readline_write_history()`
pub(crate) fn readline_write_history(cx: &mut Cx, filename: Option<&PhpStr>) -> PhpResult<bool> {
    let Some(file) = history_file(cx, filename)? else { return Ok(false) };
    let text = history::encode(&cx.ext::<State>().history);
    Ok(std::fs::write(path_of(&file), text).is_ok())
}

/// `readline_completion_function()`
pub(crate) fn readline_completion_function(cx: &mut Cx, callback: &Value) -> PhpResult<bool> {
    if let Ok(callable) = (cx.hooks.callable)(cx, callback)? {
        cx.ext::<State>().complete = Some(callable);
    }
    Ok(true)
}

/// `readline_callback_handler_install()`
pub(crate) fn readline_callback_handler_install(cx: &mut Cx, prompt: &PhpStr, callback: &Callable) -> PhpResult<bool> {
    let state = cx.ext::<State>();
    state.handler = Some(Handler { prompt: prompt.to_vec(), callback: callback.clone() });
    state.line.clear();
    if edit::at_terminal() {
        show(cx, prompt);
    }
    Ok(true)
}

/// `readline_callback_read_char()`: the terminal itself edits, and gives whole lines.
pub(crate) fn readline_callback_read_char(cx: &mut Cx) -> PhpResult<()> {
    let Some(callback) = cx.ext::<State>().handler.as_ref().map(|handler| handler.callback.clone()) else { return Ok(()) };
    let line = edit::plain_line().map_or(Value::NULL, |line| Value::bytes(&line));
    cx.call_vec(&callback, vec![line])?;
    // A handler that is still there waits for the next line.
    let prompt = cx.ext::<State>().handler.as_ref().map(|handler| handler.prompt.clone());
    if let Some(prompt) = prompt.filter(|_| edit::at_terminal()) {
        show(cx, &prompt);
    }
    Ok(())
}

/// `readline_callback_handler_remove()`
pub(crate) fn readline_callback_handler_remove(cx: &mut Cx) -> PhpResult<bool> {
    Ok(cx.ext::<State>().handler.take().is_some())
}

/// `readline_redisplay()`
pub(crate) fn readline_redisplay(cx: &mut Cx) -> PhpResult<()> {
    let shown = cx.ext::<State>().handler.as_ref().map(|handler| handler.prompt.clone());
    if let Some(prompt) = shown.filter(|_| edit::at_terminal()) {
        show(cx, &[b"\r", &prompt[..]].concat());
    }
    Ok(())
}

/// `readline_on_new_line()`: the prompt is shown when it is asked for again, whatever the column.
pub(crate) fn readline_on_new_line(_: &mut Cx) -> PhpResult<()> {
    Ok(())
}
