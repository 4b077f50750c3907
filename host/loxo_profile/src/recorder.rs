//! Builds a profile while a program runs: a full trace as long as it is short enough, sums per caller and callee from then on.

use rustc_hash::FxHashMap;

use crate::model::*;

/// Events that are kept unless `Recorder::with_limit` says something else: 24 bytes each in a file, 40 in memory.
pub const DEFAULT_LIMIT: usize = 4_000_000;

/// Takes what happens in the order in which it does. Times count from the profile's start.
pub struct Recorder {
    title: String,
    command: Vec<String>,
    started_unix_ms: u64,
    functions: Functions,
    events: Vec<Event>,
    limit: usize,
    depth: usize,
    last: (u64, u64, u64),
    sums: Option<Sums>,
}

impl Recorder {
    pub fn new(title: &str, command: Vec<String>, started_unix_ms: u64) -> Recorder {
        Recorder::with_limit(title, command, started_unix_ms, DEFAULT_LIMIT)
    }

    pub fn with_limit(title: &str, command: Vec<String>, started_unix_ms: u64, limit: usize) -> Recorder {
        let (title, functions) = (title.to_string(), Functions::default());
        Recorder { title, command, started_unix_ms, functions, events: Vec::new(), limit, depth: 0, last: (0, 0, 0), sums: None }
    }

    pub fn function(&mut self, name: &str, file: &str, line: u32, kind: FunctionKind) -> FunctionId {
        self.functions.intern(name, file, line, kind)
    }

    pub fn enter(&mut self, at_ns: u64, cpu_ns: u64, memory: u64, function: FunctionId) {
        self.depth += 1;
        self.push(Event { at_ns, cpu_ns, memory, what: What::Enter(function) });
    }

    /// Without a function that was entered it does nothing.
    pub fn leave(&mut self, at_ns: u64, cpu_ns: u64, memory: u64) {
        if self.depth > 0 {
            self.depth -= 1;
            self.push(Event { at_ns, cpu_ns, memory, what: What::Leave });
        }
    }

    fn push(&mut self, mut event: Event) {
        // Clocks of different CPUs may differ a little.
        event.at_ns = event.at_ns.max(self.last.0);
        event.cpu_ns = event.cpu_ns.max(self.last.1);
        self.last = (event.at_ns, event.cpu_ns, event.memory);
        if let Some(sums) = &mut self.sums {
            return sums.event(&mut self.functions, &event);
        }
        if self.events.len() >= self.limit {
            let mut sums = Sums::default();
            for event in std::mem::take(&mut self.events) {
                sums.event(&mut self.functions, &event);
            }
            sums.event(&mut self.functions, &event);
            self.sums = Some(sums);
        } else {
            self.events.push(event);
        }
    }

    /// Ends it; what was not left is left now.
    pub fn finish(mut self) -> Profile {
        let (at, cpu, memory) = self.last;
        while self.depth > 0 {
            self.leave(at, cpu, memory);
        }
        let (data, note) = match self.sums {
            Some(sums) => {
                let note = format!("There were more than {} calls and returns: only sums per caller and callee were kept.", self.limit);
                (Data::Edges(sums.edges), note)
            }
            None => (Data::Trace(self.events), String::new()),
        };
        Profile {
            title: self.title,
            command: self.command,
            started_unix_ms: self.started_unix_ms,
            duration_ns: at,
            functions: self.functions.into_list(),
            data,
            note,
        }
    }
}

/// Sums per caller and callee, of events as they come.
#[derive(Default)]
pub(crate) struct Sums {
    pub(crate) edges: Vec<Edge>,
    known: FxHashMap<(Option<FunctionId>, FunctionId), usize>,
    stack: Vec<Open>,
    /// How often each function is on the stack.
    active: FxHashMap<FunctionId, u32>,
    /// `f@1` of `f`.
    nested: FxHashMap<(FunctionId, u32), FunctionId>,
    peak: u64,
}

struct Open {
    plain: FunctionId,
    /// `plain`, or that function's `f@1`.
    shown: FunctionId,
    at_ns: u64,
    cpu_ns: u64,
    memory: u64,
    peak: u64,
}

impl Sums {
    pub(crate) fn event(&mut self, functions: &mut Functions, event: &Event) {
        self.peak = self.peak.max(event.memory);
        match event.what {
            What::Enter(plain) => {
                let active = self.active.entry(plain).or_default();
                let shown = match *active {
                    0 => plain,
                    times => *self.nested.entry((plain, times)).or_insert_with(|| {
                        let Function { name, file, line, kind } = functions.get(plain).clone();
                        functions.intern(&format!("{name}@{times}"), &file, line, kind)
                    }),
                };
                *active += 1;
                let Event { at_ns, cpu_ns, memory, .. } = *event;
                self.stack.push(Open { plain, shown, at_ns, cpu_ns, memory, peak: self.peak });
            }
            What::Leave => {
                let Some(open) = self.stack.pop() else { return };
                if let Some(active) = self.active.get_mut(&open.plain) {
                    *active -= 1;
                }
                let caller = self.stack.last().map(|open| open.shown);
                let cost = Cost {
                    wall_ns: event.at_ns.saturating_sub(open.at_ns),
                    cpu_ns: event.cpu_ns.saturating_sub(open.cpu_ns),
                    memory: event.memory.wrapping_sub(open.memory) as i64,
                    peak_memory: (self.peak - open.peak) as i64,
                    calls: 1,
                };
                let at = *self.known.entry((caller, open.shown)).or_insert_with(|| {
                    self.edges.push(Edge { caller, callee: open.shown, cost: Cost::default() });
                    self.edges.len() - 1
                });
                self.edges[at].cost.add(&cost);
            }
        }
    }
}
