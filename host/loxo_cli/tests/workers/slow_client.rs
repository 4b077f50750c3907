//! A page that is printed in many small pieces, for a client that hardly reads.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType, connect, socket, sockopt};

use super::body;
use super::serve::Server;

/// 80,000 bytes.
const PAGE: &str = "<?php for ($i = 0; $i < 10000; $i++) { echo '12345678'; }";
/// How long a worker may be taken for it.
const BUSY: Duration = Duration::from_millis(5);

/// A client that asks and takes as little as a socket can.
fn ask(server: &Server) -> TcpStream {
    let client: OwnedFd = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    sockopt::set_socket_recv_buffer_size(&client, 1024).expect("a socket");
    connect(&client, &SocketAddr::from(([127, 0, 0, 1], server.port))).expect("connects");
    let mut client = TcpStream::from(client);
    client.write_all(b"GET /page.php HTTP/1.1\r\nHost: h\r\n\r\n").expect("writes");
    client
}

/// What the status says of each worker that has run the page and waits: for how long it was taken.
fn durations(status: &str) -> Vec<Duration> {
    let (mut all, mut state, mut duration) = (Vec::new(), "", 0);
    for line in status.lines() {
        match line.split_once(':').map(|(name, value)| (name, value.trim())) {
            Some(("state", value)) => state = value,
            Some(("request duration", value)) => duration = value.parse().unwrap_or(0),
            Some(("request URI", "/page.php")) if state == "Idle" => all.push(Duration::from_micros(duration)),
            _ => {}
        }
    }
    all
}

#[test]
fn a_worker_is_free_before_its_client_has_the_page() {
    let modes = [
        ("slow-client", &["--workers", "3"][..]),
        ("slow-client-threads", &["--processes", "1", "--workers", "3"]),
        ("slow-client-processes", &["--processes", "3"]),
    ];
    for (name, options) in modes {
        let files = [("page.php", PAGE), ("hold.php", "<?php usleep(100000); echo 'held';")];
        let server = Server::start(name, &files, &[options, &["--status-path", "/status"]].concat());
        let (mut clients, mut least) = (Vec::new(), Duration::MAX);
        // In each round one worker is held, another has the page, and the one that was held, the last that was used, says what the others do. The page is
        // compiled in the first, and other programs of the machine are in the way of some.
        for _ in 0..15 {
            let mut held = server.connect();
            held.write_all(b"GET /hold.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").expect("writes");
            std::thread::sleep(Duration::from_millis(30));
            clients.push(ask(&server));
            held.read_to_end(&mut Vec::new()).expect("reads");
            let until = Instant::now() + Duration::from_secs(20);
            let taken = loop {
                let status = server.get("/status?full");
                // A pool's page is made by one of its workers.
                let others = if options[0] == "--workers" { "active processes:     0" } else { "active processes:     1" };
                if body(&status).lines().any(|line| line == others) {
                    break durations(body(&status));
                }
                assert!(Instant::now() < until, "{name}: a worker waits for its client: {status}");
                std::thread::sleep(Duration::from_millis(5));
            };
            least = taken.into_iter().fold(least, Duration::min);
        }
        println!("{name}: a worker is taken for {least:?} at least");
        assert!(least <= BUSY, "{name}: {least:?}");
    }
}
