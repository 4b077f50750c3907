//! Autoloaders that look for the files of classes in one place after the other, as no class map tells them where they are. Needs Loxo's counters.

use crate::finding::{Finding, LEAST, percent};
use crate::observed::Observed;

/// Files looked for in a request.
const MANY: f64 = 20.0;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let Some(counted) = &observed.counted else { return Vec::new() };
    let Some(requests) = observed.requests.filter(|requests| *requests > 0) else { return Vec::new() };
    let each = |name: &str| counted.number(name) as f64 / requests as f64;
    let share = counted.share(counted.seconds("autoload_lookup_ns"));
    if each("autoload_lookups") < MANY || share < LEAST {
        return Vec::new();
    }
    vec![Finding {
        rule: "autoload",
        share,
        what: "Autoloaders look for files at each request".into(),
        evidence: vec![
            format!(
                "in each request {:.0} classes are loaded, {:.0} files are looked for, and {:.0} of those are not there",
                each("autoloads"),
                each("autoload_lookups"),
                each("autoload_misses")
            ),
            format!("{} of the time of requests is in looking", percent(share)),
        ],
        fix: "Make a class map: composer dump-autoload --classmap-authoritative, or \"optimize-autoloader\" and \"classmap-authoritative\" in composer.json."
            .into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counted::Counted;
    use crate::finding::healthy;

    #[test]
    fn a_missing_class_map_is_found() {
        let mut observed = healthy();
        let numbers =
            [("autoloads", 20_000), ("autoload_lookups", 90_000), ("autoload_misses", 70_000), ("autoload_lookup_ns", 900_000_000)];
        observed.counted =
            Some(Counted { wall: 10.0, numbers: numbers.map(|(name, number)| (name.to_string(), number)).into(), ..Counted::default() });
        let found = look(&observed);
        assert!(found[0].evidence[0].contains("20 classes are loaded, 90 files are looked for, and 70"), "{found:?}");
        observed.requests = Some(1_000_000);
        assert_eq!(look(&observed), []);
    }
}
