//! Instructions of forms that compute, load, store, guard and count.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_form::{Compare, Inst, IntOp, Kind, Tags, ValueId};
use loxo_value::{RcHeader, Tag};

use crate::arithmetic::Arithmetic;
use crate::builder::Builder;
use crate::function::{FunctionEmitter, Held, WORD, offset};

impl FunctionEmitter<'_, '_> {
    // Long because: one arm for each kind of instruction.
    pub fn inst(&mut self, inst: &Inst) {
        match inst.kind {
            Kind::Store(slot) | Kind::Replace(slot) | Kind::Release(slot) | Kind::BindElement(slot) => {
                self.results.retain(|(known, ..)| *known != slot);
                self.stored.retain(|(known, _)| *known != slot);
            }
            Kind::Run | Kind::RunJump => {
                self.results.clear();
                self.stored.clear();
            }
            Kind::Call => self.results.clear(),
            _ => {}
        }
        let held = match &inst.kind {
            Kind::Int(int) => Held::Unboxed(self.b.ins().iconst(types::I64, *int)),
            Kind::Float(bits) => Held::Unboxed(self.b.ins().f64const(f64::from_bits(*bits))),
            Kind::Bool(bool) => Held::Unboxed(self.b.ins().iconst(types::I8, i64::from(*bool))),
            Kind::Null => {
                let word = self.word(Tag::Null);
                Held::Boxed(word, word)
            }
            Kind::Constant(index) => {
                let [payload, word] = (self.what.constant)(*index);
                let (payload, word) = (self.address(payload as usize), self.address(word as usize));
                match inst.result.map(|result| self.type_of(result)) {
                    Some(ty) => self.held_of(ty, payload, word),
                    None => return,
                }
            }
            Kind::Load(_) if inst.result.is_some_and(|result| self.is_read_when_returned(result)) => return,
            Kind::Load(slot) => match inst.result {
                Some(result) => self.load_value(result, *slot),
                None => return,
            },
            Kind::Store(slot) => {
                let fp = self.fp;
                self.put(inst.args[0], fp, offset(*slot));
                self.stored.push((*slot, inst.args[0]));
                return;
            }
            Kind::Replace(slot) => {
                let fp = self.fp;
                return self.replace(inst, inst.args[0], (fp, offset(*slot)));
            }
            Kind::Release(slot) => return self.release(*slot),
            Kind::StartConstructor(number) => return self.start_constructor(inst, *number),
            Kind::EndWindow(window) => return self.end_window(inst.at, *window),
            Kind::Guard(tags) => return self.guard(inst, *tags),
            Kind::Box => {
                let (payload, word) = self.boxed(inst.args[0]);
                Held::Boxed(payload, word)
            }
            Kind::Unbox => match (self.held(inst.args[0]), inst.result) {
                (Held::Boxed(payload, word), Some(result)) => self.held_of(self.type_of(result), payload, word),
                (held, _) => held,
            },
            Kind::Count => {
                let (payload, word) = self.boxed(inst.args[0]);
                // Objects are never immortal.
                let is_object = self.type_of(inst.args[0]).tags.within(Tags::OBJECT);
                return if is_object { self.add_owners(payload, 1) } else { self.count(payload, word) };
            }
            Kind::HasTags(tags) => {
                let (_, word) = self.boxed(inst.args[0]);
                Held::Unboxed(self.tag_test(word, *tags, true))
            }
            Kind::Run => return self.run(inst),
            Kind::RunJump => return self.run_jump(inst),
            Kind::Call => return self.call_function(inst),
            Kind::CallFrameless => return self.call_frameless(inst),
            Kind::GuardCallee => return self.guard_callee(inst),
            Kind::GuardBool(wanted) => {
                let Held::Unboxed(bool) = self.held(inst.args[0]) else { return };
                let bad = if *wanted { self.b.ins().icmp_imm_u(IntCC::Equal, bool, 0) } else { bool };
                return self.leave_if(bad, inst, true);
            }
            Kind::GuardClass(classes) => return self.guard_class(inst, *classes),
            Kind::Intrinsic(which) => return self.intrinsic(inst, *which),
            Kind::Poll => return self.poll(inst),
            Kind::Property => return self.property(inst),
            Kind::PropertyAt(distance) => {
                let (object, _) = self.boxed(inst.args[0]);
                let payload = self.load(types::I64, object, *distance as i32);
                Held::Boxed(payload, self.b.ins().uload32(MemFlags::trusted(), object, *distance as i32 + WORD))
            }
            Kind::NewObject(number) => return self.new_object(inst, *number),
            Kind::ClosureThis => self.closure_this(inst.args[0]),
            Kind::Captured(index) => self.captured(inst.args[0], *index),
            Kind::SetPropertyAt(distance) => return self.set_property_at(inst, *distance as i32),
            Kind::PlaceIn(distance) => {
                let (object, _) = self.boxed(inst.args[0]);
                Held::Unboxed(self.b.ins().iadd_imm_s(object, i64::from(*distance)))
            }
            Kind::StorePropertyAt(distance) => {
                let (object, _) = self.boxed(inst.args[0]);
                return self.put(inst.args[1], object, *distance as i32);
            }
            Kind::SetPropertyIn(place, moves) => self.set_property_in(inst, *place, *moves),
            Kind::PromoteIn(place) => self.promote_in(inst, *place),
            Kind::Element(key) => return self.element(inst, *key),
            Kind::Deref => return self.deref(inst),
            Kind::IsUntyped => self.is_untyped(inst.args[0]),
            Kind::StoreInside => return self.store_inside(inst),
            Kind::ReplaceInside => return self.replace_inside(inst),
            Kind::OrNull => return self.or_null(inst),
            Kind::ArrayLength => return self.array_length(inst),
            Kind::ArrayPositions => return self.array_positions(inst),
            Kind::ValueInOrder | Kind::KeyInOrder => self.in_order(inst),
            Kind::StringLength => return self.string_length(inst),
            Kind::ElementAt => return self.element_at(inst),
            Kind::TruthOf => return self.truth_of(inst),
            Kind::DivideInts => self.divide_ints(inst),
            Kind::CaseOf => return self.case_of(inst),
            Kind::SameString(constant) => return self.same_string(inst, *constant),
            Kind::IsCallOf(_) | Kind::IsMethodCallOf(_) | Kind::IsClosureOf(_) => return self.is_call(inst),
            Kind::TakesReferences(window) => return self.takes_references(inst, *window),
            _ => self.of_place(inst).unwrap_or_else(|| Held::Unboxed(self.number(inst))),
        };
        self.define(inst, held);
    }

