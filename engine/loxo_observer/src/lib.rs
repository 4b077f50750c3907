//! Looking on while a request runs: every call as it begins and ends ([`watch`]), the stack of calls from time to time ([`Timer`]), how often it
//! does what takes time elsewhere ([`counters`]), or which lines of files run ([`lines`]).
//!
//! Those who look are extensions and tools; what they see comes from the interpreter and from who loads files. While nobody watches calls, the
//! interpreter runs the code that it would run without this crate: see `FrameStack::watch`.
//!
//! # What is a call
//!
//! Functions, methods and closures, each run of a generator's body between two of its `yield`s, builtins, the main code of files, and finding
//! and compiling a file. Builtins that are ops of their own (`strlen`, `count`, `is_int`…), and what the compiler has computed, are no calls, as
//! in PHP. Calls end by a return, an exception, `exit` or a fatal error; what a fiber had called is set aside while it waits.
#![forbid(unsafe_code)]

mod clocks;
pub mod counters;
pub mod lines;
mod query_shape;
mod timer;
mod timer_thread;

use std::cell::{Cell, RefCell};
use std::sync::OnceLock;

use loxo_runtime::{Cx, Func};
use loxo_value::IStr;
use loxo_value::interrupter::Interrupter;
use rustc_hash::FxHashMap;

pub use clocks::{cpu_nanoseconds, process_cpu_nanoseconds, wall_nanoseconds};
pub use timer::{Timer, on_sample, run_due};
pub use timer_thread::Clock;

