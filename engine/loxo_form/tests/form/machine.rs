//! A model of the interpreter for tests: the ops of simple functions on simple values, strings being no more than numbers with counts of their owners.

use loxo_bytecode::{BinaryOp, Const, FRAME_HEADER_SLOTS, Function, LiveKind, NONE, Op, OpCode as O, Relation, Unit, flag};

/// A value.
#[derive(Clone, Copy, Debug)]
pub enum V {
    /// What nobody may look at.
    Dead,
    Undef,
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(usize),
    /// What several variables share.
    Ref(usize),
}

impl PartialEq for V {
    fn eq(&self, other: &V) -> bool {
        match (self, other) {
            (V::Float(a), V::Float(b)) => a.to_bits() == b.to_bits(),
            (V::Int(a), V::Int(b)) => a == b,
            (V::Bool(a), V::Bool(b)) => a == b,
            (V::Str(a), V::Str(b)) | (V::Ref(a), V::Ref(b)) => a == b,
            (V::Dead, V::Dead) | (V::Undef, V::Undef) | (V::Null, V::Null) => true,
            _ => false,
        }
    }
}

/// Where the interpreter is after an op.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Next {
    Op(u32),
    Return(V),
}

pub struct Machine<'a> {
    pub unit: &'a Unit,
    pub function: &'a Function,
    pub frame: Vec<V>,
    /// By string: how many own it. Constants are never counted.
    pub owners: Vec<i64>,
    /// By reference: what it refers to. References stay for good.
    pub refs: Vec<V>,
    pub log: Vec<String>,
}

const CONSTANTS: usize = 1000;

