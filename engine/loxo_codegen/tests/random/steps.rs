//! Single instructions of a random function, and the few that lowering always makes together.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{
    Block, BlockArg, ExtFuncData, ExternalName, FuncRef, InstBuilder, MemFlagsData as MemFlags, Signature, UserExternalName, Value, types,
};
use cranelift_codegen::isa::CallConv;

use crate::body::Body;
use crate::callees::{self, ALL, OF_WORDS};
use crate::memory::{BASE, LIMITS, TABLE};
use crate::plan::Kind;

pub const CONDITIONS: [IntCC; 10] = [
    IntCC::Equal,
    IntCC::NotEqual,
    IntCC::SignedLessThan,
    IntCC::SignedGreaterThanOrEqual,
    IntCC::SignedGreaterThan,
    IntCC::SignedLessThanOrEqual,
    IntCC::UnsignedLessThan,
    IntCC::UnsignedGreaterThanOrEqual,
    IntCC::UnsignedGreaterThan,
    IntCC::UnsignedLessThanOrEqual,
];

const FLOAT_CONDITIONS: [FloatCC; 14] = [
    FloatCC::Ordered,
    FloatCC::Unordered,
    FloatCC::Equal,
    FloatCC::NotEqual,
    FloatCC::OrderedNotEqual,
    FloatCC::UnorderedOrEqual,
    FloatCC::LessThan,
    FloatCC::LessThanOrEqual,
    FloatCC::GreaterThan,
    FloatCC::GreaterThanOrEqual,
    FloatCC::UnorderedOrLessThan,
    FloatCC::UnorderedOrLessThanOrEqual,
    FloatCC::UnorderedOrGreaterThan,
    FloatCC::UnorderedOrGreaterThanOrEqual,
];

