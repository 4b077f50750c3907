//! Finds the rule with the longest match; of several the first. States of the deterministic machine are made when they are first needed.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::grammar;
use super::pattern::{self, Machine, Step};

/// The grammar's machine, and bytes that all its patterns treat alike as one number.
struct Compiled {
    machine: Machine,
    classes: [u8; 256],
    class_count: usize,
}

static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    let rules: Vec<&str> = grammar::RULES.iter().map(|(_, pattern)| *pattern).collect();
    let machine = Machine::new(grammar::DEFINITIONS, &rules);
    let sets: HashSet<pattern::Bytes> = machine.steps.iter().filter_map(Step::bytes).copied().collect();
    // Each set divides the classes that there are into what is in it and what is not.
    let mut classes = [0; 256];
    let mut class_count = 1;
    for set in sets {
        let mut inside = [None; 256];
        let mut outside = [None; 256];
        let mut count = 0;
        for byte in 0..=255u8 {
            let class = &mut classes[usize::from(byte)];
            let part = if pattern::has(&set, byte) { &mut inside } else { &mut outside };
            *class = *part[usize::from(*class)].get_or_insert_with(|| {
                count += 1;
                (count - 1) as u8
            });
        }
        class_count = count;
    }
    Compiled { machine, classes, class_count }
});

const UNKNOWN: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;

/// The deterministic machine as far as it is known.
struct Automaton {
    /// States times classes of bytes.
    next: Vec<u32>,
    /// What each state stands for: states of the other machine, in order.
    meaning: Vec<Box<[u32]>>,
    /// The rule that has matched in each state.
    matched: Vec<Option<usize>>,
    states: HashMap<Box<[u32]>, u32>,
}

thread_local! {
    static AUTOMATON: RefCell<Automaton> = RefCell::new(Automaton::new());
}

/// Places in a text that were reached in vain, with the states there: without them a text of signs alone takes quadratic time (Thomas Reps,
/// "Maximal-Munch" Tokenization in Linear Time, 1998).
#[derive(Default)]
pub(super) struct InVain(HashSet<(u32, usize)>);

/// What is read in vain and is no longer than this is not worth remembering.
const SHORT: usize = 64;

/// The index of the rule that matches the most bytes from `start` on and how many. Behind the text stand NUL bytes, and rules may ask
/// for them.
pub(super) fn longest_match(text: &[u8], start: usize, in_vain: &mut InVain) -> Option<(usize, usize)> {
    AUTOMATON.with_borrow_mut(|automaton| automaton.run(text, start, in_vain))
}

impl Automaton {
    fn new() -> Automaton {
        let mut automaton = Automaton { next: Vec::new(), meaning: Vec::new(), matched: Vec::new(), states: HashMap::new() };
        let mut set = StateSet::new(COMPILED.machine.steps.len());
        COMPILED.machine.starts.iter().for_each(|&start| set.add(start));
        automaton.state(set);
        automaton
    }

    fn run(&mut self, text: &[u8], start: usize, in_vain: &mut InVain) -> Option<(usize, usize)> {
        let mut state = 0;
        let mut best = None;
        let mut end = start;
        // Nothing asks for more of the end than this.
        while end <= text.len() + 2 {
            let byte = text.get(end).copied().unwrap_or(0);
            end += 1;
            state = self.step(state, byte);
            if state == DEAD {
                break;
            }
            if let Some(rule) = self.matched[state as usize] {
                best = Some((rule, end - start));
            } else if !in_vain.0.is_empty() && in_vain.0.contains(&(state, end)) {
                break;
            }
        }
        let useful = best.map_or(start, |(_, length)| start + length);
        if end - useful > SHORT {
            self.remember(text, start, useful..end, in_vain);
        }
        best
    }

    /// Goes the way again, and notes what was read behind the match.
    #[cold]
    fn remember(&mut self, text: &[u8], start: usize, vain: std::ops::Range<usize>, in_vain: &mut InVain) {
        let mut state = 0;
        for at in start..vain.end {
            state = self.step(state, text.get(at).copied().unwrap_or(0));
            if state == DEAD {
                break;
            }
            if at >= vain.start {
                in_vain.0.insert((state, at + 1));
            }
        }
    }

    #[inline]
    fn step(&mut self, state: u32, byte: u8) -> u32 {
        let class = COMPILED.classes[usize::from(byte)];
        let at = state as usize * COMPILED.class_count + usize::from(class);
        match self.next[at] {
            UNKNOWN => {
                let next = self.find_step(state, byte);
                self.next[at] = next;
                next
            }
            next => next,
        }
    }

    #[cold]
    fn find_step(&mut self, state: u32, byte: u8) -> u32 {
        let machine = &COMPILED.machine;
        let mut set = StateSet::new(machine.steps.len());
        for &step in &self.meaning[state as usize] {
            if let Step::Byte(bytes, next) = &machine.steps[step as usize]
                && pattern::has(bytes, byte)
            {
                set.add(*next);
            }
        }
        self.state(set)
    }

    /// The number of a state; a new one if it is not known.
    fn state(&mut self, set: StateSet) -> u32 {
        let mut members = set.members;
        if members.is_empty() {
            return DEAD;
        }
        members.sort_unstable();
        let members: Box<[u32]> = members.into();
        if let Some(state) = self.states.get(&members) {
            return *state;
        }
        let number = self.meaning.len() as u32;
        let rules = members.iter().filter_map(|&step| match COMPILED.machine.steps[step as usize] {
            Step::Match(rule) => Some(rule),
            _ => None,
        });
        self.matched.push(rules.min());
        self.next.resize(self.next.len() + COMPILED.class_count, UNKNOWN);
        self.meaning.push(members.clone());
        self.states.insert(members, number);
        number
    }
}

/// States that can be reached without reading; forks are followed and not kept.
struct StateSet {
    seen: Vec<bool>,
    members: Vec<u32>,
}

impl StateSet {
    fn new(size: usize) -> StateSet {
        StateSet { seen: vec![false; size], members: Vec::new() }
    }

    fn add(&mut self, step: usize) {
        let mut waiting = vec![step];
        while let Some(step) = waiting.pop() {
            if std::mem::replace(&mut self.seen[step], true) {
                continue;
            }
            match COMPILED.machine.steps[step] {
                Step::Fork(a, b) => waiting.extend([a, b]),
                _ => self.members.push(step as u32),
            }
        }
    }
}
