//! What a server tells of itself while it runs: `loxo top`, `loxo trace`, `loxo profile --server`, traces on demand.

#[path = "common/address.rs"]
mod address;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/stop.rs"]
mod stop;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use address::{first_line, port_in};
use folder::folder;
use stop::stop;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

const FILES: [(&str, &str); 4] = [
    ("plain.php", "<?php echo 'plain';"),
    // Longer than the test: it is killed with its server.
    ("waits.php", "<?php\nfunction waits()\n{\n    sleep(600);\n}\nfunction outer() { waits(); }\ntouch(__DIR__ . '/waits');\nouter();\n"),
    (
        "spins.php",
        "<?php\nfunction spins() { while (!file_exists(__DIR__ . '/enough')) { md5('x'); } }\ntouch(__DIR__ . '/spins');\nspins(); echo 'done';\n",
    ),
    // Calls, and no loop in what is called.
    (
        "calls.php",
        "<?php\nfunction calls($n) { return $n > 0 ? calls($n - 1) + calls($n - 1) : 0; }\ntouch(__DIR__ . '/calls');\nwhile (!file_exists(__DIR__ . '/enough')) { calls(12); } echo 'done';\n",
    ),
];

struct Server {
    process: Child,
    port: u16,
    root: PathBuf,
}

