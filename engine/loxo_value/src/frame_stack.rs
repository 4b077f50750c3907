//! The stack of frames: one large reservation of address space that is committed as it is used. A thread keeps its stack from one request
//! to the next: to give it back and ask for another costs more than a small request does.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicPtr;

use crate::address_space::{is_process_ending, reserve, unmap};
use crate::fiber_stacks::{FRAMES, FiberStacks, NativeStack};
use crate::{Value, heap};

/// Address space of one stack, in bytes. Memory is only used where frames have been.
const RESERVED: usize = 4 << 30;
/// The soft limit moves in steps of this many bytes, where `memory_limit` is looked at.
const STEP: usize = 256 << 10;

/// The stack that a thread's last request has left.
struct Spare(Cell<*mut u8>);

thread_local! {
    static SPARE: Spare = const { Spare(Cell::new(std::ptr::null_mut())) };
}

impl Drop for Spare {
    fn drop(&mut self) {
        // Only whole main stacks get here, and only when nothing points into them any more.
        if !self.0.get().is_null() && !is_process_ending() {
            unmap(self.0.get(), RESERVED);
        }
    }
}

pub struct FrameStack {
    /// Where it begins.
    pub base: *mut u8,
    size: usize,
    /// Where this is the stack of a fiber: what it is a part of.
    fiber: Option<Rc<FiberStacks>>,
    /// Frames may reach up to here without asking. Null while every call is to ask ([`FrameStack::watch`]), or the next one
    /// ([`FrameStack::entry_gate`]): other threads may write null, atomically, at any time. Code reads it plainly, as it reads the pending byte.
    pub limit: *mut Value,
    /// Where that is, watched or not.
    reach: *mut Value,
    watched: bool,
    /// See [`FrameStack::run_every_op`].
    every_op: bool,
    /// How far the native stack that goes with it may go down; machine code asks before it calls.
    pub native_limit: usize,
}

/// Reserves the stack of the calling thread's requests, if it has none. False: the system has no address space for it.
pub fn prepare_thread() -> bool {
    SPARE.with(|spare| {
        if spare.0.get().is_null() {
            spare.0.set(reserve(RESERVED).unwrap_or(std::ptr::null_mut()));
        }
        !spare.0.get().is_null()
    })
}

impl FrameStack {
    /// The stack of a request. A thread that cannot have one cannot work.
    #[allow(clippy::new_without_default)]
    pub fn new() -> FrameStack {
        let spare = SPARE.with(|spare| spare.0.replace(std::ptr::null_mut()));
        let base = if spare.is_null() { reserve(RESERVED).expect("address space for the frame stack") } else { spare };
        FrameStack::at(base, RESERVED, None)
    }

    /// The stacks of a fiber. `None`: there are too many fibers, or the system has no address space left.
    pub fn for_fiber() -> Option<(FrameStack, NativeStack)> {
        let stacks = Rc::new(FiberStacks::new()?);
        Some((FrameStack::at(stacks.middle(), FRAMES, Some(stacks.clone())), NativeStack::of(stacks)))
    }

    fn at(base: *mut u8, size: usize, fiber: Option<Rc<FiberStacks>>) -> FrameStack {
        // SAFETY: STEP is less than any mapping.
        let limit = unsafe { base.add(STEP) }.cast();
        FrameStack { base, size, fiber, limit, reach: limit, watched: false, every_op: false, native_limit: 0 }
    }

    pub fn base(&self) -> *mut Value {
        self.base.cast()
    }

    /// The slot is one of a frame that stands here.
    #[inline(always)]
    pub fn contains(&self, slot: *const Value) -> bool {
        (self.base.cast_const().cast()..self.reach.cast_const()).contains(&slot)
    }

    /// From now on every entry of a function asks whether the stack reaches far enough, or no longer: who watches calls sees them there.
    pub fn watch(&mut self, watched: bool) {
        self.watched = watched;
        self.limit = if watched { std::ptr::null_mut() } else { self.reach };
    }

    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Where another thread writes null, so that the next entry of a function asks.
    pub fn entry_gate(&mut self) -> *const AtomicPtr<Value> {
        (&raw const self.limit).cast()
    }

    /// From now on every op of called functions is run by the interpreter, or no longer: somebody wants to know which are.
    pub fn run_every_op(&mut self, every: bool) {
        self.every_op = every;
        self.native_limit = 0;
    }

    /// Calls whose results are known are made, and machine code is not entered.
    #[inline(always)]
    pub fn runs_every_op(&self) -> bool {
        self.watched | self.every_op
    }

    /// Another stack takes the place of this one, for those who look on at this one.
    pub fn replace(&mut self, other: &mut FrameStack) {
        std::mem::swap(self, other);
        self.watch(other.watched);
        if self.every_op != other.every_op {
            self.run_every_op(other.every_op);
        }
    }

    /// That entry has asked: others need not, unless somebody watches.
    pub fn reopen(&mut self) {
        self.watch(self.watched);
    }

    /// Moves the soft limit beyond `end`, or says how many bytes more were asked for than may be had.
    pub fn grow(&mut self, end: *mut Value) -> Result<(), usize> {
        if end <= self.reach {
            return Ok(());
        }
        let needed = (end as usize).saturating_sub(self.base as usize).next_multiple_of(STEP);
        let limit = heap::limit();
        if needed + 4096 > self.size || (limit != 0 && needed + heap::memory_usage(true) > limit) {
            return Err(STEP);
        }
        // SAFETY: inside the mapping, as just checked.
        self.reach = unsafe { self.base.add(needed) }.cast();
        self.reopen();
        Ok(())
    }

    /// Gives memory back that deep recursion has touched.
    fn trim(&mut self) {
        let used = self.reach as usize - self.base as usize;
        if used > STEP {
            // SAFETY: no frame is alive when the stack's owner goes.
            unsafe { libc::madvise(self.base.add(STEP).cast(), used - STEP, libc::MADV_DONTNEED) };
            // SAFETY: STEP is inside the mapping.
            self.reach = unsafe { self.base.add(STEP) }.cast();
        }
    }
}

impl Drop for FrameStack {
    fn drop(&mut self) {
        self.trim();
        if self.fiber.is_some() {
            return;
        }
        let kept = SPARE.try_with(|spare| spare.0.get().is_null() && spare.0.replace(self.base).is_null()).unwrap_or(false);
        // Nothing points into it when its owner goes.
        if !kept {
            unmap(self.base, self.size);
        }
    }
}
