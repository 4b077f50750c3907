//! Arithmetic and comparisons in registers. What has no answer of the expected type leaves.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value as Ir, types};

use crate::action::{Action, FloatOp, IntOp, Operand, Test};
use crate::emit::Emitter;
use crate::state::Ty;

/// What an action leaves in registers.
pub(crate) type Results = [Option<(u32, Ty, Ir)>; 2];

impl Emitter<'_, '_, '_> {
    pub fn compute(&mut self, action: &Action) -> Results {
        let one = |slot, ty, value| [Some((slot, ty, value)), None];
        match *action {
            Action::Set { dst, src } => one(dst, src.ty(), self.operand(src)),
            Action::Ints { op, dst, lhs, rhs } => {
                let known = if let Operand::Int(known) = rhs { Some(known) } else { None };
                let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
                one(dst, Ty::Int, self.ints(op, lhs, rhs, known))
            }
            Action::Floats { op, dst, lhs, rhs } => {
                let (lhs, rhs) = (self.float(lhs), self.float(rhs));
                one(dst, Ty::Float, self.floats(op, lhs, rhs))
            }
            Action::Quotient { dst, lhs, rhs } => {
                let known = if let Operand::Int(known) = rhs { Some(known) } else { None };
                let (l, r) = (self.operand(lhs), self.operand(rhs));
                let rest = self.ints(IntOp::Mod, l, r, known);
                let divides = self.b.ins().icmp_imm_u(IntCC::Equal, rest, 0);
                self.leave_if(divides);
                let (l, r) = (self.float(lhs), self.float(rhs));
                one(dst, Ty::Float, self.b.ins().fdiv(l, r))
            }
            Action::Step { var, by, before } => {
                let old = self.register(var, Ty::Int);
                let step = self.b.ins().iconst(types::I64, by);
                let new = self.ints(IntOp::Add, old, step, Some(by));
                [Some((var, Ty::Int, new)), before.map(|slot| (slot, Ty::Int, old))]
            }
            Action::ToInt { dst, src } => {
                let float = self.operand(src);
                one(dst, Ty::Int, self.truncated(float))
            }
            Action::ToFloat { dst, src } => one(dst, Ty::Float, self.float(src)),
            Action::Compare { dst, test } => one(dst, Ty::Bool, self.test(test)),
            _ => self.place_action(action),
        }
    }

    /// `known`: the right side, if it is a constant.
    pub fn ints(&mut self, op: IntOp, lhs: Ir, rhs: Ir, known: Option<i64>) -> Ir {
        match op {
            IntOp::Add | IntOp::Sub | IntOp::Mul => {
                let (result, overflow) = match op {
                    IntOp::Add => self.b.ins().sadd_overflow(lhs, rhs),
                    IntOp::Sub => self.b.ins().ssub_overflow(lhs, rhs),
                    _ => self.b.ins().smul_overflow(lhs, rhs),
                };
                self.leave_if(overflow);
                result
            }
            IntOp::Mod | IntOp::Div => {
                if !known.is_some_and(|known| known != 0 && known != -1) {
                    // 0 and -1: an error, and what may overflow.
                    let above = self.b.ins().iadd_imm_s(rhs, 1);
                    let bad = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, above, 1);
                    self.leave_if(bad);
                }
                let rest = self.b.ins().srem(lhs, rhs);
                if op == IntOp::Mod {
                    return rest;
                }
                self.leave_if(rest);
                self.b.ins().sdiv(lhs, rhs)
            }
            IntOp::And => self.b.ins().band(lhs, rhs),
            IntOp::Or => self.b.ins().bor(lhs, rhs),
            IntOp::Xor => self.b.ins().bxor(lhs, rhs),
            IntOp::Shl | IntOp::Shr => {
                if !known.is_some_and(|known| (0..64).contains(&known)) {
                    let bad = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, rhs, 63);
                    self.leave_if(bad);
                }
                if op == IntOp::Shl { self.b.ins().ishl(lhs, rhs) } else { self.b.ins().sshr(lhs, rhs) }
            }
        }
    }

    pub fn floats(&mut self, op: FloatOp, lhs: Ir, rhs: Ir) -> Ir {
        match op {
            FloatOp::Add => self.b.ins().fadd(lhs, rhs),
            FloatOp::Sub => self.b.ins().fsub(lhs, rhs),
            FloatOp::Mul => self.b.ins().fmul(lhs, rhs),
            FloatOp::Div => {
                let zero = self.b.ins().f64const(0.0);
                let bad = self.b.ins().fcmp(FloatCC::Equal, rhs, zero);
                self.leave_if(bad);
                self.b.ins().fdiv(lhs, rhs)
            }
        }
    }

    /// Truncates what an int can hold.
    fn truncated(&mut self, float: Ir) -> Ir {
        let limit = self.b.ins().f64const(9.2e18);
        let size = self.b.ins().fabs(float);
        let good = self.b.ins().fcmp(FloatCC::LessThan, size, limit);
        let bad = self.b.ins().icmp_imm_u(IntCC::Equal, good, 0);
        self.leave_if(bad);
        self.b.ins().fcvt_to_sint_sat(types::I64, float)
    }

    pub fn test(&mut self, test: Test) -> Ir {
        match test {
            Test::Ints(cc, lhs, rhs) => {
                let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
                self.b.ins().icmp(cc, lhs, rhs)
            }
            Test::Floats(cc, lhs, rhs) => {
                let (lhs, rhs) = (self.float(lhs), self.float(rhs));
                self.b.ins().fcmp(cc, lhs, rhs)
            }
            Test::Truth(operand) => {
                let value = self.operand(operand);
                match operand.ty() {
                    Ty::Float => {
                        let zero = self.b.ins().f64const(0.0);
                        self.b.ins().fcmp(FloatCC::NotEqual, value, zero)
                    }
                    Ty::Bool => value,
                    _ => self.b.ins().icmp_imm_u(IntCC::NotEqual, value, 0),
                }
            }
            Test::Const(answer) => self.b.ins().iconst(types::I8, i64::from(answer)),
        }
    }
}
