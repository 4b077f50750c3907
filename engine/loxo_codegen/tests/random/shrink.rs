//! Makes a function that is compiled wrongly smaller, as long as it is.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::time::{Duration, Instant};

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{Block, BlockArg, BlockCall, Function, Inst, InstBuilder, InstructionData, Opcode, Type, Value, types};

/// What may be left out.
#[derive(Clone, Copy)]
enum Change {
    /// Values have one name.
    Names,
    /// Of several targets only this one is gone to.
    Target(Inst, usize),
    /// The block returns.
    Return(Block),
    /// An instruction's results are this number; or it is gone, if it has none.
    Constant(Inst, i64),
    /// A result is the first argument.
    Argument(Inst),
    /// A constant is another one.
    Number(Inst, i64),
    Param(Block, usize),
    /// A block that is only jumped to stands where the jump is.
    Merge(Inst),
}

const TIME: Duration = Duration::from_secs(60);

pub fn shrink(function: &Function, is_wrong: &dyn Fn(&Function) -> bool) -> Function {
    let start = Instant::now();
    let mut best = function.clone();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        let before = best.display().to_string();
        for change in changes(&best) {
            let mut other = best.clone();
            if start.elapsed() < TIME && apply(&mut other, change) {
                tidy(&mut other);
                if read_again(&other).is_some_and(|other| is_wrong(&other)) {
                    best = other;
                    changed = best.display().to_string() != before;
                }
            }
        }
    }
    read_again(&best).filter(is_wrong).unwrap_or_else(|| function.clone())
}

/// As its text says, without traces of what was left out: values have numbers without gaps.
fn read_again(function: &Function) -> Option<Function> {
    let text = function.display().to_string();
    let (mut numbers, mut out) = (HashMap::new(), String::new());
    let mut rest = text.as_str();
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        if first == 'v' && digits > 0 && !before.is_alphanumeric() {
            let count = numbers.len();
            let number = numbers.entry(&rest[1..=digits]).or_insert(count);
            let _ = write!(out, "v{number}");
        } else {
            out.push_str(&rest[..first.len_utf8() + digits]);
        }
        before = '0';
        if digits == 0 {
            before = first;
        }
        rest = &rest[first.len_utf8() + digits..];
    }
    cranelift_reader::parse_functions(&out).ok()?.pop()
}

fn changes(function: &Function) -> Vec<Change> {
    let mut changes = vec![Change::Names];
    let blocks: Vec<Block> = function.layout.blocks().collect();
    for &block in &blocks {
        changes.push(Change::Return(block));
        let Some(end) = function.layout.last_inst(block) else { continue };
        let targets = function.block_successors(block).count();
        if targets > 1 {
            changes.extend((0..targets).map(|i| Change::Target(end, i)));
        }
    }
    for &block in &blocks {
        let insts: Vec<Inst> = function.layout.block_insts(block).collect();
        for &inst in &insts[..insts.len() - 1] {
            match function.dfg.insts[inst].opcode() {
                Opcode::Iconst => changes.extend([Change::Number(inst, 0), Change::Number(inst, 1)]),
                Opcode::F64const => {}
                _ => changes.extend([Change::Constant(inst, 0), Change::Constant(inst, 1), Change::Argument(inst)]),
            }
        }
        changes.extend((0..function.dfg.num_block_params(block)).map(|i| Change::Param(block, i)));
        changes.extend(insts.last().map(|end| Change::Merge(*end)));
    }
    changes
}

fn constant(cursor: &mut FuncCursor<'_>, ty: Type, number: i64) -> Value {
    match ty {
        types::F64 => cursor.ins().f64const(number as f64),
        _ => cursor.ins().iconst(ty, number),
    }
}

