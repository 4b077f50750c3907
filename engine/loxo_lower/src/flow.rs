//! Follows what is known of the slots along the paths of a loop until nothing changes, and finds where the interpreter may enter.

use std::ops::RangeInclusive;

use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use loxo_bytecode::Function;
use loxo_form::IntOp;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::LoopSnapshot;
use crate::action::{Action, Hop, Operand, Step, Test};
use crate::peeling::{Peeling, Place, innermost};
use crate::plan::Planner;
use crate::state::{Range, State, Ty};

/// So many ops in a row have to be worth coming back for.
const WORTH_ENTERING: u32 = 12;
/// A loop that leaves more of its ops to the interpreter is better compiled with its function.
const MOST_LEFT: f64 = 0.1;
/// So many iterations a loop is taken to have in one of the loop around it.
const INNER_RUNS: f64 = 8.0;

pub(crate) struct Flow {
    /// What is known where a block begins.
    pub blocks: FxHashMap<Place, State>,
    /// Ops at which the interpreter may enter.
    pub entries: Vec<u32>,
    /// Ops of the loop that are left to the interpreter.
    left: FxHashSet<u32>,
    /// Those that are done in the loop's code.
    done: FxHashSet<u32>,
    pub peeling: Peeling,
}

impl Flow {
    /// Many of the ops of an iteration are left to the interpreter, or one of them on each way.
    pub fn leaves_often(&self, what: &LoopSnapshot<'_>) -> bool {
        self.always_leaves(what) || self.share_of_left(what) > MOST_LEFT
    }

    /// Each way through the loop leads over an op that is left to the interpreter.
    fn always_leaves(&self, what: &LoopSnapshot<'_>) -> bool {
        let (mut seen, mut ways) = (FxHashSet::default(), vec![what.first]);
        while let Some(at) = ways.pop() {
            if !(what.low..=what.last).contains(&at) || self.left.contains(&at) || !seen.insert(at) {
                continue;
            }
            let op = &what.function.code[at as usize];
            for target in what.function.targets(op) {
                if target == what.first {
                    return false;
                }
                ways.push(target);
            }
            ways.extend(op.code.info().falls_through().then_some(at + 1));
        }
        true
    }

    /// Which part of the ops is left to the interpreter. Those that lead out of the loop do not count; those of inner loops run so many times more often.
    fn share_of_left(&self, what: &LoopSnapshot<'_>) -> f64 {
        let ops = what.low..=what.last;
        let stays = staying(what);
        let inner: Vec<(u32, u32)> = ops.clone().filter_map(|at| Some((what.function.backward_jump(at)?, at))).collect();
        let depth = |at: u32| inner.iter().filter(|(first, last)| *first != what.first && (*first..=*last).contains(&at)).count();
        let [mut all, mut left] = [0.0; 2];
        for at in ops.filter(|at| stays[(at - what.low) as usize]) {
            let weight = INNER_RUNS.powi(depth(at) as i32);
            all += weight;
            left += if self.done.contains(&at) { 0.0 } else { weight };
        }
        left / f64::max(all, 1.0)
    }
}

/// For each op of a loop: the next iteration can be reached from it.
fn staying(what: &LoopSnapshot<'_>) -> Vec<bool> {
    let mut stays = vec![false; (what.last - what.low + 1) as usize];
    let mut grows = true;
    while std::mem::take(&mut grows) {
        for at in (what.low..=what.last).rev() {
            let op = &what.function.code[at as usize];
            let next = op.code.info().falls_through().then_some(at + 1);
            let reaches = |to: u32| to == what.first || (what.low..=what.last).contains(&to) && stays[(to - what.low) as usize];
            if !stays[(at - what.low) as usize] && what.function.targets(op).chain(next).any(reaches) {
                stays[(at - what.low) as usize] = true;
                grows = true;
            }
        }
    }
    stays
}

