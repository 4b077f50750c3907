//! Arithmetic and comparisons of loops: operands from registers, results to them.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Ir, types};
use cranelift_frontend::FunctionBuilder;

use loxo_form::IntOp;

use crate::action::{Action, Operand, Test};
use crate::arithmetic::Arithmetic;
use crate::emit::Emitter;
use crate::state::Ty;

/// What an action leaves in registers.
pub(crate) type Results = [Option<(u32, Ty, Ir)>; 2];

impl<'b> Arithmetic<'b> for Emitter<'_, '_, 'b> {
    fn builder(&mut self) -> &mut FunctionBuilder<'b> {
        &mut self.b
    }

    fn leave_on(&mut self, bad: Ir) {
        self.leave_if(bad);
    }
}

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
                one(dst, Ty::Float, self.float_operation(op, lhs, rhs))
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
        self.int_operation(op, lhs, rhs, known.map_or((i64::MIN, i64::MAX), |known| (known, known)), false)
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
                if operand.ty() == Ty::Bool { value } else { self.is_not_zero(value) }
            }
            Test::Const(answer) => self.b.ins().iconst(types::I8, i64::from(answer)),
        }
    }
}
