//! Chooses what is done for an op, by what is known of its operands.

use cranelift_codegen::ir::condcodes::{CondCode, FloatCC, IntCC};
use loxo_bytecode::{BinaryOp, Const, ConstKey, NONE, Op, OpCode, Relation, THIS, flag};
use loxo_value::{Tag, Value};

use crate::action::{Action, Change, Hop, Location, Operand, Step, Test, When};
use crate::op_slots::{argument_slots, consumed, touches, writes};
use crate::quotients::{becomes_float, becomes_int, is_exact_divisor};
use crate::state::{Range, State, Ty};
use crate::{LoopSnapshot, Property};
use loxo_form::{FloatOp, IntOp};

pub(crate) struct Planner<'a, 'v> {
    what: &'a LoopSnapshot<'v>,
    /// For each op of the loop that fetches an element or a property: what it might find. For a `foreach` that begins: its array.
    samples: Vec<Option<&'v Value>>,
    start: State,
}

impl<'a, 'v> Planner<'a, 'v> {
    pub fn new(what: &'a LoopSnapshot<'v>) -> Planner<'a, 'v> {
        let mut planner = Planner { what, samples: Vec::new(), start: State::new(0) };
        for at in what.low..=what.last {
            let op = planner.op(at);
            let sample = match op.code {
                OpCode::FetchDim | OpCode::FetchDimK => planner.sample(at, op.b).and_then(an_element),
                OpCode::IterInit => planner.sample(at, op.b),
                OpCode::FetchProp => planner.property(at, op.b, op.c).map(|property| property.value),
                _ => None,
            };
            planner.samples.push(sample);
        }
        planner.start = planner.expected();
        planner
    }

