//! Takes away parameters of blocks that get the same value on every path, as those do for which a loop changes nothing.

use crate::{BlockId, Form, Graph, ValueId};

/// Replaces such parameters by the value.
pub fn drop_parameters(form: &mut Form) {
    let graph = Graph::of(form);
    // By value: what stands for it.
    let mut same: Vec<Option<ValueId>> = vec![None; form.values.len()];
    loop {
        let mut changed = false;
        for block in &graph.order {
            let incoming = incoming(form, &graph, *block);
            for (i, param) in form.blocks[block.0 as usize].params.iter().enumerate() {
                if same[param.0 as usize].is_some() {
                    continue;
                }
                let values = incoming.iter().filter_map(|arguments| arguments.get(i)).map(|value| resolve(&same, *value));
                if let Some(only) = only_one(values, *param)
                    && form.values[only.0 as usize] == form.values[param.0 as usize]
                {
                    same[param.0 as usize] = Some(only);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    for block in 0..form.blocks.len() {
        let kept: Vec<bool> = form.blocks[block].params.iter().map(|param| same[param.0 as usize].is_none()).collect();
        super::blocks::keep_params(form, BlockId(block as u32), &kept);
    }
    super::rename(form, |value| resolve(&same, value));
}

fn resolve(same: &[Option<ValueId>], value: ValueId) -> ValueId {
    let mut value = value;
    while let Some(other) = same[value.0 as usize] {
        value = other;
    }
    value
}

/// The one value among these that is not the parameter itself.
fn only_one(values: impl Iterator<Item = ValueId>, param: ValueId) -> Option<ValueId> {
    let mut found = None;
    for value in values.filter(|value| *value != param) {
        if found.is_some_and(|found| found != value) {
            return None;
        }
        found = Some(value);
    }
    found
}

/// The arguments of every path to a block.
fn incoming<'a>(form: &'a Form, graph: &Graph, block: BlockId) -> Vec<&'a [ValueId]> {
    let mut out = Vec::new();
    let mut from = graph.predecessors[block.0 as usize].clone();
    from.dedup();
    for from in from {
        out.extend(form.blocks[from.0 as usize].end.targets().into_iter().filter(|(to, _)| *to == block).map(|(_, arguments)| arguments));
    }
    out
}
