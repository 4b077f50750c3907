//! Where code hands over because something is not as it was made for; how that of loops does.
//!
//! That happens seldom, so the code says little: it writes registers to the frame, as bare words, and returns with the address of a record. What is left to
//! do stands there, and the engine does it (`loxo_tiering::side_exits`): the types of what was written, the count of wrong guesses, the instruction to go
//! on with.

use cranelift_codegen::ir::{Block, InstBuilder, InstructionData, MemFlagsData as MemFlags, Opcode, Value as Ir, ValueDef, types};
use loxo_value::{REFCOUNTED, Tag};

use crate::action::{Action, Change, Operand, Step};
use crate::emit::{Emitter, FLAGS, WORD};
use crate::exit_records::{OpenExit, SideExit};
use crate::peeling::Place;
use crate::state::{Known, Range, Ty};

/// An entry looks at so many slots with one jump. The optimizer moves all loads in front of what is made of them, and more would not fit in registers.
const AT_ONCE: usize = 4;

impl Emitter<'_, '_, '_> {
    /// Leaves at the present op if a value is not zero: the interpreter has to do this one. Nothing may have changed since the op began.
    pub fn leave_if(&mut self, bad: Ir) {
        self.leave_by(bad, self.guesses_all);
    }

    /// Says what may be wrong at an op before it is emitted. Where elements are read all of it is a guess, until that was wrong: one side exit takes less than
    /// two. Where they are written others may own the array now and then, in a loop that goes well.
    pub fn expect(&mut self, step: &Step) {
        self.guesses_all = matches!(step.action, Action::Fetch { .. } | Action::Borrow { .. } | Action::Count { .. }) && !self.what.again;
        self.appends = match &step.action {
            Action::Change { location, change: Change::Set(_), .. } => match location.key() {
                Some(key @ Operand::Slot(slot, _)) if !self.may_append(location, key) => Some([location.base, slot]),
                _ => None,
            },
            _ => None,
        };
    }

    /// The same for what is not of the type that was expected, which is counted.
    pub fn leave_if_other(&mut self, bad: Ir) {
        self.leave_by(bad, true);
    }

    fn leave_by(&mut self, bad: Ir, is_guess: bool) {
        let out = self.side_exit(is_guess);
        let on = self.b.create_block();
        if self.b.current_block().is_some_and(|block| self.b.func.layout.is_cold(block)) {
            self.b.set_cold_block(on);
        }
        self.b.ins().brif(bad, out, &[], on, &[]);
        self.enter(on);
    }

    /// The block that leaves at the present op. Later jumps there come from below the first one, so that registers are looked up here.
    pub fn side_exit(&mut self, is_guess: bool) -> Block {
        if let Some(block) = self.side_exits.0[usize::from(is_guess)] {
            return block;
        }
        let dirty: Vec<(u32, Ty)> = self.state.dirty().collect();
        let slots: Vec<(u32, Ty, Tag)> = dirty.into_iter().filter_map(|(slot, ty)| Some((slot, ty, tag_left(ty)?))).collect();
        let values = slots.iter().map(|&(slot, ty, _)| self.register(slot, ty)).collect();
        let slots = slots.iter().map(|&(slot, _, tag)| (slot, tag)).collect();
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        self.side_exits.0[usize::from(is_guess)] = Some(block);
        let exit = SideExit {
            op: self.at,
            is_entry: self.flow.entries.contains(&self.at),
            is_guess,
            slots,
            appends: self.appends.filter(|_| !is_guess),
            ..SideExit::default()
        };
        self.open_exits.push(OpenExit { block, exit, values });
        block
    }

    /// Writes all side exits.
    pub fn write_exits(&mut self) {
        let (mut exits, mut blocks) = (Vec::new(), Vec::new());
        for open in std::mem::take(&mut self.open_exits) {
            exits.push(open.exit);
            blocks.push((open.block, open.values));
        }
        if exits.is_empty() {
            return;
        }
        let records = (self.what.side_exits)(&exits);
        let out = self.b.create_block();
        self.b.set_cold_block(out);
        let record = self.b.append_block_param(out, types::I64);
        for ((exit, (block, values)), address) in exits.iter().zip(blocks).zip(records) {
            self.enter(block);
            for (&(slot, tag), mut value) in exit.slots.iter().zip(values) {
                let (fp, at) = (self.fp, Self::offset(slot));
                if tag == Tag::Reference {
                    let distance;
                    [value, distance] = self.summands(value);
                    self.store(distance, fp, at + WORD);
                }
                self.store(value, fp, at);
            }
            let address = self.b.ins().iconst(types::I64, address as i64);
            self.b.ins().jump(out, &[address.into()]);
        }
        self.enter(out);
        let handler = self.b.ins().iconst(types::I64, self.what.engine.side_exit as i64);
        self.b.ins().return_(&[record, handler]);
    }

    /// What an address is the sum of. Loads add it up by themselves: it would be computed only for side exits.
    fn summands(&mut self, address: Ir) -> [Ir; 2] {
        let dfg = &self.b.func.dfg;
        let address = dfg.resolve_aliases(address);
        if let ValueDef::Result(inst, 0) = dfg.value_def(address)
            && let InstructionData::Binary { opcode: Opcode::Iadd, args } = dfg.insts[inst]
        {
            return args;
        }
        [address, self.b.ins().iconst(types::I64, 0)]
    }

    /// Looks whether the frame holds what the block at an entry takes for granted: some tags at once, then what they lead to.
    pub fn guard_entry(&mut self) {
        let wanted = &self.flow.blocks[&Place::first(self.at)];
        let known: Vec<(u32, Ty, Known)> = wanted.known().filter_map(|(slot, known)| Some((slot, known.ty?, known))).collect();
        let plain: Vec<u32> = wanted.plain().collect();
        let fp = self.fp;
        for slots in plain.chunks(AT_ONCE) {
            let load = |slot: &u32| self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, Self::offset(*slot) + FLAGS);
            let flags = slots.iter().map(load).collect();
            let flags = self.any(flags);
            let counted = flags.map(|flags| self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED)));
            self.leave_if_any(counted.into_iter().collect());
        }
        for slots in known.chunks(AT_ONCE) {
            let tags: Vec<Ir> = slots.iter().map(|(slot, ..)| self.load_tag(fp, Self::offset(*slot))).collect();
            let others = tags.into_iter().zip(slots).map(|(tag, (_, ty, _))| self.differs(tag, *ty)).collect();
            self.leave_if_any(others);
        }
        let (mut hashes, mut small) = (Vec::new(), Vec::new());
        for &(slot, ty, known) in &known {
            // What is in a reference is looked at for itself.
            if ty == Ty::Referenced {
                self.guard(slot, ty);
                continue;
            }
            let value = self.content(slot, ty);
            self.state.learn(slot, ty);
            self.define(slot, ty, value);
            match known.range {
                _ if ty == Ty::Packed => hashes.push(self.is_hash(value)),
                Range::SMALL => small.push(value),
                range => self.guard_range(slot, range),
            }
            if hashes.len() == AT_ONCE {
                self.leave_if_any(std::mem::take(&mut hashes));
            }
        }
        self.leave_if_any(hashes);
        // All in one: what is negative or large in one of them is so in all bits together.
        if let Some(all) = self.any(small) {
            self.guard_within(all, Range::SMALL);
        }
        for (slot, _, known) in known {
            self.find_array(slot, known);
        }
        plain.into_iter().for_each(|slot| self.state.learn_plain(slot));
    }

    /// Not zero unless a tag is that of a type.
    fn differs(&mut self, tag: Ir, ty: Ty) -> Ir {
        let wanted = match ty {
            Ty::Int => Tag::Int,
            Ty::Float => Tag::Float,
            Ty::Packed | Ty::Element => Tag::Array,
            Ty::Referenced => Tag::Reference,
            Ty::Bool => {
                const { assert!(Tag::True as u8 == Tag::False as u8 + 1) };
                let above = self.b.ins().iadd_imm_s(tag, -(Tag::False as i64));
                return self.b.ins().ushr_imm_u(above, 1);
            }
        };
        self.b.ins().bxor_imm_u(tag, wanted as i64)
    }

    /// What the frame holds, which is of this type.
    fn content(&mut self, slot: u32, ty: Ty) -> Ir {
        let (fp, at) = (self.fp, Self::offset(slot));
        match ty {
            Ty::Bool => {
                let tag = self.load_tag(fp, at);
                let bit = self.b.ins().iadd_imm_s(tag, -(Tag::False as i64));
                self.b.ins().ireduce(types::I8, bit)
            }
            Ty::Float => self.load(types::F64, fp, at),
            _ => self.load(types::I64, fp, at),
        }
    }

    /// All bits of some words.
    fn any(&mut self, words: Vec<Ir>) -> Option<Ir> {
        words.into_iter().reduce(|all, word| self.b.ins().bor(all, word))
    }

    fn leave_if_any(&mut self, others: Vec<Ir>) {
        if let Some(other) = self.any(others) {
            self.leave_if_other(other);
        }
    }
}

/// What is said of a value that code leaves behind from a register. `None`: the frame has it.
fn tag_left(ty: Ty) -> Option<Tag> {
    match ty {
        Ty::Int => Some(Tag::Int),
        Ty::Float => Some(Tag::Float),
        Ty::Bool => Some(Tag::False),
        Ty::Element => Some(Tag::Reference),
        Ty::Packed | Ty::Referenced => None,
    }
}
