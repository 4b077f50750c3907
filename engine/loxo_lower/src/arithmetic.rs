//! Operations on numbers in registers, in loops and in whole functions alike. What has no answer of the expected type leaves.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value as Ir, types};
use loxo_form::{FloatOp, IntOp, Intrinsic, WHOLE};

use crate::builder::Builder;

/// Code that computes with numbers.
pub(crate) trait Arithmetic<'b> {
    fn builder(&mut self) -> &mut Builder<'b>;

    /// Leaves if something is not zero.
    fn leave_on(&mut self, bad: Ir);

    /// `left`, `right`: what the sides lie between. With `wraps` it is known that nothing overflows.
    fn int_operation(&mut self, op: IntOp, lhs: Ir, rhs: Ir, [left, right]: [(i64, i64); 2], wraps: bool) -> Ir {
        match op {
            IntOp::Add if wraps => self.builder().ins().iadd(lhs, rhs),
            IntOp::Sub if wraps => self.builder().ins().isub(lhs, rhs),
            IntOp::Mul if wraps => self.builder().ins().imul(lhs, rhs),
            // What can still be added is known: to compare first takes less than to keep a flag, and what was there before is not needed behind it.
            IntOp::Add | IntOp::Sub if right.0 == right.1 && right.0 != 0 => {
                let up = (op == IntOp::Add) == (right.0 > 0);
                let end = if up { i64::MAX } else { i64::MIN };
                let last = if op == IntOp::Add { end.wrapping_sub(right.0) } else { end.wrapping_add(right.0) };
                let last = self.builder().ins().iconst(types::I64, last);
                let beyond = if up { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
                let bad = self.builder().ins().icmp(beyond, lhs, last);
                self.leave_on(bad);
                let b = self.builder();
                if op == IntOp::Add { b.ins().iadd(lhs, rhs) } else { b.ins().isub(lhs, rhs) }
            }
            // Where it is known which way the result lies, that is enough.
            IntOp::Add | IntOp::Sub if right.0 > 0 || right.1 < 0 => {
                let up = (op == IntOp::Add) == (right.0 > 0);
                let b = self.builder();
                let result = if op == IntOp::Add { b.ins().iadd(lhs, rhs) } else { b.ins().isub(lhs, rhs) };
                let wrong = if up { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan };
                let bad = b.ins().icmp(wrong, result, lhs);
                self.leave_on(bad);
                result
            }
            IntOp::Add | IntOp::Sub | IntOp::Mul => {
                let (result, overflow) = match op {
                    IntOp::Add => self.builder().ins().sadd_overflow(lhs, rhs),
                    IntOp::Sub => self.builder().ins().ssub_overflow(lhs, rhs),
                    _ => self.builder().ins().smul_overflow(lhs, rhs),
                };
                self.leave_on(overflow);
                result
            }
            IntOp::Mod | IntOp::Div => {
                if right.0 <= 0 && right.1 >= -1 {
                    // 0 and -1: an error, and what may overflow.
                    let above = self.builder().ins().iadd_imm_s(rhs, 1);
                    let bad = self.builder().ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, above, 1);
                    self.leave_on(bad);
                }
                let rest = self.builder().ins().srem(lhs, rhs);
                if op == IntOp::Mod {
                    return rest;
                }
                self.leave_on(rest);
                self.builder().ins().sdiv(lhs, rhs)
            }
            IntOp::Quotient => {
                self.leave_unless_exact(lhs, left);
                self.leave_unless_exact(rhs, right);
                if right.0 <= 0 && right.1 >= -1 {
                    let above = self.builder().ins().iadd_imm_s(rhs, 1);
                    let bad = self.builder().ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, above, 1);
                    self.leave_on(bad);
                }
                self.builder().ins().sdiv(lhs, rhs)
            }
            IntOp::And => self.builder().ins().band(lhs, rhs),
            IntOp::Or => self.builder().ins().bor(lhs, rhs),
            IntOp::Xor => self.builder().ins().bxor(lhs, rhs),
            IntOp::Shl | IntOp::Shr => {
                if right.0 < 0 || right.1 > 63 {
                    let bad = self.builder().ins().icmp_imm_u(IntCC::UnsignedGreaterThan, rhs, 63);
                    self.leave_on(bad);
                }
                let b = self.builder();
                if op == IntOp::Shl { b.ins().ishl(lhs, rhs) } else { b.ins().sshr(lhs, rhs) }
            }
        }
    }

    /// Leaves if an int, which lies between these, may have no float of its own.
    fn leave_unless_exact(&mut self, int: Ir, known: (i64, i64)) {
        if known.0 < -WHOLE || known.1 > WHOLE {
            let above = self.builder().ins().iadd_imm_s(int, WHOLE);
            let bad = self.builder().ins().icmp_imm_u(IntCC::UnsignedGreaterThan, above, 2 * WHOLE);
            self.leave_on(bad);
        }
    }

    fn float_operation(&mut self, op: FloatOp, lhs: Ir, rhs: Ir) -> Ir {
        match op {
            FloatOp::Add => self.builder().ins().fadd(lhs, rhs),
            FloatOp::Sub => self.builder().ins().fsub(lhs, rhs),
            FloatOp::Mul => self.builder().ins().fmul(lhs, rhs),
            FloatOp::Div => {
                let zero = self.builder().ins().f64const(0.0);
                let bad = self.builder().ins().fcmp(FloatCC::Equal, rhs, zero);
                self.leave_on(bad);
                self.builder().ins().fdiv(lhs, rhs)
            }
        }
    }

    /// What a builtin gives for numbers of one type. Leaves where that throws, or is of another type.
    fn computed(&mut self, what: Intrinsic, numbers: &[Ir]) -> Ir {
        let is_float = |arithmetic: &mut Self, number| arithmetic.builder().func.dfg.value_type(number) == types::F64;
        match (what, numbers) {
            (Intrinsic::Sqrt, &[number]) => self.builder().ins().sqrt(number),
            (Intrinsic::Floor, &[number]) => self.builder().ins().floor(number),
            (Intrinsic::Ceil, &[number]) => self.builder().ins().ceil(number),
            (Intrinsic::Abs, &[number]) if is_float(self, number) => self.builder().ins().fabs(number),
            (Intrinsic::Abs, &[number]) => {
                // Its absolute value is no int.
                let least = self.builder().ins().icmp_imm_s(IntCC::Equal, number, i64::MIN);
                self.leave_on(least);
                self.builder().ins().iabs(number)
            }
            (Intrinsic::Intdiv, &[a, b]) => {
                // 0 and -1: an error, and what may overflow.
                let above = self.builder().ins().iadd_imm_s(b, 1);
                let bad = self.builder().ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, above, 1);
                self.leave_on(bad);
                self.builder().ins().sdiv(a, b)
            }
            (Intrinsic::Max, &[a, b]) if !is_float(self, a) => self.builder().ins().smax(a, b),
            (Intrinsic::Min, &[a, b]) if !is_float(self, a) => self.builder().ins().smin(a, b),
            // Where NAN is among them, or they are equal, the order matters.
            (which, &[a, b]) => {
                let relation = if which == Intrinsic::Max { FloatCC::GreaterThanOrEqual } else { FloatCC::LessThan };
                let first = self.builder().ins().fcmp(relation, a, b);
                self.builder().ins().select(first, a, b)
            }
            _ => unreachable!("an intrinsic has its arguments"),
        }
    }

    /// Truncates what an int can hold.
    fn truncated(&mut self, float: Ir) -> Ir {
        let b = self.builder();
        let limit = b.ins().f64const(9.2e18);
        let size = b.ins().fabs(float);
        let good = b.ins().fcmp(FloatCC::LessThan, size, limit);
        let bad = b.ins().icmp_imm_u(IntCC::Equal, good, 0);
        self.leave_on(bad);
        self.builder().ins().fcvt_to_sint_sat(types::I64, float)
    }

    /// A number or a truth value is not zero.
    fn is_not_zero(&mut self, number: Ir) -> Ir {
        let b = self.builder();
        if b.func.dfg.value_type(number) == types::F64 {
            let zero = b.ins().f64const(0.0);
            return b.ins().fcmp(FloatCC::NotEqual, number, zero);
        }
        b.ins().icmp_imm_u(IntCC::NotEqual, number, 0)
    }
}
