//! xhprof: what each function costs, in sums over all its calls by the same caller, in the array that xhprof's own tools read.
//!
//! Modules: `functions` (what programs call), `names` (how calls are named, and how deep they are in themselves), `sums` (the mode of
//! `xhprof_enable()`), `samples` (that of `xhprof_sample_enable()`).
//!
//! The calls come from `loxo_observer`. Where PECL's xhprof sees less, this one sees more: functions that were called before it was enabled, and
//! what a fiber does between its suspensions, which there is charged to whoever happens to be called last. Times of the processor are those of the
//! request's thread.
#![forbid(unsafe_code)]

mod functions;
pub mod generated;
mod names;
mod samples;
mod sums;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "xhprof",
    version: "2.3.10",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: Some(functions::request_end),
    info: Some(|_| vec![("xhprof support".into(), "enabled".into()), ("Version".into(), EXTENSION.version.into())]),
};