    /// Whether a value is one of these tags: not zero if that is as asked.
    pub fn tag_test(&mut self, word: Ir, tags: Tags, wanted: bool) -> Ir {
        let mask = u32::from(tags.0);
        if mask == 0 {
            return self.b.ins().iconst(types::I8, i64::from(!wanted));
        }
        let (low, high) = (mask.trailing_zeros(), mask.ilog2());
        let tag = self.b.ins().ireduce(types::I8, word);
        if low == high {
            let cc = if wanted { IntCC::Equal } else { IntCC::NotEqual };
            return self.b.ins().icmp_imm_u(cc, tag, i64::from(low));
        }
        if mask >> low == (1 << (high - low + 1)) - 1 {
            let cc = if wanted { IntCC::UnsignedLessThanOrEqual } else { IntCC::UnsignedGreaterThan };
            let above = if low == 0 { tag } else { self.b.ins().iadd_imm_s(tag, -i64::from(low)) };
            return self.b.ins().icmp_imm_u(cc, above, i64::from(high - low));
        }
        let mask = self.b.ins().iconst(types::I32, i64::from(mask));
        let bit = self.b.ins().ushr(mask, tag);
        let bit = self.b.ins().band_imm_u(bit, 1);
        self.b.ins().icmp_imm_u(if wanted { IntCC::NotEqual } else { IntCC::Equal }, bit, 0)
    }

