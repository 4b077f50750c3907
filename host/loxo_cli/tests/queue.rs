//! `loxo queue` as its clients see it: memcached's words, Kestrel's additions, and that nothing acknowledged is lost.

#[path = "common/address.rs"]
mod address;
#[path = "queue/client.rs"]
mod client;
#[path = "queue/kept.rs"]
mod kept;
#[path = "common/stop.rs"]
mod stop;
#[path = "queue/stores.rs"]
mod stores;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use client::{Client, Server, data};
use stop::stop;

/// What memcached 1.6.18 answers to the same bytes, where a queue has the same command.
const WORDS: &[(&str, &str)] = &[
    ("\r\n", "ERROR\r\n"),
    ("foo\r\n", "ERROR\r\n"),
    ("get\r\n", "ERROR\r\n"),
    ("GET a\r\n", "ERROR\r\n"),
    ("get a b\r\n", "END\r\n"),
    ("set\r\n", "ERROR\r\n"),
    ("set a 0 0\r\n", "ERROR\r\n"),
    ("set a 0 0 x\r\n", "CLIENT_ERROR bad command line format\r\n"),
    ("set a 0 0 -1\r\n", "CLIENT_ERROR bad command line format\r\n"),
    ("set a 0 0 2147483648\r\n", "CLIENT_ERROR bad command line format\r\n"),
    ("set a 0 0 3\r\nabcdef\r\n", "CLIENT_ERROR bad data chunk\r\nERROR\r\n"),
    ("set a 0 0 3\r\nab\r\n\r\n", "CLIENT_ERROR bad data chunk\r\nERROR\r\n"),
    ("set a 0 0 1 noreply\r\n1\r\n", ""),
    ("get a\r\n", "VALUE a 0 1\r\n1\r\nEND\r\n"),
    ("set  a  4294967295 0 1\r\n2\r\n", "STORED\r\n"),
    (" get a\n", "VALUE a 4294967295 1\r\n2\r\nEND\r\n"),
    ("set a 0 -1 1\r\n1\r\n", "STORED\r\n"),
    ("get a\r\n", "END\r\n"),
    ("set a 0 0 1 foo\r\n1\r\n", "STORED\r\n"),
    ("delete a\r\n", "DELETED\r\n"),
    ("delete\r\n", "ERROR\r\n"),
    ("delete a 0\r\n", "NOT_FOUND\r\n"),
    ("delete a 5\r\n", "CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]\r\n"),
    ("delete a noreply\r\n", ""),
    ("set a 0 0 0\r\n\r\n", "STORED\r\n"),
    ("get a\r\n", "VALUE a 0 0\r\n\r\nEND\r\n"),
    ("flush_all\r\n", "OK\r\n"),
    ("flush_all 10\r\n", "OK\r\n"),
    ("flush_all noreply\r\n", ""),
    ("flush_all x\r\n", "CLIENT_ERROR invalid exptime argument\r\n"),
    ("verbosity\r\n", "ERROR\r\n"),
    ("verbosity 1\r\n", "OK\r\n"),
    ("verbosity x\r\n", "CLIENT_ERROR bad command line format\r\n"),
    ("shutdown\r\n", "ERROR: shutdown not enabled\r\n"),
    ("stats foo\r\n", "ERROR\r\n"),
];

