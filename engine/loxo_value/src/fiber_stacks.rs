//! The two stacks of a fiber, the native one and the one of frames, in one mapping. A thread keeps some that fibers have left for the next ones: to give
//! one back and to ask for another takes longer than a short fiber runs.

use std::cell::UnsafeCell;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use corosensei::stack::{Stack, StackPointer};

use crate::address_space::{is_process_ending, reserve, unmap};

const PAGE: usize = 4096;
const HUGE_PAGE: usize = 2 << 20;
/// Least size of the native stack, in bytes; committed as it is used.
const NATIVE: usize = 8 << 20;
/// Address space of the frames.
pub(crate) const FRAMES: usize = 64 << 20;
/// Both, and what the place where they meet may have to move.
const SIZE: usize = NATIVE + FRAMES + 3 * (HUGE_PAGE / 2);
/// What the native stack of a fiber that is over may keep of its memory.
const NATIVE_KEPT: usize = 64 << 10;
/// Stacks that a thread keeps while a request runs, and for the next one.
const MOST_LEFT: usize = 64;
const LEFT_BETWEEN_REQUESTS: usize = 4;

/// Stacks of fibers in this process.
static FIBERS: AtomicUsize = AtomicUsize::new(0);
/// As many as there may be: each fiber takes two of the mappings that the system allows a process, and the rest of the engine needs some, if
/// only to say that there are too many fibers.
static MOST_FIBERS: LazyLock<usize> = LazyLock::new(|| {
    const DEFAULT: usize = 65_530;
    let setting = std::fs::read_to_string("/proc/sys/vm/max_map_count").ok();
    setting.and_then(|text| text.trim().parse().ok()).unwrap_or(DEFAULT) / 4
});

/// Mappings that no fiber uses.
struct Left(UnsafeCell<Vec<*mut u8>>);

thread_local! {
    static LEFT: Left = const { Left(UnsafeCell::new(Vec::new())) };
}

impl Left {
    /// Keeps a mapping; false: there are enough.
    fn keep(&self, map: *mut u8) -> bool {
        // SAFETY: the list is of this thread, and nobody borrows it beyond a function of this file.
        let all = unsafe { &mut *self.0.get() };
        let keeps = all.len() < MOST_LEFT;
        if keeps {
            all.push(map);
        }
        keeps
    }

    fn take(&self) -> Option<*mut u8> {
        // SAFETY: as above.
        unsafe { (*self.0.get()).pop() }
    }

    fn shrink(&self, to: usize) {
        // SAFETY: as above.
        let all = unsafe { &mut *self.0.get() };
        while all.len() > to {
            all.pop().into_iter().for_each(|map| unmap(map, SIZE));
        }
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        if !is_process_ending() {
            self.shrink(0);
        }
    }
}

/// The request is over: its fibers' stacks are not needed any more, but for some.
pub(crate) fn reset() {
    let _ = LEFT.try_with(|left| left.shrink(LEFT_BETWEEN_REQUESTS));
}

/// A mapping with both stacks, and a page at its lower end that may not be touched.
pub(crate) struct FiberStacks {
    map: *mut u8,
}

impl FiberStacks {
    /// `None`: there are too many fibers, or the system has no address space left.
    pub(crate) fn new() -> Option<FiberStacks> {
        if FIBERS.load(Ordering::Relaxed) >= *MOST_FIBERS {
            return None;
        }
        let map = LEFT.try_with(Left::take).ok().flatten().or_else(map)?;
        FIBERS.fetch_add(1, Ordering::Relaxed);
        Some(FiberStacks { map })
    }

    /// Where the native stack begins, which goes down, and the frames, which go up: in the middle of a huge page, so that one table of pages is enough for both.
    pub(crate) fn middle(&self) -> *mut u8 {
        let place = (self.map.addr() + NATIVE).next_multiple_of(HUGE_PAGE) + HUGE_PAGE / 2;
        self.map.with_addr(place)
    }
}

/// The native one.
pub struct NativeStack(Rc<FiberStacks>);

impl NativeStack {
    pub(crate) fn of(stacks: Rc<FiberStacks>) -> NativeStack {
        NativeStack(stacks)
    }
}

// SAFETY: the lowest page of the mapping may not be touched, and megabytes above it may.
unsafe impl Stack for NativeStack {
    fn base(&self) -> StackPointer {
        NonZeroUsize::new(self.0.middle().addr()).expect("memory is nowhere near zero")
    }

    fn limit(&self) -> StackPointer {
        NonZeroUsize::new(self.0.map.addr()).expect("memory is nowhere near zero")
    }
}

impl Drop for FiberStacks {
    fn drop(&mut self) {
        FIBERS.fetch_sub(1, Ordering::Relaxed);
        let (start, end) = (self.map.wrapping_add(PAGE), self.middle().wrapping_sub(NATIVE_KEPT));
        // SAFETY: pages of this mapping, which nobody uses any more.
        unsafe { libc::madvise(start.cast(), end.addr() - start.addr(), libc::MADV_DONTNEED) };
        let kept = LEFT.try_with(|left| left.keep(self.map)).unwrap_or(false);
        if !kept {
            unmap(self.map, SIZE);
        }
    }
}

fn map() -> Option<*mut u8> {
    let map = reserve(SIZE)?;
    // SAFETY: the first page of the new mapping; then advice on all of it: where the system would give huge pages unasked, each fiber would take one.
    let guarded = unsafe {
        libc::madvise(map.cast(), SIZE, libc::MADV_NOHUGEPAGE);
        libc::mprotect(map.cast(), PAGE, libc::PROT_NONE) == 0
    };
    if !guarded {
        unmap(map, SIZE);
        return None;
    }
    Some(map)
}
