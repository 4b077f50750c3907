//! Too few workers: all wait for something while processors are free.

use crate::finding::{Finding, percent};
use crate::observed::Observed;

const ALL_BUSY: f64 = 0.8;
/// Of the machine's processors, used by nobody.
const IDLE: f64 = 0.4;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let waits = observed.share(observed.waits.values().sum());
    if observed.all_busy < ALL_BUSY || observed.idle < IDLE || waits < 0.3 || observed.workers == 0 {
        return Vec::new();
    }
    let setting = if observed.is_fpm { "pm.max_children" } else { "--workers" };
    vec![Finding {
        rule: "workers",
        share: waits,
        what: "All workers wait while processors are free".into(),
        evidence: vec![
            format!("all {} workers were busy in {} of the looks", observed.workers, percent(observed.all_busy)),
            format!(
                "{} of {} processors are idle; {} of the workers' time is waiting",
                percent(observed.idle),
                observed.processors,
                percent(waits)
            ),
        ],
        fix: format!("Raise {setting}, as far as memory allows."),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;
    use crate::observed::Wait;

    #[test]
    fn waiting_workers_are_too_few() {
        let mut observed = healthy();
        (observed.all_busy, observed.idle, observed.waits) = (1.0, 0.7, [(Wait::Peer("10.0.0.1:80".into()), 60.0)].into());
        assert_eq!(look(&observed).len(), 1);
        observed.all_busy = 0.2;
        assert_eq!(look(&observed), []);
    }
}
