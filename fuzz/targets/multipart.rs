//! Bodies of forms: the parts do not depend on how the body arrives, and a content is no longer than its body.
#![no_main]

use loxo_runtime::web::multipart::{Headers, Parts, boundary, disposition};

type Part = (Headers, Vec<u8>, bool);

fn parts(body: &[u8], boundary: &[u8], step: usize, limit: usize) -> Vec<Part> {
    let mut left = body;
    let mut source = |buffer: &mut [u8]| {
        let count = left.len().min(buffer.len()).min(step);
        buffer[..count].copy_from_slice(&left[..count]);
        left = &left[count..];
        count
    };
    let mut reader = Parts::new(boundary, &mut source);
    let mut found = Vec::new();
    while !reader.at_end() {
        let Some(headers) = reader.headers() else { break };
        let (mut content, mut complete) = (Vec::new(), false);
        loop {
            let piece = reader.read(limit);
            complete |= piece.complete;
            if piece.bytes.is_empty() {
                break;
            }
            content.extend(piece.bytes);
        }
        found.push((headers, content, complete));
    }
    found
}

// The first line is the content type, the rest the body.
libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let at = input.iter().position(|b| *b == b'\n').unwrap_or(input.len());
    let (content_type, body) = (&input[..at], input.get(at + 1..).unwrap_or_default());
    let Ok(boundary) = boundary(content_type) else { return };
    let whole = parts(body, &boundary, usize::MAX, 5000);
    assert_eq!(whole, parts(body, &boundary, 1, 5000), "the reader depends on how bytes arrive");
    assert!(whole.iter().map(|part| part.1.len()).sum::<usize>() <= body.len());
    for (headers, ..) in &whole {
        for (_, value) in headers {
            let _ = disposition(value);
        }
    }
});
