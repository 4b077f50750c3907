//! What a web server may send: heads, pairs and begin records of any bytes, and that what is written comes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_fcgi::{BeginRequest, HEAD, Head, Pairs, STDOUT, push_pair, push_record};

fuzz_target!(|data: &[u8]| {
    let mut rest = data;
    while let Some((bytes, behind)) = rest.split_first_chunk::<HEAD>() {
        let Some(head) = Head::parse(*bytes) else { break };
        assert_eq!(Head::parse(head.bytes()), Some(head));
        let content = &behind[..behind.len().min(head.length.into())];
        let _ = BeginRequest::parse(content);
        let mut again = Vec::new();
        let mut count = 0;
        for pair in Pairs::new(content) {
            let Ok((name, value)) = pair else { break };
            push_pair(&mut again, name, value);
            count += 1;
        }
        assert_eq!(Pairs::new(&again).filter(Result::is_ok).count(), count);
        rest = behind.get(head.rest()..).unwrap_or_default();
    }
    let mut records = Vec::new();
    push_record(&mut records, STDOUT, 1, data);
    let mut read = Vec::new();
    let mut rest = &records[..];
    while let Some((bytes, behind)) = rest.split_first_chunk::<HEAD>() {
        let head = Head::parse(*bytes).expect("was written so");
        read.extend_from_slice(&behind[..head.length.into()]);
        rest = &behind[head.rest()..];
    }
    assert_eq!(read, data);
});
