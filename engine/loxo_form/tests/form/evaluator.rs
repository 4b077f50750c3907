//! Runs forms on the model of the interpreter, which goes on where they leave.

use loxo_bytecode::{Function, Unit};
use loxo_form::{BlockId, Compare, End, FloatOp, Form, FrameState, Inst, IntOp, Kind, StateId, Tags, ValueId};

use crate::calls::Calls;
use crate::machine::{Machine, Next, V};

/// Small random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

pub struct Evaluator<'a, 'm> {
    pub form: &'a Form,
    pub calls: &'a Calls<'a>,
    pub machine: &'a mut Machine<'m>,
    pub random: &'a mut Random,
    values: Vec<Option<V>>,
    /// Ops and instructions that were run.
    steps: usize,
    /// Ops among them.
    left: usize,
    /// One in so many exits is taken although nothing asks for it.
    exits: u64,
}

const LIMIT: usize = 20_000;

/// The function's result, by the interpreter alone; `None`: it takes too long.
pub fn interpret(machine: &mut Machine<'_>) -> Option<V> {
    let mut at = 0;
    for _ in 0..LIMIT {
        match machine.step(at) {
            Next::Op(next) => at = next,
            Next::Return(v) => return Some(v),
        }
    }
    None
}

impl<'a, 'm> Evaluator<'a, 'm> {
    pub fn new(form: &'a Form, calls: &'a Calls<'a>, machine: &'a mut Machine<'m>, random: &'a mut Random) -> Evaluator<'a, 'm> {
        let exits = if random.one_in(2) { 40 } else { u64::MAX };
        Evaluator { values: vec![None; form.values.len()], form, calls, machine, random, steps: 0, left: 0, exits }
    }

    /// The function's result, by the form where it can be entered, else by the interpreter.
    pub fn run(&mut self) -> Option<V> {
        let mut at = 0;
        while self.steps < 8 * LIMIT {
            let entry = self.form.entries.iter().find(|entry| entry.op == at && (entry.op != self.form.entries[0].op || self.steps == 0));
            if let Some(entry) = entry.copied() {
                match self.compiled(entry.block) {
                    Next::Op(next) => at = next,
                    returned => return Some(result(returned)),
                }
            }
            // What the form leaves to it, the interpreter does.
            self.steps += 1;
            self.left += 1;
            match self.machine.step(at) {
                Next::Op(next) => at = next,
                Next::Return(v) => return Some(v),
            }
        }
        None
    }

    fn get(&self, value: ValueId) -> V {
        self.values[value.0 as usize].unwrap_or_else(|| panic!("{value} was not computed"))
    }

    /// A constant's number in the function that it is of.
    fn name(&self, k: u32) -> u32 {
        let own = (k as usize) < self.machine.function.consts.len();
        if own { k } else { self.calls.constant(k).expect("a function with the constant").1 }
    }

    fn constant(&self, k: u32) -> V {
        if (k as usize) < self.machine.function.consts.len() {
            return self.machine.constant(k);
        }
        let (function, k) = self.calls.constant(k).expect("a function with the constant");
        Machine::constant_of(function, k)
    }

    fn leave(&mut self, state: StateId) -> Next {
        let FrameState { op, slots, before, .. } = &self.form.states[state.0 as usize];
        for (slot, value) in slots {
            let old = self.machine.frame[*slot as usize];
            let is_local = (*slot as usize) < self.machine.function.locals.len();
            assert!(!is_local || !matches!(old, V::Str(id) if id >= 1000), "slot {slot} still owns a string");
            self.machine.frame[*slot as usize] = self.get(*value);
        }
        for op in before {
            assert_eq!(self.machine.step(*op), Next::Op(*op + 1), "op {op} is run first");
        }
        Next::Op(*op)
    }

