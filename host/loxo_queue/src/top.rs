//! A server's figures, asked for as any client would, and as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long a server may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// What a table has of each queue: the figure, and the column's head.
const COLUMNS: [(&str, &str); 6] = [
    ("items", "ITEMS"),
    ("bytes", "BYTES"),
    ("open_transactions", "OPEN"),
    ("waiters", "WAITING"),
    ("expired_items", "EXPIRED"),
    ("age", "AGE ms"),
];
/// Figures whose names end like others' are looked for first.
const FIGURES: [&str; 11] =
    ["total_items", "expired_items", "open_transactions", "items", "logsize", "age", "bytes", "discarded", "taken", "waiters", "children"];

/// What a server said at one time.
pub struct Stats {
    at: Instant,
    server: BTreeMap<String, String>,
    queues: BTreeMap<String, BTreeMap<&'static str, u64>>,
}

/// Asks a server. An error is one line.
pub fn ask(address: &str) -> Result<Stats, String> {
    let failed = |error: std::io::Error| format!("{address}: {error}");
    let target = address.to_socket_addrs().map_err(failed)?.next().ok_or_else(|| format!("{address} names no address: use HOST:PORT"))?;
    let mut stream = TcpStream::connect_timeout(&target, PATIENCE).map_err(failed)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    stream.write_all(b"stats\r\n").map_err(failed)?;
    let mut stats = Stats { at: Instant::now(), server: BTreeMap::new(), queues: BTreeMap::new() };
    for line in BufReader::new(stream).split(b'\n') {
        let line = line.map_err(failed)?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line == "END" {
            return Ok(stats);
        }
        let Some((name, value)) = line.strip_prefix("STAT ").and_then(|line| line.split_once(' ')) else {
            return Err(format!("{address}: this is no queue server"));
        };
        stats.take(name, value);
    }
    Err(format!("{address}: the server has ended the connection"))
}

impl Stats {
    fn take(&mut self, name: &str, value: &str) {
        let of_queue = name
            .strip_prefix("queue_")
            .and_then(|rest| FIGURES.iter().find_map(|figure| Some((rest.strip_suffix(figure)?.strip_suffix('_')?, *figure))));
        match of_queue {
            Some((queue, figure)) => {
                self.queues.entry(queue.to_string()).or_default().insert(figure, value.parse().unwrap_or(0));
            }
            None => {
                self.server.insert(name.to_string(), value.to_string());
            }
        }
    }

    fn server(&self, name: &str) -> &str {
        self.server.get(name).map_or("?", String::as_str)
    }
}

/// The figures as a table; with those of some time before, also what happens in a second.
pub fn table(stats: &Stats, before: Option<&Stats>) -> String {
    let mut out = format!(
        "loxo queue {}, process {}, up {} s: {} items, {} bytes, {} clients\n\n",
        stats.server("version"),
        stats.server("pid"),
        stats.server("uptime"),
        stats.server("curr_items"),
        stats.server("bytes"),
        stats.server("curr_connections"),
    );
    let width = stats.queues.keys().map(|name| name.chars().count()).max().unwrap_or(0).clamp(5, 40);
    // Writing to memory does not fail.
    let _ = write!(out, "{:<width$}", "QUEUE");
    for head in COLUMNS.map(|(_, head)| head).into_iter().chain(["PUT/s", "TAKEN/s"]) {
        let _ = write!(out, " {head:>10}");
    }
    out.push('\n');
    for (name, figures) in &stats.queues {
        let shown: String = name.chars().take(width).collect();
        let _ = write!(out, "{shown:<width$}");
        let figure = |name| figures.get(name).copied().unwrap_or(0);
        for (name, _) in COLUMNS {
            let _ = write!(out, " {:>10}", figure(name));
        }
        for counter in ["total_items", "taken"] {
            let rate = before.and_then(|before| {
                let earlier = *before.queues.get(name)?.get(counter)?;
                let seconds = stats.at.duration_since(before.at).as_secs_f64();
                Some(figure(counter).saturating_sub(earlier) as f64 / seconds.max(0.001))
            });
            match rate {
                Some(rate) => {
                    let _ = write!(out, " {rate:>10.0}");
                }
                None => {
                    let _ = write!(out, " {:>10}", "-");
                }
            }
        }
        out.push('\n');
    }
    out
}
