//! `loxo profile`: runs a script as `php` would and says what its functions cost.
//!
//! Modules: `run` (arguments, and the run), `record` (what is seen of it: sums, calls in their order, or samples), `show` (the table, and the
//! files that viewers read).

mod record;
mod run;
mod show;

pub use run::run;
