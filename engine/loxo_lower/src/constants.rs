//! Puts constants where they are used, behind Cranelift's optimizer. That shares equal ones and takes those of loops out of them, to where the function
//! begins if a loop has several ways in; each would then occupy a register, or a place on the stack, through the whole function.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{Block, Function, Inst, InstBuilder, Opcode, Value, ValueDef};
use rustc_hash::FxHashMap;

/// The instruction that computes a value and costs no more than a copy of the value: a constant, or a constant added to something.
fn cheap(func: &Function, value: Value) -> Option<(Inst, Block)> {
    let ValueDef::Result(inst, 0) = func.dfg.value_def(value) else { return None };
    let opcode = func.dfg.insts[inst].opcode();
    let is_cheap = match opcode {
        Opcode::Iconst => true,
        // What is added to is alive anyway: it is an argument of the function.
        Opcode::Iadd => {
            let is_lasting = |value: Value| match func.dfg.value_def(value) {
                ValueDef::Param(block, _) => func.layout.entry_block() == Some(block),
                ValueDef::Result(inst, _) => func.dfg.insts[inst].opcode() == Opcode::Iconst,
                ValueDef::Union(..) => false,
            };
            func.dfg.inst_args(inst).iter().all(|value| is_lasting(*value))
        }
        _ => false,
    };
    Some((inst, func.layout.inst_block(inst)?)).filter(|_| is_cheap)
}

/// Gives each block its own copies of the constants that it uses.
pub fn place_constants(func: &mut Function) {
    let blocks: Vec<Block> = func.layout.blocks().collect();
    let mut copies: FxHashMap<Value, Value> = FxHashMap::default();
    for block in blocks {
        copies.clear();
        let insts: Vec<Inst> = func.layout.block_insts(block).collect();
        for inst in insts {
            place_arguments(func, block, inst, &mut copies);
            copy_lasting_arguments(func, inst);
        }
    }
}

fn place_arguments(func: &mut Function, block: Block, inst: Inst, copies: &mut FxHashMap<Value, Value>) {
    let used: Vec<Value> = func.dfg.inst_values(inst).collect();
    for value in used {
        let Some((source, home)) = cheap(func, value) else { continue };
        if home == block || copies.contains_key(&value) {
            continue;
        }
        let copy = func.dfg.clone_inst(source);
        func.layout.insert_inst(copy, inst);
        copies.insert(value, func.dfg.first_result(copy));
        if func.dfg.insts[copy].opcode() == Opcode::Iadd {
            place_arguments(func, block, copy, copies);
        }
    }
    func.dfg.map_inst_values(inst, |value| copies.get(&value).copied().unwrap_or(value));
}

/// Passes copies of the function's own arguments to what it calls: a call wants them in registers that it overwrites, and they live on behind it.
fn copy_lasting_arguments(func: &mut Function, call: Inst) {
    if !func.dfg.insts[call].opcode().is_call() {
        return;
    }
    let passed = func.dfg.inst_args(call).to_vec();
    for (index, value) in passed.into_iter().enumerate() {
        if !matches!(func.dfg.value_def(value), ValueDef::Param(block, _) if func.layout.entry_block() == Some(block)) {
            continue;
        }
        let mut before = FuncCursor::new(func).at_inst(call);
        let copy = before.ins().iadd_imm_s(value, 0);
        func.dfg.inst_args_mut(call)[index] = copy;
    }
}
