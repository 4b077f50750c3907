//! What the server counts, as `stats` tells it: memcached's keys, and for each queue Starling's and Kestrel's.

use std::io::Write as _;
use std::time::Instant;

use crate::queues::{Queue, Queues};
use crate::waiting::Waiters;

/// Counts of this process.
pub(crate) struct Counts {
    pub started: Instant,
    pub connections: u64,
    pub gets: u64,
    pub sets: u64,
    pub peeks: u64,
    pub hits: u64,
    pub misses: u64,
    pub flushes: u64,
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub commits: u64,
    pub failures: u64,
}

impl Counts {
    pub fn new() -> Counts {
        Counts {
            started: Instant::now(),
            connections: 0,
            gets: 0,
            sets: 0,
            peeks: 0,
            hits: 0,
            misses: 0,
            flushes: 0,
            bytes_read: 0,
            bytes_written: 0,
            commits: 0,
            failures: 0,
        }
    }
}

/// The figures of a queue: Starling's names, then Kestrel's, with what they are.
pub(crate) fn of_queue(queue: &Queue, waiters: usize) -> [(&'static str, u64); 11] {
    [
        ("items", queue.row.items),
        ("total_items", queue.row.total),
        ("logsize", queue.row.bytes),
        ("expired_items", queue.row.expired),
        ("age", queue.age.cast_unsigned()),
        ("bytes", queue.row.bytes),
        ("discarded", queue.discarded),
        ("taken", queue.taken),
        ("waiters", waiters as u64),
        ("open_transactions", queue.open() as u64),
        ("children", queue.children() as u64),
    ]
}

/// User and system time in seconds.
fn processor_time() -> (f64, f64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may have spaces: the 12th and 13th field.
    let mut fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11);
    let mut seconds = || {
        let ticks: f64 = fields.next().and_then(|field| field.parse().ok()).unwrap_or(0.0);
        ticks / loxo_process_sys::ticks_per_second() as f64
    };
    (seconds(), seconds())
}

/// The answer to `stats`.
pub(crate) fn write(out: &mut Vec<u8>, counts: &Counts, queues: &Queues, waiters: &Waiters, connections: usize, now: i64) {
    let (user, system) = processor_time();
    let sum = |of: fn(&Queue) -> u64| queues.iter().map(of).sum::<u64>();
    let lines: [(&str, String); 20] = [
        ("pid", std::process::id().to_string()),
        ("uptime", counts.started.elapsed().as_secs().to_string()),
        ("time", (now / 1000).to_string()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("rusage_user", format!("{user:.6}")),
        ("rusage_system", format!("{system:.6}")),
        ("curr_items", sum(|queue| queue.row.items).to_string()),
        ("total_items", sum(|queue| queue.row.total).to_string()),
        ("bytes", sum(|queue| queue.row.bytes).to_string()),
        ("curr_connections", connections.to_string()),
        ("total_connections", counts.connections.to_string()),
        ("cmd_get", counts.gets.to_string()),
        ("cmd_set", counts.sets.to_string()),
        ("cmd_peek", counts.peeks.to_string()),
        ("cmd_flush", counts.flushes.to_string()),
        ("get_hits", counts.hits.to_string()),
        ("get_misses", counts.misses.to_string()),
        ("bytes_read", counts.bytes_read.to_string()),
        ("bytes_written", counts.bytes_written.to_string()),
        ("limit_maxbytes", "0".into()),
    ];
    for (name, value) in lines {
        // Writing to memory does not fail.
        let _ = write!(out, "STAT {name} {value}\r\n");
    }
    for queue in queues.iter() {
        for (figure, value) in of_queue(queue, waiters.count(&queue.row.name)) {
            out.extend_from_slice(b"STAT queue_");
            out.extend_from_slice(&queue.row.name);
            let _ = write!(out, "_{figure} {value}\r\n");
        }
    }
    out.extend_from_slice(b"END\r\n");
}
