//! The same query again and again in one request, with other values: one for each row of another query ("N+1"). Needs Loxo's counters.

use crate::counted::{Counted, Named};
use crate::finding::{Finding, LEAST, percent};
use crate::observed::Observed;

/// So often in a request is no chance.
const REPEATS: f64 = 10.0;
/// Findings about more queries say nothing new.
const MOST: usize = 3;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let Some(counted) = &observed.counted else { return Vec::new() };
    let mut found: Vec<Finding> = counted.queries.iter().filter_map(|query| one(counted, query)).collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found.truncate(MOST);
    found
}

fn one(counted: &Counted, query: &Named) -> Option<Finding> {
    let each = query.each_request();
    if each < REPEATS {
        return None;
    }
    // One of them stays.
    let share = counted.share(query.seconds * (1.0 - 1.0 / each));
    if share < LEAST {
        return None;
    }
    let milliseconds = query.seconds * 1000.0 / query.count.max(1) as f64;
    Some(Finding {
        rule: "repeated-queries",
        share,
        what: format!("Requests of {} run the same query {each:.0} times", query.route),
        evidence: vec![
            format!("{each:.1} times in each of {} requests, at most {} times; {milliseconds:.2} ms each", query.requests, query.most),
            format!("{} of the time of requests is in it: {}", percent(share), query.name),
        ],
        fix: "Load all rows with one query: WHERE … IN (…), a join, or what the application's library has for that (with() in Laravel, fetch joins in \
              Doctrine, update_meta_cache() and the like in WordPress). What stays the same can be remembered."
            .into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::healthy;

    #[test]
    fn a_query_for_each_row_is_found() {
        let mut observed = healthy();
        let query = Named {
            route: "/list.php".into(),
            name: "select * from t where id = ?".into(),
            requests: 10,
            count: 500,
            most: 60,
            seconds: 4.0,
        };
        observed.counted = Some(Counted { wall: 10.0, queries: vec![query], ..Counted::default() });
        let found = look(&observed);
        assert!(found[0].what.contains("50 times") && found[0].evidence[1].contains("id = ?"), "{found:?}");
        assert!((found[0].share - 0.392).abs() < 0.001, "{found:?}");
        observed.counted.as_mut().unwrap().queries[0].count = 50;
        assert_eq!(look(&observed), []);
    }
}
