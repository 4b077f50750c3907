//! Calls of builtin functions by whole compiled functions: the thunk runs on the window, and what it leaves behind is given up here.

use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use loxo_bytecode::{FRAME_HEADER_SLOTS, OpCode};
use loxo_form::Inst;

use crate::function::{FunctionEmitter, offset};

/// More arguments are left to the handler.
const MOST_ARGUMENTS: u32 = 8;

impl FunctionEmitter<'_, '_> {
    /// Calls the builtin that a `CallBuiltin` names, and goes on to a block with the result; false: it has more to it than its arguments.
    pub fn call_builtin(&mut self, inst: &Inst, on: Block, wanted: Option<u32>) -> bool {
        let op = self.what.function.code[inst.at as usize];
        if op.code != OpCode::CallBuiltin || op.c > MOST_ARGUMENTS {
            return false;
        }
        let Some(builtin) = (self.what.builtin)(inst.at) else { return false };
        let (fp, vm, step) = (self.fp, self.vm, (self.what.step)(inst.at));
        let pc = self.address(step.pc);
        self.store(pc, fp, self.what.offsets.pc);
        let window = self.b.ins().iadd_imm_s(fp, i64::from(offset(op.a + FRAME_HEADER_SLOTS)));
        let place = match wanted {
            Some(slot) => self.b.ins().iadd_imm_s(fp, i64::from(offset(slot))),
            None => self.address(0),
        };
        let which = self.address(op.c as usize | (builtin.id as usize) << 8);
        let (func, call) = (self.address(builtin.func), self.address(self.what.engine.call_builtin));
        let result = self.call(call, &[vm, window, which, place, func], 2);
        let due = self.b.create_block();
        self.b.set_cold_block(due);
        let results: Vec<BlockArg> = wanted.map_or(Vec::new(), |_| vec![result[0].into(), result[1].into()]);
        self.b.ins().brif(result[1], on, &results, due, &[]);
        self.b.switch_to_block(due);
        let (handler, settle) = (self.address(step.handler), self.address(self.what.engine.settle_behind));
        let exit = self.call(settle, &[fp, vm, pc, result[0], handler], 2);
        self.unless_behind(&exit);
        self.give_result(wanted, on);
        true
    }
}
