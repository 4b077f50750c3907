//! What ints lie between at a block: by their types, and by the comparisons that have been passed on every path there.

use crate::{BlockId, Compare, End, Form, Graph, IntOp, Kind, ValueId, result_range};

/// Both ends are included.
pub(crate) type Range = (i64, i64);

pub(crate) const ALL: Range = (i64::MIN, i64::MAX);

/// Looks up where values come from.
pub(crate) struct Sources {
    /// By value: block and place of the instruction that makes it.
    of: Vec<Option<(BlockId, usize)>>,
}

impl Sources {
    pub fn of(form: &Form) -> Sources {
        let mut of = vec![None; form.values.len()];
        for (id, block) in form.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                if let Some(of) = inst.result.and_then(|result| of.get_mut(result.0 as usize)) {
                    *of = Some((BlockId(id as u32), i));
                }
            }
        }
        Sources { of }
    }

    fn kind<'f>(&self, form: &'f Form, value: ValueId) -> Option<(&'f Kind, &'f [ValueId])> {
        let (block, i) = (*self.of.get(value.0 as usize)?)?;
        let inst = form.blocks[block.0 as usize].insts.get(i)?;
        Some((&inst.kind, &inst.args))
    }
}

/// What a value lies between where a block begins, if `known` says what values lie between anywhere.
pub(crate) fn at(form: &Form, graph: &Graph, sources: &Sources, known: &dyn Fn(ValueId) -> Range, value: ValueId, block: BlockId) -> Range {
    let mut range = known(value);
    let mut below = block;
    while let Some(above) = graph.dominator(below) {
        if let End::Branch { on, then, otherwise } = &form.blocks[above.0 as usize].end
            && then.0 != otherwise.0
            && graph.predecessors[below.0 as usize].as_slice() == [above]
        {
            learn(form, sources, known, *on, below == then.0, value, &mut range);
        }
        below = above;
    }
    range
}

/// What a test that came out like this says of a value.
fn learn(form: &Form, sources: &Sources, known: &dyn Fn(ValueId) -> Range, test: ValueId, is: bool, value: ValueId, range: &mut Range) {
    match sources.kind(form, test) {
        Some((Kind::Not, [of])) => learn(form, sources, known, *of, !is, value, range),
        Some((Kind::CompareInts(how), [left, right])) if *left != *right => {
            let how = if is { *how } else { opposite(*how) };
            if *left == value {
                narrow(how, known(*right), range);
            } else if *right == value {
                narrow(turned(how), known(*left), range);
            }
        }
        _ => {}
    }
}

fn opposite(how: Compare) -> Compare {
    match how {
        Compare::Equal => Compare::NotEqual,
        Compare::NotEqual => Compare::Equal,
        Compare::Less => Compare::GreaterEqual,
        Compare::LessEqual => Compare::Greater,
        Compare::Greater => Compare::LessEqual,
        Compare::GreaterEqual => Compare::Less,
    }
}

/// The same with the sides exchanged.
fn turned(how: Compare) -> Compare {
    match how {
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterEqual => Compare::LessEqual,
        how => how,
    }
}

/// What has this relation to something in `other`. Where that is nothing, the range stays: no path leads there.
fn narrow(how: Compare, other: Range, range: &mut Range) {
    let (low, high) = match how {
        Compare::Equal => other,
        Compare::NotEqual => return,
        Compare::Less => (i64::MIN, other.1.saturating_sub(1)),
        Compare::LessEqual => (i64::MIN, other.1),
        Compare::Greater => (other.0.saturating_add(1), i64::MAX),
        Compare::GreaterEqual => (other.0, i64::MAX),
    };
    let new = (range.0.max(low), range.1.min(high));
    if new.0 <= new.1 {
        *range = new;
    }
}

/// What the result of an operation lies between that leaves where it has none.
pub(crate) fn result(op: IntOp, left: Range, right: Range) -> Range {
    if let Some(range) = result_range(op, left, right) {
        return range;
    }
    match op {
        IntOp::Add => (left.0.saturating_add(right.0), left.1.saturating_add(right.1)),
        IntOp::Sub => (left.0.saturating_sub(right.1), left.1.saturating_sub(right.0)),
        _ => ALL,
    }
}