    fn guard(&mut self, inst: &Inst, tags: Tags) {
        let held = self.held(inst.args[0]);
        let Held::Boxed(payload, word) = held else { return self.define(inst, held) };
        if !Tags::ANY.within(tags) {
            let bad = self.tag_test(word, tags, false);
            self.leave_if(bad, inst, true);
        }
        if let Some(result) = inst.result {
            let held = self.held_of(self.type_of(result), payload, word);
            self.define(inst, held);
        }
    }

    /// So many owners more of a thing. Reading the count again makes it one instruction.
    pub fn add_owners(&mut self, thing: Ir, more: i64) {
        let at = offset_of!(RcHeader, refcount) as i32;
        let owners = self.load(types::I32, thing, at);
        let owners = self.b.ins().iadd_imm_s(owners, more);
        self.store(owners, thing, at);
    }

    /// One owner more of what is counted.
    pub fn count(&mut self, payload: Ir, word: Ir) {
        let counted = self.b.ins().band_imm_u(word, i64::from(loxo_value::REFCOUNTED) << 8);
        let (up, add, on) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(counted, up, &[], on, &[]);
        self.b.switch_to_block(up);
        let owners = self.load(types::I32, payload, 0);
        // Immortal things are not written to.
        let mortal = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, owners, 0);
        self.b.ins().brif(mortal, add, &[], on, &[]);
        self.b.switch_to_block(add);
        self.add_owners(payload, 1);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// Writes a place and drops what it held.
    pub fn replace(&mut self, inst: &Inst, value: ValueId, (base, at): (Ir, i32)) {
        let old = self.b.ins().uload32(MemFlags::trusted(), base, at + WORD);
        let counted = self.b.ins().band_imm_u(old, i64::from(loxo_value::REFCOUNTED) << 8);
        let [thing, plain, many, last, done] = [0; 5].map(|_| self.b.create_block());
        self.b.ins().brif(counted, thing, &[], plain, &[]);
        self.b.switch_to_block(thing);
        let thing = self.load(types::I64, base, at);
        self.put(value, base, at);
        let owners = self.load(types::I32, thing, offset_of!(RcHeader, refcount) as i32);
        let several = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(several, many, &[], last, &[]);
        self.b.switch_to_block(many);
        let collectable = self.b.ins().band_imm_u(old, i64::from(loxo_value::COLLECTABLE) << 8);
        self.one_owner_less(thing, collectable, last);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(last);
        self.b.set_cold_block(last);
        let function = self.address(self.what.engine.drop_words);
        self.call(function, &[thing, old], 0);
        self.poll(inst);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(plain);
        self.put(value, base, at);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
    }

    /// Drops what is in a temporary.
    fn release(&mut self, slot: u32) {
        self.release_at(offset(slot));
    }

