//! PHP's readline extension: lines typed at a terminal, with editing, history and completion. It exists on the command line only.
//!
//! Modules: `readline` (functions), `edit` (a line from the terminal, or from whatever standard input is), `history` (the list
//! and its file), `words` (completion at the interactive shell).
#![forbid(unsafe_code)]

mod edit;
pub mod generated;
mod history;
mod readline;
mod words;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "readline",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| cx.line_editor = Some(&readline::LINE_EDITOR)),
    request_end: None,
    info: Some(|_| vec![("Readline Support".into(), "enabled".into()), ("Readline library".into(), "EditLine wrapper".into())]),
};