    pub fn op(&self, at: u32) -> &'v Op {
        &self.what.function.code[at as usize]
    }

    fn is_local(&self, slot: u32) -> bool {
        (slot as usize) < self.what.function.locals.len()
    }

    /// What a slot might hold when op `at` reads it.
    fn sample(&self, at: u32, slot: u32) -> Option<&'v Value> {
        if slot == THIS {
            return self.what.this;
        }
        if self.is_local(slot) {
            return self.what.locals.get(slot as usize).map(Value::deref);
        }
        match (self.what.low..at).rev().find(|&before| writes(self.op(before), slot)) {
            Some(writer) => *self.samples.get((writer - self.what.low) as usize)?,
            None => (self.what.iterated)(slot),
        }
    }

    /// The loop has an op that makes a variable's array one that others own too.
    pub fn shares(&self, var: u32) -> bool {
        (self.what.low..=self.what.last).map(|at| self.op(at)).any(|op| match op.code {
            OpCode::Assign => op.flags & flag::CONSUME_B == 0 && (op.a == var || op.b == var),
            OpCode::Copy | OpCode::CopyQuiet => op.b == var,
            _ => false,
        })
    }

    /// The variable holds something that is likely to be freed when it is overwritten.
    fn holds_its_own(&self, var: u32) -> bool {
        let held = self.what.locals.get(var as usize);
        held.is_some_and(|value| value.is_refcounted() && matches!(value.tag(), Tag::String | Tag::Array | Tag::Reference))
    }

    /// Where a property is in the object that a slot might hold.
    fn property(&self, at: u32, object: u32, name: u32) -> Option<Property<'v>> {
        self.property_of(self.sample(at, object)?, name)
    }

    fn property_of(&self, object: &'v Value, name: u32) -> Option<Property<'v>> {
        if object.is_object() { (self.what.property)(object, name) } else { None }
    }

    /// What a slot of the frame holds, as far as one can guess.
    fn guess(&self, at: u32, slot: u32) -> Option<Ty> {
        let tag = match self.sample(at, slot) {
            // A reference is not looked through here.
            Some(_) if self.is_local(slot) => *self.what.tags.get(slot as usize)?,
            Some(value) => value.tag() as u8,
            None => *self.what.tags.get(slot as usize)?,
        };
        match tag {
            tag if tag == Tag::Int as u8 => Some(Ty::Int),
            tag if tag == Tag::Float as u8 => Some(Ty::Float),
            tag if tag == Tag::False as u8 || tag == Tag::True as u8 => Some(Ty::Bool),
            tag if tag == Tag::Array as u8 => self.sample(at, slot).is_some_and(is_packed).then_some(Ty::Packed),
            // What others that share the reference do to it, they do through the interpreter.
            tag if tag == Tag::Reference as u8 && self.sample(at, slot).is_some_and(is_packed) => Some(Ty::Referenced),
            _ => None,
        }
    }

    /// What the loop may expect in its variables each time it begins.
    pub fn at_start(&self) -> State {
        self.start.clone()
    }

    fn expected(&self) -> State {
        let mut state = State::new(self.what.function.frame_slots as usize);
        let live = crate::live::at(self.what.function, self.what.low..=self.what.last, self.what.first);
        for slot in 0..self.what.function.locals.len() as u32 {
            match self.guess(self.what.first, slot) {
                // Others may not be set when the loop begins.
                Some(ty) if live.get(slot as usize) == Some(&true) => {
                    state.learn(slot, ty);
                    self.expect_owner(slot, &mut state);
                    // What a path of the loop does not say too is forgotten again.
                    if let Some(i) = self.sample(self.what.first, slot).and_then(Value::as_int) {
                        let range = Range::expected(i, self.what.again);
                        state.bound(slot, range.low, range.high);
                    }
                }
                Some(Ty::Int | Ty::Float | Ty::Bool) => state.learn_plain(slot),
                _ => {}
            }
        }
        // `foreach` loops that are under way.
        for op in (self.what.low..=self.what.last).map(|at| self.op(at)) {
            if matches!(op.code, OpCode::IterNext | OpCode::IterNextTmp) && (self.what.iterated)(op.a).is_some_and(is_packed) {
                state.learn(op.a, Ty::Packed);
                state.learn(op.a + 1, Ty::Int);
                state.bound(op.a + 1, Range::LENGTH.low, Range::LENGTH.high);
            }
        }
        state
    }

    /// The array in a variable that the loop writes to is expected to have one owner, if it has one now.
    fn expect_owner(&self, slot: u32, state: &mut State) {
        let written = (self.what.low..=self.what.last).any(|at| self.looks_into(at) == Some((slot, true)));
        let is_owned = |array: &Value| array.as_array().is_some_and(|array| array.refcount() == 1);
        if written && !self.what.again && !self.shares(slot) && self.sample(self.what.first, slot).is_some_and(is_owned) {
            state.learn_owned(slot);
        }
    }

    /// The slot in whose array an op looks for an element, and whether it writes it.
    pub fn looks_into(&self, at: u32) -> Option<(u32, bool)> {
        use OpCode as O;
        let op = self.op(at);
        match op.code {
            O::FetchDim | O::FetchDimK => Some((op.b, false)),
            O::AssignDim | O::AssignDimK | O::AssignDimOp | O::AssignDimAppend | O::LvDim => Some((op.a, true)),
            O::IterNext | O::IterNextTmp => Some((op.a, false)),
            _ => None,
        }
    }

    /// What is done for the op at `at`; `None`: the interpreter does it.
    pub fn step(&self, at: u32, state: &State) -> Option<Step> {
        let op = self.op(at);
        let mut selector = OpSelector { planner: self, at, state, guards: Vec::new(), overwrites: None, ops: 1 };
        let action = selector.action(op)?;
        let OpSelector { guards, overwrites, ops, .. } = selector;
        let consumed = (at..at + ops).flat_map(|at| consumed(self.op(at))).collect();
        Some(Step { guards, overwrites, action, ops, consumed })
    }

    /// The next op that takes slot `slot` after `at` takes it as an array to read from, and nothing else happens to it before.
    fn feeds_a_fetch(&self, at: u32, slot: u32) -> bool {
        for next in at + 1..=self.what.last {
            let op = self.op(next);
            if matches!(op.code, OpCode::FetchDim | OpCode::FetchDimK | OpCode::FetchProp)
                && op.b == slot
                && op.flags & flag::CONSUME_B != 0
            {
                return true;
            }
            if op.code.info().jumps || op.code.info().ends || touches(op, slot) {
                return false;
            }
        }
        false
    }
}

fn is_packed(value: &Value) -> bool {
    value.as_array().is_some_and(|array| array.packed_data().is_some())
}

/// Some element of an array; of a hash too, whose elements are mostly alike. `None`: references are among them, which code of loops does not follow.
fn an_element(array: &Value) -> Option<&Value> {
    let found = array.as_array()?.packed_data()?.iter().find(|value| !value.is_undef())?;
    (!found.is_ref()).then_some(found)
}

/// Collects what an action needs.
struct OpSelector<'a, 'v> {
    planner: &'a Planner<'a, 'v>,
    at: u32,
    state: &'a State,
    guards: Vec<(u32, Ty)>,
    overwrites: Option<u32>,
    ops: u32,
}

