//! What a web server may send: heads, pairs and begin records of any bytes, and that what is written comes back; and what an application may
//! answer, in pieces of any size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loxo_fcgi::{Answer, BeginRequest, HEAD, Head, Pairs, Part, STDOUT, push_pair, push_record};

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
    let step = usize::from(data.first().copied().unwrap_or(1)).max(1);
    assert_eq!(output(&records, step), Some(data.to_vec()));
    assert_eq!(output(data, step), output(data, data.len().max(1)));
});

/// What the parts of an answer carry, however it is cut. `None`: it is none.
fn output(bytes: &[u8], step: usize) -> Option<Vec<u8>> {
    let (mut answer, mut output) = (Answer::default(), Vec::new());
    for mut piece in bytes.chunks(step) {
        while !piece.is_empty() {
            let room = answer.room();
            let count = room.len().min(piece.len());
            assert!(count > 0, "there is no room for more");
            room[..count].copy_from_slice(&piece[..count]);
            answer.filled(count);
            piece = &piece[count..];
            while let Some(part) = answer.next_part().ok()? {
                match part {
                    Part::Output(bytes) => output.extend_from_slice(bytes),
                    Part::Log(bytes) => assert!(!bytes.is_empty()),
                    Part::End(status) => output.extend(status.to_be_bytes()),
                }
            }
        }
    }
    Some(output)
}
