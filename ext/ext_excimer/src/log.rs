//! The class `ExcimerLog`: what a profiler has noted, and iterations over it.

use std::cell::RefCell;
use std::rc::Rc;

use loxo_runtime::{Cx, ForeachIterator, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, Tracer, Value, args};

use crate::log_entry;
use crate::samples::Samples;

/// The native part of a log.
struct Log {
    samples: Rc<RefCell<Samples>>,
    /// Where the object's own iteration stands.
    at: i64,
    /// The entry there, once it was asked for.
    current: Value,
}

impl Native for Log {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.current);
    }
}

impl Log {
    fn of(samples: Samples) -> Log {
        Log { samples: Rc::new(RefCell::new(samples)), at: 0, current: Value::NULL }
    }

    /// The number of the sample that the object's own iteration is at, if there is one.
    fn here(&self) -> Option<i64> {
        self.samples.borrow().get(self.at).map(|_| self.at)
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Log::of(Samples::new(0, 0, 0)))),
        count: Some(count),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw("RuntimeException", "An iterator cannot be used with foreach by reference"));
            }
            let samples = log(cx, this)?.samples.clone();
            Ok(Box::new(Iteration { log: this.clone(), samples, at: 0 }))
        }),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

/// A `foreach` over a log, which has a place of its own.
struct Iteration {
    log: PhpObject,
    samples: Rc<RefCell<Samples>>,
    at: i64,
}

impl ForeachIterator for Iteration {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.at = 0;
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(self.samples.borrow().get(self.at).is_some())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(log_entry::new(cx, &self.samples, self.at))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(self.at))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.at += 1;
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.log);
    }
}

pub(crate) fn new(cx: &mut Cx, samples: Samples) -> PhpObject {
    let class = cx.builtin_class("ExcimerLog");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Log::of(samples)));
    object
}

/// The samples of a log.
pub(crate) fn samples(object: &PhpObject) -> Option<Rc<RefCell<Samples>>> {
    object.native::<Log>().map(|log| log.samples.clone())
}

fn log<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Log> {
    this.native_mut::<Log>().ok_or(()).map_err(|()| cx.throw_error("The log is not initialized"))
}

pub(crate) fn construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.fatal("ExcimerLog::__construct(): ExcimerLog cannot be constructed directly"))
}

pub(crate) fn format_collapsed(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(Value::bytes(&log(cx, this)?.samples.borrow().collapsed()))
}

pub(crate) fn get_speedscope_data(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(Value::array(log(cx, this)?.samples.borrow().speedscope()))
}

pub(crate) fn aggregate_by_function(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(log(cx, this)?.samples.borrow().by_function())
}

pub(crate) fn get_event_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(log(cx, this)?.samples.borrow().events)
}

pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let log = log(cx, this)?;
    if log.current.is_null()
        && let Some(at) = log.here()
    {
        log.current = log_entry::new(cx, &log.samples, at);
    }
    Ok(log.current.clone())
}

pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(log(cx, this)?.here().map_or(Value::NULL, Value::int))
}

pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let log = log(cx, this)?;
    log.current = Value::NULL;
    if log.here().is_some() {
        log.at += 1;
    }
    Ok(())
}

pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let log = log(cx, this)?;
    (log.at, log.current) = (0, Value::NULL);
    Ok(())
}

pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(log(cx, this)?.here().is_some())
}

pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(log(cx, this)?.samples.borrow().len() as i64)
}

pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, offset: &Value) -> PhpResult<bool> {
    let offset = args::int(cx, 1, &mut offset.clone())?;
    Ok(log(cx, this)?.samples.borrow().get(offset).is_some())
}

pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, offset: &Value) -> PhpResult<Value> {
    let offset = args::int(cx, 1, &mut offset.clone())?;
    let samples = log(cx, this)?.samples.clone();
    let known = samples.borrow().get(offset).is_some();
    Ok(if known { log_entry::new(cx, &samples, offset) } else { Value::NULL })
}

pub(crate) fn offset_set(cx: &mut Cx, _this: &PhpObject, _offset: &Value, _value: &Value) -> PhpResult<()> {
    cx.builtin_warning("ExcimerLog cannot be modified");
    cx.check()
}

pub(crate) fn offset_unset(cx: &mut Cx, _this: &PhpObject, _offset: &Value) -> PhpResult<()> {
    cx.builtin_warning("ExcimerLog cannot be modified");
    cx.check()
}
