//! The builtins that switch the two modes on and off.

use std::cell::RefCell;
use std::rc::Rc;

use loxo_observer::{Called, Observer, Watch};
use loxo_runtime::{Cx, ExtSlot, PhpResult, Value};
use rustc_hash::FxHashMap;

use crate::names::Ignored;
use crate::samples::Samples;
use crate::sums::Sums;

const NO_BUILTINS: i64 = 1;
const CPU: i64 = 2;
const MEMORY: i64 = 4;

/// Shorter intervals are not taken, in microseconds.
const SHORTEST_INTERVAL: i64 = 100;
const INTERVAL: i64 = 100_000;

/// The observer's side of a mode that the request keeps too.
struct Shared<M> {
    mode: Rc<RefCell<M>>,
    skips_builtins: bool,
    /// The builtins under way that were left out, as the numbers of calls below them.
    skipped: Vec<usize>,
    depth: usize,
    /// Of fibers that wait: how many calls they have under way, and which of them were left out.
    aside: FxHashMap<usize, (usize, Vec<usize>)>,
}

impl<M: Observer> Observer for Shared<M> {
    fn enter(&mut self, called: Called<'_>) {
        // The main code of a file is part of the function that includes it.
        let hidden = matches!(called, Called::File(..)) || (self.skips_builtins && matches!(called, Called::Builtin(_)));
        if hidden {
            self.skipped.push(self.depth);
        } else {
            self.mode.borrow_mut().enter(called);
        }
        self.depth += 1;
    }

    fn leave(&mut self) {
        let Some(depth) = self.depth.checked_sub(1) else { return };
        self.depth = depth;
        if self.skipped.pop_if(|skipped| *skipped == depth).is_none() {
            self.mode.borrow_mut().leave();
        }
    }

    fn set_aside(&mut self, fiber: usize, calls: usize) {
        let calls = calls.min(self.depth);
        self.depth -= calls;
        let first = self.skipped.partition_point(|skipped| *skipped < self.depth);
        let skipped: Vec<usize> = self.skipped.drain(first..).map(|skipped| skipped - self.depth).collect();
        self.mode.borrow_mut().set_aside(fiber, calls - skipped.len());
        self.aside.insert(fiber, (calls, skipped));
    }

    fn take_up(&mut self, fiber: usize) {
        let (calls, skipped) = self.aside.remove(&fiber).unwrap_or_default();
        self.skipped.extend(skipped.into_iter().map(|skipped| skipped + self.depth));
        self.depth += calls;
        self.mode.borrow_mut().take_up(fiber);
    }
}

/// One of the two modes, with what it has gathered.
enum Mode {
    Sums(Rc<RefCell<Sums>>),
    Samples(Rc<RefCell<Samples>>),
}

/// What a request knows of xhprof.
#[derive(Default)]
pub(crate) struct State {
    running: Option<(Watch, Mode)>,
}

impl ExtSlot for State {}

/// `xhprof_enable()`
pub(crate) fn xhprof_enable(cx: &mut Cx, flags: Option<&Value>, options: Option<&Value>) -> PhpResult<Value> {
    let flags = match flags {
        Some(flags) => loxo_runtime::args::int(cx, 1, &mut flags.clone())?,
        None => 0,
    };
    let ignored = match options.and_then(|options| options.as_array()) {
        Some(options) => Ignored::of(options.get_bytes(b"ignored_functions")),
        None => Ignored::default(),
    };
    let sums = Sums::new(flags & CPU != 0, flags & MEMORY != 0, ignored);
    begin(cx, sums, Mode::Sums, flags & NO_BUILTINS != 0);
    Ok(Value::NULL)
}

/// `xhprof_disable()`
pub(crate) fn xhprof_disable(cx: &mut Cx) -> PhpResult<Value> {
    Ok(end(cx))
}

/// `xhprof_sample_enable()`
pub(crate) fn xhprof_sample_enable(cx: &mut Cx) -> PhpResult<Value> {
    let interval = match cx.ini_int("xhprof.sampling_interval") {
        0 => INTERVAL,
        interval => interval.max(SHORTEST_INTERVAL),
    };
    let depth = usize::try_from(cx.ini_int("xhprof.sampling_depth")).unwrap_or(1);
    begin(cx, Samples::new(interval as u64, depth), Mode::Samples, false);
    Ok(Value::NULL)
}

/// `xhprof_sample_disable()`
pub(crate) fn xhprof_sample_disable(cx: &mut Cx) -> PhpResult<Value> {
    Ok(end(cx))
}

/// Nothing happens if it runs already.
fn begin<M: Observer + 'static>(cx: &mut Cx, mode: M, kept: fn(Rc<RefCell<M>>) -> Mode, skips_builtins: bool) {
    if cx.ext::<State>().running.is_some() {
        return;
    }
    let mode = Rc::new(RefCell::new(mode));
    let observer = Shared { mode: mode.clone(), skips_builtins, skipped: Vec::new(), depth: 0, aside: FxHashMap::default() };
    let watch = loxo_observer::watch(cx, Box::new(observer));
    cx.ext::<State>().running = Some((watch, kept(mode)));
}

fn end(cx: &mut Cx) -> Value {
    let Some((watch, mode)) = cx.ext::<State>().running.take() else { return Value::NULL };
    loxo_observer::stop(cx, watch);
    match mode {
        Mode::Sums(sums) => Value::array(sums.borrow_mut().finish()),
        Mode::Samples(samples) => Value::array(samples.borrow_mut().finish()),
    }
}

/// Nobody wants what was not asked for.
pub(crate) fn request_end(cx: &mut Cx) {
    _ = end(cx);
}