impl Server {
    fn start(name: &str, options: &[&str]) -> Server {
        let root = folder(&format!("live-{name}"), &[&FILES[..], &[("secret", "a secret of some length\n")]].concat());
        let as_root = options.contains(&"--processes") && rustix::process::geteuid().is_root();
        let mut process = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["serve", ".", "-n", "--listen", "127.0.0.1:0", "--admin", "./admin.sock"])
            .args(options)
            .args(as_root.then_some("-R"))
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port, root }
    }

    /// Begins a request; its answer is whatever comes until the end.
    fn begin(&self, path: &str, header: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let head = format!("GET {path} HTTP/1.1\r\nHost: h\r\n{header}Connection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("takes it");
        stream
    }

    fn get(&self, path: &str, header: &str) -> String {
        let mut answer = String::new();
        self.begin(path, header).read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn wait_for(&self, file: &str) {
        until(file, || self.root.join(file).exists().then_some(()));
    }

    fn loxo(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_loxo")).args(arguments).current_dir(&self.root).output().expect("starts");
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    }

    fn top(&self) -> String {
        self.loxo(&["top", "--server", "./admin.sock"])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::write(self.root.join("enough"), "");
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

const KINDS: [(&str, &[&str]); 3] =
    [("threads", &["--request-timeout", "20"]), ("processes", &["--processes", "2"]), ("mixed", &["--processes", "1", "--workers", "2"])];

#[test]
fn a_worker_that_waits_shows_where() {
    for (kind, options) in KINDS {
        let server = Server::start(&format!("waits-{kind}"), options);
        let _waiting = server.begin("/waits.php?token=hidden", "");
        server.wait_for("waits");
        // It may be on the way to the wait when it is looked at first.
        let line = until("the wait is shown", || {
            let top = server.top();
            top.lines().find(|line| line.contains("sleep() ") && line.contains("waits.php:4")).map(str::to_string)
        });
        assert!(line.contains("GET /waits.php ") && !line.contains("hidden"), "{kind}: {line}");
        let thread = line.split_whitespace().nth(1).expect("a number");
        let stack = server.loxo(&["trace", "--server", "./admin.sock", thread]);
        let calls: Vec<&str> = stack.lines().skip(1).map(str::trim).collect();
        assert_eq!(calls.len(), 4, "{kind}: {stack}");
        assert!(calls[0] == "sleep()" && calls[1].starts_with("waits()") && calls[1].ends_with("waits.php:4"), "{kind}: {stack}");
        assert!(
            calls[2].starts_with("outer()") && calls[2].ends_with("waits.php:6") && calls[3].ends_with("waits.php:8"),
            "{kind}: {stack}"
        );
        assert!(server.get("/plain.php", "").ends_with("plain"), "{kind}");
    }
}

#[test]
fn samples_say_what_takes_time() {
    for (kind, options) in KINDS {
        let server = Server::start(&format!("spins-{kind}"), options);
        for (page, function) in [("/spins.php", "spins"), ("/calls.php", "calls")] {
            let _spinning = server.begin(page, "");
            server.wait_for(&page[1..page.len() - 4]);
            until("the function is seen", || {
                let saved = server.loxo(&["profile", "--server", "./admin.sock"]);
                let row = saved.lines().find(|line| line.split_whitespace().next_back() == Some(function))?;
                let milliseconds: f64 = row.split_whitespace().nth(2)?.parse().ok()?;
                (milliseconds >= 20.0).then_some(())
            });
        }
        let routes = server.loxo(&["profile", "--server", "./admin.sock", "--route", "1"]);
        assert!(routes.contains(".php"), "{kind}: {routes}");
    }
}

#[test]
fn the_sampler_can_be_switched() {
    let requests = |server: &Server| {
        let mut stream = std::os::unix::net::UnixStream::connect(server.root.join("admin.sock")).expect("listens");
        stream.write_all(b"GET /counters.json HTTP/1.1\r\nHost: h\r\n\r\n").expect("takes it");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.matches("plain.php").count().min(1) * number_in(&answer, "requests")
    };
    for (kind, options) in KINDS {
        let server = Server::start(&format!("switch-{kind}"), &[options, &["--trace-one-in", "1"]].concat());
        let switch = |to: &str| server.loxo(&["profile", "--server", "./admin.sock", "--sampler", to]);
        server.get("/plain.php", "");
        until("it is counted", || (requests(&server) == 1).then_some(()));
        assert_eq!(switch("off"), "the sampler is off\n", "{kind}");
        for _ in 0..4 {
            server.get("/plain.php", "");
        }
        assert_eq!(requests(&server), 1, "{kind}");
        let _spinning = server.begin("/spins.php", "");
        server.wait_for("spins");
        let top = server.top();
        assert!(top.starts_with("0 of ") && top.contains("the sampler is off") && !top.contains("spins.php"), "{kind}: {top}");
        assert_eq!(switch("on"), "the sampler is on\n", "{kind}");
        std::fs::write(server.root.join("enough"), "").expect("can be written");
        server.get("/plain.php", "");
        until("it is counted", || (requests(&server) == 2).then_some(()));
        let table = server.loxo(&["profile", "--server", "./admin.sock"]);
        assert!(!table.contains("spins"), "{kind}: {table}");
    }
}

/// The number of that name that comes first in a text of JSON; 0: there is none.
fn number_in(json: &str, name: &str) -> usize {
    let rest = json.split_once(&format!("\"{name}\":")).map_or("", |(_, rest)| rest);
    rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[test]
fn requests_with_a_ticket_are_traced() {
    for (kind, options) in KINDS {
        let server = Server::start(&format!("traces-{kind}"), &[options, &["--trace-secret", "secret"]].concat());
        let ticket = server.loxo(&["trace", "--sign", "secret"]);
        let wrong = ticket.trim().replace('.', ".0");
        server.get("/plain.php", &format!("X-Loxo-Trace: {wrong}\r\n"));
        let traces = |server: &Server| {
            let mut stream = std::os::unix::net::UnixStream::connect(server.root.join("admin.sock")).expect("listens");
            stream.write_all(b"GET /traces.json HTTP/1.1\r\nHost: h\r\n\r\n").expect("takes it");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("an answer");
            answer.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).expect("has a body")
        };
        assert_eq!(traces(&server), "[]", "{kind}");
        server.get("/plain.php?a=hidden", &format!("Cookie: a=b; loxo_trace={}\r\n", ticket.trim()));
        let list = until("the trace is kept", || Some(traces(&server)).filter(|list| list != "[]"));
        assert!(list.contains("\"title\":\"GET /plain.php\"") && list.contains("\"why\":\"ticket\"") && !list.contains("hidden"), "{list}");
        let number = |name: &str| {
            let (_, rest) = list.split_once(&format!("\"{name}\":")).expect("is there");
            rest.split(|c: char| !c.is_ascii_digit()).next().expect("a number").to_string()
        };
        let trace = format!("{},{}", number("process"), number("id"));
        let table = server.loxo(&["profile", "--server", "./admin.sock", "--trace", &trace]);
        assert!(table.contains("plain.php"), "{table}");
    }
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let server = Server::start("wrong", &["--sample-period", "off"]);
    assert!(!server.root.join("admin.sock").exists());
    for (arguments, message) in [
        (
            &["serve", ".", "--admin", "0.0.0.0:0", "--listen", "127.0.0.1:0"][..],
            "an address of this machine alone is needed, or an admin-token",
        ),
        (&["serve", ".", "--sample-period", "often"], "--sample-period often: off, or a time from 1ms is needed"),
        (&["serve", ".", "--trace-secret", "plain.php.missing", "--listen", "127.0.0.1:0"], "trace-secret plain.php.missing"),
        (&["serve", ".", "--admin", "./plain.php", "--listen", "127.0.0.1:0"], "there is a file, and it is no socket"),
        (&["serve", ".", "--profile-folder", "missing", "--listen", "127.0.0.1:0"], "profile-folder missing: No such file"),
        (&["top", "--token", "plain.php.missing"], "--token plain.php.missing: No such file"),
        (&["trace", "--server", "./admin.sock", "1"], "admin.sock"),
        (&["trace", "x"], "x is no number of a worker"),
        (&["profile", "--server", "./admin.sock", "--route", "x"], "--route needs a number"),
        (&["profile", "--server", "./admin.sock", "--sampler", "x"], "--sampler needs on or off"),
    ] {
        let said = server.loxo(arguments);
        assert!(said.starts_with("loxo: ") && said.contains(message) && said.lines().count() == 1, "{arguments:?}: {said}");
    }
}