    fn compiled(&mut self, start: BlockId) -> Next {
        let mut block = start;
        loop {
            let form = self.form;
            for inst in &form.blocks[block.0 as usize].insts {
                self.steps += 1;
                if let Some(next) = self.inst(inst) {
                    return next;
                }
            }
            let (to, arguments): (BlockId, &[ValueId]) = match &form.blocks[block.0 as usize].end {
                End::Jump(to, arguments) => (*to, arguments),
                End::Branch { on, then, otherwise } => {
                    let way = if self.get(*on) == V::Bool(true) { then } else { otherwise };
                    (way.0, &way.1)
                }
                End::Switch { on, cases, otherwise } => {
                    let V::Int(on) = self.get(*on) else { panic!("a switch on no int") };
                    (cases.iter().find(|(key, _)| *key == on).map_or(*otherwise, |(_, to)| *to), &[])
                }
                End::Return(value, owned) => {
                    for owned in owned {
                        let v = std::mem::replace(&mut self.machine.frame[owned.slot as usize], V::Undef);
                        assert!(!owned.is_reference || matches!(v, V::Ref(_)), "slot {} is {v:?}", owned.slot);
                        self.machine.drop(v);
                    }
                    return Next::Return(self.get(*value));
                }
                End::Leave(state) => return self.leave(*state),
            };
            if self.steps > 8 * LIMIT {
                return Next::Return(V::Dead);
            }
            let passed: Vec<V> = arguments.iter().map(|value| self.get(*value)).collect();
            for (param, v) in form.blocks[to.0 as usize].params.iter().zip(passed) {
                self.check(*param, v);
                self.values[param.0 as usize] = Some(v);
            }
            block = to;
        }
    }

    /// A value is what its type says.
    fn check(&self, value: ValueId, v: V) {
        let ty = self.form.values[value.0 as usize];
        assert!(has(ty.tags, v), "{value}: {ty} is {v:?}");
        if let V::Int(i) = v {
            assert!(ty.range.0 <= i && i <= ty.range.1, "{value}: {ty} is {i}");
        }
    }

    fn inst(&mut self, inst: &Inst) -> Option<Next> {
        let args: Vec<V> = inst.args.iter().map(|value| self.get(*value)).collect();
        let leaves = inst.exit.filter(|_| self.random.one_in(self.exits));
        // What is replaced is dropped first.
        let is_done_first = matches!(inst.kind, Kind::Replace(_) | Kind::ReplaceInside);
        if let Some(exit) = leaves.filter(|_| !is_done_first) {
            return Some(self.leave(exit));
        }
        let result = match self.compute(inst, &args) {
            Ok(result) => result,
            // Nobody catches what was thrown.
            Err(Some(u32::MAX)) => return Some(Next::Return(V::Dead)),
            Err(Some(op)) => return Some(Next::Op(op)),
            Err(None) => return Some(self.leave(inst.exit.expect("an exit"))),
        };
        if let Some(value) = inst.result {
            let v = result.expect("a result");
            self.check(value, v);
            self.values[value.0 as usize] = Some(v);
        }
        leaves.map(|exit| self.leave(exit))
    }

