//! What the counters of a server of Loxo have counted while it was watched, from two looks at its page.

use std::collections::BTreeMap;

use serde_json::Value;

/// Something with a name, in the requests of a route: a query's text without literals, the address of a connection, the class of an exception.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Named {
    pub route: String,
    pub name: String,
    /// Requests that had to do with it.
    pub requests: u64,
    pub count: u64,
    /// In one request.
    pub most: u64,
    pub seconds: f64,
}

impl Named {
    pub fn each_request(&self) -> f64 {
        self.count as f64 / self.requests.max(1) as f64
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// From the beginning of each request to its end, in seconds.
    pub wall: f64,
    /// By the counter's name; times are in nanoseconds.
    pub numbers: BTreeMap<String, u64>,
    pub queries: Vec<Named>,
    pub connections: Vec<Named>,
    pub exceptions: Vec<Named>,
}

impl Counted {
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.get(name).copied().unwrap_or(0)
    }

    /// What part of the requests' time that was. All such times have in them that a processor was busy with something else.
    pub fn share(&self, seconds: f64) -> f64 {
        if self.wall > 0.0 { (seconds / self.wall).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// A time, in seconds.
    pub fn seconds(&self, name: &str) -> f64 {
        self.number(name) as f64 / 1e9
    }
}

/// By route, list and name: requests, count, most and nanoseconds.
type Entries = BTreeMap<(String, &'static str, String), [u64; 4]>;

const WALL: &str = "wall_ns";
const LISTS: [&str; 3] = ["queries", "connections", "exceptions"];

fn routes(page: &Value) -> &[Value] {
    page["routes"].as_array().map_or(&[], Vec::as_slice)
}

/// Sums of all counters, and with them the time of requests.
fn numbers(page: &Value) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for route in routes(page).iter().filter(|route| route["counters"].is_object()) {
        let sum = sums.entry(WALL.to_string()).or_insert(0u64);
        *sum = sum.saturating_add(route["wall_ns"].as_u64().unwrap_or(0));
    }
    for (name, number) in routes(page).iter().filter_map(|route| route["counters"].as_object()).flatten() {
        let sum = sums.entry(name.clone()).or_insert(0u64);
        *sum = sum.saturating_add(number.as_u64().unwrap_or(0));
    }
    sums
}

fn entries(page: &Value) -> Entries {
    let mut all = Entries::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    for route in routes(page) {
        for list in LISTS {
            for one in route[list].as_array().into_iter().flatten() {
                let new = ["requests", "count", "most", "time_ns"].map(|name| one[name].as_u64().unwrap_or(0));
                let sum = all.entry((text(&route["script"]), list, text(&one["name"]))).or_default();
                *sum = [0, 1, 2, 3].map(|at| if at == 2 { sum[at].max(new[at]) } else { sum[at].saturating_add(new[at]) });
            }
        }
    }
    all
}

/// The difference of two looks. Sums are forgotten after a while: what has become less began anew. `None`: the server has no counters.
pub fn counted(before: &Value, after: &Value) -> Option<Counted> {
    let since = |now: u64, then: u64| now.checked_sub(then).unwrap_or(now);
    let (old, mut new) = (numbers(before), numbers(after));
    for (name, number) in &mut new {
        *number = since(*number, old.get(name).copied().unwrap_or(0));
    }
    if new.is_empty() {
        return None;
    }
    let wall = new.get(WALL).map_or(0.0, |time| *time as f64 / 1e9);
    let mut counted = Counted { wall, numbers: new, ..Counted::default() };
    let old = entries(before);
    for ((route, list, name), now) in entries(after) {
        let then = old.get(&(route.clone(), list, name.clone())).copied().unwrap_or_default();
        let [requests, count, _, time_ns] = [0, 1, 2, 3].map(|at| since(now[at], then[at]));
        if count == 0 {
            continue;
        }
        let one = Named { route, name, requests, count, most: now[2], seconds: time_ns as f64 / 1e9 };
        match list {
            "queries" => counted.queries.push(one),
            "connections" => counted.connections.push(one),
            _ => counted.exceptions.push(one),
        }
    }
    Some(counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_time_between_two_looks_counts() {
        let page = |requests: u64, count: u64| {
            let query = json!({ "name": "select ?", "requests": requests, "count": count, "most": 9, "time_ns": count * 1_000_000 });
            json!({ "routes": [{ "script": "/a.php", "wall_ns": requests * 20_000_000, "counters": { "queries": count }, "queries": [query] }] })
        };
        let found = counted(&page(10, 100), &page(20, 150)).unwrap();
        assert_eq!((found.number("queries"), found.wall, found.share(0.05)), (50, 0.2, 0.25));
        let query = &found.queries[0];
        assert_eq!((query.requests, query.count, query.most, query.seconds), (10, 50, 9, 0.05));
        assert_eq!(query.each_request(), 5.0);
        // The sums of before are forgotten.
        assert_eq!(counted(&page(10, 100), &page(2, 7)).unwrap().number("queries"), 7);
        assert_eq!(counted(&page(2, 7), &page(2, 7)).unwrap().queries, []);
        assert_eq!(counted(&json!({}), &json!({ "routes": [{ "script": 3 }] })), None);
    }
}
