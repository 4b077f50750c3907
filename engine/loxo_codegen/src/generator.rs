//! Register allocation while code is emitted: which register holds what, and what is in spill slots of the native frame.
//!
//! Blocks are emitted one after the other, those first that are not cold. A block begins with its values where the first way that leads there had them; every
//! other way moves them there. So what slow paths need, calls most of all, costs where they are taken, and not where they are not.

use cranelift_codegen::ir::{self, Block, Inst, Opcode, UserExternalNameRef, Value};
use cranelift_codegen::isa::CallConv;

use crate::assembler::{Assembler, Label, Mem, Place, Size};
use crate::features::Features;
use crate::flow::{Flow, ValueSet, is_float, register_of};
use crate::moves::{Move, Source, Target};
use crate::registers::{RBP, Reg, SAVED, Set};
use crate::values::{Role, Values};

/// Nobody, or no slot.
pub(crate) const NONE: u32 = u32::MAX;
pub(crate) const SLOT: i32 = 8;
/// Registers for what instructions compute on the way.
const OPERANDS: u32 = 2;
/// Frames of more bytes than instructions have in one byte need longer instructions.
const SHORT_FRAME: u32 = 127;
/// Frames stay below what may be touched without looking for the end of the stack.
const LONGEST_FRAME: u32 = 2048;

/// Where a block finds a value: in a register, or else in its slot.
#[derive(Clone, Copy)]
pub(crate) struct EntryLocation {
    pub number: u32,
    pub reg: Option<Reg>,
    /// It is in its slot, too.
    pub stored: bool,
}

/// What a block finds: values that live there from the first number on, and its parameters from the second on, up to the third.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    lives: u32,
    params: u32,
    end: u32,
}

/// A way to a block that has to move values first: the moves stand behind the code.
pub(crate) struct SplitEdge {
    pub label: Label,
    pub moves: Vec<Move>,
    pub to: Block,
}

/// How the native frame is made, as far as code depends on it.
#[derive(Clone, Copy, Default)]
pub(crate) struct FrameKind {
    pub has_slots: bool,
    pub is_long: bool,
}

/// Four bytes that want an address, or eight.
pub(crate) struct Relocation {
    pub at: usize,
    pub name: UserExternalNameRef,
    pub is_relative: bool,
}

pub(crate) struct Generator<'f> {
    pub values: &'f Values<'f>,
    pub flow: &'f Flow<'f>,
    pub function: &'f ir::Function,
    pub features: Features,
    pub asm: Assembler,
    /// By block; and where each finds its values, once a way leads there.
    pub labels: Vec<Label>,
    pub entries: Vec<Option<Entry>>,
    pub entry_locations: Vec<EntryLocation>,
    pub split_edges: Vec<SplitEdge>,
    pub relocations: Vec<Relocation>,
    pub frame: FrameKind,
    /// Where in the code the frame's size is missing.
    pub frame_sizes: Vec<usize>,
    /// By value: its register, and its slot.
    pub regs: Vec<Option<Reg>>,
    pub slots: Vec<u32>,
    pub slot_count: u32,
    /// By register: the value in it.
    pub owners: [u32; 32],
    /// Values that are in their spill slots, too; and those that are there wherever they live, since they were stored when they were made.
    pub stored: ValueSet,
    pub homes: ValueSet,
    /// By value that is a block's parameter: the register in which the block finds it.
    pub param_regs: Vec<Option<Reg>>,
    /// Registers that the instruction reads.
    pub locked: Set,
    /// Registers that values may be in, and those of them that outlast calls.
    pub available: Set,
    pub saved: Set,
    /// Those that the function has to keep for its caller.
    pub pushed: Vec<Reg>,
    /// The place of the block, its instructions, and the one that is emitted.
    pub place: usize,
    pub insts: &'f [Inst],
    pub at: usize,
    /// Values that end with it.
    pub last_uses: &'f [u32],
}

