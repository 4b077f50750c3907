//! The graph of a form's blocks: order, predecessors, dominators.

use crate::{BlockId, End, Form, ValueId};

impl End {
    /// Where this goes, with which arguments.
    pub fn targets(&self) -> Vec<(BlockId, &[ValueId])> {
        match self {
            End::Jump(to, arguments) => vec![(*to, arguments.as_slice())],
            End::Branch { then, otherwise, .. } => vec![(then.0, then.1.as_slice()), (otherwise.0, otherwise.1.as_slice())],
            End::Switch { cases, otherwise, .. } => {
                let none: &[ValueId] = &[];
                cases.iter().map(|(_, to)| (*to, none)).chain([(*otherwise, none)]).collect()
            }
            End::Return(..) | End::Leave(_) => Vec::new(),
        }
    }
}

/// Order and dominators of the blocks that entries lead to.
pub struct Graph {
    /// Reverse post-order: a block comes behind all that dominate it.
    pub order: Vec<BlockId>,
    /// By block.
    pub predecessors: Vec<Vec<BlockId>>,
    /// By block: its place in the order.
    place: Vec<Option<u32>>,
    /// By place in the order: the place of the immediate dominator, or itself where none but the outside dominates it.
    dominators: Vec<Option<u32>>,
}

/// What dominates: a block's place in the order, or nothing but the outside.
type Dominator = Option<u32>;

impl Graph {
    /// Of a form whose blocks name only blocks that exist.
    pub fn of(form: &Form) -> Graph {
        let mut graph =
            Graph { order: order(form), predecessors: vec![Vec::new(); form.blocks.len()], place: Vec::new(), dominators: Vec::new() };
        graph.place = vec![None; form.blocks.len()];
        for (place, block) in graph.order.iter().enumerate() {
            graph.place[block.0 as usize] = Some(place as u32);
        }
        for block in &graph.order {
            for (to, _) in form.blocks[block.0 as usize].end.targets() {
                graph.predecessors[to.0 as usize].push(*block);
            }
        }
        graph.dominators = graph.solve(form);
        graph
    }

    /// An entry leads there.
    pub fn reaches(&self, block: BlockId) -> bool {
        self.place.get(block.0 as usize).is_some_and(Option::is_some)
    }

    /// The nearest block that every path to this one passes, if there is one.
    pub fn dominator(&self, block: BlockId) -> Option<BlockId> {
        let place = (*self.place.get(block.0 as usize)?)?;
        self.dominators[place as usize].map(|place| self.order[place as usize])
    }

    /// Every path to `block` passes `by`, or they are the same.
    pub fn dominates(&self, by: BlockId, block: BlockId) -> bool {
        let mut at = Some(block);
        while let Some(block) = at {
            if block == by {
                return true;
            }
            at = self.dominator(block);
        }
        false
    }

    /// As Cooper, Harvey and Kennedy do it ("A Simple, Fast Dominance Algorithm"), with the outside as the root in front of all entries.
    fn solve(&self, form: &Form) -> Vec<Dominator> {
        let is_entry = |block: BlockId| form.entries.iter().any(|entry| entry.block == block);
        // The outer level says whether a block was looked at.
        let mut known: Vec<Option<Dominator>> = vec![None; self.order.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (place, block) in self.order.iter().enumerate() {
                let from = self.predecessors[block.0 as usize].iter().filter_map(|block| self.place[block.0 as usize]);
                let looked_at: Vec<u32> = from.filter(|from| known[*from as usize].is_some()).collect();
                let mut all = looked_at.into_iter().map(Some).chain(is_entry(*block).then_some(None));
                let Some(first) = all.next() else { continue };
                let found = all.fold(first, |a, b| common(&known, a, b));
                if known[place] != Some(found) {
                    known[place] = Some(found);
                    changed = true;
                }
            }
        }
        known.into_iter().map(Option::flatten).collect()
    }
}

/// The nearest common dominator of two blocks.
fn common(known: &[Option<Dominator>], a: Dominator, b: Dominator) -> Dominator {
    let (mut a, mut b) = (a, b);
    while a != b {
        let (left, right) = (a?, b?);
        if left > right {
            a = known[left as usize].flatten();
        } else {
            b = known[right as usize].flatten();
        }
    }
    a
}

fn order(form: &Form) -> Vec<BlockId> {
    let mut seen = vec![false; form.blocks.len()];
    let mut post = Vec::new();
    for entry in form.entries.iter().rev() {
        // A block, and which of its targets is next.
        let mut path: Vec<(BlockId, usize)> = Vec::new();
        if !std::mem::replace(&mut seen[entry.block.0 as usize], true) {
            path.push((entry.block, 0));
        }
        while let Some((block, next)) = path.last_mut() {
            let targets = form.blocks[block.0 as usize].end.targets();
            match targets.get(*next) {
                Some((to, _)) => {
                    *next += 1;
                    let to = *to;
                    if !std::mem::replace(&mut seen[to.0 as usize], true) {
                        path.push((to, 0));
                    }
                }
                None => {
                    post.push(*block);
                    path.pop();
                }
            }
        }
    }
    post.reverse();
    post
}