    /// The result; or the op to go on at; or nothing, to leave with the instruction's state.
    fn compute(&mut self, inst: &Inst, args: &[V]) -> Result<Option<V>, Option<u32>> {
        Ok(Some(match (&inst.kind, args) {
            (Kind::Int(i), _) => V::Int(*i),
            (Kind::Float(bits), _) => V::Float(f64::from_bits(*bits)),
            (Kind::Bool(b), _) => V::Bool(*b),
            (Kind::Null, _) => V::Null,
            (Kind::Constant(k), _) => self.constant(*k),
            (Kind::Load(slot), _) => {
                let v = self.machine.frame[*slot as usize];
                assert_ne!(v, V::Dead, "slot {slot} is loaded");
                v
            }
            (Kind::Store(slot), [v]) => {
                let old = self.machine.frame[*slot as usize];
                let is_local = (*slot as usize) < self.machine.function.locals.len();
                assert!(!is_local || !matches!(old, V::Str(id) if id >= 1000), "slot {slot} owns a string");
                self.machine.frame[*slot as usize] = *v;
                return Ok(None);
            }
            (Kind::Replace(slot), [v]) => {
                let old = std::mem::replace(&mut self.machine.frame[*slot as usize], *v);
                self.machine.drop(old);
                return Ok(None);
            }
            (Kind::Release(slot), _) => {
                let old = std::mem::replace(&mut self.machine.frame[*slot as usize], V::Dead);
                self.machine.drop(old);
                return Ok(None);
            }
            (Kind::Count, [v]) => {
                self.machine.dup(*v);
                return Ok(None);
            }
            (Kind::Guard(tags), [v]) if has(*tags, *v) => *v,
            (Kind::Guard(_), _) => return Err(None),
            (Kind::Box | Kind::Unbox, [v]) => *v,
            (Kind::Ints(op), [V::Int(l), V::Int(r)]) => V::Int(ints(*op, *l, *r).ok_or(None)?),
            (Kind::Floats(op), [V::Float(l), V::Float(r)]) => V::Float(match op {
                FloatOp::Add => l + r,
                FloatOp::Sub => l - r,
                FloatOp::Mul => l * r,
                FloatOp::Div if *r == 0.0 => return Err(None),
                FloatOp::Div => l / r,
            }),
            (Kind::DivideInts, [V::Int(_), V::Int(0 | -1)]) => return Err(None),
            (Kind::DivideInts, [V::Int(l), V::Int(r)]) if l % r == 0 => V::Int(l / r),
            (Kind::DivideInts, [V::Int(l), V::Int(r)]) => V::Float(*l as f64 / *r as f64),
            (Kind::Power, [V::Float(l), V::Float(r)]) => V::Float(l.powf(*r)),
            (Kind::BoolToInt, [V::Bool(b)]) => V::Int(i64::from(*b)),
            (Kind::IntToFloat, [V::Int(i)]) => V::Float(*i as f64),
            (Kind::FloatToInt, [V::Float(f)]) if f.is_finite() && f.abs() < 9e18 => V::Int(*f as i64),
            (Kind::FloatToInt, _) => return Err(None),
            (Kind::CompareInts(how), [V::Int(l), V::Int(r)]) => V::Bool(compare(*how, Some(l.cmp(r)))),
            (Kind::CompareInts(how), [V::Bool(l), V::Bool(r)]) => V::Bool(compare(*how, Some(l.cmp(r)))),
            (Kind::CompareFloats(how), [V::Float(l), V::Float(r)]) => V::Bool(compare(*how, l.partial_cmp(r))),
            (Kind::Not, [V::Bool(b)]) => V::Bool(!b),
            (Kind::Truth, [v]) => V::Bool(Machine::truthy(*v)),
            (Kind::HasTags(tags), [v]) => V::Bool(has(*tags, *v)),
            (Kind::TruthOf, [v]) => V::Bool(Machine::truthy(*v)),
            (Kind::CaseOf, [v @ V::Str(_)]) => V::Int(i64::from(self.machine.case_of(inst.at, *v))),
            (Kind::SameString(k), [v]) => V::Bool(*v == self.constant(*k)),
            (Kind::Element(_) | Kind::ElementAt | Kind::Property, _) if self.random.one_in(8) => V::Ref(usize::MAX),
            (Kind::ElementAt, [_, V::Undef]) => V::Ref(usize::MAX),
            (Kind::Element(_) | Kind::ElementAt, [V::Null | V::Undef, ..]) => V::Undef,
            (Kind::Element(k), [base @ V::Str(_)]) => self.machine.element(*base, V::Int(i64::from(self.name(*k)))).unwrap_or(V::Undef),
            (Kind::ElementAt, [base @ V::Str(_), key @ V::Int(_)]) => self.machine.element(*base, *key).unwrap_or(V::Undef),
            (Kind::Property, [base @ V::Str(_)]) => {
                let own = self.machine.function.code.get(inst.at as usize);
                let name = own.or_else(|| self.calls.op(inst.at)).expect("an op").c;
                self.machine.element(*base, V::Int(i64::from(name))).unwrap_or(V::Ref(usize::MAX))
            }
            (Kind::Element(_) | Kind::ElementAt | Kind::Property, _) => V::Ref(usize::MAX),
            (Kind::Deref, [V::Ref(id)]) => self.machine.refs[*id],
            (Kind::Deref, [v]) => *v,
            (Kind::IsUntyped, [V::Ref(_)]) => V::Bool(!self.random.one_in(8)),
            (Kind::StoreInside, [V::Ref(id), v]) => {
                assert!(has(Tags::UNCOUNTED, self.machine.refs[*id]), "{:?} is overwritten", self.machine.refs[*id]);
                self.machine.refs[*id] = *v;
                return Ok(None);
            }
            (Kind::ReplaceInside, [V::Ref(id), v]) => {
                let old = std::mem::replace(&mut self.machine.refs[*id], *v);
                self.machine.drop(old);
                return Ok(None);
            }
            (Kind::OrNull, [V::Undef]) => V::Null,
            (Kind::OrNull, [v]) => *v,
            (Kind::Run | Kind::Call, _) => match self.machine.step(inst.at) {
                Next::Op(next) if next == inst.at + 1 => return Ok(None),
                Next::Op(next) => return Err(Some(next)),
                Next::Return(_) => return Err(Some(u32::MAX)),
            },
            (Kind::RunJump, _) => match self.machine.step(inst.at) {
                Next::Op(next) => V::Bool(next != inst.at + 1),
                Next::Return(_) => panic!("a return is run"),
            },
            (Kind::Poll, _) => return Ok(None),
            (Kind::IsCallOf(_), _) => V::Bool(!self.random.one_in(8)),
            (kind, args) => panic!("{kind} of {args:?}"),
        }))
    }
}

