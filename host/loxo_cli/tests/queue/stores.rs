//! `loxo queue --store`: several queue servers in front of one Redis or one NATS, and what happens when one of them is killed.
//!
//! Redis is Debian's (redis-server or redis-tools); nats-server is looked for in `NATS_SERVER`, else made once by Go's module proxy. A test
//! skips what is not there, and says so.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::client::{Client, Server, data};
use crate::stop::stop;

/// The version of nats-server that is made.
const NATS: &str = "github.com/nats-io/nats-server/v2@v2.15.3";

/// The engine, with the folder of its files.
struct Engine {
    process: Child,
    port: u16,
    folder: PathBuf,
    scheme: &'static str,
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Engine {
    fn start(scheme: &'static str, name: &str) -> Option<Engine> {
        let folder = data(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        // Another process may take the port before: then the engine ends, and the next one is tried.
        for _ in 0..10 {
            let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
            let mut process = spawn(scheme, &folder, port)?;
            let until = Instant::now() + Duration::from_secs(30);
            while Instant::now() < until && process.try_wait().expect("is a child").is_none() {
                if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                    return Some(Engine { process, port, folder, scheme });
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            let _ = process.kill();
            let _ = process.wait();
        }
        panic!("{scheme} does not start");
    }

    fn url(&self) -> String {
        let user = if self.scheme == "redis" { ":p%40ss@" } else { "user:p%40ss@" };
        format!("{}://{user}127.0.0.1:{}?lease=1&prefix=test", self.scheme, self.port)
    }

    /// A queue server in front of it.
    fn server(&self, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
        Server::spawn_command(command.arg("queue").args(["--listen", "127.0.0.1:0"]).args(options).env("LOXO_QUEUE_STORE", self.url()))
    }
}

fn spawn(scheme: &str, folder: &Path, port: u16) -> Option<Child> {
    let mut command = match scheme {
        "redis" => {
            // Debian's redis-tools has the server, which asks for the name that it was started by.
            let has_server = Command::new("redis-server").arg("--version").output().is_ok();
            let mut command = Command::new(if has_server { "redis-server" } else { "redis-check-rdb" });
            command
                .arg0("redis-server")
                .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--requirepass", "p@ss", "--save", "", "--dir"])
                .arg(folder);
            command
        }
        _ => {
            let mut command = Command::new(nats_server()?);
            command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "--user", "user", "--pass", "p@ss", "-js", "-sd"]).arg(folder);
            command
        }
    };
    match command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        Ok(process) => Some(process),
        Err(error) => {
            eprintln!("skipped: {scheme}-server cannot be started: {error}");
            None
        }
    }
}

fn nats_server() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os("NATS_SERVER") {
        return Some(program.into());
    }
    let folder = PathBuf::from(std::env::var_os("HOME")?).join(".cache/loxo-nats");
    let program = folder.join("nats-server");
    // One test at a time makes it.
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().expect("no panic");
    if !program.exists() {
        let mut command = Command::new("go");
        command.args(["install", NATS]).env("GOBIN", &folder);
        if !command.output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: there is no nats-server: NATS_SERVER names none, and Go cannot install it");
            return None;
        }
    }
    Some(program)
}

/// Runs a test on both engines, where they are there.
fn on_both(name: &str, test: impl Fn(&Engine)) {
    for scheme in ["redis", "nats"] {
        if let Some(engine) = Engine::start(scheme, &format!("{name}-{scheme}")) {
            test(&engine);
        }
    }
}

fn get(client: &mut Client, key: &str) -> Option<String> {
    client.get(key).expect("answers").expect("is no error")
}

