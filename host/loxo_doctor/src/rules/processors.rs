//! Workers that are ready to run and wait for a processor: more of them than the machine can serve.

use crate::finding::{Finding, percent};
use crate::observed::Observed;

/// Some waiting is what a machine at its limit looks like, and no fault.
const SHARE: f64 = 0.3;
/// Workers for each processor.
const MANY: usize = 4;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let share = observed.ready / (observed.ready + observed.busy()).max(0.001);
    if share < SHARE || observed.workers < MANY * observed.processors {
        return Vec::new();
    }
    let (workers, processors) = (observed.workers, observed.processors);
    let setting = if observed.is_fpm { "pm.max_children" } else { "--workers" };
    vec![Finding {
        rule: "processors",
        share,
        what: "More workers compute at once than there are processors".into(),
        evidence: vec![format!("{workers} workers on {processors} processors; {} of the time they wait for one", percent(share))],
        fix: format!(
            "Lower {setting}: requests then wait in the queue, and those that run end sooner. Or give the machine more processors."
        ),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn many_that_wait_are_found() {
        let mut observed = healthy();
        observed.ready = 30.0;
        assert_eq!(look(&observed), []);
        observed.workers = 64;
        assert_eq!(look(&observed).len(), 1);
    }
}
