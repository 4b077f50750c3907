//! Tests of what is called, in front of functions that were inlined.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{ClassOperand, Op, OpCode};
use loxo_form::{End, Inst, Kind, ValueId};
use loxo_value::Tag;

use crate::function::{FunctionEmitter, Held, Ways};

impl FunctionEmitter<'_, '_> {
    /// An op of the function, or of one that was inlined.
    pub fn op_at(&self, at: u32) -> &Op {
        let own = self.what.function.code.get(at as usize);
        let its = |at: u32| self.what.inlinable.iter().rev().find_map(|its| its.function.code.get(at.checked_sub(its.first_op)? as usize));
        own.or_else(|| its(at)).expect("instructions name ops that are there")
    }

    /// The last instruction of a block, an op that the interpreter's code runs or a test of what is called, if nothing but the block's end asks where
    /// that jumps.
    pub fn decided_by_run<'f>(&self, block: &'f loxo_form::Block) -> Option<&'f Inst> {
        let End::Branch { on, then, otherwise } = &block.end else { return None };
        let last = block.insts.last().filter(|inst| {
            matches!(inst.kind, Kind::RunJump | Kind::IsCallOf(_) | Kind::IsMethodCallOf(_) | Kind::IsClosureOf(_))
                && inst.result == Some(*on)
        })?;
        let is_passed = then.1.iter().chain(&otherwise.1).any(|value| value == on);
        (!is_passed && self.uses[on.0 as usize] == 1).then_some(last)
    }

    /// The call of an op is one of an inlined function, as a value.
    pub fn is_call(&mut self, inst: &Inst) {
        let ways = Ways { on: self.b.create_block(), away: self.b.create_block() };
        self.is_call_to(inst, ways);
        self.define_way(inst, ways);
    }

    /// The same: goes away if it is.
    pub fn is_call_to(&mut self, inst: &Inst, ways: Ways) {
        let (Kind::IsCallOf(number) | Kind::IsMethodCallOf(number) | Kind::IsClosureOf(number)) = inst.kind else { return };
        let its = self.what.inlinable[number as usize];
        if (inst.at as usize) < self.what.function.code.len() {
            self.unless_watched(ways.on);
        }
        if let Kind::IsClosureOf(_) = inst.kind {
            return self.is_closure(inst.args[0], its, ways);
        }
        let op = *self.op_at(inst.at);
        if let (Some(&object), false) = (inst.args.first(), its.classes.is_empty()) {
            return self.is_of_classes(object, its.classes, ways);
        }
        let found = match op.code {
            OpCode::InitMethod => {
                let (object, word) = self.boxed(inst.args[0]);
                if !self.type_of(inst.args[0]).tags.within(loxo_form::Tags::OBJECT) {
                    let tag = self.tag_of(word);
                    let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
                    self.unless(other, ways.on);
                }
                let class = self.load(types::I64, object, self.what.offsets.object_class);
                Some(self.cached_for_class(inst.at, class, ways.on))
            }
            // The constructor is that of the class.
            OpCode::New => {
                let Some(class) = self.class_operand(inst.at, op.b, ways.on) else { return self.never(ways) };
                let wanted = self.address(its.class());
                let same = self.b.ins().icmp(IntCC::Equal, class, wanted);
                self.b.ins().brif(same, ways.away, &[], ways.on, &[]);
                return;
            }
            OpCode::InitFn => match (self.what.named_function)(inst.at) {
                Some(entry) => Some(self.named(self.what.functions_table, entry, ways.on)),
                None => return self.never(ways),
            },
            OpCode::InitStaticCall => match (ClassOperand::decode(op.b), (self.what.named_class)(inst.at)) {
                // It means the same each time.
                (ClassOperand::Parent | ClassOperand::SelfClass, _) => None,
                (ClassOperand::Name(_), Some(entry)) => {
                    let class = self.class_named(entry, ways.on);
                    let missing = self.b.ins().icmp_imm_u(IntCC::Equal, class, 0);
                    self.unless(missing, ways.on);
                    let (caches, value) = self.cached(inst.at, class, ways.on);
                    Some(self.load(types::I64, caches, value))
                }
                _ => return self.never(ways),
            },
            _ => None,
        };
        let Some(found) = found else {
            self.b.ins().jump(ways.away, &[]);
            return;
        };
        let func = self.address(its.func);
        let same = self.b.ins().icmp(IntCC::Equal, found, func);
        self.b.ins().brif(same, ways.away, &[], ways.on, &[]);
    }

    /// A new object of the class whose constructor was inlined, or leaves.
    pub fn new_object(&mut self, inst: &Inst, number: u32) {
        let Some(state) = inst.exit else { return };
        let exit = self.exit(state, false);
        let class = self.address(self.what.inlinable[number as usize].class());
        let (object, word) = self.make_object(inst.at, class, exit);
        self.define(inst, Held::Boxed(object, word));
    }

    /// A value, which is an object of a class of a set, or leaves.
    pub fn guard_class(&mut self, inst: &Inst, classes: u32) {
        let Some(state) = inst.exit else { return };
        let exit = self.exit(state, true);
        let known = self.b.create_block();
        self.is_of_classes(inst.args[0], &(self.what.class_set)(classes), Ways { on: exit, away: known });
        self.b.switch_to_block(known);
        self.define(inst, self.held(inst.args[0]));
    }

    /// A value is an object of one of some classes.
    fn is_of_classes(&mut self, value: ValueId, classes: &[usize], ways: Ways) {
        let object = self.object(value, ways.on);
        self.has_class(object, classes, ways);
    }

    /// A value, which is an object, or goes away.
    pub fn object(&mut self, value: ValueId, other: Block) -> Ir {
        let (object, word) = self.boxed(value);
        if !self.type_of(value).tags.within(loxo_form::Tags::OBJECT) {
            let tag = self.tag_of(word);
            let differs = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
            self.unless(differs, other);
        }
        object
    }

    /// An object is of one of some classes.
    pub fn has_class(&mut self, object: Ir, classes: &[usize], ways: Ways) {
        let found = self.load(types::I64, object, self.what.offsets.object_class);
        for (index, &class) in classes.iter().enumerate() {
            let class = self.address(class);
            let same = self.b.ins().icmp(IntCC::Equal, found, class);
            let next = if index + 1 == classes.len() { ways.on } else { self.b.create_block() };
            self.b.ins().brif(same, ways.away, &[], next, &[]);
            if next != ways.on {
                self.b.switch_to_block(next);
            }
        }
    }

    /// It is none, as far as can be said.
    fn never(&mut self, ways: Ways) {
        self.b.ins().jump(ways.on, &[]);
        // The other way is one that nothing leads to: both need a predecessor.
        let block = self.b.create_block();
        self.b.switch_to_block(block);
        self.b.ins().jump(ways.away, &[]);
    }

    /// Goes to a block if somebody watches calls: the stack of frames has no limit then that any frame is within.
    pub fn unless_watched(&mut self, watched: Block) {
        let (vm, fp) = (self.vm, self.fp);
        let limit = self.b.ins().load(types::I64, MemFlags::trusted(), vm, self.what.offsets.stack_limit);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, fp, limit);
        self.unless(beyond, watched);
    }
}
