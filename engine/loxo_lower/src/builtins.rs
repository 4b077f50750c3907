//! Calls of builtin functions by whole compiled functions: the thunk runs on the window, and what it leaves behind is given up here.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData as MemFlags, types};
use loxo_bytecode::{FRAME_HEADER_SLOTS, OpCode};
use loxo_form::Inst;
use loxo_value::REFCOUNTED;

use crate::function::{FLAGS, FunctionEmitter, WORD, offset};

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
        let outer = self.load(types::I64, vm, offsets.active);
        self.store(func, vm, offsets.active);
        let first = op.a + FRAME_HEADER_SLOTS;
        let window = self.b.ins().iadd_imm_s(fp, i64::from(offset(first)));
        let cx = self.b.ins().iadd_imm_s(vm, i64::from(offsets.cx));
        let (count, thunk) = (self.address(op.c as usize), self.address(builtin.thunk));
        let run = self.address(self.what.engine.run_builtin);
        let result = self.call(run, &[cx, window, count, thunk], 2);
        self.store(outer, vm, offsets.active);
        for argument in first..first + op.c {
            self.give_up_argument(argument);
        }
        let (threw, returned, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(threw);
        self.b.ins().brif(result[1], returned, &[], threw, &[]);
        self.b.switch_to_block(threw);
        let unwound = self.address(self.what.engine.unwound);
        self.arrive(unwound, None, inst.at + 1, done);
        self.b.switch_to_block(done);
        self.give_result(wanted, on);
        self.b.switch_to_block(returned);
        // The upper half is not the value's.
        let word = self.b.ins().ireduce(types::I32, result[1]);
        let word = self.b.ins().uextend(types::I64, word);
        match wanted {
            Some(slot) => {
                self.store(result[0], fp, offset(slot));
                self.store(word, fp, offset(slot) + WORD);
            }
            None => {
                let counted = self.b.ins().band_imm_u(word, i64::from(REFCOUNTED) << 8);
                let (drop, dropped) = (self.b.create_block(), self.b.create_block());
                self.b.set_cold_block(drop);
                self.b.ins().brif(counted, drop, &[], dropped, &[]);
                self.b.switch_to_block(drop);
                let function = self.address(self.what.engine.drop_words);
                self.call(function, &[result[0], word], 0);
                self.b.ins().jump(dropped, &[]);
                self.b.switch_to_block(dropped);
            }
        }
        self.settle_behind(inst, on, wanted);
        let results: Vec<BlockArg> = wanted.map_or(Vec::new(), |_| vec![result[0].into(), word.into()]);
        self.b.ins().jump(on, &results);
        true
    }

    fn give_up_argument(&mut self, slot: u32) {
        let fp = self.fp;
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offset(slot) + FLAGS);
        let counted = self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED));
        let (drop, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(counted, drop, &[], on, &[]);
        self.b.switch_to_block(drop);
        let place = self.b.ins().iadd_imm_s(fp, i64::from(offset(slot)));
        let function = self.address(self.what.engine.drop_argument);
        self.call(function, &[place], 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// Sees to exceptions of those who look at warnings, and to what is pending.
    fn settle_behind(&mut self, inst: &Inst, on: Block, wanted: Option<u32>) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let exception = self.load(types::I64, vm, offsets.exception);
        let byte = self.load(types::I64, vm, offsets.pending);
        let pending = self.b.ins().uload8(types::I64, MemFlags::trusted(), byte, 0);
        let some = self.b.ins().bor(exception, pending);
        let (due, clear, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(due);
        self.b.ins().brif(some, due, &[], clear, &[]);
        self.b.switch_to_block(due);
        let (pc, next) = (self.address((self.what.step)(inst.at).pc), self.address((self.what.step)(inst.at + 1).pc));
        let settle = self.address(self.what.engine.settle_behind);
        let pc = self.call(settle, &[fp, vm, pc, next], 1)[0];
        self.arrive(pc, None, inst.at + 1, done);
        self.b.switch_to_block(done);
        self.give_result(wanted, on);
        self.b.switch_to_block(clear);
    }
}
