//! Arithmetic and comparisons of loops: operands from registers, results to them.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Ir, types};

use loxo_form::IntOp;

use crate::action::{Action, Operand, Test};
use crate::arithmetic::Arithmetic;
use crate::builder::Builder;
use crate::emit::Emitter;
use crate::intrinsics::{CalledBuiltin, CalledIntrinsic};
use crate::state::{Range, Ty};

/// What an action leaves in registers.
pub(crate) type Results = [Option<(u32, Ty, Ir)>; 2];

impl<'b> Arithmetic<'b> for Emitter<'_, '_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
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
                let ranges = [lhs, rhs].map(|side| side.range(&self.state));
                let (lhs, rhs) = (self.operand(lhs), self.operand(rhs));
                one(dst, Ty::Int, self.ints(op, lhs, rhs, ranges))
            }
            Action::Floats { op, dst, lhs, rhs } => {
                let (lhs, rhs) = (self.float(lhs), self.float(rhs));
                one(dst, Ty::Float, self.float_operation(op, lhs, rhs))
            }
            Action::Quotient { dst, lhs, rhs, is_any } => {
                let ranges = [lhs, rhs].map(|side| side.range(&self.state));
                let (l, r) = (self.operand(lhs), self.operand(rhs));
                if is_any {
                    // The float of a quotient is the quotient of the floats where those are exact.
                    self.leave_unless_exact(l, ranges[0].ends());
                } else {
                    let rest = self.ints(IntOp::Mod, l, r, ranges);
                    let divides = self.b.ins().icmp_imm_u(IntCC::Equal, rest, 0);
                    self.leave_if(divides);
                }
                let (l, r) = (self.float(lhs), self.float(rhs));
                one(dst, Ty::Float, self.b.ins().fdiv(l, r))
            }
            Action::Step { var, by, before } => {
                let old = self.register(var, Ty::Int);
                let step = self.b.ins().iconst(types::I64, by);
                let new = self.ints(IntOp::Add, old, step, [self.state.get(var).range, Range::one(by)]);
                [Some((var, Ty::Int, new)), before.map(|slot| (slot, Ty::Int, old))]
            }
            Action::ToInt { dst, src } => {
                let value = self.operand(src);
                let int = if src.ty() == Ty::Bool { self.b.ins().uextend(types::I64, value) } else { self.truncated(value) };
                one(dst, Ty::Int, int)
            }
            Action::ToFloat { dst, src } => one(dst, Ty::Float, self.float(src)),
            Action::Compare { dst, test } => one(dst, Ty::Bool, self.test(test)),
            Action::Intrinsic { dst, call, ref arguments, result } => one(dst, result, self.intrinsic(call, arguments)),
            _ => self.place_action(action),
        }
    }

    /// The result of a call with numbers of one type. Leaves where the name does not mean the function, or somebody watches calls.
    pub fn intrinsic(&mut self, call: CalledIntrinsic, arguments: &[Operand]) -> Ir {
        let vm = self.vm;
        let CalledBuiltin { id, func } = call.called;
        // The stack of frames has no limit that any frame is within then.
        let limit = self.load(types::I64, vm, self.what.places.stack_limit);
        let watched = self.b.ins().icmp(IntCC::UnsignedGreaterThan, self.fp, limit);
        self.leave_if(watched);
        let [table, count] = self.what.places.functions;
        let count = self.load(types::I64, vm, count);
        let beyond = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, count, i64::from(id));
        self.leave_if(beyond);
        let table = self.load(types::I64, vm, table);
        let found = self.load(types::I64, table, (id as usize * size_of::<usize>()) as i32);
        let wanted = self.b.ins().iconst(types::I64, func as i64);
        let other = self.b.ins().icmp(IntCC::NotEqual, found, wanted);
        self.leave_if(other);
        let values: Vec<Ir> = arguments
            .iter()
            .map(|argument| if call.what.takes_floats() { self.float(*argument) } else { self.operand(*argument) })
            .collect();
        self.computed(call.what, &values)
    }

    /// An operation on ints that lie between these.
    pub fn ints(&mut self, op: IntOp, lhs: Ir, rhs: Ir, [left, right]: [Range; 2]) -> Ir {
        let (_, may_leave) = Range::computed(op, left, right);
        self.int_operation(op, lhs, rhs, [left.ends(), right.ends()], !may_leave)
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