impl OpSelector<'_, '_> {
    /// The type of a slot, guarded if it is a guess.
    fn ty(&mut self, slot: u32) -> Option<Ty> {
        if slot == THIS || slot == NONE {
            return None;
        }
        if let Some(ty) = self.state.ty(slot) {
            return Some(ty);
        }
        if let Some((_, ty)) = self.guards.iter().find(|(guarded, _)| *guarded == slot) {
            return Some(*ty);
        }
        let ty = self.planner.guess(self.at, slot)?;
        self.guards.push((slot, ty));
        Some(ty)
    }

    fn scalar(&mut self, slot: u32) -> Option<Operand> {
        let ty = self.ty(slot)?;
        matches!(ty, Ty::Int | Ty::Float | Ty::Bool).then_some(Operand::Slot(slot, ty))
    }

    fn number(&mut self, slot: u32) -> Option<Operand> {
        self.scalar(slot).filter(|operand| operand.ty() != Ty::Bool)
    }

    fn int(&mut self, slot: u32) -> Option<Operand> {
        self.scalar(slot).filter(|operand| operand.ty() == Ty::Int)
    }

    /// A variable that is about to be overwritten with a scalar.
    fn overwrite(&mut self, var: u32) -> Option<()> {
        if var == THIS || var == NONE {
            return None;
        }
        match self.state.ty(var) {
            Some(Ty::Packed | Ty::Referenced | Ty::Element) => return None,
            Some(_) => {}
            None if self.guards.iter().any(|(slot, ty)| *slot == var && !matches!(ty, Ty::Packed | Ty::Referenced | Ty::Element)) => {}
            None if self.guards.iter().any(|(slot, _)| *slot == var) => return None,
            None if self.state.get(var).plain => {}
            // A string or an array mostly has one owner: it would have to be freed.
            None if self.planner.holds_its_own(var) => return None,
            None => self.overwrites = Some(var),
        }
        Some(())
    }

    /// An `Assign` of a packed array from one variable to another.
    fn is_packed_array(&mut self, op: &Op) -> bool {
        let planner = self.planner;
        // What stands for an element may be one of an array that goes away here; where a register is newer than the frame, it says nothing of what is let go.
        let held = self.state.ty(op.a);
        let fits = planner.is_local(op.a) && planner.is_local(op.b) && op.a != op.b && matches!(held, None | Some(Ty::Packed));
        fits && !self.state.borrows() && self.ty(op.b) == Some(Ty::Packed)
    }

