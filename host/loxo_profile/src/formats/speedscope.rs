//! speedscope's file format: traces as events, samples as stacks with weights.

use serde_json::{Value, json};

use crate::model::*;
use crate::text::LoadError;
use crate::tree::{Tree, sample_costs};

const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";

pub fn write(profile: &Profile) -> Vec<u8> {
    let frames: Vec<Value> = profile
        .functions
        .iter()
        .map(|function| match function.file.is_empty() {
            true => json!({ "name": function.name }),
            false => json!({ "name": function.name, "file": function.file, "line": function.line }),
        })
        .collect();
    let body = match &profile.data {
        Data::Trace(events) => evented(profile, events),
        Data::Samples { period_ns, samples, stacks } => {
            let paths: Vec<Vec<u32>> = samples
                .iter()
                .map(|sample| {
                    let mut path = Vec::new();
                    let mut at = Some(sample.stack);
                    while let Some(frame) = at.and_then(|stack| stacks.get(stack)) {
                        path.push(frame.function.0);
                        at = frame.parent;
                    }
                    path.reverse();
                    path
                })
                .collect();
            let weights: Vec<u64> = sample_costs(*period_ns, samples).map(|cost| cost.wall_ns).collect();
            sampled(profile, &paths, &weights)
        }
        Data::Edges(_) => {
            let tree = Tree::of(profile, None);
            let (mut paths, mut weights) = (Vec::new(), Vec::new());
            for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.own.wall_ns > 0 && node.function.is_some()) {
                paths.push(tree.path(at as u32).iter().map(|id| id.0).collect());
                weights.push(node.own.wall_ns);
            }
            sampled(profile, &paths, &weights)
        }
    };
    let file = json!({
        "$schema": SCHEMA, "name": profile.title, "exporter": "Loxo", "activeProfileIndex": 0,
        "shared": { "frames": frames }, "profiles": [body],
    });
    file.to_string().into_bytes()
}

fn sampled(profile: &Profile, paths: &[Vec<u32>], weights: &[u64]) -> Value {
    let end: u64 = weights.iter().fold(0, |sum, weight| sum.saturating_add(*weight));
    json!({
        "type": "sampled", "name": profile.title, "unit": "nanoseconds", "startValue": 0, "endValue": end,
        "samples": paths, "weights": weights,
    })
}

fn evented(profile: &Profile, events: &[Event]) -> Value {
    let mut stack = Vec::new();
    let mut list = Vec::with_capacity(events.len());
    for event in events {
        match event.what {
            What::Enter(id) => {
                stack.push(id.0);
                list.push(json!({ "type": "O", "frame": id.0, "at": event.at_ns }));
            }
            What::Leave => {
                let Some(frame) = stack.pop() else { continue };
                list.push(json!({ "type": "C", "frame": frame, "at": event.at_ns }));
            }
        }
    }
    let end = events.last().map_or(0, |event| event.at_ns);
    json!({ "type": "evented", "name": profile.title, "unit": "nanoseconds", "startValue": 0, "endValue": end, "events": list })
}

pub fn is_one(value: &Value) -> bool {
    value.get("shared").is_some() && value.get("profiles").is_some()
}

/// The greatest common one.
fn divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Reads the first profile of a file.
pub fn read(value: &Value) -> Result<Profile, LoadError> {
    let no = |what: &str| LoadError::whole(format!("this is no file of speedscope: {what}"));
    let list =
        |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().ok_or_else(|| no(&format!("it has no {name}")));
    let mut functions = Functions::default();
    let mut ids = Vec::new();
    for frame in list(&value["shared"], "frames")? {
        let name = frame["name"].as_str().ok_or_else(|| no("a frame has no name"))?;
        let line = frame["line"].as_u64().unwrap_or(0) as u32;
        ids.push(functions.intern(name, frame["file"].as_str().unwrap_or(""), line, FunctionKind::UserFunction));
    }
    let id = |value: &Value| value.as_u64().and_then(|at| ids.get(at as usize)).copied().ok_or_else(|| no("a frame is missing"));
    let body = list(value, "profiles")?.into_iter().next().ok_or_else(|| no("it has no profiles"))?;
    let unit = match body["unit"].as_str() {
        Some("seconds") => 1e9,
        Some("milliseconds") => 1e6,
        Some("microseconds") => 1e3,
        _ => 1.0,
    };
    let start = body["startValue"].as_f64().unwrap_or(0.0);
    let nanos =
        |value: &Value| value.as_f64().map(|value| ((value - start) * unit).max(0.0) as u64).ok_or_else(|| no("a number is missing"));
    let data = if body["type"] == "evented" {
        let mut events = Vec::new();
        for event in list(&body, "events")? {
            let what = if event["type"] == "O" { What::Enter(id(&event["frame"])?) } else { What::Leave };
            events.push(Event { at_ns: nanos(&event["at"])?, cpu_ns: 0, memory: 0, what });
        }
        Data::Trace(events)
    } else {
        let (mut stacks, mut samples, mut at_ns) = (Stacks::default(), Vec::new(), 0u64);
        for (path, weight) in list(&body, "samples")?.iter().zip(list(&body, "weights")?) {
            let mut stack = None;
            for frame in path.as_array().ok_or_else(|| no("a sample is no list"))? {
                stack = Some(stacks.push(stack, id(frame)?, 0));
            }
            let weight = weight.as_f64().map(|weight| (weight * unit).max(0.0) as u64).ok_or_else(|| no("a number is missing"))?;
            if let Some(stack) = stack {
                samples.push(Sample { at_ns, cpu_ns: 0, weight, stack });
            }
            at_ns = at_ns.saturating_add(weight);
        }
        // Weights are times: what all of them are multiples of is as good as the period, and makes counts of samples of them.
        let period_ns = samples.iter().fold(0, |period, sample| divisor(period, sample.weight)).max(1);
        samples.iter_mut().for_each(|sample| sample.weight /= period_ns);
        Data::Samples { period_ns, samples, stacks }
    };
    let mut profile = Profile::new(value["name"].as_str().unwrap_or("speedscope"), data);
    profile.duration_ns = nanos(&body["endValue"]).unwrap_or(0);
    profile.functions = functions.into_list();
    profile.check().map_err(|message| no(&message))?;
    Ok(profile)
}
