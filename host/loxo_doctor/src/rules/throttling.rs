//! A control group whose limit of processor time stops the server (containers).

use crate::finding::{Finding, LEAST, percent};
use crate::observed::Observed;

pub fn look(observed: &Observed) -> Vec<Finding> {
    // The kernel sums over the group's threads.
    let share = (observed.throttled / (observed.throttled + observed.busy()).max(0.001)).clamp(0.0, 1.0);
    if share < LEAST {
        return Vec::new();
    }
    vec![Finding {
        rule: "throttling",
        share,
        what: "The container's limit of processor time stops the server".into(),
        evidence: vec![format!(
            "stopped for {:.1} s in {:.0} s ({} of what requests take)",
            observed.throttled,
            observed.seconds,
            percent(share)
        )],
        fix: "Raise the limit (cpu.max; docker --cpus; limits.cpu in Kubernetes), or have fewer workers than it allows processors.".into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn a_stopped_server_is_found() {
        let mut observed = healthy();
        observed.throttled = 0.1;
        assert_eq!(look(&observed), []);
        observed.throttled = 5.0;
        assert_eq!(look(&observed).len(), 1);
    }
}
