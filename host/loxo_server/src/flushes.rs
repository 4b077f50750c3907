//! How often all that a connection had to send was sent: for bodies that end before what they have announced, which hyper takes for an error, and then
//! closes the connection without sending what it still has.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Waker};

#[derive(Clone, Default)]
pub(crate) struct Flushes(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    count: u64,
    waiting: Option<Waker>,
}

impl Flushes {
    /// All has been sent.
    pub(crate) fn add(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        if let Some(waker) = state.waiting.take() {
            waker.wake();
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).count
    }

    /// There has been one since there were so many; else whoever asks is woken by the next one.
    pub(crate) fn since(&self, count: u64, context: &Context<'_>) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let has_been = state.count > count;
        if !has_been {
            state.waiting = Some(context.waker().clone());
        }
        has_been
    }
}
