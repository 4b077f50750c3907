//! What is seen of a run: for each function what it has cost, and the calls in their order or the samples. Both lists are bounded: what comes behind
//! their ends is in the sums alone.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use loxo_observer::{Called, Clock, Observer, cpu_nanoseconds, wall_nanoseconds};
use loxo_runtime::Cx;
use loxo_runtime::value::heap;

/// So many beginnings and ends of calls are kept, and so many places in stacks.
const MOST_EVENTS: usize = 4_000_000;

/// The number of a function.
pub type Id = u32;

pub struct Function {
    pub name: String,
    pub file: String,
    pub calls: u64,
    /// Nanoseconds in it and in what it has called; of calls in itself those of the outermost alone.
    pub inclusive: u64,
    /// Nanoseconds in it alone.
    pub own: u64,
    /// Bytes that it has left in use, what it has called left out.
    pub memory: i64,
    /// Calls under way.
    active: u32,
}

/// A call begins, or the one that began last ends.
#[derive(Clone, Copy)]
pub struct Event {
    pub at: u64,
    /// `None`: an end.
    pub begins: Option<Id>,
}

/// A call under way.
struct Entry {
    function: Id,
    begun: u64,
    inner: u64,
    held: i64,
    inner_held: i64,
}

pub struct Run {
    pub clock: Clock,
    pub functions: Vec<Function>,
    /// By the address of the function, or by text.
    known: HashMap<usize, Id>,
    known_texts: HashMap<String, Id>,
    pub begun: u64,
    pub ended: u64,
    pub events: Vec<Event>,
    /// Events that found no place: those of the calls that are not listed, beginnings and ends.
    pub unlisted: u64,
    /// Calls under way that are not listed.
    hidden: usize,
    stack: Vec<Entry>,
    aside: HashMap<usize, Vec<Id>>,
    /// Samples: the time between two of them, and what was seen with how often, outermost function first.
    pub period: Option<std::time::Duration>,
    pub samples: Vec<(Vec<Id>, u64)>,
    kept_frames: usize,
}

/// The run, which its observer and the command share.
pub type Shared = Rc<RefCell<Run>>;

/// The observer's side of a run.
pub struct Calls(pub Shared);

impl Observer for Calls {
    fn enter(&mut self, called: Called<'_>) {
        self.0.borrow_mut().enter(called);
    }

    fn leave(&mut self) {
        self.0.borrow_mut().leave();
    }

    fn set_aside(&mut self, fiber: usize, calls: usize) {
        let mut run = self.0.borrow_mut();
        let calls = calls.min(run.stack.len());
        let mut waiting = Vec::with_capacity(calls);
        for _ in 0..calls {
            waiting.extend(run.stack.last().map(|entry| entry.function));
            run.leave();
        }
        run.aside.insert(fiber, waiting);
    }

    fn take_up(&mut self, fiber: usize) {
        let mut run = self.0.borrow_mut();
        for function in run.aside.remove(&fiber).unwrap_or_default().into_iter().rev() {
            run.begin_call(function);
        }
    }
}

impl Run {
    pub fn new(clock: Clock) -> Run {
        Run {
            clock,
            functions: Vec::new(),
            known: HashMap::new(),
            known_texts: HashMap::new(),
            begun: 0,
            ended: 0,
            events: Vec::new(),
            unlisted: 0,
            hidden: 0,
            stack: Vec::new(),
            aside: HashMap::new(),
            period: None,
            samples: Vec::new(),
            kept_frames: 0,
        }
    }

    fn now(&self) -> u64 {
        match self.clock {
            Clock::Wall => wall_nanoseconds(),
            Clock::Cpu => cpu_nanoseconds(),
        }
    }

    pub fn begin(&mut self) {
        self.begun = self.now();
    }

    /// The script is done: calls that an error has left under way end with it.
    pub fn finish(&mut self) {
        while !self.stack.is_empty() {
            self.leave();
        }
        self.ended = self.now();
    }

