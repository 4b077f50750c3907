//! What becomes of each value: a number in instructions, a part of the instruction that uses it, or something in a register.

use cranelift_codegen::entity::packed_option::PackedOption;
use cranelift_codegen::ir::{self, Inst, InstructionData, Opcode, Type, Value, types};

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

/// What is known of a value.
#[derive(Clone, Copy)]
struct Known {
    role: Role,
    /// What it is another name of: the same bits, or the lower ones of them.
    origin: Value,
    /// The instruction that computes it, and the place of the block it comes from.
    inst: PackedOption<Inst>,
    place: u32,
    uses: u32,
    /// Uses as the address of something in memory.
    address_uses: u32,
    ty: Type,
    /// It is added to something in an address.
    is_index: bool,
}

/// What is known of an instruction.
#[derive(Clone, Copy)]
struct Instruction {
    opcode: Opcode,
    acts: bool,
    /// It reads, changes and writes a place at once.
    in_place: bool,
    /// Where its operands begin, how many it has itself, and how many with what it passes on to blocks.
    operands: u32,
    own: u32,
    all: u32,
    /// Writes and calls before it in its block, and those before it is computed.
    effects: u32,
    computed: u32,
}

pub(crate) struct Values<'f> {
    pub function: &'f ir::Function,
    known: Vec<Known>,
    instructions: Vec<Instruction>,
    operands: Vec<Value>,
    /// Aliases, by what they are those of.
    aliases: Vec<(Value, Value)>,
    /// The instructions of all blocks that something is emitted for, in their order, and where those of each begin.
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

/// Shifts by numbers, by the places of their blocks.
#[derive(Default)]
struct Shifts {
    all: Vec<Inst>,
    starts: Vec<u32>,
}

impl Shifts {
    fn of(&self, place: usize) -> &[Inst] {
        let end = self.starts.get(place + 1).map_or(self.all.len(), |end| *end as usize);
        &self.all[self.starts[place] as usize..end]
    }
}