impl<'a> Machine<'a> {
    pub fn new(unit: &'a Unit, function: &'a Function, params: &[V]) -> Machine<'a> {
        let mut frame = vec![V::Dead; function.frame_slots as usize];
        frame[..function.locals.len()].fill(V::Undef);
        let mut machine = Machine { unit, function, frame, owners: vec![1], refs: Vec::new(), log: Vec::new() };
        for (slot, param) in params.iter().enumerate() {
            machine.frame[slot] = if let V::Str(_) = param { machine.new_string() } else { *param };
        }
        machine
    }

    fn new_string(&mut self) -> V {
        self.owners.push(1);
        V::Str(CONSTANTS + self.owners.len() - 1)
    }

    pub fn dup(&mut self, v: V) -> V {
        if let V::Str(id) = v
            && id >= CONSTANTS
        {
            assert!(self.owners[id - CONSTANTS] > 0, "a string that is gone");
            self.owners[id - CONSTANTS] += 1;
        }
        v
    }

    pub fn drop(&mut self, v: V) {
        if let V::Str(id) = v
            && id >= CONSTANTS
        {
            assert!(self.owners[id - CONSTANTS] > 0, "a string that is gone");
            self.owners[id - CONSTANTS] -= 1;
        }
    }

    pub fn constant(&self, k: u32) -> V {
        Machine::constant_of(self.function, k)
    }

    pub fn constant_of(function: &Function, k: u32) -> V {
        match &function.consts[k as usize] {
            Const::Null => V::Null,
            Const::False => V::Bool(false),
            Const::True => V::Bool(true),
            Const::Int(i) => V::Int(*i),
            Const::Float(f) => V::Float(*f),
            Const::Str(_) | Const::Array(_) => V::Str(k as usize),
        }
    }

    /// What a slot holds, as PHP sees it, for the op to own.
    fn take(&mut self, op: &Op, operand: usize) -> V {
        let slot = op.operands()[operand] as usize;
        let v = self.frame[slot];
        assert_ne!(v, V::Dead, "slot {slot} is read");
        if op.flags & (flag::CONSUME_A << operand) != 0 {
            self.frame[slot] = V::Dead;
            if let V::Ref(id) = v {
                return self.dup(self.refs[id]);
            }
            return v;
        }
        self.read_var(slot as u32)
    }

    fn assign(&mut self, slot: u32, v: V) {
        let place = match self.frame[slot as usize] {
            V::Ref(id) => &mut self.refs[id],
            _ => &mut self.frame[slot as usize],
        };
        let old = std::mem::replace(place, v);
        assert_ne!(old, V::Dead, "local {slot} was dead");
        self.drop(old);
    }

    fn deref(&self, slot: u32) -> V {
        match self.frame[slot as usize] {
            V::Ref(id) => self.refs[id],
            v => v,
        }
    }

    /// What a string holds under a key: strings are arrays and objects here.
    pub fn element(&self, base: V, key: V) -> Option<V> {
        let (V::Str(_), V::Int(key)) = (base, key) else { return None };
        match key.rem_euclid(5) {
            0 => Some(V::Int(key)),
            1 => Some(V::Str(CONSTANTS)),
            2 => Some(V::Null),
            3 => Some(V::Float(0.5)),
            _ => None,
        }
    }

    /// An exception is thrown by an op: what is alive there goes.
    fn throw(&mut self, at: u32) -> Next {
        self.log.push("throws".into());
        let function = self.function;
        for range in function.live.iter().filter(|range| range.kind == LiveKind::Tmp && range.start < at && at < range.end) {
            let v = std::mem::replace(&mut self.frame[range.slot as usize], V::Dead);
            assert_ne!(v, V::Dead, "slot {} is dropped", range.slot);
            self.drop(v);
        }
        let inner = function.tries.iter().rev().find_map(|t| t.catch.filter(|catch| t.start <= at && at < *catch));
        match inner {
            Some(catch) => {
                // The handler begins elsewhere: temporaries that were not alive there are no more.
                let dead = function.locals.len()..function.frame_slots as usize;
                for slot in dead {
                    let alive = function.live.iter().any(|range| range.slot as usize == slot && range.start < catch && catch < range.end);
                    if !alive {
                        self.frame[slot] = V::Dead;
                    }
                }
                Next::Op(catch)
            }
            None => {
                self.release_locals();
                Next::Return(V::Dead)
            }
        }
    }

    /// A slot that is written without a look: nothing that has to be given up may be there.
    fn put(&mut self, slot: u32, v: V) {
        if slot != NONE {
            if (slot as usize) < self.function.locals.len()
                && let V::Str(id) = self.frame[slot as usize]
            {
                assert!(id < CONSTANTS, "local {slot} owned a string");
            }
            self.frame[slot as usize] = v;
        }
    }

    /// Where the table of a `Switch` leads for a string: strings have no text here, so anywhere.
    pub fn case_of(&self, at: u32, v: V) -> u32 {
        let table = &self.function.switches[self.function.code[at as usize].b as usize];
        let V::Str(id) = v else { return table.miss };
        table.cases.get(id % (table.cases.len() + 1)).map_or(table.miss, |case| case.1)
    }

    pub fn truthy(v: V) -> bool {
        match v {
            V::Dead | V::Undef | V::Null => false,
            V::Bool(b) => b,
            V::Int(i) => i != 0,
            V::Float(f) => f != 0.0,
            V::Str(_) | V::Ref(_) => true,
        }
    }

    fn number(&mut self, v: V) -> V {
        match v {
            V::Int(_) | V::Float(_) => v,
            V::Bool(b) => V::Int(i64::from(b)),
            V::Str(_) => {
                self.log.push("not numeric".into());
                self.drop(v);
                V::Int(7)
            }
            _ => V::Int(0),
        }
    }

    fn compute(&mut self, op: BinaryOp, l: V, r: V) -> V {
        if op == BinaryOp::Concat {
            self.drop(l);
            self.drop(r);
            return self.new_string();
        }
        let (l, r) = (self.number(l), self.number(r));
        let float = |v: V| match v {
            V::Int(i) => i as f64,
            V::Float(f) => f,
            _ => 0.0,
        };
        let int = |v: V| match v {
            V::Int(i) => i,
            V::Float(f) if f.is_finite() && f.abs() < 9e18 => f as i64,
            _ => 0,
        };
        let floats = match op {
            BinaryOp::Add => float(l) + float(r),
            BinaryOp::Sub => float(l) - float(r),
            BinaryOp::Mul => float(l) * float(r),
            _ => float(l) / float(r),
        };
        let ints = |of: Option<i64>| of.map_or(V::Float(floats), V::Int);
        match (op, l, r) {
            (BinaryOp::Add, V::Int(l), V::Int(r)) => ints(l.checked_add(r)),
            (BinaryOp::Sub, V::Int(l), V::Int(r)) => ints(l.checked_sub(r)),
            (BinaryOp::Mul, V::Int(l), V::Int(r)) => ints(l.checked_mul(r)),
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => V::Float(floats),
            (BinaryOp::Div, _, _) if float(r) == 0.0 => self.error("division"),
            (BinaryOp::Div, V::Int(l), V::Int(r)) if l.checked_rem(r) == Some(0) => ints(l.checked_div(r)),
            (BinaryOp::Div, ..) => V::Float(floats),
            (BinaryOp::Mod, _, _) if int(r) == 0 => self.error("modulo"),
            (BinaryOp::Mod, ..) => V::Int(int(l).checked_rem(int(r)).unwrap_or(0)),
            (BinaryOp::BitAnd, ..) => V::Int(int(l) & int(r)),
            (BinaryOp::BitOr, ..) => V::Int(int(l) | int(r)),
            (BinaryOp::BitXor, ..) => V::Int(int(l) ^ int(r)),
            (BinaryOp::Shl, ..) if (0..64).contains(&int(r)) => V::Int(int(l) << int(r)),
            (BinaryOp::Shr, ..) if (0..64).contains(&int(r)) => V::Int(int(l) >> int(r)),
            _ => V::Int(0),
        }
    }

    /// What would be thrown is a value here.
    fn error(&mut self, what: &str) -> V {
        self.log.push(what.into());
        V::Int(-1)
    }

    fn holds(&mut self, relation: Relation, l: V, r: V) -> bool {
        if relation == Relation::Identical {
            let same = match (l, r) {
                (V::Float(l), V::Float(r)) => l == r,
                _ => l == r,
            };
            self.drop(l);
            self.drop(r);
            return same;
        }
        if matches!(l, V::Bool(_) | V::Null) || matches!(r, V::Bool(_) | V::Null) {
            let (a, b) = (Self::truthy(l), Self::truthy(r));
            self.drop(l);
            self.drop(r);
            return relate(relation, a.partial_cmp(&b));
        }
        let (l, r) = (self.number(l), self.number(r));
        relate(
            relation,
            match (l, r) {
                (V::Int(l), V::Int(r)) => Some(l.cmp(&r)),
                (V::Int(l), V::Float(r)) => (l as f64).partial_cmp(&r),
                (V::Float(l), V::Int(r)) => l.partial_cmp(&(r as f64)),
                (V::Float(l), V::Float(r)) => l.partial_cmp(&r),
                _ => None,
            },
        )
    }

    // Long because: one arm for each op that the programs of the tests have.
    /// Runs one op.
    pub fn step(&mut self, at: u32) -> Next {
        let op = self.function.code[at as usize];
        let info = op.code.info();
        let next = Next::Op(at + 1);
        let imm = |operand: u32| V::Int(i64::from(operand as i32));
        let when = |jumps: bool| Next::Op(if jumps { op.c } else { at + 1 });
        match op.code {
            O::Nop => {}
            O::LoadK => {
                let v = self.constant(op.b);
                self.put(op.a, v);
            }
            O::AssignK => {
                let v = self.constant(op.b);
                self.assign(op.a, v);
            }
            O::Move => {
                let v = std::mem::replace(&mut self.frame[op.b as usize], V::Dead);
                assert_ne!(v, V::Dead, "slot {} is moved", op.b);
                self.put(op.a, v);
            }
            O::MoveScalar | O::Copy | O::CopyQuiet => {
                let v = self.take(&op, 1);
                self.put(op.a, v);
            }
            O::Assign => {
                let v = self.take(&op, 1);
                self.assign(op.a, v);
            }
            O::Free => {
                let v = self.take(&op, 0);
                self.drop(v);
            }
            O::AssignOp => {
                let r = self.take(&op, 2);
                let l = self.read_var(op.a);
                let v = self.compute(BinaryOp::ALL[op.x as usize], l, r);
                self.dup(v);
                self.assign(op.a, v);
                if op.flags & flag::KEEP != 0 { self.put(op.c, v) } else { self.drop(v) }
            }
            O::AppendStr => {
                let r = self.take(&op, 1);
                let l = self.read_var(op.a);
                let v = self.compute(BinaryOp::Concat, l, r);
                self.assign(op.a, v);
            }
            O::AppendN => {
                for slot in op.b..op.b + op.c {
                    let v = std::mem::replace(&mut self.frame[slot as usize], V::Dead);
                    assert_ne!(v, V::Dead, "slot {slot} is read");
                    self.drop(v);
                }
                let (l, r) = (self.read_var(op.a), self.new_string());
                let v = self.compute(BinaryOp::Concat, l, r);
                self.assign(op.a, v);
            }
            O::PreInc | O::PreDec | O::PostInc | O::PostDec => {
                let is_post = info.operands[0] == loxo_bytecode::OperandKind::Dst;
                let var = if is_post { op.b } else { op.a };
                let by = if matches!(op.code, O::PreInc | O::PostInc) { 1 } else { -1 };
                let old = self.read_var(var);
                let again = self.dup(old);
                let v = self.compute(BinaryOp::Add, again, V::Int(by));
                self.assign(var, v);
                if is_post { self.put(op.a, old) } else { self.drop(old) }
            }
            O::Neg | O::Plus | O::CastInt | O::CastFloat | O::BitNot => {
                let v = self.take(&op, 1);
                let v = self.number(v);
                let v = match (op.code, v) {
                    (O::Neg, V::Float(f)) => V::Float(-f),
                    (O::Neg, v) => self.compute(BinaryOp::Sub, V::Int(0), v),
                    (O::CastInt, V::Float(f)) => V::Int(if f.is_finite() && f.abs() < 9e18 { f as i64 } else { 0 }),
                    (O::CastFloat, V::Int(i)) => V::Float(i as f64),
                    (O::BitNot, V::Int(i)) => V::Int(!i),
                    (_, v) => v,
                };
                self.put(op.a, v);
            }
            O::Not | O::ToBool | O::JumpIfKeep | O::JumpIfNotKeep => {
                let v = self.take(&op, 1);
                let truth = Self::truthy(v);
                self.drop(v);
                self.put(op.a, V::Bool(truth != (op.code == O::Not)));
                match op.code {
                    O::JumpIfKeep => return when(truth),
                    O::JumpIfNotKeep => return when(!truth),
                    _ => {}
                }
            }
            O::JumpIf | O::JumpIfNot => {
                let v = self.take(&op, 0);
                self.drop(v);
                return when(Self::truthy(v) == (op.code == O::JumpIf));
            }
            O::JumpIfSet | O::JumpIfNotNull => {
                let v = if op.code == O::JumpIfNotNull && self.deref(op.b) == V::Undef { V::Null } else { self.take(&op, 1) };
                let set = if op.code == O::JumpIfSet { Self::truthy(v) } else { v != V::Null };
                if set {
                    self.put(op.a, v)
                } else {
                    self.drop(v)
                }
                return when(set);
            }
            O::JumpIdenticalK | O::JumpNotIdenticalK => {
                let (l, r) = (self.take(&op, 0), self.constant(op.b));
                return when(self.holds(Relation::Identical, l, r) != info.negated);
            }
            O::Jump => return Next::Op(op.c),
            O::Switch => {
                let v = self.deref(op.a);
                let table = &self.function.switches[op.b as usize];
                if let (V::Str(_), Some((loxo_bytecode::ConstKey::Str(_), _))) = (v, table.cases.first()) {
                    return Next::Op(self.case_of(at, v));
                }
                let V::Int(i) = v else { return Next::Op(op.c) };
                let case = table.cases.iter().find(|(key, _)| *key == loxo_bytecode::ConstKey::Int(i));
                return Next::Op(case.map_or(table.miss, |case| case.1));
            }
            O::FetchDim | O::FetchDimK | O::FetchProp | O::IssetDim | O::IssetDimK | O::IssetProp => {
                let quiet = info.gives_bool || op.flags & flag::QUIET != 0;
                let at_key = info.operands[2] == loxo_bytecode::OperandKind::Src;
                let key = match &self.function.consts.get(op.c as usize) {
                    _ if at_key => self.take(&op, 2),
                    Some(Const::Int(key)) => V::Int(*key),
                    _ => V::Int(i64::from(op.c)),
                };
                let base = if quiet && self.deref(op.b) == V::Undef { V::Null } else { self.take(&op, 1) };
                let found = match self.element(base, key) {
                    Some(v) => self.dup(v),
                    None => {
                        if !quiet {
                            self.log.push("missing".into());
                        }
                        V::Null
                    }
                };
                self.drop(base);
                self.drop(key);
                if info.gives_bool {
                    self.drop(found);
                    let is_empty = op.flags & flag::EMPTY != 0;
                    self.put(op.a, V::Bool(if is_empty { !Self::truthy(found) } else { found != V::Null }));
                } else {
                    self.put(op.a, found);
                }
            }
            O::IssetVar => {
                let v = self.deref(op.b);
                let is_empty = op.flags & flag::EMPTY != 0;
                self.put(op.a, V::Bool(if is_empty { !Self::truthy(v) } else { !matches!(v, V::Undef | V::Null) }));
            }
            O::IsType => {
                let v = self.take(&op, 1);
                let tag = match v {
                    V::Dead | V::Undef => 0,
                    V::Null => 1,
                    V::Bool(false) => 2,
                    V::Bool(true) => 3,
                    V::Int(_) => 4,
                    V::Float(_) => 5,
                    V::Str(_) => 6,
                    V::Ref(_) => 10,
                };
                self.drop(v);
                self.put(op.a, V::Bool(op.c >> tag & 1 != 0));
            }
            O::Echo => {
                let v = self.take(&op, 0);
                self.log.push(format!("echo {v:?}"));
                self.drop(v);
            }
            O::EchoK => self.log.push(format!("echo constant {}", op.a)),
            O::ToStringTmp | O::CastString => {
                let v = self.take(&op, 1);
                let v = if let V::Str(_) = v { v } else { self.new_string() };
                self.put(op.a, v);
            }
            O::ConcatN => {
                for slot in op.b..op.b + op.c {
                    let v = std::mem::replace(&mut self.frame[slot as usize], V::Dead);
                    assert_ne!(v, V::Dead, "slot {slot} is read");
                    self.drop(v);
                }
                let v = self.new_string();
                self.put(op.a, v);
            }
            O::MakeRef => {
                let v = self.frame[op.b as usize];
                let made = match v {
                    V::Ref(_) => v,
                    _ => {
                        self.refs.push(if v == V::Undef { V::Null } else { v });
                        V::Ref(self.refs.len() - 1)
                    }
                };
                self.frame[op.b as usize] = made;
                self.put(op.a, made);
            }
            O::BindRef => {
                let v = std::mem::replace(&mut self.frame[op.b as usize], V::Dead);
                let old = std::mem::replace(&mut self.frame[op.a as usize], v);
                self.drop(old);
            }
            O::UnsetVar => {
                let old = std::mem::replace(&mut self.frame[op.a as usize], V::Undef);
                self.drop(old);
            }
            O::Catch => {
                if op.b != NONE {
                    self.assign(op.b, V::Int(404));
                }
            }
            O::CheckParam | O::CheckReturn => {}
            O::Return => {
                let v = self.take(&op, 0);
                self.release_locals();
                return Next::Return(v);
            }
            O::ReturnK => {
                let v = self.constant(op.a);
                self.release_locals();
                return Next::Return(v);
            }
            O::DefaultK => {
                if self.frame[op.a as usize] == V::Undef {
                    self.frame[op.a as usize] = self.constant(op.b);
                }
            }
            O::CallFn if *self.unit.functions[op.b as usize].name != *b"g" => {
                let v = self.call(op.b, op.a + FRAME_HEADER_SLOTS, op.c);
                self.frame[op.a as usize..].fill(V::Dead);
                match v {
                    V::Dead => return self.throw(at),
                    v if op.x == NONE => self.drop(v),
                    v => self.put(op.x, v),
                }
            }
            O::CallFn => {
                let args: Vec<V> = (0..op.c).map(|i| self.frame[(op.a + FRAME_HEADER_SLOTS + i) as usize]).collect();
                self.log.push(format!("call {args:?}"));
                assert!(!args.contains(&V::Dead), "an argument is missing");
                // Numbers come back as they are, or as floats; all else does not.
                let v = match args.first() {
                    Some(V::Int(i)) if i % 5 == 0 => V::Float(*i as f64),
                    Some(V::Int(i)) => V::Int(i.wrapping_add(1)),
                    Some(V::Float(f)) if *f > 100.0 => V::Int(3),
                    Some(V::Float(f)) => V::Float(*f + 0.5),
                    Some(V::Bool(b)) => V::Bool(!b),
                    Some(V::Null) => self.new_string(),
                    _ => V::Null,
                };
                let throws = matches!(args[..], [V::Bool(true) | V::Int(3), ..]);
                args.into_iter().for_each(|arg| self.drop(arg));
                self.frame[op.a as usize..].fill(V::Dead);
                if throws {
                    return self.throw(at);
                }
                if op.x == NONE { self.drop(v) } else { self.put(op.x, v) }
            }
            _ => return self.table_step(&op, at, imm, when),
        }
        next
    }

    /// Arithmetic and comparisons, by what the table says of them.
    fn table_step(&mut self, op: &Op, at: u32, imm: impl Fn(u32) -> V, when: impl Fn(bool) -> Next) -> Next {
        let info = op.code.info();
        if let Some(what) = info.computes {
            let mut l = self.take(op, 1);
            let mut r = if info.operands[2] == loxo_bytecode::OperandKind::Imm { imm(op.c) } else { self.take(op, 2) };
            if info.operands[2] == loxo_bytecode::OperandKind::Imm && op.flags & flag::SWAPPED != 0 {
                (l, r) = (r, l);
            }
            let v = self.compute(what, l, r);
            if info.operands[0] == loxo_bytecode::OperandKind::Var {
                self.assign(op.a, v)
            } else {
                self.put(op.a, v)
            }
            return Next::Op(at + 1);
        }
        let Some(relation) = info.relation else { panic!("{} is not modelled", info.name) };
        if info.jumps {
            let l = self.take(op, 0);
            let r = if info.operands[1] == loxo_bytecode::OperandKind::Imm { imm(op.b) } else { self.take(op, 1) };
            return when(self.holds(relation, l, r) != info.negated);
        }
        let (l, r) = (self.take(op, 1), self.take(op, 2));
        let answer = self.holds(relation, l, r) != info.negated;
        self.put(op.a, V::Bool(answer));
        Next::Op(at + 1)
    }

    fn read_var(&mut self, slot: u32) -> V {
        match self.deref(slot) {
            V::Undef => {
                self.log.push(format!("undefined {slot}"));
                V::Null
            }
            v => self.dup(v),
        }
    }

    /// Calls a function of the unit with arguments that lie in slots; gives its result, or that it has thrown.
    fn call(&mut self, index: u32, first: u32, count: u32) -> V {
        let mut callee = Machine::new(self.unit, &self.unit.functions[index as usize], &[]);
        for index in 0..count as usize {
            callee.frame[index] = self.frame[first as usize + index];
            assert_ne!(callee.frame[index], V::Dead, "an argument is missing");
        }
        callee.share(self);
        let mut at = 0;
        let v = loop {
            match callee.step(at) {
                Next::Op(next) => at = next,
                Next::Return(v) => break v,
            }
        };
        callee.share(self);
        v
    }

    /// Exchanges what is not of one frame with another machine.
    fn share(&mut self, other: &mut Machine<'a>) {
        std::mem::swap(&mut self.owners, &mut other.owners);
        std::mem::swap(&mut self.refs, &mut other.refs);
        std::mem::swap(&mut self.log, &mut other.log);
    }

    fn release_locals(&mut self) {
        for slot in 0..self.function.locals.len() {
            let v = std::mem::replace(&mut self.frame[slot], V::Undef);
            self.drop(v);
        }
    }
}

fn relate(relation: Relation, ordering: Option<std::cmp::Ordering>) -> bool {
    ordering.is_some_and(|ordering| match relation {
        Relation::Less => ordering.is_lt(),
        Relation::LessEqual => ordering.is_le(),
        Relation::Greater => ordering.is_gt(),
        Relation::GreaterEqual => ordering.is_ge(),
        Relation::Equal | Relation::Identical => ordering.is_eq(),
    })
}
