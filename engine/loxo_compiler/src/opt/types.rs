//! Types of locals that nothing but this code can touch, for ops without guards: follows the types of all slots along the paths of the
//! function until nothing changes, then chooses the ops for proven floats and scalars, and marks those whose operands are probably floats.

use loxo_bytecode::{Const, FnFlags, Function, Op, OpCode as O, OperandKind, TypeMask, VarUse, flag};

/// Set of types that a slot may hold.
type Types = u8;

const UNDEF: Types = 1;
const SIMPLE: Types = 2;
const INT: Types = 4;
const FLOAT: Types = 8;
const COUNTED: Types = 16;
/// A float that ints have overflowed into: it may be, and hardly ever is.
const OVERFLOW: Types = 32;
const ANY: Types = UNDEF | SIMPLE | INT | FLOAT | COUNTED | OVERFLOW;
/// A guess beside what is known: floats went into it.
const LIKELY: Types = 64;
const SCALAR: Types = SIMPLE | NUMBER;
const NUMBER: Types = INT | FLOAT | OVERFLOW | LIKELY;

/// Beyond this many states the gain is not worth the time.
const LIMIT: usize = 400_000;

pub(crate) fn specialize(f: &mut Function) {
    let slots = f.frame_slots as usize;
    if f.flags.has(FnFlags::DYNAMIC_VARS) || !worthwhile(f) || slots * f.code.len() > LIMIT {
        return;
    }
    let shared = shared_locals(f);
    let states = Solver { f, shared: &shared, states: vec![None; f.code.len()], work: Vec::new() }.solve();
    for (pc, state) in states.iter().enumerate() {
        if let Some(state) = state {
            f.code[pc] = choose(f, f.code[pc], state, &shared);
        }
    }
}

/// There is arithmetic on something that may be proven to be a float.
fn worthwhile(f: &Function) -> bool {
    let typed = |p: &loxo_bytecode::Param| p.ty.as_ref().is_some_and(|t| t.mask == TypeMask::FLOAT && t.classes.is_empty());
    let arithmetic = |op: &Op| matches!(op.code, O::Add | O::Sub | O::Mul | O::AddVar | O::SubVar | O::MulVar);
    let floats = f.consts.iter().any(|c| matches!(c, Const::Float(_))) || f.params.iter().any(typed);
    floats && f.code.iter().any(arithmetic)
}

/// Locals that may be references, or are written in ways that are not followed here.
fn shared_locals(f: &Function) -> Vec<bool> {
    let mut shared = vec![false; f.locals.len()];
    for (i, p) in f.params.iter().enumerate() {
        shared[i] |= p.by_ref;
    }
    for (i, by_ref) in f.uses.iter().enumerate() {
        shared[f.params.len() + i] |= by_ref;
    }
    for op in &f.code {
        let mut share = |slot: u32| {
            if let Some(s) = shared.get_mut(slot as usize) {
                *s = true;
            }
        };
        match op.code {
            O::CopyArg | O::ArgsPushVar => share(op.b),
            O::ClosureUse if op.flags & flag::BY_REF != 0 => share(op.b),
            code if code.info().var_use != VarUse::Shared => {}
            code => {
                let operands = op.operands();
                for (kind, slot) in code.info().operands.iter().zip(operands) {
                    if *kind == OperandKind::Var {
                        share(slot);
                    }
                }
            }
        }
    }
    shared
}

fn const_type(c: &Const) -> Types {
    match c {
        Const::Null | Const::False | Const::True => SIMPLE,
        Const::Int(_) => INT,
        Const::Float(_) => FLOAT,
        // Constants are immortal, but so much need not be known here.
        Const::Str(_) | Const::Array(_) => COUNTED,
    }
}

/// Result of `+`, `-` and `*`.
fn arithmetic(l: Types, r: Types) -> Types {
    let guess = if is_probably_float(l) || is_probably_float(r) { LIKELY } else { 0 };
    if (l | r) & !NUMBER != 0 || l == 0 || r == 0 {
        (ANY & !UNDEF) | guess
    } else if l == FLOAT || r == FLOAT {
        FLOAT
    } else {
        INT | OVERFLOW | ((l | r) & FLOAT) | guess
    }
}

