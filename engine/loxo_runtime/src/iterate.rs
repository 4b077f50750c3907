//! Walking objects: what `foreach`, spreads, `yield from` and builtins that take a `Traversable` have in common.

use loxo_value::{PhpObject, ReservedHandle, Tracer, Value};

use crate::{Class, Cx, ForeachIterator, Func, LastCall, PhpResult, class_of, convert};

/// The methods of an `Iterator`, looked up once.
#[derive(Clone, Copy)]
pub struct IteratorMethods {
    pub rewind: &'static Func,
    pub valid: &'static Func,
    pub current: &'static Func,
    pub key: &'static Func,
    pub next: &'static Func,
}

impl IteratorMethods {
    fn find(class: &'static Class) -> Option<IteratorMethods> {
        Some(IteratorMethods {
            rewind: class.method(b"rewind")?,
            valid: class.method(b"valid")?,
            current: class.method(b"current")?,
            key: class.method(b"key")?,
            next: class.method(b"next")?,
        })
    }
}

/// The methods through which objects of the class are walked. Builtins may have a way of their own, until a child class overrides one.
pub fn iterator_methods(cx: &Cx, class: &'static Class) -> Option<IteratorMethods> {
    let by_methods = class.object_handlers.iterate.is_none() && class.is_subclass_of(cx.builtin_class("Iterator"));
    if by_methods { IteratorMethods::find(class) } else { None }
}

/// `getIterator()` of classes that are walked through what it returns.
fn get_iterator(cx: &Cx, class: &'static Class) -> Option<&'static Func> {
    let aggregate = class.is_subclass_of(cx.builtin_class("IteratorAggregate"));
    if aggregate { class.method(b"getiterator") } else { None }
}

/// What an object is walked with: a builtin's own way, its methods, or those of what `getIterator()` gives. `None`: it is no `Traversable`.
pub fn iterator_of(cx: &mut Cx, object: &PhpObject, by_ref: bool) -> PhpResult<Option<Box<dyn ForeachIterator>>> {
    let given = what_is_walked(cx, object)?;
    iterator_of_walked(cx, given.as_ref().unwrap_or(object), by_ref)
}

/// The same of an object whose `getIterator()` is not asked.
pub fn iterator_of_walked(cx: &mut Cx, walked: &PhpObject, by_ref: bool) -> PhpResult<Option<Box<dyn ForeachIterator>>> {
    let class = class_of(walked);
    if let Some(iterate) = class.object_handlers.iterate {
        return iterate(cx, walked, by_ref).map(Some);
    }
    let Some(methods) = iterator_methods(cx, class) else { return Ok(None) };
    if by_ref {
        return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    Ok(Some(Box::new(MethodIterator { object: walked.clone(), methods, value: Value::UNDEF })))
}

/// What an object's `getIterator()` gives, or that of this one; `None`: the object itself is walked.
pub fn what_is_walked(cx: &mut Cx, object: &PhpObject) -> PhpResult<Option<PhpObject>> {
    let mut given = None;
    loop {
        let current = given.as_ref().unwrap_or(object);
        let class = class_of(current);
        let method = if class.object_handlers.iterate.is_some() { None } else { get_iterator(cx, class) };
        match method {
            Some(method) => given = Some(aggregated(cx, current, method)?),
            None => return Ok(given),
        }
    }
}

/// What `getIterator()` gives; never the object itself, and always something that can be walked.
fn aggregated(cx: &mut Cx, object: &PhpObject, method: &'static Func) -> PhpResult<PhpObject> {
    let result = cx.call_method(object, method, &[])?;
    let traversable = cx.builtin_class("Traversable");
    match result.deref().as_object() {
        Some(next) if class_of(next).is_subclass_of(traversable) && !next.ptr_eq(object) => Ok(next.clone()),
        _ => {
            let class = class_of(object).name;
            let text = [b"Objects returned by ", class.as_bytes(), b"::getIterator() must be traversable or implement interface Iterator"];
            Err(cx.throw("Exception", text.concat()))
        }
    }
}

/// A walk that calls the methods of an `Iterator`, also where its class has a way of its own.
pub fn by_methods(cx: &mut Cx, object: &PhpObject) -> PhpResult<Box<dyn ForeachIterator>> {
    let class = class_of(object);
    match IteratorMethods::find(class) {
        Some(methods) => Ok(Box::new(MethodIterator { object: object.clone(), methods, value: Value::UNDEF })),
        None => Err(cx.throw_error([b"Class ", class.name.as_bytes(), b" is no Iterator"].concat())),
    }
}

/// Walks an object to its end, or until `each` says false. Something that is no `Traversable` has no elements.
pub fn walk(cx: &mut Cx, object: &PhpObject, mut each: impl FnMut(&mut Cx, &mut dyn ForeachIterator) -> PhpResult<bool>) -> PhpResult<()> {
    let Some(mut iterator) = iterator_of(cx, object, false)? else { return Ok(()) };
    cx.check()?;
    let _number = ReservedHandle::new();
    iterator.rewind(cx)?;
    while iterator.valid(cx)? {
        if !each(cx, iterator.as_mut())? {
            break;
        }
        cx.check_interrupt()?;
        iterator.next(cx)?;
    }
    Ok(())
}

/// Calls the methods of an `Iterator`. The current value is asked for once.
struct MethodIterator {
    object: PhpObject,
    methods: IteratorMethods,
    value: Value,
}

impl MethodIterator {
    fn call(&self, cx: &mut Cx, method: &'static Func, last: &mut LastCall) -> PhpResult<Value> {
        (cx.hooks.call_method_again)(cx, &self.object, method, last)
    }
}

impl ForeachIterator for MethodIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.value = Value::UNDEF;
        cx.call_method(&self.object, self.methods.rewind, &[]).map(drop)
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        let answer = cx.call_method(&self.object, self.methods.valid, &[])?;
        convert::to_bool(cx, answer.deref())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        if self.value.is_undef() {
            self.value = cx.call_method(&self.object, self.methods.current, &[])?.clone_deref();
        }
        Ok(self.value.clone())
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(cx.call_method(&self.object, self.methods.key, &[])?.clone_deref())
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.value = Value::UNDEF;
        cx.call_method(&self.object, self.methods.next, &[]).map(drop)
    }

    fn step(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        let mut last = LastCall::NONE;
        self.value = Value::UNDEF;
        self.call(cx, self.methods.next, &mut last)?;
        let is_valid = self.call(cx, self.methods.valid, &mut last)?;
        if !convert::to_bool(cx, is_valid.deref())? {
            return Ok(None);
        }
        // Nobody but the loop asks for the value here.
        let value = self.call(cx, self.methods.current, &mut last)?;
        let value = if value.is_ref() { value.clone_deref() } else { value };
        self.value = value.clone();
        let key = if want_key { self.call(cx, self.methods.key, &mut last)? } else { Value::UNDEF };
        Ok(Some((if key.is_ref() { key.clone_deref() } else { key }, value)))
    }

    fn invalidate(&mut self) {
        self.value = Value::UNDEF;
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
        tracer.value(&self.value);
    }
}
