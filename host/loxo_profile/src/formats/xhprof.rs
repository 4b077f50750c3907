//! xhprof's array: from `caller==>callee` to `ct`, `wt`, `cpu`, `mu` and `pmu`, as JSON and as PHP's `serialize()` writes it. Times are in
//! microseconds.

use serde_json::{Map, Value};

use crate::model::*;
use crate::sums::sums;
use crate::text::LoadError;

const MAIN: &str = "main()";
const BETWEEN: &str = "==>";

/// The array's rows in order. `main()`, of which there is exactly one, is added if the profile does not begin with it.
fn rows(profile: &Profile) -> Vec<(String, Cost)> {
    let (functions, edges) = sums(profile);
    let name = |id: FunctionId| match &functions[id.0 as usize] {
        Function { kind: FunctionKind::Main, name, .. } if !name.contains('@') => MAIN,
        function => &function.name,
    };
    let mut main: Option<Cost> = None;
    let mut rows = Vec::with_capacity(edges.len());
    let mut outside = Cost::default();
    for edge in &edges {
        match edge.caller.map(name) {
            Some(caller) => rows.push((format!("{caller}{BETWEEN}{}", name(edge.callee)), edge.cost)),
            None if name(edge.callee) == MAIN => main.get_or_insert_default().add(&edge.cost),
            None => {
                outside.add(&edge.cost);
                rows.push((format!("{MAIN}{BETWEEN}{}", name(edge.callee)), edge.cost));
            }
        }
    }
    let mut main = main.unwrap_or(Cost { calls: 1, ..Cost::default() });
    main.add(&Cost { calls: 0, ..outside });
    rows.push((MAIN.to_string(), main));
    // Functions of one name in several files are one function to xhprof.
    let mut at = rustc_hash::FxHashMap::default();
    let mut merged: Vec<(String, Cost)> = Vec::with_capacity(rows.len());
    for (key, cost) in rows {
        let slot = *at.entry(key.clone()).or_insert_with(|| {
            merged.push((key, Cost::default()));
            merged.len() - 1
        });
        merged[slot].1.add(&cost);
    }
    merged
}