    /// Gives up what lies so far behind the beginning of the frame.
    pub fn release_at(&mut self, at: i32) {
        let fp = self.fp;
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, at + WORD);
        let (drop, on) = (self.b.create_block(), self.b.create_block());
        let counted = self.b.ins().band_imm_u(word, i64::from(loxo_value::REFCOUNTED) << 8);
        let some = self.b.create_block();
        self.b.ins().brif(counted, some, &[], on, &[]);
        self.b.switch_to_block(some);
        let thing = self.load(types::I64, fp, at);
        self.give_up_temporary(thing, drop);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(drop);
        self.b.set_cold_block(drop);
        let place = self.b.ins().iadd_imm_s(fp, i64::from(at));
        let function = self.address(self.what.engine.drop_slot);
        self.call(function, &[place], 0);
        let undef = self.word(Tag::Undef);
        self.store(undef, fp, at + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// An int where a division of ints leaves nothing, or else a float.
    fn divide_ints(&mut self, inst: &Inst) -> Held {
        let (left, right) = (self.unboxed(inst.args[0]), self.unboxed(inst.args[1]));
        let ranges = [0, 1].map(|side| self.type_of(inst.args[side]).range);
        let rest = Leaving { emitter: self, inst }.int_operation(IntOp::Mod, left, right, ranges, true);
        let (whole, broken, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let payload = self.b.append_block_param(done, types::I64);
        let word = self.b.append_block_param(done, types::I64);
        self.b.ins().brif(rest, broken, &[], whole, &[]);
        self.b.switch_to_block(whole);
        let quotient = self.b.ins().sdiv(left, right);
        let int = self.word(Tag::Int);
        self.b.ins().jump(done, &[quotient.into(), int.into()]);
        self.b.switch_to_block(broken);
        let [left, right] = [left, right].map(|side| self.b.ins().fcvt_from_sint(types::F64, side));
        let quotient = self.b.ins().fdiv(left, right);
        let bits = self.b.ins().bitcast(types::I64, MemFlags::new(), quotient);
        let float = self.word(Tag::Float);
        self.b.ins().jump(done, &[bits.into(), float.into()]);
        self.b.switch_to_block(done);
        Held::Boxed(payload, word)
    }

    /// An instruction that computes something unboxed of numbers.
    fn number(&mut self, inst: &Inst) -> Ir {
        let arg = |emitter: &Self, index: usize| emitter.unboxed(inst.args[index]);
        match inst.kind {
            Kind::Ints(op) => {
                let (lhs, rhs, ranges) = (arg(self, 0), arg(self, 1), [0, 1].map(|side| self.type_of(inst.args[side]).range));
                Leaving { emitter: self, inst }.int_operation(op, lhs, rhs, ranges, inst.exit.is_none())
            }
            Kind::Floats(op) => {
                let (lhs, rhs) = (arg(self, 0), arg(self, 1));
                Leaving { emitter: self, inst }.float_operation(op, lhs, rhs)
            }
            Kind::Power => {
                let floats = [0, 1].map(|side| arg(self, side));
                let bits = floats.map(|float| self.b.ins().bitcast(types::I64, MemFlags::new(), float));
                let function = self.address(self.what.engine.power);
                let result = self.call(function, &bits, 1)[0];
                self.b.ins().bitcast(types::F64, MemFlags::new(), result)
            }
            Kind::IntToFloat => {
                let int = arg(self, 0);
                self.b.ins().fcvt_from_sint(types::F64, int)
            }
            Kind::BoolToInt => {
                let bool = arg(self, 0);
                self.b.ins().uextend(types::I64, bool)
            }
            Kind::FloatToInt => {
                let float = arg(self, 0);
                Leaving { emitter: self, inst }.truncated(float)
            }
            Kind::CompareInts(compare) => {
                let cc = match compare {
                    Compare::Equal => IntCC::Equal,
                    Compare::NotEqual => IntCC::NotEqual,
                    Compare::Less => IntCC::SignedLessThan,
                    Compare::LessEqual => IntCC::SignedLessThanOrEqual,
                    Compare::Greater => IntCC::SignedGreaterThan,
                    Compare::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
                };
                let (lhs, rhs) = (arg(self, 0), arg(self, 1));
                self.b.ins().icmp(cc, lhs, rhs)
            }
            Kind::CompareFloats(compare) => {
                let cc = match compare {
                    Compare::Equal => FloatCC::Equal,
                    Compare::NotEqual => FloatCC::NotEqual,
                    Compare::Less => FloatCC::LessThan,
                    Compare::LessEqual => FloatCC::LessThanOrEqual,
                    Compare::Greater => FloatCC::GreaterThan,
                    Compare::GreaterEqual => FloatCC::GreaterThanOrEqual,
                };
                let (lhs, rhs) = (arg(self, 0), arg(self, 1));
                self.b.ins().fcmp(cc, lhs, rhs)
            }
            Kind::Not => {
                let bool = arg(self, 0);
                self.b.ins().bxor_imm_u(bool, 1)
            }
            _ => {
                let number = arg(self, 0);
                Leaving { emitter: self, inst }.is_not_zero(number)
            }
        }
    }
}

/// An instruction that leaves with its own state.
pub(crate) struct Leaving<'e, 'i, 'a, 'b> {
    pub emitter: &'e mut FunctionEmitter<'a, 'b>,
    pub inst: &'i Inst,
}

impl<'b> Arithmetic<'b> for Leaving<'_, '_, '_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.emitter.b
    }

    fn leave_on(&mut self, bad: Ir) {
        self.emitter.leave_if(bad, self.inst, false);
    }
}