/// What is known after a step.
pub(crate) fn apply(step: &Step, state: &mut State) {
    for (slot, ty) in &step.guards {
        state.learn(*slot, *ty);
    }
    let range = computed(&step.action, state);
    learn_arrays(&step.action, state);
    for slot in &step.consumed {
        state.forget(*slot);
    }
    match step.action {
        Action::Nothing | Action::Jump { .. } | Action::Branch { .. } | Action::Switch { .. } | Action::Push { .. } => {}
        Action::Set { dst, src } if src.ty() == Ty::Int => state.define_int(dst, range),
        Action::Set { dst, src } => state.define(dst, Some(src.ty())),
        Action::Ints { dst, .. } | Action::ToInt { dst, .. } | Action::Count { dst, .. } => state.define_int(dst, range),
        Action::Floats { dst, .. } | Action::Quotient { dst, .. } | Action::ToFloat { dst, .. } => state.define(dst, Some(Ty::Float)),
        Action::Step { var, before, .. } => {
            let old = state.get(var).range;
            state.define_int(var, range);
            if let Some(before) = before {
                state.define_int(before, old);
            }
        }
        // An element was taken; at the end nothing is.
        Action::Next { iter, value, ty, key, .. } => {
            state.define_int(iter + 1, range);
            state.define(value, ty);
            if let Some(key) = key {
                state.define_int(key, range);
            }
        }
        Action::Compare { dst, .. } => state.define(dst, Some(Ty::Bool)),
        Action::Intrinsic { dst, result, .. } => state.define(dst, Some(result)),
        Action::Constant { dst, .. } | Action::Copy { dst, .. } | Action::FetchCopy { dst, .. } => state.define(dst, None),
        Action::AssignArray { dst, .. } => state.learn(dst, Ty::Packed),
        Action::Move { dst, src } => {
            state.forget(src);
            state.define(dst, None);
        }
        Action::Fetch { dst, ty, .. } => state.define(dst, Some(ty)),
        Action::Borrow { dst, .. } => state.define(dst, Some(Ty::Element)),
        Action::Change { ty, result, .. } => {
            if let Some((result, _)) = result {
                state.define(result, ty);
            }
        }
    }
}

/// What the code of an action finds out about arrays in variables, and what it makes of them.
fn learn_arrays(action: &Action, state: &mut State) {
    if let Some((location, changes)) = action.location() {
        let base = location.base;
        match location.hops.first() {
            Some(Hop::Property { .. }) => {}
            _ => state.learn_slice(base),
        }
        if changes {
            state.learn_owned(base);
            state.grown(base);
        }
    }
    if let Action::Next { iter, .. } = action {
        state.learn_slice(*iter);
    }
    if action.shares_arrays() {
        state.forget_owners();
    }
}

/// What the int lies between that an action gives.
fn computed(action: &Action, state: &State) -> Range {
    match *action {
        Action::Set { src, .. } => src.range(state),
        Action::Ints { op, lhs, rhs, .. } => Range::computed(op, lhs.range(state), rhs.range(state)).0,
        Action::Step { var, by, .. } => Range::computed(IntOp::Add, state.get(var).range, Range::one(by)).0,
        Action::Count { .. } | Action::Next { .. } => Range::LENGTH,
        _ => Range::ALL,
    }
}

/// What the sides of a test of ints lie between.
pub(crate) fn compared(test: Test, state: &State) -> [Range; 2] {
    match test {
        Test::Ints(_, lhs, rhs) => [lhs, rhs].map(|side| side.range(state)),
        _ => [Range::ALL; 2],
    }
}

/// What is known where a test has been answered so; `ranges`: what its sides lay between when it was made.
pub(crate) fn answered(test: Test, answer: bool, [left, right]: [Range; 2], state: &mut State) {
    let Test::Ints(cc, lhs, rhs) = test else { return };
    let cc = if answer { cc } else { cc.complement() };
    for (cc, operand, Range { low, high }) in [(cc, lhs, right), (cc.swap_args(), rhs, left)] {
        let Operand::Slot(slot, Ty::Int) = operand else { continue };
        match cc {
            IntCC::SignedLessThan => state.bound(slot, i64::MIN, high.saturating_sub(1)),
            IntCC::SignedLessThanOrEqual => state.bound(slot, i64::MIN, high),
            IntCC::SignedGreaterThan => state.bound(slot, low.saturating_add(1), i64::MAX),
            IntCC::SignedGreaterThanOrEqual => state.bound(slot, low, i64::MAX),
            IntCC::Equal => state.bound(slot, low, high),
            _ => {}
        }
    }
}

/// A loop with none inside. Slices of arrays are in registers in such loops only, from where they are entered on: elsewhere others need them more.
struct Innermost {
    ops: RangeInclusive<u32>,
    /// Slots with arrays that it looks into.
    bases: Vec<u32>,
}

struct Solver<'a, 'v> {
    what: &'a LoopSnapshot<'v>,
    planner: &'a Planner<'a, 'v>,
    /// By op of the loop: a block begins here.
    leads: Vec<bool>,
    /// A backward jump leads here.
    headers: Vec<bool>,
    flow: Flow,
    work: Vec<Place>,
    /// By op: what lies behind it has been looked at.
    searched: Vec<bool>,
    innermost: Vec<Innermost>,
    /// A block turned out to begin inside of another one.
    split: bool,
}

