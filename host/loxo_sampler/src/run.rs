//! A run of a program that is watched: its calls in their order, or samples of the stack.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use loxo_observer::{Called, Clock, Observer, cpu_nanoseconds, wall_nanoseconds};
use loxo_profile::{Data, FunctionId, FunctionKind, Functions, Profile, Recorder, Sample, StackId, Stacks};
use loxo_runtime::Cx;
use loxo_runtime::value::heap;

/// So many samples are kept.
const MOST_SAMPLES: usize = 4_000_000;

/// The run, which its observer and the command share.
pub type Shared = Rc<RefCell<Run>>;

/// A run that is watched.
pub struct Run {
    pub clock: Clock,
    title: String,
    begun: u64,
    known: HashMap<usize, FunctionId>,
    calls: Recorder,
    /// Calls under way, and those of fibers that wait.
    stack: Vec<FunctionId>,
    aside: HashMap<usize, Vec<FunctionId>>,
    sampled: Option<Sampled>,
}

/// What the sampler saw.
struct Sampled {
    period: Duration,
    functions: Functions,
    stacks: Stacks,
    samples: Vec<Sample>,
    /// Samples that found no place.
    lost: u64,
}

/// The observer's side of a run.
pub struct Calls(pub Shared);

impl Observer for Calls {
    fn enter(&mut self, called: Called<'_>) {
        let mut run = self.0.borrow_mut();
        let id = run.id(called);
        run.enter(id);
    }

    fn leave(&mut self) {
        self.0.borrow_mut().leave();
    }

    fn set_aside(&mut self, fiber: usize, calls: usize) {
        let mut run = self.0.borrow_mut();
        let calls = calls.min(run.stack.len());
        let first = run.stack.len() - calls;
        let waiting = run.stack[first..].to_vec();
        (0..calls).for_each(|_| run.leave());
        run.aside.insert(fiber, waiting);
    }

    fn take_up(&mut self, fiber: usize) {
        let mut run = self.0.borrow_mut();
        for function in run.aside.remove(&fiber).unwrap_or_default() {
            run.enter(function);
        }
    }
}

impl Run {
    pub fn new(clock: Clock, title: &str) -> Run {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
        let calls = Recorder::new(title, vec!["loxo".into(), title.into()], started);
        let (known, stack, aside) = (HashMap::new(), Vec::new(), HashMap::new());
        Run { clock, title: title.into(), begun: 0, known, calls, stack, aside, sampled: None }
    }

    fn now(&self) -> u64 {
        let now = match self.clock {
            Clock::Wall => wall_nanoseconds(),
            Clock::Cpu => cpu_nanoseconds(),
        };
        now.saturating_sub(self.begun)
    }

    /// The script is about to run; `period`: between two samples, if it is not watched as a whole.
    pub fn begin(&mut self, period: Option<Duration>) {
        self.begun = self.now();
        let (functions, stacks, samples) = (Functions::default(), Stacks::default(), Vec::new());
        self.sampled = period.map(|period| Sampled { period, functions, stacks, samples, lost: 0 });
    }

    /// There was a script to run.
    pub fn has_begun(&self) -> bool {
        self.begun != 0
    }

    /// The script is done: calls that an error has left under way end with it.
    pub fn finish(mut self) -> Profile {
        while !self.stack.is_empty() {
            self.leave();
        }
        let now = self.now();
        let mut profile = self.calls.finish();
        if let Some(Sampled { period, functions, stacks, samples, lost }) = self.sampled {
            profile.functions = functions.into_list();
            profile.data = Data::Samples { period_ns: period.as_nanos() as u64, samples, stacks };
            if lost > 0 {
                profile.note = format!("The run was too long to be kept as a whole: {lost} samples are missing.");
            }
        }
        profile.title = self.title;
        profile.duration_ns = now;
        profile
    }

    fn id(&mut self, called: Called<'_>) -> FunctionId {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (func, kind) = match called {
            Called::Function(func) => (func, FunctionKind::UserFunction),
            Called::Builtin(func) => (func, FunctionKind::Builtin),
            Called::File(func, _) => (func, FunctionKind::File),
            Called::Load(path) => return self.intern(&format!("compile {}", text(path)), "", FunctionKind::File),
            Called::Eval(name) => return self.intern(&format!("compile {}", text(name)), "", FunctionKind::File),
        };
        let key = std::ptr::from_ref(func) as usize;
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = match called {
            Called::File(_, path) => self.intern(&text(path.as_bytes()), &text(path.as_bytes()), kind),
            _ => self.intern(&text(&func.display_name()), "", kind),
        };
        self.known.insert(key, id);
        id
    }

    fn intern(&mut self, name: &str, file: &str, kind: FunctionKind) -> FunctionId {
        match &mut self.sampled {
            Some(sampled) => sampled.functions.intern(name, file, 0, kind),
            None => self.calls.function(name, file, 0, kind),
        }
    }

    fn enter(&mut self, function: FunctionId) {
        self.stack.push(function);
        let (now, memory) = (self.now(), heap::memory_usage(false) as u64);
        self.calls.enter(now, self.cpu(now), memory, function);
    }

    fn leave(&mut self) {
        if self.stack.pop().is_some() {
            let (now, memory) = (self.now(), heap::memory_usage(false) as u64);
            self.calls.leave(now, self.cpu(now), memory);
        }
    }

    /// Processor time is known where it is what is measured.
    fn cpu(&self, now: u64) -> u64 {
        if self.clock == Clock::Cpu { now } else { 0 }
    }

    /// Looks at the stack, which stands for so many periods.
    pub fn sample(&mut self, cx: &mut Cx, times: u64) {
        let mut stack = Vec::new();
        loxo_observer::stack(cx, |standing| {
            stack.push(standing.called);
            true
        });
        let frames: Vec<FunctionId> = stack.into_iter().rev().map(|called| self.id(called)).collect();
        let now = self.now();
        let cpu_ns = self.cpu(now);
        let Some(sampled) = &mut self.sampled else { return };
        let place = |parent: Option<StackId>, function| Some(sampled.stacks.push(parent, function, 0));
        let Some(stack) = frames.into_iter().fold(None, place) else { return };
        if sampled.samples.len() < MOST_SAMPLES {
            sampled.samples.push(Sample { at_ns: now, cpu_ns, weight: times, stack });
        } else {
            sampled.lost += times;
        }
    }
}
