//! `RecursiveIteratorIterator` and `RecursiveTreeIterator`: a stack of iterators, iterated as if it were flat.

pub(crate) mod recursive_iterator_iterator;
pub(crate) mod recursive_tree_iterator;
mod steps;

use loxo_runtime::value::ReservedHandle;
use loxo_runtime::{Func, Thrown};

use crate::array::array_iterator::at_once;
use crate::prelude::*;
use crate::support::class_name;
use recursive_tree_iterator::Tree;

/// What comes next on a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Start,
    Next,
    Test,
    Own,
    Children,
}

/// A level.
struct Level {
    /// Not here while it works.
    iterator: Option<Box<dyn ForeachIterator>>,
    /// The iterator's number.
    _number: ReservedHandle,
    /// Goes after the iterator.
    object: PhpObject,
    step: Step,
    methods: Methods,
    /// No other level of the iteration has had this number.
    id: u64,
}

/// What the iterators of a class are asked, looked up once.
#[derive(Clone, Copy)]
struct Methods {
    class: &'static Class,
    has_children: Option<&'static Func>,
    get_children: Option<&'static Func>,
    /// They are `RecursiveArrayIterator`s with its own `hasChildren()`.
    of_array: bool,
}

impl Methods {
    fn of(object: &PhpObject) -> Methods {
        let class = class_of(object);
        let (has_children, get_children) = (class.method(b"haschildren"), class.method(b"getchildren"));
        Methods { class, has_children, get_children, of_array: at_once::serves(object, &["haschildren"]) }
    }
}

/// Methods of a child class that are called on the way; `None` where the class does not have its own.
#[derive(Clone, Copy, Default)]
struct Events {
    begin_iteration: Option<&'static Func>,
    end_iteration: Option<&'static Func>,
    call_has_children: Option<&'static Func>,
    call_get_children: Option<&'static Func>,
    begin_children: Option<&'static Func>,
    end_children: Option<&'static Func>,
    next_element: Option<&'static Func>,
}

/// The native part. Without levels, no constructor has run.
#[derive(Default)]
pub(crate) struct Recursion {
    levels: Vec<Level>,
    /// How many levels there have been.
    pushed: u64,
    mode: i64,
    flags: i64,
    /// -1: any.
    max_depth: i64,
    in_iteration: bool,
    events: Events,
    tree: Tree,
}

impl Recursion {
    /// One level more.
    fn push(&mut self, object: PhpObject, iterator: Option<Box<dyn ForeachIterator>>) {
        let methods = match self.levels.last() {
            Some(above) if above.methods.class.same(class_of(&object)) => above.methods,
            _ => Methods::of(&object),
        };
        self.pushed += 1;
        self.levels.push(Level { iterator, _number: ReservedHandle::new(), object, step: Step::Start, methods, id: self.pushed });
    }
}

impl Native for Recursion {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for level in &self.levels {
            tracer.object(&level.object);
            if let Some(iterator) = &level.iterator {
                iterator.trace(tracer);
            }
        }
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn recursion(this: &PhpObject) -> &mut Recursion {
    this.native_mut::<Recursion>().expect("objects of these classes have this native part")
}

#[cold]
fn unset(cx: &mut Cx, this: &PhpObject) -> Thrown {
    let class = class_name(this);
    cx.throw_error(format!("The {class} instance wasn't initialized properly"))
}

/// The native part of an object whose constructor has run.
#[allow(clippy::mut_from_ref)]
fn checked<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Recursion> {
    let own = recursion(this);
    if own.levels.is_empty() { Err(unset(cx, this)) } else { Ok(own) }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Recursion::default())),
        iterate: Some(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, false)),
        method_holder: Some(|cx, this| Ok(checked(cx, this)?.levels.last().map(|level| level.object.clone()))),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

pub(crate) fn tree_object_handlers() -> ObjectHandlers {
    ObjectHandlers { iterate: Some(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, true)), ..ObjectHandlers::default() }
}

fn foreach_iterator(cx: &mut Cx, this: &PhpObject, by_ref: bool, tree: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    if recursion(this).levels.is_empty() {
        return Err(cx.throw_error("Object is not initialized"));
    }
    Ok(Box::new(RecursiveForeachIterator { object: this.clone(), tree }))
}

/// A foreach.
struct RecursiveForeachIterator {
    object: PhpObject,
    tree: bool,
}

impl ForeachIterator for RecursiveForeachIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        steps::rewind(cx, &self.object)
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        steps::valid(cx, &self.object)
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        match self.tree {
            true => recursive_tree_iterator::current(cx, &self.object),
            false => steps::current(cx, &self.object),
        }
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        match self.tree {
            true => recursive_tree_iterator::key(cx, &self.object),
            false => steps::key(cx, &self.object),
        }
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        steps::advance(cx, &self.object)
    }

    fn here(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        let levels = &recursion(&self.object).levels;
        // One look, where nobody sees how often it is looked.
        if !self.tree && levels.last().is_some_and(|level| class_of(&level.object).object_handlers.iterate.is_some()) {
            let found = steps::with_iterator(cx, &self.object, levels.len() - 1, |cx, iterator| iterator.here(cx, want_key))?;
            if let Some((key, value)) = found {
                return Ok(Some((key, if value.is_ref() { value.clone_deref() } else { value })));
            }
        }
        if !self.valid(cx)? {
            return Ok(None);
        }
        let value = self.current(cx)?;
        let key = if want_key { self.key(cx)? } else { Value::UNDEF };
        Ok(Some((key, value)))
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}

/// A loop that ends leaves all levels but the first.
impl Drop for RecursiveForeachIterator {
    fn drop(&mut self) {
        if !self.tree
            && let Some(own) = self.object.native_mut::<Recursion>()
        {
            let left = own.levels.split_off(own.levels.len().min(1));
            drop(left);
        }
    }
}
