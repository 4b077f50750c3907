//! Sums per caller and callee of any profile: what xhprof's arrays hold.

use crate::model::*;
use crate::recorder::Sums;
use crate::tree::{NO_NODE, Tree};

/// The functions and the edges. Functions that are active already get names like `f@1`. Of samples, `calls` counts samples.
pub fn sums(profile: &Profile) -> (Vec<Function>, Vec<Edge>) {
    let mut functions = Functions::default();
    match &profile.data {
        Data::Edges(edges) => (profile.functions.clone(), edges.clone()),
        Data::Trace(events) => {
            let ids = intern(&mut functions, profile);
            let mut sums = Sums::default();
            for event in events {
                let what = match event.what {
                    What::Enter(id) => What::Enter(ids[id.0 as usize]),
                    What::Leave => What::Leave,
                };
                sums.event(&mut functions, &Event { what, ..*event });
            }
            (functions.into_list(), sums.edges)
        }
        Data::Samples { .. } => {
            let ids = intern(&mut functions, profile);
            let tree = Tree::of(profile, None);
            let mut edges: Vec<Edge> = Vec::new();
            let mut known = rustc_hash::FxHashMap::default();
            // The function of each node, as it is called there: parents come before their children.
            let mut shown: Vec<Option<FunctionId>> = vec![None];
            let mut samples: Vec<u64> = tree.nodes.iter().map(|node| node.own.calls).collect();
            for at in (1..tree.nodes.len()).rev() {
                let (below, parent) = (samples[at], tree.nodes[at].parent as usize);
                samples[parent] = samples[parent].saturating_add(below);
            }
            for (at, node) in tree.nodes.iter().enumerate().skip(1) {
                let Some(plain) = node.function else { continue };
                let mut depth = 0;
                let mut above = if node.outer { NO_NODE } else { node.parent };
                while let Some(ancestor) = tree.nodes.get(above as usize) {
                    depth += u32::from(ancestor.function == Some(plain));
                    above = ancestor.parent;
                }
                let Function { name, file, line, kind } = profile.function(plain);
                let callee =
                    if depth == 0 { ids[plain.0 as usize] } else { functions.intern(&format!("{name}@{depth}"), file, *line, *kind) };
                let caller = shown[node.parent as usize];
                shown.push(Some(callee));
                let slot = *known.entry((caller, callee)).or_insert_with(|| {
                    edges.push(Edge { caller, callee, cost: Cost::default() });
                    edges.len() - 1
                });
                edges[slot].cost.add(&Cost { calls: samples[at], ..node.total });
            }
            (functions.into_list(), edges)
        }
    }
}

fn intern(functions: &mut Functions, profile: &Profile) -> Vec<FunctionId> {
    profile.functions.iter().map(|f| functions.intern(&f.name, &f.file, f.line, f.kind)).collect()
}
