//! `SplHeap` with its children, and `SplPriorityQueue`: one binary heap. How elements are compared may be written in PHP, so no borrow
//! of the native part is held meanwhile; the heap refuses changes until the comparison is over.

pub(crate) mod sift;
pub(crate) mod spl_heap;
pub(crate) mod spl_max_heap;
pub(crate) mod spl_min_heap;
pub(crate) mod spl_priority_queue;

use loxo_runtime::{Func, Thrown};

use crate::prelude::*;

/// What elements are compared by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Max,
    Min,
    /// By priority.
    Queue,
}

/// An element; heaps have no priorities.
#[derive(Clone)]
struct Element {
    value: Value,
    priority: Value,
}

/// The native part.
pub(crate) struct Heap {
    elements: Vec<Element>,
    order: Order,
    /// What a priority queue gives.
    flags: i64,
    corrupted: bool,
    /// A change is going on.
    locked: bool,
    /// `compare()` of a child class.
    compare: Option<&'static Func>,
}

const DATA: i64 = 1;
const PRIORITY: i64 = 2;
const BOTH: i64 = 3;

impl Native for Heap {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for element in &self.elements {
            tracer.value(&element.value);
            tracer.value(&element.priority);
        }
    }
}

fn fresh(class: &'static Class, order: Order) -> Box<Heap> {
    let flags = if order == Order::Queue { DATA } else { 0 };
    let compare = class.method(b"compare").filter(|func| func.is_user());
    Box::new(Heap { elements: Vec::new(), order, flags, corrupted: false, locked: false, compare })
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn heap(this: &PhpObject) -> &mut Heap {
    this.native_mut::<Heap>().expect("objects of these classes have this native part")
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, class| fresh(class, Order::Max)),
        count: Some(|_, this| Ok(heap(this).elements.len() as i64)),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            Ok(Box::new(HeapForeachIterator { object: this.clone() }))
        }),
        after_clone: Some(|_, original, copy| {
            let original = heap(original);
            let (order, flags, corrupted, compare) = (original.order, original.flags, original.corrupted, original.compare);
            let elements = original.elements.clone();
            copy.set_native(Box::new(Heap { elements, order, flags, corrupted, locked: false, compare }));
            Ok(())
        }),
        ..ObjectHandlers::default()
    }
}

pub(crate) fn min_object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, class| fresh(class, Order::Min)), ..ObjectHandlers::default() }
}

pub(crate) fn queue_object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, class| fresh(class, Order::Queue)), ..object_handlers() }
}

/// Neither broken nor being changed.
fn check_sound(cx: &mut Cx, this: &PhpObject, change: bool) -> PhpResult<()> {
    let own = heap(this);
    if own.corrupted || change && own.locked { Err(unsound(cx, own.corrupted)) } else { Ok(()) }
}

#[cold]
fn unsound(cx: &mut Cx, corrupted: bool) -> Thrown {
    let text = match corrupted {
        true => "Heap is corrupted, heap properties are no longer ensured.",
        false => "Heap cannot be changed when it is already being modified.",
    };
    cx.throw("RuntimeException", text)
}

/// What the outside gets to see of an element.
fn visible_value(this: &PhpObject, element: &Element) -> Value {
    let own = heap(this);
    if own.order != Order::Queue {
        return element.value.clone();
    }
    match own.flags & BOTH {
        DATA => element.value.clone(),
        PRIORITY => element.priority.clone(),
        _ => both(element),
    }
}

fn both(element: &Element) -> Value {
    let mut pair = PhpArray::new();
    pair.set_bytes(b"data", element.value.clone());
    pair.set_bytes(b"priority", element.priority.clone());
    Value::array(pair)
}

/// A foreach, which takes the elements out.
struct HeapForeachIterator {
    object: PhpObject,
}

impl ForeachIterator for HeapForeachIterator {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(!heap(&self.object).elements.is_empty())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        check_sound(cx, &self.object, false)?;
        let first = heap(&self.object).elements.first();
        Ok(first.map_or(Value::NULL, |element| visible_value(&self.object, element)))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(heap(&self.object).elements.len() as i64 - 1))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        check_sound(cx, &self.object, true)?;
        sift::take(cx, &self.object).map(drop)
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}
