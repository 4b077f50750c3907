//! Excimer: a timer that calls PHP code, and a profiler that notes the stack of calls from time to time.
//!
//! Modules: `profiler`, `log`, `log_entry` and `timer` are the classes, `functions` the one function; `samples` is what a log holds and the forms
//! in which it is given, `clock` what the two classes with a clock share.
//!
//! Timers and stacks come from `loxo_observer`. The moments of the first samples are spread without the generator behind `mt_rand()`, whose numbers
//! belong to the program.
#![forbid(unsafe_code)]

mod clock;
mod functions;
pub mod generated;
mod log;
mod log_entry;
mod profiler;
mod samples;
mod timer;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "excimer",
    version: "1.2.3",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("excimer support".into(), "enabled".into()), ("excimer version".into(), EXTENSION.version.into())]),
};
