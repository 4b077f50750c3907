//! The iteration of a tree, step by step.

use loxo_runtime::Func;

use super::{Step, checked, recursion, unset};
use crate::array::recursive_array_iterator::has_children_at_once;
use crate::prelude::*;

const LEAVES_ONLY: i64 = 0;
const SELF_FIRST: i64 = 1;
const CHILD_FIRST: i64 = 2;
const CATCH_GET_CHILD: i64 = 16;

/// Works with the iterator of a level.
pub(super) fn with_iterator<R>(
    cx: &mut Cx,
    this: &PhpObject,
    depth: usize,
    work: impl FnOnce(&mut Cx, &mut dyn ForeachIterator) -> PhpResult<R>,
) -> PhpResult<R> {
    let Some(level) = recursion(this).levels.get_mut(depth) else { return Err(unset(cx, this)) };
    let id = level.id;
    let iterator = match level.iterator.take() {
        Some(iterator) => Some(iterator),
        None => another(cx, &level.object.clone())?,
    };
    let Some(mut iterator) = iterator else { return Err(unset(cx, this)) };
    let result = work(cx, iterator.as_mut());
    if let Some(level) = recursion(this).levels.get_mut(depth)
        && level.id == id
        && level.iterator.is_none()
    {
        level.iterator = Some(iterator);
    }
    result
}

/// What works on an iterator may come back here: then the iterator is out, and another one does for the moment.
#[cold]
fn another(cx: &mut Cx, object: &PhpObject) -> PhpResult<Option<Box<dyn ForeachIterator>>> {
    iterate::iterator_of(cx, object, false)
}

fn depth(this: &PhpObject) -> usize {
    recursion(this).levels.len().saturating_sub(1)
}

pub(super) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    checked(cx, this)?;
    for depth in (0..=depth(this)).rev() {
        if depth < recursion(this).levels.len() && with_iterator(cx, this, depth, |cx, iterator| iterator.valid(cx))? {
            return Ok(true);
        }
    }
    let own = recursion(this);
    let was = std::mem::replace(&mut own.in_iteration, false);
    call(cx, this, own.events.end_iteration.filter(|_| was))?;
    Ok(false)
}

pub(super) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    checked(cx, this)?;
    with_iterator(cx, this, depth(this), |cx, iterator| iterator.current(cx)).map(|value| value.clone_deref())
}

pub(super) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    checked(cx, this)?;
    with_iterator(cx, this, depth(this), |cx, iterator| iterator.key(cx))
}

fn call(cx: &mut Cx, this: &PhpObject, event: Option<&'static Func>) -> PhpResult<()> {
    match event {
        Some(event) => cx.call_method(this, event, &[]).map(drop),
        None => Ok(()),
    }
}

/// `CATCH_GET_CHILD`: exceptions on the way are forgotten. `None`: there was one.
fn caught<R>(cx: &mut Cx, this: &PhpObject, outcome: PhpResult<R>) -> PhpResult<Option<R>> {
    match outcome {
        Ok(result) => Ok(Some(result)),
        Err(_) if recursion(this).flags & CATCH_GET_CHILD != 0 && cx.ending.is_none() => {
            let exception = cx.exception.take();
            drop(exception);
            Ok(None)
        }
        Err(thrown) => Err(thrown),
    }
}

pub(super) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    while depth(this) > 0 {
        let left = recursion(this).levels.pop();
        drop(left);
        call(cx, this, recursion(this).events.end_children)?;
    }
    set_step(this, 0, Step::Start);
    with_iterator(cx, this, 0, |cx, iterator| iterator.rewind(cx))?;
    let own = recursion(this);
    let begin = own.events.begin_iteration.filter(|_| !own.in_iteration);
    let outcome = call(cx, this, begin);
    recursion(this).in_iteration = true;
    outcome?;
    advance(cx, this)
}

/// Is the iteration where it was, or has the iterator moved it meanwhile?
fn is_on(this: &PhpObject, depth: usize, id: u64) -> bool {
    let levels = &recursion(this).levels;
    levels.len() == depth + 1 && levels[depth].id == id
}

fn set_step(this: &PhpObject, depth: usize, step: Step) {
    if let Some(level) = recursion(this).levels.get_mut(depth) {
        level.step = step;
    }
}

