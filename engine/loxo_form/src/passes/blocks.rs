//! Leads jumps past blocks that do nothing but jump on, or branch by what was passed to them, and takes away blocks that no path reaches.

use crate::{Block, BlockId, End, Form, Graph, StateId, ValueId};

/// Where a jump ends up.
fn destination(form: &Form, to: BlockId, arguments: &[ValueId]) -> (BlockId, Vec<ValueId>) {
    let (mut to, mut arguments) = (to, arguments.to_vec());
    // A loop of jumps would never end.
    for _ in 0..form.blocks.len() {
        match &form.blocks[to.0 as usize] {
            Block { params, insts, end: End::Jump(next, on), .. } if insts.is_empty() && params.is_empty() => {
                (to, arguments) = (*next, on.clone());
            }
            _ => break,
        }
    }
    (to, arguments)
}

/// Lets paths branch by themselves that lead to a block which does nothing but branch by a bool that each brings along.
fn branch_early(form: &mut Form) {
    let uses = form.uses();
    for from in 0..form.blocks.len() {
        let End::Jump(to, arguments) = &form.blocks[from].end else { continue };
        let block = &form.blocks[to.0 as usize];
        let End::Branch { on, then, otherwise } = &block.end else { continue };
        if !block.insts.is_empty() || !block.params.contains(on) {
            continue;
        }
        // What other blocks use must be the same on all paths to them.
        let used_here = |param: &ValueId| [on].into_iter().chain(&then.1).chain(&otherwise.1).filter(|value| *value == param).count();
        if block.params.iter().any(|param| uses[param.0 as usize] as usize != used_here(param)) {
            continue;
        }
        let brought = |value: &ValueId| block.params.iter().position(|param| param == value).map_or(*value, |at| arguments[at]);
        let way = |(to, values): &(BlockId, Vec<ValueId>)| (*to, values.iter().map(brought).collect());
        form.blocks[from].end = End::Branch { on: brought(on), then: way(then), otherwise: way(otherwise) };
    }
}

/// Leads jumps on and renumbers the blocks that are left.
pub fn thread(form: &mut Form) {
    branch_early(form);
    for block in 0..form.blocks.len() {
        let mut end = std::mem::replace(&mut form.blocks[block].end, End::Leave(StateId(0)));
        match &mut end {
            End::Jump(to, arguments) => (*to, *arguments) = destination(form, *to, arguments),
            End::Branch { then, otherwise, .. } => {
                *then = destination(form, then.0, &then.1);
                *otherwise = destination(form, otherwise.0, &otherwise.1);
            }
            End::Switch { cases, otherwise, .. } => {
                for to in cases.iter_mut().map(|case| &mut case.1).chain([otherwise]) {
                    let (next, arguments) = destination(form, *to, &[]);
                    if arguments.is_empty() {
                        *to = next;
                    }
                }
            }
            End::Return(..) | End::Leave(_) => {}
        }
        form.blocks[block].end = end;
    }
    for entry in 0..form.entries.len() {
        let (to, arguments) = destination(form, form.entries[entry].block, &[]);
        if arguments.is_empty() {
            form.entries[entry].block = to;
        }
    }
    join(form);
    renumber(form);
}

/// Puts blocks together of which one jumps and the other has no other way in.
fn join(form: &mut Form) {
    let graph = Graph::of(form);
    for block in graph.order.iter().map(|block| block.0 as usize) {
        while let End::Jump(to, arguments) = &form.blocks[block].end {
            let (to, next) = (*to, to.0 as usize);
            let alone = graph.predecessors[next].len() == 1 && !form.entries.iter().any(|entry| entry.block == to);
            // With parameters, values would have to be renamed.
            let as_cold = form.blocks[next].cold == form.blocks[block].cold;
            if !alone || !arguments.is_empty() || next == block || !as_cold {
                break;
            }
            let Block { insts, end, .. } = std::mem::replace(
                &mut form.blocks[next],
                Block { params: Vec::new(), insts: Vec::new(), end: End::Jump(to, Vec::new()), cold: true },
            );
            form.blocks[block].insts.extend(insts);
            form.blocks[block].end = end;
        }
    }
}

/// Numbers the blocks that can be reached in their order, and drops the others.
fn renumber(form: &mut Form) {
    let graph = Graph::of(form);
    let mut number = vec![BlockId(0); form.blocks.len()];
    for (i, block) in graph.order.iter().enumerate() {
        number[block.0 as usize] = BlockId(i as u32);
    }
    let mut old: Vec<Option<Block>> = std::mem::take(&mut form.blocks).into_iter().map(Some).collect();
    form.blocks = graph.order.iter().filter_map(|block| old[block.0 as usize].take()).collect();
    let renamed = |block: &mut BlockId| *block = number[block.0 as usize];
    for block in &mut form.blocks {
        match &mut block.end {
            End::Jump(to, _) => renamed(to),
            End::Branch { then, otherwise, .. } => {
                renamed(&mut then.0);
                renamed(&mut otherwise.0);
            }
            End::Switch { cases, otherwise, .. } => {
                cases.iter_mut().for_each(|(_, to)| renamed(to));
                renamed(otherwise);
            }
            End::Return(..) | End::Leave(_) => {}
        }
    }
    form.entries.iter_mut().for_each(|entry| renamed(&mut entry.block));
}

/// Takes away the parameters of a block that are not kept, and what jumps pass for them.
pub(super) fn keep_params(form: &mut Form, block: BlockId, kept: &[bool]) {
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let keep = |values: &mut Vec<ValueId>| {
        let mut at = kept.iter();
        values.retain(|_| *at.next().unwrap_or(&true));
    };
    keep(&mut form.blocks[block.0 as usize].params);
    for from in &mut form.blocks {
        match &mut from.end {
            End::Jump(to, arguments) if *to == block => keep(arguments),
            End::Branch { then, otherwise, .. } => {
                for (_, arguments) in [then, otherwise].into_iter().filter(|way| way.0 == block) {
                    keep(arguments);
                }
            }
            _ => {}
        }
    }
}