#[test]
fn two_servers_share_the_queues() {
    on_both("share", |engine| {
        let (mut first, mut second) = (engine.server(&[]), engine.server(&[]));
        let (mut one, mut two) = (first.client(), second.client());
        assert_eq!(get(&mut one, "q"), None);
        assert_eq!(
            one.say(b"set q 4294967295 0 3\r\n1\r\n\r\nset q 0 0 0\r\n\r\nset a.b*>c 0 0 1\r\n1\r\n"),
            "STORED\r\nSTORED\r\nSTORED\r\n"
        );
        assert_eq!(two.say(b"get q/peek\r\n"), "VALUE q 4294967295 3\r\n1\r\n\r\nEND\r\n");
        assert_eq!(
            two.say(b"get q a.b*>c q q\r\n"),
            "VALUE q 4294967295 3\r\n1\r\n\r\nVALUE a.b*>c 0 1\r\n1\r\nVALUE q 0 0\r\n\r\nEND\r\n"
        );
        // Expiry, and a queue that is dropped or emptied.
        assert_eq!(one.say(b"set q 0 -1 1\r\n1\r\nset q 0 60 1\r\n2\r\n"), "STORED\r\nSTORED\r\n");
        assert_eq!(get(&mut two, "q").as_deref(), Some("2"));
        assert_eq!(
            one.say(b"set q 0 0 1\r\n3\r\nflush q\r\nget q\r\nset q 0 0 1\r\n4\r\nflush_all\r\nget q\r\n"),
            "STORED\r\nEND\r\nEND\r\nSTORED\r\nOK\r\nEND\r\n"
        );
        assert_eq!(two.say(b"set q 0 0 1\r\n5\r\ndelete q\r\ndelete q\r\nget q\r\n"), "STORED\r\nDELETED\r\nNOT_FOUND\r\nEND\r\n");
        // Fan-out.
        assert_eq!(get(&mut one, "o+all"), None);
        one.set("o", "1").expect("answers");
        assert_eq!((get(&mut two, "o+all").as_deref(), get(&mut two, "o").as_deref(), get(&mut two, "o")), (Some("1"), Some("1"), None));
        // Who waits at one server gets what is put at the other.
        two.send(b"get w/t=60000\r\nget w/t=1\r\n").expect("is sent");
        until(|| waiters(&second, "w") != Some(0));
        one.set("w", "x").expect("answers");
        assert_eq!(two.say(b""), "VALUE w 0 1\r\nx\r\nEND\r\nEND\r\n");
        // A client that is gone behind requests that were not read does not wait.
        let mut gone = second.client();
        gone.send(b"get w/t=60000\r\n").expect("is sent");
        until(|| waiters(&second, "w") == Some(1));
        gone.send(b"get w\r\n").expect("is sent");
        drop(gone);
        until(|| waiters(&second, "w") == Some(0));
        let stats = one.say(b"stats\r\n");
        for line in ["queue_o_items 0", "queue_o_total_items 1", "queue_o_children 1", "queue_o+all_items 0", "queue_w_items 0"] {
            assert!(stats.contains(&format!("STAT {line}\r\n")), "{line}: {stats}");
        }
        stop(&mut first.process);
        stop(&mut second.process);
    });
}

