//! What becomes of each value: a number in instructions, a part of the instruction that uses it, or something in a register.

use cranelift_codegen::ir::{self, Block, Inst, InstructionData, Opcode, Type, Value, ValueDef, types};

use crate::assembler::Size;
use crate::blocks::{Blocks, ways};

/// Distances of addresses stay below this, so that sums of a few fit where instructions have them.
const FAR: i64 = 1 << 28;
/// What has been computed before is looked for in so many blocks.
const MOST_BLOCKS: usize = 16;
/// A sum of registers is part of so many addresses at most.
const MOST_SUMS: u32 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Nobody uses it.
    Unused,
    /// A number, extended by its sign.
    Number(i64),
    /// The bits of a float.
    Float(u64),
    /// It is computed by the instruction that uses it.
    Fused,
    /// The jump behind its instruction asks the flags for it.
    Flags,
    /// It is in a register or in a slot.
    Held,
}

pub(crate) struct Values<'f> {
    pub function: &'f ir::Function,
    roles: Vec<Role>,
    /// Values that are numbers, extended by their sign.
    constants: Vec<Option<i64>>,
    /// What a value is another name of: the same bits, or the lower ones of them.
    origins: Vec<Value>,
    /// Aliases, by what they are those of.
    aliases: Vec<(Value, Value)>,
    uses: Vec<u32>,
    /// Uses as the address of something in memory.
    address_uses: Vec<u32>,
    /// By instruction: writes and calls before it in its block.
    effects: Vec<u32>,
    /// By instruction: those before it is computed.
    computed: Vec<u32>,
    blocks: Vec<Option<Block>>,
    /// By instruction: it reads, changes and writes a place at once.
    in_place: Vec<bool>,
    /// The instructions of all blocks in their order, and where those of each begin: first all of them, and then those that something is emitted for.
    insts: Vec<Inst>,
    starts: Vec<u32>,
}

/// Bytes of values of a type; `None`: such values are not handled.
pub(crate) fn size_of_type(ty: Type) -> Option<Size> {
    Some(match ty {
        types::I8 => Size::Byte,
        types::I16 => Size::Short,
        types::I32 => Size::Long,
        types::I64 | types::F64 => Size::Quad,
        _ => return None,
    })
}

/// Bytes that a load reads, if it is one.
pub(crate) fn loaded(function: &ir::Function, inst: Inst) -> Option<Size> {
    match function.dfg.insts[inst].opcode() {
        Opcode::Load => size_of_type(function.dfg.value_type(function.dfg.first_result(inst))),
        Opcode::Uload8 => Some(Size::Byte),
        Opcode::Uload16 => Some(Size::Short),
        Opcode::Uload32 => Some(Size::Long),
        _ => None,
    }
}

/// The instruction does something beside computing its results.
fn acts(opcode: Opcode) -> bool {
    opcode.is_call() || opcode.is_terminator() || opcode.is_branch() || opcode.can_store()
}

