//! Watching a server's workers for a while.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::observed::{Observed, Text};
use crate::peers::{Peers, listeners};
use crate::process::{Stat, children, machine, number_after, read, throttled, times};
use crate::samples::Samples;
use crate::status::accepted;
use crate::target::Target;
use crate::waits::{Seen, look};

/// Looks at threads per second, of all workers together, and at one of them at least and at most.
const LOOKS: u32 = 2000;
const RATES: (u32, u32) = (20, 200);
/// Between two looks at the tables of connections: less than the second after which the ends of a connection may be used by the next one.
const TABLES: Duration = Duration::from_millis(900);
/// Between two looks for new workers.
const NEW_WORKERS: Duration = Duration::from_secs(2);
/// What a tick of a process's times is: Linux shows hundredths to programs.
const TICK: f64 = 0.01;

struct Worker {
    process: u32,
    thread: u32,
    start: (f64, f64),
    stat: Stat,
}

impl Worker {
    fn new((process, thread): (u32, u32)) -> Worker {
        Worker { process, thread, start: times(thread), stat: Stat::of(thread) }
    }
}

/// What the workers do in that time. `tell` gets a line about what cannot be seen, and why.
pub fn watch(target: &Target, time: Duration, tell: &mut dyn FnMut(&str)) -> Observed {
    let mut workers: Vec<Worker> = target.workers.iter().map(|worker| Worker::new(*worker)).collect();
    let threads: Vec<u32> = workers.iter().map(|worker| worker.thread).collect();
    let requests = || target.status.as_ref().and_then(|(listen, path)| accepted(listen, path));
    let before = requests();
    let first = workers.first().map_or(0, |worker| worker.process);
    let (stopped, machine_before) = (throttled(first), machine());
    let mut samples = match Samples::start(&threads) {
        Ok(samples) => Some(samples),
        Err(why) => {
            tell(&format!("no samples of system calls: {why}"));
            None
        }
    };
    let mut observed = Observed {
        settings: target.settings.clone(),
        is_fpm: target.is_fpm,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        ..Observed::default()
    };
    let mut peers = Peers::default();
    look_at_tables(&mut peers, &workers);
    let (begun, mut tables, mut listed, mut last) = (Instant::now(), Instant::now(), Instant::now(), Instant::now());
    let (mut looks, mut all_busy) = (0u64, 0u64);
    while begun.elapsed() < time {
        let count = u32::try_from(workers.len()).unwrap_or(u32::MAX).max(1);
        std::thread::sleep(Duration::from_secs(1) / (LOOKS / count).clamp(RATES.0, RATES.1));
        let passed = last.elapsed().as_secs_f64();
        last = Instant::now();
        let mut idle = 0;
        for worker in &workers {
            match look(worker.process, worker.thread, &mut peers) {
                Seen::Runs => {}
                Seen::Idle => idle += 1,
                Seen::Waits(wait) => *observed.waits.entry(wait).or_default() += passed,
            }
        }
        looks += 1;
        all_busy += u64::from(idle == 0);
        if let Some(samples) = &mut samples {
            samples.take();
        }
        if tables.elapsed() >= TABLES {
            look_at_tables(&mut peers, &workers);
            tables = Instant::now();
        }
        if listed.elapsed() >= NEW_WORKERS {
            find_new(target, &mut workers, samples.as_mut());
            listed = Instant::now();
        }
    }
    observed.seconds = begun.elapsed().as_secs_f64();
    observed.requests = before.and_then(|before| requests()?.checked_sub(before + 1));
    let machine_after = machine();
    let ticks = machine_after.1.saturating_sub(machine_before.1).max(1);
    observed.idle = machine_after.0.saturating_sub(machine_before.0) as f64 / ticks as f64;
    observed.throttled = (throttled(first) - stopped).max(0.0);
    observed.all_busy = all_busy as f64 / looks.max(1) as f64;
    observed.opened = peers.opened();
    observed.listeners = listeners(first);
    add_times(&mut observed, &workers);
    let cpu = observed.cpu;
    observed.calls = samples.filter(|samples| samples.all > 0).map(|samples| {
        let share = |count: u64| cpu * count as f64 / samples.all as f64;
        samples.counts.iter().map(|(name, count)| (name.clone(), share(*count))).collect()
    });
    observed
}

/// Workers of one server have one network.
fn look_at_tables(peers: &mut Peers, workers: &[Worker]) {
    if let Some(worker) = workers.first() {
        peers.look(worker.process);
    }
    for process in workers.iter().map(|worker| worker.process).collect::<BTreeSet<u32>>() {
        peers.note_used(process);
    }
}

/// Children that have started meanwhile.
fn find_new(target: &Target, workers: &mut Vec<Worker>, mut samples: Option<&mut Samples>) {
    let known: BTreeSet<u32> = workers.iter().map(|worker| worker.process).collect();
    let all = target.parents.iter().flat_map(|parent| children(*parent));
    for process in all.filter(|process| !known.contains(process) && !target.parents.contains(process)) {
        workers.push(Worker { start: (0.0, 0.0), stat: Stat::default(), process, thread: process });
        if let Some(samples) = samples.as_deref_mut() {
            // One that has gone again is no loss.
            let _ = samples.add(process);
        }
    }
    workers.retain(|worker| Path::new(&format!("/proc/{}", worker.thread)).exists());
}

fn add_times(observed: &mut Observed, workers: &[Worker]) {
    observed.workers = workers.len();
    let mut seen = BTreeSet::new();
    for worker in workers {
        let ((cpu, ready), stat) = (times(worker.thread), Stat::of(worker.thread));
        observed.cpu += (cpu - worker.start.0).max(0.0);
        observed.ready += (ready - worker.start.1).max(0.0);
        observed.system += stat.system.saturating_sub(worker.stat.system) as f64 * TICK;
        observed.major_faults += stat.major_faults.saturating_sub(worker.stat.major_faults);
        if seen.insert(worker.process) {
            observed.swapped += number_after(&read(&format!("/proc/{}/status", worker.process)), "VmSwap:") * 1024;
        }
    }
    if let Some(worker) = workers.first() {
        observed.text = text_of(worker.process);
        let maps = read(&format!("/proc/{}/maps", worker.process));
        let debuggers = ["xdebug.so", "pcov.so"];
        observed.debugger = debuggers.iter().find(|name| maps.contains(**name)).map(|name| name.trim_end_matches(".so").to_string());
    }
}

/// The code of a process's program.
fn text_of(process: u32) -> Option<Text> {
    let program = std::fs::read_link(format!("/proc/{process}/exe")).ok()?;
    let mappings = loxo_hugepages::maps::of(&process.to_string()).ok()?;
    // A copy on huge pages has no name, or another one.
    let code = mappings.iter().filter(|mapping| mapping.executable && !mapping.is_of_system());
    let code = code.filter(|mapping| Path::new(&mapping.name) == program || mapping.huge() > 0);
    let sums = code.fold((0, 0), |sums, mapping| (sums.0 + mapping.range.len(), sums.1 + mapping.huge()));
    Some(Text { bytes: sums.0, on_huge_pages: sums.1 })
}
