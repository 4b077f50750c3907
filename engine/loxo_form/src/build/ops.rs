//! Which instructions each op becomes.

use loxo_bytecode::{Op, OpCode as O, flag};

use super::arithmetic::Operand;
use super::builder::Builder;
use super::effects;
use super::paths::Flow;

impl Builder<'_> {
    /// An op that is not lowered: the interpreter's code runs it, or the interpreter goes on with it.
    pub fn run_op(&mut self, op: &Op) -> Flow {
        if effects::always_leaves(op) {
            self.leave();
            return Flow::Ended;
        }
        let info = op.code.info();
        if info.jumps {
            return self.run_jump(op);
        }
        if info.ends {
            self.leave();
            return Flow::Ended;
        }
        self.run(op);
        Flow::Next
    }

    // Long because: one arm for each family of ops that is lowered.
    /// Writes the instructions of an op.
    pub fn op(&mut self, op: &Op) -> Flow {
        let imm = |operand: u32| Operand::Int(i64::from(operand as i32));
        let slots = (Operand::Slot(op.b), Operand::Slot(op.c));
        // The immediate stands on one of two sides.
        let sides = if op.flags & flag::SWAPPED != 0 { (imm(op.c), slots.0) } else { (slots.0, imm(op.c)) };
        self.expect_operands(op);
        match op.code {
            O::Nop => Flow::Next,
            O::LoadK => self.load_constant(op),
            O::AssignK => self.assign_unless_reference(op, Self::load_constant),
            O::CopyArg => self.copy_argument(op),
            O::JumpIfArgByValue | O::JumpIfNamedByValue | O::JumpIfNextByValue => self.jump_if_by_value(op),
            O::FetchDim | O::FetchDimK | O::FetchProp | O::IssetDim | O::IssetDimK | O::IssetProp => self.read_chain(op),
            O::AssignDim | O::AssignDimK | O::AssignDimAppend | O::AssignDimOp | O::UnsetDim | O::LvDim | O::LvProp | O::LvStaticProp => {
                self.write_element(op)
            }
            O::AssignProp => self.assign_property(op),
            O::AssignPropOp => self.change_property(op),
            O::IncDecProp => self.step_property(op),
            O::PromoteParam => self.promote_parameter(op),
            O::ArrayKeyExists => self.key_exists(op),
            O::CallBuiltin => self.builtin(op),
            O::Count | O::Strlen => self.length(op),
            O::ToStringTmp => self.text(op),
            O::Move | O::MoveScalar => self.move_value(op),
            O::Copy => self.copy(op),
            O::CopyQuiet if self.held(op.b).tags.within(crate::Tags::VALUE) => self.copy(op),
            O::Assign => self.assign_unless_reference(op, Self::assign),
            O::Free => self.free(op),
            O::Add | O::Sub | O::Mul | O::Div | O::Mod | O::BitAnd | O::BitOr | O::BitXor | O::Shl | O::Shr => {
                self.arithmetic(op, slots.0, slots.1)
            }
            O::Pow => self.power(op),
            O::AddFF | O::SubFF | O::MulFF => self.proven_floats(op),
            O::AddI | O::SubI | O::MulI | O::ModI | O::BitAndI | O::ShlI | O::ShrI => self.arithmetic(op, sides.0, sides.1),
            O::AddVar | O::SubVar | O::MulVar => self.arithmetic_var(op, slots.0, slots.1),
            O::AddIVar | O::SubIVar => self.arithmetic_var(op, sides.0, sides.1),
            O::AssignOp => self.assign_op(op),
            O::PreInc => self.step(op, op.a, 1, None),
            O::PreDec => self.step(op, op.a, -1, None),
            O::PostInc => self.step(op, op.b, 1, Some(op.a)),
            O::PostDec => self.step(op, op.b, -1, Some(op.a)),
            O::Neg | O::Plus | O::BitNot | O::CastInt | O::CastFloat => self.unary(op),
            O::Not | O::ToBool => self.truth_value(op),
            O::IsType => self.is_type(op),
            O::Less | O::LessEqual | O::Equal | O::NotEqual | O::Identical | O::NotIdentical => self.comparison(op),
            O::Spaceship => self.spaceship(op),
            O::Jump => self.jump(op),
            O::JumpIf | O::JumpIfNot => self.jump_if(op),
            O::JumpIfKeep | O::JumpIfNotKeep => self.jump_keep(op),
            O::JumpLess
            | O::JumpLessEqual
            | O::JumpNotLess
            | O::JumpNotLessEqual
            | O::JumpEqual
            | O::JumpNotEqual
            | O::JumpIdentical
            | O::JumpNotIdentical => self.jump_on_relation(op, slots.0),
            O::JumpLessI
            | O::JumpLessEqualI
            | O::JumpNotLessI
            | O::JumpNotLessEqualI
            | O::JumpGreaterI
            | O::JumpGreaterEqualI
            | O::JumpNotGreaterI
            | O::JumpNotGreaterEqualI
            | O::JumpEqualI
            | O::JumpNotEqualI => self.jump_on_relation(op, imm(op.b)),
            O::JumpIdenticalK | O::JumpNotIdenticalK => self.jump_on_constant(op),
            O::JumpIfNotNull => self.jump_if_not_null(op),
            O::JumpIfSet => self.jump_if_set(op),
            O::JumpIfNullTo => self.jump_if_null_to(op),
            O::IssetVar => self.isset_variable(op),
            O::IterInit => self.start_iteration(op),
            O::IterNext | O::IterNextTmp => self.iterate(op),
            O::IterNextRef => self.iterate_by_reference(op),
            O::IterFree => self.end_iteration(op),
            O::JumpIfPassed => self.jump_if_passed(op),
            O::Switch => self.switch(op),
            O::FastCall => self.enter_finally(op),
            O::FastRet => self.leave_finally(op),
            O::Return => self.return_value(op),
            O::ReturnK => self.return_constant(op),
            O::DefaultK => self.default_constant(op),
            O::CheckParam => {
                let param = self.f.params.get(op.b as usize);
                let ty = param.and_then(|param| param.ty.as_ref());
                if param.is_some_and(|param| param.by_ref) { self.check_referred(op, ty) } else { self.check_type(op, op.a, ty) }
            }
            O::CheckReturn => self.check_type(op, op.a, self.f.return_type.as_ref()),
            _ => self.run_op(op),
        }
    }
}