/// To the next element.
pub(super) fn advance(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    loop {
        let depth = depth(this);
        let Some((step, id)) = recursion(this).levels.get(depth).map(|level| (level.step, level.id)) else {
            return Err(unset(cx, this));
        };
        if matches!(step, Step::Next | Step::Start) {
            let valid = with_iterator(cx, this, depth, |cx, iterator| {
                if step == Step::Next {
                    let outcome = iterator.next(cx);
                    caught(cx, this, outcome)?;
                    if !is_on(this, depth, id) {
                        return Ok(false);
                    }
                }
                iterator.valid(cx)
            })?;
            if !is_on(this, depth, id) {
                return Ok(());
            }
            if !valid {
                if depth == 0 {
                    return Ok(());
                }
                leave(cx, this)?;
                continue;
            }
            set_step(this, depth, Step::Test);
        }
        let arrived = match step {
            Step::Next | Step::Start | Step::Test => test(cx, this, depth)?,
            Step::Own => {
                let own = recursion(this);
                let tell = matches!(own.mode, SELF_FIRST | CHILD_FIRST);
                set_step(this, depth, if own.mode == SELF_FIRST { Step::Children } else { Step::Next });
                call(cx, this, own.events.next_element.filter(|_| tell))?;
                true
            }
            Step::Children => {
                enter(cx, this, depth)?;
                false
            }
        };
        if arrived {
            return Ok(());
        }
    }
}

/// Has the element children that are to be iterated? `true`: the iteration has arrived at an element.
fn test(cx: &mut Cx, this: &PhpObject, depth: usize) -> PhpResult<bool> {
    let own = recursion(this);
    let level = own.levels.get(depth).filter(|level| level.methods.of_array);
    let outcome = match (own.events.call_has_children, level.and_then(|level| has_children_at_once(&level.object))) {
        (Some(event), _) => cx.call_method(this, event, &[]),
        (None, Some(known)) => Ok(Value::bool(known)),
        (None, None) => match recursion(this).levels.get(depth).map(|level| (level.object.clone(), level.methods.has_children)) {
            Some((object, Some(method))) => cx.call_method(&object, method, &[]),
            _ => Ok(Value::NULL),
        },
    };
    if outcome.is_err() {
        set_step(this, depth, Step::Next);
    }
    let answer = caught(cx, this, outcome)?;
    let has_children = match answer {
        Some(answer) => convert::to_bool(cx, answer.deref())?,
        None => false,
    };
    let own = recursion(this);
    if has_children {
        if own.max_depth == -1 || own.max_depth > depth as i64 {
            set_step(this, depth, if own.mode == SELF_FIRST { Step::Own } else { Step::Children });
            return Ok(false);
        }
        if own.mode == LEAVES_ONLY {
            set_step(this, depth, Step::Next);
            return Ok(false);
        }
    }
    let outcome = call(cx, this, own.events.next_element);
    set_step(this, depth, Step::Next);
    caught(cx, this, outcome)?;
    Ok(true)
}

/// Asks the iterator of a level.
pub(super) fn ask(cx: &mut Cx, this: &PhpObject, depth: usize, method: &str) -> PhpResult<Value> {
    let Some(object) = recursion(this).levels.get(depth).map(|level| level.object.clone()) else { return Ok(Value::NULL) };
    let result = cx.call_method_named(&object, method, &[])?;
    Ok(result.map_or(Value::NULL, |value| value.clone_deref()))
}

/// One level down.
fn enter(cx: &mut Cx, this: &PhpObject, depth: usize) -> PhpResult<()> {
    let outcome = match recursion(this).events.call_get_children {
        Some(event) => cx.call_method(this, event, &[]),
        None => match recursion(this).levels.get(depth).map(|level| (level.object.clone(), level.methods.get_children)) {
            Some((object, Some(method))) => cx.call_method(&object, method, &[]),
            _ => Ok(Value::NULL),
        },
    };
    let Some(child) = caught(cx, this, outcome)? else {
        set_step(this, depth, Step::Next);
        return Ok(());
    };
    let recursive = cx.builtin_class("RecursiveIterator");
    let child = match child.deref().as_object() {
        Some(child) if class_of(child).is_subclass_of(recursive) => child.clone(),
        _ => {
            let text = "Objects returned by RecursiveIterator::getChildren() must implement RecursiveIterator";
            return Err(cx.throw("UnexpectedValueException", text));
        }
    };
    set_step(this, depth, if recursion(this).mode == CHILD_FIRST { Step::Own } else { Step::Next });
    let iterator = iterate::iterator_of(cx, &child, false)?;
    recursion(this).push(child, iterator);
    with_iterator(cx, this, depth + 1, |cx, iterator| iterator.rewind(cx))?;
    let outcome = call(cx, this, recursion(this).events.begin_children);
    caught(cx, this, outcome).map(drop)
}

/// One level up.
fn leave(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let outcome = call(cx, this, recursion(this).events.end_children);
    caught(cx, this, outcome)?;
    let own = recursion(this);
    let left = if own.levels.len() > 1 { own.levels.pop() } else { None };
    drop(left);
    Ok(())
}
