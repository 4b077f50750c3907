//! What the system offers for processes and signals beyond the safe libraries, with a safe interface: `fork`, waiting with the usage of
//! resources, signals that a handler records and programs read later, programs that start with chosen descriptors, memory between
//! processes, waits that end when their thread is interrupted. Knows nothing of PHP.
//!
//! A handled signal is written down by its handler, which does nothing that a handler may not do, and read by [`take`].

mod clock;
mod environment;
mod file_system;
mod network;
mod shared;
mod signal_file;
mod signal_handler;
mod spawn;
mod startup;
mod thread_interrupt;
mod title;
mod waiting;

use std::io;
use std::mem::MaybeUninit;
use std::time::Duration;

pub use clock::{format_local, process_time, processor_ticks, thread_time, ticks_per_second};
pub use environment::replace_environment;
pub use file_system::separate_file_system_state;
pub use network::{connect_tcp, resolve};
pub use shared::SharedWords;
pub use signal_file::SignalFile;
pub use signal_handler::{notify, take};
pub use spawn::{FIRST_FREE, Spawn, inherited, spawn};
pub use startup::begin;
pub use thread_interrupt::{ThreadId, clear_interrupt, is_interrupted, this_thread, was_asked, when_asked};
pub use title::set_title;
pub use waiting::{finish_connecting, sleep};

/// The largest signal's number.
pub const SIGNALS: i32 = 64;

/// What is known of a signal, or of a child that has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub signal: i32,
    pub error: i32,
    pub code: i32,
    pub pid: i32,
    pub uid: u32,
    pub status: i32,
}

impl Info {
    fn of(raw: &libc::siginfo_t) -> Info {
        let mut info = Info { signal: raw.si_signo, error: raw.si_errno, code: raw.si_code, ..Info::default() };
        // SAFETY: the union behind these getters is plain integers, all of which are initialised; for signals without these members they
        // say nothing.
        unsafe {
            (info.pid, info.uid) = (raw.si_pid(), raw.si_uid());
            info.status = raw.si_status();
        }
        info
    }
}

fn check(result: i32) -> io::Result<i32> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Makes a second process of this thread: 0 in it, its number here. Other threads do not exist there; what they had locked stays so.
pub fn fork() -> io::Result<i32> {
    // SAFETY: the allocator of the C library is usable in the child; locks of other threads are the caller's care, as documented.
    check(unsafe { libc::fork() })
}

/// Sends a signal to a process, to a group (negative), or asks whether it could be sent (0).
pub fn kill(process: i32, signal: i32) -> io::Result<()> {
    // SAFETY: takes and gives integers.
    check(unsafe { libc::kill(process, signal) }).map(drop)
}

/// What a child has used: `ru_oublock` … `ru_nswap`, then user and system time in seconds and microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    pub counts: [(&'static str, i64); 13],
    pub user: (i64, i64),
    pub system: (i64, i64),
}

/// `wait4()`: the child's number (0: none has changed), its status as the system writes it, what it has used.
pub fn wait4(pid: i32, options: i32) -> io::Result<(i32, i32, Usage)> {
    let mut status = 0;
    let mut raw = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: both are places of the right type that live through the call.
    let child = check(unsafe { libc::wait4(pid, &raw mut status, options, raw.as_mut_ptr()) })?;
    // SAFETY: zeroes are a valid `rusage`, and the system has written over them or not.
    let raw = unsafe { raw.assume_init() };
    let counts = [
        ("ru_oublock", raw.ru_oublock),
        ("ru_inblock", raw.ru_inblock),
        ("ru_msgsnd", raw.ru_msgsnd),
        ("ru_msgrcv", raw.ru_msgrcv),
        ("ru_maxrss", raw.ru_maxrss),
        ("ru_ixrss", raw.ru_ixrss),
        ("ru_idrss", raw.ru_idrss),
        ("ru_minflt", raw.ru_minflt),
        ("ru_majflt", raw.ru_majflt),
        ("ru_nsignals", raw.ru_nsignals),
        ("ru_nvcsw", raw.ru_nvcsw),
        ("ru_nivcsw", raw.ru_nivcsw),
        ("ru_nswap", raw.ru_nswap),
    ];
    let pair = |time: libc::timeval| (time.tv_sec, time.tv_usec);
    Ok((child, status, Usage { counts, user: pair(raw.ru_utime), system: pair(raw.ru_stime) }))
}

/// `waitid()`
pub fn waitid(kind: u32, id: u32, options: i32) -> io::Result<Info> {
    let mut raw = MaybeUninit::<libc::siginfo_t>::zeroed();
    // SAFETY: a place of the right type that lives through the call.
    check(unsafe { libc::waitid(kind, id, raw.as_mut_ptr(), options) })?;
    // SAFETY: zeroes are a valid `siginfo_t`.
    let raw = unsafe { raw.assume_init() };
    Ok(Info::of(&raw))
}