/// Not of a thing that nothing is known of. Ints that a loop begins with often make a number of what is a float ever after.
fn is_probably_float(t: Types) -> bool {
    t & LIKELY != 0 || (t & FLOAT != 0 && t & COUNTED == 0)
}

struct Solver<'f> {
    f: &'f Function,
    shared: &'f [bool],
    states: Vec<Option<Box<[Types]>>>,
    work: Vec<u32>,
}

impl Solver<'_> {
    fn solve(mut self) -> Vec<Option<Box<[Types]>>> {
        let mut entry = vec![UNDEF; self.f.frame_slots as usize].into_boxed_slice();
        let given = self.f.params.len() + self.f.uses.len();
        entry[..given].fill(ANY);
        for (i, shared) in self.shared.iter().enumerate() {
            if *shared {
                entry[i] = ANY;
            }
        }
        self.reach(0, &entry);
        let handlers: Vec<u32> = self.f.tries.iter().flat_map(|t| [t.catch, t.finally]).flatten().collect();
        // An exception may come from anywhere: nothing is known where a handler begins.
        let unknown = vec![ANY; self.f.frame_slots as usize];
        for pc in handlers {
            self.reach(pc, &unknown);
        }
        while let Some(pc) = self.work.pop() {
            self.visit(pc);
        }
        self.states
    }

    fn reach(&mut self, pc: u32, state: &[Types]) {
        match &mut self.states[pc as usize] {
            Some(old) => {
                let mut changed = false;
                for (o, n) in old.iter_mut().zip(state) {
                    changed |= *o | n != *o;
                    *o |= n;
                }
                if !changed {
                    return;
                }
            }
            empty => *empty = Some(state.into()),
        }
        self.work.push(pc);
    }

    fn visit(&mut self, pc: u32) {
        let Some(mut state) = self.states[pc as usize].clone() else { return };
        let op = self.f.code[pc as usize];
        self.transfer(&op, &mut state);
        if op.code == O::Switch {
            let cases: Vec<u32> = self.f.switches[op.b as usize].targets().collect();
            cases.into_iter().for_each(|pc| self.reach(pc, &state));
        }
        if let Some(pc) = op.jump_target() {
            self.reach(pc, &state);
        }
        if op.code.info().falls_through() {
            self.reach(pc + 1, &state);
        }
    }

    fn transfer(&self, op: &Op, state: &mut [Types]) {
        let get = |state: &[Types], slot: u32| state.get(slot as usize).copied().unwrap_or(ANY);
        let result = result_type(self.f, op, |slot| get(state, slot));
        let step = arithmetic(get(state, op.b), INT);
        let operands = op.operands();
        for (kind, slot) in op.code.info().operands.iter().zip(operands) {
            let Some(held) = state.get_mut(slot as usize) else { continue };
            let is_shared = self.shared.get(slot as usize).copied().unwrap_or(false);
            match kind {
                OperandKind::Dst if !is_shared => *held = result,
                OperandKind::Var if !is_shared => match op.code.info().var_use {
                    VarUse::Kept => {}
                    VarUse::Set => *held = result,
                    VarUse::Defaulted => *held = (*held & !UNDEF) | result,
                    VarUse::Stepped => *held = step,
                    VarUse::Changed | VarUse::Shared => *held = ANY,
                },
                _ => {}
            }
        }
        // Ops that write two results: nothing is known of either.
        if op.code.info().operands[3] == OperandKind::Dst
            && let Some(held) = state.get_mut(op.x as usize)
        {
            *held = ANY & !UNDEF;
        }
        if op.code == O::IterInit || op.code == O::FastCall {
            for slot in [op.a, op.a + 1] {
                if let Some(held) = state.get_mut(slot as usize) {
                    *held = ANY;
                }
            }
        }
    }
}