/// The types at the start of each block that can be reached, and the entries; `None`: not worth it.
pub(crate) fn solve<'v>(what: &LoopSnapshot<'v>, planner: &Planner<'_, 'v>) -> Option<Flow> {
    let count = (what.last - what.low + 1) as usize;
    let flow = Flow {
        blocks: FxHashMap::default(),
        entries: Vec::new(),
        left: FxHashSet::default(),
        done: FxHashSet::default(),
        peeling: Peeling::default(),
    };
    let (leads, headers) = (vec![false; count], vec![false; count]);
    let searched = vec![false; count];
    let innermost = innermost(what.function, &(what.low..=what.last), what.first).into_iter().map(|ops| {
        let bases = ops.clone().filter_map(|at| Some(planner.looks_into(at)?.0)).collect();
        Innermost { ops, bases }
    });
    let innermost = innermost.collect();
    let mut solver = Solver { what, planner, leads, headers, flow, work: Vec::new(), searched, innermost, split: false };
    for at in what.low..=what.last {
        if let Some(target) = planner.op(at).jump_target()
            && let Some(index) = solver.index(target)
        {
            solver.leads[index] = true;
            solver.headers[index] |= target <= at;
        }
    }
    let first = (what.first - what.low) as usize;
    solver.headers[first] = true;
    solver.leads[first] = true;
    if !solver.enter(what.first) {
        solver.come_back(what.first);
    }
    if solver.flow.entries.is_empty() {
        return None;
    }
    solver.settle();
    let peeling = Peeling::of(what.function, what.low..=what.last, what.first, &solver.flow.entries);
    if peeling.is_empty() {
        return Some(solver.flow);
    }
    let (entries, whole) = (solver.flow.entries.len(), std::mem::take(&mut solver.flow.blocks));
    solver.flow.peeling = peeling;
    solver.settle();
    let (peeled, flow) = (std::mem::take(&mut solver.flow.blocks), &mut solver.flow);
    flow.peeling.retain(|head, live| {
        let known =
            |blocks: &FxHashMap<Place, State>, later: bool| blocks.get(&Place { at: head, later }).map_or(0, |state| state.facts_of(live));
        // Whoever enters in the midst of a loop is in its first iteration.
        flow.entries.len() == entries && (what.eager || known(&peeled, true) > known(&whole, false))
    });
    solver.settle();
    Some(solver.flow)
}

impl Solver<'_, '_> {
    /// Follows all paths from the entries until nothing changes.
    fn settle(&mut self) {
        loop {
            self.split = false;
            self.flow.blocks.clear();
            self.flow.left.clear();
            self.flow.done.clear();
            // Whoever enters where paths of the loop meet finds the types of these; so the first entry goes first.
            let mut next = 0;
            while let Some(&at) = self.flow.entries.get(next) {
                if !self.flow.blocks.contains_key(&Place::first(at)) {
                    let state = self.at_entry(at);
                    self.reach(Place::first(at), &state);
                    self.run();
                }
                next += 1;
            }
            if !self.split {
                return;
            }
        }
    }

    fn index(&self, at: u32) -> Option<usize> {
        (self.what.low..=self.what.last).contains(&at).then(|| (at - self.what.low) as usize)
    }

    /// Lets the interpreter enter at an op, if that pays.
    fn enter(&mut self, at: u32) -> bool {
        let Some(index) = self.index(at) else { return false };
        if self.flow.entries.contains(&at) {
            return true;
        }
        if !self.pays(at, &self.at_entry(at)) {
            return false;
        }
        self.split |= !std::mem::replace(&mut self.leads[index], true);
        self.flow.entries.push(at);
        true
    }

    /// What is taken for granted by whoever enters at an op that no path leads to.
    fn at_entry(&self, at: u32) -> State {
        match self.index(at) {
            Some(index) if self.headers[index] => {
                let mut state = self.planner.at_start();
                self.find_slices(at, &mut state);
                state
            }
            _ => State::new(self.what.function.frame_slots as usize),
        }
    }

    fn innermost(&self, at: u32) -> Option<&Innermost> {
        self.innermost.iter().find(|its| its.ops.contains(&at))
    }

    /// Where an innermost loop is entered, the slices of its arrays go to registers.
    fn find_slices(&self, at: u32, state: &mut State) {
        for base in self.innermost(at).into_iter().flat_map(|its| &its.bases) {
            state.learn_slice(*base);
        }
    }

