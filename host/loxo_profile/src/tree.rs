//! All calls of a profile, merged into one tree of who called whom from where: what flame graphs draw.

use rustc_hash::FxHashMap;

use crate::model::*;

/// Beginning and end, in nanoseconds from the profile's start.
pub type Span = (u64, u64);

/// The parent of the root.
pub const NO_NODE: u32 = u32::MAX;

/// Calls of a function from one and the same stack.
#[derive(Clone, Debug)]
pub struct Node {
    pub parent: u32,
    /// Of the root there is none.
    pub function: Option<FunctionId>,
    /// Without what it called.
    pub own: Cost,
    /// With what it called; `calls` are its own all the same.
    pub total: Cost,
    /// Whether its function is not among its ancestors: sums over these nodes count nothing twice.
    pub outer: bool,
    /// The same of the pair of its caller's function and its own.
    pub outer_edge: bool,
}

/// Node 0 is the root, which stands for the whole program; a parent comes before its children.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// Whether costs were divided among stacks by estimate, because only sums were recorded.
    pub estimated: bool,
    children: FxHashMap<(u32, FunctionId), u32>,
}

impl Tree {
    /// Of all of a profile, or of what lies within `span`, which sums alone do not know.
    pub fn of(profile: &Profile, span: Option<Span>) -> Tree {
        let mut tree = Tree::empty();
        match &profile.data {
            Data::Trace(events) => tree.add_trace(events, span.unwrap_or((0, u64::MAX))),
            Data::Samples { period_ns, samples, stacks } => tree.add_samples(*period_ns, samples, stacks, span.unwrap_or((0, u64::MAX))),
            Data::Edges(edges) => tree.add_edges(edges, profile.functions.len()),
        }
        tree.finish();
        tree
    }

    pub(crate) fn empty() -> Tree {
        let mut tree = Tree::default();
        tree.nodes.push(Node {
            parent: NO_NODE,
            function: None,
            own: Cost::default(),
            total: Cost::default(),
            outer: false,
            outer_edge: false,
        });
        tree
    }

    /// The node of `function` called from `parent`.
    pub(crate) fn child(&mut self, parent: u32, function: FunctionId) -> u32 {
        *self.children.entry((parent, function)).or_insert_with(|| {
            let (own, total) = (Cost::default(), Cost::default());
            self.nodes.push(Node { parent, function: Some(function), own, total, outer: true, outer_edge: true });
            self.nodes.len() as u32 - 1
        })
    }

    fn add_trace(&mut self, events: &[Event], (from, to): Span) {
        let mut at = 0u32;
        let mut peak = events.first().map_or(0, |event| event.memory);
        for pair in events.windows(2).map(Some).chain([None]) {
            let Some([event, next]) = pair else { break };
            match event.what {
                What::Enter(function) => {
                    at = self.child(at, function);
                    self.nodes[at as usize].own.calls += u64::from(event.at_ns >= from && event.at_ns < to);
                }
                What::Leave => at = self.nodes[at as usize].parent,
            }
            let length = next.at_ns - event.at_ns;
            let clipped = next.at_ns.min(to).saturating_sub(event.at_ns.max(from));
            let cpu = next.cpu_ns.saturating_sub(event.cpu_ns);
            let own = &mut self.nodes[at as usize].own;
            let cpu_ns = if clipped == length { cpu } else { (cpu as f64 * clipped as f64 / length as f64) as u64 };
            let mut cost = Cost { wall_ns: clipped, cpu_ns, ..Cost::default() };
            if next.at_ns > from && next.at_ns <= to || length == 0 {
                cost.memory = next.memory.wrapping_sub(event.memory) as i64;
                cost.peak_memory = next.memory.saturating_sub(peak) as i64;
            }
            own.add(&cost);
            peak = peak.max(next.memory);
        }
    }

    fn add_samples(&mut self, period_ns: u64, samples: &[Sample], stacks: &Stacks, (from, to): Span) {
        let mut node_of: Vec<u32> = Vec::with_capacity(stacks.frames().len());
        for frame in stacks.frames() {
            let parent = frame.parent.map_or(0, |parent| node_of[parent.0 as usize]);
            node_of.push(self.child(parent, frame.function));
        }
        for (sample, cost) in samples.iter().zip(sample_costs(period_ns, samples)) {
            if sample.at_ns >= from && sample.at_ns < to {
                self.nodes[node_of[sample.stack.0 as usize] as usize].own.add(&cost);
            }
        }
    }

