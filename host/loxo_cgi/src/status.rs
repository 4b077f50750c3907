//! What those who serve requests are doing, as the status pages of php-fpm show it: children of a pool, or workers of a server.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a child or worker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Stage {
    #[default]
    Creating = 1,
    Accepting,
    ReadingHeaders,
    Info,
    Executing,
    End,
    Finished,
}

impl Stage {
    /// By its number; what is none is the first.
    pub fn of(word: u64) -> Stage {
        match word {
            2 => Stage::Accepting,
            3 => Stage::ReadingHeaders,
            4 => Stage::Info,
            5 => Stage::Executing,
            6 => Stage::End,
            7 => Stage::Finished,
            _ => Stage::Creating,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Stage::Creating => "Creating",
            Stage::Accepting => "Idle",
            Stage::ReadingHeaders => "Reading headers",
            Stage::Info => "Getting request information",
            Stage::Executing => "Running",
            Stage::End => "Ending",
            Stage::Finished => "Finishing",
        }
    }
}

/// Microseconds of the clock that only goes on.
pub fn clock() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32).as_micros() as u64
}

/// A child or worker, as others see it.
#[derive(Clone, Debug, Default)]
pub struct Process {
    pub pid: i32,
    pub stage: Stage,
    /// Unix time.
    pub start: i64,
    pub requests: u64,
    /// When the request began, by [`clock`].
    pub accepted: u64,
    pub accepted_time: i64,
    /// Of the last request, in microseconds.
    pub duration: u64,
    pub length: u64,
    pub memory: u64,
    /// Ticks that the last request took.
    pub cpu: [u64; 4],
    pub uri: Vec<u8>,
    pub query: Vec<u8>,
    pub method: Vec<u8>,
    pub user: Vec<u8>,
    pub script: Vec<u8>,
}

impl Process {
    /// Of the last request, in percent.
    pub fn cpu_percent(&self, ticks: u64) -> f64 {
        if self.duration == 0 {
            return 0.0;
        }
        ticks as f64 / loxo_process_sys::ticks_per_second() as f64 / (self.duration as f64 / 1e6) * 100.0
    }
}

/// The counters of a pool.
#[derive(Clone, Debug)]
pub struct Totals {
    pub name: Vec<u8>,
    /// How processes are managed: `static`, `dynamic`, `ondemand`.
    pub manager: &'static str,
    pub start: i64,
    pub requests: u64,
    pub idle: u64,
    pub active: u64,
    pub active_max: u64,
    pub max_children_reached: u64,
    pub slow: u64,
    pub memory_peak: u64,
    pub queue: u64,
    pub queue_max: u64,
    pub queue_length: u64,
}

/// Unix time.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs().cast_signed())
}