impl<'f> Generator<'f> {
    pub fn new(values: &'f Values<'f>, flow: &'f Flow<'f>, features: Features, frame: FrameKind) -> Generator<'f> {
        let count = flow.values.len();
        let keeps_nothing = values.function.signature.call_conv == CallConv::Winch;
        // Functions that keep nothing may use all registers, and those who call such a function have to keep all that it may use. Others take so many as
        // values live through calls, and as they hold where many values live.
        let others = Set::GENERAL.without(Set::of(&SAVED)).0.count_ones();
        let wanted = flow.most_through.max((flow.most_live + OPERANDS).saturating_sub(others));
        let saved = match (keeps_nothing, flow.calls_without_saving) {
            (false, false) => &SAVED[..SAVED.len().min(wanted as usize)],
            _ => &SAVED,
        };
        // Cranelift's code, which calls such functions too, has its frame there.
        let kept = if keeps_nothing { RBP.set() } else { Set::NONE };
        let mut asm = Assembler::default();
        let labels = (0..values.function.dfg.num_blocks()).map(|_| asm.label()).collect();
        Generator {
            values,
            flow,
            function: values.function,
            features,
            asm,
            labels,
            entries: vec![None; values.function.dfg.num_blocks()],
            entry_locations: Vec::new(),
            split_edges: Vec::new(),
            relocations: Vec::new(),
            frame,
            frame_sizes: Vec::new(),
            regs: vec![None; count],
            slots: vec![NONE; count],
            slot_count: 0,
            owners: [NONE; 32],
            stored: ValueSet::new(count),
            homes: ValueSet::new(count),
            param_regs: vec![None; count],
            locked: Set::NONE,
            available: Set::GENERAL.with(Set::FLOATS).without(Set::of(&SAVED)).with(Set::of(saved)).without(kept),
            saved: Set::of(saved).without(kept),
            pushed: if keeps_nothing { Vec::new() } else { saved.to_vec() },
            place: 0,
            insts: &[],
            at: 0,
            last_uses: &[],
        }
    }

    /// All code, without what makes the frame. `None`: there is something that is not handled.
    pub fn emit(&mut self) -> Option<()> {
        let blocks = self.flow.blocks;
        for (place, &block) in blocks.order.iter().enumerate() {
            self.place = place;
            if place == 0 {
                self.take_parameters(block)?;
            } else {
                self.enter(block)?;
            }
            self.insts = self.values.insts(place);
            let next = blocks.order.get(place + 1).copied();
            for (at, &inst) in self.insts.iter().enumerate() {
                self.at = at;
                self.last_uses = self.flow.last_uses(inst);
                self.locked = Set::NONE;
                self.inst(inst, next)?;
                self.free_last_uses();
            }
            if self.slot_count * SLOT as u32 > LONGEST_FRAME {
                return None;
            }
        }
        for SplitEdge { label, mut moves, to } in std::mem::take(&mut self.split_edges) {
            self.asm.place(label);
            self.shuffle(&mut moves);
            self.asm.jump(self.labels[to.as_u32() as usize]);
        }
        Some(())
    }

    /// Bytes of the frame's slots, so that the stack is aligned at calls. `None`: the code was made for another kind of frame.
    pub fn frame_size(&self) -> Option<u32> {
        let pushed = self.pushed.len() as u32 * 8 + 8;
        let slots = self.slot_count * SLOT as u32;
        let size = if self.flow.calls { (slots + pushed).next_multiple_of(16) - pushed } else { slots };
        let fits = (size == 0 || self.frame.has_slots) && (size <= SHORT_FRAME || self.frame.is_long);
        fits.then_some(size)
    }

    /// The function's parameters come in registers; those that live through calls go where they outlast them.
    fn take_parameters(&mut self, entry: Block) -> Option<()> {
        self.asm.place(self.labels[entry.as_u32() as usize]);
        let params = self.function.dfg.block_params(entry);
        let (mut words, mut floats) = (0, 0);
        for &param in params {
            let is_float = is_float(self.values, param);
            let count = if is_float { &mut floats } else { &mut words };
            let reg = register_of(is_float, *count, false)?;
            *count += 1;
            let number = self.flow.number(param);
            if number != NONE {
                self.owners[reg.0 as usize] = number;
                self.regs[number as usize] = Some(reg);
            }
        }
        for &param in params {
            let number = self.flow.number(param);
            if let Some(reg) = (number != NONE).then(|| self.regs[number as usize]).flatten() {
                self.settle(number, reg);
            }
        }
        Some(())
    }

    /// A block begins with its values where the ways to it leave them.
    fn enter(&mut self, block: Block) -> Option<()> {
        let index = block.as_u32() as usize;
        self.asm.place(self.labels[index]);
        for reg in 0..32 {
            let owner = std::mem::replace(&mut self.owners[reg], NONE);
            if owner != NONE {
                self.regs[owner as usize] = None;
            }
        }
        self.stored.clear();
        let entry = self.entries[index]?;
        for &EntryLocation { number, reg, stored } in &self.entry_locations[entry.lives as usize..entry.end as usize] {
            if let Some(reg) = reg {
                self.owners[reg.0 as usize] = number;
                self.regs[number as usize] = Some(reg);
            }
            if stored {
                self.stored.insert(number);
            }
        }
        for &param in self.function.dfg.block_params(block) {
            let number = self.flow.number(param);
            if let Some(reg) = (number != NONE).then(|| self.regs[number as usize]).flatten() {
                self.settle_at_home(number, reg);
            }
        }
        Some(())
    }

    /// The place of a value in the frame.
    pub fn slot(&mut self, number: u32) -> Mem {
        let slot = &mut self.slots[number as usize];
        if *slot == NONE {
            *slot = self.slot_count;
            self.slot_count += 1;
        }
        Mem::at(crate::registers::RSP, *slot as i32 * SLOT)
    }

    fn is_in_slot(&self, number: u32) -> bool {
        self.homes.has(number) || self.stored.has(number)
    }

    fn is_float_number(&self, number: u32) -> bool {
        is_float(self.values, self.flow.values[number as usize])
    }

    fn store_to_slot(&mut self, number: u32, reg: Reg) {
        let slot = self.slot(number);
        if reg.is_float() {
            self.asm.store_float(slot, reg);
        } else {
            self.asm.store(Size::Quad, slot, reg);
        }
    }

    pub fn load_word_or_float(&mut self, reg: Reg, place: Place) {
        if reg.is_float() {
            self.asm.load_float(reg, place);
        } else {
            self.asm.load(Size::Quad, reg, place);
        }
    }

    /// The value wants a register that outlasts calls.
    fn wants_saved(&self, number: u32) -> bool {
        self.flow.through_calls.has(number) && !self.flow.through_all.has(number) && !self.is_float_number(number)
    }

    /// A value that was just made in a register goes to one that outlasts calls if there is one, and else to its slot, if it lives through calls.
    fn settle(&mut self, number: u32, reg: Reg) {
        if self.wants_saved(number) && !self.saved.has(reg) {
            let free = self.saved.iter().find(|saved| self.owners[saved.0 as usize] == NONE && !self.locked.has(*saved));
            if let Some(saved) = free {
                self.asm.load(Size::Quad, saved, Place::Reg(reg));
                self.owners[reg.0 as usize] = NONE;
                self.owners[saved.0 as usize] = number;
                self.regs[number as usize] = Some(saved);
                return;
            }
        }
        self.settle_at_home(number, reg);
    }

    fn settle_at_home(&mut self, number: u32, reg: Reg) {
        let lives = self.flow.through_all.has(number) || self.flow.through_calls.has(number) && !self.saved.has(reg);
        if lives && !self.homes.has(number) {
            self.store_to_slot(number, reg);
            self.homes.insert(number);
        }
    }

    /// A free register. What is in one is stored if there is none.
    pub fn allocate(&mut self, float: bool, wanted: Option<Reg>, wants_saved: bool) -> Reg {
        let kind = if float { Set::FLOATS } else { Set::GENERAL };
        let usable = self.available.and(kind).without(self.locked);
        let free = usable.iter().filter(|reg| self.owners[reg.0 as usize] == NONE).fold(Set::NONE, |all, reg| all.with(reg.set()));
        if let Some(wanted) = wanted.filter(|wanted| free.has(*wanted)) {
            return wanted;
        }
        let preferred = if wants_saved { free.and(self.saved) } else { free.without(self.saved) };
        preferred.first().or_else(|| free.first()).unwrap_or_else(|| self.evict(usable))
    }

    /// Empties a register: the value goes to its slot that is used last.
    fn evict(&mut self, among: Set) -> Reg {
        let mut candidates = among;
        for at in self.at + 1..self.insts.len() {
            let inst = self.insts[at];
            let (regs, flow) = (&self.regs, self.flow);
            let mut used = Set::NONE;
            self.values.visit(inst, &mut |value| {
                if let Some(reg) = regs[flow.number(value) as usize] {
                    used = used.with(reg.set());
                }
            });
            let left = candidates.without(used);
            if left == Set::NONE {
                break;
            }
            candidates = left;
        }
        let in_slot = candidates.iter().find(|reg| self.is_in_slot(self.owners[reg.0 as usize]));
        let reg = in_slot.or_else(|| candidates.first()).unwrap_or(crate::registers::RAX);
        self.give_up(reg);
        reg
    }

    /// What a register holds is afterwards in its slot alone.
    fn give_up(&mut self, reg: Reg) {
        let number = std::mem::replace(&mut self.owners[reg.0 as usize], NONE);
        if number == NONE {
            return;
        }
        if !self.is_in_slot(number) {
            self.store_to_slot(number, reg);
            self.stored.insert(number);
        }
        self.regs[number as usize] = None;
    }

    /// Empties a register: what is in it goes to another one, or to its slot. What the instruction reads last need not be kept.
    pub fn vacate(&mut self, reg: Reg) {
        let number = self.owners[reg.0 as usize];
        if number == NONE || self.last_uses.contains(&number) {
            return;
        }
        let kind = if reg.is_float() { Set::FLOATS } else { Set::GENERAL };
        let usable = self.available.and(kind).without(self.locked).without(reg.set());
        let free = usable.iter().find(|reg| self.owners[reg.0 as usize] == NONE);
        match free {
            Some(free) => {
                self.load_word_or_float(free, Place::Reg(reg));
                self.owners[free.0 as usize] = number;
                self.regs[number as usize] = Some(free);
                self.owners[reg.0 as usize] = NONE;
            }
            None => self.give_up(reg),
        }
    }

    /// A register for the time of the instruction.
    pub fn temporary(&mut self, float: bool) -> Reg {
        let reg = self.allocate(float, None, false);
        self.locked = self.locked.with(reg.set());
        reg
    }

    /// A register for what an instruction makes.
    pub fn place_for(&mut self, result: Value) -> Reg {
        let number = self.flow.number(result);
        let float = is_float(self.values, result);
        if number == NONE {
            return self.allocate(float, None, false);
        }
        if self.wants_saved(number) {
            return self.allocate(float, None, true);
        }
        let becomes = self.flow.becomes[number as usize];
        let wanted = self.flow.wanted[number as usize];
        let wanted = wanted.or_else(|| (becomes != NONE).then(|| self.param_regs[becomes as usize]).flatten());
        self.allocate(float, wanted, false)
    }

    /// The result is in this register.
    pub fn define(&mut self, result: Value, reg: Reg) {
        let number = self.flow.number(result);
        if number == NONE {
            return;
        }
        self.owners[reg.0 as usize] = number;
        self.regs[number as usize] = Some(reg);
        self.settle(number, reg);
    }

    /// The value in a register.
    pub fn register(&mut self, value: Value) -> Reg {
        let origin = self.values.origin(value);
        let float = is_float(self.values, origin);
        let reg = match self.values.role(value) {
            Role::Held => {
                let number = self.flow.number(origin);
                match self.regs[number as usize] {
                    Some(reg) => reg,
                    None => {
                        let reg = self.allocate(float, None, self.wants_saved(number));
                        let slot = self.slot(number);
                        self.load_word_or_float(reg, Place::Mem(slot));
                        self.owners[reg.0 as usize] = number;
                        self.regs[number as usize] = Some(reg);
                        reg
                    }
                }
            }
            Role::Number(number) => {
                let reg = self.allocate(false, None, false);
                self.asm.set_number(reg, number);
                reg
            }
            Role::Float(bits) => {
                let reg = self.allocate(true, None, false);
                self.set_float(reg, bits);
                reg
            }
            Role::Fused | Role::Flags | Role::Unused => {
                let load = self.values.inst(origin);
                let mem = load.map(|load| self.address(load)).unwrap_or_default();
                let reg = self.allocate(float, None, false);
                let size = load.and_then(|load| self.values.loaded(load)).unwrap_or(Size::Quad);
                if float {
                    self.asm.load_float(reg, Place::Mem(mem))
                } else {
                    self.asm.load(size, reg, Place::Mem(mem))
                }
                reg
            }
        };
        self.locked = self.locked.with(reg.set());
        reg
    }

    pub fn set_float(&mut self, reg: Reg, bits: u64) {
        if bits == 0 {
            self.asm.zero_float(reg);
        } else {
            let constant = self.asm.constant(bits);
            self.asm.load_float(reg, Place::Constant(constant));
        }
    }

    /// Where an instruction reads a value, which is no number: in a register or in memory.
    pub fn place(&mut self, value: Value) -> Place {
        let origin = self.values.origin(value);
        match self.values.role(value) {
            Role::Held => {
                let number = self.flow.number(origin);
                if self.regs[number as usize].is_none() && self.last_uses.contains(&number) {
                    return Place::Mem(self.slot(number));
                }
                Place::Reg(self.register(value))
            }
            Role::Fused => match self.values.inst(origin) {
                Some(load) => Place::Mem(self.address(load)),
                None => Place::Reg(self.register(value)),
            },
            Role::Float(bits) => Place::Constant(self.asm.constant(bits)),
            _ => Place::Reg(self.register(value)),
        }
    }

    /// A number that instructions can have in four bytes.
    pub fn short_number(&self, value: Value) -> Option<i32> {
        match self.values.role(value) {
            Role::Number(number) => i32::try_from(number).ok(),
            _ => None,
        }
    }

    /// Where a load or store finds what it is about.
    pub fn address(&mut self, access: Inst) -> Mem {
        let distance = i64::from(self.values.data(access).load_store_offset().unwrap_or(0));
        let arg = match self.values.opcode(access) {
            Opcode::Store => self.values.args(access)[1],
            _ => self.values.args(access)[0],
        };
        self.address_of(arg, distance)
    }

    fn address_of(&mut self, value: Value, distance: i64) -> Mem {
        let origin = self.values.origin(value);
        match (self.values.role(value), self.values.inst(origin)) {
            (Role::Number(number), _) => {
                let address = number.wrapping_add(distance);
                match i32::try_from(address) {
                    Ok(distance) => Mem { base: None, index: None, distance },
                    Err(_) => {
                        let reg = self.temporary(false);
                        self.asm.set_number(reg, address);
                        Mem::at(reg, 0)
                    }
                }
            }
            (Role::Fused, Some(inst)) if self.values.opcode(inst) == Opcode::Iadd => {
                let [left, right] = [0, 1].map(|i| self.values.args(inst)[i]);
                if let Role::Number(number) = self.values.role(right) {
                    return self.address_of(left, distance + number);
                }
                let base = self.register(left);
                let index = match (self.values.role(right), self.values.inst(self.values.origin(right))) {
                    (Role::Fused, Some(shift)) => {
                        let Role::Number(power) = self.values.role(self.values.args(shift)[1]) else {
                            return Mem::at(base, distance as i32);
                        };
                        (self.register(self.values.args(shift)[0]), power as u8)
                    }
                    _ => (self.register(right), 0),
                };
                Mem { base: Some(base), index: Some(index), distance: distance as i32 }
            }
            _ => Mem::at(self.register(value), distance as i32),
        }
    }

    /// Values that end with the instruction give up their registers.
    pub fn free_last_uses(&mut self) {
        for &number in self.last_uses {
            let reg = self.regs[number as usize].take();
            // What the instruction makes may be there already.
            if let Some(reg) = reg.filter(|reg| self.owners[reg.0 as usize] == number) {
                self.owners[reg.0 as usize] = NONE;
            }
        }
    }

    /// All operands have been named in the one instruction that comes: what it makes may go where they were.
    pub fn finish_reading(&mut self) {
        self.free_last_uses();
        self.locked = Set::NONE;
    }

    /// A register with a copy of a value that is to become the result. The value's own register becomes it, if nobody needs the value any more.
    pub fn changeable(&mut self, value: Value, result: Value) -> Reg {
        let float = is_float(self.values, result);
        let number = match self.values.role(value) {
            Role::Held => self.flow.number(self.values.origin(value)),
            _ => NONE,
        };
        if number != NONE
            && let Some(reg) = self.regs[number as usize].filter(|_| self.last_uses.contains(&number))
        {
            let its = self.flow.number(result);
            let is_better = its != NONE && self.wants_saved(its) && !self.saved.has(reg);
            if !is_better || !self.saved.iter().any(|saved| self.owners[saved.0 as usize] == NONE) {
                self.owners[reg.0 as usize] = NONE;
                self.regs[number as usize] = None;
                self.locked = self.locked.with(reg.set());
                return reg;
            }
        }
        match self.values.role(value) {
            Role::Number(number) => {
                let reg = self.place_for(result);
                self.asm.set_number(reg, number);
                self.locked = self.locked.with(reg.set());
                reg
            }
            Role::Float(bits) => {
                let reg = self.place_for(result);
                self.set_float(reg, bits);
                self.locked = self.locked.with(reg.set());
                reg
            }
            _ => {
                let place = self.place(value);
                let reg = self.place_for(result);
                if float {
                    self.asm.load_float(reg, place)
                } else {
                    self.asm.load(Size::Quad, reg, place)
                }
                self.locked = self.locked.with(reg.set());
                reg
            }
        }
    }

    /// Where a value is.
    pub fn source(&mut self, value: Value) -> Source {
        let origin = self.values.origin(value);
        match self.values.role(value) {
            Role::Number(number) => Source::Number(number),
            Role::Float(bits) => Source::Float(bits),
            Role::Held => self.source_of(self.flow.number(origin)),
            _ => Source::Reg(self.register(value)),
        }
    }

    pub fn source_of(&mut self, number: u32) -> Source {
        match self.regs[number as usize] {
            Some(reg) => Source::Reg(reg),
            None => Source::Slot(self.slot(number).distance),
        }
    }

    /// Values that live on behind a call go where it does not touch them.
    pub fn store_through(&mut self, clobbered: Set) {
        for reg in clobbered.iter() {
            let number = self.owners[reg.0 as usize];
            if number != NONE && !self.last_uses.contains(&number) && !self.is_in_slot(number) {
                self.store_to_slot(number, reg);
                self.stored.insert(number);
            }
        }
    }

    /// A call has overwritten registers.
    pub fn forget(&mut self, clobbered: Set) {
        for reg in clobbered.iter() {
            let number = std::mem::replace(&mut self.owners[reg.0 as usize], NONE);
            if number != NONE {
                self.regs[number as usize] = None;
            }
        }
    }

    /// The block finds its values where they are now, and its parameters where registers are free.
    fn choose_entry(&mut self, block: Block, args: &[Value]) -> Entry {
        let place = self.flow.blocks.place(block);
        let several = self.flow.blocks.ways_in[place] > 1;
        let mut taken = Set::NONE;
        let lives = self.entry_locations.len() as u32;
        let flow = self.flow;
        for number in flow.live_in(place) {
            let reg = self.regs[number as usize];
            // What goes through calls of a loop is loaded where it is needed, and not at each of its ends.
            let leave = flow.blocks.is_loop[place]
                && self.homes.has(number)
                && reg.is_some_and(|reg| !self.saved.has(reg))
                && flow.through_calls.has(number);
            let reg = reg.filter(|_| !leave);
            taken = reg.map_or(taken, |reg| taken.with(reg.set()));
            self.entry_locations.push(EntryLocation { number, reg, stored: reg.is_none() || !several && self.stored.has(number) });
        }
        let first_param = self.entry_locations.len() as u32;
        for (&param, &arg) in self.function.dfg.block_params(block).iter().zip(args) {
            let number = flow.number(param);
            if number == NONE {
                continue;
            }
            let float = is_float(self.values, param);
            let wants_saved = self.wants_saved(number);
            let usable = self.available.and(if float { Set::FLOATS } else { Set::GENERAL }).without(taken);
            let arg_reg = match self.values.role(arg) {
                Role::Held => self.regs[flow.number(self.values.origin(arg)) as usize],
                _ => None,
            };
            let wanted = flow.wanted[number as usize];
            let preferred = if wants_saved { usable.and(self.saved) } else { usable.without(self.saved) };
            let own = arg_reg.filter(|reg| preferred.has(*reg));
            let free = preferred.iter().find(|reg| self.owners[reg.0 as usize] == NONE);
            let reg = own.or(wanted.filter(|reg| preferred.has(*reg))).or(free).or_else(|| preferred.first()).or_else(|| usable.first());
            taken = reg.map_or(taken, |reg| taken.with(reg.set()));
            if reg.is_none() {
                self.slot(number);
                self.homes.insert(number);
            }
            self.param_regs[number as usize] = reg;
            self.entry_locations.push(EntryLocation { number, reg, stored: reg.is_none() });
        }
        Entry { lives, params: first_param, end: self.entry_locations.len() as u32 }
    }

    /// What has to be moved on a way to a block.
    pub fn moves_to(&mut self, block: Block, args: &[Value]) -> Vec<Move> {
        let index = block.as_u32() as usize;
        let entry = self.entries[index].unwrap_or_else(|| self.choose_entry(block, args));
        self.entries[index] = Some(entry);
        let flow = self.flow;
        let params = self.function.dfg.block_params(block).iter().zip(args);
        let mut read = params.filter(|(param, _)| flow.number(**param) != NONE).map(|(_, arg)| *arg);
        let mut moves = Vec::new();
        for i in entry.lives..entry.end {
            let location = self.entry_locations[i as usize];
            let param = if i < entry.params { None } else { read.next() };
            let from = match param {
                Some(arg) => self.source(arg),
                None => self.source_of(location.number),
            };
            let to = match location.reg {
                Some(reg) => Target::Reg(reg),
                None if param.is_none() && self.is_in_slot(location.number) => continue,
                None => Target::Slot(self.slot(location.number).distance),
            };
            let is_same = match (from, to) {
                (Source::Reg(from), Target::Reg(to)) => from == to,
                (Source::Slot(from), Target::Slot(to)) => from == to,
                _ => false,
            };
            if !is_same {
                moves.push(Move { from, to, float: self.is_float_number(location.number) });
            }
        }
        moves
    }
}
