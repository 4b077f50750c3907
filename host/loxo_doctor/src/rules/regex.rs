//! Regular expressions that take a large part of the time: usually one that backtracks. Needs Loxo's sampler.

use crate::finding::{Finding, percent};
use crate::observed::Observed;

const SHARE: f64 = 0.2;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let used = observed.functions.iter().filter(|function| function.name.starts_with("preg_"));
    let Some(most) = used.clone().max_by(|a, b| a.cpu.total_cmp(&b.cpu)) else { return Vec::new() };
    let share = observed.share(used.map(|function| function.cpu).sum());
    if share < SHARE {
        return Vec::new();
    }
    vec![Finding {
        rule: "regex",
        share,
        what: "Regular expressions take much of the time".into(),
        evidence: vec![format!(
            "{} of the time of requests is in preg_ functions, most in {}() called by {}",
            percent(share),
            most.name,
            most.caller
        )],
        fix:
            "Look at that pattern: nested repetitions ((a+)+, (.*)*) and .* before a rare end try every way to divide the text. Possessive \
              repetitions (a++), a negated class ([^\"]*) or str_contains() before it help."
                .into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;
    use crate::observed::Function;

    #[test]
    fn a_costly_pattern_is_found() {
        let mut observed = healthy();
        observed.functions = vec![Function { name: "preg_match".into(), wall: 4.0, cpu: 4.0, caller: "check (a.php:3)".into() }];
        assert!(look(&observed)[0].evidence[0].contains("check (a.php:3)"));
        observed.functions[0].cpu = 0.5;
        assert_eq!(look(&observed), []);
    }
}