/// False: that can't be done here.
fn apply(function: &mut Function, change: Change) -> bool {
    match change {
        Change::Names => {
            function.dfg.resolve_all_aliases();
            true
        }
        Change::Target(inst, i) => {
            let Some(call) = destinations(function, inst).get(i).copied() else { return false };
            let to = call.block(&function.dfg.value_lists);
            let args: Vec<BlockArg> = call.args(&function.dfg.value_lists).collect();
            function.replace(inst).jump(to, &args);
            true
        }
        Change::Return(block) => {
            let Some(end) = function.layout.last_inst(block) else { return false };
            if function.dfg.insts[end].opcode() == Opcode::Return {
                return false;
            }
            let results: Vec<Type> = function.signature.returns.iter().map(|param| param.value_type).collect();
            let mut cursor = FuncCursor::new(function).at_inst(end);
            let results: Vec<Value> = results.iter().map(|ty| constant(&mut cursor, *ty, 0)).collect();
            function.replace(end).return_(&results);
            true
        }
        Change::Constant(inst, number) => {
            if function.layout.inst_block(inst).is_none() {
                return false;
            }
            let results = function.dfg.inst_results(inst).to_vec();
            let mut cursor = FuncCursor::new(function).at_inst(inst);
            let numbers: Vec<Value> = results
                .iter()
                .map(|result| cursor.func.dfg.value_type(*result))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|ty| constant(&mut cursor, ty, number))
                .collect();
            become_others(function, inst, &results, &numbers);
            true
        }
        Change::Argument(inst) => {
            if function.layout.inst_block(inst).is_none() {
                return false;
            }
            let (results, args) = (function.dfg.inst_results(inst).to_vec(), function.dfg.inst_args(inst).to_vec());
            let &[result] = &results[..] else { return false };
            let ty = function.dfg.value_type(result);
            let Some(arg) = args.into_iter().find(|arg| function.dfg.value_type(*arg) == ty) else { return false };
            become_others(function, inst, &results, &[arg]);
            true
        }
        Change::Number(inst, number) => {
            let InstructionData::UnaryImm { imm, .. } = function.dfg.insts[inst] else { return false };
            if function.layout.inst_block(inst).is_none() || (0..=number).contains(&imm.bits()) {
                return false;
            }
            let ty = function.dfg.value_type(function.dfg.first_result(inst));
            function.replace(inst).iconst(ty, number);
            true
        }
        Change::Param(block, i) => {
            if !function.layout.is_block_inserted(block) || function.layout.entry_block() == Some(block) {
                return false;
            }
            let Some(&param) = function.dfg.block_params(block).get(i) else { return false };
            let ty = function.dfg.value_type(param);
            let Some(first) = function.layout.first_inst(block) else { return false };
            let mut number = constant(&mut FuncCursor::new(function).at_inst(first), ty, 1);
            let mut passed = Vec::new();
            for_each_call(function, |call, pool| {
                if call.block(pool) == block {
                    passed.extend(call.args(pool).nth(i).and_then(|arg| arg.as_value()));
                    call.remove(i, pool);
                }
            });
            passed.retain(|value| *value != param);
            passed.dedup();
            if let [one] = passed[..] {
                number = one;
            }
            function.dfg.remove_block_param(param);
            function.dfg.change_to_alias(param, number);
            true
        }
        Change::Merge(inst) => merge(function, inst),
    }
}

fn become_others(function: &mut Function, inst: Inst, results: &[Value], others: &[Value]) {
    function.dfg.clear_results(inst);
    function.layout.remove_inst(inst);
    for (result, other) in results.iter().zip(others) {
        function.dfg.change_to_alias(*result, *other);
    }
}

fn merge(function: &mut Function, inst: Inst) -> bool {
    let Some(block) = function.layout.inst_block(inst) else { return false };
    let InstructionData::Jump { destination, .. } = function.dfg.insts[inst] else { return false };
    let to = destination.block(&function.dfg.value_lists);
    let mut count = 0;
    for_each_call(function, |call, pool| count += usize::from(call.block(pool) == to));
    if count != 1 || to == block {
        return false;
    }
    let args: Vec<Value> = destination.args(&function.dfg.value_lists).filter_map(|arg| arg.as_value()).collect();
    let params = function.dfg.block_params(to).to_vec();
    function.dfg.detach_block_params(to);
    for (param, arg) in params.into_iter().zip(args) {
        function.dfg.change_to_alias(param, arg);
    }
    function.layout.remove_inst(inst);
    while let Some(first) = function.layout.first_inst(to) {
        function.layout.remove_inst(first);
        function.layout.append_inst(first, block);
    }
    function.layout.remove_block(to);
    true
}

/// Where an instruction goes.
fn destinations(function: &Function, inst: Inst) -> Vec<BlockCall> {
    let dfg = &function.dfg;
    dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables).to_vec()
}

fn for_each_call(function: &mut Function, mut what: impl FnMut(&mut BlockCall, &mut cranelift_codegen::ir::ValueListPool)) {
    let ends: Vec<Inst> = function.layout.blocks().filter_map(|block| function.layout.last_inst(block)).collect();
    for end in ends {
        let dfg = &mut function.dfg;
        for call in dfg.insts[end].branch_destination_mut(&mut dfg.jump_tables, &mut dfg.exception_tables) {
            what(call, &mut dfg.value_lists);
        }
    }
}

/// Removes blocks that are not reached and what nobody uses.
fn tidy(function: &mut Function) {
    let mut reached: Vec<Block> = function.layout.entry_block().into_iter().collect();
    let mut at = 0;
    while let Some(&block) = reached.get(at) {
        let next: Vec<Block> = function.block_successors(block).filter(|next| !reached.contains(next)).collect();
        for one in next {
            if !reached.contains(&one) {
                reached.push(one);
            }
        }
        at += 1;
    }
    for block in function.layout.blocks().collect::<Vec<_>>() {
        if !reached.contains(&block) {
            function.layout.remove_block_and_insts(block);
        }
    }
    loop {
        let insts: Vec<Inst> = function.layout.blocks().flat_map(|block| function.layout.block_insts(block).collect::<Vec<_>>()).collect();
        let used: HashSet<Value> = insts
            .iter()
            .flat_map(|inst| function.dfg.inst_values(*inst).map(|value| function.dfg.resolve_aliases(value)).collect::<Vec<_>>())
            .collect();
        let unused: Vec<Inst> = insts
            .into_iter()
            .filter(|inst| {
                let opcode = function.dfg.insts[*inst].opcode();
                let has_effect = opcode.is_terminator() || opcode.is_call() || opcode.can_store();
                !has_effect && function.dfg.inst_results(*inst).iter().all(|result| !used.contains(result))
            })
            .collect();
        if unused.is_empty() {
            return;
        }
        unused.into_iter().for_each(|inst| function.layout.remove_inst(inst));
    }
}
