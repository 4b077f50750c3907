//! A server that says anything: greeting, answer to a query with rows, a prepared statement.
#![no_main]

use std::io::Write;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;

use libfuzzer_sys::fuzz_target;
use loxo_mysql::{Argument, Client, ConnectOptions, Reply};

fuzz_target!(|data: &[u8]| {
    let Ok((ours, mut theirs)) = UnixStream::pair() else { return };
    // Pieces of the input become packets whose numbers are right: that part is no riddle.
    let (mut out, mut rest, mut at) = (Vec::new(), data, 0usize);
    while let Some((length, bytes)) = rest.split_first() {
        let (packet, behind) = bytes.split_at(usize::from(*length).min(bytes.len()));
        let sequence = match at {
            0 => 0,
            1 => 2,
            at => (at - 1) as u8,
        };
        out.extend_from_slice(&(packet.len() as u32).to_le_bytes()[..3]);
        out.push(sequence);
        out.extend_from_slice(packet);
        (rest, at) = (behind, at + 1);
    }
    if theirs.write_all(&out).is_err() || theirs.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let options = ConnectOptions { user: b"u".to_vec(), password: b"p".to_vec(), ..ConnectOptions::default() };
    let Ok(mut client) = Client::over(ours, &options) else { return };
    let _ = client.version_number();
    if data.first().is_some_and(|byte| byte % 2 == 0) {
        if let Ok(Reply::Rows(fields)) = client.query(b"q") {
            while let Ok(Some(row)) = client.next_row(fields.len()) {
                (0..row.len()).for_each(|at| {
                    let _ = row.get(at);
                });
            }
        }
    } else if let Ok(statement) = client.prepare(b"q") {
        let given = vec![Argument::Int(1); statement.params.min(9)];
        if client.send_execute(&statement, &given, 0).is_ok()
            && let Ok(Reply::Rows(fields)) = client.read_reply()
        {
            while let Ok(Some(_)) = client.next_binary(&fields) {}
        }
    }
    client.drain();
});