/// What a signal does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disposition {
    Default,
    Ignored,
    /// Written down for [`take`].
    Handled,
}

/// Says what a signal does from now on. `restart`: system calls that it interrupts go on.
pub fn dispose(signal: i32, disposition: Disposition, restart: bool) -> io::Result<()> {
    // SAFETY: zeroes are a valid `sigaction`.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = match disposition {
        Disposition::Default => libc::SIG_DFL,
        Disposition::Ignored => libc::SIG_IGN,
        Disposition::Handled => signal_handler::handler(),
    };
    action.sa_flags = libc::SA_ONSTACK;
    if disposition == Disposition::Handled {
        action.sa_flags |= libc::SA_SIGINFO;
    }
    if restart {
        action.sa_flags |= libc::SA_RESTART;
    }
    // SAFETY: the mask is a place of the right type; the handler, if there is one, takes the arguments that SA_SIGINFO gives.
    unsafe {
        libc::sigfillset(&raw mut action.sa_mask);
        check(libc::sigaction(signal, &raw const action, std::ptr::null_mut())).map(drop)
    }
}

/// This thread holds all signals back: other threads get them. Threads that it starts do the same.
pub fn leave_signals_to_others() {
    let mut set = MaybeUninit::uninit();
    // SAFETY: `sigfillset` initialises the set; it and the other call cannot fail with these arguments.
    unsafe {
        libc::sigfillset(set.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_BLOCK, set.as_ptr(), std::ptr::null_mut());
    }
}

fn set_of(signals: &[i32]) -> io::Result<libc::sigset_t> {
    let mut set = MaybeUninit::uninit();
    // SAFETY: `sigemptyset` initialises the set, the others work on what is initialised.
    unsafe {
        check(libc::sigemptyset(set.as_mut_ptr()))?;
        for signal in signals {
            check(libc::sigaddset(set.as_mut_ptr(), *signal))?;
        }
        Ok(set.assume_init())
    }
}

/// Changes the signals that this thread holds back (`SIG_BLOCK`, `SIG_UNBLOCK`, `SIG_SETMASK`), and gives those that it held back before.
pub fn mask(how: i32, signals: &[i32]) -> io::Result<Vec<i32>> {
    let set = set_of(signals)?;
    let mut old = set_of(&[])?;
    // SAFETY: two initialised sets.
    let error = unsafe { libc::pthread_sigmask(how, &raw const set, &raw mut old) };
    if error != 0 {
        return Err(io::Error::from_raw_os_error(error));
    }
    // SAFETY: an initialised set, and numbers that the system knows.
    Ok((1..=SIGNALS).filter(|signal| unsafe { libc::sigismember(&raw const old, *signal) } == 1).collect())
}

/// Waits for one of several signals that are held back; without a limit, or so long.
pub fn wait_for_signal(signals: &[i32], limit: Option<Duration>) -> io::Result<Info> {
    let set = set_of(signals)?;
    let mut raw = MaybeUninit::<libc::siginfo_t>::zeroed();
    let time = limit.map(|limit| libc::timespec {
        tv_sec: libc::time_t::try_from(limit.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: libc::c_long::from(limit.subsec_nanos() as i32),
    });
    let time = time.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: an initialised set, a place for the answer, and a time that lives through the call or none.
    check(unsafe { libc::sigtimedwait(&raw const set, raw.as_mut_ptr(), time) })?;
    // SAFETY: zeroes are a valid `siginfo_t`.
    let raw = unsafe { raw.assume_init() };
    Ok(Info::of(&raw))
}

/// SIGALRM in so many seconds; gives those that were left of the last one.
pub fn alarm(seconds: u32) -> u32 {
    // SAFETY: takes and gives integers.
    unsafe { libc::alarm(seconds) }
}

/// The priority of a process, group or user.
pub fn priority(which: u32, who: u32) -> io::Result<i32> {
    // -1 is a priority, too: only `errno` tells.
    // SAFETY: the thread's own `errno`; the call takes and gives integers.
    let (priority, error) = unsafe {
        *libc::__errno_location() = 0;
        (libc::getpriority(which, who), *libc::__errno_location())
    };
    if error == 0 { Ok(priority) } else { Err(io::Error::from_raw_os_error(error)) }
}

/// Changes it.
pub fn set_priority(which: u32, who: u32, priority: i32) -> io::Result<()> {
    // SAFETY: takes and gives integers.
    check(unsafe { libc::setpriority(which, who, priority) }).map(drop)
}
