//! What the requests of a route have done beside computing, summed up: numbers, and names with an end to their number.

use loxo_observer::counters::{self, COUNTERS, Counter, KINDS, Kind, LONGEST_NAME, MOST_NAMES, Named, Numbers, OTHERS};
use serde_json::{Map, Value, json};

/// Something with a name, in the requests that had to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSum {
    pub kind: Kind,
    pub name: Box<[u8]>,
    pub requests: u64,
    pub count: u64,
    /// In one request.
    pub most: u64,
    pub time_ns: u64,
}

/// Sums of requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    numbers: Numbers,
    named: Vec<NamedSum>,
}

impl Counted {
    pub fn number(&self, counter: Counter) -> u64 {
        self.numbers[counter as usize]
    }

    pub fn named(&self, kind: Kind) -> impl Iterator<Item = &NamedSum> {
        self.named.iter().filter(move |one| one.kind == kind)
    }

    /// The calling thread's request is over: what it has done is added, and counted no more.
    #[inline]
    pub(crate) fn end_request(&mut self) {
        let named = counters::end(&mut self.numbers);
        if !named.is_empty() {
            self.add_request_names(&named);
        }
    }

    fn add_request_names(&mut self, named: &[Named]) {
        for one in named {
            self.add_named(one.kind, &one.name, [1, one.count, one.count, one.time_ns]);
        }
    }

    /// Adds other sums.
    pub fn add(&mut self, other: &Counted) {
        for (sum, number) in self.numbers.iter_mut().zip(&other.numbers) {
            *sum = sum.wrapping_add(*number);
        }
        for one in &other.named {
            self.add_named(one.kind, &one.name, [one.requests, one.count, one.most, one.time_ns]);
        }
    }

    fn add_named(&mut self, kind: Kind, name: &[u8], [requests, count, most, time_ns]: [u64; 4]) {
        let find = |all: &[NamedSum], name: &[u8]| all.iter().position(|one| one.kind == kind && *one.name == *name);
        let mut name = &name[..name.len().min(LONGEST_NAME)];
        if find(&self.named, name).is_none() && self.named(kind).count() >= MOST_NAMES {
            name = OTHERS;
        }
        let at = find(&self.named, name).unwrap_or_else(|| {
            self.named.push(NamedSum { kind, name: name.into(), requests: 0, count: 0, most: 0, time_ns: 0 });
            self.named.len() - 1
        });
        let sum = &mut self.named[at];
        sum.requests = sum.requests.saturating_add(requests);
        sum.count = sum.count.saturating_add(count);
        sum.most = sum.most.max(most);
        sum.time_ns = sum.time_ns.saturating_add(time_ns);
    }

    /// Members of an object: `counters` with all numbers, and a list for each kind of names.
    pub(crate) fn put_into(&self, object: &mut Map<String, Value>) {
        let numbers: Map<String, Value> =
            COUNTERS.iter().map(|(counter, name)| ((*name).to_string(), self.number(*counter).into())).collect();
        object.insert("counters".into(), numbers.into());
        for (kind, list) in KINDS {
            let entry = |one: &NamedSum| {
                let name = String::from_utf8_lossy(&one.name);
                json!({ "name": name, "requests": one.requests, "count": one.count, "most": one.most, "time_ns": one.time_ns })
            };
            object.insert(list.into(), self.named(kind).map(entry).collect::<Vec<Value>>().into());
        }
    }

    /// What [`Counted::put_into`] has written; what is not there is 0, as in files of older versions.
    pub(crate) fn read(value: &Value) -> Counted {
        let mut all = Counted::default();
        for (counter, name) in COUNTERS {
            all.numbers[counter as usize] = value["counters"][name].as_u64().unwrap_or(0);
        }
        for (kind, list) in KINDS {
            for one in value[list].as_array().into_iter().flatten() {
                let numbers = ["requests", "count", "most", "time_ns"].map(|name| one[name].as_u64().unwrap_or(0));
                all.add_named(kind, one["name"].as_str().unwrap_or_default().as_bytes(), numbers);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request that has made this query so often.
    fn request(all: &mut Counted, query: &str, count: u64) {
        counters::begin();
        for _ in 0..count {
            counters::start().queried(query.as_bytes());
        }
        all.end_request();
    }

    #[test]
    fn requests_are_summed_up_and_survive() {
        let mut all = Counted::default();
        request(&mut all, "select a", 3);
        request(&mut all, "select a", 5);
        let mut object = Map::new();
        all.put_into(&mut object);
        let read = Counted::read(&object.into());
        assert_eq!(read, all);
        let one = read.named(Kind::Query).next().unwrap();
        assert_eq!((one.requests, one.count, one.most), (2, 8, 5));
        assert_eq!((read.number(Counter::Queries), read.number(Counter::QueryTime)), (8, one.time_ns));
        assert_eq!(Counted::read(&json!({ "counters": 3, "queries": [1] })).number(Counter::Queries), 0);
    }

    #[test]
    fn there_is_an_end_to_names() {
        let mut all = Counted::default();
        for number in 0..1000 {
            request(&mut all, &format!("select {}{number}", "x".repeat(1000)), 1);
            request(&mut all, &format!("select a{number}"), 1);
        }
        assert_eq!(all.named(Kind::Query).count(), MOST_NAMES + 1);
        assert_eq!(all.named(Kind::Query).map(|one| one.count).sum::<u64>(), 2000);
        assert!(all.named.iter().all(|one| one.name.len() <= LONGEST_NAME));
    }
}
