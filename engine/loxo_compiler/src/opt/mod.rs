//! The optimizer: works on finished functions, and leaves what it does not understand alone.

mod copies;
mod flow;
mod jumps;
mod layout;
mod results;
mod scratch;
mod types;

use loxo_bytecode::{FnFlags, Function, OpCode, Unit};

use scratch::Scratch;

/// `keep_lines`: see [`crate::CompileOptions`].
pub(crate) fn unit(unit: &mut Unit, keep_lines: bool) {
    let mut scratch = Scratch::default();
    for f in &mut unit.functions {
        function(f, &mut scratch, keep_lines);
    }
}

fn function(f: &mut Function, s: &mut Scratch, keep_lines: bool) {
    if f.code.is_empty() {
        return;
    }
    s.dead.clear();
    s.dead.resize(f.code.len(), false);
    copies::remove(f, s);
    if !keep_lines {
        jumps::thread(f, s);
    }
    results::store_directly(f, s);
    flow::mark_unreachable(f, s);
    if !keep_lines {
        jumps::drop_useless(f, &mut s.dead);
    }
    if s.dead.contains(&true) {
        layout::compact(f, s);
    }
    types::specialize(f);
    let special = FnFlags::GENERATOR.with(FnFlags::MAIN).with(FnFlags::THUNK).with(FnFlags::ABSTRACT);
    if f.code[0].code == OpCode::ReturnK && !f.flags.any(special) && !keep_lines {
        f.flags = f.flags.with(FnFlags::CONSTANT);
    }
}
