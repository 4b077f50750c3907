//! The optimizer: works on finished functions, and leaves what it does not understand alone.

mod copies;
mod flow;
mod jumps;
mod layout;
mod types;

use loxo_bytecode::{Function, Unit};

pub(crate) fn unit(unit: &mut Unit) {
    for f in &mut unit.functions {
        function(f);
    }
}

fn function(f: &mut Function) {
    if f.code.is_empty() {
        return;
    }
    let mut dead = copies::remove(f);
    jumps::thread(f, &mut dead);
    flow::mark_unreachable(f, &mut dead);
    jumps::drop_useless(f, &mut dead);
    if dead.contains(&true) {
        layout::compact(f, &dead);
    }
    types::specialize(f);
}
