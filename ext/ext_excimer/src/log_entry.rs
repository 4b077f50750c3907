//! The class `ExcimerLogEntry`: a sample, by its number among those that it was noted with.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, Tracer, Value};

use crate::samples::{Sample, Samples};

#[derive(Default)]
struct Entry(Option<(Rc<RefCell<Samples>>, i64)>);

impl Native for Entry {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Entry::default())), no_clone: true, ..ObjectHandlers::default() }
}

pub(crate) fn new(cx: &mut Cx, samples: &Rc<RefCell<Samples>>, index: i64) -> Value {
    let class = cx.builtin_class("ExcimerLogEntry");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Entry(Some((samples.clone(), index)))));
    Value::object(object)
}

fn sample<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<(Ref<'a, Samples>, Sample)> {
    let entry = this.native::<Entry>().and_then(|entry| entry.0.as_ref());
    let found = entry.and_then(|(samples, index)| {
        let samples = samples.borrow();
        let sample = samples.get(*index)?;
        Some((samples, sample))
    });
    found.ok_or(()).map_err(|()| cx.throw_error("The log entry is not initialized"))
}

pub(crate) fn construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.fatal("ExcimerLogEntry::__construct(): ExcimerLogEntry cannot be constructed directly"))
}

pub(crate) fn get_timestamp(cx: &mut Cx, this: &PhpObject) -> PhpResult<f64> {
    let (samples, sample) = sample(cx, this)?;
    Ok(samples.seconds(sample))
}

pub(crate) fn get_event_count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(sample(cx, this)?.1.events)
}

pub(crate) fn get_trace(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let (samples, sample) = sample(cx, this)?;
    Ok(samples.trace(sample))
}
