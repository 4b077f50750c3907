//! Proofs that take long: `cargo test -p loxo_cli --test processes -- --ignored`. `LOXO_PROOF=0.1` runs a tenth of each.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Server, send};

/// So much of a number.
fn part(whole: u32) -> u32 {
    let share = std::env::var("LOXO_PROOF").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
    ((f64::from(whole) * share).round() as u32).max(1)
}

/// A client that keeps its connection for some requests, and asks each again only on a new one.
fn ask(port: u16, path: &str, count: usize, check: &dyn Fn(&str) -> Option<String>, done: &AtomicU64) -> Result<(), String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| format!("refused: {error}"))?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).map_err(|error| error.to_string())?;
    for _ in 0..count {
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: h\r\n\r\n").as_bytes()).map_err(|error| format!("not sent: {error}"))?;
        let (head, body) = response(&mut stream)?;
        if !head.starts_with("HTTP/1.1 200") {
            return Err(format!("answered: {}", head.lines().next().unwrap_or_default()));
        }
        if let Some(wrong) = check(&body) {
            return Err(wrong);
        }
        done.fetch_add(1, Ordering::Relaxed);
        if head.to_ascii_lowercase().contains("connection: close") {
            return Ok(());
        }
    }
    Ok(())
}

/// Head and body of one response that says its length.
fn response(stream: &mut TcpStream) -> Result<(String, String), String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
            let length =
                head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
            let length = length.ok_or_else(|| format!("no length: {head}"))?;
            if bytes.len() >= at + 4 + length {
                return Ok((head, String::from_utf8_lossy(&bytes[at + 4..]).into_owned()));
            }
        }
        match stream.read(&mut buffer).map_err(|error| format!("not read: {error}"))? {
            0 => return Err(format!("ended after {} bytes", bytes.len())),
            count => bytes.extend_from_slice(&buffer[..count]),
        }
    }
}

/// Clients that ask until they are told to stop; how often, and what failed.
struct Clients {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
    threads: Vec<std::thread::JoinHandle<Vec<String>>>,
}

impl Clients {
    fn begin(port: u16, count: usize, path: &'static str, check: fn(&str) -> Option<String>) -> Clients {
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let threads = (0..count).map(|number| {
            let (stop, done) = (stop.clone(), done.clone());
            std::thread::spawn(move || {
                let mut failures = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    failures.extend(ask(port, path, 1 + number * 5, &check, &done).err());
                }
                failures
            })
        });
        Clients { threads: threads.collect(), stop, done }
    }

    fn end(self, what: &str) {
        self.stop.store(true, Ordering::Relaxed);
        let failures: Vec<String> = self.threads.into_iter().flat_map(|thread| thread.join().expect("a client")).collect();
        let count = self.done.load(Ordering::Relaxed);
        println!("{what}: {count} requests, {} failed", failures.len());
        assert!(failures.is_empty() && count > 0, "{} of {count}: {:?}", failures.len(), &failures[..failures.len().min(20)]);
    }
}

fn is_p(body: &str) -> Option<String> {
    (body != "p").then(|| format!("wrong body: {body}"))
}

