//! Which requests are traced as a whole, and the traces that are kept. Arguments of functions are in none.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use loxo_profile::Profile;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::route::{About, Route, now_ms};

/// So many traces are kept, and so many bytes of them: the oldest go.
const MOST_TRACES: usize = 32;
const MOST_BYTES: usize = 32 << 20;
/// Routes that are traced once because they were slow.
const MOST_SLOW: usize = 64;
/// The cookie that may carry a ticket.
const COOKIE: &[u8] = b"loxo_trace";
/// A secret is longer than what can be tried out.
const SHORTEST_SECRET: usize = 16;

#[derive(Clone, Debug, Default)]
pub struct TraceSettings {
    /// The file of the secret that tickets are signed with.
    pub secret_file: Option<PathBuf>,
    pub secret: Vec<u8>,
    /// One in so many requests; 0: none.
    pub one_in: u64,
    /// The next request of a route that has taken longer is traced.
    pub slower_than: Option<Duration>,
}

impl TraceSettings {
    /// Reads the secret, if it is not there yet. The error is one line.
    pub fn read_secret(&mut self) -> Result<(), String> {
        let Some(file) = self.secret_file.as_ref().filter(|_| self.secret.is_empty()) else { return Ok(()) };
        let text = std::fs::read(file).map_err(|error| format!("trace-secret {}: {error}", file.display()))?;
        if text.trim_ascii().len() < SHORTEST_SECRET {
            return Err(format!("trace-secret {}: at least {SHORTEST_SECRET} bytes are needed", file.display()));
        }
        self.secret = text.trim_ascii().to_vec();
        Ok(())
    }
}

/// Why a request is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Ticket,
    Chance,
    Slow,
}

impl Why {
    fn name(self) -> &'static str {
        match self {
            Why::Ticket => "ticket",
            Why::Chance => "one in so many",
            Why::Slow => "the one before was slow",
        }
    }
}

struct Trace {
    id: u64,
    at_ms: u64,
    why: Why,
    title: String,
    script: String,
    took: Duration,
    saved: Vec<u8>,
}

#[derive(Default)]
struct Kept {
    traces: VecDeque<Trace>,
    bytes: usize,
    next: u64,
    slow: HashSet<Arc<Route>>,
}

pub(crate) struct Traces {
    settings: TraceSettings,
    requests: AtomicU64,
    kept: Mutex<Kept>,
}

