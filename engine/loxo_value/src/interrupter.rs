//! How other threads reach into a running request: its time is up, its output must go out, its client is gone.

use std::cell::Cell;
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Value, interrupt};

/// Why a request is interrupted; bits.
pub mod reason {
    pub const TIME_IS_UP: u8 = 1;
    /// What was printed must not wait any longer.
    pub const FLUSH: u8 = 2;
    /// The request ends as if by `exit`.
    pub const STOP: u8 = 4;
    /// The request has taken longer than the server lets it.
    pub const TERMINATE: u8 = 8;
    /// A timer has run down that looks at what the request does.
    pub const SAMPLE: u8 = 16;
}

/// A handle on a request for other threads. Does nothing once the request is over.
#[derive(Clone)]
pub struct Interrupter(Arc<Shared>);

struct Shared {
    reasons: AtomicU8,
    pending: Mutex<Option<Pending>>,
}

/// What the interpreter looks at: the pending byte, and, where functions are entered, the limit of the stack of frames (null: it has none).
struct Pending(*const AtomicU8, *const AtomicPtr<Value>);

// SAFETY: both are atomic, and `Interrupts` takes the pointers back while the thread that owns them still runs.
unsafe impl Send for Pending {}

impl Interrupter {
    /// Interrupts the request at its next backward jump, call or wait.
    pub fn raise(&self, reason: u8) {
        let pending = self.0.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Pending(byte, gate)) = &*pending {
            self.0.reasons.fetch_or(reason, Ordering::AcqRel);
            // SAFETY: the pointers are there, so the thread is too; the lock keeps it so.
            unsafe {
                let bit = if reason == reason::SAMPLE { interrupt::LOOK } else { interrupt::EXTERNAL };
                (**byte).fetch_or(bit, Ordering::Release);
                if let Some(gate) = gate.as_ref() {
                    gate.store(std::ptr::null_mut(), Ordering::Release);
                }
            }
        }
    }

    /// The request has not looked yet, and there is more to see than that somebody looks at it.
    pub fn is_waiting(&self) -> bool {
        self.0.reasons.load(Ordering::Acquire) & !reason::SAMPLE != 0
    }
}

/// A request's own side of its [`Interrupter`].
pub struct Interrupts(Interrupter);

impl Interrupts {
    /// For a request of the calling thread.
    pub fn of_this_thread() -> Interrupts {
        let shared = Shared { reasons: AtomicU8::new(0), pending: Mutex::new(Some(Pending(interrupt::pending_ptr(), std::ptr::null()))) };
        Interrupts(Interrupter(Arc::new(shared)))
    }

    /// From now on the request is interrupted where it enters functions, too. `machine`: what [`running_machine`] gives until this is dropped.
    ///
    /// # Safety
    /// The limit of the stack of frames stays where it is until this is dropped.
    pub unsafe fn at_calls(&self, gate: *const AtomicPtr<Value>, machine: *mut ()) {
        MACHINE.set(machine);
        if let Some(pending) = &mut *self.0.0.pending.lock().unwrap_or_else(PoisonError::into_inner) {
            pending.1 = gate;
        }
    }

    pub fn handle(&self) -> Interrupter {
        self.0.clone()
    }

    pub fn any(&self) -> bool {
        self.0.0.reasons.load(Ordering::Acquire) != 0
    }

    /// All reasons so far, which are dealt with now.
    pub fn take(&self) -> u8 {
        // SAFETY: the byte of this very thread.
        unsafe { (*interrupt::pending_ptr()).fetch_and(!(interrupt::EXTERNAL | interrupt::LOOK), Ordering::AcqRel) };
        self.0.0.reasons.swap(0, Ordering::AcqRel)
    }
}

thread_local! {
    static MACHINE: Cell<*mut ()> = const { Cell::new(std::ptr::null_mut()) };
}

/// What runs the request of the calling thread; null: there is none.
pub fn running_machine() -> *mut () {
    MACHINE.get()
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        MACHINE.set(std::ptr::null_mut());
        *self.0.0.pending.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.take();
    }
}
