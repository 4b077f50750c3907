//! `loxo profile`: runs a script as `php` would and says what its functions cost, or shows profiles that were saved.
//!
//! Modules: `run` (arguments, and the run), `record` (what is seen of it), `views` (tables, pictures and files of profiles).

mod record;
mod run;
mod views;

/// The command; `argv` is what stands behind its name.
pub fn run(argv: &[Vec<u8>]) -> i32 {
    views::run(argv).unwrap_or_else(|| run::run(argv))
}
