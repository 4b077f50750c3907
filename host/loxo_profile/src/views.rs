//! The flat table and the call graph of a profile.

use rustc_hash::FxHashMap;

use crate::model::*;
use crate::tree::Tree;

/// What widths and colours stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    Wall,
    Cpu,
    Memory,
    Calls,
}

impl Metric {
    /// Freed memory counts as nothing.
    pub fn of(self, cost: &Cost) -> f64 {
        match self {
            Metric::Wall => cost.wall_ns as f64,
            Metric::Cpu => cost.cpu_ns as f64,
            Metric::Memory => cost.memory.max(0) as f64,
            Metric::Calls => cost.calls as f64,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Metric::Wall => "wall time",
            Metric::Cpu => "CPU time",
            Metric::Memory => "memory",
            Metric::Calls => "calls",
        }
    }

    /// A value with its unit, for people.
    pub fn show(self, value: f64) -> String {
        match self {
            Metric::Wall | Metric::Cpu => match value {
                ns if ns >= 1e10 => format!("{:.1} s", ns / 1e9),
                ns if ns >= 1e9 => format!("{:.2} s", ns / 1e9),
                ns if ns >= 1e7 => format!("{:.0} ms", ns / 1e6),
                ns if ns >= 1e6 => format!("{:.1} ms", ns / 1e6),
                ns => format!("{:.0} µs", ns / 1e3),
            },
            Metric::Memory => match value {
                bytes if bytes >= 1e7 => format!("{:.0} MB", bytes / 1e6),
                bytes if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
                bytes if bytes >= 1e3 => format!("{:.0} kB", bytes / 1e3),
                bytes => format!("{bytes:.0} B"),
            },
            Metric::Calls => format!("{value:.0}"),
        }
    }
}

/// A function: inclusive is with what it called, each moment once even if it is recursive; exclusive is its self time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatRow {
    pub function: FunctionId,
    pub inclusive: Cost,
    pub exclusive: Cost,
}

/// Rows by self time, the longest first. Calls are the same in both costs.
pub fn flat(profile: &Profile, tree: &Tree) -> Vec<FlatRow> {
    let mut rows: Vec<FlatRow> = (0..profile.functions.len() as u32)
        .map(|id| FlatRow { function: FunctionId(id), inclusive: Cost::default(), exclusive: Cost::default() })
        .collect();
    let mut seen = vec![false; rows.len()];
    match &profile.data {
        Data::Edges(edges) => {
            for edge in edges {
                seen[edge.callee.0 as usize] = true;
                rows[edge.callee.0 as usize].inclusive.add(&edge.cost);
                rows[edge.callee.0 as usize].exclusive.add(&edge.cost);
            }
            for edge in edges {
                if let Some(caller) = edge.caller {
                    let row = &mut rows[caller.0 as usize];
                    row.exclusive = Cost { calls: row.exclusive.calls, ..row.exclusive.without(&edge.cost) };
                }
            }
        }
        _ => {
            for node in &tree.nodes {
                let Some(function) = node.function else { continue };
                seen[function.0 as usize] = true;
                let row = &mut rows[function.0 as usize];
                row.exclusive.add(&node.own);
                if node.outer {
                    row.inclusive.add(&Cost { calls: 0, ..node.total });
                }
                row.inclusive.calls = row.exclusive.calls;
            }
        }
    }
    rows.retain(|row| seen[row.function.0 as usize]);
    rows.sort_by_key(|row| (std::cmp::Reverse(row.exclusive.wall_ns), std::cmp::Reverse(row.inclusive.wall_ns), row.function));
    rows
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    pub caller: FunctionId,
    pub callee: FunctionId,
    pub cost: Cost,
}

/// Functions, and who called whom for how long.
#[derive(Clone, Debug)]
pub struct CallGraph {
    pub rows: Vec<FlatRow>,
    pub edges: Vec<GraphEdge>,
    /// Of the whole program.
    pub total: Cost,
}

pub fn call_graph(profile: &Profile, tree: &Tree) -> CallGraph {
    let rows = flat(profile, tree);
    let mut sums: FxHashMap<(FunctionId, FunctionId), Cost> = FxHashMap::default();
    let mut total = tree.nodes.first().map_or_else(Cost::default, |root| root.total);
    match &profile.data {
        Data::Edges(edges) => {
            total = Cost::default();
            for edge in edges {
                match edge.caller {
                    Some(caller) => sums.entry((caller, edge.callee)).or_default().add(&edge.cost),
                    None => total.add(&edge.cost),
                }
            }
        }
        _ => {
            for node in &tree.nodes {
                let caller = tree.nodes.get(node.parent as usize).and_then(|parent| parent.function);
                let (Some(caller), Some(callee)) = (caller, node.function) else { continue };
                let cost = if node.outer_edge { node.total } else { Cost { calls: node.own.calls, ..Cost::default() } };
                sums.entry((caller, callee)).or_default().add(&cost);
            }
        }
    }
    total.calls = rows.iter().fold(0, |sum, row| sum.saturating_add(row.inclusive.calls));
    let mut edges: Vec<GraphEdge> = sums.into_iter().map(|((caller, callee), cost)| GraphEdge { caller, callee, cost }).collect();
    edges.sort_by_key(|edge| (std::cmp::Reverse(edge.cost.wall_ns), edge.caller, edge.callee));
    CallGraph { rows, edges, total }
}
