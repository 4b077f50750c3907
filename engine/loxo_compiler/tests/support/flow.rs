//! Follows every path of a function and checks the life of its temporaries: written before they are read, consumed once, and covered by
//! live ranges wherever an op may throw.

use std::collections::BTreeMap;

use loxo_bytecode::{FRAME_HEADER_SLOTS, Function, LiveKind, NONE, Op, OpCode as O, OperandKind, THIS, flag};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    Tmp,
    Iter,
    Silence,
    Call,
    /// The object under construction; its constructor runs in that window.
    New(u32),
    /// A bool: needs no care.
    Bool,
}

type State = BTreeMap<u32, Held>;

struct Checker<'f> {
    f: &'f Function,
    states: Vec<Option<State>>,
    work: Vec<u32>,
    errors: Vec<String>,
}

/// Problems found, for a person.
pub fn check(f: &Function) -> Vec<String> {
    if f.code.is_empty() {
        return Vec::new();
    }
    let mut c = Checker { f, states: vec![None; f.code.len()], work: Vec::new(), errors: Vec::new() };
    c.reach(0, &State::new(), 0);
    while let Some(pc) = c.work.pop() {
        c.visit(pc);
        if c.errors.len() > 5 {
            break;
        }
    }
    c.errors
}

fn comparable(state: &State) -> State {
    state.iter().filter(|(_, h)| **h != Held::Bool).map(|(s, h)| (*s, *h)).collect()
}

