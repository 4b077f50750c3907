//! How other threads reach into a running request: its time is up, its output must go out, its client is gone.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::interrupt;

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

/// The byte that the interpreter looks at.
struct Pending(*const AtomicU8);

// SAFETY: the byte is atomic, and `Interrupts` takes the pointer back while the thread that owns the byte still runs.
unsafe impl Send for Pending {}

impl Interrupter {
    /// Interrupts the request at its next backward jump, call or wait.
    pub fn raise(&self, reason: u8) {
        let pending = self.0.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Pending(byte)) = &*pending {
            self.0.reasons.fetch_or(reason, Ordering::AcqRel);
            // SAFETY: the pointer is there, so the thread is too; the lock keeps it so.
            unsafe { (**byte).fetch_or(interrupt::EXTERNAL, Ordering::Release) };
        }
    }

    /// The request has not looked yet.
    pub fn is_waiting(&self) -> bool {
        self.0.reasons.load(Ordering::Acquire) != 0
    }
}

/// A request's own side of its [`Interrupter`].
pub struct Interrupts(Interrupter);

impl Interrupts {
    /// For a request of the calling thread.
    pub fn of_this_thread() -> Interrupts {
        let shared = Shared { reasons: AtomicU8::new(0), pending: Mutex::new(Some(Pending(interrupt::pending_ptr()))) };
        Interrupts(Interrupter(Arc::new(shared)))
    }

    pub fn handle(&self) -> Interrupter {
        self.0.clone()
    }

    pub fn any(&self) -> bool {
        self.0.is_waiting()
    }

    /// All reasons so far, which are dealt with now.
    pub fn take(&self) -> u8 {
        // SAFETY: the byte of this very thread.
        unsafe { (*interrupt::pending_ptr()).fetch_and(!interrupt::EXTERNAL, Ordering::AcqRel) };
        self.0.0.reasons.swap(0, Ordering::AcqRel)
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        *self.0.0.pending.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.take();
    }
}