impl<'f> Values<'f> {
    /// `None`: there is something that is not handled.
    pub fn of(function: &'f ir::Function, blocks: &Blocks) -> Option<Values<'f>> {
        let (count, insts) = (function.dfg.num_values(), function.dfg.num_insts());
        let mut values = Values {
            function,
            roles: vec![Role::Unused; count],
            constants: vec![None; count],
            origins: (0..count as u32).map(|value| function.dfg.resolve_aliases(Value::from_u32(value))).collect(),
            aliases: Vec::new(),
            uses: vec![0; count],
            address_uses: vec![0; count],
            effects: vec![0; insts],
            computed: vec![0; insts],
            blocks: vec![None; insts],
            in_place: vec![false; insts],
            insts: Vec::with_capacity(insts),
            starts: Vec::with_capacity(blocks.order.len() + 1),
        };
        let all = (0..count as u32).map(Value::from_u32).filter(|value| function.dfg.value_is_alias(*value));
        values.aliases = all.map(|alias| (values.origin(alias), alias)).collect();
        values.aliases.sort_unstable();
        for &block in &blocks.order {
            values.starts.push(values.insts.len() as u32);
            values.insts.extend(function.layout.block_insts(block));
        }
        values.starts.push(values.insts.len() as u32);
        let mut shifts = vec![Vec::new(); blocks.order.len()];
        let all = std::mem::take(&mut values.insts);
        for place in 0..blocks.order.len() {
            values.name(place, &all[values.range(place)], blocks, &mut shifts)?;
        }
        all.iter().for_each(|inst| values.count(*inst, 1));
        all.iter().rev().for_each(|inst| values.drop_unused(*inst));
        for place in 0..blocks.order.len() {
            values.give_roles(blocks.order[place], &all[values.range(place)]);
        }
        all.iter().rev().for_each(|inst| values.fuse_addresses(*inst));
        for place in 0..blocks.order.len() {
            let its = values.range(place);
            values.fuse(blocks.order[place], &all[its.clone()]);
            values.starts[place] = values.insts.len() as u32;
            let emitted = all[its].iter().filter(|inst| !values.is_silent(**inst)).copied();
            let emitted: Vec<Inst> = emitted.collect();
            values.insts.extend(emitted);
        }
        if let Some(end) = values.starts.last_mut() {
            *end = values.insts.len() as u32;
        }
        Some(values)
    }

    fn range(&self, place: usize) -> std::ops::Range<usize> {
        self.starts[place] as usize..self.starts[place + 1] as usize
    }

    /// The instructions of a block that something is emitted for.
    pub fn insts(&self, place: usize) -> &[Inst] {
        &self.insts[self.range(place)]
    }

    pub fn role(&self, value: Value) -> Role {
        self.roles[self.origin(value).as_u32() as usize]
    }

    /// The value that this one is another name of.
    pub fn origin(&self, value: Value) -> Value {
        self.origins[value.as_u32() as usize]
    }

    pub fn ty(&self, value: Value) -> Type {
        self.function.dfg.value_type(value)
    }

    pub fn data(&self, inst: Inst) -> &'f InstructionData {
        &self.function.dfg.insts[inst]
    }

