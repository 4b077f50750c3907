//! What a Redis server or another client of it may send: first lines of replies, packed values, and slots of any key.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_redis::compress::{Compression, compress, uncompress};
use loxo_redis::{Command, Header, slot_of};

fuzz_target!(|data: &[u8]| {
    for line in data.split(|byte| *byte == b'\n') {
        let _ = Header::parse(line);
        assert!(slot_of(line) < 16384);
    }
    let mut command = Command::new("SET");
    command.arg(data);
    assert!(command.bytes().windows(data.len().max(1)).any(|part| data.is_empty() || part == data));
    for number in 0..4 {
        let Some(kind) = Compression::find(number) else { continue };
        let _ = uncompress(kind, data);
        if let Some(packed) = compress(kind, 1, data) {
            assert_eq!(uncompress(kind, &packed).as_deref(), Some(data));
        }
    }
});
