//! Making a missing value is one thread's business at a time, so that it is made once. Makers may make others: whoever holds the lock may take it again.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

struct Holder {
    thread: Option<ThreadId>,
    depth: u32,
}

static HOLDER: Mutex<Holder> = Mutex::new(Holder { thread: None, depth: 0 });
static FREE: Condvar = Condvar::new();

/// The lock; given back when dropped, also where a request is torn down.
pub(crate) struct EntryLock(());

fn holder() -> MutexGuard<'static, Holder> {
    HOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl EntryLock {
    pub(crate) fn take() -> EntryLock {
        let me = thread::current().id();
        let mut holder = holder();
        while holder.thread.is_some_and(|other| other != me) {
            holder = FREE.wait(holder).unwrap_or_else(PoisonError::into_inner);
        }
        holder.thread = Some(me);
        holder.depth += 1;
        EntryLock(())
    }
}

impl Drop for EntryLock {
    fn drop(&mut self) {
        let mut holder = holder();
        holder.depth = holder.depth.saturating_sub(1);
        if holder.depth == 0 {
            holder.thread = None;
            FREE.notify_one();
        }
    }
}
