//! Inserting into and taking from a binary heap.
//!
//! A comparison that throws leaves the elements in the heap, which is corrupt then; the comparisons that would follow are not asked.

use std::cmp::Ordering;

use loxo_runtime::CallsInARow;
use loxo_runtime::memory_limit::check_growth;

use super::{Element, Heap, Order, heap};
use crate::prelude::*;

/// `compare()` of a child class, which is called for this heap.
fn judge(this: &PhpObject) -> Option<Callable> {
    let func = heap(this).compare?;
    Some(Callable { func, this: Some(this.clone()), called_class: Some(class_of(this)), closure: None, magic_name: None })
}

/// Positive if the element at `i` is nearer to the top than the one at `j`.
fn between(cx: &mut Cx, this: &PhpObject, calls: &mut Option<CallsInARow<'_>>, i: usize, j: usize) -> i64 {
    if cx.exception.is_some() || cx.ending.is_some() {
        return 0;
    }
    let own = heap(this);
    let (a, b) = (&own.elements[i], &own.elements[j]);
    let (x, y) = match own.order {
        Order::Queue => (a.priority.clone(), b.priority.clone()),
        _ => (a.value.clone(), b.value.clone()),
    };
    if let Some(calls) = calls {
        return match calls.call(cx, [x, y]) {
            Ok(answer) => answer.as_int().unwrap_or_else(|| convert::to_int(cx, answer.deref()).unwrap_or(0)),
            Err(_) => 0,
        };
    }
    let result = match own.order {
        Order::Min => compare::compare(cx, &y, &x),
        _ => compare::compare(cx, &x, &y),
    };
    result.map_or(0, i64::from)
}

/// The same for numbers, which need neither owners nor PHP code.
#[inline]
fn compare_numbers(order: Order, a: &Element, b: &Element) -> Option<Ordering> {
    let (x, y) = match order {
        Order::Queue => (&a.priority, &b.priority),
        Order::Max => (&a.value, &b.value),
        Order::Min => (&b.value, &a.value),
    };
    match (x.as_int(), y.as_int()) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        _ => x.as_float()?.partial_cmp(&y.as_float()?),
    }
}

/// Calls a function with the elements of a heap and what gives the int that counts of one, greater ones nearer to the top.
macro_rules! by_ints {
    ($own:ident, $sort:ident, $from:expr) => {
        match $own.order {
            Order::Queue => $sort(&mut $own.elements, $from, |element| element.priority.as_int()),
            Order::Max => $sort(&mut $own.elements, $from, |element| element.value.as_int()),
            Order::Min => $sort(&mut $own.elements, $from, |element| element.value.as_int().map(|int| !int)),
        }
    };
}

/// [`raise_numbers`] past ints.
#[inline]
fn raise_ints(elements: &mut [Element], mut i: usize, key: impl Fn(&Element) -> Option<i64>) -> Option<usize> {
    let Some(own) = key(&elements[i]) else { return Some(i) };
    while i > 0 {
        let parent = (i - 1) / 2;
        match key(&elements[parent]) {
            None => return Some(i),
            Some(other) if other < own => elements.swap(parent, i),
            Some(_) => return None,
        }
        i = parent;
    }
    None
}

/// [`lower_numbers`] past ints.
#[inline]
fn lower_ints(elements: &mut [Element], mut i: usize, key: impl Fn(&Element) -> Option<i64>) -> Option<usize> {
    let Some(own) = key(&elements[i]) else { return Some(i) };
    loop {
        let mut child = i * 2 + 1;
        let Some(mut nearest) = key(elements.get(child)?) else { return Some(i) };
        if let Some(second) = elements.get(child + 1) {
            match key(second) {
                None => return Some(i),
                Some(other) if other > nearest => (child, nearest) = (child + 1, other),
                Some(_) => {}
            }
        }
        if own >= nearest {
            return None;
        }
        elements.swap(i, child);
        i = child;
    }
}

/// Raises the element at `i` past numbers. Where it stands before something else, for which `between` is to be asked; `None`: it is in place.
fn raise_numbers(own: &mut Heap, i: usize) -> Option<usize> {
    if own.compare.is_some() {
        return Some(i);
    }
    let mut i = by_ints!(own, raise_ints, i)?;
    let (order, elements) = (own.order, own.elements.as_mut_slice());
    while i > 0 {
        let parent = (i - 1) / 2;
        match compare_numbers(order, &elements[parent], &elements[i]) {
            None => return Some(i),
            Some(Ordering::Less) => elements.swap(parent, i),
            Some(_) => return None,
        }
        i = parent;
    }
    None
}

/// Lowers the first element past numbers, as [`raise_numbers`].
fn lower_numbers(own: &mut Heap) -> Option<usize> {
    if own.compare.is_some() {
        return Some(0);
    }
    let mut i = by_ints!(own, lower_ints, 0)?;
    let (order, elements) = (own.order, own.elements.as_mut_slice());
    loop {
        let mut child = i * 2 + 1;
        let first = elements.get(child)?;
        let mut nearest = first;
        if let Some(second) = elements.get(child + 1) {
            match compare_numbers(order, second, first) {
                None => return Some(i),
                Some(Ordering::Greater) => (child, nearest) = (child + 1, second),
                Some(_) => {}
            }
        }
        match compare_numbers(order, &elements[i], nearest) {
            None => return Some(i),
            Some(Ordering::Less) => elements.swap(i, child),
            Some(_) => return None,
        }
        i = child;
    }
}

/// Ends a change: an exception on the way means that the order is not certain.
fn done(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let own = heap(this);
    own.locked = false;
    let outcome = cx.check();
    own.corrupted |= outcome.is_err();
    outcome
}

pub(super) fn insert(cx: &mut Cx, this: &PhpObject, element: Element) -> PhpResult<()> {
    let own = heap(this);
    check_growth::<Element>(own.elements.len(), own.elements.capacity());
    own.elements.push(element);
    let Some(mut i) = raise_numbers(own, own.elements.len() - 1) else { return done(cx, this) };
    own.locked = true;
    let judge = judge(this);
    let mut calls = judge.as_ref().map(CallsInARow::of);
    while i > 0 {
        let parent = (i - 1) / 2;
        if between(cx, this, &mut calls, parent, i) >= 0 {
            break;
        }
        heap(this).elements.swap(parent, i);
        i = parent;
    }
    done(cx, this)
}

/// Takes the first element.
pub(super) fn take(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Element>> {
    let own = heap(this);
    let Some(last) = own.elements.len().checked_sub(1) else { return Ok(None) };
    own.locked = true;
    let Some(bottom) = own.elements.pop() else { return Ok(None) };
    let Some(first) = own.elements.first_mut() else {
        done(cx, this)?;
        return Ok(Some(bottom));
    };
    let top = std::mem::replace(first, bottom);
    let count = last;
    let Some(mut i) = lower_numbers(own) else {
        done(cx, this)?;
        return Ok(Some(top));
    };
    let judge = judge(this);
    let mut calls = judge.as_ref().map(CallsInARow::of);
    while i * 2 + 1 < count {
        let mut child = i * 2 + 1;
        if child + 1 < count {
            child += usize::from(between(cx, this, &mut calls, child + 1, child) > 0);
        } else if calls.is_some() && between(cx, this, &mut calls, i, child) > 0 {
            // In PHP the element that is lowered is still at the end as well, and is a child there.
            between(cx, this, &mut calls, i, i);
            break;
        }
        if between(cx, this, &mut calls, i, child) >= 0 {
            break;
        }
        heap(this).elements.swap(i, child);
        i = child;
    }
    done(cx, this)?;
    Ok(Some(top))
}
