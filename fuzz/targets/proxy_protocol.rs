//! The first bytes of a connection from a proxy: what is complete stays so whatever follows, and is incomplete before.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_proxy_protocol::{Header, MAX, parse};

fuzz_target!(|data: &[u8]| {
    let Header::Complete { length, addresses } = parse(data) else { return };
    assert!(length <= data.len() && length <= MAX);
    assert_eq!(parse(&data[..length]), Header::Complete { length, addresses });
    for cut in 0..length.min(300) {
        assert_eq!(parse(&data[..cut]), Header::Incomplete);
    }
    let Some(addresses) = addresses else { return };
    let kind = if addresses.client.is_ipv4() { "TCP4" } else { "TCP6" };
    let (client, server) = (addresses.client, addresses.server);
    let line = format!("PROXY {kind} {} {} {} {}\r\n", client.ip(), server.ip(), client.port(), server.port());
    assert_eq!(parse(line.as_bytes()), Header::Complete { length: line.len(), addresses: Some(addresses) });
});