fn numbers(cost: &Cost) -> [(&'static str, i64); 5] {
    let micros = |ns: u64| (ns.saturating_add(500) / 1000) as i64;
    [("ct", cost.calls as i64), ("wt", micros(cost.wall_ns)), ("cpu", micros(cost.cpu_ns)), ("mu", cost.memory), ("pmu", cost.peak_memory)]
}

pub fn to_json(profile: &Profile) -> Vec<u8> {
    let mut out = b"{".to_vec();
    for (at, (key, cost)) in rows(profile).iter().enumerate() {
        let fields: Vec<String> = numbers(cost).iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let comma = if at == 0 { "" } else { "," };
        out.extend_from_slice(format!("{comma}{}:{{{}}}", Value::from(key.as_str()), fields.join(",")).as_bytes());
    }
    out.push(b'}');
    out
}

pub fn to_serialized(profile: &Profile) -> Vec<u8> {
    let rows = rows(profile);
    let mut out = format!("a:{}:{{", rows.len());
    for (key, cost) in &rows {
        out.push_str(&format!("s:{}:\"{key}\";a:5:{{", key.len()));
        for (name, value) in numbers(cost) {
            out.push_str(&format!("s:{}:\"{name}\";i:{value};", name.len()));
        }
        out.push('}');
    }
    out.push('}');
    out.into_bytes()
}

/// Collects rows into a profile.
#[derive(Default)]
struct Reader {
    functions: Functions,
    edges: Vec<Edge>,
}

impl Reader {
    fn row(&mut self, key: &str, number: impl Fn(&str) -> Option<i64>) {
        let nanos = |name: &str| number(name).unwrap_or(0).max(0) as u64;
        let cost = Cost {
            wall_ns: nanos("wt").saturating_mul(1000),
            cpu_ns: nanos("cpu").saturating_mul(1000),
            memory: number("mu").unwrap_or(0),
            peak_memory: number("pmu").unwrap_or(0),
            calls: nanos("ct"),
        };
        let (caller, callee) = match key.split_once(BETWEEN) {
            Some((caller, callee)) => (Some(self.functions.named(caller)), self.functions.named(callee)),
            None => (None, self.functions.named(key)),
        };
        self.edges.push(Edge { caller, callee, cost });
    }

    fn finish(self) -> Result<Profile, LoadError> {
        let duration_ns = self.edges.iter().filter(|edge| edge.caller.is_none()).map(|edge| edge.cost.wall_ns).max();
        let Some(duration_ns) = duration_ns else {
            return Err(LoadError::whole("this is no array of xhprof: it has no `main()`"));
        };
        let mut profile = Profile::new("xhprof", Data::Edges(self.edges));
        profile.duration_ns = duration_ns;
        profile.functions = self.functions.into_list();
        Ok(profile)
    }
}

pub fn from_json(value: &Value) -> Result<Profile, LoadError> {
    let no_row = || LoadError::whole("this is no array of xhprof: not all of its values are arrays of numbers");
    // The web interface of today wraps it.
    let rows: &Map<String, Value> = match value.get("profile").filter(|profile| profile.is_object()).unwrap_or(value) {
        Value::Object(rows) => rows,
        _ => return Err(no_row()),
    };
    let mut reader = Reader::default();
    for (key, row) in rows {
        let row = row.as_object().ok_or_else(no_row)?;
        reader.row(key, |name| row.get(name).and_then(|value| value.as_i64().or_else(|| value.as_f64().map(|value| value as i64))));
    }
    reader.finish()
}

/// As much of `unserialize()`'s format as such arrays need.
struct Serialized<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Serialized<'a> {
    fn error<T>(&self) -> Result<T, LoadError> {
        Err(LoadError::whole(format!("this is no serialized array of xhprof: it is damaged at byte {}", self.at)))
    }

    fn expect(&mut self, text: &[u8]) -> Result<(), LoadError> {
        if !self.bytes[self.at..].starts_with(text) {
            return self.error();
        }
        self.at += text.len();
        Ok(())
    }

    /// A number and the byte that ends it.
    fn number(&mut self, end: u8) -> Result<f64, LoadError> {
        let length = self.bytes[self.at..].iter().take(40).position(|b| *b == end);
        let Some(text) = length.map(|length| &self.bytes[self.at..self.at + length]) else { return self.error() };
        match std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok()) {
            Some(value) => {
                self.at += text.len() + 1;
                Ok(value)
            }
            None => self.error(),
        }
    }

    fn string(&mut self) -> Result<&'a [u8], LoadError> {
        self.expect(b"s:")?;
        let length = self.number(b':')? as usize;
        self.expect(b"\"")?;
        let Some(text) = self.bytes.get(self.at..self.at.saturating_add(length)) else { return self.error() };
        self.at += length;
        self.expect(b"\";")?;
        Ok(text)
    }

    fn array(&mut self) -> Result<usize, LoadError> {
        self.expect(b"a:")?;
        let count = self.number(b':')? as usize;
        self.expect(b"{")?;
        Ok(count)
    }

    fn value(&mut self) -> Result<i64, LoadError> {
        match self.bytes.get(self.at..self.at + 2) {
            Some(b"i:" | b"d:") => {
                self.at += 2;
                Ok(self.number(b';')? as i64)
            }
            _ => self.error(),
        }
    }
}

pub fn from_serialized(bytes: &[u8]) -> Result<Profile, LoadError> {
    let mut input = Serialized { bytes, at: 0 };
    let mut reader = Reader::default();
    for _ in 0..input.array()? {
        let key = String::from_utf8_lossy(input.string()?).into_owned();
        let mut values: Vec<(&[u8], i64)> = Vec::new();
        for _ in 0..input.array()? {
            let name = input.string()?;
            values.push((name, input.value()?));
        }
        input.expect(b"}")?;
        reader.row(&key, |name| values.iter().find(|(known, _)| *known == name.as_bytes()).map(|(_, value)| *value));
    }
    input.expect(b"}")?;
    reader.finish()
}
