//! `loxo.toml` of any text: a configuration that keeps its promises, or one line that says what is wrong and where.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_config::Config;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines = text.matches('\n').count() + 1;
    match Config::parse(text) {
        Ok(config) => {
            assert!(!config.pools.is_empty() && !config.sites.is_empty());
            assert!(!config.listen.is_empty() || !config.listen_tls.is_empty());
            for site in &config.sites {
                assert!(site.pool < config.pools.len() && (1..=lines).contains(&site.line));
                assert!(site.root.is_some() || site.redirect.is_some());
            }
        }
        Err(problem) => {
            assert!((1..=lines).contains(&problem.line), "line {} of {lines}", problem.line);
            assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{:?}", problem.message);
        }
    }
});
