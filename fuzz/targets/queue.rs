//! What clients of the queue server send: however it is cut, it is the same requests.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_queue::request::{Request, Step, parse};

fuzz_target!(|data: &[u8]| {
    let mut at = 0;
    while at < data.len() {
        let rest = &data[at..];
        let length = match parse(rest, 1000) {
            Step::Incomplete | Step::Hopeless => return,
            Step::Refused { reply, length } => {
                assert!(reply.is_empty() || reply.ends_with(b"\r\n"));
                length
            }
            step @ Step::Request { length, .. } => {
                assert!(length <= rest.len());
                assert_eq!(parse(&rest[..length], 1000), step);
                if let Step::Request { request: Request::Set { name, value, .. }, .. } = &step {
                    assert!(name.len() <= 250 && value.len() <= 1000);
                    for cut in [length - 1, length / 2] {
                        assert_eq!(parse(&rest[..cut], 1000), Step::Incomplete);
                    }
                }
                length
            }
        };
        assert!(length > 0);
        at = at.saturating_add(length);
    }
});
