//! `loxo profile`: runs a script as `php` would and says what its functions cost, or shows profiles that were saved.
//!
//! Modules: `run` (arguments, and the run), `server` (what a server has seen), `views` (tables, pictures and files of profiles).

mod run;
mod server;
mod views;

/// The command; `argv` is what stands behind its name.
pub fn run(argv: &[Vec<u8>]) -> i32 {
    server::run(argv).or_else(|| views::run(argv)).unwrap_or_else(|| run::run(argv))
}