impl<'f> Values<'f> {
    /// `None`: there is something that is not handled.
    pub fn of(function: &'f ir::Function, blocks: &Blocks) -> Option<Values<'f>> {
        let (count, insts) = (function.dfg.num_values(), function.dfg.num_insts());
        let none = Instruction { opcode: Opcode::Nop, acts: false, in_place: false, operands: 0, own: 0, all: 0, effects: 0, computed: 0 };
        let mut values = Values {
            function,
            known: Vec::with_capacity(count),
            instructions: vec![none; insts],
            operands: Vec::with_capacity(2 * insts),
            aliases: Vec::new(),
            insts: Vec::with_capacity(insts),
            starts: Vec::with_capacity(blocks.order.len() + 1),
        };
        for value in (0..count as u32).map(Value::from_u32) {
            let (mut origin, mut ty) = (value, types::INVALID);
            if function.dfg.value_is_alias(value) {
                origin = function.dfg.resolve_aliases(value);
                ty = function.dfg.value_type(value);
                values.aliases.push((origin, value));
            }
            let (role, inst) = (Role::Unused, None.into());
            values.known.push(Known { role, origin, inst, place: u32::MAX, uses: 0, address_uses: 0, ty, is_index: false });
        }
        values.aliases.sort_unstable();
        let mut all = Vec::with_capacity(insts);
        let mut shifts = Shifts::default();
        for (place, &block) in blocks.order.iter().enumerate() {
            values.starts.push(all.len() as u32);
            all.extend(function.layout.block_insts(block));
            values.name(place, &all[values.starts[place] as usize..], blocks, &mut shifts)?;
        }
        values.starts.push(all.len() as u32);
        for &inst in all.iter().rev() {
            values.count(inst);
        }
        for &block in &blocks.order {
            for &param in function.dfg.block_params(block) {
                let known = &mut values.known[param.as_u32() as usize];
                known.role = if known.uses > 0 { Role::Held } else { Role::Unused };
            }
        }
        for place in (0..blocks.order.len()).rev() {
            let (start, end) = (values.starts[place] as usize, values.starts[place + 1] as usize);
            values.starts[place + 1] = values.insts.len() as u32;
            values.fuse(place as u32, &all[start..end]);
        }
        // They were found from the last to the first.
        let count = values.insts.len() as u32;
        values.insts.reverse();
        values.starts[0] = count;
        values.starts.iter_mut().for_each(|start| *start = count - *start);
        Some(values)
    }

    /// The instructions of a block that something is emitted for.
    pub fn insts(&self, place: usize) -> &[Inst] {
        &self.insts[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    fn known(&self, value: Value) -> &Known {
        &self.known[value.as_u32() as usize]
    }

    fn known_mut(&mut self, value: Value) -> &mut Known {
        &mut self.known[value.as_u32() as usize]
    }

    pub fn role(&self, value: Value) -> Role {
        self.known(self.origin(value)).role
    }

    /// The value that this one is another name of.
    pub fn origin(&self, value: Value) -> Value {
        self.known(value).origin
    }

    pub fn ty(&self, value: Value) -> Type {
        self.known(value).ty
    }

    /// The place of the block that a value comes from.
    pub fn place(&self, value: Value) -> u32 {
        self.known(value).place
    }

    fn instruction(&self, inst: Inst) -> &Instruction {
        &self.instructions[inst.as_u32() as usize]
    }

    pub fn opcode(&self, inst: Inst) -> Opcode {
        self.instruction(inst).opcode
    }

    pub fn data(&self, inst: Inst) -> &'f InstructionData {
        &self.function.dfg.insts[inst]
    }

    pub fn args(&self, inst: Inst) -> &[Value] {
        let its = self.instruction(inst);
        &self.operands[its.operands as usize..(its.operands + its.own) as usize]
    }

    /// What a jump passes on to blocks, to one after the other.
    pub fn passed(&self, inst: Inst) -> &[Value] {
        let its = self.instruction(inst);
        &self.operands[(its.operands + its.own) as usize..(its.operands + its.all) as usize]
    }

    fn operands(&self, inst: Inst) -> &[Value] {
        let its = self.instruction(inst);
        &self.operands[its.operands as usize..(its.operands + its.all) as usize]
    }

    /// The instruction that computes a value.
    pub fn inst(&self, value: Value) -> Option<Inst> {
        self.known(value).inst.expand()
    }

    /// Bytes that a load reads, if it is one.
    pub fn loaded(&self, inst: Inst) -> Option<Size> {
        match self.opcode(inst) {
            Opcode::Load => size_of_type(self.ty(self.function.dfg.first_result(inst))),
            Opcode::Uload8 => Some(Size::Byte),
            Opcode::Uload16 => Some(Size::Short),
            Opcode::Uload32 => Some(Size::Long),
            _ => None,
        }
    }

    /// Nothing is emitted where the instruction stands.
    fn is_silent(&self, inst: Inst) -> bool {
        if self.instruction(inst).acts {
            return false;
        }
        let silent = |value: &Value| {
            let known = self.known(*value);
            known.origin != *value || !matches!(known.role, Role::Held | Role::Flags)
        };
        self.function.dfg.inst_results(inst).iter().all(silent)
    }

    /// A store that changes a place: the instruction in between, which has the other operand.
    pub fn changes_in_place(&self, store: Inst) -> Option<Inst> {
        self.instruction(store).in_place.then(|| self.inst(self.origin(self.args(store)[0])))?
    }

    /// The values that an instruction reads from registers, with those that it computes by itself.
    pub fn visit(&self, inst: Inst, found: &mut impl FnMut(Value)) {
        for &operand in self.operands(inst) {
            self.visit_value(operand, found);
        }
    }

    pub fn visit_value(&self, value: Value, found: &mut impl FnMut(Value)) {
        let value = self.origin(value);
        let known = self.known(value);
        match known.role {
            Role::Held => found(value),
            Role::Fused => {
                if let Some(inst) = known.inst.expand() {
                    for &operand in self.operands(inst) {
                        self.visit_value(operand, found);
                    }
                }
            }
            _ => {}
        }
    }

    /// Finds other names of values, numbers, and what instructions read.
    fn name(&mut self, place: usize, insts: &[Inst], blocks: &Blocks, shifts: &mut Shifts) -> Option<()> {
        let dfg = &self.function.dfg;
        let pool = &dfg.value_lists;
        shifts.starts.push(shifts.all.len() as u32);
        for &param in dfg.block_params(blocks.order[place]) {
            let ty = dfg.value_type(param);
            size_of_type(ty)?;
            *self.known_mut(param) = Known { ty, place: place as u32, ..*self.known(param) };
        }
        let mut effects = 0;
        for &inst in insts {
            let data = &dfg.insts[inst];
            let opcode = data.opcode();
            let results = dfg.inst_results(inst);
            for &result in results {
                let ty = dfg.value_type(result);
                size_of_type(ty)?;
                *self.known_mut(result) = Known { ty, place: place as u32, inst: inst.into(), ..*self.known(result) };
            }
            let (start, args) = (self.operands.len(), data.arguments(pool));
            self.operands.extend_from_slice(args);
            if opcode.is_branch() {
                for way in ways(self.function, inst) {
                    self.operands.extend(way.args(pool).filter_map(|arg| arg.as_value()));
                }
            }
            let does = opcode.is_call() || opcode.can_store();
            self.instructions[inst.as_u32() as usize] = Instruction {
                opcode,
                acts: does || opcode.is_terminator() || opcode.is_branch(),
                in_place: false,
                operands: start as u32,
                own: args.len() as u32,
                all: (self.operands.len() - start) as u32,
                effects,
                computed: effects,
            };
            effects += u32::from(does);
            let &[result, ..] = results else { continue };
            if let Some(bits) = self.folded(data, args) {
                let number = Self::of_type(self.ty(result), bits);
                self.known_mut(result).role = Role::Number(number);
                continue;
            }
            let origin = match opcode {
                Opcode::F64const => {
                    if let InstructionData::UnaryIeee64 { imm, .. } = data {
                        self.known_mut(result).role = Role::Float(imm.bits());
                    }
                    None
                }
                Opcode::Ireduce => Some(args[0]),
                Opcode::Iadd if self.constant(args[1]) == Some(0) => Some(args[0]),
                Opcode::Imul if self.constant(args[1]) == Some(1) => Some(args[0]),
                Opcode::Uextend if self.has_no_upper_bits(args[0]) => Some(args[0]),
                Opcode::Ishl if self.constant(args[1]).is_some() => {
                    let known = self.same_shift(args, place, blocks, shifts);
                    if known.is_none() {
                        shifts.all.push(inst);
                    }
                    known
                }
                _ => None,
            };
            if let Some(origin) = origin {
                let origin = self.origin(origin);
                self.known_mut(result).origin = origin;
                // What is an alias of it is another name as well.
                let first = self.aliases.partition_point(|(of, _)| *of < result);
                for at in first..self.aliases.len() {
                    let (of, alias) = self.aliases[at];
                    if of != result {
                        break;
                    }
                    self.known_mut(alias).origin = origin;
                }
            }
        }
        Some(())
    }

    /// The same shift in this block, or in one that this one is only reached from: elements of several arrays have the same index.
    fn same_shift(&self, args: &[Value], place: usize, blocks: &Blocks, shifts: &Shifts) -> Option<Value> {
        let is_same = |other: &&Inst| {
            let its = self.args(**other);
            self.origin(its[0]) == self.origin(args[0])
                && self.ty(its[0]) == self.ty(args[0])
                && self.constant(its[1]) == self.constant(args[1])
        };
        let mut place = place;
        for _ in 0..MOST_BLOCKS {
            let known = shifts.of(place).iter().find(is_same);
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
            matches!(
                self.opcode(inst),
                Opcode::Load | Opcode::Uload8 | Opcode::Uload16 | Opcode::Iadd | Opcode::Isub | Opcode::Band | Opcode::Bor | Opcode::Bxor
            )
        };
        self.ty(value) == types::I32 && self.ty(origin) == types::I32 && self.inst(origin).is_some_and(computes)
    }

    fn constant(&self, value: Value) -> Option<i64> {
        match self.role(value) {
            Role::Number(number) => Some(number),
            _ => None,
        }
    }

    /// What an instruction computes of numbers alone.
    fn folded(&self, data: &InstructionData, args: &[Value]) -> Option<i64> {
        let of = |arg: usize| self.constant(args[arg]);
        Some(match data.opcode() {
            Opcode::Iconst => match data {
                InstructionData::UnaryImm { imm, .. } => imm.bits(),
                _ => return None,
            },
            Opcode::Uextend => match self.ty(args[0]) {
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

    /// Counts the uses of what an instruction reads, when those of its results have been counted: what computes only what nobody uses is not done.
    fn count(&mut self, inst: Inst) {
        let results = self.function.dfg.inst_results(inst);
        let its = *self.instruction(inst);
        let mut is_used = its.acts;
        for (i, &result) in results.iter().enumerate() {
            let known = self.known_mut(result);
            if i == 0 && (known.origin != result || matches!(known.role, Role::Number(_))) {
                return;
            }
            if known.uses > 0 {
                is_used = true;
                if known.role == Role::Unused {
                    known.role = Role::Held;
                }
            }
        }
        if !is_used {
            return;
        }
        for at in its.operands..its.operands + its.all {
            let origin = self.origin(self.operands[at as usize]);
            self.known_mut(origin).uses += 1;
        }
        match its.opcode {
            Opcode::Iadd => self.fuse_address(inst, results[0]),
            Opcode::Ishl => self.fuse_scale(inst, results[0]),
            _ => {
                if let Some(address) = self.address(inst, its.opcode) {
                    self.known_mut(address).address_uses += 1;
                }
            }
        }
    }

    /// The address that a load or store has.
    fn address(&self, inst: Inst, opcode: Opcode) -> Option<Value> {
        let at = match opcode {
            Opcode::Load | Opcode::Uload8 | Opcode::Uload16 | Opcode::Uload32 => 0,
            Opcode::Store => 1,
            _ => return None,
        };
        Some(self.origin(self.args(inst)[at]))
    }

    /// The number that a value is, if instructions can have it as part of an address.
    fn near(&self, value: Value) -> Option<i64> {
        self.constant(value).filter(|number| number.abs() < FAR)
    }

    /// Sums that are only used as addresses are parts of these.
    fn fuse_address(&mut self, inst: Inst, result: Value) {
        let Known { uses, address_uses, role, ty, .. } = *self.known(result);
        if role != Role::Held || uses != address_uses || ty != types::I64 {
            return;
        }
        let [base, other] = [0, 1].map(|i| self.origin(self.args(inst)[i]));
        let is_number = |value: Value| matches!(self.known(value).role, Role::Number(_) | Role::Float(_));
        if self.near(other).is_some() {
            // What is added to becomes an address itself.
            self.known_mut(base).address_uses += 1;
        } else if uses > MOST_SUMS || is_number(base) || is_number(other) {
            return;
        } else {
            self.known_mut(other).is_index = true;
        }
        self.known_mut(result).role = Role::Fused;
    }

    /// The index in an address may be shifted by up to three bits.
    fn fuse_scale(&mut self, shift: Inst, result: Value) {
        let is_near = self.near(self.args(shift)[1]).is_some_and(|by| (0..4).contains(&by));
        let known = self.known_mut(result);
        if known.is_index && known.uses == 1 && is_near {
            known.role = Role::Fused;
        }
    }

    /// Lets instructions compute operands by themselves, from the block's last one to the first, and lists those that something is emitted for.
    fn fuse(&mut self, place: u32, insts: &[Inst]) {
        for at in (0..insts.len()).rev() {
            let inst = insts[at];
            let its = *self.instruction(inst);
            let results = self.function.dfg.inst_results(inst);
            let role = |result: &Value| if self.origin(*result) == *result { self.known(*result).role } else { Role::Unused };
            // What is part of another instruction has been looked at with that.
            let is_part = results.first().is_some_and(|result| self.known(*result).role == Role::Fused);
            if !is_part && (its.acts || results.iter().any(|result| role(result) != Role::Unused)) {
                self.fuse_operands(place, inst, its.opcode);
                if its.opcode == Opcode::Brif {
                    self.fuse_overflow(inst, &insts[..at]);
                }
            }
            if !self.is_silent(inst) {
                self.insts.push(inst);
            }
        }
    }

    /// The instruction of this block whose result only this one use has.
    fn only_here(&self, place: u32, value: Value) -> Option<Inst> {
        let known = self.known(self.origin(value));
        known.inst.expand().filter(|_| known.role == Role::Held && known.uses == 1 && known.place == place)
    }

    fn make_part(&mut self, inst: Inst, of: Inst) {
        let result = self.function.dfg.first_result(inst);
        self.known_mut(result).role = Role::Fused;
        self.instructions[inst.as_u32() as usize].computed = self.instruction(of).computed;
    }

    /// Lets the instruction load an operand by itself, where memory is then as it was, and the load has as many bytes as are asked for.
    fn fuse_load(&mut self, place: u32, of: Inst, value: Value, size: Size) -> bool {
        let Some(load) = self.only_here(place, value) else { return false };
        let Some(bytes) = self.loaded(load) else { return false };
        // Bytes above the loaded ones are zeros in a register, and others in memory.
        let fits = size <= bytes && self.instruction(load).effects == self.instruction(of).computed;
        if fits {
            self.make_part(load, of);
        }
        fits
    }

    fn fuse_operands(&mut self, place: u32, inst: Inst, opcode: Opcode) {
        let args = self.function.dfg.inst_args(inst);
        let size = |values: &Self, value: Value| size_of_type(values.ty(value)).unwrap_or(Size::Quad);
        match opcode {
            Opcode::Store => self.fuse_change(place, inst),
            Opcode::Brif | Opcode::Select => self.fuse_condition(place, inst, args[0]),
            Opcode::Icmp => self.fuse_compared(place, inst),
            Opcode::Fcmp => _ = self.fuse_load(place, inst, args[1], Size::Quad),
            Opcode::Band if self.takes_lower_half(inst) => _ = self.fuse_load(place, inst, args[0], Size::Long),
            Opcode::Iadd | Opcode::Band | Opcode::Bor | Opcode::Bxor | Opcode::Imul | Opcode::Isub => {
                let size = size(self, args[1]);
                if size >= Size::Long
                    && !self.fuse_load(place, inst, args[1], size)
                    && opcode != Opcode::Isub
                    && self.role(args[1]) == Role::Held
                {
                    self.fuse_load(place, inst, args[0], size);
                }
            }
            Opcode::Fadd | Opcode::Fmul | Opcode::Fsub | Opcode::Fdiv => _ = self.fuse_load(place, inst, args[1], Size::Quad),
            Opcode::Sqrt | Opcode::Floor | Opcode::Ceil => _ = self.fuse_load(place, inst, args[0], Size::Quad),
            Opcode::FcvtFromSint => _ = self.fuse_load(place, inst, args[0], size(self, args[0])),
            Opcode::Bitcast if self.ty(args[0]) == types::I64 => _ = self.fuse_load(place, inst, args[0], Size::Quad),
            Opcode::Uextend => _ = self.fuse_load(place, inst, args[0], size(self, args[0])),
            _ => {}
        }
    }

    /// Four bytes of eight are what an instruction on four bytes copies.
    pub fn takes_lower_half(&self, mask: Inst) -> bool {
        let args = self.args(mask);
        self.ty(args[0]) == types::I64 && self.role(args[1]) == Role::Number(u32::MAX.into())
    }

    /// What a jump or a choice depends on sets the flags there.
    fn fuse_condition(&mut self, place: u32, inst: Inst, condition: Value) {
        let is_jump = self.opcode(inst) == Opcode::Brif;
        match self.only_here(place, condition) {
            Some(from) if self.ty(self.origin(condition)) == self.ty(condition) => match self.opcode(from) {
                Opcode::Icmp => {
                    self.make_part(from, inst);
                    self.fuse_compared(place, from);
                }
                Opcode::Fcmp if is_jump => {
                    self.make_part(from, inst);
                    self.fuse_load(place, from, self.args(from)[1], Size::Quad);
                }
                Opcode::Band if is_jump => {
                    self.make_part(from, inst);
                    self.fuse_tested(place, from);
                }
                _ => {}
            },
            _ => {}
        }
        // What is loaded is compared with zero.
        if let Some(bytes) = self.only_here(place, condition).and_then(|load| self.loaded(load)).filter(|_| is_jump) {
            let size = size_of_type(self.ty(condition)).unwrap_or(Size::Quad);
            self.fuse_load(place, inst, condition, size.min_of(bytes));
        }
    }

    /// Bytes that are compared: a number that fits is compared with the bytes that are there, above which there are zeros.
    pub fn compared_size(&self, inst: Inst) -> Size {
        let args = self.args(inst);
        let size = size_of_type(self.ty(args[0])).unwrap_or(Size::Quad);
        match self.inst(self.origin(args[0])).and_then(|load| self.loaded(load)) {
            Some(bytes) if self.role(args[0]) == Role::Fused => size.min_of(bytes),
            _ => size,
        }
    }

    /// The mask's other side may be in memory; so may the mask.
    fn fuse_tested(&mut self, place: u32, mask: Inst) {
        let args = self.args(mask);
        let Some(size) = size_of_type(self.ty(args[0])) else { return };
        // A number's bits that are zero are not asked for.
        let size = match self.role(args[1]) {
            Role::Number(0..=0x7f) => Size::Byte,
            Role::Number(number) if u32::try_from(number).is_ok_and(|number| number <= i32::MAX as u32) => size.min_of(Size::Long),
            _ => size,
        };
        self.fuse_load(place, mask, args[0], size);
    }

    fn fuse_compared(&mut self, place: u32, inst: Inst) {
        let InstructionData::IntCompare { cond, args, .. } = *self.data(inst) else { return };
        let Some(size) = size_of_type(self.ty(args[0])) else { return };
        let is_equality = matches!(cond, ir::condcodes::IntCC::Equal | ir::condcodes::IntCC::NotEqual);
        if self.role(args[1]) == Role::Number(0) && is_equality {
            let mask = self.only_here(place, args[0]).filter(|inst| self.opcode(*inst) == Opcode::Band && self.is_whole(args[0]));
            if let Some(mask) = mask {
                self.make_part(mask, inst);
                self.fuse_tested(place, mask);
                return;
            }
        }
        let least = match self.only_here(place, args[0]).and_then(|load| self.loaded(load)) {
            Some(bytes) if is_equality && matches!(self.role(args[1]), Role::Number(0..=0x7f)) => size.min_of(bytes),
            _ => size,
        };
        if !self.fuse_load(place, inst, args[0], least) {
            self.fuse_load(place, inst, args[1], size);
        }
    }

    /// The value is no shorter name of another.
    fn is_whole(&self, value: Value) -> bool {
        self.ty(self.origin(value)) == self.ty(value)
    }

    /// `place = place op other` is one instruction.
    fn fuse_change(&mut self, place: u32, store: Inst) {
        let InstructionData::Store { args: [value, address], offset, .. } = *self.data(store) else { return };
        let Some(op) = self.only_here(place, value).filter(|_| self.is_whole(value)) else { return };
        let ty = self.ty(value);
        let is_op = matches!(self.opcode(op), Opcode::Iadd | Opcode::Isub | Opcode::Band | Opcode::Bor | Opcode::Bxor);
        if !is_op || !matches!(ty, types::I32 | types::I64) {
            return;
        }
        let [left, right] = [0, 1].map(|i| self.args(op)[i]);
        let Some(load) = self.only_here(place, left).filter(|_| self.is_whole(left)) else { return };
        let InstructionData::Load { opcode: Opcode::Load, arg, offset: from, .. } = *self.data(load) else { return };
        let same = self.origin(arg) == self.origin(address) && from == offset;
        if !same || self.instruction(load).effects != self.instruction(store).effects {
            return;
        }
        if !matches!(self.role(right), Role::Held | Role::Number(_)) || self.origin(right) == self.origin(left) {
            return;
        }
        self.make_part(op, store);
        self.make_part(load, store);
        self.instructions[store.as_u32() as usize].in_place = true;
    }

    /// Whether a sum has overflowed is asked of the flags, if nothing comes between it and the jump.
    fn fuse_overflow(&mut self, jump: Inst, before: &[Inst]) {
        let condition = self.origin(self.args(jump)[0]);
        if self.known(condition).role != Role::Held || self.known(condition).uses != 1 {
            return;
        }
        let Some(last) = before.iter().rev().find(|inst| !self.is_silent(**inst)) else { return };
        let is_overflow = matches!(self.opcode(*last), Opcode::SaddOverflow | Opcode::SsubOverflow | Opcode::SmulOverflow);
        if is_overflow && self.function.dfg.inst_results(*last)[1] == condition {
            self.known_mut(condition).role = Role::Flags;
        }
    }
}

impl Size {
    pub fn min_of(self, other: Size) -> Size {
        if self < other { self } else { other }
    }
}
