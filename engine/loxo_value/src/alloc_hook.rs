//! What is called whenever a container is allocated: in stress mode the collector, otherwise nothing.

use std::cell::Cell;

thread_local! {
    static HOOK: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// Sets what is called on this thread.
pub(crate) fn set(hook: Option<fn()>) {
    HOOK.set(hook);
}

/// Something is called.
#[inline(always)]
pub(crate) fn is_set() -> bool {
    HOOK.get().is_some()
}

/// A container has been allocated.
#[inline(always)]
pub(crate) fn container_allocated() {
    if let Some(hook) = HOOK.get() {
        hook();
    }
}
