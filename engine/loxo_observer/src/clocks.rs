//! The clocks that calls and samples are measured by.

use rustix::time::{ClockId, clock_gettime};

fn read(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    (time.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(time.tv_nsec as u64)
}

/// Time that goes on steadily, from some beginning.
pub fn wall_nanoseconds() -> u64 {
    read(ClockId::Monotonic)
}

/// The time that the calling thread has had of a processor.
pub fn cpu_nanoseconds() -> u64 {
    read(ClockId::ThreadCPUTime)
}

/// The same of all threads of the process.
pub fn process_cpu_nanoseconds() -> u64 {
    read(ClockId::ProcessCPUTime)
}
