//! The class `ExcimerTimer`: calls something when a time has passed.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use loxo_observer::{Clock, Timer};
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpObject, PhpResult, Tracer, Value};

use crate::clock;

/// The callback, which the timer's work reaches without keeping the object alive.
#[derive(Default)]
struct Callback(RefCell<Value>);

struct State {
    clock: Clock,
    interval: Duration,
    period: Duration,
    callback: Rc<Callback>,
    running: Option<Timer>,
}

impl Native for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.callback.0.borrow());
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(State::new())), no_clone: true, ..ObjectHandlers::default() }
}

impl State {
    fn new() -> State {
        let callback = Rc::new(Callback(RefCell::new(Value::NULL)));
        State { clock: Clock::Wall, interval: Duration::ZERO, period: Duration::ZERO, callback, running: None }
    }
}

fn state<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut State> {
    this.native_mut::<State>().ok_or(()).map_err(|()| cx.throw_error("The timer is not initialized"))
}

pub(crate) fn set_event_type(cx: &mut Cx, this: &PhpObject, event_type: &Value) -> PhpResult<Value> {
    if let Some(clock) = clock::clock(cx, event_type)? {
        state(cx, this)?.clock = clock;
    }
    Ok(Value::NULL)
}

pub(crate) fn set_interval(cx: &mut Cx, this: &PhpObject, interval: &Value) -> PhpResult<Value> {
    state(cx, this)?.interval = clock::seconds(cx, 1, interval)?;
    Ok(Value::NULL)
}

pub(crate) fn set_period(cx: &mut Cx, this: &PhpObject, period: &Value) -> PhpResult<Value> {
    state(cx, this)?.period = clock::seconds(cx, 1, period)?;
    Ok(Value::NULL)
}

pub(crate) fn set_callback(cx: &mut Cx, this: &PhpObject, callback: &Value) -> PhpResult<Value> {
    if !callback.deref().is_null()
        && let Err(why) = clock::check_callable(cx, callback)?
    {
        cx.builtin_warning(format!("timer callback is not callable: {why}"));
        return cx.check().map(|()| Value::NULL);
    }
    let old = state(cx, this)?.callback.0.replace(callback.clone_deref());
    drop(old);
    Ok(Value::NULL)
}

pub(crate) fn start(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let state = state(cx, this)?;
    state.running = None;
    let Some(first) = clock::first(cx, state.interval, state.period)? else { return Ok(Value::NULL) };
    let callback = Rc::downgrade(&state.callback);
    let work = move |cx: &mut Cx, times: u64| -> PhpResult<()> {
        let Some(callback) = callback.upgrade().map(|callback| callback.0.borrow().clone()) else { return Ok(()) };
        if callback.is_null() {
            return Ok(());
        }
        match (cx.hooks.callable)(cx, &callback)? {
            Ok(callable) => (cx.hooks.call)(cx, &callable, &mut [Value::int(times as i64)], None).map(drop),
            Err(why) => {
                cx.warning(format!("ExcimerTimer callback is not callable (during event): {why}"));
                cx.check()
            }
        }
    };
    state.running = Timer::start(cx, state.clock, first, state.period, Box::new(work));
    Ok(Value::NULL)
}

pub(crate) fn stop(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    state(cx, this)?.running = None;
    Ok(Value::NULL)
}

pub(crate) fn get_time(cx: &mut Cx, this: &PhpObject) -> PhpResult<f64> {
    Ok(state(cx, this)?.running.as_ref().map_or(0.0, |timer| timer.remaining().as_secs_f64()))
}

/// A timer that runs and will call something once.
pub(crate) fn once(cx: &mut Cx, callback: &Value, interval: Duration) -> PhpResult<Value> {
    let class = cx.builtin_class("ExcimerTimer");
    let object = cx.new_object_raw(class);
    let state = State { interval, ..State::new() };
    state.callback.0.replace(callback.clone_deref());
    object.set_native(Box::new(state));
    start(cx, &object)?;
    Ok(Value::object(object))
}
