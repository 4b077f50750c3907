//! The pending byte of a thread: what waits for the next op boundary of the program that runs there.
//!
//! The interpreter looks at the byte between ops, and does nothing as long as it is 0. The collector, the queue of destructors and work that was
//! put off set bits of their own thread; [`EXTERNAL`] and [`LOOK`] may be set from other threads, the first from handlers of signals, too.

use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};

/// Destructors are queued.
pub const DESTRUCTORS: u8 = 1;
/// A collection is due.
pub const COLLECTION: u8 = 2;
/// Other work of this thread was put off to the next op boundary ([`defer_work`]).
pub const DEFERRED_WORK: u8 = 4;
/// The owner of the request, or another thread, interrupts the program. This crate only sets it in [`raise`].
pub const EXTERNAL: u8 = 0x80;
/// Another thread wants to see where the program is, which is no reason to end what takes long or waits.
pub const LOOK: u8 = 0x40;

thread_local! {
    static PENDING: AtomicU8 = const { AtomicU8::new(0) };
}

pub(crate) fn set(bits: u8) {
    PENDING.with(|p| p.fetch_or(bits, Ordering::Relaxed));
}

pub(crate) fn clear(bits: u8) {
    PENDING.with(|p| p.fetch_and(!bits, Ordering::Relaxed));
}

/// Address of this thread's pending byte: not 0 when destructors are queued, a collection is due, or somebody set [`EXTERNAL`] (any thread may
/// set and clear that bit, atomically). Valid as long as the thread lives.
pub fn pending_ptr() -> *const AtomicU8 {
    PENDING.with(|p| p as *const AtomicU8)
}

/// The pending byte.
#[inline(always)]
pub fn pending() -> u8 {
    PENDING.with(|p| p.load(Ordering::Relaxed))
}

/// Are destructors queued?
#[inline(always)]
pub fn pending_destructors() -> bool {
    pending() & DESTRUCTORS != 0
}

/// The pending byte of the thread that [`raise`] is for.
static LISTENER: AtomicPtr<AtomicU8> = AtomicPtr::new(std::ptr::null_mut());

/// Takes the pointer back before its thread is gone.
struct Listening;

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENER.store(std::ptr::null_mut(), Ordering::Release);
    }
}

thread_local! {
    static LISTENING: std::cell::OnceCell<Listening> = const { std::cell::OnceCell::new() };
}

/// From now on [`raise`] is for this thread.
pub fn listen() {
    LISTENING.with(|listening| {
        listening.get_or_init(|| Listening);
    });
    LISTENER.store(pending_ptr().cast_mut(), Ordering::Release);
}

/// Interrupts the program of the thread that listens: sets [`EXTERNAL`] there. Handlers of signals may call it.
pub fn raise() {
    let byte = LISTENER.load(Ordering::Acquire);
    if !byte.is_null() {
        // SAFETY: the thread's byte; it takes the pointer back before it ends.
        unsafe { (*byte).fetch_or(EXTERNAL, Ordering::Release) };
    }
}

/// Asks the owner of the request to do what was put off (streams whose end runs PHP code) at the next op boundary.
#[cold]
pub fn defer_work() {
    set(DEFERRED_WORK);
}

/// Was work put off since the last call?
pub fn take_deferred_work() -> bool {
    let deferred = pending() & DEFERRED_WORK != 0;
    if deferred {
        clear(DEFERRED_WORK);
    }
    deferred
}
