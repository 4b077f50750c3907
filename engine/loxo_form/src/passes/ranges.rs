//! Finds what ints lie between, and takes away the exits of operations that cannot overflow, such as those of loops that count.

use crate::ranges::{self, ALL, Range, Sources};
use crate::{BlockId, Form, Graph, Kind, Tags, ValueId, result_range};

/// So often may an end of a range move before it is given up.
const PATIENCE: u32 = 3;

struct Solver {
    graph: Graph,
    sources: Sources,
    /// By value: nothing was found yet, or what it lies between.
    known: Vec<Option<Range>>,
    /// By parameter: how often it grew.
    grown: Vec<u32>,
}

/// Narrows the types of ints, and drops exits.
pub fn narrow(form: &mut Form) {
    let (graph, sources) = (Graph::of(form), Sources::of(form));
    let mut solver = Solver { known: vec![None; form.values.len()], grown: vec![0; form.values.len()], graph, sources };
    while solver.pass(form) {}
    for (ty, range) in form.values.iter_mut().zip(&solver.known) {
        if let (true, Some(range)) = (ty.tags == Tags::INT, range) {
            ty.range = (range.0.max(ty.range.0), range.1.min(ty.range.1));
        }
    }
    solver.drop_exits(form);
}

fn is_int(form: &Form, value: ValueId) -> bool {
    form.values[value.0 as usize].tags == Tags::INT
}

impl Solver {
    fn known(&self, value: ValueId) -> Range {
        self.known[value.0 as usize].unwrap_or(ALL)
    }

    fn at(&self, form: &Form, value: ValueId, block: BlockId) -> Range {
        ranges::at(form, &self.graph, &self.sources, &|value| self.known(value), value, block)
    }

    /// Goes over all blocks once; true: something has grown.
    fn pass(&mut self, form: &Form) -> bool {
        let mut changed = false;
        for block in self.graph.order.clone() {
            for inst in &form.blocks[block.0 as usize].insts {
                let Some(result) = inst.result.filter(|result| is_int(form, *result)) else { continue };
                let range = match (&inst.kind, inst.args.as_slice()) {
                    (Kind::Ints(op), [left, right]) => ranges::result(*op, self.at(form, *left, block), self.at(form, *right, block)),
                    (Kind::Int(i), _) => (*i, *i),
                    _ => form.values[result.0 as usize].range,
                };
                if self.known[result.0 as usize] != Some(range) {
                    self.known[result.0 as usize] = Some(range);
                    changed = true;
                }
            }
            for (to, arguments) in form.blocks[block.0 as usize].end.targets() {
                for (param, argument) in form.blocks[to.0 as usize].params.iter().zip(arguments) {
                    if is_int(form, *param) {
                        let range = self.at(form, *argument, block);
                        changed |= self.join(*param, range);
                    }
                }
            }
        }
        changed
    }

    /// A parameter may also lie in here.
    fn join(&mut self, param: ValueId, range: Range) -> bool {
        let Some(old) = self.known[param.0 as usize] else {
            self.known[param.0 as usize] = Some(range);
            return true;
        };
        let mut new = (old.0.min(range.0), old.1.max(range.1));
        if new == old {
            return false;
        }
        self.grown[param.0 as usize] += 1;
        if self.grown[param.0 as usize] > PATIENCE {
            new = (if new.0 < old.0 { i64::MIN } else { new.0 }, if new.1 > old.1 { i64::MAX } else { new.1 });
        }
        self.known[param.0 as usize] = Some(new);
        true
    }

    fn drop_exits(&self, form: &mut Form) {
        for id in 0..form.blocks.len() {
            for i in 0..form.blocks[id].insts.len() {
                let inst = &form.blocks[id].insts[i];
                let (Kind::Ints(op), [left, right]) = (&inst.kind, inst.args.as_slice()) else { continue };
                let block = BlockId(id as u32);
                if inst.exit.is_some() && result_range(*op, self.at(form, *left, block), self.at(form, *right, block)).is_some() {
                    form.blocks[id].insts[i].exit = None;
                }
            }
        }
    }
}