fn until(is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(Instant::now() < end, "does not become so");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waiters are counted where they wait. `None`: a queue that nobody has put anything into may be no queue yet.
fn waiters(server: &Server, queue: &str) -> Option<u64> {
    figure(&server.client().say(b"stats\r\n"), &format!("queue_{queue}_waiters"))
}

fn figure(stats: &str, name: &str) -> Option<u64> {
    stats.lines().find_map(|line| line.strip_prefix(&format!("STAT {name} "))?.parse().ok())
}

/// Says something to Redis itself.
fn say_to_redis(engine: &Engine, commands: &str) {
    let mut stream = TcpStream::connect(("127.0.0.1", engine.port)).expect("connects");
    stream.write_all(format!("AUTH p@ss\r\n{commands}QUIT\r\n").as_bytes()).expect("is sent");
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("is text");
    assert!(!said.contains('-'), "{said}");
}

#[test]
fn what_was_taken_before_an_error_is_given() {
    let Some(engine) = Engine::start("redis", "error-behind") else { return };
    let server = engine.server(&[]);
    let mut client = server.client();
    for queue in ["a", "b"] {
        assert_eq!(client.set(queue, "1").expect("answers"), "STORED\r\n");
    }
    say_to_redis(&engine, "SET test:items:b x\r\n");
    let said = client.say(b"get a b\r\n");
    assert!(said.starts_with("VALUE a 0 1\r\n1\r\nSERVER_ERROR the store says "), "{said}");
    assert_eq!(get(&mut client, "a"), None);
}

/// Those who ask for the figures are among the clients that there may be.
#[test]
fn connections_for_figures_are_limited() {
    let Some(engine) = Engine::start("redis", "figures") else { return };
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let server = engine.server(&["--max-connections", "3", "--metrics", &format!("127.0.0.1:{port}")]);
    let mut client = server.client();
    let silent: Vec<TcpStream> = (0..2).map(|_| TcpStream::connect(("127.0.0.1", port)).expect("connects")).collect();
    let end = Instant::now() + Duration::from_secs(30);
    while figure(&client.say(b"stats\r\n"), "curr_connections") != Some(3) {
        assert!(Instant::now() < end, "they are not counted");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(server.client().line().expect("is told"), "ERROR Too many open connections\r\n");
    drop(silent);
    until(|| server.client().set("q", "1").is_ok_and(|answer| answer == "STORED\r\n"));
}

#[test]
fn reliable_reads_outlive_connections_and_servers() {
    on_both("reliable", |engine| {
        let (mut first, second) = (engine.server(&[]), engine.server(&[]));
        let (mut one, mut two) = (first.client(), second.client());
        for value in ["1", "2", "3"] {
            one.set("q", value).expect("answers");
        }
        assert_eq!((get(&mut one, "q/open").as_deref(), get(&mut two, "q/open").as_deref()), (Some("1"), Some("2")));
        assert_eq!(get(&mut one, "q/abort"), None);
        assert_eq!(get(&mut one, "q/open").as_deref(), Some("1"));
        assert!(two.get("q/open").expect("answers").is_err_and(|error| error.starts_with("CLIENT_ERROR ")));
        assert!(two.line().is_ok_and(|line| line == "END\r\n") && two.line().is_err());
        // The connection ended with 2 open.
        let mut two = second.client();
        assert_eq!(get(&mut two, "q/t=60000").as_deref(), Some("2"));
        assert_eq!(get(&mut one, "q/close/open").as_deref(), Some("3"));
        assert_eq!(get(&mut two, "q"), None);
        // As long as its server is there, it stays open; then it comes back.
        assert_eq!(get(&mut two, "q/t=3000"), None);
        first.process.kill().expect("is killed");
        first.process.wait().expect("has ended");
        assert_eq!(get(&mut two, "q/t=60000").as_deref(), Some("3"));
        assert_eq!(get(&mut two, "q"), None);
    });
}

#[test]
fn limits_hold_in_stores() {
    on_both("limits", |engine| {
        let server = engine.server(&["--max-items", "2", "--max-queues", "2", "--queue", "new", "--max-items", "1", "--discard-oldest"]);
        let mut client = server.client();
        let mut put = |queue: &str, value: &str| client.set(queue, value).expect("answers");
        assert_eq!([put("q", "1"), put("q", "2"), put("q", "3")], ["STORED\r\n", "STORED\r\n", "NOT_STORED\r\n"]);
        assert_eq!([put("new", "1"), put("new", "2")], ["STORED\r\n", "STORED\r\n"]);
        assert_eq!(put("other", "1"), "SERVER_ERROR too many queues\r\n");
        assert_eq!((get(&mut client, "new").as_deref(), get(&mut client, "new")), (Some("2"), None));
        assert_eq!(get(&mut client, "q").as_deref(), Some("1"));
    });
}

/// What was acknowledged is there for who asks next, however busy the store is.
#[test]
fn who_has_put_takes() {
    on_both("own", |engine| {
        let server = engine.server(&[]);
        let threads = (0..16).map(|number| {
            let mut client = server.client();
            std::thread::spawn(move || {
                let queue = format!("q{number}");
                for item in 0..50 {
                    let value = item.to_string();
                    assert_eq!(client.set(&queue, &value).expect("answers"), "STORED\r\n");
                    assert_eq!(get(&mut client, &queue), Some(value));
                }
                assert_eq!(get(&mut client, &queue), None);
            })
        });
        threads.collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().expect("no panic"));
    });
}

/// An engine that ends is an error, and one that is there again goes on.
#[test]
fn a_store_that_is_gone_is_an_error() {
    on_both("gone", |engine| {
        let server = engine.server(&[]);
        let mut client = server.client();
        assert_eq!(client.set("q", "1").expect("answers"), "STORED\r\n");
        // What must be said is said without the password.
        let pid = engine.process.id().to_string();
        let signal = |name: &str| assert!(Command::new("kill").args([name, &pid]).status().expect("runs").success());
        signal("-KILL");
        let answer = client.set("q", "2").expect("answers");
        assert!(answer.starts_with("SERVER_ERROR the ") && !answer.contains("p@ss"), "{answer}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
        let output = command.args(["queue", "--listen", "127.0.0.1:0", "--store", &engine.url()]).output().expect("runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("cannot be reached") && !said.contains("p%40ss"), "{said}");
    });
}

/// Writers and readers at two servers, of which one is killed again and again: what was acknowledged is given, and what was confirmed is not
/// given again.
#[test]
fn every_item_once_while_servers_are_killed() {
    on_both("kills", |engine| {
        let acknowledged = Arc::new(Mutex::new(Vec::new()));
        let confirmed = Arc::new(Mutex::new(HashMap::new()));
        for round in 0..5 {
            let (mut victim, other) = (engine.server(&[]), engine.server(&[]));
            let mut threads = Vec::new();
            for number in 0..4 {
                let (mut client, acknowledged) = (if number % 2 == 0 { victim.client() } else { other.client() }, acknowledged.clone());
                threads.push(std::thread::spawn(move || {
                    for item in 0..100 {
                        let value = format!("{round}-{number}-{item}");
                        match client.set("q", &value) {
                            Ok(answer) if answer == "STORED\r\n" => acknowledged.lock().expect("no panic").push(value),
                            _ => return,
                        }
                    }
                }));
                let (mut client, confirmed) = (if number % 2 == 0 { victim.client() } else { other.client() }, confirmed.clone());
                threads.push(std::thread::spawn(move || {
                    let mut open: Option<String> = None;
                    for _ in 0..80 {
                        let Ok(Ok(found)) = client.get("q/close/open/t=5") else { return };
                        if let Some(value) = std::mem::replace(&mut open, found) {
                            *confirmed.lock().expect("no panic").entry(value).or_insert(0) += 1;
                        }
                    }
                    // The last one comes back.
                }));
            }
            std::thread::sleep(Duration::from_millis(30));
            victim.process.kill().expect("is killed");
            victim.process.wait().expect("has ended");
            threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        }
        let server = engine.server(&[]);
        let mut client = server.client();
        let mut confirmed = confirmed.lock().expect("no panic");
        // What the killed ones had open comes back within their lease.
        while let Some(value) = get(&mut client, "q/t=4000") {
            *confirmed.entry(value).or_insert(0) += 1;
        }
        let acknowledged = acknowledged.lock().expect("no panic");
        assert!(!acknowledged.is_empty());
        let lost: Vec<&String> = acknowledged.iter().filter(|value| !confirmed.contains_key(*value)).collect();
        let twice: Vec<_> = confirmed.iter().filter(|(_, count)| **count > 1).collect();
        // A close whose answer was lost may have been done: at most one of each reader of a killed server.
        assert!(lost.len() <= 10 && twice.is_empty(), "{lost:?} {twice:?}");
    });
}
