//! Many tests at once, except those that conflict.

use super::phpt::{Phpt, parse_conflicts};
use super::record::Record;
use super::report::Sink;
use super::run::{Runner, Test};
use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

struct Queue {
    waiting: VecDeque<(Test, Vec<String>)>,
    running: HashSet<String>,
    active: usize,
}

/// Runs `tests` on `jobs` threads and hands every report to `sink`. Returns the records in order of name.
pub fn run(runner: &Runner, tests: Vec<Test>, jobs: usize, sink: &Sink, quiet: bool) -> Vec<Record> {
    let total = tests.len();
    let mut tests = tests;
    // Neighbours in a folder often use the same temporary files: an order that separates them, the same every time.
    tests.sort_by_cached_key(|test| scatter(&test.name));
    let (alone, together) = with_conflicts(tests);
    let progress = Progress { total, quiet, state: Mutex::new((0, 0, Instant::now())), start: Instant::now() };
    let records = Mutex::new(Vec::with_capacity(total));
    for (queue, jobs) in [(together, jobs), (alone, 1)] {
        let shared = (Mutex::new(Queue { waiting: queue.into(), running: HashSet::new(), active: 0 }), Condvar::new());
        std::thread::scope(|scope| {
            for worker in 1..=jobs {
                let (shared, records, progress) = (&shared, &records, &progress);
                scope.spawn(move || {
                    while let Some((test, keys)) = take(shared) {
                        let report = runner.run(&test, worker);
                        let record = sink.accept(&test, report);
                        progress.step(&record);
                        records.lock().expect("no panic while held").push(record);
                        release(shared, &keys);
                    }
                });
            }
        });
    }
    progress.finish();
    let mut records = records.into_inner().expect("no panic while held");
    records.sort_by(|a, b| a.name.cmp(&b.name));
    records
}

/// FNV-1a.
fn scatter(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn take((queue, changed): &(Mutex<Queue>, Condvar)) -> Option<(Test, Vec<String>)> {
    let mut queue = queue.lock().expect("no panic while held");
    loop {
        let free = queue.waiting.iter().position(|(_, keys)| keys.iter().all(|key| !queue.running.contains(key)));
        if let Some(at) = free {
            let (test, keys) = queue.waiting.remove(at).expect("just found");
            queue.running.extend(keys.iter().cloned());
            queue.active += 1;
            return Some((test, keys));
        }
        if queue.waiting.is_empty() {
            return None;
        }
        queue = changed.wait(queue).expect("no panic while held");
    }
}

fn release((queue, changed): &(Mutex<Queue>, Condvar), keys: &[String]) {
    let mut queue = queue.lock().expect("no panic while held");
    for key in keys {
        queue.running.remove(key);
    }
    queue.active -= 1;
    changed.notify_all();
}

/// Those that conflict with everything, and the rest with their keys.
#[allow(clippy::type_complexity)]
fn with_conflicts(tests: Vec<Test>) -> (Vec<(Test, Vec<String>)>, Vec<(Test, Vec<String>)>) {
    let mut folders: HashMap<PathBuf, Vec<String>> = HashMap::new();
    let keyed = tests.into_iter().map(|test| {
        let own = Phpt::read(&test.file).ok().and_then(|phpt| phpt.conflicts());
        let mut keys = own.unwrap_or_else(|| {
            let folder = test.file.parent().map(PathBuf::from).unwrap_or_default();
            let read = |folder: &PathBuf| std::fs::read_to_string(folder.join("CONFLICTS")).map(|text| parse_conflicts(&text));
            folders.entry(folder.clone()).or_insert_with(|| read(&folder).unwrap_or_default()).clone()
        });
        // A test lives in files of its own name: the same one must not run twice at once.
        if let Some(redirect) = &test.redirect {
            keys.push(redirect.dir.join(test.file.file_name().unwrap_or_default()).display().to_string());
        }
        (test, keys)
    });
    keyed.partition(|(_, keys)| keys.iter().any(|key| key == "all"))
}

struct Progress {
    total: usize,
    quiet: bool,
    /// Tests done, tests that did not pass, and when this was last printed.
    state: Mutex<(usize, usize, Instant)>,
    start: Instant,
}

impl Progress {
    fn step(&self, record: &Record) {
        let mut state = self.state.lock().expect("no panic while held");
        state.0 += 1;
        state.1 += usize::from(record.is_failure());
        let terminal = std::io::stderr().is_terminal();
        let pause = Duration::from_secs(if terminal { 0 } else { 20 }) + Duration::from_millis(200);
        if self.quiet || state.2.elapsed() < pause {
            return;
        }
        state.2 = Instant::now();
        let (done, failed, _) = *state;
        let left = self.start.elapsed().as_secs_f64() / done as f64 * (self.total - done) as f64;
        let line = format!("{done}/{} tests, {failed} not passed, about {:.0} s left", self.total, left);
        let mut stderr = std::io::stderr().lock();
        let _ = if terminal { write!(stderr, "\r\x1b[K{line}") } else { writeln!(stderr, "{line}") };
    }

    fn finish(&self) {
        if !self.quiet && std::io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
    }
}