/// What is called.
#[derive(Clone, Copy)]
pub enum Called<'a> {
    Function(&'static Func),
    /// The main code of a file.
    File(&'static Func, IStr),
    Builtin(&'static Func),
    /// A file is found and compiled.
    Load(&'a [u8]),
    /// A text is compiled, which has this name.
    Eval(&'a [u8]),
}

/// One who sees every call. An observer that comes late hears of the end of calls whose beginning it has not seen, and ignores that.
pub trait Observer {
    fn enter(&mut self, called: Called<'_>);
    /// The call that began last has ended.
    fn leave(&mut self);
    /// The last `calls` wait: they are those of a fiber, which has this key. There may be fewer that this observer has seen.
    fn set_aside(&mut self, fiber: usize, calls: usize);
    /// They go on, on top of those that run now.
    fn take_up(&mut self, fiber: usize);
}

/// A call under way, as the stack has it.
#[derive(Clone, Copy)]
pub struct Standing {
    pub called: Called<'static>,
    /// Where the called code stands; 0 for builtins.
    pub line: u32,
    pub file: Option<IStr>,
    /// Where the code of the function begins; 0 for builtins.
    pub first_line: u32,
    /// Of its frame.
    pub address: usize,
}

/// What the interpreter does for this crate.
pub struct Interpreter {
    /// From now on every call is reported, or no longer.
    pub watch: fn(&mut Cx, bool),
    /// Shows the calls that are under way, innermost first, until the answer is false.
    pub stack: fn(&mut Cx, &mut dyn FnMut(Standing) -> bool),
    /// The same of this thread's request, while it waits in a builtin.
    pub waiting_stack: fn(&mut dyn FnMut(Standing) -> bool),
    pub interrupter: fn(&mut Cx) -> Interrupter,
}

static INTERPRETER: OnceLock<Interpreter> = OnceLock::new();

/// Says who runs programs. Only the first one counts.
pub fn install(interpreter: Interpreter) {
    _ = INTERPRETER.set(interpreter);
}

/// Those who watch the thread's request.
#[derive(Default)]
struct Watchers {
    observers: Vec<(u32, Box<dyn Observer>)>,
    last_id: u32,
    /// Fibers that run, innermost last, and how many calls were under way when each was resumed.
    fibers: Vec<(usize, usize)>,
    /// How many calls fibers that wait have under way.
    aside: FxHashMap<usize, usize>,
}

thread_local! {
    static WATCHERS: RefCell<Watchers> = RefCell::default();
    /// How many calls are under way that were reported.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Who watches, so that it can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch(u32);

/// Shows every call of the request to an observer from now on.
pub fn watch(cx: &mut Cx, observer: Box<dyn Observer>) -> Watch {
    let id = WATCHERS.with_borrow_mut(|watchers| {
        watchers.last_id += 1;
        watchers.observers.push((watchers.last_id, observer));
        watchers.last_id
    });
    if let Some(interpreter) = INTERPRETER.get() {
        (interpreter.watch)(cx, true);
    }
    Watch(id)
}

/// Ends that, and gives the observer back.
pub fn stop(cx: &mut Cx, watch: Watch) -> Option<Box<dyn Observer>> {
    let (observer, others) = WATCHERS.with_borrow_mut(|watchers| {
        let at = watchers.observers.iter().position(|(id, _)| *id == watch.0);
        (at.map(|at| watchers.observers.remove(at).1), !watchers.observers.is_empty())
    });
    if !others {
        forget();
        if let Some(interpreter) = INTERPRETER.get() {
            (interpreter.watch)(cx, false);
        }
    }
    observer
}

fn forget() {
    DEPTH.set(0);
    WATCHERS.with_borrow_mut(|watchers| {
        watchers.fibers.clear();
        watchers.aside.clear();
    });
}

/// Does something with each observer.
fn tell(mut what: impl FnMut(&mut dyn Observer)) {
    WATCHERS.with_borrow_mut(|watchers| {
        for (_, observer) in &mut watchers.observers {
            what(observer.as_mut());
        }
    });
}

/// A call begins. For those who run code, while somebody watches.
pub fn enter(called: Called<'_>) {
    DEPTH.set(DEPTH.get() + 1);
    tell(|observer| observer.enter(called));
}

/// The call that began last has ended.
pub fn leave() {
    DEPTH.set(DEPTH.get().saturating_sub(1));
    tell(|observer| observer.leave());
}

/// Does something as a call, if somebody watches.
pub fn as_call<R>(called: Called<'_>, work: impl FnOnce() -> R) -> R {
    if !is_watched() {
        return work();
    }
    enter(called);
    let result = work();
    if is_watched() {
        leave();
    }
    result
}

/// Does anybody watch the calls of this thread's request?
pub fn is_watched() -> bool {
    WATCHERS.with_borrow(|watchers| !watchers.observers.is_empty())
}

/// How many calls are under way that were reported.
pub fn depth() -> usize {
    DEPTH.get()
}

/// All calls but the first so many have ended.
pub fn unwind_to(depth: usize) {
    while DEPTH.get() > depth {
        leave();
    }
}

/// A fiber is about to run.
pub fn resume_fiber(fiber: usize) {
    if !is_watched() {
        return;
    }
    let calls = WATCHERS.with_borrow_mut(|watchers| {
        watchers.fibers.push((fiber, DEPTH.get()));
        watchers.aside.remove(&fiber).unwrap_or(0)
    });
    DEPTH.set(DEPTH.get() + calls);
    tell(|observer| observer.take_up(fiber));
}

/// The fiber that was resumed last waits, or has ended.
pub fn suspend_fiber(fiber: usize) {
    let Some(before) = WATCHERS.with_borrow_mut(|watchers| {
        let before = watchers.fibers.pop_if(|(last, _)| *last == fiber)?.1;
        let calls = DEPTH.get().saturating_sub(before);
        if calls > 0 {
            watchers.aside.insert(fiber, calls);
        }
        Some(before)
    }) else {
        return;
    };
    let calls = DEPTH.get().saturating_sub(before);
    DEPTH.set(before);
    if calls > 0 {
        tell(|observer| observer.set_aside(fiber, calls));
    }
}

/// Shows the calls that are under way, innermost first, until the answer is false.
pub fn stack(cx: &mut Cx, mut each: impl FnMut(Standing) -> bool) {
    if let Some(interpreter) = INTERPRETER.get() {
        (interpreter.stack)(cx, &mut each);
    }
}

/// The same while the thread's request waits in a builtin, for who is called back there and has no context; else there are none.
pub fn waiting_stack(mut each: impl FnMut(Standing) -> bool) {
    if let Some(interpreter) = INTERPRETER.get() {
        (interpreter.waiting_stack)(&mut each);
    }
}
