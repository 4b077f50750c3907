//! `loxo serve --processes`: processes that die, are replaced and are reloaded while clients go on asking.

#[path = "common/address.rs"]
mod address;
#[path = "processes/code.rs"]
mod code;
#[path = "common/folder.rs"]
mod folder;
#[path = "processes/load.rs"]
mod load;
#[path = "processes/long.rs"]
mod long;
#[path = "common/proof.rs"]
mod proof;
#[path = "common/stop.rs"]
mod stop;
#[path = "processes/threads.rs"]
mod threads;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use address::{first_line, port_in};
use folder::folder;
use load::{Load, is};
use stop::stop;

struct Server {
    process: Child,
    port: u16,
    root: PathBuf,
}

impl Server {
    fn start(name: &str, files: &[(&str, &str)], options: &[&str]) -> Server {
        Server::start_as(Path::new(env!("CARGO_BIN_EXE_loxo")), name, files, options)
    }

    /// The same by another name of the binary.
    fn start_as(binary: &Path, name: &str, files: &[(&str, &str)], options: &[&str]) -> Server {
        let root = folder(name, files);
        let arguments = [&["serve", ".", "-n", "--listen", "127.0.0.1:0"], as_whoever(), options].concat();
        Server::run(binary, root, &arguments)
    }

    /// One that serves a folder of its caller's.
    fn serving(served: &Path, name: &str, options: &[&str]) -> Server {
        let root = folder(name, &[]);
        let served = served.to_string_lossy();
        let arguments = [&["serve", &served, "-n", "--listen", "127.0.0.1:0"], as_whoever(), options].concat();
        Server::run(Path::new(env!("CARGO_BIN_EXE_loxo")), root, &arguments)
    }

    /// One with a configuration file, whose paths begin at its folder.
    fn configured(name: &str, files: &[(&str, &str)], config: &str) -> Server {
        let config = format!("listen = \"127.0.0.1:0\"\n{config}");
        let root = folder(name, &[files, &[("loxo.toml", &config)]].concat());
        Server::run(Path::new(env!("CARGO_BIN_EXE_loxo")), root, &["serve", "-n", "--config", "loxo.toml"])
    }

    fn run(binary: &Path, root: PathBuf, arguments: &[&str]) -> Server {
        let mut process = Command::new(binary)
            .args(arguments)
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port, root }
    }

    fn signal(&self, signal: &str) {
        send(self.process.id(), signal);
    }

    /// The numbers of its pool's processes.
    fn pool(&self) -> Vec<u32> {
        self.children(b"php-fpm: pool")
    }

    /// Those of its children whose command line begins so.
    fn children(&self, title: &[u8]) -> Vec<u32> {
        let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", self.process.id()));
        let children = children.unwrap_or_else(|_| {
            let output = Command::new("pgrep").args(["-P", &self.process.id().to_string()]).output().expect("pgrep");
            String::from_utf8_lossy(&output.stdout).into_owned()
        });
        let is_one = |pid: &u32| std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.starts_with(title));
        children.split_whitespace().filter_map(|pid| pid.parse().ok()).filter(is_one).collect()
    }

    fn get(&self, path: &str) -> Result<String, String> {
        get(self.port, path)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

/// As whom a pool of a configuration file runs, where somebody must be named.
fn pool_user() -> &'static str {
    if rustix::process::geteuid().is_root() { "user = \"daemon\"\n" } else { "" }
}

fn send(pid: u32, signal: &str) {
    // It may have ended by now.
    let _ = Command::new("kill").args([&format!("-{signal}"), &pid.to_string()]).stderr(Stdio::null()).status();
}

/// Tests run as anybody, root too.
fn as_whoever() -> &'static [&'static str] {
    if rustix::process::geteuid().is_root() { &["-R"] } else { &[] }
}