    fn id(&mut self, called: Called<'_>) -> Id {
        let func = match called {
            Called::Function(func) | Called::Builtin(func) | Called::File(func, _) => func,
            Called::Load(path) => return self.id_of_text(format!("compile {}", String::from_utf8_lossy(path))),
            Called::Eval(name) => return self.id_of_text(format!("compile {}", String::from_utf8_lossy(name))),
        };
        let key = std::ptr::from_ref(func) as usize;
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let (name, file) = match called {
            Called::File(_, path) => (path.as_bytes().to_vec(), path.as_bytes().to_vec()),
            _ => (func.display_name(), Vec::new()),
        };
        let id = self.id_of(String::from_utf8_lossy(&name).into_owned(), String::from_utf8_lossy(&file).into_owned());
        self.known.insert(key, id);
        id
    }

    fn id_of_text(&mut self, text: String) -> Id {
        self.id_of(text, String::new())
    }

    fn id_of(&mut self, name: String, file: String) -> Id {
        if let Some(id) = self.known_texts.get(&name) {
            return *id;
        }
        let id = self.functions.len() as Id;
        self.known_texts.insert(name.clone(), id);
        self.functions.push(Function { name, file, calls: 0, inclusive: 0, own: 0, memory: 0, active: 0 });
        id
    }

    fn enter(&mut self, called: Called<'_>) {
        let id = self.id(called);
        self.begin_call(id);
    }

    fn begin_call(&mut self, id: Id) {
        let function = &mut self.functions[id as usize];
        function.calls += 1;
        function.active += 1;
        let held = heap::memory_usage(false) as i64;
        let now = self.now();
        // An end must have its place too.
        if self.hidden == 0 && self.events.len() + self.stack.len() + 2 <= MOST_EVENTS {
            self.events.push(Event { at: now, begins: Some(id) });
        } else {
            self.hidden += 1;
            self.unlisted += 1;
        }
        self.stack.push(Entry { function: id, begun: now, inner: 0, held, inner_held: 0 });
    }

    fn leave(&mut self) {
        let Some(entry) = self.stack.pop() else { return };
        let now = self.now();
        if self.hidden > 0 {
            self.hidden -= 1;
        } else {
            self.events.push(Event { at: now, begins: None });
        }
        let (time, held) = (now.saturating_sub(entry.begun), heap::memory_usage(false) as i64 - entry.held);
        let function = &mut self.functions[entry.function as usize];
        function.active -= 1;
        function.own += time.saturating_sub(entry.inner);
        function.memory += held - entry.inner_held;
        if function.active == 0 {
            function.inclusive += time;
        }
        if let Some(caller) = self.stack.last_mut() {
            caller.inner += time;
            caller.inner_held += held;
        }
    }

    /// Looks at the stack, which stands for so many periods.
    pub fn sample(&mut self, cx: &mut Cx, times: u64) {
        let mut stack = Vec::new();
        loxo_observer::stack(cx, |standing| {
            stack.push(standing.called);
            true
        });
        let stack: Vec<Id> = stack.into_iter().rev().map(|called| self.id(called)).collect();
        let time = times * self.period.map_or(0, |period| period.as_nanos() as u64);
        for (at, id) in stack.iter().enumerate() {
            if !stack[..at].contains(id) {
                self.functions[*id as usize].inclusive += time;
                self.functions[*id as usize].calls += times;
            }
        }
        if let Some(top) = stack.last() {
            self.functions[*top as usize].own += time;
        }
        if let Some((_, count)) = self.samples.last_mut().filter(|(last, _)| *last == stack) {
            *count += times;
            return;
        }
        if self.kept_frames + stack.len() > MOST_EVENTS {
            self.unlisted += 1;
            return;
        }
        self.kept_frames += stack.len();
        self.samples.push((stack, times));
    }
}
