//! Passes over finished forms. Each leaves a form that means the same.

mod blocks;
mod dead;
mod parameters;
mod ranges;
mod redundant;

use crate::{End, Form, ValueId};

pub use blocks::thread;
pub use dead::drop_dead;
pub use parameters::drop_parameters;
pub use ranges::narrow;
pub use redundant::drop_redundant;

/// All of them, in an order that pays.
pub fn optimize(form: &mut Form) {
    drop_parameters(form);
    thread(form);
    drop_redundant(form);
    narrow(form);
    drop_dead(form);
}

/// Changes the values that a form uses.
fn rename(form: &mut Form, to: impl Fn(ValueId) -> ValueId) {
    for block in &mut form.blocks {
        for inst in &mut block.insts {
            inst.args.iter_mut().for_each(|value| *value = to(*value));
        }
        match &mut block.end {
            End::Jump(_, arguments) => arguments.iter_mut().for_each(|value| *value = to(*value)),
            End::Branch { on, then, otherwise } => {
                *on = to(*on);
                then.1.iter_mut().chain(&mut otherwise.1).for_each(|value| *value = to(*value));
            }
            End::Switch { on: value, .. } | End::Return(value, _) => *value = to(*value),
            End::Leave(_) => {}
        }
    }
    for state in &mut form.states {
        state.slots.iter_mut().for_each(|(_, value)| *value = to(*value));
    }
}
