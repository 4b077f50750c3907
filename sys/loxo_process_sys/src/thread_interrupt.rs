//! Reaching a thread that waits in a system call: a signal for it alone, whose handler does nothing but remember that it came. The call ends with
//! `EINTR`, and whoever made it asks [`is_interrupted`] whether to go on waiting. The signal may also only ask where the thread waits, which it tells
//! there and goes on.

use std::cell::Cell;
use std::io;
use std::sync::Once;
use std::time::Duration;

/// A signal that is ignored unless somebody wants it, so that one that comes late does no harm.
const SIGNAL: i32 = libc::SIGURG;

thread_local! {
    /// No destructor and no initialisation at run time: the handler may use it.
    static INTERRUPTED: Cell<bool> = const { Cell::new(false) };
    /// Somebody may know the thread's number.
    static REACHABLE: Cell<bool> = const { Cell::new(false) };
    /// The same as `INTERRUPTED`, for [`ThreadId::ask`].
    static ASKED: Cell<bool> = const { Cell::new(false) };
    /// What it does then.
    static WHEN_ASKED: Cell<Option<fn()>> = const { Cell::new(None) };
}

/// What comes with a signal that only asks: an address that nobody else sends.
fn question() -> usize {
    static QUESTION: u8 = 0;
    (&raw const QUESTION) as usize
}

/// `siginfo_t` of a signal with a value (sigqueue(3)), as the system lays it out.
#[repr(C)]
struct Queued {
    signal: i32,
    error: i32,
    code: i32,
    padding: i32,
    pid: i32,
    uid: u32,
    value: usize,
    rest: [u8; 96],
}

const _: () = assert!(size_of::<Queued>() == size_of::<libc::siginfo_t>());

/// A thread of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadId(i32);

extern "C" fn on_signal(_signal: i32, info: *const Queued, _context: *mut libc::c_void) {
    // SAFETY: the system gives a whole `siginfo_t`; whatever the signal came with, all of it are integers.
    let asks = unsafe { (*info).code == libc::SI_QUEUE && (*info).value == question() };
    if asks { ASKED.set(true) } else { INTERRUPTED.set(true) }
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: zeroes are a valid `sigaction`. The handler reads what it is given, writes a byte of its thread and nothing else.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(i32, *const Queued, *mut libc::c_void) as libc::sighandler_t;
            // Without SA_RESTART: calls are to end.
            action.sa_flags = libc::SA_ONSTACK | libc::SA_SIGINFO;
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

    /// Has the thread do what it gave to [`when_asked`], if it waits where it would see that it is interrupted; it goes on waiting then.
    pub fn ask(self) -> io::Result<()> {
        // SAFETY: takes nothing and gives integers.
        let (pid, uid) = unsafe { (libc::getpid(), libc::getuid()) };
        let (signal, code) = (SIGNAL, libc::SI_QUEUE);
        let info = Queued { signal, error: 0, code, padding: 0, pid, uid, value: question(), rest: [0; 96] };
        // SAFETY: takes integers, and a `siginfo_t` that lives for the call. The signal only asks, whoever has the number.
        let result = unsafe { libc::syscall(libc::SYS_rt_tgsigqueueinfo, pid, self.0, SIGNAL, &raw const info) };
        if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// The time that the thread has had of a processor; `None`: it is gone.
    pub fn processor_time(self) -> Option<Duration> {
        // As glibc numbers the clock of a thread (pthread_getcpuclockid(3)): by the scheduler, of one thread.
        const SCHEDULED: i32 = 2;
        const OF_THREAD: i32 = 4;
        let clock = (!self.0 << 3) | SCHEDULED | OF_THREAD;
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes a `timespec`, or fails where there is no such clock.
        let result = unsafe { libc::clock_gettime(clock, &raw mut time) };
        (result == 0).then(|| Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0)))
    }
}

/// What the calling thread does when [`ThreadId::ask`] reaches it in a system call: something short that calls no waits.
pub fn when_asked(work: Option<fn()>) {
    WHEN_ASKED.set(work);
}

/// Was the calling thread interrupted since [`clear_interrupt`]? Then waits end with an error.
pub fn is_interrupted() -> bool {
    was_asked();
    INTERRUPTED.get()
}

/// Has a wait ended because somebody asked where the thread waits? The answer is given; the wait is to go on, unless there is another reason.
pub fn was_asked() -> bool {
    let asked = ASKED.replace(false);
    if asked && let Some(work) = WHEN_ASKED.get() {
        work();
    }
    asked
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
    fn a_thread_tells_where_it_waits_and_goes_on() {
        use std::sync::atomic::{AtomicU32, Ordering};
        static TOLD: AtomicU32 = AtomicU32::new(0);
        const TIME: Duration = Duration::from_millis(200);
        let (tell, told) = std::sync::mpsc::channel();
        let waiting = std::thread::spawn(move || {
            when_asked(Some(|| {
                TOLD.fetch_add(1, Ordering::SeqCst);
            }));
            tell.send(this_thread()).expect("is heard");
            let began = Instant::now();
            crate::sleep(TIME);
            (began.elapsed(), is_interrupted())
        });
        let thread = told.recv().expect("starts");
        while TOLD.load(Ordering::SeqCst) == 0 && !waiting.is_finished() {
            thread.ask().expect("there is such a thread");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(thread.processor_time().is_some());
        let (slept, interrupted) = waiting.join().expect("ends");
        assert!(slept >= TIME && !interrupted && TOLD.load(Ordering::SeqCst) > 0);
    }

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
