//! Connections that a worker keeps from request to request.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::body;
use super::serve::Server;

const PROGRAM: &str = r#"<?php
$address = '127.0.0.1:' . $_GET['port'];
$stream = isset($_GET['p']) ? pfsockopen('127.0.0.1', (int) $_GET['port']) : stream_socket_client("tcp://$address", $code, $text, 5, STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT);
fwrite($stream, $_GET['say'] . "\n");
echo get_resource_type($stream), ' ', trim(fgets($stream));
if (isset($_GET['end'])) fclose($stream);"#;

/// Answers each line with the number of its connection and how many lines that had; ends the connection after `bye`.
fn answer(mut stream: TcpStream, number: usize) {
    let (mut line, mut lines) = (Vec::new(), 0);
    let mut byte = [0];
    while stream.read(&mut byte).is_ok_and(|n| n == 1) {
        if byte[0] != b'\n' {
            line.push(byte[0]);
            continue;
        }
        lines += 1;
        // The rest is read by a later request.
        if stream.write_all(format!("{number}.{lines}\n").as_bytes()).is_err() || line == b"bye" {
            return;
        }
        line.clear();
    }
}

fn listen() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let number = counted.fetch_add(1, Ordering::SeqCst) + 1;
            std::thread::spawn(move || answer(stream, number));
        }
    });
    (port, count)
}

#[test]
fn connections_are_kept_from_request_to_request() {
    let server = Server::start("persistent", &[("a.php", PROGRAM)], &["--workers", "1"]);
    for how in ["", "&p"] {
        let (port, count) = listen();
        let ask = |say: &str| body(&server.get(&format!("/a.php?port={port}&say={say}{how}"))).to_string();
        assert_eq!(ask("one"), "persistent stream 1.1");
        assert_eq!(ask("two"), "persistent stream 1.2");
        // The other side ends it: a new one is made. The end may need a moment to arrive.
        assert_eq!(ask("bye"), "persistent stream 1.3");
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert_eq!(ask("four"), "persistent stream 2.1");
        // So does fclose().
        assert_eq!(ask("five&end"), "persistent stream 2.2");
        assert_eq!(ask("six"), "persistent stream 3.1");
        assert_eq!(count.load(Ordering::SeqCst), 3);
    }
}