    /// Enough ops follow that need no interpreter.
    fn pays(&self, at: u32, state: &State) -> bool {
        let enough = if self.what.eager { 1 } else { WORTH_ENTERING };
        let (mut state, mut at, mut done) = (state.clone(), at, 0);
        while let Some(step) = self.index(at).and_then(|_| self.planner.step(at, &state)) {
            done += step.ops;
            if done >= enough {
                return true;
            }
            match step.action {
                Action::Switch { .. } => return false,
                Action::Jump { target } => at = target,
                // Loops mostly go on.
                Action::Branch { target, .. } if target <= at => at = target,
                _ => at += step.ops,
            }
            apply(&step, &mut state);
        }
        false
    }

    /// A path leads to a block.
    fn reach(&mut self, place: Place, state: &State) {
        if self.index(place.at).is_none() {
            return;
        }
        match self.flow.blocks.get_mut(&place) {
            Some(known) => {
                if known.meet(state) {
                    self.work.push(place);
                }
            }
            None => {
                self.flow.blocks.insert(place, state.clone());
                self.work.push(place);
            }
        }
    }

    /// A path leads from one place to an op.
    fn go(&mut self, from: Place, to: u32, state: &State) {
        let place = self.flow.peeling.next(from, to);
        if self.innermost(from.at).is_some_and(|its| its.ops.contains(&to)) {
            return self.reach(place, state);
        }
        let mut state = state.clone();
        state.forget_slices();
        self.find_slices(to, &mut state);
        self.reach(place, &state);
    }

    fn run(&mut self) {
        while let Some(start) = self.work.pop() {
            let Some(mut state) = self.flow.blocks.get(&start).cloned() else { continue };
            let Place { mut at, later } = start;
            loop {
                let from = Place { at, later };
                let Some(step) = self.planner.step(at, &state) else {
                    self.flow.left.insert(at);
                    self.come_back(at);
                    break;
                };
                self.flow.done.extend(at..at + step.ops);
                if let Action::Next { iter, end, .. } = step.action {
                    let mut over = state.clone();
                    step.guards.iter().for_each(|(slot, ty)| over.learn(*slot, *ty));
                    over.learn_slice(iter);
                    self.lead(end);
                    self.go(from, end, &over);
                    self.lead(at + 1);
                }
                let ranges = if let Action::Branch { test, .. } = step.action { compared(test, &state) } else { [Range::ALL; 2] };
                apply(&step, &mut state);
                match step.action {
                    Action::Next { .. } => {
                        self.go(from, at + 1, &state);
                        break;
                    }
                    Action::Jump { target } => {
                        self.go(from, target, &state);
                        break;
                    }
                    Action::Branch { test, when, target } => {
                        let mut taken = state.clone();
                        answered(test, when, ranges, &mut taken);
                        self.go(from, target, &taken);
                        self.lead(at + 1);
                        answered(test, !when, ranges, &mut state);
                        self.go(from, at + 1, &state);
                        break;
                    }
                    Action::Switch { table, otherwise, .. } => {
                        for target in cases(self.what.function, table).chain([otherwise]) {
                            self.lead(target);
                            self.go(from, target, &state);
                        }
                        break;
                    }
                    _ => {}
                }
                at += step.ops;
                match self.index(at) {
                    None => break,
                    Some(index) if self.leads[index] => {
                        self.go(from, at, &state);
                        break;
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn lead(&mut self, at: u32) {
        if let Some(index) = self.index(at) {
            self.split |= !std::mem::replace(&mut self.leads[index], true);
        }
    }

    /// Looks for ops to come back to behind an op that the interpreter runs.
    fn come_back(&mut self, at: u32) {
        let mut behind = vec![at];
        while let Some(at) = behind.pop() {
            let Some(index) = self.index(at) else { continue };
            if std::mem::replace(&mut self.searched[index], true) {
                continue;
            }
            let op = self.planner.op(at);
            let next = op.code.info().falls_through().then_some(at + 1);
            let ways: Vec<u32> = next.into_iter().chain(self.what.function.targets(op)).collect();
            // Where it does not pay yet, it may pay further on.
            behind.extend(ways.into_iter().filter(|&way| !self.enter(way)));
        }
    }
}

fn cases(function: &Function, table: u32) -> impl Iterator<Item = u32> + '_ {
    function.switches.get(table as usize).into_iter().flat_map(loxo_bytecode::SwitchTable::targets)
}