    pub fn args(&self, inst: Inst) -> &'f [Value] {
        self.function.dfg.inst_args(inst)
    }

    /// The instruction that computes a value.
    pub fn inst(&self, value: Value) -> Option<Inst> {
        match self.function.dfg.value_def(value) {
            ValueDef::Result(inst, _) => Some(inst),
            _ => None,
        }
    }

    /// Nothing is emitted where the instruction stands.
    fn is_silent(&self, inst: Inst) -> bool {
        if acts(self.data(inst).opcode()) {
            return false;
        }
        let silent = |value: &Value| self.origin(*value) != *value || !matches!(self.roles[value.as_u32() as usize], Role::Held);
        let flags = |value: &Value| self.roles[value.as_u32() as usize] == Role::Flags;
        let results = self.function.dfg.inst_results(inst);
        results.iter().all(silent) && !results.iter().any(flags)
    }

    /// A store that changes a place: the instruction in between, which has the other operand.
    pub fn changes_in_place(&self, store: Inst) -> Option<Inst> {
        self.in_place[store.as_u32() as usize].then(|| self.inst(self.origin(self.args(store)[0])))?
    }

    /// The values that an instruction reads from registers, with those that it computes by itself.
    pub fn visit(&self, inst: Inst, found: &mut impl FnMut(Value)) {
        for &arg in self.args(inst) {
            self.visit_value(arg, found);
        }
        self.passed(inst, &mut |value| self.visit_value(value, found));
    }

    /// What a jump passes on to blocks.
    fn passed(&self, inst: Inst, found: &mut impl FnMut(Value)) {
        if !self.data(inst).opcode().is_branch() {
            return;
        }
        for way in ways(self.function, inst) {
            way.args(&self.function.dfg.value_lists).filter_map(|arg| arg.as_value()).for_each(&mut *found);
        }
    }

    pub fn visit_value(&self, value: Value, found: &mut impl FnMut(Value)) {
        let value = self.origin(value);
        match self.roles[value.as_u32() as usize] {
            Role::Held => found(value),
            Role::Fused => {
                if let Some(inst) = self.inst(value) {
                    for &arg in self.args(inst) {
                        self.visit_value(arg, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// Finds other names of values.
    fn name(&mut self, place: usize, insts: &[Inst], blocks: &Blocks, shifts: &mut [Vec<Inst>]) -> Option<()> {
        let dfg = &self.function.dfg;
        let block = blocks.order[place];
        for &param in dfg.block_params(block) {
            size_of_type(dfg.value_type(param))?;
        }
        for &inst in insts {
            self.blocks[inst.as_u32() as usize] = Some(block);
            for &result in dfg.inst_results(inst) {
                size_of_type(dfg.value_type(result))?;
            }
            if let Some(bits) = self.folded(inst) {
                let result = dfg.first_result(inst);
                self.constants[result.as_u32() as usize] = Some(Self::of_type(dfg.value_type(result), bits));
                continue;
            }
            let args = dfg.inst_args(inst);
            let opcode = dfg.insts[inst].opcode();
            let origin = match opcode {
                Opcode::Ireduce => Some(args[0]),
                Opcode::Iadd if self.constant(args[1]) == Some(0) => Some(args[0]),
                Opcode::Imul if self.constant(args[1]) == Some(1) => Some(args[0]),
                Opcode::Uextend if self.has_no_upper_bits(args[0]) => Some(args[0]),
                Opcode::Ishl if self.constant(args[1]).is_some() => {
                    let known = self.same_shift(inst, place, blocks, shifts);
                    if known.is_none() {
                        shifts[place].push(inst);
                    }
                    known
                }
                _ => None,
            };
            if let Some(origin) = origin {
                let (result, origin) = (dfg.first_result(inst), self.origin(origin));
                self.origins[result.as_u32() as usize] = origin;
                // What is an alias of it is another name as well.
                let first = self.aliases.partition_point(|(of, _)| *of < result);
                for (_, alias) in self.aliases[first..].iter().take_while(|(of, _)| *of == result) {
                    self.origins[alias.as_u32() as usize] = origin;
                }
            }
        }
        Some(())
    }

    /// The same shift in this block, or in one that this one is only reached from: elements of several arrays have the same index.
    fn same_shift(&self, inst: Inst, place: usize, blocks: &Blocks, shifts: &[Vec<Inst>]) -> Option<Value> {
        let args = self.args(inst);
        let is_same = |other: &&Inst| {
            let its = self.args(**other);
            self.origin(its[0]) == self.origin(args[0])
                && self.ty(its[0]) == self.ty(args[0])
                && self.constant(its[1]) == self.constant(args[1])
        };
        let mut place = place;
        for _ in 0..MOST_BLOCKS {
            let known = shifts[place].iter().find(is_same);
            if let Some(known) = known {
                return Some(self.function.dfg.first_result(*known));
            }
            place = blocks.only_before(place)?;
        }
        None
    }

    /// A value of four bytes whose register has zeros above: every instruction on four bytes leaves them.
    fn has_no_upper_bits(&self, value: Value) -> bool {
        let origin = self.origin(value);
        let computes = |inst: Inst| {
            let opcode = self.data(inst).opcode();
            matches!(
                opcode,
                Opcode::Load | Opcode::Uload8 | Opcode::Uload16 | Opcode::Iadd | Opcode::Isub | Opcode::Band | Opcode::Bor | Opcode::Bxor
            )
        };
        self.ty(value) == types::I32 && self.ty(origin) == types::I32 && self.inst(origin).is_some_and(computes)
    }

    fn constant(&self, value: Value) -> Option<i64> {
        self.constants[self.origin(value).as_u32() as usize]
    }

    /// What an instruction computes of numbers alone.
    fn folded(&self, inst: Inst) -> Option<i64> {
        let data = self.data(inst);
        if let InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } = *data {
            return Some(imm.bits());
        }
        let of = |arg: usize| self.constant(self.args(inst)[arg]);
        Some(match data.opcode() {
            Opcode::Uextend => match self.ty(self.args(inst)[0]) {
                types::I8 => i64::from(of(0)? as u8),
                types::I16 => i64::from(of(0)? as u16),
                _ => i64::from(of(0)? as u32),
            },
            Opcode::Iadd => of(0)?.wrapping_add(of(1)?),
            Opcode::Isub => of(0)?.wrapping_sub(of(1)?),
            Opcode::Band => of(0)? & of(1)?,
            Opcode::Bor => of(0)? | of(1)?,
            Opcode::Bxor => of(0)? ^ of(1)?,
            _ => return None,
        })
    }

    /// A number of a type, extended by its sign.
    fn of_type(ty: Type, bits: i64) -> i64 {
        match ty {
            types::I8 => i64::from(bits as i8),
            types::I16 => i64::from(bits as i16),
            types::I32 => i64::from(bits as i32),
            _ => bits,
        }
    }

    /// Counts the uses of what an instruction reads, or takes them back.
    fn count(&mut self, inst: Inst, by: i32) {
        let dfg = &self.function.dfg;
        let is_known = |result: &Value| self.origin(*result) != *result || self.constants[result.as_u32() as usize].is_some();
        if dfg.inst_results(inst).first().is_some_and(is_known) {
            return;
        }
        let mut uses = std::mem::take(&mut self.uses);
        let mut use_of = |value: Value| {
            let uses = &mut uses[self.origin(value).as_u32() as usize];
            *uses = uses.wrapping_add_signed(by);
        };
        dfg.inst_args(inst).iter().for_each(|arg| use_of(*arg));
        self.passed(inst, &mut use_of);
        self.uses = uses;
        if let Some(address) = self.address(inst) {
            let uses = &mut self.address_uses[address.as_u32() as usize];
            *uses = uses.wrapping_add_signed(by);
        }
    }

    /// The address that a load or store has.
    fn address(&self, inst: Inst) -> Option<Value> {
        let address = match *self.data(inst) {
            InstructionData::Load { arg, .. } => arg,
            InstructionData::Store { args, .. } => args[1],
            _ => return None,
        };
        Some(self.origin(address))
    }

    /// What computes only what nobody uses is not done.
    fn drop_unused(&mut self, inst: Inst) {
        let results = self.function.dfg.inst_results(inst);
        let unused = results.iter().all(|result| self.origin(*result) != *result || self.uses[result.as_u32() as usize] == 0);
        if unused && !acts(self.data(inst).opcode()) {
            self.count(inst, -1);
        }
    }

    fn give_roles(&mut self, block: Block, insts: &[Inst]) {
        let dfg = &self.function.dfg;
        for &param in dfg.block_params(block) {
            if self.uses[param.as_u32() as usize] > 0 {
                self.roles[param.as_u32() as usize] = Role::Held;
            }
        }
        for &inst in insts {
            for &result in dfg.inst_results(inst) {
                let index = result.as_u32() as usize;
                if self.uses[index] == 0 {
                    continue;
                }
                self.roles[index] = match (self.constants[index], self.data(inst)) {
                    (Some(number), _) => Role::Number(number),
                    (None, InstructionData::UnaryIeee64 { imm, .. }) => Role::Float(imm.bits()),
                    _ => Role::Held,
                };
            }
        }
    }

    /// The number that a value is, if instructions can have it as part of an address.
    fn near(&self, value: Value) -> Option<i64> {
        match self.role(value) {
            Role::Number(number) if number.abs() < FAR => Some(number),
            _ => None,
        }
    }

    /// Sums that are only used as addresses are parts of these.
    fn fuse_addresses(&mut self, inst: Inst) {
        if self.data(inst).opcode() != Opcode::Iadd {
            return;
        }
        let result = self.function.dfg.first_result(inst);
        let index = result.as_u32() as usize;
        let is_address = self.uses[index] > 0 && self.uses[index] == self.address_uses[index];
        if self.roles[index] != Role::Held || !is_address || self.ty(result) != types::I64 {
            return;
        }
        let [base, other] = [0, 1].map(|i| self.origin(self.args(inst)[i]));
        if self.near(other).is_some() {
            // What is added to becomes an address itself.
            self.address_uses[base.as_u32() as usize] += 1;
        } else if self.uses[index] > MOST_SUMS || self.role(base) != Role::Held || self.role(other) != Role::Held {
            return;
        } else {
            self.fuse_scale(other);
        }
        self.roles[index] = Role::Fused;
    }

    /// The index in an address may be shifted by up to three bits.
    fn fuse_scale(&mut self, index: Value) {
        let place = index.as_u32() as usize;
        let Some(shift) = self.inst(index).filter(|inst| self.data(*inst).opcode() == Opcode::Ishl && self.uses[place] == 1) else {
            return;
        };
        if self.near(self.args(shift)[1]).is_some_and(|by| (0..4).contains(&by)) {
            self.roles[place] = Role::Fused;
        }
    }

    fn fuse(&mut self, block: Block, insts: &[Inst]) {
        let mut effects = 0;
        for &inst in insts {
            self.effects[inst.as_u32() as usize] = effects;
            self.computed[inst.as_u32() as usize] = effects;
            let opcode = self.data(inst).opcode();
            effects += u32::from(opcode.is_call() || opcode.can_store());
        }
        for at in (0..insts.len()).rev() {
            let inst = insts[at];
            let results = self.function.dfg.inst_results(inst);
            let is_unused = |result: &Value| self.origin(*result) != *result || self.roles[result.as_u32() as usize] == Role::Unused;
            // What is part of another instruction has been looked at with that.
            let is_part = results.first().is_some_and(|result| self.roles[result.as_u32() as usize] == Role::Fused);
            if is_part || !acts(self.data(inst).opcode()) && results.iter().all(is_unused) {
                continue;
            }
            self.fuse_operands(block, inst);
            if self.data(inst).opcode() == Opcode::Brif {
                self.fuse_overflow(inst, &insts[..at]);
            }
        }
    }

    /// The instruction of this block whose result only this one use has.
    fn only_here(&self, block: Block, value: Value) -> Option<Inst> {
        let origin = self.origin(value);
        let index = origin.as_u32() as usize;
        let inst = self.inst(origin).filter(|_| self.roles[index] == Role::Held && self.uses[index] == 1)?;
        (self.blocks[inst.as_u32() as usize] == Some(block)).then_some(inst)
    }

    fn make_part(&mut self, inst: Inst, of: Inst) {
        self.roles[self.function.dfg.first_result(inst).as_u32() as usize] = Role::Fused;
        self.computed[inst.as_u32() as usize] = self.computed[of.as_u32() as usize];
    }

    /// Lets the instruction load an operand by itself, where memory is then as it was, and the load has as many bytes as are asked for.
    fn fuse_load(&mut self, block: Block, of: Inst, value: Value, size: Size) -> bool {
        let Some(load) = self.only_here(block, value) else { return false };
        let (Some(bytes), at) = (loaded(self.function, load), load.as_u32() as usize) else { return false };
        // Bytes above the loaded ones are zeros in a register, and others in memory.
        let fits = size <= bytes && self.effects[at] == self.computed[of.as_u32() as usize];
        if fits {
            self.make_part(load, of);
        }
        fits
    }

    fn fuse_operands(&mut self, block: Block, inst: Inst) {
        let args = self.args(inst);
        let opcode = self.data(inst).opcode();
        let size = |values: &Self, value: Value| size_of_type(values.ty(value)).unwrap_or(Size::Quad);
        match opcode {
            Opcode::Store => self.fuse_change(block, inst),
            Opcode::Brif | Opcode::Select => self.fuse_condition(block, inst, args[0]),
            Opcode::Icmp => self.fuse_compared(block, inst),
            Opcode::Fcmp => _ = self.fuse_load(block, inst, args[1], Size::Quad),
            Opcode::Band if self.takes_lower_half(inst) => _ = self.fuse_load(block, inst, args[0], Size::Long),
            Opcode::Iadd | Opcode::Band | Opcode::Bor | Opcode::Bxor | Opcode::Imul | Opcode::Isub => {
                let size = size(self, args[1]);
                if size >= Size::Long
                    && !self.fuse_load(block, inst, args[1], size)
                    && opcode != Opcode::Isub
                    && self.role(args[1]) == Role::Held
                {
                    self.fuse_load(block, inst, args[0], size);
                }
            }
            Opcode::Fadd | Opcode::Fmul | Opcode::Fsub | Opcode::Fdiv => _ = self.fuse_load(block, inst, args[1], Size::Quad),
            Opcode::Sqrt | Opcode::Floor | Opcode::Ceil => _ = self.fuse_load(block, inst, args[0], Size::Quad),
            Opcode::FcvtFromSint => _ = self.fuse_load(block, inst, args[0], size(self, args[0])),
            Opcode::Bitcast if self.ty(args[0]) == types::I64 => _ = self.fuse_load(block, inst, args[0], Size::Quad),
            Opcode::Uextend => _ = self.fuse_load(block, inst, args[0], size(self, args[0])),
            _ => {}
        }
    }

    /// Four bytes of eight are what an instruction on four bytes copies.
    pub fn takes_lower_half(&self, mask: Inst) -> bool {
        let args = self.args(mask);
        self.ty(args[0]) == types::I64 && self.role(args[1]) == Role::Number(u32::MAX.into())
    }

    /// What a jump or a choice depends on sets the flags there.
    fn fuse_condition(&mut self, block: Block, inst: Inst, condition: Value) {
        let is_jump = self.data(inst).opcode() == Opcode::Brif;
        match self.only_here(block, condition) {
            Some(from) if self.ty(self.origin(condition)) == self.ty(condition) => match self.data(from).opcode() {
                Opcode::Icmp => {
                    self.make_part(from, inst);
                    self.fuse_compared(block, from);
                }
                Opcode::Fcmp if is_jump => {
                    self.make_part(from, inst);
                    self.fuse_load(block, from, self.args(from)[1], Size::Quad);
                }
                Opcode::Band if is_jump => {
                    self.make_part(from, inst);
                    self.fuse_tested(block, from);
                }
                _ => {}
            },
            _ => {}
        }
        // What is loaded is compared with zero.
        if let Some(bytes) = self.only_here(block, condition).and_then(|load| loaded(self.function, load)).filter(|_| is_jump) {
            let size = size_of_type(self.ty(condition)).unwrap_or(Size::Quad);
            self.fuse_load(block, inst, condition, size.min_of(bytes));
        }
    }

    /// Bytes that are compared: a number that fits is compared with the bytes that are there, above which there are zeros.
    pub fn compared_size(&self, inst: Inst) -> Size {
        let args = self.args(inst);
        let size = size_of_type(self.ty(args[0])).unwrap_or(Size::Quad);
        match self.inst(self.origin(args[0])).and_then(|load| loaded(self.function, load)) {
            Some(bytes) if self.role(args[0]) == Role::Fused => size.min_of(bytes),
            _ => size,
        }
    }

    /// The mask's other side may be in memory; so may the mask.
    fn fuse_tested(&mut self, block: Block, mask: Inst) {
        let args = self.args(mask);
        let Some(size) = size_of_type(self.ty(args[0])) else { return };
        // A number's bits that are zero are not asked for.
        let size = match self.role(args[1]) {
            Role::Number(0..=0x7f) => Size::Byte,
            Role::Number(number) if u32::try_from(number).is_ok_and(|number| number <= i32::MAX as u32) => size.min_of(Size::Long),
            _ => size,
        };
        self.fuse_load(block, mask, args[0], size);
    }

    fn fuse_compared(&mut self, block: Block, inst: Inst) {
        let InstructionData::IntCompare { cond, args, .. } = *self.data(inst) else { return };
        let Some(size) = size_of_type(self.ty(args[0])) else { return };
        let is_equality = matches!(cond, ir::condcodes::IntCC::Equal | ir::condcodes::IntCC::NotEqual);
        if self.role(args[1]) == Role::Number(0) && is_equality {
            let mask = self.only_here(block, args[0]).filter(|inst| self.data(*inst).opcode() == Opcode::Band && self.is_whole(args[0]));
            if let Some(mask) = mask {
                self.make_part(mask, inst);
                self.fuse_tested(block, mask);
                return;
            }
        }
        let least = match self.only_here(block, args[0]).and_then(|load| loaded(self.function, load)) {
            Some(bytes) if is_equality && matches!(self.role(args[1]), Role::Number(0..=0x7f)) => size.min_of(bytes),
            _ => size,
        };
        if !self.fuse_load(block, inst, args[0], least) {
            self.fuse_load(block, inst, args[1], size);
        }
    }

    /// The value is no shorter name of another.
    fn is_whole(&self, value: Value) -> bool {
        self.ty(self.origin(value)) == self.ty(value)
    }

    /// `place = place op other` is one instruction.
    fn fuse_change(&mut self, block: Block, store: Inst) {
        let InstructionData::Store { args: [value, address], offset, .. } = *self.data(store) else { return };
        let Some(op) = self.only_here(block, value).filter(|_| self.is_whole(value)) else { return };
        let ty = self.ty(value);
        let is_op = matches!(self.data(op).opcode(), Opcode::Iadd | Opcode::Isub | Opcode::Band | Opcode::Bor | Opcode::Bxor);
        if !is_op || !matches!(ty, types::I32 | types::I64) {
            return;
        }
        let [left, right] = [0, 1].map(|i| self.args(op)[i]);
        let Some(load) = self.only_here(block, left).filter(|_| self.is_whole(left)) else { return };
        let InstructionData::Load { opcode: Opcode::Load, arg, offset: from, .. } = *self.data(load) else { return };
        let same = self.origin(arg) == self.origin(address) && from == offset;
        if !same || self.effects[load.as_u32() as usize] != self.effects[store.as_u32() as usize] {
            return;
        }
        if !matches!(self.role(right), Role::Held | Role::Number(_)) || self.origin(right) == self.origin(left) {
            return;
        }
        self.make_part(op, store);
        self.make_part(load, store);
        self.in_place[store.as_u32() as usize] = true;
    }

    /// Whether a sum has overflowed is asked of the flags, if nothing comes between it and the jump.
    fn fuse_overflow(&mut self, jump: Inst, before: &[Inst]) {
        let condition = self.origin(self.args(jump)[0]);
        let index = condition.as_u32() as usize;
        if self.roles[index] != Role::Held || self.uses[index] != 1 {
            return;
        }
        let Some(last) = before.iter().rev().find(|inst| !self.is_silent(**inst)) else { return };
        let is_overflow = matches!(self.data(*last).opcode(), Opcode::SaddOverflow | Opcode::SsubOverflow | Opcode::SmulOverflow);
        if is_overflow && self.function.dfg.inst_results(*last)[1] == condition {
            self.roles[index] = Role::Flags;
        }
    }
}

impl Size {
    pub fn min_of(self, other: Size) -> Size {
        if self < other { self } else { other }
    }
}
