//! What may be wrong with a server: one file for each rule, which says what it looks at, when that is a finding, and what helps.

mod autoload;
mod connections;
mod debugger;
mod exceptions;
mod huge_pages;
mod lookups;
mod processors;
mod regex;
mod repeated_queries;
mod server_waits;
mod session_lock;
mod swap;
mod throttling;
mod uncompressed;
mod workers;

use crate::finding::Finding;
use crate::observed::Observed;

type Rule = fn(&Observed) -> Vec<Finding>;

const RULES: &[Rule] = &[
    autoload::look,
    connections::look,
    debugger::look,
    exceptions::look,
    huge_pages::look,
    lookups::look,
    processors::look,
    regex::look,
    repeated_queries::look,
    server_waits::look,
    session_lock::look,
    swap::look,
    throttling::look,
    uncompressed::look,
    workers::look,
];

/// What the rules find, what costs most first.
pub fn examine(observed: &Observed) -> Vec<Finding> {
    // Of a server that does nothing, nothing can be said.
    if observed.busy() < 0.01 * observed.seconds {
        return Vec::new();
    }
    let mut found: Vec<Finding> = RULES.iter().flat_map(|rule| rule(observed)).collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn nothing_is_found_where_nothing_is() {
        assert_eq!(examine(&healthy()), []);
        assert_eq!(examine(&Observed { seconds: 60.0, swapped: 1 << 30, ..Observed::default() }), []);
    }

    #[test]
    fn what_costs_most_comes_first() {
        let mut observed = healthy();
        observed.calls = Some([("newfstatat".to_string(), 4.0), ("connect".to_string(), 2.0)].into());
        observed.opened = [("127.0.0.1:6379".to_string(), 1000)].into();
        let found = examine(&observed);
        assert_eq!(found.iter().map(|one| one.rule).collect::<Vec<_>>(), ["lookups", "connections"]);
        assert!(found[0].share > 0.39 && found[0].gain() > 0.6);
    }
}
