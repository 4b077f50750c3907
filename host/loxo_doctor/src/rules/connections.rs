//! Connections to databases and caches that are made anew by each request, though they could be kept.

use std::collections::BTreeMap;

use crate::finding::{Finding, LEAST, percent};
use crate::observed::{Observed, Wait};

const CALLS: &[&str] = &["connect", "socket", "close", "shutdown", "setsockopt", "getsockopt", "getpeername", "getsockname"];
/// So many per request or second are no chance.
const PER_REQUEST: f64 = 0.5;
const PER_SECOND: f64 = 5.0;
/// Less than of other rules: the greetings that follow each connection cost as well, and are not in it. A page of 20 ms stays below it.
const LEAST_SHARE: f64 = 0.02;
/// Of times that counters have counted and that are, for the most part, the other server's waiting for a processor.
const LEAST_OF_CONTENTION: f64 = 0.1;

/// What is known of the connections to one address.
#[derive(Default)]
struct Opened {
    count: u64,
    /// Making and closing them, of the time of requests.
    share: f64,
    least: f64,
}

pub fn look(observed: &Observed) -> Vec<Finding> {
    let mut all = from_outside(observed);
    // Loxo's counters know all of them, and the time until each could be used.
    all.extend(counted(observed));
    all.into_iter().filter_map(|(address, opened)| one(observed, address, &opened)).collect()
}

fn from_outside(observed: &Observed) -> BTreeMap<&str, Opened> {
    let all: u64 = observed.opened.values().sum();
    let made = observed.calls_named(CALLS).unwrap_or(0.0);
    let opened = |address: &String, count: u64| {
        let connecting = observed.waits.get(&Wait::Connect(address.clone())).copied().unwrap_or(0.0);
        let share = observed.share(made * count as f64 / all.max(1) as f64 + connecting);
        Opened { count, share, least: LEAST_SHARE }
    };
    observed.opened.iter().map(|(address, count)| (address.as_str(), opened(address, *count))).collect()
}

fn counted(observed: &Observed) -> BTreeMap<&str, Opened> {
    let mut all: BTreeMap<&str, Opened> = BTreeMap::new();
    let Some(counted) = &observed.counted else { return all };
    for one in &counted.connections {
        let opened = all.entry(&one.name).or_default();
        opened.count += one.count;
        opened.share += counted.share(one.seconds);
        let is_contention = observed.is_contention(&Wait::Peer(one.name.clone()));
        opened.least = if is_contention { LEAST_OF_CONTENTION } else { LEAST };
    }
    all
}

fn one(observed: &Observed, address: &str, opened: &Opened) -> Option<Finding> {
    let &Opened { count, share, least } = opened;
    let often = match observed.requests {
        Some(requests) => count as f64 >= PER_REQUEST * requests.max(1) as f64,
        None => true,
    };
    if !often || observed.per_second(count) < PER_SECOND || share < least {
        return None;
    }
    let waiting = observed.waits.get(&Wait::Peer(address.to_string())).copied().unwrap_or(0.0);
    let (service, fix) = service(address);
    let mut evidence = vec![format!("{} new connections to {address} ({})", count, observed.rate(count))];
    evidence.push(format!("{} of the time of requests is in making and closing connections", percent(share)));
    if waiting > 0.0 {
        let text = percent(observed.share(waiting));
        evidence.push(format!("{text} is in waiting for its answers, of which the greetings at the beginning are a part"));
    }
    let what = format!("Each request makes a new connection to {service} at {address}");
    Some(Finding { rule: "connections", share, what, evidence, fix: fix.into() })
}

/// What usually listens at a port, and how PHP keeps connections to it.
fn service(address: &str) -> (&'static str, &'static str) {
    match address.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap_or(0u16) {
        6379 => (
            "Redis",
            "Keep it: Redis::pconnect() with phpredis, 'persistent' => true in the parameters with Predis (Laravel: config/database.php, redis).",
        ),
        3306 => ("MySQL", "Keep it: PDO::ATTR_PERSISTENT => true, or 'p:' before the host's name with mysqli."),
        5432 => ("PostgreSQL", "Keep it: PDO::ATTR_PERSISTENT => true, or pg_pconnect(); or put PgBouncer before it."),
        11211 => ("memcached", "Keep it: new Memcached('a name'), which keeps its connections under that name."),
        _ => (
            "a server",
            "Keep it: persistent connections of its client (Redis::pconnect(), 'persistent' => true with Predis, PDO::ATTR_PERSISTENT, pfsockopen(), \
             STREAM_CLIENT_PERSISTENT).",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counted::{Counted, Named};
    use crate::finding::healthy;

    #[test]
    fn one_per_request_is_too_many() {
        let mut observed = healthy();
        observed.opened = [("127.0.0.1:6379".to_string(), 990), ("127.0.0.1:3306".to_string(), 4)].into();
        observed.calls = Some([("connect".to_string(), 1.5)].into());
        let found = look(&observed);
        assert_eq!(found.len(), 1);
        assert!(found[0].what.contains("Redis") && found[0].evidence[0].contains("0.99 per request"), "{found:?}");
        observed.requests = Some(100_000);
        assert_eq!(look(&observed), []);
    }

    #[test]
    fn counters_know_sockets_without_a_port() {
        let mut observed = healthy();
        let one = Named { name: "/run/redis.sock".into(), requests: 1000, count: 1000, seconds: 0.5, ..Named::default() };
        observed.counted = Some(Counted { wall: 10.0, connections: vec![one], ..Counted::default() });
        let found = look(&observed);
        assert!(found[0].what.ends_with("at /run/redis.sock") && (found[0].share - 0.05).abs() < 0.001, "{found:?}");
    }
}
