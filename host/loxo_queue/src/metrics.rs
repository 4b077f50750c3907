//! The same figures for Prometheus: OpenMetrics over HTTP, one answer to a connection.

use std::fmt::Write as _;

use crate::stats::{Counts, QueueFigures};

/// A request's head is at most so long.
pub(crate) const LONGEST_HEAD: usize = 8 << 10;

/// Name, type, what it is, and the figure.
type Figure = (&'static str, &'static str, &'static str, fn(&QueueFigures) -> u64);

const OF_QUEUES: [Figure; 10] = [
    ("items", "gauge", "Items in the queue.", |queue| queue.items),
    ("bytes", "gauge", "Bytes of their values.", |queue| queue.bytes),
    ("open_items", "gauge", "Items that a client has open.", |queue| queue.open),
    ("age_milliseconds", "gauge", "How long the last item taken had waited.", |queue| queue.age),
    ("put", "counter", "Items ever put.", |queue| queue.total),
    ("taken", "counter", "Items taken since the server started.", |queue| queue.taken),
    ("expired", "counter", "Items that expired.", |queue| queue.expired),
    ("discarded", "counter", "Items removed because the queue was full.", |queue| queue.discarded),
    ("fanouts", "gauge", "Fan-out queues of the queue.", |queue| queue.children),
    ("waiters", "gauge", "Clients that wait for an item.", |queue| queue.waiters),
];

/// The answer to the head of a request. `None`: more must come. `figures`: the queues, and how many items were damaged.
pub(crate) fn answer(
    head: &[u8],
    counts: &Counts,
    connections: usize,
    figures: impl FnOnce() -> (Vec<QueueFigures>, u64),
) -> Option<Vec<u8>> {
    if !head.windows(4).any(|four| four == b"\r\n\r\n") {
        return (head.len() > LONGEST_HEAD).then(|| response("431 Request Header Fields Too Large", "text/plain", ""));
    }
    let mut words = head.split(|byte| *byte == b' ');
    Some(match (words.next(), words.next()) {
        (Some(b"GET"), Some(b"/metrics")) => {
            let (queues, damaged) = figures();
            let text = text(counts, &queues, damaged, connections);
            response("200 OK", "application/openmetrics-text; version=1.0.0; charset=utf-8", &text)
        }
        (Some(b"GET"), _) => response("404 Not Found", "text/plain", "The figures are at /metrics\n"),
        _ => response("405 Method Not Allowed", "text/plain", ""),
    })
}

fn response(status: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}").into_bytes()
}

fn text(counts: &Counts, queues: &[QueueFigures], damaged: u64, connections: usize) -> String {
    let mut out = String::new();
    let mut put = |name: &str, kind: &str, help: &str, lines: &[(String, u64)]| {
        // Writing to memory does not fail.
        let _ = write!(out, "# HELP loxo_queue_{name} {help}\n# TYPE loxo_queue_{name} {kind}\n");
        let total = if kind == "counter" { "_total" } else { "" };
        for (labels, value) in lines {
            let _ = writeln!(out, "loxo_queue_{name}{total}{labels} {value}");
        }
    };
    let labelled: Vec<(String, &QueueFigures)> = queues.iter().map(|queue| (label(&queue.name), queue)).collect();
    for (name, kind, help, figure) in OF_QUEUES {
        let lines: Vec<(String, u64)> = labelled.iter().map(|(label, queue)| (label.clone(), figure(queue))).collect();
        put(name, kind, help, &lines);
    }
    for (name, kind, help, value) in [
        ("connections", "gauge", "Clients that are connected.", connections as u64),
        ("connections_opened", "counter", "Clients that have connected.", counts.connections),
        ("sets", "counter", "Requests to put an item.", counts.sets),
        ("gets", "counter", "Queues that were asked for an item.", counts.gets),
        ("hits", "counter", "Of these, those that had one.", counts.hits),
        ("read_bytes", "counter", "Bytes from clients.", counts.bytes_read),
        ("written_bytes", "counter", "Bytes to clients.", counts.bytes_written),
        ("commits", "counter", "Commits.", counts.commits),
        ("failures", "counter", "Writes and commits that failed.", counts.failures),
        ("damaged_items", "counter", "Items left out because their checksum was wrong.", damaged),
    ] {
        put(name, kind, help, &[(String::new(), value)]);
    }
    out.push_str("# EOF\n");
    out
}

fn label(name: &[u8]) -> String {
    format!("{{queue=\"{}\"}}", String::from_utf8_lossy(name).replace('\\', "\\\\").replace('"', "\\\""))
}
