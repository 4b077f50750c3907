//! A MySQL server whose packets are compressed: some are made well from the input, others are the input's bytes.
#![no_main]

use std::io::Write;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;

use libfuzzer_sys::fuzz_target;
use loxo_mysql::{Client, ConnectOptions, Reply, caps};
use loxo_zlib_sys::{Deflate, flush};

/// A greeting of a server that can compress, and its welcome.
const GREETING: &[u8] =
    b"\x0a8.0.1\0\x01\0\0\0abcdefgh\0\xff\xff\x2d\x02\0\xff\xff\x15\0\0\0\0\0\0\0\0\0\0ijklmnopqrst\0mysql_native_password\0";
const WELCOME: &[u8] = &[0, 0, 0, 2, 0, 0, 0];

fn packet(out: &mut Vec<u8>, sequence: u8, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes()[..3]);
    out.push(sequence);
    out.extend_from_slice(bytes);
}

/// Bytes as zlib packs them.
fn packed(plain: &[u8]) -> Vec<u8> {
    let mut out = vec![0; plain.len() + 64];
    let produced = Deflate::new(-1, 15, 8, 0).map_or(0, |mut deflate| deflate.run(plain, &mut out, flush::FINISH).produced);
    out.truncate(produced);
    out
}

fuzz_target!(|data: &[u8]| {
    let Ok((ours, mut theirs)) = UnixStream::pair() else { return };
    let mut out = Vec::new();
    packet(&mut out, 0, GREETING);
    packet(&mut out, 2, WELCOME);
    // Each piece: how it is packed, its length, its bytes.
    let (mut rest, mut sequence) = (data, 1u8);
    while let [how, length, bytes @ ..] = rest {
        let (piece, behind) = bytes.split_at(usize::from(*length).min(bytes.len()));
        let (body, whole) = match how % 8 {
            0 => (piece.to_vec(), 0),
            1 => (piece.to_vec(), piece.len() + 1),
            2 => (packed(piece), piece.len() + 1),
            3 => (packed(&piece.repeat(900)), piece.len() * 900),
            4 => (packed(piece), 0xff_ffff),
            _ => (packed(piece), piece.len()),
        };
        out.extend_from_slice(&(body.len() as u32).to_le_bytes()[..3]);
        out.push(sequence);
        out.extend_from_slice(&(whole as u32).to_le_bytes()[..3]);
        out.extend_from_slice(&body);
        (rest, sequence) = (behind, sequence.wrapping_add(1));
    }
    // What does not go into the socket at once would wait for a reader.
    let _ = theirs.set_nonblocking(true);
    let _ = theirs.write_all(&out);
    if theirs.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let options = ConnectOptions { user: b"u".to_vec(), password: b"p".to_vec(), flags: caps::COMPRESS, ..ConnectOptions::default() };
    let mut client = Client::over(ours, &options).expect("the greeting is good");
    while let Ok(Reply::Rows(fields)) = client.query(b"q") {
        while let Ok(Some(row)) = client.next_row(fields.len()) {
            (0..row.len()).for_each(|at| {
                let _ = row.get(at);
            });
        }
    }
    client.drain();
});