fn result_type(f: &Function, op: &Op, get: impl Fn(u32) -> Types) -> Types {
    let known = ANY & !UNDEF;
    // What an undefined variable reads as.
    let value = |slot: u32| match get(slot) {
        t if t & UNDEF != 0 => (t & !UNDEF) | SIMPLE,
        t => t,
    };
    match op.code {
        O::LoadK | O::AssignK | O::DefaultK => const_type(&f.consts[op.b as usize]),
        O::Copy | O::CopyQuiet | O::Move | O::Assign | O::MoveScalar => value(op.b),
        O::Add | O::Sub | O::Mul | O::AddVar | O::SubVar | O::MulVar => arithmetic(value(op.b), value(op.c)),
        O::AddFF | O::SubFF | O::MulFF | O::CastFloat => FLOAT,
        O::AddI | O::SubI | O::MulI | O::AddIVar | O::SubIVar => arithmetic(value(op.b), INT),
        O::Div => match arithmetic(value(op.b), value(op.c)) {
            t if t & INT != 0 => t | FLOAT,
            t => t,
        },
        O::Neg | O::Plus => arithmetic(value(op.b), INT),
        O::PreInc | O::PreDec => arithmetic(value(op.a), INT),
        O::ModI | O::ShlI | O::ShrI | O::BitAndI if value(op.b) & !NUMBER == 0 => INT,
        O::CastInt => INT,
        O::Not | O::ToBool | O::Equal | O::NotEqual | O::Identical | O::NotIdentical | O::Less | O::LessEqual => SIMPLE,
        O::Strlen | O::Count | O::FuncNumArgs => INT,
        O::ArrayKeyExists | O::InArray | O::Defined | O::FunctionExists => SIMPLE,
        O::IsType | O::IssetVar | O::IssetDim | O::IssetDimK | O::IssetProp | O::InstanceOf | O::JumpIfKeep | O::JumpIfNotKeep => SIMPLE,
        O::CheckParam => match f.params.get(op.b as usize).and_then(|p| p.ty.as_ref()) {
            Some(t) if !t.classes.is_empty() => known,
            Some(t) => mask_types(t.mask),
            None => known,
        },
        O::UnsetVar => UNDEF,
        _ => known,
    }
}

fn mask_types(mask: TypeMask) -> Types {
    let simple = TypeMask::NULL.with(TypeMask::BOOL);
    let mut out = 0;
    if mask.any(simple) {
        out |= SIMPLE;
    }
    if mask.has(TypeMask::INT) {
        out |= INT;
    }
    if mask.has(TypeMask::FLOAT) {
        out |= FLOAT;
    }
    if !mask.without(simple).without(TypeMask::INT).without(TypeMask::FLOAT).is_empty() {
        out |= COUNTED;
    }
    out
}

fn mark(op: Op) -> Op {
    Op { flags: op.flags | flag::FLOATS, ..op }
}

/// The op for what is known when it begins.
fn choose(f: &Function, op: Op, state: &[Types], shared: &[bool]) -> Op {
    let get = |slot: u32| state.get(slot as usize).copied().unwrap_or(ANY);
    let floats = || get(op.b) == FLOAT && get(op.c) == FLOAT;
    // Writing over it needs no care.
    let plain_target = || !shared.get(op.a as usize).copied().unwrap_or(true) && get(op.a) & COUNTED == 0;
    let scalar = |slot: u32| get(slot) & !SCALAR == 0;
    let probably = |slot: u32| is_probably_float(get(slot));
    let info = op.code.info();
    let reads_float = info.operands.iter().zip(op.operands()).any(|(kind, slot)| *kind == OperandKind::Src && probably(slot));
    let is_safe = info.operands[0] != OperandKind::Var || plain_target();
    let op = if info.floats && is_safe && reads_float { mark(op) } else { op };
    let code = match op.code {
        O::Add if floats() => O::AddFF,
        O::Sub if floats() => O::SubFF,
        O::Mul if floats() => O::MulFF,
        O::AddVar if floats() && plain_target() => O::AddFF,
        O::SubVar if floats() && plain_target() => O::SubFF,
        O::MulVar if floats() && plain_target() => O::MulFF,
        O::Assign if scalar(op.b) && plain_target() => O::MoveScalar,
        O::Copy | O::CopyQuiet if scalar(op.b) && !shared.get(op.b as usize).copied().unwrap_or(false) => O::MoveScalar,
        O::AssignK if plain_target() && const_type(&f.consts[op.b as usize]) != COUNTED => O::LoadK,
        code => code,
    };
    Op { code, ..op }
}
