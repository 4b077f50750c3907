//! What makes a server that runs PHP slow, and what to do about it: a server is watched from outside for a while, and rules say what they find in that.
//!
//! Nothing of the server is stopped, changed or read from its memory but the lists of descriptors that it waits for: sources are `/proc`, samples of
//! the processor (perf events) where the system allows them, the server's configuration, and its own pages about itself. Runs no PHP.
//!
//! Modules: `target` (which processes), `process`, `network`, `settings`, `status` (sources), `peers` (whom workers are connected to), `samples` (where the processor is), `waits` (what
//! threads wait for), `watch` (all of it for a while), `php` (what Loxo's sampler has seen), `counted` (what its counters have), `observed` (the result), `finding`, `rules` (one file each),
//! `report`, `budgets` (bounds for tests). `moving` reads an application instead of a
//! server.
#![forbid(unsafe_code)]

mod budgets;
mod counted;
mod finding;
mod moving;
mod network;
mod observed;
mod peers;
mod php;
mod process;
mod report;
mod rules;
mod samples;
mod settings;
mod status;
mod target;
mod waits;
mod watch;

pub use budgets::exceeded;
pub use counted::{Counted, Named, counted};
pub use finding::Finding;
pub use moving::{Known, Missing, listed, missing};
pub use observed::{Function, Observed, Text, Wait};
pub use php::{functions, requests};
pub use report::{Report, findings};
pub use rules::examine;
pub use settings::Settings;
pub use target::{Target, of_fpm, of_loxo, of_process};
pub use watch::watch;

/// Reads what a server says, as far as it is text or JSON. For the fuzzer.
pub fn read_anything(text: &str) {
    network::connections(text);
    network::unix_sockets(text);
    waits::call(text);
    process::number_after(text, "VmSwap:");
    settings::Pools::read(text);
    Settings::default().add_information(text);
    if let Ok(value) = serde_json::from_str(text) {
        php::functions(&value, 0);
        counted::counted(&serde_json::Value::Null, &value);
        report::Report::from_json(&value);
        let _ = budgets::exceeded(text, &report::Report::default(), &value);
    }
}
