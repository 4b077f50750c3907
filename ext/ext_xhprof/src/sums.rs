//! What `xhprof_enable()` gathers: for each pair of caller and function how often it was called, and what that took.

use loxo_observer::{Called, Observer, cpu_nanoseconds, wall_nanoseconds};
use loxo_runtime::value::heap;
use loxo_runtime::{PhpArray, PhpStr, Value};
use rustc_hash::FxHashMap;

use crate::names::{Ignored, Names, Symbol, function};

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
    site: Option<Site>,
    /// Who the caller is of what is called now.
    caller: NodeId,
    begun: Reading,
}

/// The number of a name that has so many of its kind below it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct NodeId(u32);

const NOBODY: NodeId = NodeId(0);

/// A function that is called by a node.
#[derive(Clone, Copy)]
struct Site {
    symbol: Symbol,
    /// How many calls of that name are below it.
    level: u32,
    node: NodeId,
    /// The place of its sum.
    sum: usize,
}

struct Sum {
    caller: NodeId,
    callee: NodeId,
    calls: i64,
    total: Reading,
}

pub(crate) struct Sums {
    cpu: bool,
    memory: bool,
    names: Names,
    stack: Vec<Entry>,
    sums: Vec<Sum>,
    /// The sums that something was added to, in the order of the first time.
    order: Vec<usize>,
    /// The first is what the main code is called by.
    nodes: Vec<Option<(Symbol, u32)>>,
    by_node: FxHashMap<(Symbol, u32), NodeId>,
    by_edge: FxHashMap<(NodeId, NodeId), usize>,
    /// What a function was to a caller last, by the function's address, so that a call takes one look. `None`: to be ignored.
    sites: FxHashMap<(NodeId, usize), Option<Site>>,
    /// The calls of fibers that wait, innermost first.
    aside: FxHashMap<usize, Vec<Option<Symbol>>>,
}

impl Sums {
    /// Begins, in the main code.
    pub(crate) fn new(cpu: bool, memory: bool, ignored: Ignored) -> Sums {
        let mut sums = Sums {
            cpu,
            memory,
            names: Names::new(ignored),
            stack: Vec::new(),
            sums: Vec::new(),
            order: Vec::new(),
            nodes: vec![None],
            by_node: FxHashMap::default(),
            by_edge: FxHashMap::default(),
            sites: FxHashMap::default(),
            aside: FxHashMap::default(),
        };
        let main = sums.site(NOBODY, sums.names.main());
        sums.push(main);
        sums
    }

    #[inline]
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

    /// Who calls what is called now.
    fn caller(&self) -> NodeId {
        self.stack.last().map_or(NOBODY, |entry| entry.caller)
    }

    /// What a name is to a caller, if it is called now. `None`: to be ignored.
    fn site(&mut self, caller: NodeId, symbol: Symbol) -> Option<Site> {
        if self.names.is_ignored(symbol) {
            return None;
        }
        let level = self.names.active(symbol);
        let node = *self.by_node.entry((symbol, level)).or_insert_with(|| {
            self.nodes.push(Some((symbol, level)));
            NodeId((self.nodes.len() - 1) as u32)
        });
        let sum = *self.by_edge.entry((caller, node)).or_insert_with(|| {
            self.sums.push(Sum { caller, callee: node, calls: 0, total: Reading::default() });
            self.sums.len() - 1
        });
        Some(Site { symbol, level, node, sum })
    }

    /// A call begins.
    #[inline]
    fn push(&mut self, site: Option<Site>) {
        let (caller, begun) = match site {
            Some(site) => {
                self.names.begin(site.symbol);
                (site.node, self.read())
            }
            None => (self.caller(), Reading::default()),
        };
        self.stack.push(Entry { site, caller, begun });
    }

    /// The innermost call has ended.
    #[inline]
    fn pop(&mut self) {
        let Some(entry) = self.stack.pop() else { return };
        let Some(site) = entry.site else { return };
        let cost = self.read().minus(entry.begun);
        let sum = &mut self.sums[site.sum];
        if sum.calls == 0 {
            self.order.push(site.sum);
        }
        sum.calls += 1;
        sum.total.add(cost);
        self.names.end(site.symbol);
    }

    /// Ends all that is under way; gives the sums in the order in which they were first added to.
    pub(crate) fn finish(&mut self) -> PhpArray {
        while !self.stack.is_empty() {
            self.pop();
        }
        let key = |text: &str| PhpStr::interned(text.as_bytes());
        let [calls, wall, cpu, memory, peak] = ["ct", "wt", "cpu", "mu", "pmu"].map(key);
        let mut all = PhpArray::hash_with_capacity(self.order.len());
        for sum in self.order.iter().map(|at| &self.sums[*at]) {
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
            let mut name = Vec::new();
            if let Some((caller, level)) = self.nodes[sum.caller.0 as usize] {
                self.names.write(&mut name, caller, level);
                name.extend_from_slice(b"==>");
            }
            if let Some((callee, level)) = self.nodes[sum.callee.0 as usize] {
                self.names.write(&mut name, callee, level);
            }
            all.set_str(&PhpStr::new(&name), Value::array(row));
        }
        all
    }
}

impl Observer for Sums {
    #[inline]
    fn enter(&mut self, called: Called<'_>) {
        let caller = self.caller();
        let key = function(called).map(|func| (caller, std::ptr::from_ref(func) as usize));
        let known = key.and_then(|key| self.sites.get(&key)).copied();
        let site = match known {
            Some(site) if site.is_none_or(|site| self.names.active(site.symbol) == site.level) => site,
            _ => {
                let symbol = self.names.of(called);
                let site = self.site(caller, symbol);
                self.sites.extend(key.map(|key| (key, site)));
                site
            }
        };
        self.push(site);
    }

    #[inline]
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
            waiting.extend(self.stack.last().map(|entry| entry.site.map(|site| site.symbol)));
            self.pop();
        }
        self.aside.insert(fiber, waiting);
    }

    fn take_up(&mut self, fiber: usize) {
        for symbol in self.aside.remove(&fiber).unwrap_or_default().into_iter().rev() {
            let site = symbol.and_then(|symbol| self.site(self.caller(), symbol));
            self.push(site);
        }
    }
}