    fn constant(&self, k: u32) -> Option<&'_ Const> {
        self.planner.what.function.consts.get(k as usize)
    }

    fn arithmetic(&mut self, op: BinaryOp, dst: u32, lhs: Operand, rhs: Operand) -> Option<Action> {
        if lhs.ty() == Ty::Int && rhs.ty() == Ty::Int {
            if op == BinaryOp::Div
                && let Some(action) = self.quotient(dst, lhs, rhs)
            {
                return Some(action);
            }
            return Some(Action::Ints { op: IntOp::of(op)?, dst, lhs, rhs });
        }
        Some(Action::Floats { op: FloatOp::of(op)?, dst, lhs, rhs })
    }

    /// `None`: the quotient is taken for an int.
    fn quotient(&self, dst: u32, lhs: Operand, rhs: Operand) -> Option<Action> {
        let (what, at) = (self.planner.what, self.at + 1);
        let next = what.function.code.get(at as usize);
        if becomes_int(next, dst) {
            return Some(Action::Ints { op: IntOp::Quotient, dst, lhs, rhs });
        }
        let called = next.filter(|next| next.code == OpCode::CallBuiltin).and_then(|_| (what.intrinsic)(at)).map(|call| call.what);
        let is_any = is_exact_divisor(rhs.range(self.state)) && becomes_float(next, called, self.state, dst);
        // Of two ints that do not divide comes a float: as last time.
        let is_float = what.tags.get(dst as usize) != Some(&(Tag::Int as u8));
        (is_float || is_any).then_some(Action::Quotient { dst, lhs, rhs, is_any })
    }

    fn compare(&mut self, op: OpCode, lhs: Operand, rhs: Operand) -> Option<Test> {
        let relation = op.info().relation?;
        if relation == Relation::Identical && lhs.ty() != rhs.ty() {
            return Some(Test::Const(false));
        }
        let (ints, floats) = match relation {
            Relation::Less => (IntCC::SignedLessThan, FloatCC::LessThan),
            Relation::LessEqual => (IntCC::SignedLessThanOrEqual, FloatCC::LessThanOrEqual),
            Relation::Greater => (IntCC::SignedGreaterThan, FloatCC::GreaterThan),
            Relation::GreaterEqual => (IntCC::SignedGreaterThanOrEqual, FloatCC::GreaterThanOrEqual),
            Relation::Equal | Relation::Identical => (IntCC::Equal, FloatCC::Equal),
        };
        let number = |operand: Operand| matches!(operand.ty(), Ty::Int | Ty::Float);
        match (lhs.ty(), rhs.ty()) {
            (Ty::Int, Ty::Int) => Some(Test::Ints(ints, lhs, rhs)),
            (Ty::Bool, Ty::Bool) if ints == IntCC::Equal => Some(Test::Ints(ints, lhs, rhs)),
            _ if number(lhs) && number(rhs) => Some(Test::Floats(floats, lhs, rhs)),
            _ => None,
        }
    }

    /// An array of which an element is read.
    fn array(&mut self, slot: u32) -> Option<u32> {
        let is_array = match self.ty(slot)? {
            Ty::Packed | Ty::Referenced => true,
            // What stands for an element may stand for an object.
            Ty::Element => self.planner.sample(self.at, slot).is_some_and(is_packed),
            _ => false,
        };
        is_array.then_some(slot)
    }

    /// An array of which an element is written.
    fn own_array(&mut self, slot: u32) -> Option<u32> {
        // What stands for an element would not see it move.
        if self.state.borrows() {
            return None;
        }
        matches!(self.ty(slot)?, Ty::Packed | Ty::Referenced).then_some(slot)
    }

    fn int_const(&self, k: u32) -> Option<Operand> {
        match self.constant(k)? {
            Const::Int(i) => Some(Operand::Int(*i)),
            _ => None,
        }
    }

    fn fetch(&mut self, op: &Op, key: Operand) -> Option<Action> {
        if op.flags & (flag::LIST | flag::NO_OBJECT) != 0 {
            return None;
        }
        let base = self.array(op.b)?;
        self.fetch_from(op, Location { base, hops: vec![Hop::Key(key)] })
    }

    fn fetch_property(&mut self, op: &Op) -> Option<Action> {
        if op.flags & flag::ENUM_ONLY != 0 {
            return None;
        }
        let property = self.planner.property(self.at, op.b, op.c)?;
        if !matches!(self.state_of(op.b), None | Some(Ty::Element)) {
            return None;
        }
        self.fetch_from(op, Location { base: op.b, hops: vec![property.hop()] })
    }

    fn fetch_from(&mut self, op: &Op, location: Location) -> Option<Action> {
        // A temporary that the frame owns would have to be released.
        if op.flags & flag::CONSUME_B != 0 && self.state.ty(op.b) != Some(Ty::Element) {
            return None;
        }
        let sample = self.planner.samples.get((self.at - self.planner.what.low) as usize).copied().flatten();
        let tag = sample.map_or_else(|| self.planner.what.tags.get(op.a as usize).copied(), |value| Some(value.deref().tag() as u8))?;
        if self.planner.feeds_a_fetch(self.at, op.a) {
            let class = sample.filter(|value| value.is_object()).and_then(|value| (self.planner.what.class)(value));
            let packed = sample.is_some_and(is_packed);
            return (class.is_some() || packed).then_some(Action::Borrow { dst: op.a, location, class });
        }
        let ty = match tag {
            tag if tag == Tag::Int as u8 => Ty::Int,
            tag if tag == Tag::Float as u8 => Ty::Float,
            tag if tag == Tag::False as u8 || tag == Tag::True as u8 => Ty::Bool,
            _ => return Some(Action::FetchCopy { dst: op.a, location }),
        };
        Some(Action::Fetch { dst: op.a, location, ty })
    }

    fn state_of(&self, slot: u32) -> Option<Ty> {
        if slot == THIS { None } else { self.state.ty(slot) }
    }

    /// What is at a location is changed by `op`. `old`: what it might be; `accepts`: tags that it may have then.
    fn change(
        &self,
        location: Location,
        old: &Value,
        accepts: u32,
        op: BinaryOp,
        rhs: Operand,
        result: Option<(u32, When)>,
    ) -> Option<Action> {
        let (change, ty) = match (old.tag(), rhs.ty()) {
            (Tag::Int, Ty::Int) => (Change::Ints(IntOp::of(op).filter(|op| *op != IntOp::Div)?, rhs), Ty::Int),
            (Tag::Float, Ty::Int | Ty::Float) => (Change::Floats(FloatOp::of(op)?, rhs), Ty::Float),
            _ => return None,
        };
        takes(accepts, ty).then_some(Action::Change { location, change, ty: Some(ty), result })
    }

    fn set(&self, location: Location, src: Operand, accepts: u32) -> Option<Action> {
        takes(accepts, src.ty()).then_some(Action::Change { location, change: Change::Set(src), ty: None, result: None })
    }

    /// A nested write: the ops from `LvDim` or `LvProp` on to the one that writes.
    fn nested_write(&mut self, op: &Op) -> Option<Action> {
        let refused = flag::UNSET | flag::REF;
        if op.flags & refused != 0 {
            return None;
        }
        let mut sample = self.planner.sample(self.at, op.a)?;
        let mut location = Location { base: op.a, hops: Vec::new() };
        let mut accepts = ANYTHING;
        if op.code == OpCode::LvDim {
            self.own_array(op.a)?;
            location.hops.push(Hop::Key(self.int(op.b)?));
            sample = an_element(sample)?;
        } else {
            if self.state.borrows() || self.state_of(op.a).is_some() || op.flags & flag::CONSUME_A != 0 {
                return None;
            }
            let property = self.planner.property_of(sample, op.b)?;
            location.hops.push(property.hop());
            (sample, accepts) = (property.value, property.accepts);
        }
        for at in self.at + 1..=self.planner.what.last {
            let next = self.planner.op(at);
            self.ops += 1;
            let by = if next.flags & flag::DEC != 0 { BinaryOp::Sub } else { BinaryOp::Add };
            let when = if next.flags & flag::POST != 0 { When::Before } else { When::After };
            let stepped = (next.flags & flag::KEEP != 0).then_some((next.a, when));
            let keeps = next.flags & flag::KEEP != 0;
            // The next step begins at the array or object found so far.
            match next.code {
                OpCode::LvLvDim if next.flags & refused == 0 => {
                    location.hops.push(Hop::Key(self.int(next.b)?));
                    (sample, accepts) = (an_element(sample)?, ANYTHING);
                }
                OpCode::LvLvProp if next.flags & refused == 0 => {
                    let property = self.planner.property_of(sample, next.b)?;
                    location.hops.push(property.hop());
                    (sample, accepts) = (property.value, property.accepts);
                }
                OpCode::LvAssignDim => {
                    location.hops.push(Hop::Key(self.int(next.b)?));
                    an_element(sample)?;
                    let src = self.scalar(next.c)?;
                    return self.set(location, src, ANYTHING);
                }
                OpCode::LvAssignDimAppend => {
                    sample.as_array()?.packed_data()?;
                    let src = self.scalar(next.c)?;
                    return Some(Action::Push { location, src });
                }
                OpCode::LvAssignDimOp if !keeps => {
                    location.hops.push(Hop::Key(self.int(next.b)?));
                    let rhs = self.number(next.c)?;
                    return self.change(location, an_element(sample)?, ANYTHING, *BinaryOp::ALL.get(next.x as usize)?, rhs, None);
                }
                OpCode::LvAssign => {
                    let src = self.scalar(next.c)?;
                    return self.set(location, src, accepts);
                }
                OpCode::LvIncDec => return self.change(location, sample, accepts, by, Operand::Int(1), stepped),
                OpCode::LvAssignOp if !keeps => {
                    let rhs = self.number(next.c)?;
                    return self.change(location, sample, accepts, *BinaryOp::ALL.get(next.x as usize)?, rhs, None);
                }
                OpCode::LvAssignProp | OpCode::LvAssignPropOp | OpCode::LvIncDecProp => {
                    let property = self.planner.property_of(sample, next.b)?;
                    location.hops.push(property.hop());
                    return match next.code {
                        OpCode::LvAssignProp => {
                            let src = self.scalar(next.c)?;
                            self.set(location, src, property.accepts)
                        }
                        OpCode::LvIncDecProp => self.change(location, property.value, property.accepts, by, Operand::Int(1), stepped),
                        _ if keeps => None,
                        _ => {
                            let rhs = self.number(next.c)?;
                            self.change(location, property.value, property.accepts, next.operator()?, rhs, None)
                        }
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// A call that can be computed in place, with numbers of one type.
    fn intrinsic(&mut self, op: &Op) -> Option<Action> {
        let call = (self.planner.what.intrinsic)(self.at)?;
        if op.x == NONE || op.c != call.what.arguments() {
            return None;
        }
        let arguments: Vec<Operand> = argument_slots(op).map(|slot| self.number(slot)).collect::<Option<_>>()?;
        let ty = arguments.first()?.ty();
        let result = crate::intrinsics::result(call.what, ty)?;
        arguments.iter().all(|argument| argument.ty() == ty).then_some(Action::Intrinsic { dst: op.x, call, arguments, result })
    }

    /// A step of a `foreach` loop.
    fn next(&mut self, op: &Op) -> Option<Action> {
        // What stands for an element may be one of an array that goes away here.
        if self.state.borrows() || self.ty(op.a)? != Ty::Packed || self.ty(op.a + 1)? != Ty::Int {
            return None;
        }
        let element = an_element(self.planner.sample(self.at, op.a)?)?;
        let ty = match element.tag() {
            Tag::Int => Some(Ty::Int),
            Tag::Float => Some(Ty::Float),
            Tag::False | Tag::True => Some(Ty::Bool),
            _ => None,
        };
        let overwrites = match self.state.get(op.b) {
            _ if op.code == OpCode::IterNextTmp => None,
            known if matches!(known.ty, Some(Ty::Packed | Ty::Referenced)) => return None,
            known if known.plain || known.ty.is_some() => None,
            _ => Some(op.b),
        };
        let key = (op.x != NONE).then_some(op.x);
        Some(Action::Next { iter: op.a, value: op.b, ty, key, overwrites, end: op.c })
    }

    /// `object->name` is written.
    fn write_property(&mut self, op: &Op) -> Option<Action> {
        let (object, name) = if op.code == OpCode::IncDecProp { (op.b, op.c) } else { (op.a, op.b) };
        let consumes = if op.code == OpCode::IncDecProp { flag::CONSUME_B } else { flag::CONSUME_A };
        if op.flags & consumes != 0 || self.state.borrows() || self.state_of(object).is_some() {
            return None;
        }
        let property = self.planner.property(self.at, object, name)?;
        let location = Location { base: object, hops: vec![property.hop()] };
        let keeps = op.flags & flag::KEEP != 0;
        match op.code {
            OpCode::AssignProp => {
                let src = self.scalar(op.c)?;
                self.set(location, src, property.accepts)
            }
            OpCode::IncDecProp => {
                let by = if op.flags & flag::DEC != 0 { BinaryOp::Sub } else { BinaryOp::Add };
                let when = if op.flags & flag::POST != 0 { When::Before } else { When::After };
                self.change(location, property.value, property.accepts, by, Operand::Int(1), keeps.then_some((op.a, when)))
            }
            _ if keeps => None,
            _ => {
                let rhs = self.number(op.c)?;
                self.change(location, property.value, property.accepts, op.operator()?, rhs, None)
            }
        }
    }

    /// What the op comes down to; `None`: it is left to the interpreter.
    // Long because: one arm for each op that is lowered.
    fn action(&mut self, op: &Op) -> Option<Action> {
        use OpCode as O;
        let imm = |value: u32| Operand::Int(i64::from(value as i32));
        let swapped = |imm: Operand, lhs: Operand| if op.flags & flag::SWAPPED != 0 { (imm, lhs) } else { (lhs, imm) };
        Some(match op.code {
            O::Nop => Action::Nothing,
            O::LoadK | O::AssignK => {
                if op.code == O::AssignK {
                    self.overwrite(op.a)?;
                }
                let src = match self.constant(op.b)? {
                    Const::Int(i) => Operand::Int(*i),
                    Const::Float(f) => Operand::Float(*f),
                    Const::False => Operand::Bool(false),
                    Const::True => Operand::Bool(true),
                    _ => return Some(Action::Constant { dst: op.a, k: op.b }),
                };
                Action::Set { dst: op.a, src }
            }
            O::Move | O::MoveScalar | O::Copy | O::CopyQuiet | O::Assign => {
                if op.b == THIS {
                    return None;
                }
                if op.code == O::Assign && self.is_packed_array(op) {
                    return Some(Action::AssignArray { dst: op.a, src: op.b });
                }
                if op.code == O::Assign || (op.code == O::MoveScalar && self.planner.is_local(op.a)) {
                    self.overwrite(op.a)?;
                }
                if let Some(src) = self.scalar(op.b) {
                    return Some(Action::Set { dst: op.a, src });
                }
                self.guards.retain(|(slot, _)| *slot != op.b);
                if self.state.ty(op.b) == Some(Ty::Element) {
                    return None;
                }
                let consumes = op.code == O::Move || (op.code == O::Assign && op.flags & flag::CONSUME_B != 0);
                if consumes { Action::Move { dst: op.a, src: op.b } } else { Action::Copy { dst: op.a, src: op.b } }
            }
            O::Free => {
                self.scalar(op.a)?;
                Action::Nothing
            }
            O::Add
            | O::Sub
            | O::Mul
            | O::Div
            | O::Mod
            | O::BitAnd
            | O::BitOr
            | O::BitXor
            | O::Shl
            | O::Shr
            | O::AddFF
            | O::SubFF
            | O::MulFF => {
                let (lhs, rhs) = (self.number(op.b)?, self.number(op.c)?);
                return self.arithmetic(op.code.info().computes?, op.a, lhs, rhs);
            }
            O::AddVar | O::SubVar | O::MulVar => {
                let (lhs, rhs) = (self.number(op.b)?, self.number(op.c)?);
                self.overwrite(op.a)?;
                return self.arithmetic(op.code.info().computes?, op.a, lhs, rhs);
            }
            O::AddI | O::SubI | O::MulI | O::ModI | O::BitAndI | O::ShlI | O::ShrI => {
                let (lhs, rhs) = swapped(imm(op.c), self.number(op.b)?);
                return self.arithmetic(op.code.info().computes?, op.a, lhs, rhs);
            }
            O::AddIVar | O::SubIVar => {
                let (lhs, rhs) = swapped(imm(op.c), self.number(op.b)?);
                self.overwrite(op.a)?;
                return self.arithmetic(op.code.info().computes?, op.a, lhs, rhs);
            }
            O::AssignOp => {
                if op.flags & flag::KEEP != 0 {
                    return None;
                }
                let (lhs, rhs) = (self.number(op.a)?, self.number(op.c)?);
                return self.arithmetic(*BinaryOp::ALL.get(op.x as usize)?, op.a, lhs, rhs);
            }
            O::PreInc | O::PreDec | O::PostInc | O::PostDec => {
                let post = matches!(op.code, O::PostInc | O::PostDec);
                let var = if post { op.b } else { op.a };
                self.int(var)?;
                let by = if matches!(op.code, O::PreInc | O::PostInc) { 1 } else { -1 };
                Action::Step { var, by, before: post.then_some(op.a) }
            }
            O::Neg => match self.number(op.b)? {
                lhs if lhs.ty() == Ty::Int => Action::Ints { op: IntOp::Mul, dst: op.a, lhs, rhs: Operand::Int(-1) },
                lhs => Action::Floats { op: FloatOp::Mul, dst: op.a, lhs, rhs: Operand::Float(-1.0) },
            },
            O::CastInt => {
                let src = self.scalar(op.b)?;
                if src.ty() == Ty::Int { Action::Set { dst: op.a, src } } else { Action::ToInt { dst: op.a, src } }
            }
            O::CastFloat => {
                let src = self.number(op.b)?;
                if src.ty() == Ty::Float { Action::Set { dst: op.a, src } } else { Action::ToFloat { dst: op.a, src } }
            }
            O::ToBool => Action::Compare { dst: op.a, test: Test::Truth(self.scalar(op.b)?) },
            O::Not => match self.scalar(op.b)? {
                src if src.ty() == Ty::Bool => Action::Compare { dst: op.a, test: Test::Ints(IntCC::Equal, src, Operand::Bool(false)) },
                src if src.ty() == Ty::Int => Action::Compare { dst: op.a, test: Test::Ints(IntCC::Equal, src, Operand::Int(0)) },
                src => Action::Compare { dst: op.a, test: Test::Floats(FloatCC::Equal, src, Operand::Float(0.0)) },
            },
            O::IsType => {
                let tags = match self.scalar(op.b)?.ty() {
                    Ty::Int => 1u32 << Tag::Int as u32,
                    Ty::Float => 1 << Tag::Float as u32,
                    // One of two: only both together are decided here.
                    _ => match op.c & (1 << Tag::False as u32 | 1 << Tag::True as u32) {
                        0 => 0,
                        both if both.count_ones() == 2 => both,
                        _ => return None,
                    },
                };
                Action::Compare { dst: op.a, test: Test::Const(op.c & tags != 0) }
            }
            O::Less | O::LessEqual | O::Equal | O::NotEqual | O::Identical | O::NotIdentical => {
                let (lhs, rhs) = (self.scalar(op.b)?, self.scalar(op.c)?);
                let test = self.compare(op.code, lhs, rhs)?;
                let negated = op.code.info().negated;
                Action::Compare { dst: op.a, test: if negated { negate(test)? } else { test } }
            }
            O::Jump => Action::Jump { target: op.c },
            O::JumpIf | O::JumpIfNot => Action::Branch { test: Test::Truth(self.scalar(op.a)?), when: op.code == O::JumpIf, target: op.c },
            O::JumpLess
            | O::JumpLessEqual
            | O::JumpEqual
            | O::JumpIdentical
            | O::JumpNotLess
            | O::JumpNotLessEqual
            | O::JumpNotEqual
            | O::JumpNotIdentical => {
                let (lhs, rhs) = (self.scalar(op.a)?, self.scalar(op.b)?);
                let test = self.compare(op.code, lhs, rhs)?;
                Action::Branch { test, when: !op.code.info().negated, target: op.c }
            }
            O::JumpLessI
            | O::JumpLessEqualI
            | O::JumpGreaterI
            | O::JumpGreaterEqualI
            | O::JumpEqualI
            | O::JumpNotLessI
            | O::JumpNotLessEqualI
            | O::JumpNotGreaterI
            | O::JumpNotGreaterEqualI
            | O::JumpNotEqualI => {
                let lhs = self.number(op.a)?;
                let test = self.compare(op.code, lhs, imm(op.b))?;
                Action::Branch { test, when: !op.code.info().negated, target: op.c }
            }
            O::JumpIdenticalK | O::JumpNotIdenticalK => {
                let lhs = self.scalar(op.a)?;
                let rhs = match self.constant(op.b)? {
                    Const::Int(i) => Operand::Int(*i),
                    Const::Float(f) => Operand::Float(*f),
                    Const::False => Operand::Bool(false),
                    Const::True => Operand::Bool(true),
                    // A scalar is none of the others.
                    _ => return Some(Action::Branch { test: Test::Const(false), when: !op.code.info().negated, target: op.c }),
                };
                let test = self.compare(op.code, lhs, rhs)?;
                Action::Branch { test, when: !op.code.info().negated, target: op.c }
            }
            O::FetchDim => {
                let key = self.int(op.c)?;
                return self.fetch(op, key);
            }
            O::FetchDimK => {
                let key = self.int_const(op.c)?;
                return self.fetch(op, key);
            }
            O::IterNext | O::IterNextTmp => return self.next(op),
            O::FetchProp => return self.fetch_property(op),
            O::AssignDim | O::AssignDimK => {
                let base = self.own_array(op.a)?;
                let key = if op.code == O::AssignDim { self.int(op.b)? } else { self.int_const(op.b)? };
                let src = self.scalar(op.c)?;
                return self.set(Location { base, hops: vec![Hop::Key(key)] }, src, ANYTHING);
            }
            O::AssignDimOp if op.flags & flag::KEEP == 0 => {
                let base = self.own_array(op.a)?;
                let key = self.int(op.b)?;
                let rhs = self.number(op.c)?;
                let old = self.planner.sample(self.at, op.a).and_then(an_element)?;
                let location = Location { base, hops: vec![Hop::Key(key)] };
                return self.change(location, old, ANYTHING, *BinaryOp::ALL.get(op.x as usize)?, rhs, None);
            }
            O::AssignDimAppend => {
                let base = self.own_array(op.a)?;
                Action::Push { location: Location { base, hops: Vec::new() }, src: self.scalar(op.c)? }
            }
            O::LvDim | O::LvProp => return self.nested_write(op),
            O::AssignProp | O::AssignPropOp | O::IncDecProp => return self.write_property(op),
            O::Switch => {
                let table = self.planner.what.function.switches.get(op.b as usize)?;
                let ints = table.cases.iter().all(|(key, _)| matches!(key, ConstKey::Int(_)));
                let src = self.int(op.a).filter(|_| ints)?;
                Action::Switch { src, table: op.b, otherwise: table.miss }
            }
            O::CallBuiltin => return self.intrinsic(op),
            O::Count if op.flags & flag::CONSUME_B == 0 => Action::Count { dst: op.a, base: self.array(op.b)? },
            _ => return None,
        })
    }
}

/// Tags that an element may have.
const ANYTHING: u32 = u32::MAX;

/// A value of this type may be stored where these tags are accepted.
fn takes(accepts: u32, ty: Ty) -> bool {
    let tags = match ty {
        Ty::Int => 1 << Tag::Int as u32,
        Ty::Float => 1 << Tag::Float as u32,
        Ty::Bool => 1 << Tag::False as u32 | 1 << Tag::True as u32,
        Ty::Packed | Ty::Referenced | Ty::Element => return false,
    };
    accepts & tags == tags
}

fn negate(test: Test) -> Option<Test> {
    Some(match test {
        Test::Ints(cc, l, r) => Test::Ints(cc.complement(), l, r),
        Test::Floats(FloatCC::Equal, l, r) => Test::Floats(FloatCC::NotEqual, l, r),
        Test::Const(answer) => Test::Const(!answer),
        _ => return None,
    })
}
