//! One page for the browser with everything in it: the profiles as packed arrays, and the program that shows them. It loads nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::model::*;
use crate::tree::{Tree, sample_costs};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 4] = [include_str!("data.js"), include_str!("flame.js"), include_str!("graph.js"), include_str!("page.js")];

/// The page of a profile, or of two, which it compares: before and after.
pub fn write(profile: &Profile, after: Option<&Profile>) -> String {
    let packed: Vec<Value> = std::iter::once(profile).chain(after).map(pack).collect();
    // Nothing in the data may end the element that it stands in.
    let data = Value::from(packed).to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    let title = profile.title.replace('&', "&amp;").replace('<', "&lt;");
    let mut out = String::with_capacity(data.len() + 64_000);
    for part in PAGE.split_inclusive("-->") {
        let (text, name) = part.rsplit_once("<!--").unwrap_or((part, ""));
        out.push_str(text);
        match name {
            "title-->" => out.push_str(&title),
            "style-->" => out.push_str(STYLE),
            "data-->" => out.push_str(&data),
            "script-->" => SCRIPTS.iter().for_each(|script| out.push_str(script)),
            _ => {}
        }
    }
    out
}

/// Moments of a profile, in order: from when on, in which node, and what that cost. Times are in units.
#[derive(Default)]
struct Moments {
    at: Vec<u32>,
    node: Vec<u32>,
    wall: Vec<u32>,
    cpu: Vec<u32>,
    memory: Vec<i32>,
    calls: Vec<u32>,
}

impl Moments {
    fn push(&mut self, unit: u64, at_ns: u64, node: u32, cost: &Cost) {
        let units = |ns: u64| u32::try_from(ns / unit).unwrap_or(u32::MAX);
        self.at.push(units(at_ns));
        self.node.push(node);
        // The length is what is between two moments in units, so that nothing is lost by rounding.
        self.wall.push(units(at_ns.saturating_add(cost.wall_ns)).saturating_sub(units(at_ns)));
        self.cpu.push(units(cost.cpu_ns));
        self.memory.push(cost.memory.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32);
        self.calls.push(u32::try_from(cost.calls).unwrap_or(u32::MAX));
    }
}

fn base64<const BYTES: usize, T>(values: &[T], bytes: impl Fn(&T) -> [u8; BYTES]) -> String {
    STANDARD.encode(values.iter().flat_map(bytes).collect::<Vec<u8>>())
}

fn pack(profile: &Profile) -> Value {
    let tree;
    let mut moments = Moments::default();
    let longest = match &profile.data {
        Data::Trace(events) => events.last().map_or(0, |event| event.at_ns),
        Data::Samples { period_ns, samples, .. } => {
            let all = samples.iter().fold(0u64, |sum, sample| sum.saturating_add(sample.weight.saturating_mul(*period_ns)));
            samples.last().map_or(0, |sample| sample.at_ns).saturating_add(all)
        }
        Data::Edges(_) => profile.duration_ns,
    };
    let unit = longest.max(profile.duration_ns) / 4_000_000_000 + 1;
    let kind = match &profile.data {
        Data::Trace(events) => {
            tree = trace(events, unit, &mut moments);
            "trace"
        }
        Data::Samples { period_ns, samples, stacks } => {
            let mut merged = Tree::empty();
            let mut node_of: Vec<u32> = Vec::with_capacity(stacks.frames().len());
            for frame in stacks.frames() {
                let parent = frame.parent.map_or(0, |parent| node_of[parent.0 as usize]);
                node_of.push(merged.child(parent, frame.function));
            }
            for (sample, cost) in samples.iter().zip(sample_costs(*period_ns, samples)) {
                moments.push(unit, sample.at_ns, node_of[sample.stack.0 as usize], &cost);
            }
            tree = merged;
            "samples"
        }
        Data::Edges(_) => {
            tree = Tree::of(profile, None);
            for (at, node) in tree.nodes.iter().enumerate() {
                moments.push(unit, 0, at as u32, &node.own);
            }
            "edges"
        }
    };
    let kinds: Vec<u8> = profile.functions.iter().map(|function| function.kind as u8).collect();
    let parents: Vec<u32> = tree.nodes.iter().map(|node| node.parent).collect();
    let functions: Vec<u32> = tree.nodes.iter().map(|node| node.function.map_or(u32::MAX, |id| id.0)).collect();
    let u32s = |values: &[u32]| base64(values, |value| value.to_le_bytes());
    json!({
        "title": profile.title, "command": profile.command.join(" "), "started": profile.started_unix_ms, "note": profile.note,
        "kind": kind, "unit": unit, "duration": profile.duration_ns,
        "names": profile.functions.iter().map(|function| &function.name).collect::<Vec<_>>(),
        "files": profile.functions.iter().map(|function| &function.file).collect::<Vec<_>>(),
        "lines": profile.functions.iter().map(|function| function.line).collect::<Vec<_>>(),
        "kinds": kinds, "parent": u32s(&parents), "fn": u32s(&functions),
        "at": u32s(&moments.at), "node": u32s(&moments.node), "wall": u32s(&moments.wall), "cpu": u32s(&moments.cpu),
        "memory": base64(&moments.memory, |value| value.to_le_bytes()), "calls": u32s(&moments.calls),
    })
}

fn trace(events: &[Event], unit: u64, moments: &mut Moments) -> Tree {
    let mut tree = Tree::empty();
    let mut at = 0u32;
    for pair in events.windows(2) {
        let (event, next) = (&pair[0], &pair[1]);
        let mut cost = Cost::default();
        match event.what {
            What::Enter(function) => {
                at = tree.child(at, function);
                cost.calls = 1;
            }
            What::Leave => at = tree.nodes[at as usize].parent,
        }
        cost.wall_ns = next.at_ns - event.at_ns;
        cost.cpu_ns = next.cpu_ns.saturating_sub(event.cpu_ns);
        cost.memory = next.memory.wrapping_sub(event.memory) as i64;
        moments.push(unit, event.at_ns, at, &cost);
    }
    tree
}
