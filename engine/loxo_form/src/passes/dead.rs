//! Dead code: instructions without effect whose results are not used, parameters of blocks, and states. What stays is numbered anew.

use crate::kinds::is_pure;
use crate::{BlockId, End, Form, Inst, StateId, Type, ValueId};

/// Drops what is dead.
pub fn drop_dead(form: &mut Form) {
    let used = Uses::of(form);
    for block in 0..form.blocks.len() {
        // What a function is called with stays.
        let is_first = form.frameless.is_some() && form.entries.iter().any(|entry| entry.block.0 as usize == block);
        let kept: Vec<bool> = form.blocks[block].params.iter().map(|param| is_first || used.values[param.0 as usize]).collect();
        super::blocks::keep_params(form, BlockId(block as u32), &kept);
        form.blocks[block].insts.retain(|inst| !is_dead(inst, &used.values));
    }
    renumber_values(form);
    renumber_states(form, &used.states);
}

fn is_dead(inst: &Inst, used: &[bool]) -> bool {
    is_pure(&inst.kind) && inst.exit.is_none() && inst.result.is_some_and(|value| !used[value.0 as usize])
}

/// What is used by something that is not dead itself.
struct Uses {
    values: Vec<bool>,
    states: Vec<bool>,
    work: Vec<ValueId>,
}

impl Uses {
    fn of(form: &Form) -> Uses {
        let mut uses = Uses { values: vec![false; form.values.len()], states: vec![false; form.states.len()], work: Vec::new() };
        // What a value needs: the arguments of its instruction, or what is passed for it.
        let mut needs: Vec<Vec<ValueId>> = vec![Vec::new(); form.values.len()];
        for block in &form.blocks {
            for inst in &block.insts {
                match inst.result {
                    Some(result) if is_pure(&inst.kind) && inst.exit.is_none() => needs[result.0 as usize].extend(&inst.args),
                    _ => {
                        uses.mark_all(&inst.args);
                        inst.exit.into_iter().for_each(|exit| uses.state(form, exit));
                    }
                }
            }
            match &block.end {
                End::Branch { on, .. } | End::Switch { on, .. } => uses.mark_all(&[*on]),
                End::Return(value, _) => uses.mark_all(&[*value]),
                End::Leave(state) => uses.state(form, *state),
                End::Jump(..) => {}
            }
            for (to, arguments) in block.end.targets() {
                for (param, argument) in form.blocks[to.0 as usize].params.iter().zip(arguments) {
                    needs[param.0 as usize].push(*argument);
                }
            }
        }
        while let Some(value) = uses.work.pop() {
            let needed = std::mem::take(&mut needs[value.0 as usize]);
            uses.mark_all(&needed);
        }
        uses
    }

    fn mark_all(&mut self, values: &[ValueId]) {
        for value in values {
            if !std::mem::replace(&mut self.values[value.0 as usize], true) {
                self.work.push(*value);
            }
        }
    }

    fn state(&mut self, form: &Form, state: StateId) {
        if !std::mem::replace(&mut self.states[state.0 as usize], true) {
            form.states[state.0 as usize].slots.iter().for_each(|(_, value)| self.mark_all(&[*value]));
        }
    }
}

fn renumber_values(form: &mut Form) {
    let mut number: Vec<Option<ValueId>> = vec![None; form.values.len()];
    let mut types: Vec<Type> = Vec::new();
    for block in &mut form.blocks {
        let results = block.insts.iter_mut().filter_map(|inst| inst.result.as_mut());
        for value in block.params.iter_mut().chain(results) {
            let new = ValueId(types.len() as u32);
            types.push(form.values[value.0 as usize]);
            number[value.0 as usize] = Some(new);
            *value = new;
        }
    }
    form.values = types;
    super::rename(form, |value| number[value.0 as usize].unwrap_or(value));
}

fn renumber_states(form: &mut Form, used: &[bool]) {
    let mut next = 0;
    let number: Vec<StateId> = used
        .iter()
        .map(|used| {
            let id = StateId(next);
            next += u32::from(*used);
            id
        })
        .collect();
    let renamed = |state: StateId| number[state.0 as usize];
    let mut at = used.iter();
    form.states.retain(|_| *at.next().unwrap_or(&true));
    for block in &mut form.blocks {
        block.insts.iter_mut().for_each(|inst| inst.exit = inst.exit.map(renamed));
        if let End::Leave(state) = &mut block.end {
            *state = renamed(*state);
        }
    }
}
