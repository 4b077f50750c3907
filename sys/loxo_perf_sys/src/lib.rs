//! Looking at where the processor is, in the kernel, while a thread of any process runs: `perf_event_open` with a safe interface.
//!
//! An [`Event`] takes samples of one thread, at a fixed rate of its processor time, and keeps them in memory shared with the kernel until they are
//! taken. Source: perf_event_open(2). Opens nothing by itself that the system does not allow its user.

mod records;

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

/// Pages of samples, a power of two, as the kernel wants it.
const PAGES: usize = 16;

/// `struct perf_event_attr` in its first version, which every kernel takes.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    period: u64,
    sample: u64,
    read: u64,
    flags: u64,
    wakeup: u32,
    breakpoint: u32,
    address: u64,
}

const SOFTWARE: u32 = 1;
/// `PERF_COUNT_SW_CPU_CLOCK`, whose periods are nanoseconds.
const CPU_CLOCK: u64 = 0;
const SAMPLE_CALLCHAIN: u64 = 1 << 5;
const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
const EXCLUDE_USER_FRAMES: u64 = 1 << 22;
/// `PERF_FLAG_FD_CLOEXEC`
const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;
/// Where the first page says how far the kernel has written, and we have read; in words of 64 bits.
const HEAD: usize = 1024 / 8;
const TAIL: usize = 1032 / 8;

/// Samples of a thread. Dropping it ends them.
pub struct Event {
    _file: File,
    /// `1 + PAGES` pages that are mapped until this is dropped.
    memory: NonNull<AtomicU64>,
    page: usize,
}

impl Event {
    /// Samples of the thread of that number, `hz` a second of its processor time.
    pub fn open(thread: i32, hz: u32) -> io::Result<Event> {
        let attributes = Attributes {
            kind: SOFTWARE,
            size: size_of::<Attributes>() as u32,
            config: CPU_CLOCK,
            period: 1_000_000_000 / u64::from(hz.clamp(1, 10_000)),
            sample: SAMPLE_CALLCHAIN,
            flags: EXCLUDE_HYPERVISOR | EXCLUDE_USER_FRAMES,
            ..Attributes::default()
        };
        // SAFETY: the structure is laid out and sized as the call reads it, and outlives the call.
        let fd = unsafe { libc::syscall(libc::SYS_perf_event_open, &raw const attributes, thread, -1, -1, CLOSE_ON_EXEC) };
        let fd = i32::try_from(fd).ok().filter(|fd| *fd >= 0).ok_or_else(io::Error::last_os_error)?;
        // SAFETY: the call has just given this descriptor, to nobody else.
        let file = unsafe { File::from_raw_fd(fd) };
        // SAFETY: asks for a constant of the system.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).map_err(|_| io::Error::last_os_error())?;
        let (length, access) = ((1 + PAGES) * page, libc::PROT_READ | libc::PROT_WRITE);
        // SAFETY: a new mapping at a place that the kernel chooses touches no memory of the program.
        let memory = unsafe { libc::mmap(std::ptr::null_mut(), length, access, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let memory = NonNull::new(memory.cast()).ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(Event { _file: file, memory, page })
    }

    /// The word of that number of the mapping.
    fn word(&self, at: usize) -> &AtomicU64 {
        assert!(at < (1 + PAGES) * self.page / 8);
        // SAFETY: the mapping has so many words and lives as long as `self`; pages are aligned. The kernel writes to it meanwhile, as another thread
        // would: all access is atomic.
        unsafe { &*self.memory.as_ptr().add(at) }
    }

    /// The samples since the last call: of each the addresses in the kernel, innermost first; none where the program itself ran.
    pub fn take(&mut self, mut each: impl FnMut(&[u64])) {
        let head = self.word(HEAD).load(Ordering::Acquire);
        let tail = self.word(TAIL).load(Ordering::Relaxed);
        let words = PAGES * self.page / 8;
        let count = usize::try_from(head.wrapping_sub(tail) / 8).unwrap_or(0).min(words);
        let first = usize::try_from(tail / 8).unwrap_or(0);
        let copy: Vec<u64> = (0..count).map(|at| self.word(self.page / 8 + (first + at) % words).load(Ordering::Relaxed)).collect();
        self.word(TAIL).store(head, Ordering::Release);
        records::samples(&copy, &mut each);
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: `open` has mapped this much there, and no reference to it outlives `self`.
        unsafe { libc::munmap(self.memory.as_ptr().cast(), (1 + PAGES) * self.page) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the system allows it, a thread that computes is seen.
    #[test]
    fn a_thread_that_runs_is_seen() {
        let Ok(mut event) = Event::open(0, 1000) else { return };
        let mut seen = 0;
        for _ in 0..1_000_000 {
            for path in ["/proc/self/stat", "/proc/self/none"] {
                let _ = std::fs::metadata(path);
            }
            event.take(|_| seen += 1);
            if seen >= 5 {
                return;
            }
        }
        panic!("{seen} samples");
    }
}
