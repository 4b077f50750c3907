//! Requests that mostly wait for one other server: slow queries, or very many of them.

use crate::finding::{Finding, percent};
use crate::observed::{Observed, Wait};

const SHARE: f64 = 0.5;

pub fn look(observed: &Observed) -> Vec<Finding> {
    observed.waits.iter().filter_map(|(wait, seconds)| one(observed, wait, *seconds)).collect()
}

fn one(observed: &Observed, wait: &Wait, seconds: f64) -> Option<Finding> {
    let (peer, share) = match wait {
        Wait::Peer(peer) if !observed.is_contention(wait) => (peer, observed.share(seconds)),
        _ => return None,
    };
    if share < SHARE {
        return None;
    }
    let mut evidence = vec![format!("{} of the time of requests is in waiting for {peer}", percent(share))];
    if let Some(requests) = observed.requests.filter(|requests| *requests > 0) {
        evidence.push(format!("{:.1} ms per request", seconds * 1000.0 / requests as f64));
    }
    if let Some(function) = observed.functions.iter().find(|function| function.wall > 2.0 * function.cpu) {
        evidence.push(format!("most in {}() called by {}", function.name, function.caller));
    }
    let fix = "Look at what is asked there: the slow query log of the database tells which queries take long (an index helps), its general log whether \
               one is asked again and again for each row of another (load them together). What seldom changes can be cached.";
    Some(Finding { rule: "server-waits", share, what: format!("Requests mostly wait for {peer}"), evidence, fix: fix.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn a_slow_server_is_found() {
        let mut observed = healthy();
        observed.waits = [(Wait::Peer("10.0.0.1:3306".into()), 30.0), (Wait::Sleep, 1.0)].into();
        assert!(look(&observed)[0].evidence[1].starts_with("30.0 ms"));
        observed.waits = [(Wait::Peer("127.0.0.1:3306".into()), 30.0)].into();
        assert_eq!(look(&observed).len(), 1);
        // Without idle processors the server waits for one itself.
        observed.idle = 0.0;
        assert_eq!(look(&observed), []);
        observed.waits = [(Wait::Peer("10.0.0.1:3306".into()), 3.0)].into();
        assert_eq!(look(&observed), []);
    }
}
