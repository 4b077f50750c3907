//! Calls of builtin functions by whole compiled functions: the thunk runs on the window, and what it leaves behind is given up here.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, types};
use loxo_bytecode::{FRAME_HEADER_SLOTS, OpCode};
use loxo_form::Inst;

use crate::function::{FunctionEmitter, offset};

/// More arguments are left to the handler.
const MOST_ARGUMENTS: u32 = 8;

impl FunctionEmitter<'_, '_> {
    /// Calls the builtin that a `CallBuiltin` names, and goes on to a block with the result; or goes to another one, where the handler is called.
    pub fn call_builtin(&mut self, inst: &Inst, general: Block, on: Block, wanted: Option<u32>) -> bool {
        let op = self.what.function.code[inst.at as usize];
        if op.code != OpCode::CallBuiltin || op.c > MOST_ARGUMENTS {
            return false;
        }
        let Some(builtin) = (self.what.builtin)(inst.at) else { return false };
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let table = self.load(types::I64, vm, self.what.functions_table[0]);
        let found = self.load(types::I64, table, builtin.place);
        let func = self.address(builtin.func);
        let other = self.b.ins().icmp(IntCC::NotEqual, found, func);
        self.unless(other, general);
        // The stack has no limit while somebody watches calls.
        let limit = self.load(types::I64, vm, offsets.stack_limit);
        let watched = self.b.ins().icmp_imm_u(IntCC::Equal, limit, 0);
        self.unless(watched, general);
        let pc = self.address((self.what.step)(inst.at).pc);
        self.store(pc, fp, offsets.pc);
        let first = op.a + FRAME_HEADER_SLOTS;
        let window = self.b.ins().iadd_imm_s(fp, i64::from(offset(first)));
        let place = match wanted {
            Some(slot) => self.b.ins().iadd_imm_s(fp, i64::from(offset(slot))),
            None => self.address(0),
        };
        let (count, thunk) = (self.address(op.c as usize), self.address(builtin.thunk));
        let call = self.address(self.what.engine.call_builtin);
        let result = self.call(call, &[vm, window, count, place, func, thunk], 2);
        let due = self.b.create_block();
        self.b.set_cold_block(due);
        let results: Vec<BlockArg> = wanted.map_or(Vec::new(), |_| vec![result[0].into(), result[1].into()]);
        self.b.ins().brif(result[1], on, &results, due, &[]);
        self.b.switch_to_block(due);
        let settle = self.address(self.what.engine.settle_behind);
        let exit = self.call(settle, &[fp, vm, pc, result[0]], 2);
        self.unless_behind(&exit);
        self.give_result(wanted, on);
        true
    }
}
