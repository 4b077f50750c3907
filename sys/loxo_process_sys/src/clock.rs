//! Times in the system's time zone, in the formats of `strftime`, and the processor time of a process and of a thread.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::time::Duration;

/// A Unix time as the format says; empty if that cannot be.
pub fn format_local(format: &[u8], seconds: i64) -> Vec<u8> {
    let Ok(format) = CString::new(format) else { return Vec::new() };
    let time: libc::time_t = seconds;
    let mut parts = MaybeUninit::<libc::tm>::zeroed();
    let mut text = vec![0u8; 256];
    // SAFETY: a time, and a place of the right type, which is zeroed in case that the call fails.
    let parts = unsafe {
        libc::localtime_r(&raw const time, parts.as_mut_ptr());
        parts.assume_init()
    };
    // SAFETY: a buffer and its length, a format that ends with null, and the parts of a time.
    let length = unsafe { libc::strftime(text.as_mut_ptr().cast(), text.len(), format.as_ptr(), &raw const parts) };
    text.truncate(length);
    text
}

/// User and system time of this process, then those of its children that have ended, in ticks.
pub fn processor_ticks() -> [i64; 4] {
    // SAFETY: zeroes are a valid `tms`.
    let mut times: libc::tms = unsafe { std::mem::zeroed() };
    // SAFETY: a place of the right type.
    unsafe { libc::times(&raw mut times) };
    [times.tms_utime, times.tms_stime, times.tms_cutime, times.tms_cstime]
}

/// The processor time that all threads of this process have had.
pub fn process_time() -> Duration {
    time_of(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// The processor time that the calling thread has had.
pub fn thread_time() -> Duration {
    time_of(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn time_of(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a place of the right type, which keeps its zeroes if the call fails.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Ticks in a second.
pub fn ticks_per_second() -> i64 {
    // SAFETY: takes and gives integers.
    unsafe { libc::sysconf(libc::_SC_CLK_TCK) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        assert_eq!(format_local(b"%s", 86_400), b"86400");
        assert_eq!(format_local(b"\0", 0), b"");
    }
}
