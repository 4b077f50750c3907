//! What Loxo's own sampler has seen of PHP functions, from the page `/profile.json`.

use std::collections::BTreeMap;

use loxo_profile::{Data, Profile, Tree};
use serde_json::Value;

use crate::observed::Function;

/// Requests of all routes.
pub fn requests(page: &Value) -> u64 {
    let list = page["routes"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(|route| route["requests"].as_u64()).fold(0, u64::saturating_add)
}

/// The functions' own times since that moment, in milliseconds since 1970; those that took most come first.
pub fn functions(page: &Value, since_ms: u64) -> Vec<Function> {
    let mut sums: BTreeMap<String, (f64, f64, BTreeMap<String, f64>)> = BTreeMap::new();
    for route in page["routes"].as_array().into_iter().flatten() {
        let Some(Ok(profile)) = route["profile"].as_str().map(|text| Profile::load(text.as_bytes())) else { continue };
        if !matches!(profile.data, Data::Samples { .. }) {
            continue;
        }
        let from = since_ms.saturating_sub(profile.started_unix_ms).saturating_mul(1_000_000);
        let tree = Tree::of(&profile, Some((from, u64::MAX)));
        for node in tree.nodes.iter().filter(|node| node.own.wall_ns > 0) {
            let Some(function) = node.function.map(|id| profile.function(id)) else { continue };
            let caller = tree.nodes.get(node.parent as usize).and_then(|parent| parent.function).map(|id| profile.function(id));
            let caller =
                caller.map_or_else(|| "the script".to_string(), |caller| format!("{} ({}:{})", caller.name, caller.file, caller.line));
            let (wall, cpu) = (node.own.wall_ns as f64 / 1e9, node.own.cpu_ns as f64 / 1e9);
            let sum = sums.entry(function.name.clone()).or_default();
            sum.0 += wall;
            sum.1 += cpu;
            *sum.2.entry(caller).or_default() += wall;
        }
    }
    let most =
        |callers: BTreeMap<String, f64>| callers.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or_else(String::new, |(name, _)| name);
    let mut all: Vec<Function> =
        sums.into_iter().map(|(name, (wall, cpu, callers))| Function { name, wall, cpu, caller: most(callers) }).collect();
    all.sort_by(|a, b| b.wall.total_cmp(&a.wall));
    all
}
