//! The signal handler, and the slots in which it records signals for [`take`].

use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicUsize, Ordering};

use crate::Info;

/// So many signals may wait; of more the oldest are lost.
const SLOT_COUNT: usize = 256;

/// A signal that has come. The handler writes `signal` last.
struct Slot {
    signal: AtomicI32,
    error: AtomicI32,
    code: AtomicI32,
    pid: AtomicI32,
    uid: AtomicI32,
    status: AtomicI32,
}

static SLOTS: [Slot; SLOT_COUNT] = [const {
    Slot {
        signal: AtomicI32::new(0),
        error: AtomicI32::new(0),
        code: AtomicI32::new(0),
        pid: AtomicI32::new(0),
        uid: AtomicI32::new(0),
        status: AtomicI32::new(0),
    }
}; SLOT_COUNT];

/// Where the next signal is written, and where it is read.
static WRITTEN: AtomicUsize = AtomicUsize::new(0);
static READ: AtomicUsize = AtomicUsize::new(0);

/// A `fn()`, as a pointer.
static NOTIFY: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// From now on the handler calls this when it has written a signal down. It may use atomics and nothing else.
pub fn notify(call: fn()) {
    NOTIFY.store(call as *mut (), Ordering::Release);
}

extern "C" fn on_signal(signal: i32, raw: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    // SAFETY: the system gives a pointer to what it knows of the signal.
    let info = unsafe { raw.as_ref() }.map_or_else(Info::default, Info::of);
    let slot = &SLOTS[WRITTEN.fetch_add(1, Ordering::AcqRel) % SLOT_COUNT];
    slot.error.store(info.error, Ordering::Relaxed);
    slot.code.store(info.code, Ordering::Relaxed);
    slot.pid.store(info.pid, Ordering::Relaxed);
    slot.uid.store(info.uid.cast_signed(), Ordering::Relaxed);
    slot.status.store(info.status, Ordering::Relaxed);
    slot.signal.store(signal, Ordering::Release);
    let call = NOTIFY.load(Ordering::Acquire);
    if !call.is_null() {
        // SAFETY: nothing but functions of this type is ever stored there.
        unsafe { std::mem::transmute::<*mut (), fn()>(call)() };
    }
}

pub(crate) fn handler() -> libc::sighandler_t {
    on_signal as extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void) as libc::sighandler_t
}

/// The next signal that has come.
pub fn take() -> Option<Info> {
    let written = WRITTEN.load(Ordering::Acquire);
    let mut read = READ.load(Ordering::Acquire);
    // If more came than there are slots, the newest are there.
    read = read.max(written.saturating_sub(SLOT_COUNT));
    if read == written {
        return None;
    }
    let slot = &SLOTS[read % SLOT_COUNT];
    let signal = slot.signal.swap(0, Ordering::AcqRel);
    READ.store(read + 1, Ordering::Release);
    (signal != 0).then(|| Info {
        signal,
        error: slot.error.load(Ordering::Relaxed),
        code: slot.code.load(Ordering::Relaxed),
        pid: slot.pid.load(Ordering::Relaxed),
        uid: slot.uid.load(Ordering::Relaxed).cast_unsigned(),
        status: slot.status.load(Ordering::Relaxed),
    })
}
