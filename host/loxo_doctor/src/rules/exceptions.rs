//! Requests that throw and catch many exceptions each. Needs Loxo's counters.

use crate::finding::{Finding, LEAST, percent};
use crate::observed::Observed;

/// In a request.
const MANY: f64 = 10.0;
/// What one takes at least, in seconds: an object, its list of calls, and the way out of the calls to the `catch`. It is what a loop takes each time
/// that catches what one function throws.
const EACH: f64 = 0.000_001;

pub fn look(observed: &Observed) -> Vec<Finding> {
    let Some(counted) = &observed.counted else { return Vec::new() };
    let Some(requests) = observed.requests.filter(|requests| *requests > 0) else { return Vec::new() };
    let count = counted.number("exceptions");
    let each = count as f64 / requests as f64;
    let share = observed.share(count as f64 * EACH);
    if each < MANY || share < LEAST {
        return Vec::new();
    }
    let mut evidence = vec![format!("{count} exceptions were caught ({})", observed.rate(count))];
    if let Some(most) = counted.exceptions.iter().max_by_key(|one| one.count) {
        evidence.push(format!("most are {} in {}: {:.0} in each request", most.name, most.route, most.each_request()));
    }
    evidence.push(format!("{} of the time of requests, at a millionth of a second for each, which is little", percent(share)));
    vec![Finding {
        rule: "exceptions",
        share,
        what: "Exceptions are thrown and caught all the time".into(),
        evidence,
        fix: "Ask first where it is usual that something fails: isset(), is_numeric(), filter_var(), tryFrom() of enums, a method that returns null."
            .into(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counted::{Counted, Named};
    use crate::finding::healthy;

    #[test]
    fn many_are_found() {
        let mut observed = healthy();
        let one = Named { route: "/a.php".into(), name: "NotFound".into(), requests: 1000, count: 1_000_000, ..Named::default() };
        let numbers = [("exceptions".to_string(), 1_000_000)].into();
        observed.counted = Some(Counted { exceptions: vec![one], numbers, ..Counted::default() });
        let found = look(&observed);
        assert!(found[0].evidence[1].contains("NotFound in /a.php: 1000 in each"), "{found:?}");
        observed.counted.as_mut().unwrap().numbers.insert("exceptions".into(), 2000);
        assert_eq!(look(&observed), []);
    }
}
