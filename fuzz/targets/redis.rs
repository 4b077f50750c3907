//! What a Redis server or another client of it may send: replies and their first lines, packed values, and slots of any key.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_redis::compress::{Compression, compress, uncompress};
use loxo_redis::{Command, Header, Reply, slot_of};

fuzz_target!(|data: &[u8]| {
    for line in data.split(|byte| *byte == b'\n') {
        let _ = Header::parse(line);
        assert!(slot_of(line) < 16384);
    }
    if let Ok(Some((reply, length))) = Reply::parse(data) {
        assert!(length <= data.len());
        assert_eq!(Reply::parse(&data[..length]), Ok(Some((reply, length))));
        assert_eq!(Reply::parse(&data[..length - 1]), Ok(None));
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