/// The parts of a page must be of one release.
fn is_one_release(body: &str) -> Option<String> {
    let mut parts = body.split(' ');
    let first = parts.next().unwrap_or_default();
    let whole = !first.is_empty() && body.split(' ').count() == 3 && parts.all(|part| part == first);
    (!whole).then(|| format!("of several releases: {body}"))
}

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !is_there() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[ignore = "takes ten minutes"]
fn reloads_lose_nothing() {
    let server = Server::start("proof-reloads", &[("p.php", "<?php usleep(500); echo 'p';")], &["--processes", "2", "--workers", "2"]);
    let clients = Clients::begin(server.port, 4, "/p.php", is_p);
    let began = Instant::now();
    for number in 0..part(1000) {
        let before = server.pool();
        server.signal(if number % 2 == 0 { "HUP" } else { "USR2" });
        wait_for("a new process", || server.pool().iter().any(|pid| !before.contains(pid)));
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("{} reloads in {:?}", part(1000), began.elapsed());
    clients.end("reloads");
}

fn release(root: &Path, number: u32) -> std::io::Result<()> {
    let folder = root.join(format!("release-{number}"));
    std::fs::create_dir_all(folder.join("lib"))?;
    std::fs::write(
        folder.join("index.php"),
        format!(
            "<?php $a = '{number}'; usleep(300); $b = require __DIR__ . '/lib/part.php'; $c = trim(file_get_contents($_SERVER['DOCUMENT_ROOT'] . '/version')); echo \"$a $b $c\";"
        ),
    )?;
    std::fs::write(folder.join("lib/part.php"), format!("<?php return '{number}';"))?;
    std::fs::write(folder.join("version"), format!("{number}\n"))
}

#[test]
#[ignore = "takes minutes"]
fn releases_are_switched_as_a_whole() {
    let root = super::folder("proof-releases", &[]);
    release(&root, 0).expect("a release");
    std::os::unix::fs::symlink("release-0", root.join("current")).expect("a link");
    let server = Server::serving(&root.join("current"), "proof-releases-server", &["--processes", "2", "--workers", "2"]);
    let clients = Clients::begin(server.port, 4, "/", is_one_release);
    let began = Instant::now();
    for number in 1..=part(1000) {
        release(&root, number).expect("a release");
        let next = root.join("next");
        std::os::unix::fs::symlink(format!("release-{number}"), &next)
            .and_then(|()| std::fs::rename(&next, root.join("current")))
            .expect("a link");
        std::thread::sleep(Duration::from_millis(150));
        // Requests that began before the switch are over.
        std::fs::remove_dir_all(root.join(format!("release-{}", number - 1))).expect("a release");
    }
    println!("{} switches in {:?}", part(1000), began.elapsed());
    clients.end("switches");
    let _ = std::fs::remove_dir_all(&root);
}

#[test]
#[ignore = "takes minutes"]
fn upgrades_lose_nothing() {
    let binary = Path::new(env!("CARGO_BIN_EXE_loxo"));
    let folder = binary.parent().expect("a folder");
    let name = folder.join(format!("loxo-proof-{}", std::process::id()));
    let versions = [0, 1].map(|number| folder.join(format!("loxo-proof-{}-{number}", std::process::id())));
    for version in &versions {
        let _ = std::fs::remove_file(version);
        std::fs::hard_link(binary, version).expect("another name");
    }
    let point_to = |version: &Path| {
        let next = name.with_extension("next");
        std::os::unix::fs::symlink(version, &next).and_then(|()| std::fs::rename(&next, &name)).expect("a link");
    };
    point_to(&versions[0]);
    let server =
        Server::start_as(&name, "proof-upgrades", &[("p.php", "<?php usleep(500); echo 'p';")], &["--processes", "2", "--workers", "2"]);
    let clients = Clients::begin(server.port, 4, "/p.php", is_p);
    let running = || std::fs::read_link(format!("/proc/{}/exe", server.process.id())).unwrap_or_default();
    for number in 1..=part(100) {
        let version = &versions[number as usize % 2];
        point_to(version);
        server.signal("USR2");
        wait_for("the other binary", || running() == *version);
        std::thread::sleep(Duration::from_millis(200));
    }
    clients.end("upgrades");
    drop(server);
    for file in versions.iter().chain([&name]) {
        let _ = std::fs::remove_file(file);
    }
}

#[test]
#[ignore = "takes a minute"]
fn a_minute_of_kills() {
    let server =
        Server::start("proof-kills", &[("p.php", "<?php usleep(500); echo 'p';"), ("a.txt", "p")], &["--processes", "2", "--workers", "4"]);
    let statics = Clients::begin(server.port, 2, "/a.txt", is_p);
    let pages = super::Load::begin(server.port, 20, "/p.php", "p");
    let kills = part(60);
    for round in 0..kills {
        std::thread::sleep(Duration::from_secs(1));
        let pool = server.pool();
        if let Some(pid) = pool.get(round as usize % pool.len().max(1)) {
            send(*pid, "KILL");
        }
    }
    statics.end("files");
    let (count, failures) = pages.end();
    println!("{kills} kills: {count} requests, {} failed", failures.len());
    assert!(failures.len() <= kills as usize * 4 && failures.iter().all(|failure| !failure.starts_with("refused")), "{failures:?}");
}