#[test]
fn words_are_memcached_s() {
    let folder = data("words");
    let mut server = Server::start(&folder, &[]);
    assert_eq!(std::fs::metadata(&folder).expect("is made").permissions().mode() & 0o777, 0o700);
    let mut client = server.client();
    for (said, answer) in WORDS {
        assert_eq!(client.say(said.as_bytes()), *answer, "{said:?}");
    }
    let long = "k".repeat(251);
    for (said, answer) in [
        (format!("get {long}\r\n"), "CLIENT_ERROR bad command line format\r\n"),
        (format!("delete {long}\r\n"), "CLIENT_ERROR bad command line format\r\n"),
        (format!("set a 0 0 2000000\r\n{}\r\n", "x".repeat(2_000_000)), "SERVER_ERROR object too large for cache\r\n"),
        // Here memcached takes the value for a command.
        (format!("set {long} 0 0 4\r\nquit\r\n"), "CLIENT_ERROR bad command line format\r\n"),
        ("set a x 0 4\r\nquit\r\n".into(), "CLIENT_ERROR bad command line format\r\n"),
        ("append a 0 0 4\r\nquit\r\n".into(), "ERROR\r\n"),
    ] {
        assert_eq!(client.say(said.as_bytes()), answer, "{said:.40}");
    }
    // The same, byte by byte.
    for byte in b"set b 5 0 3\r\n1\r\n\r\nget b\r\n" {
        client.send(&[*byte]).expect("is sent");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(client.say(b""), "STORED\r\nVALUE b 5 3\r\n1\r\n\r\nEND\r\n");
    for hopeless in [&b"\x80\x01"[..], &[b'a'; 3000], b"quit\r\n"] {
        let mut client = server.client();
        client.send(hopeless).expect("is sent");
        assert!(client.line().is_err());
    }
    stop(&mut server.process);
    std::fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn reliable_reads_waiting_and_figures() {
    let folder = data("kestrel");
    let mut server = Server::start(&folder, &["--metrics", "127.0.0.1:0", "--queue", "small", "--max-items", "1"]);
    let (mut one, mut two) = (server.client(), server.client());
    for value in ["1", "2", "3"] {
        assert_eq!(one.set("q", value).expect("answers"), "STORED\r\n");
    }
    let get = |client: &mut Client, key: &str| client.get(key).expect("answers").expect("is no error");
    assert_eq!(get(&mut one, "q/open").as_deref(), Some("1"));
    assert_eq!(get(&mut two, "q/peek").as_deref(), Some("2"));
    assert_eq!(get(&mut one, "q/close/open").as_deref(), Some("2"));
    assert_eq!(get(&mut one, "q/abort"), None);
    assert_eq!(get(&mut one, "q/open").as_deref(), Some("2"));
    assert!(one.get("q/open").expect("answers").is_err_and(|error| error.starts_with("CLIENT_ERROR ")));
    assert!(one.line().is_ok_and(|line| line == "END\r\n") && one.line().is_err());
    // The connection ended with 2 open.
    assert_eq!((get(&mut two, "q/t=60000").as_deref(), get(&mut two, "q").as_deref()), (Some("2"), Some("3")));
    let begun = Instant::now();
    assert_eq!(get(&mut two, "q/t=50"), None);
    assert!(begun.elapsed() >= Duration::from_millis(50));
    // Who waits gets what comes, in the order of coming; what follows is answered after it.
    let (mut first, mut second, mut gone) = (server.client(), server.client(), server.client());
    gone.send(b"get q/t=60000\r\n").expect("is sent");
    let waiting = |count: usize| loop {
        let stats = server.client().say(b"stats\r\n");
        if stats.contains(&format!("STAT queue_q_waiters {count}\r\n")) {
            return stats;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    waiting(1);
    drop(gone);
    waiting(0);
    first.send(b"get q/t=60000/open\r\nget q/close\r\n").expect("is sent");
    waiting(1);
    second.send(b"get q/t=60000\r\n").expect("is sent");
    waiting(2);
    for value in ["4", "5"] {
        two.set("q", value).expect("answers");
    }
    assert_eq!(first.say(b""), "VALUE q 0 1\r\n4\r\nEND\r\nEND\r\n");
    assert_eq!(second.say(b""), "VALUE q 0 1\r\n5\r\nEND\r\n");
    assert_eq!((get(&mut two, "q+all"), two.set("q", "6").expect("answers").as_str()), (None, "STORED\r\n"));
    assert_eq!(two.say(b"get q q+all none\r\n"), "VALUE q 0 1\r\n6\r\nVALUE q+all 0 1\r\n6\r\nEND\r\n");
    assert_eq!([two.set("small", "1").expect("answers"), two.set("small", "2").expect("answers")], ["STORED\r\n", "NOT_STORED\r\n"]);
    let stats = two.say(b"stats\r\n");
    for line in
        ["queue_q_items 0", "queue_q_total_items 6", "queue_q_logsize 0", "queue_q_expired_items 0", "queue_small_items 1", "curr_items 1"]
    {
        assert!(stats.contains(&format!("STAT {line}\r\n")), "{line}: {stats}");
    }
    let address = format!("127.0.0.1:{}", server.port);
    let top = Command::new(env!("CARGO_BIN_EXE_loxo")).args(["queue", "top", "--server", &address]).output().expect("runs");
    let table = String::from_utf8_lossy(&top.stdout).into_owned();
    assert!(table.lines().any(|line| line.split_whitespace().take(3).eq(["small", "1", "1"])), "{table}");
    stop(&mut server.process);
    std::fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn figures_for_prometheus() {
    let folder = data("metrics");
    // A port that was free a moment ago: the server tells the first address only.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let server = Server::start(&folder, &["--metrics", &format!("127.0.0.1:{port}")]);
    server.client().set("a\"b", "12345").expect("answers");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("connects");
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").expect("is sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("is text");
    assert!(text.starts_with("HTTP/1.1 200 OK\r\n") && text.ends_with("# EOF\n"), "{text}");
    assert!(
        text.contains("loxo_queue_bytes{queue=\"a\\\"b\"} 5\n") && text.contains("loxo_queue_put_total{queue=\"a\\\"b\"} 1\n"),
        "{text}"
    );
    drop(server);
    std::fs::remove_dir_all(folder).expect("goes");
}

/// Where the limit on open files is low, a client too many gets an error: a connection that cannot be accepted would wake the server again and again.
#[test]
fn clients_beyond_the_limit_on_open_files_are_told() {
    let folder = data("files");
    let server = Server::start_limited(&folder, "-n 40", &[]);
    let mut clients: Vec<Client> = (0..8).map(|_| server.client()).collect();
    for client in &mut clients {
        assert_eq!(client.set("q", "1").expect("answers"), "STORED\r\n");
    }
    assert_eq!(server.client().line().expect("is told"), "ERROR Too many open connections\r\n");
    drop(server);
    std::fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn both_extensions_of_php_use_it() {
    let folder = data("php");
    let mut server = Server::start(&folder, &["--sync", "interval"]);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queue");
    for kind in ["Memcache", "Memcached"] {
        let run = |script: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
            command.arg("-n").arg(examples.join(script)).args([kind, "127.0.0.1", &server.port.to_string()]);
            let output = command.output().expect("runs");
            assert!(output.status.success(), "{output:?}");
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        assert_eq!(run("writer.php"), "10000 values put by 8 processes\n");
        assert_eq!(run("reader.php"), "10000 values taken, 10000 of them once\n");
    }
    stop(&mut server.process);
    std::fs::remove_dir_all(folder).expect("goes");
}

/// Of several queues that a worker looks at, each has jobs that become due.
#[test]
fn jobs_that_are_due_later_come_in_every_queue() {
    let folder = data("later");
    let mut server = Server::start(&folder, &["--sync", "interval"]);
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/queue/Client.php");
    let code = format!(
        "require '{}'; $client = new Loxo\\Queue\\Client('127.0.0.1', {}); $client->put('low', 'job', 1);
        for ($turn = 0; $turn < 1000 && $client->open('high') === null && ($job = $client->open('low')) === null; $turn++) usleep(10000);
        echo $job, ' ', $client->count('low');",
        client.display(),
        server.port
    );
    let output = Command::new(env!("CARGO_BIN_EXE_loxo")).args(["-n", "-r", &code]).output().expect("runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "job 1", "{output:?}");
    stop(&mut server.process);
    std::fs::remove_dir_all(folder).expect("goes");
}