impl Body<'_> {
    pub fn step(&mut self) {
        self.condition = None;
        if self.profile.variables > 0 && self.random.one_in(6) {
            return self.variable();
        }
        if self.random.one_in(self.profile.calls) {
            match self.random.below(6) {
                0 => self.call_itself(),
                1 => self.detour(),
                _ => self.call(),
            }
        } else if self.random.one_in(self.profile.patterns) {
            self.pattern();
        } else if self.random.one_in(self.profile.memory) {
            if self.random.one_in(3) { self.store() } else { self.load() }
        } else if self.random.one_in(self.profile.floats) {
            self.float();
        } else {
            self.int();
        }
    }

    fn int(&mut self) {
        match self.random.below(20) {
            0..6 => self.binary(),
            6 | 7 => self.shift(),
            8 => self.divide(),
            9 | 10 => {
                let answer = self.compare();
                self.define(Kind::I8, answer);
                self.condition = Some(answer);
            }
            11 | 12 => self.choose(),
            13 => {
                let [a, b] = [0; 2].map(|_| self.value(Kind::I64));
                let one = match self.random.below(3) {
                    0 => self.b.ins().smin(a, b),
                    1 => self.b.ins().smax(a, b),
                    _ => self.b.ins().iabs(a),
                };
                self.define(Kind::I64, one);
            }
            14 | 15 => self.resize(),
            16..19 => self.overflow(),
            _ => self.stack_pointer(),
        }
    }

    fn binary(&mut self) {
        let kind = self.int_kind();
        let a = self.value(kind);
        if self.random.one_in(2) {
            let by = self.random.int();
            let by = match kind {
                Kind::I8 => by & 0x7f,
                Kind::I32 => by & 0x7fff_ffff,
                _ => by,
            };
            let ins = self.b.ins();
            let result = match self.random.below(8) {
                0..3 => ins.iadd_imm_s(a, by),
                3 | 4 => ins.band_imm_u(a, by),
                5 => ins.bor_imm_u(a, by),
                6 => ins.bxor_imm_u(a, by),
                _ if kind == Kind::I64 => ins.imul_imm_s(a, by),
                _ => ins.iadd_imm_s(a, by),
            };
            return self.define(kind, result);
        }
        let b = self.value(kind);
        let ins = self.b.ins();
        let result = match self.random.below(8) {
            0 | 1 => ins.iadd(a, b),
            2 | 3 => ins.isub(a, b),
            4 => ins.band(a, b),
            5 => ins.bor(a, b),
            6 => ins.bxor(a, b),
            _ if kind == Kind::I64 => ins.imul(a, b),
            _ => ins.isub(a, b),
        };
        self.define(kind, result);
    }

    fn shift(&mut self) {
        let kind = if self.profile.wide || self.random.one_in(2) { Kind::I64 } else { Kind::I32 };
        let a = self.value(kind);
        let which = self.random.below(3);
        let result = if self.random.one_in(2) {
            let by = self.random.below(if kind == Kind::I64 { 64 } else { 32 }) as i64;
            let ins = self.b.ins();
            match which {
                0 => ins.ishl_imm_u(a, by),
                1 => ins.ushr_imm_u(a, by),
                _ => ins.sshr_imm_u(a, by),
            }
        } else {
            let by = if self.random.one_in(3) { self.int_kind() } else { kind };
            let by = self.value(by);
            let ins = self.b.ins();
            match which {
                0 => ins.ishl(a, by),
                1 => ins.ushr(a, by),
                _ => ins.sshr(a, by),
            }
        };
        self.define(kind, result);
    }

    /// By what is neither 0 nor -1.
    fn divide(&mut self) {
        let a = self.value(Kind::I64);
        let by = match self.random.below(3) {
            0 => {
                let by = self.random.int();
                let by = if (by as u64).wrapping_add(1) < 2 { 10 } else { by };
                self.b.ins().iconst(types::I64, by)
            }
            1 => {
                let by = self.value(Kind::I64);
                let by = self.b.ins().bor_imm_u(by, 1);
                self.b.ins().band_imm_u(by, i64::MAX)
            }
            _ => {
                let by = self.value(Kind::I64);
                let more = self.b.ins().iadd_imm_s(by, 1);
                let bad = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, more, 2);
                let other = self.b.ins().iconst(types::I64, 7);
                self.b.ins().select(bad, other, by)
            }
        };
        let mut parts = vec![self.random.one_in(2)];
        if self.random.one_in(4) {
            parts.push(!parts[0]);
        }
        for quotient in parts {
            let result = if quotient { self.b.ins().sdiv(a, by) } else { self.b.ins().srem(a, by) };
            self.define(Kind::I64, result);
        }
    }

    pub fn compare(&mut self) -> Value {
        if self.random.one_in(self.profile.floats) {
            let condition = self.random.one_of(&FLOAT_CONDITIONS);
            let a = self.value(Kind::Bits);
            let b = if self.random.one_in(6) { a } else { self.value(Kind::Bits) };
            return self.b.ins().fcmp(condition, a, b);
        }
        let (kind, condition) = (self.int_kind(), self.random.one_of(&CONDITIONS));
        let a = match self.random.below(6) {
            // A bit of something.
            0 => {
                let of = self.value(kind);
                let mask = self.random.one_of(&[1, 2, 4, 15, 64, 127]);
                self.b.ins().band_imm_u(of, mask)
            }
            1 if self.base.is_some() => {
                self.load();
                self.value(kind)
            }
            _ => self.value(kind),
        };
        match self.random.below(5) {
            0 => self.b.ins().icmp_imm_s(condition, a, 0),
            1 | 2 => {
                let with = self.random.int();
                match kind {
                    Kind::I64 => self.b.ins().icmp_imm_s(condition, a, with),
                    Kind::I32 => self.b.ins().icmp_imm_s(condition, a, with as i32 as i64),
                    _ => self.b.ins().icmp_imm_s(condition, a, with as i8 as i64),
                }
            }
            _ => {
                let b = self.value(kind);
                self.b.ins().icmp(condition, a, b)
            }
        }
    }

    fn choose(&mut self) {
        let kind = if self.random.one_in(self.profile.floats) { self.random.one_of(&[Kind::Bits, Kind::Float]) } else { self.int_kind() };
        let [early, late] = [self.random.one_in(2), true];
        let before = early.then(|| [self.value(kind), self.value(kind)]);
        let condition = self.asked();
        let [a, b] = before.filter(|_| late).unwrap_or_else(|| [self.value(kind), self.value(kind)]);
        let result = self.b.ins().select(condition, a, b);
        self.define(kind, result);
    }

    fn resize(&mut self) {
        let (from, to) = self.random.one_of(&[
            (Kind::I8, Kind::I64),
            (Kind::I8, Kind::I64),
            (Kind::I8, Kind::I32),
            (Kind::I32, Kind::I64),
            (Kind::I64, Kind::I32),
            (Kind::I64, Kind::I8),
            (Kind::I64, Kind::I8),
            (Kind::I32, Kind::I8),
        ]);
        let from_value = self.value(from);
        let ins = self.b.ins();
        let result = if from.ty().bits() < to.ty().bits() { ins.uextend(to.ty(), from_value) } else { ins.ireduce(to.ty(), from_value) };
        self.define(to, result);
    }

    fn overflow(&mut self) {
        let a = self.value(Kind::I64);
        let b = if self.random.one_in(3) { self.constant(Kind::I64) } else { self.value(Kind::I64) };
        let ins = self.b.ins();
        let (result, flag) = match self.random.below(3) {
            0 => ins.sadd_overflow(a, b),
            1 => ins.ssub_overflow(a, b),
            _ => ins.smul_overflow(a, b),
        };
        match self.random.below(4) {
            0 => self.define(Kind::I8, flag),
            // An exit that does not come back, or does with something else.
            1 => self.leave_if(flag, result),
            _ => {
                self.condition = Some(flag);
                if self.random.one_in(4) {
                    self.define(Kind::I8, flag);
                }
            }
        }
        self.define(Kind::I64, result);
    }

    /// Where this is compared with is the one or the other end of all addresses: the stack pointer itself may be anything.
    fn stack_pointer(&mut self) {
        let here = self.b.ins().get_stack_pointer(types::I64);
        let limit = match self.base {
            Some(base) if self.random.one_in(2) => {
                let at = self.random.one_of(&LIMITS);
                self.b.ins().load(types::I64, MemFlags::trusted(), base, (at as i32 - BASE as i32) * 8)
            }
            _ => self.b.ins().get_stack_pointer(types::I64),
        };
        let answer = self.b.ins().icmp(IntCC::UnsignedLessThan, here, limit);
        self.define(Kind::I8, answer);
        self.condition = Some(answer);
    }

    // ------------------------------------------------------------------------------------------------------ floats

    fn float(&mut self) {
        match self.random.below(16) {
            0..7 => {
                let [a, b] = [0; 2].map(|_| self.value(Kind::Float));
                let ins = self.b.ins();
                let result = match self.random.below(4) {
                    0 => ins.fadd(a, b),
                    1 => ins.fsub(a, b),
                    2 => ins.fmul(a, b),
                    _ => ins.fdiv(a, b),
                };
                self.define(Kind::Float, result);
            }
            7 | 8 => {
                let a = self.value(Kind::Float);
                let ins = self.b.ins();
                let result = match self.random.below(3) {
                    0 => ins.sqrt(a),
                    1 => ins.floor(a),
                    _ => ins.ceil(a),
                };
                self.define(Kind::Float, result);
            }
            9 => {
                let a = self.value(Kind::Bits);
                let result = self.b.ins().fabs(a);
                self.define(Kind::Bits, result);
            }
            10 => {
                let a = self.value(Kind::I64);
                let result = self.b.ins().fcvt_from_sint(types::F64, a);
                self.define(Kind::Float, result);
            }
            11 => {
                let a = self.value(Kind::Bits);
                let result = self.b.ins().fcvt_to_sint_sat(types::I64, a);
                self.define(Kind::I64, result);
            }
            12 => {
                let a = self.value(Kind::Bits);
                let result = self.b.ins().bitcast(types::I64, MemFlags::new(), a);
                self.define(Kind::I64, result);
            }
            13 => {
                let a = self.value(Kind::I64);
                let result = self.b.ins().bitcast(types::F64, MemFlags::new(), a);
                self.define(Kind::Bits, result);
            }
            14 => {
                let a = self.value(Kind::Bits);
                let number = self.b.ins().fcmp(FloatCC::Ordered, a, a);
                let other = self.value(Kind::Float);
                let result = self.b.ins().select(number, a, other);
                self.define(Kind::Float, result);
            }
            _ => {
                let answer = self.compare();
                self.define(Kind::I8, answer);
                self.condition = Some(answer);
            }
        }
    }

    // ------------------------------------------------------------------------------------------------------ memory

    /// An address and an offset to it, of so many bytes that may be read and written.
    pub fn place(&mut self, size: i32) -> Option<(Value, i32)> {
        let base = self.base?;
        let (at, low, high) = match self.random.below(6) {
            0..3 => (base, -(BASE as i32), 128),
            3 if !self.places.is_empty() => self.random.one_of(&self.places.clone()),
            4 => {
                let by = self.random.below(40) as i32 - 20;
                let at = self.b.ins().iadd_imm_s(base, i64::from(by) * 8);
                (at, -(BASE as i32) - by, 128 - by)
            }
            _ => {
                let (mask, shift, words) = self.random.one_of(&[(7, 3, 7), (3, 4, 6), (15, 3, 15), (7, 4, 14), (56, 0, 7), (1, 5, 4)]);
                let mut index = self.value(Kind::I64);
                if self.random.one_in(4) {
                    let small = self.value(Kind::I32);
                    index = self.b.ins().uextend(types::I64, small);
                }
                let masked = self.b.ins().band_imm_u(index, mask);
                let distance = if shift == 0 { masked } else { self.b.ins().ishl_imm_u(masked, shift) };
                if self.random.one_in(4) {
                    self.define(Kind::I64, masked);
                }
                let at = if self.random.one_in(3) { self.b.ins().iadd(distance, base) } else { self.b.ins().iadd(base, distance) };
                (at, -(BASE as i32), 128 - words)
            }
        };
        if at != base {
            self.places.push((at, low, high));
            if self.random.one_in(4) {
                self.define(Kind::I64, at);
            }
        }
        // Most is read and written at few places, so that one often follows the other.
        let word = if self.random.one_in(4) { low + self.random.below((high - low) as usize) as i32 } else { self.random.below(6) as i32 };
        let word = word.clamp(low, high - 1);
        let inside = if self.random.one_in(3) { self.random.below((8 / size) as usize) as i32 * size } else { 0 };
        Some((at, word * 8 + inside))
    }

    pub fn load(&mut self) {
        let flags = MemFlags::trusted();
        let which = if self.profile.wide { self.random.one_of(&[0, 0, 1, 2]) } else { self.random.below(11) };
        let size = [8, 8, 4, 1, 2, 4, 1, 1, 2, 8, 1][which];
        let Some((at, offset)) = self.place(size) else { return };
        let ins = self.b.ins();
        let (kind, value) = match which {
            0 | 9 => (Kind::I64, ins.load(types::I64, flags, at, offset)),
            1 => (Kind::Bits, ins.load(types::F64, flags, at, offset)),
            2 => (Kind::I64, ins.uload32(flags, at, offset)),
            3 => (Kind::I8, ins.load(types::I8, flags, at, offset)),
            4 => {
                // Texts are compared by what is read of them.
                let short = ins.load(types::I16, flags, at, offset);
                let wanted = self.random.below(0x10000) as i64;
                let other = self.b.ins().bxor_imm_u(short, wanted);
                let answer = self.b.ins().icmp_imm_s(IntCC::Equal, other, 0);
                (Kind::I8, answer)
            }
            5 => (Kind::I32, ins.load(types::I32, flags, at, offset)),
            6 => (Kind::I32, ins.uload8(types::I32, flags, at, offset)),
            7 => (Kind::I64, ins.uload8(types::I64, flags, at, offset)),
            // Such loads have no distance.
            10 => {
                let at = ins.iadd_imm_s(at, i64::from(offset));
                (Kind::I8, self.b.ins().atomic_load(types::I8, flags, at))
            }
            _ => (Kind::I32, ins.uload16(types::I32, flags, at, offset)),
        };
        self.define(kind, value);
    }

    pub fn store(&mut self) {
        let kind = if self.random.one_in(self.profile.floats) { Kind::Bits } else { self.int_kind() };
        let Some((at, offset)) = self.place(kind.ty().bytes() as i32) else { return };
        let value = self.value(kind);
        self.b.ins().store(MemFlags::trusted(), value, at, offset);
    }

    // ------------------------------------------------------------------------------------------------------- calls

    /// Calls one of the functions, by its name or its address.
    pub fn call(&mut self) {
        let number = if self.random.one_in(3) { OF_WORDS + self.random.below(ALL - OF_WORDS) } else { self.random.below(OF_WORDS) };
        let signature = callees::signature(number);
        // What passes arguments on the stack may not be handled at all.
        if signature.params.len() > 8 && !self.random.one_in(40) {
            return self.call();
        }
        let args: Vec<Value> = signature.params.iter().map(|param| self.value(Kind::of(param.value_type))).collect();
        let call = match self.base {
            Some(base) if signature.call_conv == CallConv::SystemV && self.random.one_in(4) => {
                let at = (TABLE + number) as i32 - BASE as i32;
                let function = self.b.ins().load(types::I64, MemFlags::trusted(), base, at * 8);
                let its = self.b.import_signature(signature.clone());
                self.b.ins().call_indirect(its, function, &args)
            }
            _ => {
                let function = self.function(UserExternalName::new(0, number as u32), &signature);
                self.b.ins().call(function, &args)
            }
        };
        let results = self.b.inst_results(call).to_vec();
        for (result, of) in results.into_iter().zip(&signature.returns) {
            self.define(if of.value_type == types::F64 { Kind::Float } else { Kind::I64 }, result);
        }
    }

    fn function(&mut self, name: UserExternalName, signature: &Signature) -> FuncRef {
        let signature = self.b.import_signature(signature.clone());
        let name = ExternalName::user(self.b.func.declare_imported_user_function(name));
        let colocated = !self.random.one_in(20);
        self.b.import_function(ExtFuncData { name, signature, colocated, patchable: false })
    }

    /// A block behind this one, or at the end.
    fn block_behind(&mut self) -> Block {
        let made = self.b.create_block();
        match self.b.current_block() {
            Some(current) if self.random.one_in(2) => self.b.func.layout.insert_block_after(made, current),
            _ => self.b.func.layout.append_block(made),
        }
        if self.random.one_in(2) {
            self.b.set_cold_block(made);
        }
        made
    }

    /// Does something aside that gives some values, which are others where it is not done.
    fn aside(&mut self, condition: Value, kinds: &[Kind], otherwise: &[Value], what: impl FnOnce(&mut Self)) {
        let on = self.block_behind();
        let aside = self.block_behind();
        for kind in kinds {
            self.b.append_block_param(on, kind.ty());
        }
        let otherwise: Vec<BlockArg> = otherwise.iter().copied().map(BlockArg::from).collect();
        self.b.ins().brif(condition, aside, &[], on, &otherwise);
        self.b.switch_to_block(aside);
        let (known, places) = (self.pool.len(), self.places.len());
        what(self);
        let results: Vec<BlockArg> = kinds.iter().map(|kind| self.value(*kind).into()).collect();
        self.b.ins().jump(on, &results);
        self.pool.truncate(known);
        self.places.truncate(places);
        self.b.switch_to_block(on);
        let params = self.b.block_params(on).to_vec();
        kinds.iter().zip(params).for_each(|(kind, param)| self.define(*kind, param));
    }

    /// The slow way of something.
    fn detour(&mut self) {
        let condition = self.asked();
        self.detour_if(condition);
    }

    pub fn detour_if(&mut self, condition: Value) {
        let kinds: Vec<Kind> = (0..self.random.below(4)).map(|_| crate::plan::kind(self.random, self.profile)).collect();
        let values: Vec<Value> = kinds.iter().map(|kind| self.value(*kind)).collect();
        self.aside(condition, &kinds, &values, Self::call);
    }

    /// The result of an operation, or of a call where it is none.
    fn leave_if(&mut self, flag: Value, result: Value) {
        self.aside(flag, &[Kind::I64], &[result], Self::call);
    }

    /// While there is fuel.
    fn call_itself(&mut self) {
        let Some(base) = self.base else { return };
        let signature = self.signature.clone();
        let bases = if signature.call_conv == CallConv::Winch { 2 } else { 1 };
        let params = signature.params.iter().enumerate();
        let args: Vec<Value> = params.map(|(i, param)| if i < bases { base } else { self.value(Kind::of(param.value_type)) }).collect();
        let has_fuel = self.fuel();
        self.aside(has_fuel, &[Kind::I64], &[base], |body| {
            let function = body.function(UserExternalName::new(1, 0), &signature);
            let call = body.b.ins().call(function, &args);
            let results = body.b.inst_results(call).to_vec();
            for (result, of) in results.into_iter().zip(&signature.returns) {
                body.define(Kind::of(of.value_type), result);
            }
        });
    }
}
