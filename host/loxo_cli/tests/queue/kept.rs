//! Nothing acknowledged is lost and nothing is given twice: by kills, errors of the disk, slow disks and many clients.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::client::{Client, Server, data};
use crate::stop::stop;

/// How many rounds: `LOXO_ROUNDS`, or a few.
fn rounds(few: u64) -> u64 {
    std::env::var("LOXO_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// What clients know of the items: those that were acknowledged, and what became of them.
#[derive(Default)]
struct Known {
    acknowledged: HashSet<String>,
    /// How often each was given by an answer that holds.
    given: HashMap<String, u32>,
    /// The server was asked to forget them, and nobody knows whether it did.
    in_doubt: HashSet<String>,
    /// Requests that were answered with an error.
    refused: u64,
}

impl Known {
    /// Compares with what a server gives that runs undisturbed, and begins anew. Gives how many items there were.
    fn check(&mut self, folder: &Path) -> usize {
        let mut server = Server::start(folder, &["--check", "--sync", "never"]);
        let mut client = server.client();
        let mut last: HashMap<String, u64> = HashMap::new();
        while let Some(value) = client.get("q").expect("answers").expect("is no error") {
            let (writer, number) = value.rsplit_once('-').expect("is a value");
            let number = number.parse().expect("is a number");
            let before = last.insert(writer.to_string(), number);
            assert!(before.is_none_or(|before| before < number), "{value} comes after {before:?}");
            *self.given.entry(value).or_insert(0) += 1;
        }
        let lost = self.acknowledged.iter().filter(|value| !self.given.contains_key(*value) && !self.in_doubt.contains(*value));
        let twice = self.given.iter().filter(|(_, count)| **count > 1);
        assert_eq!((lost.collect::<Vec<_>>(), twice.collect::<Vec<_>>()), (Vec::new(), Vec::new()));
        // What was taken is written when the server ends.
        stop(&mut server.process);
        std::mem::take(self).acknowledged.len()
    }
}

/// Four writers and two readers, until the server is gone, or enough is known.
fn clients(server: &Server, name: &str, known: &Arc<Mutex<Known>>, is_over: fn(&Known) -> bool) -> Vec<JoinHandle<()>> {
    let mut threads = Vec::new();
    for number in 0..4 {
        let (client, name, known) = (server.client(), format!("{name}-{number}"), known.clone());
        threads.push(std::thread::spawn(move || write(client, &name, &known, is_over)));
    }
    for _ in 0..2 {
        let (client, known) = (server.client(), known.clone());
        threads.push(std::thread::spawn(move || read(client, &known, is_over)));
    }
    threads
}

fn write(mut client: Client, name: &str, known: &Mutex<Known>, is_over: fn(&Known) -> bool) {
    for number in 0u64.. {
        let value = format!("{name}-{number}");
        let Ok(answer) = client.set("q", &value) else { return };
        let mut known = known.lock().expect("no panic");
        if answer == "STORED\r\n" {
            known.acknowledged.insert(value);
        } else {
            assert!(answer.starts_with("SERVER_ERROR "), "{answer}");
            known.refused += 1;
        }
        if is_over(&known) {
            return;
        }
    }
}

/// An item was confirmed when the next answer comes, unless that is an error.
fn read(mut client: Client, known: &Mutex<Known>, is_over: fn(&Known) -> bool) {
    let mut open: Option<String> = None;
    loop {
        let key = if is_over(&known.lock().expect("no panic")) { "q/close" } else { "q/close/open/t=5" };
        let answer = client.get(key);
        let mut known = known.lock().expect("no panic");
        match answer {
            Ok(Ok(found)) => {
                if let Some(value) = std::mem::replace(&mut open, found) {
                    *known.given.entry(value).or_insert(0) += 1;
                }
            }
            Ok(Err(error)) => {
                assert!(error.starts_with("SERVER_ERROR "), "{error}");
                known.refused += 1;
                known.in_doubt.extend(open.take());
            }
            Err(_) => {
                known.in_doubt.extend(open.take());
                return;
            }
        }
        if key == "q/close" {
            return;
        }
    }
}

/// `LOXO_ROUNDS=10000` for the whole proof.
#[test]
fn nothing_acknowledged_is_lost_by_kill() {
    let folder = data("kill");
    let known = Arc::new(Mutex::new(Known::default()));
    let mut random = u64::from(std::process::id()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (rounds, mut acknowledged) = (rounds(20), 0);
    for round in 0..rounds {
        let mut server = Server::start(&folder, &[]);
        let threads = clients(&server, &round.to_string(), &known, |_| false);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        std::thread::sleep(Duration::from_micros((random >> 33) % 30_000));
        server.process.kill().expect("is killed");
        server.process.wait().expect("has ended");
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        if round % 50 == 49 || round + 1 == rounds {
            acknowledged += known.lock().expect("no panic").check(&folder);
        }
    }
    println!("{rounds} rounds, {acknowledged} acknowledged, none lost, none given twice");
    assert!(acknowledged as u64 > rounds);
    std::fs::remove_dir_all(folder).expect("goes");
}

/// strace makes system calls of a process fail or wait. `None`, with the reason on standard error: it cannot be used here.
fn start_disturbed(folder: &Path, injections: &[&str]) -> Option<Server> {
    let works = Command::new("strace").args(["-D", "-o", "/dev/null", "true"]).output().is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: strace is not installed, or may not trace processes here");
        return None;
    }
    let mut command = Command::new("strace");
    command.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync,pwrite64"]);
    command.args(injections.iter().flat_map(|injection| ["-e", injection])).args([env!("CARGO_BIN_EXE_loxo"), "queue"]);
    Some(Server::spawn(&mut command, folder, &[]))
}

#[test]
fn errors_of_the_disk_lose_nothing_that_was_acknowledged() {
    for (name, injection) in [
        ("sync", "inject=fdatasync,fsync:error=EIO:when=30+7"),
        ("write", "inject=pwrite64:error=EIO:when=100+61"),
        ("space", "inject=pwrite64:error=ENOSPC:when=100+23"),
    ] {
        let folder = data(&format!("errors-{name}"));
        let Some(mut server) = start_disturbed(&folder, &[injection]) else { return };
        let known = Arc::new(Mutex::new(Known::default()));
        let threads = clients(&server, name, &known, |known| known.refused >= 20);
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        server.process.kill().expect("is killed");
        server.process.wait().expect("has ended");
        let mut known = known.lock().expect("no panic");
        assert!(known.check(&folder) > 0, "{name}");
        std::fs::remove_dir_all(folder).expect("goes");
    }
}

#[test]
fn a_slow_disk_delays_and_loses_nothing() {
    let folder = data("slow");
    let Some(mut server) = start_disturbed(&folder, &["inject=fdatasync,fsync:delay_enter=40000"]) else { return };
    let known = Arc::new(Mutex::new(Known::default()));
    let threads = clients(&server, "slow", &known, |_| false);
    std::thread::sleep(Duration::from_secs(1));
    server.process.kill().expect("is killed");
    server.process.wait().expect("has ended");
    threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    let mut known = known.lock().expect("no panic");
    assert_eq!(known.refused, 0);
    assert!(known.check(&folder) > 0);
    std::fs::remove_dir_all(folder).expect("goes");
}

#[test]
fn a_full_disk_refuses_and_loses_nothing() {
    for sync in ["always", "interval"] {
        let folder = data(&format!("full-{sync}"));
        let server = Server::start_limited(&folder, "-f 2000", &["--sync", sync]);
        let mut client = server.client();
        let value = |number: u32| format!("{number} {}", "x".repeat(1000));
        let (mut stored, mut refused) = (Vec::new(), 0);
        for number in 0.. {
            match client.set("q", &value(number)).expect("answers").as_str() {
                "STORED\r\n" => stored.push(number),
                answer => {
                    assert!(answer.starts_with("SERVER_ERROR "), "{answer}");
                    refused += 1;
                }
            }
            if refused == 20 || number > 100_000 {
                break;
            }
            if sync == "interval" {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        assert!(refused == 20 && stored.len() > 100, "{refused} refused, {} stored", stored.len());
        drop(server);
        // The file may grow again.
        let server = Server::start(&folder, &["--check"]);
        let mut client = server.client();
        let mut found = Vec::new();
        while let Some(value) = client.get("q").expect("answers").expect("is no error") {
            found.push(value.split(' ').next().and_then(|number| number.parse::<u32>().ok()).expect("is a value"));
        }
        if sync == "always" {
            assert_eq!(found, stored);
        }
        assert!(found.is_sorted() && found.len() > 100);
        assert_eq!(client.set("q", "1").expect("answers"), "STORED\r\n");
        drop(server);
        std::fs::remove_dir_all(folder).expect("goes");
    }
}

/// How often each item of a writer was given.
struct Given {
    counts: Mutex<Vec<u8>>,
    /// Items that were put, or are being put.
    put: AtomicU64,
}

const WRITERS: usize = 4;
/// Writers wait while so many of their items were not given.
const AHEAD: u64 = 20_000;

/// `LOXO_MINUTES=10` for the whole proof.
#[test]
fn readers_and_writers_every_item_once() {
    let folder = data("mixed");
    let server = Server::start(&folder, &["--sync", "interval"]);
    let port = server.port;
    let minutes = std::env::var("LOXO_MINUTES").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.02);
    let until = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let all: Arc<Vec<Given>> = Arc::new((0..WRITERS).map(|_| Given { counts: Mutex::default(), put: AtomicU64::new(0) }).collect());
    let total = Arc::new(AtomicU64::new(0));
    let mut threads = Vec::new();
    for writer in 0..WRITERS {
        let (all, total) = (all.clone(), total.clone());
        threads.push(std::thread::spawn(move || {
            let mut client = Client::connect(port);
            let own = &all[writer];
            while Instant::now() < until {
                let number = own.put.load(Ordering::Relaxed);
                own.counts.lock().expect("no panic").push(0);
                assert_eq!(client.set("q", &format!("{writer} {number}")).expect("answers"), "STORED\r\n");
                own.put.store(number + 1, Ordering::Relaxed);
                while all.iter().map(|given| given.put.load(Ordering::Relaxed)).sum::<u64>() > total.load(Ordering::Relaxed) + AHEAD {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }));
    }
    for reader in 0..4 {
        let (all, total) = (all.clone(), total.clone());
        threads.push(std::thread::spawn(move || take_all(Client::connect(port), reader, until, &all, &total)));
    }
    threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    let mut count = 0;
    for given in all.iter() {
        let counts = given.counts.lock().expect("no panic");
        assert!(counts.iter().all(|count| *count == 1));
        count += counts.len();
    }
    println!("{count} items in {minutes} minutes, each given once");
    drop(server);
    std::fs::remove_dir_all(folder).expect("goes");
}

/// Takes items until there are no more after the writers' time; every other reader does so reliably, and gives some back.
fn take_all(mut client: Client, reader: usize, until: Instant, all: &[Given], total: &AtomicU64) {
    let reliable = reader % 2 == 1;
    let key = if reliable { "q/close/open/t=20" } else { "q/t=20" };
    for turn in 0.. {
        let is_over = Instant::now() > until + Duration::from_millis(500);
        match client.get(key).expect("answers").expect("is no error") {
            Some(_) if reliable && turn % 7 == 3 => assert_eq!(client.get("q/abort").expect("answers"), Ok(None)),
            Some(value) => {
                let (writer, number) = value.split_once(' ').expect("is a value");
                let mut counts = all[writer.parse::<usize>().expect("is a number")].counts.lock().expect("no panic");
                counts[number.parse::<usize>().expect("is a number")] += 1;
                total.fetch_add(1, Ordering::Relaxed);
            }
            None if is_over => return,
            None => {}
        }
    }
}
