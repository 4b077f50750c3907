//! The class `ExcimerProfiler`: a timer whose work is to note the stack of calls.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use loxo_observer::{Clock, Timer, wall_nanoseconds};
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, Tracer, Value, args};

use crate::samples::Samples;
use crate::{clock, log};

const PERIOD: Duration = Duration::from_millis(100);

/// What the timer's work reaches, without keeping the profiler alive.
struct Shared {
    /// The `ExcimerLog` that samples go to.
    log: RefCell<PhpObject>,
    callback: RefCell<Value>,
    max_samples: Cell<i64>,
}

struct State {
    clock: Clock,
    first: Duration,
    period: Duration,
    shared: Rc<Shared>,
    running: Option<Timer>,
}

impl Native for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.shared.log.borrow());
        tracer.value(&self.shared.callback.borrow());
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    let new_native = |cx: &mut Cx, _| -> Box<dyn Native> {
        let samples = Samples::new(cx.ini_int("excimer.default_max_depth"), wall_nanoseconds(), PERIOD.as_nanos() as i64);
        let log = RefCell::new(log::new(cx, samples));
        let shared = Rc::new(Shared { log, callback: RefCell::new(Value::NULL), max_samples: Cell::new(0) });
        Box::new(State { clock: Clock::Wall, first: part_of(PERIOD), period: PERIOD, shared, running: None })
    };
    let destroy = |cx: &mut Cx, object: &PhpObject| {
        let Some(state) = object.native_mut::<State>() else { return };
        let any = log::samples(&state.shared.log.borrow()).is_some_and(|samples| samples.borrow().len() > 0);
        if any {
            _ = rotate(cx, &state.shared.clone());
        }
        state.running = None;
    };
    ObjectHandlers { new_native: Some(new_native), destroy: Some(destroy), no_clone: true, ..ObjectHandlers::default() }
}

/// A part of a time, another each time that this is asked for: profilers of many requests are not to look all at the same moment of them.
fn part_of(period: Duration) -> Duration {
    let mixed = wall_nanoseconds().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    period.mul_f64(mixed as f64 / f64::from(u32::MAX))
}

fn state<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut State> {
    this.native_mut::<State>().ok_or(()).map_err(|()| cx.throw_error("The profiler is not initialized"))
}

pub(crate) fn set_period(cx: &mut Cx, this: &PhpObject, period: &Value) -> PhpResult<Value> {
    let period = clock::seconds(cx, 1, period)?;
    let state = state(cx, this)?;
    (state.period, state.first) = (period, part_of(period));
    if let Some(samples) = log::samples(&state.shared.log.borrow()) {
        samples.borrow_mut().period = period.as_nanos() as i64;
    }
    Ok(Value::NULL)
}

pub(crate) fn set_event_type(cx: &mut Cx, this: &PhpObject, event_type: &Value) -> PhpResult<Value> {
    if let Some(clock) = clock::clock(cx, event_type)? {
        state(cx, this)?.clock = clock;
    }
    Ok(Value::NULL)
}

pub(crate) fn set_max_depth(cx: &mut Cx, this: &PhpObject, max_depth: &Value) -> PhpResult<Value> {
    let depth = args::int(cx, 1, &mut max_depth.clone())?;
    if let Some(samples) = log::samples(&state(cx, this)?.shared.log.borrow()) {
        samples.borrow_mut().max_depth = depth;
    }
    Ok(Value::NULL)
}

pub(crate) fn set_flush_callback(cx: &mut Cx, this: &PhpObject, callback: &Value, max_samples: &Value) -> PhpResult<Value> {
    let max_samples = args::int(cx, 2, &mut max_samples.clone())?;
    if let Err(why) = clock::check_callable(cx, callback)? {
        cx.builtin_warning(format!("flush callback is not callable: {why}"));
        return cx.check().map(|()| Value::NULL);
    }
    let shared = &state(cx, this)?.shared;
    drop(shared.callback.replace(callback.clone_deref()));
    shared.max_samples.set(max_samples);
    Ok(Value::NULL)
}

pub(crate) fn clear_flush_callback(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let shared = &state(cx, this)?.shared;
    drop(shared.callback.replace(Value::NULL));
    shared.max_samples.set(0);
    Ok(Value::NULL)
}

pub(crate) fn start(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let state = state(cx, this)?;
    state.running = None;
    let Some(first) = clock::first(cx, state.first, state.period)? else { return Ok(Value::NULL) };
    let shared: Weak<Shared> = Rc::downgrade(&state.shared);
    let work = move |cx: &mut Cx, times: u64| match shared.upgrade() {
        Some(shared) => sample(cx, &shared, times),
        None => Ok(()),
    };
    state.running = Timer::start(cx, state.clock, first, state.period, Box::new(work));
    Ok(Value::NULL)
}

pub(crate) fn stop(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    state(cx, this)?.running = None;
    Ok(Value::NULL)
}

pub(crate) fn get_log(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(Value::object(state(cx, this)?.shared.log.borrow().clone()))
}

pub(crate) fn flush(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let shared = state(cx, this)?.shared.clone();
    rotate(cx, &shared).map(Value::object)
}

/// The timer has run down: the stack is noted.
fn sample(cx: &mut Cx, shared: &Rc<Shared>, times: u64) -> PhpResult<()> {
    let log = shared.log.borrow().clone();
    let Some(samples) = log::samples(&log) else { return Ok(()) };
    samples.borrow_mut().add(cx, times as i64, wall_nanoseconds());
    let (most, len) = (shared.max_samples.get(), samples.borrow().len());
    if most > 0 && len as i64 >= most {
        rotate(cx, shared)?;
    }
    Ok(())
}

/// Samples go to a new log from now on; the old one is the callback's, if there is one.
fn rotate(cx: &mut Cx, shared: &Rc<Shared>) -> PhpResult<PhpObject> {
    let next = log::samples(&shared.log.borrow()).map_or_else(|| Samples::new(0, 0, 0), |samples| samples.borrow().next());
    let new = log::new(cx, next);
    let old = shared.log.replace(new);
    let callback = shared.callback.borrow().clone();
    if callback.is_null() {
        return Ok(old);
    }
    match (cx.hooks.callable)(cx, &callback)? {
        Ok(callable) => drop((cx.hooks.call)(cx, &callable, &mut [Value::object(old.clone())], None)?),
        Err(why) => {
            cx.warning(format!("ExcimerProfiler callback is not callable (during event): {why}"));
            cx.check()?;
        }
    }
    Ok(old)
}
