//! What the server counts, as `stats` tells it: memcached's keys, and for each queue Starling's and Kestrel's.

use std::io::Write as _;
use std::time::Instant;

use crate::queues::Queue;

/// Counts of this process.
#[derive(Clone)]
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

/// What there is to say of a queue.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueFigures {
    pub name: Vec<u8>,
    /// Those that clients have open are among them.
    pub items: u64,
    /// Of the values.
    pub bytes: u64,
    /// Items ever put.
    pub total: u64,
    pub expired: u64,
    /// How long the last item taken had waited, in milliseconds.
    pub age: u64,
    pub discarded: u64,
    pub taken: u64,
    pub waiters: u64,
    pub open: u64,
    /// Fan-out queues.
    pub children: u64,
}

impl QueueFigures {
    pub fn of(queue: &Queue, waiters: usize) -> QueueFigures {
        QueueFigures {
            name: queue.row.name.clone(),
            items: queue.row.items,
            bytes: queue.row.bytes,
            total: queue.row.total,
            expired: queue.row.expired,
            age: queue.age.cast_unsigned(),
            discarded: queue.discarded,
            taken: queue.taken,
            waiters: waiters as u64,
            open: queue.open() as u64,
            children: queue.children() as u64,
        }
    }

    /// Starling's names, then Kestrel's.
    fn lines(&self) -> [(&'static str, u64); 11] {
        [
            ("items", self.items),
            ("total_items", self.total),
            ("logsize", self.bytes),
            ("expired_items", self.expired),
            ("age", self.age),
            ("bytes", self.bytes),
            ("discarded", self.discarded),
            ("taken", self.taken),
            ("waiters", self.waiters),
            ("open_transactions", self.open),
            ("children", self.children),
        ]
    }
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
pub(crate) fn write(out: &mut Vec<u8>, counts: &Counts, queues: &[QueueFigures], connections: usize, now: i64) {
    let (user, system) = processor_time();
    let sum = |of: fn(&QueueFigures) -> u64| queues.iter().map(of).sum::<u64>();
    let lines: [(&str, String); 20] = [
        ("pid", std::process::id().to_string()),
        ("uptime", counts.started.elapsed().as_secs().to_string()),
        ("time", (now / 1000).to_string()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("rusage_user", format!("{user:.6}")),
        ("rusage_system", format!("{system:.6}")),
        ("curr_items", sum(|queue| queue.items).to_string()),
        ("total_items", sum(|queue| queue.total).to_string()),
        ("bytes", sum(|queue| queue.bytes).to_string()),
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
    for queue in queues {
        for (figure, value) in queue.lines() {
            out.extend_from_slice(b"STAT queue_");
            out.extend_from_slice(&queue.name);
            let _ = write!(out, "_{figure} {value}\r\n");
        }
    }
    out.extend_from_slice(b"END\r\n");
}
