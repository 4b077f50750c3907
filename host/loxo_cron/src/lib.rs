//! When a command is to run: cron's five fields, and which of the minutes that have passed call for a run.
//!
//! Looks at no clock and knows no time zone: whoever calls says which minute it is, and what local clocks show then. The fields are those of
//! crontab(5); how changes of the local clock are treated is cron(8)'s way too.
//!
//! Modules: `schedule` (the fields), `due` (from minutes to runs).
#![forbid(unsafe_code)]

mod due;
mod schedule;

pub use due::{Due, Runs};
pub use schedule::Schedule;