impl Traces {
    pub(crate) fn new(settings: TraceSettings) -> Traces {
        Traces { settings, requests: AtomicU64::new(0), kept: Mutex::default() }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// May any request be traced?
    #[inline]
    pub(crate) fn are_wanted(&self) -> bool {
        self.settings.one_in > 0 || self.settings.slower_than.is_some() || self.reads_tickets()
    }

    /// Is there a secret that tickets may be signed with?
    #[inline]
    pub(crate) fn reads_tickets(&self) -> bool {
        !self.settings.secret.is_empty()
    }

    /// Is this request to be traced?
    pub(crate) fn wanted(&self, about: &About<'_>, route: &Arc<Route>) -> Option<Why> {
        let TraceSettings { secret, one_in, slower_than, .. } = &self.settings;
        if self.reads_tickets() {
            let ticket = about.ticket.or_else(|| cookie(about.cookie?));
            if ticket.is_some_and(|ticket| is_valid(secret, ticket, unix_seconds())) {
                return Some(Why::Ticket);
            }
        }
        if *one_in > 0 && self.requests.fetch_add(1, Ordering::Relaxed) % *one_in == *one_in - 1 {
            return Some(Why::Chance);
        }
        if slower_than.is_some() && self.kept().slow.remove(route) {
            return Some(Why::Slow);
        }
        None
    }

    /// A request has ended.
    pub(crate) fn ended(&self, route: &Arc<Route>, took: Duration) {
        if self.settings.slower_than.is_some_and(|limit| took > limit) {
            let mut kept = self.kept();
            if kept.slow.len() < MOST_SLOW {
                kept.slow.insert(route.clone());
            }
        }
    }

    pub(crate) fn keep(&self, why: Why, route: &Route, took: Duration, profile: Profile) {
        let mut saved = Vec::new();
        // Memory can be written to.
        let _ = profile.save(&mut saved);
        if saved.len() > MOST_BYTES {
            return;
        }
        let mut kept = self.kept();
        kept.next += 1;
        kept.bytes += saved.len();
        let script = String::from_utf8_lossy(&route.script).into_owned();
        let trace = Trace { id: kept.next, at_ms: now_ms(), why, title: profile.title, script, took, saved };
        kept.traces.push_back(trace);
        while kept.traces.len() > MOST_TRACES || kept.bytes > MOST_BYTES {
            let Some(oldest) = kept.traces.pop_front() else { break };
            kept.bytes -= oldest.saved.len();
        }
    }

    pub(crate) fn list(&self) -> Value {
        let kept = self.kept();
        let shown = kept.traces.iter().map(|trace| {
            json!({
                "process": std::process::id(), "id": trace.id, "at_ms": trace.at_ms, "why": trace.why.name(), "title": trace.title, "script": trace.script,
                "seconds": trace.took.as_secs_f64(), "bytes": trace.saved.len(),
            })
        });
        Value::from(shown.collect::<Vec<_>>())
    }

    /// The trace, as a profile's file.
    pub(crate) fn get(&self, id: u64) -> Option<Vec<u8>> {
        self.kept().traces.iter().find(|trace| trace.id == id).map(|trace| trace.saved.clone())
    }
}

fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The value of our cookie in a `Cookie` field.
fn cookie(field: &[u8]) -> Option<&[u8]> {
    field.split(|b| *b == b';').find_map(|pair| pair.trim_ascii().strip_prefix(COOKIE)?.strip_prefix(b"="))
}

/// HMAC by SHA-256 (RFC 2104).
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    const BLOCK: usize = 64;
    let mut padded = [0; BLOCK];
    if key.len() > BLOCK {
        padded[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        padded[..key.len()].copy_from_slice(key);
    }
    let inner = Sha256::new().chain_update(padded.map(|b| b ^ 0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded.map(|b| b ^ 0x5c)).chain_update(inner).finalize().into()
}

/// A ticket that is good until a second since 1970: that number, a dot, and its signature in hexadecimal.
pub fn sign(secret: &[u8], until: u64) -> String {
    let signature = hmac(secret, format!("loxo-trace {until}").as_bytes());
    let hex: String = signature.iter().map(|b| format!("{b:02x}")).collect();
    format!("{until}.{hex}")
}

/// Is this a ticket that is good at `now`, a second since 1970?
pub fn is_valid(secret: &[u8], ticket: &[u8], now: u64) -> bool {
    let until = ticket.split(|b| *b == b'.').next().unwrap_or_default();
    let Some(until) = std::str::from_utf8(until).ok().and_then(|text| text.parse::<u64>().ok()) else { return false };
    let right = sign(secret, until);
    // As long whatever is wrong: nobody learns how much of a guess was right.
    let same = right.len() == ticket.len() && right.bytes().zip(ticket).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0;
    same && until >= now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hmac_is_that_of_the_rfc() {
        // RFC 4231, test cases 2 and 6.
        let hex = |bytes: [u8; 32]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let short = hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(hex(short), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        let long = hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First");
        assert_eq!(hex(long), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    #[test]
    fn tickets_are_good_for_a_while() {
        let secret = b"a secret of some length";
        let ticket = sign(secret, 1000);
        assert!(is_valid(secret, ticket.as_bytes(), 1000) && !is_valid(secret, ticket.as_bytes(), 1001));
        assert!(!is_valid(b"another secret of some length", ticket.as_bytes(), 1000));
        for wrong in ["", ".", "1000", "1000.", "2000.00", &ticket.replace("1000", "2000"), &format!("{ticket}0")] {
            assert!(!is_valid(secret, wrong.as_bytes(), 1000), "{wrong}");
        }
        assert_eq!(cookie(b"a=b; loxo_trace=1.2; c"), Some(&b"1.2"[..]));
        assert_eq!(cookie(b"loxo_tracer=1"), None);
    }
}