impl Checker<'_> {
    fn fail(&mut self, pc: u32, what: &str) {
        let name = String::from_utf8_lossy(&self.f.name).into_owned();
        self.errors.push(format!("{name} at {pc} {:?}: {what}", self.f.code[pc as usize].code));
    }

    fn reach(&mut self, pc: u32, state: &State, from: u32) {
        let state = comparable(state);
        match &self.states[pc as usize] {
            None => {
                self.states[pc as usize] = Some(state.clone());
                self.work.push(pc);
            }
            Some(old) if *old != state => {
                let what = format!("paths disagree: {old:?} and, from {from}, {state:?}");
                self.fail(pc, &what);
            }
            Some(_) => return,
        }
        for t in self.f.tries.clone() {
            if t.start == pc
                && let Some(handler) = t.catch.or(t.finally)
            {
                self.reach(handler, &state, pc);
            }
            if t.start == pc
                && let Some(finally) = t.finally
            {
                self.reach(finally, &state, pc);
            }
        }
    }

    fn take(&mut self, pc: u32, state: &mut State, slot: u32, want: &[Held]) {
        match state.remove(&slot) {
            Some(held) if want.contains(&held) => {}
            other => self.fail(pc, &format!("slot {slot} holds {other:?}, not {want:?}")),
        }
    }

    fn give(&mut self, pc: u32, state: &mut State, slot: u32, held: Held) {
        if slot == NONE || slot < self.f.locals.len() as u32 {
            return;
        }
        if let Some(old) = state.insert(slot, held)
            && old != Held::Bool
        {
            self.fail(pc, &format!("slot {slot} still held {old:?}"));
        }
    }

    fn visit(&mut self, pc: u32) {
        let Some(mut state) = self.states[pc as usize].clone() else { return };
        let op = self.f.code[pc as usize];
        let info = op.code.info();
        self.consume(pc, &op, &mut state);
        if info.throws {
            self.check_ranges(pc, &state);
        }
        let (mut next, mut jumped) = (state.clone(), state);
        self.results(pc, &op, &mut next, &mut jumped);
        if op.code == O::Switch {
            for (_, target) in self.f.switches[op.b as usize].cases.clone() {
                self.reach(target, &jumped, pc);
            }
        }
        if let Some(target) = op.jump_target() {
            self.reach(target, &jumped, pc);
        }
        if info.falls_through() {
            self.reach(pc + 1, &next, pc);
        }
    }

    fn consume(&mut self, pc: u32, op: &Op, state: &mut State) {
        let info = op.code.info();
        let operands = op.operands();
        for (i, &slot) in operands[..3].iter().enumerate() {
            if slot == NONE || slot == THIS {
                continue;
            }
            match info.operands[i] {
                OperandKind::Src if op.flags & (1 << i) != 0 => {
                    let want = if op.code == O::IterFree { [Held::Iter] } else { [Held::Tmp] };
                    self.take(pc, state, slot, &want);
                }
                OperandKind::Src | OperandKind::Tmp if slot >= self.f.locals.len() as u32 => {
                    let special = matches!(op.code, O::FastRet | O::DiscardException | O::FastCall);
                    if !special && !state.contains_key(&slot) {
                        self.fail(pc, &format!("slot {slot} is dead"));
                    }
                }
                _ => {}
            }
        }
        match op.code {
            O::ConcatN | O::AppendN => (0..op.c).for_each(|i| self.take(pc, state, op.b + i, &[Held::Tmp])),
            O::EndSilence => self.take(pc, state, op.a, &[Held::Silence]),
            O::MakeCallable => self.take(pc, state, op.b, &[Held::Call]),
            O::Call | O::CallRef | O::CallForArg => {
                self.take(pc, state, op.a, &[Held::Call]);
                self.arguments(pc, op.a, op.b, state);
            }
            O::CallFn | O::CallBuiltin | O::CallFrameBuiltin => self.arguments(pc, op.a, op.c, state),
            O::CallArgs => self.take(pc, state, op.a, &[Held::Call]),
            _ => {}
        }
        let in_place = info.operands[2] == OperandKind::Src && info.operands[0] != OperandKind::Dst;
        if op.flags & flag::KEEP != 0 && in_place && !state.contains_key(&op.c) {
            self.fail(pc, "the kept value is dead");
        }
    }

    fn arguments(&mut self, pc: u32, win: u32, count: u32, state: &mut State) {
        for i in 0..count {
            self.take(pc, state, win + FRAME_HEADER_SLOTS + i, &[Held::Tmp]);
        }
        let end = win + FRAME_HEADER_SLOTS + count;
        if let Some((slot, _)) = state.range(end..).next() {
            let slot = *slot;
            self.fail(pc, &format!("slot {slot} lies in the callee's frame"));
        }
    }

    fn results(&mut self, pc: u32, op: &Op, next: &mut State, jumped: &mut State) {
        match op.code {
            O::JumpIfKeep | O::JumpIfNotKeep => {
                next.insert(op.a, Held::Bool);
                self.give(pc, jumped, op.a, Held::Tmp);
            }
            O::JumpIfNotNull | O::JumpIfSet | O::AssertCheck => self.give(pc, jumped, op.a, Held::Tmp),
            O::JumpIfNullTo => {
                jumped.remove(&op.a);
                self.give(pc, jumped, op.b, Held::Tmp);
            }
            O::IterInit | O::IterInitRef | O::LvIterInitRef => {
                self.give(pc, next, op.a, Held::Iter);
                self.give(pc, jumped, op.a, Held::Iter);
            }
            O::IterNext | O::IterNextRef | O::IterNextTmp | O::IterNextRefTmp => {
                self.give(pc, next, op.x, Held::Tmp);
                if op.code.info().operands[1] == OperandKind::Dst {
                    self.give(pc, next, op.b, Held::Tmp);
                }
            }
            O::New => {
                self.give(pc, next, op.a, Held::New(op.c));
                self.give(pc, next, op.c, Held::Call);
            }
            O::JumpIfNoConstructor => {
                jumped.remove(&op.a);
                finish_new(jumped, op.a);
            }
            O::BeginSilence => self.give(pc, next, op.a, Held::Silence),
            O::FetchClass | O::NewAnonClass => {}
            O::FastCall => drop(jumped.remove(&op.b)),
            O::Call | O::CallRef | O::CallForArg | O::CallFn | O::CallBuiltin | O::CallFrameBuiltin | O::CallArgs => {
                finish_new(next, op.a);
                self.give(pc, next, op.x, Held::Tmp);
            }
            code => {
                if let Some(window) = op.started_window() {
                    self.give(pc, next, window, Held::Call);
                }
                if code.info().operands[0] == OperandKind::Dst {
                    self.give(pc, next, op.a, Held::Tmp);
                }
            }
        }
    }

    fn check_ranges(&mut self, pc: u32, state: &State) {
        let mut ranges = State::new();
        for r in self.f.live.iter().filter(|r| r.start < pc && pc < r.end) {
            let held = match r.kind {
                LiveKind::Tmp => Held::Tmp,
                LiveKind::Iter => Held::Iter,
                LiveKind::Silence => Held::Silence,
                LiveKind::Call => Held::Call,
                LiveKind::New => Held::New(0),
            };
            if ranges.insert(r.slot, held).is_some() {
                self.fail(pc, &format!("two ranges for slot {}", r.slot));
            }
        }
        let expected: State =
            comparable(state).into_iter().map(|(s, h)| (s, if matches!(h, Held::New(_)) { Held::New(0) } else { h })).collect();
        let bools: Vec<u32> = state.iter().filter(|(_, h)| **h == Held::Bool).map(|(s, _)| *s).collect();
        ranges.retain(|slot, _| !bools.contains(slot));
        if ranges != expected {
            self.fail(pc, &format!("alive {expected:?}, ranges say {ranges:?}"));
        }
    }
}

/// The constructor in window `win` is over.
fn finish_new(state: &mut State, win: u32) {
    for held in state.values_mut() {
        if *held == Held::New(win) {
            *held = Held::Tmp;
        }
    }
}
