//! Reaching a thread that waits in a system call: a signal for it alone, whose handler does nothing but remember that it came. The call ends with
//! `EINTR`, and whoever made it asks [`is_interrupted`] whether to go on waiting.

use std::cell::Cell;
use std::io;
use std::sync::Once;

/// A signal that is ignored unless somebody wants it, so that one that comes late does no harm.
const SIGNAL: i32 = libc::SIGURG;

thread_local! {
    /// No destructor and no initialisation at run time: the handler may use it.
    static INTERRUPTED: Cell<bool> = const { Cell::new(false) };
    /// Somebody may know the thread's number.
    static REACHABLE: Cell<bool> = const { Cell::new(false) };
}

/// A thread of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadId(i32);

extern "C" fn on_signal(_signal: i32) {
    INTERRUPTED.set(true);
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: zeroes are a valid `sigaction`. The handler writes a byte of its thread and nothing else.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(i32) as libc::sighandler_t;
            // Without SA_RESTART: calls are to end.
            action.sa_flags = libc::SA_ONSTACK;
            libc::sigaction(SIGNAL, &raw const action, std::ptr::null_mut());
        }
    });
}

/// The calling thread, which may be interrupted from now on.
pub fn this_thread() -> ThreadId {
    install();
    REACHABLE.set(true);
    // SAFETY: takes nothing and gives an integer.
    ThreadId(unsafe { libc::gettid() })
}

impl ThreadId {
    /// As the system numbers it.
    pub fn number(self) -> i32 {
        self.0
    }

    /// Ends the system call that the thread waits in, if it does. One that it is about to make is not ended: ask again.
    pub fn interrupt(self) -> io::Result<()> {
        // SAFETY: takes integers. The number may be another thread's by now, or nobody's: the signal does nothing there.
        let result = unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), self.0, SIGNAL) };
        if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// Was the calling thread interrupted since [`clear_interrupt`]? Then waits end with an error.
pub fn is_interrupted() -> bool {
    INTERRUPTED.get()
}

/// Has the calling thread said who it is, by [`this_thread`]?
pub(crate) fn may_be_interrupted() -> bool {
    REACHABLE.get()
}

/// What the thread does next is not what was interrupted.
pub fn clear_interrupt() {
    INTERRUPTED.set(false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::time::{Duration, Instant};

    #[test]
    fn a_read_ends_and_says_why() {
        let (mut reader, writer) = std::io::pipe().expect("a pipe");
        let (tell, told) = std::sync::mpsc::channel();
        let waiting = std::thread::spawn(move || {
            tell.send(this_thread()).expect("is heard");
            let result = reader.read(&mut [0]);
            let seen = is_interrupted();
            clear_interrupt();
            (result.map_err(|error| error.kind()), seen, is_interrupted())
        });
        let thread = told.recv().expect("starts");
        let began = Instant::now();
        while !waiting.is_finished() && began.elapsed() < Duration::from_secs(5) {
            let _ = thread.interrupt();
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(waiting.join().expect("ends"), (Err(io::ErrorKind::Interrupted), true, false));
        drop(writer);
        assert!(!is_interrupted());
    }
}
