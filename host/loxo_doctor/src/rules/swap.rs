//! Workers whose memory is on disk, and is read back while they serve requests.

use crate::finding::Finding;
use crate::observed::Observed;

/// Pages read per second; few are files that are mapped for the first time.
const FAULTS: f64 = 20.0;
/// What reading one page from a disk takes at least, in seconds.
const READ: f64 = 0.000_1;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let rate = observed.per_second(observed.major_faults);
    if observed.swapped == 0 || rate < FAULTS {
        return Vec::new();
    }
    let setting = if observed.is_fpm { "pm.max_children" } else { "--workers" };
    vec![Finding {
        rule: "swap",
        share: observed.share(observed.major_faults as f64 * READ),
        what: "The workers' memory is swapped out".into(),
        evidence: vec![format!("{} MB of them are on disk, and {rate:.0} pages per second are read", observed.swapped >> 20)],
        fix: format!("Lower {setting} or memory_limit until all fits into memory, or add memory."),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn swap_alone_is_no_fault() {
        let mut observed = healthy();
        observed.swapped = 1 << 30;
        assert_eq!(look(&observed), []);
        observed.major_faults = 10_000;
        assert_eq!(look(&observed).len(), 1);
    }
}
