//! What the client makes of what servers say.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;

use loxo_memcached::{Client, Link, Status, Store};

/// A client whose server has said all of that, and the server's side.
fn client(said: &[u8], binary: bool) -> (Client, UnixStream) {
    let (ours, mut theirs) = UnixStream::pair().expect("a pair");
    theirs.write_all(said).expect("is written");
    theirs.shutdown(Shutdown::Write).expect("is shut");
    (Client::over(Link::over(ours), binary), theirs)
}

#[test]
fn items_are_read_and_requests_are_lines() {
    let (mut client, mut theirs) = client(b"VALUE a 5 3 9\r\nx\r\n\r\nVALUE b 0 0\r\n\r\nEND\r\nSTORED\r\n", false);
    assert_eq!(client.get(None, &[b"a", b"b", b"c"], true), Status::SUCCESS);
    let first = client.fetch().expect("an item");
    assert_eq!((first.key.as_slice(), first.value.as_slice(), first.flags, first.cas), (&b"a"[..], &b"x\r\n"[..], 5, 9));
    assert_eq!(client.fetch().expect("an item").key, b"b");
    assert_eq!(client.fetch(), Err(Status::END));
    assert_eq!(client.fetch(), Err(Status::NOTFOUND));
    assert_eq!(client.store(Store::Set, None, b"a", b"v", 7, 1), Status::SUCCESS);
    drop(client);
    let mut sent = String::new();
    theirs.read_to_string(&mut sent).expect("is text");
    assert_eq!(sent, "gets a b c\r\nset a 1 7 1\r\nv\r\nquit\r\n");
}

#[test]
fn what_nobody_fetched_is_read_before_the_next_answer() {
    let (mut client, _theirs) = client(b"VALUE a 0 1\r\n1\r\nEND\r\nDELETED\r\n", false);
    assert_eq!(client.get(None, &[b"a"], false), Status::SUCCESS);
    assert_eq!(client.delete(None, b"a", 0), Status::SUCCESS);
}

#[test]
fn claims_are_not_believed() {
    for (said, status) in [
        (&b"VALUE a 0 99999999999999999999\r\n"[..], Status::UNKNOWN_READ_FAILURE),
        (b"VALUE a 0 1000000\r\nshort", Status::CONNECTION_FAILURE),
        (b"VALUE a 0 1\r\nno end", Status::PARTIAL_READ),
        (b"anything\r\n", Status::UNKNOWN_READ_FAILURE),
        (b"", Status::CONNECTION_FAILURE),
    ] {
        let (mut client, _theirs) = client(said, false);
        client.get(None, &[b"a"], false);
        assert_eq!(client.fetch(), Err(status), "{}", String::from_utf8_lossy(said));
    }
    let (mut client, _theirs) = client(&[0x81, 0x0d, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], true);
    client.get(None, &[b"a"], false);
    assert_eq!(client.fetch(), Err(Status::UNKNOWN_READ_FAILURE));
}

#[test]
fn keys_cannot_end_lines() {
    let (mut client, _theirs) = client(b"", false);
    assert_eq!(client.store(Store::Set, None, b"a\r\nflush_all", b"v", 0, 0), Status::BAD_KEY_PROVIDED);
    assert_eq!(client.get(None, &[b"a b"], false), Status::BAD_KEY_PROVIDED);
}
