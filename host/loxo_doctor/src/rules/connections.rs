//! Connections to databases and caches that are made anew by each request, though they could be kept.

use std::collections::BTreeMap;

use crate::finding::{Finding, LEAST, percent};
use crate::observed::{Observed, Wait};

const CALLS: &[&str] = &["connect", "socket", "setsockopt", "getsockopt", "getpeername", "getsockname"];
/// So many per request or second are no chance.
const PER_REQUEST: f64 = 0.5;
const PER_SECOND: f64 = 5.0;
/// Half of other rules' bound: the calls are known, the greeting that follows each connection and the server's part of it are not, and cost as much again.
const LEAST_SHARE: f64 = LEAST / 2.0;
/// Of times that counters have counted and that are, for the most part, the other server's waiting for a processor.
const LEAST_OF_CONTENTION: f64 = 0.1;

/// What is known of the connections to one address.
#[derive(Default)]
struct Opened {
    count: u64,
    /// Making and closing them, of the time of requests; 0 where that is too little to be said.
    share: f64,
}

pub fn look(observed: &Observed) -> Vec<Finding> {
    let mut all = from_outside(observed);
    // Loxo's counters know all of them, and the time until each could be used. What closing them costs the processor is known from outside alone.
    for (address, counted) in counted(observed) {
        let opened = all.entry(address).or_default();
        *opened = Opened { count: counted.count, share: opened.share.max(counted.share) };
    }
    all.into_iter().filter_map(|(address, opened)| one(observed, address, &opened)).collect()
}

/// The processor's time for making and closing connections, of all addresses together.
fn processor_time(observed: &Observed) -> f64 {
    let made: u64 = observed.opened.values().sum();
    // php-fpm closes the connection of each request as well.
    let closed = made + observed.requests.filter(|_| observed.is_fpm).unwrap_or(0);
    let closing = observed.calls_named(&["close"]).unwrap_or(0.0) * made as f64 / closed.max(1) as f64;
    observed.calls_named(CALLS).unwrap_or(0.0) + closing
}

fn from_outside(observed: &Observed) -> BTreeMap<&str, Opened> {
    let all: u64 = observed.opened.values().sum();
    let time = processor_time(observed);
    let opened = |address: &String, count: u64| {
        let connecting = observed.waits.get(&Wait::Connect(address.clone())).copied().unwrap_or(0.0);
        let share = observed.share(time * count as f64 / all.max(1) as f64 + connecting);
        Opened { count, share: if share >= LEAST_SHARE { share } else { 0.0 } }
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
    }
    for (address, opened) in &mut all {
        let is_contention = observed.is_contention(&Wait::Peer(address.to_string()));
        if opened.share < if is_contention { LEAST_OF_CONTENTION } else { LEAST } {
            opened.share = 0.0;
        }
    }
    all
}

fn one(observed: &Observed, address: &str, opened: &Opened) -> Option<Finding> {
    let &Opened { count, share } = opened;
    let often = match observed.requests {
        Some(requests) => count as f64 >= PER_REQUEST * requests.max(1) as f64,
        None => true,
    };
    if !often || observed.per_second(count) < PER_SECOND || share == 0.0 {
        return None;
    }
    let waiting = observed.waits.get(&Wait::Peer(address.to_string())).copied().unwrap_or(0.0);
    let Service { name, fix, .. } = service(observed, address);
    let mut evidence = vec![format!("{} new connections to {address} ({})", count, observed.rate(count))];
    evidence.push(format!("{} of the time of requests is in making and closing connections", percent(share)));
    if waiting > 0.0 {
        let text = percent(observed.share(waiting));
        evidence.push(format!("{text} is in waiting for its answers, of which the greetings at the beginning are a part"));
    }
    let what = format!("Each request makes a new connection to {name} at {address}");
    Some(Finding { rule: "connections", share, what, evidence, fix: (*fix).into() })
}

struct Service {
    name: &'static str,
    /// Where it usually listens.
    port: u16,
    /// The beginnings of its programs' names.
    programs: &'static [&'static str],
    /// How PHP keeps connections to it.
    fix: &'static str,
}

const SERVICES: &[Service] = &[
    Service {
        name: "Redis",
        port: 6379,
        programs: &["redis-server", "valkey-server", "keydb-server", "dragonfly"],
        fix: "Keep it: Redis::pconnect() with phpredis, 'persistent' => true in the parameters with Predis (Laravel: config/database.php, redis).",
    },
    Service {
        name: "MySQL",
        port: 3306,
        programs: &["mysqld", "mariadbd"],
        fix: "Keep it: PDO::ATTR_PERSISTENT => true, or 'p:' before the host's name with mysqli.",
    },
    Service {
        name: "PostgreSQL",
        port: 5432,
        programs: &["postgres", "pgbouncer"],
        fix: "Keep it: PDO::ATTR_PERSISTENT => true, or pg_pconnect(); or put PgBouncer before it.",
    },
    Service {
        name: "memcached",
        port: 11211,
        programs: &["memcached"],
        fix: "Keep it: new Memcached('a name'), which keeps its connections under that name.",
    },
];

const OTHER: Service = Service {
    name: "a server",
    port: 0,
    programs: &[],
    fix: "Keep it: persistent connections of its client (Redis::pconnect(), 'persistent' => true with Predis, PDO::ATTR_PERSISTENT, pfsockopen(), \
          STREAM_CLIENT_PERSISTENT).",
};

/// What listens at an address: by the program, if it is one of this machine that is known here, else by the port.
fn service(observed: &Observed, address: &str) -> &'static Service {
    let program = observed.program(address).unwrap_or_default();
    let port = address.rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
    let by_program = SERVICES.iter().find(|one| one.programs.iter().any(|name| program.starts_with(name)));
    by_program.or_else(|| SERVICES.iter().find(|one| Some(one.port) == port)).unwrap_or(&OTHER)
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
    fn a_program_is_known_at_any_port() {
        let mut observed = healthy();
        observed.opened = [("127.0.0.1:40001".to_string(), 990), ("10.0.0.1:40001".to_string(), 990)].into();
        observed.calls = Some([("connect".to_string(), 1.5)].into());
        observed.listeners = [(40001, "redis-server".to_string())].into();
        let found = look(&observed);
        assert!(found[0].what.contains("to a server at 10.0.0.1") && found[1].what.contains("to Redis at 127.0.0.1"), "{found:?}");
    }

    #[test]
    fn what_php_fpm_closes_for_each_request_is_not_in_it() {
        let mut observed = healthy();
        observed.opened = [("127.0.0.1:6379".to_string(), 1000)].into();
        observed.calls = Some([("connect".to_string(), 0.1), ("close".to_string(), 0.4)].into());
        assert!((look(&observed)[0].share - 0.03).abs() < 0.001);
    }

    #[test]
    fn the_processor_s_part_is_a_finding_where_waiting_is_contention() {
        let mut observed = Observed { idle: 0.0, is_fpm: false, ..healthy() };
        let one = Named { name: "127.0.0.1:6379".into(), requests: 1000, count: 1000, seconds: 0.5, ..Named::default() };
        observed.counted = Some(Counted { wall: 10.0, connections: vec![one], ..Counted::default() });
        assert_eq!(look(&observed), []);
        observed.opened = [("127.0.0.1:6379".to_string(), 900)].into();
        observed.calls = Some([("connect".to_string(), 1.0)].into());
        let found = look(&observed);
        assert!((found[0].share - 0.1).abs() < 0.001 && found[0].evidence[0].starts_with("1000 new"), "{found:?}");
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
