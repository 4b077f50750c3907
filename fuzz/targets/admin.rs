//! What may come to the pages about a server: requests, tickets for traces, what a process says that it has seen, and names of what is counted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_sampler::{Routes, counters};

fuzz_target!(|data: &[u8]| {
    loxo_admin::is_request(data);
    let secret = b"a secret of some length";
    assert!(!loxo_sampler::is_valid(secret, data, 0) || data == loxo_sampler::sign(secret, 0).as_bytes());
    counters::begin();
    counters::start().queried(data);
    counters::start().connected(data);
    counters::caught(data);
    let mut sums = [0; counters::COUNTERS.len()];
    assert!(counters::end(&mut sums).iter().all(|one| one.name.len() <= counters::LONGEST_NAME));
    let Ok(value) = serde_json::from_slice(data) else { return };
    if let Ok(routes) = Routes::from_json(&value) {
        let mut merged = Routes::new(1);
        merged.merge(&routes);
        assert_eq!(merged.profile(None).check(), Ok(()));
        assert_eq!(merged.list().len(), routes.list().len());
    }
});
