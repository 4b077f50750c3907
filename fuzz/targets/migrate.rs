//! Configurations of nginx, Apache and php-fpm of any text: what comes of them is a configuration, or has no sites.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_config::Config;
use loxo_migrate::{Source, migrate};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let sources: Vec<Source> = text.split('\0').enumerate().map(|(at, text)| Source { name: at.to_string(), text: text.to_string() }).collect();
    let migrated = migrate(&sources, &|_| Vec::new());
    if migrated.sites > 0
        && let Err(problem) = Config::parse(&migrated.text)
    {
        panic!("{problem:?}\n{}", migrated.text);
    }
});
