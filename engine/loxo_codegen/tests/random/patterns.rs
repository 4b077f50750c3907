//! What lowering makes often, and what several instructions may become one of.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData as MemFlags, Value, types};

use crate::body::Body;
use crate::plan::Kind;
use crate::steps::CONDITIONS;

impl Body<'_> {
    pub fn pattern(&mut self) {
        match self.random.below(8) {
            0..3 => self.check_tag(),
            3 | 4 => self.change(),
            5 => self.narrow(),
            6 => self.mask(),
            _ => self.many(),
        }
    }

    /// A few bytes are compared with a number: the lower ones of which may be them where it is not.
    fn check_tag(&mut self) {
        const NUMBERS: [i64; 16] = [0, 1, 2, 3, 5, 6, 10, 0x7f, 0x80, 0xff, 0x100, 0x101, 0x180, 0x8000, 0xffff, 0x1_0000];
        let flags = MemFlags::trusted();
        let which = self.random.below(6);
        let Some((at, offset)) = self.place([1, 1, 2, 4, 1, 8][which]) else { return };
        let ins = self.b.ins();
        let mut tag = match which {
            0 => ins.uload8(types::I32, flags, at, offset),
            1 => ins.uload8(types::I64, flags, at, offset),
            2 => ins.uload16(types::I32, flags, at, offset),
            3 => ins.uload32(flags, at, offset),
            4 => ins.load(types::I8, flags, at, offset),
            _ => ins.load(types::I64, flags, at, offset),
        };
        let limit = if which == 4 { 0x100 } else { 0x1_0001 };
        let number = |body: &mut Self| Some(body.random.one_of(&NUMBERS)).filter(|number| *number < limit).unwrap_or(4);
        if self.random.one_in(4) {
            let mask = number(self);
            tag = self.b.ins().band_imm_u(tag, mask);
        }
        if self.random.one_in(6) {
            // Something may come between the load and what is asked.
            if self.random.one_in(2) { self.store() } else { self.call() }
        }
        let other = self.random.one_of(&CONDITIONS);
        let condition = self.random.one_of(&[IntCC::Equal, IntCC::NotEqual, other]);
        let number = number(self);
        let answer = if self.random.one_in(6) {
            let ty = self.b.func.dfg.value_type(tag);
            let number = self.b.ins().iconst(ty, number);
            self.b.ins().icmp(condition, number, tag)
        } else {
            self.b.ins().icmp_imm_u(condition, tag, number)
        };
        self.answered(answer);
    }

    /// What was just asked is asked for again, or not.
    fn answered(&mut self, answer: Value) {
        if self.random.one_in(3) {
            self.define(Kind::I8, answer);
        }
        if self.random.one_in(3) {
            self.detour_if(answer);
        } else {
            self.condition = Some(answer);
        }
    }

    /// `place = place op other`, where others may change the place in between.
    fn change(&mut self) {
        let kind = self.random.one_of(&[Kind::I64, Kind::I64, Kind::I32, Kind::I8]);
        let Some((at, offset)) = self.place(kind.ty().bytes() as i32) else { return };
        let flags = MemFlags::trusted();
        let old = self.b.ins().load(kind.ty(), flags, at, offset);
        let between = self.random.below(12);
        match between {
            0 => self.call(),
            1 => self.store(),
            2 => {
                let other = self.value(kind);
                self.b.ins().store(flags, other, at, offset);
            }
            _ => {}
        }
        let other = if self.random.one_in(2) { self.constant(kind) } else { self.value(kind) };
        let ins = self.b.ins();
        let new = match self.random.below(7) {
            0 | 1 => ins.iadd(old, other),
            2 => ins.isub(old, other),
            3 => ins.band(old, other),
            4 => ins.bor(old, other),
            5 => ins.isub(other, old),
            _ => ins.bxor(old, other),
        };
        if self.random.one_in(10) {
            self.store();
        }
        let further = if self.random.one_in(10) { offset ^ 8 } else { offset };
        self.b.ins().store(flags, new, at, further);
        if self.random.one_in(3) {
            self.define(kind, new);
        }
        if self.random.one_in(6) {
            self.define(kind, old);
        }
    }

    /// The lower bytes of something are asked for.
    fn narrow(&mut self) {
        let (from, to) = self.random.one_of(&[(Kind::I64, Kind::I8), (Kind::I64, Kind::I32), (Kind::I32, Kind::I8)]);
        let [a, b] = [0; 2].map(|_| self.value(from));
        let ins = self.b.ins();
        let all = match self.random.below(6) {
            0 => ins.band(a, b),
            1 => ins.iadd(a, b),
            2 => ins.bxor(a, b),
            3 => ins.ushr_imm_u(a, 8),
            4 => {
                let mask = self.random.one_of(&[0x1fe, 0xff00, 0xff01, 0x7fff_ff00]);
                self.b.ins().band_imm_u(a, mask)
            }
            _ => {
                self.load();
                self.value(from)
            }
        };
        if self.random.one_in(3) {
            self.define(from, all);
        }
        let part = self.b.ins().ireduce(to.ty(), all);
        match self.random.below(6) {
            0 => self.condition = Some(part),
            1 => {
                let wide = self.b.ins().uextend(types::I64, part);
                self.define(Kind::I64, wide);
            }
            2 => self.detour_if(part),
            3 => self.define(to, part),
            _ => {
                let condition = self.random.one_of(&CONDITIONS);
                let with = self.random.one_of(&[0, 0, 0, 1, 4, -1, 127]);
                let answer = self.b.ins().icmp_imm_s(condition, part, with);
                self.answered(answer);
            }
        }
    }

    /// Bits of something are asked for.
    fn mask(&mut self) {
        let kind = self.int_kind();
        let a = self.value(kind);
        let mask = if self.random.one_in(3) {
            self.value(kind)
        } else {
            let mask = self.random.one_of(&[
                1,
                2,
                0x40,
                0x7f,
                0x80,
                0xff,
                -2,
                -16,
                -128,
                0x7fff_ffff,
                0x8000_0000,
                0xffff_0000,
                1 << 40,
                i64::MIN,
                -1 << 32,
            ]);
            let mask = match kind {
                Kind::I8 => mask & 0xff,
                Kind::I32 => mask & 0xffff_ffff,
                _ => mask,
            };
            self.b.ins().iconst(kind.ty(), mask)
        };
        let bits = if self.random.one_in(4) { self.b.ins().band(mask, a) } else { self.b.ins().band(a, mask) };
        let answer = match self.random.below(4) {
            0 => bits,
            1 => self.b.ins().icmp_imm_s(IntCC::NotEqual, bits, 0),
            2 => self.b.ins().icmp_imm_s(IntCC::Equal, bits, 0),
            _ => {
                let condition = self.random.one_of(&CONDITIONS);
                self.b.ins().icmp_imm_s(condition, bits, 0)
            }
        };
        if self.random.one_in(4) {
            self.define(kind, bits);
        }
        if self.random.one_in(3) { self.detour_if(answer) } else { self.condition = Some(answer) }
    }

    /// More values than registers.
    fn many(&mut self) {
        let Some(base) = self.base else { return };
        let kind = if self.random.one_in(self.profile.floats) { Kind::Bits } else { Kind::I64 };
        for _ in 0..6 + self.random.below(20) {
            let slot = self.random.below(100) as i32;
            let value = self.b.ins().load(kind.ty(), MemFlags::trusted(), base, slot * 8);
            self.define(kind, value);
        }
    }
}
