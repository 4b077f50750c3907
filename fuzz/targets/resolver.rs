//! What name servers answer.
#![no_main]

use ext_standard::network::dns;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for raw in [false, true] {
        let Some(response) = dns::read(bytes, raw) else { return };
        for record in response.answers.iter().chain(&response.authority).chain(&response.additional) {
            assert!(record.host.len() <= dns::LONGEST_NAME * 4);
            assert!(!raw || matches!(record.data, dns::Data::Raw(..)));
        }
    }
});