fn result(next: Next) -> V {
    match next {
        Next::Return(v) => v,
        Next::Op(_) => V::Dead,
    }
}

fn has(tags: Tags, v: V) -> bool {
    let tag = match v {
        V::Dead => return false,
        V::Undef => Tags::UNDEF,
        V::Null => Tags::NULL,
        V::Bool(false) => Tags(1 << 2),
        V::Bool(true) => Tags(1 << 3),
        V::Int(_) => Tags::INT,
        V::Float(_) => Tags::FLOAT,
        V::Str(_) => Tags::STRING,
        V::Ref(_) => Tags::REFERENCE,
    };
    tag.within(tags)
}

fn ints(op: IntOp, l: i64, r: i64) -> Option<i64> {
    match op {
        IntOp::Add => l.checked_add(r),
        IntOp::Sub => l.checked_sub(r),
        IntOp::Mul => l.checked_mul(r),
        IntOp::Div if r == 0 || r == -1 || l % r != 0 => None,
        IntOp::Div => Some(l / r),
        IntOp::Quotient if r == 0 || r == -1 || l.abs_diff(0) > 1 << 53 || r.abs_diff(0) > 1 << 53 => None,
        IntOp::Quotient => Some(l / r),
        IntOp::Mod if r == 0 || r == -1 => None,
        IntOp::Mod => Some(l % r),
        IntOp::And => Some(l & r),
        IntOp::Or => Some(l | r),
        IntOp::Xor => Some(l ^ r),
        IntOp::Shl => (0..64).contains(&r).then(|| l << r),
        IntOp::Shr => (0..64).contains(&r).then(|| l >> r),
    }
}

fn compare(how: Compare, ordering: Option<std::cmp::Ordering>) -> bool {
    match (how, ordering) {
        (Compare::NotEqual, ordering) => ordering != Some(std::cmp::Ordering::Equal),
        (_, None) => false,
        (Compare::Equal, Some(ordering)) => ordering.is_eq(),
        (Compare::Less, Some(ordering)) => ordering.is_lt(),
        (Compare::LessEqual, Some(ordering)) => ordering.is_le(),
        (Compare::Greater, Some(ordering)) => ordering.is_gt(),
        (Compare::GreaterEqual, Some(ordering)) => ordering.is_ge(),
    }
}

/// Checks that a form does what the interpreter does. Gives the instructions that were run, and the ops that were left to the interpreter.
pub fn agree(
    unit: &Unit,
    function: &Function,
    calls: &Calls<'_>,
    form: &Form,
    params: &[V],
    random: &mut Random,
) -> Result<(usize, usize), String> {
    let mut alone = Machine::new(unit, function, params);
    let Some(expected) = interpret(&mut alone) else { return Ok((0, 0)) };
    let mut together = Machine::new(unit, function, params);
    let mut evaluator = Evaluator::new(form, calls, &mut together, random);
    let found = evaluator.run();
    let done = (evaluator.steps - evaluator.left, evaluator.left);
    if found != Some(expected) {
        return Err(format!("{found:?}, not {expected:?}"));
    }
    if alone.log != together.log {
        return Err(format!("{:?}\nnot\n{:?}", together.log, alone.log));
    }
    if alone.owners != together.owners {
        return Err(format!("owners {:?}, not {:?}", together.owners, alone.owners));
    }
    Ok(done)
}