    /// Divides what is known of a function among the stacks in which it was called, in proportion to the time of the calls.
    fn add_edges(&mut self, edges: &[Edge], functions: usize) {
        self.estimated = true;
        let mut of_caller: Vec<Vec<&Edge>> = vec![Vec::new(); functions];
        let mut inclusive = vec![Cost::default(); functions];
        for edge in edges {
            inclusive[edge.callee.0 as usize].add(&edge.cost);
            if let Some(caller) = edge.caller {
                of_caller[caller.0 as usize].push(edge);
            }
        }
        let whole: u64 = edges.iter().filter(|edge| edge.caller.is_none()).fold(0, |sum, edge| sum.saturating_add(edge.cost.wall_ns));
        let mut active = vec![false; functions];
        // What is to be done, the later first: a call with its cost, or the end of one.
        enum Step<'a> {
            Call(u32, &'a Edge, Cost),
            End(FunctionId),
        }
        let mut steps: Vec<Step> =
            edges.iter().rev().filter(|edge| edge.caller.is_none()).map(|edge| Step::Call(0, edge, edge.cost)).collect();
        while let Some(step) = steps.pop() {
            let (parent, edge, cost) = match step {
                Step::Call(parent, edge, cost) => (parent, edge, cost),
                Step::End(function) => {
                    active[function.0 as usize] = false;
                    continue;
                }
            };
            let callee = edge.callee.0 as usize;
            if active[callee] || self.nodes.len() >= MAX_ESTIMATED {
                self.nodes[parent as usize].own.add(&cost);
                continue;
            }
            let node = self.child(parent, edge.callee);
            let share = match inclusive[callee].wall_ns {
                0 => 0.0,
                all => cost.wall_ns as f64 / all as f64,
            };
            let mut own = cost;
            active[callee] = true;
            steps.push(Step::End(edge.callee));
            for called in &of_caller[callee] {
                let part = called.cost.scaled(share);
                // Smaller parts stay with the caller, or trees would grow without bounds.
                if part.wall_ns > 0 && part.wall_ns >= whole / 20_000 {
                    own = Cost { calls: own.calls, ..own.without(&part) };
                    steps.push(Step::Call(node, called, part));
                }
            }
            self.nodes[node as usize].own.add(&own);
        }
    }

    fn finish(&mut self) {
        for at in (0..self.nodes.len()).rev() {
            let own = self.nodes[at].own;
            self.nodes[at].total.add(&own);
            let total = Cost { calls: 0, ..self.nodes[at].total };
            if let Some(parent) = self.nodes.get(self.nodes[at].parent as usize).map(|_| self.nodes[at].parent) {
                self.nodes[parent as usize].total.add(&total);
            }
        }
        self.mark_outer();
    }

    fn mark_outer(&mut self) {
        let (first, next) = self.links();
        let mut functions: FxHashMap<FunctionId, u32> = FxHashMap::default();
        let mut edges: FxHashMap<(Option<FunctionId>, FunctionId), u32> = FxHashMap::default();
        let mut at = first[0];
        while at != NO_NODE {
            let (parent, function) = (self.nodes[at as usize].parent, self.nodes[at as usize].function);
            let edge = (self.nodes[parent as usize].function, function.unwrap_or(FunctionId(0)));
            let (active, active_edge) = (functions.entry(edge.1).or_default(), edges.entry(edge).or_default());
            self.nodes[at as usize].outer = *active == 0;
            self.nodes[at as usize].outer_edge = *active_edge == 0;
            *active += 1;
            *active_edge += 1;
            if first[at as usize] != NO_NODE {
                at = first[at as usize];
                continue;
            }
            // Up to where there is a sibling.
            while at != 0 {
                let (parent, function) = (self.nodes[at as usize].parent, self.nodes[at as usize].function.unwrap_or(FunctionId(0)));
                *functions.entry(function).or_default() -= 1;
                *edges.entry((self.nodes[parent as usize].function, function)).or_default() -= 1;
                if next[at as usize] != NO_NODE {
                    break;
                }
                at = parent;
            }
            at = if at == 0 { NO_NODE } else { next[at as usize] };
        }
    }

    /// The first child and the next sibling of each node, in order of creation.
    fn links(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut first, mut next) = (vec![NO_NODE; self.nodes.len()], vec![NO_NODE; self.nodes.len()]);
        for at in (1..self.nodes.len()).rev() {
            let parent = self.nodes[at].parent as usize;
            next[at] = first[parent];
            first[parent] = at as u32;
        }
        (first, next)
    }

    /// The children of each node.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().skip(1) {
            children[node.parent as usize].push(at as u32);
        }
        children
    }

    /// The functions from the outermost to that of the node.
    pub fn path(&self, node: u32) -> Vec<FunctionId> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(function) = self.nodes[at as usize].function {
            path.push(function);
            at = self.nodes[at as usize].parent;
        }
        path.reverse();
        path
    }
}

/// Nodes that an estimate may have.
const MAX_ESTIMATED: usize = 200_000;

/// What each sample stands for: its weight in periods, and the CPU time since the one before, but no more than that.
pub(crate) fn sample_costs(period_ns: u64, samples: &[Sample]) -> impl Iterator<Item = Cost> + '_ {
    let mut last = samples.first().map_or(0, |sample| sample.cpu_ns.saturating_sub(sample.weight.saturating_mul(period_ns)));
    samples.iter().map(move |sample| {
        let wall_ns = sample.weight.saturating_mul(period_ns);
        let cpu_ns = sample.cpu_ns.saturating_sub(last).min(wall_ns);
        last = sample.cpu_ns;
        Cost { wall_ns, cpu_ns, calls: sample.weight, ..Cost::default() }
    })
}
