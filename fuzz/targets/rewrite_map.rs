//! Text maps, functions as maps and descriptions of maps: a value that a text map has stands in its file behind the key, and nothing is longer for a
//! function than three times the key.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use loxo_htaccess::view::Maps;
use loxo_rewrite_map::{Entries, RewriteMaps};

fuzz_target!(|data: &[u8]| {
    let entries = Entries::parse(data);
    for key in data.split(|b| *b == b'\n').filter_map(|line| line.split(|b| *b == b' ').next()) {
        if let Some(value) = entries.get(key) {
            assert!(!value.is_empty() && data.windows(value.len()).any(|window| window == value));
        }
    }
    let mut maps = RewriteMaps::default();
    for name in ["toupper", "tolower", "escape", "unescape"] {
        maps.add(name, &format!("int:{name}"), Path::new("/")).expect("is a function");
    }
    let apply = |name: &str, key: &[u8]| maps.lookup(name.as_bytes(), key).expect("needs nothing").expect("has a value for each key");
    for name in ["toupper", "tolower", "unescape"] {
        assert!(apply(name, data).len() <= data.len());
    }
    let escaped = apply("escape", data);
    assert!(escaped.is_ascii() && escaped.len() <= 3 * data.len());
    if !data.contains(&0) {
        assert_eq!(apply("unescape", &escaped), data);
    }
    let mut others = RewriteMaps::default();
    // Programs are looked for, not run.
    if let Err(message) = others.add("map", &String::from_utf8_lossy(data), Path::new("/nowhere")) {
        assert!(!message.is_empty());
    }
});
