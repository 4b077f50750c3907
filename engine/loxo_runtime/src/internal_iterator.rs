//! Objects of PHP's class `InternalIterator`: a builtin's own way to be walked, as an `Iterator` that PHP code can hold.

use loxo_value::{Native, PhpObject, ReservedHandle, Tracer};

use crate::{Cx, ForeachIterator, ObjectHandlers, PhpResult, object};

/// The native part. The walk is taken out while it works, since it may run PHP code.
#[derive(Default)]
struct State {
    walk: Option<Box<dyn ForeachIterator>>,
    /// The walk's number.
    _number: Option<ReservedHandle>,
    progress: Progress,
}

#[derive(Clone, Copy, Default)]
struct Progress {
    rewound: bool,
    moved: bool,
}

impl Native for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(walk) = &self.walk {
            walk.trace(tracer);
        }
    }
}

/// Of the class; for its declaration.
pub fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(State::default())), no_clone: true, no_serialize: true, ..ObjectHandlers::default() }
}

/// A new object that walks: what `getIterator()` of a builtin gives.
pub fn create(cx: &mut Cx, walk: Box<dyn ForeachIterator>) -> PhpResult<PhpObject> {
    let _number = Some(ReservedHandle::new());
    let new = object::instantiate_raw(cx, cx.builtin_class("InternalIterator"))?;
    new.set_native(Box::new(State { walk: Some(walk), _number, progress: Progress::default() }));
    Ok(new)
}

/// Goes to the first element.
pub fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    with_walk(cx, this, |cx, walk, progress| {
        if !std::mem::replace(&mut progress.rewound, true) || walk.goes_back() {
            progress.moved = false;
            return walk.rewind(cx);
        }
        if progress.moved { Err(cx.throw_error("Iterator does not support rewinding")) } else { Ok(()) }
    })
}

/// Goes to the next element.
pub fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    with_walk(cx, this, |cx, walk, progress| {
        if !std::mem::replace(&mut progress.rewound, true) {
            walk.rewind(cx)?;
        }
        progress.moved = true;
        walk.next(cx)
    })
}

/// Works with the walk, which is rewound first if nobody has done that yet.
pub fn rewound<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Cx, &mut dyn ForeachIterator) -> PhpResult<R>) -> PhpResult<R> {
    with_walk(cx, this, |cx, walk, progress| {
        if !std::mem::replace(&mut progress.rewound, true) {
            walk.rewind(cx)?;
        }
        work(cx, walk)
    })
}

fn with_walk<R>(
    cx: &mut Cx,
    this: &PhpObject,
    work: impl FnOnce(&mut Cx, &mut dyn ForeachIterator, &mut Progress) -> PhpResult<R>,
) -> PhpResult<R> {
    let taken = this.native_mut::<State>().and_then(|state| Some((state.walk.take()?, state.progress)));
    let Some((mut walk, mut progress)) = taken else {
        return Err(cx.throw("Error", "The InternalIterator object has not been properly initialized"));
    };
    let outcome = work(cx, walk.as_mut(), &mut progress);
    if let Some(state) = this.native_mut::<State>() {
        state.walk = Some(walk);
        state.progress = progress;
    }
    outcome
}
