//! PHP's date extension: calendars and clocks, time zones, dates in texts, intervals and periods.
//!
//! The arithmetic is 64-bit and wraps where PHP's does; no text and no number makes it panic. The time zone database is part of the binary and
//! nothing is read from the system but the clock. Modules: `calendar` (dates as numbers), `zone` (offsets), `time` (a moment with its fields),
//! `parse` and `format` (texts), `interval` (differences and sums), `sun`; `objects` and `functions` are what programs see.
#![forbid(unsafe_code)]

mod calendar;
mod format;
mod functions;
pub mod generated;
mod interval;
mod objects;
mod parse;
mod prelude;
mod state;
mod sun;
mod time;
mod zone;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "date",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| cx.clock = Some(functions::time::now_formatted)),
    request_end: None,
    info: Some(|cx| {
        vec![
            ("date/time support".into(), "enabled".into()),
            ("timelib version".into(), "2022.17".into()),
            ("\"Olson\" Timezone Database Version".into(), zone::data::version().into()),
            ("Timezone Database".into(), "internal".into()),
            ("Default timezone".into(), state::default_zone(cx).name.to_string()),
        ]
    }),
};
