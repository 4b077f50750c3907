//! Requests of one visitor that wait for each other, because each keeps the lock of the session to its end.

use crate::finding::{Finding, LEAST, percent};
use crate::observed::{Observed, Wait};

pub fn look(observed: &Observed) -> Vec<Finding> {
    let is_session =
        |wait: &Wait| matches!(wait, Wait::Lock(file) if file.rsplit('/').next().is_some_and(|name| name.starts_with("sess_")));
    let waited: f64 = observed.waits.iter().filter(|(wait, _)| is_session(wait)).map(|(_, seconds)| seconds).sum();
    let locks = observed.functions.iter().filter(|function| function.name == "session_start");
    let counted = observed.counted.as_ref().map_or(0.0, |counted| counted.share(counted.seconds("session_wait_ns")));
    let share = counted.max(observed.share(waited.max(locks.map(|function| function.wall - function.cpu).sum())));
    if share < LEAST {
        return Vec::new();
    }
    vec![Finding {
        rule: "session-lock",
        share,
        what: "Requests of the same session run one after the other".into(),
        evidence: vec![format!("{} of the time of requests is in waiting for the lock of a session", percent(share))],
        fix: "Call session_write_close() as soon as the session is not written to any more, or start it with \
              session_start(['read_and_close' => true]) where it is only read."
            .into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn a_lock_of_a_session_is_told_from_others() {
        let mut observed = healthy();
        observed.waits = [(Wait::Lock("/tmp/cache.lock".into()), 5.0)].into();
        assert_eq!(look(&observed), []);
        observed.waits = [(Wait::Lock("/var/lib/php/sessions/sess_abc".into()), 5.0)].into();
        assert_eq!(look(&observed).len(), 1);
    }
}
