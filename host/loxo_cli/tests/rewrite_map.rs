//! `RewriteMap` on a real server: a program that many requests ask at once, and that is killed under them.

#[path = "common/address.rs"]
mod address;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/proof.rs"]
mod proof;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;

use std::fs::Permissions;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use address::port_in;
use start::start;
use stop::stop;

/// The program and the rule of Apache's users who make a query of a path: its own `escape` leaves `&`, `=` and `+`.
const ESCAPE: &str = "<?php\nwhile ($in = trim(fgets(STDIN)))\n    fputs(STDOUT, urlencode($in) . \"\\r\\n\");\n";
const RULES: &str = "RewriteEngine On\n\
                     RewriteRule ^/text/(.*)$ /page.php?v=${text:$1|none} [L]\n\
                     RewriteRule ^/upper/(.*)$ /page.php?v=${upper:$1} [L]\n\
                     RewriteRule ^/([^/]*)$ /page.php?v=${escape:$1?%{QUERY_STRING}} [L,PT]\n";

struct Server {
    process: Child,
    port: u16,
    root: PathBuf,
}

impl Server {
    fn start(name: &str) -> Server {
        let root = folder::folder(name, &[("text.txt", "a 1\nb 2\n"), ("page.php", "<?php echo '[', $_GET['v'] ?? '', ']';")]);
        let is_root = rustix::process::geteuid().is_root();
        // The program is run by the HTTP server's user, who may not see where this test's program lies.
        let php = root.join("php");
        std::fs::copy(env!("CARGO_BIN_EXE_loxo"), &php).expect("a copy");
        std::fs::write(root.join("escape.php"), format!("#!{} -n\n{ESCAPE}", php.display())).expect("a file");
        std::fs::set_permissions(root.join("escape.php"), Permissions::from_mode(0o755)).expect("a program");
        let text = format!(
            "listen = \"127.0.0.1:0\"\n[pool.www]\n{}[[site]]\nroot = \".\"\nrewrite = '''\n{RULES}'''\n\
             rewrite-map.escape = \"prg:escape.php\"\nrewrite-map.text = \"txt:text.txt\"\nrewrite-map.upper = \"int:toupper\"\n",
            if is_root { "user = \"daemon\"\n" } else { "" }
        );
        std::fs::write(root.join("loxo.toml"), text).expect("a file");
        let (process, line) = start(&["--config", "loxo.toml"], &root, |_| ());
        Server { process, port: port_in(&line, "http"), root }
    }

    /// Status and body.
    fn get(&self, stream: &mut TcpStream, target: &str) -> (u16, String) {
        stream.write_all(format!("GET {target} HTTP/1.1\r\nHost: h\r\n\r\n").as_bytes()).expect("writes");
        let (mut answer, mut part) = (Vec::new(), [0; 4096]);
        loop {
            let text = String::from_utf8_lossy(&answer).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let field =
                    |name: &str| head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix(name).map(|v| v.trim().to_string()));
                let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
                if field("content-length:").is_some_and(|length| length.parse() == Ok(body.len())) {
                    return (status, body.to_string());
                }
                if let (Some(_), Some(body)) = (field("transfer-encoding:"), body.strip_suffix("\r\n0\r\n\r\n")) {
                    return (status, body.split_once("\r\n").map_or(String::new(), |(_, text)| text.to_string()));
                }
            }
            let count = stream.read(&mut part).expect("an answer");
            assert!(count > 0, "{text}");
            answer.extend_from_slice(&part[..count]);
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        stream
    }

    /// The processes of the map.
    fn maps(&self) -> Vec<u32> {
        let program = self.root.join("escape.php").display().to_string();
        let all = std::fs::read_dir("/proc").expect("is there").flatten();
        let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let is_map =
            |pid: &u32| std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(&program));
        numbers.filter(is_map).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

/// A target whose path and query are the key, and what the script must see.
fn question(number: u32) -> (String, String) {
    const KEYS: [(&str, &str); 5] = [
        ("a%26b%3Dc", "a&b=c"),
        ("caf%C3%A9%20au%20lait", "caf\u{e9} au lait"),
        ("1%2B1", "1+1"),
        ("%3Cb%3E%22%27", "<b>\"'"),
        ("100%25", "100%"),
    ];
    let (path, key) = KEYS[number as usize % KEYS.len()];
    (format!("/{path}-{number}?x={number}&y=%26"), format!("[{key}-{number}?x={number}&y=%26]"))
}

/// Many clients at once ask until `count` answers are there; how many were 500. Anything else but the right answer fails.
fn load(server: &Server, clients: u32, count: u32) -> u32 {
    let (next, failed) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let mut stream = server.connect();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let (target, expected) = question(number);
                    match server.get(&mut stream, &target) {
                        (500, _) => _ = failed.fetch_add(1, Ordering::Relaxed),
                        answer => assert_eq!(answer, (200, expected), "{target}"),
                    }
                }
            });
        }
    });
    failed.into_inner()
}

#[test]
fn maps_of_all_kinds() {
    let server = Server::start("map-kinds");
    let mut stream = server.connect();
    for (target, expected) in [("/text/a", "[1]"), ("/text/c", "[none]"), ("/upper/xyz", "[XYZ]")] {
        assert_eq!(server.get(&mut stream, target), (200, expected.into()), "{target}");
    }
    std::fs::write(server.root.join("text.txt"), "a one more\nc 3\n").expect("a file");
    for (target, expected) in [("/text/a", "[one]"), ("/text/c", "[3]"), ("/text/b", "[none]")] {
        assert_eq!(server.get(&mut stream, target), (200, expected.into()), "{target}");
    }
}

/// With `LOXO_PROOF=1`: 10,000 requests, 100 at once.
#[test]
fn one_program_answers_everybody() {
    let server = Server::start("map-load");
    assert_eq!(load(&server, proof::part(100).max(10), proof::part(10_000)), 0);
    assert_eq!(server.maps().len(), 1);
}

/// Those that were asking say so, and those that come after them get their answers.
#[test]
fn a_program_that_is_killed_is_started_again() {
    let server = Server::start("map-killed");
    assert_eq!(load(&server, 4, 20), 0);
    let (kills, rounds) = (proof::part(100), 40);
    let mut failed = 0;
    for _ in 0..kills {
        let before = server.maps();
        assert_eq!(before.len(), 1);
        let pid = rustix::process::Pid::from_raw(before[0].cast_signed()).expect("a process");
        failed += std::thread::scope(|scope| {
            let asking = scope.spawn(|| load(&server, 10, rounds));
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it is there");
            asking.join().expect("ends")
        });
        // The new one has answered by then, or does it here.
        let until = Instant::now() + Duration::from_secs(10);
        while load(&server, 1, 1) > 0 {
            assert!(Instant::now() < until);
        }
        let after = server.maps();
        assert_ne!(before, after);
        assert_eq!(after.len(), 1);
    }
    // One key at a time is on its way: one request for each kill.
    assert!(failed <= kills, "{failed} requests failed by {kills} kills");
}