/// The body of a page; the error says what went wrong.
fn get(port: u16, path: &str) -> Result<String, String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| format!("refused: {error}"))?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(|error| error.to_string())?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(|error| format!("not sent: {error}"))?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(|error| format!("not read: {error}"))?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200") => Ok(body.to_string()),
        _ => Err(format!("answered: {}", answer.lines().next().unwrap_or_default())),
    }
}

/// Waits until the server is as it should be, for so many seconds.
fn wait_for(what: &str, seconds: u64, mut is_there: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(seconds);
    while !is_there() {
        assert!(Instant::now() < until, "no {what} in {seconds} s");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A page that takes a moment, and a file.
const KILLED: [(&str, &str); 2] = [("p.php", "<?php usleep(2000); echo 'p';"), ("a.txt", "static")];

/// Kills one process of the pool after the other while clients ask for [`KILLED`]: only requests that such a process was running may fail, files
/// never, and nobody is refused. `workers`: how many requests a process runs.
fn kill_under_load(server: &Server, clients: usize, kills: usize, pause: Duration, workers: usize) {
    let pages = Load::begin(server.port, clients, "/p.php", is("p"));
    let statics = Load::begin(server.port, 2, "/a.txt", is("static"));
    for round in 0..kills {
        std::thread::sleep(pause);
        let pool = server.pool();
        assert!(!pool.is_empty(), "no process in round {round}");
        send(pool[round % pool.len()], "KILL");
    }
    statics.end_without_failure();
    let (count, failures) = pages.end();
    println!("{kills} kills: {count} requests, {} failed", failures.len());
    assert!(failures.iter().all(|failure| !failure.starts_with("refused")), "{failures:?}");
    assert!(failures.len() <= kills * workers && count > 100, "{} of {count} failed: {failures:?}", failures.len());
}

#[test]
fn processes_that_are_killed_lose_their_own_request_only() {
    let server = Server::start("killed", &KILLED, &["--processes", "4"]);
    kill_under_load(&server, 6, 10, Duration::from_millis(500), 1);
    wait_for("four processes", 10, || server.pool().len() == 4);
}

#[test]
fn a_reload_loses_nothing() {
    let server = Server::start(
        "reload",
        &[("p.php", "<?php usleep(1000); echo 'p';"), ("slow.php", "<?php sleep(3); echo 's';")],
        &["--processes", "3"],
    );
    let before = server.pool();
    let port = server.port;
    let slow = std::thread::spawn(move || get(port, "/slow.php"));
    std::thread::sleep(Duration::from_millis(200));
    let load = Load::begin(server.port, 4, "/p.php", is("p"));
    for signal in ["HUP", "USR2", "HUP"] {
        server.signal(signal);
        std::thread::sleep(Duration::from_millis(700));
    }
    load.end_without_failure();
    assert_eq!(slow.join().expect("a client"), Ok("s".to_string()));
    wait_for("end of the processes of before", 10, || !server.pool().iter().any(|pid| before.contains(pid)));
}

#[test]
fn another_binary_takes_over() {
    let binary = Path::new(env!("CARGO_BIN_EXE_loxo"));
    let (folder, next) = (binary.parent().expect("a folder"), format!("loxo-next-{}", std::process::id()));
    let name = folder.join(format!("loxo-upgraded-{}", std::process::id()));
    let next = folder.join(next);
    let _ = (std::fs::remove_file(&name), std::fs::remove_file(&next));
    std::os::unix::fs::symlink(binary, &name).expect("a link");
    std::fs::hard_link(binary, &next).expect("another name");
    let server = Server::start_as(&name, "upgrade", &[("p.php", "<?php echo 'p';")], &["--processes", "2"]);
    let load = Load::begin(server.port, 3, "/p.php", is("p"));
    std::fs::remove_file(&name).and_then(|()| std::os::unix::fs::symlink(&next, &name)).expect("a link");
    let running = || std::fs::read_link(format!("/proc/{}/exe", server.process.id())).unwrap_or_default();
    assert_ne!(running(), next);
    server.signal("USR2");
    wait_for("other binary", 10, || running() == next);
    std::thread::sleep(Duration::from_millis(300));
    load.end_without_failure();
    // One that does not run is not taken.
    std::fs::remove_file(&name).expect("a link");
    server.signal("USR2");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(server.get("/p.php"), Ok("p".to_string()));
    drop(server);
    let _ = std::fs::remove_file(&next);
}

#[test]
fn the_front_is_started_again() {
    let server = Server::start("again", &[("p.php", "<?php echo 'p';")], &["--processes", "1"]);
    for _ in 0..3 {
        let front = server.children(b"loxo: front");
        assert_eq!(front.len(), 1);
        send(front[0], "KILL");
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!(server.get("/p.php"), Ok("p".to_string()));
    }
}

#[test]
fn a_stop_waits_for_requests() {
    let mut server = Server::start("stop", &[("slow.php", "<?php usleep(800000); echo 's';")], &["--processes", "2"]);
    let port = server.port;
    // One of them waits for a process.
    let clients: Vec<_> = (0..3).map(|_| std::thread::spawn(move || get(port, "/slow.php"))).collect();
    std::thread::sleep(Duration::from_millis(300));
    server.signal("QUIT");
    for client in clients {
        assert_eq!(client.join().expect("a client"), Ok("s".to_string()));
    }
    let status = server.process.wait().expect("ends");
    assert!(status.success(), "{status}");
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}

#[test]
fn requests_and_answers_pass_the_front() {
    let files = [
        (
            "in.php",
            "<?php header('X-A: b'); http_response_code(200); echo $_SERVER['PATH_INFO'] ?? '-', strlen(file_get_contents('php://input'));",
        ),
        ("long.php", "<?php for ($i = 0; $i < 5000; $i++) { echo str_repeat('x', 100); }"),
        ("late.php", "<?php echo 'a'; flush(); usleep(300000); echo 'b';"),
        ("goes_on.php", "<?php echo 'd'; fastcgi_finish_request(); sleep(2);"),
        ("gone.php", "<?php http_response_code(404); echo 'gone';"),
    ];
    let server = Server::start("front", &files, &["--processes", "2", "--status-path", "/status"]);
    assert_eq!(server.get("/in.php/more"), Ok("/more0".to_string()));
    let large = "x".repeat(1 << 20);
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("connects");
    let head = format!("POST /in.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", large.len());
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(large.as_bytes())).expect("writes");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.contains("X-A: b") && answer.ends_with(&format!("-{}", 1 << 20)), "{answer}");
    let long = server.get("/long.php").expect("a page");
    assert_eq!(long.bytes().filter(|b| *b == b'x').count(), 500_000);
    assert!(server.get("/late.php").expect("a page").contains('b'));
    let began = Instant::now();
    for _ in 0..2 {
        assert_eq!(server.get("/goes_on.php"), Ok("d".to_string()));
    }
    assert!(began.elapsed() < Duration::from_millis(1500), "{:?}", began.elapsed());
    assert_eq!(server.get("/gone.php"), Err("answered: HTTP/1.1 404 Not Found".to_string()));
    assert!(server.get("/status").expect("a page").contains("process manager:      static"));
}

#[test]
fn what_cannot_begin_is_one_line() {
    let server = Server::start("twice", &[("p.php", "<?php echo 'p';")], &["--processes", "1"]);
    let address = format!("127.0.0.1:{}", server.port);
    let failure = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_loxo")).args(["serve", ".", "-n"]).args(arguments).output().expect("runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = failure(&[as_whoever(), &["--processes", "1", "--listen", &address]].concat());
    let line = format!("{address} is in use: stop what listens there, or choose another address\n");
    assert!(status == Some(1) && said.ends_with(&line) && said.lines().count() == 1, "{status:?} {said}");
    if rustix::process::geteuid().is_root() {
        let (status, said) = failure(&["--processes", "1", "--listen", "127.0.0.1:0"]);
        assert_eq!((status, &said[..]), (Some(1), "loxo: scripts would run as root: --user NAME says as whom instead, -R that they may\n"));
    }
}
