//! What a NATS server sends: however it is cut, it is the same operations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_nats::{Event, parse};

fuzz_target!(|data: &[u8]| {
    let mut at = 0;
    while let Ok(Some((event, length))) = parse(&data[at..], 1000) {
        let whole = &data[at..at + length];
        assert_eq!(parse(whole, 1000), Ok(Some((event, length))));
        assert_eq!(parse(&whole[..length - 1], 1000), Ok(None));
        if let Event::Message(message) = event {
            assert!(message.headers.0.len() + message.payload.len() <= 1000);
            let headers = message.headers;
            assert!(headers.status().is_none_or(|status| status < 1000) && headers.description().len() < 1000);
            let _ = headers.get("Nats-Sequence");
        }
        at += length;
    }
});
