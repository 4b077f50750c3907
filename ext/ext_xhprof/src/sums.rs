//! What `xhprof_enable()` gathers: for each pair of caller and function how often it was called, and what that took.

use loxo_observer::{Called, Observer, cpu_nanoseconds, wall_nanoseconds};
use loxo_runtime::value::heap;
use loxo_runtime::{PhpArray, PhpStr, Value};
use rustc_hash::FxHashMap;

use crate::names::{Ignored, Names, Symbol};

/// Readings of the clocks, in microseconds, and of memory, in bytes; or differences of such.
#[derive(Clone, Copy, Default)]
struct Reading {
    wall: i64,
    cpu: i64,
    memory: i64,
    peak: i64,
}

impl Reading {
    fn minus(self, other: Reading) -> Reading {
        Reading {
            wall: self.wall - other.wall,
            cpu: self.cpu - other.cpu,
            memory: self.memory - other.memory,
            peak: self.peak - other.peak,
        }
    }

    fn add(&mut self, other: Reading) {
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.memory += other.memory;
        self.peak += other.peak;
    }
}

/// A call under way.
#[derive(Clone, Copy)]
struct Entry {
    /// `None`: one to be ignored, which is part of the one below.
    name: Option<(Symbol, u32)>,
    begun: Reading,
}

/// A caller and what it calls, both with how deep they are in themselves; without a caller: the main code.
type Edge = (Option<(Symbol, u32)>, (Symbol, u32));

struct Sum {
    edge: Edge,
    calls: i64,
    total: Reading,
}

pub(crate) struct Sums {
    cpu: bool,
    memory: bool,
    names: Names,
    stack: Vec<Entry>,
    sums: Vec<Sum>,
    by_edge: FxHashMap<Edge, usize>,
    /// The calls of fibers that wait, innermost first.
    aside: FxHashMap<usize, Vec<Option<Symbol>>>,
}

impl Sums {
    /// Begins, in the main code.
    pub(crate) fn new(cpu: bool, memory: bool, ignored: Ignored) -> Sums {
        let (stack, sums) = (Vec::new(), Vec::new());
        let (by_edge, aside) = (FxHashMap::default(), FxHashMap::default());
        let mut sums = Sums { cpu, memory, names: Names::new(ignored), stack, sums, by_edge, aside };
        let main = sums.names.main();
        sums.stack.push(Entry { name: Some((main, 0)), begun: sums.read() });
        sums
    }

    fn read(&self) -> Reading {
        let mut reading = Reading { wall: (wall_nanoseconds() / 1000) as i64, ..Reading::default() };
        if self.cpu {
            reading.cpu = (cpu_nanoseconds() / 1000) as i64;
        }
        if self.memory {
            (reading.memory, reading.peak) = (heap::memory_usage(false) as i64, heap::peak(false) as i64);
        }
        reading
    }

    /// A call begins.
    fn push(&mut self, symbol: Option<Symbol>) {
        let name = symbol.map(|symbol| (symbol, self.names.begin(symbol)));
        let begun = if name.is_some() { self.read() } else { Reading::default() };
        self.stack.push(Entry { name, begun });
    }

    /// The innermost call has ended.
    fn pop(&mut self) {
        let Some(entry) = self.stack.pop() else { return };
        let Some(name) = entry.name else { return };
        let cost = self.read().minus(entry.begun);
        let caller = self.stack.iter().rev().find_map(|below| below.name);
        let edge = (caller, name);
        let at = *self.by_edge.entry(edge).or_insert_with(|| {
            self.sums.push(Sum { edge, calls: 0, total: Reading::default() });
            self.sums.len() - 1
        });
        self.sums[at].calls += 1;
        self.sums[at].total.add(cost);
        self.names.end(name.0);
    }

    /// Ends all that is under way; gives the sums in the order in which they were first added to.
    pub(crate) fn finish(&mut self) -> PhpArray {
        while !self.stack.is_empty() {
            self.pop();
        }
        let key = |text: &str| PhpStr::interned(text.as_bytes());
        let [calls, wall, cpu, memory, peak] = ["ct", "wt", "cpu", "mu", "pmu"].map(key);
        let mut all = PhpArray::hash_with_capacity(self.sums.len());
        for sum in &self.sums {
            let mut row = PhpArray::hash_with_capacity(5);
            row.set_str(&calls, Value::int(sum.calls));
            row.set_str(&wall, Value::int(sum.total.wall));
            if self.cpu {
                row.set_str(&cpu, Value::int(sum.total.cpu));
            }
            if self.memory {
                row.set_str(&memory, Value::int(sum.total.memory));
                row.set_str(&peak, Value::int(sum.total.peak));
            }
            let (caller, (callee, level)) = sum.edge;
            let mut name = Vec::new();
            if let Some((caller, level)) = caller {
                self.names.write(&mut name, caller, level);
                name.extend_from_slice(b"==>");
            }
            self.names.write(&mut name, callee, level);
            all.set_str(&PhpStr::new(&name), Value::array(row));
        }
        all
    }
}

impl Observer for Sums {
    fn enter(&mut self, called: Called<'_>) {
        let symbol = self.names.of(called);
        self.push((!self.names.is_ignored(symbol)).then_some(symbol));
    }

    fn leave(&mut self) {
        // The main code ends with the profile.
        if self.stack.len() > 1 {
            self.pop();
        }
    }

    // What a fiber does between its suspensions counts as a call each time, as with generators: it belongs to who has resumed it.
    fn set_aside(&mut self, fiber: usize, calls: usize) {
        let calls = calls.min(self.stack.len().saturating_sub(1));
        let mut waiting = Vec::with_capacity(calls);
        for _ in 0..calls {
            waiting.extend(self.stack.last().map(|entry| entry.name.map(|(symbol, _)| symbol)));
            self.pop();
        }
        self.aside.insert(fiber, waiting);
    }

    fn take_up(&mut self, fiber: usize) {
        for symbol in self.aside.remove(&fiber).unwrap_or_default().into_iter().rev() {
            self.push(symbol);
        }
    }
}
