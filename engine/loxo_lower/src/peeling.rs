//! First iterations of inner loops are code of their own: they find out what variables and arrays are, and all others know it.

use std::ops::RangeInclusive;

use loxo_bytecode::Function;

/// Loops of more ops would take too long to compile twice.
const MOST_OPS: u32 = 100;

/// Where code is, of those that an op may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Place {
    pub at: u32,
    /// In an iteration behind the first one of a loop.
    pub later: bool,
}

impl Place {
    /// Where ops outside of such loops are, and first iterations.
    pub fn first(at: u32) -> Place {
        Place { at, later: false }
    }
}

/// The loops whose first iteration is apart.
#[derive(Default)]
pub(crate) struct Peeling {
    loops: Vec<Peeled>,
}

struct Peeled {
    ops: RangeInclusive<u32>,
    /// The op at which it is entered.
    head: u32,
    /// What it may read there.
    live: Vec<bool>,
}

impl Peeling {
    /// The loops of a loop that have none inside, and one op at which they are entered. `first`: where the loop's jump leads; `entries`: where the interpreter
    /// enters.
    pub fn of(function: &Function, whole: RangeInclusive<u32>, first: u32, entries: &[u32]) -> Peeling {
        let entries: Vec<u32> = entries.iter().copied().chain([first]).collect();
        let short = innermost(function, &whole, first).into_iter().filter(|ops| ops.end() - ops.start() < MOST_OPS);
        let peeled = short.filter_map(|ops| {
            let head = head(function, &whole, &ops, &entries)?;
            Some(Peeled { head, live: crate::live::at(function, ops.clone(), head), ops })
        });
        Peeling { loops: peeled.collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// Keeps those that are worth it, by their heads and what they may read there.
    pub fn retain(&mut self, is_worth_it: impl Fn(u32, &[bool]) -> bool) {
        self.loops.retain(|its| is_worth_it(its.head, &its.live));
    }

    /// Where code goes on that comes from one place to an op.
    pub fn next(&self, from: Place, to: u32) -> Place {
        let its = self.loops.iter().find(|its| its.ops.contains(&to));
        let later = its.is_some_and(|its| its.ops.contains(&from.at) && (from.later || to == its.head));
        Place { at: to, later }
    }

    /// Code in this order has later iterations behind the first one.
    pub fn order(&self, place: Place) -> (u32, bool, u32) {
        let its = self.loops.iter().find(|its| its.ops.contains(&place.at));
        (its.map_or(place.at, |its| *its.ops.start()), place.later, place.at)
    }
}

/// The loops of a loop that have none inside; `first`: where its jump leads.
pub(crate) fn innermost(function: &Function, whole: &RangeInclusive<u32>, first: u32) -> Vec<RangeInclusive<u32>> {
    let all = loops(function, whole, first);
    let has_inner =
        |ops: &RangeInclusive<u32>| all.iter().any(|other| other != ops && ops.contains(other.start()) && ops.contains(other.end()));
    all.iter().filter(|ops| !has_inner(ops)).cloned().collect()
}

/// The ops of each loop in the compiled one, which is one of them.
fn loops(function: &Function, whole: &RangeInclusive<u32>, its_first: u32) -> Vec<RangeInclusive<u32>> {
    let mut found: Vec<RangeInclusive<u32>> = vec![whole.clone()];
    for at in whole.clone() {
        let Some(first) = function.backward_jump(at).filter(|first| *first != its_first && whole.contains(first)) else { continue };
        // The last jump there ends it.
        found.retain(|ops| *ops.start() != first || *ops.end() == *whole.end());
        found.push(function.loop_start(first, at)..=at);
    }
    found
}

/// The op at which a loop is entered, if it is a single one.
fn head(function: &Function, whole: &RangeInclusive<u32>, ops: &RangeInclusive<u32>, entries: &[u32]) -> Option<u32> {
    let outside = whole.clone().filter(|at| !ops.contains(at));
    let leads = outside.flat_map(|at| {
        let op = &function.code[at as usize];
        let next = op.code.info().falls_through().then_some(at + 1);
        function.targets(op).chain(next)
    });
    let mut heads = leads.chain(entries.iter().copied()).filter(|to| ops.contains(to));
    let first = heads.next()?;
    heads.all(|head| head == first).then_some(first)
}
